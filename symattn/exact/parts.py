"""A matrix as a sum of factors, grids of monomials times rational matrices; and rows of weights, kept so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Union

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz

from symattn.errors import LimitError, SymattnError
from symattn.exact.ball import FIRST_BITS, Balls, ball, guard, real
from symattn.exact.budget import METER
from symattn.exact.number import (
    ONE,
    Atom,
    Monomial,
    Number,
    WrittenKey,
    occurs,
    product,
    scaled,
    total,
)
from symattn.exact.roots import inverse, split_power
from symattn.limits import MOST_IN_LINE
from symattn.records import frozen
from symattn.tables import in_each, in_turn, not_empty

if TYPE_CHECKING:
    from symattn.exact.matrix import Matrix

# --- parts ---
# A matrix as a sum of factors: monomials on the left, one rational matrix on the right, so that FLINT multiplies.
#
# In a row of weights all entries share exponents and denominator, and every later product by a rational matrix
# touches the right factor only.

Row = tuple[Union[Monomial, None], ...]
Grid = Union[tuple[Row, ...], "RootWeights"]
Vector = tuple[Number, ...]


class RootWeights:
    """The weights of scores that all are rational multiples of one root of a rational: ``gaps`` over ``under`` times ``unit``.

    A gap is what a score has more than the smallest of its row, None where it is blocked. Enclosures come from the gaps; the
    monomials are made when an entry is asked for.

    >>> RootWeights([[0, 2], [0, None]], fmpz(1), ONE)[1]
    (((), None), None)
    """

    def __init__(
        self, gaps: list[list[int | None]], under: fmpz, unit: Monomial
    ) -> None:
        self.gaps, self.under, self.unit = gaps, under, unit

    def exponential(self, gap: int) -> Monomial:
        """e to a gap."""
        return ((), WrittenKey({self.unit: fmpq(gap, self.under)})) if gap else ONE

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The weights as monomials."""
        seen = {
            gap: self.exponential(gap) for gap in in_turn(self.gaps) if gap is not None
        }
        return tuple(
            _over_sum([None if gap is None else seen[gap] for gap in row])
            for row in self.gaps
        )

    def __getitem__(self, i: int) -> Row:
        return self.rows[i]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def balls(self, known: Balls) -> arb_mat:
        """The weights at the precision in force."""
        zero, unit, rows = arb(0), real(known[self.unit]) / self.under, []
        for row in self.gaps:
            METER.function(ctx.prec, len(row))
            powers = [zero if gap is None else (unit * gap).exp() for gap in row]
            whole = sum(powers, zero)
            rows.append([power / whole for power in powers])
        return arb_mat(rows)


@frozen
class MatrixPart:
    """left · right: left is one monomial (``plain``, times the identity) or a ``grid`` of monomials, right is rational.

    >>> MatrixPart(ONE, fmpq_mat(1, 1, [3])).entry(0, 0)
    Number(3)
    """

    plain: Monomial | None
    right: fmpq_mat
    grid: Grid = ()

    def has(self, kind: str) -> bool:
        """Whether a generator of a kind stands in its monomials; those of weights are numbers throughout."""
        if self.plain is not None:
            return occurs(kind, [self.plain])
        return not isinstance(self.grid, RootWeights) and occurs(
            kind, filter(None, in_turn(self.grid))
        )

    def entry(self, i: int, j: int) -> Number:
        """The entry in row i, column j as a value."""
        if self.plain is not None:
            c = self.right[i, j]
            return Number({self.plain: c} if c else {})
        out: dict[Monomial, fmpq] = {}
        for k, m in enumerate(self.grid[i]):
            c = self.right[k, j]
            if m is not None and c:
                out[m] = out[m] + c if m in out else c
        return Number(not_empty(out))

    def times(self, other: MatrixPart) -> MatrixPart | None:
        """The product with another part where it has this shape again, else None."""
        if other.plain is None:
            return None
        found = MatrixPart(self.plain, self.right * other.right, self.grid)
        return found if other.plain == ONE else found.shifted(other.plain)

    def shifted(self, mono: Monomial, c: fmpq = fmpq(1)) -> MatrixPart | None:
        """Every monomial on the left times c · mono, where each product is one monomial."""
        if self.plain is not None:
            found = product(self.plain, c, mono)
            if len(found.terms) != 1:
                return None
            ((m, d),) = found.terms.items()
            return MatrixPart(m, self.right * d)
        rows = []
        for row in self.grid:
            moved = [None if m is None else _moved(m, mono) for m in row]
            if any(
                m is not None and new is None for m, new in zip(row, moved, strict=True)
            ):
                return None
            rows.append(tuple(moved))
        return MatrixPart(None, self.right * c, tuple(rows))

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> MatrixPart:
        """The part's rows and columns picked out."""
        if self.plain is not None:
            return MatrixPart(self.plain, submatrix(self.right, rows, cols))
        return MatrixPart(
            None,
            submatrix(self.right, range(self.right.nrows()), cols),
            tuple(self.grid[i] for i in rows),
        )

    def balls(self, known: Balls) -> arb_mat:
        """The part at the precision in force."""
        if self.plain is not None:
            return arb_mat(self.right) * real(known[self.plain])
        if isinstance(self.grid, RootWeights):
            return self.grid.balls(known) * arb_mat(self.right)
        zero = arb(0)
        return arb_mat(
            [[zero if m is None else real(known[m]) for m in row] for row in self.grid]
        ) * arb_mat(self.right)


