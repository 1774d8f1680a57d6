"""What of SymPy and of Python's own modules is left out of a practice site is never asked for there."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIMITS = """
import sys
from importlib.machinery import PathFinder
from pathlib import PurePath
from symattn.errors import SymattnError
from symattn.exact import growth
from symattn.files import bank, find
from symattn.practice.site import ELSEWHERE, NO_LIMITS
from symattn.sheet import load

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        room = name.partition(".")[0]
        if room in ELSEWHERE:
            raise ModuleNotFoundError(name)
        if room == "sympy" and NO_LIMITS & set(PurePath(PathFinder.find_spec(name, path).origin).parts):
            raise ModuleNotFoundError(name)

def refused(*_):
    raise SymattnError("left to SymPy")

growth.told = refused
sys.meta_path.insert(0, LeftOut())
for sheet in find("temperature"), *(path for name, path in bank().items() if name.endswith(("sampling", "complexity"))):
    for answer in load(sheet).solve().answers:
        names = [line.name for line in answer.question.plan.lines if any(call.op == "limit" for call in line.calls)]
        print(*(f"{name} = {answer.exact[name]}" for name in names), sep="; ")
"""


@pytest.mark.exhaustive
def test_limits_are_found_by_what_of_sympy_goes_to_the_browser() -> None:
    done = subprocess.run([sys.executable, "-c", LIMITS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "C = Matrix([[1, 0, 0]]); D = Matrix([[1/3, 1/3, 1/3]])" in done.stdout
    assert done.stdout.count(" = ") >= 6
