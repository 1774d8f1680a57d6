"""Matrices of certified balls at the precision in force: an operation's own rule, carried out on them, bounds its value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from flint import arb, arb_mat, ctx

from symattn.errors import SymattnError
from symattn.exact.any_matrix import NOWHERE, AnyMatrix, Mat, Places, paired, picked_places
from symattn.exact.ball import ball
from symattn.exact.entries import Function
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number

ZERO = arb(0)
B = TypeVar("B", bound="BallMatrix")


class BallMatrix(AnyMatrix[arb]):
    """An immutable matrix of balls.

    >>> from symattn.exact.precision import working
    >>> with working(64):
    ...     (BallMatrix.lifted(Matrix.of([[1, 2]])) @ Matrix.of([[3], [4]])).values
    [[11.0000000000000000]]
    """

    RANK = 2
    __slots__ = ("_values", "blocked", "cols", "m", "rows")

    def __init__(self, m: arb_mat | list[list[arb]], blocked: Places = NOWHERE) -> None:
        self.m, self.blocked = (m if isinstance(m, arb_mat) else arb_mat(m)), blocked
        self.rows, self.cols = self.m.nrows(), self.m.ncols()
        self._values: list[list[arb]] | None = None

    @property
    def values(self) -> list[list[arb]]:
        """The balls, row by row."""
        if self._values is None:
            self._values = self.m.table()
        return self._values

    @classmethod
    def lifted(cls: type[B], m: Mat) -> B:
        """An exact matrix as balls; a matrix of balls as it is; SymattnError for intervals."""
        if isinstance(m, cls):
            return m
        if not isinstance(m, Matrix):
            raise SymattnError("intervals have no precision to be raised")
        return cls(m.balls(), m.blocked)

    @classmethod
    def entry(cls, x: Number) -> arb:
        """The ball around a number."""
        return ball(x, ctx.prec)

    def made(self: B, values: Iterable[Iterable[arb]], blocked: Places = NOWHERE) -> B:
        """A matrix of these balls."""
        return type(self)(arb_mat([list(row) for row in values]), blocked)

    def image(self, f: Function, x: arb) -> arb:
        """A ball that holds every value of a function."""
        return f.ball(x)

    @property
    def T(self: B) -> B:
        """The transpose."""
        return type(self)(self.m.transpose(), frozenset((j, i) for i, j in self.blocked) if self.blocked else NOWHERE)

    def times(self: B, other: B) -> B:
        """The product with a matrix that fits."""
        return type(self)(self.m * other.m)

    def plus(self: B, other: B) -> B:
        """The sum with a matrix of the same shape."""
        return type(self)(self.m + other.m, self.blocked | other.blocked)

    def scaled(self: B, x: Number) -> B:
        """Every entry times x."""
        return type(self)(self.m * self.entry(x), self.blocked)

    def squared(self: B) -> B:
        """Every entry times itself."""
        return self.made([[x**2 for x in row] for row in self.values], self.blocked)

    def larger_than(self: B, other: B) -> B:
        """What the larger of two entries may be."""
        return paired(self, other, lambda x, y: x.max(y))

    def select(self: B, rows: Sequence[int], cols: Sequence[int]) -> B:
        """The rows and columns picked out."""
        table = self.values
        return type(self)(arb_mat([[table[r][c] for c in cols] for r in rows]), picked_places(self.blocked, rows, cols))

    def masked(self: B, blocked: Iterable[tuple[int, int]]) -> B:
        """The same scores with minus infinity at the given places."""
        return type(self)(self.m, self.blocked | frozenset(blocked))

    def opened(self: B) -> B:
        """The same scores with nothing masked."""
        return type(self)(self.m)

    def exp(self: B) -> B:
        """e to every entry; 0 where one is blocked."""
        rows = enumerate(self.values)
        return type(self)(arb_mat([[ZERO if (i, j) in self.blocked else x.exp() for j, x in enumerate(r)] for i, r in rows]))

    def normalized(self: B) -> B:
        """Every row divided by its sum; anything where that may be 0."""
        return type(self)(arb_mat([[x / total for x in row] for row in self.values for total in [sum(row, ZERO)]]))
