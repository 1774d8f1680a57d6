"""Questions that ask for derivatives: told, shown, marked, refused at their place, and read by the lines behind them."""

from __future__ import annotations

import pytest
import sympy

import symattn as sa
from symattn.errors import SymattnError
from symattn.page import page
from symattn.sheet import load, loads
from tests.plan.test_gradients import HEAD

SHEET = """
[[question]]
id = "q"
steps = ["L = causal_mask(X @ X.T)", "A = softmax(L)", "H = A @ X"]
[question.gradient]
of = "H"
wrt = ["A", "X"]
[question.given]
X = [[1, 0], [0, 2]]
dH = [[1, 2], [3, 4]]
"""


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "sheet.toml"
        path.write_text(text)
        return path

    return write


def test_derivatives_are_asked_and_marked(written):
    path = written(SHEET)
    question = load(path).questions[0]
    assert question.plan.names == ("L", "A", "H", "dA", "dL", "dX")
    assert question.parts[0].asks == ("L", "A", "H", "dA", "dX")
    verdicts = []
    for entry in (8, 9):
        results = sa.check(sa.worksheet(path), {"dA": [[1, 4], [3, entry]]}).answers[0].questions[0].results
        verdicts.append(next(r.verdict for r in results if r.name == "dA"))
    assert verdicts[0] == "correct"
    assert verdicts[1] not in ("correct", "follows", "imprecise")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('of = "H"', 'of = "Hh"', "6:6: question.gradient.of: no line defines Hh"),
        ('["A", "X"]', '["A", "Y"]', "7:13: question.gradient.wrt: Y is neither given nor a line"),
        ('["A", "X"]', "[]", "question.gradient.wrt: no names"),
        ('"X"]\n[', '"X"]\nupstream = "dh"\n[', "question.gradient.upstream: dh is not given"),
        ("[[1, 2], [3, 4]]", "[[1, 2]]", "dH is 1×2, but H is 2×2"),
        ("dH = [[1, 2], [3, 4]]", "", "dH is not given"),
        ("dH = ", "dA = [[1]]\ndH = ", "dA is already there"),
        ("[question.given]\nX = [[1, 0], [0, 2]]\ndH = [[1, 2], [3, 4]]", '[question.shapes]\nX = ["n", "n"]', "write dH = [\"n\", \"d\"]"),
    ],
)
def test_what_does_not_fit_is_told_at_its_place(written, old, new, says):
    assert old in SHEET
    with pytest.raises(SymattnError) as raised:
        sa.worksheet(written(SHEET.replace(old, new)))
    assert says in str(raised.value)


def test_what_a_sum_does_is_not_said_beside_what_else_is_on_its_way():
    lines = '[[question]]\nsteps = ["z = a * b + c + d", "l = z ** 2"]\ngiven = { a = 2, b = 3, c = 1, d = 4 }\n'
    text = " ".join(page(loads(lines + 'gradient = { of = "l", wrt = ["z", "a"] }'), "text").split())
    assert "a sum hands" not in text
    assert "+ c + d: every entry was multiplied" in text
    text = " ".join(page(loads(lines + 'gradient = { of = "z", wrt = ["c"] }'), "text").split())
    assert text.count("a sum hands what came back to each of its terms") == 1


def test_a_loss_of_one_number_needs_no_upstream(written):
    text = SHEET.replace('"H = A @ X"', '"H = sum(A @ X)"').replace("dH = [[1, 2], [3, 4]]", "")
    solved = sa.worksheet(written(text)).solve()["q"]
    assert solved["dA"] == sympy.Matrix([[1, 2], [1, 2]])


def test_derivatives_by_given_numbers_are_numbers_and_what_was_said_of_a_way_is_not_said_again():
    lines = '["d = 2 * b", "e = a + d", "L = c * e", "w = c - eta * dc"]'
    given = 'a = 3\nb = 1\nc = -2\neta = "0.1"\n'
    sheet = loads(f'[[question]]\nsteps = {lines}\ngradient = {{ of = "L", wrt = ["c", "a", "b"] }}\n[question.given]\n{given}')
    solved = sheet.solve()["q1"]
    assert [str(solved[name][0, 0]) for name in ("L", "dc", "da", "db", "w")] == ["-10", "5", "-2", "-4", "-5/2"]
    text = page(sheet.solve(), "text")
    assert "a = 3,    b = 1,    c = −2,    η = 0.1" in text
    assert "db = 2dd = 2·(−2) = −4" in text
    assert text.count("each factor gets what came back times the other one") == 1


