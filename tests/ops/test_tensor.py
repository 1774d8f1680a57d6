"""Batches and heads, against NumPy on real arrays: values, shapes, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from symattn.errors import LineError, ShapeError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, flat
from symattn.ops.shapes import Size, divided
from symattn.plan import Plan
from symattn.plan.derivation import shapes, solve

RNG = np.random.default_rng(4)
A = RNG.integers(-3, 4, (4, 6))
B = RNG.integers(-3, 4, (6, 12))
H, N = 3, 4


def matrix(array: np.ndarray) -> Matrix:
    return Matrix.of([[int(x) for x in row] for row in array])


def heads(array: np.ndarray, h: int) -> np.ndarray:
    n, d = array.shape
    return array.reshape(n, h, d // h).swapaxes(0, 1)


def softmax(scores: np.ndarray) -> np.ndarray:
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


LINES = {  # what it says -> the line, the same in NumPy
    "reshape keeps the order of the entries": ("reshape(A, 2, 2, 6)", A.reshape(2, 2, 6)),
    "reshape takes a shape in brackets": ("reshape(A, (3, 8))", A.reshape(3, 8)),
    "reshape fills up a -1": ("reshape(A, h, -1, 2)", A.reshape(H, -1, 2)),
    "reshape goes to four axes": ("reshape(A, 2, 2, 3, 2)", A.reshape(2, 2, 3, 2)),
    "reshape takes sizes of matrices": ("reshape(A, rows(A), h, cols(A) / h)", A.reshape(4, 3, 2)),
    "swap of the first two axes": ("swap(reshape(A, n, h, 2), 0, 1)", A.reshape(4, 3, 2).swapaxes(0, 1)),
    "swap of the outer axes": ("swap(reshape(A, n, h, 2), 0, 2)", A.reshape(4, 3, 2).swapaxes(0, 2)),
    "swap counts from the end": ("swap(reshape(A, n, h, 2), -1, -2)", A.reshape(4, 3, 2).swapaxes(-1, -2)),
    "swap turns a matrix": ("swap(A, 0, 1)", A.T),
    "split_heads cuts columns and puts heads first": ("split_heads(A, h)", heads(A, H)),
    "split_heads of a batch": (
        "split_heads(reshape(A, 2, 2, 6), h)",
        A.reshape(2, 2, 3, 2).swapaxes(1, 2),
    ),
    "merge_heads undoes split_heads": ("merge_heads(split_heads(A, h))", A),
    "merge_heads of a batch": ("merge_heads(split_heads(reshape(A, 2, 2, 6), h))", A.reshape(2, 2, 6)),
    "repeat_heads has the copies of a head side by side": ("repeat_heads(split_heads(A, h), 2)", np.repeat(heads(A, H), 2, axis=0)),
    "repeat_heads of a batch": ("repeat_heads(reshape(A, 2, 3, 2, 2), h)", np.repeat(A.reshape(2, 3, 2, 2), 3, axis=1)),
    "queries of shared keys": ("reshape(A, 6, 2, 2) @ repeat_heads(split_heads(A[0:2, :], h), 2).T", A.reshape(6, 2, 2) @ np.repeat(heads(A[:2], H), 2, axis=0).swapaxes(1, 2)),
    "tensordot over one axis": (
        "tensordot(A, reshape(B, 6, h, n))",
        np.einsum("nd,dhk->nhk", A, B.reshape(6, 3, 4)),
    ),
    "a transpose turns every matrix of a batch": ("split_heads(A, h).T", heads(A, H).swapaxes(-1, -2)),
    "products of batches": (
        "split_heads(A, h) @ split_heads(A, h).T",
        np.einsum("hnk,hmk->hnm", heads(A, H), heads(A, H)),
    ),
    "a batch times one matrix": ("split_heads(A, h) @ A[0:2, :]", np.einsum("hnk,kd->hnd", heads(A, H), A[:2])),
    "leading axes of size 1 are repeated": (
        "reshape(A, 1, 4, 6) @ reshape(B, 2, 6, 6)",
        A.reshape(1, 4, 6) @ B.reshape(2, 6, 6),
    ),
    "a bias on a batch": ("split_heads(A, h) + A[0, 0:2]", heads(A, H) + A[:1, :2]),
    "heads side by side": ("concat(split_heads(A, h), split_heads(A, h))", np.concatenate([heads(A, H)] * 2, axis=-1)),
    "heads on top of each other": ("stack(split_heads(A, h), split_heads(A, h))", np.concatenate([heads(A, H)] * 2, axis=-2)),
    "softmax of every table": ("softmax(split_heads(A, h))", softmax(heads(A, H).astype(float))),
    "rows and columns of a batch": ("split_heads(A, h) * rows(A)", heads(A, H) * 4),
}  # fmt: skip


def run(text: str, **more: Matrix) -> Matrix | Tensor:
    plan = Plan.read([f"OUT = {text}"], ["h", "n"])
    given = {"A": matrix(A), "B": matrix(B), "h": Number.of(H), "n": Number.of(N), **more}
    return solve(plan, {name: given[name] for name in plan.givens})["OUT"]


@pytest.mark.parametrize(("text", "expected"), LINES.values(), ids=LINES)
def test_values_and_shapes_are_those_of_numpy(text: str, expected: np.ndarray) -> None:
    found = run(text)
    assert found.shape == expected.shape
    decimals = np.array(found.decimals(9), dtype=float)
    assert np.allclose(decimals, expected, atol=1e-8)
    plan = Plan.read([f"OUT = {text}"], ["h", "n"])
    known, problems = shapes(plan, {"A": A.shape, "B": B.shape}, {"h": H, "n": N})
    assert (known["OUT"], problems) == (expected.shape, [])


def test_a_whole_layer_in_batches_is_the_layer_head_by_head() -> None:
    batched = [
        "Q = split_heads(X @ W, 2)",
        "S = causal_mask(Q @ Q.T / sqrt(cols(Q)))",
        "Y = merge_heads(softmax(S) @ Q)",
    ]
    single = ["P = X @ W"]
    for i, cut in enumerate(("0:2", "2:4")):
        single += [f"Q_{i} = P[:, {cut}]", f"Z_{i} = softmax(causal_mask(Q_{i} @ Q_{i}.T / sqrt(cols(Q_{i})))) @ Q_{i}"]
    given = {"X": Matrix.of([[1, 2], [0, 1], [1, 0]]), "W": Matrix.of([[1, 0, 2, 1], [0, 1, 1, 1]])}
    one = solve(Plan.read(batched), given)["Y"]
    other = solve(Plan.read([*single, "Y = concat(Z_0, Z_1)"]), given)["Y"]
    assert one == other


REFUSED = {  # what it says -> the line, words of the message
    "entries that do not fill the shape": ("reshape(A, 5, 5)", "4×6 cannot become 5×5: 24 entries do not fill 25 places"),
    "two sizes left open": ("reshape(A, -1, -1)", "-1 at most once"),
    "a size that does not divide": ("reshape(A, 5, -1)", "24 is not a multiple of 5"),
    "one axis alone": ("reshape(A, 24)", "1 size; a shape has from 2 to 6"),
    "an axis that is not there": ("swap(A, 0, 2)", "4×6 has no axis 2; its axes are 0 to 1"),
    "heads that do not divide the columns": ("split_heads(A, n)", "6 is not a multiple of 4"),
    "fewer than no heads": ("split_heads(A, 0 - 1)", "-1 heads; write 1 or more"),
    "a size divided by 0": ("reshape(A, h / 0, -1)", "3 is not a multiple of 0"),
    "heads where there are none": ("merge_heads(A)", "has no axis of heads; split_heads(A, h) makes one"),
    "heads to repeat where there are none": ("repeat_heads(A, 2)", "has no axis of heads; split_heads(A, h) makes one"),
    "no copies": ("repeat_heads(split_heads(A, h), 0)", "a size is above 0, not 0"),
    "shared axes of unlike size": ("tensordot(A, A)", "the last axis of the first, 6, meets the first of the second, 4"),
    "unlike numbers of heads": ("split_heads(A, 3) @ split_heads(A[:, 0:4], 2).T", "do not go together: 3 meets 2"),
    "inner sizes of batches": ("split_heads(A, h) @ A", "3×4×2 times 4×6: 2 columns of the first meet 4 rows"),
}


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=REFUSED)
def test_a_shape_that_does_not_fit_is_named(text: str, words: str) -> None:
    with pytest.raises(ShapeError, match="(?s)" + words.replace("(", r"\(").replace(")", r"\)")):
        run(text)


MISREAD = {
    "reshape without a shape": ("reshape(A)", "reshape needs shape"),
    "swap with one axis": ("swap(A, 1)", "swap needs axis2"),
    "swap with letters for axes": ("swap(A, n, h)", "whole number is needed"),
    "sizes that belong nowhere": ("exp((2, 3))", "belongs into reshape"),
    "a near name": ("reshap(A, 2, 3)", 'did you mean "reshape"'),
}


@pytest.mark.parametrize(("text", "words"), MISREAD.values(), ids=MISREAD)
def test_a_line_that_cannot_be_read_is_explained(text: str, words: str) -> None:
    with pytest.raises(LineError, match=words):
        Plan.read([f"OUT = {text}"])


def test_a_matrix_may_still_be_called_like_a_function_of_batches() -> None:
    assert Plan.read(["swap = A @ B", "C = swap @ B"]).names == ("swap", "C")


def test_a_size_must_be_whole() -> None:
    with pytest.raises(SymattnError, match="1/2 is no size"):
        solve(Plan.read(["C = split_heads(A, h)"]), {"A": matrix(A), "h": Number.of(1) / 2})


def test_masked_scores_keep_their_places_when_reshaped() -> None:
    scores = solve(Plan.read(["C = reshape(causal_mask(A), 1, 2, 2)"]), {"A": Matrix.of([[1, 2], [3, 4]])})["C"]
    assert [repr(x) for x in flat(scores)][1] == "-inf"


n, h, k = map(Size.letter, ("n", "h", "d_k"))
LETTERS = {  # line -> shape in letters
    "reshape(X, n, h, d_k)": (n, h, k),
    "reshape(X, (n, h, -1))": (n, h, k),
    "split_heads(X, h)": (h, n, k),
    "merge_heads(split_heads(X, h))": (n, h * k),
    "split_heads(X, h) @ split_heads(X, h).T": (h, n, n),
    "repeat_heads(split_heads(X, h), n)": (h * n, n, k),
    "X[:, 0:5]": (n, 5),
    "X[:, 5:]": (n, h * k - 5),
    "X[1, :]": (1, h * k),
    "concat(X, X)": (n, 2 * h * k),
    "stack(X, X, X)": (3 * n, h * k),
    "X[:, [0, 2]]": (n, 2),
}


@pytest.mark.parametrize(("text", "expected"), LETTERS.items(), ids=LETTERS)
def test_shapes_in_letters(text: str, expected: tuple[object, ...]) -> None:
    known, problems = shapes(Plan.read([f"OUT = {text}"]), {"X": (n, h * k)}, {"n": n, "h": h, "d_k": k})
    assert (known.get("OUT"), problems) == (expected, [])


def test_letters_need_not_be_equal_and_the_message_says_so() -> None:
    _, problems = shapes(Plan.read(["S = Q @ V.T"]), {"Q": (n, k), "V": (n, Size.letter("d_v"))})
    assert "n×d_k times d_v×n" in problems[0][1].what
    assert problems[0][1].hint == "d_k and d_v need not be equal"


def test_sizes_are_polynomials() -> None:
    assert (n + 1) * (n - 1) == n * n - 1
    assert n - n == 0
    assert str(2 * h * k + n) == "2·h·d_k+n"
    assert divided(h * k * n, n * h) == k
    assert (h * k).put({"h": 8, "d_k": 128}) == 1024
    with pytest.raises(ShapeError, match="need not be a multiple"):
        divided(n, h)
