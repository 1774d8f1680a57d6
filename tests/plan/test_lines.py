"""The line language: what each line amounts to, and where a mistake is and what to write instead."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

from symattn.errors import LineError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.language import cell
from symattn.plan import Plan, read_lines
from symattn.plan.derivation import solve

CALLS = {  # line -> the operations it amounts to, inner ones first
    "a product": ("Q = X @ W", [("Q", "matmul", ("X", "W"))]),
    "a product with a bias": ("Q = X @ W + b", [("Q.1", "matmul", ("X", "W")), ("Q", "add", ("Q.1", "b"))]),
    "scores": ("S = Q @ K.T", [("S.1", "transpose", ("K",)), ("S", "matmul", ("Q", "S.1"))]),
    "a whole head in one line": (
        "H = softmax(Q @ K.T / sqrt(cols(K))) @ V",
        [
            ("H.1", "transpose", ("K",)),
            ("H.2", "matmul", ("Q", "H.1")),
            ("H.3", "divide", ("H.2",)),
            ("H.4", "softmax", ("H.3",)),
            ("H", "matmul", ("H.4", "V")),
        ],
    ),
    "a bare name is a copy": ("L = S", [("L", "copy", ("S",))]),
    "products from the left": ("P = A @ B @ C", [("P.1", "matmul", ("A", "B")), ("P", "matmul", ("P.1", "C"))]),
    "minus binds tighter than a product": ("P = -A @ B", [("P.1", "negate", ("A",)), ("P", "matmul", ("P.1", "B"))]),
    "a scalar from either side": ("P = 2 * A", [("P", "multiply", ("A",))]),
    "many heads joined": ("H = concat(A, B, C,)", [("H", "concat", ("A", "B", "C"))]),
    "words of other languages are names": ("lambda = E @ pi", [("lambda", "matmul", ("E", "pi"))]),
    "a row in one bracket": ("P = [A, B]", [("P", "concat", ("A", "B"))]),
    "a matrix of blocks": ("P = [[A, B], [C, D]]", [("P.1", "concat", ("A", "B")), ("P.2", "concat", ("C", "D")), ("P", "stack", ("P.1", "P.2"))]),
    "a list of one": ("P = gather(A, [1])", [("P.1", "scalar", ()), ("P", "gather", ("A", "P.1"))]),
    "no matrix at all": ("P = positional_encoding(2, 4)", [("P", "positional_encoding", ())]),
}


@pytest.mark.parametrize(("text", "calls"), CALLS.values(), ids=CALLS)
def test_a_line_amounts_to(text: str, calls: list[tuple[str, str, tuple[str, ...]]]) -> None:
    (line,) = Plan.read([text]).lines
    assert [(call.out, call.op, call.args) for call in line.calls] == calls


SLICES = {
    "some columns": ("A[:, 0:2]", ("slice", None, None, None), ("slice", 0, 2, None)),
    "chosen columns": ("A[:, [0, 2]]", ("slice", None, None, None), ("list", (0, 2))),
    "one row": ("A[1, :]", ("at", 1), ("slice", None, None, None)),
    "the last row": ("A[-1, ::2]", ("at", -1), ("slice", None, None, 2)),
}


SCALARS = {  # what stands behind "X * " in a line, and its value as a cell
    "a root": "2 sqrt(2)",
    "a power": "2^-3",
    "Python's power": "2**3",
    "constants": "e^2 pi",
    "functions": "log(2) + sin(1/2)",
    "signs of Unicode": "√2 − ½",
    "brackets side by side": "(1+2)(3)",
}


@pytest.mark.parametrize("text", SCALARS.values(), ids=SCALARS)
def test_a_number_in_a_line_is_written_as_in_a_cell(text: str) -> None:
    for line in (f"Y = X * ({text})", f"Y = ({text}) * X"):
        plan = Plan.read([line], matrices=["X"])
        assert solve(plan, {"X": Matrix.of([[1]])}).output.cells()[0][0] == cell(text)


HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
SIDES = {"A": [[-1, 0, 2], [3, 2, 1]], "B": [[0, 0, 1], [2, 2, 5]], "r": [[0, 1, 2]], "c": [[2], [1]], "0": 0, "2": 2, "n": 1}


@pytest.mark.parametrize("sign", HOLDS)
@pytest.mark.parametrize("left", SIDES)
@pytest.mark.parametrize("right", SIDES)
def test_a_comparison_is_one_where_it_holds(left: str, right: str, sign: str) -> None:
    if not {left, right} & {"A", "B"}:
        return
    given: dict[str, Any] = {name: Matrix.of(SIDES[name]) for name in "ABrc"} | {"n": Number.of(SIDES["n"])}
    plan = Plan.read([f"C = {left} {sign} {right}"], ["n"])
    meant = np.broadcast_to(HOLDS[sign](np.array(SIDES[left]), np.array(SIDES[right])), (2, 3))
    assert solve(plan, {name: given[name] for name in plan.givens} | {"n": given["n"]}).output == Matrix.of(meant.astype(int).tolist())


def test_a_constant_is_a_name_where_something_is_called_so() -> None:
    known = {"X": Matrix.of([[2]]), "e": Matrix.of([[3]])}
    assert solve(Plan.read(["Y = X @ e"], matrices=known), known).output == Matrix.of([[6]])
    assert Plan.read(["e = X @ X", "Y = e @ X"], matrices=["X"]).lines[1].reads == ("e", "X")
    assert Plan.read(["Y = X * pi"], scalars=["pi"], matrices=["X"]).givens == ("X", "pi")
    assert Plan.read(["Y = X @ E"], matrices=["X"]).givens == ("X", "E")


@pytest.mark.parametrize(("text", "rows", "cols"), SLICES.values(), ids=SLICES)
def test_slices(text: str, rows: tuple[object, ...], cols: tuple[object, ...]) -> None:
    (call,) = Plan.read([f"B = {text}"]).calls
    assert dict(call.params) == {"rows": rows, "cols": cols}


MISTAKES = {  # line -> column (from 0), words of the message
    "nothing after the sign": ("Q = ", 3, "expected a name or a number, found the end"),
    "no equals sign": ("Q X", 2, "expected = behind Q"),
    "an unknown function": ("Q = Softmx(X)", 4, 'did you mean "softmax"'),
    "a function's name taken": ("softmax = X", 0, "softmax is a function"),
    "a function without brackets": ("Q = exp", 4, "write exp("),
    "an unknown option": ("Q = softmax(X, axs=1)", 4, 'did you mean "axis"'),
    "too few arguments": ("Q = mask(X)", 4, "mask takes 2 matrices, not 1"),
    "too many arguments": ("Q = exp(X, X)", 4, "exp takes 1 matrix, not 2"),
    "clip without bounds": ("Q = clip(X)", 4, "clip needs low"),
    "places below 0": ("Q = round(X, -1)", 13, "whole number from 0 to 1,000"),
    "places without end": ("Q = round(X, 999999999)", 13, "whole number from 0 to 1,000"),
    "an axis too many": ("Q = softmax(X, axis=2)", 20, "1 for each row, or 0 for each column"),
    "two matrices without a sign": ("Q = X W", 6, "expected a sign between 'X' and 'W'"),
    "a number before a matrix": ("Q = 2(X)", 6, "without a sign between them"),
    "a mixed number": ("Q = X * 1/2 sqrt(2)", 12, "may be a/(b * c)"),
    "a divisor that is 0": ("Q = X / (1 - 1)", 9, "division by zero"),
    "a power without value": ("Q = X * 0^-1", 8, "0 to a negative power"),
    "a power without end": ("Q = X * 9^9^9^9", 10, "a power of more than"),
    "a logarithm without value": ("Q = X * log(-1)", 8, "not positive"),
    "a Unicode product": ("Q = X × W", 6, "write @"),
    "a count of what is no name": ("Q = numbers(X @ Y)", 4, "takes the names of lines or givens"),
    "a mean of nothing": ("Q = expectation()", 4, "takes the names of lines or givens"),
    "a mean of two": ("Q = expectation(X, Y)", 4, "takes the name of one line or given"),
    "a mean of a number": ("Q = expectation(2)", 16, "here a matrix is needed, not a number"),
    "one index": ("Q = X[0:1]", 6, "rows and columns are both written"),
    "an index that is no whole number": ("Q = X[0.5, :]", 6, "whole number"),
    "some of an axis before rows": ("Q = X[0:1, :, :]", 6, "of an axis before rows and columns one place is taken"),
    "steps of nothing": ("Q = X[:, 0:2:0]", 9, "steps of 0 picks nothing"),
    "two lists": ("Q = X[[0, 1, 1], [2, 0]]", 6, "write A[[0, 1, 1], :][:, [2, 0]] for these rows and columns"),
    "an option written twice": ("Q = softmax(X, axis=0, axis=1)", 15, "axis is written twice"),
    "an open bracket": ("Q = (X", 6, "expected ')' for the '(' at character 5"),
    "Python": ("Q = X.__class__", 5, "'.' has no meaning here"),
    "two comparisons": ("Q = X > Y > Z", 10, "found '>'"),
    "half a comparison": ("Q = X >", 7, "found the end"),
    "ragged rows": ("Q = X @ [[1, 2], [3]]", 8, "a matrix is written as rows that are equally long"),
    "a row beside a number": ("Q = X @ [[1, 2], 3]", 8, "a matrix is written as rows that are equally long"),
    "rows without an end": ("Q = X + [[1, 2]", 15, "expected ']' for the '[' at character 9"),
    "two statements": ("Q = X; R = X", 5, "';' has no meaning here"),
    "brackets without end": ("Q = " + "(" * 200, 104, "nested more than 100 deep"),
    "signs without end": ("Q = X" + " + X" * 201, 0, "more than 200 signs"),
    "a line without end": ("Q = X" + " + X" * 1000, 0, "limit is 2,000"),
    "a numeral without end": ("Q = X * 1e999999", 8, "more than 1,000 digits"),
}


@pytest.mark.parametrize(("text", "column", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_placed(text: str, column: int, words: str) -> None:
    with pytest.raises(LineError) as caught:
        Plan.read(["A = B", text])
    assert (caught.value.line, caught.value.column) == (1, column)
    assert words in str(caught.value)


ORDER = {
    "defined twice": (["A = B", "A = C"], 1, "defined twice"),
    "used before it is defined": (["A = B", "B = C"], 1, "before it is defined"),
    "used in its own definition": (["A = A @ B"], 0, "own definition"),
}


@pytest.mark.parametrize(("texts", "line", "words"), ORDER.values(), ids=ORDER)
def test_order(texts: list[str], line: int, words: str) -> None:
    (error,) = read_lines(texts)[1]
    assert error.line == line
    assert words in error.message


def test_every_mistake_is_told_at_once() -> None:
    lines, errors = read_lines(["A = ", "B = X", "C = X Y"])
    assert [line.name for line in lines] == ["B"]
    assert [error.line for error in errors] == [0, 2]


def test_givens_are_what_no_line_defines() -> None:
    plan = Plan.read(["Q = X @ W", "L = Q * c / sqrt(rows(M))"], scalars=["c"])
    assert plan.givens == ("X", "W", "M", "c")
    assert plan.lines[1].scalars == ("c",)


TABLE = np.array([[10, 20, 30], [40, 50, 60], [70, 80, 90]])
PICKS: dict[str, list[int]] = {  # of three; n is 1
    ":": [0, 1, 2], "0": [0], "2": [2], "-1": [2], "-3": [0], "0:2": [0, 1], "1:": [1, 2], ":2": [0, 1], "-2:": [1, 2], ":-1": [0, 1], "::2": [0, 2], "::-1": [2, 1, 0],
    "2:0:-1": [2, 1], "[1]": [1], "[2, 0]": [2, 0], "[0, 0]": [0, 0], "n:": [1, 2], ":n": [0], "0:n + 1": [0, 1], "n:2*n + 1": [1, 2],
}
AT_PLACES = {  # i is the column 1, 0, and j is 2, 1
    "A[i, :]": TABLE[[1, 0]], "A[i.T, :]": TABLE[[1, 0]], "A[i + 1, :]": TABLE[[2, 1]], "A[i, 0]": TABLE[[1, 0], :1], "A[i, 0:2]": TABLE[[1, 0], :2],
    "A[i, [0, 2]]": TABLE[[1, 0]][:, [0, 2]], "A[i, 1:n + 2]": TABLE[[1, 0], 1:], "A[1, i]": TABLE[1, [[1], [0]]], "A[1, i.T]": TABLE[1, [[1, 0]]], "A[-1, j]": TABLE[2, [[2], [1]]],
    "A[i, j]": TABLE[[1, 0], [2, 1]].reshape(2, 1), "A[i, i]": TABLE[[1, 0], [1, 0]].reshape(2, 1), "A[j, i]": TABLE[[2, 1], [1, 0]].reshape(2, 1),
    "A[i, j - 1]": TABLE[[1, 0], [1, 0]].reshape(2, 1), "A[n, :]": TABLE[[1]], "A[n + 1, :]": TABLE[[2]], "A[n, n]": TABLE[[1], [1]].reshape(1, 1), "A[2 * n, n - 1]": TABLE[[2], [0]].reshape(1, 1),
}
GIVENS = {"A": Matrix.of(TABLE.tolist()), "i": Matrix.of([[1], [0]]), "j": Matrix.of([[2], [1]]), "n": Number.of(1)}


def picked(line: str) -> list[list[int]]:
    plan = Plan.read([f"Z = {line}"], scalars=["n"] if "n" in line else [])
    value = solve(plan, {name: GIVENS[name] for name in (*plan.givens, *(["n"] if "n" in line else []))}).steps[-1].value
    return [[int(x.rational.p) for x in row] for row in value.values]  # type: ignore[union-attr]


@pytest.mark.parametrize("above", PICKS)
def test_rows_and_columns_are_picked_as_numpy_picks_them(above: str) -> None:
    for beside in PICKS:
        pairs = above.startswith("[") and beside.startswith("[") and min(len(PICKS[above]), len(PICKS[beside])) > 1
        expected = TABLE[[PICKS[above]], [PICKS[beside]]] if pairs else TABLE[np.ix_(PICKS[above], PICKS[beside])]
        assert picked(f"A[{above}, {beside}]") == expected.tolist(), beside


@pytest.mark.parametrize(("line", "expected"), AT_PLACES.items(), ids=AT_PLACES)
def test_what_stands_at_places_is_what_numpy_finds_there(line: str, expected: Any) -> None:
    assert picked(line) == expected.tolist()


OF_LINES = {"expectation": 1, "variance": 1, "covariance": 2}  # of how many lines


@pytest.mark.parametrize("word", OF_LINES)
@pytest.mark.parametrize("many", [0, 1, 2, 3])
def test_what_is_asked_of_lines_is_asked_of_as_many_as_it_takes(word: str, many: int) -> None:
    lines = ["P = A @ B", "Q = A @ A", f"c = {word}({', '.join('PQA'[:many])})"]
    if many == OF_LINES[word]:
        assert Plan.read(lines).lines[-1].name == "c"
        return
    words = "takes the names of" if not many else "takes the name of one line" if OF_LINES[word] == 1 else "takes the names of two lines"
    with pytest.raises(LineError, match=words):
        Plan.read(lines)


NOT_WHOLE = ("x", "A", "1/2", "sqrt(2)", "sum(A)", "A @ B")
WHOLE = {"sum(A, axis={})": "0", "softmax(A, axis={})": "1", "swap(A, {}, -1)": "-2", "swap(A, -1, {})": "-2", "round(A, {})": "2", "A[{}, :]": "0"}


@pytest.mark.parametrize("line", WHOLE)
def test_what_must_be_a_whole_number_is_one_or_the_line_says_so(line: str) -> None:
    assert Plan.read([f"Z = {line.format(WHOLE[line])}"]).lines[0].name == "Z"
    for wrong in NOT_WHOLE if "[" not in line else ():
        with pytest.raises(LineError) as caught:
            Plan.read([f"Z = {line.format(wrong)}"])
        assert str(caught.value), wrong
