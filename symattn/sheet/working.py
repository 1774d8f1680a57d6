"""How a question is worked: exactly, in decimals, or with the rounded numbers carried on as on a calculator.

A course that works in decimals rounds from the first line whose numbers do not end in the digits asked: that line and all that
follow from it are shown to these. In ``decimals`` every line is rounded from its exact value; what is ``carried`` is computed on
from the rounded numbers. With ``letters`` a formula of numbers is worked in its letters first, and the numbers are put in last.
Values and marks know exact ones whatever a sheet shows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from flint import fmpq

from symattn.errors import LimitError, SymattnError
from symattn.exact.ball import onward
from symattn.exact.decide import sign_if_told
from symattn.exact.functions import symbol
from symattn.exact.in_letters import letters_of
from symattn.exact.matrix import Blocked, Entry, Matrices, Matrix
from symattn.exact.number import Number, Numbers
from symattn.exact.tensor import Array
from symattn.exact.tensor import flat as entries
from symattn.exact.zero import is_zero, symbolic
from symattn.language.letters import letter
from symattn.limits import MOST_DIGITS
from symattn.notation.values import (
    HIGHEST_SIGN,
    KEPT,
    MOST_PLACES,
    digits,
    fixed_point,
    places_of,
    read_decimal,
)
from symattn.ops import OPS, has
from symattn.ops.record import nothing
from symattn.plan import Call, Line, Plan
from symattn.plan.derivation import PlanStep, derive
from symattn.plan.tree import Apply, Func, Num, Ref, Sum, replaced
from symattn.records import frozen, replace
from symattn.said import Texts
from symattn.sheet.cells import Value, Values
from symattn.sheet.kinds import Choice, Schema, instead
from symattn.sheet.measures import Measures
from symattn.sheet.source import Place
from symattn.tables import in_turn, of_type

POLICIES = ("exact", "decimals", "carried", "letters")


@frozen
class Working:
    """A policy, and the line from which on it holds; from the first unless one is named."""

    policy: str = "exact"
    start: str = ""

    def __bool__(self) -> bool:
        return self.policy != "exact"


@frozen
class WorkingOf:
    """A policy by its name, or a table with its name and the line from which on it holds."""

    word = Choice(POLICIES, "working")

    def read(self, value: object, at: Place) -> Working:
        """The policy; raises SymattnError."""
        if not isinstance(value, dict):
            return Working(self.word.read(value, at))
        if len(value) != 1 or not all(
            isinstance(line, str) and line for line in value.values()
        ):
            raise instead(
                value,
                "a way of working",
                'write its name, or { decimals = "A" } for line A on',
            )
        ((policy, line),) = value.items()
        return Working(self.word.read(policy, at), line)

    def schema(self) -> Schema:
        """A word, or a table with one of them."""
        policies = {
            policy: {
                "type": "string",
                "description": "the line from which on keys are worked so",
            }
            for policy in POLICIES
        }
        table = {
            "type": "object",
            "properties": policies,
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
        return {"anyOf": [self.word.schema(), table]}


@dataclass
class Rounded:
    """Which lines of a plan are shown to so many *places*, told line by line in their order."""

    working: Working
    plan: Plan
    places: int
    measures: Measures = field(default_factory=Measures)
    names: list[str] = field(default_factory=list)

    def takes(self, line: Line, value: Value) -> bool:
        """Whether a line is one of them, whose values do not end in so many or which follows from another; remembered for the
        next. What is only taken from givens stands as they do."""
        order = self.plan.names
        start = order.index(self.working.start) if self.working.start in order else 0
        found = bool(self.working) and order.index(line.name) >= start
        cells = entries(value)
        if self.working.policy == "letters":  # matrices stay as they are
            found = found and line.name in self.plan.numbers and len(cells) == 1
        found = found and not any(
            isinstance(x, Number) and not x.is_rational and symbolic(x) for x in cells
        )
        numbers = (
            line.scalars if self.working.policy != "carried" else ()
        )  # what is made of carried numbers ends as they do
        follows = any(name in self.names for name in (*line.reads, *numbers))
        if found and (follows or not self._ends(line, value)):
            self.names.append(line.name)
        return line.name in self.names

    def _ends(self, line: Line, value: Value) -> bool:
        """Whether the values of a line end in the digits that are shown of it, $0.7/h in its own unit; letters first leave a
        number its own."""
        if (show := self.measures.show(line.name, value)) is not None:
            amounts = (x for x in entries(value) if not isinstance(x, Blocked))
            return all(show.amount(x, self.places).exact for x in amounts)
        own = line.reads and all(OPS[call.op].count is nothing for call in line.calls)
        own = own or self.working.policy == "letters"
        most = MOST_PLACES if own else shown_places(value, self.places)
        return all(_ends(x, most) for x in entries(value))

    def written(self, name: str, value: Matrix, keeps: bool) -> Callable[[Number], str]:
        """How the numbers of a line are written when they are rounded, as plain decimals; whether it is small, 2.33 1/h, is seen
        in the unit in which it is shown."""
        show = self.measures.show(name, value)
        if show is None:
            keeps = keeps or vanishes(value, self.places)
            return digits(shown_places(value, self.places), KEPT if keeps else 0)
        more = KEPT - 1 if keeps else 0
        return lambda x: _plain(show.amount(x, self.places, more).value.rational)


def _plain(q: fmpq) -> str:
    """What is written in some unit, in its base units: a decimal where it ends, else a fraction, as $0.70/h in dollars a second.

    >>> _plain(fmpq(1, 40)), _plain(fmpq(7, 10) / 3600)
    ('0.025', '7/36000')
    """
    places = places_of(q, q.q.bit_length())
    return str(q) if places is None else fixed_point(q, places)


def _as_written(text: str) -> Number:
    """A decimal or a fraction as the number it is; LimitError for one that is too long to go on with."""
    above, _, below = text.partition("/")
    size, _, power = above.partition("e")
    if abs(int(power or 0)) > MOST_DIGITS:
        raise LimitError(
            f"the rounded value {size}·10^{power} is beyond 10^±{MOST_DIGITS:,} and cannot be carried on",
            'write working = "decimals": its digits are shown, and the next line is worked from the exact value',
        )
    return Number.of(read_decimal(above) / read_decimal(below or "1"))


def _ends(x: Entry, places: int) -> bool:
    """Whether an entry is a decimal of so many places at the most."""
    return isinstance(x, Blocked) or (
        x.is_rational and places_of(x.rational, places) is not None
    )


def in_letters(working: Working, plan: Plan, given: Values) -> Numbers:
    """The lines that are numbers with the given numbers as letters of the same names; nothing where another policy holds and
    no line seeks a letter.

    A line that reads a matrix, or has no value in letters (rounded to a whole number, a size), is not among them.

    >>> from symattn.sheet import loads
    >>> q = loads('[[question]]\\nsteps = ["N = L * d**2", "C = 6 * N"]\\ngiven = { L = 2, d = 3 }').questions[0]
    >>> print(in_letters(Working("letters"), q.plan, q.given)["C"])
    [sym(L)^1][sym(d)^2]*6
    """
    numbers = of_type(given, Number)
    known = {
        name: x
        if not x.is_rational and symbolic(x)
        else letter(name, "positive")
        if sign_if_told(x) == 1
        else symbol(name)
        for name, x in numbers.items()
    }  # T > 0 stays so
    free = {name for name, x in known.items() if x is numbers[name]}
    found = dict[str, Number]()
    values = dict[str, Number | Matrix]()
    seeks = _seeks(plan.calls)
    for line in plan.lines if known and (seeks or working.policy == "letters") else ():
        if {*line.uses} <= {*known, *found}:
            with suppress(SymattnError):
                seen = {**known, **values}
                if _seeks(line.calls):
                    seen |= {  # √(C/120), whatever C is made of
                        name: symbol(name)
                        for name, x in found.items()
                        if free.isdisjoint(letters_of(x))
                    }
                value = values[line.name] = _in_letters(line, seen).value
                if isinstance(value, Number) or value.shape == (1, 1):
                    found[line.name] = (
                        value if isinstance(value, Number) else value.values[0][0]
                    )
    return found


def _in_letters(line: Line, seen: Values) -> PlanStep:
    """How a line is worked. Where a letter is sought and the result has a root that is written without its sign, decimals in
    exponents are letters, called as they are written: 2^(1/0.076), and not 8192·2^(3/19)."""
    *_, step = derive(Plan((line,)), seen)
    terms = in_turn(x.terms for x in entries(step.value) if isinstance(x, Number))
    orders = (p.denominator for powers, _ in terms for _, p in powers)
    if not _seeks(line.calls) or max(orders, default=1) <= HIGHEST_SIGN:
        return step
    decimals = dict[str, Number]()

    def named(part: object) -> object:
        if not isinstance(part, Num) or "." not in part.text:
            return part
        decimals[part.text] = letter(part.text, "positive")
        return Ref(part.text)

    def raised(part: object) -> object:
        if not isinstance(part, Sum) or part.sign != "^":
            return part
        return replace(part, right=replaced(part.right, named))

    own = replace(line, tree=replaced(line.tree, raised))
    *_, step = derive(Plan((own,)), {**seen, **decimals})
    return step


def _seeks(calls: Iterable[Call]) -> bool:
    """Whether a letter is sought by one of some operations."""
    return any(dict(call.params).get("letter") for call in calls)


def vanishes(value: Value, places: int) -> bool:
    """Whether nothing would be left of a line in so many places: 0.00 for each of some likelihoods.

    >>> third = Number.of(1) / 3
    >>> [vanishes(Matrix.of([row]), 2) for row in ([third / 1000, 0], [third / 1000, third], [0])]
    [True, False, False]
    """
    numbers = [x for x in entries(value) if isinstance(x, Number)]
    gone = all(not read_decimal(digits(places)(x)) for x in numbers)
    return gone and not all(map(is_zero, numbers))


def shown_places(value: Value, places: int) -> int:
    """With how many places a line in decimals is shown: with those asked, but where these would leave it fewer than two digits,
    all behind 0.0, with as many as leave its largest number two; with those asked too where nine leave nothing.

    >>> third = Number.of(1) / 3
    >>> [shown_places(Matrix.of([row]), 3) for row in ([third, third / 1000], [third / 100, 0], [third / 1000, 0], [0])]
    [3, 4, 5, 3]
    """
    if vanishes(value, places):
        most = onward(places, MOST_PLACES)
        return next((k + 1 for k in most if not vanishes(value, k)), places)
    numbers = (x for x in entries(value) if isinstance(x, Number))
    largest = max(
        (abs(read_decimal(digits(places)(x))) for x in numbers), default=fmpq(0)
    )
    few = 0 < largest < min(fmpq(1, 10), fmpq(1, 10) ** (places - 1))
    return places + 1 if few else places


def kept(plan: Plan) -> frozenset[str]:
    """The lines that stand below a logarithm, a bar or a power somewhere: a small number of them is not shown as 0.

    >>> sorted(kept(Plan.read(["P = softmax(S)", "C = -sum(P * log(P))", "R = S / P", "U = S * 2"])))
    ['P']

    Nor is one in the line that it was only taken from, as a place of it or as its transposed matrix.

    >>> sorted(kept(Plan.read(["P = softmax(S)", "q = P.T", "l = -log(q[1, 0])"])))
    ['P', 'q']

    Nor, of what is divided by a number, is anything but that number.

    >>> sorted(kept(Plan.read(["S = Q @ K.T", "L = S / sqrt(2)", "A = exp(L)", "H = A / c", "Y = H ** p"])))
    ['H', 'c']
    """
    found = set[str]()
    for line in reversed(plan.lines):  # what a line is taken from stands before it
        found.update(_direct(line.tree) if line.name in found else _below(line.tree))
    return frozenset(found)


def keeping(
    plan: Plan,
    names: Collection[str],
    known: Values,
    places: int,
) -> frozenset[str]:
    """Of the lines that are shown in decimals those whose small numbers are not shown as 0: what a later line needs, and what
    would be nothing throughout, but where the numbers that it is made of come to nothing as they are printed.

    >>> plan, tiny = Plan.read(["P = softmax(S)", "J = P - P * P"]), Number.of(10) ** -9
    >>> values = {"P": Matrix.of([[1 - tiny, tiny]]), "J": Matrix.of([[tiny - tiny * tiny] * 2])}
    >>> sorted(keeping(plan, values, values, 2)), sorted(keeping(plan, ["J"], values, 2))
    ([], ['J'])
    """
    found = set(kept(plan))
    for line in plan.lines:
        if line.name in names and vanishes(known[line.name], places):
            made = {x: known[x] for x in line.reads if x in names}
            shown = {
                x: _as_printed(m, places, KEPT if x in found else 0)
                for x, m in made.items()
                if isinstance(m, Matrix)
            }
            if len(shown) < len(made) or not _is_nothing(
                line, {**known, **shown}, shown
            ):
                found.add(line.name)
    return frozenset(found)


def _as_printed(value: Matrix, places: int, keeps: int) -> Matrix:
    write = digits(shown_places(value, places), keeps)

    def printed(x: Number) -> Number:
        try:
            return _as_written(write(x))
        except LimitError:  # what is that small stands there, and is no 0
            return x

    return value.map(printed)


def _is_nothing(line: Line, known: Values, shown: Collection[str]) -> bool:
    """Whether a line comes to 0 throughout for the numbers that are *shown*."""
    with suppress(SymattnError):
        *_, step = derive(Plan((line,)), known)
        return bool(shown) and all(
            isinstance(x, Number) and is_zero(x) for x in entries(step.value)
        )
    return False


def _below(tree: object) -> Iterator[str]:
    """The names below a logarithm or a bar in a tree."""
    match tree:
        case Apply(op, args, params):
            numbers = [name for _, value in params for name in _direct(value)]
            if has(op, "no zero"):  # A / c is divided by c, whatever stands there
                yield from numbers if has(op, "scales") else _direct(args[-1])
            for part in (*args, *(value for _, value in params)):
                yield from _below(part)
        case Sum(sign, left, right):
            yield from _direct(left) if sign == "^" else _below(left)
            yield from _direct(right) if sign == "/" else _below(right)
        case Func(name, args):
            for scalar in args:
                yield from _direct(scalar) if name == "log" else _below(scalar)


def _direct(tree: object) -> Iterator[str]:
    """The name that stands there, or those that its numbers are taken from without any work; else the names below a bar in it."""
    match tree:
        case Ref(name):
            yield name
        case Apply(op, args) if OPS[op].count is nothing:
            for part in args:
                yield from _direct(part)
        case _:
            yield from _below(tree)


class Carrying(Matrices):
    """The rounded values of a run as it goes on: whatever a later line reads is rounded first.

    ``names`` are the lines of which rounded values are carried on; ``texts`` are those values as they are written.
    """

    def __init__(self, rounded: Rounded, stated: Matrices) -> None:
        self.rounded, self._stated = rounded, stated
        self._found: dict[str, Matrix] = {}
        self._kept = kept(rounded.plan)
        self.texts: dict[str, Texts] = {}

    def __getitem__(self, name: str) -> Matrix:
        return self._stated[name] if name in self._stated else self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._found, **self._stated})

    def __len__(self) -> int:
        return len({*self._found, *self._stated})

    def took(self, step: PlanStep) -> None:
        """A step was worked out; the value of a line that is rounded is carried on as it is written."""
        value: Array = step.value
        if (
            not step.name
            or step.name in self._stated
            or not self.rounded.takes(step.line, value)
        ):
            return
        if not isinstance(value, Matrix):  # a batch is carried on as it is
            self.rounded.names.remove(step.name)
            return
        write = self.rounded.written(step.name, value, step.name in self._kept)
        texts = value.shown(write, "-inf")
        self.texts[step.name] = texts
        self._found[step.name] = value.map(lambda x: _as_written(write(x)))
