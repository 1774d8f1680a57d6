"""By how much what a page rounds, or cuts, may be off; and how many digits lines need that follow from each other as they are
printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import arb

from symattn.exact.ball import onward, up
from symattn.exact.decimals import rounded as units
from symattn.exact.number import Number, total

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


def agreeing(
    places: int,
    made: Callable[[Sequence[int]], Sequence[int]],
    of: Sequence[Number],
    below: Sequence[Number],
) -> int:
    """With how many places two lines in decimals stand so that the lower one is what is *made* of the upper one as it is printed,
    in units of the last digit; at most three more than are asked for, and none where that is never so."""
    for digits in onward(places, places + 4):
        if list(made([units(x, digits) for x in of])) == [
            units(x, digits) for x in below
        ]:
            return digits
    return places


def adding_up(places: int, parts: Sequence[Number]) -> int:
    """With how many places numbers are printed so that their sum, as they stand there, is rounded, or cut, to what it is."""
    whole = units(total(parts), places)
    for digits in onward(places, places + 4):
        found, over = divmod(
            sum(units(x, digits) for x in parts), 10 ** (digits - places)
        )
        if found + (over > 10 ** (digits - places) * (1 - up(places))) == whole:
            return digits
    return places
