"""Numbers beside matrices where these are joined: each is a matrix of one entry, on the page, backwards and in programs."""

from __future__ import annotations

import pytest

import symattn as sa
from symattn.course.delivery import Wanted, deliver
from symattn.errors import SymattnError
from symattn.sheet import loads, solve
from symattn.sheet.verifying import ENGINES, verify

SHEET = """title = 'T'
[[question]]
prompt = 'x'
steps = [
  "p = concat(sin(t), cos(t))", "r = stack(n, 2, sqrt(n) / 3)", "s = concat(A, n)", "m = 2 * n", "o = concat(m, s, -m)", "y = p @ B",
  "R = stack(concat(cos(t), -sin(t)), concat(sin(t), cos(t)))", "v = R @ B",
]
given = { t = "pi/6", n = 1, A = [[1, 2]], B = [[1], [2]] }
"""
HALF, ROOT = "1/2", "sqrt(3)/2"


def page(text: str, form: str = "text") -> str:
    return deliver(loads(text), Wanted(form)).decode()


def test_numbers_are_joined_as_matrices_of_one_entry() -> None:
    question = loads(SHEET).questions[0]
    lines = sa.derive([line.text for line in question.plan.lines], **question.given)
    for name, value in {
        "p": f"[[{HALF}, {ROOT}]]",
        "r": "[[1], [2], [1/3]]",
        "s": "[[1, 2, 1]]",
        "o": "[[2, 1, 2, 1, -2]]",
        "y": "[[1/2 + sqrt(3)]]",
        "R": f"[[{ROOT}, -1/2], [{HALF}, {ROOT}]]",
        "v": "[[sqrt(3)/2 - 1], [1/2 + sqrt(3)]]",
    }.items():
        assert sa.equal(lines[name], value).decision == "equal", name


def test_the_page_shows_what_is_joined() -> None:
    shown = page(SHEET)
    assert "p = [sin(t)  cos(t)] = [1/2  √3/2]" in shown
    assert "o = Concat(m, s, −m) = [2 │ 1  2  1 │ −2]" in shown
    assert "R = ⎡cos(t)  −sin(t)⎤ = " in shown


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
def test_another_library_finds_the_same(engine: str) -> None:
    assert str(verify(solve(loads(SHEET)), engine)).startswith("8 lines proved equal" if engine == "sympy" else "8 lines")


def test_what_comes_back_to_a_matrix_beside_a_number_is_cut_out() -> None:
    shown = page(
        "[[question]]\nsteps = ['s = concat(A, t, A)', 'l = sum(s * s)']\ngiven = { t = 3, A = [[1, 2]] }\n"
        "gradient = { of = 'l', wrt = ['A'] }"
    )
    assert "dA = (ds)_(:, 4:5) + (ds)_(:, 1:2)" in shown
    assert "[4  8]" in shown


def test_what_multiplies_takes_no_number_still() -> None:
    with pytest.raises(SymattnError, match="here a matrix is needed, not a number"):
        loads("[[question]]\nsteps = ['p = softmax(t)']\ngiven = { t = 1 }")
