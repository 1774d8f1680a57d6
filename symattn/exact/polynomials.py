"""Long sums multiplied out by FLINT: every root and every part of an exponent becomes a letter of a polynomial.

Over the common denominator a difference of several heads' weights has hundreds of terms times hundreds. As a
polynomial whose letters are e^(√3/5), e^(√2) … and 2^(1/6) … FLINT multiplies it in milliseconds; what the letters
satisfy (a root filled up is its radicand) is put in when the result is read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd, lcm, prod
from typing import Union

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

from symattn.errors import LimitError
from symattn.exact.atoms import Atom, Base, plain_exponent
from symattn.exact.number import I_PI, Exponent, Key, Monomial, Number, Powers, exponential, from_powers, scaled, total
from symattn.limits import FEW_TERMS, LOW_DEGREE, MOST_DENSE, MOST_EXPANDED, MOST_PRODUCTS

Letter = tuple[str, Union[Base, Monomial]]
Poly = tuple[tuple[int, ...], fmpq_mpoly]  # x to these powers, which may be negative, times a polynomial


class Polynomials:
    """The polynomials over the letters that some values are made of.

    >>> from symattn.exact.functions import exp
    >>> ring = Polynomials([exp(1), exp(2)])
    >>> ring.read(ring.times(ring.write(exp(1)), ring.write(exp(2)))) == exp(3)
    True
    """

    def __init__(self, values: Iterable[Number]) -> None:
        orders: dict[Letter, int] = {}
        for x in values:
            for m in x.terms:
                for letter, p in _letters(m):
                    orders[letter] = lcm(orders.get(letter, 1), int(p.denominator))
        self.orders = orders
        self.place = {letter: i for i, letter in enumerate(orders)}
        self._ring = fmpq_mpoly_ctx.get(tuple(f"x{i}" for i in range(max(1, len(orders)))), Ordering.lex)

    @property
    def width(self) -> int:
        """How many letters there are."""
        return max(1, len(self.orders))

    def write(self, x: Number) -> Poly:
        """A value as a polynomial."""
        vectors = {}
        for m, c in x.terms.items():
            vector = [0] * self.width
            for letter, p in _letters(m):
                vector[self.place[letter]] = int(p.numerator) * (self.orders[letter] // int(p.denominator))
            vectors[tuple(vector)] = c
        shift = tuple(map(min, zip(*vectors, strict=True))) if vectors else (0,) * self.width
        terms = {tuple(a - b for a, b in zip(v, shift, strict=True)): c for v, c in vectors.items()}
        return shift, self._ring.from_dict(terms)

    def polynomial(self, terms: Mapping[tuple[int, ...], fmpq]) -> fmpq_mpoly:
        """A polynomial from its coefficients by powers."""
        return self._ring.from_dict(dict(terms))

    def constant(self, c: fmpq) -> fmpq_mpoly:
        """A rational as a polynomial."""
        return self._ring.from_dict({(0,) * self.width: c})

    def read(self, poly: Poly) -> Number:
        """The value of a polynomial; LimitError past MOST_EXPANDED terms."""
        shift, terms = poly
        if len(terms) > MOST_EXPANDED:
            raise LimitError(f"multiplied out, this has more than {MOST_EXPANDED:,} terms")
        return total(self._term(v, shift, c) for v, c in terms.to_dict().items())

    def _term(self, vector: tuple[int, ...], shift: tuple[int, ...], c: fmpq) -> Number:
        powers: dict[Base, Exponent] = {}
        alpha: dict[Monomial, fmpq] = {}
        for (kind, what), order, a, b in zip(self.orders, self.orders.values(), vector, shift, strict=False):
            p = int(a) + b
            if p and kind == "e":
                alpha[what] = fmpq(p, order)  # type: ignore[index]
            elif p:
                powers[what] = plain_exponent(p, order)  # type: ignore[index]
        if I_PI in alpha:
            return scaled(from_powers(powers, None, fmpq(1)) * exponential(Number(alpha)), c)
        return from_powers(powers, Key(alpha) if alpha else None, c)

    def times(self, a: Poly, b: Poly) -> Poly:
        """The product; LimitError past MOST_PRODUCTS products of terms."""
        if len(a[1]) * len(b[1]) > MOST_PRODUCTS:
            raise LimitError(f"multiplied out, this takes more than {MOST_PRODUCTS:,} products")
        return tuple(x + y for x, y in zip(a[0], b[0], strict=True)), a[1] * b[1]

    def plus(self, a: Poly, b: Poly) -> Poly:
        """The sum."""
        shift = tuple(map(min, a[0], b[0]))
        return shift, self.moved(a, shift) + self.moved(b, shift)

    def moved(self, a: Poly, shift: tuple[int, ...]) -> fmpq_mpoly:
        """The polynomial that makes the same value with another shift, no larger anywhere."""
        by = tuple(x - y for x, y in zip(a[0], shift, strict=True))
        return a[1] * self._ring.from_dict({by: fmpq(1)}) if any(by) else a[1]


def _letters(m: Monomial) -> Iterable[tuple[Letter, Exponent | _Ratio]]:
    """What a monomial is made of, each with its rational power."""
    for base, p in m[0]:
        yield ("b", base), p
    if m[1] is not None:
        for n, c in m[1].terms.items():
            yield ("e", n), _Ratio(c)


class _Ratio:
    """A FLINT rational with Python's names for its two halves."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, q: fmpq) -> None:
        self.numerator, self.denominator = q.p, q.q


