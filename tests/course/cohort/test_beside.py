"""What stands beside a group: of a long line of a script what is around the numbers that are looked for."""

from __future__ import annotations

import pytest

from symattn.course.cohort.beside import _around
from symattn.limits import LONGEST_LINE_BESIDE as LONGEST


@pytest.mark.parametrize("at", [0, 10, LONGEST // 4, LONGEST // 4 + 1, LONGEST, 2 * LONGEST])
@pytest.mark.parametrize("behind", [1, LONGEST // 2, 2 * LONGEST])
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("cut", ["", "…"])
def test_of_a_long_line_what_stands_around_the_first_place_is_shown(at: int, behind: int, again: bool, cut: str) -> None:
    row = "a" * at + "1 2 3" + "b" * behind + ("1 2 3" if again else "")
    shown = _around(row, f"1 2 3{cut}")
    if len(row) <= LONGEST:
        assert shown == row
        return
    start = max(0, at - LONGEST // 4)
    assert shown == ("… " if start else "") + row[start : start + LONGEST] + (" …" if start + LONGEST < len(row) else "")
    assert "1 2 3" in shown
