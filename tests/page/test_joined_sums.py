"""Where sums are joined in a line their numbers are put in."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads


@pytest.mark.parametrize("h", ["-0.7", "-2.5"])
@pytest.mark.parametrize("line", ["concat(h + a, i + b)", "concat(h + a, b)", "concat(a, i + b)"])
def test_sums_that_are_joined_have_their_numbers(line: str, h: str) -> None:
    given = f"h = {h}, i = -0.9, a = [[-1.0, -2.2]], b = [[-0.7, -0.9]]"
    text = " ".join(page(loads(f"[[question]]\nsteps = ['s = {line}']\ngiven = {{ {given} }}"), "text").split()).replace("−", "-")
    if "h" in line:
        assert f"{h} + [-1.0 -2.2]" in text
    if "i + b" in line:
        assert "-0.9 + [-0.7 -0.9]" in text
