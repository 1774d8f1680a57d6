"""What commands print and write, and where it goes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from symattn.errors import LimitError
from tests.cli.running import SOUND, Run


def test_solve_prints_json_in_the_contract_s_form(symattn: Run, sheet: Path) -> None:
    code, out, err = symattn("solve", str(sheet), "--format", "json", "--decimals", "2")
    step = {
        "name": "A", "op": "matmul", "args": ["X", "X"], "shape": [2, 2],
        "exact": [["7", "10"], ["15", "22"]], "decimal": [["7.00", "10.00"], ["15.00", "22.00"]],
    }  # fmt: skip
    assert json.loads(out) == {"schema": 1, "title": "", "questions": [{"id": "q1", "steps": [step]}]}
    assert (code, err) == (0, "")


UNREAD = {
    "no format of answers": ("ada.ini", b"A = 1", 1),
    "no text": ("ada.txt", b"\xff\xfe\x00A", 1),
    "no JSON": ("ada.json", b"[[[", 1),
    "not there": ("ada.txt", None, 2),
}


@pytest.mark.parametrize(("name", "data", "wanted"), UNREAD.values(), ids=UNREAD)
def test_the_help_of_check_says_what_it_ends_with_for_a_file_that_cannot_be_read(
    symattn: Run, sheet: Path, tmp_path: Path, name: str, data: bytes | None, wanted: int
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert symattn("check", str(sheet), name)[0] == wanted
    said = " ".join(symattn("check", "--help")[1].split())
    told = {1: "1 when anything is not right or an answer file cannot be read,", 2: "2 when the sheet cannot be read or a file is not there"}
    assert told[wanted] in said


def test_the_decimals_are_the_sheet_s_own_unless_asked_for(symattn: Run, sheet: Path) -> None:
    sheet.write_text("decimals = 1\n" + SOUND, encoding="utf-8")
    assert '"7.0"' in symattn("solve", str(sheet), "--format", "json")[1]


def test_a_shipped_sheet_is_solved_by_its_name(symattn: Run) -> None:
    code, out, _ = symattn("solve", "two-heads-by-hand", "--format", "json", "-o", "-")
    assert code == 0
    assert json.loads(out)["questions"][0]["steps"][-1]["decimal"] == [["6.9433", "-6.9433"], ["6.9998", "-6.9998"]]


def test_the_suffix_of_the_file_says_the_format(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    assert symattn("solve", str(sheet), "-o", "key.json") == (0, "", "")
    assert json.loads((tmp_path / "key.json").read_text())["schema"] == 1


def test_several_sheets_go_to_a_folder(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "other.toml").write_text(SOUND)
    assert symattn("solve", str(sheet), "other.toml", "--format", "json", "-o", "keys")[0] == 0
    assert sorted(path.name for path in (tmp_path / "keys").iterdir()) == ["other.json", "week3.json"]


def test_a_new_folder_is_made_for_several_results(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    assert symattn("solve", str(sheet), "two-heads-by-hand", "--format", "json", "-o", "keys")[0] == 0
    assert sorted(path.name for path in (tmp_path / "keys").iterdir()) == ["two-heads-by-hand.json", "week3.json"]


def test_an_older_result_is_replaced_and_keeps_its_permissions(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    key.write_text("old")
    key.chmod(0o640)
    assert symattn("solve", str(sheet), "-o", "key.json")[0] == 0
    assert key.read_text().startswith("{")
    assert key.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key.json", "week3.toml"]


def test_a_link_is_followed_not_replaced(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("real.json")
    assert symattn("solve", str(sheet), "-o", "link.json")[0] == 0
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").is_file()


def test_a_device_is_written_to(symattn: Run, sheet: Path) -> None:
    assert symattn("solve", str(sheet), "--format", "json", "-o", "/dev/null")[0] == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", ["text", "md", "tex", "json"])
def test_a_page_is_the_same_every_time_and_the_blank_one_holds_no_answer(symattn: Run, sheet: Path, form: str) -> None:
    sheet.write_text(SOUND.replace("1, 2", "17, 23").replace("3, 4", "29, 31"), encoding="utf-8")
    key, blank = symattn("solve", "week3.toml", "--format", form), symattn("blank", "week3.toml", "--format", form)
    assert key == symattn("solve", "week3.toml", "--format", form)
    assert (key[0], key[2], blank[0], blank[2]) == (0, "", 0, "")
    for entry in ("956", "1104", "1392", "1628"):
        assert entry in key[1]
        assert entry not in blank[1]
    assert "29" in blank[1]


def test_text_is_the_default_format(symattn: Run, sheet: Path) -> None:
    assert symattn("solve", "week3.toml") == symattn("solve", "week3.toml", "--format", "text", "-o", "-")


def test_the_levels_of_detail_differ(symattn: Run, sheet: Path) -> None:
    pages = {symattn("solve", "week3.toml", "--detail", level)[1] for level in ("brief", "standard", "full")}
    assert len(pages) == 3


def test_without_tex_the_latex_is_written_and_the_exit_code_is_4(
    symattn: Run, sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = symattn("solve", "week3.toml", "--format", "pdf", "-o", "key.pdf")
    assert (code, out) == (4, "")
    assert re.fullmatch(r"no TeX found .*; install it with: sudo apt-get install [^\n]*; key\.tex written instead\n", err)
    assert (tmp_path / "key.tex").read_text(encoding="utf-8").rstrip().endswith("\\end{document}")
    assert not (tmp_path / "key.pdf").exists()


@pytest.mark.exhaustive
@pytest.mark.tex
def test_a_pdf_goes_beside_where_one_stands_unless_it_is_told_where(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    assert symattn("solve", "week3.toml", "--format", "pdf") == (0, "", "")
    assert symattn("blank", "week3.toml", "--format", "pdf") == (0, "", "")
    assert (tmp_path / "week3.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "week3-blank.pdf").read_bytes().startswith(b"%PDF")


def test_work_that_stops_at_a_limit_is_exit_code_3(symattn: Run, sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise LimitError("no sign within 100000 bits")

    monkeypatch.setattr("symattn.sheet.sheet.derive", stop)
    assert symattn("solve", "week3.toml", "-o", "key.json") == (3, "", "week3.toml:2:10: question.steps: no sign within 100000 bits\n")
    assert not (tmp_path / "key.json").exists()


@pytest.mark.parametrize("form", ["text", "json", "csv", "gradescope", "html"])
def test_a_report_is_a_file_and_of_pages_a_folder(symattn: Run, sheet: Path, tmp_path: Path, form: str) -> None:
    (tmp_path / "ada.txt").write_text("A = [7 10; 15 22]\n", "utf-8")
    code, _, err = symattn("check", str(sheet), "ada.txt", "--format", form, "-o", "report")
    assert code == 0, err
    assert (tmp_path / "report").is_dir() == (form == "html")