def _moved(m: Monomial, mono: Monomial) -> Monomial | None:
    """The product of two monomials where that is one with coefficient 1."""
    found = product(m, fmpq(1), mono)
    if len(found.terms) != 1:
        return None
    ((out, c),) = found.terms.items()
    return out if c == 1 else None


def submatrix(a: fmpq_mat, rows: Sequence[int], cols: Sequence[int]) -> fmpq_mat:
    """The rows and columns picked out of a rational matrix.

    >>> submatrix(fmpq_mat(2, 2, [1, 2, 3, 4]), [1], [0, 1])
    [3, 4]
    """
    table = a.table()
    return fmpq_mat(len(rows), len(cols), [table[i][j] for i in rows for j in cols])


def padded(part: MatrixPart, before: int, after: int) -> MatrixPart:
    """The part with so many zero columns put to its left and right.

    >>> padded(MatrixPart(ONE, fmpq_mat(1, 1, [3])), 1, 0).right
    [0, 3]
    """
    right = part.right
    width = before + right.ncols() + after
    left, tail = [fmpq(0)] * before, [fmpq(0)] * after
    wide = fmpq_mat(
        right.nrows(), width, [x for row in right.table() for x in (*left, *row, *tail)]
    )
    return MatrixPart(part.plain, wide, part.grid)


def multiplied(rows: Sequence[Vector], columns: Sequence[Vector]) -> tuple[Vector, ...]:
    """The products of rows with columns: coefficients by FLINT, and each pair of monomials of a row and a column once.

    >>> multiplied([(Number.of(2), Number.of(3))], [(Number.of(5), Number.of(7))])
    ((Number(31),),)

    Raises LimitError past MOST_IN_LINE products of monomials.
    """
    known: dict[tuple[Monomial, Monomial], Number] = {}
    left, right = [_split(row) for row in rows], [_split(column) for column in columns]
    within_line(sum(len(a[0]) for a in left) * sum(len(b[0]) for b in right))
    return tuple(tuple(_dot(a, b, known) for b in right) for a in left)


def multiplied_by_rational(
    rows: Sequence[Vector], right: fmpq_mat
) -> tuple[Vector, ...]:
    """The products of rows with the columns of a rational matrix, one product by FLINT for each row.

    >>> multiplied_by_rational([(Number.of(2), Number.of(3))], fmpq_mat(2, 1, [5, 7]))
    ((Number(31),),)

    Raises LimitError past MOST_IN_LINE products of monomials.
    """
    left = [_split(row) for row in rows]
    within_line(sum(len(monomials) for monomials, _ in left) * right.ncols())
    return tuple(
        _columns(monomials, coefficients * right) for monomials, coefficients in left
    )


def _columns(monomials: list[Monomial], coefficients: fmpq_mat) -> Vector:
    """The entries that have these coefficients, one column each."""
    table = coefficients.table() if monomials else [[fmpq(0)] * coefficients.ncols()]
    terms = zip(*table, strict=True)
    return tuple(
        Number({m: c for m, c in zip(monomials, column, strict=False) if c})
        for column in terms
    )


def within_line(work: int) -> None:
    """Raise LimitError past MOST_IN_LINE products of two terms in one operation.

    >>> within_line(4)
    """
    if work > MOST_IN_LINE:
        raise LimitError(
            f"an operation that takes more than {MOST_IN_LINE:,} products of two terms"
        )


def _split(vector: Vector) -> tuple[list[Monomial], fmpq_mat]:
    """The monomials of a vector, and the coefficient of each in every entry."""
    found = list(dict.fromkeys(m for x in vector for m in x.terms))
    return found, fmpq_mat(
        len(found), len(vector), [x.terms.get(m, 0) for m in found for x in vector]
    )


