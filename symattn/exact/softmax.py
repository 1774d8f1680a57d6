"""Rows of weights: the exponentials of a row over their sum, in one normal form and without a common denominator."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Union

from flint import fmpq, fmpq_mat

from symattn.errors import SymattnError
from symattn.exact.atoms import Atom
from symattn.exact.field import inverse
from symattn.exact.number import ONE, ZERO, Key, Monomial, Number, total
from symattn.exact.parts import Grid, Part, Vector
from symattn.exact.perfect import split_power
from symattn.exact.quotients import above

if TYPE_CHECKING:
    from symattn.exact.matrix import Matrix


def row_exponentials(m: Matrix) -> Grid | None:
    """e to every entry as one monomial each, None for blocked ones; no grid where an exponent has letters in it."""
    parts = m.parts
    if parts is None or not all(p.plain is not None and _plain(p.plain) for p in parts):
        return None
    return tuple(tuple(None if (i, j) in m.blocked else _raised(x) for j, x in enumerate(row)) for i, row in enumerate(m.values))


def softmax_rows(m: Matrix) -> Part | None:
    """The weights of scores that all are rational multiples of one monomial; None where they are not, or a row
    of exponentials has a common factor."""
    mono = m.parts[0].plain if m.parts is not None and len(m.parts) == 1 else None
    if m.parts is None or mono is None or mono[1] is not None or not all(isinstance(b, int) and b > 0 for b, _ in mono[0]):
        return None
    seen: dict[tuple[int, int], Monomial] = {(0, 1): ONE}
    rows = []
    for i, row in enumerate(m.parts[0].right.table()):
        present = [c for j, c in enumerate(row) if (i, j) not in m.blocked] if m.blocked else row
        least = min(present)
        found: list[Monomial | None] = []
        for j, c in enumerate(row):
            gap = c - least
            key = (int(gap.p), int(gap.q))
            if key not in seen:
                seen[key] = ((), Key({mono: gap}))
            found.append(None if (i, j) in m.blocked else seen[key])
        rows.append(tuple(found))
    return normalized_rows(tuple(rows), shifted=True)


def _raised(x: Number) -> Monomial:
    return ((), x.key) if x.terms else ONE


def _plain(m: Monomial) -> bool:
    """Whether e to a multiple of this stays a bare exponential: roots of numbers, no logarithm, no π."""
    return all(isinstance(b, int) or b.kind in ("root", "den") for b, _ in m[0])


def normalized_rows(grid: Grid, *, shifted: bool = False) -> Part | None:
    """The exponentials of every row over their sum; None where a row's sum has a common factor to be taken out."""
    rows = []
    for row in grid:
        weights = _weights(row if shifted else _shifted(row))
        if weights is None:
            return None
        rows.append(weights)
    n = len(grid[0])
    identity = fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
    return Part(None, identity, tuple(rows))


def _shifted(row: tuple[Union[Monomial, None], ...]) -> tuple[Union[Monomial, None], ...]:
    """The exponentials of a row over the smallest of them."""
    least = _least([m for m in row if m is not None])
    return tuple(None if m is None else _raised((m[1] or ZERO) - (least[1] or ZERO)) for m in row)


def _weights(row: tuple[Union[Monomial, None], ...]) -> tuple[Union[Monomial, None], ...] | None:
    counts: dict[Monomial, int] = {}
    for m in row:
        if m is not None:
            counts[m] = counts.get(m, 0) + 1
    if gcd(*counts.values()) > 1:
        return None
    if len(counts) == 1:
        return tuple(None if m is None else ONE for m in row)
    bottom = Number({m: fmpq(n) for m, n in counts.items()})
    if len(counts) < len(row) and split_power(bottom) is not None:
        return None
    under = ((Atom("den", bottom), 1),)
    return tuple(None if m is None else (under, m[1]) for m in row)


def _least(row: list[Monomial]) -> Monomial:
    """The exponential with the smallest exponent."""
    best = row[0]
    for m in row[1:]:
        gap = (m[1] or ZERO) - (best[1] or ZERO)
        if gap.terms and not above(gap):
            best = m
    return best


def normalized_cells(table: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Every row divided by its sum, entry by entry."""
    rows = []
    for i, row in enumerate(table):
        try:
            factor = inverse(total(row))
        except SymattnError as error:
            raise SymattnError(f"row {i + 1} cannot be normalised: {error}") from error
        rows.append(tuple(x * factor for x in row))
    return tuple(rows)
