"""The command line: what it prints and writes, and its exit codes."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from symattn.cli import commands, main, run
from symattn.course import watching
from symattn.course.delivery import DETAILS, Wanted
from symattn.errors import LimitError, ReadError, ShapeError, SheetError, SymattnError, ToolError, exit_code
from symattn.files import shipped

SOUND = "[[question]]\nsteps = ['A = X @ X']\ngiven.X = [[1, 2], [3, 4]]\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def symattn(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Run:
    """Run the command line in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["symattn", *args])
        with pytest.raises(SystemExit) as stopped:
            run()
        sys.stdout.flush()
        said = capfdbinary.readouterr()
        return int(stopped.value.code or 0), said.out.decode(), said.err.decode()

    return call


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A small sound sheet."""
    path = tmp_path / "week3.toml"
    path.write_text(SOUND, encoding="utf-8")
    return path


def program(*args: str, **more: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "symattn", *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)  # type: ignore[call-overload,no-any-return]


# ---- results and where they go


def test_solve_prints_json_in_the_contract_s_form(symattn: Run, sheet: Path) -> None:
    code, out, err = symattn("solve", str(sheet), "--format", "json", "--decimals", "2")
    step = {
        "name": "A", "op": "matmul", "args": ["X", "X"], "shape": [2, 2],
        "exact": [["7", "10"], ["15", "22"]], "decimal": [["7.00", "10.00"], ["15.00", "22.00"]],
    }  # fmt: skip
    assert json.loads(out) == {"schema": 1, "title": "", "questions": [{"id": "q1", "steps": [step]}]}
    assert (code, err) == (0, "")


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


# ---- refusals: exit code 2, nothing written

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


# ---- list, show, new, lint


def test_list_names_each_shipped_sheet_on_a_line_of_its_own(symattn: Run) -> None:
    code, out, _ = symattn("list")
    names = [line.split()[0] for line in out.splitlines()]
    assert code == 0
    assert names == sorted(shipped())
    assert "Multi-head self-attention by hand (multi-head-attention)" in out
    assert "Two heads, your own numbers (template, multi-head-attention)" in out


@pytest.mark.exhaustive
@pytest.mark.usefixtures("bank_read_once")
def test_list_finds_sheets_and_questions_by_topic_and_words(symattn: Run) -> None:
    code, out, _ = symattn("list", "--topic", "softmax", "--search", "LOGARITHMS made")
    assert (code, out.split("  ")[0]) == (0, "bank/softmax: softmax-of-logs")
    names = {line.split()[0] for line in symattn("list", "--search", "temperature")[1].splitlines()}
    assert {"temperature", "bank/sampling:", "bank/softmax:"} <= names
    found = [line.split()[0] for line in symattn("list", "--topic", "random")[1].splitlines()]
    assert found[:2] == ["random-vectors", "why-the-root"]
    assert "The weights of a query are p = softmax(s)." in symattn("list", "--topic", "gradients")[1]  # a terminal reads no LaTeX
    assert set(found[2:]) == {"bank/random:", "bank/blocks:"}
    assert symattn("list", "--search", "no such words anywhere") == (0, "", "")
    assert 'no topic "sofmax"; did you mean "softmax"?' in symattn("list", "--topic", "sofmax")[2]
    assert "the topics are" in symattn("list", "--topic", "zzzz")[2]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("bank_read_once")
def test_pick_writes_the_same_exam_for_the_same_seed(symattn: Run, tmp_path: Path) -> None:
    ask = ("pick", "--topic", "blocks", "--level", "1", "--marks", "7", "--seed", "7", "-o", "exam.toml")
    code, out, _ = symattn(*ask)
    first = (tmp_path / "exam.toml").read_text("utf-8")
    assert (code, out.split(", ")[1]) == (0, "7 marks")
    assert symattn(*ask)[0] == 0
    assert (tmp_path / "exam.toml").read_text("utf-8") == first
    assert symattn("lint", "exam.toml") == (0, "", "nothing to say\n")


@pytest.mark.sliced(3)
@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--marks", "0"], "0 is not from 0.25 to 200 in quarters"),
        (["--marks", "201"], "201 is not from 0.25 to 200 in quarters"),
        (["--marks", "1/3"], "1/3 is not from 0.25 to 200 in quarters"),
        (["--marks", "ten"], "'ten' is no number"),
        (["--minutes", "601"], "601 is not in the range 1<=x<=600"),
        (["--level", "4"], "4 is not in the range 1<=x<=3"),
        (["--seed", "x"], "no whole number"),
        (["--topic", "sofmax"], 'did you mean "softmax"?'),
    ],
)  # fmt: skip
def test_what_pick_cannot_do_is_said_and_nothing_written(symattn: Run, tmp_path: Path, args: list[str], told: str) -> None:
    code, _, error = symattn("pick", *args, "-o", "exam.toml")
    assert code == 2
    assert told in error
    assert not (tmp_path / "exam.toml").exists()


def test_show_prints_a_sheet_that_can_be_solved(symattn: Run, tmp_path: Path) -> None:
    (tmp_path / "copy.toml").write_text(symattn("show", "thinking-machine")[1], encoding="utf-8")
    assert symattn("solve", "copy.toml", "--format", "json") == symattn("solve", "thinking-machine", "--format", "json")


@pytest.mark.exhaustive
def test_new_writes_a_sheet_that_can_be_solved_and_names_its_schema(symattn: Run, tmp_path: Path) -> None:
    code, out, _ = symattn("new", "week4.toml")
    assert (code, out) == (0, "week4.toml: written; `symattn solve week4.toml` solves it\n")
    assert symattn("solve", "week4.toml", "--format", "json")[0] == 0
    assert symattn("lint", "week4.toml") == (0, "", "nothing to say\n")
    first = (tmp_path / "week4.toml").read_text(encoding="utf-8").split("\n")[0]
    assert first == "#:schema ./schema.json"
    assert (tmp_path / "schema.json").is_file()


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["counts", "gradients", "heads", "proof", "shapes"])
def test_every_kind_of_new_sheet_is_sound_and_solved(kind: str, symattn: Run) -> None:
    assert symattn("new", f"{kind}.toml", "--kind", kind)[0] == 0
    assert symattn("lint", f"{kind}.toml") == (0, "", "nothing to say\n")
    code, out, _ = symattn("solve", f"{kind}.toml")
    assert (code, bool(out)) == (0, True)
    assert symattn("blank", f"{kind}.toml", "--format", "tex")[0] == 0


def test_a_kind_that_is_none_names_those_that_are(symattn: Run) -> None:
    code, _, error = symattn("new", "a.toml", "--kind", "head")
    assert code == 2
    assert "'heads'" in error


def test_lint_says_nothing_of_a_sound_sheet(symattn: Run, sheet: Path) -> None:
    assert symattn("lint", str(sheet)) == (0, "", "nothing to say\n")


def test_lint_says_what_does_not_hold_with_exit_code_1(symattn: Run, sheet: Path) -> None:
    sheet.write_text(SOUND + "given.W = [[1]]\n", encoding="utf-8")
    assert symattn("lint", "week3.toml") == (
        1, "week3.toml:4:7: question.given.W: no line uses it\n  leave it out, or use it in a line\n  given.W = [[1]]\n        ^\n",
        "more on it: symattn lint --explain unused-given\n",
    )  # fmt: skip


def test_lint_of_a_bad_sheet_is_exit_code_2(symattn: Run, sheet: Path) -> None:
    sheet.write_text("[[question]]\n", encoding="utf-8")
    assert symattn("lint", str(sheet))[0] == 2


# ---- the process


@pytest.mark.sliced(4)
@pytest.mark.parametrize(
    ("args", "heavy"),
    [*((args, ("sympy", "flint", "jinja2")) for args in (["--help"], ["list"], ["--version"])), (["solve", "--help"], ("sympy", "multiprocessing"))],
    ids=str,
)
def test_help_comes_without_the_heavy_libraries(args: list[str], heavy: tuple[str, ...]) -> None:
    code = (
        "import sys; from symattn.cli import run; sys.argv = ['symattn', *sys.argv[1:]]\n"
        f"try: run()\nexcept SystemExit: pass\nsys.exit(' '.join(set({heavy}) & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


HEAVY = {"sympy", "numpy", "multiprocessing", "http", "asyncio", "xml", "PIL", "IPython", "distributed", "symattn.marking", "symattn.console"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", ["json", "tex"])
def test_a_solve_loads_what_it_needs(form: str) -> None:
    code = (
        f"import sys; from symattn.cli import run; sys.argv = ['symattn', 'solve', 'two-heads-by-hand', '--format', {form!r}]\n"
        "try: run()\nexcept SystemExit as e: assert not e.code\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    loaded = set(done.stderr.split())
    assert (done.returncode, bool(done.stdout)) == (0, True)
    assert loaded & HEAVY == set()


@pytest.mark.exhaustive
def test_a_reader_that_goes_away_is_no_error() -> None:
    process = program("solve", "thinking-machine", "--format", "json")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait()
    process.stderr.close()


@pytest.mark.parametrize("where", ["symattn.cli.deliver.deliver", "symattn.cli.deliver.os.replace"], ids=["solving", "writing"])
def test_ctrl_c_leaves_nothing_behind(
    symattn: Run, sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupt)
    code, out, err = symattn("solve", str(sheet), "-o", "key.json")
    assert (code, out, err.strip()) == (130, "", "stopped")
    assert [path.name for path in tmp_path.iterdir()] == ["week3.toml"]


@pytest.mark.exhaustive
def test_compiled_templates_alone_are_kept_and_in_the_users_cache(tmp_path: Path) -> None:
    """Where that lies as the system has it; without a home nothing is kept, and the page is the same."""
    command = [sys.executable, "-m", "symattn", "solve", "causal-mask", "--format", "tex", "-o", "-"]
    pages = set()
    for home, cache, expected in (
        ("home", "", "home/.cache/symattn/templates"), ("home2", "relative", "home2/.cache/symattn/templates"),
        ("home3", str(tmp_path / "mine"), "mine/symattn/templates"), ("", "", ""),
    ):  # fmt: skip
        at = str(tmp_path / home) if home else ""
        places = {"HOME": at, "XDG_CACHE_HOME": cache, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}
        before = {path for path in tmp_path.rglob("*") if path.is_file()}
        found = subprocess.run(command, capture_output=True, env={**os.environ, **places}, check=True, cwd=tmp_path)
        assert found.stderr == b""
        pages.add(found.stdout)
        new = {path for path in tmp_path.rglob("*") if path.is_file()} - before
        assert bool(new) == bool(expected)
        assert all(path.is_relative_to(tmp_path / expected) for path in new), new
    assert len(pages) == 1


@pytest.mark.exhaustive
def test_the_shell_completes_commands_options_sheets_and_files(tmp_path: Path) -> None:
    (tmp_path / "two-words.toml").write_text("", "utf-8")

    def offered(*words: str) -> list[str]:
        said = {"_SYMATTN_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("symattn", *words)), "COMP_CWORD": str(len(words))}
        code = "import sys; from symattn.cli import run; sys.argv = ['symattn']; run()"
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **said}, cwd=tmp_path, check=True)
        return found.stdout.split()

    assert offered("sol") == ["plain,solve"]
    assert "plain,--booklet" in offered("solve", "--b")
    assert offered("solve", "two-") == ["plain,two-heads-by-hand", "plain,two-heads-template", "plain,two-words.toml"]
    assert offered("check", "week") == ["file,week"]
    assert offered("help", "not") == ["plain,notation"]
    assert offered("solve", "bank/soft") == ["plain,bank/softmax"]
    assert offered("pick", "--topic", "soft") == offered("list", "--topic", "soft") == ["plain,softmax"]


def test_a_notation_beside_the_sheets_of_a_folder_is_no_sheet(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "paper"\n[names]\nH = "O"\n', "utf-8")
    code, _, err = symattn("solve", ".", "-o", "keys", "--format", "md")
    assert (code, err) == (0, "1 of 1 pages in keys\n")


def test_a_notation_needs_its_ending(symattn: Run, sheet: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "paper"\n', "utf-8")
    sheet.write_text('notation = "mine"\n' + sheet.read_text("utf-8"), "utf-8")
    assert 'write the file with its ending: "mine.toml"' in symattn("solve", "week3.toml")[2]


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("form", ["text", "md"])
@pytest.mark.parametrize("own", [True, False])
def test_a_students_key_is_what_solve_makes_of_the_students_sheet(symattn: Run, tmp_path: Path, detail: str, form: str, own: bool) -> None:
    """Whatever is asked of it: the format, how much of the working, templates."""
    (tmp_path / "mine" / "steps").mkdir(parents=True)
    (tmp_path / "mine" / "steps" / "matmul.j2").write_text("<% call fmt.say() %>Mine.<% endcall %>")
    options = ["--format", form, "--detail", detail, *(["--templates", "mine"] if own else [])]
    assert symattn("vary", "two-heads-template", "--count", "1", "--seed", "1", "-o", "out", *options)[0] == 0
    (key,) = (tmp_path / "out" / "keys").iterdir()
    assert key.read_text("utf-8") == symattn("solve", "out/sheets/01.toml", *options)[1]
    assert ("Mine." in key.read_text("utf-8")) == own


@pytest.mark.exhaustive
def test_an_answer_file_of_nobody_stops_no_other(symattn: Run, tmp_path: Path) -> None:
    assert symattn("vary", "two-heads-template", "--count", "1", "--seed", "1", "-o", "out")[0] == 0
    for name in ("01", "99"):
        (tmp_path / f"{name}.toml").write_text("Q_1 = [[1, 2], [2, 0]]\n", "utf-8")
    code, out, err = symattn("check", "out/manifest.json", "01.toml", "99.toml", "--format", "csv")
    assert code == 2
    rows = [line.split(",") for line in out.splitlines()]
    assert [(row[0], "not marked" in row) for row in rows] == [("id", False), ("01", False), ("", True)]
    assert err.startswith("99.toml: no student '99' in out/manifest.json")
    code, out, err = symattn("check", "out/manifest.json", "99.toml")
    assert (code, out) == (2, "")


def test_lines_that_count_without_being_handed_in_are_told_apart(symattn: Run, tmp_path: Path) -> None:
    (tmp_path / "ada.toml").write_text("S_1 = [[4, 10], [10, 24]]\n", "utf-8")
    out = symattn("check", "two-heads-by-hand", "ada.toml")[1]
    assert "but a later answer shows it, so it counts: Q¹, K¹\n" in out
    (tmp_path / "marks.toml").write_text('[ada.q1]\nY = { marks = 2, remark = "seen on paper" }\n', "utf-8")
    graded = symattn("check", "two-heads-by-hand", "ada.toml", "--marks", "marks.toml")[1]
    assert "M  not handed in, 2 of 3 marks. Nothing handed in. Grader: seen on paper\n" in graded


NAMES = {"李明": "李明", "محمد": "محد", "Жуков": "Жуков", "Γιώργος": "ώ", "Nguyễn Văn Phượng": "ượ"}
"""Names that pdfTeX's fonts do not have, and letters of theirs that are said to be missing."""


