"""The formulas above a question: one for all heads only where it is every head's own."""

from __future__ import annotations

import re

import pytest

from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.page import page
from symattn.page.given import formulas_of
from symattn.plan import Plan
from symattn.sheet import loads

FUSED = [f"{m}_{i} = {m}[:, {2 * i - 2}:{2 * i}]" for m in "QKV" for i in (1, 2, 3)]
GROUPED = [f"K_{j} = X @ W_K_{j}" for j in (1, 2)] + [f"S_{i} = Q_{i} @ K_{(i + 1) // 2}.T" for i in (1, 2, 3, 4)]
ODD = ["S_1 = Q_1 @ K_1.T", "S_2 = Q_2 @ K_3.T", "S_3 = Q_3 @ K_2.T"]


@pytest.mark.parametrize(
    ("notation", "lines", "shown"),
    [
        ("paper", ["Q_1 = X @ W_Q_1", "Q_2 = X @ W_Q_2"], ["Qᵢ = XWᵢ^Q"]),
        ("paper", ["Q_1 = X @ W_Q_1 + b_Q_1", "Q_2 = X @ W_Q_2"], ["Q₁ = XW₁^Q + b₁^Q", "Q₂ = XW₂^Q"]),
        ("paper", FUSED, [f"{m}ᵢ = {m}_(:, 2i − 1:2i)" for m in "QKV"]),
        ("illustrated", ["Q_1 = Q[:, 0:2]", "Q_2 = Q[:, 2:4]"], ["Qᵢ = Q_(:, 2i + 1:2i + 2)"]),
        ("paper", ["Q_1 = Q[:, 0:2]", "Q_2 = Q[:, 2:5]"], ["Q₁ = Q_(:, 1:2)", "Q₂ = Q_(:, 3:5)"]),
        ("paper", GROUPED, ["Kⱼ = XWⱼ^K", "Sᵢ = QᵢK_(⌈i/2⌉)ᵀ"]),
        ("illustrated", GROUPED, ["Kⱼ = X × Wⱼ^K", "Sᵢ = Qᵢ·K_(⌊i/2⌋)ᵀ"]),
        ("paper", ["S_1 = Q_1 @ K_1.T", "S_2 = Q_2 @ K_1.T"], ["Sᵢ = QᵢK₁ᵀ"]),
        ("paper", ODD, ["S₁ = Q₁K₁ᵀ", "S₂ = Q₂K₃ᵀ", "S₃ = Q₃K₂ᵀ"]),
        ("paper", ["L_1 = S_1 / sqrt(2)", "L_2 = S_2 / sqrt(3)"], ["L₁ = S₁/√2", "L₂ = S₂/√3"]),
        ("paper", ["L_1 = S_1 / sqrt(cols(K_1))", "L_2 = S_2 / sqrt(cols(K_2))"], ["Lᵢ = Sᵢ/√dₖ"]),
        ("paper", ["A_1 = softmax(L_1)", "A_2 = softmax(L_2, axis=0)"], ["A₁ = softmax(L₁)", "A₂ = softmax_columns(L₂)"]),
        ("paper", ["H_1 = A_1 @ V_1", "H_2 = A_2 @ V_2", "H = concat(H_1, H_2)"], ["headᵢ = AᵢVᵢ", "H = Concat(head₁, head₂)"]),
        ("superscript-heads", ["Q_1 = X @ W_Q_1", "Q_2 = X @ W_Q_2"], ["Qⁱ = XWᵢ^Q"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_formula_for_all_heads_is_true_of_each(notation: str, lines: list[str], shown: list[str]) -> None:
    plan = Plan.read(lines)
    own = Notation.load(notation).of({line.name: line.tree for line in plan.lines}, plan.givens)
    assert [flat(box) for box in formulas_of(own, plan.lines)] == shown


def test_many_heads_that_are_not_alike_are_not_all_listed() -> None:
    plan = Plan.read([f"S_{i} = Q_{i} @ K_{i * i}.T" for i in range(1, 13)])
    own = Notation.load("paper").of({line.name: line.tree for line in plan.lines}, plan.givens)
    assert [flat(box) for box in formulas_of(own, plan.lines)] == ["S₁ = Q₁K₁ᵀ", "S₂ = Q₂K₄ᵀ", "…", "S₁₂ = Q₁₂K₁₄₄ᵀ"]


def test_many_heads_are_joined_with_dots() -> None:
    plan = Plan.read([f"H = concat({', '.join(f'H_{i}' for i in range(1, 17))})"])
    own = Notation.load("paper").of({line.name: line.tree for line in plan.lines}, plan.givens)
    assert [flat(box) for box in formulas_of(own, plan.lines)] == ["H = Concat(head₁, head₂, …, head₁₆)"]


@pytest.mark.parametrize(
    ("line", "shown"), [("Q @ KV", "Q·KV"), ("KV @ Q", "KV·Q"), ("Q @ KV.T", "Q·KVᵀ"), ("2 * KV", "2·KV"), ("Q @ K", "QK"), ("2 * K", "2K")]
)
def test_a_name_of_several_letters_is_no_product(line: str, shown: str) -> None:
    plan = Plan.read([f"Y = {line}"])
    own = Notation.load("paper").of({"Y": plan.lines[0].tree}, plan.givens)
    assert flat(own.formula(plan.lines[0].tree)) == shown


def test_a_number_and_a_matrix_of_one_stem_are_no_heads() -> None:
    text = page(loads('[[question]]\nsteps = ["y = r + Q_1 * max(Q_2)"]\ngiven = { Q_1 = 2, r = 1, Q_2 = [[3, 5]] }'), "text")
    assert "Q₁ = 2,    r = 1,    Q₂ = [3  5]" in text
    text = page(loads('[[question]]\nsteps = ["y = r + V_1 * V_2"]\ngiven = { V_1 = 2, r = 1, V_2 = 3 }'), "text")
    assert "V₁ = 2,    r = 1,    V₂ = 3" in text


@pytest.mark.parametrize(
    ("line", "formula"),
    [
        ("L * 6 * T * d**2", "6·T·L ∘ d² = 6·5·[1 2] ∘ [3² 4²] ="),
        ("L * T * 6", "6·T·L = 6·5·[1 2] ="),
        ("T * (6 * L)", "6·T·L = 6·5·[1 2] ="),
        ("L * T * n", "T·n·L = 5·7·[1 2] ="),
        ("2 * L * T / n", "2·T·L 1 C = ───── = ─·2·5·[1 2] ="),
    ],
)
def test_numbers_and_letters_stand_before_a_row_as_one_product(line: str, formula: str) -> None:
    given = "L = [[1, 2]], d = [[3, 4]], T = 5" + (", n = 7" if "n" in line else "")
    given = given if "d" in line else given.replace(", d = [[3, 4]]", "")
    text = " ".join(page(loads(f'[[question]]\nsteps = ["C = {line}"]\ngiven = {{ {given} }}'), "text").split())
    assert formula in text, text


@pytest.mark.parametrize("name", ["P_i", "P_t", "P_1", "P"])
@pytest.mark.parametrize("line", ["-mean(log(diag({})))", "sum({} * {})", "sum({}, axis=1)"])
def test_an_entry_of_a_matrix_with_a_letter_below_its_name_is_none_of_a_tensor(name, line):
    steps = line.replace("{}", name)
    text = page(loads(f'[[question]]\nsteps = ["m = {steps}"]\ngiven = {{ {name} = [[0.5, 0.2], [0.25, 0.75]] }}'), "text")
    assert ("(Pᵢ)_(" in text or "(Pₜ)_(" in text) == (name in ("P_i", "P_t")), text
    assert not re.search(r"P_\([it], \w, \w\)", text), text
