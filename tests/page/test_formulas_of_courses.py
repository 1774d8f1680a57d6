"""Operations are written as a course writes them, by entries, places and letters, and not as a program calls them."""

from __future__ import annotations

import re

import pytest

from symattn.page import evaluated, page
from symattn.sheet import loads

GIVEN = {
    "x": "[[1, 3, 2], [5, 2, 1]]", "w": "[[1], [1], [2]]", "s": "[[2, 7, 4]]", "c": "[[1], [4]]", "y": "[[2], [0]]", "t": "1",
    "l": "[[2], [3]]", "p": "[[0, 1, 2, 3]]", "S": "[[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 2, 1], [4, 1, 2, 3]]", "E": "[[1, 2], [3, 5], [0, 4]]",
}  # fmt: skip
FORMULAS = {  # a line's right side, and how the page begins it
    "argmax(s)": "argmaxₖ sₖ = 1", "argmax(x, axis=1)": "argmaxⱼ x_(i, j) = ", "argmax(x, axis=0)": "argmaxᵢ x_(i, j) = [1 0 0]",
    "argmax(x)": "argmax_(i, j) x_(i, j) = 3", "argmax(x @ x.T, axis=1)": "argmaxⱼ(xxᵀ)_(i, j) = ",
    "sum(x, axis=1)": "∑ⱼ x_(i, j) = ⎡1 + 3 + 2⎤", "sum(x, axis=0)": "∑ᵢ x_(i, j) = [1 + 5 3 + 2 2 + 1] = [6 5 3]",
    "mean(x, axis=0)": "1 ⎡1 + 5 3 + 2 2 + 1⎤ Z = ─∑ᵢ x_(i, j) = ⎢───── ───── ─────⎥ = [3 5/2 3/2] [1] 2", "prod(x, axis=1)": "∏ⱼ x_(i, j) = ", "max(x, axis=1)": "maxⱼ x_(i, j) = ", "min(x, axis=0)": "minᵢ x_(i, j) = ",
    "x - max(x, axis=1)": "x − maxⱼ x_(i, j) = ", "sum(x * x, axis=1).T": "(∑ⱼ x_(i, j)x_(i, j))ᵀ = [1·1 + 3·3 + 2·2 5·5 + 2·2 + 1·1]",
    "sum(x, axis=1).T": "(∑ⱼ x_(i, j))ᵀ = ", "sum(x @ w)": "∑ₖ (xw)ₖ = 8 + 9 = 17", "sum(s, axis=1)": "∑ₖ sₖ = 2 + 7 + 4 = 13", "sum(c, axis=0)": "∑ₖ cₖ = 1 + 4 = 5",
    "onehot(t, 3)": "eₜ = [0 1 0]", "onehot(t, 3).T": "eₜᵀ = ", "s - onehot(t, 3)": "s − eₜ = [2 7 4] − [0 1 0]", "onehot(t, 3) @ E": "eₜE = [0 1 0]",
    "onehot(y, 3)": "[yᵢ = j] = ⎡0 0 1⎤", "onehot(y.T, 3)": "[yᵢ = j] = ⎡0 0 1⎤", "onehot(y, 3) @ E": "[yᵢ = j]E = ⎡0 0 1⎤", "sum(x * onehot(y, 3), axis=1)": "∑ⱼ x_(i, j)[yᵢ = j] = ",
    "cols(x)": "3 [1]", "s / sqrt(cols(s))": "s 1 Z = ── = ──[2 7 4] √3 √3 = [2√3/3 7√3/3 4√3/3]", "sum(s) / cols(s)": "∑ₖ sₖ 2 + 7 + 4 Z = ───── = ───────── = 13/3 [1] 3 3",
    "arange(4) < l": "[j < lᵢ] = ⎡1 1 0 0⎤", "arange(4, start=1) <= l": "[j + 1 ≤ lᵢ] = ⎡1 1 0 0⎤", "arange(4).T >= arange(4)": "[i ≥ j] = ",
    "p.T >= p": "[pᵢ ≥ pⱼ] = ", "abs(arange(4).T - arange(4)) < 2": "[|i − j| < 2] = ", "s == s.T": "[sⱼ = sᵢ] = ",
    "arange(3, step=2) > arange(3, start=1, step=2).T": "[2j > 2i + 1] = ", "p > l": "[pⱼ > lᵢ] = ", "arange(3) + c.T.T < 3": "[j + cᵢ < 3] = ",
    "sum(arange(3) * s)": "∑ₖ ksₖ = 0·2 + 1·7 + 2·4 = 15",
}  # fmt: skip
ODD = re.compile(r"(onehot|argmax|argsort|rows|cols|sum|mean|prod|max|min)(_rows|_columns)?\(|_(rows|columns)")


