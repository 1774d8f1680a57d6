"""Plans as programs: what they say, and that what they print is the exact value, rounded."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest

from symattn.errors import SymattnError
from symattn.exact.functions import root, symbol
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import lettered
from symattn.exact.tensor import Tensor
from symattn.files import folder
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, outputs, program, shape_program, text_of
from symattn.plan.derivation import solve
from symattn.sheet import load, loads

A = Matrix.of([[1, -2, 3], [4, 0, -1]])
B = Matrix.of([[2, 1], [0, 1], [1, 3]])
S = Matrix.of([[1, 2], [0, 3]])
GIVEN = {
    "A": A,
    "B": B,
    "S": S,
    "R": Matrix.of([[1, 2, 3, 4], [5, 6, 7, 8]]),
    "row": Matrix.of([[1, 2, 3]]),
    "keep": Matrix.of([[1, 0], [1, 1]]),
    "roots": Matrix.of([[root(2), Number.of(1) / 3, Number.of(1) / 8]]),
    "c": Number.of(3) / 2,
    "h": Number.of(2),
}
LINES = [
    "A @ B", "A.T", "A + row", "A - row", "-A", "A * c", "A / sqrt(cols(A))", "A / (c + 1)", "A[0:1, :]", "A[:, [0, 2]]",
    "A[1, :]", "A[-1, ::2]", "A[[0, 1], :][:, [2, 0]]", "A[-2, [0, 2]]", "softmax(A)", "softmax(A, axis=0)", "softmax(causal_mask(S))",
    "softmax(mask(S, keep))", "concat(A, A)", "stack(A, A)", "exp(S)", "normalize(S)", "round(roots, 2)", "rope(R)",
    "rope(R, base=100, start=3)", "positional_encoding(2, 4)", "relu(A)", "layer_norm(A, eps=1)", "norm_scale(A, row, row)",
    "roots * 2", "A @ (B @ S)", "(A + A) @ B", "-(A + A) @ B", "A - (A - A)", "2 * A / 3", "A.T @ A", "(A @ B).T", "A @ -B",
    "A * rows(A) / cols(A)", "A / (2 - c) * 3", "A > row", "A <= row", "(A >= 2) * A", "where(A < 1, A, 0)", "where(A > 1, 1, A)", "gather(row, 1)", "gather(A, [[2], [0]])",
    "onehot(1, 3)", "lookup(B, 2)", "lookup(B, [[1], [0]])", "cross_entropy(row, 2)", "concat(1, 2, row)", "stack([[1, 2, 3]], row)", "A @ [[1, 0], [0, -1], [1, 1]]",
    "S ** 2", "row ** (-2)", "2 ** (row - 2)", "repeat(row, 2)", "cumsum(A, axis=0)", "A * sigmoid(-c) + 1", "A * abs(1 - c)",
]  # fmt: skip
TENSORS = [
    "split_heads(R, h)", "merge_heads(split_heads(R, h))", "reshape(R, 4, 1, 2)", "reshape(R, (h, 2, -1))",
    "swap(reshape(R, 2, 2, 2), 0, 2)", "tensordot(S, reshape(R, 2, 2, 2))", "split_heads(R, 2) @ split_heads(R, 2).T",
    "softmax(causal_mask(split_heads(R, 2)))", "concat(split_heads(R, 2), split_heads(R, 2))",
]  # fmt: skip


def plan_of(texts: list[str]) -> Plan:
    return Plan.read([f"OUT_{k} = {text}" for k, text in enumerate(texts)], ["c", "h"])


def arrays(printed: str) -> list[np.ndarray]:
    parts = re.split(r"OUT_\d+ =\n", printed)[1:]
    return [np.array([float(x) for x in re.findall(r"-?\d[\d.]*(?:e[-+]\d+)?", part)]) for part in parts]


def test_numpy_prints_what_is_exactly_true() -> None:
    plan = plan_of(LINES + TENSORS)
    made = program(plan, GIVEN, DIALECTS["numpy"])
    printed = outputs([made.head, "np.set_printoptions(precision=12, suppress=True)", text_of(made)])
    assert printed is not None
    found = arrays(printed[2])
    exact = solve(plan, GIVEN)
    for text, name, array in zip(LINES + TENSORS, plan.names, found, strict=True):
        expected = np.array(exact[name].decimals(12), dtype=float).ravel()
        assert np.allclose(array, expected, atol=1e-10), text


@pytest.mark.exhaustive
def test_sympy_prints_what_is_exactly_true() -> None:
    plan = plan_of(LINES)
    exactly = text_of(program(plan, GIVEN, DIALECTS["sympy"]))
    text = re.sub(r"print\((OUT_\d+)\)", r"print(N(\1, 20))", exactly)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    exact = solve(plan, GIVEN)
    for name, array in zip(plan.names, arrays(done.stdout), strict=True):
        expected = np.array(exact[name].decimals(12), dtype=float).ravel()
        assert np.allclose(array, expected, atol=1e-9), name


def test_in_sympy_a_number_is_no_float_whatever_it_is_divided_by() -> None:
    lines = ["a = q/7", "c = -q/3", "e = 2**(-q)", "g = q**(-1/3)", "h = 1/q", "i = exp(-q/2)", "k = A*(-1/3)", "m = 3*4", "n = m/5",
             "o = cols(A)/3", "p = (1 + 2)/4 + exp(1)/3", "r = 2**3/m", "s = -1/(o - m)", "t = rows(A)/m", "u = (q + 1)/4", "v = A/q"]  # fmt: skip
    given = {"q": Number.of(5), "A": Matrix.of([[1, 2, 3], [4, 5, 6]])}
    plan = Plan.read(lines, ["q"])
    text = text_of(program(plan, given, DIALECTS["sympy"]))
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = dict(zip(plan.names, done.stdout.split("\n")[1::2], strict=False))
    assert all("." not in value for value in printed.values()), printed
    assert printed["n"] == "12/5"
    assert printed["t"] == "1/6"
    assert printed["g"] == "5**(2/3)/5"


@pytest.mark.parametrize(("line", "numpy", "torch", "sympy"), [
    ("sigmoid(c)", "1 / (1 + np.exp(-c))", "1 / (1 + math.exp(-c))", "1 / (1 + exp(-c))"),
    ("2 * sigmoid(-c)", "2 * (1 / (1 + np.exp(-(-c))))", "2 * (1 / (1 + math.exp(-(-c))))", "2 * (1 / (1 + exp(-(-c))))"),
    ("abs(1 - c)", "abs(1 - c)", "abs(1 - c)", "abs(1 - c)"),
])
def test_functions_of_numbers_are_those_that_libraries_have(line: str, numpy: str, torch: str, sympy: str) -> None:
    plan = Plan.read([f"OUT = {line}"], ["c"])
    found = {name: program(plan, GIVEN, dialect).lines[0].code for name, dialect in DIALECTS.items()}
    assert found == {"numpy": f"OUT = {numpy}", "torch": f"OUT = {torch}", "sympy": f"OUT = {sympy}"}


SOURCES = {  # line -> NumPy, PyTorch, SymPy
    "a product in brackets": ("A @ (B @ S)", "A @ (B @ S)", "A @ (B @ S)", "A * (B * S)"),
    "a sum in brackets": ("(A + A) @ B", "(A + A) @ B", "(A + A) @ B", "(A + A) * B"),
    "a method of a product": (
        "argmax(A @ B, axis=1)",
        "(A @ B).argmax(axis=-1, keepdims=True)",
        "(A @ B).argmax(dim=-1, keepdim=True)",
        "argmax(A * B, 1)",
    ),
    "a transpose": ("A.T", "A.T", "A.mT", "A.T"),
    "the root of the width": (
        "A / sqrt(cols(A))",
        "A / np.sqrt(A.shape[-1])",
        "A / math.sqrt(A.shape[-1])",
        "A / sqrt(A.cols)",
    ),
    "columns of softmax": (
        "softmax(A, axis=0)",
        "softmax(A, axis=-2)",
        "torch.softmax(A, dim=-2)",
        "softmax(A.T).T",
    ),
    "heads joined": (
        "concat(A, A)",
        "np.concatenate((A, A), axis=-1)",
        "torch.cat((A, A), dim=-1)",
        "Matrix.hstack(A, A)",
    ),
    "one matrix joined": ("concat(A)", "np.concatenate((A,), axis=-1)", "torch.cat((A,), dim=-1)", "Matrix.hstack(A)"),
    "one row": ("A[1, :]", "A[1:2, :]", "A[1:2, :]", "A[1:2, :]"),
}


@pytest.mark.parametrize(("line", "numpy", "torch", "sympy"), SOURCES.values(), ids=SOURCES)
def test_the_same_line_in_three_libraries(line: str, numpy: str, torch: str, sympy: str) -> None:
    plan = Plan.read([f"OUT = {line}"])
    found = {name: program(plan, GIVEN, dialect).lines[0].code for name, dialect in DIALECTS.items()}
    assert found == {"numpy": f"OUT = {numpy}", "torch": f"OUT = {torch}", "sympy": f"OUT = {sympy}"}


GIVENS = {  # value, as the sheet writes it -> NumPy, SymPy
    "decimals keep their digits": (Matrix.of([[1]]), (("1.0",),), "np.array([[1.0]])", 'Matrix([[Rational("1.0")]])'),
    "fractions": (Matrix.of([[Number.of(1) / 3]]), (("1/3",),), "np.array([[1/3]])", "Matrix([[Rational(1, 3)]])"),
    "roots": (Matrix.of([[root(2)]]), (("√2",),), "np.array([[np.sqrt(2)]])", "Matrix([[sqrt(2)]])"),
    "minus infinity": (Matrix.of([[BLOCKED]]), (("-inf",),), "np.array([[-np.inf]])", "Matrix([[-oo]])"),
    "leading zeros are no octal number": (Matrix.of([[7]]), (("007",),), "np.array([[7]])", "Matrix([[7]])"),
}


@pytest.mark.parametrize(("value", "written", "numpy", "sympy"), GIVENS.values(), ids=GIVENS)
def test_givens_are_written_as_the_sheet_writes_them(
    value: Matrix, written: tuple[tuple[str, ...], ...], numpy: str, sympy: str
) -> None:
    plan = Plan(())
    assert program(plan, {"M": value}, DIALECTS["numpy"], {"M": written}).givens[0].code == f"M = {numpy}"
    assert program(plan, {"M": value}, DIALECTS["sympy"], {"M": written}).givens[0].code == f"M = {sympy}"


def test_names_of_python_and_numpy_get_a_line_below() -> None:
    made = program(Plan.read(["np = lambda @ S"]), {"lambda": S, "S": S}, DIALECTS["numpy"])
    assert made.givens[0].code.startswith("lambda_ = ")
    assert made.lines[0].code == "np_ = lambda_ @ S"


@pytest.mark.exhaustive
def test_lines_called_like_what_the_program_calls_do_not_break_it() -> None:
    made = program(Plan.read(["print = S @ S", "sum = normalize(print)"]), {"S": S}, DIALECTS["numpy"])
    printed = outputs([text_of(made)])
    assert printed is not None
    assert printed[0].startswith("print =\n[[")


def test_a_stated_value_is_used_by_later_lines() -> None:
    plan = Plan.read(["T = S @ S", "U = T @ S"])
    made = program(plan, {"S": S}, DIALECTS["numpy"], {"T": (("1.00", "0.00"), ("0.50", "0.50"))}, {"T": Matrix.of([[1, 0], [0, 1]])})
    assert [cell.op for cell in made.lines] == ["matmul", "stated", "matmul"]
    assert made.lines[1].code == "T = np.array([[1.00, 0.00], [0.50, 0.50]])  # later lines go on from this"


def test_in_sympy_a_batch_is_a_list_of_matrices() -> None:
    given = {"X": Matrix.of([[1, 2], [3, 4]]), "B": Tensor((2,), [Matrix.of([[1, 2]]), Matrix.of([[3, 4]])])}
    plan = Plan.read(["H = split_heads(X, 2)", "S = softmax(H @ H.T / sqrt(cols(H)))", "Y = merge_heads(S @ H)", "Z = B @ X + 1"])
    made = program(plan, given, DIALECTS["sympy"])
    assert [cell.code for cell in (*made.givens[1:], *made.lines)] == [
        "B = [Matrix([[1, 2]]), Matrix([[3, 4]])]",
        "H = split_heads(X, 2)",
        "S = [softmax(H[_k] * H[_k].T / sqrt(H[0].cols)) for _k in range(2)]",
        "Y = Matrix.hstack(*[S[_k] * H[_k] for _k in range(2)])",
        "Z = [plus(B[_k] * X, 1) for _k in range(2)]",
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [("swap(R, 0, 1)", "sympy code has no swap"), ("split_heads(split_heads(R, 2), 1)", "lists of matrices only, no batches of batches")],
)
def test_what_sympy_cannot_write_is_said(line: str, says: str) -> None:
    with pytest.raises(SymattnError, match=says):
        program(plan_of([line]), GIVEN, DIALECTS["sympy"])


@pytest.mark.exhaustive
def test_a_question_about_shapes_prints_shapes() -> None:
    question = load(folder("worksheets") / "seven-steps.toml")["q1"]
    assert question.shapes is not None
    letters = question.shapes.letters
    made = shape_program(question.shapes.plan, question.shapes.givens, letters.names, letters.numbers, DIALECTS["numpy"])
    printed = outputs([text_of(made)])
    assert printed is not None
    assert "Q_h: (8, 4, 128)" in printed[0]
    assert printed[0].rstrip().endswith("Y: (4, 1024)")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_what_is_cut_out_of_a_batch_at_a_letter_has_the_same_shape_in_a_program(name: str) -> None:
    question = loads('[[question]]\nsteps = ["K = X[:, 1:n, d:2*d]"]\nshapes.X = ["b", "n", "3*d"]\nsizes = { b = 5, n = 4, d = 7 }')["q1"]
    assert question.shapes is not None
    letters = question.shapes.letters
    text = text_of(shape_program(question.shapes.plan, question.shapes.givens, letters.names, letters.numbers, DIALECTS[name]))
    assert "K = X[..., 1:n, d:2 * d]" in text
    assert name != "numpy" or "K: (5, 3, 7)" in str(outputs([text]))


@pytest.mark.exhaustive
def test_letters_without_numbers_get_small_ones() -> None:
    question = load(folder("worksheets") / "batched-shapes.toml")["q2"]
    assert question.shapes is not None
    made = shape_program(question.shapes.plan, question.shapes.givens, question.shapes.letters.names, {}, DIALECTS["numpy"])
    printed = outputs([text_of(made)])
    assert printed is not None
    assert "S: (2, 3, 3)" in printed[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["numpy", "sympy"])
def test_a_program_says_what_its_letters_are(name: str) -> None:
    """Also one that is called like a word of Python's; SymPy's come out as they went in."""
    entries = Matrix.of([[lettered("t", "positive"), 1], [0, lettered("lambda", "real")]])
    made = text_of(program(Plan.read(["Y = X @ X"]), {"X": entries}, DIALECTS[name]))
    printed = outputs([made])
    assert printed is not None
    assert ("[t**2, lambda + t]" in printed[0]) == (name == "sympy")
    assert ("t = Symbol('t', positive=True)" in made) == (name == "sympy")


def test_a_letter_called_like_a_line_is_told() -> None:
    with pytest.raises(SymattnError, match="Y: a letter that is no name of its own"):
        program(Plan.read(["Y = X @ X"]), {"X": Matrix.of([[symbol("Y")]])}, DIALECTS["sympy"])


def test_a_program_that_fails_is_an_error() -> None:
    with pytest.raises(SymattnError, match="ZeroDivisionError"):
        outputs(["1 / 0"])


def test_without_the_library_there_are_no_outputs() -> None:
    assert outputs(["print(1)"], library="no_such_library") is None
