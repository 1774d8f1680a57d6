"""Values that are held by their definition, too long to be written, are blocked where shorter ones are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.exact.matrix import Matrix
from symattn.plan import Plan
from symattn.plan.derivation import PlanRun, solve

LONG = ["P = softmax(X @ X.T) @ X", "H = layer_norm(softmax(P @ P.T) @ P)", "B = H @ W"]
GIVEN = {
    "X": Matrix.of([[Fraction((i * i + 3 * j * j * i + j) % 7 + 1, 5) for j in range(4)] for i in range(4)]),
    "W": Matrix.of([[Fraction((i * 3 + j * 5) % 7 + 1, 3) for j in range(4)] for i in range(4)]),
    "M": Matrix.of([[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 1]]),
}


def run(*lines: str) -> PlanRun:
    return solve(Plan.read([*LONG, *lines]), GIVEN)


BLOCKING = ["causal_mask(B)", "mask(B, M)", "window_mask(B, 2)", "causal_mask(B, axis=0)", "causal_mask(B) / 2", "causal_mask(B).T"]


@pytest.mark.parametrize("line", BLOCKING)
def test_what_blocks_scores_blocks_those_that_are_held(line: str) -> None:
    found = run(f"C = {line}", "A = softmax(C)", "D = C / 3")
    shape = Matrix.of([[0] * 4] * 4)
    wanted = solve(Plan.read([f"C = {line}"]), {**GIVEN, "B": shape})["C"].blocked
    assert found["B"].held
    assert found["C"].held
    assert found["C"].blocked == found["D"].blocked == wanted
    zeros = {(i, j) for i, row in enumerate(found["A"].decimals(4)) for j, x in enumerate(row) if x == "0.0000"}
    assert wanted <= zeros


def test_a_product_with_a_transpose_is_held_as_one_with_the_matrix_is() -> None:
    found = run("N = max(H, axis=1) + H", "S = N @ N.T", "T = N.T", "U = N @ T")
    assert found["N"].long_terms == found["T"].long_terms > 16
    assert {len(x.terms) for row in found["S"].values for x in row} == {1}
    assert found["S"].decimals(6) == found["U"].decimals(6)
