"""Determinants and ranks worked out by hand, the nucleus of sampling, and what is written in place of functions known from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flint import fmpz_mat

import symattn as sa
from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.limits import MOST_MINOR_ROWS
from symattn.ops import INSTEAD, OPS
from symattn.page import page
from symattn.plan import Plan
from symattn.sheet import loads


@pytest.mark.parametrize(
    ("rows", "found", "rank"),
    [
        ([[5]], "5", 1),
        ([[0]], "0", 0),
        ([[2, 1], [7, 4]], "1", 2),
        ([[0, 2], [3, 0]], "-6", 2),
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], "0", 2),
        ([[2, 0, 1], [1, 3, 2], [1, 1, 4]], "18", 3),  # 2(12 − 2) + 1(1 − 3)
        ([[1, 2], [2, 4]], "0", 1),
        ([["sqrt(2)", 2], [1, "sqrt(2)"]], "0", 1),
        ([["exp(1)", 1], ["exp(2)", "exp(1)"]], "0", 1),
    ],
)
def test_determinants_and_ranks(rows: list[list[object]], found: str, rank: int) -> None:
    d = sa.derive(["D = det(A)", "r = rank(A)"], A=rows)
    assert sa.equal(d["D"], f"[[{found}]]").decision == "equal"
    assert d["r"][0, 0] == rank


@pytest.mark.parametrize(("line", "shown"), [
    ("trace(A)", "t = tr(A) = 1 + 7 = 8"), ("trace(A @ A.T) - 2", "t = tr(AAᵀ) − 2 = tr⎛⎡1 3⎤⎡1 2⎤⎞ − 2 = 61"),
])
def test_a_trace_is_the_sum_of_the_diagonal(line: str, shown: str) -> None:
    text = page(loads(f'[[question]]\nsteps = ["t = {line}"]\ngiven = {{ A = [[1, 3], [2, 7]] }}'), "text")
    assert shown in " ".join(text.split())
    with pytest.raises(SymattnError, match="only a square matrix has a determinant, a trace or an inverse"):
        OPS["trace"].run(Matrix.of([[1, 2]]))


@pytest.mark.parametrize("kind", [lambda a: a, IntervalMatrix.from_exact], ids=["exact", "intervals"])
@pytest.mark.parametrize("n", range(1, 7))
def test_a_determinant_of_any_size_is_flints(n: int, kind: Callable[[Matrix], Any]) -> None:
    rows = [[(7 * i * i + 5 * i * j + 3 * j * j * j) % 11 - 4 for j in range(n)] for i in range(n)]
    truth = Matrix.of([[int(fmpz_mat(rows).det())]])
    assert kind(truth).shape == (1, 1)
    found = OPS["det"].run(kind(Matrix.of(rows)))
    assert found == truth if isinstance(found, Matrix) else found.contains(truth)[0][0]


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (3, 2), (1, 30), (30, 1), (2, MOST_MINOR_ROWS + 1), (MOST_MINOR_ROWS + 1, 2), (5, 5), (4, 6)])
def test_a_rank_of_any_shape_is_flints(rows: int, cols: int) -> None:
    """Bounded is the side that minors can have."""
    for apart in (1, 2, 3):
        table = [[(i % apart) * (j + 1) + j * j * (i % apart == 1) + 1 for j in range(cols)] for i in range(rows)]
        assert OPS["rank"].run(Matrix.of(table)) == Matrix.of([[fmpz_mat(table).rank()]])


def test_scores_have_no_higher_rank_than_a_head_is_wide() -> None:
    Q, K = [[1, 2], [3, 1], [0, 1], [2, 2]], [[2, 1], [1, 1], [0, 1], [5, 1]]
    assert sa.derive(["S = Q @ K.T", "r = rank(S)", "D = det(S)"], Q=Q, K=K).output[0, 0] == 0


def test_what_has_no_determinant_and_what_is_too_large() -> None:
    with pytest.raises(ShapeError, match="only a square matrix"):
        OPS["det"].run(Matrix.of([[1, 2]]))
    n = MOST_MINOR_ROWS + 1
    large = Matrix.of([[int(i == j) for j in range(n)] for i in range(n)])
    for name in ("det", "rank"):
        with pytest.raises(LimitError, match=f"up to {MOST_MINOR_ROWS} rows"):
            OPS[name].run(large)


def test_a_rank_is_not_guessed_from_rounded_entries() -> None:
    thirds = Matrix.of([[Number.of(1) / 3, Number.of(2) / 3]] * 2)
    assert OPS["rank"].run(thirds).values[0][0] == 1
    with pytest.raises(SymattnError, match="cannot be told"):
        OPS["rank"].run(IntervalMatrix.from_exact(thirds))


def test_the_nucleus_reaches_its_share() -> None:
    logs = "log(3/5)", "log(7/20)", "log(1/25)", "log(1/100)"  # Holtzman et al., 2020: weights .6, .35, .04, .01
    for p, kept in (("0.5", 1), ("0.6", 1), ("0.61", 2), ("0.95", 2), ("0.99", 3), ("1", 4)):
        d = sa.derive([f"r = softmax(top_p(z, {p}))"], z=[list(logs)])["r"]
        assert sum(x != 0 for x in d) == kept, p
    with pytest.raises(SymattnError, match="share of the weight"):
        OPS["top_p"].run(Matrix.of([[1, 2]]), p=Number.of(2))


def test_what_is_written_in_place_of_a_function_known_from_elsewhere_exists() -> None:
    for name, text in INSTEAD.items():
        assert name not in OPS.functions
        assert set(re.findall(r"(\w+)\(", text)) <= set(OPS.functions), name
    with pytest.raises(SymattnError) as error:
        Plan.read(["Y = gelu(X)"])
    assert "gelu_tanh(A) or gelu_sigmoid(A)" in str(error.value)


@pytest.mark.parametrize(("line", "given", "told"), [
    ("inv(X)", [[1, 2], [2, 4]], "a matrix whose determinant is 0 has no inverse"),
    ("inv(X)", [[0]], "a matrix whose determinant is 0 has no inverse"),
    ("eigenvalues(X)", [[0, 1], [-1, 0]], "the eigenvalues are not real"),
    ("eigenvalues(X)", [[2, 0, 0], [0, 0, 1], [0, -1, 0]], "the eigenvalues are not real"),
    ("eigenvalues(X)", [[1, 1, 0], [1, 0, 1], [0, 1, 0]], "solve no quadratic equation"),
    ("clip(X, 2, 1)", [[0, 3]], "nothing is between 2 and 1"),
])  # fmt: skip
def test_what_has_no_value_is_told_in_the_words_of_the_operation(line: str, given: list[list[int]], told: str) -> None:
    with pytest.raises(SymattnError, match=told):
        loads(f'[[question]]\nsteps = ["E = {line}"]\ngiven = {{ X = {given} }}\n').solve()
