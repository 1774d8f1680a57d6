"""Exact matrices: tokens in rows, entries exact values or, in masked scores, minus infinity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, Union, cast

from flint import arb_mat, ctx, fmpq, fmpq_mat

from symattn.errors import LimitError, SymattnError
from symattn.exact.any_matrix import BLOCKED as BLOCKED
from symattn.exact.any_matrix import (
    EXP,
    NOWHERE,
    AnyMatrix,
    Function,
    Mat,
    Places,
    beside_places,
    blocked_in,
    check_rectangle,
    paired,
    picked_places,
)
from symattn.exact.any_matrix import Blocked as Blocked
from symattn.exact.any_matrix import Entry as Entry
from symattn.exact.any_matrix import broadcast as broadcast
from symattn.exact.any_matrix import show as show
from symattn.exact.ball import (
    MATRIX_BITS,
    Balls,
    fixed,
    nearest,
    real,
    round_balls,
    shared,
    up,
    working,
)
from symattn.exact.budget import HEIGHT
from symattn.exact.decimals import check_places, decimal
from symattn.exact.functions import larger
from symattn.exact.number import (
    ABOVE,
    ONE,
    ZERO,
    Like,
    Monomial,
    Number,
    rational,
    total,
    written_terms,
)
from symattn.exact.parts import (
    MatrixPart,
    Vector,
    gathered,
    multiplied,
    multiplied_by_rational,
    normalized_cells,
    of_grid,
    padded,
    row_exponentials,
    softmax_rows,
    within_line,
)
from symattn.exact.text import shown
from symattn.limits import (
    MOST_DIGITS,
    MOST_ENTRY_BITS,
    MOST_ENTRYWISE,
    MOST_IN_ENTRY,
    MOST_LETTERS,
    MOST_SQUARED_TERMS,
    MOST_WRITTEN_TERMS,
)
from symattn.said import Texts
from symattn.tables import Place, every, in_turn
from symattn.wording import worded

FEW = 6  # an entry-wise given matrix is kept as factors when it has at most so many different monomials


Matrices: TypeAlias = Mapping[str, "Matrix"]
MatrixSource: TypeAlias = (
    "tuple[Callable[[], tuple[Vector, ...]], Callable[[], arb_mat]]"
)
"""What gives the entries of a matrix that is turned or defined, and what gives their balls at the precision in force."""

LONG = MOST_DIGITS * 10 // 3  # binary digits


def _bits(part: MatrixPart) -> int:
    """The binary digits of the largest numerator over one denominator, and of this."""
    top, under = part.right.numer_denom()
    entries = top.entries()
    return int(max(max(entries), -min(entries)).bit_length() + under.bit_length())


class Matrix(AnyMatrix[Number]):
    """An immutable exact matrix of n rows and m columns.

    >>> Matrix.of([[1, 2], [3, 4]]) @ Matrix.of([[0, 1], [1, 0]])
    Matrix([[2, 1], [4, 3]])
    """

    RANK = 0
    __slots__ = (
        "rows",
        "cols",
        "blocked",
        "_parts",
        "_cells",
        "_source",
        "_balls",
        "_within",
        "_bits",
    )

    def __init__(
        self,
        shape: tuple[int, int],
        parts: tuple[MatrixPart, ...] | None = None,
        cells: tuple[Vector, ...] | None = None,
        blocked: Places = NOWHERE,
        source: MatrixSource | None = None,
    ) -> None:
        """*source* gives the balls, and the entries where there are neither parts nor cells."""
        self.rows, self.cols = shape
        self.blocked = blocked
        self._parts, self._cells, self._source = parts, cells, source
        self._balls: tuple[int, arb_mat] | None = (
            None  # the precision, and the balls at it: the last ones asked for
        )
        self._within: dict[str, bool] = {}
        self._bits: int | None = None

    @staticmethod
    def of(rows: Iterable[Iterable[Union[Like, Blocked]]]) -> Matrix:
        """A matrix from its rows; raises ShapeError for a ragged or empty one, naming the row."""
        table = [list(row) for row in rows]
        check_rectangle(table)
        try:
            entries = [rational(cast(Like, x)) for x in in_turn(table)]
            right = fmpq_mat(len(table), len(table[0]), entries)
            return Matrix((right.nrows(), right.ncols()), (MatrixPart(ONE, right),))
        except SymattnError:
            return _mixed(table)

    def _sympy_(self) -> object:
        """What SymPy's own functions take it for."""
        return ABOVE.to_sympy(self)

    @property
    def parts(self) -> tuple[MatrixPart, ...] | None:
        """The matrix as a sum of factors, where it is kept so."""
        return self._parts

    @property
    def values(self) -> tuple[Vector, ...]:
        """The entries, row by row, 0 where one is blocked."""
        if self._cells is None and self._parts is None:
            assert self._source is not None
            self._cells = self._source[0]()
        if self._cells is None:
            assert self._parts is not None
            parts = self._parts
            self._cells = tuple(
                tuple(total(p.entry(i, j) for p in parts) for j in range(self.cols))
                for i in range(self.rows)
            )
        return self._cells

    @property
    def held(self) -> bool:
        """Whether a value that is held by its definition stands in it."""
        return self._has("def")

    @property
    def lettered(self) -> bool:
        """Whether a symbol without a value stands in it."""
        return self._has("sym")

    def _has(self, kind: str) -> bool:
        """Whether a generator of a kind stands in one of its entries."""
        if kind not in self._within:
            found: Iterable[MatrixPart | Number] = self._parts or in_turn(self.values)
            self._within[kind] = any(x.has(kind) for x in found)
        return self._within[kind]

    @property
    def long_terms(self) -> int:
        """The terms of all entries where it is not kept as factors, else 0."""
        if self._parts is not None:
            return 0
        if self._cells is None and self._within.get("def"):
            return self.rows * self.cols  # letters, made when they are asked for
        return sum(len(x.terms) for x in in_turn(self.values))

    @property
    def bits(self) -> int:
        """About how many binary digits its rational numbers have over one denominator; 0 where they are not worked out."""
        if self._bits is None and self._parts is not None:
            self._bits = max(map(_bits, self._parts))
        elif self._bits is None:
            self._bits = self._longest()
        return self._bits

    def _longest(self) -> int:
        """The binary digits of its longest numerator or denominator."""
        if self._parts is not None:
            found = (c for p in self._parts for c in p.right.entries())
        else:
            found = (c for x in in_turn(self._cells or ()) for c in x.terms.values())
        return max(
            (max(int(c.p.bit_length()), int(c.q.bit_length())) for c in found),
            default=0,
        )

    def sized(self, inputs: Sequence[Matrix]) -> None:
        """Raise LimitError for a value beyond MOST_DIGITS; digits are counted only where *inputs* so long may give that many.

        A product of two has as many digits as both, one over sums some more: four times as many are allowed for."""
        self._bits = 4 * sum(m.bits + 64 for m in inputs) if inputs else None
        if self.bits > LONG:
            self._bits = None
            if self._longest() > LONG:
                raise LimitError(worded("beyond_values", most=f"{MOST_DIGITS:,}"))

    @staticmethod
    def letters(
        shape: tuple[int, int], source: MatrixSource, blocked: Places
    ) -> Matrix:
        """A matrix held by its definition: its letters are made when they are asked for."""
        found = Matrix(shape, None, None, blocked, source)
        found._within = {"def": True, "sym": False}
        return found

    def without_definitions(self) -> Matrix:
        """Itself, known to hold no value by its definition, as it comes from matrices that hold none."""
        self._within["def"] = False
        return self

    @property
    def is_rational(self) -> bool:
        """Whether every entry is a plain rational."""
        if self._parts is not None and all(p.plain == ONE for p in self._parts):
            return True
        return all(x.is_rational for x in in_turn(self.values))

    @property
    def T(self) -> Matrix:
        """The transpose."""
        shape = (self.cols, self.rows)
        blocked = type(self.blocked)((j, i) for i, j in self.blocked)
        if self._parts is not None and all(p.plain is not None for p in self._parts):
            return Matrix(
                shape,
                tuple(MatrixPart(p.plain, p.right.transpose()) for p in self._parts),
                None,
                blocked,
            )
        source: MatrixSource = (
            lambda: tuple(zip(*self.values)),
            lambda: self.balls().transpose(),
        )
        cells = None if self._cells is None else tuple(zip(*self._cells))
        found = Matrix(shape, None, cells, blocked, source)
        found._within = dict(self._within)
        return found

    def balls(self) -> arb_mat:
        """The entries as balls at the precision in force; definitions are asked each time, so that they know who needs them."""
        if self._balls is not None and self._balls[0] == ctx.prec:
            return self._balls[1]
        found = self._source[1]() if self._source is not None else self._worked_balls()
        if not self.held:
            self._balls = ctx.prec, found
        return found

    def _worked_balls(self) -> arb_mat:
        known = Balls() if self.held else shared()
        if self._parts is None:
            return arb_mat([[real(known.value(x)) for x in row] for row in self.values])
        balls = [p.balls(known) for p in self._parts]
        return sum(balls[1:], balls[0])

    def times(self, other: Matrix) -> Matrix:
        """The product with a matrix that fits: FLINT multiplies the rational factors where there are some.

        Like every operation that multiplies sums, it raises LimitError past MOST_IN_LINE products of two terms."""
        if self._parts is not None and other._parts is not None:
            within_line(len(self._parts) * len(other._parts))
            found = [a.times(b) for a in self._parts for b in other._parts]
            if None not in found:
                return Matrix(
                    (self.rows, other.cols),
                    gathered([p for p in found if p is not None]),
                )
        if (right := other._rational_part()) is not None:
            return from_cells(multiplied_by_rational(self.values, right))
        if (left := self._rational_part()) is not None:
            return from_cells(
                tuple(
                    zip(
                        *multiplied_by_rational(
                            tuple(zip(*other.values)), left.transpose()
                        )
                    )
                )
            )
        return from_cells(multiplied(self.values, tuple(zip(*other.values))))

    def _rational_part(self) -> fmpq_mat | None:
        """The matrix as a rational one, where it is kept so."""
        return (
            self._parts[0].right
            if self._parts is not None
            and len(self._parts) == 1
            and self._parts[0].plain == ONE
            else None
        )

    def plus(self, other: Matrix) -> Matrix:
        """The sum with a matrix of the same shape, factors kept as factors."""
        if self._parts is not None and other._parts is not None:
            return Matrix(
                self.shape,
                gathered([*self._parts, *other._parts]),
                None,
                self.blocked | other.blocked,
            )
        return super().plus(other)

    def scaled(self, x: Number) -> Matrix:
        """Every entry times x; a blocked entry stays blocked (x must be positive then)."""
        if self._parts is not None and len(x.terms) == 1:
            ((m, c),) = x.terms.items()
            parts = [p.shifted(m, c) for p in self._parts]
            if None not in parts:
                return Matrix(
                    self.shape,
                    tuple(p for p in parts if p is not None),
                    None,
                    self.blocked,
                )
        return self.map(lambda y: y * x)

    def by_entry(self, other: Matrix) -> Matrix:
        """The products of entries in the same place; LimitError past MOST_ENTRYWISE products of terms that are no rationals."""
        pairs = (
            (x, y) for r, s in zip(self.values, other.values) for x, y in zip(r, s)
        )
        if (
            sum(
                len(x.terms) * len(y.terms)
                for x, y in pairs
                if not (x.is_rational or y.is_rational)
            )
            > MOST_ENTRYWISE
        ):
            raise LimitError(
                f"an operation that takes more than {MOST_ENTRYWISE} products of two terms, entry by entry"
            )
        return super().by_entry(other)

    def map(self, f: Callable[[Number], Number]) -> Matrix:
        """f of every entry that is not blocked."""
        return from_cells(every(f, self.values), self.blocked)

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> Matrix:
        """The rows and columns picked out, in the order given."""
        if self._parts is None:
            return super().select(rows, cols)
        parts = tuple(p.select(rows, cols) for p in self._parts)
        return Matrix(
            (len(rows), len(cols)), parts, None, picked_places(self.blocked, rows, cols)
        )

    def masked(self, blocked: Iterable[Place]) -> Matrix:
        """The same scores with minus infinity at the given places."""
        blocked = self.blocked | frozenset(blocked)
        return Matrix(self.shape, self._parts, self._cells, blocked, self._source)

    def opened(self) -> Matrix:
        """The same scores with nothing masked."""
        return Matrix(self.shape, self._parts, self._cells, source=self._source)

    def exp(self) -> Matrix:
        """e to every entry; 0 where one is blocked."""
        grid = row_exponentials(self)
        return (
            self.each(EXP)
            if grid is None
            else Matrix(self.shape, (of_grid(grid, self.cols),))
        )

    def normalized(self) -> Matrix:
        """Every row divided by its sum; raises SymattnError naming a row that adds up to 0."""
        self._short(self.values)
        return from_cells(normalized_cells(self.values))

    def _short(self, sums: Iterable[Sequence[Number]]) -> None:
        """Raise LimitError where a sum of entries has more than MOST_IN_ENTRY terms, MOST_WRITTEN_TERMS written out, or more than
        MOST_ENTRY_BITS binary digits."""
        for entries in sums:
            if sum(len(x.terms) for x in entries) > MOST_IN_ENTRY:
                raise LimitError(
                    f"a function of a sum of more than {MOST_IN_ENTRY} terms"
                )
            if sum(map(written_terms, entries)) > MOST_WRITTEN_TERMS:
                raise LimitError(
                    f"a function of a sum of more than {MOST_WRITTEN_TERMS:,} terms when it is written out"
                )
            if (
                sum(HEIGHT(c) for x in entries for c in x.terms.values())
                > MOST_ENTRY_BITS
            ):
                raise LimitError(
                    f"a function of a sum of more than {MOST_ENTRY_BITS:,} binary digits"
                )

    def weights(self) -> Matrix:
        """Every row's exponentials over their sum, without a common denominator where they can be written so."""
        weights = softmax_rows(self)
        return (
            Matrix(self.shape, (weights,))
            if weights is not None
            else self.exp().normalized()
        )

    def squared(self) -> Matrix:
        """Every entry times itself."""
        return self.map(lambda x: x * x)

    def square_sums(self) -> Matrix:
        """The sum of the squares of every row, one column: each pair of monomials of a row is multiplied once."""
        if any(
            len({m for x in row for m in x.terms}) > MOST_SQUARED_TERMS
            for row in self.values
        ):
            raise LimitError(
                f"the square of a row with more than {MOST_SQUARED_TERMS} different terms"
            )
        return from_cells(tuple(multiplied([row], [row])[0] for row in self.values))

    def larger_than(self, other: Matrix) -> Matrix:
        """The larger of the entries in the same place; which one is proved."""
        return paired(self, other, larger)

    def decimals(self, places: int) -> Texts:
        """Every entry correctly rounded (or cut) to so many places, in fixed point; "-inf" where one is blocked."""
        check_places(places)
        rationals = self._rational_part()
        if rationals is not None and not self.blocked:
            power = fmpq(10) ** places
            return tuple(
                tuple(fixed(nearest(x * power, up(places)), places) for x in row)
                for row in rationals.table()
            )
        with working(max(MATRIX_BITS, 64 + 4 * places)):
            found = round_balls(self.balls().table(), places)
        return tuple(
            tuple(self._decimal(i, j, n, places) for j, n in enumerate(row))
            for i, row in enumerate(found)
        )

    def _decimal(self, i: int, j: int, n: int | None, places: int) -> str:
        if (i, j) in self.blocked:
            return "-inf"
        return decimal(self.values[i][j], places) if n is None else fixed(n, places)

    @classmethod
    def joined(cls, ms: Sequence[Matrix]) -> Matrix:
        """Matrices of one height side by side, factors kept as factors."""
        if any(m.parts is None for m in ms):
            return super().joined(ms)
        width, before, parts = sum(m.cols for m in ms), 0, []
        for m in ms:
            parts += [padded(p, before, width - before - m.cols) for p in m.parts or ()]
            before += m.cols
        return Matrix((ms[0].rows, width), gathered(parts), None, beside_places(ms))

    @classmethod
    def lifted(cls, m: Mat) -> Matrix:
        """An exact matrix as it is; raises SymattnError for what is not exact."""
        if not isinstance(m, Matrix):
            raise SymattnError("a matrix of intervals is no exact matrix")
        return m

    @classmethod
    def entry(cls, x: Number) -> Number:
        """The number itself."""
        return x

    def made(
        self, values: Iterable[Iterable[Number]], blocked: Places = NOWHERE
    ) -> Matrix:
        """An exact matrix of these entries."""
        return from_cells(tuple(map(tuple, values)), blocked)

    def image(self, f: Function, x: Number) -> Number:
        """The exact value of a function; LimitError for an entry of more than MOST_IN_ENTRY terms."""
        self._short([[x]])
        return f.exact(x)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same matrix, entry by entry and by proof; LimitError where that cannot be told."""
        if not isinstance(other, Matrix):
            return NotImplemented
        return (
            self.shape == other.shape
            and self.blocked == other.blocked
            and self.values == other.values
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        rows = (
            ", ".join("-inf" if isinstance(x, Blocked) else shown(x) for x in row)
            for row in self.cells()
        )
        return f"Matrix([{', '.join(f'[{row}]' for row in rows)}])"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return from_cells, (self.values, self.blocked)


@lru_cache(maxsize=32)
def of_ones(rows: int, cols: int) -> Matrix:
    """The matrix of ones that sums are products with.

    >>> of_ones(1, 2)
    Matrix([[1, 1]])
    """
    return Matrix.of([[1] * cols] * rows)


def ones_where(rows: int, cols: int, test: Callable[[int, int], bool]) -> Matrix:
    """The matrix with 1 in each place that a test holds for, and 0 elsewhere.

    >>> ones_where(2, 2, lambda i, j: i == j)
    Matrix([[1, 0], [0, 1]])
    """
    return Matrix.of([[int(test(i, j)) for j in range(cols)] for i in range(rows)])


def from_cells(cells: tuple[Vector, ...], blocked: Places = NOWHERE) -> Matrix:
    """A matrix from exact values, kept as factors where few monomials occur.

    >>> from_cells(((ZERO,),)).shape
    (1, 1)
    """
    shape = (len(cells), len(cells[0]))
    flat = [x.terms for x in in_turn(cells)]
    monomials: dict[Monomial, None] = {}
    for terms in flat:
        monomials.update(dict.fromkeys(terms))
        if len(monomials) > FEW:
            return Matrix(shape, None, cells, blocked)
    parts = tuple(
        MatrixPart(m, fmpq_mat(*shape, [terms.get(m, 0) for terms in flat]))
        for m in monomials or (ONE,)
    )
    return Matrix(shape, parts, cells, blocked)


def _mixed(table: list[list[Union[Like, Blocked]]]) -> Matrix:
    blocked = blocked_in(table)
    cells = tuple(
        tuple(ZERO if isinstance(x, Blocked) else Number.of(x) for x in row)
        for row in table
    )
    return from_cells(cells, blocked)


def few_letters(inputs: Sequence[Matrix]) -> None:
    """Raise LimitError where values held by their definitions are worked on that have more than MOST_LETTERS terms in all.

    >>> few_letters([Matrix.of([[1]])])
    """
    if sum(m.long_terms for m in inputs) > MOST_LETTERS and any(
        m.held for m in inputs if m.parts is None
    ):
        raise LimitError(
            f"an operation on more than {MOST_LETTERS:,} terms of values that are held by their definitions"
        )
