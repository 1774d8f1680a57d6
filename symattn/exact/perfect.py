"""Perfect powers among sums of exponentials: √(1 + 2e + e²) is 1 + e."""

from __future__ import annotations

from functools import cmp_to_key

from flint import fmpq

from symattn.errors import LimitError, SymattnError
from symattn.exact.number import ZERO, Monomial, Number, exponential, monomial

MOST_TERMS = 120  # a longer sum is not tried
MOST_ORDER = 7


def perfect_root(x: Number, n: int) -> Number | None:
    """The n-th root of a sum of exponentials, where it is such a sum again; for an even n the positive one.

    The largest exponential is taken first; each next term is what is left over n times the first to the n-1.

    >>> from symattn.exact.functions import exp
    >>> perfect_root(1 + 2 * exp(1) + exp(2), 2) == 1 + exp(1)
    True
    """
    parts = _by_exponent(x)
    if not 1 < len(parts) <= MOST_TERMS or n > MOST_ORDER:
        return None
    try:
        return _grown(x, n, parts)
    except (LimitError, SymattnError):
        return None


def split_power(x: Number) -> tuple[Number, int] | None:
    """A sum in normal form as a power of a shorter one, where it is.

    By Fermat a sum of whole coefficients none of which a prime p divides is no p-th power, which spares most tries.

    >>> from symattn.exact.functions import exp
    >>> split_power(1 + 2 * exp(1) + exp(2))[1]
    2
    """
    if len(x.terms) < 3:
        return None
    for p in (2, 3, 5, 7):
        if any(c.p % p == 0 for c in x.terms.values()):
            found = perfect_root(x, p)
            if found is not None:
                return found, p
    return None


def _grown(x: Number, n: int, parts: dict[Number, Number]) -> Number | None:
    from symattn.exact.decide import sign
    from symattn.exact.functions import root

    def compare(a: Number, b: Number) -> int:
        return sign(a - b)

    rising = cmp_to_key(compare)
    order = sorted(parts, key=rising, reverse=True)
    lead, least = order[0], order[-1] * fmpq(1, n)
    side = sign(parts[lead])
    if side < 0 and n % 2 == 0:
        return None
    first = root(parts[lead] * side, n) * side * exponential(lead * fmpq(1, n))
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


def _by_exponent(x: Number) -> dict[Number, Number]:
    """The coefficient of every exponential; nothing where i or a letter in an exponent forbids an order."""
    out: dict[Number, dict[Monomial, fmpq]] = {}
    for m, c in x.terms.items():
        if any(b == -1 for b, _ in m[0]) or (m[1] is not None and any(n[1] is not None for n in m[1].terms)):
            return {}
        out.setdefault(m[1] or ZERO, {})[(m[0], None)] = c
    return {exponent: Number(terms) for exponent, terms in out.items()}
