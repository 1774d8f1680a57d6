"""A kind of attention beside a downloaded sheet is data: whatever stands in it is read or refused in little work, and runs nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from symattn.cli import main
from symattn.errors import SymattnError, exit_code

SHEET = '[[question]]\nvariant = "kind.toml"\noptions = {{ {options} }}\n[question.given]\nX = [[1, 2], [3, 4]]\n'
SAYS = 'says = "a."\n'
KINDS = {
    "a million heads": (SAYS + 'lines = ["H_i = X @ X", "H = concat(H_*)"]', "heads = 1000000", "out of range"),
    "a thousand heads": (SAYS + 'lines = ["H_i = X @ X", "H = concat(H_*)"]', "heads = 1000", ""),
    "a long line": (SAYS + f'lines = ["H = {"X @ " * 200_000}X"]', "", "longer than 20,000 characters"),
    "a line of 3,000 products": (SAYS + f'lines = ["H = {"X @ " * 3_000}X"]', "", "2,000"),
    "names without end": (SAYS + f'lines = ["H = {"a|" * 8_000}X"]', "", ""),
    "brackets that are not closed": (SAYS + f'lines = ["H_i = {"cut(" * 1_500}X"]', "heads = 2", "inside each other"),
    "a cut of nothing": (SAYS + 'lines = ["H_i = cut(X, Y)"]', "heads = 2", "Y is not given"),
    "a cut without a given": (SAYS + 'lines = ["H_i = cut(X)"]', "heads = 2", "names no given"),
    "functions inside each other": (SAYS + f'lines = ["H = {"f(" * 900}X{")" * 900}"]\n[options.f]\na = "A"', "f = 'a'", "inside each other"),
    "a bracket that is not closed": (SAYS + 'lines = ["H_i = cut(X, X"]', "heads = 2", "is not closed"),
    "an option that doubles": (SAYS + f'lines = ["H = {"f(" * 40}X{")" * 40}"]\n[options.f]\na = "A + A"', "f = 'a'", "longer than 2,000"),
    "an option of numbers": (SAYS + 'lines = ["H = f(X)"]\n[options.f]\na = 3', "f = 'a'", "a table of words"),
    "four hundred lines of others": (SAYS + f"lines = {[f'H{k} = X @ X' for k in range(400)]}", "", ""),
    "lines that are tables": (SAYS + "lines = [{ a = 1 }]", "", "lines are texts"),
    "numbers that are no names": (SAYS + 'lines = ["H = X @ X"]\nnumbers = [1]', "", "a list of names"),
    "no TOML": ("[" * 5_000, "", "kind.toml"),
    "no UTF-8": ("\udcff", "", "UTF-8"),
    "bytes of nothing": ("\0" * 1_000, "", "kind.toml"),
}


def ran(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), standalone_mode=False)


LONG = "four hundred lines of others"


@pytest.mark.sliced(5)
@pytest.mark.parametrize(
    ("kind", "options", "says"),
    [pytest.param(*case, id=name, marks=pytest.mark.exhaustive if name == LONG else ()) for name, case in KINDS.items()],
)
def test_a_kind_of_a_stranger_is_read_or_refused(kind: str, options: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "kind.toml").write_bytes(kind.encode("utf-8", "surrogateescape"))
    (tmp_path / "sheet.toml").write_text(SHEET.format(options=options), encoding="utf-8")
    began = time.process_time()
    done = ran("solve", str(tmp_path / "sheet.toml"))
    assert time.process_time() - began < 5
    assert done.exception is None or isinstance(done.exception, SymattnError), done.exception
    assert says in str(done.exception or "")


@pytest.mark.parametrize("place", ["../kind.toml", "/etc/passwd.toml", "a/../../kind.toml"])
def test_no_name_leads_out_of_the_folder(place: str, tmp_path: Path) -> None:
    (tmp_path / "kind.toml").write_text(SAYS + 'lines = ["H = X @ X"]', encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "sheet.toml").write_text(SHEET.format(options="").replace("kind.toml", place), encoding="utf-8")
    done = ran("solve", str(inside / "sheet.toml"))
    assert isinstance(done.exception, SymattnError)
    assert exit_code(done.exception) == 2


def test_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(SAYS + 'lines = ["H = X @ X"]', encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "kind.toml").symlink_to(tmp_path / "other.toml")
    (inside / "sheet.toml").write_text(SHEET.format(options=""), encoding="utf-8")
    assert isinstance(ran("solve", str(inside / "sheet.toml")).exception, SymattnError)


RUNS = "from pathlib import Path\nPath(__file__).with_name('ran').write_text('')\n"
COMMANDS = {
    "solve": ("solve", "sheet.toml"),
    "blank": ("blank", "sheet.toml"),
    "lint": ("lint", "sheet.toml"),
    "check": ("check", "sheet.toml", "ada.toml"),
    "read": ("read", "sheet.toml", "ada.toml"),
    "vary": ("vary", "sheet.toml", "--count", "1", "--seed", "1", "-o", "class"),
    "export": ("export", "numbas", "sheet.toml", "-o", "out"),
    "a folder": ("solve", ".", "-o", "out"),
}


PLACES = ("templates/mine.py", "mine.py", "sitecustomize.py", "extensions/mine.py", "symattn.py")


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sheet with code wherever somebody might look for some, in the current folder."""
    for place in PLACES:
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(RUNS, encoding="utf-8")
    (tmp_path / "sheet.toml").write_text('[[question]]\nsteps = ["B = A @ A"]\ngiven.A = [[2]]\n', encoding="utf-8")
    (tmp_path / "ada.toml").write_text("B = [[4]]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.sliced(2)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_code_beside_a_sheet_does_not_run_for_lying_there(command: tuple[str, ...], course: Path) -> None:
    ran(*command)
    assert not list(course.rglob("ran"))


@pytest.mark.exhaustive
def test_nor_in_a_process_that_begins_there(course: Path) -> None:
    program = [sys.executable, "-P", "-m", "symattn"]  # as the installed command begins: without the current folder in its path
    done = subprocess.run([*program, "solve", "sheet.toml"], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert not list(course.rglob("ran"))
