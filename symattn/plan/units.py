"""The units of lines: what follows for each from the units of what is given, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

from symattn.errors import SymattnError
from symattn.exact.units import BARE, Dims, agreed, are_counted, product, raised, told
from symattn.limits import MOST_UNIT_POWER
from symattn.ops import OPS
from symattn.plan import Call, Plan
from symattn.plan.tree import Func, Num, Ref, RootOf, Scalar, Sum

Said = Callable[[int, SymattnError], None]


def units(
    plan: Plan, given: Mapping[str, Dims], meant: Mapping[str, Dims], wrong: Said
) -> dict[str, Dims]:
    """The base units of every given and line; *meant* are those that authors show lines in: of bare numbers, and 1/s as
    token/s, for what is counted is a number.

    What does not fit is told to *wrong* with the number of its line, which then has no unit.

    >>> from symattn.exact.units import base, unit
    >>> plan = Plan.read(["t = M / W", "u = 2 * t"])
    >>> found = units(plan, {"M": unit("GB").dims, "W": unit("TB/s").dims}, {}, print)
    >>> base(found["t"]), base(found["u"])
    ('s', 's')
    """
    known = dict(given)
    for number, line in enumerate(plan.lines):
        try:
            for call in line.calls:
                known[call.out] = _of_call(call, known)
            own, asked = known[line.name], meant.get(line.name, BARE)
            if asked and (not own or are_counted(product(asked, own, -1))):
                known[line.name] = asked
        except SymattnError as error:
            wrong(number, error)
            known |= {call.out: BARE for call in line.calls}
    return known


def _of_call(call: Call, known: Mapping[str, Dims]) -> Dims:
    rule = OPS[call.op].units
    parts = [known.get(name, BARE) for name in call.args]
    numbers = [_of(value, known) for _, value in call.params if isinstance(value, Scalar)]
    if not any(parts) and not any(numbers):
        return BARE
    match rule:
        case "one":
            return agreed([*parts, *numbers], call.op)
        case "times":
            return reduce(product, [*parts, *numbers])
        case "over":
            return reduce(lambda a, b: product(a, b, -1), [*parts, *numbers])
        case "alike":
            agreed(parts, call.op)
            return BARE
    unit = next(dims for dims in (*parts, *numbers) if dims)
    raise SymattnError(
        f"{call.op} of {told(unit)}",
        f"{call.op} takes bare numbers: divide by a quantity of the same kind",
    )


def _of(value: object, known: Mapping[str, Dims]) -> Dims:
    """The units of a scalar; raises SymattnError where they do not fit."""
    match value:
        case Ref(name):
            return known.get(name, BARE)
        case RootOf(of):
            return _raised(_of(of, known), Fraction(1, 2))
        case Func(name, args):
            inside = next((dims for arg in args if (dims := _of(arg, known))), BARE)
            if inside and name != "abs":
                raise SymattnError(
                    f"{name} of {told(inside)}",
                    "take it of a bare number: divide by a quantity of its kind",
                )
            return inside
        case Sum(sign, left, right):
            return _joined(sign, left, right, known)
    return BARE


def _raised(a: Dims, power: Fraction) -> Dims:
    """The units of a power; raises SymattnError where these are no whole ones, or go beyond all measure."""
    found = raised(a, power)
    if any(own.denominator != 1 or abs(own) > MOST_UNIT_POWER for _, own in found):
        raise SymattnError(
            f"{told(a)} to the power of {power}",
            f"units have whole powers, up to {MOST_UNIT_POWER}",
        )
    return found


def _joined(sign: str, left: Scalar, right: Scalar, known: Mapping[str, Dims]) -> Dims:
    a, b = _of(left, known), _of(right, known)
    if sign in ("*", "/"):
        return product(a, b, 1 if sign == "*" else -1)
    if sign == "^":
        if b or (a and not (isinstance(right, Num) and right.value.is_rational)):
            raise SymattnError(
                f"{told(a)} to the power of {told(b)}",
                "an exponent is a number, and of a quantity a numeral",
            )
        q = right.value.rational if a and isinstance(right, Num) else 1
        return _raised(
            a, Fraction(int(q.p), int(q.q)) if not isinstance(q, int) else Fraction(q)
        )
    if isinstance(left, Num) and not left.value:  # −a is 0 − a
        return b
    return agreed((a, b), "a sum" if sign == "+" else "a difference")
