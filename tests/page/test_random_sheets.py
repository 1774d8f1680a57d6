"""A few random sheets through every format; ``random_sheets.py`` goes through a thousand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from random_sheets import sheet, wrong

ONCE_TOO_LARGE = (161, 198)
"""A table of gaps too wide for its page, and room with frames too high for theirs."""


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("seed", [*range(4), *ONCE_TOO_LARGE])
def test_a_random_sheet_stays_on_the_page_and_leaves_no_command(seed: int) -> None:
    assert list(wrong([seed])) == []


def test_seeds_give_different_sheets() -> None:
    assert len({sheet(seed) for seed in range(50)}) == 50
