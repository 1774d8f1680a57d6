"""Derivatives: finite differences in exact arithmetic, SymPy's own, shapes, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

import symattn as sa
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import to_sympy
from symattn.ops import OPS
from symattn.ops.registry import has
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.derivation import shapes, sizes_of, solve
from symattn.plan.gradients import backward
from symattn.plan.reader import read_line
from symattn.sheet import loads

DRAWN = [3, -1, 2, 5, -2, 1, 4, -3, 7, 2, -5, 6]
HEAD = ["Q = X @ W_Q", "K = X @ W_K", "V = X @ W_V", "S = Q @ K.T", "L = S / sqrt(cols(K))", "A = softmax(L)", "H = A @ V"]
TWO = [line.replace(" = ", f"_{i} = ", 1) for i in (1, 2) for line in HEAD]


def drawn(rows, cols, start=0):
    return [[Fraction(DRAWN[(start + 5 * i + 3 * j) % 12], 4) for j in range(cols)] for i in range(rows)]


def with_backward(lines, of, wrt, given, blocked=()):
    """The plan with its derivatives, and the givens with an upstream among them."""
    plan = Plan.read(lines, matrices=given)
    values = {name: Matrix.of(rows) for name, rows in given.items()}
    found, problems = shapes(plan, {name: value.shape for name, value in values.items()}, sizes_of({}))
    assert not problems
    values["up"] = Matrix.of(drawn(*found[of], start=7))
    return Plan((*plan.lines, *backward(plan, of, wrt, found, upstream="up", blocked=blocked))), values


def weighed(plan, of, values):
    """The sum of the entries of a line, each with its weight."""
    derived = solve(plan, values)
    (total,), = derived_sum(derived[of], values["up"]).values
    return total


def derived_sum(a, b):
    return OPS["sum"].run(OPS["hadamard"].run(a, b))


QUADRATIC = {
    "product": (["C = A @ B"], "C", {"A": (2, 3), "B": (3, 2)}),
    "of itself turned": (["S = A @ A.T", "C = S / 3"], "C", {"A": (2, 3)}),
    "in one line": (["C = (A @ B).T - 2 * (A @ B).T / 5"], "C", {"A": (2, 3), "B": (3, 3)}),
    "bias row": (["C = A + B", "D = C * C"], "D", {"A": (3, 2), "B": (1, 2)}),
    "bias column": (["C = B - A", "D = C ** 2"], "D", {"A": (3, 2), "B": (3, 1)}),
    "one number spread": (["C = A * B"], "C", {"A": (3, 2), "B": (1, 1)}),
    "side by side": (["C = concat(A, B, A)", "D = C @ C.T"], "D", {"A": (2, 2), "B": (2, 1)}),
    "one below the other": (["C = stack(A, B)", "D = C @ C.T"], "D", {"A": (2, 2), "B": (1, 2)}),
    "cut": (["C = A[1:3, 0:1]", "D = A[0, :]", "F = C @ D + A[1:, :]"], "F", {"A": (3, 2)}),
    "sums": (["C = sum(A, axis=1) + mean(A, axis=0)", "D = C * C", "F = sum(D)"], "F", {"A": (2, 3)}),
    "read by parts": (["C = A[:, 0:1]", "D = A[:, 2:4]", "E = A[:, 1:2]", "F = C @ E.T + D @ D.T"], "F", {"A": (2, 4)}),
    "slopes": (["C = alibi(A @ B, 1 / 2)", "D = -C"], "D", {"A": (2, 2), "B": (2, 2)}),
}


@pytest.mark.parametrize("case", QUADRATIC)
def test_the_central_difference_of_a_quadratic_line_is_its_derivative(case):
    lines, of, sizes = QUADRATIC[case]
    given = {name: drawn(*shape, start=k) for k, (name, shape) in enumerate(sizes.items())}
    plan, values = with_backward(lines, of, list(given), given)
    derived = solve(plan, values)
    for name, rows in given.items():
        found = derived[f"d{name}"]
        assert found.shape == values[name].shape
        for i, row in enumerate(rows):
            for j, _ in enumerate(row):
                ends = []
                for step in (1, -1):
                    moved = [list(line) for line in rows]
                    moved[i][j] += step
                    ends.append(weighed(plan, of, {**values, name: Matrix.of(moved)}))
                assert (ends[0] - ends[1]) / 2 == found.values[i][j]


GIVEN = {"X": drawn(2, 2), "W_Q": drawn(2, 2, 1), "W_K": drawn(2, 2, 2), "W_V": drawn(2, 2, 3)}
HEADS = {"X": GIVEN["X"], **{f"W_{m}_{i}": drawn(2, 1, k + i) for k, m in enumerate("QKV") for i in (1, 2)}}
for_heads = [
    line.replace("W_Q", f"W_Q_{i}").replace("W_K", f"W_K_{i}").replace("W_V", f"W_V_{i}")
    .replace("Q @ K.T", f"Q_{i} @ K_{i}.T").replace("S /", f"S_{i} /").replace("cols(K)", f"cols(K_{i})")
    .replace("softmax(L)", f"softmax(L_{i})").replace("A @ V", f"A_{i} @ V_{i}")
    for i, line in zip([1] * 7 + [2] * 7, TWO, strict=True)
]  # fmt: skip
SMOOTH = {
    "one head": (HEAD, "H", GIVEN),
    "causal": ([*HEAD[:4], "L = causal_mask(S / sqrt(cols(K)))", *HEAD[5:]], "H", GIVEN),
    "masked": ([*HEAD[:4], "L = mask(S, M)", *HEAD[5:]], "H", {**GIVEN, "M": [[0, 1], [1, 1]]}),
    "columns": (["S = X.T @ X", "A = softmax(S, axis=0)", "H = X @ A"], "H", {"X": GIVEN["X"]}),
    "in one line": (["H = softmax(X @ X.T / sqrt(cols(X))) @ X"], "H", {"X": GIVEN["X"]}),
    "two heads": ([*for_heads, "H = concat(H_1, H_2)", "Y = H @ W_O + b"], "Y", {**HEADS, "W_O": drawn(2, 2, 4), "b": drawn(1, 2)}),
    "by hand": (["N = exp(X)", "A = N / sum(N, axis=1)", "B = normalize(N)", "H = A @ X - B"], "H", {"X": GIVEN["X"]}),
    "loss": (["Z = X @ W_Q", "C = cross_entropy(Z, t)", "m = mean(C)"], "m", {"X": GIVEN["X"], "W_Q": GIVEN["W_Q"], "t": [[1], [0]]}),
    "functions": (["C = sigmoid(X) * tanh(X)", "D = log(exp(X) + 1) / sqrt(exp(X))", "H = C + D"], "H", {"X": GIVEN["X"]}),
}


def in_sympy(plan, values, of, name, place):
    """SymPy's derivative of the weighed line with respect to one entry, at the given values."""
    x = sympy.Symbol("x", real=True)
    known = {n: sympy.Matrix(v.rows, v.cols, lambda i, j, v=v: to_sympy(v.values[i][j])) for n, v in values.items()}
    at = known[name][place]
    known[name] = known[name].as_mutable()
    known[name][place] = x

    def soft(a, axis):
        if axis == 0:
            return soft(a.T, 1).T
        e = a.applyfunc(lambda s: 0 if s == -sympy.oo else sympy.exp(s))
        return sympy.Matrix(a.rows, a.cols, lambda i, j: e[i, j] / sum(e.row(i)))

    def spread(op):
        def run(a, b):
            rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
            return sympy.Matrix(rows, cols, lambda i, j: op(a[i % a.rows, j % a.cols], b[i % b.rows, j % b.cols]))

        return run

    def loss(a, t):
        return sympy.Matrix(a.rows, 1, lambda i, j: -sympy.log(soft(a, 1)[i, t[i]]))

    rules = {
        "matmul": lambda a, b: a * b, "transpose": lambda a: a.T, "divide": lambda a, by: a / by, "copy": lambda a: a,
        "softmax": lambda a, axis=1: soft(a, axis), "concat": lambda *a: sympy.Matrix.hstack(*a),
        "add": spread(lambda p, q: p + q), "subtract": spread(lambda p, q: p - q), "hadamard": spread(lambda p, q: p * q),
        "quotient": spread(lambda p, q: p / q), "exp": lambda a: a.applyfunc(sympy.exp),
        "log": lambda a: a.applyfunc(sympy.log), "sqrt": lambda a: a.applyfunc(sympy.sqrt),
        "tanh": lambda a: a.applyfunc(sympy.tanh), "sigmoid": lambda a: a.applyfunc(lambda s: 1 / (1 + sympy.exp(-s))),
        "sum": lambda a, axis: sympy.Matrix(a.rows, 1, lambda i, j: sum(a.row(i))),
        "normalize": lambda a: sympy.Matrix(a.rows, a.cols, lambda i, j: a[i, j] / sum(a.row(i))),
        "mean": lambda a: sympy.Matrix([[sum(a) / len(a)]]), "cross_entropy": loss,
        "scalar": lambda value: sympy.Matrix([[value]]),
        "causal_mask": lambda a: sympy.Matrix(a.rows, a.cols, lambda i, j: a[i, j] if j <= i else -sympy.oo),
        "mask": lambda a, m: sympy.Matrix(a.rows, a.cols, lambda i, j: a[i, j] if m[i, j] == 1 else -sympy.oo),
    }  # fmt: skip
    params = {step.call.out: step.params for step in solve(plan, values).steps}
    for call in plan.calls:
        given = {k: to_sympy(v) if isinstance(v, Number) else v for k, v in params[call.out].items()}
        known[call.out] = rules[call.op](*(known[n] for n in call.args), **given)
        if call.out == of:
            break
    total = sum(p * q for p, q in zip(known[of], known["up"], strict=True))
    return sympy.diff(total, x).subs(x, at)


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", SMOOTH)
def test_derivatives_are_those_of_sympy(case):
    lines, of, given = SMOOTH[case]
    wrt = [name for name in given if name not in ("M", "t")]
    plan, values = with_backward(lines, of, wrt, given)
    derived = solve(plan, values)
    for name in wrt:
        ours = derived[f"d{name}"]
        assert ours.shape == values[name].shape
        for place in {(0, 0), (ours.rows - 1, ours.cols - 1)}:
            theirs = in_sympy(plan, values, of, name, place)
            ball = sympy.N(to_sympy(ours.values[place[0]][place[1]]) - theirs, 40)
            assert abs(ball) < sympy.Float("1e-30"), (name, place)


