"""Each entry of an answer against the value it should have: by intervals where decimals are written, else by proof."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from flint import arb, fmpq

from symattn.errors import LimitError, SymattnError
from symattn.exact.ball import working
from symattn.exact.decide import Span, decision, proved_equal
from symattn.exact.in_letters import apart
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import Number
from symattn.exact.text import rounded
from symattn.exact.zero import symbolic
from symattn.language import Cell
from symattn.marking.handed import Handed
from symattn.marking.quick import BITS, Quick
from symattn.marking.rule import Rule

CORRECT, IMPRECISE, INCORRECT, UNDECIDED, FOLLOWS = "correct", "imprecise", "incorrect", "undecided", "follows"
Entries = tuple[tuple[str, ...], ...]
MORE = 12  # digits beyond those asked to which right values are rounded in advance
TINY = arb(2) ** -100
_WORST = (CORRECT, FOLLOWS, IMPRECISE, UNDECIDED, INCORRECT)


class Right:
    """A right value in the forms that answers are compared with, each worked out when first needed and kept for a class.

    >>> Right(Matrix.of([[Number.of(1) / 3]]), Rule(places=2)).rounded(0, 0, 2)
    33/100
    """

    def __init__(self, value: Matrix, rule: Rule) -> None:
        self.value, self.rule = value, rule
        self.cells: tuple[tuple[Entry, ...], ...] = value.cells()
        self._rounded: dict[tuple[int, int, int], fmpq | None] = {}

    @cached_property
    def near(self) -> IntervalMatrix:
        """The value in narrow intervals."""
        return IntervalMatrix.from_exact(self.value)

    @cached_property
    def balls(self) -> Quick:
        """The value in balls."""
        with working(BITS):
            return Quick.of(self.value)

    def rounded(self, i: int, j: int, places: int) -> fmpq | None:
        """An entry rounded to the digits asked or to a few more, as most right answers are; None where they are not asked so."""
        asked = self.rule.significant is None and not self.rule.truncate
        if not asked or not self.rule.places <= places <= self.rule.places + MORE:
            return None
        if (i, j, places) not in self._rounded:
            self._rounded[i, j, places] = _short(self.cells[i][j], places)
        return self._rounded[i, j, places]


def _short(x: Entry, places: int) -> fmpq | None:
    """A value rounded; None where it does not settle."""
    try:
        return None if isinstance(x, Blocked) else fmpq(rounded(x, places), 10**places)
    except SymattnError:
        return None


def judged(answer: Handed, right: Right) -> Entries:
    """The verdict on every entry, against the exact value; the shapes agree."""
    return tuple(tuple(_entry(answer, cell, right, i, j) for j, cell in enumerate(row)) for i, row in enumerate(answer.cells))


def _entry(answer: Handed, cell: Cell, right: Right, i: int, j: int) -> str:
    truth, rule = right.cells[i][j], right.rule
    if isinstance(cell.number, Blocked) or isinstance(truth, Blocked):
        return CORRECT if cell.number is truth else INCORRECT
    if _plainly_right(cell, right, i, j):
        return CORRECT
    if symbolic(truth) or symbolic(cell.number):
        return _in_letters(cell.number, truth)
    if cell.precision is None:
        found = decision(cell.number, truth)
        if found == "different" and cell.span is not None and cell.span.contains(truth):
            return CORRECT if rule.enough(cell) else IMPRECISE
        return {"equal": CORRECT, "different": INCORRECT}.get(found, UNDECIDED)
    written, near = answer.span(cell), right.near.values[i][j]
    try:
        if written.ends is not None and near.low > written.ends[0] and near.high < written.ends[1] and rule.enough(cell):
            return CORRECT
        if written.overlaps(near) and written.contains(truth):
            fine = rule.enough(cell) or proved_equal(cell.number, truth) or _looks_exact(cell, truth, rule)
            return CORRECT if fine else IMPRECISE
        rough = rule.is_whole(cell) and answer.span(cell, rough=True).contains(truth)
    except LimitError:
        return UNDECIDED
    return IMPRECISE if rough else INCORRECT


def _plainly_right(cell: Cell, right: Right, i: int, j: int) -> bool:
    """Whether a rational is the value itself, or its decimal as it is asked: no interval is needed then."""
    truth, number = right.cells[i][j], cell.number
    if not isinstance(number, Number) or not isinstance(truth, Number) or not number.is_rational:
        return False
    if truth.is_rational and number.rational == truth.rational:
        return True
    known = cell.precision
    return known is not None and not known.exponent and number.rational == right.rounded(i, j, known.places)


def _in_letters(written: Number, truth: Number) -> str:
    """By proof for all letters; numbers in their places may show that it is wrong."""
    found = decision(written, truth)
    if found == "undecided" and apart(written, truth):
        return INCORRECT
    return {"equal": CORRECT, "different": INCORRECT}.get(found, UNDECIDED)


def _looks_exact(cell: Cell, truth: Number, rule: Rule) -> bool:
    """Whether a short decimal is the value to twice the digits asked, so that only zeros were left out: 17.0 for 17 − 10⁻⁶¹."""
    return bool(abs(Span.of(cell.number).low - Span.of(truth).low) < arb(10) ** (-2 * rule.places - 2))


def met(answer: Handed, found: IntervalMatrix | None, rule: Rule) -> Entries | None:
    """The verdict on every entry, against the intervals a run gives; None unless the answer has its shape."""
    if found is None or found.shape != answer.shape:
        return None
    return tuple(
        tuple(_meets(answer, cell, found[i, j], rule) for j, cell in enumerate(row)) for i, row in enumerate(answer.cells)
    )


def _meets(answer: Handed, cell: Cell, found: Span | Blocked, rule: Rule) -> str:
    if isinstance(cell.number, Blocked) or isinstance(found, Blocked):
        return CORRECT if cell.number is found else INCORRECT
    if _narrow(found) and Span.of(cell.number).overlaps(found):
        return CORRECT
    if not _says_something(found, answer.span(cell)):
        return INCORRECT
    if answer.span(cell).overlaps(found):
        return CORRECT if rule.enough(cell) else IMPRECISE
    rough = rule.is_whole(cell) and answer.span(cell, rough=True).overlaps(found)
    return IMPRECISE if rough else INCORRECT


def _narrow(found: Span) -> bool:
    """Whether a run gave one value, not all that rounded numbers lead to."""
    return bool(found.high - found.low < (1 + abs(found.high)) * TINY)


def _says_something(found: Span, written: Span) -> bool:
    """Whether a run tells an entry to within its own size: from numbers that may be anything, anything would follow."""
    return bool(found.high - found.low <= 1 + abs(written.low))


def worst(entries: Entries) -> str:
    """The verdict on a matrix: that of its worst entry.

    >>> worst((("correct", "imprecise"),))
    'imprecise'
    """
    return max((verdict for row in entries for verdict in row), key=_WORST.index)


def better(first: Entries, others: Iterable[Entries | None]) -> Entries:
    """The best of several judgements of one answer: of those that are as bad the one with fewest such entries.

    >>> better((("incorrect", "incorrect"),), [(("incorrect", "correct"),)])
    (('incorrect', 'correct'),)
    """
    return min((first, *(other for other in others if other is not None)), key=_badness)


def _badness(entries: Entries) -> tuple[int, int]:
    verdict = worst(entries)
    return _WORST.index(verdict), sum(entry == verdict for row in entries for entry in row)
