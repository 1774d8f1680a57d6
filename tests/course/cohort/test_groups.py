"""One sheet for all: equal wrong answers, single wrong entries, scripts that are alike, and what is left for a person."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.cohort.facts import coarse, facts
from symattn.course.cohort.overview import overview
from symattn.marking.findings import findings
from symattn.marking.results import AnswerReport, Found, QuestionReport, Result
from symattn.marking.said import told

SHEET = """
[[question]]
id = "q1"
steps = ["S = X @ W", "L = S / sqrt(cols(X))", "A = softmax(L)"]
given = { X = [[1, 2], [3, 4]], W = [[1, 1], [0, 1]] }
[[question.part]]
label = "a"
asks = ["S"]
marks = 2
[[question.part]]
label = "b"
asks = ["L", "A"]
marks = 4
[[question.part]]
label = "c"
prompt = "Why?"
answer = "So."
marks = 1
"""
S, L = "S = [[1, 3], [3, 7]]\n", "L = [[0.7071, 2.1213], [2.1213, 4.9497]]\n"
SCRIPTS = {
    "ada": S + L,
    "bo": S.replace("7", "8"),
    "cy": S.replace("7", "8"),
    "di": S.replace("[1,", "[5,"),
    "ed": S.replace("[[1,", "[[11,"),
    "fay": S + "L = [[1, 3], [3, 7]]\n",
    "gus": S + "A = [[0.5, abc], [0.3, 0.7]]\n",
    "hal": "S = [[0.1234, 5.4321], [6.7891, 2.3456]]\nL = [[7.1234, 5.9321], [6.2891, 2.8456]]\n",
    "ian": "# mine\nS = [[0.1234, 5.4321], [6.7891, 2.3456]]\nL = [[7.1234, 5.9321], [6.2891, 2.8456]]\n",
    "jo": "nothing at all\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "sheet.toml").write_text(SHEET, "utf-8")
    (tmp_path / "hand").mkdir()
    for name, text in SCRIPTS.items():
        (tmp_path / "hand" / f"{name}.txt").write_text(text, "utf-8")
    return tmp_path


def report(course: Path, *args: object) -> Any:
    order = ["check", course / "sheet.toml", course / "hand", "--format", "json", *args]
    result = CliRunner().invoke(main, list(map(str, order)), standalone_mode=False)
    assert result.exception is None
    return json.loads(result.stdout)


def groups(found: Any) -> dict[str, list[str]]:
    return {group["explanation"]: group["students"] for group in found["class"]["groups"]}


def test_equal_wrong_answers_are_a_group_and_other_single_entries_another(course: Path) -> None:
    assert groups(report(course)) == {
        "[1 3; 3 8] at q1.S": ["bo", "cy"],
        "one-entry at q1.S": ["di", "ed"],
        "[0.1234 5.4321; 6.7891 2.3456] at q1.S": ["hal", "ian"],
        "[7.1234 5.9321; 6.2891 2.8456] at q1.L": ["hal", "ian"],
        "unscaled at q1.L": ["fay"],
        "unreadable at q1": ["gus"],
    }


ALIKE = ("-3", "−3", "{-}3", "-3,0", "-3{,}00", "-300%", r"-\frac{6}{2}", r"{-}\mathbf{3}", "-6/2", "-np.sqrt(9)")


@pytest.mark.parametrize("written", ALIKE)
def test_one_wrong_answer_is_one_explanation_however_it_is_spelled(written: str) -> None:
    """In a page's LaTeX, with a decimal comma, per cent: who writes it so is in the group, and alike, as everybody else."""
    wrong = Result("S", "incorrect", (("incorrect", "correct"),), of=Fraction(1), written=((written, "2"),))
    (found,) = findings(AnswerReport("ada", (QuestionReport("q1", (wrong,)),)))
    assert found.name == "[-3 2] at q1.S"
    assert coarse(wrong.written) == coarse((("-3", "2.0"),))


