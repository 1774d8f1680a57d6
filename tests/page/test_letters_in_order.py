"""Letters stand as a sheet has them: numbers and roots in front, one spelling of a term on a page."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

KERNEL = """[[question]]
steps = ["s = ({a}_1*{b}_1 + {a}_2*{b}_2) ** 2", "f = [[{a}_1**2], [sqrt(2)*{a}_1*{a}_2], [{a}_2**2]]", "g = [[{b}_1**2], [sqrt(2)*{b}_1*{b}_2], [{b}_2**2]]", "t = f.T @ g"]
letters = {{ real = ["{a}_1", "{a}_2", "{b}_1", "{b}_2"] }}
"""


@pytest.mark.parametrize("form", ["text", "md"])
@pytest.mark.parametrize(("a", "b"), [("q", "k"), ("k", "q"), ("x", "y"), ("z", "a")])
def test_an_expansion_stands_in_the_order_of_the_sheets_letters(a: str, b: str, form: str) -> None:
    found = page(loads(KERNEL.format(a=a, b=b)).solve(), form)
    text = " ".join(found.split())
    if form == "text":
        assert text.count(f"{a}₁²{b}₁² + 2{a}₁{a}₂{b}₁{b}₂ + {a}₂²{b}₂²") == 2
        assert f"√2{a}₁{a}₂" in text
        assert not re.search(f"√2·|{a}₁{a}₂√2|{b}₁{b}₂√2", text)
    else:
        flat = re.sub(r"[{} ]", "", found)
        assert flat.count(f"{a}_1^2{b}_1^2+2{a}_1{a}_2{b}_1{b}_2+{a}_2^2{b}_2^2") == 2
        assert rf"\sqrt2{a}_1{a}_2" in flat
        assert r"\sqrt2\cdot" not in flat


@pytest.mark.parametrize(("letters", "shown"), [(["x", "y"], "x² + 2xy + y²"), (["y", "x"], "y² + 2yx + x²")])
def test_squares_stand_in_order_too(letters: list[str], shown: str) -> None:
    sheet = f"[[question]]\nsteps = ['p = (x + y) ** 2']\nletters = {{ real = {letters} }}"
    assert shown in " ".join(page(loads(sheet).solve(), "text").split())
