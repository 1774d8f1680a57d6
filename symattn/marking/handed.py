"""What a student handed in for one line: every entry as written, and the values it may stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from flint import arb, fmpq

from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import rational
from symattn.exact.span import Span
from symattn.language import Cell
from symattn.marking.rule import Rule

Cells = tuple[tuple[Cell, ...], ...]
FLOAT_DIGITS = 15  # a decimal of so many digits is a printed float64, whose last digits are noise
NOISE = fmpq(1, 10**13)


@dataclass(frozen=True)
class Handed:
    """One answer: the name it was given, its entries, or why they cannot be read; ``notes`` say how it was understood."""

    written: str
    cells: Cells = ()
    error: str = ""
    notes: tuple[str, ...] = ()
    text: str = ""
    rule: Rule = field(default=Rule(), repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; (0, 0) when it cannot be read."""
        return (len(self.cells), len(self.cells[0])) if self.cells else (0, 0)

    @property
    def turned(self) -> Handed:
        """The same answer transposed: rows written as columns."""
        return replace(self, cells=tuple(zip(*self.cells, strict=True)))

    @property
    def whole(self) -> Handed:
        """The same answer, its whole numbers meant exactly."""
        cells = tuple(tuple(replace(c, precision=None) if "." not in c.text else c for c in row) for row in self.cells)
        return replace(self, cells=cells)

    @property
    def meant(self) -> Handed:
        """The same answer; beside 1/2 or e^2 its whole numbers are exact too, no rough decimals."""
        exact = any(c.precision is None and not isinstance(c.number, Blocked) for row in self.cells for c in row)
        return self.whole if exact else self

    @cached_property
    def matrix(self) -> Matrix:
        """The exact values as written."""
        return Matrix.of([[cell.number for cell in row] for row in self.cells])

    @cached_property
    def spans(self) -> IntervalMatrix:
        """All the values that each entry may stand for."""
        return self._spans(lambda cell: True)

    @cached_property
    def _noise(self) -> fmpq:
        """How far the entries of printed float64 numbers may be off; 0 where none has so many digits."""
        known = [cell for row in self.cells for cell in row if cell.precision and not isinstance(cell.number, Blocked)]
        if not any(len(cell.text.partition("e")[0].lstrip("-+0.").replace(".", "")) >= FLOAT_DIGITS for cell in known):
            return fmpq(0)
        return max(abs(rational(cell.number)) for cell in known) * NOISE

    def _spans(self, wide: Callable[[Cell], bool]) -> IntervalMatrix:
        blocked = frozenset(
            (i, j) for i, row in enumerate(self.cells) for j, cell in enumerate(row) if isinstance(cell.number, Blocked)
        )
        return IntervalMatrix([[self.span(cell) if wide(cell) else _point(cell) for cell in row] for row in self.cells], blocked)

    def span(self, cell: Cell) -> Span:
        """The values one entry may stand for: a decimal for all it may be rounded from, anything else for itself."""
        if cell.precision is None or isinstance(cell.number, Blocked):
            return _point(cell)
        return Span.between(*self.rule.ends(rational(cell.number), cell.precision.unit, self._noise))

    def carried(self, exact: Matrix) -> IntervalMatrix:
        """The values as later lines may have used them: a whole number, and the exact value with its zeros left out, is
        that number; any other decimal may stand for what it was rounded from."""
        truth = IntervalMatrix.from_exact(exact) if exact.shape == self.shape else None
        meant = {
            id(cell)
            for i, row in enumerate(self.cells)
            for j, cell in enumerate(row)
            if cell.precision
            and (not cell.precision.places or (truth is not None and _shows(cell, truth.values[i][j], self.rule)))
        }
        return self._spans(lambda cell: id(cell) not in meant)


def _shows(cell: Cell, truth: Span, rule: Rule) -> bool:
    """Whether a decimal with fewer digits than asked is the exact value all the same, its zeros left out."""
    if rule.enough(cell):
        return False
    gap = abs(Span.of(cell.number).low - truth.low)
    return bool(gap < arb(10) ** (-rule.places - 4))


def _point(cell: Cell) -> Span:
    return Span.of(0) if isinstance(cell.number, Blocked) else Span.of(cell.number)
