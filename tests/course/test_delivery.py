"""One way from a sheet to any result: programs and notebooks beside pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from symattn.course.delivery import PROGRAMS, page_text
from symattn.resources import folder
from symattn.sheet import load

SHEETS = sorted(folder("worksheets").glob("*.toml"))
WANTED = {"key": True, "detail": "standard", "decimals": None}


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_sheet_is_a_program_that_python_reads(path: Path) -> None:
    for name in PROGRAMS:
        if name == "sympy" and path.stem in ("seven-steps", "heads-in-batches", "batched-shapes"):
            continue  # SymPy has matrices only
        compile(page_text(load(path), name, **WANTED), f"{path.stem}.py", "exec")


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "symattn", *args], capture_output=True, text=True, check=False)


def test_the_command_line_writes_programs() -> None:
    done = run("solve", "two-heads-by-hand", "--code", "numpy")
    assert done.returncode == 0
    assert done.stdout.startswith("import numpy as np\n")
    assert "A_1 = softmax(L_1)" in done.stdout


def test_the_command_line_writes_notebooks(tmp_path: Path) -> None:
    target = tmp_path / "key.ipynb"
    assert run("solve", "two-heads-by-hand", "-o", str(target)).returncode == 0
    assert json.loads(target.read_text(encoding="utf-8"))["nbformat"] == 4
    done = run("blank", "two-heads-by-hand", "--format", "ipynb")
    assert json.loads(done.stdout)["cells"][1]["source"] == ["import numpy as np"]


def test_batches_are_no_sympy_program() -> None:
    done = run("solve", "heads-in-batches", "--code", "sympy")
    assert done.returncode != 0
    assert "write --code numpy" in done.stderr
    assert "Traceback" not in done.stderr
