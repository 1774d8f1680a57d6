"""One interval: every number between two ends, kept as exact binary ends that are always rounded outward."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from flint import arb, fmpq

from symattn.exact.ball import Balls, real
from symattn.exact.decide import sign
from symattn.exact.number import Like, Number, rational
from symattn.exact.precision import working

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
            middle, half = rational(x), rational(Fraction(10) ** int(x.as_tuple().exponent)) / 2
        return Span.between(middle - half, middle + half)

    def __add__(self, other: Span) -> Span:
        return Span((self.low + other.low).lower(), (self.high + other.high).upper())

    def __neg__(self) -> Span:
        return Span(-self.high, -self.low, None if self.ends is None else (-self.ends[1], -self.ends[0]))

    def __sub__(self, other: Span) -> Span:
        return Span((self.low - other.high).lower(), (self.high - other.low).upper())

    def __mul__(self, other: Span) -> Span:
        low, high = corners(self, other)
        return Span(low.lower(), high.upper())

    def __truediv__(self, other: Span) -> Span:
        if other.low > 0 or other.high < 0:
            return self * Span((1 / other.high).lower(), (1 / other.low).upper())
        return EVERYTHING

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
        if self.ends is None or (narrow.low > self.ends[0] and narrow.high < self.ends[1]):
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
