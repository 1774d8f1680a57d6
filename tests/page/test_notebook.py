"""Notebooks: valid, run as they print, and the arrays of the course's own notebook digit for digit."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest

from symattn.exact.functions import exp
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.files import folder
from symattn.page import notebook
from symattn.page.partings import overflowing, underflows, vanished
from symattn.sheet import load, loads

nbformat = pytest.importorskip("nbformat")
SHIPPED = sorted((folder("worksheets")).glob("*.toml"))
COURSE = [  # every array that the notebook of the course prints, in its order
    "[[0.1 0.2 0.3]\n [0.4 0.5 0.6]\n [0.7 0.8 0.9]\n [1.  1.1 1.2]]",
    "[[0.3 0.2 0.1]\n [0.6 0.5 0.4]\n [0.9 0.8 0.7]\n [1.2 1.1 1. ]]",
    "[[0.7 0.8 0.9]\n [0.4 0.5 0.6]\n [0.1 0.2 0.3]\n [1.3 1.4 1.5]]",
    "[[0.2 0.3 0.4]\n [0.5 0.6 0.7]\n [0.8 0.9 1. ]\n [1.1 1.2 1.3]]",
    "[[0.4 0.3 0.2]\n [0.7 0.6 0.5]\n [1.  0.9 0.8]\n [1.3 1.2 1.1]]",
    "[[0.9 1.  1.1]\n [0.6 0.7 0.8]\n [0.3 0.4 0.5]\n [1.4 1.5 1.6]]",
    "[[ 7.   8.   9. ]\n [15.8 18.4 21. ]]",
    "[[ 9.   8.   7. ]\n [21.  18.4 15.8]]",
    "[[ 7.   8.   9. ]\n [17.  19.6 22.2]]",
    "[[ 8.   9.  10. ]\n [18.4 21.  23.6]]",
    "[[10.   9.   8. ]\n [23.6 21.  18.4]]",
    "[[ 8.6  9.6 10.6]\n [21.4 24.  26.6]]",
    "[[109.69655115 251.95565747]\n [251.95565747 578.59734577]]",
    "[[139.14141487 324.35538123]\n [324.35538123 756.0286305 ]]",
    "[[0. 1.]\n [0. 1.]]",
    "[[17.  19.6 22.2]\n [17.  19.6 22.2]]",
    "[[21.4 24.  26.6]\n [21.4 24.  26.6]]",
    "[[17.  19.6 22.2 21.4 24.  26.6]\n [17.  19.6 22.2 21.4 24.  26.6]]",
    "(2, 6)",
    "[[155.96 169.04 182.12 195.2 ]\n [155.96 169.04 182.12 195.2 ]]",
]


@lru_cache(maxsize=8)
def made(name: str, key: bool = True) -> Any:
    return json.loads(notebook.page(load(folder("worksheets") / f"{name}.toml").solve(), key))


def printed(book: Any) -> str:
    outputs = (out for cell in book["cells"] if cell["cell_type"] == "code" for out in cell["outputs"])
    return "".join("".join(out["text"]) for out in outputs)


def prose(book: Any) -> str:
    return "\n".join("".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "markdown")


@pytest.mark.sliced(6)
@pytest.mark.parametrize("array", COURSE)
def test_the_arrays_of_the_course_are_printed_digit_for_digit(array: str) -> None:
    assert array in printed(made("thinking-machine"))


@pytest.mark.sliced(48)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("key", [True, False], ids=["key", "blank"])
def test_every_sheet_is_a_valid_notebook(path: Any, key: bool) -> None:
    nbformat.validate(nbformat.reads(notebook.page(load(path).solve(), key), as_version=4))


@pytest.mark.exhaustive
def test_a_fresh_kernel_prints_the_same() -> None:
    client = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    text = notebook.page(load(folder("worksheets") / "thinking-machine.toml").solve())
    book = nbformat.reads(text, as_version=4)
    client.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    again = ["".join(out["text"] for out in cell.outputs) for cell in book.cells if cell.cell_type == "code"]
    assert "".join(again) == printed(json.loads(text))


def test_the_students_notebook_tells_no_answer() -> None:
    book = made("thinking-machine", key=False)
    assert printed(book) == ""
    assert "softmax(" not in "".join("".join(c["source"]) for c in book["cells"] if c["cell_type"] == "code")
    assert "Exactly" not in prose(book)
    assert "15.8" not in prose(book)


def test_a_weight_that_is_printed_as_0_is_named_with_its_value() -> None:
    text = prose(made("thinking-machine"))
    assert r"NumPy prints 0. in row 1, column 1 of `A_0`" in text
    assert r"1.65 \cdot 10^{-62}" in text


def test_scores_that_overflow_show_why_the_largest_is_subtracted() -> None:
    book = made("thinking-machine")
    assert "`L_1` reaches 756.03" in prose(book)
    assert "`L_0` reaches" not in prose(book)
    assert "nan" in printed(book)


@pytest.mark.exhaustive
def test_a_sheet_of_small_scores_shows_no_overflow() -> None:
    assert "709.78" not in prose(made("two-heads-by-hand"))


def test_stated_values_are_used_as_the_sheet_states_them() -> None:
    assert "[[4. 0.]\n [2. 1.]]" in printed(made("stated-weights"))


def test_batches_run_on_values_too() -> None:
    sheet = loads("""