@pytest.mark.sliced(4)
@pytest.mark.parametrize("case", SMOOTH)
def test_the_text_of_a_derivative_reads_back_as_its_line(case):
    lines, of, given = SMOOTH[case]
    plan, _ = with_backward(lines, of, [name for name in given if name not in ("M", "t")], given)
    for line in plan.lines[len(lines) :]:
        assert read_line(line.text) == (line.name, line.tree)


@pytest.mark.sliced(12)
@pytest.mark.parametrize("ending", ["sum({})", "mean({})", "-sum({}) / 3", "2 * sum({0} ** 2) - 3 * mean({0})", "mean(sum({}, axis=1))"])
@pytest.mark.parametrize("case", QUADRATIC)
def test_the_derivative_of_a_loss_is_what_comes_back_for_an_upstream_of_one(case, ending):
    lines, of, sizes = QUADRATIC[case]
    given = {name: Matrix.of(drawn(*shape, start=k)) for k, (name, shape) in enumerate(sizes.items())}
    plan = Plan.read([*lines, f"loss = {ending.format(of)}"], matrices=given)
    found, _ = shapes(plan, {name: value.shape for name, value in given.items()}, sizes_of({}))
    with_one = Plan((*plan.lines, *backward(plan, "loss", list(given), found, upstream="up")))
    without = Plan((*plan.lines, *backward(plan, "loss", list(given), found)))
    assert "dloss" not in without.names
    assert "ones(1, 1)" not in str([line.text for line in without.lines])
    mine, theirs = solve(without, given), solve(with_one, {**given, "up": Matrix.of([[1]])})
    for name in given:
        assert mine[f"d{name}"] == theirs[f"d{name}"]
    for line in without.lines[len(plan.lines) :]:
        assert read_line(line.text) == (line.name, line.tree)