def key(line: str, format: str = "text", head: str = "") -> str:
    given = ", ".join(f"{name} = {cells}" for name, cells in GIVEN.items() if re.search(rf"\b{name}\b(?!=|\()", line))
    sheet = loads(f"{head}[[question]]\nsteps = ['Z = {line}']\n" + (f"given = {{ {given} }}" if given else ""))
    solved = sheet.solve()
    assert evaluated(solved).passed.total() == 0
    return " ".join(page(solved, format).split())


@pytest.mark.parametrize("line", FORMULAS)
def test_a_formula_is_mathematics_and_holds(line: str) -> None:
    shown = key(line)
    assert (FORMULAS[line] if "Z = " in FORMULAS[line] else f"Z = {FORMULAS[line]}") in shown
    assert not ODD.search(shown)


@pytest.mark.parametrize("size", [(1, 3), (3, 1), (2, 3), (3, 2), (2, 2), (1, 1)])
@pytest.mark.parametrize("line", [
    "{f}(L, axis={axis})", "{f}(L.T, axis={axis})", "{f}(L.T * L.T, axis={axis})", "{f}(2 * L.T - 1, axis={axis})", "{f}(L.T, axis={axis}).T",
])  # fmt: skip
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("f", ["sum", "mean", "max", "argmax", "prod", "cumsum", "var"])
def test_what_runs_along_lines_of_something_turned_is_read_with_i_down_and_j_across(f: str, axis: int, line: str, size: tuple[int, int]) -> None:
    cells = [[(3 * i + 2 * j) % 5 + 1 for j in range(size[1])] for i in range(size[0])]
    page(loads(f"[[question]]\nsteps = ['P = {line.format(f=f, axis=axis)}']\ngiven = {{ L = {cells} }}").solve(), "text")


TARGETS = {  # a line with rows of 0 and 1 of another shape than what comes out has, and how the page begins it
    "O.T @ L": "[yᵢ = j]ᵀL = ", "O @ W": "[yᵢ = j]W = ", "O @ W @ L": "[yᵢ = j]WL = ", "L.T @ O": "Lᵀ[yᵢ = j] = ", "(L - O) @ W": "(L − [yᵢ = j])W = ",
    "O.T": "[yᵢ = j]ᵀ = ", "O[:, 1:]": "([yᵢ = j])_(:, 2:3) = ", "O.T[:, 1]": "([yᵢ = j]ᵀ)_(:, 2) = ", "max(O, axis=0)": "maxᵢ", "concat(O, L)": "Concat([yᵢ = j], L) = ",
    "kron(O, L)": "[yᵢ = j] ⊗ L = ", "relu(O.T)": "ReLU([yᵢ = j]ᵀ) = ", "diag(O @ O.T)": "diag(", "O.T @ O": "[yᵢ = j]ᵀ[yᵢ = j] = ",
}  # fmt: skip


@pytest.mark.parametrize("line", TARGETS)
@pytest.mark.parametrize("places", [[0, 1], [2, 0], [2, 1, 2]])
def test_what_is_told_by_entries_has_the_size_that_its_place_in_a_line_needs(line: str, places: list[int]) -> None:
    wide = [[k + j * k for j in range(3)] for k in range(len(places))]
    given = f"y = {[[k] for k in places]}, L = {wide}, W = {[list(column) for column in zip(*wide, strict=True)]}"
    text = page(loads(f"[[question]]\nsteps = ['G = {line.replace('O', 'onehot(y, 3)')}']\ngiven = {{ {given} }}").solve(), "text")
    assert f"G = {TARGETS[line]}" in " ".join(text.split())


