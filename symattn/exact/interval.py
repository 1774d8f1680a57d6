"""Matrices of intervals: what a student's decimals may stand for, carried through the same operations as exact values.

Every interval holds all values it may stand for. The weights of a row are computed as 1 / (1 + Σ e^(s_k − s_j)),
which rises with its own score and falls with every other one, so that they are as narrow as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

from flint import arb

from symattn.errors import ShapeError, SymattnError
from symattn.exact.any_matrix import (
    NOWHERE,
    AnyMatrix,
    Blocked,
    Function,
    Mat,
    Places,
    paired,
    show,
)
from symattn.exact.ball import Balls, real, working
from symattn.exact.decide import BITS, Span, around, corners
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.tables import every

Row = tuple[Span, ...]
UNITY = Span.of(1)


class IntervalMatrix(AnyMatrix[Span]):
    """An immutable matrix of intervals.

    >>> from decimal import Decimal
    >>> IntervalMatrix([[Span.written(Decimal(x)) for x in ("0.3", "0.7")]]).overlaps(Matrix.of([[Decimal("0.34"), 1]]))
    ((True, False),)
    """

    RANK = 1
    __slots__ = ("rows", "cols", "_values", "blocked")

    def __init__(
        self, values: Iterable[Iterable[Span]], blocked: Places = NOWHERE
    ) -> None:
        self._values: tuple[Row, ...] = tuple(tuple(row) for row in values)
        self.rows, self.cols = len(self._values), len(self._values[0])
        self.blocked = blocked

    @property
    def values(self) -> tuple[Row, ...]:
        """The intervals, row by row."""
        return self._values

    @staticmethod
    def from_exact(m: Matrix) -> IntervalMatrix:
        """The narrow intervals around the entries of an exact matrix."""
        with working(BITS):
            balls = Balls()
            return IntervalMatrix(
                [[around(real(balls.value(x))) for x in row] for row in m.values],
                m.blocked,
            )

    def overlaps(self, other: Matrix | IntervalMatrix) -> tuple[tuple[bool, ...], ...]:
        """For every entry, whether some value lies in both; ShapeError for another shape."""
        return _compared(self, IntervalMatrix.lifted(other), Span.overlaps)

    def contains(self, other: Matrix) -> tuple[tuple[bool, ...], ...]:
        """For every entry, whether the exact value lies in the interval, ends included; ShapeError for another shape."""
        return _compared(self, other, Span.contains)

    def precision(self) -> AbstractContextManager[object]:
        """The precision of the ends."""
        return working(BITS)

    @classmethod
    def lifted(cls, m: Mat) -> IntervalMatrix:
        """An exact matrix as narrow intervals; a matrix of intervals as it is."""
        if isinstance(m, Matrix):
            return cls.from_exact(m)
        if not isinstance(m, IntervalMatrix):
            raise SymattnError("a matrix of balls is no matrix of intervals")
        return m

    @classmethod
    def entry(cls, x: Number | Span) -> Span:
        """The narrow interval around a number; one that is known no better as it is."""
        return x if isinstance(x, Span) else Span.of(x)

    def made(
        self, values: Iterable[Iterable[Span]], blocked: Places = NOWHERE
    ) -> IntervalMatrix:
        """A matrix of these intervals."""
        return IntervalMatrix(values, blocked)

    def image(self, f: Function, x: Span) -> Span:
        """Every value of a function on an interval."""
        return f.of_span(x)

    def times(self, other: IntervalMatrix) -> IntervalMatrix:
        """The product with a matrix that fits."""
        columns = tuple(zip(*other.values, strict=True))
        with self.precision():
            return IntervalMatrix(
                [[_dot(row, column) for column in columns] for row in self.values]
            )

    def squared(self) -> IntervalMatrix:
        """Every entry times itself, never below 0."""
        with self.precision():
            return IntervalMatrix(every(_square, self.values), self.blocked)

    def larger_than(self, other: IntervalMatrix) -> IntervalMatrix:
        """What the larger of two entries may be."""
        return paired(
            self, other, lambda x, y: Span(x.low.max(y.low), x.high.max(y.high))
        )

    def within(self, low: Number, high: Number) -> IntervalMatrix:
        """The intervals cut off at two numbers between which they are known to lie."""
        least, most = Span.of(low).low, Span.of(high).high
        return IntervalMatrix(
            [
                [Span(x.low.max(least), x.high.min(most)) for x in row]
                for row in self.values
            ],
            self.blocked,
        )

    def normalized(self) -> IntervalMatrix:
        """Every row divided by its sum; everything is possible where that may be 0."""
        with self.precision():
            return IntervalMatrix(
                [[_share(row, j) for j in range(self.cols)] for row in self.values]
            )

    def __repr__(self) -> str:
        return f"IntervalMatrix({', '.join(str(list(row)) for row in self.cells())})"


def _compared(
    a: IntervalMatrix, b: Mat, test: Callable[..., bool]
) -> tuple[tuple[bool, ...], ...]:
    """The test entry by entry; minus infinity is itself alone. Raises ShapeError."""
    if a.shape != b.shape:
        raise ShapeError(f"a {show(a)} matrix cannot be compared with a {show(b)} one")

    def agree(x: object, y: object) -> bool:
        return (
            x is y if isinstance(x, Blocked) or isinstance(y, Blocked) else test(x, y)
        )

    return tuple(
        tuple(map(agree, r, s)) for r, s in zip(a.cells(), b.cells(), strict=True)
    )


def _dot(row: Row, column: Row) -> Span:
    low = high = arb(0)
    for a, b in zip(row, column, strict=True):
        least, most = corners(a, b)
        low, high = low + least, high + most
    return Span(low.lower(), high.upper())


def _share(row: Row, j: int) -> Span:
    """x_j / Σ x: for entries that are not negative it rises with x_j and falls with every other one."""
    x = row[j]
    others = [y for k, y in enumerate(row) if k != j]
    rest = Span(
        sum((y.low for y in others), arb(0)).lower(),
        sum((y.high for y in others), arb(0)).upper(),
    )
    if all(y.low >= 0 for y in row):
        low = (x.low / (x.low + rest.high)).lower() if x.low > 0 else arb(0)
        high = (x.high / (x.high + rest.low)).upper() if x.high > 0 else arb(0)
        return Span(low, high)
    if x.low > 0 or x.high < 0:
        return UNITY / (UNITY + rest / x)
    return x / (x + rest)


def _square(x: Span) -> Span:
    low, high = corners(x, x)
    return Span(low.lower().max(arb(0)), high.upper())
