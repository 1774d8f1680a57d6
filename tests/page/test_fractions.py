"""Fractions on a page: none in a fraction or an exponent, and no matrix over a column."""

from __future__ import annotations

import re

import pytest

import symattn as sa
from symattn.boxes import Ink
from symattn.formats import writer
from symattn.ops import OPS
from symattn.page import page
from symattn.sheet import loads

GIVEN = "given = { h = 128, k = 96, r = 512, p = 64, W = 30, n = 5, s = 11 }"

LETTERS = {  # lines, and the result of the last one in letters
    "a sum of fractions, halved": (["l = r/k + p/k", "g = l/2"], r"\frac{p+r}{2k}"),
    "a quotient by a sum of fractions": (["v = k*h/W + n*s/W", "f = n/v"], r"\frac{Wn}{hk+ns}"),
    "fractions over a sum": (["x = 1 + k/h", "y = r/(h*h)", "z = (y + y*k)/x"], r"\frac{kr+r}{h(h+k)}"),
    "several letters below": (["z = 1/h + 1/k", "w = z/3"], r"\frac{h+k}{3hk}"),
    "a square below": (["z = 1/h**2 + 1/h", "w = z/(1 + n)"], r"\frac{h+1}{h^{2}(n+1)}"),
    "a sum stays a sum": (["x = n + s/h"], ""),
}


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("case", LETTERS)
def test_a_result_in_letters_has_one_bar(case, numbers):
    """Of letters without a value, and of those into which numbers go behind it."""
    steps, result = LETTERS[case]
    letters = [x for x in "hkrpWns" if x in "".join(steps)]
    head, known = ('working = "letters"\n', GIVEN) if numbers else ("", f"letters.positive = {letters}")
    text = page(loads(f"{head}[[question]]\nsteps = {steps}\n{known}".replace("'", '"')).solve(), "tex")
    assert result in text
    assert r"= \frac{s}{h}" not in text


OWN = {  # a line of given letters alone, and its page; what has as many letters in as many terms is not said again
    "(s / p) ** 2": "a = (s/p)² = (11/64)²",
    "sqrt(s / p)": "a = √(s/p) = √(11/64)",
    "s * (p + k)": "a = s·(p + k) = 11·(64 + 96)",
    "4 * s ** 2 + 2 * 4 * s * s": "a = 4·s² + 2·4·s·s = 12s² = 12·11²",
    "s * s * p / s": "ps",
}


@pytest.mark.parametrize("line", OWN)
def test_a_result_in_letters_says_more_than_a_formula_that_has_the_sheets_own(line):
    text = page(loads(f'working = "letters"\n[[question]]\nsteps = ["a = {line}"]\n{GIVEN}').solve(), "text")
    assert OWN[line] in text


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


PRODUCTS = {  # what stands in a line of numbers, and its first formula
    "k * (1+1)/(h+n) * (0+1)/(h+n)": r"\frac{k\cdot(1+1)}{h+n}\cdot\frac{0+1}{h+n}", "h / n * k / s": r"\frac{h}{n}\cdot\frac{k}{s}",
    "h * k / n": r"\frac{h\cdot k}{n}", "h / n * k": r"\frac{h}{n}\cdot k",
}  # fmt: skip


@pytest.mark.parametrize("line", PRODUCTS)
def test_fractions_are_multiplied_side_by_side(line):
    given = ", ".join(f"{name} = {n}" for n, name in enumerate("hkns", 3) if name in line)
    assert f"a={PRODUCTS[line]}}}" in page(loads(f'[[question]]\nsteps = ["a = {line}"]\ngiven = {{ {given} }}').solve(), "tex")


@pytest.mark.parametrize(("divisor", "cells"), [([[4], [2]], "8/4 2/4 6/2 5/2"), ([["1/2"], [3]], r"8/(1/2)")])
def test_rows_are_divided_entry_by_entry(divisor, cells):
    given = f"{{ N = [[8, 2], [6, 5]], D = {divisor} }}".replace("'", '"')
    text = page(loads(f'[[question]]\nsteps = ["Y = N / D"]\ngiven = {given}').solve(), "tex")
    first = cells.split()[0].split("/", 1)
    assert rf"\ffrac{{{first[0]}}}{{{first[1].strip('()')}}}" in text.replace(" ", "")