def quotient(x: Number, y: Number) -> Number | None:
    """The t with x = t · y among the polynomials in the letters of both, or None.

    >>> from symattn.exact.functions import exp
    >>> quotient(exp(2) - 1, exp(1) - 1) == exp(1) + 1
    True
    """
    wide = _spreads(x)
    if any(spread > wide.get(letter, 0) for letter, spread in _spreads(y).items()):
        return None
    ring = Polynomials([x, y])
    (high, top), (low, bottom) = ring.write(x), ring.write(y)
    shift = tuple(a - b for a, b in zip(high, low, strict=True))
    step = _steps([top, bottom])
    top, bottom = top.deflate(step), bottom.deflate(step)
    found = _divided(top, bottom) if _dense(top) <= MOST_DENSE else _short_division(top, bottom)
    return None if found is None else ring.read((shift, found.inflate(step)))


def _spreads(x: Number) -> dict[Letter, fmpq]:
    """For every letter, how far its highest power is above its lowest: no polynomial has a factor that is wider."""
    powers: dict[Letter, list[fmpq]] = {}
    for m in x.terms:
        for letter, p in _letters(m):
            powers.setdefault(letter, []).append(fmpq(p.numerator, p.denominator))
    everywhere = len(x.terms)
    zero = fmpq(0)
    return {
        letter: max(found) - min(found) if len(found) == everywhere else max(zero, *found) - min(zero, *found)
        for letter, found in powers.items()
    }


def _steps(polys: Iterable[fmpq_mpoly]) -> list[int]:
    """For every letter what all its powers are multiples of: e^(123/100) and e^(246/100) are x and x², not x¹²³ and x²⁴⁶."""
    return [gcd(*found) or 1 for found in zip(*(map(int, poly.deflation()[1]) for poly in polys))]


def _dense(poly: fmpq_mpoly) -> int:
    """How many terms a polynomial of these degrees may have: FLINT divides and factors within that, and aborts beyond."""
    return prod(int(n) + 1 for n in poly.degrees())


def _divided(top: fmpq_mpoly, bottom: fmpq_mpoly) -> fmpq_mpoly | None:
    found, rest = divmod(top, bottom)
    return None if rest else found


def _short_division(top: fmpq_mpoly, bottom: fmpq_mpoly) -> fmpq_mpoly | None:
    """The quotient where it is one of few terms, leading terms first: what it costs does not depend on the degrees."""
    ring = top.context()
    lead, c = bottom.monomial(0), bottom.coefficient(0)
    found: dict[tuple[int, ...], fmpq] = {}
    while top and len(found) < FEW_TERMS:
        place = tuple(int(a) - int(b) for a, b in zip(top.monomial(0), lead, strict=True))
        if min(place) < 0:
            return None
        found[place] = top.coefficient(0) / c
        top = top - bottom * ring.from_dict({place: found[place]})
    return None if top else ring.from_dict(found)


