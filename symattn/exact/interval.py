"""Matrices of intervals: what a student's decimals may stand for, carried through the same operations as exact values.

Every interval holds all values it may stand for. The weights of a row are computed as 1 / (1 + Σ e^(s_k − s_j)),
which rises with its own score and falls with every other one, so that they are as narrow as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Union

from flint import arb, ctx, fmpq, fmpz

from symattn.errors import ShapeError, SymattnError
from symattn.exact.ball import Balls, real
from symattn.exact.cells import BLOCKED, Blocked, check_rectangle, show
from symattn.exact.matrix import Matrix
from symattn.exact.number import ZERO, Number
from symattn.exact.rowwise import turns
from symattn.exact.span import BITS, Span, around, corners

Row = tuple[Span, ...]
Written = Union[Decimal, tuple[Number, Union[Fraction, None]], Number, int, Fraction, Blocked]
NOTHING = Span.of(0)
UNITY = Span.of(1)


class IntervalMatrix:
    """An immutable matrix of intervals, with the methods of Matrix.

    >>> IntervalMatrix.of_decimals([[Decimal("0.3"), Decimal("0.7")]]).overlaps(Matrix.of([[Decimal("0.34"), 1]]))
    ((True, False),)
    """

    __slots__ = ("rows", "cols", "values", "blocked")

    def __init__(self, values: Iterable[Sequence[Span]], blocked: frozenset[tuple[int, int]] = frozenset()) -> None:
        self.values: tuple[Row, ...] = tuple(tuple(row) for row in values)
        self.rows, self.cols = len(self.values), len(self.values[0])
        self.blocked = blocked

    @staticmethod
    def of_decimals(cells: Iterable[Iterable[Written]]) -> IntervalMatrix:
        """Written decimals (Decimal, or value and unit) stand for all they may be rounded from; other values for themselves."""
        table = [list(row) for row in cells]
        check_rectangle(table)
        blocked = frozenset((i, j) for i, row in enumerate(table) for j, x in enumerate(row) if isinstance(x, Blocked))
        return IntervalMatrix([[_written(x) for x in row] for row in table], blocked)

    @staticmethod
    def from_exact(m: Matrix) -> IntervalMatrix:
        """The narrow intervals around the entries of an exact matrix."""
        with ctx.workprec(BITS):
            balls = Balls()
            return IntervalMatrix([[around(real(balls.value(x))) for x in row] for row in m.values], m.blocked)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.cols

    def __getitem__(self, place: tuple[int, int]) -> Span | Blocked:
        return BLOCKED if place in self.blocked else self.values[place[0]][place[1]]

    def cells(self) -> tuple[tuple[Span | Blocked, ...], ...]:
        """The entries, row by row, BLOCKED where a score is masked."""
        return tuple(tuple(self[i, j] for j in range(self.cols)) for i in range(self.rows))

    def overlaps(self, other: Matrix | IntervalMatrix) -> tuple[tuple[bool, ...], ...]:
        """For every entry, whether some value lies in both; ShapeError for another shape."""
        return _compared(self, intervals(other), lambda a, b: a.overlaps(b))

    def contains(self, other: Matrix) -> tuple[tuple[bool, ...], ...]:
        """For every entry, whether the exact value lies in the interval, ends included; ShapeError for another shape."""
        if self.shape != other.shape:
            raise ShapeError(f"a {show(self)} matrix cannot be compared with a {show(other)} one")
        theirs = other.cells()
        return tuple(tuple(_holds(x, theirs[i][j]) for j, x in enumerate(row)) for i, row in enumerate(self.cells()))

    @property
    def T(self) -> IntervalMatrix:
        """The transpose."""
        return IntervalMatrix(zip(*self.values, strict=True), frozenset((j, i) for i, j in self.blocked))

    def __matmul__(self, other: Matrix | IntervalMatrix) -> IntervalMatrix:
        right = intervals(other)
        if self.cols != right.rows:
            raise ShapeError(f"a {show(self)} matrix times a {show(right)} one: {self.cols} columns meet {right.rows} rows")
        if self.blocked or right.blocked:
            raise SymattnError("a matrix with minus infinity in it cannot be multiplied; take softmax first")
        columns = tuple(zip(*right.values, strict=True))
        with ctx.workprec(BITS):
            return IntervalMatrix([[_dot(row, column) for column in columns] for row in self.values])

    def __rmatmul__(self, other: Matrix) -> IntervalMatrix:
        return intervals(other) @ self

    def __add__(self, other: Matrix | IntervalMatrix) -> IntervalMatrix:
        return _joined(self, intervals(other), Span.__add__)

    __radd__ = __add__

    def __neg__(self) -> IntervalMatrix:
        if self.blocked:
            raise SymattnError("minus infinity cannot be negated; mask after the sign is taken")
        return self._each(Span.__neg__)

    def __sub__(self, other: Matrix | IntervalMatrix) -> IntervalMatrix:
        return self + -intervals(other)

    def __rsub__(self, other: Matrix) -> IntervalMatrix:
        return intervals(other) + -self

    def entrywise(self, other: Matrix | IntervalMatrix) -> IntervalMatrix:
        """The products of entries in the same place, a single row or column repeated."""
        return _joined(self, intervals(other), Span.__mul__)

    def scaled(self, x: Number) -> IntervalMatrix:
        """Every entry times x."""
        factor = Span.of(x)
        return self._each(lambda y: y * factor)

    def _each(self, f: Callable[[Span], Span]) -> IntervalMatrix:
        with ctx.workprec(BITS):
            return IntervalMatrix([[f(x) for x in row] for row in self.values], self.blocked)

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> IntervalMatrix:
        """The rows and columns picked out, in the order given."""
        blocked = frozenset((i, j) for i, r in enumerate(rows) for j, c in enumerate(cols) if (r, c) in self.blocked)
        return IntervalMatrix([[self.values[r][c] for c in cols] for r in rows], blocked)

    def masked(self, blocked: Iterable[tuple[int, int]]) -> IntervalMatrix:
        """The same scores with minus infinity at the given places."""
        return IntervalMatrix(self.values, self.blocked | frozenset(blocked))

    def opened(self) -> IntervalMatrix:
        """The same scores with nothing masked."""
        return IntervalMatrix(self.values)

    def exp(self) -> IntervalMatrix:
        """e to every entry; 0 where one is blocked."""
        with ctx.workprec(BITS):
            return IntervalMatrix([[self._power(i, j) for j in range(self.cols)] for i in range(self.rows)])

    def _power(self, i: int, j: int) -> Span:
        x = self.values[i][j]
        return NOTHING if (i, j) in self.blocked else Span(x.low.exp().lower(), x.high.exp().upper())

    def normalized(self) -> IntervalMatrix:
        """Every row divided by its sum; everything is possible where that may be 0."""
        with ctx.workprec(BITS):
            return IntervalMatrix([[_share(row, j) for j in range(self.cols)] for row in self.values])

    def softmax(self, axis: int = 1) -> IntervalMatrix:
        """Softmax along every row (axis 1) or down every column (axis 0); an entirely blocked row is an error."""
        if axis == 0:
            return self.T.softmax().T
        for i in range(self.rows):
            if all((i, j) in self.blocked for j in range(self.cols)):
                raise SymattnError(f"row {i + 1} is blocked entirely, softmax has nothing to weigh; leave one score open")
        return self.exp().normalized()

    def rounded(self, places: int) -> IntervalMatrix:
        """Every entry rounded half away from zero to so many decimal places."""
        unit = fmpz(10) ** places
        return self._each(lambda x: Span((_nearest(x.low * unit) / unit).lower(), (_nearest(x.high * unit) / unit).upper()))

    def relu(self) -> IntervalMatrix:
        """Every entry or 0, whichever is larger."""
        return self._each(lambda x: Span(x.low.max(arb(0)), x.high.max(arb(0))))

    def rope(self, base: Number, start: int) -> IntervalMatrix:
        """Every row turned by its position, pairs of columns at rates base^(-2p/columns)."""
        found = turns(self.rows, self.cols, base, start)
        with ctx.workprec(BITS):
            return IntervalMatrix([_rotated(row, turn) for row, turn in zip(self.values, found, strict=True)])

    def layer_norm(self, eps: Number = ZERO) -> IntervalMatrix:
        """Every row minus its mean, over its population deviation."""
        with ctx.workprec(BITS):
            return IntervalMatrix([_standardized(row, Span.of(eps)) for row in self.values])

    @staticmethod
    def beside(*ms: Matrix | IntervalMatrix) -> IntervalMatrix:
        """The matrices side by side; raises ShapeError when their heights differ."""
        return IntervalMatrix.on_top(*(intervals(m).T for m in ms)).T

    @staticmethod
    def on_top(*ms: Matrix | IntervalMatrix) -> IntervalMatrix:
        """The matrices on top of each other; raises ShapeError when their widths differ."""
        if len({m.cols for m in ms}) > 1:
            raise ShapeError("matrices to be joined must fit, not " + " and ".join(show(m) for m in ms))
        rows: list[Row] = []
        blocked: set[tuple[int, int]] = set()
        for m in map(intervals, ms):
            blocked |= {(i + len(rows), j) for i, j in m.blocked}
            rows += m.values
        return IntervalMatrix(rows, frozenset(blocked))

    def __repr__(self) -> str:
        return f"IntervalMatrix({', '.join(str(list(row)) for row in self.cells())})"


def intervals(m: Matrix | IntervalMatrix) -> IntervalMatrix:
    """An exact matrix as narrow intervals; a matrix of intervals as it is.

    >>> intervals(Matrix.of([[1, 2]])).shape
    (1, 2)
    """
    return IntervalMatrix.from_exact(m) if isinstance(m, Matrix) else m


def _written(x: Written) -> Span:
    if isinstance(x, Blocked):
        return NOTHING
    return Span.written(x) if isinstance(x, (Decimal, tuple)) else Span.of(x)


def _holds(mine: Span | Blocked, theirs: Number | Blocked) -> bool:
    if isinstance(mine, Blocked) or isinstance(theirs, Blocked):
        return mine is theirs
    return mine.contains(theirs)


def _compared(a: IntervalMatrix, b: IntervalMatrix, test: Callable[[Span, Span], bool]) -> tuple[tuple[bool, ...], ...]:
    if a.shape != b.shape:
        raise ShapeError(f"a {show(a)} matrix cannot be compared with a {show(b)} one")
    return tuple(tuple(_meets(x, y, test) for x, y in zip(r, s, strict=True)) for r, s in zip(a.cells(), b.cells(), strict=True))


def _meets(x: Span | Blocked, y: Span | Blocked, test: Callable[[Span, Span], bool]) -> bool:
    if isinstance(x, Blocked) or isinstance(y, Blocked):
        return x is y
    return test(x, y)


def _joined(a: IntervalMatrix, b: IntervalMatrix, f: Callable[[Span, Span], Span]) -> IntervalMatrix:
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    if any(m.rows not in (1, rows) or m.cols not in (1, cols) for m in (a, b)):
        raise ShapeError(f"a {show(a)} matrix and a {show(b)} one cannot be joined entry by entry")
    a, b = (m.select([min(i, m.rows - 1) for i in range(rows)], [min(j, m.cols - 1) for j in range(cols)]) for m in (a, b))
    with ctx.workprec(BITS):
        table = [[f(x, y) for x, y in zip(r, s, strict=True)] for r, s in zip(a.values, b.values, strict=True)]
    return IntervalMatrix(table, a.blocked | b.blocked)


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
    rest = Span(sum((y.low for y in others), arb(0)).lower(), sum((y.high for y in others), arb(0)).upper())
    if all(y.low >= 0 for y in row):
        low = (x.low / (x.low + rest.high)).lower() if x.low > 0 else arb(0)
        high = (x.high / (x.high + rest.low)).upper() if x.high > 0 else arb(0)
        return Span(low, high)
    if x.low > 0 or x.high < 0:
        return UNITY / (UNITY + rest / x)
    return x / (x + rest)


def _nearest(x: arb) -> arb:
    half = fmpq(1, 2)
    return -((half - x).floor()) if x < 0 else (x + half).floor()


def _rotated(row: Row, turn: tuple[tuple[Number, Number], ...]) -> list[Span]:
    out: list[Span] = []
    for p, (cos, sin) in enumerate(turn):
        x, y, c, s = row[2 * p], row[2 * p + 1], Span.of(cos), Span.of(sin)
        out += [x * c - y * s, x * s + y * c]
    return out


def _standardized(row: Row, eps: Span) -> list[Span]:
    """(x − mean) / √(variance + eps); no entry is ever beyond ±√(n − 1), which helps where the deviation may be 0."""
    n = len(row)
    share, keep = Span.of(fmpq(1, n)), Span.of(fmpq(n - 1, n))
    total = [sum((y for k, y in enumerate(row) if k != j), NOTHING) for j in range(n)]
    centred = [x * keep - rest * share for x, rest in zip(row, total, strict=True)]
    variance = sum((_square(c) for c in centred), NOTHING) * share + eps
    deviation = Span(variance.low.max(arb(0)).sqrt().lower(), variance.high.sqrt().upper())
    most = arb(n - 1).sqrt().upper()
    found = [c / deviation for c in centred]
    return [Span(x.low.max(-most), x.high.min(most)) for x in found]


def _square(x: Span) -> Span:
    low, high = corners(x, x)
    return Span(low.lower().max(arb(0)), high.upper())
