"""Nothing is printed twice, names are numbered as one writes them, and full forms stand where they are asked or shorter."""

from __future__ import annotations

import re

import pytest

from symattn.errors import SheetError
from symattn.page import evaluated, page
from symattn.sheet import loads


def heads(count: int, first: int, rows: int, mask: str = "none") -> str:
    """A sheet of heads whose weights all differ."""
    x = [[2 + i, 7 * i * i + 3] for i in range(rows)]
    given = "\n".join(
        f"W_{kind}_{h} = [[{1 + h - first if kind == 'Q' else 1}], [{1 + 10 * (h - first) * (kind == 'K')}]]"
        for h in range(first, first + count)
        for kind in "QKV"
    )
    return f"""[[question]]
variant = "multi-head-attention"
options = {{ heads = {count}, first = {first}, scale = false, mask = "{mask}" }}
[question.given]
X = {x}
{given}
"""


def names(text: str) -> list[str]:
    """The names that a page defines, in order."""
    return re.findall(r"^ *([εσ][₀-₉]+) = ", text, re.M)


SUBS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@pytest.mark.sliced(6)
@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("rows", [2, 3])
@pytest.mark.parametrize("count", [1, 2])
def test_a_name_has_the_number_of_its_row_and_of_its_head_where_there_are_several(count: int, rows: int, first: int, mask: str) -> None:
    found = names(page(loads(heads(count, first, rows, mask)), "text"))
    start = 2 if mask == "causal" else 1  # in the first row one key alone is open
    wanted = [f"{h if count > 1 else ''}{i}".translate(SUBS) for h in range(first, first + count) for i in range(start, rows + 1)]
    assert [name[1:] for name in found] == wanted


def test_lines_that_are_no_heads_are_counted() -> None:
    text = page(loads('[[question]]\nsteps = ["A = softmax(X)", "B = softmax(Z)"]\ngiven = { X = [[0, 1], [0, 2]], Z = [[0, 3]] }'), "text")
    assert names(text) == ["ε₁", "ε₂", "ε₃"]


SHEET = '[[question]]\nsteps = ["A = softmax(X)", "H = A @ V"]\ngiven = {{ X = [[0, "sqrt(2)"]], V = [[3], [7]] }}\n{more}'


@pytest.mark.parametrize(
    ("more", "detail", "full"), [("", "standard", False), ('show = { H = { as = "exact" } }', "standard", True), ("", "full", True)]
)
def test_a_result_in_names_stands_in_full_only_where_that_is_asked(more: str, detail: str, full: bool) -> None:
    last = page(loads(SHEET.format(more=more)), "text", detail=detail).split("H = AV")[1]
    assert ("e^(√2)" in last) == full, last
    assert re.search(r"≈ 6\.2177\s", last)


@pytest.mark.parametrize("policy", ["decimals", "carried"])
def test_an_exact_form_that_is_asked_stands_on_a_page_of_decimals_too(policy: str) -> None:
    sheet = 'working = "{}"\n[[question]]\nsteps = ["h = log(X)"]\ngiven = {{ X = [[2, 1]] }}\n{}'
    assert "log(2)" not in page(loads(sheet.format(policy, "")), "text")
    if policy == "decimals":
        assert re.search(r"= \[log\(2\)  0\] ≈ \[0.6931  0\]", page(loads(sheet.format(policy, 'show = { h = { as = "exact" } }')), "text"))


@pytest.mark.parametrize(
    ("line", "once"),
    [("v = log(n)", "log(50257)"), ("v = 1 / n", "50257"), ("v = 1 / (n * n)", None), ("v = 2 * n", "100514")],
)
def test_a_result_is_not_printed_twice(line: str, once: str | None) -> None:
    text = page(loads(f'[[question]]\nsteps = ["{line}"]\ngiven = {{ n = 50257 }}'), "text")
    if once:
        assert text.split("v = ", 1)[1].count(once) == 1, text


@pytest.mark.parametrize("order", ["2 * L * h * k * b", "b * k * h * L * 2", "L * 2 * b**2 * h"])
def test_a_product_is_not_written_again_in_another_order(order: str) -> None:
    text = page(loads(f'working = "letters"\n[[question]]\nsteps = ["c = {order}"]\ngiven = {{ L = 3, h = 5, k = 7, b = 11 }}'), "text")
    assert text.split("c = ")[1].count("L") == 1, text


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("count", "reads", "framed"), [(1, False, 1), (2, False, 2), (3, False, 3), (4, False, 0), (4, True, 1), (6, True, 1)])
def test_frames_are_the_same_in_every_format_that_has_them(count: int, reads: bool, framed: bool) -> None:
    lines = [f"B_{k} = {k + 2} * A" for k in range(count)]
    if reads:
        lines[-1] = "C = B_0 + A"
    solution = loads(f"[[question]]\nsteps = {lines}\ngiven.A = [[1, 2]]").solve()
    assert page(solution, "md").count(r"\boxed{") == framed
    assert page(solution, "html").split("</style>")[-1].count('class="result"') == framed
    assert page(solution, "tex").split(r"\begin{document}")[1].count(r"\res{") == framed


@pytest.mark.parametrize("numeral", ["180e3", "2e-3", "1.5e6", "1e9"])
@pytest.mark.parametrize("line", ["N * a", "a / N", "a ** 2 * N", "N ** 2 + a"])
def test_a_power_of_ten_in_a_formula_is_written_as_one(numeral: str, line: str) -> None:
    text = page(loads(f'[[question]]\nsteps = ["h = {line.replace("N", numeral)}"]\ngiven = {{ a = 14.8 }}').solve(), "text")
    digits, _, power = numeral.partition("e")
    raised = "10" + power.translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    assert numeral not in text
    assert (raised if digits == "1" else f"{digits}·{raised}") in text


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("de", ","), ("fr", ",")])
@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
def test_a_figure_has_the_decimals_of_the_language_and_of_the_way_of_working(language: str, mark: str, policy: str) -> None:
    head = f'language = "{language}"\nworking = "{policy}"\ndecimals = 3\n[[question]]\nsteps = ["A = softmax(X)"]\n'
    html = page(loads(head + 'figures = [{ name = "heat-map", line = "A" }]\ngiven.X = [[0, 1], [2, 0]]').solve(), "html")
    (drawing,) = re.findall(r"<svg.*?</svg>", html, re.S)
    texts = re.findall(r"<text[^>]*>([^<]*)<", drawing)
    assert f"0{mark}269" in texts, texts
    assert any("1 + " in text or "1+" in text for text in texts) <= (policy == "exact"), texts  # exact forms on exact pages alone


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["N = 4*d**2 + 3*d*f + 2*d + L", "M = N*b"], ["M = N·b = b(3df + 4d² + L + 2d) = 11(3·5·7 + 4·5² + 3 + 2·5)"]),
        (["N = 2*d + 4*d**2"], ["N = 2·d + 4·d² = 2·5 + 4·5²"]),
        (["N = L*(4*d**2 + 3*d)"], ["N = L·(4·d² + 3·d) = 3·"]),
        (["N = d + 1", "M = N*d"], ["N = d + 1 = 5 + 1", "M = N·d = d² + d = 5² + 5"]),
        (["N = 1 - b", "M = N*d"], ["M = N·d = d(1 − b) = 5(1 − 11)"]),
        (["N = 12*L*d**2", "M = 6*N*b"], ["M = 6·N·b = 72Ld²b = 72·3·5²·11 = "]),
        (["N = d + L", "M = 2*N*b"], ["M = 2·N·b = 2b(L + d) = 2·11(3 + 5)"]),
    ],
)
def test_a_result_in_letters_is_shown_where_it_says_more(lines: list[str], kept: list[str]) -> None:
    given = ", ".join(f"{x} = {n}" for x, n in (("L", 3), ("d", 5), ("f", 7), ("b", 11)) if any(x in line for line in lines))
    text = " ".join(page(loads(f'working = "letters"\n[[question]]\nsteps = {lines}\ngiven = {{ {given} }}'), "text").split())
    assert all(part in text for part in kept), text