def decomposed(x: Number, *, fully: bool = False) -> tuple[Number, list[tuple[Number, int]]]:
    """A value as a monomial times powers of sums without square factors; ``fully``: of sums that do not factor, if quick.

    >>> from symattn.exact.functions import exp
    >>> front, [(factor, power)] = decomposed(3 + 6 * exp(1) + 3 * exp(2))
    >>> front, factor == 1 + exp(1), power
    (Number(3), True, 2)
    """
    ring = Polynomials([x])
    shift, poly = ring.write(x)
    quick = len(poly) <= FEW_TERMS and max(map(int, poly.degrees())) <= LOW_DEGREE
    if not quick:
        step = _steps([poly])
        poly = poly.deflate(step)
        if _dense(poly) > MOST_DENSE:
            raise LimitError("a polynomial of too high a degree to be factored")
    c, factors = poly.factor() if fully and quick else poly.factor_squarefree()
    factors = factors if quick else [(factor.inflate(step), power) for factor, power in factors]
    front, sums = ring.read((shift, ring.constant(c))), []
    for factor, power in factors:
        value = ring.read(((0,) * ring.width, factor))
        if len(value.terms) > 1:
            sums.append((value, int(power)))
        else:
            front = front * value ** int(power)
    return front, sums


def common_top(parts: Mapping[Powers, Number], bodies: Mapping[Atom, Number]) -> Number:
    """Σ numerator / ∏ denominators over the least common denominator: its numerator.

    ``parts`` maps the powers of denominators to the numerator over them. Short denominators are joined first.

    >>> from symattn.exact.number import UNIT
    >>> common_top({(): UNIT}, {})
    Number(1)
    """
    ring = Polynomials([*parts.values(), *bodies.values()])
    under: dict[Base, Poly] = {atom: ring.write(x) for atom, x in bodies.items()}
    waiting = sorted(
        ((dict(dens), ring.write(top)) for dens, top in parts.items()),
        key=lambda part: sum(int(p) * len(under[atom][1]) for atom, p in part[0].items()),
    )
    dens, top = waiting[0]
    for other, numerator in waiting[1:]:
        top = ring.plus(_lifted(ring, top, dens, other, under), _lifted(ring, numerator, other, dens, under))
        dens = {atom: max(int(dens.get(atom, 0)), int(other.get(atom, 0))) for atom in {**dens, **other}}
    return ring.read(top)


def _lifted(
    ring: Polynomials, top: Poly, dens: Mapping[Base, Exponent], other: Mapping[Base, Exponent], under: Mapping[Base, Poly]
) -> Poly:
    """A numerator times what its denominator lacks."""
    for atom, p in other.items():
        for _ in range(int(p) - int(dens.get(atom, 0))):
            top = ring.times(top, under[atom])
    return top


def square_of(x: Number) -> Number | None:
    """What a polynomial in letters with rational coefficients is the square of, its first term positive; None for others.

    >>> from symattn.exact.functions import symbol
    >>> a, b = symbol("a"), symbol("b")
    >>> square_of((a - b) ** 2) == a - b, square_of(a + b)
    (True, None)
    """
    letters = sorted({base for m in x.terms for base, _ in m[0] if isinstance(base, Atom)}, key=lambda b: b.key)
    plain = all(
        m[1] is None and all(isinstance(b, Atom) and b.kind == "sym" and isinstance(p, int) and p > 0 for b, p in m[0])
        for m in x.terms
    )
    if not plain or not letters:
        return None
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(letters))], Ordering.lex)
    terms = {tuple(int(dict(m[0]).get(b, 0)) for b in letters): c for m, c in x.terms.items()}
    try:
        found = ring.from_dict(terms).sqrt().to_dict()
    except DomainError:
        return None
    sign = 1 if found[max(found)] > 0 else -1
    named: list[tuple[dict[Base, Exponent], fmpq]]
    named = [({b: p for b, p in zip(letters, powers, strict=True) if p}, c) for powers, c in found.items()]
    return total(from_powers(powers, None, c * sign) for powers, c in named)