@pytest.mark.parametrize(
    ("loss", "back"),
    [
        ("sum((z - t) ** 2) / 2", "z - t"),
        ("sum((z - t) ** 2)", "(z - t) * 2"),
        ("(z - t) @ (z - t).T / (2 * rows(z))", "(z - t) / rows(z)"),
        ("trace(z.T @ t)", "t"),
        ("sum(z ** 2) * (rows(z) / 2) + sum(z)", "z * rows(z) + ones(1, 2)"),
        ("mean((z - t) ** 2)", "z - t"),
        ("mean(cross_entropy(z, t))", "softmax(z) - onehot(t, 2)"),
        ("-sum(t * log(softmax(z)))", "softmax(z) * sum(t, axis=1) - t"),
        ("-log(softmax(z)) @ t.T", "softmax(z) * sum(t, axis=1) - t"),
        ("-sum(z)", "-ones(1, 2)"),
        ("3 * mean(z)", "ones(1, 2) * (3 / 2)"),
        ("-log(sigmoid(z @ t.T))", "-((1 - sigmoid(z @ t.T)) @ t)"),
        ("-log(sigmoid(-z @ t.T))", "(1 - sigmoid(-z @ t.T)) @ t"),
        ("-sum(log(sigmoid(z)))", "-(1 - sigmoid(z))"),
        ("gather(z, 1) ** 3", "gather(z, 1) ** 2 * onehot(1, 2) * 3"),
        ("cross_entropy(z, 1) ** 2", "cross_entropy(z, 1) * (softmax(z) - onehot(1, 2)) * 2"),
        ("log(sigmoid(z)[:, 0])", "concat(1, 0) * (1 - sigmoid(z))"),
        ("norm(z - t) ** 2", "(z - t) * 2"),
        ("sum(clip(z, -1, 2))", "(1 - heaviside(-1 - z)) * (1 - heaviside(z - 2))"),
        ("sum(maximum(0, z))", "heaviside(z - 0)"),
        ("sum(minimum(z, t))", "1 - heaviside(-(t - z))"),
        ("cross_entropy(z.T, 1)", "softmax(z.T, axis=0).T - onehot(1, 2)"),
        ("gather(z.T, 1)", "onehot(1, 2)"),
    ],
)
def test_the_derivative_of_a_loss_has_no_factor_that_says_nothing(loss, back):
    plan = Plan.read([f"l = {loss}"], matrices=["z", "t"])
    found, _ = shapes(plan, {"z": (1, 2), "t": (1, 1) if "entropy" in loss else (1, 2)}, {})
    assert [line.text for line in backward(plan, "l", ["z"], found)] == [f"dz = {back}"]


