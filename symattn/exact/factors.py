"""Whole numbers taken apart into powers of primes, as far as that is quick."""

from __future__ import annotations

from flint import fmpq, fmpz

from symattn.limits import FACTOR_BITS, LONG_BITS

# A long number is tried by these alone: each try divides all of its digits.
_PRIMES = [p for p in range(2, 256) if all(p % q for q in range(2, p))]


def prime_powers(q: fmpq) -> dict[int, int] | None:
    """The primes of a positive rational with their exponents, or None when it is too long to be split.

    >>> prime_powers(fmpq(12, 5))
    {2: 2, 3: 1, 5: -1}
    """
    found: dict[int, int] = {}
    for whole, sign in ((q.p, 1), (q.q, -1)):
        parts = _factor(whole)
        if parts is None:
            return None
        for p, k in parts:
            found[p] = found.get(p, 0) + sign * k
    return found


def small_factors(n: fmpz) -> list[tuple[fmpz, int]]:
    """A whole number as powers of small primes and of what is left: primes below 2^15, below 256 where it is long.

    FLINT's own search looks whether what is left is a perfect power, which takes seconds for 100,000 digits.

    >>> small_factors(fmpz(12 * 1009))
    [(2, 2), (3, 1), (1009, 1)]
    >>> small_factors(fmpz(10) ** 9000 + fmpz(10) ** 8999)[:3]
    [(2, 8999), (5, 8999), (11, 1)]
    """
    if n.bit_length() <= LONG_BITS:
        return [(p, int(k)) for p, k in n.factor_smooth(15)]
    parts = []
    for p in _PRIMES:
        n, k = _without(n, fmpz(p))
        if k:
            parts.append((fmpz(p), k))
    return parts if n == 1 else [*parts, (n, 1)]


def _without(n: fmpz, p: fmpz) -> tuple[fmpz, int]:
    """A number without a prime, and how often it was divided by it: by p, p², p⁴, … and back."""
    powers, count = [p], 0
    while n % powers[-1] == 0:
        powers.append(powers[-1] ** 2)
    for i in reversed(range(len(powers) - 1)):
        if n % powers[i] == 0:
            n, count = n // powers[i], count + 2**i
    return n, count


def _factor(n: fmpz) -> list[tuple[int, int]] | None:
    small = small_factors(n)
    rest = fmpz(1)
    parts: list[tuple[int, int]] = []
    for p, k in small:
        if p.bit_length() <= FACTOR_BITS and p.is_prime():
            parts.append((int(p), int(k)))
        else:
            rest *= p**k
    if rest == 1:
        return parts
    if rest.bit_length() > FACTOR_BITS:
        return None
    return parts + [(int(p), int(k)) for p, k in rest.factor()]
