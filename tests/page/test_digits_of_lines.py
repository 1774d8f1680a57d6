"""A line that is shown with digits of its own has them wherever the page speaks of its numbers; what leads to it has no fewer than the
sheet."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from symattn.page import notebook, page
from symattn.sheet import loads

SCORES = [[["1.92", "1.6", "0.56"]], [[2, 1, 0], [1, 0, 0]], [[0, "sqrt(2)", 1], [2, 1, "0.3"], [1, 0, 1]]]
NUMBER = r"\d+(?:\.\d+)?"


def sheet(scores: list, digits: int, decimals: int, style: str, axis: int, working: str) -> str:
    given = str(scores).replace("'", '"')
    show = "{ " + (f'as = "{style}", ' if style else "") + f"digits = {digits} }}"
    return f"""working = "{working}"
decimals = {decimals}
[[question]]
steps = ["P = softmax(L, axis={axis})"]
given = {{ L = {given} }}
show = {{ P = {show} }}
"""


def printed(text: str) -> list[list[str]]:
    """The numbers of the last matrix on a page, row by row."""
    block = [b for b in text.split("\n\n") if "≈" in b and re.search(r"[\[⎡]", b)][-1]
    rows = re.findall(r"[\[⎡⎢⎣]([^\[⎡⎢⎣]*)[\]⎤⎥⎦](?: +\[1\])?$", block, re.M)
    return [re.findall(NUMBER, r) for r in rows]


@pytest.mark.sliced(12)
@pytest.mark.parametrize("working", ["exact", "decimals"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("style", ["", "decimal", "percent"])
@pytest.mark.parametrize("decimals", [2, 4])
@pytest.mark.parametrize("digits", [1, 2, 5])
@pytest.mark.parametrize("scores", SCORES, ids=["one", "two", "three"])
def test_what_is_said_of_weights_is_said_of_those_that_are_printed(scores, digits, decimals, style, axis, working):
    if axis == 0 and len(scores) == 1:
        return
    text = page(loads(sheet(scores, digits, decimals, style, axis, working)), "text", detail="full")
    of = re.sub(r"\n +(?=\w)", " ", text)
    rows = printed(text)
    assert [len(r) for r in rows] == [len(scores[0])] * len(scores), text
    weights = [[Fraction(x) / (100 if style == "percent" else 1) for x in r] for r in rows]
    ways = list(zip(*weights, strict=True)) if axis == 0 else weights
    short = [k for k, r in enumerate(ways, 1) if sum(r) != 1]
    told = re.search(r"The rounded weights in (?:row|column)s? ([\d, and]+) of +P +add up to +([^;]*);(.*)", of)
    assert bool(told) == bool(short), text
    if told:
        first = [int(x) for x in re.findall(r"\d+", told[1])]
        assert {sum(ways[k - 1]) for k in first} == {Fraction(told[2].strip())}
    if five := re.search(r"weights[^\n]*≈[^(\n]*\(([^)]*)\)", of):
        numbered = re.search(r"(?:Row|Column) (\d)", of)
        assert (numbered is None) == (len(ways) == 1), text  # the only one has no number
        k = int(numbered[1]) if numbered else 1
        assert [Fraction(x) / (100 if "%" in five[1] else 1) for x in re.findall(NUMBER, five[1])] == list(ways[k - 1])


@pytest.mark.parametrize("digits", [1, 2, 6])
@pytest.mark.parametrize("op", ["layer_norm(L)", "rms_norm(L)"])
def test_the_way_to_a_line_has_no_fewer_digits_than_the_sheet(op, digits):
    text = page(loads(f"""working = "decimals"
decimals = 3
[[question]]
steps = ["N = {op}"]
given = {{ L = [[2, 1, 0.5], [1, 0, 0]] }}
show = {{ N = {{ digits = {digits} }} }}"""), "text")
    (way,) = re.findall(r"(?:variances|mean squares?) ≈ .*?\.(\d+)", text)
    assert len(way) == max(3, digits), text


def test_a_program_prints_weights_with_the_digits_of_the_line():
    text = notebook.page(loads(sheet(SCORES[1], 2, 4, "", 1, "exact")).solve(), True)
    assert "np.round(P, 2)" in text
