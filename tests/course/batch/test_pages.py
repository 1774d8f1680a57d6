"""Folders of worksheets: every sheet solved once, bad ones reported, the same bytes whoever does it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.files import folder

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