@pytest.mark.parametrize("line", FORMULAS)
@pytest.mark.parametrize("format", ["tex", "html", "md"])
def test_so_it_is_in_every_format(line: str, format: str) -> None:
    shown = key(line, format)
    body = re.sub(r"<(style|script|head).*?</\1>", "", shown.partition(r"\begin{document}")[2] or shown)
    assert not re.search(r"(onehot|argsort|rows|cols|sum|prod)\}?(_\{?\\text\{(rows|columns)\}\}?)?(\(|\\left\()", body)


@pytest.mark.parametrize("form", ["text", "md", "tex", "html"])
@pytest.mark.parametrize("mask", [[[1, 0], [1, 1]], [[0, 1], [1, 0]], [[1, 1], [1, 1]]])
def test_a_mask_without_a_name_is_given_as_what_is_added(mask: list[list[int]], form: str) -> None:
    givens = "\n".join(f"{x} = [[1, {k}], [2, 1]]" for k, x in enumerate("QKV"))
    source = loads(f"[[question]]\nvariant = 'attention'\noptions = {{ mask = {mask} }}\n[question.given]\n{givens}\n")
    whole = page(source, form)
    printed = whole.partition(r"\begin{document}")[2] or whole
    rows = [[{0: "−∞", 1: "0"}[x] for x in row] for row in mask]
    if form == "text":
        assert all(re.search(rf"[⎡⎣] *{a}  +{b} *[⎤⎦]", printed) for a, b in rows)
    assert ("∞" in printed or r"\infty" in printed) == any(0 in row for row in mask)


def test_a_mask_is_named_by_its_entries() -> None:
    sheet = loads(f"[[question]]\nsteps = ['Z = mask(S, arange(4).T >= arange(4))']\ngiven.S = {GIVEN['S']}")
    assert "Z = S + mask_([i ≥ j]) = " in " ".join(page(sheet, "text").split())


@pytest.mark.parametrize(("line", "says"), [("arange(4, start=1) <= l", "[j ≤ lᵢ]"), ("arange(4) < l", "[j − 1 < lᵢ]"), ("sum(arange(3) * s)", "∑ₖ (k − 1)sₖ"), ("onehot(t, 3)", "eₜ = [1 0 0]")])
def test_letters_count_as_the_sheets_places_do(line: str, says: str) -> None:
    assert f"Z = {says}" in key(line, head="places = 1\n")


@pytest.mark.parametrize("size", [2, 3, 5])
@pytest.mark.parametrize("line", ["arange({n}).T >= arange({n})", "arange({n}) < l", "abs(arange({n}).T - arange({n})) <= 1"])
def test_masks_of_every_size_are_told_by_entries(line: str, size: int) -> None:
    shown = key(line.format(n=size))
    assert re.search(r"Z = \[(i ≥ j|j < lᵢ|\|i − j\| ≤ 1)\] = [⎡⎢][01]", shown)


@pytest.mark.parametrize("lines", [["j = argmax(s)", "k = argmax(x, axis=1)"], ["i = sum(x, axis=1)", "j = sum(x, axis=0)"], ["k = onehot(y, 3)", "e = onehot(t, 3)"]])
def test_letters_that_lines_have_are_no_places(lines: list[str]) -> None:
    given = ", ".join(f"{name} = {GIVEN[name]}" for name in "xsyt" if any(re.search(rf"\b{name}\b", line) for line in lines))
    solved = loads(f"[[question]]\nsteps = {lines}\ngiven = {{ {given} }}").solve()
    shown = " ".join(page(solved, "text").split())
    names = {line[0] for line in lines}
    assert not any(re.search(rf"(argmax|∑|∏)[_(]*{sign}\b", shown) for name in names for sign in (name, {"i": "ᵢ", "j": "ⱼ", "k": "ₖ", "e": "ₑ"}[name]))
    assert evaluated(solved).passed.total() == 0


