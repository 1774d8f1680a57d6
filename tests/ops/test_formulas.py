"""What stands on the page for a line, operation by operation: written down here, not worked out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from symattn.boxes import number
from symattn.exact.number import Number
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.ops import OPS
from symattn.ops.select import _counted
from symattn.plan import Plan
from symattn.plan.tree import SIGNS, Apply, Counted, Func, Num, Ref, RootOf, Sum, spelled
from symattn.records import replace

PAPER = {  # line -> how the notation of the paper writes it
    "A @ B": "AB", "A @ B.T": "ABᵀ", "(A + B) @ C": "(A + B)C", "A.T": "Aᵀ", "(A @ B).T": "BᵀAᵀ",
    "A + B": "A + B", "A - (B - C)": "A − (B − C)", "-A": "−A", "-(A + B)": "−(A + B)",
    "A * 3": "3A", "2 * 3 * A": "2·3·A", "A / sqrt(cols(K))": "A/√dₖ", "(A + B) / 2": "(A + B)/2",
    "(A @ B.T * M) @ C": "(ABᵀ ∘ M)C", "A @ (B * M)": "A(B ∘ M)", "A * (B @ C)": "A ∘ (BC)", "A + B * C": "A + B ∘ C",
    "(A * 2) * B": "2A ∘ B", "(A * B * 2) @ C": "(2A ∘ B)C", "(A * B).T @ C": "(A ∘ B)ᵀC", "(A - B).T @ C": "(A − B)ᵀC", "(A + B) * 2 @ C": "2(A + B)C",
    "A @ softmax(B).T": "A softmax(B)ᵀ", "det(A)": "det(A)", "gelu_tanh(A)": "GELUₜₐₙₕ(A)", "top_p(A, 0.9)": "nucleus_(0.9)(A)",
    "normalize(keep_top_k(A, 3))": "normalise(top₃(A))", "sign(A)": "sign(A)", "A == B": "[A = B]", "1 - (A == B)": "[A ≠ B]", "A * (1 - (B == 0))": "A ∘ [B ≠ 0]", "2 - (A == B)": "2 − [A = B]", "A[1, :, :]": "A⁽²⁾", "A[1, 0:2, :].T": "(A_(1:2, :)⁽²⁾)ᵀ",
    "reshape(A.T, 4, 1)": "vec(A)", "reshape((A @ B).T, 4, 1).T": "vec(AB)ᵀ", "reshape(A.T, 2, 2)": "reshape_(2×2)(Aᵀ)", "A[i, j]": "A_(iₖ, jₖ)", "A[a, b]": "A_(aᵢ, bᵢ)",
    "A": "A", "A[0:2, :]": "A_(1:2, :)", "A[:, [0, 2]]": "A_(:, {1, 3})",
    "softmax(A)": "softmax(A)", "softmax(A, axis=0)": "softmax_columns(A)", "exp(A)": "exp(A)", "normalize(A)": "normalise(A)",
    "causal_mask(A)": "A + mask", "mask(A, M)": "A + mask_M", "concat(H_1, H_2)": "Concat(head₁, head₂)", "stack(A, B)": "[A; B]",
    "round(A, 2)": "round₂(A)", "rope(A)": "RoPE(A)", "rope(A, base=100)": "RoPE(A, base = 100)",
    "rope(A, base=100, start=3)": "RoPE(A, base = 100, start = 3)", "rope(A, base=10000)": "RoPE(A)",
    "positional_encoding(3, 4)": "PE_(3×4)", "positional_encoding(3, 4, base=100)": "PE_(3×4, base = 100)",
    "relu(A)": "ReLU(A)", "layer_norm(A)": "LayerNorm(A)", "layer_norm(A, eps=0.1)": "LayerNorm(A, ε = 0.1)",
    "norm_scale(A, g, b)": "A ∘ g + b", "reshape(A, 2, -1)": "reshape(A, 2, −1)", "swap(A, 0, 1)": "swap(A, 0, 1)",
    "split_heads(A, 2)": "split₂(A)", "merge_heads(A)": "merge(A)", "repeat_heads(A, 2)": "repeat₂(A)", "tensordot(A, B)": "AB",
}  # fmt: skip
OTHERWISE = {  # notation -> what it writes otherwise
    "course-concat": {
        "softmax(A)": "Softmax(A)", "softmax(A, axis=0)": "Softmax_columns(A)", "concat(H_1, H_2)": "Concat[H₁, H₂]",
    },
    "columns": {
        "softmax(A)": "softmax_rows(A)", "softmax(A, axis=0)": "softmax(A)", "causal_mask(A)": "A + mask_rows",
        "causal_mask(A, axis=0)": "A + mask", "concat(H_1, H_2)": "[H₁ ∣ H₂]", "A / sqrt(rows(K))": "A/√dₖ",
        "layer_norm(A)": "LayerNorm_rows(A)",
    },
}  # fmt: skip
CASES = [({}, *case) for case in PAPER.items()] + [(name, *case) for name, cases in OTHERWISE.items() for case in cases.items()]


@pytest.mark.parametrize(("notation", "line", "written"), CASES, ids=[f"{line} in {name or 'paper'}" for name, line, _ in CASES])
def test_a_line_is_written(notation: object, line: str, written: str) -> None:
    tree = Plan.read([f"Z = {line}"]).lines[0].tree
    assert flat(Notation.load(notation).formula(tree)) == written  # type: ignore[arg-type]


@pytest.mark.parametrize("around", [
    lambda x: Sum("*", Num("2", Number.of(2)), x), lambda x: Sum("+", x, Ref("c")), lambda x: RootOf(x), lambda x: Func("log", (x,)), lambda x: Func("abs", (x,)),
], ids=["times", "plus", "root", "log", "abs"])  # fmt: skip
@pytest.mark.parametrize("name", list(OPS))
def test_any_operation_is_written_as_a_formula_where_a_number_stands(name: str, around: Any) -> None:
    text = re.sub(r"axis(?=\d)", "", OPS[name].spelling.replace("…", "C"))
    tree = Plan.read([f"Z = {text}"]).lines[0].tree
    whole = Apply(SIGNS["c"], (), (("value", around(tree)),))
    for written in (flat(Notation.load("paper").formula(whole)), spelled(whole)):
        assert not [word for word in ("Apply", "args=", "params", "op=", "Ref(", "name=") if word in written]


@pytest.mark.parametrize("what", [None, 2.5, Ref("A"), Counted("numbers", ("A",)), Apply("exp", (Ref("A"),)), ("at", 1)])
def test_what_is_no_number_is_written_as_none(what: object) -> None:
    with pytest.raises(TypeError):
        number(what)


COUNTED = [  # an index, how many there are -> what is written of it, counted from 1 and with the last
    (("at", 0), None, "1"), (("at", 2), 5, "3"), (("at", -1), 5, "5"), (("at", -1), None, None), (("at", "i"), None, "i + 1"),
    (("at", "2i−2"), None, "2i − 1"), (("at", "2i−1"), None, "2i"), (("at", "2i+1"), None, "2i + 2"), (("list", (0, 2)), 4, "{1, 3}"),
    (("list", (1,)), 4, "2"), (("list", (0, -1)), 4, "{1, 4}"), (("list", (0, -1)), None, None), (("slice", None, None, None), 4, ":"),
    (("slice", 0, 2, None), 4, "1:2"), (("slice", 1, 2, None), 4, "2"), (("slice", 1, None, None), 4, "2:4"), (("slice", 1, None, None), None, "2:"),
    (("slice", None, 2, None), 4, "1:2"), (("slice", None, -1, None), 4, "1:3"), (("slice", -2, None, None), 4, "3:4"),
    (("slice", 0, 4, 2), 4, None), (("slice", 0, 4, 1), 4, "1:4"), (("slice", "2i−2", "2i", None), None, "2i − 1:2i"),
]  # fmt: skip


@pytest.mark.parametrize(("index", "size", "written"), COUNTED)
def test_rows_and_columns_are_counted_from_1_with_the_last(index: Any, size: int | None, written: str | None) -> None:
    found = _counted(index, size)
    assert (None if found is None else flat(found)) == written


@pytest.mark.parametrize(("line", "shape", "written"), [
    ("X[:, 0:2]", (1, 4), "X_(1:2)"), ("X[:, 2:4]", (1, 4), "X_(3:4)"), ("X[1:3, :]", (3, 1), "X_(2:3)"), ("X[:, 0:2]", (2, 4), "X_(:, 1:2)"),
    ("X[0:1, 0:2]", (2, 4), "X_(1, 1:2)"), ("X[:, 0]", (2, 4), "X_(:, 1)"), ("X[:, 1]", (1, 4), "X₂"), ("x_2[:, 0:2]", (1, 4), "x_(2, 1:2)"),
    ("X[:, 1:]", (1, 4), "X_(2:4)"), ("X[:, :2]", (1, 3), "X_(1:2)"),
])  # fmt: skip
def test_a_row_or_a_column_has_one_axis(line: str, shape: Any, written: str) -> None:
    tree = Plan.read([f"Z = {line}"]).lines[0].tree
    name = line.partition("[")[0]
    own = Notation.load("paper").of({}, {name: shape})
    assert flat(replace(own, known={name: shape}).formula(tree)) == written
