"""Is this value zero? Decided, not guessed: linear independence for exponentials, a norm bound for algebraic numbers.

A sum of e^α with distinct algebraic α is zero only if every coefficient is (Lindemann-Weierstrass). A sum of
distinct real roots of rationals is zero only if every coefficient is (Besicovitch). A polynomial in nested
roots is an algebraic integer once its denominators are cleared; if it is not zero, its norm is at least 1, so
it is at least M^(1-D) where D bounds the degree and M the conjugates: a ball narrower than that settles it.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from flint import arb, ctx, fmpz

from symattn.errors import LimitError
from symattn.exact.atoms import Atom, Base
from symattn.exact.ball import ball, sharper
from symattn.exact.field import body, content, fraction
from symattn.exact.number import Monomial, Number, monomial, scaled, total

REFUTE_BITS = 2048  # how far balls are tried before the proof that a value is zero
MOST_NORM_BITS = 400_000  # a norm bound that needs a narrower ball is left undecided


def is_zero(x: Number) -> bool | None:
    """True or False by proof; None where letters (π, logarithms of different numbers, …) leave it open.

    >>> from symattn.exact.functions import root, exp
    >>> is_zero(root(3 + 2 * root(2)) - 1 - root(2)), is_zero(exp(1) - 3)
    (True, False)
    """
    if not x.terms:
        return True
    if x.is_rational or any(not b.contains(0) for b in sharper(x, 64, REFUTE_BITS)):
        return False
    return vanishes(x)


def vanishes(x: Number) -> bool | None:
    """The proof without balls: multiply out, gather exponents, test every coefficient.

    >>> vanishes(Number.of(1))
    False
    """
    try:
        top, _ = fraction(x)
    except LimitError:
        return None
    if not top.terms:
        return True
    if all(canonical(m) for m in top.terms):
        return False
    return _by_exponents(top)


def canonical(m: Monomial) -> bool:
    """Whether a monomial is made of roots of primes and an exponential of such a sum: a basis element.

    >>> canonical(((), None))
    True
    """
    plain = all(isinstance(b, int) for b, _ in m[0])
    return plain and (m[1] is None or all(n[1] is None and canonical(n) for n in m[1].terms))


def _by_exponents(x: Number) -> bool | None:
    classes, sure = _exponent_classes(x)
    verdicts = [_coefficient_zero(part) for part in classes]
    if all(v is True for v in verdicts):
        return True
    if sure and False in verdicts and None not in verdicts and algebraic(x):
        return False
    return None


def _exponent_classes(x: Number) -> tuple[list[Number], bool]:
    """The coefficients of the distinct exponentials, and whether all the distinctions are proved."""
    classes: list[tuple[Number, list[Number]]] = []
    sure = True
    for m, c in x.terms.items():
        exponent = m[1] if m[1] is not None else Number({})
        part = monomial((m[0], None), c)
        for other, parts in classes:
            same = other == exponent or is_zero(exponent - other)
            sure = sure and same is not None
            if same:
                parts.append(part)
                break
        else:
            classes.append((exponent, [part]))
    return [total(parts) for _, parts in classes], sure


def algebraic(x: Number) -> bool:
    """Whether only algebraic numbers and exponentials of algebraic numbers occur.

    >>> algebraic(Number.of(1))
    True
    """
    return all(
        all(isinstance(b, int) or (b.kind in ("root", "den") and _pure(body(b))) for b, _ in m[0])
        and (m[1] is None or _pure(m[1]))
        for m in x.terms
    )


def _pure(x: Number) -> bool:
    return all(m[1] is None for m in x.terms) and algebraic(x)


def symbolic(x: Number) -> bool:
    """Whether a symbol without a value occurs.

    >>> symbolic(Number.of(1))
    False
    """
    return any(
        (m[1] is not None and symbolic(m[1]))
        or any(isinstance(b, Atom) and (b.kind == "sym" or (isinstance(b.body, Number) and symbolic(b.body))) for b, _ in m[0])
        for m in x.terms
    )


def _coefficient_zero(x: Number) -> bool | None:
    """Zero test of one coefficient: algebraic ones are decided, letters gathered and left open unless all cancel."""
    if not x.terms:
        return True
    if _pure(x):
        return algebraic_zero(x)
    letters: dict[object, list[Number]] = {}
    for m, c in x.terms.items():
        named = tuple((b, p) for b, p in m[0] if isinstance(b, Atom) and not (b.kind == "root" and _pure(body(b))))
        rest = tuple(item for item in m[0] if item not in named)
        letters.setdefault(named, []).append(monomial((rest, None), c))
    return True if all(algebraic_zero(total(parts)) for parts in letters.values()) else None


def algebraic_zero(x: Number) -> bool | None:
    """Zero test of a polynomial in nested real roots by the norm bound; None past MOST_NORM_BITS.

    >>> algebraic_zero(Number.of(0))
    True
    """
    if all(canonical(m) for m in x.terms):
        return not x.terms
    whole = scaled(x, 1 / content(x))
    degree = 1
    for order in _orders(whole).values():
        degree *= order
    bits = int(_log2(conjugate_bound(whole))) * (degree - 1) + 1
    if bits > MOST_NORM_BITS:
        return None
    for b in sharper(whole, 128, 4 * bits + 4096):
        if not b.contains(0):
            return False
        with ctx.workprec(64):
            if abs(b) < arb(2) ** (-bits):
                return True
    return None


def _orders(x: Number) -> dict[Base, int]:
    """For every root that occurs, however deep, the order that generates it."""
    found: dict[Base, int] = {}
    for m in x.terms:
        for base, p in m[0]:
            found[base] = lcm(found.get(base, 1), p.denominator)
            if isinstance(base, Atom):
                for inner, order in _orders(body(base)).items():
                    found[inner] = lcm(found.get(inner, 1), order)
    return found


def conjugate_bound(x: Number) -> arb:
    """An upper bound, at least 2, for the absolute value of every conjugate.

    >>> bool(conjugate_bound(Number.of(5)) >= 5)
    True
    """
    with ctx.workprec(64):
        out = arb(0)
        for m, c in x.terms.items():
            term = abs(arb(c))
            for base, p in m[0]:
                inner = arb(abs(base)) if isinstance(base, int) else conjugate_bound(body(base))
                term *= inner ** arb(fmpz(p.numerator)) if p.denominator == 1 else _raise(inner, p)
            out += term
        return out.max(arb(2)).upper()


def _raise(x: arb, p: Fraction) -> arb:
    return (x.log() * p.numerator / p.denominator).exp()


def _log2(x: arb) -> fmpz:
    with ctx.workprec(64):
        found = (x.log() / arb.const_log2() + 1).ceil().upper().ceil().unique_fmpz()
        assert found is not None
        return found


def reach(x: Number) -> arb:
    """The ball at which balls alone gave up, for saying how near zero a value is known to be.

    >>> reach(Number.of(1))
    1.00000000000000
    """
    return ball(x, REFUTE_BITS)
