"""Limits in letters: softmax cold and hot, and what has none."""

from __future__ import annotations

import pytest

import symattn as sa
from symattn.errors import SymattnError
from symattn.exact import sympy as sympy_door
from symattn.exact.functions import exp, log, symbol
from symattn.exact.number import Number
from symattn.sheet import loads
from symattn.sheet.sheet import SolvedSheet

found_by_sympy = sympy_door.limit_of


def solved(steps: str, given: str = "S = [[2, 1, 0]]", letters: str = 'lambda = "positive"') -> SolvedSheet:
    return loads(f"[[question]]\nsteps = [{steps}]\n[question.letters]\n{letters}\n[question.given]\n{given}\n").solve()


@pytest.mark.parametrize(
    ("scores", "cold"),
    [("[[2, 1, 0]]", "[[1, 0, 0]]"), ("[[1, 1, 0]]", "[[1/2, 1/2, 0]]"), ("[[0, 0, 0]]", "[[1/3, 1/3, 1/3]]")],
)
def test_a_cold_softmax_looks_at_the_largest_score_and_a_hot_one_at_all(scores: str, cold: str) -> None:
    found = solved('"A = softmax(S * lambda)", "C = limit(A, lambda)", "D = limit(A, lambda, to=0)"', f"S = {scores}")["q1"].exact
    assert sa.equal(found["C"], cold).decision == "equal"
    assert sa.equal(found["D"], "[[1/3, 1/3, 1/3]]").decision == "equal"


def test_what_grows_has_no_limit() -> None:
    with pytest.raises(SymattnError, match="no limit that is a number"):
        solved('"C = limit(S * lambda, lambda)"')


def test_a_limit_is_marked() -> None:
    text = '[[question]]\nsteps = ["A = softmax(S * lambda)", "C = limit(A, lambda)"]\n[question.letters]\nlambda = "positive"\n'
    sheet = loads(text + "[question.given]\nS = [[2, 1, 0]]\n")
    for answer, right in (([[1, 0, 0]], True), ([["1/3", "1/3", "1/3"]], False)):
        results = sa.check(sheet, {"C": answer}).answers[0].questions[0].results
        assert (next(r for r in results if r.name == "C").verdict == "correct") is right


def test_a_letter_of_another_kind_and_the_same_name_goes_where_it_goes() -> None:
    u = symbol("u")
    value = log(1 + exp(u)) - u
    assert found_by_sympy(value, sympy_door.lettered("u", "positive"), None) == 0
    assert found_by_sympy(exp(3 * u) / (exp(3 * u) + exp(u)), sympy_door.lettered("u", "real"), None) == 1


TOLD = [  # an entry, where the letter goes, its limit, whether its fastest terms tell it
    ("exp(3*u)/(exp(3*u) + exp(u))", "", "1", True), ("1/(1 + exp(-b*u))", "", "1", True), ("exp(-b*u)", "", "0", True),
    ("(u**2 + 1)/(2*u**2 + u)", "", "1/2", True), ("(r*u + 1)/(u + b)", "", "r", True), ("(u + 1)/(u + 2) - 1", "", "0", True),
    ("sqrt(u**2 + 1)/u", "", "1", True), ("log(1 + u)/u", "", "0", True), ("log(1 + exp(u))/u", "", "1", True),
    ("tanh(-u)", "", "-1", True), ("abs(u - 1)/u", "", "1", True), ("u*exp(-sqrt(u))", "", "0", True),
    ("exp(u)/(exp(u) + u**9)", "", "1", True), ("exp(1/u - b)", "", "exp(-b)", True), ("exp(-1/u)", "0", "0", True),
    ("u*log(u)", "0", "0", True), ("(1 - u)/(1 - u**2)", "1", "1/2", True), ("1/(1 + u)", "1", "1/2", True),
    ("log(1 + exp(u)) - u", "", "0", False), ("sqrt(u + 1) - sqrt(u)", "", "0", False), ("(exp(u) - 1)/u", "0", "1", False),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "to", "limit", "by_speed"), TOLD)
def test_the_fastest_terms_tell_a_limit_and_sympy_the_rest(entry: str, to: str, limit: str, by_speed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Number] = []
    monkeypatch.setattr(sympy_door, "limit_of", lambda *a: asked.append(a[0]) or found_by_sympy(*a))
    where = f", to={to}" if to else ""
    found = solved(f'"C = limit(A, u{where})"', f'A = [["{entry}"]]', 'u = "positive"\nb = "positive"\nr = "real"')["q1"]
    wanted = solved('"C = A * 1"', f'A = [["{limit}"]]', 'u = "positive"\nb = "positive"\nr = "real"')["q1"].exact["C"]
    assert sa.equal(found.exact["C"], wanted).decision == "equal"
    assert (not asked) == by_speed
    (step,) = found.follow.steps
    ((x,),) = step.inputs[0].cells()
    assert sa.equal(found_by_sympy(x, step.params["letter"], step.params.get("to")), wanted[0, 0]).decision == "equal"


@pytest.mark.parametrize("entry", ["u", "-u", "exp(u)/u**5", "log(u)", "u**2/(u + 1)"])
def test_what_grows_is_seen_by_its_speed(entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sympy_door, "limit_of", None)
    with pytest.raises(SymattnError, match="no limit that is a number"):
        solved('"C = limit(A, u)"', f'A = [["{entry}"]]', 'u = "positive"')
