"""What a line takes of matrices on its way, cuts, sums of rows, comparisons and quotients, stands by its value."""

from __future__ import annotations

import re

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads

SLICES = {  # a line on x = [1 2 4 8], and what the page has of it
    "sum(x[:, 1:3] * x[:, 0:2])": "∑ₖ (x_(2:3) ∘ x_(1:2))ₖ = 2·1 + 4·2",
    "x[:, 1:3] @ x.T[-2:, :]": "x_(2:3)(xᵀ)_(3:4, :) = 2·4 + 4·8",
    "max(x[:, 0:2])": "max(x_(1:2)) = max([1 2]) = 2",
    "sum(exp(x[:, 2:4] - 4))": "∑ₖ (exp(x_(3:4) − 4))ₖ = e⁴⁻⁴ + e⁸⁻⁴",
    "mean(2 * x)": "2·1 + 2·2 + 2·4 + 2·8 m = ─∑ₖ 2xₖ =",
    "max(x)": "max(x) = 8",
    "x[:, -2:] * 2": "x_(3:4)",
    "x[-1, :] * 2": "x_(1, :)",  # a matrix of one row is no entry
    "x[:, [0, -1]] * 2": "2[x₁ x₄]",
    "x - x[:, [2]]": "x − x₃ = [1 2 4 8] − 4",
    "x * x[0, -1]": "xx₄ = [1 2 4 8]8 = ",
    "x[:, 0:2].T * 2": "2x_(1:2)ᵀ",
    "x[:, 2].T * x": "x₃ᵀx",
    "lookup(x, [[3, 0]]) * 2": "2 lookup(x, [3 0]) = 2[8 1]",
    "x.T[1, :] * 2": "2(xᵀ)_(2, :)",
    "x.T[-3:-1, :] * 2": "(xᵀ)_(2:3, :)",
}


@pytest.mark.parametrize("line", SLICES)
def test_what_is_cut_out_is_shown_and_counted_from_one(line: str) -> None:
    source = f'[[question]]\nsteps = ["m = {line}"]\ngiven.x = [[1, 2, 4, 8]]'
    text = " ".join(page(loads(source), "text").split())
    assert SLICES[line].replace("·", "") in text.replace("·", "").replace("\u2009", "")
    assert "[-" not in text


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("l = A[0, 1]", "l = A_(1, 2) = −3 "),
        ("l = 2 * A[0, 1]", "l = 2A_(1, 2) = 2·(−3) = −6 "),
        ("l = A[0, 1] / A[1, 0]", " −3 l = ──────── = ── = −0.75 "),
        ("l = A[0, 1] * A", "l = A_(1, 2)·A = −3·⎡1 −3⎤ = ⎡ −3 9⎤"),
        ("l = A[0:1, 1]", "l = A_(1, 2) = −3 "),
        ("l = A[0:1, 1] @ A[1:2, :]", "·[4 2] = [−12 −6] "),
    ],
)
@pytest.mark.parametrize("policy", ["exact", "decimals", "carried", "letters"])
def test_one_place_of_a_matrix_and_a_cut_of_one_entry_are_numbers(line: str, shown: str, policy: str) -> None:
    text = page(loads(f'working = "{policy}"\n[[question]]\nsteps = ["{line}"]\ngiven.A = [[1, -3], [4, 2]]').solve(), "text")
    assert shown in re.sub(r"\s+", " ", text)


