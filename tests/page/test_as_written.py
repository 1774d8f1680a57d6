"""How lines stand on the page, by families: what is read at places, in batches as outside them, what is compared in its order."""

from __future__ import annotations

import re

import numpy as np
import pytest

from symattn.errors import LimitError
from symattn.exact.matrix import Matrix
from symattn.figures.split import span
from symattn.formats.sandbox import Sandbox
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.page import evaluated, page
from symattn.plan import Plan
from symattn.sheet import loads

TABLES = {"row": [[5, 6, 7]], "matrix": [[5, 6], [7, 8], [9, 0]], "column": [[5], [6], [7]]}
PLACES = {"number": [[2]], "row": [[2, 0]], "column": [[2], [0]], "matrix": [[2, 0], [1, 1]]}
READ = {  # bᵣ has the shape of r, b_(r, :) a row for each place; where r is a column, bᵣ would look like the r-th of a row for each
    ("row", "number"): "bᵣ", ("row", "row"): "bᵣ", ("row", "column"): "lookup(b, r)", ("row", "matrix"): "bᵣ",
    ("matrix", "number"): "b_(r, :)", ("matrix", "row"): "b_(r, :)", ("matrix", "column"): "b_(r, :)",
    ("column", "number"): "b_(r, :)", ("column", "row"): "b_(r, :)", ("column", "column"): "b_(r, :)",
}  # fmt: skip


@pytest.mark.parametrize(("table", "places"), READ)
def test_what_is_read_at_places_stands_as_it_is_read(table: str, places: str) -> None:
    b, r = TABLES[table], PLACES[places]
    sheet = loads(f'[[question]]\nsteps = ["Y = lookup(b, r)"]\ngiven = {{ b = {b}, r = {r} }}').solve()
    assert re.findall(r"Y = (.*?) = ", page(sheet, "text")) == [READ[table, places]]
    taken = np.array(b)[0][np.array(r)] if table == "row" else np.array(b)[np.array(r).ravel()]
    assert sheet["q1"]["Y"] == Matrix.of(taken.tolist())


LINES = """X @ W | X @ W + b | X @ X.T | softmax(X @ X.T / sqrt(d)) | causal_mask(X @ X.T) | relu(X) * 2 | -X / 3 | layer_norm(X) | sum(X, axis=-1)
rms_norm(X, eps=1/2) | mean(X, axis=-1) | max(X, axis=-1) | var(X, axis=-1) | sum(X * X, axis=-1) | norm(X, axis=-1) | X / sum(X, axis=-1)
normalize(X) | softmax(X) * (1 - softmax(X)) | exp(X) - 1 | concat(X, X @ W) | X * X - X ** 2 | log(sum(exp(X), axis=-1)) | logsumexp(X, axis=-1)
argmax(X, axis=-1) | cumsum(X, axis=-1) | X[:, [0]] | X.T | rope(X) | where(X > 0, X, 0 * X) | maximum(X, 0) | sigmoid(X) + tanh(X) | top_k(X, 2)
keep_top_k(softmax(X), 2) | norm_scale(X, b, b) | prod(X, axis=-1) | alibi(X @ X.T, 1/2) | window_mask(X @ X.T, 2) | sum(X, axis=-2) | sum(X)
-sum(X * log(X), axis=-1) | min(X, axis=-1) - max(X, axis=-1) | sqrt(abs(X)) | sum(X @ W, axis=-1)""".replace("\n", " | ").split(" | ")


def shapes_told(lead: str) -> tuple[list[str], list[str]]:
    """The formulas and the shapes of all lines in the table of a question about shapes."""
    steps = [f"Y_{k} = {line}" for k, line in enumerate(LINES, 1)]
    text = page(loads(f'[[question]]\nsteps = {steps}\n[question.shapes]\nX = [{lead}"n", "d"]\nW = ["d", "d"]\nb = [1, "d"]\n'), "text")
    head, *rows = text[text.index("    Line") :].split("\n")
    shape, why = head.index("Shape"), head.index("Why")
    return [row[:shape].rstrip() for row in rows if row[:shape].strip()], [row[shape:why].strip() for row in rows if row[shape:why].strip()]