@pytest.mark.sliced(6)
@pytest.mark.parametrize("policy", ["exact", "letters", "decimals", "carried"])
@pytest.mark.parametrize(("style", "digits"), [("engineering", 3), ("engineering", 4), *(("scientific", k) for k in (1, 2, 3, 4))])
def test_a_rounded_number_without_a_point_is_put_in_with_more_digits(policy: str, style: str, digits: int) -> None:
    show = f'show = {{ N = {{ as = "{style}", digits = {digits} }}, C = {{ as = "scientific", digits = 3, unit = "FLOP" }} }}'
    lines = 'steps = ["N = 12*L*d**2", "C = 6*N*D"]\ngiven = { L = 96, d = 12288, D = "300e9" }'
    text = page(loads(f'working = "{policy}"\n[[question]]\n{lines}\n{show}'), "text")  # a false link is refused
    assert "3.13·10²³ FLOP" in text or policy == "carried"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("(1 - a**(n + 1)) / (1 - a)", "1 − 0.8⁴⁺¹"),
        ("a**n*b/a**2", "= aⁿ⁻²b ="),
        ("a*b*a**(-n)", "= a¹⁻ⁿb ="),
        ("8*a*b/(n*c)", "8·a·b 8·0.8·3 t = ───── = ───────"),
        ("b*n + c", "t = b·n + c = 3·4 + 5 = 17"),
    ],
)
def test_powers_of_a_letter_are_one_and_a_formula_is_not_repeated(line: str, shown: str) -> None:
    given = ", ".join(f"{x} = {v}" for x, v in (("a", '"0.8"'), ("n", 4), ("b", 3), ("c", 5)) if x in line)
    text = " ".join(page(loads(f'working = "letters"\n[[question]]\nsteps = ["t = {line}"]\ngiven = {{ {given} }}'), "text").split())
    assert shown in text
    assert "aa^" not in text


@pytest.mark.parametrize(("line", "shown"), [("c / (2*d)", "= 2.25"), ("c / 4096", "= 0.140625"), ("c / 7", "= 576/7"), ("d / 3", "= 128/3")])
def test_a_sum_of_numbers_alone_has_its_decimals_where_they_end(line: str, shown: str) -> None:
    given = ", ".join(f"{x} = {v}" for x, v in (("c", 576), ("d", 128)) if x in line)
    text = " ".join(page(loads(f'[[question]]\nsteps = ["g = {line}"]\ngiven = {{ {given} }}'), "text").split())
    assert shown in text


def test_lines_of_letters_are_not_written_twice() -> None:
    source = '[[question]]\nsteps = ["S = N*d + N**2", "F = N**2*d**2/M", "G = d*(N + M)"]\nletters = { positive = ["N", "d", "M"] }'
    text = " ".join(page(loads(source), "text").split())
    assert "S = Nd + N² [1]" in text
    assert text.count("N²d²") == 1
    assert "G = d·(N + M) = dM + Nd [1]" in text


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


def test_a_sum_of_letters_is_not_written_as_a_function_of_them() -> None:
    source = '[[question]]\nsteps = ["s = sum(x * w)"]\nletters = { a = "real", b = "real" }\ngiven = { x = [["a", "b"]], w = [[3, 2]] }'
    assert "s = ∑ₖ xₖwₖ = 3a + 2b" in " ".join(page(loads(source), "text").split())


def test_a_cut_does_not_look_like_another_line() -> None:
    text = page(loads('[[question]]\nsteps = ["s_1 = s[0, 0]", "c = s[0, 1]"]\ngiven.s = [[7, 5]]'), "text")
    assert "s₁ = s_(1, 1) = 7" in text
    assert "c = s₂ = 5" in text


@pytest.mark.parametrize(("policy", "shown"), [("exact", "[1/2 1/8 0.25]"), ("decimals", "[1/2 1/8 0.25]")])
def test_fractions_and_small_powers_of_ten_stand_as_they_are_given(policy: str, shown: str) -> None:
    sheet = f'working = "{policy}"\n[[question]]\nsteps = ["q = 2 * p", "r = 2 * t"]\n'
    text = page(loads(sheet + 'given = { p = [["1/2", "1/8", "0.25"]], t = [["4.75e-06", "-3e-5"]] }'), "text")
    assert f"p = {shown}" in " ".join(text.split())
    assert "t = [4.75·10⁻⁶ −3·10⁻⁵]" in " ".join(text.split())


def test_rows_told_from_the_end_of_a_length_in_letters_are_told_by_it() -> None:
    source = '[[question]]\nsteps = ["z = C[-1, :] @ W", "y = C[:-2, :] @ W"]\n[question.shapes]\nC = ["n", "d"]\nW = ["d", "V"]'
    text = " ".join(page(loads(source), "text").split())
    assert "[-1" not in text
    assert ":-2" not in text
    assert "z = C_(n, :)W" in text
    assert "y = C_(1:n − 2, :)W" in text


def test_zeros_beside_a_derivative_are_a_zero_in_its_formula() -> None:
    source = '[[question]]\nsteps = ["z = C[-1, :] @ W", "t = sum(z)"]\ngiven = { C = [[1, 2], [3, 4]], W = [[1], [2]] }\ngradient = { of = "t", wrt = ["C"] }'
    for form in ("text", "tex", "md", "html"):
        assert "zeros" not in page(loads(source), form)


def test_a_chain_without_a_name_begins_behind_the_mark_of_its_column() -> None:
    source = '[[question]]\nsteps = ["S = Q @ K.T"]\ngiven = { Q = [[5], [-5]], K = [["log(2)"], ["log(3)"]] }'
    rows = [line for line in page(loads(source), "md").splitlines() if "&" in line and r"\begin{aligned}" not in line]
    assert rows
    assert all(line.lstrip().startswith("& ") or " & " in line.split("\\begin", 1)[0] for line in rows)


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", ["text", "tex", "md", "html"])
def test_a_line_that_a_choice_was_tried_with_is_worked_once(form: str) -> None:
    source = (
        '[[question]]\nsteps = ["W = V @ O", "y = x @ W"]\ngiven.x = [[1, 2]]\n[question.unknown]\nV = { shape = [2, 1], example = [[1], [0]] }\n'
        'O = { shape = [1, 2], example = [[0, 7]] }\n[[question.part]]\nasks = ["V", "O"]\n'
        'accept = [{ line = "W", equals = [[0, 7], [0, 0]] }]\n[[question.part]]\nasks = ["W", "y"]\n'
    )
    text = page(loads(source), form)
    once = {"text": "W = VO", "tex": "{W=VO}&", "md": "VO", "html": "<mi>V</mi><mi>O</mi>"}[form]
    assert text.split(r"\begin{document}")[-1].count(once) == 1
    if form == "text":
        assert text.count("[1]") == 4
        assert "W = ⎡0  7⎤     [1]" in text


def test_reasons_stand_below_shapes_where_the_formula_leaves_no_room_and_beside_a_fraction_all_the_same() -> None:
    lines = ["R = swap(reshape(Q, b, n, g, r, d), 1, 2)", "S = K @ K.T / sqrt(2)"]
    source = f'[[question]]\nsteps = {lines}\nwhere = ["h = g*r"]\nshapes = {{ Q = ["b", "n", "h", "d"], K = [2, 3, 4] }}'
    text = page(loads(source), "text")
    assert max(map(len, text.splitlines())) <= 80
    assert all(line.startswith("    ") for line in text.splitlines() if "no number changes" in line)
    source = '[[question]]\nsteps = ["S = Q @ K.T / sqrt(4)", "A = softmax(S)"]\nshapes = { Q = [2, 3, 4], K = [2, 3, 4] }'
    rows = page(loads(source), "text").splitlines()
    root = next(line for line in rows if line.strip().startswith("√4"))
    assert root.endswith("stays")


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


def test_a_number_of_letters_is_built_up_as_its_formula_is() -> None:
    sheet = '[[question]]\nsteps = ["T = B * D / C", "N = T * 2"]\ngiven = { C = 70 }\n[question.letters]\nB = "positive"\nD = "positive"'
    text = page(loads(sheet), "text")
    assert "BD/" not in text
    assert "35" in text