ROOTS = {  # a line, and its result where that is another
    "sqrt(30*C)/60": "= √(C/120)",
    "sqrt(C)/60": "a = ──",
    "sqrt(8*C*D)/2": "= √(2CD)",
    "sqrt(r**4)*C": "= Cr²",
    "sqrt(C)*sqrt(2)*2": "= 2√(2C)",
    "exp(-r*log(C))": "C^r",
    "C**(-r)*D": "C^r",
    "2**(-r)*D": "= D·2^(−r)",
}


@pytest.mark.parametrize("line", ROOTS)
def test_roots_and_powers_of_letters_stand_as_one_writes_them(line):
    letters = '[question.letters]\npositive = ["C", "D"]\nreal = ["r"]\n'
    assert ROOTS[line] in page(loads(f'[[question]]\nsteps = ["a = {line}"]\n{letters}').solve(), "text")


@pytest.mark.parametrize("line", ["1/sqrt(C)", "D/C**r", "sqrt(C)"])
def test_a_result_that_is_its_formula_stands_once(line):
    letters = '[question.letters]\npositive = ["C", "D"]\nreal = ["r"]\n'
    assert page(loads(f'[[question]]\nsteps = ["a = {line}"]\n{letters}').solve(), "md").count("=") == 1


NEGATIVE = {  # a line, and what stands on its page with letters and with numbers
    "-h * k / n": (r"\frac{-h\cdot k}{n}", r"\frac{-128\cdot 3}{5}"),
    "-h / n": (r"-\frac{h}{n}", r"-\frac{128}{5}"),
    "-h * k": (r"=-h\cdot k", r"=-128\cdot 3"),
    "2 ** (-h / n)": ("2^{-h/n}", "2^{-128/5}"),
    "r - (-h) * k": (r"r-(-h\cdot k)", r"512-(-128\cdot 3)"),
    "2 * (-h) * k": (r"2\cdot(-h)\cdot k", r"2\cdot(-128)\cdot 3"),
    "(-h / n) ** 2": (r"\left(-\frac{h}{n}\right)^{2}", r"\left(-\frac{128}{5}\right)^{2}"),
    "(-h) ** 2 / n": (r"\frac{(-h)^{2}}{n}", r"\frac{(-128)^{2}}{5}"),
    "-n * (-k)": (r"=-n\cdot(-k)", r"=-5\cdot(-3)"),
}


@pytest.mark.parametrize("line", NEGATIVE)
def test_a_minus_sign_at_the_head_of_a_product_needs_no_bracket(line):
    source = loads(f'[[question]]\nsteps = ["a = {line}"]\n{GIVEN.replace("96", "3")}')
    text = page(source.solve(), "tex").replace("{-}", "-").replace("&", "")
    assert [shown for shown in NEGATIVE[line] if shown not in text] == []


POWERS = """
decimals = 4
working = "{policy}"
[[question]]
steps = ["a = A / N ** x", "b = B / D ** y", "L = E + a + b", "M = 2 * L"]
given = {{ E = 1.69, A = 406.4, B = 410.7, x = 0.34, y = 0.28, N = "70e9", D = "1.4e12" }}
"""


@pytest.mark.sliced(2)
@pytest.mark.parametrize(
    ("policy", "says"),
    {
        "exact": "≈ 1.69 + 0.08349 + 0.16316 ≈ 1.9366",
        "decimals": "≈ 1.69 + 0.08349 + 0.16316 ≈ 1.9366",
        "carried": "= 1.69 + 0.0835 + 0.1632 = 1.9367",
        "letters": "A B L = E + a + b = E + ─── + ─── N^x D^y 406.4 410.7 = 1.69 + ───────────── + ─────────────── ≈ 1.9366 [1] (70·10⁹)^0.34 (1.4·10¹²)^0.28",
    }.items(),
)
def test_numbers_of_formulas_are_put_in_as_the_sheet_is_worked(tmp_path, policy, says):
    source = loads(POWERS.format(policy=policy))
    text = page(source.solve(), "text")
    assert says in " ".join(text.split())
    assert "root50" not in text, "roots that nobody reads"
    (tmp_path / "key.txt").write_text(text, encoding="utf-8")
    (question,) = sa.check(source, tmp_path / "key.txt").answers[0].questions
    assert {r.name: r.verdict for r in question.results} == dict.fromkeys("abLM", "correct")


