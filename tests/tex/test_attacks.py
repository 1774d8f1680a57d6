"""Whatever LaTeX a stranger writes, each reader ends in work of its length, with what it read or with what is too much."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from symattn import limits
from symattn.boxes.latex import read as box
from symattn.errors import LimitError, ReadError, SymattnError
from symattn.formats.prose import pieces
from symattn.language import read
from symattn.marking.answers.latex import flatten

READERS: dict[str, Callable[[str], object]] = {
    "value": lambda text: read(text, "latex"), "formula": box, "text": pieces, "hand-in": flatten,
}  # fmt: skip
REPEATED = [
    "{", "}", "{}", "$", "$a ", "\\", "\\frac", "\\frac{1}{2} ", "\\mathbf{", "\\boxed{\\textcolor{red}{", "\\textcolor{", "\\sqrt[",
    "\\underbrace{", "}_{", "\\cancel{", "\\left(", "\\left.", "\\begin{bmatrix}", "\\end{bmatrix}", "1\\over ", "\\text{$", "\\kern1pt",
    "\\'", "\\item[", "\\begin{itemize}\\item[", "\\\\[", "&", "\\def\\a{", "\\newcommand{\\a}{\\a\\a}\\a", "%", "~", "\\phantom", "{-",
]  # fmt: skip
SHORT, LONG = 400, 1600
EIGHTFOLD = "".join("\\def\\" + after + "{" + 8 * ("\\" + name) + "}" for name, after in zip("abcdefgh", "bcdefghi", strict=True))
"""Macros, each of which is eight of the one before it."""


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of symattn's Python some work runs, the same on every machine."""
    count = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return traced if "symattn" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        work()
    except SymattnError:
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.sliced(18)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("piece", REPEATED)
def test_a_run_of_anything_is_read_in_work_of_its_length(reader: str, piece: str) -> None:
    short, long = (lines_run(lambda size=size: READERS[reader]((piece * size)[:size])) for size in (SHORT, LONG))  # type: ignore[misc]
    assert long <= 8 * short + 2_000, (short, long)


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("reader", "text", "error"), [
    ("value", "{" * (limits.MOST_NESTING + 1) + "1", ReadError),
    ("value", "\\mathbf{" * (limits.MOST_NESTING + 1) + "1", ReadError),
    ("value", "\\textbf{1} " * limits.MOST_CHARACTERS, ReadError),
    ("formula", "{" * (limits.MOST_DEEP + 1), LimitError),
    ("formula", "1\\over " * (limits.MOST_DEEP + 1), LimitError),
    ("text", "\\textbf{" * (limits.MOST_DEEP + 1), LimitError),
    ("hand-in", "\\begin{bmatrix}" * (limits.MOST_NESTING + 1), LimitError),
    ("hand-in", "\\boxed{1} " * limits.MOST_TOKENS, LimitError),
    ("hand-in", "\\newcommand{\\a}{\\a\\a}\\a", LimitError),
    ("hand-in", EIGHTFOLD + "\\i", LimitError),
])  # fmt: skip
def test_what_is_too_much_is_said(reader: str, text: str, error: type[SymattnError]) -> None:
    with pytest.raises(error) as told:
        READERS[reader](text)
    assert len(str(told.value)) < 300
