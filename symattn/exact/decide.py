"""Signs and equality of values, by proof: certified balls first, because wrong answers are the slow ones."""

from __future__ import annotations

from dataclasses import dataclass

from symattn.errors import LimitError, SymattnError
from symattn.exact.ball import MOST_BITS, scientific, sharper
from symattn.exact.number import Like, Number
from symattn.exact.zero import REFUTE_BITS, algebraic, symbolic, vanishes


@dataclass(frozen=True)
class Verdict:
    """``decision`` is "equal", "different" or "undecided"; ``reason`` says how it is known.

    >>> compare(Number.of(1), Number.of(1)).decision
    'equal'
    """

    decision: str
    reason: str

    def __bool__(self) -> bool:
        raise SymattnError("a verdict has three values; compare its .decision with 'equal', 'different' or 'undecided'")


def sign(x: Like) -> int:
    """-1, 0 or 1, proved; LimitError when it cannot be told.

    >>> from symattn.exact.functions import root
    >>> sign(root(2) - 1), sign(root(8) - 2 * root(2))
    (1, 0)
    """
    x = Number.of(x)
    if x.is_rational:
        return (x.rational > 0) - (x.rational < 0)
    for tries, b in enumerate(sharper(x)):
        if b > 0 or b < 0:
            return 1 if b > 0 else -1
        if b.is_nan() and symbolic(x):
            raise LimitError("the sign of a symbol is not known")
        if tries == 2 and vanishes(x):
            return 0
    raise LimitError(f"no sign within {MOST_BITS} bits")


def compare(a: Number, b: Number) -> Verdict:
    """Whether two values are equal, different or not to be told, with the reason.

    >>> compare(Number.of(1), Number.of(2)).reason
    'they differ by 1'
    """
    gap = a - b
    if not gap.terms:
        return Verdict("equal", f"both are {_shown(a)}")
    if gap.is_rational:
        return Verdict("different", f"they differ by {_shown(-gap if gap.rational < 0 else gap)}")
    for found in sharper(gap, 64, REFUTE_BITS):
        if not found.contains(0):
            return Verdict("different", f"they differ by about {_size(gap)}")
    zero = vanishes(gap)
    if zero:
        return Verdict("equal", f"both are {_shown(min(a, b, key=lambda x: len(x.terms)))}")
    if zero is False:
        return Verdict("different", "multiplied out, a coefficient of an exponential does not vanish")
    return _last_try(gap)


def _last_try(gap: Number) -> Verdict:
    for found in sharper(gap, 4 * REFUTE_BITS, 16 * REFUTE_BITS):
        if not found.contains(0):
            return Verdict("different", f"they differ by about {_size(gap)}")
    if algebraic(gap):
        return Verdict("undecided", "they agree to thousands of digits, but the proof would be larger than the stated limits")
    return Verdict("undecided", "they agree to thousands of digits, but beyond algebraic numbers and their exponentials no proof is known")


def _size(gap: Number) -> str:
    mantissa, power = scientific(gap, 2)
    mantissa = mantissa.lstrip("-")
    if -3 <= power <= 3:
        from symattn.exact.ball import decimal

        return decimal(gap, max(0, 1 - power)).lstrip("-")
    return f"{mantissa}·10^{power}"


def _shown(x: Number) -> str:
    from symattn.exact.text import pretty

    return pretty(x)
