"""Decimals of exact values, correctly rounded: balls are narrowed until they settle, and a tie is proved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb, fmpq

from symattn.errors import LimitError
from symattn.exact.ball import (
    HALF,
    ball,
    fixed,
    nearest,
    settled,
    sharper,
    up,
    whole_bits,
    working,
)
from symattn.exact.number import UNIT, Number
from symattn.exact.quotients import denominators, fraction
from symattn.exact.zero import is_zero
from symattn.limits import MOST_BITS, MOST_PLACES, REFUTE_BITS

NEARLY = 1024  # bits, up to which a value that is nearly zero is tried as it stands


def decimal(x: Number, places: int) -> str:
    """The value with so many decimals, correctly rounded, a tie away from zero, or cut; LimitError when it will not settle.

    >>> from symattn.exact.number import PI
    >>> decimal(Number.of(Fraction(-1, 8)), 2), decimal(PI, 4)
    ('-0.13', '3.1416')
    >>> from symattn.exact.ball import Cut
    >>> decimal(Number.of(Fraction(-1, 8)), Cut(2)), decimal(PI, Cut(3) + 1)
    ('-0.12', '3.1415')
    """
    return fixed(rounded(x, places), places)


def check_places(places: int) -> None:
    """Raise LimitError past MOST_PLACES decimals.

    >>> check_places(4)
    """
    if places > MOST_PLACES:
        raise LimitError(
            f"at most {MOST_PLACES:,} decimals are worked out, not {places:,}"
        )


def rounded(x: Number, places: int) -> int:
    """The whole number nearest to x · 10^places, a tie going away from zero, or what is left of it where places are cut;
    LimitError past MOST_PLACES.

    >>> rounded(Number.of(Fraction(5, 2)), 0)
    3
    """
    check_places(places)
    if x.is_rational:
        return nearest(x.rational * fmpq(10) ** places, up(places))
    scaled = x * Number.of(Fraction(10) ** places)
    length = whole_bits(ball(scaled, 64))
    start = 64 + 4 * max(0, places) + length
    most = start + REFUTE_BITS if x.has("def") else MOST_BITS + length
    for tries, b in enumerate(sharper(scaled, start, most)):
        found = settled(b, up(places))
        if found is not None:
            return found
        if tries == 2:
            tie = _tie(scaled, b)
            if tie is not None:
                return nearest(tie, up(places))
    if x.has("sym"):
        raise LimitError(
            "a letter has no decimals to be rounded",
            "round numbers, or leave the line in letters",
        )
    raise LimitError(f"a decimal does not settle within {most:,} bits")


def _tie(x: Number, b: arb) -> fmpq | None:
    """The half or whole number that x equals exactly, if it does."""
    with working(MOST_BITS + whole_bits(b)):
        twice = (b * 2 + HALF).floor().unique_fmpz()
    if twice is not None and is_zero(x - fmpq(twice, 2)):
        return fmpq(twice, 2)
    return None


def scientific(x: Number, digits: int = 4) -> tuple[str, int]:
    """Mantissa (so many significant digits, rounded or cut) and power of ten of a value; "0" where it is proved to be 0.

    What cancels nearly, as 1 less a weight near 1 does, is brought over one denominator first, where it cancels wholly.

    >>> scientific(Number.of(Fraction(1, 3000)), 3)
    ('3.33', -4)
    """
    for b in _together(x, 64 + 4 * digits):
        if b == 0:  # over one denominator everything cancelled
            return "0", 0
        if b.rel_accuracy_bits() > 16:
            found = _mantissa(x, b, digits)
            if found is not None:
                return fixed(found[0], digits - 1), found[1]
    raise LimitError(f"the first digits do not settle within {MOST_BITS:,} bits")


def _together(x: Number, start: int) -> Iterator[arb]:
    """A few balls of a value as it stands, then those of its numerator over its denominator."""
    yield from sharper(x, start, NEARLY)
    if any(denominators(m) for m in x.terms):
        try:
            top, bottom = fraction(x)
        except LimitError:
            top, bottom = x, UNIT
        yield from (
            above / below
            for above, below in zip(
                sharper(top, start), sharper(bottom, start), strict=True
            )
        )
    yield from sharper(x, 2 * NEARLY)


def _mantissa(x: Number, b: arb, digits: int) -> tuple[int, int] | None:
    """The whole number of so many digits that a ball rounds to, or is cut to, and the power of ten of its first digit."""
    plus = up(digits)
    with working(min(MOST_BITS, max(128, int(b.rel_accuracy_bits()) + 64))):
        guess = int((abs(b).log() / arb.const_log10()).mid().floor().unique_fmpz())
        for power in (guess, guess + 1, guess - 1):
            shift = digits - 1 - power
            n = (
                nearest(x.rational * fmpq(10) ** shift, plus)
                if x.is_rational
                else settled(b * arb(10) ** shift, plus)
            )
            if (
                n is None
                and not plus
                and (
                    whole := _tie(
                        x * Number.of(Fraction(10) ** shift), b * arb(10) ** shift
                    )
                )
            ):
                n = nearest(whole, plus)
            if n is not None and 10 ** (digits - 1) <= abs(n) < 10**digits:
                return n, power
    return None
