"""The reader of pages can fail: signs are read as they stand, and what is wrong in what was written is called false."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest
from flint import arb
from student.functions import leaving
from student.pages import read

from symattn.course.delivery import Wanted, deliver
from symattn.sheet import loads

TRUE = [
    "2(1+3)=8", "-3^{2}=-9", "2\\cdot(-3)=-6", "\\frac{1}{2}(4+6)=5", "1/2+1/3=5/6", "e^{-1}\\approx0.3679", "\\sqrt{2}\\sqrt{3}=\\sqrt{6}",
    "\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}\\begin{bmatrix}1\\\\0\\end{bmatrix}=\\begin{bmatrix}1\\\\3\\end{bmatrix}", "2\\, 362\\, 368=2362368",
    "16\\cdot3^{2}=144", "\\log(3)^{2}\\approx1.207", "1-1.651\\cdot10^{-6}\\approx0.9999983", "\\operatorname{softmax}([0,\\log(3)])=[1/4,3/4]",
    "10-(-11)=21", "\\frac{\\sqrt{2}-1}{(1+\\sqrt{2})^{2}}\\approx0.0711", "\\begin{bmatrix}1&-\\infty\\end{bmatrix}=\\begin{bmatrix}1&-\\infty\\end{bmatrix}",
]  # fmt: skip
FALSE = [
    "2\\cdot1+3=8", "e^{1+\\sqrt{2}}\\cdot1+\\sqrt{2}\\approx10.1", "2\\cdot-3=-6", "-10--11=1", "-1+\\sqrt{2}^{2}=(1-\\sqrt{2})^{2}",
    "(-1+\\sqrt{2})^{2}=(1+\\sqrt{2})^{2}", "163^{2}=144", "1/2\\sqrt{2}=1/(2\\sqrt{2})", "\\frac{1-1}{3}=\\frac{1}{3}", "e^{-2+\\sqrt{2}}=e^{-2-\\sqrt{2}}",
    "3.14159\\approx3.15", "\\begin{bmatrix}1&2\\end{bmatrix}=\\begin{bmatrix}1\\\\2\\end{bmatrix}", "2 3=6", "1+-1=0", "\\pi\\approx3.1417",
]  # fmt: skip


@pytest.mark.parametrize("chain", TRUE)
def test_what_holds_as_it_stands(chain: str) -> None:
    count = read(f"$$\n{chain}\n$$", "md")
    assert (count.evaluated, count.false) == (1, [])


@pytest.mark.parametrize("chain", FALSE)
def test_what_holds_only_with_a_bracket_or_a_sign_added_in_thought(chain: str) -> None:
    assert len(read(f"$$\n{chain}\n$$", "md").false) == 1


def test_rounded_numbers_are_told_from_exact_ones() -> None:
    assert read("$$\n1/3\\approx0.33\n$$", "md").false == []
    assert len(read("$$\n1/3=0.33\n$$", "md").false) == 1
    count = read("$$\n1/3\\cdot3\\approx0.33\\cdot3\\approx1.00\n$$", "md")
    assert (count.false, len(count.loose)) == ([], 1)


def test_a_name_is_looked_for_on_the_page() -> None:
    display = "## Question 1\n\n$$\nL=[1,2]\n$$\n\n$$\n{}A=[1/\\sigma_{{1}},2]=[1/4,2]\n$$\n"
    assert [line.split(" in ")[0] for line in read(display.format(""), "md").nameless] == ["md: σ_1"]
    assert read(display.format("\\sigma_{1}=4\n$$\n\n$$\n"), "md").nameless == []


def test_a_matrix_beside_formulas_below_each_other() -> None:
    page = "Question 1\n\n    X = ⎡0   2⎤   w = 3,   v = 4\n        ⎣-1  2⎦   b = {}\n\n    y = w + b = 8\n"
    assert (read(page.format(5), "text").nameless, read(page.format(5), "text").false) == ([], [])
    assert len(read(page.format(6), "text").false) == 1


@pytest.mark.parametrize(("row", "turned"), [("1  2", "−1  −2"), ("7  8  9", "−7  −8  −9"), ("5", "−5")])
def test_a_row_in_brackets_is_one_block_of_a_stacked_matrix(row: str, turned: str) -> None:
    inner = "  ".join(f" {n}" for n in row.split())
    page = f"Question 1\n\n    S = ⎡ [{row}]⎤ = ⎡{{}}⎤\n        ⎣−[{row}]⎦   ⎣{turned}⎦\n"
    count = read(page.format(inner), "text")
    assert (count.evaluated, count.false, count.unread) == (1, [], [])
    assert len(read(page.format(inner.replace(row[0], "4", 1)), "text").false) == 1


def test_a_name_whose_drawing_is_not_understood_is_no_longer_what_another_question_called_so() -> None:
    page = "Question 1\n\n    S = 3\n\nQuestion 2\n\n    S = ⎡1⎤ = [1\n        ⎣2⎦\n\n    B = 2S = 8\n"
    count = read(page, "text")
    assert (count.false, len(count.unread)) == ([], 2)


@pytest.mark.parametrize(("name", "known"), [("mask", True), ("mask_M", True), ("mask_N", False)])
def test_a_mask_is_named_after_a_matrix_of_the_page(name: str, known: bool) -> None:
    page = f"Question 1\n\n    M = [1  0]\n\n    S = [3  4]\n\n    L = S + {name} = [3  −∞]\n"
    assert (read(page, "text").nameless == []) is known


class Mutant(NamedTuple):
    """What a fault in a printer would write: in a page of this sheet and format, one piece in place of another."""

    form: str
    steps: str
    given: str
    piece: str
    instead: str


SOFTMAX = ("['P = softmax(L)', 'R = P - P * P']", "L = [['sqrt(2)', '-2', '1']]")
SCALARS = ("['b = a + 1', 'c = 2 * b', 'd = b * b', 'g = 3 - b']", "a = 'sqrt(2)'")
PRODUCT = ("['C = A @ B', 'D = C / sqrt(2)', 'E = A - B']", "A = [['1 + sqrt(2)', '-3'], ['1/2', '2']]\nB = [['2', '-1'], ['sqrt(3)', '1/3']]")
MUTANTS = [
    Mutant("tex", *SOFTMAX, "e^{{-}(2+\\sqrt{2})}", "e^{{-}2+\\sqrt{2}}"),
    Mutant("md", *SOFTMAX, "\\sigma_{1}^{2}", "\\sigma_{1}"),
    Mutant("text", *SOFTMAX, "e^(1 − √2)", "e^(1 + √2)"),
    Mutant("html", *SOFTMAX, "<mo>≈</mo>", "<mo>=</mo>"),
    Mutant("tex", *SCALARS, "(1+\\sqrt{2})", "1+\\sqrt{2}"),
    Mutant("md", *SCALARS, "3-(", "3+("),
    Mutant("text", *SCALARS, "(1 + √2)", "1 + √2"),
    Mutant("html", *SCALARS, "<mo>−</mo>", "<mo>+</mo>"),
    Mutant("tex", *PRODUCT, "\\frac{1}{\\sqrt{2}}", "\\frac{1}{2}"),
    Mutant("md", *PRODUCT, "2+2\\sqrt{2}", "2+\\sqrt{2}"),
    Mutant("text", *PRODUCT, "⎡1 + √2", "⎡1 − √2"),
    Mutant("html", *PRODUCT, "<mn>2</mn>", "<mn>3</mn>"),
    Mutant("md", *PRODUCT, "\\sqrt{3}", "\\sqrt{2}"),
    Mutant("text", *PRODUCT, "√3", "3"),
]  # fmt: skip


def page(mutant: Mutant) -> str:
    sheet = loads(f"width = '170mm'\n[[question]]\nprompt = 'x'\nsteps = {mutant.steps}\n[question.given]\n{mutant.given}\n")
    return deliver(sheet, Wanted(mutant.form, detail="full"), sheet.solve()).decode()


@pytest.mark.sliced(8)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.form} {m.piece} as {m.instead}")
def test_a_wrong_sign_bracket_or_denominator_in_what_is_written_is_called_false(mutant: Mutant) -> None:
    written = page(mutant)
    assert read(written, mutant.form).false == []
    places = [k for k in range(len(written)) if written.startswith(mutant.piece, k)]
    assert places, written
    wrong = [written[:k] + mutant.instead + written[k + len(mutant.piece) :] for k in places]
    found = [bool(read(text, mutant.form).false) for text in wrong]
    assert any(found), "no place of it is missed"


ONE_MATRIX = [
    "sum(A)", "sum(A, axis=0)", "mean(A, axis=1)", "prod(A, axis=1)", "var(A)", "var(A, axis=1)", "max(A, axis=1)", "min(-A, axis=0)",
    "argmax(A)", "argmax(A, axis=0)", "cumsum(A)", "cumsum(A, axis=0)", "logsumexp(A)", "entropy(A * A)", "normalize(A)", "norm(A)",
    "norm(A, axis=0)", "norm(A, axis=1)", "triu(A)", "round(A / 4, 1)", "reshape(A, (3, -1))", "top_k(A, 2)", "keep_top_k(A, 1)",
    "top_p(A, 1/2)", "top_places(A, 2)", "argsort(A)", "alibi(A.T, 1/2)", "window_mask(A, 3)", "layer_norm(A, eps=2)", "rms_norm(A, eps=2)",
    "rope(A[:, 1:3], base=100, step=1/2)", "repeat(A, 2)", "kron(A, A)", "trace(A @ A.T)", "split_heads(A, 3)", "merge_heads(split_heads(A, 3))",
    "lookup(A, B)", "gather(A, C.T)", "where(A == 20, A, 2 * A)", "A == 20", "abs(A) - 2 * abs(A)", "log2(A * A)",
]  # fmt: skip


@pytest.mark.sliced(8)
@pytest.mark.parametrize("form", ["md", "tex", "text", "html"])
@pytest.mark.parametrize("line", ONE_MATRIX)
def test_an_entry_that_does_not_give_what_a_formula_of_it_is_said_to_be_is_called_false(line: str, form: str) -> None:
    given = "A = [[2, -7, 16], [3, 15, 20]]" + "\nB = [[1, 0]]" * ("B" in line) + "\nC = [[0, 2]]" * ("C" in line)
    with leaving(arb(0)) if line.startswith("keep") else nullcontext():
        test_a_wrong_sign_bracket_or_denominator_in_what_is_written_is_called_false(Mutant(form, f"['Z = {line}']", given, "20", "10"))


def test_the_reader_knows_nothing_of_the_printers() -> None:
    sources = "".join(path.read_text("utf-8") for path in (Path(__file__).parent / "student").glob("*.py"))
    assert "symattn" not in sources
