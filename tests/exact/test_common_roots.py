"""A root that all terms of letters have stands once: below them where it divides what is below, before them otherwise."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from symattn import read
from symattn.exact.functions import exp, root, symbol
from symattn.exact.number import Number
from symattn.exact.roots import positive_root
from symattn.exact.text import text
from symattn.page import page
from symattn.sheet import loads

A, B, C = map(symbol, "abc")
SUMS = [A, A + B, A - B, A + 2 * B, A * B + C, 3 * A - 6 * B, A + 1, -A - B]


@pytest.mark.parametrize("n", [2, 3, 5, 6, 8, 12])
@pytest.mark.parametrize("by", [1, 2, 3])
@pytest.mark.parametrize("top", SUMS, ids=text)
def test_over_a_root_letters_have_it_below_them(top: Number, by: int, n: int) -> None:
    x = top / (by * root(n))
    free = n // 4 if n % 4 == 0 else n
    assert text(x).count("sqrt") == (2 if top is SUMS[5] and by == 1 and free == 3 and n == 3 else 1)
    assert f"sqrt({free})" in text(x)
    if by % free and top is not SUMS[5]:
        assert text(x).rindex("/") < text(x).index("sqrt")
    found = text(x)
    for letter, number in (("a", "1.5"), ("b", "2.25"), ("c", "0.3")):
        found = re.sub(rf"\b{letter}\b", f"({number})", found)
    a, b, c = 1.5, 2.25, 0.3
    values = [a, a + b, a - b, a + 2 * b, a * b + c, 3 * a - 6 * b, a + 1, -a - b]
    true = next(v for s, v in zip(SUMS, values, strict=True) if s is top) / (by * math.sqrt(n))
    assert math.isclose(float(str(read(found).to_sympy().evalf())), true, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("x", "found"),
    [
        ((root(6) + root(2)) / 2, "(sqrt(6) + sqrt(2))/2"),
        (root(2) / 2 + 0 * A, "sqrt(2)/2"),
        (A / root(2) + B / 2, "(a*sqrt(2) + b)/2"),
        ((A + B) * root(2), "a*sqrt(2) + b*sqrt(2)"),
        ((A + B) * root(6) / 4, "sqrt(6)*(a + b)/4"),
        (exp((A + B) / root(2)), "exp((a + b)/sqrt(2))"),
    ],
)
def test_what_has_no_root_in_common_stays(x: Number, found: str) -> None:
    assert text(x) == found


@pytest.mark.parametrize("width", [2, 3, 5, 6])
@pytest.mark.parametrize("keys", [1, 2, 4])
def test_a_page_has_scores_of_letters_over_the_root_of_the_width(keys: int, width: int) -> None:
    sheet = f'[[question]]\nsteps = ["S = q @ K.T", "L = S / sqrt({width})"]\nletters.real = ["a", "b"]\ngiven = {{ q = [["a", "b"]], K = {[[1, 1]] * keys} }}'
    made = page(loads(sheet).solve(), "md")
    assert f"\\dfrac{{a+b}}{{\\sqrt{{{width}}}}}" in made or f"\\frac{{a+b}}{{\\sqrt{{{width}}}}}" in made
    assert f"\\sqrt{{{width}}}a" not in made


@pytest.mark.parametrize("over", [exp(1), exp(18 * root(2)), exp(1) + exp(-2)], ids=text)
@pytest.mark.parametrize(
    ("under", "power", "asked"),
    [
        (Number.of(1), "1/2", "1"),
        (Number.of(4), "1/2", "2"),
        (Number.of(2), "1/2", "sqrt(2)"),
        (Number.of(8) / 27, "1/3", "2/3"),
        (9 * exp(4), "1/2", "3*exp(2)"),
        (Number.of(5), "-1/2", "sqrt(5)/5"),
    ],
)
def test_what_cancels_under_a_root_leaves_no_letter(over: Number, under: Number, power: str, asked: str) -> None:
    """A variance of rows that are a weighted sum of two tokens: 4/(1 + e) + 4e/(1 + e) − 3 is 1, and its root is no letter √1."""
    share = under / (1 + over)
    assert text(positive_root(share * 4 + share * 4 * over - under * 3, Fraction(power))) == asked