def _dot(
    a: tuple[list[Monomial], fmpq_mat],
    b: tuple[list[Monomial], fmpq_mat],
    known: dict[tuple[Monomial, Monomial], Number],
) -> Number:
    coefficients = (a[1] * b[1].transpose()).table()
    parts = []
    for m, row in zip(a[0], coefficients, strict=True):
        for n, c in zip(b[0], row, strict=True):
            if c:
                if (m, n) not in known:
                    known[m, n] = known[n, m] = product(m, fmpq(1), n)
                parts.append(scaled(known[m, n], c))
    return total(parts)


def gathered(parts: Sequence[MatrixPart]) -> tuple[MatrixPart, ...]:
    """The same sum with the parts of one monomial added up.

    >>> len(gathered([MatrixPart(ONE, fmpq_mat(1, 1, [3])), MatrixPart(ONE, fmpq_mat(1, 1, [4]))]))
    1
    """
    sums: dict[Monomial, fmpq_mat] = {}
    out: list[MatrixPart] = []
    for part in parts:
        mono = part.plain
        if mono is None:
            out.append(part)
        else:
            sums[mono] = sums[mono] + part.right if mono in sums else part.right
    return (*(MatrixPart(m, right) for m, right in sums.items()), *out)


# --- softmax ---
# Rows of weights: the exponentials of a row over their sum, in one normal form and without a common denominator.


def row_exponentials(m: Matrix) -> Grid | None:
    """e to every entry as one monomial each, None for blocked ones; no grid where an exponent has letters in it."""
    parts = m.parts
    if parts is None or not all(p.plain is not None and _plain(p.plain) for p in parts):
        return None
    return tuple(
        tuple(None if (i, j) in m.blocked else _raised(x) for j, x in enumerate(row))
        for i, row in enumerate(m.values)
    )


def softmax_rows(m: Matrix) -> MatrixPart | None:
    """The weights of scores that all are rational multiples of one monomial; None where they are not, or a row
    of exponentials has a common factor."""
    mono = m.parts[0].plain if m.parts is not None and len(m.parts) == 1 else None
    if (
        m.parts is None
        or mono is None
        or mono[1] is not None
        or not all(isinstance(b, int) and b > 0 for b, _ in mono[0])
    ):
        return None
    whole, under = m.parts[
        0
    ].right.numer_denom()  # whole numbers over one denominator are compared and told apart sooner
    gaps = []
    for i, row in enumerate(whole.table()):
        scores = [None if (i, j) in m.blocked else int(c) for j, c in enumerate(row)]
        least = min(c for c in scores if c is not None)
        gaps.append([None if c is None else c - least for c in scores])
    guard(
        ball(
            Number(
                {
                    mono: fmpq(
                        max(gap for gap in in_turn(gaps) if gap is not None), under
                    )
                }
            ),
            FIRST_BITS,
        )
    )
    found = RootWeights(gaps, under, mono)
    for row in gaps:
        counts = Counter(gap for gap in row if gap is not None)
        if len(counts) < counts.total() and _common(
            {found.exponential(gap): n for gap, n in counts.items()}
        ):
            return None
    return of_grid(found, m.cols)


def _raised(x: Number) -> Monomial:
    guard(ball(x, FIRST_BITS))
    return ((), x.key) if x.terms else ONE


def _plain(m: Monomial) -> bool:
    """Whether e to a multiple of this stays a bare exponential: roots of numbers, no logarithm, no π."""
    return all(isinstance(b, int) or b.kind in ("root", "den") for b, _ in m[0])


def of_grid(grid: Grid, n: int) -> MatrixPart:
    """A grid of n columns as a part: times the identity."""
    return MatrixPart(
        None, fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)]), grid
    )


def _common(counts: Mapping[Monomial, int]) -> bool:
    """Whether a sum of exponentials, each so many times, has a common factor or is a power; none of different ones is."""
    repeated = max(counts.values()) > 1
    return gcd(*counts.values()) > 1 or (
        repeated and split_power(_bottom(counts)) is not None
    )


def _bottom(counts: Mapping[Monomial, int]) -> Number:
    return Number(in_each(fmpq, counts))


def _over_sum(row: Sequence[Monomial | None]) -> Row:
    """A row of exponentials over its sum, None where one is blocked."""
    counts = Counter(m for m in row if m is not None)
    if len(counts) == 1:
        return tuple(None if m is None else ONE for m in row)
    under = ((Atom("den", _bottom(counts)), 1),)
    return tuple(None if m is None else (under, m[1]) for m in row)


def normalized_cells(table: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Every row divided by its sum, entry by entry."""
    rows = []
    for i, row in enumerate(table):
        try:
            factor = inverse(total(row))
        except SymattnError as error:
            raise SymattnError(
                f"row {i + 1} cannot be normalised: {error}",
                "divide rows whose sums are not 0",
            ) from error
        rows.append(tuple(x * factor for x in row))
    return tuple(rows)
