"""Exact matrices: tokens in rows, entries exact values or, in masked scores, minus infinity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Union

from flint import ctx, fmpq, fmpq_mat

from symattn.errors import ShapeError, SymattnError
from symattn.exact.ball import Balls, decimal, fixed
from symattn.exact.ball import rounded as nearest_scaled
from symattn.exact.cells import BLOCKED as BLOCKED
from symattn.exact.cells import Blocked as Blocked
from symattn.exact.cells import Entry as Entry
from symattn.exact.cells import check_rectangle
from symattn.exact.cells import show as show
from symattn.exact.number import ONE, ZERO, Like, Number, rational, total
from symattn.exact.parts import Part, gathered
from symattn.exact.rounding import round_ball
from symattn.exact.rowwise import positive_part, rotated, standardized, turns
from symattn.exact.softmax import normalized_cells, row_exponentials, softmax_rows

FEW = 6  # an entry-wise given matrix is kept as factors when it has at most so many different monomials


class Matrix:
    """An immutable exact matrix of n rows and m columns.

    >>> Matrix.of([[1, 2], [3, 4]]) @ Matrix.of([[0, 1], [1, 0]])
    Matrix([[2, 1], [4, 3]])
    """

    __slots__ = ("rows", "cols", "blocked", "_parts", "_cells")

    def __init__(
        self,
        shape: tuple[int, int],
        parts: tuple[Part, ...] | None = None,
        cells: tuple[tuple[Number, ...], ...] | None = None,
        blocked: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.rows, self.cols = shape
        self.blocked = blocked
        self._parts, self._cells = parts, cells

    @staticmethod
    def of(rows: Iterable[Iterable[Union[Like, Blocked]]]) -> Matrix:
        """A matrix from its rows; raises ShapeError for a ragged or empty one, naming the row."""
        table = [list(row) for row in rows]
        check_rectangle(table)
        try:
            flat = [rational(x) for row in table for x in row]
        except SymattnError:
            return _mixed(table)
        return Matrix((len(table), len(table[0])), (Part(ONE, fmpq_mat(len(table), len(table[0]), flat)),))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.cols

    @property
    def parts(self) -> tuple[Part, ...] | None:
        """The matrix as a sum of factors, where it is kept so."""
        return self._parts

    @property
    def values(self) -> tuple[tuple[Number, ...], ...]:
        """The entries, row by row, 0 where one is blocked."""
        if self._cells is None:
            assert self._parts is not None
            parts = self._parts
            self._cells = tuple(tuple(total(p.entry(i, j) for p in parts) for j in range(self.cols)) for i in range(self.rows))
        return self._cells

    def cells(self) -> tuple[tuple[Entry, ...], ...]:
        """The entries, row by row, BLOCKED where a score is masked."""
        if not self.blocked:
            return self.values
        return tuple(
            tuple(BLOCKED if (i, j) in self.blocked else x for j, x in enumerate(row)) for i, row in enumerate(self.values)
        )

    def __getitem__(self, place: tuple[int, int]) -> Entry:
        return BLOCKED if place in self.blocked else self.values[place[0]][place[1]]

    @property
    def is_rational(self) -> bool:
        """Whether every entry is a plain rational."""
        if self._parts is not None and all(p.plain == ONE for p in self._parts):
            return True
        return all(x.is_rational for row in self.values for x in row)

    @property
    def T(self) -> Matrix:
        """The transpose."""
        shape = (self.cols, self.rows)
        blocked = frozenset((j, i) for i, j in self.blocked)
        if self._parts is not None and all(p.plain is not None for p in self._parts):
            return Matrix(shape, tuple(Part(p.plain, p.right.transpose()) for p in self._parts), None, blocked)
        return Matrix(shape, None, tuple(zip(*self.values)), blocked)

    def __matmul__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):  # intervals take over
            return NotImplemented
        if self.cols != other.rows:
            raise ShapeError(f"a {show(self)} matrix times a {show(other)} one: {self.cols} columns meet {other.rows} rows")
        if self.blocked or other.blocked:
            raise SymattnError("a matrix with minus infinity in it cannot be multiplied; take softmax first")
        shape = (self.rows, other.cols)
        if self._parts is not None and other._parts is not None:
            found = [a.times(b) for a in self._parts for b in other._parts]
            if None not in found:
                return Matrix(shape, gathered([p for p in found if p is not None]))
        columns = tuple(zip(*other.values))
        return from_cells(tuple(tuple(total(x * y for x, y in zip(row, col)) for col in columns) for row in self.values))

    def __add__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        a, b = broadcast(self, other)
        blocked = a.blocked | b.blocked
        if a._parts is not None and b._parts is not None:
            return Matrix(a.shape, gathered([*a._parts, *b._parts]), None, blocked)
        return from_cells(tuple(tuple(x + y for x, y in zip(r, s)) for r, s in zip(a.values, b.values)), blocked)

    def __neg__(self) -> Matrix:
        if self.blocked:
            raise SymattnError("minus infinity cannot be negated; mask after the sign is taken")
        return self.scaled(Number.of(-1))

    def __sub__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self + -other

    def scaled(self, x: Number) -> Matrix:
        """Every entry times x; a blocked entry stays blocked (x must be positive then)."""
        if self._parts is not None and len(x.terms) == 1:
            ((m, c),) = x.terms.items()
            parts = [p.shifted(m, c) for p in self._parts]
            if None not in parts:
                return Matrix(self.shape, tuple(p for p in parts if p is not None), None, self.blocked)
        return self.map(lambda y: y * x)

    def map(self, f: Callable[[Number], Number]) -> Matrix:
        """f of every entry that is not blocked."""
        return from_cells(tuple(tuple(f(x) for x in row) for row in self.values), self.blocked)

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> Matrix:
        """The rows and columns picked out, in the order given."""
        blocked = frozenset((i, j) for i, r in enumerate(rows) for j, c in enumerate(cols) if (r, c) in self.blocked)
        shape = (len(rows), len(cols))
        if self._parts is not None:
            return Matrix(shape, tuple(p.select(rows, cols) for p in self._parts), None, blocked)
        return Matrix(shape, None, tuple(tuple(self.values[r][c] for c in cols) for r in rows), blocked)

    def masked(self, blocked: Iterable[tuple[int, int]]) -> Matrix:
        """The same scores with minus infinity at the given places."""
        return Matrix(self.shape, self._parts, self._cells, self.blocked | frozenset(blocked))

    def opened(self) -> Matrix:
        """The same scores with nothing masked."""
        return Matrix(self.shape, self._parts, self._cells)

    def exp(self) -> Matrix:
        """e to every entry; 0 where one is blocked."""
        grid = row_exponentials(self)
        if grid is not None:
            identity = fmpq_mat(self.cols, self.cols, [int(i == j) for i in range(self.cols) for j in range(self.cols)])
            return Matrix(self.shape, (Part(None, identity, grid),))
        from symattn.exact.functions import exp

        return from_cells(tuple(tuple(ZERO if isinstance(x, Blocked) else exp(x) for x in row) for row in self.cells()))

    def normalized(self) -> Matrix:
        """Every row divided by its sum; raises SymattnError naming a row that adds up to 0."""
        return normalized_cells(self)

    def softmax(self, axis: int = 1) -> Matrix:
        """Softmax along every row (axis 1) or down every column (axis 0); an entirely blocked row is an error."""
        if axis == 0:
            return self.T.softmax().T
        for i in range(self.rows):
            if all((i, j) in self.blocked for j in range(self.cols)):
                raise SymattnError(f"row {i + 1} is blocked entirely, softmax has nothing to weigh; leave one score open")
        weights = softmax_rows(self)
        return weights if weights is not None else self.exp().normalized()

    def rounded(self, places: int) -> Matrix:
        """Every entry rounded half away from zero to so many decimal places."""
        return self.map(lambda x: Number.of(fmpq(nearest_scaled(x, places), 10**places)))

    def relu(self) -> Matrix:
        """Every entry or 0, whichever is larger."""
        return self.map(positive_part)

    def rope(self, base: Number, start: int) -> Matrix:
        """Every row turned by its position, pairs of columns at rates base^(-2p/columns)."""
        found = turns(self.rows, self.cols, base, start)
        return from_cells(tuple(rotated(row, turn) for row, turn in zip(self.values, found)))

    def layer_norm(self, eps: Number) -> Matrix:
        """Every row minus its mean, over its population deviation."""
        return from_cells(tuple(standardized(row, eps) for row in self.values))

    def entrywise(self, other: Matrix) -> Matrix:
        """The products of entries in the same place, a single row or column repeated."""
        if not isinstance(other, Matrix):
            return other.entrywise(self)
        a, b = broadcast(self, other)
        return from_cells(tuple(tuple(x * y for x, y in zip(r, s)) for r, s in zip(a.values, b.values)))

    def decimals(self, places: int) -> tuple[tuple[str, ...], ...]:
        """Every entry correctly rounded to so many places, in fixed point; "-inf" where one is blocked."""
        if self._parts is None:
            return tuple(tuple("-inf" if isinstance(x, Blocked) else decimal(x, places) for x in row) for row in self.cells())
        with ctx.workprec(64 + 4 * places):
            known = Balls()
            balls = [p.balls(known) for p in self._parts]
            table = sum(balls[1:], balls[0]).table()
            found = [[round_ball(x, places) for x in row] for row in table]
        return tuple(tuple(self._decimal(i, j, n, places) for j, n in enumerate(row)) for i, row in enumerate(found))

    def _decimal(self, i: int, j: int, n: int | None, places: int) -> str:
        if (i, j) in self.blocked:
            return "-inf"
        return decimal(self.values[i][j], places) if n is None else fixed(n, places)

    @staticmethod
    def beside(*ms: Matrix) -> Matrix:
        """The matrices side by side; raises ShapeError when their heights differ."""
        from symattn.exact.joining import hstack

        return next((m.beside for m in ms if not isinstance(m, Matrix)), hstack)(*ms)

    @staticmethod
    def on_top(*ms: Matrix) -> Matrix:
        """The matrices on top of each other; raises ShapeError when their widths differ."""
        from symattn.exact.joining import vstack

        return next((m.on_top for m in ms if not isinstance(m, Matrix)), vstack)(*ms)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same matrix, entry by entry and by proof; LimitError where that cannot be told."""
        if not isinstance(other, Matrix):
            return NotImplemented
        return self.shape == other.shape and self.blocked == other.blocked and self.values == other.values

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        from symattn.exact.text import text

        rows = (", ".join("-inf" if isinstance(x, Blocked) else text(x) for x in row) for row in self.cells())
        return f"Matrix([{', '.join(f'[{row}]' for row in rows)}])"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return from_cells, (self.values, self.blocked)


