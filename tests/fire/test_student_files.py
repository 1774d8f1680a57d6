"""What a student hands in reaches no other file, gives no marks, and says nothing to the grader's shell or terminal."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from handing import BAD, FULL, GOOD, NONE, SHEET, check, hand_in

from symattn.cli import main
from symattn.course.batch.ledger import Journal, journal_of
from symattn.course.batch.roster import roster
from symattn.course.batch.scripts import HandedScript
from symattn.errors import SheetError
from symattn.marking.records import packed
from symattn.marking.reports import is_ours

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
OPEN = "a link, and links among answers are not followed"

LINKS: dict[str, Mapping[str, str]] = {
    "a file of a neighbour's": {"s02/hw.toml": "-> ../s01/hw.toml"},
    "by another name": {"s02/mine.toml": "-> ../s01/hw.toml"},
    "a neighbour's folder": {"s02": "-> s01"},
    "a folder below": {"s02/work": "-> ../s01"},
    "flat": {"s02.toml": "-> s01/hw.toml"},
    "flat, as Canvas has it": {"s02/s02_111_5001_x.toml": "-> ../s01/hw.toml"},
    "a link to a link": {"s02/a.toml": "-> b.toml", "s02/b.toml": "-> ../s01/hw.toml"},
    "the key beside the sheet": {"s02/hw.toml": "-> ../../key.toml"},
    "absolute": {"s02/hw.toml": "-> /etc/passwd"},
    "without an ending": {"s02/hw": "-> ../s01/hw.toml"},
    "through the parent": {"s02/up": "-> ..", "s02/more": "-> up/s01"},
    "a device": {"s02/hw.toml": "-> /dev/zero"},
    "dangling": {"s02/hw.toml": "-> nowhere"},
    "to itself": {"s02/hw.toml": "-> hw.toml"},
}


@pytest.mark.parametrize("by_glob", [False, True])
@pytest.mark.parametrize("case", LINKS)
def test_a_link_earns_nothing_and_is_reported(tmp_path: Path, case: str, by_glob: bool) -> None:
    place = hand_in(tmp_path, {"s01/hw.toml": GOOD, **LINKS[case]})
    (tmp_path / "key.toml").write_text(GOOD)
    names = sorted(f"in/{path.name}" for path in (place / "in").iterdir()) if by_glob else ["in"]
    said = check(place, *names)
    assert said.marks == {"s01": FULL, "s02": NONE}
    assert OPEN in next(row for row in said.rows if row["id"] == "s02")["notes"]
    assert said.code == 1


def test_a_link_on_the_way_to_a_file_is_followed_neither(tmp_path: Path) -> None:
    place = hand_in(tmp_path, {"s01/hw.toml": GOOD, "s02": "-> s01"})
    said = check(place, "in/s01/hw.toml", "in/s02/hw.toml")
    assert (said.marks, said.code) == ({"s01": FULL, "s02": NONE}, 2)


def test_a_link_beside_an_answer_is_said(tmp_path: Path) -> None:
    place = hand_in(tmp_path, {"s01/hw.toml": GOOD, "s02/own.md": "nothing", "s02/hw.toml": "-> ../s01/hw.toml"})
    row = next(row for row in check(place).rows if row["id"] == "s02")
    assert row["marks"] == NONE
    assert f"hw.toml: {OPEN}" in row["notes"]


@pytest.mark.parametrize("links", [{"hw.toml": "-> ../s01/hw.toml"}, {"a": "-> ../s01"}, {"hw.toml": "-> nowhere"}])
def test_the_job_of_a_script_is_made_of_exactly_what_is_read(tmp_path: Path, links: Mapping[str, str]) -> None:
    place = hand_in(tmp_path, {"s01/hw.toml": GOOD, **{f"s02/{name}": text for name, text in links.items()}, "s03/hw.toml": GOOD})
    ada, mallory, zoe = (HandedScript(str(place / "in" / name), str(place / "sheet.toml")).job for name in ("s01", "s02", "s03"))
    assert ada == zoe != mallory


# ---- marks come from --marks alone

MARKS = "[s02.q1]\nQ = { marks = 2 }\n"


@pytest.mark.parametrize("name", ["s02.marks.toml", "marks.toml", "s02/marks.toml", "s02/s02.marks.toml", "groups.toml", "s02.toml"])
def test_a_file_among_the_answers_gives_no_marks(tmp_path: Path, name: str) -> None:
    said = check(hand_in(tmp_path, {"s02/hw.toml": BAD, name: MARKS}))
    assert said.marks["s02"] == NONE


@pytest.mark.parametrize("roster", [True, False])
@pytest.mark.parametrize("by_glob", [False, True])
def test_a_file_called_as_marks_are_is_not_one_more_student(tmp_path: Path, roster: bool, by_glob: bool) -> None:
    place = hand_in(tmp_path, {"s01.toml": GOOD, "s01.marks.toml": MARKS})
    said = check(place, *(["in/s01.marks.toml", "in/s01.toml"] if by_glob else []), roster=roster)
    assert (said.marks, said.code) == ({"s01": FULL}, 2)
    assert "s01.marks.toml: called as a file of marks is, and no answer; marks come from --marks alone" in said.words


def test_the_grader_s_own_file_of_marks_may_lie_there(tmp_path: Path) -> None:
    place = hand_in(tmp_path, {"s01.toml": BAD, "s01.marks.toml": "[s01.q1]\nQ = { marks = 1 }\n"})
    said = check(place, more=("--marks", str(place / "in" / "s01.marks.toml")))
    assert (said.marks, said.words) == ({"s01": "1"}, "")


# ---- journals

@pytest.mark.parametrize("where", ["marks.csv.jsonl", "marks.jsonl", ".marks.csv.jsonl"])
def test_a_journal_that_was_handed_in_is_neither_read_nor_written(tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from symattn.marking.checking import check_file
    from symattn.marking.sheet import Ready
    from symattn.sheet import loads

    place = hand_in(tmp_path, {"s02.toml": BAD})
    (tmp_path / "good.toml").write_text(GOOD)
    job = HandedScript("s02.toml", "../sheet.toml")
    monkeypatch.chdir(place / "in")
    planted = json.dumps({"job": job.job, "file": "s02.toml", "reports": packed(check_file(Ready(loads(SHEET)), tmp_path / "good.toml"))}) + "\n"
    Path(where).write_text(planted)
    result = CliRunner().invoke(main, ["check", "../sheet.toml", "s02.toml", "--format", "csv", "-o", "marks.csv"], standalone_mode=False)
    assert result.return_value == 1
    assert "s02,,0,2" in Path("marks.csv").read_text()
    assert Path(where).read_text() == planted


def test_a_link_in_the_place_of_a_journal_truncates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = hand_in(tmp_path, {"s02.toml": BAD, "marks.csv.jsonl": "-> ../victim.txt"})
    (tmp_path / "victim.txt").write_text("mine")
    monkeypatch.chdir(place / "in")
    assert CliRunner().invoke(main, ["check", "../sheet.toml", "s02.toml", "-o", "marks.csv", "--format", "csv"], standalone_mode=False).return_value == 1
    assert (tmp_path / "victim.txt").read_text() == "mine"


def test_a_second_run_is_refused_and_leaves_the_first_one_s_journal(tmp_path: Path) -> None:
    from symattn.course.batch.ledger import kept_for

    place, target = hand_in(tmp_path, {"s02.toml": BAD}), tmp_path / "marks.csv"
    journal = journal_of(target)
    assert journal is not None
    with kept_for(target):
        for _ in range(2):
            said = check(place, more=("-o", str(target)))
            assert f"{target}: another run is at work here" in said.words
            assert journal.exists()
    assert not journal.exists()


def test_every_target_has_a_journal_of_its_own_by_whatever_way_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to("a")
    same = [Path("a/m.csv"), tmp_path / "a/m.csv", Path("b/m.csv"), Path("a/../a/m.csv")]
    assert len({journal_of(path) for path in same}) == 1
    assert len({journal_of(tmp_path / "a" / name) for name in ("m.csv", "m.json", "M.csv")}) == 3


# ---- the command line

OPTIONS = ["--marks=m.txt", "--marks", "--templates=tt", "-o", "-omarks.csv", "--format=json", "--roster=r.csv", "--debug", "-j", "--help"]
COMMANDS = {"check": ["check", "../sheet.toml"], "read": ["read", "../sheet.toml"], "solve": ["solve"], "lint": ["lint"], "blank": ["blank"]}


@pytest.mark.sliced(4)
@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_called_as_an_option_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, option: str) -> None:
    hand_in(tmp_path, {"s02.toml": BAD, "m.txt": MARKS, option: "x"})
    monkeypatch.chdir(tmp_path / "in")
    result = CliRunner().invoke(main, [*COMMANDS[command], *sorted(os.listdir())])
    assert result.exit_code == 2
    assert f"{option} is a file here and would be taken for an option; write -- before the files, or ./{option}" in result.stderr


@pytest.mark.parametrize("option", OPTIONS)
def test_behind_two_dashes_it_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    hand_in(tmp_path, {"s02.toml": BAD, "m.txt": MARKS, option: "x"})
    monkeypatch.chdir(tmp_path / "in")
    for names in (["--", *sorted(os.listdir())], [f"./{name}" for name in sorted(os.listdir())]):
        result = CliRunner().invoke(main, ["check", "../sheet.toml", "--format", "csv", *names], standalone_mode=False)
        assert result.return_value == 1
        assert "s02,,0,2" in result.stdout


# ---- what is written, and where

NOTES = {
    "notes": "# Notes\nsymattn marks this\n", "a gradebook": "id,name,marks,of\ns01,Ada,2,2\n", "a page": "<!DOCTYPE html>\n<p>symattn</p>\n",
    "a paper": "\\documentclass{article}\n% Made by symattn? no\n", "data": '{"schema": 1, "symattn": "x"}\n', "one line": "symattn",
    "a last line": "as symattn 1.0, sheet 0123456789ab\n", "a note": "id,name,marks,of notes\n",
}  # fmt: skip


@pytest.mark.sliced(4)
@pytest.mark.parametrize("form", ["csv", "text", "json", "html", "tex", "gradescope"])
@pytest.mark.parametrize("what", NOTES)
def test_a_report_replaces_what_symattn_wrote_and_nothing_else(tmp_path: Path, what: str, form: str) -> None:
    place, target = hand_in(tmp_path, {"s01.toml": GOOD}), tmp_path / "notes.md"
    target.write_text(NOTES[what])
    said = check(place, more=("--format", form, "-o", str(target)))
    assert "is there and is no report of symattn's; name another file" in said.words
    assert target.read_text() == NOTES[what]


@pytest.mark.sliced(6)
@pytest.mark.parametrize("form", ["csv", "text", "json", "html", "tex", "gradescope"])
@pytest.mark.parametrize("files", [{"s01.toml": GOOD}, {"s01.toml": GOOD, "s02.toml": BAD, "x.md": "a\n" * 3000}])
def test_every_report_is_known_as_one(tmp_path: Path, form: str, files: Mapping[str, str]) -> None:
    place, target = hand_in(tmp_path, files), tmp_path / "report"
    for _ in range(2):
        target.touch()
        assert check(place, more=("--format", form, "-o", str(target))).code in (0, 1, 2)
        data = target.read_bytes()
        assert is_ours(data[:4000], data[-200:])


def test_a_link_to_nothing_is_no_place_for_a_report(tmp_path: Path) -> None:
    place = hand_in(tmp_path, {"s01.toml": GOOD, "marks.csv": "-> ../autostart"})
    assert "is a link to nothing" in check(place, "in/s01.toml", more=("-o", str(place / "in" / "marks.csv"))).words
    assert not (tmp_path / "autostart").exists()


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x07", "\x9b31m", "\x7f", "\u202e", "\r"])
@pytest.mark.parametrize("form", ["csv", "text", "json", "gradescope"])
def test_no_name_and_no_text_of_a_student_s_steers_a_terminal(tmp_path: Path, form: str, sign: str) -> None:
    place = hand_in(tmp_path, {f"a{sign}b.toml": GOOD, f"c{sign}/x.toml": f"'Q {sign}' = 1\n", f"d{sign}.marks.toml": MARKS, f"-e{sign}": "-> x"})
    result = CliRunner().invoke(main, ["check", str(place / "sheet.toml"), str(place / "in"), "--roster", str(place / "class.csv"), "--format", form])
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", (result.stdout + result.stderr).replace(json.dumps(sign)[1:-1], ""))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,name\n\u0430da,Ada\n", "U+0430 (cyrillic small letter a)"), ("id,name\ns\u200b01,Ada\n", "U+200B (zero width space)"),
        ("id,name\ns\u00a001,Ada\n", "cannot be an id"), ("id,name\ns\uff3f1,Ada\n", "U+FF3F (fullwidth low line)"), ("i\u200bd,name\ns01,Ada\n", "U+200B (zero width space)"),
        ("\u0456d,name\ns01,Ada\n", "U+0456 (cyrillic small letter byelorussian-ukrainian i)"), ("id,name\na\x1bb,Ada\n", "U+001B (a control character)"),
        ("id,name\n\u202es01,Ada\n", "U+202E (right-to-left override)"),
    ],
)  # fmt: skip
def test_odd_signs_of_a_roster_are_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "class.csv").write_text(text, "utf-8")
    with pytest.raises(SheetError) as error:
        roster(tmp_path / "class.csv")
    assert said in str(error.value)
    assert "\x1b" not in str(error.value)
    assert "\u202e" not in str(error.value)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_disk_names_the_file() -> None:
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        Journal(Path("/dev/full")).append({"job": "a"})