@pytest.mark.parametrize(
    ("lines", "shape", "back"),
    [
        (["q = X[:, 0:2]", "k = X[:, 2:4]", "l = sum(q * k)"], (2, 4), "concat(dq, dk)"),
        (["k = X[:, 3:4]", "q = X[:, 0:1]", "l = sum(q) * sum(k)"], (2, 4), "concat(dq, zeros(2, 2), dk)"),
        (["a = X[0:1, :]", "b = X[1:2, :]", "l = sum(a * b)"], (2, 4), "stack(da, db)"),
        (["q = X[:, 0:2]", "k = X[:, 1:3]", "l = sum(q * k)"], (2, 4), "concat(dq, zeros(2, 2)) + concat(zeros(2, 1), dk, zeros(2, 1))"),
        (["m = mean(X, axis=0)", "l = m @ m.T"], (3, 2), "ones(3, 1) @ dm / 3"),
        (["m = sum(X, axis=1)", "l = m.T @ m"], (3, 2), "dm @ ones(1, 2)"),
        (["l = sum(X * X)"], (3, 2), "X * 2"),
        (["l = sum(X) ** 2"], (3, 2), "sum(X) * ones(3, 2) * 2"),
        (["l = sum((X @ A - B) ** 2)"], (3, 2), "(X @ A - B) @ A.T * 2"),
        (["l = sum(X ** 3) / 3"], (3, 2), "X ** 2"),
        (["d = sum((X - B[:, 0:2]) ** 2)", "l = d ** 2"], (3, 2), "dd * (X - B[:, 0:2]) * 2"),
        (["Y = X @ eye(2)", "l = sum(Y ** 2)"], (3, 2), "dY"),
        (["Y = X.T @ eye(3)", "l = sum(Y ** 2)"], (3, 2), "dY.T"),
        (["Y = X.T @ eye(3) @ X", "l = sum(Y ** 2)"], (3, 2), "X @ (dY.T + dY)"),
        (["Y = X @ diag(A[0:1, 0:2])", "l = sum(Y ** 2)"], (3, 2), "dY @ diag(A[0:1, 0:2])"),
    ],
)
def test_parts_are_joined_and_ones_are_rows_and_columns_on_the_way_back(lines, shape, back):
    plan = Plan.read(lines, matrices=["X", "A", "B"])
    found, _ = shapes(plan, {"X": shape, "A": (2, 4), "B": (3, 4)}, {})
    assert {line.name: line.text for line in backward(plan, "l", ["X"], found)}["dX"] == f"dX = {back}"


def test_the_lines_of_a_head_are_those_of_the_books_in_the_order_asked():
    plan, _ = with_backward(HEAD, "H", ["V", "A", "S", "Q", "K", "X"], GIVEN)
    assert [line.text for line in plan.lines[len(HEAD) :]] == [
        "dV = A.T @ up",
        "dA = up @ V.T",
        "dL = A * (dA - sum(dA * A, axis=1))",
        "dS = dL / sqrt(cols(K))",
        "dQ = dS @ K",
        "dK = dS.T @ Q",
        "dX = dQ @ W_Q.T + dK @ W_K.T + dV @ W_V.T",
    ]


