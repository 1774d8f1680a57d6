"""What all matrices share, whatever their entries are: cells, what an entry can do, and what a matrix can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import reduce
from operator import add, mul, truediv
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, Union

from flint import arb

from symattn.errors import ShapeError, SymattnError, how_many
from symattn.exact.decide import EVERYTHING, Span
from symattn.exact.functions import exp, log, root, sigmoid
from symattn.exact.number import UNIT, ZERO, Number
from symattn.records import frozen
from symattn.tables import Place, every, in_turn
from symattn.wording import undefined

# --- cells ---
# Cells and shapes: minus infinity as the entry of a masked score, and what a table must be to be a matrix.


class Blocked:
    """Minus infinity: a masked score. There is one, ``BLOCKED``.

    >>> BLOCKED
    -inf
    """

    def __repr__(self) -> str:
        return "-inf"

    def __reduce__(self) -> str:
        return "BLOCKED"


BLOCKED = Blocked()
Places = frozenset[Place]
NOWHERE: Places = frozenset()


class LogsOfNothing(Places):
    """Places of minus infinity that are logarithms of 0, which a factor of 0 makes 0."""


Entry = Union[Number, Blocked]


def check_rectangle(table: Sequence[Sequence[object]]) -> None:
    """Raise ShapeError unless every row is as long as the first, and there is one.

    >>> check_rectangle([[1, 2]])
    """
    if not table or not table[0]:
        raise ShapeError("the matrix is empty", "write at least one row with one entry")
    for i, row in enumerate(table):
        if len(row) != len(table[0]):
            many = f"{len(row)} entr{'y' if len(row) == 1 else 'ies'}"
            raise ShapeError(
                f"ragged matrix: row {i + 1} has {many}, row 1 has {len(table[0])}"
            )


def blocked_in(table: Iterable[Iterable[object]]) -> Places:
    """The places of minus infinity in the rows of a matrix.

    >>> blocked_in([[1, BLOCKED]]) == {(0, 1)}
    True
    """
    return frozenset(
        (i, j)
        for i, row in enumerate(table)
        for j, x in enumerate(row)
        if isinstance(x, Blocked)
    )


def show(m: Mat) -> str:
    """The shape as people write it.

    >>> from symattn.exact.matrix import Matrix
    >>> show(Matrix.of([[1, 2]]))
    '1×2'
    """
    return f"{m.rows}×{m.cols}"


# --- entries ---
# A function of one number for every kind of entry: exact values, intervals, balls.

AnyEntry = TypeVar("AnyEntry", Number, Span, arb)
"""An entry of an exact matrix, of one of intervals, of one of balls."""


@frozen
class Function:
    """A function of one number, said once for every kind of entry.

    ``exact`` takes exact values; ``ball`` takes balls and gives one that holds every value of the function on it.
    ``rising`` is 1 where the function never falls, -1 where it never rises: then an interval's ends go to the ends of its
    image. ``below`` is its value at minus infinity; None where minus infinity stays.

    >>> half = Function(lambda x: x / 2, lambda x: x / 2, rising=1)
    >>> half.exact(Number.of(3)), half.of_span(Span.of(3))
    (Number(3/2), [1.5000000, 1.5000000])
    """

    exact: Callable[[Number], Number]
    ball: Callable[[arb], arb]
    rising: int = 0
    below: Number | None = None

    def of_span(self, x: Span) -> Span:
        """Every value on an interval; anything where it has none at one end, SymattnError where it has none at both."""
        ends = self.ball(x.low), self.ball(x.high)
        whole = (
            ends[:: self.rising] if self.rising else [self.ball(x.low.union(x.high))]
        )
        low, high = whole[0].lower(), whole[-1].upper()
        if low.is_finite() and (high.is_finite() or self.rising):
            return Span(low, high)
        if not any(end.is_finite() for end in ends):
            raise undefined("no_value")
        return EVERYTHING


EXP = Function(exp, arb.exp, rising=1, below=ZERO)
ROOT = Function(root, arb.sqrt, rising=1)
LOG = Function(log, arb.log, rising=1)
LOG2 = Function(lambda x: log(x) / log(2), lambda x: x.log() / arb(2).log(), rising=1)
LOG10 = Function(
    lambda x: log(x) / log(10), lambda x: x.log() / arb(10).log(), rising=1
)
SIGMOID = Function(sigmoid, lambda x: 1 / (1 + (-x).exp()), rising=1, below=ZERO)


# --- any matrix ---
# What every kind of matrix can do: exact matrices, matrices of intervals and of balls, and batches of them entry by entry.
#
# A value rule is written once, over ``AnyMatrix``. A new kind of entry is a subclass: it says what its entries are made of
# (the abstract methods), and may override what it can do faster or more narrowly (``exp``, ``weights``, ``normalized``).


#
# What an entry can do, and the result of each is as good as the entry, exact or certain to hold the true value: the ring,
# and ``x / y``, which raises SymattnError for an exact 0 and gives everything where y only may be 0.

E = TypeVar("E", bound=Any)
M = TypeVar("M", bound="AnyMatrix[Any]")
X = TypeVar("X")
Mat: TypeAlias = "AnyMatrix[Any]"


class AnyMatrix(ABC, Generic[E]):
    """An immutable matrix of n rows and m columns of some kind of entry; ``blocked`` are the places of minus infinity.

    Matrices of two kinds meet in the wider one: exact ones become intervals, both become balls (``RANK`` says which is
    wider). What stands at a blocked place besides is never part of a result.
    """

    __slots__ = ()
    RANK: ClassVar[int]
    rows: int
    cols: int
    blocked: Places

    @property
    @abstractmethod
    def values(self) -> Sequence[Sequence[E]]:
        """The entries, row by row; what stands at a blocked place means nothing."""

    @abstractmethod
    def made(self: M, values: Iterable[Iterable[E]], blocked: Places = NOWHERE) -> M:
        """A matrix of this kind."""

    @classmethod
    @abstractmethod
    def lifted(cls: type[M], m: Mat) -> M:
        """A matrix of this kind or of one that is less wide, as this kind."""

    @classmethod
    @abstractmethod
    def entry(cls, x: Number) -> E:
        """An exact number as an entry."""

    @abstractmethod
    def image(self, f: Function, x: E) -> E:
        """A function of one entry."""

    @abstractmethod
    def squared(self: M) -> M:
        """Every entry times itself, never below 0."""

    def square_sums(self: M) -> M:
        """The sum of the squares of every row, one column."""
        table = self.squared().values
        with self.precision():
            return self.made([[reduce(add, row)] for row in table])

    @abstractmethod
    def larger_than(self: M, other: M) -> M:
        """The larger of the entries in the same place of a matrix of the same kind and shape."""

    def precision(self) -> AbstractContextManager[object]:
        """The precision in which entries are worked out."""
        return nullcontext()

    def within(self: M, low: Number, high: Number) -> M:
        """The same, known to lie between two numbers: intervals grow narrower by it, exact values stay."""
        return self

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.cols

    def cells(self) -> tuple[tuple[E | Blocked, ...], ...]:
        """The entries, row by row, BLOCKED where a score is masked."""
        rows = enumerate(self.values)
        return tuple(
            tuple(BLOCKED if (i, j) in self.blocked else x for j, x in enumerate(row))
            for i, row in rows
        )

    def shown(self, write: Callable[[E], X], blocked: X) -> tuple[tuple[X, ...], ...]:
        """The entries as *write* has them, row by row; *blocked* where a score is masked."""
        return every(
            lambda x: blocked if isinstance(x, Blocked) else write(x), self.cells()
        )

    def __getitem__(self, place: Place) -> E | Blocked:
        return BLOCKED if place in self.blocked else self.values[place[0]][place[1]]

    @property
    def T(self: M) -> M:
        """The transpose."""
        return self.made(
            zip(*self.values), type(self.blocked)((j, i) for i, j in self.blocked)
        )

    def __matmul__(self: M, other: M) -> M:
        a, b = meeting(self, other)
        if a.cols != b.rows:
            meet = "meets" if a.cols == 1 else "meet"
            raise ShapeError(
                f"a {show(a)} matrix times a {show(b)} one: "
                f"{how_many(a.cols, 'column')} {meet} {how_many(b.rows, 'row')}"
            )
        if a.blocked or b.blocked:
            raise SymattnError(
                "a matrix with minus infinity in it cannot be multiplied",
                "take softmax first",
            )
        return a.times(b)

    @abstractmethod
    def times(self: M, other: M) -> M:
        """The product with a matrix of the same kind that fits."""

    def __add__(self: M, other: M) -> M:
        a, b = broadcast(*meeting(self, other))
        return a.plus(b)

    def plus(self: M, other: M) -> M:
        """The sum with a matrix of the same kind and shape."""
        return paired(self, other, add)

    def __sub__(self: M, other: M) -> M:
        return self + -other

    def __neg__(self: M) -> M:
        if self.blocked:
            raise SymattnError(
                "minus infinity cannot be negated", "mask after the sign is taken"
            )
        return self.scaled(-UNIT)

    def entrywise(self: M, other: M) -> M:
        """The products of entries in the same place, a single row or column repeated."""
        a, b = broadcast(*meeting(self, other))
        return a.by_entry(b)

    def by_entry(self: M, other: M) -> M:
        """The products of entries in the same place of a matrix of the same kind and shape."""
        return paired(self, other, mul)

    def over(self: M, other: M) -> M:
        """The quotients of entries in the same place, a single row or column repeated."""
        return paired(*broadcast(*meeting(self, other)), truediv)

    def larger(self: M, other: M) -> M:
        """The larger of the entries in the same place, a single row or column repeated; minus infinity is below every other."""
        a, b = broadcast(*meeting(self, other))
        return a.filled(b).larger_than(b.filled(a)).masked(a.blocked & b.blocked)

    def filled(self: M, other: M) -> M:
        """The entries of another matrix of the same kind and shape in place of minus infinity."""
        pairs = enumerate(zip(self.values, other.values, strict=True))
        return self.made(
            [
                y if (i, j) in self.blocked else x
                for j, (x, y) in enumerate(zip(*rows, strict=True))
            ]
            for i, rows in pairs
        )

    def scaled(self: M, x: Number) -> M:
        """Every entry times x; a blocked entry stays blocked (x must be positive then)."""
        factor = self.entry(x)
        with self.precision():
            return self.made(
                [[y * factor for y in row] for row in self.values], self.blocked
            )

    def each(self: M, f: Function) -> M:
        """A function of every entry; minus infinity has the function's value there, or stays."""
        below = None if f.below is None else self.entry(f.below)
        with self.precision():
            rows = [
                [
                    (x if below is None else below)
                    if (i, j) in self.blocked
                    else self.image(f, x)
                    for j, x in enumerate(row)
                ]
                for i, row in enumerate(self.values)
            ]
        return self.made(rows, self.blocked if below is None else NOWHERE)

    def select(self: M, rows: Sequence[int], cols: Sequence[int]) -> M:
        """The rows and columns picked out, in the order given."""
        table = self.values
        return self.made(
            [[table[r][c] for c in cols] for r in rows],
            picked_places(self.blocked, rows, cols),
        )

    def changed(self: M, place: Place, change: Callable[[E], E]) -> M:
        """The same with one entry changed."""
        rows = [list(row) for row in self.values]
        i, j = place
        rows[i][j] = change(rows[i][j])
        return self.made(rows, self.blocked)

    def masked(self: M, blocked: Iterable[Place]) -> M:
        """The same scores with minus infinity at the given places."""
        return self.made(self.values, self.blocked | frozenset(blocked))

    def masked_where(self: M, hidden: Callable[[int, int], bool]) -> M:
        """The same scores with minus infinity wherever a row and a column, counted from 0, are *hidden*."""
        return self.masked(
            (i, j) for i in range(self.rows) for j in range(self.cols) if hidden(i, j)
        )

    def masked_but(self: M, left: Iterable[Place]) -> M:
        """The same scores with minus infinity everywhere but at the given places."""
        left = set(left)
        return self.masked_where(lambda i, j: (i, j) not in left)

    def opened(self: M) -> M:
        """The same scores with nothing masked."""
        return self.made(self.values)

    def exp(self: M) -> M:
        """e to every entry; 0 where one is blocked."""
        return self.each(EXP)

    @abstractmethod
    def normalized(self: M) -> M:
        """Every row divided by its sum; SymattnError naming a row whose sum is 0."""

    def weights(self: M) -> M:
        """Every row's exponentials over their sum."""
        return self.exp().normalized()

    @staticmethod
    def beside(*ms: M) -> M:
        """The matrices side by side; raises ShapeError when their heights differ."""
        if len({m.rows for m in ms}) > 1:
            raise ShapeError(
                "side by side need equally many rows, not "
                + " and ".join(show(m) for m in ms)
            )
        kind: type[M] = widest(ms)
        return kind.joined([kind.lifted(m) for m in ms])

    @staticmethod
    def on_top(*ms: M) -> M:
        """The matrices on top of each other; raises ShapeError when their widths differ."""
        if len({m.cols for m in ms}) > 1:
            raise ShapeError(
                "on top of each other need equally many columns, not "
                + " and ".join(show(m) for m in ms)
            )
        return AnyMatrix.beside(*(m.T for m in ms)).T

    @classmethod
    def joined(cls: type[M], ms: Sequence[M]) -> M:
        """Matrices of this kind and of one height side by side."""
        rows = zip(*(m.values for m in ms), strict=True)
        return ms[0].made([list(in_turn(row)) for row in rows], beside_places(ms))


