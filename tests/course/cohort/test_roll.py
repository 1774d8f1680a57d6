"""Whose a file is: as platforms name it, as a roster knows it, and never somebody else's."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.cohort.roll import Roll
from symattn.course.cohort.whose import _fields, _submitter

ANSWER, OTHER = "S_1 = [[4, 10], [10, 24]]\n", "L_1 = [[2.8284, 7.0711], [7.0711, 16.9706]]\n"


def put(folder: Path, *names: str, text: str = ANSWER) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def rows(folder: Path, *args: object, form: str = "csv") -> Any:
    order = ["check", "two-heads-by-hand", folder, "--format", form, *args]
    result = CliRunner().invoke(main, list(map(str, order)), standalone_mode=False)
    assert result.exception is None
    if form == "csv":
        return {row["id"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    return json.loads(result.stdout), result


LAYOUTS: dict[str, tuple[list[str], dict[str, str]]] = {
    "Moodle, in folders": (
        ["Ada Lovelace_12345_assignsubmission_file_/hw.txt", "Ada Lovelace_12345_assignsubmission_onlinetext_/onlinetext.html",
         "Bo Noether_12346_assignsubmission_file/hw.txt"],
        {"12345": "Ada Lovelace", "12346": "Bo Noether"},
    ),
    "Moodle, flat": (
        ["Ada Lovelace_12345_assignsubmission_file_hw1.txt", "Ada Lovelace_12345_assignsubmission_file_hw2.txt"],
        {"12345": "Ada Lovelace"},
    ),
    "Canvas": (
        ["lovelaceada_1234_56781_hw.txt", "lovelaceada_1234_56782_more.txt", "noetherbo_LATE_1235_56790_hw-2.txt"],
        {"1234": "lovelaceada", "1235": "noetherbo"},
    ),
    "Canvas, in a folder": (["submissions/lovelaceada_1234_56781_hw.txt", "submissions/noetherbo_1235_56790_hw.txt"],
                            {"1234": "lovelaceada", "1235": "noetherbo"}),
    "Blackboard": (["hw3_al01_attempt_2026-03-01-10-00-00_hw.txt", "hw3_bn02_attempt_2026-03-01-11-30-00_hw.txt"],
                   {"al01": "", "bn02": ""}),
    "a folder for each": (["ada/one.txt", "ada/two.txt", "bo/hw.txt"], {"ada": "", "bo": ""}),
    "files": (["ada.txt", "bo.txt"], {"ada": "", "bo": ""}),
}  # fmt: skip


@pytest.mark.sliced(3)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_as_platforms_pack_it(tmp_path: Path, layout: str) -> None:
    names, students = LAYOUTS[layout]
    put(tmp_path, *names)
    assert {id: row["name"] for id, row in rows(tmp_path).items()} == students


def test_gradescope_says_whose_in_a_list(tmp_path: Path) -> None:
    put(tmp_path, "submission_7/a.txt", "submission_8/b.txt")
    listed = "submission_7:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: s03\n    :email: ada@x.edu\nsubmission_8:\n  :submitters:\n  - :name: Bo\n    :email: bo@x.edu\n"
    (tmp_path / "submission_metadata.yml").write_text(listed, "utf-8")
    assert {id: row["name"] for id, row in rows(tmp_path).items()} == {"s03": "Ada Lovelace", "bo@x.edu": "Bo"}


def test_several_files_of_one_student_are_one_submission(tmp_path: Path) -> None:
    put(tmp_path / "in", "s01_part1.txt")
    put(tmp_path / "in", "s01_part2.txt", text=OTHER)
    (tmp_path / "roster.csv").write_text("id,name\ns01,Ada\ns02,Bo\n", "utf-8")
    found = rows(tmp_path / "in", "--roster", tmp_path / "roster.csv")
    assert set(found) == {"s01", "s02"}
    assert (found["s01"]["q1.S_1"], found["s01"]["q1.L_1"]) != ("0", "0")
    assert "q1.S_1 correct" in found["s01"]["verdicts"]
    assert "q1.L_1 correct" in found["s01"]["verdicts"]
    assert found["s02"]["verdicts"] == "absent"


def test_a_pdf_beside_an_answer_is_said(tmp_path: Path) -> None:
    put(tmp_path, "ada/hw.txt")
    (tmp_path / "ada" / "scan.pdf").write_bytes(b"%PDF")
    (tmp_path / "bo.pdf").write_bytes(b"%PDF")
    data, _ = rows(tmp_path, form="json")
    by_id = {answer["student"]: answer for answer in data["answers"]}
    assert by_id["ada"]["unread"] == ["scan.pdf"]
    assert by_id["ada"]["notes"][0].startswith("scan.pdf lies beside what was read and was not read itself: ")
    assert "cannot be read" in by_id["bo"]["error"]
    look = {one["student"]: [reason["kind"] for reason in one["reasons"]] for one in data["class"]["look"]}
    assert look == {"ada": ["beside"], "bo": ["file"]}


def test_who_is_not_in_the_roster_is_marked_and_said(tmp_path: Path) -> None:
    put(tmp_path / "in", "s01.txt", "zoe.txt")
    (tmp_path / "roster.csv").write_text("id,name\ns01,Ada\n", "utf-8")
    data, result = rows(tmp_path / "in", "--roster", tmp_path / "roster.csv", form="json")
    assert [answer["student"] for answer in data["answers"]] == ["s01", "zoe"]
    assert "zoe.txt: of no student in " in result.stderr


def owners(roll: Roll, *names: str) -> list[tuple[str, bool]]:
    """Whose files are that are named one by one, and whether they are nobody's of the class."""
    return [(one.student, one.stranger) for one in roll.handins(roll.files([Path(name) for name in names]))]


