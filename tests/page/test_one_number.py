"""What is said of one number, one row or one score is said of one; what is said of two scores, where there are two."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads


def text(sheet: str) -> str:
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text"))


@pytest.mark.parametrize(("line", "shown"), [
    ("sum(c * c, axis=1)", "y = sum(c·c)"), ("mean(c * c, axis=0)", "y = mean(c·c)"), ("c - max(c, axis=1)", "y = c − max(c)"),
    ("softmax(c, axis=0)", "y = softmax(c)"),
])
def test_a_function_of_one_number_does_not_say_along_what_it_runs(line: str, shown: str) -> None:
    found = text(f"[[question]]\nsteps = ['y = {line}']\ngiven.c = [['1.5']]")
    assert shown in found
    assert "_rows" not in found
    assert "_columns" not in found


def test_the_way_back_through_one_weight_names_no_rows() -> None:
    sheet = "[[question]]\nsteps = ['a = softmax(s)', 'h = a @ V']\ngiven = { s = [['5/3']], V = [[2, 1]], dh = [[1, 1]] }\n"
    found = text(sheet + "gradient = { of = 'h', wrt = ['s'] }")
    assert "ds = a·(da − sum(da·a)) = 1·(3 − sum(3·1)) = 0" in found