def widest(ms: Iterable[M]) -> type[M]:
    """The kind in which matrices of several kinds meet.

    >>> from symattn.exact.matrix import Matrix
    >>> widest([Matrix.of([[1]])]).__name__
    'Matrix'
    """
    return max((type(m) for m in ms), key=lambda kind: kind.RANK)


def meeting(a: M, b: M) -> tuple[M, M]:
    """Two matrices as matrices of one kind."""
    if type(a) is type(b):
        return a, b
    kind = widest((a, b))
    return kind.lifted(a), kind.lifted(b)


def paired(a: M, b: M, f: Callable[[E, E], E]) -> M:
    """f of the entries in the same place of two matrices of one kind and shape; blocked where one of them is."""
    with a.precision():
        return a.made(
            [[f(x, y) for x, y in zip(r, s)] for r, s in zip(a.values, b.values)],
            a.blocked | b.blocked,
        )


def broadcast(a: M, b: M) -> tuple[M, M]:
    """Two matrices of one shape, a single row or column repeated; raises ShapeError when that cannot be.

    >>> from symattn.exact.matrix import Matrix
    >>> [m.shape for m in broadcast(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[5, 6]]))]
    [(2, 2), (2, 2)]
    """
    if a.shape == b.shape:
        return a, b
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    if any(m.rows not in (1, rows) or m.cols not in (1, cols) for m in (a, b)):
        raise ShapeError(
            f"a {show(a)} matrix and a {show(b)} one do not go together entry by entry"
        )
    return _repeated(a, rows, cols), _repeated(b, rows, cols)


def _repeated(m: M, rows: int, cols: int) -> M:
    if m.shape == (rows, cols):
        return m
    return m.select(
        range(rows) if m.rows == rows else [0] * rows,
        range(cols) if m.cols == cols else [0] * cols,
    )


def picked_places(blocked: Places, rows: Sequence[int], cols: Sequence[int]) -> Places:
    """Where blocked places are when rows and columns are picked out.

    >>> picked_places(frozenset([(0, 1)]), [0], [1, 1]) == {(0, 0), (0, 1)}
    True
    """
    if not blocked:
        return blocked
    return frozenset(
        (i, j)
        for i, r in enumerate(rows)
        for j, c in enumerate(cols)
        if (r, c) in blocked
    )


def beside_places(ms: Sequence[Mat]) -> Places:
    """Where blocked places are when matrices stand side by side.

    >>> from symattn.exact.matrix import Matrix
    >>> beside_places([Matrix.of([[1]]), Matrix.of([[2]]).masked([(0, 0)])])
    frozenset({(0, 1)})
    """
    starts = [sum(m.cols for m in ms[:k]) for k in range(len(ms))]
    return frozenset(
        (i, start + j) for m, start in zip(ms, starts) for i, j in m.blocked
    )
