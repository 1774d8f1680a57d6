"""A matrix as a sum of factors: monomials on the left, one rational matrix on the right, so that FLINT multiplies.

In a row of weights all entries share exponents and denominator, and every later product by a rational matrix
touches the right factor only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from flint import arb, arb_mat, fmpq, fmpq_mat

from symattn.errors import LimitError
from symattn.exact.atoms import holds
from symattn.exact.ball import Balls, real
from symattn.exact.number import ONE, Monomial, Number, product, scaled, total
from symattn.limits import MOST_IN_LINE

Grid = tuple[tuple[Union[Monomial, None], ...], ...]
Vector = tuple[Number, ...]


@dataclass(frozen=True)
class Part:
    """left · right: left is one monomial (``plain``, times the identity) or a ``grid`` of monomials, right is rational.

    >>> Part(ONE, fmpq_mat(1, 1, [3])).entry(0, 0)
    Number(3)
    """

    plain: Monomial | None
    right: fmpq_mat
    grid: Grid = ()

    @property
    def held(self) -> bool:
        """Whether a value that is held by its definition stands in it."""
        if self.plain is not None:
            return holds(self.plain)
        return any(m is not None and holds(m) for row in self.grid for m in row)

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
        return Number({m: c for m, c in out.items() if c})

    def times(self, other: Part) -> Part | None:
        """The product with another part where it has this shape again, else None."""
        if other.plain is None:
            return None
        found = Part(self.plain, self.right * other.right, self.grid)
        return found if other.plain == ONE else found.shifted(other.plain)

    def shifted(self, mono: Monomial, c: fmpq = fmpq(1)) -> Part | None:
        """Every monomial on the left times c · mono, where each product is one monomial."""
        if self.plain is not None:
            found = product(self.plain, c, mono)
            if len(found.terms) != 1:
                return None
            ((m, d),) = found.terms.items()
            return Part(m, self.right * d)
        rows = []
        for row in self.grid:
            moved = [None if m is None else _moved(m, mono) for m in row]
            if any(m is not None and new is None for m, new in zip(row, moved, strict=True)):
                return None
            rows.append(tuple(moved))
        return Part(None, self.right * c, tuple(rows))

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> Part:
        """The part's rows and columns picked out."""
        if self.plain is not None:
            return Part(self.plain, submatrix(self.right, rows, cols))
        return Part(None, submatrix(self.right, range(self.right.nrows()), cols), tuple(self.grid[i] for i in rows))

    def balls(self, known: Balls) -> arb_mat:
        """The part at the precision in force."""
        if self.plain is not None:
            return arb_mat(self.right) * real(known.monomial(self.plain))
        zero = arb(0)
        rows = [[zero if m is None else real(known.monomial(m)) for m in row] for row in self.grid]
        return arb_mat(rows) * arb_mat(self.right)


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


def padded(part: Part, before: int, after: int) -> Part:
    """The part with so many zero columns put to its left and right.

    >>> padded(Part(ONE, fmpq_mat(1, 1, [3])), 1, 0).right
    [0, 3]
    """
    right = part.right
    width = before + right.ncols() + after
    left, tail = [fmpq(0)] * before, [fmpq(0)] * after
    wide = fmpq_mat(right.nrows(), width, [x for row in right.table() for x in (*left, *row, *tail)])
    return Part(part.plain, wide, part.grid)


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


def within_line(work: int) -> None:
    """Raise LimitError past MOST_IN_LINE products of two terms in one operation.

    >>> within_line(4)
    """
    if work > MOST_IN_LINE:
        raise LimitError(f"an operation that takes more than {MOST_IN_LINE:,} products of two terms")


def _split(vector: Vector) -> tuple[list[Monomial], fmpq_mat]:
    """The monomials of a vector, and the coefficient of each in every entry."""
    found = list(dict.fromkeys(m for x in vector for m in x.terms))
    return found, fmpq_mat(len(found), len(vector), [x.terms.get(m, 0) for m in found for x in vector])


def _dot(
    a: tuple[list[Monomial], fmpq_mat], b: tuple[list[Monomial], fmpq_mat], known: dict[tuple[Monomial, Monomial], Number]
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


def gathered(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same sum with the parts of one monomial added up.

    >>> len(gathered([Part(ONE, fmpq_mat(1, 1, [3])), Part(ONE, fmpq_mat(1, 1, [4]))]))
    1
    """
    sums: dict[Monomial, fmpq_mat] = {}
    out: list[Part] = []
    for part in parts:
        mono = part.plain
        if mono is None:
            out.append(part)
        else:
            sums[mono] = sums[mono] + part.right if mono in sums else part.right
    return (*(Part(m, right) for m, right in sums.items()), *out)
