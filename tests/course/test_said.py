"""What lint finds in a sheet is said by every command that works on it, behind what is made."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.preview import Preview

SHEET = """[[question]]
prompt = 'a % of it'
steps = ["B = A @ A"]
given = { A = [[2]], C = [[3]] }
[[vary.draw]]
names = ["A"]
low = 1
high = 9
"""
FOUND = ("a.toml:2:13: question.prompt: LaTeX leaves out what follows a %", "a.toml:4:22: question.given.C: no line uses it")
COMMANDS = {
    "solve": ["solve", "SHEET"],
    "blank": ["blank", "SHEET"],
    "many": ["solve", "FOLDER", "-o", "OUT"],
    "again": ["blank", "FOLDER", "-o", "OUT", "-j", "2"],
    "booklet": ["solve", "SHEET", "--booklet"],
    "vary": ["vary", "SHEET", "--count", "2", "--seed", "1", "-o", "OUT", "--format", "md"],
    "export": ["export", "moodle", "SHEET", "-o", "OUT", "--count", "2"],
}


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    (tmp_path / "sheets").mkdir()
    path = tmp_path / "sheets" / "a.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


@pytest.mark.sliced(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_lint_finds(sheet: Path, tmp_path: Path, name: str) -> None:
    words = {"SHEET": str(sheet), "FOLDER": str(sheet.parent), "OUT": str(tmp_path / "out")}
    arguments = [words.get(word, word) for word in COMMANDS[name]]
    for _ in range(2):  # what is made already is told of again
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.stderr
        assert all(found in result.stderr for found in FOUND), result.stderr
        assert not any(found in result.stdout for found in FOUND)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_said_where_nothing_was_found(sheet: Path, tmp_path: Path, name: str) -> None:
    sheet.write_text(SHEET.replace("a %", "a").replace(", C = [[3]]", ""), encoding="utf-8")
    words = {"SHEET": str(sheet), "FOLDER": str(sheet.parent), "OUT": str(tmp_path / "out")}
    result = CliRunner().invoke(main, [words.get(word, word) for word in COMMANDS[name]])
    assert result.exit_code == 0
    assert "question" not in result.stderr


def test_the_preview_says_it_in_its_frame(sheet: Path) -> None:
    preview = Preview(sheet)
    assert all(found in preview.error for found in FOUND)
    assert b"no line uses it" in preview.page("key")
