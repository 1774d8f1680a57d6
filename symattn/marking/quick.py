"""Matrices of certified balls with 64 bits: fast enough to try hundreds of slips; what fits is looked at again exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from flint import arb, arb_mat

from symattn.errors import SymattnError
from symattn.exact.any_matrix import NOWHERE, AnyMatrix, Mat, Places, paired, picked_places
from symattn.exact.ball import ball
from symattn.exact.entries import Function
from symattn.exact.interval import IntervalMatrix, intervals
from symattn.exact.number import Key, Number
from symattn.exact.span import Span, around

ZERO = arb(0)
BITS = 64


class Quick(AnyMatrix[arb]):
    """An immutable matrix of balls.

    >>> from symattn.exact.matrix import Matrix
    >>> Quick.of(Matrix.of([[1, 2]])).shape
    (1, 2)
    """

    RANK = 2
    __slots__ = ("_values", "blocked", "cols", "m", "rows")

    def __init__(self, m: arb_mat | list[list[arb]], blocked: Places = NOWHERE) -> None:
        self.m, self.blocked = (m if isinstance(m, arb_mat) else arb_mat(m)), blocked
        self.rows, self.cols = self.m.nrows(), self.m.ncols()
        self._values: list[list[arb]] | None = None

    @staticmethod
    def of(m: Mat) -> Quick:
        """The balls around the entries of an exact matrix, or around intervals."""
        rows = [[_around(x) for x in row] for row in intervals(m).values]
        return Quick(arb_mat(rows), m.blocked)

    @property
    def values(self) -> list[list[arb]]:
        """The balls, row by row."""
        if self._values is None:
            self._values = self.m.table()
        return self._values

    def spans(self) -> IntervalMatrix:
        """The same as a matrix of intervals."""
        return IntervalMatrix([[around(x) for x in row] for row in self.values], self.blocked)

    @classmethod
    def lifted(cls, m: Mat) -> Quick:
        """Any matrix as balls."""
        return m if isinstance(m, Quick) else cls.of(m)

    @classmethod
    def entry(cls, x: Number) -> arb:
        """The ball around a number."""
        return _factor(x.key)

    def made(self, values: Iterable[Iterable[arb]], blocked: Places = NOWHERE) -> Quick:
        """A matrix of these balls."""
        return Quick(arb_mat([list(row) for row in values]), blocked)

    def image(self, f: Function, x: arb) -> arb:
        """A ball that holds every value of a function."""
        return f.ball(x)

    @property
    def T(self) -> Quick:
        """The transpose."""
        return Quick(self.m.transpose(), frozenset((j, i) for i, j in self.blocked) if self.blocked else NOWHERE)

    def times(self, other: Quick) -> Quick:
        """The product with a matrix that fits."""
        return Quick(self.m * other.m)

    def plus(self, other: Quick) -> Quick:
        """The sum with a matrix of the same shape."""
        return Quick(self.m + other.m, self.blocked | other.blocked)

    def scaled(self, x: Number) -> Quick:
        """Every entry times x."""
        return Quick(self.m * _factor(x.key), self.blocked)

    def squared(self) -> Quick:
        """Every entry times itself."""
        return self.made([[x**2 for x in row] for row in self.values], self.blocked)

    def larger_than(self, other: Quick) -> Quick:
        """What the larger of two entries may be."""
        return paired(self, other, lambda x, y: x.max(y))

    def flipped(self, i: int, j: int) -> Quick:
        """The same with the sign of one entry changed."""
        table: list[list[arb]] = self.m.table()
        table[i][j] = -table[i][j]
        return Quick(arb_mat(table), self.blocked)

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> Quick:
        """The rows and columns picked out."""
        table = self.values
        return Quick(arb_mat([[table[r][c] for c in cols] for r in rows]), picked_places(self.blocked, rows, cols))

    def masked(self, blocked: Iterable[tuple[int, int]]) -> Quick:
        """The same scores with minus infinity at the given places."""
        return Quick(self.m, self.blocked | frozenset(blocked))

    def opened(self) -> Quick:
        """The same scores with nothing masked."""
        return Quick(self.m)

    def exp(self) -> Quick:
        """e to every entry; 0 where one is blocked."""
        rows = enumerate(self.values)
        return Quick(arb_mat([[ZERO if (i, j) in self.blocked else x.exp() for j, x in enumerate(r)] for i, r in rows]))

    def normalized(self) -> Quick:
        """Every row divided by its sum; a row of zeros stays."""
        return Quick(arb_mat([_shares(row) for row in self.values]))


def _around(x: Span) -> arb:
    return x.low if x.low == x.high else x.low.union(x.high)


def _shares(row: list[arb]) -> list[arb]:
    total = sum(row, ZERO)
    if total != 0:
        return [x / total for x in row]
    if any(x != 0 for x in row):
        raise SymattnError("a row adds up to 0")
    return row


@lru_cache(maxsize=4096)
def _factor(x: Key) -> arb:
    return ball(x, BITS)


def quick(values: Mapping[str, Mat | Number]) -> dict[str, Mat | Number]:
    """Matrices by name as balls; numbers stay what they are.

    >>> quick({"c": Number.of(2)})
    {'c': Number(2)}
    """
    return {name: x if isinstance(x, Number) else as_balls(x) for name, x in values.items()}


def as_balls(x: Mat) -> Mat:
    """A matrix as balls; a batch as it is."""
    return Quick.lifted(x) if isinstance(x, AnyMatrix) else x
