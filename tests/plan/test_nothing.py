"""0 log 0 is 0 where a product has it, on the page and in programs, and nowhere else."""

from __future__ import annotations

import re
from fractions import Fraction
from math import log

import pytest

from symattn.errors import SymattnError
from symattn.page import evaluated, page
from symattn.plan.code import DIALECTS, outputs, program, text_of
from symattn.sheet import loads

SHARES = {"one": ["1", "0"], "two of three": ["0.5", "0.5", "0"], "many": ["0", "0.125", "0", "0.375", "0.5"], "first": ["0", "0.25", "0.75"], "none": ["0.25", "0.5", "0.25"]}
LINES = {"-sum(p * log(p))": 0, "-(p @ log(p).T)": 0, "-(log(p) @ p.T)": 0, "sum(log(p) * p)": 1, "-sum(p.T * log(p).T)": 0, "sum(p * log(p / q))": 2, "p @ log(p / q).T": 2}


def sheet(line: str, shares: list[str], language: str = "en") -> str:
    q = [str(Fraction(1, len(shares)))] * len(shares)
    given = f"p = {[shares]}" + (f", q = {[q]}" if re.search(r"\bq\b", line) else "")
    return f'language = "{language}"\n[[question]]\nsteps = ["h = {line}"]\ngiven = {{ {given} }}'


def meant(kind: int, shares: list[str]) -> float:
    p = [float(x) for x in shares]
    return sum(x * (log(x) + (log(len(p)) if kind == 2 else 0)) for x in p if x) * (1 if kind else -1)


@pytest.mark.parametrize("name", SHARES)
@pytest.mark.parametrize("line", LINES)
def test_a_share_of_0_adds_nothing(line: str, name: str) -> None:
    solved = loads(sheet(line, SHARES[name])).solve()
    assert float(solved["q1"]["h"].decimals(12)[0][0]) == pytest.approx(meant(LINES[line], SHARES[name]), abs=1e-10)
    assert {reason.name for reason in evaluated(solved).passed.elements()} <= {"left_out"}  # … of a long sum
    assert page(solved, "text").count("0 log 0 is 0") == ("0" in SHARES[name])


@pytest.mark.parametrize("dialect", ["numpy", "sympy"])
@pytest.mark.parametrize("name", ["two of three", "many"])
@pytest.mark.parametrize("line", LINES)
def test_programs_give_the_same(line: str, name: str, dialect: str) -> None:
    (question,) = loads(sheet(line, SHARES[name])).questions
    made = program(question.plan, question.given, DIALECTS[dialect])
    (printed,) = outputs([text_of(made) + ("\nprint(float(h[0]))" if dialect == "sympy" else "\nprint(float(h.ravel()[0]))")])
    assert float(printed.split()[-1]) == pytest.approx(meant(LINES[line], SHARES[name]), abs=1e-6)
    torch = text_of(program(question.plan, question.given, DIALECTS["torch"]))
    assert "torch.where(" in torch


@pytest.mark.parametrize(("language", "says"), [("en", "0 log 0 is 0"), ("de", "0 log 0 ist 0"), ("fr", "0 log 0 vaut 0")])
def test_it_is_said_once(language: str, says: str) -> None:
    text = sheet("-sum(p * log(p))", SHARES["many"], language).replace('"]\n', '", "k = sum(p * log2(p))", "e = entropy(p)"]\n')
    shown = " ".join(page(loads(text), "text").replace("\u202f", " ").replace("\xa0", " ").split())
    assert shown.count(says) == 1


@pytest.mark.parametrize("steps", [["h = sum(q * log(p))"], ["h = q @ log(p).T"], ["L = log(p)", "h = p * L"], ["h = sum(q * log(q / p))"], ["h = sum(p * log(q / p))"], ["h = sum(causal_mask(p.T @ p) * 0)"]])
def test_any_other_infinity_is_refused_as_it_was(steps: list[str]) -> None:
    given = "p = [[0, 0.5, 0.5]]" + (", q = [[0.25, 0.25, 0.5]]" if "q" in "".join(steps).replace("sqrt", "") else "")
    with pytest.raises(SymattnError):
        loads(f"[[question]]\nsteps = {steps}\ngiven = {{ {given} }}").solve()


def test_programs_without_zeros_stay_as_they_are() -> None:
    (question,) = loads(sheet("-sum(p * log(p))", SHARES["none"])).questions
    assert "where" not in text_of(program(question.plan, question.given, DIALECTS["numpy"]))
