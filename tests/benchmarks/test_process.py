"""``symattn solve`` of a worksheet to LaTeX as a whole process, beside ``import sympy, jinja2``."""

import subprocess
import sys

import pytest

COMMANDS = {
    "symattn solve": [sys.executable, "-m", "symattn", "solve", "two-heads-by-hand", "--format", "tex", "-o", "-"],
    "import sympy, jinja2": [sys.executable, "-c", "import sympy, jinja2"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_process(benchmark, command):
    benchmark.group = "a whole process"
    benchmark.pedantic(subprocess.run, (command,), {"check": True, "stdout": subprocess.DEVNULL}, rounds=5, warmup_rounds=1)