BELOW = {
    "argsort(s)": "argsort(s) = ", "top_places(s, 2)": "argtop₂(s) = [1 2]", "top_k(x, 2)": "top₂(x) = ", "keep_top_k(s, 1)": "top₁(s) = ", "window_mask(x, 2)": "window₂(x) = ",
    "repeat(x, 2)": "x ⊗ 𝟏_(2×1) = ", "repeat(x, 3).T": "(x ⊗ 𝟏_(3×1))ᵀ = ", "repeat(x + x, 2)": "(x + x) ⊗ 𝟏_(2×1) = ", "top_k(x, 2).T": "top₂(x)ᵀ = ",
}  # fmt: skip


@pytest.mark.parametrize("line", BELOW)
def test_parameters_stand_below_a_name_and_are_read_there(line: str) -> None:
    assert f"Z = {BELOW[line]}" in key(line)


@pytest.mark.parametrize(("line", "says"), [("reshape(x, 3, -1)", "reshape_(3×2)(x)"), ("reshape(x, -1, 1)", "reshape_(6×1)(x)"), ("keep_top_p(s / 13, 0.5)", "nucleus_(0.5)"), ("alibi(x, 1/2)", "ALiBi_(1/2)(x)")])
def test_so_do_sizes_and_shares(line: str, says: str) -> None:
    given = ", ".join(f"{name} = {GIVEN[name]}" for name in "xs" if re.search(rf"\b{name}\b", line))
    assert f"Z = {says}" in " ".join(page(loads(f"[[question]]\nsteps = ['Z = {line}']\ngiven = {{ {given} }}"), "text").split())


@pytest.mark.parametrize(("language", "says"), [("en", "0 log 0 is 0"), ("de", "0 log 0 ist 0"), ("fr", "0 log 0 vaut 0")])
@pytest.mark.parametrize("share", ["0", "0.25"])
def test_what_a_logarithm_of_0_adds_is_said_once_where_a_share_is_0(language: str, says: str, share: str) -> None:
    given = f'p = [["0.75", "{share}", "0.25"]], q = [["0.5", "{share}", "0.5"]]'
    sheet = loads(f'language = "{language}"\n[[question]]\nsteps = ["H = entropy(p)", "G = entropy(q)"]\ngiven = {{ {given} }}')
    assert " ".join(page(sheet, "text").replace("\u202f", " ").replace("\xa0", " ").split()).count(says) == (share == "0")


