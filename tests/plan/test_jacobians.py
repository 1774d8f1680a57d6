"""Jacobians and Hessians: every entry is SymPy's derivative, in numbers, in letters, in proofs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import sympy

import symattn as sa
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.page import page
from symattn.sheet import loads

ROWS = {  # lines that make y of x, a row, with a second row w, a matrix M and a row of weights p; each in turn from x alone
    "a product": ["y = x @ M"],
    "a product read twice": ["h = x @ M", "y = h * h"],
    "softmax": ["y = softmax(x / sqrt(2))"],
    "attention": ["s = x @ M.T", "p = softmax(s)", "y = p @ M"],
    "one row of many": ["u = relu(x)", "v = sigmoid(x)", "y = u * v + w"],
    "functions": ["y = exp(x) + tanh(x) - sin(x) * cos(x) + x ** 3 + silu(x)"],
    "roots and logarithms": ["y = sqrt(x ** 2 + 1) / (x ** 2 + 2) + log(x ** 2 + 1)"],
    "layer norm": ["n = layer_norm(x, eps=1)", "y = norm_scale(n, w, w)"],
    "root mean square": ["y = rms_norm(x)"],
    "a mean and a sum": ["y = x - mean(x, axis=1) + sum(x ** 2)"],
    "logsumexp": ["y = x - logsumexp(x)"],
    "a part": ["y = concat(x @ M, 2 * x)"],
    "a choice": ["y = where(k, x, -x)"],
    "a loss": ["y = cross_entropy(x, 1)"],
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", ROWS)
def test_a_jacobian_has_the_derivative_of_every_entry_in_its_row(case: str) -> None:
    given = {"x": '[["1/2", -1, 2]]', "w": '[[1, 2, "1/3"]]', "M": '[[1, 0, 2], [0, -1, 1], [1, 1, 0]]', "k": "[[1, 0, 1]]"}
    used = {name: value for name, value in given.items() if any(name in line.partition("=")[2] for line in ROWS[case])}

    def solved(upstream: str) -> Matrix:
        table = ", ".join(f"{name} = {value}" for name, value in used.items())
        weighs = f', upstream = "{upstream}"' if upstream == "identity" else ""
        source = f"[[question]]\nsteps = {ROWS[case]}\ngiven = {{ {table}{upstream if not weighs else ''} }}\n"
        solution = loads(source + f'gradient = {{ of = "y", wrt = ["x"]{weighs} }}').solve()
        for form in ("text", "tex"):
            page(solution, form)  # every link holds
        return solution.answers[0].exact.values["J_x" if weighs else "dx"]

    whole = solved("identity")
    for i in range(whole.rows):
        one = ", ".join(str(int(k == i)) for k in range(whole.rows))
        assert [str(x) for x in solved(f", dy = [[{one}]]").values[0]] == [str(x) for x in whole.values[i]]


STANDING = {  # the same of a column x, by way of columns of other lengths
    "a product": ["y = M @ x"],
    "a product read twice": ["h = M @ x", "y = h * h"],
    "two products": ["h = N @ x", "y = M @ h"],
    "softmax of fewer": ["h = M @ x", "y = softmax(h, axis=0)"],
    "there and back": ["h = M @ x", "u = h ** 3", "y = M.T @ u"],
    "beside itself": ["h = M @ x", "u = sigmoid(h)", "y = M.T @ u + x"],
    "two matrices of it": ["h = M @ x", "u = relu(x)", "y = M.T @ h * w + u"],
}


@pytest.mark.parametrize("case", STANDING)
def test_a_jacobian_of_columns_has_the_derivative_of_every_entry_in_its_row(case: str) -> None:
    given = {"x": [["1/2"], [-1], [2]], "w": [[1], [2], ["1/3"]], "M": [[1, 0, 2], [0, -1, 1]], "N": [[1, 0, 2], [0, -1, 1], [1, 1, 0]]}
    lines = STANDING[case]
    table = "".join(f"{name} = {value}\n" for name, value in given.items() if any(name in line.partition("=")[2] for line in lines))
    names = ["x", *(line.partition(" ")[0] for line in lines[:-1])]

    def solved(gradient: str, more: str = "") -> Mapping[str, Matrix]:
        return loads(f"[[question]]\nsteps = {lines}\ngradient = {{ of = 'y', wrt = {names}{gradient} }}\n[question.given]\n{table}{more}").solve().answers[0].exact.values

    whole = solved(", upstream = 'identity'")
    for i in range(whole["y"].rows):
        back = solved("", f"dy = {[[int(k == i)] for k in range(whole['y'].rows)]}\n")
        for name in names:
            assert [str(x) for (x,) in back[f"d{name}"].values] == [str(x) for x in whole[f"J_{name}"].values[i]], name


SECOND = {  # lines of a number f of a row x, with a matrix A, and the last line of its Hessian
    "f = x @ A @ x.T": "A + A.T",
    "f = x @ A @ x.T / 2": "(A + A.T) / 2",
    "f = sum((x @ A) ** 2)": "A @ A.T * 2",
    "f = sum(x ** 3)": "diag(x) * 6",
    "f = logsumexp(x)": "softmax_jacobian(dx)",
    "f = log(1 + exp(-sum(x ** 2)))": "",
}


@pytest.mark.parametrize("line", SECOND)
@pytest.mark.parametrize("letters", [False, True])
def test_a_hessian_is_sympys(line: str, letters: bool) -> None:
    given = {"x": '[["a", "b"]]' if letters else '[[1, "1/2"]]', "A": "[[1, 2], [0, 1]]"}
    used = ", ".join(f"{name} = {value}" for name, value in given.items() if name in line.partition("=")[2])
    source = f'[[question]]\nsteps = ["{line}"]\ngradient = {{ of = "f", wrt = ["x"], second = ["x"] }}\ngiven = {{ {used} }}\n'
    solution = loads(source + 'letters = { real = ["a", "b"] }' * letters).solve()
    page(solution, "text")  # every link holds
    plan = solution.answers[0].question.plan
    if SECOND[line]:
        assert plan.line("H_x").text == f"H_x = {SECOND[line]}"
    if letters:
        a, b = sympy.symbols("a b", real=True)
        A, x = sympy.Matrix([[1, 2], [0, 1]]), sympy.Matrix([[a, b]])
        q = (x * A * x.T)[0]
        of = {"f = x @ A @ x.T / 2": q / 2, "f = x @": q, "f = sum(x": a**3 + b**3, "f = sum((": sum(e**2 for e in x * A), "f = log(": sympy.log(1 + sympy.exp(-(a**2) - b**2))}
        f = next((f for start, f in of.items() if line.startswith(start)), sympy.log(sympy.exp(a) + sympy.exp(b)))
        found = solution["q1"]["H_x"]
        assert all(sa.equal(found[i, j], f.diff(x[i], x[j])).decision == "equal" for i in range(2) for j in range(2))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('wrt = ["A"], second = ["x"]', "dx is no derivative here"),
        ('wrt = ["A"], second = ["A"]', "dA is 2×2, and a Jacobian is that of one row or one column"),
        ('wrt = ["x"], second = ["y"]', "dy is no derivative here"),
    ],
)
def test_a_hessian_that_is_none_is_refused(more: str, says: str) -> None:
    source = f'[[question]]\nsteps = ["f = x @ A @ x.T"]\ngradient = {{ of = "f", {more} }}\ngiven = {{ x = [[1, 2]], A = [[1, 2], [0, 1]] }}'
    with pytest.raises(SymattnError, match=says):
        loads(source)


COLUMNS = {  # the same of a column x, with a second one w
    "a layer": ["h = tanh(M @ x + w)", "y = M @ h"],
    "softmax": ["y = softmax(x / sqrt(2), axis=0)"],
    "attention": ["s = M @ x", "p = softmax(s, axis=0)", "y = M.T @ p"],
    "functions": ["u = relu(x)", "v = sigmoid(x)", "y = u * v + w - x ** 3 / 7"],
    "a mean and a sum": ["y = x / sum(x) - mean(x) + x * x"],
    "one below the other": ["y = stack(M @ x, 2 * x)"],
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", COLUMNS)
def test_a_jacobian_of_a_column_has_the_derivative_of_every_entry_in_its_row(case: str) -> None:
    given = {"x": '[["1/2"], [-1], [2]]', "w": '[[1], [2], ["1/3"]]', "M": "[[1, 0, 2], [0, -1, 1], [1, 1, 0]]"}
    used = ", ".join(f"{name} = {value}" for name, value in given.items() if any(name in line.partition("=")[2] for line in COLUMNS[case]))

    def solved(more: str, upstream: str = "") -> Matrix:
        table = f'gradient = {{ of = "y", wrt = ["x"]{upstream} }}'
        solution = loads(f"[[question]]\nsteps = {COLUMNS[case]}\ngiven = {{ {used}{more} }}\n{table}").solve()
        for form in ("text", "tex"):
            page(solution, form)  # every link holds
        return solution.answers[0].exact.values["J_x" if upstream else "dx"]

    whole = solved("", ', upstream = "identity"')
    for i in range(whole.rows):
        one = ", ".join(f"[{int(k == i)}]" for k in range(whole.rows))
        assert [str(x) for (x,) in solved(f", dy = [{one}]").values] == [str(x) for x in whole.values[i]]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["y = X @ M"], "y is 2×2, and a Jacobian is that of one row or one column"),
        (["y = X @ M @ x.T"], "every matrix on the way is one column"),
        (["h = X @ M", "y = h[0, :] @ M"], "every matrix on the way is one row"),
        (["y = x @ X"], "every matrix on the way is one row"),
        (["y = rope(x)"], "worked row by row"),
        (["y = tril(x)"], "worked row by row"),
    ],
)
def test_a_jacobian_that_is_not_one_of_a_row_is_refused(lines: list[str], says: str) -> None:
    given = {"X": "[[1, 2], [3, 4]]", "M": "[[1, 0], [1, 1]]", "x": "[[1, 2]]"}
    used = ", ".join(f"{k} = {v}" for k, v in given.items() if any(k in line.partition("=")[2] for line in lines))
    wrt = "X" if any("X" in line for line in lines) else "x"
    with pytest.raises(SymattnError, match=says):
        loads(f'[[question]]\nsteps = {lines}\ngiven = {{ {used} }}\ngradient = {{ of = "y", wrt = ["{wrt}"], upstream = "identity" }}')


@pytest.mark.sliced(3)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_jacobian_in_letters_is_told_and_marked(language: str) -> None:
    lines = 'steps = ["p = softmax(s)"]\nletters = { real = ["a", "b"] }\ngiven.s = [["a", "b"]]\n'
    source = f'language = "{language}"\n[[question]]\n{lines}gradient = {{ of = "p", wrt = ["s"], upstream = "identity" }}'
    text = " ".join(page(loads(source), "text").split())
    says = {"en": "Row i of a Jacobian", "de": "Zeile i einer Jacobi-Matrix", "fr": "La ligne i d’une jacobienne"}
    assert says[language] in text
    assert "Jₛ = diag(p) − pᵀp" in text
    right = "[[p*(1-p), -p*(1-p)], [-p*(1-p), p*(1-p)]]".replace("p", "(1/(1+exp(b-a)))")
    assert sa.check(loads(source), {"q1": {"J_s": right}}).answers[0].questions[0].results[-1].verdict == "correct"


def test_a_jacobian_in_a_proof_is_that_of_a_row() -> None:
    check = "check = 'softmax_jacobian(softmax(z)) == diag(softmax(z)) - softmax(z).T @ softmax(z)'\nsizes = { z = [1, 2] }\n"
    text = page(loads(f"[[question]]\n[[question.part]]\n[[question.part.proof]]\nclaim = 'So it is.'\n{check}"), "text")
    assert "J(softmax(z)) = diag(softmax(z)) − softmax(z)ᵀ softmax(z)" in text
    assert "written alike" not in text


@pytest.mark.parametrize(("given", "lines", "kind"), [
    ("[[1, 2]]", '"p = softmax(z, axis=0)"', "row"),
    ("[[1, 2]]", '"q = softmax(z)", "p = softmax(q, axis=0)"', "row"),
    ("[[1], [2]]", '"p = softmax(z)"', "column"),
    ("[[1], [2]]", '"p = entropy(softmax(z))"', "column"),
])  # fmt: skip
def test_a_softmax_of_single_entries_has_no_jacobian_of_a_row(given: str, lines: str, kind: str) -> None:
    """Each weight is 1 then, and the Jacobian of a row that adds up to 1 was told for it."""
    sheet = f'[[question]]\nsteps = [{lines}]\ngiven = {{ z = {given} }}\ngradient = {{ of = "p", wrt = ["z"], upstream = "identity" }}'
    with pytest.raises(SymattnError, match=f"softmax: a Jacobian is known where every matrix on the way is one {kind}"):
        loads(sheet)


@pytest.mark.parametrize("sizes", ['S = ["n", 2], V = [2, "d"]', 'S = [2, "n"], V = ["n", "d"]'])
@pytest.mark.parametrize("axis", [0, 1])
def test_rows_in_letters_have_a_way_back_through_a_softmax_of_few_columns(sizes: str, axis: int) -> None:
    up = '["n", "d"]' if sizes.startswith('S = ["n"') else '[2, "d"]'
    question = f'steps = ["A = softmax(S, axis={axis})", "H = A @ V"]\nshapes = {{ {sizes}, up = {up} }}'
    sheet = loads(f'[[question]]\n{question}\ngradient = {{ of = "H", wrt = ["S"], upstream = "up" }}')
    assert [line.text for line in sheet.questions[0].shapes.plan.lines][2:] == ["dA = up @ V.T", f"dS = A * (dA - sum(dA * A, axis={axis}))"]
