"""Real sessions: a Jupyter kernel, IPython in a terminal, plain Python; each bounded in time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from symattn.files import folder

nbformat = pytest.importorskip("nbformat")
SECONDS = 120


def run(book: Any) -> None:
    """Run a notebook in a kernel of its own."""
    pytest.importorskip("nbclient").NotebookClient(book, timeout=SECONDS, kernel_name="python3").execute()


def executed(*cells: str) -> list[Any]:
    """The outputs of cells run in a kernel of their own."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    run(book)
    return [cell.outputs for cell in book.cells]


def shown(outputs: Any) -> dict[str, str]:
    return {kind: text for out in outputs for kind, text in out.get("data", {}).items()}


START = "import symattn as sa\nE = [[1, 0], [0, 1]]\nd = sa.attention([[1, 2], [3, 4]], E, E, E)"


@pytest.fixture(scope="module")
def cells():
    return executed(
        START, "d", "from sympy import init_printing\ninit_printing()", "[d]", "d['A']", "d.why('A', 0, 1)",
        "%load_ext symattn", "X = [[1, 2]]\nc = '1/2'", "%%attention found\n# scores\nS = X @ X.T * c", "found",
        "sa.worksheet('two-heads-by-hand').solve()['q1']", "repr(d)", "d.slip('L', 'unscaled')",
    )  # fmt: skip


@pytest.mark.exhaustive
def test_jupyter_shows_latex(cells):
    data = shown(cells[1])
    assert data["text/latex"].startswith(r"$\displaystyle \left[\begin{matrix}")
    assert "H = Matrix" in data["text/plain"]


@pytest.mark.exhaustive
def test_jupyter_shows_latex_in_lists_too(cells):
    data = shown(cells[3])
    assert r"\begin{matrix}" in data["text/latex"]
    assert "⎡" in data["text/plain"]


@pytest.mark.exhaustive
def test_a_line_is_shown_as_sympy_shows_a_matrix(cells):
    assert r"\begin{matrix}" in shown(cells[4])["text/latex"]


@pytest.mark.exhaustive
def test_an_explanation_is_shown_as_mathematics(cells):
    assert r"\begin{aligned}" in shown(cells[5])["text/latex"]
    assert "over the sum of that for row 0 of L" in shown(cells[5])["text/plain"]


@pytest.mark.exhaustive
def test_the_attention_cell_takes_lines_and_the_notebooks_variables(cells):
    assert r"\frac{5}{2}" in shown(cells[8])["text/latex"]
    assert shown(cells[9])["text/latex"] == shown(cells[8])["text/latex"]


@pytest.mark.exhaustive
def test_a_question_of_a_worksheet_shows_itself(cells):
    assert r"\begin{matrix}" in shown(cells[10])["text/latex"]


@pytest.mark.exhaustive
def test_a_slip_is_shown_in_two_columns(cells):
    assert "right" in shown(cells[12])["text/plain"]


@pytest.mark.exhaustive
def test_the_guide_runs_from_top_to_bottom():
    path = folder("worksheets") / "guide.ipynb"
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    run(book)
    text = "".join(str(cell.get("outputs", "")) for cell in book.cells)
    assert "is a binary float" in text
    assert "they differ by" in text
    silent = [c.source for c in book.cells if c.cell_type == "code" and not c.outputs]
    assert [source.splitlines()[-1] for source in silent] == ["init_printing()", "%load_ext symattn"]


def test_the_guide_is_no_worksheet():
    done = subprocess.run([sys.executable, "-m", "symattn", "list"], capture_output=True, text=True, timeout=SECONDS, check=True)
    assert "guide" not in done.stdout


LINES = 'd = attention(X, W_Q, W_K, W_V)\nd["S"]\n[d]\nd.decimals("A", 3)\nequal("1/2", "0.5").decision\n'


@pytest.mark.exhaustive
def test_plain_python_console():
    done = subprocess.run(
        [sys.executable, "-m", "symattn", "console", "--plain"], input=LINES, capture_output=True, text=True,
        timeout=SECONDS, check=True, env=environment(),
    )  # fmt: skip
    assert 'd.why("A", 0, 1)' in done.stdout + done.stderr
    assert "0.014, 0.986" in done.stdout.replace("'", "")
    assert "⎣11  25⎦" in done.stdout
    assert "⎡⎡" in done.stdout
    assert "equal" in done.stdout


def environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}


@pytest.mark.exhaustive
def test_ipython_in_a_terminal(tmp_path: Path):
    pexpect = pytest.importorskip("pexpect")
    pytest.importorskip("IPython")
    env = {**environment(), "IPYTHONDIR": str(tmp_path), "TERM": "dumb"}
    child = pexpect.spawn(
        sys.executable, ["-m", "symattn", "console"], env=env, timeout=SECONDS, encoding="utf-8", dimensions=(50, 160)
    )
    try:
        child.expect_exact('d.why("A", 0, 1)')
        child.expect(r"In \[")
        child.sendline("attention(X, W_Q, W_K, W_V, mask='causal')['A']")
        child.expect(r"Out\[")
        child.expect(r"In \[")
        assert re.search(r"⎡.*1.*0.*⎤", child.before, re.S)
        child.sendline("attention([[0.5, 1]], W_Q, W_K, W_V)")
        child.expect_exact("is a binary float")
        child.sendline("exit")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)


def test_a_refusal_in_a_notebook_is_two_lines(capsys):
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    shell.run_cell("import symattn as sa\nd = sa.derive(['S = X @ X'], X=[[2]])")
    shell.run_cell("y = 1\nd['T']")
    assert capsys.readouterr().out.splitlines() == ["Unknown: there is no line 'T'; the lines are S", "    in line 2: d['T']"]
