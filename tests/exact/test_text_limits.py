"""What is too long to stand under a root is written as a power, in no time and no room to speak of."""

from __future__ import annotations

import pytest

from symattn.exact.text import form, text
from symattn.language import read
from symattn.limits import MOST_ORDER, MOST_UNDER_ROOT


def nested(depth: int) -> str:
    """One over the root of the root of … 2: 2 to a power whose numerator is as long as the roots are deep."""
    return f"1/{'sqrt(' * depth}2{')' * depth}"


@pytest.mark.parametrize("depth", [1, 5, 11, 12, 60, 190])
def test_a_power_below_many_roots(depth: int) -> None:
    value = read(nested(depth)).number
    written = text(value)
    assert len(written) < MOST_UNDER_ROOT
    if 2**depth < MOST_ORDER:  # roots of a higher order are not read
        assert read(written).number == value
    kinds = {part.kind for part in (form(value), *form(value).items)}
    assert ("pow" in kinds) == (2 * (2**depth - 1) > MOST_UNDER_ROOT), kinds
