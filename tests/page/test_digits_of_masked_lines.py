"""A line with blocked scores is shown with the digits that are asked of it, in every policy, and marked so."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from symattn.marking import check
from symattn.page import page
from symattn.sheet import loads
from symattn.sheet.json import to_json
from symattn.sheet.lint import findings

SHEET = """decimals = {decimals}
{working}
[[question]]
steps = ["N = {mask}", "A = softmax(N)"]
given = {{ S = [["1/3", "1/6", 2], [2, "1/7", 1], ["5/9", 3, "100/3"]], M = [[1, 0, 0], [1, 1, 0], [1, 1, 1]] }}
[question.show]
N = {{ {asked} }}
"""
VALUES = [[Fraction(1, 3)], [Fraction(2), Fraction(1, 7)], [Fraction(5, 9), Fraction(3), Fraction(100, 3)]]
WORKING = ["", 'working = "decimals"', 'working = "carried"', 'working = "letters"']


def sheet(mask: str, working: str, decimals: int, asked: str) -> str:
    text = SHEET.format(mask=mask, working=working, decimals=decimals, asked=asked)
    return text if "M" in mask else re.sub(r", M = .*\]\]", "", text)


def rounded(x: Fraction, digits: int) -> str:
    if x * 10**digits % 1 == 0:
        return f"{float(x):.{digits}f}".rstrip("0").rstrip(".") if digits else str(x)
    return f"{float(x):.{digits}f}"


@pytest.mark.sliced(3)
@pytest.mark.parametrize("working", WORKING)
@pytest.mark.parametrize("mask", ["causal_mask(S)", "mask(S, M)"])
@pytest.mark.parametrize("digits", [1, 2, 3, 5])
@pytest.mark.parametrize("decimals", [0, 2, 4])
def test_a_masked_line_has_its_own_digits(decimals: int, digits: int, mask: str, working: str, tmp_path: Path) -> None:
    text = sheet(mask, working, decimals, f"digits = {digits}")
    assert not findings(loads(text))
    made = page(loads(text).solve(), "md")
    line = re.split(r"\n *(?:& )?N(?: &)? *(?:=|\\approx)", made)[1].split("$$")[0]
    result = re.sub(r"[\s{}]|\\phantom{[^}]*}|\\boxed|\\left|\\right", "", re.split(r"\\approx|=", line)[-1])
    for x in (x for row in VALUES for x in row):
        assert re.search(rf"(?<![\d.]){re.escape(rounded(x, digits))}(?!\d)", result), (result, rounded(x, digits))
    assert result.count("infty") == 3
    (tmp_path / "key.md").write_text(made, encoding="utf-8")
    found = check(loads(text), tmp_path / "key.md").answers[0].questions[0].results
    assert next(line.verdict for line in found if line.name == "N") == "correct"


@pytest.mark.parametrize("working", WORKING)
@pytest.mark.parametrize(("asked", "shown"), [("digits = 2", "0.33"), ("as = 'percent', digits = 1", "33.3 %"), ("as = 'scientific', digits = 2", "3.3e-1")])
def test_the_json_shows_what_is_blocked_as_that(asked: str, shown: str, working: str) -> None:
    text = sheet("causal_mask(S)", working, 4, asked)
    made = json.loads(to_json(loads(text).solve(), 4))
    step = next(step for step in made["questions"][0]["steps"] if step["name"] == "N")
    assert step["shown"][0] == [shown, "-inf", "-inf"]