def test_a_line_stands_in_a_batch_as_it_does_outside_one() -> None:
    (alone, shapes), (batched, of_batches) = shapes_told(""), shapes_told('"B", ')
    assert batched == alone
    assert of_batches == [f"(B, {shape[1:]}" for shape in shapes]
    assert len(shapes) == len(LINES)


@pytest.mark.parametrize("function", ["max", "min"])
@pytest.mark.parametrize("given", ["a, b", "b, a", "15 - d, 0", "0, 15 - d", "a, b, 3", "3, a, b", "a, 2*b, d", "d, a + b, a*b, 1"])
def test_numbers_that_are_compared_stand_in_their_order(given: str, function: str) -> None:
    tree = Plan.read([f"y = {function}({given})"], scalars=["a", "b", "d"]).lines[0].tree
    assert flat(Notation.load("paper").of({}).formula(tree)) == f"{function}({given.replace('*', '·').replace('-', '−')})"


@pytest.mark.parametrize("most", [1, 7])
def test_a_page_may_take_as_much_work_as_there_is(most: int) -> None:
    sandbox = Sandbox(most)
    for _ in range(2):  # each page has all of it, what it includes no more
        with sandbox.page():
            with sandbox.page():
                sandbox.charge(most)
            with pytest.raises(LimitError, match=f"more than {most} steps of work"):
                sandbox.charge(1)


GIVEN = {"X": "[[1, -2], [0.25, 3]]", "P": "[[0.5, 0.5], [0.75, 0.25]]", "r": "[[1, 2]]", "k": "[[1, 0]]"}
WITH_NUMBERS = """clip(X, -0.5, 0.75) | clip(X, -1/2, 3/4) | rms_norm(X, eps=0.1) | rms_norm(X, eps=1/10) | layer_norm(X, eps=0.5) | X / 2.5
rope(X, base=2.5, start=1) | rope(X, base=5/2) | keep_top_p(P, 0.7) | top_p(X, 0.9) | alibi(X, 0.5) | alibi(X, 1/2) | round(X, 1) | X * -0.5
positional_encoding(2, 2, base=100) | window_mask(X, 1) | top_k(X, 1) | maximum(X, 0.25) | minimum(X, -1/4) | 0.5 ** X | X ** 2 | lookup(r, k)
softmax(X / 2.5) | keep_top_k(P, 1) | eye(2) * 0.5 | arange(2, start=0.5, step=-1/4)""".replace("\n", " | ").split(" | ")


@pytest.mark.sliced(2)
@pytest.mark.parametrize("line", WITH_NUMBERS)
def test_numbers_in_brackets_and_below_names_are_read_in_every_link(line: str) -> None:
    given = ", ".join(f"{name} = {value}" for name, value in GIVEN.items() if re.search(rf"\b{name}\b", line))
    found = evaluated(loads(f'[[question]]\nsteps = ["A = {line}"]\ngiven = {{ {given} }}').solve())
    assert found.evaluated
    assert not found.passed.total(), found.told("")


SIGNED = {
    "-A * B": "−A ∘ B", "A * -B": "A ∘ (−B)", "-A * -B": "(−A) ∘ (−B)", "(-A) * B": "−A ∘ B", "-(A + B) * C": "−(A + B) ∘ C",
    "-(A @ B) * C": "−AB ∘ C", "-2 * A * B": "−2A ∘ B", "-A * (B + C)": "(−A) ∘ (B + C)", "A * (B * C)": "A ∘ (B ∘ C)", "3 * A * B": "3A ∘ B",
    "-A.T * B": "−Aᵀ ∘ B", "-softmax(A) * B": "−softmax(A) ∘ B",
}  # fmt: skip


@pytest.mark.parametrize("line", SIGNED)
def test_a_sign_before_a_product_of_entries(line: str) -> None:
    assert flat(Notation.load("paper").formula(Plan.read([f"Z = {line}"]).lines[0].tree)) == SIGNED[line]


RESHAPED = {"-1, 2": "3×2", "3, -1": "3×2", "6, -1": "6×1", "-1, 6": "1×6", "1, 6": "1×6", "2, 3": "2×3"}


