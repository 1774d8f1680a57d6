"""What a student handed in for one line: every entry as written, and the values it may stand for."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field
from functools import cached_property
from operator import attrgetter

from flint import arb

from symattn.exact.any_matrix import Places
from symattn.exact.decide import Span
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import Number, rational
from symattn.language import Cell
from symattn.marking.rule import Rule
from symattn.records import frozen
from symattn.said import Said
from symattn.tables import every, placed

Cells = tuple[tuple[Cell, ...], ...]
HAIR = arb(2) ** -50  # by which an end that does not belong to an interval is left out


@frozen
class Handed:
    """One answer: the name it was given, its entries, or why they cannot be read; ``notes`` say how it was understood."""

    written: str
    cells: Cells = ()
    error: str = ""
    notes: tuple[Said, ...] = ()
    text: str = ""
    rule: Rule = field(default=Rule(), repr=False)
    earlier: tuple[Cells, ...] = field(
        default=(), repr=False
    )  # the values before it in its chain of equalities
    others: tuple[Cells, ...] = field(
        default=(), repr=False
    )  # what it may be read as too: where one of them is right, that is meant
    doubtful: tuple[Cells, ...] = field(
        default=(), repr=False
    )  # what it may be too: where one of them is right, a person looks at it
    line: int = 0
    open: str = ""  # why a person looks at it where it is not right: numbers beside it that nobody accounts for
    slipped: Said | None = None  # what there is to say where it is wrong: its unit is
    as_asked: bool = field(
        default=False, repr=False
    )  # whether its decimals have to have the digits asked

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; (0, 0) when it cannot be read."""
        return (len(self.cells), len(self.cells[0])) if self.cells else (0, 0)

    @cached_property
    def matrix(self) -> Matrix:
        """The exact values as written."""
        return Matrix.of(every(attrgetter("number"), self.cells))

    @cached_property
    def spans(self) -> IntervalMatrix:
        """All the values that each entry may stand for."""
        return IntervalMatrix(every(self.span, self.cells), self._blocked)

    @cached_property
    def _blocked(self) -> Places:
        return frozenset(
            at for at, cell in placed(self.cells) if isinstance(cell.number, Blocked)
        )

    def span(self, cell: Cell) -> Span:
        """The values one entry may stand for: a decimal for all it may be rounded from, by its own last digit or the last one
        asked, whichever is wider; where it has to have the digits asked, for those it is right for; anything else for itself."""
        if cell.precision is None or isinstance(cell.number, Blocked):
            return _point(cell)
        if not self.as_asked:
            return Span.between(*self.rule.stands(cell))
        found = Span.between(*self.rule.reach(cell))
        if not self.rule.truncate or not isinstance(cell.number, Number):
            return found
        x = (
            cell.number.rational
        )  # cutting gives it, and never the next number away from 0
        return Span(
            found.low + HAIR if x <= 0 else found.low,
            found.high - HAIR if x >= 0 else found.high,
        )

    def carried(self, exact: Matrix) -> IntervalMatrix:
        """The values as later lines may have used them: a whole number is that number, unless it is the exact value
        rounded; the exact value with its zeros left out, or worked out, is itself; any other decimal may stand for what
        it was rounded from."""
        truth = (
            IntervalMatrix.from_exact(exact).values
            if exact.shape == self.shape
            else None
        )
        table = [
            [
                self._used(cell, None if truth is None else truth[i][j])
                for j, cell in enumerate(row)
            ]
            for i, row in enumerate(self.cells)
        ]
        return IntervalMatrix(table, self._blocked)

    @property
    def value(self) -> Hashable:
        """What its verdict depends on: the values of expressions, and decimals digit by digit, which claim precision."""
        return self.error, every(attrgetter("value"), self.cells)

    def _used(self, cell: Cell, truth: Span | None) -> Span:
        if isinstance(cell.number, Blocked):
            return _point(cell)
        itself = truth is not None and Span.of(cell.number).overlaps(truth)
        if itself and not _may_be_rounded(cell, self.rule):
            return Span.of(cell.number)
        whole = self.rule.is_whole(cell) and self.rule.finest < self.rule.unit
        if cell.precision is not None and not whole and self.rule.has_enough(cell):
            return self.span(cell)
        if truth is not None and _near(cell, truth, self.rule):
            return Span.of(cell.number)
        if cell.precision is None:
            return _point(cell)
        rounded = not whole or (truth is not None and self.span(cell).overlaps(truth))
        return self.span(cell) if rounded else _point(cell)


def _may_be_rounded(cell: Cell, rule: Rule) -> bool:
    """Whether the exact value may stand for what it was rounded from: one digit, a last one that need not be there, 0.1000, or
    a unit that is not the line's, 4 GiB for 4.29 GB."""
    if cell.precision is None or isinstance(cell.number, Blocked):
        return False
    if cell.unit is not None and rational(cell.unit.factor) != rational(rule.unit):
        return True
    units = rational(cell.number) / rational(cell.precision.unit)
    return bool(abs(units) < 10 or (units.q == 1 and units.p % 10 == 0))


def _near(cell: Cell, truth: Span, rule: Rule) -> bool:
    """Whether a number without all digits asked is the exact value, as far as later lines can tell."""
    gap = abs(Span.of(cell.number).low - truth.low)
    return bool(gap < arb(10) ** (-rule.places - 4))


def _point(cell: Cell) -> Span:
    if cell.span is not None:
        return cell.span
    return Span.of(0) if isinstance(cell.number, Blocked) else Span.of(cell.number)
