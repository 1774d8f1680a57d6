"""Fractions on a page: none in a fraction or an exponent, and no matrix over a column."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

GIVEN = "given = { h = 128, k = 96, r = 512, p = 64, W = 30, n = 5, s = 11 }"

LETTERS = {  # lines, and the result of the last one in letters
    "a sum of fractions, halved": (["l = r/k + p/k", "g = l/2"], r"\frac{p+r}{2k}"),
    "a quotient by a sum of fractions": (["v = k*h/W + n*s/W", "f = n/v"], r"\frac{Wn}{hk+ns}"),
    "fractions over a sum": (["x = 1 + k/h", "y = r/(h*h)", "z = (y + y*k)/x"], r"\frac{kr+r}{h(h+k)}"),
    "several letters below": (["z = 1/h + 1/k", "w = z/3"], r"\frac{h+k}{3hk}"),
    "a square below": (["z = 1/h**2 + 1/h", "w = z/(1 + n)"], r"\frac{1+h}{h^{2}(1+n)}"),
    "a sum stays a sum": (["x = n + s/h"], ""),
}


@pytest.mark.parametrize("case", LETTERS)
def test_a_result_in_letters_has_one_bar(case):
    steps, result = LETTERS[case]
    text = page(loads(f'working = "letters"\n[[question]]\nsteps = {steps}\n{GIVEN}'.replace("'", '"')).solve(), "tex")
    assert result in text
    assert r"= \frac{s}{h}" not in text


SMALL = {
    "2 ** (-8 / n)": "2^(−8/n)",
    "h ** (2 * k / n)": "h^(2·k/n)",
}


@pytest.mark.parametrize("line", SMALL)
def test_a_fraction_in_a_small_place_has_a_slash(line):
    source = loads(f'[[question]]\nsteps = ["a = {line}"]\n{GIVEN.replace("96", "3")}')
    assert SMALL[line] in page(source.solve(), "text")
    assert r"^{\frac" not in page(source.solve(), "tex")
    assert "}/n}" not in page(source.solve(), "tex")


@pytest.mark.parametrize(("divisor", "cells"), [([[4], [2]], "8/4 2/4 6/2 5/2"), ([["1/2"], [3]], r"8/(1/2)")])
def test_rows_are_divided_entry_by_entry(divisor, cells):
    given = f"{{ N = [[8, 2], [6, 5]], D = {divisor} }}".replace("'", '"')
    text = page(loads(f'[[question]]\nsteps = ["Y = N / D"]\ngiven = {given}').solve(), "tex")
    first = cells.split()[0].split("/", 1)
    assert rf"\ffrac{{{first[0]}}}{{{first[1].strip('()')}}}" in text.replace(" ", "")
