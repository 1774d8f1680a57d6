"""Letters stand as a sheet has them: numbers and roots in front, one spelling of a term on a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.marking import check
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


@pytest.mark.parametrize(("line", "shown"), [
    ("a*cos(t) + b*cos(t)", "= (a + b) cos(t)"), ("a*cos(t) + 3*cos(t) + 2", "= 2 + (a + 3) cos(t)"), ("a*sin(t) - b*sin(t)", "= (a − b) sin(t)"),
    ("(a*b + b) * cos(m*t - n*t)", "(ab + b) cos(tm − tn)"), ("a*cos(t) + b*sin(t)", "p = a cos(t) + b sin(t) [1]"), ("-a*cos(t) - b*cos(t)", "= −(a + b) cos(t)"),
    ("(a*cos(m*t) - b*sin(m*t)) * (b*cos(n*t) - a*sin(n*t)) + (b*cos(m*t) + a*sin(m*t)) * (a*cos(n*t) + b*sin(n*t))", "= 2ab cos(tm − tn) + (a² − b²) sin(tm − tn)"),
    ("(a*cos(t) + b*cos(t)) / 2", "(a + b) cos(t)"), ("sqrt(2)*cos(t) + 3*cos(t)", "cos(t)"),
])  # fmt: skip
@pytest.mark.parametrize("form", ["text", "md"])
def test_letters_before_one_sine_or_cosine_stand_there_together(line: str, shown: str, form: str, tmp_path: Path) -> None:
    sheet = loads(f"[[question]]\nsteps = ['p = {line}']\nletters = {{ real = ['a', 'b', 't'], integer = ['m', 'n'] }}\n")
    key = page(sheet.solve(), form)
    assert form != "text" or shown in " ".join(key.split())
    (tmp_path / f"key.{'txt' if form == 'text' else form}").write_text(key, encoding="utf-8")
    (answer,) = check(sheet, tmp_path / f"key.{'txt' if form == 'text' else form}").answers
    assert [x.verdict for x in answer.questions[0].results] == ["correct"]


@pytest.mark.parametrize("q", [("a", "b"), ("x", "y")])
def test_a_score_of_turned_rows_has_one_cosine_and_one_sine_of_their_distance(q: tuple[str, str]) -> None:
    a, b = q
    steps = "['Q = rope(q, start=m)', 'K = rope(k, start=n)', 'S = Q @ K.T']"
    sheet = f"[[question]]\nsteps = {steps}\ngiven = {{ q = [['{a}', '{b}']], k = [['c', 'd']] }}\nletters = {{ real = ['{a}', '{b}', 'c', 'd'], integer = ['m', 'n'] }}\n"
    assert f"= ({a}c + {b}d) cos(m − n) + ({a}d − {b}c) sin(m − n)" in " ".join(page(loads(sheet).solve(), "text").split())
