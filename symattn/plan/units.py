"""The units of lines: what follows for each from the units of what is given, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from symattn.errors import SymattnError
from symattn.exact.number import ratio
from symattn.exact.units import BARE, Dims, agreed, are_counted, product, raised, told
from symattn.limits import MOST_UNIT_POWER
from symattn.ops import OPS
from symattn.plan import Call, Plan
from symattn.plan.tree import Func, Num, Ref, RootOf, Scalar, Sum
from symattn.tables import in_each

Said = Callable[[int, SymattnError], None]


def units(
    plan: Plan,
    given: Mapping[str, Dims],
    meant: Mapping[str, Dims],
    wrong: Said,
    letters: Iterable[str] = (),
) -> dict[str, Dims]:
    """The base units of every given and line; *meant* are those that authors show lines in: of bare numbers, and 1/s as
    token/s, for what is counted is a number. Those of *letters* follow from where they stand.

    What does not fit is told to *wrong* with the number of its line, which then has no unit.

    >>> from symattn.exact.units import base, unit
    >>> plan = Plan.read(["t = M / W", "u = 2 * t", "n = solve(M == 2 * x, x)"], ["x"])
    >>> found = units(plan, {"M": unit("GB").dims, "W": unit("TB/s").dims}, {}, print, ["x"])
    >>> base(found["t"]), base(found["u"]), base(found["n"]), base(found["x"])
    ('s', 's', 'B', 'B')
    """
    found = _Found(
        {**{name: ((f"?{name}", Fraction(1)),) for name in letters}, **given}
    )
    for number, line in enumerate(plan.lines):
        try:
            for call in line.calls:
                found.known[call.out] = found.of_call(call)
            own = found.of(Ref(line.name))
            asked = meant.get(line.name, BARE)
            bare = _named(own)
            if line.name in meant and (
                are_counted(bare) or are_counted(product(asked, bare, -1))
            ):
                found.known[line.name] = asked
                found.letters |= {name: BARE for name, _ in own if name[0] == "?"}
        except SymattnError as error:
            wrong(number, error)
            found.known |= {call.out: BARE for call in line.calls}
    return in_each(lambda dims: _named(found.settled(dims)), found.known)


def _named(dims: Dims) -> Dims:
    """Units without those of letters of which nothing is known."""
    return tuple(part for part in dims if part[0][0] != "?")


@dataclass
class _Found:
    """The units that are known so far, and what is known of those of letters, which stand as ?x until then."""

    known: dict[str, Dims]
    letters: dict[str, Dims] = field(default_factory=dict)

    def settled(self, dims: Dims) -> Dims:
        """Units with those of letters in their places, where these are known."""
        for name, power in dims:
            if name in self.letters:
                rest = tuple(part for part in dims if part[0] != name)
                return self.settled(product(rest, raised(self.letters[name], power)))
        return dims

    def agreed(self, of: Iterable[Dims], where: str) -> Dims:
        """The units that all share; those of a letter are what makes it so. Raises SymattnError where they do not agree."""
        first, *others = map(self.settled, of)
        for other in others:
            apart = self.settled(product(other, first, -1))
            letter = next((part for part in apart if part[0][0] == "?"), None)
            if letter is not None:
                rest = tuple(part for part in apart if part != letter)
                of_letter = raised(rest, -1 / letter[1])
                whole = all(power.denominator == 1 for _, power in of_letter)
                if are_counted(of_letter) and not whole:
                    of_letter = BARE
                if (
                    of_letter == BARE
                    or not where.startswith("a ")
                    or any(p > 0 for _, p in of_letter)
                ):
                    self.letters[letter[0]] = of_letter  # and no x in 1/B of 2N + kx
        every = list(map(self.settled, (first, *others)))
        found = agreed(map(_named, every), where)
        return next(dims for dims in every if _named(dims) == found)

    def bare(self, dims: Dims, what: str, hint: str) -> None:
        """Hold a quantity to a bare number, or to one of what is counted; raises SymattnError."""
        try:
            found = self.agreed((BARE, dims), what)
        except SymattnError:
            found = dims
        if not are_counted(found):
            raise SymattnError(f"{what} {told(dims)}", hint)

    def of_call(self, call: Call) -> Dims:
        """The units of what an operation gives; raises SymattnError where they do not fit."""
        rule = OPS[call.op].units
        parts = [self.settled(self.known.get(name, BARE)) for name in call.args]
        numbers = {key: self.of(x) for key, x in call.params if isinstance(x, Scalar)}
        if not any(parts) and not any(numbers.values()):
            return BARE
        match rule:
            case "one":
                return self.agreed([*parts, *numbers.values()], call.op)
            case "times":
                return reduce(product, [*parts, *numbers.values()])
            case "over":
                return reduce(
                    lambda a, b: product(a, b, -1), [*parts, *numbers.values()]
                )
            case "alike":
                self.agreed(parts, call.op)
                return self.settled(numbers.get("letter", BARE))
            case "of the first":
                if "to" in numbers:
                    self.agreed((numbers["letter"], numbers["to"]), call.op)
                return parts[0]
        for dims in (*parts, *numbers.values()):
            self.bare(
                dims,
                f"{call.op} of",
                f"{call.op} takes bare numbers: divide by a quantity of the same kind",
            )
        return BARE

    def of(self, value: object) -> Dims:
        """The units of a scalar; raises SymattnError where they do not fit."""
        match value:
            case Ref(name):
                return self.settled(self.known.get(name, BARE))
            case RootOf(of):
                return self.raised(self.of(of), Fraction(1, 2))
            case Func("abs", (arg,)):
                return self.of(arg)
            case Func(name, args):
                for arg in args:
                    self.bare(
                        self.of(arg),
                        f"{name} of",
                        "take it of a bare number: divide by a quantity of its kind",
                    )
            case Sum(sign, left, right):
                return self.joined(sign, left, right)
        return BARE

    def joined(self, sign: str, left: Scalar, right: Scalar) -> Dims:
        """The units of two scalars under a sign; raises SymattnError where they do not fit."""
        a, b = self.of(left), self.of(right)
        if sign in ("*", "/"):
            return product(a, b, 1 if sign == "*" else -1)
        if sign == "^":
            hint = "an exponent is a number, and of a quantity a numeral"
            self.bare(b, f"{told(a)} to the power of", hint)
            if isinstance(right, Num) and right.value.is_rational:
                return self.raised(a, ratio(right.value.rational))
            self.bare(a, "a power of", hint)
            return BARE
        if isinstance(left, Num) and not left.value:  # −a is 0 − a
            return b
        return self.agreed((a, b), "a sum" if sign == "+" else "a difference")

    def raised(self, a: Dims, power: Fraction) -> Dims:
        """The units of a power; raises SymattnError where these are no whole ones, or go beyond all measure."""
        found = raised(a, power)
        if any(
            own.denominator != 1 or abs(own) > MOST_UNIT_POWER
            for _, own in _named(found)
        ):
            hint = f"units have whole powers, up to {MOST_UNIT_POWER}"
            if found == _named(found):
                raise SymattnError(f"{told(a)} to the power of {power}", hint)
            self.bare(a, "a root of", hint)
            return BARE
        return found
