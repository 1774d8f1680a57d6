"""Exports in QTI 1.2 as Canvas and ILIAS have them after the import: what is asked, what is right, what it is worth."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from symattn.course.platforms import export
from symattn.course.platforms.blanks import INFINITE
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.files import shipped
from symattn.sheet import Sheet, load

sys.path.insert(0, str(Path(__file__).parent))
from importers import Quiz, blanks, canvas, converted, ilias, in_ilias, on_canvas

sys.path.pop(0)

SHEETS = ["causal-mask", "two-heads-by-hand", "gates", "softmax-step-by-step", "cross-attention", "two-heads-template"]
TEMPLATE = """
[[question]]
steps = ["A = X / 3", "B = A @ X.T"]
given.X = [[1, 2]]
[[question.part]]
asks = ["A", "B"]
marks = { A = 2, B = 3 }
[[vary.draw]]
names = ["X"]
low = 0
high = 99
"""
WRONG = ["1/2", "1/3", "2exp(3)", "3√2", "1+1", "3 sqrt(2)", "1 apple", "abc", "--1", "0x1", "1e400"]
"""Spellings that no box of decimals is to take, some with a right beginning."""


def on_the_site(platform: str, name: str, folder: Path) -> tuple[list[Quiz], Callable[[Quiz, dict[str, str]], float]]:
    """The questions after the import, and how they are marked."""
    export(platform, load(shipped()[name]), folder, 2, "secret")
    if platform == "ilias":
        return ilias(folder / "1__0__qpl_1.zip"), in_ilias
    return [canvas(item) for item in converted(folder / "canvas.zip")[0]], on_canvas


def asked(sheet: Sheet) -> tuple[list[str], float]:
    """The right answers of a sheet, rounded, entry by entry, and what they are worth."""
    solution = sheet.solve()
    cells = [
        "-inf" if isinstance(x, Blocked) else decimal(x, sheet.decimals)
        for question in sheet.questions
        for name in question.shares
        for row in solution[question.id][name].cells()
        for x in row
    ]
    return cells, float(sum(marks for question in sheet.questions for marks in question.shares.values()))


def comma(cell: str) -> str:
    return cell.replace(".", ",")


def beside(cell: str, by: int) -> str:
    places = len(cell.partition(".")[2])
    value = Fraction(cell) + Fraction(by, 10**places)
    return f"{'-' if value < 0 else ''}{float(abs(value)):.{places}f}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("platform", ["canvas", "ilias"])
@pytest.mark.parametrize("name", SHEETS)
def test_every_entry_is_a_blank_that_takes_what_is_right_and_nothing_beside(platform: str, name: str, tmp_path: Path) -> None:
    questions, marked = on_the_site(platform, name, tmp_path)
    shown = [(quiz, blank) for quiz in questions for blank in quiz.right]
    assert all(blanks(quiz) == list(quiz.right) for quiz in questions)  # each once, in the order of the page
    assert all("\\begin{aligned}" in quiz.comment for quiz in questions)
    if "template" in name:  # whose variants are drawn: what is right in them is asked of the export alone
        wanted = [quiz.right[blank][0] for quiz, blank in shown]
    else:
        wanted, marks = asked(load(shipped()[name]))
        assert sum(quiz.points for quiz in questions) == pytest.approx(marks)
    by_quiz = {id(quiz): {blank: cell for (q, blank), cell in zip(shown, wanted, strict=True) if q is quiz} for quiz in questions}
    for quiz in questions:
        right = by_quiz[id(quiz)]
        least = min(quiz.worth.values()) if quiz.worth else quiz.points / len(right)
        assert marked(quiz, right) == pytest.approx(quiz.points)
        assert marked(quiz, right) <= quiz.points
        assert marked(quiz, {blank: comma(cell) for blank, cell in right.items()}) == pytest.approx(quiz.points)
        assert marked(quiz, {}) == 0
        for word in INFINITE:
            assert marked(quiz, {b: word if c == "-inf" else c for b, c in right.items()}) == pytest.approx(quiz.points)
        numbers = {blank: cell for blank, cell in right.items() if cell != "-inf"}
        for by in (1, -1):
            assert marked(quiz, {blank: beside(cell, by) for blank, cell in numbers.items()}) < least or "template" in name
        for spelling in WRONG:
            assert marked(quiz, dict.fromkeys(right, spelling)) == 0, spelling


def test_a_template_s_variants_are_a_group_of_which_canvas_picks_one(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TEMPLATE, "utf-8")
    export("canvas", load(tmp_path / "a.toml"), tmp_path, 3, "secret")
    items, groups = converted(tmp_path / "canvas.zip")
    points = {item.get("identifier"): canvas(item).points for item in items}
    assert [pick for pick, _, _ in groups] == [1] * len(groups)
    assert sorted(one for _, _, group in groups for one in group) == sorted(points)
    assert all({points[one] for one in group} == {worth} and len(group) == 3 for _, worth, group in groups)
    assert [worth for _, worth, _ in groups] == [2, 3]


@pytest.mark.parametrize("platform", ["canvas", "ilias"])
def test_no_text_of_a_sheet_is_a_blank_or_a_gap(platform: str, tmp_path: Path) -> None:
    trap = "[M1_1_1] [[gap]1[/gap] <<gap_0>> <b>&amp;"
    (tmp_path / "a.toml").write_text(
        f"title = '{trap}'\n[[question]]\nprompt = '{trap}'\nsteps = ['A = X / 3']\ngiven.X = [[1, 2]]\n[[question.part]]\nlabel = '{trap}'\nasks = ['A']\n",
        "utf-8",
    )  # fmt: skip
    export(platform, load(tmp_path / "a.toml"), tmp_path / "out")
    (quiz,) = ilias(tmp_path / "out/1__0__qpl_1.zip") if platform == "ilias" else map(canvas, converted(tmp_path / "out/canvas.zip")[0])
    assert blanks(quiz) == list(quiz.right)
    assert not re.search(r"\[/?gap", quiz.text)
    assert "<b>" not in quiz.text
