"""Limits in letters: softmax cold and hot, and what has none."""

from __future__ import annotations

import pytest

import symattn as sa
from symattn.errors import SymattnError
from symattn.sheet import loads
from symattn.sheet.sheet import SolvedSheet


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