def test_the_id_of_a_folder_that_holds_a_class_is_nobody_s() -> None:
    roll = Roll({"s01": "", "s02": "", "03": ""})
    assert owners(roll, "hw 03/s01.tex", "hw 03/s02.tex", "hw 03/zoe.tex") == [("s01", False), ("s02", False), ("zoe", True)]
    assert owners(roll, "03/hw.tex") == [("03", False)]


def test_a_longer_id_is_not_a_shorter_one() -> None:
    roll = Roll({"s1": "", "s1-b": "", "s11": ""})
    assert [owners(roll, name)[0][0] for name in ("s1-b.tex", "s1.tex", "late_s11.tex")] == ["s1-b", "s1", "s11"]


def test_two_ids_in_one_name_are_nobody_s() -> None:
    assert owners(Roll({"s01": "", "s02": ""}), "s01_and_s02.tex") == [("s01_and_s02", True)]


@pytest.mark.parametrize(("name", "form"), [
    ("form.csv", 'Timestamp,Email,S_1\n1,s02@x.edu,"[[4, 10], [10, 24]]"\n2,s01@x.edu,"[[1, 1], [1, 1]]"\n'),
    ("form.csv", "Timestamp;Email;S_1\n1;s02@x.edu;[[4, 10], [10, 24]]\n2;s01@x.edu;[[1, 1], [1, 1]]\n"),
    ("form.tsv", "Timestamp\tEmail\tS_1\n1\ts02@x.edu\t[[4, 10], [10, 24]]\n2\ts01@x.edu\t[[1, 1], [1, 1]]\n"),
])  # fmt: skip
def test_a_form_has_a_row_for_each_student(tmp_path: Path, name: str, form: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_text(form, "utf-8")
    (tmp_path / "roster.csv").write_text("id,name\ns01,Ada\ns02,Bo\ns03,Cy\n", "utf-8")
    found = rows(tmp_path / "in", "--roster", tmp_path / "roster.csv")
    assert {id: row["name"] for id, row in found.items()} == {"s01": "Ada", "s02": "Bo", "s03": "Cy"}
    assert found["s03"]["verdicts"] == "absent"
    assert float(found["s02"]["marks"]) > float(found["s01"]["marks"])


@pytest.mark.parametrize("linked", ["s01", "s01/part", ""])
def test_what_lies_behind_a_link_is_nobodys_and_is_told_with_the_link(tmp_path: Path, linked: str) -> None:
    """Of a folder that is a student's, and of one in it; where none is a link nothing is told."""
    put(tmp_path, "else/s01/part/hw.txt", "else/part/hw.txt", "in/s02/part/hw.txt")
    place = tmp_path / "in" / (linked or "s01")
    place.parent.mkdir(exist_ok=True)
    if linked:
        place.symlink_to(tmp_path / "else" / linked.replace("s01/part", "part"))
    else:
        put(place, "part/hw.txt")
    roll = Roll({"s01": "", "s02": ""})
    told = {one.student: one.why for one in roll.handins(roll.files([tmp_path / "in" / id / "part" / "hw.txt" for id in ("s01", "s02")]))}
    assert [id for id, why in told.items() if why] == (["s01"] if linked else [])
    assert not linked or told["s01"].startswith(f"{place}: a link")


OF_PLATFORMS = {  # the name of a file -> the id, or the number, and the name in it
    "Ada Lovelace_12345_assignsubmission_file_hw.tex": ("12345", "Ada Lovelace"), "ada_1_assignsubmission_file_": ("1", "ada"), "a_1_assignsubmission_file_b_2_assignsubmission_file_c": None,
    "lovelaceada_LATE_1234_5678_hw3.tex": ("1234", "lovelaceada"), "lovelaceada_1234_5678_hw3.tex": ("1234", "lovelaceada"), "lovelaceada_12_5678_hw3.tex": None, "lovelaceada_1234_5678_hw3": None,
    "hw3_ada_attempt_2026-03-01-10-00-00_hw.tex": ("ada", ""), "hw3_ada_attempt_2026-3-01_hw.tex": None, "submission_7": ("submission_7", ""), "submission_x": None, "hw.tex": None,
}  # fmt: skip


@pytest.mark.parametrize("name", OF_PLATFORMS)
def test_platforms_write_whose_a_file_is_into_its_name(tmp_path: Path, name: str) -> None:
    assert _fields(tmp_path / name) == OF_PLATFORMS[name]


def test_the_first_who_handed_in_is_whose_a_folder_is() -> None:
    said = ["  :created_at: x", "  :submitters:", "  - :name: Ada", "      :sid: none of hers", "    :sid: '17'", "    :email: ada@x.org", "    :sid: '18'", "  - :name: Bob", "    :sid: '19'"]
    assert _submitter(said) == {"name": "Ada", "sid": "17", "email": "ada@x.org"}
    assert _submitter(said[:1]) == _submitter([*said[:2], "  :history: []", *said[2:]]) == {}
