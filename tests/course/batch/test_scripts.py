"""A class's answer files: a grader's marks from where the grader says, nothing overwritten, nobody's fault stops another."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symattn.cli import main
from symattn.course.batch import scripts
from symattn.course.batch.ledger import Journal, journal_of
from symattn.course.batch.pool import MANY, Here
from symattn.marking import checking
from symattn.marking.answers.handins import parts
from symattn.marking.records import packed, unpacked

SHEET = """
[[question]]
id = "q1"
steps = ["Q = X @ W", "R = Q @ Q"]
given = { X = [[1, 2], [3, 4]], W = [[1, 0], [1, 1]] }
[[question.part]]
asks = ["Q", "R"]
marks = 4
"""
RIGHT, WRONG = "Q = [[3, 2], [7, 4]]\nR = [[23, 14], [49, 30]]\n", "Q = [[3, 2], [7, 5]]\nR = [[1, 1], [1, 1]]\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A sheet, and a folder of answers: ada's right, bob's and cyd's wrong in the same way."""
    (tmp_path / "hand").mkdir()
    (tmp_path / "sheet.toml").write_text(SHEET, "utf-8")
    for name, text in {"ada": RIGHT, "bob": WRONG, "cyd": WRONG}.items():
        (tmp_path / "hand" / f"{name}.toml").write_text(text, "utf-8")
    return tmp_path


def check(course: Path, *args: object, form: str = "json") -> Result:
    return CliRunner().invoke(main, ["check", str(course / "sheet.toml"), *map(str, args), "--format", form], standalone_mode=False)


def reports(result: Result) -> dict[str, Any]:
    return {Path(answer["file"]).stem: answer for answer in json.loads(result.stdout)["answers"]}


# ---- a grader's marks


def test_a_file_among_the_answers_never_gives_marks(course: Path) -> None:
    for name in ("bob.marks.toml", "bob.toml.marks.toml", "marks.toml"):
        (course / "hand" / name).write_text("[q1]\nQ = { marks = 2 }\n[bob.q1]\nQ = { marks = 2 }\n", "utf-8")
    assert reports(check(course, course / "hand"))["bob"]["marks"] == 0.75


def test_marks_come_from_the_file_the_grader_names_and_are_said(course: Path) -> None:
    marks = course / "mine.toml"
    marks.write_text(
        '[bob.q1]\nR = { marks = 1.5, remark = "seen in class" }\n[[group]]\nscripts = ["ada", "cyd"]\nq1.Q = { marks = 0 }\n', "utf-8"
    )
    found = reports(check(course, course / "hand", "--marks", marks))
    lines = {name: {r["name"]: r for r in answer["questions"][0]["results"]} for name, answer in found.items()}
    assert lines["bob"]["R"]["marks"] == 1.5
    assert lines["bob"]["R"]["graded"] is True
    assert lines["bob"]["R"]["message"].endswith("Grader: seen in class")
    assert [lines[name]["Q"]["marks"] for name in ("ada", "bob", "cyd")] == [0, 0.75, 0]
    assert "Marks by the grader." in lines["cyd"]["Q"]["message"]
    assert "graded" not in lines["bob"]["Q"]


def test_a_folder_of_marks_is_all_its_files(course: Path) -> None:
    (course / "marks").mkdir()
    (course / "marks" / "a.toml").write_text("[ada.q1]\nQ = { marks = 0 }\n", "utf-8")
    (course / "marks" / "b.toml").write_text("[bob.q1]\nQ = { marks = 2 }\n", "utf-8")
    found = reports(check(course, course / "hand", "--marks", course / "marks"))
    assert (found["ada"]["marks"], found["bob"]["marks"]) == (2, 2)


