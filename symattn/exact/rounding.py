"""Rounding from a ball, where the ball is narrow enough to settle it."""

from __future__ import annotations

from flint import arb, ctx, fmpq, fmpz

HALF = fmpq(1, 2)


def round_ball(x: arb, places: int) -> int | None:
    """The whole number nearest to x · 10^places, or None when the ball does not settle it.

    >>> round_ball(arb("3.14159"), 2)
    314
    """
    with ctx.workprec(ctx.prec + 4 * places + 64):
        found: fmpz | None = (x * fmpz(10) ** places + HALF).floor().unique_fmpz()
    if found is None:
        return None
    return int(found) if found >= 0 or not _maybe_tie(x, found, places) else None


def _maybe_tie(x: arb, n: fmpz, places: int) -> bool:
    """Below zero a tie goes the other way: leave it to the exact rule."""
    with ctx.workprec(ctx.prec + 4 * places + 64):
        return bool((x * fmpz(10) ** places + HALF).contains(n))