[[question]]
steps = ["Q = split_heads(X, h)", "A = softmax(Q @ Q.T)", "Y = merge_heads(A @ Q)"]
given = { X = [[1, 0, 1, 2], [0, 1, 1, 0]], h = 2 }
""")
    text = notebook.page(sheet.solve())
    assert "Y.shape = (2, 4)" in printed(json.loads(text))


VANISHED = {  # weight -> what a float prints of it
    "a tiny weight": (exp(-40), "0."),
    "a weight near 1": (1 - exp(-40), "1."),
    "a middling weight": (exp(-1), None),
    "a true 0": (Number.of(0), None),
    "a true 1": (Number.of(1), None),
}


@pytest.mark.parametrize(("weight", "shown"), VANISHED.values(), ids=VANISHED)
def test_only_what_is_printed_wrong_is_remarked(weight: Number, shown: str | None) -> None:
    found = [digit for _, _, digit, _ in vanished(Matrix.of([[weight]]), 4)]
    assert found == ([shown] if shown else [])


def test_the_limits_of_doubles() -> None:
    assert overflowing(Matrix.of([[709, 700]])) is None
    assert overflowing(Matrix.of([[710, 711]])) == 711
    assert underflows(Matrix.of([[exp(-800)]]))
    assert not underflows(Matrix.of([[exp(-700)]]))


@pytest.mark.sliced(2)
@pytest.mark.parametrize(
    "sheet",
    [
        "steps = ['N = numbers(W)', 'M = numbers(X)', 'R = N / M']\nshapes = { X = ['n', 'd'], W = ['d', 'k'] }\n[[question.part]]\nasks = ['R']\n",
        "steps = ['s = sum(X)', 't = s * 2', 'B = X / t']\ngiven = { X = [[1, 2], [3, 4]] }\n[[question.part]]\nasks = ['B']\n",
    ],
    ids=["a quotient of counts", "a number made of a number"],
)
def test_the_numbers_that_a_line_is_made_of_come_along(sheet: str) -> None:
    book = json.loads(notebook.page(loads(f"[[question]]\n{sheet}").solve()))
    assert not [cell for cell in book["cells"] if "Error" in str(cell.get("outputs"))]


def test_a_name_in_the_exact_values_is_defined_there() -> None:
    book = json.loads(notebook.page(loads("[[question]]\nsteps = ['A = softmax(S)', 'H = A @ S']\ngiven = { S = [[0, 1], [1, 0]] }\n").solve()))
    text = prose(book)
    assert r"\varepsilon_{1}=\frac{1}{1+e}" in text
    assert text.index(r"\varepsilon_{1}=") == text.index(r"\varepsilon_{1}")


@pytest.mark.exhaustive
def test_without_the_shift_a_softmax_runs_down_where_it_does() -> None:
    sheet = "[[question]]\nsteps = ['A = softmax(S, axis=0)']\ngiven = { S = [[800, 0], [1, 2]] }\n"
    book = json.loads(notebook.page(loads(sheet).solve()))
    source = "\n".join("".join(cell["source"]) for cell in book["cells"])
    assert ".sum(axis=-2, keepdims=True)" in source
    assert "a whole column changes no weight" in source
