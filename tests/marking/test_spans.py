"""Matrices in blocks, each headed by its columns or rows: what a page says of a block is read in every language, and held to."""

from __future__ import annotations

import pytest

from symattn.files import languages
from symattn.marking.answers.flat import CLOSE, OPEN, Flat
from symattn.marking.answers.prose import flat
from symattn.marking.answers.spans import joined
from symattn.page.engine import Engine


def one(text: str) -> Flat:
    found = Flat()
    found.add(text, 1)
    return joined(found)


@pytest.mark.parametrize("language", languages())
def test_what_a_page_says_of_a_block_is_read(language: str) -> None:
    span = Engine("text", language=language).span
    rows = [f"{span(False, *at)} {span(True, *cut)} {block}" for at, cut, block in (
        ((1, 2), (1, 2), "[1 2; 4 5]"), ((1, 2), (3, 3), "[3; 6]"), ((3, 3), (1, 2), "[7 8]"), ((3, 3), (3, 3), "[9]"),
    )]  # fmt: skip
    found = one("A = " + "\n ".join(rows) + " and so on")
    assert found.text == f"A = {OPEN}0{CLOSE} and so on"
    assert found.grids[0].entries == (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"))


@pytest.mark.parametrize(
    "text",
    [
        "columns 1 to 2: [1 2] column 4: [3]",
        "columns 1 to 2: [1 2] columns 2 to 3: [2 3]",
        "columns 1 to 3: [1 2] column 4: [3]",
        "column 1: [1; 2] column 2: [3]",
        "column 2: [1] column 3: [3]",
        "rows 1 to 2: [1; 2] row 4: [3]",
        "row 1: [1 2] row 2: [3]",
        "row 1: [1 2] row 2: [3 4; 5 6]",
        "row 1: column 1: [1] row 2: column 1: [2] column 2: [3]",
        "row 1: [1 2]",
        "row 1: [1 2] hence row 2: [3 4]",
        "column 1: [1 2; 3] column 2: [1; 2]",
    ],
)
def test_blocks_that_are_not_as_is_said_stay_apart(text: str) -> None:
    assert one(text).text == text


def test_what_stands_behind_blocks_keeps_its_line() -> None:
    found = flat("A = columns 1 to 2:  [1  2]\n\n    column 3:  [3]\nB = 4\nC = 5")
    assert [found.line(found.text.index(name)) for name in "ABC"] == [1, 4, 5]
