"""Positive real roots in normal form: over primes where the radicand is rational, denested where a square root allows."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from flint.utils.flint_exceptions import DomainError

from symattn.errors import SymattnError
from symattn.exact.atoms import Atom
from symattn.exact.decide import sign
from symattn.exact.field import inverse, normal
from symattn.exact.letters import factors_positive, symbolic
from symattn.exact.number import ONE, UNIT, ZERO, Number, monomial, scaled
from symattn.exact.perfect import perfect_root, positive_factors
from symattn.exact.quotients import body, content, denominators, groups, highest, numerator, tidy
from symattn.exact.radicals import kept, monomial_root, rational_root


def positive_root(x: Number, n: Fraction) -> Number:
    """x to a rational power, x being at least 0; raises SymattnError when x is negative.

    >>> positive_root(Number.of(8), Fraction(1, 2))
    Number([2^1/2]*2)
    """
    if symbolic(x):
        (m, c), *others = x.terms.items()
        if c > 0 and not others and factors_positive(m):
            return monomial_root(m, c, n)
        front = abs(content(x))
        return rational_root(front, n) * kept(scaled(x, 1 / front), n)
    found = sign(x)
    if found < 0:
        raise SymattnError("a negative base to a fractional power", "write a base that is 0 or more")
    if found == 0:
        if n < 0:
            raise SymattnError("0 to a negative power divides by zero")
        return ZERO
    if len(x.terms) > 1 or any(denominators(m) for m in x.terms):
        return _sum_root(x, n)
    ((m, c),) = x.terms.items()
    return monomial_root(m, c, n)


def _sum_root(x: Number, n: Fraction) -> Number:
    x = tidy(x)
    below = highest(groups(x))
    if below:
        return _over_roots(numerator(x), below, n)
    top = x
    c, m, rest = normal(top, largest=False, roots=False)
    if sign(rest) < 0:  # a logarithm in m may be negative: the sign of c alone does not tell
        rest = -rest
    front = monomial_root(m, c, n)
    for k in _primes(n.denominator):
        inner = denested(rest) if k == 2 else None
        inner = perfect_root(rest, k) if inner is None else inner
        if inner is not None:
            return front * positive_root(inner, k * n)
    factors = positive_factors(rest)
    return front * (prod((positive_root(f, k * n) for f, k in factors), start=UNIT) if factors else kept(rest, n))


def _over_roots(top: Number, below: dict[Atom, int], n: Fraction) -> Number:
    """The root of a numerator over those of its denominators, each to its own power: a square has no root left."""
    out, side = UNIT, 1
    for atom, p in below.items():
        bottom = body(atom)
        found = sign(bottom)
        side *= found**p
        if (p * n).denominator == 1:
            under = inverse(bottom * found)
            out = out * (under ** int(p * n) if p * n > 0 else (bottom * found) ** int(-p * n))
        else:
            out = out * positive_root(bottom * found, -p * n)
    return positive_root(top * side, n) * out


def _primes(n: int) -> list[int]:
    return [k for k in (2, 3, 5, 7) if n % k == 0]


def denested(x: Number) -> Number | None:
    """The square root of a + b√c where it is a sum of two square roots of rationals.

    >>> from flint import fmpq
    >>> from symattn.exact.radicals import rational_root
    >>> denested(3 + 2 * rational_root(fmpq(2), Fraction(1, 2)))
    Number(1+[2^1/2]*1)
    """
    if len(x.terms) != 2 or ONE not in x.terms:
        return None
    ((m, b),) = [(m, c) for m, c in x.terms.items() if m != ONE]
    square = monomial(m, b) * monomial(m, b)
    if m[1] is not None or not square.is_rational:
        return None
    a = x.rational
    gap = a * a - square.rational
    if gap < 0:
        return None
    try:
        difference = gap.sqrt()
    except (ValueError, DomainError):
        return None
    big, small = (a + difference) / 2, (a - difference) / 2
    if small < 0:
        return None
    second = rational_root(small, Fraction(1, 2)) if small else ZERO
    return rational_root(big, Fraction(1, 2)) + (second if b > 0 else -second)
