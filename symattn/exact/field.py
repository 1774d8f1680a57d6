"""Division: what stands over what, the one normal form of a sum, and the inverse of a value."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import lcm, prod

from flint import fmpq, fmpq_mat

from symattn.errors import LimitError, SymattnError
from symattn.exact.atoms import Atom, Base, order, plain_exponent
from symattn.exact.conjugate import is_real
from symattn.exact.conjugate import parts as real_parts
from symattn.exact.letters import symbolic
from symattn.exact.number import (
    ONE,
    UNIT,
    Exponent,
    Key,
    Monomial,
    Number,
    monomial,
    monomial_power,
    product,
    same_form,
    scaled,
    total,
)
from symattn.exact.perfect import split_power
from symattn.exact.quotients import body, by_name, content, denominators, extreme, fraction, groups, inverse_monomial, tidy
from symattn.exact.zero import is_zero
from symattn.limits import LARGEST_FIELD


def normal(x: Number, *, largest: bool, roots: bool = True) -> tuple[fmpq, Monomial, Number]:
    """x = c · m · rest, the rest with coprime integers and its smallest (or largest) exponential taken out.

    Only real factors are taken out, so that the rest is real if x is.

    >>> normal(Number.of(6), largest=False)
    (6, ((), None), Number(1))
    """
    first = extreme(x, largest)
    powers = dict(_common(x))
    rest = _stripped(x, powers)
    lead = tuple((b, p) for b, p in first[0] if roots and isinstance(b, int) and b != -1 and b not in powers)
    growth = first[1] if first[1] is None or all(is_real(m) for m in x.terms) else _growth(first[1])
    if lead or growth is not None:
        rest = rest * monomial_power((lead, growth), -1)
    front: Monomial = (tuple(sorted([*powers.items(), *lead], key=lambda item: order(item[0]))), growth)
    c = content(rest)
    if rest.terms[min(rest.terms, key=by_name)] < 0:
        c = -c
    return c, front, scaled(rest, 1 / c)


def _growth(exponent: Number) -> Key | None:
    real = real_parts(exponent)[0]
    return real.key if real.terms else None


def _common(x: Number) -> Iterable[tuple[Base, Exponent]]:
    """The roots and letters that every term of a sum has."""
    first, *others = (dict(m[0]) for m in x.terms)
    for base, p in first.items():
        least = min([p, *(powers.get(base, 0) for powers in others)])
        if least > 0 and base != -1 and (isinstance(base, int) or base.kind != "den"):
            yield base, least


def _stripped(x: Number, powers: dict[Base, Exponent]) -> Number:
    """Every term without the powers that all have."""
    if not powers:
        return x
    kept: dict[Monomial, fmpq] = {}
    for m, c in x.terms.items():
        left = [(b, p - powers.get(b, 0)) for b, p in m[0]]
        kept[tuple((b, plain_exponent(p.numerator, p.denominator)) for b, p in left if p), m[1]] = c
    return Number(kept)


def inverse(x: Number) -> Number:
    """1/x; raises SymattnError when x is zero, LimitError when that cannot be told.

    >>> inverse(Number.of(4))
    Number(1/4)
    """
    if not x.terms:
        raise SymattnError("division by zero")
    if len(x.terms) == 1:
        _refuse_held_zero(x)
        return inverse_monomial(*next(iter(x.terms.items())))
    return _inverse_of_sum(x.key)


@lru_cache(maxsize=256)
def _inverse_of_sum(x: Key) -> Number:
    """1 over a sum: the entries of a row are divided by the same one, one after the other."""
    _refuse_zero(x)
    top, bottom = fraction(x)
    if not same_form(bottom, UNIT):
        return tidy(inverse(top) * bottom)
    if all(m[1] is None and all(isinstance(b, int) for b, _ in m[0]) for m in x.terms):
        turned = _in_field(x)
        if turned is not None:
            return turned
    c, m, rest = normal(x, largest=False)
    under = scaled(_under(rest), 1 / c)
    return under if m == ONE else under * inverse_monomial(m, fmpq(1))


def divided(x: Number, y: Number) -> Number:
    """x / y; raises SymattnError when y is zero, LimitError when that cannot be told.

    >>> divided(Number.of(1), Number.of(4))
    Number(1/4)
    """
    if len(y.terms) == 1:
        _refuse_held_zero(y)
        return _over_monomial(x, *next(iter(y.terms.items())))
    quotient = x * inverse(y)
    return tidy(quotient) if len(y.terms) > 1 and len(x.terms) > 1 else quotient


def _over_monomial(x: Number, m: Monomial, c: fmpq) -> Number:
    """x / (c · m), where denominators that both have cancel before anything is multiplied out."""
    below = dict(denominators(m))
    if not below:
        return x * inverse_monomial(m, c)
    plain = tuple(item for item in m[0] if item[0] not in below), m[1]
    parts = []
    for dens, top in groups(x).items():
        have = dict(dens)
        left = {atom: int(have.get(atom, 0)) - int(below.get(atom, 0)) for atom in {**have, **below}}
        under = tuple(sorted(((atom, p) for atom, p in left.items() if p > 0), key=lambda item: order(item[0])))
        for atom, p in left.items():
            assert isinstance(atom, Atom)
            top = top * body(atom) ** -p if p < 0 else top
        parts.append(top * monomial((under, None)))
    return total(parts) * inverse_monomial(plain, c)


def _under(rest: Number) -> Number:
    """1 over a sum in normal form; over a perfect power, the power of 1 over its root."""
    if same_form(rest, UNIT):
        return UNIT
    found = split_power(rest)
    return inverse(found[0]) ** found[1] if found else Number({(((Atom("den", rest), 1),), None): fmpq(1)})


def _refuse_held_zero(x: Number) -> None:
    """A monomial is not zero, unless a value that is held by its definition stands in it: those are looked at."""
    if any(isinstance(b, Atom) and b.kind == "def" for m in x.terms for b, _ in m[0]):
        _refuse_zero(x)


def _refuse_zero(x: Number) -> None:
    found = is_zero(x)
    if found:
        raise SymattnError("division by zero: the divisor is exactly 0")
    if found is None and not symbolic(x):
        raise LimitError("it cannot be told whether a divisor is zero")


def _in_field(x: Number) -> Number | None:
    """1/x in the field of the real roots of primes that occur, by one linear solve over the rationals."""
    basis = _field_basis(x)
    if basis is None:
        return None
    place = {m: i for i, m in enumerate(basis)}
    size = len(basis)
    table = fmpq_mat(size, size)
    for j, m in enumerate(basis):
        for n, c in x.terms.items():
            for k, d in product(m, c, n).terms.items():
                table[place[k], j] += d
    right = fmpq_mat(size, 1)
    right[place[ONE], 0] = 1
    solved = table.solve(right)
    return Number({m: solved[i, 0] for m, i in place.items() if solved[i, 0]})


def _field_basis(x: Number) -> list[Monomial] | None:
    orders: dict[int, int] = {}
    for m in x.terms:
        for b, p in m[0]:
            assert isinstance(b, int)
            orders[b] = lcm(orders.get(b, 1), p.denominator)
    if prod(orders.values()) > LARGEST_FIELD:
        return None
    basis: list[dict[Base, Exponent]] = [{}]
    for b in sorted(orders):
        basis = [{**powers, b: plain_exponent(k, orders[b])} for powers in basis for k in range(orders[b])]
    return [(tuple((b, p) for b, p in powers.items() if p), None) for powers in basis]