WRITTEN = {
    "a word with an accent in it": ('steps = ["mhat_1 = 2 * a"]\ngiven.a = 3', "m̂₁ = 2·a"),
    "a place of a row with an accent": ('steps = ["p_hat = softmax(z)", "l = -log(p_hat[0, 1])"]\ngiven.z = [[0, 1]]', "−log(p̂₂)"),
    "a zero among decimals": (
        'working = "decimals"\nsteps = ["t = z @ W", "J = sum(exp(t))"]\ngiven = { z = [[1, 0.5]], W = [[1, 0.5], [0.5, -1]] }',
        "e^1.25 + e⁰ ",
    ),
    "microseconds": ('steps = ["t = 2 * s"]\ngiven.s = "3 us"\nshow = { t = { unit = "us" } }', "2·3 µs = 6 µs"),
    "a constant that is given": ('steps = ["c = cos(pi * a)"]\ngiven = { a = 2, pi = "pi" }', "Question 1 [1 mark] a = 2 c = "),
    "a power beside its decimals": ('steps = ["l = 3 * 10**(-a)"]\ngiven.a = 0.076', "l = 3·10^(−a) = 3·10^(−0.076) ≈ 2.5184 [1]"),
    "a fraction of two large numbers": ('steps = ["r = a / b"]\ngiven = { a = 65, b = 17 }', "65/17 ≈ 3.8235"),
    "a fraction that nobody reads": (
        'steps = ["r = a / b", "u = r**2 / 3"]\ngiven = { a = 45630736, b = 1377361 }',
        "≈ 33.1291 [1] b 1377361 r² 33.1291² u = ── ≈ ──────── ≈ 365.8458 ",
    ),
    "a fraction that ends soon": ('steps = ["B = A / 125"]\ngiven.A = [[62, 19]]', "= [0.496 0.152]"),
    "a product of many decimals": ('steps = ["P = p**9"]\ngiven.p = 0.91', "= 0.91⁹ ≈ 0.4279"),
    "a power that says no more than what it is made of": ('steps = ["r = (a / b)**2"]\ngiven = { a = 577, b = 197 }', "= (577/197)² ≈ 8.5787 [1]"),
    "bits of a byte": ('steps = ["b = l / log(2) / n"]\ngiven = { l = 2.3, n = 4.2 }', "b = ──────── = ────────── ≈ 0.7900 [1] log(2)·n log(2)·4.2"),
    "the same where its form is asked": (
        'steps = ["r = (a / b)**2"]\ngiven = { a = 577, b = 197 }\npart = [{ asks = ["r"], form = "exact" }]',
        "= 332929/38809 ≈ 8.5787 [1]",
    ),
    "a quotient of rounded numbers": (
        'steps = ["S = 2 * N", "r = S / F"]\ngiven = { N = 34078720, F = 17825792 }\nshow.S = { as = "scientific", digits = 3 }',
        "S 6.8157·10⁷ r = ─ ≈ ────────── ≈ 3.8235 [1] F 17825792",
    ),
    "a long number before a letter": (
        'steps = ["t = 2 * D * B / C"]\nletters = { B = "positive" }\ngiven = { D = 4096, C = "3.94e14" }',
        "2·D·B 2·4096·B t = ───── = ───────── ≈ 2.079·10⁻¹¹B [1] C 3.94·10¹⁴",
    ),
    "a sum of rounded exponentials": (
        'working = "decimals"\ndecimals = 3\nsteps = ["p = softmax(z / 0.5)"]\ngiven.z = [[2, 1, 0]]',
        "exponentials ≈ (1, 0.1353, 0.0183) their sum ≈ 1.154 weights ≈ (0.867, 0.117, 0.016)",
    ),
    "exponentials of letters": (
        'steps = ["p = softmax(z)", "q = softmax(w)"]\nletters = { real = ["a", "b", "c"] }\ngiven = { z = [["a", "b", "c"]], w = [["a", "b"]] }',
        "e^a e^b e^c ⎤ p = softmax(z) = ⎢─────────────── ─────────────── ───────────────⎥ [1] ⎣e^a + e^b + e^c ",
    ),
    "operations over operations in a second": (
        'steps = ["t = 2 * N / F", "r = 8 / t"]\ngiven = { N = "7e9", F = "14 TFLOP/s" }\n'
        'show = { t = { unit = "ms", digits = 1 }, r = { unit = "token/s", digits = 0 } }',
        "r = ─ = ──── = 8000 tokens/s",
    ),
    "a random entry scaled twice": (
        'steps = ["y = x * m / (1 - p)", "v = variance(y)"]\nletters = { x = "real", p = "positive" }\n'
        'shapes.m = [1, 1]\nrandom.m = { mean = "1-p", variance = "p*(1-p)" }',
        "is 1 − p. The factor in y = (xm)/(1 − p) multiplies the expectation, and its square the variance. 1 px² v = Var[y] = ",
    ),
    "a zero below a sigmoid": ('working = "decimals"\nsteps = ["t = z * 1.5", "g = sigmoid(t)"]\ngiven.z = [[0.5, 0]]', "1 + e^(−0.75) 1 + e⁰"),
    "a logarithm of another base": ('steps = ["b = log2(5/6)"]', "b = log₂⎜─⎟ ≈ −0.2630 [1]"),
    "a number that nobody reads, put in": ('steps = ["P = p**9", "q = P**(-1/10)"]\ngiven.p = 0.91', "≈ 0.4279 [1] q = P^(−1/10) ≈ 0.4279^(−1/10) ≈ 1.0886"),
    "powers beside a line named e": ('steps = ["e = exp(d)", "Z = sum(e)"]\ngiven.d = [[0, -1]]', "= [1 exp(−1)] ≈ [1 0.3679] [1] Z = ∑ₖ eₖ = 1 + exp(−1) ≈ "),
    "an angle that is no whole number": ('steps = ["r = rope(q, start=3*t)"]\ngiven = { q = [[1, 2]], t = "pi/6" }', "= [−2 1]"),
    "a row of two pairs": ('steps = ["r = rope(q, start=1)"]\ngiven = { q = [[1, 2, 3, 4]] }', "⎢3·cos(0.01) − 4·sin(0.01)⎥ ⎣3·sin(0.01) + 4·cos(0.01)⎦ ≈ "),
    "names in words below": ('steps = ["N_GRU = 3 * N_up + d_KV"]\ngiven = { N_up = 2, d_KV = 1 }', "N_GRU = 3·Nᵤₚ + d_KV = 3·2 + 1 = 7"),
    "a weight before its input": (
        'steps = ["z = w * x + b", "l = (z - t)**2", "m = sum(V) * x"]\ngiven = { w = 0.5, x = 2, b = -1, t = 1, V = [[1, 2]] }\n'
        'gradient = { of = "l", wrt = ["w"] }',
        "z = w·x + b = 0.5·2 + (−1) = 0 [1] l = (z − t)² = (0 − 1)² = 1 [1] m = x∑ₖ Vₖ = 2·(1 + 2) = 6",
    ),
    "bytes with the binary prefix that fits": ('steps = ["M = 2 * N"]\ngiven.N = "3 MiB"\nshow.M = { as = "binary", unit = "B", digits = 0 }', "M = 2·N = 2·3 MiB = 6 MiB"),
    "parameters": ('steps = ["N = M / b"]\ngiven = { M = "32 GB", b = "16 B/parameter" }\nshow.N = { digits = 1, as = "scientific" }', "Give N in parameters "),
    "a product of a negative": ('steps = ["l = sum(-a * b)", "m = sum(a * b)"]\ngiven = { a = [[1, -2]], b = [[3, 5]] }', "∑ₖ (−aₖbₖ) = −1·3 − (−2)·5 = 7 [1] m = ∑ₖ aₖbₖ = 1·3 − 2·5 = −7"),
    "a transpose of what has a hat": ('steps = ["m = a_hat @ a_hat.T"]\ngiven.a_hat = [[1, 2]]', "ââᵀ"),
    "the loss of a column": ('notation = "columns"\nplaces = 1\nsteps = ["l = cross_entropy(z, [2])"]\ngiven.z = [[0], ["log(3)"]]', "l = −log(softmax(z)₂) = log(4/3) ≈ 0.2877"),
    "terms of columns": ('steps = ["m = mean(X, axis=0)", "v = var(X, axis=1)"]\ngiven.X = [[1, 2], [3, 8]]', "⎢(3 − 5.5)² + (8 − 5.5)²⎥ ⎢───────────────────────⎥ ⎣ 2 ⎦ = ⎡ 1/4⎤ [1] ⎣25/4⎦"),
    "a determinant": ('steps = ["d = det(X)"]\ngiven.X = [[1, -2], [3, 8]]', "d = det(X) = 1·8 − (−2)·3 = 14"),
    "an inverse": (
        'steps = ["w_1 = w - inv(H) @ g"]\ngiven = { H = [[3, 1], [1, 2]], w = [[1], [1]], g = [[5], [0]] }',
        "w₁ = w − H⁻¹g = ⎡1⎤ − ─────────⎡2 −1⎤⎡5⎤ = ⎡1⎤ − ⎡ 2/5 −1/5⎤⎡5⎤ ⎣1⎦ 3·2 − 1·1⎣−1 3 ⎦⎣0⎦ ⎣1⎦ ⎣−1/5 3/5⎦⎣0⎦ = ⎡−1⎤",
    ),
    "eigenvalues of more than two rows": (
        'steps = ["l = eigenvalues(X)"]\ngiven.X = [[2, 1, 0], [1, 2, 1], [0, 1, 2]]', "4d))/2. l = eigenvalues(X) = [2 + √2 2 2 − √2] ≈ [3.4142 2 0.5858]",
    ),
    "eigenvalues": ('steps = ["l = eigenvalues(X)"]\ngiven.X = [[3, 1], [1, 3]]', "trace = 6 determinant = 8 l = eigenvalues(X) = [4 2]"),
    "a number over 1": ('steps = ["Y = (a / r) * X"]\ngiven = { a = 2, r = 1, X = [[1, 2]] }', "Y = ─X = 2·[1 2]"),
    "a derivative behind a factor": ('steps = ["y = W @ X"]\ngradient = { of = "y", wrt = ["X"] }\ngiven = { W = [[1, 2], [0, 1]], X = [[1], [2]], dy = [[1], [1]] }', "dX = Wᵀ dy"),
    "a sign that a name has": ('steps = ["y = sigmoid(sigma)", "z = sigmoid(y)"]\ngiven.sigma = 2', "y = sigmoid(σ) = sigmoid(2)"),
    "a product of letters that is not multiplied out": (
        'steps = ["h = w * x + b", "l = (h - y)**2"]\nletters.real = ["w", "x", "b", "y"]\ngradient = { of = "l", wrt = ["w"] }',
        "l = (h − y)² = (wx + b − y)² [1]",
    ),
    "per cent in a matrix and in a formula": (
        'steps = ["g = abs(A - B)", "s = sqrt(p * (1 - p) / 50)", "t = 2 * s"]\nshow.s = { as = "percent", digits = 1 }\n'
        'given = { A = [["55 %", "7.5 %"]], B = [[0.5, 0.1]], p = "80 %" }',
        "s = √((p·(1 − p))/50) = √((0.80·(1 − 0.80))/50) ≈ 5.7 % [1] t = 2·s ≈ 2·0.05657 ≈ 0.1131 ",
    ),
    "the larger of two numbers, as programs call it": ('steps = ["p = max(c - d, 0) / 20"]\ngiven = { c = 15, d = 0.75 }', "max(15 − 0.75, 0) "),
    "the mean of losses": (
        'working = "decimals"\nsteps = ["L = mean(cross_entropy(Z, y))", "J = -mean(log(gather(Z, y)))"]\ngiven = { Z = [[2, 1], [1, 4]], y = [[0], [1]] }',
        "1 0.3133 + 0.0486 L = ─∑ₖ (CE(Z, y))ₖ ≈ ─────────────── ≈ 0.1809 [1] 2 2 Places are counted from 0: 0 is the first. "
        "1 log(2) + log(4) J = −─∑ₖ log(Z_(k, yₖ)) = −─────────────── ≈ −1.0397",
    ),
    "a logarithm of a function of a product": (
        'working = "decimals"\nsteps = ["J = -log(sigmoid(u @ v.T)) + 1", "K = log(1 + exp(-2 * (u @ v.T)))"]\ngiven = { u = [[0.5, 1]], v = [[2, 3]] }',
        "= −log⎜───────⎟ + 1 ≈ 1.0181 [1] ⎝1 + e⁻⁴⎠ K = log(1 + exp(−2uvᵀ)) = log(1 + e⁻⁸) ",
    ),
    "the largest of what is made on the way": (
        'steps = ["w = max(v.T * A, axis=0) * b"]\ngiven = { v = [[0.8, 0.2]], A = [[0.6, 0.4], [0.5, 0.5]], b = [[2, 1]] }',
        "= [max(0.48, 0.10) max(0.32, 0.10)] ∘ [2 1] = [0.96 0.32] [1]",
    ),
    "products over products of norms": (
        'working = "decimals"\nsteps = ["N = sqrt(sum(E ** 2, axis=1))", "C = (E @ E.T) / (N @ N.T)"]\ngiven.E = [[3, 4], [1, 2]]',
        "= ⎡√(3² + 4²)⎤ ≈ ⎡5 ⎤ [1] ⎣√(1² + 2²)⎦ ⎣2.2361⎦ ⎡3·3 + 4·4 3·1 + 4·2 ⎤ EEᵀ ",
    ),
    "cosines with one vector": (
        'working = "decimals"\nsteps = ["s = (E @ v.T) / (sqrt(sum(E**2, axis=1)) * sqrt(sum(v**2)))"]\ngiven = { E = [[3, 4], [1, 2]], v = [[1, 1]] }',
        "⎢√25·√2⎥ ≈ ⎡0.9899⎤ [1] ",
    ),
    "a symbol with brackets of its own": (
        'steps = ["s = c * p", "q = P**(-1/10)", "u = s / 2"]\nnotation.names = { c = "P(x|w)", p = "P(w)", P = "P(D)" }\ngiven = { c = [[1, 2]], p = [[3, 4]], P = 2 }',
        "s = P(x|w) ∘ P(w) = [1 2] ∘ [3 4] = [3 8] [1] q = P(D)^(−1/10) = ",
    ),
    "sums of rows within a sum": (
        'steps = ["P = sum(sum(M, axis=1) * sum(M, axis=0).T) / 9"]\ngiven.M = [[1, 2], [3, 4]]', "3·4 + 7·6 P = ────────────────────────────────── = ───────── = 6 "
    ),
    "the loss of a number": (
        'steps = ["p = sigmoid(w @ x.T)", "L = -(y * log(p) + (1 - y) * log(1 - p))"]\ngradient = { of = "L", wrt = ["w"] }\n'
        'given = { w = [[0, 0]], x = [[3, 2]], y = 1 }',
        "L = −(y log(p) + (1 − y) log(1 − p)) = −(1·log(1/2) + (1 − 1)·log(1 − 1/2)) = log(2) ≈ 0.6931 [1] Back ",
    ),
    "its derivative": (
        'steps = ["p = sigmoid(w @ x.T)", "L = -(y * log(p) + (1 - y) * log(1 - p))"]\ngradient = { of = "L", wrt = ["w"] }\n'
        'given = { w = [[0, 0]], x = [[3, 2]], y = 1 }',
        "dw = (p − y)x = (1/2 − 1)·[3 2] = ",
    ),
    "the probability of a sentence": (
        'steps = ["P = prod(p)", "s = prod(C / n, axis=1)"]\ngiven = { p = [[0.5, 0.25, 0.1]], C = [[1, 2], [2, 0]], n = [[9], [11]] }',
        "P = ∏ₖ pₖ = 0.5·0.25·0.1 = 0.0125 [1] C_(i, j) s = ∏ⱼ ──────── = ⎡ 1/9·2/9 ⎤ ≈ ⎡0.0247⎤ [1] ",
    ),
    "a value in two storeys": (
        'steps = ["H = -sum(p * log2(p))", "I = 1 - H"]\ngiven.p = [["1/3", "2/3"]]',
        "= −(1/3·log₂(1/3) + 2/3·log₂(2/3)) ≈ 0.9183 [1] I = 1 − H ≈ 1 − 0.9183 ≈ 0.0817",
    ),
    "a mean of fractions": ('steps = ["m = mean(p)"]\ngiven.p = [["8/19", "12/23", "200/233"]]', "≈ 0.6004 [1]"),
    "numbers with a power of ten in a matrix": ('steps = ["r = p / 2"]\ngiven.p = [["1.9e-4", "3.0e-3"]]', "p = [1.9·10⁻⁴ 3.0·10⁻³]"),
    "entropies are no heads": ('steps = ["H_1 = entropy(p)", "H_2 = 2 * H_1"]\ngiven.p = [["1/2", "1/2"]]', "H₂ = 2H₁ = "),
    "numbers beside what is random": (
        'steps = ["y = x @ W", "v = variance(y)", "b = sqrt(3 / n)"]\nsizes.n = 784\ngiven.a = 0.05\nshapes = { x = [1, "n"], W = ["n", 9] }\n'
        'random.W = { variance = "a**2/3" }',
        "0.05²·784 v = Var[y] = n·1·── = ─── = ───────── = 49/75 ≈ 0.6533 [1] 3 3 3 √3 b = √(3/n) = √(3/784) = ── ≈ 0.0619 [1] 28",
    ),
    "what never occurs together": (
        'working = "decimals"\nsteps = ["M = log2(C / c)", "P = maximum(M, 0)"]\ngiven = { C = [[0, 4, 1]], c = 2 }',
        "P = max(M, 0) = [max(−∞, 0) max(1, 0) max(−1, 0)] = [0 1 0] [1]",
    ),
    "a variance of which all sizes are known": (
        'steps = ["z = h @ E.T", "v = variance(z)"]\nsizes.d = 768\nshapes = { h = [1, "d"], E = ["V", "d"] }\nrandom.E = { variance = "1/3" }',
        "d v = Var[z] = d·1·1/3 = ─ = 256 [1] 3",
    ),
    "a sum of many entries below": (
        'steps = ["P = C / sum(C)"]\ngiven.C = [[0, 0, 1, 0, 1], [0, 0, 1, 0, 1], [2, 1, 0, 1, 0], [1, 6, 0, 4, 0]]', "C 1 ⎡0 0 1 0 1⎤",
    ),
    "a sum of numbers on two lines": (
        'steps = ["I = ' + " + ".join(f"a/(a + b + {k}) * log2((a + b) * a/((a + {k}) * (b + 10)))" for k in range(4)) + '"]\ngiven = { a = 49123, b = 27652 }',
        "49123 + 27652 + 3 ⎝(49123 + 3)·(27652 + 10)⎠ ≈ 3.7690 [1]",
    ),
    "entries of d are no width of keys": ('steps = ["d = r + 1", "G = sum(r / d)"]\ngiven.r = [[3, 2]]', "rᵢ G = ∑ᵢ ── = 3/4 + 2/3 = 17/12 [1] dᵢ"),
    "a root of sizes": (
        'steps = ["y = x @ W", "v = variance(y)", "s = sqrt(2 / (n_in + m))"]\nsizes = { n_in = 784, m = 256 }\nshapes = { x = [1, "n_in"], W = ["n_in", "m"] }',
        "s = √(2/(nᵢₙ + m)) = √(2/(784 + 256)) = ",
    ),
    "a sigmoid of a negative number taken off": (
        'steps = ["J = sum(log(sigmoid(-b)))"]\ngiven.b = [[-0.19, 0.38]]', "= log(1/(1 + e^(−0.19))) + log(1/(1 + e^0.38)) ",
    ),
    "a row of shares that are kept": (
        'working = "decimals"\ndecimals = 2\nsteps = ["p = softmax(z)", "k = normalize(keep_top_k(p, 2))"]\ngiven.z = [[9, 1, -3]]',
        "k = normalise(top₂(p)) ≈ [1.00 0.00 0.00] [1]",
    ),
    "the way back to what is multiplied by a row": (
        'steps = ["J = -log(sigmoid(-u @ v.T))"]\ngiven = { u = [[1, 2]], v = [[3, 1]] }\ngradient = { of = "J", wrt = ["v"] }',
        "dv = (1 − σ(−uvᵀ))u = ",
    ),
    "a length and bounds": (
        'steps = ["n = norm(G)", "C = clip(G, -1, c)", "r = norm(G, axis=1)"]\ngiven = { G = [[3, 4], [0, 12]], c = 5 }',
        "n = ‖G‖ = √(3² + 4² + 0² + 12²) = 13 [1] An entry between the two numbers stays; the lower stands in the place of what is below it, the upper in the place of what is above it. C = clip(G, −1, c) = clip⎛⎡3 4⎤, −1, 5⎞",
    ),
    "a matrix over a number": ('steps = ["s = sum(G)", "C = G / s"]\ngiven.G = [[3, 4], [0, 3]]', "C = ─ = ──⎡3 4⎤ = "),
    "sums beside sums": ('steps = ["n = sum(a) + sum(b)"]\ngiven = { a = [[1, -2]], b = [[3, 4]] }', "= 1 + (−2) + 3 + 4 = 6"),
    "targets that are a line": (
        'steps = ["q = 0.9 * onehot(1, 2) + 0.05", "p = softmax(z)", "l = -sum(q * log(p))"]\ngiven.z = [[1, 2]]\n'
        'gradient = { of = "l", wrt = ["z"] }',
        "dz = p − q ",
    ),
    "weights that are targets": (
        'steps = ["q = softmax(u)", "p = softmax(z)", "l = sum(q * log(q / p))"]\ngiven = { u = [[3, 1]], z = [[1, 2]] }\n'
        'gradient = { of = "l", wrt = ["z"] }',
        "dz = p − q ",
    ),
    "the way back has what was worked out on the way there": (
        'steps = ["h = relu(x @ W)", "l = sum(h)"]\ngiven = { x = [[16, -6]], W = [[0.5, 0.25], [1, 2]] }\n'
        'gradient = { of = "l", wrt = ["W"] }',
        "dW = xᵀ[xW > 0] = ⎡16⎤[[2 −8] > 0] = ",
    ),
    "a place of a row whose name has a number": ('steps = ["f = 3 * x_2[0, 1]"]\ngiven.x_2 = [[5, 7]]', "f = 3x_(2, 2) = 3·7 = 21"),
    "a place of a matrix whose name has a number": ('steps = ["f = 3 * x_2[0, 1]"]\ngiven.x_2 = [[5, 7], [8, 9]]', "f = 3(x₂)_(1, 2) = 3·7"),
    "a place of a row beside a matrix of that letter": (
        'steps = ["f = 3 * x_2[0, 1]", "g = 2 * x"]\ngiven = { x_2 = [[5, 7]], x = [[1, 2], [3, 4]] }', "f = 3(x₂)_(1, 2) = 3·7"),
    "a negative entry over a number within a product": (
        'steps = ["c = u - a * (m / k) / sqrt(v)"]\ngiven = { m = [[0.5, -0.7]], v = [[4, 9]], u = [[1, 2]], a = 0.1, k = 3 }',
        "0.1·0.5/3 0.1·(−0.7/3)",
    ),
    "a rounded number that is cut": (
        'decimals = 1\nsteps = ["c = 2 * n", "k = floor(a / c)"]\ngiven = { n = 262144, a = "10 GB" }\nshow.c = { unit = "kB" }',
        "c = 2·n = 2·262144 B ≈ 524.3 kB",
    ),
    "the same behind it": (
        'decimals = 1\nsteps = ["c = 2 * n", "k = floor(a / c)"]\ngiven = { n = 262144, a = "10 GB" }\nshow.c = { unit = "kB" }',
        "k = ⎢─⎥ = ⎢──────────⎥ = ⌊19073.5⌋ = 19073",
    ),
    "letters with a unit": (
        'steps = ["M = a + B * b", "t = M / W"]\nletters = { B = "positive" }\ngiven = { a = "3 GB", b = "14.5 GB", W = "2 TB/s" }\n'
        'show.M = { unit = "GB" }',
        "= (14.5B + 3) GB [1] M (14.5B + 3) GB t = ─ = ────────────── = (0.00725B + 0.0015) s",
    ),
    "not far enough from a whole one": ('steps = ["h = ceil(1 - d)"]\ngiven = { d = "1/10000" }', "= ⌈0.9999⌉ = 1"),
    "numbers that are made whole": (
        'decimals = 2\nsteps = ["q = round(w / s)"]\ngiven = { w = [[0.15, -0.85, 2.3]], s = 0.0137 }',
        "= round([10.95 −62.04 167.88]) = [11 −62 168]",
    ),
    "the smallest of three": ('steps = ["d = min(a + 1, b + 1, c)"]\ngiven = { a = 3, b = 1, c = 5 }', "d = min(a + 1, b + 1, c) = min(3 + 1, 1 + 1, 5) = 2"),
    "the largest of three in each place": (
        'steps = ["x = max(A, B, 0)"]\ngiven = { A = [[1, -2]], B = [[0, -1]] }',
        "x = max(A, B, 0) = max([1 −2], [0 −1], 0) = [1 0]",
    ),
    "a smaller one within": ('steps = ["y = max(min(a, b), 0)"]\ngiven = { a = 3, b = 1 }', "y = max(min(a, b), 0) = max(min(3, 1), 0) = 1"),
    "a row and a column within a quotient": (
        'steps = ["p = (sum(C[0, :]) + sum(C[:, 0])) / 10"]\ngiven = { C = [[1, 2], [3, 4]] }',
        "∑ₖ C_(1, k) + ∑ₖ C_(k, 1) 1 + 2 + 1 + 3",
    ),
    "a part of a row": ('steps = ["p = sum(C[0, 1:3])"]\ngiven = { C = [[1, 2, 3], [3, 4, 5]] }', "p = sum(C_(1, 2:3)) = 2 + 3 = 5"),
    "a fraction over one": ('steps = ["p = (1/1 + 2/4) / 2 * a"]\ngiven = { a = 2 }', "1 2 1 2 ─ + ─ ─ + ─ 1 4 1 4"),
    "a share beside powers of ten": ('decimals = 3\nsteps = ["a = b / (c + b)", "e = 2 * d"]\ngiven = { b = 2, c = 5, d = "7e10" }', "= 2/7 ≈ 0.286"),
    "a share of decimals": (
        'decimals = 3\nsteps = ["a = b / (c + b)", "e = b / (a + 1)"]\ngiven = { b = 0.28, c = 0.34 }',
        "a = ───── = ─────────── ≈ 0.452 [1] c + b 0.34 + 0.28",
    ),
    "rows below each other, turned": (
        'steps = ["s = q @ stack(R, N).T"]\ngiven = { q = [[1, 0]], R = [[2, 1], [0, 3]], N = [[1, 4]] }',
        "s = q⎡R⎤ᵀ = [1 0]⎡2 0 1⎤ = [2 0 1]",
    ),
    "a decimal of a sum of whole numbers": (
        'decimals = 3\nsteps = ["a = 21 * x / 100", "m = (a + 7/18) / 2"]\ngiven = { x = [[1]] }',
        "a + ── 0.21 + ──",
    ),
    "of a product of many": ('decimals = 3\nsteps = ["L = prod(1 / n)", "P = L ** (-1/6)"]\ngiven = { n = [[3, 4, 81]] }', "1/972 ≈ 0.001 [1] nₖ P = L^(−1/6) = (1/972)^(−1/6) ≈ 3.147"),
    "a small number below a power": (
        'decimals = 2\nsteps = ["P = p**9 * q", "PP = P**(-1/10)"]\ngiven = { p = 0.91, q = 0.01 }',
        "PP = P^(−1/10) ≈ 0.00428^(−1/10) ≈ 1.73",
    ),
    "a diagonal over sums": ('steps = ["P = diag(C) / sum(C, axis=0)"]\ngiven = { C = [[8, 10], [5, 60]] }', "= ⎢── ──⎥ = [8/13 6/7]"),
    "a mean of a diagonal": ('steps = ["L = -mean(log(diag(P)))"]\ngiven = { P = [[0.5, 0.5], [0.8, 0.2]] }', "log(0.5) + log(0.2)"),
    "a length of a matrix": ('steps = ["e = norm(A - B)"]\ngiven = { A = [["sqrt(2)", 1], [2, 3]], B = [[1, 0], [0, 1]] }', "║⎡√2 1⎤ − ⎡1 0⎤║"),
    "roots of long numbers beside decimals": (
        'decimals = 3\nsteps = ["a = x / n", "s = sqrt(a * (1 - a) / n)", "I = [a - 1.96 * s, a + 1.96 * s]"]\ngiven = { x = 420, n = 500 }',
        "≈ 0.016 [1] I = [a − 1.96·s a + 1.96·s] ≈ [0.84 − 1.96·0.0164 0.84 + 1.96·0.0164] ≈ [0.808 0.872] [1]",
    ),
    "roots of short ones": ('decimals = 3\nsteps = ["s = sqrt(a) / 3"]\ngiven = { a = 14 }', "= √14/3 ≈ 1.247"),
    "an order from the largest": (
        'steps = ["t = -sort(-r)", "p = argsort(-r)", "q = argsort(r)"]\ngiven = { r = [[1, 3, 2]] }',
        "t = sort↓(r) = sort↓([1 3 2]) = [3 2 1] [1] Where the entries of each row stand, the smallest first, with ↓ the largest first. p = argsort↓(r) = [1 2 0] → r₂, r₃, r₁ [1] q = argsort(r) = [0 2 1] → r₁, r₃, r₂",
    ),
    "numbers that stand in the line": ('steps = ["a = max([3, 4, 1])"]', "a = max([3 4 1]) = 4"),
    "a quadratic form": ('steps = ["f = x.T @ Q @ x / 2"]\ngiven = { Q = [[4, 1], [1, 3]], x = [[1], [1]] }', "f = ──── = ─[1 1]⎡4 1⎤⎡1⎤ = 9/2"),
    "a number to a whole one": ('steps = ["z = round(-a / b)"]\ngiven = { a = 1.08, b = 0.32 }', "round⎜−─⎟ = round⎜−────⎟ = round(−3.375) = −3"),
    "rewards that are discounted": (
        'steps = ["G = sum(gamma ** arange(3) * r)"]\ngiven = { gamma = 0.9, r = [[1, 0, 2]] }', "= 0.9⁰·1 + 0.9¹·0 + 0.9²·2 = 2.62",
    ),
    "entries at pairs of places, and their product": (
        'steps = ["P = prod(B[[0, 1, 0], [1, 0, 1]])", "q = B[[0, 1], [1, 0]]"]\ngiven.B = [[1, 2], [3, 4]]',
        "P = B_(1, 2)·B_(2, 1)·B_(1, 2) = 2·3·2 = 12 [1] q = [B_(1, 2) B_(2, 1)] = [2 3] [1]",
    ),
    "what stands at places, in a sum and in a product": (
        'steps = ["P = prod(p[0, t])", "H = sum(log2(Q_a[t, u]))", "s = sum(Q_a[u, :])"]\n'
        'given = { p = [[2, 3]], t = [[1, 0, 1]], u = [[0, 1, 1]], Q_a = [[2, 4], [8, 16]] }',
        "P = ∏ₖ p_tₖ = 3·2·3 = 18 [1] Places are counted from 0: 0 is the first. "
        "H = ∑ₖ log₂((Qₐ)_(tₖ, uₖ)) = log₂(8) + log₂(4) + log₂(16) = 9 [1] s = ∑_(i, j) (Qₐ)_(uᵢ, j) = ",
    ),
    "the larger of a line of one entry and a number": (
        'steps = ["p = C[1, 0] / sum(C)", "m = max(log(p / C[0, 0]), 0)"]\ngiven.C = [[1, 2], [3, 4]]', "max⎜log⎜────────⎟, 0⎟ = max(log(0.3), 0) = 0",
    ),
    "entries that are picked of a row": ('steps = ["P = prod(p[0, [1, 0, 1]])"]\ngiven.p = [[2, 3]]', "P = p₂·p₁·p₂ = 3·2·3 = 18"),
    "a row of numbers of other rows": (
        'steps = ["a = x[0, 1]", "b = x @ x.T", "r = [a, b]", "s = mean([b, a])"]\ngiven.x = [[1, 3]]',
        "r = [a b] = [3 10] [1] b + a 10 + 3 s = ───── = ────── = 13/2",
    ),
    "the larger in each place": (
        'steps = ["m = maximum(s - s[0, 1] + 1, 0)", "n = minimum(s, t)"]\ngiven = { s = [[3, 2]], t = [[1, 5]] }',
        "= [max(3 − 2 + 1, 0) max(2 − 2 + 1, 0)] = [2 1] [1] n = min(s, t) = [min(3, 1) min(2, 5)] = [1 2]",
    ),
    "each entry of a row has its power": ('steps = ["r = s ** -2"]\ngiven.s = [[1, 2]]', "r = s⁻² = [1⁻² 2⁻²] = [1 1/4]"),
    "no power of a row that has no room for its entries": (
        'working = "decimals"\nsteps = ["L = a ** h * (1 - a) ** (100 - h)"]\ngiven = { a = 0.6, h = [[51, 92, 83, 44, 75]] }',
        "L = a^h ∘ (1 − a)^(100 − h) ≈ [1.5·10⁻³¹",
    ),
    "likelihoods of which the digits would leave nothing": (
        'working = "decimals"\ndecimals = 2\nsteps = ["L = a * b", "r = L / sum(L)"]\ngiven = { a = [[0.02, 0.03]], b = [[0.1, 0.11]] }',
        "L = a ∘ b = [0.02 0.03] ∘ [0.1 0.11] = [0.0020 0.0033] [1] L ⎡0.0020 0.0033⎤ r =",
    ),
    "likelihoods that do not end": (
        'working = "decimals"\ndecimals = 2\nsteps = ["L = a / 300", "r = L / sum(L)"]\ngiven.a = [[0.5, 1]]',
        "≈ [0.0017 0.0033] [1] 300 300 L ⎡0.00167 0.00333⎤ r =",
    ),
    "a letter that a variance asks for": (
        'steps = ["z = x @ w", "V = variance(z)", "s = solve(V == 1, sigma)"]\nshapes = { x = [1, "n"], w = ["n", 1] }\n'
        'letters.sigma = "positive"\nrandom.w.variance = "sigma**2"',
        "V = Var[z] = n·1·σ² = nσ² [1] ns² = 1 1 s = ── [1] √n",
    ),
    "the same with a size": (
        'steps = ["z = x @ w", "V = variance(z)", "s = solve(V == 1, sigma)"]\nshapes = { x = [1, "n"], w = ["n", 1] }\nsizes.n = 512\n'
        'letters.sigma = "positive"\nrandom.w.variance = "sigma**2"',
        "s = ── = ──── = ── ≈ 0.0442",
    ),
    "a mean that is a product": (
        'steps = ["r = g * d * h", "E = expectation(r)", "k = solve(E == h, g)"]\nletters.positive = ["p", "g", "h"]\n'
        'shapes.d = [1, 1]\nrandom.d = { mean = "1 - p", variance = "p * (1 - p)" }',
        "E = E[r] = h·g·(1 − p) [1] h·k·(1 − p) = h 1 k = ───── [1] 1 − p",
    ),
    "what a sum and a sign do is not told": (
        'steps = ["y = sigmoid(x @ w + b)", "J = -(t * log(y) + (1 - t) * log(1 - y))"]\n'
        'given = { x = [[1, 2]], w = [[0], [0]], b = 0, t = 1 }\ngradient = { of = "J", wrt = ["w", "b"] }',
        "log(1 − y)): sigmoid and cross-entropy in one: the derivative by xw + b is y − t. db = y − t",
    ),
    "a pointer back, with its word": (
        'steps = ["b_2 = argmax(M, axis=0)", "q = argmax(v)", "p = b_2[0, q]"]\ngiven = { M = [[1, 2], [3, 4]], v = [[3, 2]] }',
        "p = b_(2, q) = 1",
    ),
    "a Jacobian of hardly anything": (
        'working = "decimals"\ndecimals = 3\nsteps = ["p = softmax(s)", "J = softmax_jacobian(p)"]\ngiven.s = [[16, 8, 0]]',
        "⎡ 0.00034 −0.00034 0.00000⎤ ≈ ⎢−0.00034 0.00034 0.00000⎥ [1] ⎣ 0.00000",
    ),
    "what is cut at a number with a name": (
        'steps = ["A = X[:, 0:k]", "Z = concat(-X[:, k:], X[:, cols(X)-2:k*1])"]\ngiven = { X = [[1, 2, 3]], k = 2 }',
        "A = X_(1:k) = [1 2] [1] Z = Concat(−X_(k + 1:3), X_(2:k)) = [−3 2]",
    ),
    "what is cut at a letter": (
        'steps = ["Q = X[:, :, 0:d]", "K = X[:, :, d:2*d]"]\nshapes.X = ["n", "T", "3*d"]\nsizes = { n = 2, T = 5, d = 4 }',
        "Q = X_(:, 1:d) (n, T, d) = (2, 5, 4) T rows and d columns are cut out K = X_(:, d + 1:2·d) (n, T, d) = (2, 5, 4)",
    ),
    "a product with a part of a matrix": (
        'working = "decimals"\ndecimals = 2\nsteps = ["A = softmax(S)", "T = A @ X[:, 0:1]"]\ngiven = { S = [[9, 0]], X = [[1, 0], [2, 1]] }',
        "T = AX_(:, 1) ≈ 1.00·1 + 0.00·2 ≈ 1.00",
    ),
    "a product of more rows with a part of a matrix": (
        'working = "decimals"\ndecimals = 2\nsteps = ["A = softmax(S)", "T = A @ X[:, 0:1]"]\ngiven = { S = [[9, 0], [0, 0]], X = [[1, 0], [2, 1]] }',
        "T = AX_(:, 1) ≈ ⎡1.00 0.00⎤⎡1⎤ ≈ ⎡1.00⎤",
    ),
    "a variance about a mean that does not end": (
        'steps = ["m = mean(x)", "v = var(x)"]\ngiven.x = [[2, 4, 4]]',
        "1 (2 − 10/3)² + (4 − 10/3)² + (4 − 10/3)² v = ─∑ₖ (xₖ − m)² = ─────────────────────────────────────── = 8/9",
    ),
    "the same in decimals": (
        'working = "decimals"\ndecimals = 3\nsteps = ["m = mean(x)", "v = var(x)"]\ngiven.x = [[2, 4, 4]]',
        "(2 − 3.333)² + (4 − 3.333)² + (4 − 3.333)² v = ─∑ₖ (xₖ − m)² ≈ ────────────────────────────────────────── 3 3 ≈ 0.889",
    ),
    "the same in a batch": (
        'steps = ["m = mean(X, axis=1)", "v = var(X, axis=1)"]\ngiven.X = [[[2, 4, 4]], [[1, 1, 2]]]',
        "(1 − 4/3)² + (1 − 4/3)² + (2 − 4/3)²",
    ),
    "a variance below a root": (
        'steps = ["s = sqrt(var(x))"]\ngiven.x = [[2, 4, 6, 8]]',
        "s = √((1/4)∑ₖ (xₖ − (1/4)∑ₗ xₗ)²) = √(((2 − 5)² + (4 − 5)² + (6 − 5)² + (8 − 5)²)/4) = √5 ≈ 2.2361",
    ),
    "what is made of nothing stands by its value": (
        'steps = ["M = (1 - tril(ones(2, 2))) * -9 + X", "J = X + eye(2)"]\ngiven.X = [[1, 2], [3, 4]]',
        "M = −9(1 − [i ≥ j]) + X = ⎡0 −9⎤ + ⎡1 2⎤ = ⎡1 −7⎤ [1] ⎣0 0⎦ ⎣3 4⎦ ⎣3 4⎦ J = X + I₂ = ⎡1 2⎤ + I₂ = ⎡2 2⎤",
    ),
    "the same beside a number": (
        'steps = ["B = -m * (arange(2).T - arange(2))"]\ngiven.m = 0.5',
        "B = −m⎛⎡0⎤ − [0 1]⎞ = −0.5·⎡0 −1⎤ = ⎡ 0 0.5⎤",
    ),
    "heads of a claim are called alike in its check and beside it": (
        'steps = ["B = A"]\ngiven.A = [[1]]\n[[question.part]]\n[[question.part.proof]]\nclaim = "x"\n'
        'check = "concat(H_1, H_2) @ eye(4) == concat(H_1, H_2)"\nsizes = { H_1 = [3, 2], H_2 = [3, 2] }',
        "Checked by machine for H₁, H₂ of 3×2",
    ),
    "no rule within a derivative": (
        'working = "decimals"\nsteps = ["p = softmax(s)", "f = p[0, 0]"]\ngiven.s = [[2, 1, 0]]\ngradient = { of = "f", wrt = ["p"] }',
        "dp = [1 0 0]",
    ),
    "a mask of a large negative number": (
        'working = "decimals"\nsteps = ["L = S + (1 - M) * -1e9", "A = softmax(L)"]\ngiven = { S = [[1, 1]], M = [[1, 0]] }',
        "L = S − 10⁹(1 − M) = [1 1] − 10⁹·(1 − [1 0]) = [1 −999999999] [1] One row in full: "
        "Row 1, the largest score subtracted first so that no exponential overflows: scores = (1, −999999999) "
        "minus largest = (0, −1000000000) exponentials ≈ (1.0000, 0.0000)",
    ),
    "a place of a row on the way, with its numbers": ('steps = ["r = (2*s + s)[0, 1]"]\ngiven.s = [[1, 3]]', "r = (2s + s)₂ = 2·3 + 3 = 9"),
    "what is cut out, once": (
        'working = "decimals"\ndecimals = 3\nsteps = ["y = sigmoid(X)", "o = y[1:3, :] @ v.T"]\ngiven = { X = [[1, 0], [0, 0], [0, 0]], v = [[1, 2]] }',
        "o = y_(2:3, :)vᵀ = ⎡0.500 0.500⎤⎡1⎤ = ⎡1.5⎤ [1] ⎣0.500 0.500⎦⎣2⎦ ⎣1.5⎦",
    ),
    "a root once": ('steps = ["r = sqrt(mean(x**2))"]\ngiven.x = [[2, 4, 6, 8]]', "√((2² + 4² + 6² + 8²)/4) = √30 ≈ 5.4772"),
    "a norm that a line goes on from": (
        'steps = ["N = layer_norm(X) * g + X"]\ngiven = { X = [[1, 3]], g = [[2, 1]] }',
        "variance, which is its mean squared deviation. means = 2 variances = 1 N = LayerNorm(X) ∘ g + X",
    ),
    "a place of a function of a row": ('steps = ["p = softmax(s)[:, 0:1]"]\ngiven.s = [[1, 2]]', "p = softmax(s)₁ = softmax([1 2])₁ = "),
    "letters of a proof alone": (
        'steps = ["A = softmax(S)"]\ngiven.S = [[1, 0]]\nletters.m = "integer"\n[[question.part]]\nasks = ["A"]\n[[question.part]]\n'
        '[[question.part.proof]]\nclaim = "x"\ncheck = "m * X + X == (m + 1) * X"\nsizes.X = [1, 2]',
        "≈ [0.7311 0.2689]",
    ),
    "a list in letters, once": ('steps = ["P = [sin(w*p), cos(w*p)]"]\nletters.real = ["w", "p"]', "P = [sin(w·p) cos(w·p)] [1]"),
    "the terms of a sum in letters": (
        'steps = ["D = sum((R - P)**2)"]\ngiven = { R = [["a", "b"]], P = [[1, "c"]] }\nletters.real = ["a", "b", "c"]',
        "D = ∑ₖ (Rₖ − Pₖ)² = (a − 1)² + (b − c)²",
    ),
    "no −0.00 in an inverse": ('steps = ["B = inv(A)"]\ngiven.A = [[0.5, 0.0], [0.0, 0.25]]', "⎡0.25 0.0⎤"),
    "powers of numbers and places of rows in a proof": (
        'steps = ["B = A"]\ngiven.A = [[1]]\n[[question.part]]\n[[question.part.proof]]\nclaim = "x"\n'
        'check = "(q @ q.T) ** 2 == (q[:, 0:1] ** 2 + q[:, 1:2] ** 2) ** 2"\nsizes.q = [1, 2]',
        "(qqᵀ)² = (q₁² + q₂²)²",
    ),
    "decimals where the sheet gives decimals": (
        'steps = ["g = normalize(keep_top_k(p, 2))"]\ngiven.p = [[0.10, 0.40, 0.25, 0.25]]', "= [0 8/13 5/13 0] ≈ [0 0.6154 0.3846 0]",
    ),
    "a line whose mean is asked, and which is shown nowhere else": (
        'steps = ["s = q @ k.T", "t = s ** 2", "M = expectation(t)"]\nshapes = { q = [1, "d"], k = [1, "d"] }\n[[question.part]]\nasks = ["M"]',
        "An entry of s = qkᵀ adds d products of independent entries: E[qk] = E[q]E[k] and Var[qk] = E[q²]E[k²] − E[qk]². Expectations always "
        "add up, variances since no two of the products correlate. An entry of t = s² is a square: E[x²] = Var[x] + E[x]². M = E[t] = d + 0·0 = d",
    ),
    "shares of large numbers, put in as they are shown": (
        'steps = ["F = d * T", "G = d * d", "r = F / G"]\ngiven = { d = [[768768, 1024256]], T = 262147 }\n'
        'show = { F = { as = "scientific", digits = 3 }, G = { as = "scientific", digits = 3 }, r = { as = "percent", digits = 1 } }',
        "F ⎡2.015·10¹¹ 2.685·10¹¹⎤ r = ─ ≈ ⎢────────── ──────────⎥ ≈ [34.1 % 25.6 %]",
    ),
    "a number on the way to a number": (
        'working = "decimals"\nsteps = ["N = sum(C)", "p = C[0, 1] / N", "q = sum(C[:, 1]) / N", "I = max(log2(p / q), 0)"]\ngiven.C = [[2, 7], [0, 4]]',
        "= max(log₂(0.6364), 0) = 0 ",
    ),
    "digits that a question asks for": ('decimals = 1\nsteps = ["r = a / b"]\ngiven = { a = 65, b = 17 }', "≈ 3.8"),
}


