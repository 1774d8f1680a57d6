"""What the marker sees of a class: a group for each cause with a sentence, the scripts beside it, files of nobody."""

from __future__ import annotations

import csv
import io
import json
import re
from base64 import b64encode
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.cohort.beside import _passage, _pictures
from symattn.course.cohort.facts import facts
from symattn.course.cohort.overview import groups, overview
from symattn.course.cohort.view import text
from symattn.limits import LARGEST_PICTURE, LONGEST_LINE_BESIDE
from symattn.marking.answers.files import SubmittedFile
from symattn.marking.answers.ledger import AnswerText, LedgerEntry
from symattn.marking.results import AnswerReport, Found, QuestionReport, Result
from symattn.said import Said

SHEET = """
[[question]]
id = "q1"
steps = ["S = X @ W", "L = S / sqrt(cols(X))", "A = softmax(L)"]
given = { X = [[1, 2], [3, 4]], W = [[1, 1], [0, 1]] }
[[question.part]]
asks = ["S", "L", "A"]
marks = 6
[[question]]
id = "q2"
steps = ["T = X @ X"]
given = { X = [[1, 2], [3, 4]] }
"""
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
JPEG = b"\xff\xd8\xff\xe0" + bytes(range(200))
SCAN = b"%PDF-1.4\n1 0 obj << /Subtype /Image /Filter /DCTDecode >>\nstream\n" + JPEG + b"\nendstream endobj\n%%EOF"
FILES: dict[str, bytes] = {
    "ada.tex": b"x\xff\x81", "bo.tex": b"some words \xff\x81", "cy.json": b"{ <script>", "di.json": b"{,", "ed.txt": b"S = [[1, u], [3, 7]]\nL = [[a, b], [c, d]]\n<script>alert(1)</script> \x1b[31m\n",
    "fay.txt": b"Dear all,\nmany greetings\nS = [[1, 3], [3, 7]]\nL =\n1 3\n3 7\nA = [[1, 2], [3, 4]]\n", "gus/hw.txt": b"S = [[1, 3], [3, 7]]\nL = [[1, 3], [3, 7]]\n", "gus/page.png": PNG,
    "hal.pdf": SCAN,
    "zoe.txt": b"S = [[1, 3], [3, 7]]\n",
}  # fmt: skip
ROSTER = "id,name\n" + "".join(f"{name},\n" for name in ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ida"))


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("course")
    (place / "sheet.toml").write_text(SHEET, "utf-8")
    (place / "class.csv").write_text(ROSTER, "utf-8")
    for name, data in FILES.items():
        (place / "hand" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "hand" / name).write_bytes(data)
    return place


def check(course: Path, *args: object, sheet: str = "sheet.toml") -> Any:
    order = ["check", course / sheet, course / "hand", "--roster", course / "class.csv", *args]
    return CliRunner().invoke(main, list(map(str, order)), standalone_mode=False)


@pytest.fixture(scope="module")
def found(course: Path) -> Any:
    return json.loads(check(course, "--format", "json").stdout)


def told(place: Path, sheet: str = "sheet.toml") -> str:
    """What is said of a class on the screen, in a proposal of groups and in a table, without what is another place or version."""
    with chdir(place):  # a longer path would break lines elsewhere
        screen, table = check(Path(), "--groups", "groups.toml", sheet=sheet).output, check(Path(), "--format", "csv", sheet=sheet).stdout
        said = [screen, Path("groups.toml").read_text("utf-8"), table]
    text = re.sub(r"symattn \S+, sheet \w+", "symattn …", "\n===\n".join(said))
    return "".join(f"{line.rstrip()}\n" for line in text.split("\n"))


def test_everything_is_told_of_a_class(course: Path) -> None:
    """class.txt was read line by line; its numbers were worked out again, with NumPy where they are of the class."""
    assert told(course) == (Path(__file__).parent / "class.txt").read_text("utf-8")


TWO = """
title = "Scores"
[[question]]
steps = ["S = Q @ K.T", "L = S / 2", "A = softmax(L)"]
given = { Q = [[1, 0], [0, 1]], K = [[1, 2], [3, 4]] }
[[question.part]]
label = "a"
asks = ["S", "L"]
marks = 4
[[question.part]]
label = "b"
asks = ["A"]
marks = 3
[[question.part]]
label = "c"
prompt = "Why?"
answer = "So."
marks = 2
"""
OF_TWO = {
    "ada.txt": "S = [1 3; 2 4]\nL = [0.5 1.5; 1 2]\nA = [0.2689 0.7311; 0.2689 0.7311]\n", "bob.txt": "S = [1 2; 3 4]\nL = [0.5 1; 1.5 2]\nA = [0.3775 0.6225; 0.3775 0.6225]\n",
    "cid.txt": "S = [1 2; 3 4]\nL = [0.5 1; 1.5 2]\nA = [0.38 0.62; 0.38 0.62]\n", "dan.txt": "S = [1 3; 2 5]\nL = [1 3; 2 5]\nZ = [7 7]\n", "eve.txt": "S = [1 3; 2 5]\nA = [0.5 0.5]\nL: 3\n",
}  # fmt: skip


def test_everything_is_told_of_a_class_with_slips(tmp_path: Path) -> None:
    (tmp_path / "scores.toml").write_text(TWO, "utf-8")
    (tmp_path / "class.csv").write_text("id,name\n" + "".join(f"{name},{name.title()} L\n" for name in ("ada", "bob", "cid", "dan", "eve", "fay")), "utf-8")
    (tmp_path / "hand").mkdir()
    for name, written in OF_TWO.items():
        (tmp_path / "hand" / name).write_text(written, "utf-8")
    said = told(tmp_path, "scores.toml")
    assert said == (Path(__file__).parent / "class_of_five.txt").read_text("utf-8")
    lines = np.array([[2, 2, 3], [1, 2, 3], [1, 2, 3], [0.75, 1, 0], [0.75, 0, 0]])  # marks of S, L and A as they stand there
    marks = lines.sum(axis=1)
    assert f"mean {marks.mean():.2f}, median {np.median(marks):.2f}, standard deviation {marks.std():.2f}, from 0.75 to 7" in said
    for name, column, most in zip("SLA", lines.T, (2, 2, 3), strict=True):
        alone = np.corrcoef(column, marks - column)[0, 1]
        assert f"  q1.{name}          {column.mean() / most:.2f}   {alone:.2f}" in said


def test_one_cause_is_one_group(found: Any) -> None:
    assert {group["explanation"]: group["students"] for group in found["class"]["groups"]} == {
        "unreadable file: byte … is not UTF-8": ["ada", "bo"],
        "unreadable file: no JSON": ["cy", "di"],
        "unreadable at q1": ["ed"],
        "unreadable file: a picture of an answer cannot be read": ["hal"],
        "unscaled at q1.L": ["fay", "gus"],
    }


def test_one_decision_marks_every_script_that_could_not_be_read(course: Path) -> None:
    (course / "marks.toml").write_text('[[group]]\nexplanation = "unreadable file: *"\nmarks = 5\nremark = "typed by me"\n', "utf-8")
    again = json.loads(check(course, "--format", "json", "--marks", course / "marks.toml").stdout)
    marks = {answer["student"]: (answer["marks"], answer["open"]) for answer in again["answers"]}
    assert [marks[name] for name in ("ada", "bo", "cy", "di")] == [(5, 0)] * 4


def test_a_proposal_keeps_what_it_has_and_adds_what_it_lacks(course: Path, tmp_path: Path) -> None:
    file = tmp_path / "groups.toml"
    check(course, "--groups", file)
    head, *groups = whole = file.read_text("utf-8").rstrip("\n").split("\n\n[[group]]\n")
    stamp = file.stat().st_mtime_ns
    assert "0 new groups" in check(course, "--groups", file).output
    assert file.stat().st_mtime_ns == stamp  # not even written again
    decided = [head, *(group.replace("# marks = 0", "marks = 3") for group in groups[1:])]
    file.write_text("\n\n[[group]]\n".join(decided), "utf-8")
    assert f"1 new group in {file}" in check(course, "--groups", file).output.replace("groups in", "group in").replace("\n", " ")
    assert file.read_text("utf-8").rstrip("\n").split("\n\n[[group]]\n") == [*decided, groups[0]]
    assert whole[0] == head


def test_what_is_proposed_for_a_script_can_be_taken_out_of_its_comment(course: Path) -> None:
    check(course, "--groups", course / "groups.toml")
    proposed = (course / "groups.toml").read_text("utf-8")
    at = proposed.index('explanation = "unreadable file: no JSON"')
    (course / "own.toml").write_text(proposed[:at] + proposed[at:].replace("# marks = 0\n", "marks = 3\n", 1), "utf-8")
    again = json.loads(check(course, "--format", "json", "--marks", course / "own.toml").stdout)
    assert [answer["marks"] for answer in again["answers"] if answer["student"] in ("cy", "di")] == [3, 3]


@pytest.mark.exhaustive
def test_files_of_nobody_stand_in_the_table_and_on_the_page(course: Path, found: Any) -> None:
    rows = {Path(row["file"]).name: row for row in csv.DictReader(io.StringIO(check(course, "--format", "csv").stdout))}
    assert "of nobody on the list" in rows["zoe.txt"]["notes"]
    assert [Path(one["file"]).name for one in found["class"]["nobody"]] == ["zoe.txt"]
    assert check(course, "--format", "html", "-o", course / "pages").exception is None
    page = (course / "pages" / "index.html").read_text("utf-8")
    section = page[page.index('id="nobody"') : page.index('id="spread"')]
    assert "zoe.txt" in section


def test_scripts_stand_beside_their_group(course: Path) -> None:
    check(course, "--format", "html", "-o", course / "pages")
    page = (course / "pages" / "index.html").read_text("utf-8")
    shown = dict(re.findall(r"<summary>(\w+) writes</summary>(.*?)</details>", page, re.DOTALL))
    assert "some words \N{REPLACEMENT CHARACTER}" in shown["bo"]
    assert "L = [[1, 3], [3, 7]]" in shown["gus"]
    assert "data:image/png;base64," in shown["gus"]
    assert "[[a, b], [c, d]]" in shown["ed"]
    assert "<pre tabindex=\"0\">L =\n1 3\n3 7</pre>" in shown["fay"], "the line that the group is about, and no more"
    assert f"data:image/jpeg;base64,{b64encode(JPEG).decode()[:40]}" in shown["hal"], "a scanned page"
    assert "&lt;script&gt;" in shown["cy"]
    assert "<script" not in page
    assert "\x1b" not in page


def slip(line: str, id: str, heads: bool = False, **facts: str) -> Result:
    what = Said("slips", id.replace("-", "_"), tuple(facts.items()))
    done = Said("slips", "together", (("what", what), ("how", "heads"))) if heads else what
    return Result(line, "slip", slip=Found(line, id, done))


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ((slip("L_1", "unscaled"), slip("L_1", "unscaled", heads=True)), "They did not divide by √d_k"),
        ((slip("A", "softmax-columns", heads=True), slip("A", "softmax-columns")), "They normalised down the columns"),
        ((slip("S", "wrong-operand", other="K", right="Q"), slip("S", "wrong-operand", other="V", right="Q")), "They used another matrix"),
        ((slip("S", "wrong-operand", other="K", right="Q"),) * 2, "They used K in place of Q"),
        ((Result("S", "unreadable"),) * 2, "Handed in and not readable"),
    ],
)
def test_a_group_has_a_sentence_however_its_scripts_say_it(results: tuple[Result, ...], says: str) -> None:
    scripts = [facts(AnswerReport(f"{k}.txt", (QuestionReport("q1", (one,)),), student=str(k))) for k, one in enumerate(results)]
    (group,) = groups(scripts)
    assert f"{group.name}: {says}" in text(overview(scripts))


