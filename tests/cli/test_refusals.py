"""What cannot be done is said with its exit code, and nothing is written."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from symattn.errors import LimitError, ReadError, ShapeError, SheetError, SymattnError, ToolError, exit_code
from tests.cli.running import SOUND, Run

USAGE = {
    "no sheet": (["solve"], "Missing argument 'SHEET…'"),
    "an unknown command": (["slove"], 'no command "slove"; did you mean "solve"?'),
    "an unknown option": (["solve", "--fromat", "json", "week3.toml"], "No such option"),
    "an unknown format": (["solve", "--format", "doc", "week3.toml"], "'doc' is not one of"),
    "a suffix of no format": (["solve", "week3.toml", "-o", "key.odt"], "no format is written to .odt files"),
    "negative decimals": (["solve", "--decimals", "-1", "week3.toml"], "-1 is not in the range"),
    "an unknown sheet": (["solve", "two-heads-by-hnd"], 'no worksheet "two-heads-by-hnd"; did you mean "two-heads-by-hand"?'),
    "a sheet without its ending": (["solve", "week3"], 'no worksheet "week3"; did you mean "week3.toml"?'),
    "a sheet with another ending": (["lint", "week3.tml"], 'no worksheet "week3.tml": there is no such file; did you mean "week3.toml"?'),
    "answers without their ending": (["check", "week3.toml", "week3"], 'no such file: week3; did you mean "week3.toml"?'),
    "a sheet that is not there": (["solve", "zzzzzz.toml"], 'no worksheet "zzzzzz.toml": there is no such file; `symattn list` names the shipped ones'),
    "several results and nowhere to put them": (["solve", "week3.toml", "week3.toml"], "name a folder for them: -o FOLDER"),
    "two results of one name": (["solve", "week3.toml", "./week3.toml", "-o", "out/"], "two of the sheets have the same file name"),
    "a folder that is not there": (["solve", "week3.toml", "-o", "no/key.json"], "cannot write no/key.json: no such file or directory"),
    "a file where a folder should be": (["solve", "week3.toml", "-o", "week3.toml/key.json"], "cannot write week3.toml/key.json: not a directory"),
    "the sheet's own place": (["solve", "week3.toml", "--format", "md", "-o", "./week3.toml"], "week3.toml is the worksheet itself; name another file"),
    "show of an unknown sheet": (["show", "two-heads"], 'did you mean "two-heads-by-hand"?'),
    **{f"a file where {words[0]} writes a folder": ([*words, "-o", "week3.toml"], "Directory 'week3.toml' is a file") for words in (
        ["practice", "week3.toml"], ["site", "week3.toml"], ["vary", "week3.toml", "--count", "2"], ["export", "moodle", "week3.toml"])},
    "a folder to preview": (["preview", "--no-open", "."], ".: is a directory"),
    "new over an existing file": (["new", "week3.toml"], "week3.toml exists and is left as it is; name another file"),
    "new in a folder that is not there": (["new", "no/week4.toml"], "cannot write no/week4.toml: there is no folder no"),
}  # fmt: skip


@pytest.mark.parametrize(("args", "said"), USAGE.values(), ids=USAGE)
def test_what_cannot_be_done_is_said(symattn: Run, sheet: Path, tmp_path: Path, args: list[str], said: str) -> None:
    code, out, err = symattn(*args)
    assert (code, out) == (2, "")
    assert said in err
    assert [path.name for path in tmp_path.iterdir()] == ["week3.toml"]


OF_A_SHEET = ["solve", "blank", "lint", "show", "vary --count 2 --seed 1 -o out", "export moodle -o out", "practice -o out", "site -o out", "check -- answers.txt"]
UNREAD = {
    "not utf-8": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "is a directory": Path.mkdir,
    "too many levels of symbolic links": lambda path: path.symlink_to(path.name),
}


SHOWN_OR_FULL = [("solve", "is a directory"), ("blank", "is a directory"), ("preview --no-open", "not utf-8")]
"""A folder stands for its sheets, and a preview shows what is wrong with its sheet."""


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("command", "trouble"), [pair for pair in product([*OF_A_SHEET, "preview --no-open"], UNREAD) if pair not in SHOWN_OR_FULL])
def test_a_sheet_that_cannot_be_read_is_said_to_be_whatever_is_made_of_it(symattn: Run, tmp_path: Path, trouble: str, command: str) -> None:
    UNREAD[trouble](tmp_path / "week4.toml")
    (tmp_path / "answers.txt").write_text("Q = 1\n")
    name, *options = command.split()
    kind = [options.pop(0)] if name == "export" else []
    code, out, err = symattn(name, *kind, "week4.toml", *options)
    assert (code, out) == (2, "")
    assert trouble in err.lower()
    assert "Traceback" not in err


def test_every_problem_of_every_sheet_is_said_and_the_sound_ones_are_made(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("titel = 3\n[[question]]\n")
    (tmp_path / "empty.toml").write_text("")
    code, out, err = symattn("solve", str(sheet), "bad.toml", "empty.toml", "--format", "json", "-o", "keys/")
    assert (code, out) == (2, "")
    assert err == (
        'bad.toml:1:1: titel: unknown key "titel"\n  did you mean "title"?\n  titel = 3\n  ^\n'
        "bad.toml:2:3: question: neither a variant nor steps\n"
        '  write variant = "attention", or steps = ["Q = X @ W_Q"]\n  [[question]]\n    ^\n'
        "empty.toml:1:1: file: the file is empty\n  `symattn new FILE` writes a sheet to start from\n"
    )
    assert [path.name for path in (tmp_path / "keys").iterdir()] == [f"{sheet.stem}.json"]
    assert json.loads((tmp_path / "keys" / f"{sheet.stem}.json").read_text())["questions"]
    code, out, again = symattn("solve", "bad.toml", "empty.toml", "--format", "json", "-o", "none/")
    assert (code, out, again) == (2, "", err)
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_no_permission_to_write(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    code, _, err = symattn("solve", str(sheet), "-o", "shut/key.json")
    assert (code, err.split("Error: ")[1]) == (2, "cannot write shut/key.json: permission denied\n")


def test_a_refusal_of_the_system_is_said_and_leaves_the_old_file(
    symattn: Run, sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key.json").write_text("old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    code, _, err = symattn("solve", str(sheet), "-o", "key.json")
    assert (code, err.split("Error: ")[1]) == (2, "cannot write key.json: permission denied\n")
    assert (tmp_path / "key.json").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key.json", "week3.toml"]


def test_a_full_disk_is_said(symattn: Run, sheet: Path) -> None:
    code, _, err = symattn("solve", str(sheet), "--format", "json", "-o", "/dev/full")
    assert (code, err.split("Error: ")[1]) == (2, "cannot write /dev/full: no space left on device\n")


@pytest.mark.exhaustive
@pytest.mark.parametrize("args", [["list"], ["solve", "two-heads-by-hand", "--format", "json"]], ids=["list", "solve"])
def test_a_full_disk_behind_standard_output_is_said(args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "symattn", *args], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, "standard output: no space left on device\n")


@pytest.mark.parametrize("command", ["check", "read"])
def test_an_answer_that_may_not_be_read_stops_none_of_the_others(
    command: str, symattn: Run, sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ada.txt").write_text("Q = 1 2\n", "utf-8")
    (tmp_path / "bob.txt").write_text("Q = 1 2\n", "utf-8")
    real = os.open
    monkeypatch.setattr(os, "access", lambda path, mode, **_: "bob" not in str(path))

    def opened(path: Any, *args: Any, **options: Any) -> int:
        if "bob.txt" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path, *args, **options)

    monkeypatch.setattr(os, "open", opened)
    code, out, err = symattn(command, str(sheet), "ada.txt", "bob.txt")
    assert (code, err) == (1, "")
    assert "ada.txt" in out
    assert "permission denied" in out


@pytest.mark.exhaustive
@pytest.mark.parametrize(("args", "code"), [(["solve", "nosuch"], 2), (["--nosuch"], 2), (["solve"], 2), (["show", "softmix"], 2)], ids=str)
def test_a_full_disk_behind_what_is_said_changes_no_exit_code(args: list[str], code: int) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "symattn", *args], stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (code, b"")


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_a_lack_of_memory_is_a_limit(symattn: Run, sheet: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("symattn.cli.deliver.deliver", fail)
    code, out, err = symattn("solve", "week3.toml", "-o", "key.json")
    assert (code, out, err.split(":")[0]) == (3, "", "stopped")


CODES = {
    "a bad sheet": (SheetError("a.toml", []), 2),
    "shapes": (ShapeError("Q is 2×3"), 2),
    "a text": (ReadError("no number", "x", 0), 2),
    "anything else of ours": (SymattnError("no"), 2),
    "a limit": (LimitError("stopped"), 3),
    "a missing tool": (ToolError("no TeX"), 4),
}


@pytest.mark.parametrize(("error", "code"), CODES.values(), ids=CODES)
def test_exit_codes(error: SymattnError, code: int) -> None:
    assert exit_code(error) == code


def test_a_hexadecimal_number_without_end_is_said(symattn: Run, sheet: Path) -> None:
    sheet.write_text(SOUND.replace("1, 2", "0x" + "f" * 5000 + ", 2"), "utf-8")
    code, _, err = symattn("solve", "week3.toml")
    assert (code, "a number may have at most 4,000 digits" in err) == (2, True)
