"""No pattern takes what is repeated in two ways: a line of forty numbers with its bracket missing would otherwise never be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from symattn.errors import SymattnError
from symattn.marking.answers.programs import rewritten
from symattn.sheet import loads


@pytest.mark.exhaustive
def test_every_pattern_gives_up_soon() -> None:
    done = subprocess.run([sys.executable, str(Path(__file__).with_name("patterned.py"))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout.splitlines()[-1:], done.stderr[-2000:])
    assert int(done.stdout.splitlines()[-1]) > 300


@pytest.mark.parametrize("text", ["[" + "2, " * 60 + "2", "row 1: " + "2, " * 60, "(" + "1,5; " * 60, "first row " + "2, " * 60])
def test_a_row_without_an_end_stands_as_it_was(text: str) -> None:
    assert rewritten(text) == text


@pytest.mark.parametrize(
    "text", [" ." * 60 + "!", '[[question]]\nsteps = ["A = X[[' + "1, " * 60 + '"]\ngiven = { X = [[1, 2]] }\n'], ids=["dots", "places"]
)
def test_a_sheet_with_a_row_that_does_not_end_is_refused(text: str) -> None:
    with pytest.raises(SymattnError, match=r"worksheet\.toml:\d:\d+:"):
        loads(text)