@pytest.mark.exhaustive
def test_a_name_that_latex_cannot_set_is_said_at_vary(symattn: Run, tmp_path: Path) -> None:
    settable = {"08": "Nguyễn Văn Ānh", "09": "Ħelena Ŧ. ŉſ", "10": "Jo\u0308rg"}
    ids = dict(enumerate([*settable.values(), *NAMES], 8))
    (tmp_path / "class.csv").write_text("ID;name\n" + "".join(f"{id:02};{name}\n" for id, name in ids.items()), "utf-8")
    code, _, err = symattn("vary", "two-heads-template", "--roster", "class.csv", "--seed", "1", "-o", "out")
    assert code == 0
    said = err.splitlines()[: len(NAMES)]
    for (id, name), line in zip([(id, name) for id, name in ids.items() if name in NAMES], said, strict=True):
        assert line.startswith(f"{name} ({id:02}): LaTeX has no letters here for ")
        assert NAMES[name] in line.rpartition(" for ")[2]
        assert line.endswith("; the id stands alone, html shows the name")
    assert not any(name in err for name in settable.values())
    for id in ids:
        assert "U+" not in (tmp_path / "out" / "blanks" / f"{id:02}.tex").read_text("utf-8")
    assert "{e}}n" in (tmp_path / "out" / "blanks" / "08.tex").read_text("utf-8")
    (tmp_path / "few.csv").write_text("ID;name\n07;李明\n08;محمد\n", "utf-8")
    symattn("vary", "two-heads-template", "--roster", "few.csv", "--seed", "1", "--format", "html", "-o", "web")
    assert "李明" in (tmp_path / "web" / "blanks" / "07.html").read_text("utf-8")
    assert "محمد" in (tmp_path / "web" / "blanks" / "08.html").read_text("utf-8")


