"""One slip followed through, on random sheets: nothing right is called wrong, what follows is seen, no slip is named that nobody made."""

from __future__ import annotations

import pytest
from simulated import HARDER, KINDS, Tally, tally


def holds(found: Tally, share: float) -> None:
    assert not found.called_wrong
    assert len(found.lost) <= found.following / 200, found.lost  # where rounded numbers tell next to nothing
    assert not found.misnamed
    assert found.named >= share * found.scripts, found.silent


@pytest.mark.exhaustive
def test_a_slip_is_named_and_nothing_else_is_wrong() -> None:
    holds(tally(3 * len(KINDS)), 0.9)


@pytest.mark.exhaustive
def test_a_slip_is_named_and_nothing_else_is_wrong_in_hundreds() -> None:
    holds(tally(40 * len(KINDS), seed=1000), 0.95)


@pytest.mark.exhaustive
def test_so_it_is_where_half_of_them_are_rounded_on_the_way_and_few_of_their_lines_are_there() -> None:
    holds(tally(40 * len(KINDS), seed=1000, styles=HARDER), 0.93)