@pytest.mark.parametrize("count", [LONGEST_LINE_BESIDE - 30, LONGEST_LINE_BESIDE * 20])
def test_of_a_long_line_what_stands_around_the_numbers_is_shown(count: int) -> None:
    row = f"{'x ' * (count // 2)}S = [[7, 8]] {'y ' * (count // 2)}"
    shown = _passage(AnswerText(row), [LedgerEntry("7, 8", 1, "answer", "S")])
    assert "S = [[7, 8]]" in shown
    assert len(shown) <= LONGEST_LINE_BESIDE + 4


@pytest.mark.parametrize(("name", "data", "count"), [
    ("a.png", PNG, 1), ("a.jpg", JPEG, 1), ("a.gif", b"GIF89a....", 1), ("a.pdf", SCAN, 1), ("a.pdf", SCAN * 3, 3), ("a.pdf", b"%PDF-1.4 text", 0),
    ("a.png", b"<script>", 0), ("a.txt", PNG, 0), ("a.png", PNG + bytes(LARGEST_PICTURE), 0), ("a.svg", b"<svg/>", 0),
])  # fmt: skip
def test_pictures_are_what_they_begin_with(tmp_path: Path, name: str, data: bytes, count: int) -> None:
    (tmp_path / name).write_bytes(data)
    assert len(list(_pictures(SubmittedFile(tmp_path / name, tmp_path / name)))) == count
