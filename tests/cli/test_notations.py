"""Notations beside sheets: which of them counts, and what is none of the sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import SOUND, Run


def test_a_notation_beside_the_sheets_of_a_folder_is_no_sheet(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "paper"\n[names]\nH = "O"\n', "utf-8")
    code, _, err = symattn("solve", ".", "-o", "keys", "--format", "md")
    assert (code, err) == (0, "1 of 1 pages in keys\n")


def test_a_notation_needs_its_ending(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "paper"\n', "utf-8")
    sheet.write_text('notation = "mine"\n' + sheet.read_text("utf-8"), "utf-8")
    assert 'write the file with its ending: "mine.toml"' in symattn("solve", "week3.toml")[2]


def test_the_notation_beside_the_sheet_counts_and_none_of_the_current_folder(symattn: Run, tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    for place, name in ((tmp_path, "wrong"), (tmp_path / "s", "right")):
        (place / "mine.toml").write_text(f'base = "paper"\n[names]\nA = "{name}"\n', "utf-8")
    (tmp_path / "s" / "a.toml").write_text('notation = "mine.toml"\n' + SOUND, "utf-8")
    out = symattn("solve", "s/a.toml")[1]
    assert "right" in out
    assert "wrong" not in out


@pytest.mark.exhaustive
def test_an_export_carries_its_notation_and_takes_no_other_sheet_s_place(symattn: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "paper"\n[names]\nA = "right"\n', "utf-8")
    (tmp_path / "a.toml").write_text('notation = "mine.toml"\n' + SOUND, "utf-8")
    (tmp_path / "sheet.toml").write_text("# my own\n", "utf-8")
    code, _, err = symattn("export", "gradescope", "a.toml", "-o", ".")
    assert (code, "a worksheet lies there already" in err) == (2, True)
    assert symattn("export", "gradescope", "a.toml", "-o", "out")[0] == 0
    assert symattn("export", "gradescope", "a.toml", "-o", "out")[0] == 0
    assert "right" in symattn("solve", "out/sheet.toml")[1]