@pytest.mark.parametrize(("question", "shown"), WRITTEN.values(), ids=WRITTEN)
def test_a_line_is_written_as_one_would(question: str, shown: str) -> None:
    assert shown in " ".join(page(loads(f"[[question]]\n{question}"), "text").split())


@pytest.mark.parametrize("line", ["rope(X, start={})", "layer_norm({} * X)", "rms_norm({} * X)"])
def test_what_an_operation_does_is_said_once(line: str) -> None:
    lines = [f"A = {line.format(1)}", "B = A + X", f"C = {line.format(2)} + B"]
    text = page(loads(f"[[question]]\nsteps = {lines}\ngiven.X = [[1, 4]]"), "text")
    assert sum(text.count(word) for word in ("In each row", "Each row")) == 1


DIVIDED = {
    "by a row": ("X / sqrt(v)", r"\begin{bmatrix}\ffrac{1}{\sqrt{4}} & \ffrac{2}{\sqrt{9}}"),
    "by a column": ("X / c", r"\begin{bmatrix}\ffrac{1}{2} & \ffrac{2}{2} \\[4pt] \ffrac{3}{5} & \ffrac{4}{5}"),
    "a difference": ("(X - v) / c", r"\begin{bmatrix}\ffrac{1-4}{2} & \ffrac{2-9}{2}"),
}


