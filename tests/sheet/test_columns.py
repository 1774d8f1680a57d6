"""Tokens as columns: what stands in the file is what is printed, answered and computed."""

from __future__ import annotations

import pytest

from symattn.errors import SheetError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.plan.derivation import solve
from symattn.sheet import loads
from symattn.sheet.variants import VARIANTS, plan_of, variant

LINES = {
    "a projection": ("latent-attention", {}, "C = W_DKV @ X"),
    "a bias": ("attention", {}, "V = W_V @ X + b_V"),
    "scores": ("attention", {}, "S = K.T @ Q"),
    "a causal mask": ("attention", {"mask": "causal"}, "L = causal_mask(S / sqrt(rows(K)), axis=0)"),
    "weights": ("attention", {}, "A = softmax(L, axis=0)"),
    "a head": ("attention", {}, "H = V @ A"),
    "the output": ("attention", {}, "Y = W_O @ H + b_O"),
    "heads on top of each other": ("multi-head-attention", {"heads": 2}, "H = stack(H_1, H_2)"),
    "a head's rows": ("fused-multi-head-attention", {"heads": 2}, "K_2 = K[2:4, :]"),
    "a cache beside": ("cached-attention", {}, "K = concat(K_cache, k)"),
}


@pytest.mark.parametrize(("name", "options", "line"), LINES.values(), ids=LINES)
def test_a_line_of_columns(name: str, options: dict[str, object], line: str) -> None:
    needed, optional = variant(name).givens(options)
    shapes = dict.fromkeys([name for name in (*needed, *optional) if name != "memory"], (4, 4))
    assert line in [found.text for found in plan_of(name, options, shapes, columns=True).lines]


ROWS_ALONE = ("alibi-attention", "expert-routing")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_columns_give_the_transposed_of_rows(name: str, mask: str) -> None:
    found = variant(name)
    options = {"mask": mask} if "mask" in found.options else {}
    options |= {"heads": 2} if "heads" in found.options else {}
    needed, _ = found.givens(options)
    given = {given: Matrix.of([[(3 * i + 2 * j + k) % 5 for j in range(2)] for i in range(2)]) for k, given in enumerate(needed)}
    given |= {given: Matrix.of([[2, 1]]) for given in needed if given[:2] in ("g_", "b_")}
    given |= {"W_O": Matrix.of([[1, 2], [0, 1], [2, 0], [1, 1]])} if name == "transformer-block" else {}
    given |= dict.fromkeys(found.given_numbers(options), Number.of(1))
    given = {name: value for name, value in given.items() if name in needed or name == "W_O"}
    turned = {name: value.T if isinstance(value, Matrix) else value for name, value in given.items()}
    rows = solve(plan_of(name, options, {n: getattr(m, "shape", (1, 1)) for n, m in given.items()}), given)
    if name in ROWS_ALONE:
        with pytest.raises(SymattnError, match="not known for tokens as columns"):
            plan_of(name, options, {n: getattr(m, "shape", (1, 1)) for n, m in turned.items()}, columns=True)
        return
    columns = solve(plan_of(name, options, {n: getattr(m, "shape", (1, 1)) for n, m in turned.items()}, columns=True), turned)
    assert {name: value.T for name, value in columns.values.items()} == rows.values


SHEET = """
notation = "columns"
[[question]]
variant = "attention"
[question.options]
mask = {mask}
[question.given]
X = [[1, 2], [3, 4], [0, 1]]
W_Q = {query}
W_K = [[1, 0, 1], [0, 1, 1]]
W_V = [[1, 0, 0]]
"""
WRONG = {
    "a weight as for rows": ("[[1, 0], [0, 1], [1, 1]]", '"none"', "9:7: question.given.W_Q: Q = W_Q @ X: W_Q is 3×2, X is 3×2"),
    "a token that looks at none": ("[[1, 0, 1], [0, 1, 1]]", "[[1, 0], [1, 0]]", "column 2 is blocked entirely"),
}


@pytest.mark.parametrize(("query", "mask", "words"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_said_of_columns(query: str, mask: str, words: str) -> None:
    with pytest.raises(SheetError) as caught:
        loads(SHEET.format(query=query, mask=mask))
    assert words in str(caught.value)


def test_lines_of_ones_own_are_taken_as_they_stand() -> None:
    sheet = loads('notation = "columns"\n[[question]]\nsteps = ["Q = W @ X"]\ngiven = { W = [[1, 2]], X = [[3], [4]] }\n')
    assert sheet.solve()["q1"]["Q"] == Matrix.of([[11]])
