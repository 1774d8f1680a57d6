"""The kinds of attention: which lines they come to, and that they agree where they must."""

from __future__ import annotations

import pytest

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.language import read
from symattn.plan.derivation import solve
from symattn.sheet import loads
from symattn.sheet.variants import plan_of, variant

SQUARE = (2, 2)
ONE_HEAD = dict.fromkeys(["X", "W_Q", "W_K", "W_V"], SQUARE)
X = Matrix.of([[1, 2], [3, 4], [0, 1]])
WEIGHTS = [Matrix.of(rows) for rows in ([[1, 0], [2, 1]], [[0, 1], [1, 0]], [[1, 1], [0, 2]])]

LINES = {
    "scaled by default": (ONE_HEAD, {}, "L = S / sqrt(cols(K))"),
    "not scaled": (ONE_HEAD, {"scale": False}, "L = S"),
    "scaled by a number": (ONE_HEAD, {"scale": "3"}, "L = S / 3"),
    "causal": (ONE_HEAD, {"mask": "causal"}, "L = causal_mask(S / sqrt(cols(K)))"),
    "masked by a matrix": (ONE_HEAD, {"mask": [[1, 0]]}, "L = mask(S / sqrt(cols(K)), mask_matrix)"),
    "keys from memory": ({**ONE_HEAD, "memory": SQUARE}, {}, "K = memory @ W_K"),
    "a bias": ({**ONE_HEAD, "b_V": (1, 2)}, {}, "V = X @ W_V + b_V"),
    "projected with a bias": ({**ONE_HEAD, "W_O": SQUARE, "b_O": (1, 2)}, {}, "Y = H @ W_O + b_O"),
}


@pytest.mark.parametrize(("shapes", "options", "line"), LINES.values(), ids=LINES)
def test_a_line_of_attention(shapes: dict[str, tuple[int, int]], options: dict[str, object], line: str) -> None:
    assert line in [found.text for found in plan_of("attention", options, shapes).lines]


def test_heads_are_numbered_as_the_givens_are() -> None:
    shapes = dict.fromkeys(["X", "W_Q_0", "W_K_0", "W_V_0", "W_Q_1", "W_K_1", "W_V_1", "W_O"], SQUARE)
    assert plan_of("multi-head-attention", {}, shapes).names == (
        "Q_0", "K_0", "V_0", "S_0", "L_0", "A_0", "H_0", "Q_1", "K_1", "V_1", "S_1", "L_1", "A_1", "H_1", "H", "Y",
    )  # fmt: skip


def test_cutting_one_wide_product_gives_the_heads_of_separate_weights() -> None:
    apart = {"X": X}
    for i in (1, 2):
        apart |= {f"W_{letter}_{i}": w for letter, w in zip("QKV", WEIGHTS[i - 1 :] + WEIGHTS, strict=False)}
    wide = {"X": X} | {f"W_{letter}": Matrix.beside(apart[f"W_{letter}_1"], apart[f"W_{letter}_2"]) for letter in "QKV"}
    one = solve(plan_of("multi-head-attention", {}, {n: m.shape for n, m in apart.items()}), apart)
    other = solve(plan_of("fused-multi-head-attention", {"heads": 2}, {n: m.shape for n, m in wide.items()}), wide)
    assert one["H"] == other["H"]
    assert one["H_2"] == other["H_2"]
    assert one["H_1"] != one["H_2"]


def test_heads_must_divide_the_width() -> None:
    with pytest.raises(SymattnError, match="W_Q has 3 columns; 2 heads need a multiple of 2"):
        plan_of("fused-multi-head-attention", {"heads": 2}, dict.fromkeys(["X", "W_Q", "W_K", "W_V"], (3, 3)))


def test_an_unknown_variant_is_answered_with_the_nearest() -> None:
    with pytest.raises(SymattnError, match='did you mean "multi-head-attention"'):
        plan_of("multihead-attention", {}, {})


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("scale", ["pi", "e", "2 * e", "sqrt(pi)", "7/2"])
def test_scores_are_divided_by_any_number_by_its_name_too(scale: str, columns: bool) -> None:
    options = f'options = {{ scale = "{scale}" }}'
    given = "given = { X = [[1, 0], [1, 1]], W_Q = [[1, 2], [3, 4]], W_K = [[1, 0], [2, 1]], W_V = [[2, 0], [0, 2]] }"
    own = 'notation = "columns"\n' if columns else ""
    (question,) = loads(f"{own}[[question]]\nvariant = 'attention'\n{options}\n{given}\n").questions
    found = solve(question.plan, question.given)
    assert found["L"] == found["S"].scaled(Number.of(1) / read(scale).cells[0][0].value[0])


def test_what_a_variant_needs() -> None:
    needed, optional = variant("multi-head-attention").givens({"heads": 2, "first": 0})
    assert needed == ("X", "W_Q_0", "W_K_0", "W_V_0", "W_Q_1", "W_K_1", "W_V_1")
    assert "b_Q_1" in optional
