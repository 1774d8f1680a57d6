"""Formulas of letters: a result in letters stands where it says more, powers of a letter are one, nothing is written twice."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["N = 4*d**2 + 3*d*f + 2*d + L", "M = N*b"], ["M = N·b = b(3df + 4d² + L + 2d) = 11(3·5·7 + 4·5² + 3 + 2·5)"]),
        (["N = 2*d + 4*d**2"], ["N = 2·d + 4·d² = 2·5 + 4·5²"]),
        (["N = L*(4*d**2 + 3*d)"], ["N = L·(4·d² + 3·d) = 3·"]),
        (["N = d + 1", "M = N*d"], ["N = d + 1 = 5 + 1", "M = N·d = d² + d = 5² + 5"]),
        (["N = 1 - b", "M = N*d"], ["M = N·d = d(1 − b) = 5(1 − 11)"]),
        (["N = 12*L*d**2", "M = 6*N*b"], ["M = 6·N·b = 72Ld²b = 72·3·5²·11 = "]),
        (["N = d + L", "M = 2*N*b"], ["M = 2·N·b = 2b(L + d) = 2·11(3 + 5)"]),
    ],
)
def test_a_result_in_letters_is_shown_where_it_says_more(lines: list[str], kept: list[str]) -> None:
    given = ", ".join(f"{x} = {n}" for x, n in (("L", 3), ("d", 5), ("f", 7), ("b", 11)) if any(x in line for line in lines))
    text = " ".join(page(loads(f'working = "letters"\n[[question]]\nsteps = {lines}\ngiven = {{ {given} }}'), "text").split())
    assert all(part in text for part in kept), text


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("(1 - a**(n + 1)) / (1 - a)", "1 − 0.8⁴⁺¹"),
        ("a**n*b/a**2", "= aⁿ⁻²b ="),
        ("a*b*a**(-n)", "= a¹⁻ⁿb ="),
        ("8*a*b/(n*c)", "8·a·b 8·0.8·3 t = ───── = ───────"),
        ("b*n + c", "t = b·n + c = 3·4 + 5 = 17"),
    ],
)
def test_powers_of_a_letter_are_one_and_a_formula_is_not_repeated(line: str, shown: str) -> None:
    given = ", ".join(f"{x} = {v}" for x, v in (("a", '"0.8"'), ("n", 4), ("b", 3), ("c", 5)) if x in line)
    text = " ".join(page(loads(f'working = "letters"\n[[question]]\nsteps = ["t = {line}"]\ngiven = {{ {given} }}'), "text").split())
    assert shown in text
    assert "aa^" not in text


def test_lines_of_letters_are_not_written_twice() -> None:
    source = '[[question]]\nsteps = ["S = N*d + N**2", "F = N**2*d**2/M", "G = d*(N + M)"]\nletters = { positive = ["N", "d", "M"] }'
    text = " ".join(page(loads(source), "text").split())
    assert "S = Nd + N² [1]" in text
    assert text.count("N²d²") == 1
    assert "G = d·(N + M) = dM + Nd [1]" in text


def test_a_sum_of_letters_is_not_written_as_a_function_of_them() -> None:
    source = '[[question]]\nsteps = ["s = sum(x * w)"]\nletters = { a = "real", b = "real" }\ngiven = { x = [["a", "b"]], w = [[3, 2]] }'
    assert "s = ∑ₖ xₖwₖ = 3a + 2b" in " ".join(page(loads(source), "text").split())


def test_a_number_of_letters_is_built_up_as_its_formula_is() -> None:
    sheet = '[[question]]\nsteps = ["T = B * D / C", "N = T * 2"]\ngiven = { C = 70 }\n[question.letters]\nB = "positive"\nD = "positive"'
    text = page(loads(sheet), "text")
    assert "BD/" not in text
    assert "35" in text


def test_a_minimum_of_sizes_is_not_made_of_absolute_values() -> None:
    source = 'working = "letters"\n[[question]]\nsteps = ["C = 2 * L * minimum(n, W)", "F = 2 * L * n", "r = F / C"]\ngiven = { L = 3, n = 32, W = 4 }'
    text = " ".join(page(loads(source), "text").split())
    assert "C = 2·L·min(n, W) = 2·3·min(32, 4) = 24" in text
    assert "|" not in text


@pytest.mark.parametrize(("lines", "shown"), [
    (["a = 4*d*d*L", "e = V*d", "N = e + a"], "N = e + a = Vd + 4d²L = 50·8 + 4·8²·3 = 1168"), (["e = V*d", "f = 2*d*F*L", "N = f + e"], "N = f + e = 2dLF + Vd = "),
    (["e = V*d", "a = 4*d*d*L", "f = 2*d*F*L", "N = e + a + f"], "N = e + a + f = Vd + 4d²L + 2dLF = "), (["a = 2*d*d", "e = d*V", "N = a - e"], "N = a − e = 2d² − Vd = "),
    (["a = 2*d*d", "N = a + d"], "N = a + d = 2d² + d = "), (["a = 2*d*d", "b = 3*d*d", "N = a + b"], "N = a + b = 5d² = "),
    (["a = 2*d*d", "e = d*V", "N = L*(a + e)"], "N = L·(a + e) = dL(V + 2d) = "), (["a = 2*d*d", "b = d*V + 3*d*d", "N = a + b"], "N = a + b = d(V + 5d) = "),
])  # fmt: skip
def test_a_total_of_named_lines_stands_as_they_came_out_and_not_in_factors(lines: list[str], shown: str) -> None:
    sheet = f'[[question]]\nworking = "letters"\nsteps = {lines}\ngiven = {{ V = 50, d = 8, L = 3, F = 6 }}\n'
    assert shown in " ".join(page(loads(sheet).solve(), "text").split())