BAD_MARKS = {
    "more than there are": ("[ada.q1]\nQ = { marks = 1000 }", "1000 marks; write a number from 0 to 2"),
    "less than nothing": ("[ada.q1]\nQ = { marks = -5 }", "-5 marks; write a number from 0 to 2"),
    "of great size": ("[ada.q1]\nQ = { marks = 1e99 }", "write a number from 0 to 2"),
    "no such line": ("[ada.q1]\nY = { marks = 1 }", "ada: q1.Y: no such line"),
    "no number": ("[ada.q1]\nQ = { marks = nan }", "{ marks = 2, remark"),
    "beyond the memory": ("[ada.q1]\nQ = { marks = 1e-999999999 }", "{ marks = 2, remark"),
    "a truth value": ("[ada.q1]\nQ = { marks = true }", "{ marks = 2, remark"),
    "text": ('[ada.q1]\nQ = { marks = "two" }', "{ marks = 2, remark"),
    "no table": ("[ada]\nq1 = 3", "{ marks = 2, remark"),
    "a group of nobody": ("[[group]]\nq1.Q = { marks = 1 }", "write the students it is for"),
    "decided twice": ("[ada.q1]\nQ.marks = 1\n[[group]]\nscripts = ['ada']\nq1.Q.marks = 2", "decided twice"),
    "no TOML": ("[ada", "mine.toml: "),
    "a key without end": ("a" + ".a" * 60_000 + " = 1", "more than 60 parts"),
}


@pytest.mark.parametrize(("text", "said"), BAD_MARKS.values(), ids=BAD_MARKS)
def test_marks_that_cannot_be_are_said_with_their_file(course: Path, text: str, said: str) -> None:
    (course / "mine.toml").write_text(text, "utf-8")
    result = check(course, course / "hand", "--marks", course / "mine.toml")
    if result.exception is None:  # found out line by line: the others' reports are there
        assert result.return_value == 2
        assert said in result.stderr
        assert reports(result)["ada"]["marks"] == 4
    else:
        assert said in str(result.exception)


def test_marks_are_not_for_an_autograder(course: Path) -> None:
    (course / "mine.toml").write_text("[ada.q1]\nQ = { marks = 1 }", "utf-8")
    result = check(course, course / "hand" / "ada.toml", "--marks", course / "mine.toml", form="gradescope")
    assert "--marks is not for gradescope" in str(result.exception)


def test_marks_for_nobody_here_are_said(course: Path) -> None:
    (course / "mine.toml").write_text("[eve.q1]\nQ = { marks = 1 }", "utf-8")
    assert "marks for eve, of whom there is no script here" in check(course, course / "hand", "--marks", course / "mine.toml").stderr


# ---- nothing is overwritten, and nothing lost


@pytest.mark.parametrize("out", ["hand/ada.toml", "sheet.toml", "hand/dan.toml", "notes.txt"])
def test_a_report_takes_no_other_file_s_place(course: Path, out: str) -> None:
    (course / "hand" / "dan.toml").write_text(RIGHT, "utf-8")
    (course / "notes.txt").write_text("my own notes", "utf-8")
    before = (course / out).read_bytes()
    result = check(course, course / "hand" / "ada.toml", "-o", course / out)
    assert "name another file for the report" in str(result.exception)
    assert (course / out).read_bytes() == before


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", ["text", "json", "csv", "html", "tex", "gradescope"])
def test_an_earlier_report_is_replaced(course: Path, form: str) -> None:
    for _ in range(2):
        assert check(course, course / "hand", "-o", course / "report", form=form).return_value == 1
    assert sorted(path.name for path in course.iterdir()) == ["hand", "report", "sheet.toml"]