ROSTERS = {
    "a device's name": ("id\nCON\n", "no file may have this name on Windows"),
    "a device's name with an ending": ("id\nlpt1.x\n", "no file may have this name on Windows"),
    "the same but for case": ("id\nAda\nada\n", '"ada" stands in line 2 too'),
    "a field beyond the limit": ("id,name\n1," + "z" * 131_073 + "\n", "field larger than field limit"),
    "no ordinary file": (None, "a pipe or a device"),
}


@pytest.mark.parametrize(("text", "said"), ROSTERS.values(), ids=ROSTERS)
def test_a_roster_that_cannot_be_is_said(symattn: Run, tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "class.csv"
    if text is None:
        os.mkfifo(path)
    else:
        path.write_text(text, "utf-8")
    code, _, err = symattn("vary", "two-heads-template", "--roster", "class.csv", "--seed", "1", "-o", "out")
    assert code == 2
    assert said in err


def test_a_hexadecimal_number_without_end_is_said(symattn: Run, sheet: Path) -> None:
    sheet.write_text(SOUND.replace("1, 2", "0x" + "f" * 5000 + ", 2"), "utf-8")
    code, _, err = symattn("solve", "week3.toml")
    assert (code, "a number may have at most 4,000 digits" in err) == (2, True)


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


@pytest.mark.parametrize("source", ["one", "folder"])
def test_templates_that_lie_elsewhere_are_watched(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "week").mkdir()
    sheet, out, own = tmp_path / "week" / "a.toml", tmp_path / "out", tmp_path / "own" / "md"
    sheet.write_text("[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n", encoding="utf-8")
    own.mkdir(parents=True)
    out.mkdir()
    texts, seen = iter(["mine\n", "mine again\n"]), []

    def save(seconds: float) -> None:
        seen.append((out / "a.md").read_text(encoding="utf-8"))
        text = next(texts, None)
        if text is None:
            raise KeyboardInterrupt
        (own / "page.j2").write_text(text, encoding="utf-8")

    monkeypatch.setattr(watching.changes, "__defaults__", (save,))
    what = sheet if source == "one" else sheet.parent
    CliRunner().invoke(main, ["solve", str(what), "--format", "md", "-o", str(out), "--watch", "--templates", str(own.parent)])
    assert seen[1:] == ["mine\n", "mine again\n"]


def test_what_is_watched_is_made_again_and_mistakes_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, page = tmp_path / "a.toml", tmp_path / "a.md"
    sound = "title = 'TITLE'\n[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n"
    sheet.write_text(sound, encoding="utf-8")
    saves = iter(["titel = 'x'\n", sound.replace("TITLE", "Another")])
    seen = []

    def save(seconds: float) -> None:
        seen.append(page.read_text(encoding="utf-8"))
        text = next(saves, None)
        if text is None:
            raise KeyboardInterrupt
        sheet.write_text(text, encoding="utf-8")

    monkeypatch.setattr(watching.changes, "__defaults__", (save,))
    done = CliRunner().invoke(main, ["solve", str(sheet), "-o", str(page), "--watch"])
    assert "unknown key" in done.output
    assert [("TITLE" in text, "Another" in text) for text in seen] == [(True, False), (True, False), (False, True)]
    assert CliRunner().invoke(main, ["solve", str(sheet), "--watch"]).exit_code == 2


@pytest.mark.parametrize("name", main.list_commands(None))
def test_help_lists_every_command_with_the_first_sentence_of_its_own_help(name):
    command = main.get_command(None, name)
    assert commands.ABOUT[name] == click.Command(name, help=command.help).get_short_help_str(200)


@pytest.mark.parametrize("form", ["text", "json", "csv", "gradescope", "html"])
def test_a_report_is_a_file_and_of_pages_a_folder(symattn: Run, sheet: Path, tmp_path: Path, form: str) -> None:
    (tmp_path / "ada.txt").write_text("A = [7 10; 15 22]\n", "utf-8")
    code, _, err = symattn("check", str(sheet), "ada.txt", "--format", form, "-o", "report")
    assert code == 0, err
    assert (tmp_path / "report").is_dir() == (form == "html")


ASKED = {  # what is asked for on the command line -> what is to be made, of what is otherwise as usual
    "solve a": {},
    "blank a": {"form": "blank"},
    "solve a --detail full": {"detail": "full"},
    "solve a --decimals 7": {"decimals": 7},
    "blank a --decimals 7": {"form": "blank", "decimals": 7},
    "solve a --templates own": {"templates": "own"},
    "blank a --templates own": {"form": "blank", "templates": "own"},
    "solve a --format md": {"format": "md"},
    "blank a --format md": {"form": "blank", "format": "md"},
    "solve a -o key.html": {"format": "html"},
    "blank a -o sheet.html": {"form": "blank", "format": "html"},
    "solve a --code sympy": {"format": "sympy"},
    "solve a --fragment": {"format": "tex", "whole": "fragment"},
    "blank a --fragment": {"form": "blank", "format": "tex", "whole": "fragment"},
    "solve a -o key.pdf --via chromium": {"format": "pdf", "via": "chromium"},
    "blank a -o sheet.pdf --via chromium": {"form": "blank", "format": "pdf", "via": "chromium"},
    "solve a --verify sympy": {"verified": "SymPy"},
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_for_is_what_is_made(asked: str, symattn: Run, sheet: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[Wanted] = []
    for name in ("solve", "blank"):
        monkeypatch.setattr(f"symattn.cli.commands.{name}.delivered", lambda sheets, wanted, *where: made.append(wanted) or 0)
    (tmp_path / "own").mkdir()
    command, _, *options = asked.split()
    assert symattn(command, sheet.name, *options)[0] == 0
    assert made == [replace(Wanted(), **ASKED[asked])]


def options() -> Iterator[str]:
    """Every argument and option of every command: how it is written, what it takes, how often, and what it is unless it is given."""
    context = click.Context(main)
    for name in main.list_commands(context):
        for option in main.get_command(context, name).params:  # type: ignore[union-attr]
            takes = "nothing" if getattr(option, "is_flag", False) else option.type.name
            often = "any" if option.multiple or option.nargs != 1 else "once"
            usual = "" if option.default in (None, False, ()) or "Sentinel" in type(option.default).__name__ else f" = {option.default}"
            yield f"{name} {' '.join((*option.opts, *option.secondary_opts))}: {takes}, {often}{', needed' * option.required}{usual}"


def test_what_each_command_takes() -> None:
    assert "\n".join(options()) + "\n" == (Path(__file__).parent / "golden" / "options.txt").read_text(encoding="utf-8")