@pytest.mark.parametrize(
    ("lines", "of", "wrt", "says"),
    [
        (["C = round(X, 2)"], "C", ["X"], "round has no derivative"),
        (["C = X[[0, 0], :]"], "C", ["X"], "select has no derivative"),
        (["C = X @ X", "D = X @ X"], "C", ["D"], "C does not depend on D"),
        (["C = X @ X"], "C", ["C"], "C does not depend on C"),
        (["C = causal_mask(X)", "D = C / 2"], "D", ["X"], "minus infinity"),
        (["C = mask(X, M)", "A = softmax(C)"], "A", ["M"], "A depends on M by what is picked alone"),
        ([f"C = {'softmax(' * 12}X{')' * 12}"], "C", ["X"], "too long"),
    ],
)
def test_what_has_no_derivative_is_refused(lines, of, wrt, says):
    with pytest.raises(SymattnError, match=says):
        with_backward(lines, of, wrt, {"X": drawn(2, 2), "M": [[1, 1], [1, 1]]})


def test_a_given_minus_infinity_that_reaches_the_line_is_refused():
    plan = Plan.read(["C = X + M"])
    with pytest.raises(SymattnError, match="minus infinity"):
        backward(plan, "C", ["X"], dict.fromkeys("XMC", (2, 2)), upstream="up", blocked=["M"])


def test_an_operation_that_blocks_scores_says_so():
    scores = Matrix.of([[1, 2], [3, 4]])
    rules = {"causal_mask": {}, "window_mask": {"w": 1}}
    assert all(OPS[name].run(scores, **params).blocked for name, params in rules.items())
    assert {name for name in OPS if has(name, "blocks")} == {*rules, "mask", "top_k", "top_p"}


def test_no_minus_stands_behind_another_one():
    lines = 'steps = ["p = sigmoid(z)", "l = -(y * log(p) + (1 - y) * log(1 - p))"]\ngiven = { z = [[1]], y = 1 }'
    sheet = loads(f'[[question]]\n{lines}\ngradient = {{ of = "l", wrt = ["p"] }}')
    assert sheet.questions[0].plan.line("dp").text == "dp = -(y / p) + (1 - y) / (1 - p)"


def test_no_derivative_goes_back_through_what_only_picks():
    sheet = loads(
        '[[question]]\nsteps = ["Y = where(D > 1, D, c)", "l = sum(Y ** 2)"]\ngiven = { D = [[1, -2], [3, 4]], c = 2 }\n'
        'gradient = { of = "l", wrt = ["D", "c"] }'
    )
    solved = sheet.solve()["q1"]
    assert solved["dD"] == sympy.Matrix([[0, 0], [6, 8]])
    assert solved["dc"] == sympy.Matrix([[8]])


@pytest.mark.parametrize(
    ("Q", "line", "back"),
    [
        ("[[4, 1], [1, 3]]", "x.T @ Q @ x / 2 - b.T @ x", "dx = Q @ x - b"),
        ("[[4, 2], [1, 3]]", "x.T @ Q @ x / 2 - b.T @ x", "dx = (Q + Q.T) @ x / 2 - b"),  # not symmetric
        ("[[4, 1], [1, 3]]", "sum(Q @ x) - b.T @ x", "dx = Q.T @ ones(2, 1) - b"),  # nothing comes together
    ],
)
def test_a_symmetric_given_is_its_transpose_where_two_ways_come_together(Q: str, line: str, back: str) -> None:
    source = f'[[question]]\nsteps = ["f = {line}"]\ngiven = {{ Q = {Q}, x = [[1], [1]], b = [[1], [2]] }}\ngradient = {{ of = "f", wrt = ["x"] }}'
    question = loads(source).questions[0]
    assert question.plan.line("dx").text == back