def from_cells(cells: tuple[tuple[Number, ...], ...], blocked: frozenset[tuple[int, int]] = frozenset()) -> Matrix:
    """A matrix from exact values, kept as factors where few monomials occur.

    >>> from_cells(((ZERO,),)).shape
    (1, 1)
    """
    shape = (len(cells), len(cells[0]))
    monomials = dict.fromkeys(m for row in cells for x in row for m in x.terms)
    if len(monomials) > FEW:
        return Matrix(shape, None, cells, blocked)
    flat = [x.terms for row in cells for x in row]
    parts = tuple(Part(m, fmpq_mat(*shape, [terms.get(m, 0) for terms in flat])) for m in monomials or (ONE,))
    return Matrix(shape, parts, cells, blocked)


def _mixed(table: list[list[Union[Like, Blocked]]]) -> Matrix:
    blocked = frozenset((i, j) for i, row in enumerate(table) for j, x in enumerate(row) if isinstance(x, Blocked))
    cells = tuple(tuple(ZERO if isinstance(x, Blocked) else Number.of(x) for x in row) for row in table)
    return from_cells(cells, blocked)


def broadcast(a: Matrix, b: Matrix) -> tuple[Matrix, Matrix]:
    """Two matrices of one shape, a single row or column repeated; raises ShapeError when that cannot be.

    >>> [m.shape for m in broadcast(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[5, 6]]))]
    [(2, 2), (2, 2)]
    """
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    if any(m.rows not in (1, rows) or m.cols not in (1, cols) for m in (a, b)):
        raise ShapeError(f"a {show(a)} matrix and a {show(b)} one cannot be added")
    return _repeated(a, rows, cols), _repeated(b, rows, cols)


def _repeated(m: Matrix, rows: int, cols: int) -> Matrix:
    if m.shape == (rows, cols):
        return m
    return m.select(range(rows) if m.rows == rows else [0] * rows, range(cols) if m.cols == cols else [0] * cols)
