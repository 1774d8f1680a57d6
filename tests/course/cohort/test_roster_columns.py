"""Which column of a roster has the ids: the one whose ids stand in the names of the files, and what is said where that is not one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.batch.roster import by_columns
from symattn.course.cohort.roll import Roll
from symattn.errors import SheetError

MOODLE = "utf-8-sig", 'Identifier,"Full name","ID number","Email address"\n"Participant 901","Ada Lovelace",20261,ada@u.edu\n"Participant 902","Jörg Müller",20262,joerg@u.edu\n'
CANVAS = "utf-8", 'Student,ID,SIS User ID,SIS Login ID,Section\n"Lovelace, Ada",77001,20261,al1,A\n"Müller, Jörg",77002,20262,jm1,A\n'
GRADESCOPE = "utf-8", "First Name,Last Name,SID,Email,Role\nAda,Lovelace,20261,ada@u.edu,Student\nJörg,Müller,20262,joerg@u.edu,Student\n"
BLACKBOARD = "utf-16", '"Last Name"\t"First Name"\t"Username"\t"Student ID"\r\n"Lovelace"\t"Ada"\t"al"\t"20261"\r\n"Müller"\t"Jörg"\t"jm"\t"20262"\r\n'
EXCEL = "cp1252", "Nr.;Matrikelnummer;Nachname;Vorname;Kennung\r\n1;20261;Lovelace;Ada;al1\r\n2;20262;Müller;Jörg;jm1\r\n"
LSF = "cp1252", "Teilnehmerliste;;;;\r\n\r\nmtknr;bewertung;pnr;nachname;vorname\r\n20261;;5510;Lovelace;Ada\r\n20262;;5511;Müller;Jörg\r\n"
HIS = "cp1252", "startHISsheet;;;;\r\nmtknr;nachname;vorname;stg;porgnr\r\n20261;Lovelace;Ada;INF;88101\r\n20262;Müller;Jörg;MAT;88102\r\nendHISsheet;;;;\r\n"
BRIGHTSPACE = "utf-8", "OrgDefinedId,Username,Last Name,First Name\n#20261,#al,Lovelace,Ada\n#20262,#jm,Müller,Jörg\n"
PLAIN = "utf-8", "Name,Seat,Card,Group\nAda,11,55501,A\nJörg,12,55502,A\n"
UNTITLED = "utf-8", "Name;Nummer;Ausweis\nAda;20261;A-17\nJörg;20262;A-18\n"
FILES: list[tuple[str, tuple[str, str], list[str], list[str]]] = [  # what, roster, files, ids
    ("Moodle's folders", MOODLE, ["Ada Lovelace_901_assignsubmission_file_hw.txt", "Jörg Müller_902_assignsubmission_file_hw.txt"], ["901", "902"]),
    ("Moodle, by the office's number", MOODLE, ["20261.txt", "20262_late.txt"], ["20261", "20262"]),
    ("Moodle, by account", MOODLE, ["ada.txt", "hw-joerg.txt"], ["ada", "joerg"]),
    ("Canvas's files", CANVAS, ["lovelaceada_77001_5678_hw3.txt", "muellerjoerg_LATE_77002_5679_hw3.txt"], ["77001", "77002"]),
    ("Canvas, by the office's number", CANVAS, ["20261.txt", "20262.txt"], ["20261", "20262"]),
    ("Canvas, by login", CANVAS, ["al1_sheet.txt", "jm1_sheet.txt"], ["al1", "jm1"]),
    ("Gradescope", GRADESCOPE, ["20261.txt", "20262.txt"], ["20261", "20262"]),
    ("Gradescope, by address", GRADESCOPE, ["ada.txt", "joerg.txt"], ["ada", "joerg"]),
    ("Blackboard's files", BLACKBOARD, ["hw3_al_attempt_2026-03-01-10-00-00_hw.txt", "hw3_jm_attempt_2026-03-01-10-00-00_hw.txt"], ["al", "jm"]),
    ("a German Excel, by number", EXCEL, ["20261.txt", "20262.txt"], ["20261", "20262"]),
    ("a German Excel, by account", EXCEL, ["al1.txt", "jm1.txt"], ["al1", "jm1"]),
    ("LSF", LSF, ["Blatt3_20261.txt", "Blatt3_20262.txt"], ["20261", "20262"]),
    ("LSF, by the examination's number", LSF, ["5510.txt", "5511.txt"], ["5510", "5511"]),
    ("HIS", HIS, ["20261.txt", "20262.txt"], ["20261", "20262"]),
    ("Brightspace, by account", BRIGHTSPACE, ["al.txt", "jm.txt"], ["al", "jm"]),
    ("a plain list, by its second number", PLAIN, ["55501.txt", "55502.txt"], ["55501", "55502"]),
    ("a plain list, by its first number", PLAIN, ["hw_11.txt", "hw_12.txt"], ["11", "12"]),
    ("titles that nobody knows", UNTITLED, ["20261.txt", "20262.txt"], ["20261", "20262"]),
]  # fmt: skip


def put(folder: Path, made: tuple[str, str], files: list[str]) -> tuple[Path, Path]:
    code, text = made
    (folder / "class.csv").write_bytes(text.encode(code))
    (folder / "in").mkdir()
    for name in files:
        (folder / "in" / name).write_text("Q = [[1, 1], [0, 1], [1, 2]]\n", "utf-8")
    return folder / "class.csv", folder / "in"


@pytest.mark.parametrize(("made", "files", "ids"), [case[1:] for case in FILES], ids=[case[0] for case in FILES])
def test_the_column_is_the_one_that_names_the_files(tmp_path: Path, made: tuple[str, str], files: list[str], ids: list[str]) -> None:
    file, folder = put(tmp_path, made, files)
    roll, said = Roll.matching(file, [folder])
    assert (list(roll.names), said) == (ids, "")
    assert "Ada" in next(iter(roll.names.values()))
    one_by_one, _ = Roll.matching(file, sorted(folder.iterdir()))
    assert one_by_one.names == roll.names


def checked(file: Path, folder: Path) -> str:
    found = CliRunner().invoke(main, ["check", "causal-mask", str(folder), "--roster", str(file), "--format", "csv"])
    assert found.exception is None or isinstance(found.exception, SystemExit)
    return found.stderr


def test_files_of_several_columns_and_of_none_are_said(tmp_path: Path) -> None:
    for name, files in {"two": ["20261.txt", "20262.txt", "al1.txt"], "none": ["x.txt", "y.txt"], "one": ["20261.txt"]}.items():
        (tmp_path / name).mkdir()
        said = checked(*put(tmp_path / name, CANVAS, files))
        several = 'names of files have ids of several columns ("SIS User ID" 2, "SIS Login ID" 1); those of "SIS User ID" are taken'
        assert (several in said, "no column of it has an id that stands in the name of a file" in said) == (name == "two", name == "none")


def test_a_number_in_every_name_is_nobody_s(tmp_path: Path) -> None:
    """The list counts its students, and every file is of sheet 1."""
    file, folder = put(tmp_path, EXCEL, ["sheet 1 20261.txt", "sheet 1 20262.txt"])
    assert list(Roll.matching(file, [folder])[0].names) == ["20261", "20262"]


@pytest.mark.parametrize("table", ["name\nAda\nBo\n", "Vorname;Nachname\nAda;Lovelace\n", "Name,group\nAda,A\nBo,\n"])
def test_a_roster_without_a_column_that_may_have_ids_is_refused(tmp_path: Path, table: str) -> None:
    (place := tmp_path / "class.csv").write_text(table)
    with pytest.raises(SheetError, match="there is no column id"):
        by_columns(place)
