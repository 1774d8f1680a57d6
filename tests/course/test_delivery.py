"""One way from a sheet to any result: programs and notebooks beside pages."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from symattn.cli import main
from symattn.course.delivery import PROGRAMS, Wanted, deliver, formats_known
from symattn.errors import SymattnError
from symattn.files import folder
from symattn.formats.printed import BROWSERS
from symattn.records import replace
from symattn.sheet import load, loads

SHEETS = sorted(folder("worksheets").glob("*.toml"))


@pytest.mark.sliced(15)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_sheet_is_a_program_that_python_reads(path: Path) -> None:
    for name in PROGRAMS:
        try:
            compile(deliver(load(path), Wanted(name)), f"{path.stem}.py", "exec")
        except SymattnError as error:  # SymPy has no shapes of more than two sizes
            assert name == "sympy"
            assert path.stem in ("seven-steps", "batched-shapes"), error


def test_a_sheet_is_a_page_a_part_of_one_or_a_leaf_as_it_is_wanted() -> None:
    """Each says what the others do; every word of what was wanted changes something."""
    sheet = loads("title = 'One'\n[[question]]\nsteps = ['B = softmax(A)']\ngiven.A = [[0, 1]]\n")

    def made(**changes: object) -> str:
        return deliver(sheet, replace(Wanted("tex"), **changes)).decode()

    page, fragment, leaf = (made(whole=whole) for whole in ("page", "fragment", "leaf"))
    assert [text.count(r"\documentclass") for text in (page, fragment, leaf)] == [1, 0, 0]
    assert all("0.7311" in text for text in (page, fragment, leaf))
    assert "0.73" in (short := made(decimals=2))
    assert "0.7311" not in short
    assert "0.73" not in made(form="blank")
    assert "proved again" in made(verified="proved again")
    assert len(made(detail="brief")) < len(page) < len(made(detail="full"))


FAULTS = {  # with the column at which LaTeX stops
    "an unknown command": (r"Let $\\nosuch X$ be", 23, r"Let $\nosuch': Undefined control sequence"),
    "a length that is none": (r"Let \\hspace{two} be", 27, "Missing number"),
}


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize(("prompt", "column", "says"), FAULTS.values(), ids=FAULTS)
def test_what_latex_cannot_set_is_told_at_the_worksheets_line(prompt: str, column: int, says: str, tmp_path: Path) -> None:
    sheet = tmp_path / "week3.toml"
    sheet.write_text(f"title = 't'\n[[question]]\nprompt = \"{prompt}\"\nsteps = ['Y = X @ X']\ngiven.X = [[1]]\n", "utf-8")
    with pytest.raises(SymattnError) as raised:
        deliver(load(sheet), Wanted("pdf"))
    assert str(raised.value).startswith(f"{sheet}:3:{column}: LaTeX cannot set the page")
    assert says in str(raised.value).replace("\\\\", "\\")


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def test_the_command_line_writes_programs() -> None:
    done = run("solve", "two-heads-by-hand", "--code", "numpy")
    assert done.exit_code == 0
    assert done.stdout.startswith("import numpy as np\n")
    assert "A_1 = softmax(L_1)" in done.stdout


@pytest.mark.exhaustive
def test_the_command_line_writes_notebooks(tmp_path: Path) -> None:
    target = tmp_path / "key.ipynb"
    assert run("solve", "two-heads-by-hand", "-o", str(target)).exit_code == 0
    assert json.loads(target.read_text(encoding="utf-8"))["nbformat"] == 4
    done = run("blank", "two-heads-by-hand", "--format", "ipynb")
    assert json.loads(done.stdout)["cells"][1]["source"] == ["import numpy as np"]


def test_shapes_of_batches_are_no_sympy_program() -> None:
    done = run("solve", "batched-shapes", "--code", "sympy")
    assert isinstance(done.exception, SymattnError)
    assert "write --code numpy" in str(done.exception)


SMALL = "[[question]]\nsteps = ['B = A @ A']\n[question.given]\nA = [[2, 0], [1, 3]]\n[vary]\ndraw = [{ names = ['A'] }]\n"
QUICK = [form for form in formats_known() if form != "pdf"]


@pytest.mark.sliced(4)
@pytest.mark.parametrize("form", QUICK)
def test_one_sheet_a_folder_and_variants_are_delivered_in_every_format_alike(form: str, tmp_path: Path) -> None:
    """The same bytes, whoever asks: a command for one sheet, for a folder, and for a student's own sheet."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.toml").write_text(SMALL, "utf-8")
    one = deliver(load(tmp_path / "in" / "a.toml"), Wanted(form))
    assert run("solve", str(tmp_path / "in"), "--format", form, "-o", str(tmp_path / "out")).exit_code == 0
    assert (tmp_path / "out" / Wanted(form).named("a")).read_bytes() == one
    varied = run("vary", str(tmp_path / "in" / "a.toml"), "--count", "1", "--seed", "1", "--format", form, "-o", str(tmp_path / "class"))
    assert varied.exit_code == 0, varied.stderr
    own = load(tmp_path / "class" / "sheets" / "01.toml")
    for place, kind in (("keys", "key"), ("blanks", "blank")):
        made = tmp_path / "class" / place / Wanted(form).named("01")
        assert made.read_bytes() == deliver(own, Wanted(form, kind))


@pytest.mark.exhaustive
@pytest.mark.browser
def test_without_tex_a_browser_prints_folders_and_variants_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if found is None:
        pytest.skip("no Chromium")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "chromium").write_text(f'#!/bin/sh\nPATH={os.environ["PATH"]} exec "{found}" "$@"\n')
    (tmp_path / "bin" / "chromium").chmod(0o755)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.toml").write_text(SMALL, "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for args in (("solve", "in"), ("vary", "in/a.toml", "--count", "1", "--seed", "1")):
        monkeypatch.chdir(tmp_path)
        done = run(*args, "--format", "pdf", "-o", f"out-{args[0]}")
        assert done.exit_code == 0, done.stderr
    made = [tmp_path / "out-solve" / "a.pdf", tmp_path / "out-vary" / "keys" / "01.pdf", tmp_path / "out-vary" / "blanks" / "01.pdf"]
    assert all(path.read_bytes().startswith(b"%PDF") for path in made)