@pytest.mark.parametrize("sizes", RESHAPED)
def test_a_size_that_is_left_is_worked_out(sizes: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["Y = reshape(A, {sizes})"]\ngiven.A = [[1, 2, 3], [4, 5, 6]]').solve()
    assert f"Y = reshape_({RESHAPED[sizes]})(A) = " in page(sheet, "text")
    assert sheet["q1"]["Y"] == Matrix.of(np.arange(1, 7).reshape(*map(int, sizes.split(", "))).tolist())


@pytest.mark.parametrize(("asked", "count"), [("numbers(x)", 1), ("multiplications(s)", 1), ("additions(s)", 0), ("flops(s)", 2), ("divisions(p)", 1)])
def test_of_one_entry_there_is_one(asked: str, count: int) -> None:
    shapes = f'[[question]]\nsteps = ["s = x @ k", "p = softmax(s)", "n = {asked}"]\n[question.shapes]\nx = [1, 1]\nk = [1, 1]'
    assert re.findall(r"    n = (.*?) +\[1\]", page(loads(shapes).solve(), "text")) == [str(count)]


EMPTY, FULL = '[[1, 0], ["1/2", "1/2"]]', '[["1/4", "3/4"], ["1/2", "1/2"]]'


@pytest.mark.parametrize(("first", "second", "told"), [(EMPTY, FULL, True), (FULL, EMPTY, True), (EMPTY, EMPTY, True), (FULL, FULL, False)])
def test_what_is_said_of_nothing_is_said_where_any_of_two_heads_has_it(first: str, second: str, told: bool) -> None:
    given = f"given = {{ P_1 = {first}, P_2 = {second} }}"
    sheet = loads(f'[[question]]\nsteps = ["E_1 = entropy(P_1)", "E_2 = entropy(P_2)"]\n{given}')
    assert ("0 log 0 is 0" in re.sub(r"\s+", " ", page(sheet.solve(), "text"))) == told


COLUMNS = {
    (128, 0, 8, False): "1–128", (128, 1, 8, False): "129–256", (128, 7, 8, True): "897–1024", (128, 2, "h", False): "257–384",
    ("d_k", 0, 8, False): "[1…dₖ]", ("d_k", 1, 8, False): "[dₖ + 1…2dₖ]", ("d_k", 7, 8, True): "[7dₖ + 1…8dₖ]",
    ("d_k", 2, "h", False): "[2dₖ + 1…3dₖ]", ("d_k", 7, "h", True): "[(h − 1)dₖ + 1…hdₖ]",
}  # fmt: skip


@pytest.mark.parametrize(("each", "position", "total", "last"), COLUMNS)
def test_the_columns_of_a_head_begin_where_those_before_it_end(each: int | str, position: int, total: int | str, last: bool) -> None:
    assert flat(span(each, position, total, last)) == COLUMNS[each, position, total, last]


POSITIONS = {  # of n of them the first two and the last, which is start + (n − 1)·step
    "n": "0  1  …  n − 1", "n, start=1": "1  2  …  n", "n, start=2, step=3": "2  5  …  3·n − 1", "n, step=-1": "0  −1  …  (−1)·n + 1",
    "n, start=3, step=3": "3  6  …  3·n", "n, start=5": "5  6  …  n + 4", "n, start=1/2": "0.5  1.5  …  n − 0.5", "n, step=2": "0  2  …  2·n − 2",
}  # fmt: skip


@pytest.mark.parametrize("given", POSITIONS)
def test_positions_that_are_as_many_as_a_letter_says(given: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["Y = arange({given})"]\nsizes = {{ n = 3 }}\n[question.shapes]\nX = ["n", "n"]')
    assert re.findall(r"Y = \[(.*?)\]", page(sheet.solve(), "text")) == [POSITIONS[given]]


SCALED = {
    "A / 2 / 3": "A/(2·3)", "A / 2 / c": "A/(2·c)", "A / c / d / 2": "A/(c·d·2)", "2 * (3 * A)": "3·2·A", "2 * (3 * (5 * A))": "5·3·2·A",
    "A / sqrt(2) / c": "A/(√2·c)", "-A / 2 / 3": "(−A)/(2·3)", "(A + B) / 2 / c": "(A + B)/(2·c)", "A * 2 * 3 * c": "2·3·c·A",
}  # fmt: skip


@pytest.mark.parametrize("line", SCALED)
def test_every_number_by_which_a_matrix_is_scaled_stands_there(line: str) -> None:
    tree = Plan.read([f"Z = {line}"], scalars=["c", "d"]).lines[0].tree
    assert flat(Notation.load("paper").formula(tree)) == SCALED[line]