@pytest.mark.parametrize(
    ("lines", "of", "wrt", "shapes_of", "back"),
    [
        (HEAD[3:], "H", "VASQK", {"Q": "nd", "K": "md", "V": "md"}, {
            "dV": ("A.T @ dH", "md"), "dA": ("dH @ V.T", "nm"), "dL": ("A * (dA - sum(dA * A, axis=1))", "nm"),
            "dS": ("dL / sqrt(cols(K))", "nm"), "dQ": ("dS @ K", "nd"), "dK": ("dS.T @ Q", "md"),
        }),
        (["Z = X @ W + b", "P = softmax(Z)", "l = mean(-sum(T * log(P), axis=1))", "U = W - dW"], "l", "PWb",
         {"X": "nd", "W": "dv", "b": "1v", "T": "nv"}, {
            "dP": ("-(T / n / P)", "nv"), "dZ": ("P * (dP - sum(dP * P, axis=1))", "nv"), "dW": ("X.T @ dZ", "dv"),
            "db": ("sum(dZ, axis=0)", "1v"),
        }),
        (["Y = relu(X @ W)", "l = mean(Y * Y)"], "l", "YW", {"X": "nd", "W": "dv"}, {
            "dY": ("Y * (2 / (n * v))", "nv"), "dW": ("X.T @ (dY * heaviside(X @ W))", "dv"),
        }),
    ],
)  # fmt: skip
def test_gradients_of_shapes_alone(written, lines, of, wrt, shapes_of, back):
    given = {**shapes_of, **({"dH": "nd"} if of == "H" else {})}
    table = "\n".join(f"{name} = {[int(x) if x.isdigit() else x for x in sizes]}" for name, sizes in given.items())
    path = written(f"[[question]]\nsteps = {lines}\ngradient = {{ of = '{of}', wrt = {list(wrt)} }}\n[question.shapes]\n{table}\n")
    reading = load(path).questions[0].shapes
    found = {line.name: line.text.partition(" = ")[2] for line in reading.plan.lines if line.back is not None}
    assert found == {name: text for name, (text, _) in back.items()}
    for name, (_, sizes) in back.items():
        assert "".join(map(str, reading.table[name].shape)) == sizes
    assert sa.worksheet(path).solve()


def test_a_way_back_that_needs_numbers_says_so_for_letters(written):
    text = '[[question]]\nsteps = ["C = concat(A, B)", "l = sum(C)"]\ngradient = { of = "l", wrt = ["A"] }\n'
    with pytest.raises(SymattnError, match="known for sizes in numbers"):
        sa.worksheet(written(text + 'shapes = { A = ["n", "d"], B = ["n", "d"] }\n'))


STEP = """
[[question]]
id = "q"
steps = ["z = x @ W", "l = sum((z - t) ** 2) / 2", "W_new = W - eta * dW", "l_new = sum((x @ W_new - t) ** 2) / 2"]
given = { x = [[1, 2]], W = [[1, 0], [0, 1]], t = [[1, 0]], eta = "0.1" }
gradient = { of = "l", wrt = ["W"] }
"""


def test_lines_behind_a_derivative_read_it(written):
    path = written(STEP)
    question = load(path).questions[0]
    assert question.plan.names == ("z", "l", "dz", "dW", "W_new", "l_new")
    assert question.parts[0].asks == ("z", "l", "dW", "W_new", "l_new")
    solved = sa.worksheet(path).solve()["q"]
    assert solved["W_new"] == sympy.Matrix([[1, sympy.Rational(-1, 5)], [0, sympy.Rational(3, 5)]])
    assert solved["l_new"] == sympy.Matrix([[sympy.Rational(1, 2)]])
    wrong = {"dW": [[0, 2], [0, 3]], "W_new": [["1", "-0.2"], ["0", "0.7"]]}
    results = sa.check(sa.worksheet(path), wrong).answers[0].questions[0].results
    assert next(r.verdict for r in results if r.name == "W_new") == "follows"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("eta * dW", "eta * dX", "4:52: question.steps: dX is neither given nor defined by a line"),
        ("x @ W_new", "W_new @ x", "4:76: question.steps: l_new = sum((W_new @ x - t) ** 2) / 2"),
        ('of = "l"', 'of = "l_new"', "question.gradient.of: l_new is made of derivatives, of which no second ones are taken"),
    ],
)
def test_what_does_not_fit_behind_a_derivative_is_told_at_its_place(written, old, new, says):
    with pytest.raises(SymattnError) as raised:
        sa.worksheet(written(STEP.replace(old, new)))
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("place", "given", "shown"), [("1", "", "[0 1]"), ("[[1]]", "", "[0 1]"), ("t", ", t = [[1]]", "eₜ")]
)
def test_what_a_line_is_already_is_read_by_its_name(place: str, given: str, shown: str) -> None:
    lines = f'steps = ["p = softmax(z)", "l = cross_entropy(z, {place})"]\ngiven = {{ z = [[0, "log(3)"]]{given} }}'
    source = f'[[question]]\n{lines}\ngradient = {{ of = "l", wrt = ["z"] }}'
    assert loads(source).questions[0].plan.line("dz").text.startswith("dz = p - onehot(")
    text = " ".join(page(loads(source), "text").split())
    assert f"dz = p − {shown} = [1/4 3/4] − [0 1] = [1/4 −1/4]" in text