MEASURED = {  # operations that were written as code calls them
    "abs(x)": "|x| = ⎡|1| |3| |2|⎤", "abs(x) * x": "|x| ∘ x = ⎡|1|", "abs(x).T": "|x|ᵀ = ⎡|1|", "sqrt(abs(x))": "√|x| = ",
    "logsumexp(x)": "log(∑ⱼ e^x_(i, j)) = ⎡log(e¹ + e³ + e²)⎤", "logsumexp(x, axis=0)": "log(∑ᵢ e^x_(i, j)) = ", "logsumexp(s)": "log(∑ₖ e^sₖ) = log(e² + e⁷ + e⁴) ",
    "cumsum(x)": "∑_(k ≤ j) x_(i, k) = ⎡1 4 6⎤", "cumsum(x, axis=0)": "∑_(k ≤ i) x_(k, j) = ⎡1 3 2⎤", "cumsum(s)": "∑_(k ≤ j) sₖ = [2 9 13]", "cumsum(c, axis=0)": "∑_(k ≤ i) cₖ = ",
    "norm(x, axis=1)": "‖x_(i, :)‖ = ", "norm(x, axis=0)": "‖x_(:, j)‖ = ", "norm(x, axis=1).T": "‖x_(j, :)‖ = ", "norm(x, axis=0).T": "‖x_(:, i)‖ = ", "norm(x)": "‖x‖ = ", "norm(s, axis=1)": "‖s‖ = ",
    "x / norm(x, axis=1)": "Z = ────────── = ⎢√14 √14 √14⎥ ‖x_(i, :)‖ ⎢ 5 2 1 ⎥", "(x @ x.T) / (norm(x, axis=1) @ norm(x, axis=1).T)": "Z = ──────────────────── = ⎢ 14 2√105⎥ ‖x_(i, :)‖‖x_(j, :)‖ ⎢ 13 30 ⎥", "norm(x - 2 * x, axis=1)": "‖(x − 2x)_(i, :)‖ = ",
    "tril(ones(3, 3))": "[i ≥ j] = ⎢1 1 0⎥", "triu(ones(3, 3))": "[i ≤ j] = ⎢0 1 1⎥", "tril(ones(3, 3)).T": "[i ≤ j] = ⎢0 1 1⎥", "x @ tril(ones(3, 3))": "x[i ≥ j] = ",
    "triu(ones(2, 2)) @ x": "[i ≤ j]x = ", "tril(S)": "S ∘ [i ≥ j] = ", "S * triu(ones(4, 4))": "S ∘ [i ≤ j] = ", "where(tril(ones(4, 4)), S, 0)": "⎡1 0 0 0⎤ Z = ⎧S i ≥ j = ⎢2 3 0 0⎥ [1] ⎩0 i < j ⎢3 4 2 0⎥",
    "normalize(x)": "Z = ─────────── = ⎢6 6 6⎥ = ⎡1/6 1/2 1/3⎤ [1] ∑ⱼ x_(i, j) ⎢5 2 1⎥", "normalize(s)": "s Z = ───── = [2/13 7/13 4/13] [1] ∑ₖ sₖ", "normalize(exp(s))": "exp(s) ⎡ e² e⁷ e⁴ ⎤ Z = ────────── = ⎢──────────── ──────────── ────────────⎥ ∑ₖ exp(sₖ) ⎣e² + e⁷ + e⁴", "normalize(top_k(s, 3))": "normalise(top₃(s)) = ",
    "entropy(x / 9)": "−∑ⱼ ──────── log", "entropy(s / 13)": "−∑ₖ ── log", "rms_norm(x, eps=1)": "RMSNorm(x, ε = 1) = ", "round(x / 3, 2)": "round₂⎜─⎟",
    "positional_encoding(2, 2, 2)": "PE_(2×2, base = 2) = ", "positional_encoding(4, 6)": "PE_(4×6)", "argsort(-s)": "argsort↓(s) = ", "-sort(-s)": "sort↓(s) = ",
    "max(x - 2 * x, axis=1)": "maxⱼ(x_(i, j) − 2x_(i, j)) = ⎡max(−1, −3, −2)⎤ = ⎡−1⎤", "min(x @ x.T, axis=0)": "minᵢ(xxᵀ)_(i, j) = [min(14, 13) min(13, 30)] = [13 13]",
}  # fmt: skip


@pytest.mark.parametrize("line", MEASURED)
def test_what_is_measured_of_matrices_is_mathematics_and_read_back(line: str) -> None:
    shown = key(line)
    assert (MEASURED[line] if "Z = " in MEASURED[line] else f"Z = {MEASURED[line]}") in shown
    assert not re.search(r"\b(abs|cumsum|logsumexp|tril|triu|var|norm|entropy)(_rows|_columns)?[(⎛⎜]|‖_|(max|min)_(rows|columns)", shown)


@pytest.mark.parametrize("size", [2, 4, 7])
@pytest.mark.parametrize(("line", "axis"), [("cumsum(a, axis={axis})", 1), ("cumsum(a, axis={axis})", 0), ("var(a, axis={axis})", 1), ("var(a, axis={axis})", 0), ("norm(a, axis={axis})", 0), ("logsumexp(a, axis={axis})", 1)])
def test_so_it_is_of_every_size(line: str, axis: int, size: int) -> None:
    rows = [[(3 * i * i + 5 * j - 7) % 9 - 4 for j in range(size)] for i in range(size + 1)]
    sheet = loads(f"[[question]]\nsteps = ['Z = {line.format(axis=axis)}']\ngiven.a = {rows}").solve()
    assert {reason.name for reason in evaluated(sheet).passed.elements()} <= {"left_out"}  # … of long sums
    assert re.search(r"∑|‖", page(sheet, "text"))