def test_a_run_cut_short_goes_on_and_gives_the_same_bytes(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(7)
    for number in range(9):
        (course / "hand" / f"s{number}.toml").write_text(f"Q = [[3, 2], [7, {chance.randint(3, 5)}]]\n", "utf-8")
    check(course, course / "hand", "-o", course / "one.json")
    real, marked = scripts.check_file, []

    def cut(ready: Any, path: Path, **more: Any) -> Any:
        if marked.count("stop") < 3 and chance.random() < 0.4:
            marked.append("stop")
            raise KeyboardInterrupt
        marked.append(path.stem)
        return real(ready, path, **more)

    monkeypatch.setattr(scripts, "check_file", cut)
    journal = journal_of(course / "two.json") or course
    for _ in range(12):
        if check(course, course / "hand", "-o", course / "two.json").exception is None:
            break
        assert journal.exists() or not [name for name in marked if name != "stop"]
    assert (course / "two.json").read_bytes() == (course / "one.json").read_bytes()
    assert not journal.exists()
    done = [name for name in marked if name != "stop"]
    assert len(done) == len(set(done)), "what was marked before the cut is not marked again"


class Dies(Here):
    """Workers that die of several scripts at once, and of one that is called so."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call, or die."""
        if isinstance(args[0][0], tuple) or Path(args[0][0].file).stem == "deadly":
            dead: Future[Any] = Future()
            dead.set_exception(BrokenExecutor())
            return dead
        return super().submit(fn, *args, **kwargs)


@pytest.mark.parametrize("deadly", [False, True])
def test_scripts_that_go_to_a_worker_together_are_marked_one_by_one_where_it_dies(course: Path, deadly: bool) -> None:
    names = [f"s{number}" for number in range(2 * MANY)] + ["deadly"] * deadly
    for number, name in enumerate(names):
        (course / "hand" / f"{name}.toml").write_text(f"Q = [[3, 2], [7, {number % 3 + (9 if name == 'deadly' else 4)}]]\n", "utf-8")
    hand = [scripts.HandedScript(str(path), str(course / "sheet.toml")) for path in sorted((course / "hand").iterdir())]
    found = {}
    for kind in (Here, Dies):
        journal = Journal(course / f"{kind.__name__}.jsonl")
        found[kind] = [(Path(one.item.file).stem, one.value and one.value.reports, one.error) for one in scripts.marked(hand, journal, kind)]
    assert all(count == 1 for _, count, _ in found[Here])
    told = [(name, None, "its worker died 3 times") if name == "deadly" else (name, count, error) for name, count, error in found[Here]]
    assert found[Dies] == told


def test_the_same_answers_are_marked_once_and_every_report_has_its_own_name(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, seen = scripts.check_file, []
    monkeypatch.setattr(scripts, "check_file", lambda ready, path, **more: (seen.append(path.stem), real(ready, path, **more))[1])
    found = reports(check(course, course / "hand"))
    assert seen == ["ada", "bob"]
    assert set(found) == {"ada", "bob", "cyd"}
    assert found["bob"]["questions"] == found["cyd"]["questions"]


def test_equal_values_are_diagnosed_once_however_they_are_written(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = course / "sheet.toml"
    sheet.write_text(SHEET.replace("[3, 4]]", '["1/2", 4]]'), "utf-8")
    real, seen = checking.Marking, []
    monkeypatch.setattr(checking, "Marking", lambda key, answers: (seen.append(list(answers)), real(key, answers))[1])
    ways = {
        "a.toml": 'Q = [["3", "2"], ["9/2", "5"]]\n', "b.txt": "Q = [3 2; 9/2 5]\n",
        "c.tex": r"\[ Q = \begin{bmatrix} 3 & 2 \\ \frac92 & 5 \end{bmatrix} \]", "d.md": "Q = [[3, 2], [9/2, 5]]\n",
        "e.toml": 'Q = [["3", "2"], ["4.5", "5"]]\n',
    }  # fmt: skip
    (course / "ways").mkdir()
    for name, text in ways.items():
        (course / "ways" / name).write_text(text, "utf-8")
    found = json.loads(check(course, course / "ways").stdout)["answers"]
    results = [next(r for r in answer["questions"][0]["results"] if r["name"] == "Q") for answer in found]
    assert {(r["verdict"], r["message"], str(r["entries"])) for r in results[:4]} == {(results[0]["verdict"], results[0]["message"], str(results[0]["entries"]))}
    assert [r["read"] for r in results] == ["[3 2; 9/2 5]", "[3 2; 9/2 5]", r"[3 2; \frac92 5]", "[3 2; 9/2 5]", "[3 2; 4.5 5]"]
    assert len(seen) == 2


def test_reports_survive_the_disk(course: Path) -> None:
    found = scripts.check_file(scripts.ready(str(course / "sheet.toml")), course / "hand" / "bob.toml")
    assert unpacked(json.loads(json.dumps(packed(found)))) == found


def test_a_journal_cut_in_the_middle_of_a_line_is_read_up_to_there(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.jsonl")
    journal.append({"job": "a", "n": 1})
    journal.append({"job": "b", "n": 2})
    (tmp_path / "j.jsonl").write_bytes((tmp_path / "j.jsonl").read_bytes()[:-4])
    again = Journal(tmp_path / "j.jsonl")
    assert ("a" in again, "b" in again) == (True, False)
    again.append({"job": "b", "n": 3})
    assert Journal(tmp_path / "j.jsonl").find("b") == {"job": "b", "n": 3}


# ---- one odd file stops nobody


@pytest.mark.exhaustive
def test_odd_files_are_reported_and_the_others_marked(course: Path) -> None:
    hand = course / "hand"
    os.makedirs(hand / "folder.toml")
    (hand / "dangling.toml").symlink_to("nowhere")
    (hand / "._ada.toml").write_bytes(b"\0\1\2")
    (hand / ".#bob.toml").symlink_to("user@host.1234")
    os.mkfifo(hand / "pipe.toml")
    (hand / "device.toml").symlink_to("/dev/zero")
    (hand / os.fsdecode(b"M\xfcller.toml")).write_text(RIGHT, "utf-8")
    (hand / "latin.toml").write_bytes(b"Q = '\xfc'")
    for form in ("json", "text", "csv", "html", "tex", "gradescope"):
        result = check(course, hand, form=form)
        assert result.exception is None
        assert result.return_value == 1
    found = {answer["file"].rpartition("/")[2]: answer for answer in json.loads(check(course, hand).stdout)["answers"]}
    assert set(found) == {"ada.toml", "bob.toml", "cyd.toml", "dangling.toml", "pipe.toml", "device.toml", "M�ller.toml", "latin.toml"}
    assert found["M�ller.toml"]["marks"] == found["ada.toml"]["marks"] == 4
    assert "links among answers are not followed" in found["dangling.toml"]["error"]
    assert all(found[name]["error"] for name in ("pipe.toml", "device.toml", "latin.toml"))


@pytest.mark.parametrize("name", [".hw.toml", "._hw.toml", ".#hw.toml", "__MACOSX/hw.toml", ".git/hw.toml", "a/.hw.toml", "a/__MACOSX/hw.toml", "notes.unknown"])
def test_what_programs_leave_beside_an_answer_is_no_part_of_it(tmp_path: Path, name: str) -> None:
    for place in (tmp_path / "hw.toml", tmp_path / "a" / "more.toml", tmp_path / name):
        place.parent.mkdir(exist_ok=True)
        place.write_text(RIGHT, "utf-8")
    assert parts(tmp_path) == [tmp_path / "a" / "more.toml", tmp_path / "hw.toml"]


def test_a_missing_file_among_others_is_said_and_the_others_marked(course: Path) -> None:
    result = check(course, course / "hand" / "ada.toml", course / "nowhere.toml")
    assert (result.return_value, list(reports(result))) == (2, ["ada"])
    assert "no such file: " in result.stderr


@pytest.mark.exhaustive
def test_an_edited_sheet_of_a_student_marks_nobody(tmp_path: Path) -> None:
    run = CliRunner()
    made = run.invoke(main, ["vary", "two-heads-template", "--count", "2", "--seed", "1", "--format", "text", "-o", str(tmp_path / "out")])
    assert made.exit_code == 0
    sheet = tmp_path / "out" / "sheets" / "01.toml"
    sheet.write_text(sheet.read_text("utf-8") + "# edited\n", "utf-8")
    for name in ("01", "02"):
        (tmp_path / f"{name}.toml").write_text("Q_1 = [[1, 2], [2, 0]]\n", "utf-8")
    args = ["check", str(tmp_path / "out" / "manifest.json"), str(tmp_path / "01.toml"), str(tmp_path / "02.toml"), "--format", "csv"]
    result = run.invoke(main, args, standalone_mode=False)
    assert result.return_value == 2
    assert "01.toml is not the sheet that was handed out" in result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["id"], row["verdicts"] == "not marked") for row in rows] == [("02", False), ("01", True)]
