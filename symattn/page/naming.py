"""Names for what recurs: the small weight of a row, or the sum of its exponentials; later lines go on in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from symattn.boxes import COMMA, MINUS, Box, Grid, Ink, Script, listed, number, row
from symattn.boxes.measure import width
from symattn.errors import SymattnError
from symattn.exact.ball import MATRIX_BITS, working
from symattn.exact.budget import Spent, budget
from symattn.exact.decide import by_size, sign
from symattn.exact.decimals import scientific
from symattn.exact.defined import BallMatrix
from symattn.exact.functions import exp, symbol
from symattn.exact.matrix import Blocked, Entry, Matrix, from_cells
from symattn.exact.number import UNIT, ZERO, Number, Powers, WrittenKey, total
from symattn.exact.text import wordy
from symattn.limits import MOST_NAMED_WORK
from symattn.notation.values import ValuePrinter, power_of_ten
from symattn.ops import has
from symattn.page import matrices
from symattn.plan import Plan
from symattn.plan.derivation import PlanStep, derive
from symattn.plan.tree import stem_and_head
from symattn.records import frozen, replace
from symattn.said import Named
from symattn.tables import in_turn, paired

MOST = 4  # rows with more open scores than this are shown by decimals
TINY = Number.of(
    Fraction(1, 10**6)
)  # a weight below it is 0.0000 with the four digits of a page, and with five
SMALL = Number.of(
    Fraction(1, 2000)
)  # below it four digits show at most one that is no zero


@frozen
class Name:
    """One name: its box, the exact value, and what kind of thing it names (a small weight, or a row's sum), first of which
    line and row (from 1)."""

    key: str
    box: Box
    value: Number
    kind: str
    exponents: tuple[Number, ...] = ()
    line: str = ""
    row: int = 0

    @property
    def tiny(self) -> bool:
        """Whether it is a weight that four or more decimals cannot show."""
        return self.kind == "weight" and sign(self.value - TINY) < 0


@dataclass
class Naming:
    """The names of one question: by line where they first appear, the weights in them, and later values in them."""

    letters: dict[str, Box] = field(default_factory=dict)
    new: dict[str, list[Name]] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)
    weights: dict[str, Matrix] = field(default_factory=dict)
    values: dict[str, Matrix] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    sums: bool = False
    _known: dict[WrittenKey, Name] = field(default_factory=dict)

    def symbols(self, matrix: Matrix) -> list[Name]:
        """The names that stand in a matrix, in the order of their numbers."""
        found = {
            str(b.body)
            for x in in_turn(matrix.values)
            for m in x.terms
            for b, _ in matrices.names_in(m)
        }
        return [name for key, name in self.names.items() if key in found]

    def named(
        self,
        value: Number,
        kind: str,
        at: tuple[str, int],
        exponents: tuple[Number, ...],
    ) -> Number:
        """The letter of a value, which has a name from this line and row on unless it has one already."""
        if value.key not in self._known:
            key = f"{kind}{1 + len(self.names):03d}"
            self._known[value.key] = self.names[key] = Name(
                key, Ink(key), value, kind, exponents, *at
            )
        return symbol(self._known[value.key].key)

    def numbered(self, called: Callable[[str], str]) -> None:
        """Give every name its letter, with the number of its row, or of its head and row where several heads have names; where
        several lines that are no heads do, names are counted. *called* is what a line is called on the page."""
        heads = {
            name.line: stem_and_head(called(name.line))[1]
            for name in self.names.values()
        }
        by_head = None not in heads.values() and len(set(heads.values())) == len(heads)
        for count, name in enumerate(self.names.values(), 1):
            letters = "εδη" if name.kind == "weight" else "σNς"
            letter = next((x for x in letters if x not in self.taken), letters[0])
            places = (
                [name.row]
                if len(heads) == 1
                else [heads[name.line] or 0, name.row]
                if by_head
                else [count]
            )
            self.names[name.key] = named = replace(
                name, box=Script(Ink(letter), sub=_places(places))
            )
            self.letters[name.key] = named.box
            self.new.setdefault(name.line, []).append(named)

    def reduced(self, x: Number) -> Number:
        """A value over a row's sum with what is a multiple of that sum taken out or in, where fewer terms are left: with
        σ = 1 + e, −1 + (2 + e)/σ is 1/σ, and (2 + 2e)/σ is 2."""
        for name in self.names.values():
            if name.kind == "sum" and len(x.terms) > 1:
                x = _shortest(x, symbol(name.key), name.value)
        return x

    def restored(self, x: Number) -> Number:
        """A value with 0 for every tiny weight: what it comes to at first sight."""
        tiny = {
            m
            for m in x.terms
            if any(self.names[str(b.body)].tiny for b, _ in matrices.names_in(m))
        }
        return total(Number({m: c}) for m, c in x.terms.items() if m not in tiny)


def _places(places: Sequence[int]) -> Box:
    """Head and row as one number while both are single digits, as for the entries of a matrix."""
    apart = listed(map(number, places), COMMA)
    return apart if max(places) > 9 else number("".join(map(str, places)))


def has_sums(steps: Iterable[PlanStep]) -> bool:
    """Whether the weights of some row are told by the sum of its exponentials: it has three open scores or more.

    Softmax is told one way on a sheet, so then every row of it is told so.
    """
    return any(
        _open(row) > 2 and not all(w.is_rational for w in values)
        for scores, weights in map(by_rows, _told(steps))
        for row, values in zip(scores.cells(), weights.values, strict=True)
    )


def _told(steps: Iterable[PlanStep]) -> Iterator[PlanStep]:
    """The lines that are weights, whose names and sentences tell of them."""
    return (
        x for x in steps if x.name and isinstance(x.value, Matrix) and are_shares(x)
    )


def _open(scores: Iterable[Entry]) -> int:
    """How many scores are not blocked."""
    return sum(not isinstance(x, Blocked) for x in scores)


def name_weights(
    plan: Plan,
    givens: Named,
    steps: tuple[PlanStep, ...],
    taken: frozenset[str],
    sums: bool,
    called: Callable[[str], str],
    order: Sequence[str],
) -> Naming:
    """Names for every softmax line, and the later lines worked out in them; with *sums* two scores have a sum as well.

    A name that several lines have is of the first one in the *order* of the page; lines that are not in it come last.
    """
    naming = Naming(taken=taken, sums=sums or has_sums(steps))
    places = {name: place for place, name in reversed(list(enumerate(order)))}
    for step in sorted(
        _told(steps), key=lambda step: places.get(str(step.name), len(order))
    ):
        if (named := _named(step, naming)) is not None:
            naming.weights[str(step.name)] = named
    if not naming.names:
        naming.weights.clear()
        return naming
    naming.numbered(called)
    # from a line on that cannot be worked out in names, or would be too long so, values are in full
    with suppress(SymattnError, ArithmeticError, Spent), budget(MOST_NAMED_WORK):
        for step in derive(plan, givens, yours=naming.weights):  # type: ignore[arg-type]
            if (
                step.name
                and isinstance(step.value, Matrix)
                and naming.symbols(step.value)
            ):
                naming.values[step.name] = step.value.map(naming.reduced)
    naming.values.update(naming.weights)
    return naming


def _named(step: PlanStep, naming: Naming) -> Matrix | None:
    """The weights with names in them, or None where a row is too long for names."""
    scores, weights = by_rows(step)
    rows = list[tuple[Number, ...]]()
    for i, (line, shares) in enumerate(
        zip(scores.cells(), weights.values, strict=True), 1
    ):
        if _open(line) > MOST:
            return None
        if all(w.is_rational for w in shares) or any(map(wordy, shares)):
            rows.append(shares)
            continue
        at = str(step.name), i
        live = {j: x for j, x in enumerate(line) if isinstance(x, Number)}
        if len(live) == 2 and not naming.sums:
            # the smaller weight gets a name, the other is what is left of 1
            (one, a), (two, b) = live.items()
            rising = sign(b - a) > 0
            small, large, gap = (one, two, b - a) if rising else (two, one, a - b)
            letter = naming.named(shares[small], "weight", at, (gap,))
            found = {small: letter, large: UNIT - letter}
        else:  # the sum of the exponentials gets a name, the largest score out first
            most = max(live.values(), key=by_size)
            tops = {j: exp(x - most) for j, x in live.items()}
            gaps = tuple(x - most for x in live.values())
            letter = naming.named(total(tops.values()), "sum", at, gaps)
            found = {j: top * letter**-1 for j, top in tops.items()}
        rows.append(tuple(found.get(j, ZERO) for j in range(len(line))))
    whole = from_cells(tuple(rows))
    return whole.T if down(step) else whole


def are_shares(step: PlanStep) -> bool:
    """Whether the weights of a line are exponentials of its scores over their sum, as every name and sentence about them says:
    its operation vouches for it, and the values are looked at. Other operations may give weights, and tell of them themselves.

    >>> from symattn.plan.derivation import solve
    >>> are_shares(solve(Plan.read(["A = softmax(S)"]), {"S": Matrix.of([[1, 2]])}).steps[-1])
    True
    """
    if not has(step.op, "shares of exponentials"):
        return False
    scores, weights = (getattr(x, "blocks", (x,)) for x in (step.inputs[0], step.value))
    with working(MATRIX_BITS):
        return all(
            _all_shares(*by_rows(replace(step, inputs=(a,), value=b)))
            for a, b in zip(scores, weights, strict=True)
        )


def _all_shares(scores: Matrix, weights: Matrix) -> bool:
    table = BallMatrix.lifted(scores).weights().values
    pairs = (
        pair
        for r, s in zip(table, BallMatrix.lifted(weights).values, strict=True)
        for pair in zip(r, s, strict=True)
    )
    return scores.lettered or all(a.overlaps(b) for a, b in pairs)


def down(step: PlanStep) -> bool:
    """Whether weights add up to 1 down the columns."""
    return step.params.get("axis") == 0


def by_rows(step: PlanStep) -> tuple[Matrix, Matrix]:
    """Scores and weights, turned so that every row of weights adds up to 1."""
    return (
        (step.inputs[0].T, step.value.T) if down(step) else (step.inputs[0], step.value)
    )


def equal_share(step: PlanStep) -> Number | None:
    """What each score of weights is given where those of every row are equal, if rows have more than one and all as many; 0
    where they have not as many. None for other lines.

    >>> from symattn.plan.derivation import solve
    >>> [equal_share(solve(Plan.read([f"A = softmax({of})"]), {"S": Matrix.of([[1, 1], [3, 3]])}).steps[-1])
    ...     for of in ("S", "S.T", "causal_mask(S)")]
    [Number(1/2), None, Number(0)]
    """
    if not has(step.op, "shares of exponentials") or not isinstance(step.value, Matrix):
        return None
    scores, weights = by_rows(step)
    found = set[int]()
    for those, shares in zip(scores.cells(), weights.values, strict=True):
        live = [w for x, w in zip(those, shares, strict=True) if isinstance(x, Number)]
        if any(not w.is_rational or w.rational * len(live) != 1 for w in live):
            return None
        found.add(len(live))
    if max(found) < 2:
        return None
    return Number.of(1) / found.pop() if len(found) == 1 else Number.of(0)


def _shortest(x: Number, letter: Number, value: Number) -> Number:
    """The value with t + a/σ written as (t + k) + (a − kσ)/σ, by the k that leaves the fewest terms."""
    below = letter**-1
    (((powers, _), _),) = below.terms.items()
    over = powers[0]
    top = Number(
        {(_without(m[0], over), m[1]): c for m, c in x.terms.items() if over in m[0]}
    )
    plain = Number({m: c for m, c in x.terms.items() if over not in m[0]})
    if not top.terms:
        return x
    factors = [-plain] + [
        Number.of(c / top_c)
        for m, c in top.terms.items()
        if (top_c := value.terms.get(m))
    ]
    tried = [(plain + k) + (top - k * value) * below for k in factors]
    return min([x, *tried], key=lambda one: len(one.terms))


def _without(powers: Powers, item: object) -> Powers:
    return tuple(one for one in powers if one != item)


# --- results ---
# How a result is shown: exact where that fits, in names where they help, rounded where it must be.

TERM = 4.0  # millimetres: the least that a term takes
LONGEST_ENTRY = 46.0  # millimetres: an entry longer than this is shown by its decimals


def short(grid: Grid) -> bool:
    """Whether every entry is short enough to be printed exactly."""
    return all(width(cell) <= LONGEST_ENTRY for cell in in_turn(grid.rows))


def endless(named: Matrix, room: float) -> bool:
    """Whether a matrix has so many terms in a row that it cannot fit, seen before a single one is written."""
    if named.is_rational:
        return False
    if any(map(wordy, in_turn(named.values))):
        return True
    most = [max(len(r[j].terms) for r in named.values) for j in range(named.cols)]
    return sum(most) * TERM > room / 0.8


def settled(value: Matrix, named: Matrix) -> Matrix:
    """A value with what its names cancel to: ε + (1 − ε) is 1 on the nose."""
    pairs = [
        zip(r, s, strict=True) for r, s in zip(value.values, named.values, strict=True)
    ]
    return from_cells(
        tuple(tuple(n if n.is_rational else x for x, n in pair) for pair in pairs),
        value.blocked,
    )


def all_tiny(naming: Naming, named: Matrix) -> bool:
    """Whether every name in a matrix is a tiny weight, and rationals stand beside them."""
    names = naming.symbols(named)
    return (
        bool(names)
        and all(name.tiny for name in names)
        and named.map(naming.restored).is_rational
    )


def outer(naming: Naming, named: Matrix, style: ValuePrinter, sides: str) -> Box | None:
    """A matrix whose rows miss a constant row by their tiny weight: rounded matrix − column of weights · row."""
    if not all_tiny(naming, named) or named.cols < 3:
        return None
    per_row = [
        naming.symbols(named.select([i], range(named.cols))) for i in range(named.rows)
    ]
    rows = {tuple(x.key for x in _coefficients(named, i)) for i in range(named.rows)}
    if any(len(names) != 1 for names in per_row) or len(rows) != 1:
        return None
    base = matrices.exact(named.map(naming.restored), style, sides)
    column = Grid(tuple((names[0].box,) for names in per_row), *sides)
    correction = matrices.exact(Matrix.of([[-c for c in rows.pop()]]), style, sides)
    return row(base, MINUS, column, correction)


def _coefficients(named: Matrix, i: int) -> list[Number]:
    """What stands before the name in every entry of a row."""
    before = (next((c for m, c in x.terms.items() if m[0]), 0) for x in named.values[i])
    return list(map(Number.of, before))


def tiny_error(
    naming: Naming, lines: Iterable[tuple[Matrix, Matrix]]
) -> tuple[Box, int] | None:
    """The largest gap between the decimals of lines and their exact values, and to how many decimals they are right.

    Each line comes as its exact value and the same value in names.
    """
    gaps = [
        gap if sign(gap) > 0 else -gap
        for exact, named in lines
        if all_tiny(naming, named)
        for _, x, short in paired(exact.values, named.map(naming.restored).values)
        if sign(gap := x - short)  # it may be written with exponentials that cancel
    ]
    if not gaps:
        return None
    worst = max(gaps, key=by_size)
    mantissa, exponent = scientific(worst)
    return power_of_ten(worst), -exponent - (1 if Fraction(mantissa) < 5 else 2)
