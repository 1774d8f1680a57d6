"""Running plans: values, a person's own matrices, replaced operations, shapes checked first."""

from __future__ import annotations

import pytest

from symattn.errors import ShapeError, SymattnError
from symattn.exact.functions import exp, root
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.plan import Plan
from symattn.plan.derivation import derive, shapes, solve

HEAD = ["Q = X @ W_Q", "S = Q @ Q.T", "L = S / sqrt(cols(Q))", "A = softmax(L)"]
GIVENS = {"X": Matrix.of([[1, 2], [3, 4]]), "W_Q": Matrix.of([[1, 0], [0, 1]])}


def test_each_line_keeps_its_value_and_hidden_steps_have_no_name() -> None:
    found = solve(Plan.read(HEAD), GIVENS)
    assert [step.name for step in found.steps] == ["Q", None, "S", "L", "A"]
    assert found["S"] == Matrix.of([[5, 11], [11, 25]])
    assert found["L"] == Matrix.of([[5 / root(2), 11 / root(2)], [11 / root(2), 25 / root(2)]])
    assert found["A"][0, 0] == 1 / (1 + exp(3 * root(2)))
    assert found.output is found["A"]


def test_a_persons_matrix_is_read_by_later_lines_but_our_value_stays() -> None:
    theirs = Matrix.of([[0, 0], [0, 0]])
    found = solve(Plan.read(HEAD), GIVENS, yours={"S": theirs})
    assert found["S"] == Matrix.of([[5, 11], [11, 25]])
    assert found["A"] == Matrix.of([[Number.of(1) / 2] * 2] * 2)


def test_a_slip_replaces_one_operation_even_inside_a_line() -> None:
    plan = Plan.read(["S = Q @ K.T"])
    givens = {"Q": Matrix.of([[1, 2], [3, 4]]), "K": Matrix.of([[0, 1], [1, 1]])}
    untransposed = solve(plan, givens, slips={"S.1": lambda k: k})
    assert untransposed.output == givens["Q"] @ givens["K"]
    assert solve(plan, givens).output == givens["Q"] @ givens["K"].T


def test_a_given_scalar_is_used() -> None:
    found = solve(Plan.read(["B = A / c"], scalars=["c"]), {"A": Matrix.of([[6]]), "c": Number.of(4)})
    assert found.output == Matrix.of([[Number.of(3) / 2]])


def test_steps_come_one_at_a_time() -> None:
    steps = derive(Plan.read(["B = A @ A", "C = B @ Z"]), {"A": Matrix.of([[2]]), "Z": Matrix.of([[1], [2]])})
    assert next(steps).value == Matrix.of([[4]])
    with pytest.raises(ShapeError, match="C = B @ Z"):
        next(steps)


def test_shapes_are_checked_before_anything_is_computed() -> None:
    with pytest.raises(ShapeError) as caught:
        solve(Plan.read(HEAD), {**GIVENS, "W_Q": Matrix.of([[1, 2, 3]])})
    assert "Q = X @ W_Q: X is 2×2, W_Q is 1×3" in str(caught.value)


def test_every_misfit_is_told() -> None:
    plan = Plan.read(["Q = X @ W", "R = X + W", "P = Q @ Q"])
    assert [line.name for line, _ in shapes(plan, {"X": (2, 2), "W": (3, 1)})[1]] == ["Q", "R"]


def test_an_error_of_a_value_names_its_line() -> None:
    with pytest.raises(SymattnError, match=r"A = softmax\(mask\(S, M\)\): row 1 is blocked entirely"):
        solve(Plan.read(["A = softmax(mask(S, M))"]), {"S": Matrix.of([[1, 2]]), "M": Matrix.of([[0, 0]])})


def test_what_is_not_given_is_named() -> None:
    with pytest.raises(SymattnError, match="not given: W_Q"):
        solve(Plan.read(HEAD), {"X": GIVENS["X"]})


def test_a_power_is_the_size_of_an_axis_and_one_that_is_none_is_said() -> None:
    batch = solve(Plan.read(["B = split_heads(A, 2^1)"]), {"A": Matrix.of([[1, 2, 3, 4]])}).output
    assert batch.shape == (2, 1, 2)
    for text in ("2^-1", "9^9^2", "2^(1/2)"):
        with pytest.raises(SymattnError, match=r"is no size|is not a multiple"):
            solve(Plan.read([f"B = split_heads(A, {text})"]), {"A": Matrix.of([[1, 2, 3, 4]])})


FROM_OWN = {  # a line that reads c = 3 of ours, which is 2 with a student; B is [4 8]
    "B * c": [[8, 16]], "B / c": [[2, 4]], "B ** c": [[16, 64]], "clip(B, 0, c)": [[2, 2]], "clip(B, c, 7)": [[4, 7]], "B + c": [[6, 10]], "c - B": [[-2, -6]],
    "arange(3, start=c)": [[2, 3, 4]], "arange(3, step=c)": [[0, 2, 4]], "B * (c + 1)": [[12, 24]], "B * c / 4": [[2, 4]],
}


@pytest.mark.parametrize(("line", "expected"), FROM_OWN.items(), ids=FROM_OWN)
def test_a_line_goes_on_from_ones_own_number_wherever_it_is_read(line: str, expected: list[list[int]]) -> None:
    plan = Plan.read(["c = sum(A)", f"Z = {line}"])
    given = {"A": Matrix.of([[1, 2]]), "B": Matrix.of([[4, 8]])}
    steps = {step.call.out: step.value for step in derive(plan, {name: given[name] for name in plan.givens}, yours={"c": Matrix.of([[2]])})}
    assert steps["Z"] == Matrix.of(expected)
    assert steps["c"] == Matrix.of([[3]]), "what was right is still known"
