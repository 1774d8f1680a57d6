"""Work is counted: what a stranger writes costs in proportion to its length, whatever it repeats, and a sheet ends at a stated budget."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from symattn.errors import SymattnError
from symattn.marking.answers.formats import formats

SHORT, LONG = 300, 1200
GROWTH = 2 * LONG // SHORT
"""The lines of Python run may grow with the length of a text, and twice that; with its square they would grow 16 times."""


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of symattn's Python are run by some work: a count that is the same on every machine."""
    count = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if "symattn" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        work()
    except SymattnError:
        pass
    finally:
        sys.settrace(before)
    return count


def reading(suffix: str, text: str) -> Callable[[], object]:
    return lambda: formats()[suffix].read(text.encode(), frozenset(["q1"]))


@pytest.mark.parametrize("suffix", [".tex", ".md", ".txt"])
@pytest.mark.parametrize("piece", ["&", "& ", "&&", "\n", " ", "\n&", "\\\\", "head ", "1 & ", "=&", "A=\n"])
def test_a_run_of_anything_is_read_in_work_of_its_length(suffix: str, piece: str) -> None:
    reading(suffix, piece * 9)()  # what is loaded with its first use is loaded
    short, long = (lines_run(reading(suffix, (piece * size)[:size])) for size in (SHORT, LONG))
    assert long <= GROWTH * short + 2_000, (short, long)
