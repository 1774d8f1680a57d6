"""Numerals: powers of ten are written as one, decimals stand where they end, with as many digits as a link needs."""

from __future__ import annotations

import re

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads


@pytest.mark.parametrize("numeral", ["180e3", "2e-3", "1.5e6", "1e9"])
@pytest.mark.parametrize("line", ["N * a", "a / N", "a ** 2 * N", "N ** 2 + a"])
def test_a_power_of_ten_in_a_formula_is_written_as_one(numeral: str, line: str) -> None:
    text = page(loads(f'[[question]]\nsteps = ["h = {line.replace("N", numeral)}"]\ngiven = {{ a = 14.8 }}').solve(), "text")
    digits, _, power = numeral.partition("e")
    raised = "10" + power.translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    assert numeral not in text
    assert (raised if digits == "1" else f"{digits}·{raised}") in text


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("de", ","), ("fr", ",")])
@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
def test_a_figure_has_the_decimals_of_the_language_and_of_the_way_of_working(language: str, mark: str, policy: str) -> None:
    head = f'language = "{language}"\nworking = "{policy}"\ndecimals = 3\n[[question]]\nsteps = ["A = softmax(X)"]\n'
    html = page(loads(head + 'figures = [{ name = "heat-map", line = "A" }]\ngiven.X = [[0, 1], [2, 0]]').solve(), "html")
    (drawing,) = re.findall(r"<svg.*?</svg>", html, re.S)
    texts = re.findall(r"<text[^>]*>([^<]*)<", drawing)
    assert f"0{mark}269" in texts, texts
    assert any("1 + " in text or "1+" in text for text in texts) <= (policy == "exact"), texts  # exact forms on exact pages alone


@pytest.mark.sliced(6)
@pytest.mark.parametrize("policy", ["exact", "letters", "decimals", "carried"])
@pytest.mark.parametrize(("style", "digits"), [("engineering", 3), ("engineering", 4), *(("scientific", k) for k in (1, 2, 3, 4))])
def test_a_rounded_number_without_a_point_is_put_in_with_more_digits(policy: str, style: str, digits: int) -> None:
    show = f'show = {{ N = {{ as = "{style}", digits = {digits} }}, C = {{ as = "scientific", digits = 3, unit = "FLOP" }} }}'
    lines = 'steps = ["N = 12*L*d**2", "C = 6*N*D"]\ngiven = { L = 96, d = 12288, D = "300e9" }'
    text = page(loads(f'working = "{policy}"\n[[question]]\n{lines}\n{show}'), "text")  # a false link is refused
    assert "3.13·10²³ FLOP" in text or policy == "carried"


@pytest.mark.parametrize(("line", "shown"), [("c / (2*d)", "= 2.25"), ("c / 4096", "= 0.140625"), ("c / 7", "= 576/7"), ("d / 3", "= 128/3")])
def test_a_sum_of_numbers_alone_has_its_decimals_where_they_end(line: str, shown: str) -> None:
    given = ", ".join(f"{x} = {v}" for x, v in (("c", 576), ("d", 128)) if x in line)
    text = " ".join(page(loads(f'[[question]]\nsteps = ["g = {line}"]\ngiven = {{ {given} }}'), "text").split())
    assert shown in text


@pytest.mark.parametrize(("policy", "shown"), [("exact", "[1/2 1/8 0.25]"), ("decimals", "[1/2 1/8 0.25]")])
def test_fractions_and_small_powers_of_ten_stand_as_they_are_given(policy: str, shown: str) -> None:
    sheet = f'working = "{policy}"\n[[question]]\nsteps = ["q = 2 * p", "r = 2 * t"]\n'
    text = page(loads(sheet + 'given = { p = [["1/2", "1/8", "0.25"]], t = [["4.75e-06", "-3e-5"]] }'), "text")
    assert f"p = {shown}" in " ".join(text.split())
    assert "t = [4.75·10⁻⁶ −3·10⁻⁵]" in " ".join(text.split())


NAMED_E = {  # of a given e = 1.5: the basis of exponentials stands as exp beside it
    "exp(e)": "m = exp(e) = exp(1.5) ≈ 4.4817 ",
    "e * exp(-2)": "m = e·exp(−2) = 1.5·exp(−2) ≈ 0.2030 ",
    "softmax(e * [[1, 2]])": "ε₁ = ──────────── ≈ 0.1824 1 + exp(1.5) m = ",
    "sigmoid(e)": "m = σ(e) = σ(1.5) ≈ 0.8176 ",
    "log(1 + exp(e))": "m = log(1 + exp(e)) = log(1 + exp(1.5)) ",
}


@pytest.mark.parametrize("line", NAMED_E)
def test_beside_a_name_e_exponentials_have_a_word(line: str) -> None:
    solved = loads(f"[[question]]\nsteps = ['m = {line}']\ngiven.e = '1.5'").solve()
    shown = " ".join(page(solved, "text").split()).replace("\u2009", "")
    assert NAMED_E[line] in shown
    assert evaluated(solved).passed.total() == 0


def test_a_batch_that_is_rounded_has_its_numbers_with_the_digits_that_bring_out_its_result() -> None:
    source = 'working = "decimals"\ndecimals = 3\n[[question]]\nsteps = ["A = softmax(mask(X @ swap(X, 1, 2) / sqrt(2), m))", "Y = A @ X"]\n'
    given = "given = { X = [[[1, 0], [0, 1], [1, 1]], [[2, 0], [0, 1], [0, 0]]], m = [[[1, 1, 1]], [[1, 1, 0]]] }"
    shown = " ".join(page(loads(source + given), "text").split())
    assert "Y⁽¹⁾ ≈ ⎢0.1978 0.4011 0.4011⎥⎢0 1⎥ ≈ ⎢0.599 0.802⎥" in shown
    assert "Y⁽²⁾ ≈ ⎢0.3302 0.6698 0⎥⎢0 1⎥ ≈ " in shown
    assert "as many digits as the last one printed needs" in shown
