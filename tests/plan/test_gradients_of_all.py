"""Derivatives of norms, rotations, gates and reductions, against SymPy's own."""

from __future__ import annotations

import pytest
import sympy

import symattn as sa
from symattn.exact.matrix import Matrix
from symattn.exact.sympy import to_sympy
from symattn.language.letters import letter
from symattn.plan import Plan
from symattn.plan.derivation import shapes, solve
from symattn.plan.gradients import backward

A = [[3, -1, 2, 5], [-2, 4, 1, -3]]
ABOVE_ZERO = [[3, 1, 2, 5], [2, 4, 1, 3]]
POWERS = ("0", "1", "2", "3", "4", "-1", "-2", "(1/2)", "(-1/2)", "(2/3)")
LINES = [
    "relu(A)", "abs(A)", "silu(A)", "tril(A)", "triu(A)", "var(A, axis=1)", "var(A, axis=0)", "var(A)",
    "layer_norm(A)", "layer_norm(A, eps=1/10)", "layer_norm(A, axis=0, eps=1)", "rms_norm(A)", "rms_norm(A, eps=1/10)",
    "rope(A)", "rope(A, start=3)", "rope(A, base=100)", "gather(A, i)", "gather(A, [[0, 2], [1, 1]])", "norm_scale(A, g, b)",
    *(f"{f}(A, axis={axis})" for f in ("softmax", "sum", "mean", "rms_norm") for axis in (0, 1)), "sum(A)", "mean(A)",
    *(f"A {op} {c}" for op in "*/" for c in ("2", "3", "(-1/2)", "sqrt(2)")), "A[0:1, :]", "A[:, 1:3]", "A[1, 2]", "A * A", "A / g", "g / (A * A)",
    "rope(A, base=100, start=2)", "gelu_tanh(A)", "sigmoid(A)", "tanh(A)",
]  # fmt: skip
CASES = [*((line, A) for line in LINES), *((f"A ** {power}", ABOVE_ZERO) for power in POWERS), *((f"{f}(A)", ABOVE_ZERO) for f in ("log", "sqrt", "normalize"))]


@pytest.mark.sliced(72)
@pytest.mark.parametrize(("line", "entries"), CASES, ids=[line for line, _ in CASES])
def test_the_derivative_is_sympys(line: str, entries: list[list[int]]) -> None:
    more = {"i": [[2], [0]], "g": [[1, 2, 3, 4]], "b": [[0, 1, 0, 1]]}
    given = {"A": Matrix.of(entries), **{name: Matrix.of(rows) for name, rows in more.items() if name in line.replace("sigmoid", "")}}
    plan = Plan.read([f"Y = {line}"], matrices=given)
    found, problems = shapes(plan, {name: value.shape for name, value in given.items()})
    assert not problems
    rows, cols = found["Y"]
    up = [[(5 * i + 3 * j) % 7 - 2 for j in range(cols)] for i in range(rows)]
    whole = Plan((*plan.lines, *backward(plan, "Y", ["A"], found, upstream="up")))
    ours = solve(whole, {**given, "up": Matrix.of(up)})["dA"]
    names = [[letter(f"a_{i}{j}", "real" if entries is A else "positive") for j in range(4)] for i in range(2)]
    lettered = solve(plan, {**given, "A": Matrix.of(names)})["Y"]
    total = sum((to_sympy(x) * u for row, weights in zip(lettered.values, up, strict=True)
                 for x, u in zip(row, weights, strict=True)), sympy.Integer(0))  # fmt: skip
    at = {to_sympy(name): x for row, values in zip(names, entries, strict=True) for name, x in zip(row, values, strict=True)}
    for i in range(2):
        for j in range(4):
            theirs = sympy.diff(total, to_sympy(names[i][j])).subs(at).doit()
            assert sa.equal(ours.values[i][j], theirs).decision == "equal", (i, j)


def test_the_derivative_of_relu_at_zero_is_that_of_pytorch() -> None:
    plan = Plan.read(["Y = relu(A)"], matrices=["A"])
    whole = Plan((*plan.lines, *backward(plan, "Y", ["A"], {"A": (1, 3), "Y": (1, 3)}, upstream="up")))
    found = solve(whole, {"A": Matrix.of([[-1, 0, 2]]), "up": Matrix.of([[5, 7, 3]])})["dA"]
    assert found == Matrix.of([[0, 0, 3]])


PICKED = {
    "one of each row": ("gather(A, B{})", A, [[2], [0]]),
    "several of each row": ("gather(A, B{})", A, [[0, 2], [1, 1]]),
    "one of a column": ("gather(A, B{})", [[3], [-1], [2]], [[2]]),
    "a loss of each row": ("cross_entropy(A, B{})", A, [[3], [1]]),
    "a loss of a column": ("cross_entropy(A, B{})", [[3], [-1], [2]], [[0]]),
}


@pytest.mark.parametrize(("line", "table", "places"), PICKED.values(), ids=PICKED)
def test_a_derivative_counts_places_from_where_its_line_does(line: str, table: list[list[int]], places: list[list[int]]) -> None:
    found = []
    for first, at in (("", 0), (", first=0", 0), (", first=1", 1)):
        given = {"A": Matrix.of(table), "B": Matrix.of([[place + at for place in row] for row in places])}
        plan = Plan.read([f"Y = {line.format(first)}"], matrices=given)
        sizes, problems = shapes(plan, {name: value.shape for name, value in given.items()})
        assert not problems
        up = [[5 * i + 3 * j + 1 for j in range(sizes["Y"][1])] for i in range(sizes["Y"][0])]
        whole = Plan((*plan.lines, *backward(plan, "Y", ["A"], sizes, upstream="up")))
        found.append(solve(whole, {**given, "up": Matrix.of(up)})["dA"])
    assert found[0] == found[1] == found[2]
