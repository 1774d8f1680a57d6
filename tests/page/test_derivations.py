"""Derivations in letters as courses write them: each step back with its rule, the closed formula, the shape at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.errors import SymattnError
from symattn.exact.decide import compare
from symattn.exact.tensor import flat
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.page import page
from symattn.plan import Line, Plan
from symattn.plan.closed import in_closed_form
from symattn.plan.derivation import solve
from symattn.plan.tree import SIGNS, Apply
from symattn.sheet import Sheet, loads
from symattn.sheet.json import to_json
from symattn.sheet.proofs.generic import sample

LAYER = """
[[question]]
steps = ["u = {u}", "h = {f}(u)", "t = {t}"]
[question.shapes]
x = {x}
W = {W}
V = {V}
dt = {dt}
[question.gradient]
of = "t"
wrt = ["h", "u", "x"]
upstream = "dt"
"""
ROWS = {"u": "x @ W", "t": "h @ V", "x": [1, "n"], "W": ["n", "m"], "V": ["m", "k"], "dt": [1, "k"]}
COLUMNS = {"u": "W @ x", "t": "V @ h", "x": ["n", 1], "W": ["m", "n"], "V": ["k", "m"], "dt": ["k", 1]}


ROW = """
[[question]]
steps = ["p = softmax(o, axis=1)", "l = logsumexp(o, axis=1) - o @ y.T", "z = do @ p.T"]
[question.shapes]
o = [1, "q"]
y = [1, "q"]
[question.gradient]
of = "l"
wrt = ["o"]
second = ["o"]
"""


def shown(sheet: Sheet, detail: str = "standard") -> str:
    return " ".join(page(sheet.solve(), "text", detail=detail).split())


@pytest.mark.parametrize("f", ["sigmoid", "tanh", "exp"])
@pytest.mark.parametrize("columns", [False, True])
def test_a_step_back_has_its_rule_and_its_shape_and_no_reason_for_the_shape(f: str, columns: bool) -> None:
    sheet = loads(LAYER.format(f=f, **(COLUMNS if columns else ROWS)))
    text, gate = shown(sheet), {"sigmoid": " ∘ h ∘ (1 − h)", "tanh": " ∘ (1 − h²)", "exp": " ∘ h"}[f]
    back, whole = ("Vᵀ dt", f"Wᵀ(Vᵀ dt{gate})") if columns else ("dt Vᵀ", f"(dt Vᵀ{gate})Wᵀ")
    space = "ℝ^({} × 1)" if columns else "ℝ^(1 × {})"
    assert f"dh = {back} ∈ {space.format('m')} [1]" in text
    assert f"du = dh{gate} ∈ {space.format('m')} [1]" in text
    assert f"= {whole} ∈ {space.format('n')} [1]" in text
    assert ("the transpose of the left one times what came back" if columns else "the transpose of the right one.") in text
    rule = {"sigmoid": "sigmoid is σ(1 − σ)", "tanh": "tanh is 1 − tanh²", "exp": "the derivative of e"}[f]
    assert rule in text
    assert "cancels" not in text
    assert "the shape stays" not in text
    assert "Why" not in text
    assert "Why" in shown(sheet, "full")
    assert "Back through" not in shown(sheet, "brief")


@pytest.mark.parametrize("form", ["text", "md", "tex", "html", "json"])
@pytest.mark.parametrize("of", ["h", "z"])
def test_the_shapes_of_a_derivation_are_read_back_from_its_key(form: str, of: str, tmp_path: Path) -> None:
    lines = LAYER.format(f="tanh", **ROWS) if of == "h" else ROW
    made, key = loads(lines), tmp_path / f"key.{form if form != 'text' else 'txt'}"
    key.write_bytes(deliver(made, Wanted(form)))
    (report,) = check_file(Ready(made), key)
    asked = {name for part in made.questions[0].parts for name in part.shapes}
    assert {r.name for q in report.questions for r in q.results if r.verdict == "correct"} >= asked, page(made.solve(), form)


@pytest.mark.parametrize("n", ["n", 3])
def test_derivatives_written_by_hand_have_no_reasons_for_their_shapes(n: object) -> None:
    lines = '["u = x @ W", "h = sigmoid(u)", "dh = g @ V.T", "du = dh * h * (1 - h)"]'
    shapes = f'x = [1, "d"]\nW = ["d", {n!r}]\ng = [1, "k"]\nV = [{n!r}, "k"]'.replace("'", '"')
    text = shown(loads(f"[[question]]\nsteps = {lines}\n[question.shapes]\n{shapes}"))
    assert f"du = dh ∘ h ∘ (1 − h) ∈ ℝ^(1 × {n}) [1]" in text
    assert "Why" not in text
    assert "Why" in shown(loads(f"[[question]]\nsteps = ['u = x @ W', 'h = sigmoid(u)']\n[question.shapes]\n{shapes}"))


LOSS = """
[[question]]
steps = ["z = {z}", "p = softmax({p}, axis={axis})", "J = {J}"]
[question.shapes]
U = {U}
v = {v}
y = {y}
[question.gradient]
of = "J"
wrt = ["v", "U"]
"""
DOWN = {"z": "U.T @ v", "U": ["d", "V"], "v": ["d", 1], "y": ["V", 1], "axis": 0}
ALONG = {"z": "v @ U", "U": ["d", "V"], "v": [1, "d"], "y": [1, "V"], "axis": 1}


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("columns", [False, True])
def test_a_common_factor_is_taken_out_and_the_end_is_in_terms_of_weights_and_targets(named: bool, columns: bool) -> None:
    names = DOWN if columns else ALONG
    z = "z" if named else f"({names['z']})"
    loss = f"logsumexp({z}, axis={names['axis']}) - " + (f"y.T @ {z}" if columns else f"{z} @ y.T")
    text = shown(loads(LOSS.format(p=z.strip("()") if named else names["z"], J=loss, **names)))
    by_v, by_U = ("U(p − y)", "v(p − y)ᵀ") if columns else ("(p − y)Uᵀ", "vᵀ(p − y)")
    assert f"dv = {('U dz = ' if columns else 'dz Uᵀ = ') * named}{by_v} ∈" in text
    assert f"dU = {('v(dz)ᵀ = ' if columns else 'vᵀ dz = ') * named}{by_U} ∈" in text


@pytest.mark.parametrize(("weights", "loss"), [(", axis=1", ""), ("", ", axis=1"), ("", ""), (", axis=1", ", axis=1")])
@pytest.mark.parametrize("n", ["q", 4])
def test_a_line_that_is_the_weights_is_read_by_its_name_and_no_identity_is_a_line(weights: str, loss: str, n: object) -> None:
    size = f'"{n}"' if n == "q" else n
    lines = ROW.replace(', "z = do @ p.T"', "").replace("softmax(o, axis=1)", f"softmax(o{weights})").replace('"q"', str(size))
    text = shown(loads(lines.replace("logsumexp(o, axis=1)", f"logsumexp(o{loss})")))
    assert f"do = p − y ∈ ℝ^(1 × {n}) [1]" in text
    assert f"H_o = diag(p) − pᵀp ∈ ℝ^({n} × {n})" in text.replace("Hₒ", "H_o")
    assert "J" not in text.replace("Jacobian", "")


WRITTEN = {
    "onehot": ("letters = { y = 'onehot' }", "since y is one-hot", "p − y"),
    "distribution": ("letters = { distribution = ['y'] }", "since y adds up to 1", "p − y"),
    "": ("", "with u = y", "p·∑ₖ yₖ − y"),
}


@pytest.mark.parametrize("of", [0, 1, 2])
@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("known", WRITTEN)
def test_targets_that_are_said_to_add_up_to_1_come_back_as_weights_less_targets(known: str, columns: bool, of: int) -> None:
    names, (letters, says, back) = DOWN if columns else ALONG, WRITTEN[known]
    loss = ["-sum(y * log(p))", "-(y.T @ log(p))" if columns else "-(log(p) @ y.T)", "-(sum(y * log(p)) / 2)"][of]
    source = LOSS.replace("[question.shapes]", f"{letters}\n[question.shapes]")
    text = shown(loads(_filled(source, {**names, "p": "z", "J": loss})))
    assert says in text
    assert back in text
    assert ("·∑ₖ yₖ" in text) is (known == "")
    assert ("∑ₖ yₖ = 1" in text) is (known != "")
    assert ("yₖ ∈ {0, 1}" in text) is (known == "onehot")


def _filled(source: str, names: dict[str, object]) -> str:
    for name in ("z", "p", "axis", "J", "U", "v", "y"):
        source = source.replace("{" + name + "}", str(names[name]))
    return source


@pytest.mark.parametrize("T", [2, 3])
@pytest.mark.parametrize("power", [1, 2, 3])
def test_the_gradient_of_a_distillation_speaks_of_its_own_letters_and_cancels_them(T: int, power: int) -> None:
    lines = f'["p = softmax(t / T)", "q = softmax(s / T)", "D = -sum(p * log(q))", "L = T**{power} * D"]'
    given = f"given = {{ t = [[1, 2, 0]], s = [[2, 0, 1]], T = {T} }}\ngradient = {{ of = 'L', wrt = ['s'] }}"
    text = shown(loads(f"working = 'decimals'\n[[question]]\nsteps = {lines}\n{given}"))
    front = {1: "ds = q − p", 2: "ds = T(q − p)", 3: "ds = T²(q − p)"}[power]
    assert front in text
    assert "softmax and cross-entropy in one: the derivative by s/T is q − p, since p adds up to 1" in text
    assert "∑ₖ uₖ" not in text


@pytest.mark.parametrize("place", [0, 2])
def test_the_loss_of_one_entry_speaks_of_no_letters_that_the_sheet_has_not(place: int) -> None:
    lines = f'["p = softmax(s, axis=0)", "L = -log(p[{place}, 0])"]'
    text = shown(loads(f"[[question]]\nsteps = {lines}\ngiven.s = [[1], [2], [0]]\ngradient = {{ of = 'L', wrt = ['s'] }}"))
    assert f"Back through L = −log(p{'₁₂₃'[place]}): softmax and the logarithm of one of its weights in one: the derivative by s is p, less 1" in text


SEVERAL_LINES = {
    "a sum": ('"y = abs(X)", "L = sum(y)"', "en", "Back through y = |X|: the derivative is the sign of the entry."),
    "sums and a bias": ('"y = X @ W", "z = y + 1", "L = sum(z)"', "en", "Back through y = XW: the left factor gets"),
    "a mean": ('"y = exp(X)", "L = mean(y)"', "en", "to its mean, over their number; then through y = exp(X): the derivative of e^x is"),
    "the same rule": ('"y = X * 2", "z = y * 3", "L = sum(z)"', "en",
                      "Back through z = 3y: every entry was multiplied by a number, so what came back is multiplied by it too; then through y = 2X:"),
    "a share of two": ('"y = sigmoid(X @ W)", "L = -(t * log(y) + (1 - t) * log(1 - y))"', "en", "then through y = σ(XW): the left factor gets"),
    "German": ('"y = exp(X)", "L = mean(y)"', "de", "; dann durch y = exp(X): die Ableitung von"),
    "French": ('"y = exp(X)", "L = mean(y)"', "fr", " ; puis à travers y = exp(X) : la dérivée de"),
}


@pytest.mark.parametrize(("lines", "language", "told"), SEVERAL_LINES.values(), ids=SEVERAL_LINES)
def test_what_comes_back_through_several_lines_is_told_of_each_of_them(lines: str, language: str, told: str) -> None:
    """No line is written for a derivative that is the same number everywhere: all was told of the last line, which had no such operation."""
    given = "X = [[1, 2, 3]], t = 1" + ", W = [[1], [0], [2]]" * ("W" in lines)
    source = f'language = "{language}"\n[[question]]\nsteps = [{lines}]\ngiven = {{ {given} }}\ngradient = {{ of = "L", wrt = ["X"] }}'
    assert told in shown(loads(source))


@pytest.mark.parametrize("names", ["wx", "qk", "ab"])
@pytest.mark.parametrize("kind", ["variance", "expectation"])
def test_the_rule_for_products_speaks_of_the_two_factors_of_the_sheet(names: str, kind: str) -> None:
    a, b = names
    source = f"[[question]]\nsteps = ['s = {a} @ {b}', 'V = {kind}(s)']\nshapes = {{ {a} = [1, 'n'], {b} = ['n', 1] }}\n"
    text = shown(loads(source + f"random = {{ {a} = {{ mean = 1, variance = 2 }}, {b} = {{ mean = 3, variance = 1 }} }}"))
    assert f"E[{a}{b}] = E[{a}]E[{b}]" in text
    assert ("Var[" in text) is (kind == "variance")
    assert ("variance" in text) is (kind == "variance")


@pytest.mark.parametrize("mean", ["1 - p", "p"])
@pytest.mark.parametrize("kind", ["variance", "expectation"])
def test_variances_are_spoken_of_where_they_are_asked(mean: str, kind: str) -> None:
    source = f"[[question]]\nsteps = ['r = g * d', 'E = {kind}(r)']\nletters = {{ positive = ['g', 'p'] }}\nshapes.d = [1, 'n']\n"
    text = shown(loads(source + f"random.d = {{ mean = '{mean}', variance = 'p*(1-p)' }}"))
    assert "The factor in r = gd multiplies the expectation" in text
    assert ("and its square the variance" in text) is ("and variance" in text) is (kind == "variance")


@pytest.mark.parametrize("size", [[3, 1], [1, 4], [2, 3]])
@pytest.mark.parametrize("kind", ["onehot", "distribution", ""])
def test_a_proof_may_say_that_rows_are_onehot_or_add_up_to_1(size: list[int], kind: str) -> None:
    axis, (rows, cols) = 0 if size[1] == 1 else 1, size
    letters = f"letters = {{ y = '{kind}' }}\n" if kind else ""
    claim = "[[question.part.proof]]\nclaim = 'So it is.'\ncheck = '%s'\n" + f"sizes = {{ y = {size} }}"
    start = f"[[question]]\n{letters}[[question.part]]\nprompt = 'Show it.'\n"
    proved = {
        check: loads(start + claim.replace('%s', check)).solve().answers[0].proofs[0][0].holds
        for check in (f"sum(y, axis={axis}) == ones({rows if axis else 1}, {1 if axis else cols})", "y * y == y")
    }
    assert list(proved.values()) == [bool(kind), kind == "onehot"]
    if kind == "onehot":
        text = shown(loads(start + claim.replace("%s", "y * y == y")))
        assert "one-hot" in text


@pytest.mark.parametrize("letter", ["lambda", "mu"])
@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("log(exp(F * a) + exp(F * (a - t))) / F", r"a+\frac{\log(1+e^{-Ft})}{F}"),
        ("a + log(1 + exp(-F * t)) / F", r"a+\frac{\log(1+e^{-Ft})}{F}"),
        ("log(1 + exp(F * t))", r"\log(1+e^{Ft})"),
        ("-log(sigmoid(F * t))", r"\log(1+e^{-Ft})"),
        ("3 * log(1 + exp(-F * t)) - a", r"3\log(1+e^{-Ft})-a"),
    ],
)
def test_a_logarithm_takes_in_the_factor_that_makes_it_shortest(line: str, value: str, letter: str) -> None:
    letters = f'letters = {{ real = ["a"], positive = ["{letter}", "t"] }}\n'
    solved = loads(f"[[question]]\nsteps = ['R = {line.replace('F', letter)}']\n{letters}").solve()
    printed = page(solved, "md").replace("{-}", "-").replace(" ", "").replace("\\cdot", "")
    assert value.replace("F", "\\" + letter) in printed


@pytest.mark.parametrize(
    ("check", "printed"),
    [
        ("(P @ X) @ W == P @ (X @ W)", "(PX)W = P(XW)"),
        ("q @ (eta * X.T @ y) == (q @ X.T) @ (eta * y)", "q(ηXᵀy) = (qXᵀ)(ηy)"),
        ("P @ X @ W @ Q == P @ (X @ (W @ Q))", "(PXW)Q = P(X(WQ))"),
        ("P @ (X + W) == P @ X + P @ W", "P(X + W) = PX + PW"),
        ("(P @ X).T == X.T @ P.T", "(PX)ᵀ = XᵀPᵀ"),
    ],
)
@pytest.mark.parametrize("n", [1, 2])
def test_brackets_of_a_claim_that_factors_may_be_bracketed_otherwise_stay(check: str, printed: str, n: int) -> None:
    sizes = {"P": [n, n], "X": [n, n], "W": [n, n], "Q": [n, n]} | ({"q": [1, n], "y": [n, 1]} if "eta" in check else {})
    used = ", ".join(f"{name} = {size}" for name, size in sizes.items() if name in check)
    proof = f"[[question.part.proof]]\nclaim = 'So it is.'\ncheck = '{check}'\nsizes = {{ {used} }}"
    text = shown(loads(f'[[question]]\nletters = {{ eta = "positive" }}\n[[question.part]]\nprompt = "Show it."\n{proof}'))
    assert f"{printed} Checked" in text


@pytest.mark.parametrize("mean", ["1 - p", "2 - p"])
@pytest.mark.parametrize("side", ["E", "g * (MEAN) * h"])
def test_an_equation_keeps_the_product_that_its_line_is(mean: str, side: str) -> None:
    lines = f'["r = g * d * h", "E = expectation(r)", "k = solve({side.replace("MEAN", mean)} == h, g)"]'
    letters = 'letters = { positive = ["g", "p", "h"] }\nshapes.d = [1, "n"]\n'
    text = shown(loads(f"[[question]]\nsteps = {lines}\n{letters}random.d = {{ mean = '{mean}', variance = 1 }}"))
    shape = mean.replace("-", "−")
    assert (f"h·k·({shape}) = h" if side == "E" else f"k·({shape})·h = h") in text


IN_EQUATIONS = {
    "variance(c * q @ k.T) == 1": ("s²d = 1", "1/sqrt(d)"),
    "variance(c * sum(Q, axis=0) @ k.T) == 4": ("s²dn = 4", "2/(sqrt(d)*sqrt(n))"),
    "variance(mean(Q, axis=0) * c) == variance(q / 2)": ("= 1/4", "sqrt(n)/2"),
}


@pytest.mark.parametrize(("equation", "shows", "found"), [(key, *told) for key, told in IN_EQUATIONS.items()], ids=IN_EQUATIONS)
def test_a_moment_in_an_equation_may_be_of_several_operations(equation: str, shows: str, found: str) -> None:
    source = f'[[question]]\nsteps = ["s = solve({equation}, c)"]\nletters.c = "positive"\n'
    sheet = loads(source + 'shapes = { q = [1, "d"], k = [1, "d"], Q = ["n", "d"] }')
    assert f'"{found}"' in to_json(sheet.solve(), 4)
    assert shows in shown(sheet)


@pytest.mark.parametrize("letter", ["v", "tau"])
@pytest.mark.parametrize("key", ["mean", "variance"])
def test_a_letter_of_a_moment_is_told_how_to_be_declared(letter: str, key: str) -> None:
    source = f"[[question]]\nsteps = ['s = w @ x', 'V = variance(s)', 'k = solve(V == {letter}, q)']\nletters.q = 'positive'\n"
    source += "shapes = { w = [1, 'n'], x = ['n', 1] }\n" + f"random = {{ w = {{ variance = 'q' }}, x = {{ {key} = '{letter}' }} }}"
    with pytest.raises(SymattnError, match=rf"{letter} has no shape[^\n]*\n  write letters = {{ {letter} = \"positive\" }}"):
        loads(source)


@pytest.mark.parametrize("line", ["g * h * (1 - h)", "(2 - h) * g", "1 - h / 2", "h + 1", "g / (3 - h)"])
def test_a_number_beside_a_matrix_is_no_reason_of_a_shape(line: str) -> None:
    text = shown(loads(f'[[question]]\nsteps = ["k = {line}", "m = k + b"]\nshapes = {{ g = [2, "n"], h = [2, "n"], b = [1, "n"] }}'))
    assert "(2, n) entry by entry, the shape stays " in text
    assert "then" not in text
    assert "(1, n) is repeated and added, the shape stays" in text
    assert "a number" not in text


CLOSED = {
    "layers": LAYER.format(f="sigmoid", **ROWS),
    "columns": LAYER.format(f="tanh", **COLUMNS),
    "cross-entropy": _filled(LOSS, {**DOWN, "p": "z", "J": "-(y.T @ log(p))"}),
    "lora": '[[question]]\nsteps = ["h = x @ A.T", "y = h @ B.T / 3"]\n[question.shapes]\nx = ["b", "n"]\nA = ["r", "n"]\nB = ["m", "r"]\n'
    'dy = ["b", "m"]\n[question.gradient]\nof = "y"\nwrt = ["B", "A", "x"]\nupstream = "dy"',
    "hessian": ROW.replace(', "z = do @ p.T"', ""),
}


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("case", CLOSED)
def test_the_closed_formula_is_the_derivative(case: str, size: int) -> None:
    reading = loads(CLOSED[case]).questions[0].shapes
    assert reading is not None
    wide = {letter: size + k % 2 for k, letter in enumerate(reading.letters.sizes(reading.givens.values()))}
    given = {
        name: sample(k, *(side if isinstance(side, int) else wide[str(side)] for side in shape))
        for k, (name, shape) in enumerate(reading.givens.items())
    }
    closed = in_closed_form(reading.plan, reading.table.shown)
    own = tuple(Line(f"closed_{name}", "", tree if isinstance(tree, Apply) else Apply(SIGNS["A"], (tree,))) for name, tree in closed.items())
    run = solve(Plan((*reading.plan.lines, *own)), given)
    for name in closed:
        pairs = zip(flat(run[name]), flat(run[f"closed_{name}"]), strict=True)
        assert all(compare(a, b).decision == "equal" for a, b in pairs), name
    assert bool(closed) is (case != "hessian")


SPELLED_OUT = ["logsumexp(t) - t @ y.T", "logsumexp(t) - sum(t * y, axis=1)", "logsumexp(t) - y @ t.T", "-(t @ y.T) + logsumexp(t)", "t @ y.T - logsumexp(t)", "(logsumexp(t) - t @ y.T) / 2"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("y", ["[[0, 1, 0]]", "[[1, 0, 0]]", '[["1/2", "1/4", "1/4"]]'])
@pytest.mark.parametrize("loss", SPELLED_OUT)
def test_cross_entropy_spelled_out_comes_back_as_softmax_and_cross_entropy_in_one(loss: str, y: str, language: str) -> None:
    source = f'language = "{language}"\n[[question]]\nsteps = ["L = {loss}"]\ngiven = {{ t = [[1, 2, 0]], y = {y} }}\ngradient = {{ of = "L", wrt = ["t"] }}'
    text = shown(loads(source))
    one = {"en": "softmax and cross-entropy in one", "de": "Softmax und Kreuzentropie in einem", "fr": "softmax et entropie croisée d"}[language]
    assert one in text.replace("cross- entropy", "cross-entropy")  # a line may end there
    assert ("one-hot" in text) is ("/" not in y)
    assert ("y − softmax(t)" if loss.startswith("t") else "softmax(t) − y") in text
    assert {"en": "twice", "de": "zweimal", "fr": "deux fois"}[language] not in text


@pytest.mark.parametrize("loss", ["logsumexp(t) - t @ y.T", "logsumexp(t) + t @ y.T"])
@pytest.mark.parametrize("y", ["[[0, 2, 0]]", "[[1, 1, 0]]", "[[1, 0, -1]]"])
def test_what_is_no_target_is_told_by_both_ways(loss: str, y: str) -> None:
    text = shown(loads(f'[[question]]\nsteps = ["L = {loss}"]\ngiven = {{ t = [[1, 2, 0]], y = {y} }}\ngradient = {{ of = "L", wrt = ["t"] }}'))
    assert "t is read twice" in text
    assert "in one" not in text


@pytest.mark.parametrize(("line", "told"), [
    ("sum(gather(T, t) * z)", "T_(i, t_(i, j))z_(i, j) = 5·1 + 3·2 + 1·0 + 7·1 = 18"),
    ("sum(gather(T, t).T * z)", "T_(j, t_(j, i))z_(i, j) = 5·1 + 1·2 + 3·0 + 7·1 = 14"),
    ("sum(gather(T, t[:, 0:1]))", "= 5 + 1 = 6"),
])  # fmt: skip
def test_of_several_places_in_each_row_an_entry_has_its_own(line: str, told: str) -> None:
    """It was told with the first index twice, T at i, tᵢᵢ, which is false, and no page was made."""
    given = "{ T = [[3, 5], [1, 7]], t = [[1, 0], [0, 1]]" + (", z = [[1, 2], [0, 1]] }" if "z" in line else " }")
    assert told in page(loads(f'[[question]]\nsteps = ["l = {line}"]\ngiven = {given}').solve(), "text")
