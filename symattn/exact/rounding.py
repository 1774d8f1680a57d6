"""Rounding from a ball, where the ball is narrow enough to settle it, and writing what was rounded."""

from __future__ import annotations

from flint import arb, ctx, fmpq, fmpz

from symattn.exact.precision import working
from symattn.limits import MOST_BITS

HALF = fmpq(1, 2)


def settled(b: arb) -> int | None:
    """The whole number nearest to every number of a ball, a tie away from zero, or None where they do not agree.

    >>> settled(arb("2.7")), settled(arb(-0.5)), settled(arb("2.5", "0.1"))
    (3, -1, None)
    """
    with working(MOST_BITS + whole_bits(b)):
        found = (abs(b) + HALF).floor().unique_fmpz()
    if found is None or (found and b.contains(0)):
        return None
    return -int(found) if b < 0 else int(found)


def whole_bits(b: arb) -> int:
    """How many binary digits stand before the point, at most.

    >>> whole_bits(arb(1000))
    10
    """
    if not b.is_finite():
        return 0
    top = b.abs_upper()
    return 0 if top < 1 else int((top.log() / arb.const_log2()).floor().mid().floor().unique_fmpz()) + 1


def round_ball(x: arb, places: int) -> int | None:
    """The whole number nearest to x · 10^places, or None when the ball does not settle it.

    >>> round_ball(arb("3.14159"), 2)
    314
    """
    with working(ctx.prec + 4 * places + 64):
        return settled(x * fmpz(10) ** places)


def nearest(q: fmpq) -> int:
    """The whole number nearest to a rational, a tie going away from zero.

    >>> nearest(fmpq(-5, 2)), nearest(fmpq(7, 3))
    (-3, 2)
    """
    return int((q + HALF).floor()) if q >= 0 else -int((HALF - q).floor())


def fixed(n: int, places: int) -> str:
    """n · 10^-places written with so many decimals.

    >>> fixed(-5, 2), fixed(1234, 0)
    ('-0.05', '1234')
    """
    digits = fmpz(abs(n)).str().rjust(places + 1, "0")
    sign = "-" if n < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
