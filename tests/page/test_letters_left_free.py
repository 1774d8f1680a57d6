"""Formulas in which some letters have numbers and some have none: in letters first, then with the numbers, and the free letter stays."""

from __future__ import annotations

import pytest

from symattn.marking import check
from symattn.page import page
from symattn.sheet import loads

GIVEN = {"L": "80", "h": "64", "d": "128", "N": '"7e9"', "B": '"2e12"', "g": "1024", "f": '"312e12"', "p": '"2 B"', "w": '"2 TB/s"'}
LINES = {  # lines, and what the page says of the last one, without blanks
    "a product": (["M = 2*L*h*d*b"], "M = 2·L·h·d·b = 2·80·64·128·b = 1310720b [1]"),
    "of a line before it": (["m = 2*L*h*d", "M = m*b"], "M = m·b = 2Lhdb = 2·80·64·128b = 1310720b [1]"),
    "a sum": (["m = 2*L*h*d", "M = m*b + 2*N"], "M = m·b + 2·N = 2(Lhdb + N) = 2(80·64·128b + 7·10⁹) = 1310720b + 1.4·10¹⁰ [1]"),
    "a time": (["C = 6*N*b", "t = C/(g*f)"], "C 6Nb 6·7·10⁹b t = ─── = ─── = ───────────── ≈ 1.315·10⁻⁷b [1]"),
    "a time from a rounded one": (["C = 6*N*b", "t = C/(g*f)", "y = t/86400"], "y = ───── = ─────── = ─────────────────── ≈ 1.522·10⁻¹²b [1] 86400 14400gf 14400·1024·312·10¹²"),
    "decimals that end": (["M = (2*L*h*d*b + 2*N)/1e9"], "= 0.00131072b + 14 [1]"),
    "decimals that do not end": (["M = (2*L*h*d*b + 2*N)/2**30"], "≈ 0.001221b + 13.04 [1]"),
    "below a bar": (["K = 2*L*h*d*b", "n = N/K"], "N N 7·10⁹ 5340.576171875 n = ─ = ───── = ──────────── = ────────────── [1] K 2Lhdb 2·80·64·128b b"),
    "in a unit": (["M = 2*L*h*d*b*p", "t = M/w"], "= 0.00131072b ms [1]"),
}


@pytest.mark.parametrize("case", LINES)
def test_a_letter_left_free_stays_to_the_end(case: str) -> None:
    lines, shown = LINES[case]
    given = ", ".join(f"{x} = {text}" for x, text in GIVEN.items() if any(x in line.split("=", 1)[1] for line in lines))
    show = "[question.show]\nt = { unit = \"ms\" }\n" if case == "in a unit" else ""
    source = f'working = "letters"\n[[question]]\nsteps = {lines}\ngiven = {{ {given} }}\nletters = {{ b = "positive" }}\n{show}'
    assert shown in " ".join(page(loads(source.replace("'", '"')), "text").split())


COUNTS = {
    "c = multiplications(S)": "c = b·n·d·n = bdn² = b·8·16² = 2048b [1]",
    "c = 2*numbers(K)": "c = 2·b·n·d = 2bdn = 2b·8·16 = 256b [1]",
    "c = 3*multiplications(S)/P": "3·b·n·d·n 3bdn² 3b·8·16² b c = ───────── = ───── = ",
}
SHAPES = 'shapes = { Q = ["b", "n", "d"], K = ["b", "n", "d"] }\nsizes = { n = 16, d = 8 }\n'


@pytest.mark.parametrize("line", COUNTS)
def test_a_count_has_the_numbers_of_the_sizes_that_have_some(line: str) -> None:
    given = 'given.P = "312e12"\n' if "P" in line else ""
    sheet = loads(f'[[question]]\nsteps = ["S = Q @ K.T", "{line}"]\n{SHAPES}{given}')
    assert COUNTS[line] in " ".join(page(sheet, "text").split())


@pytest.mark.parametrize(("answer", "verdict"), [("2048T", "correct"), ("T d n^2", "correct"), ("2048", "incorrect"), ("1024T", "incorrect")])
def test_either_is_right_as_an_answer(answer: str, verdict: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["S = Q @ K.T", "c = multiplications(S)"]\n{SHAPES}'.replace('"b"', '"T"'))
    (result,) = [x for x in check(sheet, {"q1": {"c": answer}}).answers[0].questions[0].results if x.name == "c"]
    assert result.verdict == verdict
