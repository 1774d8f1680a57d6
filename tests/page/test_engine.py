"""What a page has by how much there is of it: a table of contents, room for answers, and what is numbered."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from symattn.boxes import Ink
from symattn.page.engine import contents
from symattn.page.given import FRAMED_LINE, Frame, high


@pytest.mark.parametrize(
    ("parts", "enough"),
    [([], False), ([0], False), ([1], False), ([2], True), ([5], True), ([0, 0], True), ([1, 1], True), ([2, 2], True), ([1, 0, 0], True)],
    ids=str,
)
def test_a_page_has_a_table_of_contents_from_two_questions_or_two_parts_on(parts: list[int], enough: bool) -> None:
    assert contents([SimpleNamespace(parts=[None] * many) for many in parts]) == enough


@pytest.mark.parametrize("rows", [1, 2, 5])
@pytest.mark.parametrize("cols", [0, 1, 2, 3, 4, 6])
@pytest.mark.parametrize("cell", [8, 15, 20, 38, 40, 60])
def test_as_many_frames_stand_beside_each_other_as_a_line_has_room_for(rows: int, cols: int, cell: int) -> None:
    """A cell with its rule takes 1.5 mm more than it is wide, and a name with the signs around it 16; no cells are one box."""
    one = Frame(Ink("A"), rows, cols, cell)
    wide = (2 * cell + 3) * max(cols, 1) + 32  # in half millimetres
    fit = max(1, int(2 * FRAMED_LINE) // wide)
    for many in range(1, 3 * fit + 2):
        lines = -(-many // fit)
        assert high([one] * many) == lines * (8.5 * max(1, rows) + 4), (many, fit)
    low = Frame(Ink("B"), 1, cols, cell)
    assert high([low, one]) == high([one, low]) == (high([one]) if fit > 1 else high([one]) + high([low])), "the higher of a line counts"