@pytest.mark.parametrize("word", sorted({op.symbol for op in OPS.values() if op.symbol}))
def test_the_word_of_every_operation_is_set_by_tex(word):
    text = writer("tex").write(Ink(word, "upright"))
    assert not any(sign in text for sign in "₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("sqrt(D) * log(D)", "768 log(2) ≈ 532.3370"),
        ("D / 3", "4096/3 ≈ 1365.3333"),
        ("D * T", "4096T"),
        ("log(D) * T", "log(2)T"),
        ("D / 8", "= 512"),
    ],
)
def test_beside_letters_a_number_without_them_has_its_decimals(line, says):
    text = page(loads(f'[[question]]\nsteps = ["y = {line}"]\ngiven = {{ D = 4096 }}\nletters = {{ T = "positive" }}').solve(), "text")
    assert says in text
    assert ("≈" in text) == ("≈" in says)


@pytest.mark.parametrize(("line", "given", "shown"), [
    ("log10(N / d)", 'N = 37, d = [[34], [37]]', r"\frac{37}{34}"), ("N / d + 1", 'N = 3, d = [["sqrt(2)", 7]]', r"\frac{3}{7}"),
    ("p * n", 'p = "3/5", n = 5', r"\frac{3}{5}"), ("p * n", 'p = "0.6", n = 5', "p=0.6"),
])  # fmt: skip
def test_a_number_stands_over_each_entry_and_a_given_fraction_as_it_is_written(line, given, shown):
    assert shown in page(loads(f'[[question]]\nsteps = ["a = {line}"]\ngiven = {{ {given} }}').solve(), "tex").replace("ffrac", "frac")


def test_a_derivative_times_another_matrix_is_no_derivative_of_a_product():
    text = page(loads("""[[question]]
steps = ["y = rms_norm(x)", "c = dx @ x.T"]
given = { x = [[3, 4]], g = [[1, 0]] }
gradient = { of = "y", wrt = ["x"], upstream = "g" }""").solve(), "text")  # fmt: skip
    assert "c = dx xᵀ = " in text


def test_a_difference_that_is_one_fraction_stands_as_one():
    text = page(loads("""[[question]]
steps = ["p = softmax(z / T)", "d = (p - y) / T"]
letters = { a = "real", b = "real", T = "positive" }
given = { z = [["a", "b"]], y = [[1, 0]] }""").solve(), "tex")  # fmt: skip
    assert r"\ffrac{1}{T}" not in text
    assert text.count("T(1+e^{(b-a)/T})") == 2


BESIDE = {  # the head of a sheet, a line of it and what is given: decimals beside fractions that do not end where the sheet asks decimals
    "a number": ("decimals = 3", "p = c / n", "c = 3, n = 14", "= 3/14 ≈ 0.214 "),
    "a row": ("decimals = 3", "p = c / 7", "c = [[1, 7, 2]]", "= [1/7 1 2/7] ≈ [0.143 1 0.286]"),
    "a sheet that asks none": ("", "p = c / 7", "c = [[1, 7, 2]]", "= [1/7 1 2/7] [1]"),
    "fractions of which nobody sees how large they are": ("decimals = 3", "p = c / 117", "c = [[100, 1, 117]]", "≈ [0.855 0.009 1] [1]"),
    "a fraction as it is written": ("", "p = c * n", 'c = "36/210", n = 2', "36 p = c·n = ───·2 = 12/35 [1] 210"),
    "fractions that end": ("decimals = 3", "p = c / 8", "c = [[1, 8, 2]]", "= [1/8 1 1/4] [1]"),
    "a sheet of fractions": ("decimals = 3", "p = c / 7", 'c = [[1, "1/2", 2]]', "= [1/7 1/14 2/7] [1]"),
    "fractions beside decimals": ("", "p = c / 3", "c = [[1.5, 3, 2]]", "= [1/2 1 2/3] "),
    "a product of entries": ("", "p = c[0, 0] * c[0, 1] * c[0, 1]", 'c = [["3/10", "1/5"]]', "= 3/10·1/5·1/5 = "),
    "a number of a fraction": ("decimals = 2", "p = 6 / 18", "c = 1", "= ── = 1/3 ≈ 0.33"),
}