TAKEN = {  # of T = [1 0 0; 1 1 2] and x = [1 2 3]: what a line takes of rows or entries on its way stands by its value
    "T / sum(T, axis=1)": "T ⎡1 0 0⎤ m = ─────────── = ⎢1 1 2⎥ = ⎡ 1 0 0⎤ [1] ∑ⱼ T_(i, j) ⎢─ ─ ─⎥ ⎣1/4 1/4 1/2⎦ ⎣4 4 4⎦",
    "T - max(T, axis=1)": "= T − maxⱼ T_(i, j) = ⎡1 0 0⎤ − ⎡1⎤ = ",
    "maximum(3, max(T))": "= max(3, max(T)) = max(3, 2) = 3 ",
    "sqrt(var(x)) * 3": "m = 3√((1/3)∑ₖ (xₖ − (1/3)∑ₗ xₗ)²) = 3√(((1 − 2)² + (2 − 2)² + (3 − 2)²)/3) = √6 ",
    "sqrt(sum(T ** 2, axis=1))": "m = √(∑ⱼ T_(i, j)²) = ⎡√(1² + 0² + 0²)⎤ = ⎡1 ⎤ ≈ ⎡1 ⎤",
    "T / sqrt(sum(T ** 2, axis=1))": "T ⎡1 0 0 ⎤ m = ─────────────── = ⎢1 1 2 ⎥ √(∑ⱼ T_(i, j)²) ",
    "sum(kron(T > 0, ones(2, 2)))": "= 16 [1]",
    "sum(T, axis=1)": "m = ∑ⱼ T_(i, j) = ⎡1 + 0 + 0⎤ = ⎡1⎤", "mean(T * T, axis=0)": "⎡1·1 + 1·1 0·0 + 1·1 0·0 + 2·2⎤",
    "entropy(T)": "⎣−(1·log(1) + 1·log(1) + 2·log(2))⎦",
    "T[1:2, :] @ T.T / T[:, 0:1].T": "= [1·1 + 1·0 + 2·0 1·1 + 1·1 + 2·2] = [1 6]",
    "x - logsumexp(x)": "= [1 2 3] − log(e¹ + e² + e³) ", "-logsumexp(x) / 2": "−log(e¹ + e² + e³) m =",
    "mean(onehot(argmax(T, axis=1), 3), axis=0)": "⎡1 + 0 0 + 0 0 + 1⎤ m = ",
    "x - mean(x)": "1 + 2 + 3 m = x − ─∑ₖ xₖ = [1 2 3] − ───────── = [−1 0 1]",
    "sum(exp(x - 3))": "= ∑ₖ exp(xₖ − 3) = e¹⁻³ + e²⁻³ + e³⁻³ = ",
    "-max(x)": "m = −max(x) = −3 ",
    "var(x)": "1 (1 − 2)² + (2 − 2)² + (3 − 2)² m = ─∑ₖ (xₖ − (1/3)∑ₗ xₗ)² = ────────────────────────────── = 2/3 ",
    "mean((x - 1) ** 2)": "(1 − 1)² + (2 − 1)² + (3 − 1)² m = ─∑ₖ (xₖ − 1)² = ────────────────────────────── = 5/3 ",
    "x ** 2": "m = x² = [1² 2² 3²] = [1 4 9]",
    "entropy(x / 6)": "m = −∑ₖ ── log⎜──⎟ = −(1/6·log(1/6) + 2/6·log(2/6) + 3/6·log(3/6)) ",
    "sum(abs(x - 2))": "= ∑ₖ |xₖ − 2| = |1 − 2| + |2 − 2| + |3 − 2| = 2 ",
    "sigmoid(x)": "⎡ 1 1 1 ⎤ m = σ(x) = ⎢─────── ─────── ───────⎥ ⎣1 + e⁻¹ 1 + e⁻² 1 + e⁻³⎦ ⎡ e e² e³ ⎤ = ⎢",
    "1 - sigmoid(sum(x))": "1 1 1 m = 1 − σ(∑ₖ xₖ) = 1 − ───────────── = 1 − ─────── = ────── ≈ 0.0025 [1] 1 + e⁻⁽¹⁺²⁺³⁾ 1 + e⁻⁶ 1 + e⁶",
    "sum(x) * eye(2) + ones(2, 2)": "= ∑ₖ xₖ·I₂ + 𝟏_(2×2) = (1 + 2 + 3)·I₂ + 𝟏_(2×2) = ",
    "x * clip(x, 0, 2)": "m = x ∘ clip(x, 0, 2) = [1 2 3] ∘ [1 2 2] = [1 4 6]",
    "T * prod(T, axis=1)": "m = T ∘ (∏ⱼ T_(i, j)) = ⎡1 0 0⎤ ∘ ⎡1·0·0⎤ = ⎡0 0 0⎤", "2 * (x + 1) ** 3": "m = 2(x + 1)³ = 2[(1 + 1)³ (2 + 1)³ (3 + 1)³] = [16 54 128]", "1 - 2 ** (x - 1)": "= 1 − [2¹⁻¹ 2²⁻¹ 2³⁻¹] = [0 −1 −3]",
    "x * arange(3, start=1)": "= [1 2 3] ∘ [1 2 3] = [1 4 9]",
}


@pytest.mark.parametrize("line", TAKEN)
def test_what_is_taken_of_a_matrix_on_the_way_stands_by_its_value(line: str) -> None:
    given = "T = [[1, 0, 0], [1, 1, 2]]" if "T" in line else "x = [[1, 2, 3]]"
    text = page(loads(f"[[question]]\nsteps = ['m = {line}']\ngiven = {{ {given} }}"), "text")
    assert TAKEN[line].replace("·", "") in " ".join(text.split()).replace("·", "").replace("\u2009", "")


