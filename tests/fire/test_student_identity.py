"""Whose a file is: what a student calls a file, a folder or himself never makes it another student's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from handing import BAD, FULL, GOOD, NONE, check, hand_in

from symattn.course.cohort.roll import HandedPath, Roll

LIST = "submission_{}:\n  :submitters:\n  - :name: {}\n"
ADA = LIST.format(7, "Ada") + "    :sid: s01\n    :email: ada@x.edu\n"

TAKEN_OVER: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    # by a folder or a file below the student's own folder
    "a folder below": ({"s01/hw.toml": GOOD, "s02/s01/hw.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "folders below folders": ({"s01/hw.toml": GOOD, "s02/a/b/s01/hw.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "a file's name": ({"s01/hw.toml": GOOD, "s02/s01.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "Canvas's way of naming, below": ({"s01/hw.toml": GOOD, "s02/s01_111_5001_x.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "Moodle's, below": ({"s01/hw.toml": GOOD, "s02/Ada_111_assignsubmission_file_/s01.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "Blackboard's, below": ({"s01/hw.toml": GOOD, "s02/hw_s01_attempt_2026-03-01-x.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "a list of his own": (
        {"s01/hw.toml": GOOD, "s02/submission_metadata.yml": LIST.format(9, "x") + "    :sid: s01\n", "s02/submission_9/hw.toml": BAD},
        {"s01": FULL, "s02": NONE},
    ),
    "a list of his own, in a folder of nobody's": (
        {"s01/hw.toml": GOOD, "mallory/submission_metadata.yml": LIST.format(9, "x") + "    :sid: s01\n", "mallory/submission_9/hw.toml": BAD},
        {"s01": FULL, "mallory": NONE},
    ),
    "a folder of nobody's": ({"s01/hw.toml": GOOD, "mallory/s01/hw.toml": BAD}, {"s01": FULL, "mallory": NONE}),
    "a file in a folder of nobody's": ({"s01/hw.toml": GOOD, "mallory/s01.toml": BAD}, {"s01": FULL, "mallory": NONE}),
    # by the part of a platform's name that the student chose
    "Moodle, folders": (
        {"Ada_111_assignsubmission_file_/hw.toml": GOOD, "Mallory_222_assignsubmission_file_/s01.toml": BAD}, {"111": FULL, "222": NONE},
    ),
    "Moodle, flat": (
        {"Ada_111_assignsubmission_file_hw.toml": GOOD, "Mallory_222_assignsubmission_file_s01.toml": BAD}, {"111": FULL, "222": NONE},
    ),
    "Moodle, flat, its own way in the file's name": (
        {"Ada_111_assignsubmission_file_hw.toml": GOOD, "Mallory_222_assignsubmission_file_Ada_111_assignsubmission_file_x.toml": BAD},
        {"111": FULL, "Mallory_222_assignsubmission_file_Ada_111_assignsubmission_file_x": NONE},
    ),
    "Canvas": ({"ada_111_5001_hw.toml": GOOD, "mallory_222_5002_s01.toml": BAD}, {"111": FULL, "222": NONE}),
    "Canvas, its own way in the file's name": (
        {"ada_111_5001_hw.toml": GOOD, "mallory_222_5002_ada_111_5001_hw.toml": BAD}, {"111": FULL, "222": NONE},
    ),
    "Canvas, late": ({"ada_111_5001_hw.toml": GOOD, "mallory_LATE_222_5002_s01.toml": BAD}, {"111": FULL, "222": NONE}),
    "Blackboard": (
        {"hw_s01_attempt_2026-03-01-a.toml": GOOD, "hw_s02_attempt_2026-03-01-b_s01_attempt_2026-03-01-c.toml": BAD},
        {"s01": FULL, "s02": NONE},
    ),
    # by what the student is called
    "Moodle, called so": (
        {"s01.toml": GOOD, "x s01_222_assignsubmission_file_/hw.toml": BAD}, {"s01": FULL, "222": NONE},
    ),
    "Moodle, called as the platform names files": (
        {"Ada_111_assignsubmission_file_hw.toml": GOOD, "Ada_111_assignsubmission_file__222_assignsubmission_file_hw.toml": BAD},
        {"111": FULL, "Ada_111_assignsubmission_file__222_assignsubmission_file_hw": NONE},
    ),
    "Canvas, called so": ({"s01.toml": GOOD, "s01_222_5002_hw.toml": BAD}, {"s01": FULL, "222": NONE}),
    "Gradescope, called so": (
        {"submission_metadata.yml": ADA + LIST.format(9, "x s01"), "submission_7/hw.toml": GOOD, "submission_9/hw.toml": BAD},
        {"s01": FULL, "submission_9": NONE},
    ),
    "Gradescope, called so in a line of its own": (
        {"submission_metadata.yml": ADA + LIST.format(9, "'a name of many words\n      sid: s01") + "    :sid: s02\n", "submission_7/hw.toml": GOOD,
         "submission_9/hw.toml": BAD},
        {"s01": FULL, "s02": NONE},
    ),
    "Gradescope, the autograder's words": (
        {"submission_metadata.yml": ADA + LIST.format(9, "M") + "    :email: m@x.edu\n  :results:\n    :sid: s01\n", "submission_7/hw.toml": GOOD,
         "submission_9/hw.toml": BAD},
        {"s01": FULL, "m@x.edu": NONE},
    ),
    "Gradescope, a file's name": (
        {"submission_metadata.yml": ADA + LIST.format(9, "M") + "    :sid: s02\n", "submission_7/hw.toml": GOOD, "submission_9/s01.toml": BAD},
        {"s01": FULL, "s02": NONE},
    ),
    "a folder that is not in the list": (
        {"submission_metadata.yml": ADA, "submission_7/hw.toml": GOOD, "submission_9/s01_111_5001_x.toml": BAD}, {"s01": FULL, "submission_9": NONE},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TAKEN_OVER)
def test_nobody_s_file_becomes_another_s(tmp_path: Path, case: str) -> None:
    files, marks = TAKEN_OVER[case]
    assert check(hand_in(tmp_path, files)).marks == marks


ALONE: dict[str, tuple[str, str]] = {  # the same where the other has handed in nothing: it is not hers then either
    "a folder below": ("s02/s01/hw.toml", "s02"),
    "a file's name": ("s02/s01.toml", "s02"),
    "Moodle": ("Mallory_222_assignsubmission_file_/s01.toml", "222"),
    "Moodle, flat": ("Mallory_222_assignsubmission_file_s01.toml", "222"),
    "Moodle, called so": ("x s01_222_assignsubmission_file_/hw.toml", "222"),
    "Canvas": ("mallory_222_5002_s01.toml", "222"),
    "Canvas, called so": ("s01_222_5002_hw.toml", "222"),
    "a folder of nobody's": ("mallory/s01/hw.toml", "mallory"),
    "a file of nobody's": ("mallory/s01.toml", "mallory"),
}


@pytest.mark.parametrize("roster", [True, False])
@pytest.mark.parametrize("case", ALONE)
def test_nor_is_it_where_the_other_has_handed_in_nothing(tmp_path: Path, case: str, roster: bool) -> None:
    name, student = ALONE[case]
    assert check(hand_in(tmp_path, {name: GOOD}), roster=roster).marks == {student: FULL}


@pytest.mark.parametrize("name", ["ada_111_5001_x.toml", "Ada_111_assignsubmission_file_/x.toml", "ada.toml", "ada/x.toml"])
def test_without_a_roster_a_folder_is_called_by_its_own_name(tmp_path: Path, name: str) -> None:
    assert check(hand_in(tmp_path, {f"mallory/{name}": BAD}), roster=False).marks == {"mallory": NONE}


CONFLICTS: dict[str, Mapping[str, str]] = {
    "a file and a folder": {"s01.toml": GOOD, "s01/hw.toml": BAD},
    "two folders": {"s01/hw.toml": GOOD, "s01 late/hw.toml": BAD},
    "two folders in two cases": {"S01/hw.toml": GOOD, "s01-2/hw.toml": BAD},
    "the id elsewhere in the name": {"s01.toml": GOOD, "hw of s01.toml": BAD},
    "a platform's and a plain one": {"s01.toml": GOOD, "hw_s01_attempt_2026-03-01-x.toml": BAD},
    "a list's and a plain one": {"submission_metadata.yml": ADA, "submission_7/hw.toml": GOOD, "s01.toml": BAD},
    "two of a list": {"submission_metadata.yml": ADA + ADA.replace("7", "8"), "submission_7/hw.toml": GOOD, "submission_8/hw.toml": GOOD},
}  # fmt: skip


@pytest.mark.parametrize("case", CONFLICTS)
def test_two_sources_of_one_student_are_said_and_never_put_together(tmp_path: Path, case: str) -> None:
    files = CONFLICTS[case]
    said = check(hand_in(tmp_path, {**files, "s03.toml": GOOD}))
    assert said.code == 2
    assert said.marks == {"s01": NONE, "s03": FULL}, "and the others are marked"
    if case != "two of a list":
        assert all(f"in/{name.partition('/')[0]}" in said.words for name in files if not name.endswith(".yml")), said.words
    assert "both of s01: neither is marked" in said.words
    assert "unreadable" in next(row for row in said.rows if row["id"] == "s01")["verdicts"], "it is open, no answer that was wrong"


ONE: dict[str, Mapping[str, str]] = {
    "files that begin alike": {"s01_1.toml": GOOD, "s01_2.md": "as said"},
    "a folder": {"s01/1.toml": GOOD, "s01/notes/2.md": "as said"},
    "Moodle's two folders": {"A_s01_assignsubmission_file_/1.toml": GOOD},
    "Blackboard's": {"hw_s01_attempt_2026-03-01-1.toml": GOOD, "hw_s01_attempt_2026-03-01-2.md": "as said"},
}  # fmt: skip


@pytest.mark.parametrize("case", ONE)
def test_several_files_of_one_source_are_one_submission(tmp_path: Path, case: str) -> None:
    said = check(hand_in(tmp_path, ONE[case]))
    assert (said.marks, said.code) == ({"s01": FULL}, 0)


def test_one_by_one_the_outermost_name_says_it_too(tmp_path: Path) -> None:
    place = hand_in(tmp_path, {"s01/hw.toml": GOOD, "s02/s01.toml": BAD, "Zoe (s03)/s01.toml": BAD})
    assert check(place, "in/s01/hw.toml", "in/s02/s01.toml", "in/Zoe (s03)/s01.toml").marks == {"s01": FULL, "s02": NONE, "s03": NONE}
    assert check(place, "in/s02/s01.toml").marks == {"s02": NONE}
    hand_in(tmp_path, {"mallory/s01.toml": BAD})
    assert check(place, "in/s01/hw.toml", "in/mallory/s01.toml").marks == {"s01": FULL, "mallory": NONE}, "where folders are students', so is his"
    assert check(place, "in/s01", "in/s02").code == 2, "a folder named by itself may be a class's: that is said"
    assert "called by one student's id" in check(place, "in/s02").words


def test_an_archive_s_own_folder_is_gone_into_where_it_holds_a_class(tmp_path: Path) -> None:
    files = {"submissions/ada_111_5001_x.toml": GOOD, "submissions/mallory_222_5002_s01.toml": BAD}
    assert check(hand_in(tmp_path, files), roster=False).marks == {"111": FULL, "222": NONE}


def test_an_id_is_one_wherever_the_class_s_folder_lies(tmp_path: Path) -> None:
    roll = Roll({"01": "", "02": "", "03": ""})
    for above in ("hw 03", "2026-03-01", "01 02"):
        folder = tmp_path / above
        folder.mkdir()
        for name in ("01.toml", "02.toml"):
            (folder / name).write_text(GOOD)
        assert [one.student for one in roll.handins(roll.inside(folder))] == ["01", "02"]
        assert [one.student for one in roll.handins(roll.files(sorted(folder.iterdir())))] == ["01", "02"]


@pytest.mark.parametrize("label", ["s01", "S01", " s01 ", "s01@x.edu"])
def test_a_row_of_a_form_is_known_by_its_id(label: str) -> None:
    assert Roll({"s01": "Ada"}).known(label) == "s01"


@pytest.mark.parametrize("label", ["x s01", "s01 s01", "not-s01", "m@s01.edu", "s01@x@y s02", "s0​1", "ѕ01"])
def test_nobody_is_known_by_what_he_calls_himself(label: str) -> None:
    assert Roll({"s01": "Ada", "s02": ""}).known(label) in (label, "s01" if label == "s01@x@y s02" else label)


FORMS: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "a second row": ({"form.csv": "id,Q\ns01,[7 10; 15 22]\ns02,[1 1; 1 1]\ns01,[1 1; 1 1]\n"}, {"s01": NONE, "s02": NONE}),
    "a second row in another spelling": ({"form.csv": "id,Q\ns01,[7 10; 15 22]\nS01@x.edu,[1 1; 1 1]\n"}, {"s01": NONE}),
    "a row and a file": ({"form.csv": "id,Q\ns01,[7 10; 15 22]\ns02,[1 1; 1 1]\n", "s01.toml": GOOD}, {"s01": NONE, "s02": NONE}),
    "two forms": ({"a.csv": "id,Q\ns01,[7 10; 15 22]\n", "b.csv": "id,Q\ns01,[7 10; 15 22]\n"}, {"s01": NONE}),
}


@pytest.mark.parametrize("case", FORMS)
def test_two_answers_of_one_student_to_a_form_are_a_conflict(tmp_path: Path, case: str) -> None:
    files, marks = FORMS[case]
    said = check(hand_in(tmp_path, files))
    assert (said.code, said.marks) == (2, marks)
    assert len(said.rows) == len(marks), "one row for each student"
    assert "both of s01: neither is marked" in said.words


OTHERS_ROW, NOBODY_S_ROW = "id,Q\ns01,[1 1; 1 1]\n", "id,Q\ns03,[7 10; 15 22]\n"
OWN_TABLES: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "a file": ({"s01.toml": GOOD, "s02.csv": OTHERS_ROW}, {"s01": FULL, "s02": NONE}),
    "a file with more in its name": ({"s01.toml": GOOD, "s02_late.csv": OTHERS_ROW}, {"s01": FULL, "s02": NONE}),
    "a file in a folder": ({"s01.toml": GOOD, "s02/hw.csv": OTHERS_ROW}, {"s01": FULL, "s02": NONE}),
    "a file and a second": ({"s01.toml": GOOD, "s02.csv": OTHERS_ROW, "s02.toml": BAD}, {"s01": FULL, "s02": NONE}),
    "Canvas": ({"ada_111_5001_hw.toml": GOOD, "mallory_222_5002_hw.csv": "id,Q\n111,[1 1; 1 1]\n"}, {"111": FULL, "222": NONE}),
    "Moodle, flat": ({"A_111_assignsubmission_file_a.toml": GOOD, "M_222_assignsubmission_file_a.csv": "id,Q\n111,[1 1; 1 1]\n"}, {"111": FULL, "222": NONE}),
    "for an absent friend": ({"s01.toml": GOOD, "s02.csv": NOBODY_S_ROW}, {"s01": FULL, "s02": FULL}),
    "for all": ({"s01.toml": GOOD, "s02.csv": "id,Q\n" + "".join(f"s0{k},[1 1; 1 1]\n" for k in range(9))}, {"s01": FULL, "s02": NONE}),
}


@pytest.mark.parametrize("case", OWN_TABLES)
def test_a_table_that_is_a_student_s_by_its_name_is_nobody_else_s_by_its_rows(tmp_path: Path, case: str) -> None:
    files, marks = OWN_TABLES[case]
    said = check(hand_in(tmp_path, files))
    assert said.marks == marks
    assert len(said.rows) == len(marks), "one row for each student"
    assert "neither is marked" not in said.words


@pytest.mark.parametrize("rows", [OTHERS_ROW, NOBODY_S_ROW])
def test_without_a_roster_a_table_among_other_answers_is_no_form(tmp_path: Path, rows: str) -> None:
    said = check(hand_in(tmp_path, {"s01.toml": GOOD, "s02.csv": rows}), roster=False)
    assert said.marks == {"s01": FULL, "s02": FULL if rows == NOBODY_S_ROW else NONE}


def test_a_form_s_row_of_somebody_else_is_not_a_student_of_the_class(tmp_path: Path) -> None:
    said = check(hand_in(tmp_path, {"form.csv": "name,Q\nx s01,[1 1; 1 1]\ns01,[7 10; 15 22]\n"}))
    assert said.marks == {"x s01": NONE, "s01": FULL}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_what_a_given_file_may_be_called_by_is_stated(depth: int) -> None:
    roll = Roll({"s01": "", "s02": "", "s03": ""})
    (found,) = roll.handins([HandedPath(Path("s01/s02/s03.toml"), depth)])
    assert found.student == ("s03", "s02", "s01")[depth - 1]


@pytest.mark.parametrize("roster", [True, False])
def test_a_folder_that_may_be_a_class_s_is_said(tmp_path: Path, roster: bool) -> None:
    said = check(hand_in(tmp_path, {"monday/s01/hw.toml": GOOD, "monday/s02/hw.toml": BAD, "friday/s03/hw.toml": GOOD}), roster=roster)
    assert (said.code, set(said.marks)) == (2, {"monday", "friday"})
    assert "in/monday: holds folders alone, and is read as one submission; if each of them is a student's, name this folder itself" in said.words
    again = check(tmp_path, "in/monday", "in/friday", roster=True)
    assert (again.code, again.marks) == (1, {"s01": FULL, "s02": NONE, "s03": FULL})


@pytest.mark.parametrize("files", [{"s01/src/hw.toml": GOOD, "s01/doc/a.md": "x"}, {"A_s01_assignsubmission_file_/src/hw.toml": GOOD, "A_s01_assignsubmission_file_/doc/a.md": "x"}])
def test_of_a_folder_that_is_a_student_s_nothing_is_said(tmp_path: Path, files: Mapping[str, str]) -> None:
    said = check(hand_in(tmp_path, files))
    assert (said.code, said.marks, said.words) == (0, {"s01": FULL}, "")


def test_a_report_among_the_answers_is_no_form(tmp_path: Path) -> None:
    place = hand_in(tmp_path, {"s01.toml": GOOD})
    assert check(place, more=("-o", str(place / "in" / "marks.csv"))).code == 0
    said = check(place)
    assert (said.code, said.marks) == (2, {"s01": FULL})
    assert "in/marks.csv: a report of symattn's, and no form" in said.words
