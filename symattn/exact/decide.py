"""Equality and order, decided by proof; and the spans of numbers that a written decimal stands for."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cmp_to_key

from flint import arb, fmpq

from symattn.errors import LimitError, SymattnError
from symattn.exact.ball import Balls, real, sharper, working
from symattn.exact.decimals import scientific
from symattn.exact.number import Like, Number, rational
from symattn.exact.quotients import groups, highest, numerator
from symattn.exact.text import pretty
from symattn.exact.zero import (
    algebraic,
    is_zero,
    known_positive,
    open_sign,
    symbolic,
    vanishes,
)
from symattn.limits import FAR_BITS, FAR_DIGITS, MOST_BITS, REFUTE_BITS, REFUTE_DIGITS
from symattn.records import frozen
from symattn.tex.signs import RAISED
from symattn.wording import worded

# --- decide ---
# Signs and equality of values, by proof: certified balls first, because wrong answers are the slow ones.

EQUAL, DIFFERENT, UNDECIDED = "equal", "different", "undecided"
MOST_SHOWN = 400  # terms of two values, up to which the shorter text is looked for


@frozen
class Verdict:
    """``decision`` is "equal", "different" or "undecided"; ``reason`` says how it is known.

    >>> compare(Number.of(1), Number.of(1)).decision
    'equal'
    """

    decision: str
    reason: str

    def _repr_markdown_(self) -> str:
        return f"**{self.decision}**: {self.reason}"

    def __bool__(self) -> bool:
        raise SymattnError(
            "a verdict has three values",
            "compare its .decision with 'equal', 'different' or 'undecided'",
        )


def sign(x: Like) -> int:
    """-1, 0 or 1, proved; LimitError when it cannot be told.

    >>> from symattn.exact.functions import root
    >>> sign(root(2) - 1), sign(root(8) - 2 * root(2))
    (1, 0)
    """
    x = Number.of(x)
    if x.is_rational:
        return int(x.rational > 0) - int(x.rational < 0)
    held = x.has("def")
    for tries, b in enumerate(sharper(x, most=REFUTE_BITS if held else MOST_BITS)):
        if b > 0 or b < 0:
            return 1 if b > 0 else -1
        if b.is_nan() and symbolic(x):
            if known_positive(x) or known_positive(-x):
                return 1 if known_positive(x) else -1
            raise open_sign()
        if tries == 2 and vanishes(x):
            return 0
        if tries == 3 and (found := _sign_over(x)):
            return found
    raise LimitError(
        worded("no_sign_within", most=f"{REFUTE_BITS if held else MOST_BITS:,}")
    )


@cmp_to_key
def by_size(a: Number, b: Number) -> int:
    """The key by which values are put in order, by proof; LimitError when it cannot be told.

    >>> max([Number.of(1), Number.of(2)], key=by_size)
    Number(2)
    """
    return sign(a - b)


def sign_if_told(x: Like) -> int | None:
    """The sign, or None where it cannot be told.

    >>> sign_if_told(-2)
    -1
    """
    try:
        return sign(x)
    except LimitError:
        return None


def _sign_over(x: Number) -> int:
    """The sign of the numerator times those of the denominators: what nearly cancels often cancels there; 0 for none."""
    below = highest(groups(x))
    if not below:
        return 0
    try:
        out = sign(numerator(x))
    except LimitError:
        return 0
    for atom, p in below.items():
        out *= sign(atom.number) ** p
    return out


def compare(a: Number, b: Number) -> Verdict:
    """Whether two values are equal, different or not to be told, with the reason.

    >>> compare(Number.of(1), Number.of(2)).reason
    'they differ by 1'
    """
    gap = a - b
    found, digits = _decided(gap)
    if found == EQUAL:
        return Verdict(found, _both(a, b))
    if found == UNDECIDED:
        return Verdict(found, _unknown(gap))
    if not digits:
        return Verdict(
            found,
            f"they differ by less than {_ten_to(-FAR_DIGITS)}, but the proof leaves something over",
        )
    return Verdict(found, f"they differ by {_difference(gap)}")


def decision(a: object, b: object) -> str:
    """The decision of ``compare`` alone: the reason takes longer to write than most decisions to find. A blocked score equals
    another only.

    >>> decision(Number.of(1), Number.of(2))
    'different'
    """
    if not isinstance(a, Number) or not isinstance(b, Number):
        return EQUAL if a is b else DIFFERENT
    if a.is_rational and b.is_rational:
        return EQUAL if a.rational == b.rational else DIFFERENT
    return _decided(a - b)[0]


def _decided(gap: Number) -> tuple[str, bool]:
    """Whether a difference is zero, and whether digits tell it apart from zero."""
    if not gap.terms:
        return EQUAL, False
    if gap.is_rational or any(
        not found.contains(0) for found in sharper(gap, 64, REFUTE_BITS)
    ):
        return DIFFERENT, True
    zero = vanishes(gap)
    if zero:
        return EQUAL, False
    if gap.has("def"):
        return UNDECIDED, False
    if any(not found.contains(0) for found in sharper(gap, 2 * REFUTE_BITS, FAR_BITS)):
        return DIFFERENT, True
    return (DIFFERENT if zero is False else UNDECIDED), False


def proved_equal(a: object, b: object) -> bool:
    """Whether two entries are the same value, by proof; False where no proof is found.

    >>> from symattn.exact.functions import root
    >>> proved_equal(root(8), 2 * root(2)), proved_equal(Number.of(1), Number.of(2))
    (True, False)
    """
    return decision(a, b) == EQUAL


def same_value(a: Number, b: Number) -> bool:
    """Whether two values are equal, by proof; raises LimitError where that cannot be told.

    >>> from symattn.exact.functions import root
    >>> same_value(root(8), 2 * root(2))
    True
    """
    found = is_zero(a - b)
    if found is None:
        raise LimitError(
            "it cannot be told whether two values are equal",
            "symattn.equal says what is known",
        )
    return found


def _unknown(gap: Number) -> str:
    """What is known where there is no proof."""
    if symbolic(gap):
        return "letters without a value stand in them, and they do not come to the same form"
    if gap.has("def"):
        return f"they agree to {REFUTE_DIGITS} digits, but the exact form of one is too long for a proof"
    if algebraic(gap):
        return f"they agree to {FAR_DIGITS:,} digits, but the proof would be larger than the stated limits"
    return f"they agree to {FAR_DIGITS:,} digits, but beyond algebraic numbers and their exponentials no proof is known"


def _both(a: Number, b: Number) -> str:
    few = len(a.terms) + len(b.terms) <= MOST_SHOWN
    shown = [
        pretty(x) for x in ((a, b) if few else (min(a, b, key=lambda x: len(x.terms)),))
    ]
    return f"both are {min(shown, key=lambda said: (said.startswith(('about', 'the same')), len(said)))}"


def _difference(gap: Number) -> str:
    """How far two values are apart, in words: exactly where that is short, else about."""
    exact = pretty(-gap if gap.rational < 0 else gap) if gap.is_rational else ""
    if exact and len(exact) <= 20:
        return exact
    try:
        mantissa, power = scientific(gap, 2)
    except LimitError:
        return f"less than {_ten_to(-FAR_DIGITS)}, but not by 0"
    mantissa = mantissa.lstrip("-")
    if -3 <= power <= 3:
        return f"about {Decimal(mantissa).scaleb(power):f}"
    return f"about {mantissa}·{_ten_to(power)}"


def _ten_to(n: int) -> str:
    return "10" + str(n).translate(RAISED)


# --- span ---
# One interval: every number between two ends, kept as exact binary ends that are always rounded outward.

BITS = 256  # precision of the ends


@dataclass(frozen=True, eq=False)
class Span:
    """All numbers from ``low`` to ``high``; ``ends`` are the exact ends where they are rationals that were written.

    >>> Span.written(Decimal("0.5")).ends
    (9/20, 11/20)
    """

    low: arb
    high: arb
    ends: tuple[fmpq, fmpq] | None = None

    @staticmethod
    def of(x: Like) -> Span:
        """The narrow interval around an exact value."""
        with working(BITS):
            return around(real(Balls().value(Number.of(x))))

    @staticmethod
    def between(low: fmpq, high: fmpq) -> Span:
        """The interval between two rationals, ends included."""
        with working(BITS):
            return Span(arb(low).lower(), arb(high).upper(), (low, high))

    @staticmethod
    def written(x: Decimal | tuple[Number, Fraction | None]) -> Span:
        """All the numbers a written decimal may be rounded from, either way at a tie; (value, unit) says the same."""
        if isinstance(x, tuple):
            value, unit = x
            if unit is None:
                return Span.of(value)
            middle, half = rational(value), rational(unit) / 2
        else:
            middle, half = (
                rational(x),
                rational(Fraction(10) ** int(x.as_tuple().exponent)) / 2,
            )
        return Span.between(middle - half, middle + half)

    def __add__(self, other: Span) -> Span:
        return Span((self.low + other.low).lower(), (self.high + other.high).upper())

    def __neg__(self) -> Span:
        return Span(
            -self.high,
            -self.low,
            None if self.ends is None else (-self.ends[1], -self.ends[0]),
        )

    def __sub__(self, other: Span) -> Span:
        return Span((self.low - other.high).lower(), (self.high - other.low).upper())

    def __mul__(self, other: Span) -> Span:
        low, high = corners(self, other)
        return Span(low.lower(), high.upper())

    def __truediv__(self, other: Span) -> Span:
        if other.low > 0 or other.high < 0:
            return self * Span((1 / other.high).lower(), (1 / other.low).upper())
        return EVERYTHING

    def __rtruediv__(self, other: int) -> Span:
        return Span.of(other) / self

    def __eq__(self, other: object) -> bool:
        """Whether the interval is that one number."""
        if isinstance(other, Span):
            return bool(self.low == other.low and self.high == other.high)
        return isinstance(other, int) and bool(self.low == other and self.high == other)

    def __hash__(self) -> int:
        return hash((str(self.low), str(self.high)))

    def overlaps(self, other: Span) -> bool:
        """Whether some number lies in both."""
        if self.ends is not None and other.ends is not None:
            return bool(self.ends[0] <= other.ends[1] and other.ends[0] <= self.ends[1])
        return not (self.low > other.high or other.low > self.high)

    def contains(self, x: Number) -> bool:
        """Whether an exact value lies in it, decided exactly at rational ends."""
        narrow = Span.of(x)
        if narrow.low >= self.low and narrow.high <= self.high and self.ends is None:
            return True
        if not self.overlaps(narrow):
            return False
        if self.ends is None or (
            narrow.low > self.ends[0] and narrow.high < self.ends[1]
        ):
            return True
        return sign(x - self.ends[0]) >= 0 and sign(x - self.ends[1]) <= 0

    def __repr__(self) -> str:
        return f"[{self.low.str(8, radius=False)}, {self.high.str(8, radius=False)}]"


def around(ball: arb) -> Span:
    """The ends of a ball.

    >>> around(arb(2))
    [2.0000000, 2.0000000]
    """
    return Span(ball.lower(), ball.upper())


def corners(a: Span, b: Span) -> tuple[arb, arb]:
    """The smallest and the largest product of two intervals.

    >>> corners(Span.of(-2), Span.of(3))[0]
    -6.00000000000000
    """
    if a.low >= 0 and b.low >= 0:
        return a.low * b.low, a.high * b.high
    found = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    low = high = found[0]
    for x in found[1:]:
        low, high = low.min(x), high.max(x)
    return low, high


EVERYTHING = Span(arb.neg_inf(), arb.pos_inf())
