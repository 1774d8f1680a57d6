"""How large a value may grow: looked up before a power or product is computed, and after every step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from flint import arb, fmpq, fmpz

from symattn.errors import ReadError
from symattn.exact.ball import working
from symattn.exact.number import Number, small_factors, written_terms
from symattn.exact.quotients import content
from symattn.language.effort import field_degree
from symattn.limits import (
    FACTOR_BITS,
    LONG_BITS,
    MOST_DIGITS,
    MOST_ORDER,
    MOST_POWER,
    MOST_SUM_ORDER,
    MOST_TERMS,
    MOST_WRITTEN_TERMS,
)

_BITS = 3.3219281  # in one decimal digit


def too_large(what: str) -> NoReturn:
    """Raise ReadError that says what was too large.

    >>> too_large("more than 3 digits")
    Traceback (most recent call last):
        ...
    symattn.errors.ReadError: more than 3 digits; write a smaller number
    """
    raise ReadError(f"{what}", hint="write a smaller number")


def digits(x: Number) -> float:
    """About how many digits the longest coefficient of a value has.

    >>> digits(Number.of(1000)) > 3
    True
    """
    return max((c.p.bit_length() + c.q.bit_length() for c in x.terms.values()), default=0) / _BITS


def check(x: Number) -> int:
    """About how many digits a value has in all; ReadError past a limit.

    >>> check(Number.of(12))
    1
    """
    if len(x.terms) > MOST_TERMS:
        too_large(f"more than {MOST_TERMS:,} terms")
    if written_terms(x) > MOST_WRITTEN_TERMS:
        too_large(f"written out it has more than {MOST_WRITTEN_TERMS:,} terms")
    size = sum(c.p.bit_length() + c.q.bit_length() for c in x.terms.values())
    if size > _BITS * (2 * MOST_DIGITS + 8):
        too_large(f"a number of more than {MOST_DIGITS:,} digits")
    return int(size / _BITS)


def check_product(factors: Iterable[fmpq]) -> None:
    """ReadError when the product of rationals may be longer than the limit.

    >>> check_product([fmpq(1, 3)])
    """
    if sum(q.p.bit_length() + q.q.bit_length() - 2 for q in factors) > _BITS * (2 * MOST_DIGITS + 8):
        too_large(f"a product of more than {MOST_DIGITS:,} digits")


def check_power(x: Number, y: fmpq) -> None:
    """ReadError when x to the y may have too many digits or terms; nothing is computed.

    >>> check_power(Number.of(2), fmpq(100))
    """
    if len(x.terms) == 0 or (x.is_rational and abs(x.rational) == 1):
        return
    whole = abs(y)
    if x.is_rational:
        longest = max(x.rational.p.bit_length(), x.rational.q.bit_length()) - 1
        if longest and whole * longest > fmpq(int(_BITS * MOST_DIGITS) + 8):
            too_large(f"a power of more than {MOST_DIGITS:,} digits")
    elif len(x.terms) > 1:
        _check_power_of_sum(x, whole)
    elif y.q == 1 and whole * int(digits(x) + 1) > MOST_DIGITS:
        too_large(f"a power of more than {MOST_DIGITS:,} digits")
    most = MOST_ORDER if len(x.terms) == 1 else MOST_SUM_ORDER
    if y.q > most:
        too_large(f"a root of an order beyond {most:,}")


def _check_power_of_sum(x: Number, whole: fmpq) -> None:
    n, terms = int(whole.ceil()), len(x.terms)
    length = n * (int(digits(x)) + 1)
    if length > MOST_DIGITS:
        too_large(f"a power of more than {MOST_DIGITS:,} digits")
    count, field = 1, field_degree(x)
    for k in range(1, min(terms, n + 1)):
        count = count * (n + terms - k) // k
        if count >= field:
            count = field
            break
        if count > MOST_TERMS:
            too_large(f"a power of a sum with more than {MOST_TERMS:,} terms")
    if count * length > MOST_POWER:
        too_large(f"a power of a sum with more than {MOST_POWER:,} digits")


def factoring(x: Number) -> int:
    """The cost of splitting a value's rational front into primes, doubled by every 12 bits beyond 64.

    >>> factoring(Number.of(12))
    0
    """
    if all(c.p.bit_length() <= 64 and c.q.bit_length() <= 64 for c in x.terms.values()):
        return 0
    front = content(x)
    return sum(_cost(n) for n in (abs(front.p), front.q) if n.bit_length() > 64)


def _cost(n: fmpz) -> int:
    rest = [p for p, _ in small_factors(n) if not _prime(p)]
    bits = sum(p.bit_length() for p in rest)
    return 2 ** ((bits - 64) // 12) if 64 < bits <= FACTOR_BITS else 0


def _prime(p: fmpz) -> bool:
    return bool(p.bit_length() <= LONG_BITS and p.is_probable_prime())


def beyond(x: arb) -> bool:
    """Whether a ball lies outside 10^±1,000,000 (one that holds 0 does not).

    >>> beyond(arb(3))
    False
    """
    if x.contains(0) or x.is_nan():
        return False
    with working(64):
        return bool(abs(abs(x).log()) > arb.const_log10() * MOST_DIGITS)
