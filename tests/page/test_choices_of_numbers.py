"""A number that is chosen by conditions: the conditions as the sheet has them, and then the one that is chosen."""

from __future__ import annotations

import operator

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads

SCHEDULE = "where(t < w, t / w, where(t < T, 1 - (t - w) / (T - w), 0)) * m"
CASES = {  # a line, what is given, and what stands for the numbers put in and the result
    "rising": (SCHEDULE, "t = 500, w = 1000, T = 10000, m = 2", "m = ────·2 = 1 "),
    "where the rise ends": (SCHEDULE, "t = 1000, w = 1000, T = 10000, m = 2", "m = ⎜1 − ────────────⎟·2 = 2 "),
    "falling": (SCHEDULE, "t = 4000, w = 1000, T = 10000, m = 3", "m = ⎜1 − ────────────⎟·3 = 2 "),
    "at the end": (SCHEDULE, "t = 12000, w = 1000, T = 10000, m = 3", " = 0·3 = 0 "),
    "a clipped ratio above": ("where(r > 1 + c, 1 + c, where(r < 1 - c, 1 - c, r)) * A", "r = 1.5, c = 0.2, A = -2", "(1 + 0.2)·(−2) = −2.4 "),
    "a clipped ratio below": ("where(r > 1 + c, 1 + c, where(r < 1 - c, 1 - c, r)) * A", "r = 0.5, c = 0.2, A = 2", "(1 − 0.2)·2 = 1.6 "),
    "one between": ("where(r > 1 + c, 1 + c, where(r < 1 - c, 1 - c, r)) * A", "r = 1.125, c = 0.2, A = 2", " 1.125·2 = 2.25 "),
    "what is alone": ("where(r >= 0, 1, -1)", "r = -3", "r < 0 "),
    "equal": ("where(a == b, a ** 2, b / 3)", "a = 4, b = 4", " = 4² = 16 "),
    "unequal": ("where(a == b, a ** 2, b / 3)", "a = 4, b = 5", "⎨b = 5/3 "),
}  # fmt: skip


@pytest.mark.parametrize("policy", ["exact", "letters", "decimals"])
@pytest.mark.parametrize("case", CASES)
def test_the_number_that_is_chosen_stands_behind_the_cases(case: str, policy: str) -> None:
    line, given, shown = CASES[case]
    solved = loads(f'working = "{policy}"\n[[question]]\nsteps = ["y = {line}"]\ngiven = {{ {given} }}').solve()
    text = " ".join(page(solved, "text").split()).replace("\u2009", "") + " "
    assert shown in text or policy != "exact"
    assert "where" not in text
    assert evaluated(solved).passed.total() == 0


HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq}
TOLD = dict(zip(HOLDS, "<≤>≥=", strict=True))


@pytest.mark.parametrize("sign", HOLDS)
@pytest.mark.parametrize(("a", "b"), [(3, 5), (5, 3), (4, 4)])
def test_two_numbers_are_compared_as_they_are_written(a: int, b: int, sign: str) -> None:
    solved = loads(f'[[question]]\nsteps = ["y = where(a + 1 {sign} b + 1, a, -b)"]\ngiven = {{ a = {a}, b = {b} }}').solve()
    assert f"a + 1 {TOLD[sign]} b + 1" in page(solved, "text")
    assert solved["q1"]["y"].decimals(0) == ((str(a if HOLDS[sign](a, b) else -b),),)
    assert evaluated(solved).passed.total() == 0
