"""Perfect powers and factors of sums of exponentials: √(1 + 2e + e²) is 1 + e, √(1 + e + e² + e³) is √(1 + e) √(1 + e²)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cmp_to_key

from flint import fmpq

from symattn.errors import SymattnError
from symattn.exact.conjugate import conjugate, is_real
from symattn.exact.decide import sign
from symattn.exact.number import IMAGINARY, NOTHING, Key, Monomial, Number, exponential, monomial, monomial_power, same_form
from symattn.exact.polynomials import decomposed
from symattn.exact.radicals import monomial_root, rational_root
from symattn.limits import MOST_ROOT_ORDER, MOST_ROOT_TERMS


def perfect_root(x: Number, n: int) -> Number | None:
    """The n-th root of a sum of exponentials, where it is such a sum again; for an even n the positive one.

    FLINT finds it where coefficients are rational. Where they have roots in them, the largest exponential is taken
    first, and each next term is what is left over n times the first to the n-1.

    >>> from symattn.exact.functions import exp, root
    >>> perfect_root(1 + 2 * exp(1) + exp(2), 2) == 1 + exp(1)
    True
    >>> perfect_root((root(2) - exp(1)) ** 2, 2) == exp(1) - root(2)
    True
    """
    if n > MOST_ROOT_ORDER or not 2 < len(x.terms) <= MOST_ROOT_TERMS or all(_algebraic(m) for m in x.terms):
        return None
    try:
        if not all(map(is_real, x.terms)):
            return _of_waves(x) if n == 2 else None
        found = _of_factors(x, n)
        return _grown(x, n, _by_exponent(x)) if found is None and any(map(_rooted, x.terms)) else found
    except SymattnError:
        return None


def _rooted(m: Monomial) -> bool:
    """Whether roots stand before the exponential, of which FLINT knows nothing."""
    return any(isinstance(b, int) or b.kind == "root" for b, _ in m[0])


def _algebraic(m: Monomial) -> bool:
    return m[1] is None and all(isinstance(b, int) or b.kind == "root" for b, _ in m[0])


def _of_factors(x: Number, n: int) -> Number | None:
    front, factors = decomposed(x)
    if not factors or any(power % n for _, power in factors) or not _all_real([front, *(f for f, _ in factors)]):
        return None
    side = sign(front)
    if side < 0 and n % 2 == 0:
        return None
    if len(front.terms) != 1:
        return None
    found = monomial_root(*next(iter(front.terms.items())), Fraction(1, n)) * side
    for factor, power in factors:
        found = found * factor ** (power // n)
    return -found if n % 2 == 0 and sign(found) < 0 else found


def _all_real(values: Iterable[Number]) -> bool:
    """Whether i drops out of every one: the halves of a sine in an exponent are letters of their own to FLINT."""
    return all(same_form(conjugate(x), x) for x in values)


def _of_waves(x: Number) -> Number | None:
    """The positive square root of a sum of sines and cosines, where it is such a sum: the halves of e^(iθ) are put together.

    >>> from symattn.exact.functions import cos, exp
    >>> same_form(_of_waves(9 * exp(2) * (1 + cos(1)) ** 2), 3 * exp(1) * (1 + cos(1)))
    True
    """
    front, factors = decomposed(x)
    if any(power % 2 for _, power in factors) or len(front.terms) != 1:
        return None
    ((m, c),) = front.terms.items()
    found = rational_root(abs(c), Fraction(1, 2)) * monomial_power(m, Fraction(1, 2)) * (IMAGINARY if c < 0 else 1)
    for factor, power in factors:
        found = found * factor ** (power // 2)
    if not same_form(found * found, x) or not same_form(conjugate(found), found):
        return None
    return found if sign(found) > 0 else -found


def split_power(x: Number) -> tuple[Number, int] | None:
    """A sum in normal form as a power of a shorter one, where it is.

    By Fermat a sum of whole coefficients none of which a prime p divides is no p-th power, which spares most tries.

    >>> from symattn.exact.functions import exp
    >>> split_power(1 + 2 * exp(1) + exp(2))[1]
    2
    """
    for p in (2, 3, 5, 7):
        if any(c.p % p == 0 for c in x.terms.values()):
            found = perfect_root(x, p)
            if found is not None:
                return found, p
    return None


def positive_factors(x: Number) -> list[tuple[Number, int]]:
    """The factors of a positive sum of exponentials with their powers, each made positive; nothing where there is one.

    >>> from symattn.exact.functions import exp
    >>> [n for _, n in positive_factors((1 + exp(1)) ** 2 * (2 + exp(3)))]
    [1, 2, 1]
    """
    if not 2 < len(x.terms) <= MOST_ROOT_TERMS or all(_algebraic(m) for m in x.terms) or not all(map(is_real, x.terms)):
        return []
    try:
        front, factors = decomposed(x, fully=True)
        parts = [*factors, (front, 1)]
        if not _all_real(f for f, _ in parts):
            return []
        return [(f if sign(f) > 0 else -f, n) for f, n in parts] if sum(n for _, n in factors) > 1 else []
    except SymattnError:
        return []


def _grown(x: Number, n: int, parts: dict[Key, Number]) -> Number | None:
    if len(parts) < 2:
        return None
    def compare(a: Number, b: Number) -> int:
        return sign(a - b)

    rising = cmp_to_key(compare)
    order = sorted(parts, key=rising, reverse=True)
    lead, least = order[0], order[-1] * fmpq(1, n)
    side = sign(parts[lead])
    if (side < 0 and n % 2 == 0) or len(parts[lead].terms) > 1:
        return None
    first = monomial_root(*next(iter(parts[lead].terms.items())), Fraction(1, n)) * side * exponential(lead * fmpq(1, n))
    slope = 1 / (n * first ** (n - 1))
    found = first
    for _ in range(len(parts)):
        left = x - found**n
        if not left.terms:
            return -found if n % 2 == 0 and sign(found) < 0 else found
        rest = _by_exponent(left)
        top = max(rest, key=rising)
        term = monomial(((), top), fmpq(1)) * rest[top] * slope if top.terms else rest[top] * slope
        if sign(top - lead) >= 0 or sign(top - lead * fmpq(n - 1, n) - least) < 0:
            return None
        found = found + term
        if len(found.terms) > len(x.terms):  # a root longer than its power: not tried, its powers would grow for seconds
            return None
    return None


def _by_exponent(x: Number) -> dict[Key, Number]:
    """The coefficient of every exponential; nothing where i or a letter in an exponent forbids an order."""
    out: dict[Key, dict[Monomial, fmpq]] = {}
    for m, c in x.terms.items():
        if any(b == -1 for b, _ in m[0]) or (m[1] is not None and any(n[1] is not None for n in m[1].terms)):
            return {}
        out.setdefault(m[1] or NOTHING, {})[(m[0], None)] = c
    return {exponent: Number(terms) for exponent, terms in out.items()}