COMPARED = {  # of D = [1 -2; 3 4]
    "where(D > 0, D, 0)": "m = ⎧D D > 0 = ⎡1 0⎤ [1] ⎩0 D ≤ 0 ⎣3 4⎦",
    "where(D >= 4, 9, where(D > 1, 2, where(D == 1, 5, D)))": "⎧9 D ≥ 4 m = ⎨2 1 < D < 4 = ⎡5 −2⎤ [1] ⎨5 D < 4, D ≤ 1, D = 1 ⎣2 9⎦ ⎩D D < 4, D ≤ 1, D ≠ 1",
    "where(D < 0, 1, where(D < -1, 2, 3))": "⎧1 D < 0 m = ⎨2 0 ≤ D < −1 = ",
    "1 - where(tril(ones(2, 2)), 2, D)": "m = 1 − ⎛⎧2 i ≥ j⎞ = \n⎝⎩D i < j⎠ ",
    "2 ** D": "m = 2^D = ⎡2¹ 2⁻²⎤ = ⎡2 1/4⎤ ", "2 ** (arange(2) - arange(2).T) * D": "m = ⎡ 2⁰ 2¹⎤ ∘ D = ",
    "2 ** (-arange(2, start=1/2))": "m = [2^(−1/2) 2^(−3/2)] = ", "(D / D[:, 0:1]).T @ D": "⎢1 ─⎥ m = ─────────D = ⎢ 3⎥⎡1 −2⎤ = ⎡ 1 1⎤⎡1 −2⎤ = ⎡4 2⎤",
    "maximum(D, D < 2)": "m = max(D, [D < 2]) = max⎛⎡1 −2⎤, ⎡⎡1 −2⎤ < 2⎤⎞ ",
    "lookup(D[0:1, :], D > 0) + D": "m = lookup(D_(1, :), [D > 0]) + D = ⎡−2 1⎤ + ⎡1 −2⎤ = ",
    "D * stack(zeros(1, 2), concat(1, 0))": "m = D ∘ ⎡0 0⎤ = ", "abs(D - 1)": "m = |D − 1| = ⎡|1 − 1| |−2 − 1|⎤ = ", "abs(D)": "m = |D| = ⎡|1| |−2|⎤",
    "D <= D[0:1, :]": "m = [D ≤ D_(1, :)] = ⎡⎡1 −2⎤ ≤ [1 −2]⎤ = ⎡1 1⎤ ",
    "(D < 2) * D": "m = [D < 2] ∘ D = ⎡⎡1 −2⎤ < 2⎤ ∘ ⎡1 −2⎤ = ⎡1 −2⎤ ",
    "sum(D > 0)": "m = ∑_(i, j) [D_(i, j) > 0] = [1 > 0] + [−2 > 0] + [3 > 0] + [4 > 0] = 3 ",
    "mean(D >= 3)": "1 m = ─∑_(i, j) [D_(i, j) ≥ 3] 4 ",
    "rope(D)": "3cos(1) − 4sin(1) 3sin(1) + 4cos(1) ⎦ = ⎡ 1 −2 ⎤ ",
    "2 ** (-(8 / sum(D)) * arange(3, start=1))": "m = 2^((−8/(∑_(i, j) D_(i, j)))[1 2 3]) = 2^((−8/(1 + (−2) + 3 + 4))[1 2 3]) = ",
    "arange(3, start=1, step=1/3)": "m = [1 4/3 5/3] [1]",
    "arange(rows(D), start=0.5)": "m = [0.5 1.5] [1]",
    "sum(arange(40, start=2, step=-0.25))": "m = sum([2.00 1.75 … −7.75]) = −115 ",
    "window_mask(D, 1)": "Where a key is 1 or more places behind or ahead of its query the score becomes minus infinity",
    "relu(D @ D) @ D - 1": "⎣3 4⎦ = ⎡ 0 0⎤⎡1 −2⎤ − 1 = ⎡−1 −1⎤ ",
    "relu(D @ D - 1)": "m = ReLU(DD − 1) = ReLU⎛⎡1 −2⎤⎡1 −2⎤ − 1⎞ = ReLU⎛⎡−6 −11⎤⎞ ",
    "clip(round(D / 2), 0, 9)": "= clip⎛round⎛⎡1/2 −1⎤⎞, 0, 9⎞ = ⎡1 0⎤ ", "log(abs(D) + 1)": "= log⎛⎡|1| |−2|⎤ + 1⎞ = log⎛⎡2 3⎤⎞ ",
    "softmax(2 * D)": "m = softmax(2D) = softmax⎛⎡2 −4⎤⎞ ", "log(abs(D))": "m = log(|D|) = log⎛⎡|1| |−2|⎤⎞ ⎝⎣|3| |4| ⎦⎠ = ⎡",
    "min(abs(D))": "m = min_(i, j)|D_(i, j)| = min⎛⎡1 2⎤⎞ = 1 ", "max(D + 1)": "m = max(D + 1) = max⎛⎡2 −1⎤⎞ = 5 ",
    "(rows(D) - 1) * sum(D)": "m = (2 − 1)∑_(i, j) D_(i, j) = (2 − 1)(1 + (−2) + 3 + 4) = 6 ",
    "stack(D[:, 0:1], D[:, 1:2])": "m = ⎡D_(:, 1)⎤ = ⎢ 3⎥ [1] ⎣D_(:, 2)⎦ ⎢−2⎥",
    "D @ [[0, 1], [-1, 0]]": "m = D⎡0 1⎤ = ⎡1 −2⎤⎡0 1⎤ = ⎡ 2 1⎤ ",
}


