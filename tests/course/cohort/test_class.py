"""A class from the sheets that were handed out to what the marker sees: nobody lost, nobody accused, one decision for one slip."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from made_class import MISTAKES, Student, hand_in, made

import symattn as sa
from symattn.cli import main
from symattn.course.delivery import Marked
from symattn.course.feedback import page as feedback
from symattn.files import find
from symattn.marking.findings import findings
from symattn.marking.results import AnswerReport
from symattn.marking.sheet import Ready
from symattn.sheet import loads

COUNTS = [pytest.param(count, marks=pytest.mark.exhaustive) for count in (23, 46)]  # every mistake and every other trouble once, and twice; by hand with 300
NUMBERS = ("one-entry", "given-misread")


@pytest.fixture(scope="module", params=COUNTS)
def count(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, count: int) -> Path:
    return tmp_path_factory.mktemp("class") / "week3"


@pytest.fixture(scope="module")
def students(folder: Path, count: int) -> list[Student]:
    return made(folder, count)


def check(folder: Path, *args: object, hand: str = "hand") -> Result:
    order = ["check", folder / "out" / "manifest.json", folder / hand, *args]
    return CliRunner().invoke(main, list(map(str, order)), standalone_mode=False)


@pytest.fixture(scope="module")
def report(folder: Path, students: list[Student]) -> Any:
    result = check(folder, "--format", "json", "--groups", folder / "groups.toml")
    assert result.exception is None
    assert result.return_value == 1
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def few(folder: Path, students: list[Student], report: Any) -> Any:
    """The report on some of the class, with a proposal of decisions beside it."""
    right, *others = those(students, "right")
    for one in (replace(right, kind="unscaled"), *those(students, "unscaled", "down the columns"), *others):
        hand_in(one, folder / "out" / "sheets", folder / "few")
    return json.loads(check(folder, "--format", "json", "--groups", folder / "few.toml", hand="few").stdout)


@pytest.fixture(scope="module")
def by_id(report: Any) -> dict[str, Any]:
    return {answer["student"]: answer for answer in report["answers"]}


def those(students: list[Student], *kinds: str) -> list[Student]:
    return [one for one in students if one.kind in kinds]


@pytest.mark.exhaustive
def test_everybody_is_there_once_or_absent(students: list[Student], report: Any) -> None:
    assert sorted(answer["student"] for answer in report["answers"]) == [one.id for one in students if one.kind != "absent"]
    assert [one["id"] for one in report["absent"]] == [one.id for one in those(students, "absent")]
    assert {answer["student"]: answer["name"] for answer in report["answers"]}["s01"] == students[0].name


def test_who_is_right_has_full_marks_in_every_format(students: list[Student], by_id: dict[str, Any]) -> None:
    for one in those(students, "right"):
        assert by_id[one.id]["marks"] == by_id[one.id]["of"] == 20, one
        assert by_id[one.id]["findings"] == [], one
    for one in those(students, "half"):
        assert by_id[one.id]["findings"] == [], one
    for one in (one for one in those(students, "rough") if one.form not in ("numpy", "notebook")):  # prints drop zeros
        assert {name.partition(" ")[0] for name in by_id[one.id]["findings"]} <= {"imprecise"}, one


def test_slips_are_named_and_others_are_not(students: list[Student], by_id: dict[str, Any]) -> None:
    made, named, false = 0, 0, []
    for one in students:
        if one.kind in MISTAKES and one.slip:
            ids = {name.partition(" ")[0] for name in by_id[one.id]["findings"]}
            made += by_id[one.id]["marks"] < 20  # what agrees with the right values to the digits asked is right
            named += one.slip in ids
            if by_id[one.id]["marks"] < 20 and one.slip not in ids and not ids & {"[", "imprecise"} and ids:
                false.append((one, ids))
    assert named >= 0.85 * made
    assert len(false) <= 0.05 * made, false


def test_copies_are_noticed_and_nobody_else_is_suspected(students: list[Student], report: Any) -> None:
    copied = {(one.id, one.numbers) for one in those(students, "copied")}
    found = {tuple(one["students"]) for one in report["class"]["alike"] if one["kind"] == "copied"}
    assert found == copied


def test_what_a_person_must_look_at_is_listed_with_the_reason(students: list[Student], report: Any, by_id: dict[str, Any]) -> None:
    look = {one["student"]: {reason["kind"] for reason in one["reasons"]} for one in report["class"]["look"]}
    for one in students:
        if one.place == "pdf" and one.kind != "absent":
            assert by_id[one.id]["unread"] == ["scan.pdf"]
            assert "scan.pdf" in by_id[one.id]["notes"][0]
            assert ("beside" in look.get(one.id, ())) == (by_id[one.id]["marks"] < 20)
        if one.kind == "unreadable":
            assert look[one.id] & {"empty", "unreadable"}


def test_the_figures_add_up(students: list[Student], report: Any) -> None:
    whole = report["class"]
    marks = [answer["marks"] for answer in report["answers"]]
    assert whole["submissions"] == len(marks) == sum(whole["marks"]["tenths"])
    assert whole["marks"]["mean"] == pytest.approx(sum(marks) / len(marks), abs=1e-3)
    for line in whole["lines"]:
        shares = [r["marks"] / r["of"] for a in report["answers"] for q in a["questions"] for r in q["results"] if r["name"] == line["name"]]
        assert line["facility"] == pytest.approx(sum(shares) / len(shares), abs=1e-3)
        assert sum(line["verdicts"].values()) == len(shares)
    sizes = [len(group["students"]) for group in whole["groups"]]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.exhaustive
def test_the_gradebook_has_a_row_for_everybody(folder: Path, students: list[Student], by_id: dict[str, Any]) -> None:
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(check(folder, "--format", "csv").stdout))}
    assert list(rows) != []
    assert set(rows) == {one.id for one in students}
    for one in students:
        row = rows[one.id]
        assert row["name"] == one.name
        if one.kind == "absent":
            assert (row["marks"], row["verdicts"]) == ("", "absent")
            continue
        parts = [float(row[f"q1({part})"]) for part in "abcd"]
        assert sum(parts) == float(row["marks"]) == by_id[one.id]["marks"]
        assert row["verdicts"].count(";") == 15


@pytest.mark.exhaustive
def test_a_page_for_each_student_and_one_for_the_marker(folder: Path, students: list[Student]) -> None:
    assert check(folder, "--format", "html", "-o", folder / "pages").exception is None
    handed = [one for one in students if one.kind != "absent"]
    assert sorted(path.name for path in (folder / "pages" / "students").iterdir()) == sorted(f"{one.id}.html" for one in handed)
    assert {path.name for path in (folder / "pages").iterdir()} == {"students", "index.html"}
    marker = (folder / "pages" / "index.html").read_text("utf-8")
    for one in students:
        assert one.name in marker
        assert one.kind == "absent" or f'href="students/{one.id}.html"' in marker
    other = students[1] if students[0].kind == "absent" else students[0]
    page = (folder / "pages" / "students" / f"{other.id}.html").read_text("utf-8")
    assert other.name in page
    assert not any(one.name in page for one in students if one.name != other.name)


# ---- one decision for one slip


@pytest.mark.exhaustive
def test_a_proposal_as_it_is_written_changes_nothing(folder: Path, few: Any) -> None:
    again = json.loads(check(folder, "--format", "json", "--marks", folder / "few.toml", hand="few").stdout)
    assert again["answers"] == few["answers"]


def test_one_decision_holds_for_all_whom_an_explanation_fits_and_is_undone(folder: Path, few: Any) -> None:
    by_id = {answer["student"]: answer for answer in few["answers"]}
    text = (folder / "few.toml").read_text("utf-8")
    group = next(g for g in few["class"]["groups"] if g["id"] == "unscaled")
    at = text.index(f'explanation = "{group["explanation"]}"')
    first = text.index("# q1.L_1 = ", at)
    end = text.index("\n", first)
    chosen = folder / "chosen.toml"
    chosen.write_text(f'{text[:first]}q1.L_1 = {{ marks = 0.75, remark = "see page 3" }}{text[end:]}', "utf-8")
    found = {a["student"]: a for a in json.loads(check(folder, "--format", "json", "--marks", chosen, hand="few").stdout)["answers"]}
    for student, before in by_id.items():
        now, was = (next(r for r in a["questions"][0]["results"] if r["name"] == "L_1") for a in (found[student], before))
        if student in group["students"] and was["verdict"] == "slip":
            assert now["marks"] == 0.75
            assert now["message"].endswith("Grader: see page 3")
        else:
            assert now == was
    assert json.loads(check(folder, "--format", "json", "--marks", folder / "few.toml", hand="few").stdout)["answers"] == few["answers"]


def test_a_word_on_one_student_goes_before_that_on_the_group(folder: Path, few: Any) -> None:
    group = next(g for g in few["class"]["groups"] if g["id"] == "unscaled" and len(g["students"]) > 1)
    one, other = group["students"][:2]
    chosen = folder / "one.toml"
    line = group["lines"][0]
    chosen.write_text(f'[[group]]\nexplanation = "{group["explanation"]}"\nq1.{line} = {{ marks = 0 }}\n[{one}.q1]\n{line} = {{ marks = 1 }}\n', "utf-8")
    found = {a["student"]: a for a in json.loads(check(folder, "--format", "json", "--marks", chosen, hand="few").stdout)["answers"]}
    marks = [next(r["marks"] for r in found[s]["questions"][0]["results"] if r["name"] == line) for s in (one, other)]
    assert marks == [1, 0]


@pytest.mark.exhaustive
def test_a_proposal_that_is_there_keeps_what_was_decided(folder: Path, few: Any) -> None:
    kept = folder / "kept.toml"
    name = few["class"]["groups"][0]["explanation"]
    mine = f'# my own words\n[[group]]\nexplanation = "{name}"\n[s01.q1]\nY = {{ remark = "well done" }}\n'
    kept.write_text(mine, "utf-8")
    check(folder, "--groups", kept, hand="few")
    text = kept.read_text("utf-8")
    assert text.startswith(mine)
    names = [group["explanation"] for group in tomllib.loads(text)["group"]]
    assert sorted(names) == sorted(group["explanation"] for group in few["class"]["groups"])
    check(folder, "--groups", kept, hand="few")
    assert kept.read_text("utf-8") == text


def test_a_decision_beyond_the_marks_or_on_nothing_is_said(folder: Path, few: Any) -> None:
    group = next(g for g in few["class"]["groups"] if g["id"] == "unscaled")
    bad = folder / "bad.toml"
    bad.write_text(f'[[group]]\nexplanation = "{group["explanation"]}"\nq1.L_1 = {{ marks = 7 }}\n[[group]]\nexplanation = "no such"\nq1.Y.marks = 1\n', "utf-8")
    result = check(folder, "--format", "json", "--marks", bad, hand="few")
    assert result.return_value == 2
    assert "q1.L_1: 7 marks; write a number from 0 to 1" in result.stderr
    assert "marks for no such, which explains no script here" in result.stderr
    assert json.loads(result.stdout)["class"]["warnings"] != []


# ---- one misread number is one finding


def misread(**handed: list[list[object]]) -> AnswerReport:
    """A script on two-heads-by-hand of somebody who read 2 where X has 3, with some lines otherwise."""
    text = find("two-heads-by-hand").read_text("utf-8").replace("X = [[1, 2], [3, 4]]", "X = [[1, 2], [2, 4]]", 1)
    solution = loads(text).solve()["q1"]
    names = ("Q_1", "K_1", "V_1", "S_1", "Q_2", "K_2", "V_2")
    lines = {name: [list(row) for row in solution[name].decimals(4)] for name in names}
    return sa.check(sa.worksheet("two-heads-by-hand"), {"q1": {**lines, **handed}}).answers[0]


def test_a_misread_number_is_one_finding_however_many_lines_show_it() -> None:
    report = misread()
    results = {r.name: r for r in report.questions[0].results if r.verdict != "missing"}
    assert {name: r.verdict for name, r in results.items()} == dict.fromkeys(results, "follows") | {"Q_1": "slip"}
    assert results["Q_1"].slip.id == "given-misread"
    assert results["Q_1"].message == "You read 2 in place of 3 in row 2, column 1 of X."
    assert results["Q_1"].slip.evidence >= 10
    assert [found.name for found in findings(report)] == ["given-misread at q1.Q_1"]


@pytest.mark.parametrize(("head", "numbers"), [
    ("", ("2.5", "3.5")), ('language = "de"\n', ("2,5", "3,5")), ('language = "fr"\n', ("2,5", "3,5")),
    ('language = "de"\npoint = "."\n', ("2.5", "3.5")),
])  # fmt: skip
def test_a_misread_number_is_told_as_the_sheet_writes_numbers(head: str, numbers: tuple[str, str]) -> None:
    text = find("two-heads-by-hand").read_text("utf-8")
    sheet, theirs = (loads(head + text.replace("X = [[1, 2], [3, 4]]", f"X = [[1, 2], [{x}, 4]]", 1)) for x in ("3.5", "2.5"))
    solution = theirs.solve()["q1"]
    lines = {name: [list(row) for row in solution[name].decimals(4)] for name in ("Q_1", "K_1", "V_1", "S_1", "Q_2", "K_2", "V_2")}
    report = sa.check(sheet, {"q1": lines}).answers[0]
    pages = [feedback([Marked(Ready(sheet), report)], format) for format in ("html", "text")]
    slip = next(result for result in report.questions[0].results if result.slip)
    for told in pages if "point" in head else [*pages, slip.message]:
        assert re.search(rf"{re.escape(numbers[0])} [\w ]+ {re.escape(numbers[1])} ", told), told


def test_a_number_that_was_read_rightly_elsewhere_was_not_misread() -> None:
    right = loads(find("two-heads-by-hand").read_text("utf-8")).solve()["q1"]["K_2"]
    report = misread(K_2=[list(row) for row in right.decimals(4)])
    assert all(r.slip is None for r in report.questions[0].results)
    assert {r.name for r in report.questions[0].results if r.verdict == "incorrect"} == {"Q_1", "K_1", "V_1", "Q_2", "V_2"}
