"""Lines that are numbers: what has one entry stands without brackets, whether it is taken of all entries, made of numbers or a
product of a row and a column."""

from __future__ import annotations

import pytest

from symattn.course.delivery import Marked
from symattn.course.feedback import page as feedback
from symattn.marking import check
from symattn.marking.sheet import Ready
from symattn.page import page
from symattn.plan import Plan
from symattn.sheet import Sheet, loads

SHEET = """
title = "Numbers"
[[question]]
id = "q1"
steps = [
  "t = sum(S)", "m = max(S)", "u = t * m", "v = t ** 2", "w = t / m", "y = -t", "k = y * y", "r = sqrt(t) / 2", "l = sum(S) / 3",
  "A = S * t", "C = S - y", "D = S @ S.T", "E = sum(S, axis=1)", "F = D * S", "G = D @ D", "n = numbers(S)",
]
[question.given]
S = [[1, 2]]
"""
LINES = {
    "t": "t = ∑ᵢ Sᵢ = 1 + 2 = 3",
    "u": "u = t·m = 3·2 = 6",
    "v": "v = t² = 3² = 9",
    "y": "y = −t = −3",
    "k": "k = y·y = (−3)·(−3) = 9",
    "D": "D = SSᵀ = 1·1 + 2·2 = 5",
    "A": "A = S·t = [1  2]·3 = [3  6]",
    "C": "C = S − y = [1  2] − (−3) = [4  5]",
    "E": "E = ∑ᵢ Sᵢ = 1 + 2 = 3",
    "F": "F = D·S = 5·[1  2] = [5  10]",
    "G": "G = DD = 5·5 = 25",
    "n": "n = numbers(S) = 2",
}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return loads(SHEET)


@pytest.fixture(scope="module")
def key(sheet: Sheet) -> list[str]:
    return [line.split("     [")[0].strip() for line in page(sheet, "text").split("\n")]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_numbers_stand_without_brackets_and_matrices_in_them(key: list[str], line: str) -> None:
    assert line in key


def test_which_lines_are_numbers(sheet: Sheet) -> None:
    assert sheet.questions[0].plan.numbers == set("tmuvwykrln")
    assert Plan.read(["a = argmax(S)", "r = argmax(S, axis=1)", "c = q + a"]).numbers == {"a"}


def test_a_student_reads_numbers_without_brackets_too(sheet: Sheet) -> None:
    answers = {"q1": {"t": "3", "v": "[8]", "D": "[[4]]"}}
    told = feedback([Marked(Ready(sheet), check(sheet, answers).answers[0])], "text")
    assert "8 ✗" in told
    assert "[8 ✗]" not in told
    assert "v = t² = 9" in told.replace("3² = ", "")
    assert "[4 ✗]" in told
    assert "This value is wrong." in told
    assert "Wrong: row 1, column 1" not in told


@pytest.mark.parametrize(("line", "shown"), [
    ("B = alibi(zeros(2, 2), 2)", "B = ALiBi(2) = "), ("W = window_mask(zeros(2, 2), 1)", "W = window(1) = "), ("M = causal_mask(zeros(2, 2))", "M = mask = "),
    ("l = log10(c)", "l = log₁₀(c) = log₁₀(1000) = 3"), ("q = round(c / 7, 0)", " = 143 "), ("R = x / sqrt(1)", "R = ── = [3 5] "),
    ("D = sum(x * log2(x / 2))", "= 3·log₂(3/2) + 5·log₂(5/2)"), ("o = onehot(2, 3) + 0 * y", "= [0 0 1] + 0·[1 1 1] = "),
])  # fmt: skip
def test_what_says_nothing_is_left_out_and_terms_stand_on_one_line(line: str, shown: str) -> None:
    text = page(loads(f'[[question]]\nsteps = ["{line}"]\ngiven = {{ x = [[3, 5]], y = [[1, 1, 1]], c = 1000 }}'), "text")
    assert shown in " ".join(text.split())


@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
@pytest.mark.parametrize(("places", "shown"), [(3, "[0.0025 −0.0011]"), (4, "[0.0025 −0.0011]"), (5, "[0.00250 −0.00112]")])
def test_a_small_matrix_keeps_two_digits_of_its_largest_entry(policy: str, places: int, shown: str) -> None:
    """A gradient of 2.5·10⁻³ on a sheet of three decimals; weights beside it keep to the digits of the sheet."""
    lines = '["p = softmax(z)", "g = u * sqrt(5) / 1000"]\ngiven = { z = [[0, 8]], u = [["1.118", "-0.503"]] }'
    text = " ".join(page(loads(f'working = "{policy}"\ndecimals = {places}\n[[question]]\nsteps = {lines}'), "text").split())
    assert f"≈ {shown}" in text, text
    assert places > 3 or "[0.000 1.000]" in text or policy == "exact", text


@pytest.mark.parametrize("working", ["letters", "exact"])
@pytest.mark.parametrize(
    ("entries", "asked"),
    [
        ("'3/2', '2/3'", "e^(3/2) e^(2/3)"),
        ("'3/2', '1/4'", "e^1.5 e^0.25"),
        ("'1/4', 3", "e^0.25 e³"),
        ("'-1/2', '7/6'", "e^(−1/2) e^(7/6)"),
    ],
)
def test_a_matrix_has_fractions_or_decimals_in_exponents_and_not_both(working: str, entries: str, asked: str) -> None:
    text = page(loads(f"working = '{working}'\n[[question]]\nsteps = ['B = exp(X)']\ngiven.X = [[{entries}]]\n").solve(), "text")
    asked = asked if working == "letters" else asked.replace("1.5", "(3/2)").replace("0.25", "(1/4)")
    assert f"[{asked}]" in " ".join(text.split())


def test_a_decimal_that_the_sheet_gives_stays_one_beside_a_root() -> None:
    text = page(loads("[[question]]\nsteps = ['B = X + X']\ngiven.X = [['1/3', 0.5, 'sqrt(2)']]\n").solve(), "text")
    assert "X = [1/3 0.5 √2]" in " ".join(text.split())


def test_a_long_decimal_in_an_exponent_stays_one_beside_a_fraction() -> None:
    text = page(loads("working = 'letters'\n[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = [['1e-6', 5, 5], [5, 5, 5]]\n").solve(), "text")
    assert "e^(−4.999999)   1" in text
    assert "4999999/" not in text
