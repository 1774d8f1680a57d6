"""Folders of worksheets: every sheet solved once, bad ones reported, the same bytes whoever does it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.files import folder
from symattn.formats.trust import trust

SHEETS = ["causal-mask", "cross-attention", "split-and-join"]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    place = tmp_path / "course"
    place.mkdir()
    for name in SHEETS:
        shutil.copy(folder("worksheets") / f"{name}.toml", place)
    return place


def solve(*words: object) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["solve", *map(str, words), "--format", "json"], standalone_mode=False)
    return found.return_value or 0, found.stderr


def test_a_folder_gives_one_result_for_each_sheet_whoever_does_it(course: Path, tmp_path: Path) -> None:
    assert solve(course, "-o", tmp_path / "one")[0] == 0
    assert solve(course, "-o", tmp_path / "two", "-j", 2)[0] == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert set(files) == {"solved.json", *(f"{name}.json" for name in SHEETS)}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}


def test_a_bad_sheet_is_reported_and_the_rest_is_done(course: Path, tmp_path: Path) -> None:
    (course / "bad.toml").write_text("title = 3\n", "utf-8")
    code, said = solve(course, "-o", tmp_path / "out")
    assert code == 2
    assert "bad.toml:1:9: title: a number where text belongs" in said
    assert "3 of 4 pages" in said
    assert {path.stem for path in (tmp_path / "out").glob("*.json")} == {"solved", *SHEETS}


def test_finished_sheets_are_left_alone_and_changed_ones_made_again(course: Path, tmp_path: Path) -> None:
    solve(course, "-o", tmp_path / "out")
    stamps = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.json")}
    changed = course / "causal-mask.toml"
    changed.write_text(changed.read_text("utf-8").replace("title =", "title = 'Another' #"), "utf-8")
    solve(course, "-o", tmp_path / "out")
    again = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.json")}
    assert {name for name in stamps if stamps[name] != again[name]} == {"causal-mask.json", "solved.json"}


PICTURE = b"\x89PNG\r\n\x1a\n%sIEND"


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """Two sheets: one alone, one with a notation that has a base of its own, and a logo."""
    place = tmp_path / "week"
    (place / "notes").mkdir(parents=True)
    question = "[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2, 1], [0, 1]]\n"
    (place / "alone.toml").write_text(question, "utf-8")
    (place / "both.toml").write_text(f"notation = 'notes/mine.toml'\nlogo = 'crest.png'\n{question}", "utf-8")
    (place / "notes" / "mine.toml").write_text('base = "notes/under.toml"\n', "utf-8")
    (place / "notes" / "under.toml").write_text('base = "paper"\n', "utf-8")
    (place / "crest.png").write_bytes(PICTURE % b"one")
    return place


def solved(week: Path, *words: str) -> tuple[int, str]:
    arguments = ["solve", str(week), "-o", str(week / "out"), "--format", "html", *words]
    found = CliRunner().invoke(main, arguments, standalone_mode=False)
    assert found.exception is None
    return found.return_value or 0, found.stderr


def pages(week: Path, *words: str) -> dict[str, bytes]:
    assert solved(week, *words) == (0, "2 of 2 pages in " + str(week / "out") + "\n")
    return {path.stem: path.read_bytes() for path in (week / "out").glob("*.html")}


def stamps(week: Path) -> dict[str, int]:
    return {path.stem: path.stat().st_mtime_ns for path in (week / "out").glob("*.html")}


OWN = "<h1>mine</h1>\n"
CHANGES = {
    "a notation": ("notes/mine.toml", b'base = "paper"\n[names]\nB = "C"\n', {"both"}),
    "the base of a notation": ("notes/under.toml", b'base = "paper"\n[names]\nB = "D"\n', {"both"}),
    "a picture": ("crest.png", PICTURE % b"two", {"both"}),
    "a first template": ("templates/html/page.j2", OWN.encode(), {"alone", "both"}),
    "what is no part of a page": ("notes/other.toml", b'base = "paper"\n', set()),
}


@pytest.mark.exhaustive
@pytest.mark.sliced(12)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("words", [[], ["-j", "2"]], ids=["one process", "processes"])
def test_a_page_is_made_again_when_a_file_it_was_made_from_has_changed(change: str, words: list[str], week: Path) -> None:
    before, at = pages(week, *words), stamps(week)
    pages(week, *words)
    assert stamps(week) == at, "nothing had changed"
    place, data, expected = CHANGES[change]
    (week / place).parent.mkdir(parents=True, exist_ok=True)
    (week / place).write_bytes(data)
    if place.startswith("templates"):
        trust(week)
    after = pages(week, *words)
    assert {name for name in after if after[name] != before[name]} == expected
    assert {name for name, stamp in stamps(week).items() if stamp != at[name]} == expected


@pytest.mark.exhaustive
def test_templates_of_ones_own_elsewhere_are_followed_and_a_new_one_beside_an_old(week: Path, tmp_path: Path) -> None:
    own = tmp_path / "own" / "html"
    own.mkdir(parents=True)
    words = ["--templates", str(own.parent)]
    plain, at = pages(week, *words), stamps(week)
    pages(week, *words)
    assert stamps(week) == at
    (own / "page.j2").write_text(OWN, "utf-8")
    assert set(pages(week, *words).values()) == {OWN.encode()}
    (own / "page.j2").unlink()
    assert pages(week, *words) == plain


def test_a_file_beside_a_sheet_that_cannot_be_read_is_said_for_its_sheet_alone(week: Path) -> None:
    before = pages(week)
    (week / "notes" / "under.toml").unlink()
    (week / "notes" / "under.toml").mkdir()
    code, said = solved(week)
    assert code == 2
    assert said.count("\n") == 2
    assert "both.toml:1:12: notation" in said
    assert "under.toml cannot be read: is a directory" in said
    assert "1 of 2 pages" in said
    (week / "notes" / "under.toml").rmdir()
    (week / "notes" / "under.toml").write_text('base = "paper"\n', "utf-8")
    (week / "templates" / "html" / "page.j2").mkdir(parents=True)
    trust(week)
    code, said = solved(week)
    assert code == 2
    for name in before:
        assert f"{name}.toml: template " in said
    assert said.count("page.j2: is a directory") == 2


def test_a_notation_that_the_system_will_not_look_for_is_said_for_its_sheet(week: Path) -> None:
    sheet = week / "both.toml"
    sheet.write_text(sheet.read_text("utf-8").replace("notes/mine", "n" * 300), "utf-8")
    code, said = solved(week)
    assert code == 2
    assert "both.toml:1:12: notation" in said
    assert "cannot be read: file name too long" in said
    assert "1 of 2 pages" in said


def test_what_was_recorded_does_not_name_the_place_where_symattn_is(course: Path, tmp_path: Path) -> None:
    assert solve(course, "-o", tmp_path / "out")[0] == 0
    assert str(folder("worksheets")) not in (tmp_path / "out" / "solved.json").read_text("utf-8")


@pytest.mark.parametrize("words", [["-j", "2"], []], ids=["processes", "one process"])
def test_many_results_need_a_folder(course: Path, words: list[str]) -> None:
    found = CliRunner().invoke(main, ["solve", str(course), *words])
    assert found.exit_code == 2
    assert "name a folder for them" in found.stderr


def test_a_sheet_that_is_no_utf_8_is_reported_and_a_mark_at_the_start_is_nothing(course: Path, tmp_path: Path) -> None:
    text = (course / "causal-mask.toml").read_bytes()
    (course / "causal-mask.toml").write_bytes(b"\xef\xbb\xbf" + text)
    (course / "latin.toml").write_bytes('title = "Köpfe"\n'.encode("latin-1"))
    code, said = solve(course, "-o", tmp_path / "out")
    assert code == 2
    assert "latin.toml:1:11: file: byte 0xf6 is not UTF-8" in said
    assert "3 of 4 pages" in said


def test_a_foreign_file_of_the_same_name_is_no_record(course: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "solved.json").write_text('{"pages": [{"job": 3}, "x"]}', "utf-8")
    assert solve(course, "-o", tmp_path / "out")[0] == 0
