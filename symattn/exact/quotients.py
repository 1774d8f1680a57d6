"""What stands over what: a value as numerators over their denominators, joined, and cancelled where they divide."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import lcm, prod

from flint import arb, fmpq, fmpz

from symattn.errors import LimitError
from symattn.exact.atoms import Atom
from symattn.exact.ball import Balls, real, sharper
from symattn.exact.number import (
    UNIT,
    ZERO,
    Monomial,
    Number,
    Powers,
    from_powers,
    monomial,
    monomial_power,
    same_form,
    scaled,
    total,
)
from symattn.exact.polynomials import common_top, quotient
from symattn.exact.precision import working
from symattn.limits import MOST_CANCELLING, MOST_EXPANDED

SHORT = 200  # products of terms up to which Python's dictionaries multiply out sooner than FLINT


def denominators(m: Monomial) -> Powers:
    """The powers of denominators in a monomial.

    >>> from symattn.exact.number import ONE
    >>> denominators(ONE)
    ()
    """
    return tuple((b, p) for b, p in m[0] if isinstance(b, Atom) and b.kind == "den")


def groups(x: Number) -> dict[Powers, Number]:
    """The value as numerators, each under its own product of denominators.

    >>> list(groups(UNIT))
    [()]
    """
    out: dict[Powers, dict[Monomial, fmpq]] = {}
    for m, c in x.terms.items():
        dens = denominators(m)
        rest = (tuple(item for item in m[0] if item not in dens), m[1]) if dens else m
        out.setdefault(dens, {})[rest] = c
    return {dens: Number(terms) for dens, terms in out.items()}


def fraction(x: Number) -> tuple[Number, Number]:
    """The value as one numerator over one denominator; LimitError past the stated numbers of terms.

    >>> fraction(Number.of(3))
    (Number(3), Number(1))
    """
    parts = groups(x)
    below = highest(parts)
    if not below:
        return x, UNIT
    top = _top(parts, below)
    bottom = UNIT
    for atom, p in below.items():
        bottom = _times(bottom, body(atom), p)
    return top, bottom


def numerator(x: Number) -> Number:
    """The value times its least common denominator; LimitError past the stated numbers of terms.

    >>> numerator(Number.of(3))
    Number(3)
    """
    parts = groups(x)
    below = highest(parts)
    return _top(parts, below) if below else x


def highest(parts: Iterable[Powers]) -> dict[Atom, int]:
    """The least common denominator of several: every denominator to its highest power.

    >>> highest([()])
    {}
    """
    below: dict[Atom, int] = {}
    for dens in parts:
        for atom, p in dens:
            assert isinstance(atom, Atom)
            below[atom] = max(below.get(atom, 0), int(p))
    return below


def _top(parts: dict[Powers, Number], below: dict[Atom, int]) -> Number:
    factors = prod(len(body(atom).terms) ** p for atom, p in below.items())
    if factors * sum(len(top.terms) for top in parts.values()) > SHORT:
        return common_top(parts, {atom: body(atom) for atom in below})
    return total(_over(dens, top, below) for dens, top in parts.items())


def _over(dens: Powers, numerator: Number, below: dict[Atom, int]) -> Number:
    have = dict(dens)
    for atom, p in below.items():
        numerator = _times(numerator, body(atom), p - int(have.get(atom, 0)))
    return numerator


def _times(x: Number, factor: Number, power: int) -> Number:
    for _ in range(power):
        if len(x.terms) * len(factor.terms) > MOST_EXPANDED:
            raise LimitError(f"multiplied out, this has more than {MOST_EXPANDED:,} terms")
        x = x * factor
    return x


def body(atom: Atom) -> Number:
    """The value an atom is made of.

    >>> body(Atom("den", UNIT))
    Number(1)
    """
    assert isinstance(atom.body, Number)
    return atom.body


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
    work = sum(len(top.terms) * sum(len(body(a).terms) for a, _ in dens if isinstance(a, Atom)) for dens, top in parts.items())
    if work > MOST_CANCELLING:
        return x
    return total(_cancelled(dens, numerator) for dens, numerator in parts.items())


def _cancelled(dens: Powers, numerator: Number) -> Number:
    out, left = numerator, []
    for atom, p in dens:
        assert isinstance(atom, Atom)
        power = int(p)
        while power and (shorter := _multiple(out, body(atom))) is not None:
            out, power = shorter, power - 1
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
    tried = len(y.terms) > 1 and len(x.terms) > 1 and len(x.terms) * len(y.terms) <= MOST_CANCELLING
    return quotient(x, y) if tried else None


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
    keys = sorted(_nearest_ends(x, largest), key=by_name)
    best = keys[0]
    for m in keys[1:]:
        gap = (m[1] or ZERO) - (best[1] or ZERO)
        if gap.terms and above(gap) == largest:
            best = m
    return best


def _nearest_ends(x: Number, largest: bool) -> list[Monomial]:
    """The monomials that balls of 64 bits leave as the ones with the smallest (or largest) exponent."""
    exponents = {m[1] for m in x.terms}
    if len(exponents) < 3:
        return list(x.terms)
    with working(64):
        known = Balls()
        ends = {e: real(known.value(e)) if e is not None else arb(0) for e in exponents}
        if any(b.is_nan() for b in ends.values()):
            return list(x.terms)
        if largest:
            bound = max(b.lower() for b in ends.values())
            return [m for m in x.terms if not ends[m[1]] < bound]
        bound = min(b.upper() for b in ends.values())
        return [m for m in x.terms if not ends[m[1]] > bound]


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
    return scaled(_inverted(m), 1 / c)


@lru_cache(maxsize=256)
def _inverted(m: Monomial) -> Number:
    """1/m: the entries of a row are divided by the same deviation, one after the other."""
    out = from_powers({b: -p for b, p in m[0] if not (isinstance(b, Atom) and b.kind == "den")}, None, fmpq(1))
    if m[1] is not None:
        out = out * monomial_power(((), m[1]), -1)
    for atom, p in denominators(m):
        assert isinstance(atom, Atom)
        out = out * body(atom) ** int(p)
    return out
