"""The letters a value is spelled in: primes under roots, e to a power, denominators, and opaque letters."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, Union

from flint import arb, fmpq, fmpz

from symattn.limits import FACTOR_BITS, LONG_BITS

if TYPE_CHECKING:
    from symattn.exact.number import Number


@lru_cache(maxsize=4096)
def plain_exponent(top: int, bottom: int = 1) -> Fraction | int:
    """The exponent of a generator: a plain int where it is whole, else a fraction that hashes at once.

    >>> plain_exponent(4, 2), plain_exponent(1, 2) == Fraction(1, 2)
    (2, True)
    """
    p = Power(top, bottom)
    return p.numerator if p.denominator == 1 else p


class Power(Fraction):
    """A fraction that remembers its hash: powers stand in every monomial, and monomials are dictionary keys.

    >>> hash(Power(1, 2)) == hash(Fraction(1, 2))
    True
    """

    __slots__ = ("_hash",)
    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash = Fraction.__hash__(self)
            return self._hash



class Held(Protocol):
    """What the body of a ``def`` is: ``symattn.exact.defined.Place``."""

    @property
    def key(self) -> Held: ...

    @property
    def name(self) -> str: ...

    def ball(self) -> arb: ...


class Atom:
    """One generator that is no prime: a root's radicand, a denominator, a logarithm, π or a symbol.

    ``kind`` is ``root`` (body: the radicand), ``den`` (body: what is divided by), ``log`` (body: a prime
    or a value), ``pi``, ``sym`` (body: its name) or ``def`` (body: a place in a matrix that is held by its definition).

    >>> Atom("sym", "a").key
    (1, 'sym', 'a')
    """

    __slots__ = ("kind", "body", "_hash", "_held", "_lettered")

    def __init__(self, kind: str, body: Union[Number, Held, int, str, None] = None) -> None:
        self.kind = kind
        self.body = body if body is None or isinstance(body, (int, str)) else body.key
        self._hash = hash((kind, self.body))
        self._held: bool | None = None
        self._lettered: bool | None = None

    @property
    def lettered(self) -> bool:
        """Whether it is a symbol without a value, or one stands in it."""
        if self._lettered is None:
            self._lettered = self.kind == "sym" or any(map(symbols_in, getattr(self.body, "terms", ())))
        return self._lettered

    @property
    def held(self) -> bool:
        """Whether it is, or is made of, what is held by its definition."""
        if self._held is None:
            terms = getattr(self.body, "terms", ())
            self._held = self.kind == "def" or any(map(holds, terms))
        return self._held

    @property
    def key(self) -> tuple[int, str, str]:
        """Its place among others: the same in every run."""
        return 1, self.kind, str(self.body)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Atom) and self.kind == other.kind and self.body == other.body)

    def __repr__(self) -> str:
        return f"{self.kind}({self.body})"

    def __reduce__(self) -> tuple[type[Atom], tuple[object, ...]]:
        return Atom, (self.kind, self.body)


Base = Union[int, Atom]  # a prime, -1 (whose square root is i), or an Atom


_PRIMES = [p for p in range(2, 256) if all(p % q for q in range(2, p))]


def holds(m: tuple[tuple[tuple[Base, Fraction | int], ...], Number | None]) -> bool:
    """Whether what is held by its definition stands in a monomial, however deep.

    >>> holds((((2, 1),), None))
    False
    """
    return any(isinstance(b, Atom) and b.held for b, _ in m[0]) or (m[1] is not None and any(map(holds, m[1].terms)))


def symbols_in(m: tuple[tuple[tuple[Base, Fraction | int], ...], Number | None]) -> bool:
    """Whether a symbol without a value stands in a monomial, however deep.

    >>> symbols_in((((Atom("sym", "a"), 1),), None))
    True
    """
    return any(isinstance(b, Atom) and b.lettered for b, _ in m[0]) or (m[1] is not None and any(map(symbols_in, m[1].terms)))


def order(base: Base) -> tuple[int, str, str] | tuple[int, int]:
    """The place of a generator among others: primes first, by size, then atoms by name.

    >>> sorted([3, Atom("pi"), 2], key=order)
    [2, 3, pi(None)]
    """
    return (0, base) if isinstance(base, int) else base.key


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