@pytest.mark.parametrize(
    ("lines", "back"),
    [
        ('"l = -sum(y * log(softmax(z)))"', "softmax(z) - y"),
        ('"p = softmax(z)", "l = -sum(y * log(p))"', "p - y"),
        ('"p = softmax(z)", "l = -mean(log(p) @ y.T)"', "p - y"),
        ('"p = softmax(z)", "l = -mean(log(gather(p, t)))"', "p - onehot(t, 2)"),
        ('"l = -sum(2 * log(gather(softmax(z), t))) / 3"', "(softmax(z) - onehot(t, 2)) * (2 / 3)"),
        ('"p = softmax(z)", "l = -sum(y * log(p)) / 3"', "(p - y) / 3"),
        ('"p = softmax(z)", "l = -log(p[:, 1])"', "p - concat(0, 1)"),
        ('"p = softmax(z.T, axis=0)", "l = -log(p[1, 0])"', "(p - stack(0, 1)).T"),
        ('"l = -1/2 * sum(1 + z - exp(z))"', "(exp(z) - ones(1, 2)) / 2"),
        ('"p = softmax(z)", "l = 2 * log(p[:, 0])"', "(concat(1, 0) - p) * 2"),
        ('"p = softmax(z)", "l = log(p[:, 0] + p[:, 1])"', "p * (dp - sum(dp * p, axis=1))"),
        ('"p = softmax(z)", "l = -sum(w * log(p))"', "p * sum(w, axis=1) - w"),
        ('"p = sigmoid(z)", "l = -mean(y * log(p) + (1 - y) * log(1 - p))"', "(p - y) / 2"),
        ('"p = sigmoid(z)", "l = -sum((1 - y) * log(1 - p)) - sum(y * log(p))"', "p - y"),
        ('"p = sigmoid(z)", "c = y * log(p) + (1 - y) * log(1 - p)", "l = -mean(c)"', "(p - y) / 2"),
        ('"l = -sum(y * log(sigmoid(z)) + (1 - y) * log(1 - sigmoid(z)))"', "sigmoid(z) - y"),
        ('"p = sigmoid(z)", "l = -sum(w * log(p))"', "-(w * (1 - p))"),
        ('"p = sigmoid(z)", "l = sum(log(1 - p))"', "-p"),
        ('"p = sigmoid(z)", "l = -sum(2 * y * log(p) + (1 - y) * log(1 - p))"', "-(y * (1 - p) * 2) + (1 - y) * p"),
    ],
)
def test_the_loss_of_targets_that_add_up_to_1_comes_back_as_weights_less_targets(lines: str, back: str) -> None:
    given = '{ z = [[0, "log(3)"]], y = [["0.4", "0.6"]], w = [[1, 2]], t = [[1]] }'
    sheet = loads(f'[[question]]\nsteps = [{lines}]\ngiven = {given}\ngradient = {{ of = "l", wrt = ["z"] }}')
    assert sheet.questions[0].plan.line("dz").text == f"dz = {back}"
    assert "softmax" not in back or page(sheet, "text").count("Jacobian") == 0


@pytest.mark.parametrize("op", ["+", "-", "*", "/"])
@pytest.mark.parametrize("shape", [(2, 3), (1, 3), (2, 1), (1, 1)])
@pytest.mark.parametrize("first", [True, False])
def test_what_was_repeated_is_told_on_the_way_back(op: str, shape: tuple[int, int], first: bool) -> None:
    """And what has the shape of the line is not: of both sides each."""
    lines = [f"C = A {op} B" if first else f"C = B {op} A"]
    plan, _ = with_backward(lines, "C", "AB", {"A": drawn(2, 3), "B": drawn(*shape, start=1)})
    told = {line.name: [way.repeated for way in line.back.through] for line in plan.lines if line.back}
    assert told == {"dA": [False], "dB": [shape != (2, 3)]}


@pytest.mark.parametrize("op", ["minimum", "maximum"])
def test_of_two_that_are_equal_the_first_is_the_way_back(op: str) -> None:
    for lines in ("r * A, clip(r, 0.8, 1.2) * A", "clip(r, 0.8, 1.2) * A, r * A"):  # nothing is cut off: both are the same
        source = f'[[question]]\nsteps = ["J = sum({op}({lines}))"]\ngiven = {{ r = [[0.9, 1.2]], A = [[1, -3]] }}\n'
        solution = loads(source + 'gradient = { of = "J", wrt = ["r"] }').solve()
        assert sa.equal(solution["q1"]["dr"], [[1, -3]]).decision == "equal"


@pytest.mark.parametrize("blocked", ["causal_mask(S)", "window_mask(S, 1)", "mask(S, [[1, 1, 0], [0, 1, 1], [1, 0, 1]])",
                                     *(f"top_k(S, {k})" for k in (1, 2, 3)), *(f"top_p(S, {p})" for p in ("1/10", "1/2", "9/10", "1"))])  # fmt: skip
def test_on_the_way_back_blocked_scores_get_nothing_and_others_what_softmax_gives_them(blocked):
    plan, values = with_backward([f"L = {blocked}", "A = softmax(L)"], "A", ["S"], {"S": drawn(3, 3)})
    found = solve(plan, values)
    for i, (weights, up, back) in enumerate(zip(found["A"].values, values["up"].values, found["dS"].values, strict=True)):
        for j in range(3):
            expected = weights[j] * (up[j] - sum((a * u for a, u in zip(weights, up, strict=True)), Number.of(0)))
            assert sa.equal(back[j], expected).decision == "equal"
            assert (i, j) not in found["L"].blocked or back[j] == Number.of(0)


