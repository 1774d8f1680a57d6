"""Whole powers of sums: multiplied out, as long as that stays within the limits."""

from __future__ import annotations

from flint import fmpq, fmpz

from symattn.errors import LimitError
from symattn.exact.number import UNIT, Monomial, Number, monomial_power, product, scaled, total

MOST_TERMS = 10_000
MOST_PAIRS = 40_000  # products of two terms formed in one multiplication of a power


def power_of_sum(x: Number, n: int) -> Number:
    """x to a whole power, n at least 2, multiplied out; raises LimitError past MOST_TERMS terms.

    >>> from fractions import Fraction
    >>> power_of_sum(Number.of(1) + monomial_power((((2, Fraction(1, 2)),), None), 1), 2)
    Number(3+[2^1/2]*2)
    """
    if len(x.terms) == 2 and any(m[1] is not None for m in x.terms):
        return _binomial(x, n)
    out, square = UNIT, x
    while n:
        if n & 1:
            out = _times(out, square)
        n >>= 1
        square = _times(square, square) if n else square
    return out


def _times(a: Number, b: Number) -> Number:
    if len(a.terms) * len(b.terms) > MOST_PAIRS:
        raise LimitError(f"a power of a sum with more than {MOST_TERMS:,} terms; write it unexpanded or smaller")
    return a * b


def _binomial(x: Number, n: int) -> Number:
    """The binomial theorem: as many steps as terms, where squaring would take the square of that."""
    if n >= MOST_TERMS:
        raise LimitError(f"a power of a sum with more than {MOST_TERMS:,} terms; write it unexpanded or smaller")
    (a, c), (b, d) = x.terms.items()
    parts: list[Number] = []
    count, lead = fmpz(1), fmpq(c) ** n
    for k in range(n + 1):
        parts.append(_term(a, n - k, b, k, lead * count))
        count, lead = count * (n - k) // (k + 1), lead * d / c
    return total(parts)


def _term(a: Monomial, i: int, b: Monomial, j: int, c: fmpq) -> Number:
    left, right = monomial_power(a, i), monomial_power(b, j)
    if len(left.terms) == len(right.terms) == 1:
        ((m, p),), ((n, q),) = left.terms.items(), right.terms.items()
        return product(m, c * p * q, n)
    return scaled(left * right, c)
