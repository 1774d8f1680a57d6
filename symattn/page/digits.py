"""By how much what a page rounds, or cuts, may be off."""

from __future__ import annotations

from flint import arb

from symattn.exact.ball import up

ROUNDED, NEAR = arb(0, 0.5), arb(0, 1)
"""By how much of its last digit a number may be off: where it is rounded, and where it is cut or rounded."""
LEFT_OUT = arb(0.49999995, 0.49999995)
"""The same where it is cut: what was left out is less than one."""


def off(places: int) -> arb:
    """By how much of its last digit a number may be off on a page with so many places.

    >>> from symattn.exact.ball import Cut
    >>> off(2), off(Cut(2))
    ([+/- 0.501], [+/- 1.01])
    """
    return ROUNDED if up(places) else NEAR


def half_a_unit(places: int) -> arb:
    """What a whole number stands for on a page that rounds to so many places; a whole unit where it cuts.

    >>> half_a_unit(2)
    [+/- 5.01e-3]
    """
    return off(places) * arb(0, 1.0000002 * 10.0**-places)