@pytest.mark.parametrize(("mean", "says"), [("m = mean(x, axis=1)", "(x_(i, j) − mᵢ)²"), ("m = mean(x, axis=0)", "(x_(i, j) − (1/3)∑ₖ x_(i, k))²"), ("m = sum(x, axis=1)", "(x_(i, j) − (1/3)∑ₖ x_(i, k))²")])
def test_a_variance_is_about_the_line_of_the_mean_where_there_is_one(mean: str, says: str) -> None:
    solved = loads(f"[[question]]\nsteps = ['{mean}', 'v = var(x, axis=1)']\ngiven.x = {GIVEN['x']}").solve()
    assert f"v = ─∑ⱼ {says}" in " ".join(page(solved, "text").split())
    assert evaluated(solved).passed.total() == 0


@pytest.mark.parametrize("lines", [["v = var(x, axis=1)", "m = mean(x, axis=1)"], ["m = mean(x)", "v = var(x)"], ["mu = mean(x, axis=0)", "v = var(x, axis=0)"], ["s = sqrt(var(x, axis=1) + 1)", "m = mean(x, axis=1)"]])
def test_a_mean_behind_a_variance_is_not_in_it(lines: list[str]) -> None:
    solved = loads(f"[[question]]\nsteps = {lines}\ngiven.x = {GIVEN['x']}").solve()
    shown = " ".join(page(solved, "text").split())
    assert ("− m" in shown or "− μ" in shown) == (lines[0][0] == "m")
    assert evaluated(solved).passed.total() == 0


SAID = {
    "keep_top_k(s, 1)": {"en": "The largest entry of each row stays; 0", "de": "Der größte Eintrag jeder Zeile bleibt; an", "fr": "Le plus grand coefficient de chaque ligne reste ; 0"},
    "top_k(s, 2)": {"en": "The 2 largest scores of each row stay;", "de": "Die 2 größten Scores jeder Zeile bleiben;", "fr": "Les 2 plus grands scores de chaque ligne restent ;"},
    "keep_top_p(s / 13, 0.5)": {"en": "The nucleus: the largest shares", "de": "Der Kern: die größten Anteile", "fr": "Le noyau : les plus grandes parts"},
    "sort(s)": {"en": "in order, the smallest first.", "de": "der kleinste zuerst.", "fr": "en ordre, le plus petit d’abord."},
    "argsort(s)": {"en": "Where the entries of each row stand, the smallest first.", "de": "der des kleinsten zuerst.", "fr": "celle du plus petit d’abord."},
    "argsort(-s)": {"en": "Where the entries of each row stand, the largest first.", "de": "der des größten zuerst.", "fr": "celle du plus grand d’abord."},
    "top_places(s, 2)": {"en": "The places of the 2 largest", "de": "Die Plätze der 2 größten", "fr": "Les places des 2 plus grands"},
    "clip(s, 3, 5)": {"en": "An entry between the two numbers stays;", "de": "Ein Eintrag zwischen den beiden Zahlen bleibt;", "fr": "Un coefficient entre les deux nombres reste ;"},
}  # fmt: skip


@pytest.mark.parametrize("line", SAID)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_has_no_sign_is_said_in_words_once(line: str, language: str) -> None:
    sheet = loads(f"language = '{language}'\n[[question]]\nsteps = ['Y = {line}', 'Z = 2 * Y', 'V = {line}']\ngiven.s = {GIVEN['s']}".replace("'Z = 2 * Y', ", "" if "top_k(" in line and "keep" not in line else "'Z = 2 * Y', "))
    shown = " ".join(page(sheet, "text").replace("\u202f", " ").replace("\xa0", " ").split())
    assert shown.count(SAID[line][language]) == 1
