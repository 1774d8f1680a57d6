"""Numbers as students write them, which stand for all that is rounded to them, or cut to them where that is allowed."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest

from symattn.exact.functions import root
from symattn.exact.number import Number
from symattn.marking.shaping import ClaimedNumber

SQUARES = [*map(Fraction, ("1/9", "4/9", "49/64", "64/49", "1/4", "4", "2", "3", "5", "7", "11", "1/2"))]


@pytest.mark.parametrize("places", [0, 1, 2, 3])
@pytest.mark.parametrize("square", SQUARES, ids=str)
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("by", [-2, -1, 0, 1, 2])
def test_a_number_is_what_is_rounded_or_cut_to_it_and_nothing_else(square: Fraction, places: int, sign: int, by: int) -> None:
    """Of decimals around the root of a number those at most half a unit away, and where it may be cut the next one towards 0."""
    unit = Fraction(1, 10**places)
    cut = isqrt(int(square / unit**2)) * unit
    value = cut + by * unit
    claimed, right = ClaimedNumber(Number.of(sign * value), Number.of(unit / 2)), root(Number.of(square)) * sign
    low, high = value - unit / 2, value + unit / 2
    assert claimed.holds(right) == (high > 0 and max(low, Fraction(0)) ** 2 <= square <= high**2)
    assert claimed.holds(right, cut=True) == (by == 0)
