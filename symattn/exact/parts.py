"""A matrix as a sum of factors: monomials on the left, one rational matrix on the right, so that FLINT multiplies.

In a row of weights all entries share exponents and denominator, and every later product by a rational matrix
touches the right factor only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from flint import arb, arb_mat, fmpq, fmpq_mat

from symattn.exact.ball import Balls, real
from symattn.exact.number import ONE, Monomial, Number, product

Grid = tuple[tuple[Union[Monomial, None], ...], ...]


@dataclass(frozen=True)
class Part:
    """left · right: left is one monomial (times the identity) or a grid of monomials, right is rational.

    >>> Part(ONE, fmpq_mat(1, 1, [3])).entry(0, 0)
    Number(3)
    """

    left: Union[Monomial, Grid]
    right: fmpq_mat

    @property
    def plain(self) -> Monomial | None:
        """The one monomial on the left, or None when there is a grid."""
        return self.left if len(self.left) == 2 and _is_monomial(self.left) else None  # type: ignore[return-value]

    def entry(self, i: int, j: int) -> Number:
        """The entry in row i, column j as a value."""
        mono = self.plain
        if mono is not None:
            c = self.right[i, j]
            return Number({mono: c} if c else {})
        out: dict[Monomial, fmpq] = {}
        for k, m in enumerate(self.left[i]):  # type: ignore[arg-type]
            c = self.right[k, j]
            if m is not None and c:
                value = out.get(m, fmpq(0)) + c  # type: ignore[arg-type]
                out[m] = value  # type: ignore[index]
        return Number({m: c for m, c in out.items() if c})

    def times(self, other: Part) -> Part | None:
        """The product with another part where it has this shape again, else None."""
        mono = other.plain
        if mono is None:
            return None
        if mono == ONE:
            return Part(self.left, self.right * other.right)
        return Part(self.left, self.right * other.right).shifted(mono)

    def shifted(self, mono: Monomial, c: fmpq = fmpq(1)) -> Part | None:
        """Every monomial on the left times c · mono, where each product is one monomial."""
        own = self.plain
        if own is not None:
            found = product(own, c, mono)
            if len(found.terms) != 1:
                return None
            ((m, d),) = found.terms.items()
            return Part(m, self.right * d)
        rows = [[_shift(m, mono) for m in row] for row in self.left]  # type: ignore[arg-type]
        if any(m is False for row in rows for m in row):
            return None
        return Part(tuple(tuple(row) for row in rows), self.right * c)  # type: ignore[arg-type]

    def select(self, rows: Sequence[int], cols: Sequence[int]) -> Part:
        """The part's rows and columns picked out."""
        if self.plain is not None:
            return Part(self.left, submatrix(self.right, rows, cols))
        return Part(tuple(self.left[i] for i in rows), submatrix(self.right, range(self.right.nrows()), cols))  # type: ignore[arg-type]

    def balls(self, known: Balls) -> arb_mat:
        """The part at the precision in force."""
        mono = self.plain
        if mono is not None:
            return arb_mat(self.right) * real(known.monomial(mono))
        zero = arb(0)
        rows = [[zero if m is None else real(known.monomial(m)) for m in row] for row in self.left]  # type: ignore[arg-type]
        return arb_mat(rows) * arb_mat(self.right)


def _is_monomial(left: object) -> bool:
    assert isinstance(left, tuple)
    return left[1] is None or isinstance(left[1], Number)


def _shift(m: object, mono: Monomial) -> object:
    if m is None:
        return None
    found = product(m, fmpq(1), mono)  # type: ignore[arg-type]
    if len(found.terms) != 1:
        return False
    ((out, c),) = found.terms.items()
    return out if c == 1 else False


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
    return Part(part.left, fmpq_mat(right.nrows(), width, [x for row in right.table() for x in (*left, *row, *tail)]))


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
