"""Division below the zero test: polynomials in the letters, conjugates of square roots, and quotients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd, lcm, prod
from typing import Union

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz
from flint.utils.flint_exceptions import DomainError

from symattn.errors import LimitError
from symattn.exact.ball import sharper
from symattn.exact.number import (
    I_PI,
    NOTHING,
    UNIT,
    ZERO,
    Atom,
    Base,
    Exponent,
    I,
    Monomial,
    Number,
    WrittenKey,
    exponential,
    from_powers,
    monomial,
    monomial_power,
    occurs,
    of_kind,
    plain_exponent,
    same_form,
    scaled,
    total,
)
from symattn.exact.number import (
    letter as alone,
)
from symattn.limits import (
    FEW_TERMS,
    LOW_DEGREE,
    MOST_CANCELLING,
    MOST_DENSE,
    MOST_EXPANDED,
    MOST_JOINED,
    MOST_PRODUCTS,
)
from symattn.said import Integers
from symattn.tables import grouped, in_each

# --- polynomials ---
# Long sums multiplied out by FLINT: every root and every part of an exponent becomes a letter of a polynomial.
#
# Over the common denominator a difference of several heads' weights has hundreds of terms times hundreds. As a
# polynomial whose letters are e^(√3/5), e^(√2) … and 2^(1/6) … FLINT multiplies it in milliseconds; what the letters
# satisfy (a root filled up is its radicand) is put in when the result is read back.

Letter = tuple[str, Union[Base, Monomial]]
Poly = tuple[
    Integers, fmpq_mpoly
]  # x to these powers, which may be negative, times a polynomial


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
                    orders[letter] = lcm(orders.get(letter, 1), p.denominator)
        self.orders = orders
        self.place = {letter: i for i, letter in enumerate(orders)}
        self._ring = fmpq_mpoly_ctx.get(
            tuple(f"x{i}" for i in range(max(1, len(orders)))), Ordering.lex
        )

    @property
    def width(self) -> int:
        """How many letters there are."""
        return max(1, len(self.orders))

    def write(self, x: Number) -> Poly:
        """A value as a polynomial; KeyError for a letter, or a root of one, that the ring does not have."""
        vectors = {}
        for m, c in x.terms.items():
            vector = [0] * self.width
            for letter, p in _letters(m):
                order = self.orders[letter]
                if order % p.denominator:
                    raise KeyError(letter)
                vector[self.place[letter]] = p.numerator * (order // p.denominator)
            vectors[tuple(vector)] = c
        shift = (
            tuple(map(min, zip(*vectors, strict=True)))
            if vectors
            else (0,) * self.width
        )
        terms = {
            tuple(a - b for a, b in zip(v, shift, strict=True)): c
            for v, c in vectors.items()
        }
        return shift, self._ring.from_dict(terms)

    def constant(self, c: fmpq) -> fmpq_mpoly:
        """A rational as a polynomial."""
        return self._ring.from_dict({(0,) * self.width: c})

    def read(self, poly: Poly) -> Number:
        """The value of a polynomial; LimitError past MOST_EXPANDED terms."""
        shift, terms = poly
        if len(terms) > MOST_EXPANDED:
            raise LimitError(
                f"multiplied out, this has more than {MOST_EXPANDED:,} terms"
            )
        return total(self._term(v, shift, c) for v, c in terms.to_dict().items())

    def _term(self, vector: Integers, shift: Integers, c: fmpq) -> Number:
        powers: dict[Base, Exponent] = {}
        alpha: dict[Monomial, fmpq] = {}
        for (kind, what), order, a, b in zip(
            self.orders, self.orders.values(), vector, shift, strict=False
        ):
            p = int(a) + b
            if p and kind == "e":
                alpha[what] = fmpq(p, order)  # type: ignore[index]
            elif p:
                powers[what] = plain_exponent(p, order)  # type: ignore[index]
        if I_PI in alpha:
            return scaled(from_powers(powers) * exponential(Number(alpha)), c)
        return from_powers(powers, WrittenKey(alpha) if alpha else None, c)

    def times(self, a: Poly, b: Poly) -> Poly:
        """The product; LimitError past MOST_PRODUCTS products of terms."""
        if len(a[1]) * len(b[1]) > MOST_PRODUCTS:
            raise LimitError(
                f"multiplied out, this takes more than {MOST_PRODUCTS:,} products"
            )
        return tuple(x + y for x, y in zip(a[0], b[0], strict=True)), a[1] * b[1]

    def plus(self, a: Poly, b: Poly) -> Poly:
        """The sum."""
        shift = tuple(map(min, a[0], b[0]))
        return shift, self.moved(a, shift) + self.moved(b, shift)

    def moved(self, a: Poly, shift: Integers) -> fmpq_mpoly:
        """The polynomial that makes the same value with another shift, no larger anywhere."""
        by = tuple(x - y for x, y in zip(a[0], shift, strict=True))
        return a[1] * self._ring.from_dict({by: fmpq(1)}) if any(by) else a[1]


def _letters(m: Monomial) -> Iterable[tuple[Letter, Exponent]]:
    """What a monomial is made of, each with its rational power."""
    for base, p in m[0]:
        yield ("b", base), p
    if m[1] is not None:
        for n, c in m[1].terms.items():
            yield ("e", n), plain_exponent(int(c.p), int(c.q))


def exact_quotient(x: Number, y: Number) -> Number | None:
    """The t with x = t · y among the polynomials in the letters of both, or None.

    >>> from symattn.exact.functions import exp
    >>> exact_quotient(exp(2) - 1, exp(1) - 1) == exp(1) + 1
    True
    """
    wide = _spreads(x)
    if any(spread > wide.get(letter, 0) for letter, spread in _spreads(y).items()):
        return None
    ring = Polynomials([x, y])
    high, top = ring.write(x)
    low, bottom = ring.write(y)
    shift = tuple(a - b for a, b in zip(high, low, strict=True))
    step = _steps([top, bottom])
    top, bottom = top.deflate(step), bottom.deflate(step)
    divide = _divided if _dense(top) <= MOST_DENSE else _short_division
    found = divide(top, bottom)
    return None if found is None else ring.read((shift, found.inflate(step)))


def _spreads(x: Number) -> dict[Letter, fmpq]:
    """For every letter, how far its highest power is above its lowest: no polynomial has a factor that is wider."""
    powers = grouped(
        (letter, fmpq(p.numerator, p.denominator))
        for m in x.terms
        for letter, p in _letters(m)
    )
    spreads: dict[Letter, fmpq] = {}
    for letter, found in powers.items():
        ends = [*found]
        if len(ends) < len(x.terms):  # to the power 0 in the others
            ends.append(fmpq(0))
        spreads[letter] = max(ends) - min(ends)
    return spreads


def _steps(polys: Iterable[fmpq_mpoly]) -> list[int]:
    """For every letter what all its powers are multiples of: e^(123/100) and e^(246/100) are x and x², not x¹²³ and x²⁴⁶."""
    steps = [map(int, poly.deflation()[1]) for poly in polys]
    return [gcd(*found) or 1 for found in zip(*steps)]


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
    found: dict[Integers, fmpq] = {}
    while top and len(found) < FEW_TERMS:
        place = tuple(
            int(a) - int(b) for a, b in zip(top.monomial(0), lead, strict=True)
        )
        if min(place) < 0:
            return None
        found[place] = top.coefficient(0) / c
        top = top - bottom * ring.from_dict({place: found[place]})
    return None if top else ring.from_dict(found)


def decomposed(
    x: Number, *, fully: bool = False
) -> tuple[Number, list[tuple[Number, int]]]:
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
    if not quick:
        factors = [(factor.inflate(step), power) for factor, power in factors]
    front = ring.read((shift, ring.constant(c)))
    sums = []
    for factor, power in factors:
        value = ring.read(((0,) * ring.width, factor))
        if len(value.terms) > 1:
            sums.append((value, int(power)))
        else:
            front = front * value ** int(power)
    return front, sums


def common_top(parts: Mapping[Denominators, Number]) -> Number:
    """Σ numerator / ∏ denominators over the least common denominator: its numerator.

    ``parts`` maps the powers of denominators to the numerator over them. Short denominators are joined first.

    >>> from symattn.exact.number import UNIT
    >>> common_top({(): UNIT})
    Number(1)
    """
    bodies = {atom: atom.number for atom in highest(parts)}
    ring = Polynomials([*parts.values(), *bodies.values()])
    under = in_each(ring.write, bodies)

    def length_below(part: tuple[dict[Atom, int], Poly]) -> int:
        return sum(p * len(under[atom][1]) for atom, p in part[0].items())

    waiting = [(dict(dens), ring.write(top)) for dens, top in parts.items()]
    (dens, top), *others = sorted(waiting, key=length_below)
    for other, numerator in others:
        top = lifted(ring, top, dens, other, under)
        top = ring.plus(top, lifted(ring, numerator, other, dens, under))
        dens = {
            atom: max(dens.get(atom, 0), other.get(atom, 0))
            for atom in {**dens, **other}
        }
    return ring.read(top)


def lifted(
    ring: Polynomials,
    top: Poly,
    dens: Mapping[Atom, int],
    other: Mapping[Atom, int],
    under: Mapping[Atom, Poly],
) -> Poly:
    """A numerator times what its denominator lacks."""
    for atom, p in other.items():
        for _ in range(p - dens.get(atom, 0)):
            top = ring.times(top, under[atom])
    return top


def square_of(x: Number) -> Number | None:
    """What a polynomial in letters with rational coefficients is the square of, its first term positive; None for others.

    >>> from symattn.exact.functions import symbol
    >>> a, b = symbol("a"), symbol("b")
    >>> square_of((a - b) ** 2) == a - b, square_of(a + b)
    (True, None)
    """
    letters = sorted(
        {base for m in x.terms for base, _ in m[0] if isinstance(base, Atom)},
        key=lambda b: b.key,
    )
    if not letters or any(atom.kind != "sym" for atom in letters):
        return None
    ring = Polynomials([*map(alone, letters), x])
    if list(ring.orders.values()) != [1] * len(letters):
        return None  # roots, primes and exponentials are letters of a ring too
    shift, poly = ring.write(x)
    if any(low < 0 or low % 2 for low in shift):
        return None
    try:
        found = poly.sqrt()
    except DomainError:
        return None
    root = ring.read((tuple(low // 2 for low in shift), found))
    sign = 1 if found.coefficient(0) > 0 else -1
    return scaled(root, fmpq(sign))


# --- conjugate ---
# Complex conjugates: i stands in values only to hold sines and cosines, and this tells the real parts apart.


def conjugate(x: Number) -> Number:
    """The complex conjugate: i becomes −i wherever it stands.

    >>> from symattn.exact.functions import cos, sin
    >>> conjugate(cos(1)) == cos(1), conjugate(sin(1)) == sin(1), conjugate(Number({I: fmpq(1)}))
    (True, True, Number([-1^1/2]*-1))
    """
    return total(_monomial(m, c) for m, c in x.terms.items()) if x.has(-1) else x


def _monomial(m: Monomial, c: fmpq) -> Number:
    turned = any(b == -1 for b, _ in m[0])
    front = Number({(m[0], None): -c if turned else c})
    return front if m[1] is None else front * exponential(conjugate(m[1]))


def is_real(m: Monomial) -> bool:
    """Whether a monomial equals its conjugate.

    >>> is_real(I), is_real(((), Number.of(2).key))
    (False, True)
    """
    one = Number({m: fmpq(1)})
    return same_form(conjugate(one), one)


def parts(x: Number) -> tuple[Number, Number]:
    """The real and the imaginary part.

    >>> parts(Number({I: fmpq(3)}))
    (Number(0), Number(3))
    """
    if not x.has(-1):
        return x, ZERO
    other = conjugate(x)
    return (x + other) * fmpq(1, 2), (x - other) * Number({I: fmpq(-1, 2)})


# --- quotients ---
# What stands over what: a value as numerators over their denominators, joined, and cancelled where they divide.

Denominators = tuple[tuple[Atom, int], ...]


def denominators(m: Monomial) -> Denominators:
    """The powers of denominators in a monomial.

    >>> from symattn.exact.number import ONE
    >>> denominators(ONE)
    ()
    """
    return tuple((b, int(p)) for b, p in m[0] if of_kind(b, "den"))


def groups(x: Number) -> dict[Denominators, Number]:
    """The value as numerators, each under its own product of denominators.

    >>> list(groups(UNIT))
    [()]
    """
    out: dict[Denominators, dict[Monomial, fmpq]] = {}
    for m, c in x.terms.items():
        dens = denominators(m)
        rest = (tuple(item for item in m[0] if item not in dens), m[1]) if dens else m
        out.setdefault(dens, {})[rest] = c
    return in_each(Number, out)


def fraction(x: Number) -> tuple[Number, Number]:
    """The value as one numerator over one denominator; LimitError past the stated numbers of terms.

    >>> fraction(Number.of(3))
    (Number(3), Number(1))
    """
    parts = groups(x)
    below = highest(parts)
    if not below:
        return x, UNIT
    return common_top(parts), prod((a.number**p for a, p in below.items()), start=UNIT)


def together(x: Number) -> Number | None:
    """The value as one numerator over the denominators of all its terms, cancelled; None where that is too long.

    >>> together(Number.of(3))
    Number(3)
    """
    parts = groups(x)
    below = highest(parts)
    if _expanded(below) * len(x.terms) > MOST_JOINED:
        return None
    under: dict[Base, Exponent] = dict(below.items())
    return tidy(common_top(parts) * from_powers(under))


def numerator(x: Number) -> Number:
    """The value times its least common denominator; LimitError past the stated numbers of terms.

    >>> numerator(Number.of(3))
    Number(3)
    """
    parts = groups(x)
    below = highest(parts)
    return common_top(parts) if below else x


def highest(parts: Iterable[Denominators]) -> dict[Atom, int]:
    """The least common denominator of several: every denominator to its highest power.

    >>> highest([()])
    {}
    """
    below: dict[Atom, int] = {}
    for dens in parts:
        for atom, p in dens:
            below[atom] = max(below.get(atom, 0), p)
    return below


def _expanded(below: dict[Atom, int]) -> int:
    """How many terms a product of denominators has before like ones are gathered."""
    return prod(len(atom.number.terms) ** p for atom, p in below.items())


def least(x: Number) -> Number:
    """What the exponents in a sum share, of each letter its least power: a and b of e^a + e^b = e^a(1 + e^(b − a)) are not told
    apart, so that a logarithm of either side is written the same.

    >>> least(Number.of(1))
    Number(0)
    """
    ups = [m[1].terms if m[1] else {} for m in x.terms]
    shared: dict[Monomial, fmpq] = {}
    for m in dict.fromkeys(m for up in ups for m in up):
        power = min(up.get(m, fmpq(0)) for up in ups)
        if power:
            shared[m] = power
    return Number(shared)


def content(x: Number) -> fmpq:
    """The rational that leaves coprime integers as coefficients.

    >>> content(Number.of(4) / 6)
    2/3
    """
    top, bottom = fmpz(0), 1
    for c in x.terms.values():
        top, bottom = top.gcd(c.p), lcm(bottom, int(c.q))
    return fmpq(top, bottom)


def tidy(x: Number) -> Number:
    """The same value with numerators that are a multiple of their denominator cancelled, if not too long.

    >>> tidy(Number.of(2))
    Number(2)
    """
    parts = groups(x)
    if list(parts) in ([], [()]):
        return x
    work = sum(
        len(top.terms) * sum(len(a.number.terms) for a, _ in dens)
        for dens, top in parts.items()
    )
    if work > MOST_CANCELLING:
        return x
    return total(_cancelled(dens, numerator) for dens, numerator in parts.items())


def _cancelled(dens: Denominators, numerator: Number) -> Number:
    out, left = numerator, []
    for atom, power in dens:
        while power and (shorter := _multiple(out, atom.number)) is not None:
            out = shorter
            power -= 1
        if power:
            left.append((atom, power))
    under = monomial((tuple(left), None)) if left else UNIT
    return out * under


def _multiple(x: Number, y: Number) -> Number | None:
    """The t with x = t · y, where there is one in the same roots and exponentials."""
    if len(x.terms) == len(y.terms) and x.terms:
        a, b = extreme(x, False), extreme(y, False)
        t = monomial(a, x.terms[a]) * inverse_monomial(b, y.terms[b])
        if same_form(t * y, x):
            return t
    if len(x.terms) < 2 or len(y.terms) < 2:
        return None
    quick = len(x.terms) * len(y.terms) <= MOST_CANCELLING
    return exact_quotient(x, y) if quick else None


def by_name(m: Monomial) -> tuple[bool, str]:
    """The place of a monomial in a fixed order: those without an exponential first.

    >>> by_name(((), None))
    (False, '1')
    """
    return m[1] is not None, str(monomial(m))


def extreme(x: Number, largest: bool) -> Monomial:
    """The monomial with the smallest (or largest) exponent; among equal ones the first by name.

    >>> extreme(Number.of(6), True)
    ((), None)
    """
    best, *others = sorted({m[1] or NOTHING for m in x.terms}, key=str)
    for exponent in others:
        if above(exponent - best) == largest:
            best = exponent
    return min((m for m in x.terms if (m[1] or NOTHING) == best), key=by_name)


def above(x: Number) -> bool:
    """Whether a non-zero exponent is positive; where balls do not tell, one fixed answer for x and -x each.

    >>> above(Number.of(2))
    True
    """
    if x.is_rational:
        return bool(x.rational > 0)
    for b in sharper(x, 64, 4096):
        if b > 0 or b < 0:
            return bool(b > 0)
        if b.is_nan():
            break
    return str(x) < str(-x)


def inverse_monomial(m: Monomial, c: fmpq) -> Number:
    """1 / (c · m).

    >>> inverse_monomial(((), None), fmpq(2))
    Number(1/2)
    """
    kept = not occurs("sym", [m])  # letters look alike and differ
    return scaled((_inverted if kept else _inverted.__wrapped__)(m), 1 / c)


@lru_cache(maxsize=256)
def _inverted(m: Monomial) -> Number:
    """1/m: the entries of a row are divided by the same deviation, one after the other."""
    out = from_powers({b: -p for b, p in m[0] if not of_kind(b, "den")})
    if m[1] is not None:
        out = out * monomial_power(((), m[1]), -1)
    for atom, p in denominators(m):
        out = out * atom.number**p
    return out
