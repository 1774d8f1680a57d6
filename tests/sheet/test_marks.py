"""Marks: the same on the key, in the marker and on every platform."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from symattn.course.platforms.view import views
from symattn.errors import SheetError
from symattn.files import shipped
from symattn.marking import check
from symattn.page import page
from symattn.page.engine import Engine
from symattn.sheet import load, loads
from symattn.sheet.question import QUARTER, shares

SHEET = """
[[question]]
variant = "multi-head-attention"
[question.given]
X = [[1, 0], [0, 1]]
W_Q_1 = [[1], [0]]
W_K_1 = [[1], [1]]
W_V_1 = [[1], [2]]
W_Q_2 = [[0], [1]]
W_K_2 = [[1], [0]]
W_V_2 = [[2], [1]]
"""


@pytest.mark.parametrize(
    ("marks", "asked", "each"),
    [
        (Fraction(3), ["Q", "K"], ["3/2", "3/2"]),
        (Fraction(1), ["Q", "K", "V"], ["1/4", "1/4", "1/2"]),
        (Fraction(2), ["Q_1", "Q_2", "H"], ["1/2", "1/2", "1"]),
        (Fraction(4), ["H_1", "H_2", "H", "Y"], ["1/2", "3/4", "5/4", "3/2"]),
        (Fraction(4), ["H", "A_1", "Y"], ["5/4", "5/4", "3/2"]),
        (Fraction(3), ["H", "H_1", "H_2"], ["3/2", "3/4", "3/4"]),
        (Fraction(1), ["A_1", "A_2", "A_3"], ["1/4", "1/4", "1/2"]),
        (Fraction(7), ["H"], ["7"]),
        (Fraction(0), ["Q", "K"], ["0", "0"]),
        (None, ["Q_1", "Q_2", "H"], ["1", "1", "1"]),
        ({"Q_1": Fraction(2), "K_1": Fraction(1)}, ["Q_1", "K_1", "V_1"], ["2", "1", "0"]),
        (Fraction(1, 2), ["Q", "K", "V"], ["0", "0", "1/2"]),
    ],
)
def test_a_share_is_whole_quarters_and_the_last_has_the_rest(marks, asked, each) -> None:
    assert [str(share) for share in shares(marks, asked).values()] == each


@pytest.mark.sliced(5)
@pytest.mark.parametrize("name", shipped())
def test_lines_parts_and_questions_add_up(name: str) -> None:
    for question in load(shipped()[name]).questions:
        assert sum(question.shares.values()) == sum(part.marks for part in question.parts if part.asks or part.shapes)
        assert all(share % QUARTER == 0 for share in question.shares.values())


@pytest.mark.sliced(8)
@pytest.mark.parametrize("name", shipped())
def test_the_marker_gives_what_the_sheet_says(name: str) -> None:
    sheet = load(shipped()[name])
    of = {(q.id, r.name): r.of for q in check(sheet, {}).answers[0].questions for r in q.results if r.verdict != "by-hand"}
    assert {key: marks for key, marks in of.items() if marks} == {
        (q.id, name): marks for q in sheet.questions for name, marks in q.shares.items() if marks
    }


@pytest.mark.exhaustive
def test_a_table_is_what_key_marker_and_platform_say() -> None:
    more = '[[question.part]]\nasks = ["Q_1", "Q_2", "H"]\nmarks = { Q_1 = 0.5, Q_2 = 1.5, H = 3 }\n'
    sheet = loads(SHEET + more)
    assert {r.name: r.of for r in check(sheet, {}).answers[0].questions[0].results if r.of} == {"Q_1": Fraction(1, 2), "Q_2": Fraction(3, 2), "H": 3}
    assert [line.marks for section in views(sheet.solve(), Engine("html"))[0].sections for line in section.asked] == [Fraction(1, 2), Fraction(3, 2), 3]
    assert re.findall(r"\[([\d½.]+)\]$", page(sheet.solve(), "text"), re.M) == ["2", "3"]


def test_lines_nobody_asks_for_carry_no_marks() -> None:
    printed = page(loads(SHEET + '[[question.part]]\nasks = ["H"]\nmarks = 20\n').solve(), "text")
    assert re.findall(r"\[([\d½.]+)\]$", printed, re.M) == ["20"]


def test_words_alone_have_the_marks_written_or_none() -> None:
    words = '[[question]]\n[[question.part]]\nlabel = "a"\nprompt = "Why?"\nanswer = "So."\n'
    assert "mark" not in page(loads(words).solve(), "text", key=False)
    assert "[2 marks]" in page(loads(words + "marks = 2").solve(), "text", key=False)


def test_a_table_for_a_line_that_is_not_asked_is_told_with_its_place() -> None:
    with pytest.raises(SheetError, match=r"marks\.Q_11: Q_11 is not asked here\n.*Q_1"):
        loads(SHEET + '[[question.part]]\nasks = ["Q_1"]\nmarks = { Q_11 = 1 }\n')
