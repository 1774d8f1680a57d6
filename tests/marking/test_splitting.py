"""Rows cut at blanks: wherever these stand, there is no entry of nothing."""

from __future__ import annotations

import pytest

from symattn.marking.answers.splitting import _blanks


@pytest.mark.parametrize("before", ["", " ", "   "])
@pytest.mark.parametrize("behind", ["", " ", "   "])
@pytest.mark.parametrize("between", [" ", "  ", "    "])
@pytest.mark.parametrize("entries", [["1"], ["1", "-2"], ["1 - 2", "3"], ["1/2", "sqrt(2 + 1)", "0.5"]])
def test_blanks_part_entries_wherever_they_stand(before: str, behind: str, between: str, entries: list[str]) -> None:
    assert _blanks(before + between.join(entries) + behind) == entries
