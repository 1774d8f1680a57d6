"""Millimetres of the students' sheet, worked out by hand: what a part needs is its text, its room, its frames and its figures."""

from __future__ import annotations

import re
from itertools import product
from math import ceil

import pytest

from symattn.formats import text
from symattn.page import page
from symattn.page.engine import PageTable, tablebox
from symattn.sheet import loads

SHEET = """[[question]]
steps = ["B = 2 * A", {lines}]
given.A = {value}
[[question.part]]
asks = ["B"]
[[question.part]]
prompt = '{prompt}'
asks = {asks}
room = "{room}"
"""
FRAMES = {  # rows and columns: millimetres of a cell (of a box, where there are none), and how many stand side by side on 168 mm
    (1, 1): (40, 2), (2, 1): (15, 5), (2, 2): (15, 3), (7, 3): (15, 2), (2, 5): (15, 1), (3, 9): (15, 1), (3, 10): (12, 1),
    (1, 12): (10, 1), (1, 14): (8, 1), (24, 2): (15, 3), (25, 2): (40, 2), (2, 17): (40, 2),
}  # fmt: skip
ROOM = {"4cm": 40, "6 lines": 48, "none": 0, "1in": 25.4}


def paper(prompt: str = "", room: str = "none", shape: tuple[int, int] = (2, 2), many: int = 1) -> str:
    names = [f"C_{k}" for k in range(many)]
    value = [[i - j for j in range(shape[1])] for i in range(shape[0])]
    lines = ", ".join(f'"{name} = {k + 3} * A"' for k, name in enumerate(names))
    sheet = SHEET.format(lines=lines, value=value, prompt=prompt, asks=names, room=room)
    return page(loads(sheet), "tex", key=False).rpartition(r"\need{")[2]


def needed(found: str) -> int:
    return int(re.findall(r"0pt (\d+)", found)[0])


@pytest.mark.parametrize("many", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("shape", FRAMES)
def test_frames_take_as_many_lines_as_they_have(shape: tuple[int, int], many: int) -> None:
    (rows, cols), (cell, side_by_side) = shape, FRAMES[shape]
    found = paper(shape=shape, many=many)
    boxed = r"\answerbox[40mm]" if shape == (1, 1) or rows > 24 or cols > 16 else f"[{cell}mm]"
    assert found.count(boxed) == many
    high = 1 if r"\answerbox" in found else rows
    assert needed(found) == min(220, round(12 + ceil(many / side_by_side) * (8.5 * high + 4)))


@pytest.mark.parametrize("room", ROOM)
@pytest.mark.parametrize("words", [0, 1, 95, 96, 190, 191])
def test_room_and_words_add_up(words: int, room: str) -> None:
    assert needed(paper("x" * words, room)) == round(12 + 5 * ceil(words / 95) + ROOM[room] + 21)


TABLES = ((4,), (30,), (64,), (10, 10), (30, 30), (20, 9, 9), (26, 26, 9), (12, 12, 12, 12))


@pytest.mark.parametrize(("wide", "long"), [*product(TABLES, [5, 40, 200])])
def test_a_table_of_texts_stays_within_its_room_and_loses_no_word(wide: tuple[int, ...], long: int) -> None:
    words = [f"w{k}" for k in range(long // 4)]
    rows = tuple((*(letter * size for size in wide), " ".join(words)) for letter in "xy")
    lines = text.block(tablebox(PageTable((*"abcde"[: len(wide)], "Why"), rows, "l"))).lines
    before = wide[:-1] or wide  # a long text may stand below the last of the others, and has 24 signs a line at the least
    assert max(map(len, lines)) <= max(74, sum(before) + 2 * len(before) + 24)
    said = "\n".join(lines).split()
    assert [x for x in said if x.startswith("w")] == words * 2
    assert [x for x in said if x[0] in "xy"] == [letter * size for letter in "xy" for size in wide]
    assert len({line.index("w0") for line in lines if "w0" in line}) == 1, "one column"
