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

    __slots__ = ("kind", "body", "_hash", "_held")

    def __init__(self, kind: str, body: Union[Number, Held, int, str, None] = None) -> None:
        self.kind = kind
        self.body = body if body is None or isinstance(body, (int, str)) else body.key
        self._hash = hash((kind, self.body))
        self._held: bool | None = None

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


def holds(m: tuple[tuple[tuple[Base, Fraction | int], ...], Number | None]) -> bool:
    """Whether what is held by its definition stands in a monomial, however deep.

    >>> holds((((2, 1),), None))
    False
    """
    return any(isinstance(b, Atom) and b.held for b, _ in m[0]) or (m[1] is not None and any(map(holds, m[1].terms)))


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


def _factor(n: fmpz) -> list[tuple[int, int]] | None:
    small = n.factor_smooth(15 if n.bit_length() <= LONG_BITS else 8)
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