@pytest.mark.parametrize("line", COMPARED)
def test_comparisons_and_matrices_of_a_line_stand_as_they_are_written_and_are_evaluated(line: str) -> None:
    solved = loads(f"[[question]]\nsteps = ['m = {line}']\ngiven.D = [[1, -2], [3, 4]]").solve()
    shown = " ".join(page(solved, "text").split()).replace("·", "").replace("\u2009", "")
    assert all(drawn in shown for drawn in COMPARED[line].replace("·", "").split("\n"))
    assert evaluated(solved).passed.total() == 0


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("sum(x ** 2)", "1.2345² + 2.2345² + ⋯ + 9.2345²"),
        ("mean((x - 1) ** 2)", "(1.2345 − 1)² + (2.2345 − 1)² + ⋯ + (9.2345 − 1)²"),
        ("x @ x.T", "1.2345·1.2345 + 2.2345·2.2345 + ⋯ + 9.2345·9.2345"),
    ],
)
@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
def test_a_sum_that_is_too_wide_has_its_first_terms_and_its_last(line: str, shown: str, policy: str) -> None:
    x = [f"{k}.2345" for k in range(1, 10)]
    source = f'working = "{policy}"\n[[question]]\nsteps = ["s = {line}"]\ngiven.x = [{x}]'
    assert shown in " ".join(page(loads(source), "text").split())


def test_a_cut_does_not_look_like_another_line() -> None:
    text = page(loads('[[question]]\nsteps = ["s_1 = s[0, 0]", "c = s[0, 1]"]\ngiven.s = [[7, 5]]'), "text")
    assert "s₁ = s_(1, 1) = 7" in text
    assert "c = s₂ = 5" in text


def test_rows_told_from_the_end_of_a_length_in_letters_are_told_by_it() -> None:
    source = '[[question]]\nsteps = ["z = C[-1, :] @ W", "y = C[:-2, :] @ W"]\n[question.shapes]\nC = ["n", "d"]\nW = ["d", "V"]'
    text = " ".join(page(loads(source), "text").split())
    assert "[-1" not in text
    assert ":-2" not in text
    assert "z = C_(n, :)W" in text
    assert "y = C_(1:n − 2, :)W" in text


def test_what_is_divided_by_its_sum_has_the_sum_below_in_its_numbers() -> None:
    sheet = """[[question]]
steps = ["P = normalize(C)", "q = normalize(where(C > 1, C, 0))", "H = normalize(D)", "N = normalize(E)"]
given = { C = [[1, 2, 3]], D = [[0.5, 0.25], [0.25, 0.75]], E = [[-1, 3]] }
"""
    text = page(loads(sheet), "text")
    assert "P = ───── = ⎢─  ─  ─⎥ = [1/6  1/3  1/2]" in text
    assert "  ─  ─⎥ = [0  0.4  0.6]" in text
    assert "⎢────  ────⎥" in text
    assert "⎣0.25  0.75⎦" in text  # a row that adds up to 1
    assert "N = ───── = ⎢──────  ──────⎥ = [−0.5  1.5]" in text
    assert "∑ₖ Eₖ   ⎣−1 + 3  −1 + 3⎦" in text


DIVIDED = {
    "by a row": ("X / sqrt(v)", r"\begin{bmatrix}\ffrac{1}{\sqrt{4}} & \ffrac{2}{\sqrt{9}}"),
    "by a column": ("X / c", r"\begin{bmatrix}\ffrac{1}{2} & \ffrac{2}{2} \\[4pt] \ffrac{3}{5} & \ffrac{4}{5}"),
    "a difference": ("(X - v) / c", r"\begin{bmatrix}\ffrac{1-4}{2} & \ffrac{2-9}{2}"),
}


@pytest.mark.parametrize(("line", "shown"), DIVIDED.values(), ids=DIVIDED)
def test_each_entry_stands_over_its_own_number(line: str, shown: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["Y = {line}"]\ngiven = {{ X = [[1, 2], [3, 4]], v = [[4, 9]], c = [[2], [5]] }}')
    assert shown in page(sheet, "tex")
