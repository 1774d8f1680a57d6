"""Pages that cut their decimals: more digits than are asked are cut too, where a line needs them or a number near 0 does."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from symattn.exact.ball import Cut
from symattn.exact.decimals import decimal
from symattn.exact.functions import exp
from symattn.exact.number import Number
from symattn.notation.values import rounded
from symattn.page import page
from symattn.page.digits import adding_up
from symattn.sheet import loads
from symattn.sheet.working import shown_places

ROW = """decimals = {}
working = '{}'
{}
[[question]]
steps = ["S = q @ k.T", "A = softmax(S)"]
given = {{ q = [["-0.6"], ["0.3"]], k = [["0.7"], ["-0.45"]] }}
"""


@pytest.mark.parametrize("working", ["decimals", "carried"])
@pytest.mark.parametrize("places", [1, 2])
def test_a_row_in_full_is_cut(places: int, working: str) -> None:
    """The exponential of −0.69 is 0.5015…, its sum with 1 is 1.5015…, and the weights are 0.3340… and 0.6659…"""
    text = page(loads(ROW.format(places, working, "marking = { rounding = 'truncate' }")).solve(), "text", detail="full")
    lines = dict(re.findall(r"^ *(scores|minus largest|exponentials|their sum|weights) [=≈] (.*)$", text, re.MULTILINE))
    first = Number.of(Fraction(-69, 100))
    right = {"minus largest": first, "exponentials": exp(first), "their sum": 1 + exp(first), "weights": exp(first) / (1 + exp(first))}
    for name, value in right.items():
        shown = re.findall(r"−?\d+(?:\.\d+)?", lines[name])[0].replace("−", "-")
        assert shown == decimal(value, Cut(len(shown.partition(".")[2]))), name


def test_digits_beyond_those_asked_are_cut() -> None:
    assert rounded(Number.of(Fraction(11, 30000)), Cut(2)).text == "0.0003"
    assert rounded(Number.of(Fraction(11, 30000)), 2).text == "0.0004"
    third = Number.of(Fraction(1, 3))
    assert isinstance(adding_up(Cut(1), [third, third]), Cut)
    assert type(adding_up(1, [third, third])) is int
    assert isinstance(shown_places(third / 1000, Cut(2)), Cut)
