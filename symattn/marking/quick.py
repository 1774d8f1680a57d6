"""Matrices of certified balls with 64 bits: fast enough to try hundreds of slips; what fits is looked at again exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from flint import arb, arb_mat

from symattn.errors import ShapeError, SymattnError
from symattn.exact.ball import ball
from symattn.exact.interval import IntervalMatrix, intervals
from symattn.exact.matrix import BLOCKED, Blocked, Matrix
from symattn.exact.number import Key, Number
from symattn.exact.span import Span, around

Places = frozenset[tuple[int, int]]
NOTHING: Places = frozenset()
ZERO = arb(0)


class Quick:
    """An immutable matrix of balls with the methods of Matrix.

    >>> Quick.of(Matrix.of([[1, 2]])).shape
    (1, 2)
    """

    __slots__ = ("blocked", "cols", "m", "rows")

    def __init__(self, m: arb_mat | list[list[arb]], blocked: Places = NOTHING) -> None:
        self.m, self.blocked = (m if isinstance(m, arb_mat) else arb_mat(m)), blocked
        self.rows, self.cols = self.m.nrows(), self.m.ncols()

    @staticmethod
    def of(m: Matrix | IntervalMatrix) -> Quick:
        """The balls around the entries of an exact matrix, or around intervals."""
        rows = [[_around(x) for x in row] for row in intervals(m).values]
        return Quick(arb_mat(rows), m.blocked)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.cols

    @property
    def values(self) -> list[list[arb]]:
        """The balls, row by row."""
        found: list[list[arb]] = self.m.table()
        return found

    def cells(self) -> tuple[tuple[arb | Blocked, ...], ...]:
        """The balls, row by row, BLOCKED where a score is masked."""
        rows = enumerate(self.values)
        return tuple(tuple(BLOCKED if (i, j) in self.blocked else x for j, x in enumerate(row)) for i, row in rows)

    def spans(self) -> IntervalMatrix:
        """The same as a matrix of intervals."""
        return IntervalMatrix([[around(x) for x in row] for row in self.values], self.blocked)

    @property
    def T(self) -> Quick:
        """The transpose."""
        return Quick(self.m.transpose(), frozenset((j, i) for i, j in self.blocked) if self.blocked else NOTHING)

    def __matmul__(self, other: Quick) -> Quick:
        if self.cols != other.rows:
            raise ShapeError("the columns of the first are not the rows of the second")
        if self.blocked or other.blocked:
            raise SymattnError("minus infinity cannot be multiplied")
        return Quick(self.m * other.m)

    def __add__(self, other: Quick) -> Quick:
        if self.shape == other.shape:
            return Quick(self.m + other.m, self.blocked | other.blocked)
        return self._entries(other, lambda x, y: x + y)

    def __neg__(self) -> Quick:
        return Quick(-self.m, self.blocked)

    def __sub__(self, other: Quick) -> Quick:
        return self + -other

    def scaled(self, x: Number) -> Quick:
        """Every entry times x."""
        return Quick(self.m * _factor(x.key), self.blocked)

    def entrywise(self, other: Quick | Matrix) -> Quick:
        """The products of entries in the same place."""
        return self._entries(other if isinstance(other, Quick) else Quick.of(other), lambda x, y: x * y)

    def _entries(self, other: Quick, f: Callable[[arb, arb], arb]) -> Quick:
        rows, cols = max(self.rows, other.rows), max(self.cols, other.cols)
        if any(m.rows not in (1, rows) or m.cols not in (1, cols) for m in (self, other)):
            raise ShapeError("the shapes do not fit")
        a, b = self.values, other.values
        pairs = [[(a[i % self.rows][j % self.cols], b[i % other.rows][j % other.cols]) for j in range(cols)] for i in range(rows)]
        return Quick(arb_mat([[f(x, y) for x, y in row] for row in pairs]), self.blocked | other.blocked)

    def flipped(self, i: int, j: int) -> Quick:
        """The same with the sign of one entry changed."""
        table = self.values
        table[i][j] = -table[i][j]
        return Quick(arb_mat(table), self.blocked)

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> Quick:
        """The rows and columns picked out."""
        table = self.values
        blocked = frozenset((i, j) for i, r in enumerate(rows) for j, c in enumerate(cols) if (r, c) in self.blocked)
        return Quick(arb_mat([[table[r][c] for c in cols] for r in rows]), blocked)

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

    def softmax(self, axis: int = 1) -> Quick:
        """Softmax along every row (axis 1) or down every column (axis 0); a row blocked entirely gives zeros."""
        return self.exp().normalized() if axis else self.T.softmax().T

    @staticmethod
    def beside(*ms: Quick) -> Quick:
        """The matrices side by side."""
        return Quick.on_top(*(m.T for m in ms)).T

    @staticmethod
    def on_top(*ms: Quick) -> Quick:
        """The matrices on top of each other."""
        if len({m.cols for m in ms}) > 1:
            raise ShapeError("the matrices must be equally wide")
        blocked = {(i + sum(n.rows for n in ms[:k]), j) for k, m in enumerate(ms) for i, j in m.blocked}
        return Quick(arb_mat([row for m in ms for row in m.values]), frozenset(blocked))

    def __getattr__(self, name: str) -> Any:
        """What is rarely needed (rounding, rotation, layer normalisation) is done on intervals."""
        if name.startswith("_") or not callable(getattr(IntervalMatrix, name, None)):
            raise AttributeError(name)
        return lambda *args: _back(getattr(self.spans(), name)(*args))


def _back(found: Any) -> Any:
    return Quick.of(found) if isinstance(found, IntervalMatrix) else found


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
    return ball(x, 64)


def quick(values: dict[str, Any]) -> dict[str, Any]:
    """Matrices by name as balls; numbers stay what they are.

    >>> quick({"c": Number.of(2)})
    {'c': Number(2)}
    """
    return {name: as_balls(x) for name, x in values.items()}


def like(matrix: Any) -> Callable[[Matrix], Any]:
    """What brings an exact matrix into the kind of another: balls, intervals, or exact as it is.

    >>> like(Quick.of(Matrix.of([[1]])))(Matrix.of([[2]])).shape
    (1, 1)
    """
    if isinstance(matrix, Quick):
        return Quick.of
    return IntervalMatrix.from_exact if isinstance(matrix, IntervalMatrix) else lambda exact: exact


def as_balls(x: Any) -> Any:
    """A matrix as balls; whatever else as it is."""
    return Quick.of(x) if isinstance(x, (Matrix, IntervalMatrix)) else x