@pytest.mark.parametrize("case", BESIDE)
def test_decimals_stand_beside_fractions_where_the_sheet_asks_them(case):
    head, line, given, shown = BESIDE[case]
    text = page(loads(f'{head}\n[[question]]\nsteps = ["{line}"]\ngiven = {{ {given} }}').solve(), "text")
    assert shown in " ".join(text.split())


CHAINS = {  # what is divided by one thing after another, and the page's line of it
    "a / b / c": r"\frac{a}{b\cdot c}}&=\frac{2}{3\cdot 5}=",
    "(a + b) / c / (c - a)": r"\frac{a+b}{c\cdot(c-a)}}&=\frac{2+3}{5\cdot(5-2)}=",
    "a * b / c / b * a": r"\frac{a\cdot b}{c\cdot b}\cdot a}&=\frac{2\cdot 3}{5\cdot 3}\cdot 2=",
    "a / (b / c) / b": r"\frac{a}{(b/c)\cdot b}}&=\frac{2}{(3/5)\cdot 3}=",
    "A / b / c": r"\frac{A}{b\cdot c}}&=\frac{1}{3\cdot 5}\begin",
    "A / A / x": r"\frac{A}{A\circ x}}&=\begin{bmatrix}\ffrac{1}{3} & \ffrac{2}{2\cdot 7}\end",
    "a / sum(A) / sum(x)": r"}}&=\frac{2}{(1+2)\cdot(3+7)}=",
}


@pytest.mark.parametrize("line", CHAINS)
def test_a_quotient_of_quotients_is_one(line):
    source = f'[[question]]\nsteps = ["r = {line}"]\ngiven = {{ a = 2, b = 3, c = 5, A = [[1, 2]], x = [[3, 7]] }}'
    assert CHAINS[line] in page(loads(source).solve(), "tex")


@pytest.mark.parametrize("many", [20, 120, 190])
@pytest.mark.parametrize(("first", "by"), [("a", "b"), ("a", "sum(x)"), ("A", "b"), ("A", "sum(x)"), ("x", "x"), ("A", "A"), ("A", "(-b)")])
def test_a_line_of_many_quotients_is_no_deeper_than_one(first, by, many):
    """Each divisor is written once, and read once: of 120 the page took 7 seconds, and was refused."""
    source = f'[[question]]\nsteps = ["r = {" / ".join([first, *[by] * (many if by != "(-b)" else many // 2)])}"]\n'
    text = page(loads(f"{source}given = {{ a = 2, b = 3, A = [[1, 2], [3, 4]], x = [[3, 7]] }}").solve(), "tex")
    assert r"\frac{\frac" not in text
    assert text.split(r"\begin{document}")[1].count("frac{") <= 2 * 4


@pytest.mark.parametrize("decimals", [2, 4])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_share_of_what_is_rounded_to_nothing_is_rounded_as_well(decimals: int, axis: int) -> None:
    lines = f"steps = ['E = exp(L)', 'A = E / (sum(E, axis={axis}) + exp(1))']\ngiven.L = [['3', '-22'], ['1', '2']]"
    shown = page(loads(f"working = 'decimals'\ndecimals = {decimals}\n[[question]]\n{lines}").solve(), "text")
    assert len(re.findall(rf" 0\.{'0' * decimals}\b", shown)) == 3, shown  # what is divided, its share, and the share's digits