@pytest.mark.parametrize(("line", "shown"), DIVIDED.values(), ids=DIVIDED)
def test_each_entry_stands_over_its_own_number(line: str, shown: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["Y = {line}"]\ngiven = {{ X = [[1, 2], [3, 4]], v = [[4, 9]], c = [[2], [5]] }}')
    assert shown in page(sheet, "tex")


@pytest.mark.parametrize("key", ["decimals", "places"])
def test_a_sheet_has_one_number_of_what_its_questions_ask_for(key: str) -> None:
    question = '[[question]]\n{} = {}\nsteps = ["s = 2 * a"]\ngiven.a = 7\n'
    assert loads(question.format(key, 1) * 2).questions
    with pytest.raises(SheetError, match=f"question.{key}: a sheet has one number of {key}, and 1 is written before"):
        loads(question.format(key, 1) + question.format(key, 0))


NAMED_E = {  # of a given e = 1.5: the basis of exponentials stands as exp beside it
    "exp(e)": "m = exp(e) = exp(1.5) ≈ 4.4817 ",
    "e * exp(-2)": "m = e·exp(−2) = 1.5·exp(−2) ≈ 0.2030 ",
    "softmax(e * [[1, 2]])": "ε₁ = ──────────── ≈ 0.1824 1 + exp(1.5) m = ",
    "sigmoid(e)": "m = σ(e) = σ(1.5) ≈ 0.8176 ",
    "log(1 + exp(e))": "m = log(1 + exp(e)) = log(1 + exp(1.5)) ",
}


@pytest.mark.parametrize("line", NAMED_E)
def test_beside_a_name_e_exponentials_have_a_word(line: str) -> None:
    solved = loads(f"[[question]]\nsteps = ['m = {line}']\ngiven.e = '1.5'").solve()
    shown = " ".join(page(solved, "text").split()).replace("\u2009", "")
    assert NAMED_E[line] in shown
    assert evaluated(solved).passed.total() == 0


def test_a_batch_that_is_rounded_has_its_numbers_with_the_digits_that_bring_out_its_result() -> None:
    source = 'working = "decimals"\ndecimals = 3\n[[question]]\nsteps = ["A = softmax(mask(X @ swap(X, 1, 2) / sqrt(2), m))", "Y = A @ X"]\n'
    given = "given = { X = [[[1, 0], [0, 1], [1, 1]], [[2, 0], [0, 1], [0, 0]]], m = [[[1, 1, 1]], [[1, 1, 0]]] }"
    shown = " ".join(page(loads(source + given), "text").split())
    assert "Y⁽¹⁾ ≈ ⎢0.1978 0.4011 0.4011⎥⎢0 1⎥ ≈ ⎢0.599 0.802⎥" in shown
    assert "Y⁽²⁾ ≈ ⎢0.3302 0.6698 0⎥⎢0 1⎥ ≈ " in shown
    assert "as many digits as the last one printed needs" in shown


def test_a_minimum_of_sizes_is_not_made_of_absolute_values() -> None:
    source = 'working = "letters"\n[[question]]\nsteps = ["C = 2 * L * minimum(n, W)", "F = 2 * L * n", "r = F / C"]\ngiven = { L = 3, n = 32, W = 4 }'
    text = " ".join(page(loads(source), "text").split())
    assert "C = 2·L·min(n, W) = 2·3·min(32, 4) = 24" in text
    assert "|" not in text