@pytest.mark.parametrize("kept", [*(f"keep_top_k(S, {k})" for k in (1, 2, 3)), *(f"keep_top_p(S, {p})" for p in ("1/10", "9/20", "9/10", "1"))])
@pytest.mark.parametrize("row", [(-3, -1, -2), (1, -5, 3), ("1/2", "1/3", "1/6"), (0, -1, -2), (-1, 0, 2), ("3/5", "2/5", 0)])
def test_on_the_way_back_an_entry_that_is_kept_gets_what_came_back_whatever_its_sign(kept, row):
    """And one that gave way to 0 gets nothing: by central differences, which are the derivative where no two are equal."""
    row = [Fraction(x) for x in row]
    plan, values = with_backward([f"A = {kept}"], "A", ["S"], {"S": [row]})
    back, step = solve(plan, values)["dS"], Fraction(1, 1000)

    def moved(j: int, by: Fraction) -> Number:
        return weighed(plan, "A", {**values, "S": Matrix.of([[x + by * (i == j) for i, x in enumerate(row)]])})

    for j, x in enumerate(row):
        if x or "top_k" in kept:  # of a share of 0 there is no derivative
            assert back[0, j] == (moved(j, step) - moved(j, -step)) / (2 * step)


def test_of_equal_entries_those_that_are_kept_get_what_came_back():
    plan, values = with_backward(["A = keep_top_k(S, 2)"], "A", ["S"], {"S": [[-1, -1, -1], [0, 0, 0], [2, 2, 2], [0, -1, 0]]})
    up, back = values["up"].values, solve(plan, values)["dS"]
    kept = [[1, 1, 0], [1, 1, 0], [1, 1, 0], [1, 0, 1]]
    assert all(back[i, j] == up[i][j] * kept[i][j] for i in range(4) for j in range(3))


@pytest.mark.parametrize(("z", "axis", "line", "u"), [
    ("[[1, 2]]", 1, "-sum((1 - y) * log(p))", "-3/4 -1/2"),  # 1 − y add up to 5/4
    ("[[1, 2]]", 1, "sum(log(p) * (1 / y))", "4 2"),
    ("[[1, 2]]", 1, "sum((y + 1) * log(p))", "5/4 3/2"),
    ("[[1, 2]]", 1, "2 * log(p[:, 0]) + 3 * log(p[:, 1])", "2 3"),
    ("[[1, 2]]", 1, "-sum(concat(1, y[:, 0]) * log(p))", "-1 -1/4"),
    ("[[1, 2]]", 1, "-sum(concat(1, 1) * log(p))", "-1 -1"),
    ("[[1, 2]]", 1, "-3 * log(p[:, 1])", "0 -3"),
    ("[[1, 2]]", 0, "-sum(onehot(1, 2) * log(p))", "0 -1"),
    ("[[1, 2]]", 0, "-sum(concat(1, 0) * log(p))", "-1 0"),
    ("[[1], [2]]", 0, "-log(p[0, 0]) - log(p[1, 0])", "-1 -1"),
    ("[[1], [2]]", 0, "-sum((1 - y.T) * log(p))", "-3/4 -1/2"),
])  # fmt: skip
def test_targets_add_up_to_1_only_where_that_is_known(z: str, axis: int, line: str, u: str) -> None:
    y = 'y = [["1/4", "1/2"]], ' if "y" in line else ""
    lines = f'steps = ["p = softmax(z, axis={axis})", "l = {line}"]\ngiven = {{ {y}z = {z} }}'
    solved = loads(f'[[question]]\n{lines}\ngradient = {{ of = "l", wrt = ["z"] }}').solve()["q1"]
    p, found = ([to_sympy(x) for row in solved[name].values for x in row] for name in ("p", "dz"))
    weights = [sympy.Rational(one) for one in u.split()]
    total = weights if z == "[[1, 2]]" and axis == 0 else [sum(weights)] * 2  # a softmax of single entries
    for one, share, weight, over in zip(found, p, weights, total, strict=True):
        assert abs(sympy.N(one - (weight - share * over), 40)) < sympy.Float("1e-30")


TABLE = "T = [[3, 5], [1, 7]]"


