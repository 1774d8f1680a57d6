"""Roots of single terms: over primes where they are rational, else letters of their own."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from flint import fmpq

from symattn.exact.atoms import Atom, Base, prime_powers
from symattn.exact.decide import sign
from symattn.exact.number import ONE, UNIT, Monomial, Number, from_powers, scaled


def monomial_root(m: Monomial, c: fmpq, n: Fraction) -> Number:
    """|c · m| to the n, which is the power of a positive monomial.

    >>> monomial_root(ONE, fmpq(4), Fraction(1, 2))
    Number(2)
    """
    front = rational_root(abs(c), n)
    if m == ONE:
        return front
    exponent = None if m[1] is None else scaled(m[1], fmpq(n.numerator, n.denominator)).key
    plain = from_powers({b: p * n for b, p in m[0] if not negative(b)}, exponent, fmpq(1))
    flipped = [kept(-from_powers({b: 1}, None, fmpq(1)), p * n) for b, p in m[0] if negative(b)]
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


def kept(x: Number, n: Fraction) -> Number:
    """The root as a letter of its own.

    >>> kept(Number.of(2), Fraction(1))
    Number(2)
    """
    return from_powers({Atom("root", x): n}, None, fmpq(1))


def negative(base: Base) -> bool:
    """Whether a generator is negative, which only a logarithm and what is held by its definition can be.

    >>> negative(Atom("pi")), negative(2)
    (False, False)
    """
    if isinstance(base, int) or base.kind not in ("log", "def") or isinstance(base.body, int):
        return False
    return sign(from_powers({base: 1}, None, fmpq(1))) < 0
