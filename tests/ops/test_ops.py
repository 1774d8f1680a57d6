"""Operations against plain NumPy-like expectations, and the catalogue: shape rule, sentence and example for each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact.any_matrix import Mat
from symattn.exact.defined import BallMatrix
from symattn.exact.functions import cos, exp, root, sin, to_power
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number
from symattn.ops import OPS
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, program, text_of
from symattn.plan.derivation import solve

HALF = Number.of(1) / 2
A = Matrix.of([[1, 2, 3], [4, 5, 6]])

RESULTS = {  # expression over A -> result
    "a bias row is added to every row": ("A + A[0:1, :]", [[2, 4, 6], [5, 7, 9]]),
    "a column is added to every column": ("A - A[:, [0]]", [[0, 1, 2], [0, 1, 2]]),
    "columns in another order": ("A[:, [2, 0]]", [[3, 1], [6, 4]]),
    "the last row stays a matrix": ("A[-1, :]", [[4, 5, 6]]),
    "every second column": ("A[:, ::2]", [[1, 3], [4, 6]]),
    "side by side": ("concat(A, A[:, 0:1])", [[1, 2, 3, 1], [4, 5, 6, 4]]),
    "on top of each other": ("stack(A, A[1, :])", [[1, 2, 3], [4, 5, 6], [4, 5, 6]]),
    "negative entries become 0": ("relu(A - 3 * A[0:1, [0, 0, 0]])", [[0, 0, 0], [1, 2, 3]]),
    "a scalar expression": (
        "A * (1 / 2 + sqrt(4))",
        [[Number.of(5) / 2, 5, Number.of(15) / 2], [10, Number.of(25) / 2, 15]],
    ),
    "rows over their sums": (
        "normalize(A)",
        [[Number.of(k) / 6 for k in (1, 2, 3)], [Number.of(k) / 15 for k in (4, 5, 6)]],
    ),
    "a tie is rounded away from zero": ("round(-A / 2, 0)", [[-1, -1, -2], [-2, -3, -3]]),
    "each row standardised": ("layer_norm(A)", [[-root(6) / 2, 0, root(6) / 2]] * 2),
    "relative positions": ("arange(3) - arange(3).T", [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]]),
    "positions in between": ("arange(3, start=1, step=1/2)", [[1, Number.of(3) / 2, 2]]),
    "a bias by distance": ("lookup(A[0:1, :], arange(2) - arange(2).T + 1)", [[2, 3], [1, 2]]),
    "several of each row": ("gather(A, [[2, 0], [1, 1]])", [[3, 1], [5, 5]]),
    "one row of a mask for all": ("softmax(mask(0 * A, [[1, 0, 1]])) * 2", [[1, 0, 1]] * 2),
    "rows of an embedding": ("lookup(A, arange(2).T)", [[1, 2, 3], [4, 5, 6]]),
    "the two largest, the larger first": ("top_places(A, 2)", [[2, 1], [2, 1]]),
    "of equal ones the first": ("top_places(ones(1, 3), 2)", [[0, 1]]),
    "places in order": ("argsort(-A)", [[2, 1, 0], [2, 1, 0]]),
    "entries in order": ("sort(concat(A[:, [2]], A[:, [0]]))", [[1, 3], [4, 6]]),
    "a block for every entry": ("kron(eye(2), A[0:1, 0:2])", [[1, 2, 0, 0], [0, 0, 1, 2]]),
    "squares of distances": ("squared_distances(A, A)", [[0, 27], [27, 0]]),
    "one of two by a condition": ("where(heaviside(A - 3), A, -A)", [[-1, -2, -3], [4, 5, 6]]),
    "one of two by a comparison": ("where(A > 3, A, -A)", [[-1, -2, -3], [4, 5, 6]]),
    "a number where it does not hold": ("where(A <= 4, A, 0)", [[1, 2, 3], [4, 0, 0]]),
    "entries that are below": ("A < A[:, [1]]", [[1, 0, 0], [1, 0, 0]]),
    "entries that are not below": ("(A >= 2) * A", [[0, 2, 3], [4, 5, 6]]),
    "two that are compared with what is computed": ("sum(2 * A - 3 > A, axis=1)", [[0], [3]]),
    "entries that are one number": ("(A == 2) * 5 + (A[0:1, :] == A)", [[1, 6, 1], [0, 0, 0]]),
    "a mask of the first column": ("(arange(3) == 0) * A", [[1, 0, 0], [4, 0, 0]]),
    "signs": ("sign(A - 3)", [[-1, -1, 0], [1, 1, 1]]),
    "the largest shares": ("keep_top_k(A / 20, 2) * 20", [[0, 2, 3], [0, 5, 6]]),
    "shares that reach a share": ("keep_top_p(A / 20, 1/2) * 20", [[1, 2, 3], [0, 5, 6]]),
    "shares over their sum": ("normalize(keep_top_k(A, 1))", [[0, 0, 1], [0, 0, 1]]),
    "a head by its place": ("split_heads(concat(A, A * 2), 2)[1, :, :]", [[2, 4, 6], [8, 10, 12]]),
    "a place of the second axis": ("reshape(concat(A, A * 2), 2, 2, 1, 3)[:, 1, :, :][0, :, :]", [[2, 4, 6]]),
    "a row of the last head": ("split_heads(concat(A, A * 2), 2)[-1, 0, 1:3]", [[4, 6]]),
    "a matrix in a line": ("A @ [[0, 1], [1, 0], [0, -1]]", [[2, -2], [5, -2]]),
    "a row in a line": ("A + [[1, 2, 3 / 2 * 2]]", [[2, 4, 6], [5, 7, 9]]),
    "logarithms to base 2": ("log2(A[:, [0, 1]] * A[:, [0, 1]] * 0 + 8)", [[3, 3], [3, 3]]),
    "gain and bias": ("norm_scale(A, A[0:1, :], A[0:1, :])", [[2, 6, 12], [5, 12, 21]]),
}


@pytest.mark.parametrize(("text", "rows"), RESULTS.values(), ids=RESULTS)
def test_result(text: str, rows: list[list[object]]) -> None:
    found = solve(Plan.read([f"B = {text}"]), {"A": A}).output
    assert found == Matrix.of(rows)  # type: ignore[arg-type]


def test_softmax_runs_along_rows_or_down_columns() -> None:
    scores = Matrix.of([[0, 0], [0, 1]])
    assert scores.weights().values[0] == (HALF, HALF)
    assert scores.T.weights() == OPS["softmax"].run(scores, axis=0).T


@pytest.mark.parametrize(("axis", "same"), [(-1, 1), (-2, 0)], ids=["the last axis", "the last but one"])
def test_an_axis_is_counted_from_the_end_too(axis: int, same: int) -> None:
    found = solve(Plan.read([f"B = softmax(A, axis={axis})", f"C = softmax(A, axis={same})"]), {"A": A})
    assert found["B"] == found["C"]


def test_an_encoding_without_end_is_a_limit() -> None:
    with pytest.raises(LimitError, match="more than 50,000 entries"):
        solve(Plan.read(["P = positional_encoding(100000, 100000)"]), {})


def test_a_causal_mask_blocks_what_comes_later() -> None:
    masked = OPS["causal_mask"].run(Matrix.of([[0, 5], [0, 0]]))
    assert masked[0, 1] is BLOCKED
    assert masked.weights() == Matrix.of([[1, 0], [HALF, HALF]])


@pytest.mark.parametrize("kind", [Matrix, IntervalMatrix, BallMatrix])
def test_a_mask_holds_ones_and_noughts_only(kind: type[Mat]) -> None:
    scores = Matrix.of([[1, 2]])
    assert OPS["mask"].run(scores, kind.lifted(Matrix.of([[1, 0]]))).blocked == {(0, 1)}
    with pytest.raises(SymattnError, match="row 1, column 2; write 1"):
        OPS["mask"].run(scores, kind.lifted(Matrix.of([[1, 2]])))


def test_rope_turns_pairs_by_position() -> None:
    found = OPS["rope"].run(Matrix.of([[1, 0, 1, 0]] * 2), base=Number.of(100))
    slow = to_power(100, Number.of(-1) / 2)
    assert found.values[0] == tuple(Matrix.of([[1, 0, 1, 0]]).values[0])
    assert found.values[1] == (cos(1), sin(1), cos(slow), sin(slow))


def test_positional_encoding_alternates_sine_and_cosine() -> None:
    found = OPS["positional_encoding"].run(n=2, d=4)
    assert found.values == (
        (sin(0), cos(0), sin(0), cos(0)),
        (sin(1), cos(1), sin(Number.of(1) / 100), cos(Number.of(1) / 100)),
    )


def test_exp_of_a_blocked_score_is_nought() -> None:
    assert Matrix.of([[BLOCKED, 1]]).exp() == Matrix.of([[0, exp(1)]])


MISFITS = {
    "inner sizes": ("A @ A", "3 columns of the first meet 2 rows"),
    "sums": ("A + A.T", "do not go together entry by entry"),
    "side by side": ("concat(A, A.T)", "equally many rows, not 2×3 and 3×2"),
    "on top": ("stack(A, A.T)", "equally many columns"),
    "an index outside": ("A[:, [3]]", "index 3 is outside the 3 columns"),
    "an empty slice": ("A[2:, :]", "picks none of the 2 rows"),
    "an odd width for rope": ("rope(A)", "pairs of columns"),
}


@pytest.mark.parametrize(("text", "words"), MISFITS.values(), ids=MISFITS)
def test_misfit(text: str, words: str) -> None:
    with pytest.raises(ShapeError, match=words):
        solve(Plan.read([f"B = {text}"]), {"A": A})


def test_an_encoding_has_the_sizes_of_a_matrix() -> None:
    found = solve(Plan.read(["P = positional_encoding(rows(A), cols(A) - 1)"]), {"A": A})
    assert found["P"] == OPS["positional_encoding"].run(n=2, d=2)


MASKED = Matrix.of([[1, BLOCKED], [3, 4]])
BEHIND_A_MASK = {  # line -> the result, as NumPy has it; None where NumPy has nan or +inf, and there is an error
    "e to it is 0": ("exp(S)", [[exp(1), 0], [exp(3), exp(4)]]),
    "it is below 0": ("relu(S)", [[1, 0], [3, 4]]),
    "times a number above 0": ("S * 2", [[2, BLOCKED], [6, 8]]),
    "times a number below 0": ("S * -1", None),
    "times 0": ("S * 0", None),
    "over a number below 0": ("S / -2", None),
    "its sign": ("-S", None),
    "subtracted": ("A[:, 0:2] - S", None),
    "subtracted from": ("S - A[:, 0:2]", [[0, BLOCKED], [-1, -1]]),
    "in a sum of its row": ("normalize(S)", None),
    "in a mean": ("layer_norm(S)", None),
    "turned": ("rope(S)", None),
    "times a gain": ("norm_scale(S, A[0:1, 0:2], A[0:1, 0:2])", None),
    "in a product": ("S @ A", None),
    "turned over": ("S.T", [[1, 3], [BLOCKED, 4]]),
    "cut out": ("S[0:1, :]", [[1, BLOCKED]]),
    "rounded": ("round(S / 8, 0)", [[0, BLOCKED], [0, 1]]),
}


@pytest.mark.parametrize(("text", "rows"), BEHIND_A_MASK.values(), ids=BEHIND_A_MASK)
def test_minus_infinity_is_never_read_as_a_score(text: str, rows: list[list[object]] | None) -> None:
    plan, hidden = Plan.read([f"B = {text}"]), Matrix.of([[1, 7], [3, 4]]).masked([(0, 1)])
    for scores in (MASKED, hidden):  # what stood there before is not looked at
        if rows is None:
            with pytest.raises(SymattnError, match="infinity"):
                solve(plan, {"A": A, "S": scores})
        else:
            assert solve(plan, {"A": A, "S": scores}).output.cells() == Matrix.of(rows).cells()  # type: ignore[arg-type]


def test_a_name_that_is_no_operation_is_none() -> None:
    with pytest.raises(KeyError):
        OPS["why"]  # a file of the folder that enters none
    assert "why" not in OPS
    assert len(OPS) == len(list(OPS))


@pytest.mark.parametrize("eps", ["-3", "-1", "-1/2", "0", "1/100", "2"])
@pytest.mark.parametrize("name", ["layer_norm", "rms_norm"])
def test_intervals_of_a_norm_hold_its_value_whatever_eps_is(name: str, eps: str) -> None:
    """An eps below 0 makes entries larger than a norm without it can."""
    exact = Matrix.of([[1, -2, 3, 0], [2, 1, -1, 4], [5, -5, 5, -5]])
    params = {"eps": Number.of(Fraction(eps))}
    found = OPS[name].run(IntervalMatrix.from_exact(exact), **params)
    assert all(map(all, found.contains(OPS[name].run(exact, **params))))


@pytest.mark.parametrize("base", ["10000", "7", "1/2", "2/7", "5/2", "sqrt(2)"])
@pytest.mark.parametrize("line", ["rope(A, base={})", "positional_encoding(2, 4, base={})", "positional_encoding(3, 5, base={})"])
def test_a_program_in_sympy_takes_any_base(line: str, base: str) -> None:
    plan = Plan.read([f"Z = {line.format(base)}"])
    given = {"A": Matrix.of([[1, -2, 3, 0], [2, 1, -1, 4]])} if "A" in line else {}
    known: dict[str, Any] = {}
    exec(text_of(program(plan, given, DIALECTS["sympy"])).replace("\nprint(", "\n("), known)
    exact = [float(x) for row in solve(plan, given)["Z"].decimals(15) for x in row]
    assert [float(x) for x in known["Z"]] == pytest.approx(exact, abs=1e-12)