def test_a_decision_on_single_entries_holds_where_the_answer_itself_has_none(course: Path) -> None:
    (course / "marks.toml").write_text(
        '[[group]]\nexplanation = "one-entry at q1.S"\nq1.S = { marks = 1.75 }\n'
        '[[group]]\nexplanation = "[1 3; 3 8] at q1.S"\nq1.S = { marks = 2, remark = "the sheet was misprinted" }\n', "utf-8",
    )  # fmt: skip
    found = {a["student"]: a["questions"][0]["results"][0] for a in report(course, "--marks", course / "marks.toml")["answers"]}
    assert {name: found[name]["marks"] for name in ("bo", "cy", "di", "ed")} == {"bo": 2, "cy": 2, "di": 1.75, "ed": 1.75}
    assert "graded" not in found["ada"]


@pytest.mark.parametrize("order", [(*range(1, 13),), (12, 3, 10, 2)], ids=["all", "some, later heads first"])
def test_the_lines_of_a_group_stand_as_on_the_sheet(order: tuple[int, ...]) -> None:
    """Head 10 behind head 2, whoever had which mistake first."""
    slip, right = Found("L", "unscaled", told("quoted", text="did not divide")), {k: Result(f"L_{k}", "correct", of=Fraction(1)) for k in range(1, 13)}
    wrong = {k: Result(f"L_{k}", "slip", of=Fraction(1), slip=replace(slip, at=f"L_{k}")) for k in order}
    reports = [AnswerReport(f"{k}.txt", (QuestionReport("q1", tuple(({**right, k: wrong[k]}).values())),)) for k in order]
    (group,) = overview([facts(report) for report in reports]).groups
    assert group.lines == tuple(f"L_{k}" for k in sorted(order))


def test_who_has_the_same_odd_mistakes_is_said(course: Path) -> None:
    assert report(course)["class"]["alike"] == [
        {"kind": "same", "students": ["bo", "cy"], "lines": ["q1.S"]},
        {"kind": "mistakes", "students": ["hal", "ian"], "lines": ["q1.S", "q1.L"]},
    ]


def test_what_is_left_for_a_person(course: Path) -> None:
    found = report(course)["class"]
    look = {one["student"]: [(reason["kind"], reason.get("line")) for reason in one["reasons"]] for one in found["look"]}
    assert look["gus"] == [("unreadable", "q1.A")]
    assert look["jo"] == [("empty", None)]
    assert "ada" not in look
    assert found["by_hand"] == [{"question": "q1", "part": "c", "of": 1}]


def test_marks_for_a_part_by_hand_come_from_the_grader(course: Path) -> None:
    (course / "marks.toml").write_text("[ada.q1]\nc = { marks = 1 }\n", "utf-8")
    found = report(course, "--marks", course / "marks.toml")
    assert found["answers"][0]["marks"] == report(course)["answers"][0]["marks"] + 1
    assert "c" in [line["name"] for line in found["class"]["lines"]]


def test_a_skipped_line_that_has_its_marks_has_passed(course: Path) -> None:
    (course / "one.txt").write_text(L, "utf-8")
    order = ["check", course / "sheet.toml", course / "one.txt", "--format", "gradescope"]
    tests = json.loads(CliRunner().invoke(main, list(map(str, order)), standalone_mode=False).stdout)["tests"]
    status = {test["name"]: (test.get("status"), test["score"]) for test in tests}
    assert status["q1: S"] == ("passed", 2)
    assert status["q1: A"] == ("failed", 0)


@pytest.mark.parametrize("marks", [0, 2])
def test_a_group_on_a_line_without_marks_has_none(course: Path, marks: int) -> None:
    sheet = course / "sheet.toml"
    sheet.write_text(SHEET.replace('asks = ["S"]\nmarks = 2', f'asks = ["S"]\nmarks = {marks}'), "utf-8")
    shown = CliRunner().invoke(main, ["check", str(sheet), str(course / "hand"), "--format", "text"], standalone_mode=False).stdout
    assert ("no marks" in shown) == (not marks)
    assert " of 0)" not in shown