@pytest.mark.parametrize(("z", "given", "line", "u"), [
    ("[[1, 2], [0, 1]]", f"{TABLE}, i = [[1, 0], [0, 1]]", "-sum(gather(T, i) * log(p))", [[-5, -3], [-1, -7]]),
    ("[[1, 2]]", "T = [[3, 5]], i = [[1, 0]]", "-sum(lookup(T, i) * log(p))", [[-5, -3]]),
    ("[[1], [0]]", f"{TABLE}, i = [[1], [0]]", "-sum(gather(T, i) * log(p))", [[-5], [-1]]),
    ("[[1, 2], [0, 1]]", "i = [[1], [0]]", "-sum(onehot(i, 2) * log(p))", [[0, -1], [-1, 0]]),
    ("[[1, 2]]", "", "log(prod(p))", [[1, 1]]),
    ("[[1, 2], [0, 1]]", "", "log(prod(p))", [[1, 1], [1, 1]]),
    ("[[1, 2], [0, 1]]", "w = [[2], [3]]", "sum(w * log(prod(p, axis=1)))", [[2, 2], [3, 3]]),
    ("[[1, 2], [0, 1]]", "w = [[1, 0]]", "sum(w * log(prod(p, axis=0)))", [[1, 0], [1, 0]]),
])  # fmt: skip
def test_what_is_looked_up_in_a_table_and_one_number_over_all_weights_are_no_targets(z: str, given: str, line: str, u: list[list[int]]) -> None:
    given = f"{{ {given}{', ' if given else ''}z = {z} }}"
    solved = loads(f'[[question]]\nsteps = ["p = softmax(z)", "l = {line}"]\ngiven = {given}\ngradient = {{ of = "l", wrt = ["z"] }}').solve()["q1"]
    for weights, shares, found in zip(u, solved["p"].values, solved["dz"].values, strict=True):
        for weight, share, one in zip(weights, shares, found, strict=True):
            assert sa.equal(one, weight - sum(weights) * share).decision == "equal"


@pytest.mark.parametrize(("line", "wide"), [
    ("concat(X, w)", "d + 1"), ("concat(X, X, w)", "2 * d + 1"), ("X[:, 1:]", "d - 1"), ("concat(X, X[:, 2:])", "2 * d - 2"),
])  # fmt: skip
def test_as_many_columns_as_letters_and_numbers_come_to_have_a_way_back(line: str, wide: str) -> None:
    more = ', w = ["n", 1]' if "w" in line else ""
    question = f'steps = ["C = {line}", "l = sum(C)"]\nshapes = {{ X = ["n", "d"]{more} }}\ngradient = {{ of = "l", wrt = ["C"] }}'
    reading = loads(f"[[question]]\n{question}").questions[0].shapes
    assert reading is not None
    assert reading.plan.lines[-1].text == f"dC = ones(n, {wide})"


@pytest.mark.parametrize(("cut", "up", "back"), [
    ("[:, [0, 2]]", [[1, 2], [3, 4]], [[1, 0, 2], [3, 0, 4]]),
    ("[:, [2, 0]]", [[1, 2], [3, 4]], [[2, 0, 1], [4, 0, 3]]),
    ("[[1, 0], :]", [[1, 2, 3], [4, 5, 6]], [[4, 5, 6], [1, 2, 3]]),
    ("[::-1, 1:3]", [[1, 2], [3, 4]], [[0, 3, 4], [0, 1, 2]]),
    ("[-1, [0, -1]]", [[1, 2]], [[0, 0, 0], [1, 0, 2]]),
    ("[0:1, ::2]", [[1, 2]], [[1, 0, 2], [0, 0, 0]]),
    ("[:, ::-1]", [[1, 2, 3], [4, 5, 6]], [[3, 2, 1], [6, 5, 4]]),
    ("[:, [1, 2, 0]]", [[1, 2, 3], [4, 5, 6]], [[3, 1, 2], [6, 4, 5]]),
])  # fmt: skip
def test_rows_or_columns_picked_here_and_there_get_what_came_back_to_them(cut: str, up: list[list[int]], back: list[list[int]]) -> None:
    source = f'[[question]]\nsteps = ["Y = X{cut}"]\ngiven = {{ X = [[1, 2, 3], [4, 5, 6]], up = {up} }}'
    sheet = loads(f'{source}\ngradient = {{ of = "Y", wrt = ["X"], upstream = "up" }}')
    assert sheet.solve()["q1"]["dX"] == Matrix.of(back)
    assert "what was cut out gets what came back, everything else 0" in " ".join(page(sheet, "text").split())


@pytest.mark.parametrize("cut", ["[::-1, ::2]", "[:, [0, 0]]", "[:, [2, -1]]"])
def test_what_is_cut_out_twice_or_here_and_there_both_ways_has_no_way_back(cut: str) -> None:
    source = f'[[question]]\nsteps = ["Y = X{cut}"]\ngiven = {{ X = [[1, 2, 3], [4, 5, 6]], up = [[1, 2], [3, 4]] }}'
    with pytest.raises(SymattnError, match="select has no derivative here"):
        loads(f'{source}\ngradient = {{ of = "Y", wrt = ["X"], upstream = "up" }}')
