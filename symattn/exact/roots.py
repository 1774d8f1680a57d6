"""Positive real roots in normal form: over primes where the radicand is rational, denested where a square root allows."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from flint import fmpq
from flint.utils.flint_exceptions import DomainError

from symattn.errors import SymattnError
from symattn.exact.atoms import Atom, prime_powers
from symattn.exact.decide import sign
from symattn.exact.field import normal
from symattn.exact.functions import negative
from symattn.exact.number import ONE, UNIT, ZERO, Monomial, Number, from_powers, monomial, same_form, scaled
from symattn.exact.perfect import perfect_root, positive_factors
from symattn.exact.quotients import denominators, fraction, tidy
from symattn.exact.zero import symbolic


def positive_root(x: Number, n: Fraction) -> Number:
    """x to a rational power, x being at least 0; raises SymattnError when x is negative.

    >>> positive_root(Number.of(8), Fraction(1, 2))
    Number([2^1/2]*2)
    """
    if symbolic(x):
        return _kept(x, n)
    found = sign(x)
    if found < 0:
        raise SymattnError("a negative base to a fractional power; write a base that is 0 or more")
    if found == 0:
        return ZERO
    if len(x.terms) > 1 or any(denominators(m) for m in x.terms):
        return _sum_root(x, n)
    ((m, c),) = x.terms.items()
    return _monomial_root(m, abs(c), n)


def _monomial_root(m: Monomial, c: fmpq, n: Fraction) -> Number:
    """|c · m| to the n, which is the power of a positive monomial."""
    front = rational_root(c, n)
    if m == ONE:
        return front
    exponent = None if m[1] is None else scaled(m[1], fmpq(n.numerator, n.denominator)).key
    plain = from_powers({b: p * n for b, p in m[0] if not negative(b)}, exponent, fmpq(1))
    flipped = [_kept(-from_powers({b: 1}, None, fmpq(1)), p * n) for b, p in m[0] if negative(b)]
    return prod([plain, *flipped], start=front)


def rational_root(q: fmpq, n: Fraction) -> Number:
    """A positive rational to a rational power, over its primes.

    >>> rational_root(fmpq(1, 3), Fraction(1, 2))
    Number([3^1/2]*1/3)
    """
    split = prime_powers(q)
    if split is not None:
        return from_powers({p: k * n for p, k in split.items()}, None, fmpq(1))
    top = from_powers({Atom("root", Number({ONE: fmpq(q.p)})): n}, None, fmpq(1)) if q.p != 1 else UNIT
    if q.q == 1:
        return top
    return top * from_powers({Atom("root", Number({ONE: fmpq(q.q)})): -n % 1}, None, fmpq(1)) * _whole(q.q, n)


def _whole(q: object, n: Fraction) -> Number:
    """q^(-n) is q^(-n mod 1) times this whole power of q."""
    return Number.of(q) ** int(-n - (-n % 1))


def _sum_root(x: Number, n: Fraction) -> Number:
    top, bottom = fraction(tidy(x))
    if not same_form(bottom, UNIT):
        if sign(bottom) < 0:
            top, bottom = -top, -bottom
        return positive_root(top, n) * positive_root(bottom, -n)
    c, m, rest = normal(top, largest=False, roots=False)
    if c < 0:
        c, rest = -c, -rest
    front = _monomial_root(m, c, n)
    for k in _primes(n.denominator):
        inner = denested(rest) if k == 2 else None
        inner = perfect_root(rest, k) if inner is None else inner
        if inner is not None:
            return front * positive_root(inner, k * n)
    factors = positive_factors(rest)
    return front * (prod((positive_root(f, k * n) for f, k in factors), start=UNIT) if factors else _kept(rest, n))


def _primes(n: int) -> list[int]:
    return [k for k in (2, 3, 5, 7) if n % k == 0]


def _kept(x: Number, n: Fraction) -> Number:
    return from_powers({Atom("root", x): n}, None, fmpq(1))


def denested(x: Number) -> Number | None:
    """The square root of a + b√c where it is a sum of two square roots of rationals.

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
