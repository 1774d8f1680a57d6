"""Wrong signs, brackets and denominators planted in what writes a page: every one is found before the page is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from symattn.boxes import MINUS, PLUS, Box, Frac, Ink, Script, number, paper, row
from symattn.console.calls import derive
from symattn.errors import FalseLink
from symattn.notation import values
from symattn.ops import OPS
from symattn.ops.formula import Writing
from symattn.page import entry, matrices, page
from symattn.sheet import SolvedSheet, loads

WEIGHTS = (["P = softmax(L)", "R = P - P * P", "U = 1 - P"], 'L = [["sqrt(2)", "-2", "1"], ["-1/3", "-sqrt(2)", "0"]]')
PAIR = (["P = softmax(L)", "Y = P @ V"], 'L = [["sqrt(2)", "2"]]\nV = [[1, -2], [5, 7]]')
SCALARS = (["b = a + 1", "c = 2 * b", "d = b ** 2", "f = 3 - b", "g = b / (a - 5)"], 'a = "sqrt(2)"')
NEGATIVE = (["b = 2 * a", "c = a ** 2", "d = 3 - a"], 'a = "-3"')
PRODUCTS = (["S = Q @ K.T", "T = S.T", "D = Q - (K - Q)", "E = (Q - K) * Q"], "Q = [[1, -2], [0, 3]]\nK = [[2, 1], [-1, 1]]")
POWERS = (["P = softmax(L)", "R = 16 * P - P * P"], 'L = [["log(3)*sqrt(2)", "1", "0"]]')


def solved(lines: Sequence[str], given: str) -> SolvedSheet:
    return loads(f"width = '170mm'\n[[question]]\nsteps = {list(lines)}\n[question.given]\n{given}\n").solve()


def unfenced(pen: Any, box: Box, needed: int) -> Box:
    return box


def raised(pen: Any, base: Box, exponent: Box) -> Box:
    return Script(base, sup=exponent)


def without_powers(powers: Any, of: Any) -> list[Box]:
    return [of.letters[str(base.body)] for base, _ in powers]


def unlifted(terms: Any) -> Any:
    found, below = LIFTED(terms)
    return [(m, c) for m, c in terms if found], dict.fromkeys(below, 1)


def upside_down(self: Any, top: Any, bottom: Any) -> Box:
    found = FRACTION(self, top, bottom)
    return Frac(found.bottom, found.top) if isinstance(found, Frac) else found


def one_too_many(x: Any, places: int, tiny: bool = True) -> Box:
    shown = ROUNDED(x, places, tiny)
    return number(f"{shown.text[:-1]}{(int(shown.text[-1]) + 1) % 10}") if isinstance(shown, Ink) and "." in shown.text else shown


def in_reading_order(w: Writing) -> Box:
    return row(w.arg(0), w.arg(1))


def without_brackets(w: Writing) -> Box:
    return row(w.arg(0), MINUS, w.arg(1))


LIFTED, ROUNDED, FRACTION, WRITTEN = matrices._raised_to, matrices.rounded, values.ValuePrinter.over, entry.written_entry

FENCED = "symattn.boxes.paper.Paper.fenced"  # the one place of brackets
PLANTED: dict[str, tuple[str, Any, tuple[Sequence[str], str]]] = {
    "no bracket behind a minus in an exponent": (FENCED, unfenced, WEIGHTS),
    "no bracket around a sum put in for a name": (FENCED, unfenced, SCALARS),
    "no bracket around a negative number put in": (FENCED, unfenced, NEGATIVE),
    "no bracket around the base of a power": ("symattn.boxes.paper.Paper.raised", raised, NEGATIVE),
    "no bracket around a negative factor of an entry": (FENCED, unfenced, PRODUCTS),
    "a minus printed as a plus": ("symattn.boxes.paper._SIGNS", {**paper._SIGNS, "-": PLUS}, PAIR),
    "a minus in front lost": ("symattn.boxes.paper.NEGATIVE", Ink("", "punct"), WEIGHTS),
    "the power of a row's sum lost": ("symattn.page.matrices._letters", without_powers, WEIGHTS),
    "terms over different powers of a sum added up": ("symattn.page.matrices._raised_to", unlifted, WEIGHTS),
    "a fraction upside down": ("symattn.notation.values.ValuePrinter.over", upside_down, (SCALARS[0], 'a = "sqrt(2)/2"')),
    "a digit rounded the wrong way": ("symattn.page.matrices.rounded", one_too_many, PAIR),
    "digits that run into a number": ("symattn.boxes.paper._begins_with_digits", lambda box: False, POWERS),
}
FORMULAS: dict[str, tuple[str, Callable[[Writing], Box]]] = {
    "a product turned round in the same order": ("matmul", in_reading_order),
    "no bracket behind a minus between matrices": ("subtract", without_brackets),
}


@pytest.mark.sliced(8)
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, wrong, (lines, given) = PLANTED[name]
    sheet = solved(lines, given)
    assert page(sheet, "md", detail="full")
    monkeypatch.setattr(place, wrong)
    with pytest.raises(FalseLink):
        page(sheet, "md", detail="full")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_fault_planted_in_a_formula_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    op, wrong = FORMULAS[name]
    sheet = solved(["T = (Q @ K).T", *PRODUCTS[0][2:]], PRODUCTS[1])
    assert page(sheet, "md")
    monkeypatch.setitem(OPS, op, replace(OPS[op], formula=wrong))
    with pytest.raises(FalseLink):
        page(sheet, "md")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_fault_planted_in_the_check_of_a_proof_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = "sizes = { Q = [2, 2], K = [2, 2] }\nsteps = ['D = Q - (K - Q)']"
    check = f"claim = 'x'\ncheck = '(Q @ K).T + D == K.T @ Q.T + 2 * Q - K'\n{sizes}"
    sheet = loads(f"[[question]]\nsteps = ['S = eye(1)']\n[[question.part]]\n[[question.part.proof]]\n{check}").solve()
    assert page(sheet, "md")
    op, wrong = FORMULAS[name]
    monkeypatch.setitem(OPS, op, replace(OPS[op], formula=wrong))
    with pytest.raises(FalseLink):
        page(sheet, "md")


@pytest.mark.parametrize(("name", "i", "j"), [("A", 0, 1), ("L", 1, 0), ("S", 0, 1), ("D", 1, 1)])
def test_a_fault_in_what_the_console_explains_is_found(name: str, i: int, j: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["S = Q @ K.T", "D = Q - 2 * K", "L = S / sqrt(2)", "A = softmax(L)"]
    found = derive(lines, Q=[[1, -2], [0, 3]], K=[[2, 1], [-1, 1]])
    assert found.why(name, i, j)
    monkeypatch.setattr(entry, "written_entry", lambda x: row(number(7), PLUS, WRITTEN(x)))
    with pytest.raises(FalseLink, match=rf"{name}\[{i}, {j}\]"):
        found.why(name, i, j)
