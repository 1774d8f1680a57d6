"""One story on a page: every shipped key tells softmax one way, shows nothing twice, and ends no row in a comma."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise, permutations

import pytest

from symattn.files import languages, shipped
from symattn.notation.table import shipped as notations
from symattn.page import page
from symattn.sheet import SolvedSheet, load, loads

SHEETS = sorted(shipped())
GAP, SUM, WORDS = "Only the gap between the two scores", "; the largest score of a", "over the sum of the exponentials of its"
MIXED = """
tokens = ["one", "two", "three"]
{top}
[[question]]
steps = ["A = softmax(X)", "H = A @ Y", "Z = relu(H)"]
given.X = [[1, 2], [3, 1], [0, 5]]
given.Y = [[1, 0], [0, 1]]
[[question]]
steps = ["S = causal_mask(X)", "B = softmax(S)"]
given.X = [[1, 2, 0], [3, 1, 0], [0, 5, 1]]
"""


@cache
def solved(name: str) -> SolvedSheet:
    return load(shipped()[name]).solve()


@cache
def key(name: str, form: str = "text") -> str:
    return page(solved(name), form)


@pytest.mark.sliced(36)
@pytest.mark.parametrize("name", SHEETS)
def test_softmax_is_told_one_way_on_a_sheet(name: str) -> None:
    """By the gap of two scores, or by exponentials over their sum; the weights that it is told of have a story at all."""
    text = " ".join(key(name).split())
    assert not (GAP in text and SUM in text)
    for answer in solved(name).answers:
        for step in answer.exact.steps:
            told = step.op == "softmax" and step.name and step.name not in answer.question.stated and not answer.question.letters
            if told and not getattr(step.value, "is_rational", False):
                assert GAP in text or SUM in text or WORDS in text


@pytest.mark.sliced(18)
@pytest.mark.parametrize("name", SHEETS)
def test_no_link_of_a_chain_is_shown_twice(name: str) -> None:
    for line in key(name).split("\n"):
        links = [link.strip() for link in re.split(r" [=≈] ", re.sub(r" {4,}\[[\d.¼½¾]+\]$", "", line))]
        if line.startswith("    ") and not re.search(r"[⎡⎢⎣⎛⎜⎝]", line):
            assert all(a != b for a, b in pairwise(links[1:])), line


@pytest.mark.sliced(9)
@pytest.mark.parametrize("name", SHEETS)
def test_rounded_weights_are_spoken_of_only_where_decimals_are_shown(name: str) -> None:
    """Behind the decimals of the very line, and with the sum that its row really shows."""
    text = key(name)
    for found in re.finditer(r"The rounded weights in ((?:row|column)s? [\d, and]+) of (\S+) add up to ([\d.]+)", " ".join(text.split())):
        before = " ".join(text.split()).split(f"The rounded weights in {found[1]} of {found[2]}")[0]
        assert "≈" in before.split(f"{found[2]} = ")[-1]


SAID = ("Only the gap between", "Each weight is the exponential", "The exact entries are too long", "Expectations always add up")


@pytest.mark.sliced(36)
@pytest.mark.parametrize("name", SHEETS)
def test_what_is_said_of_a_question_is_said_once(name: str) -> None:
    for question in re.split(r"^Question ", key(name), flags=re.M):
        assert all(question.count(said) < 2 for said in SAID)


DANGLING_TEX = r",(?:\\[,;:!]|\\quad|\\qquad|\s)*(?:\\\\|\\end\{|\\\]|\\right|\$\$)"
DANGLING_TEXT = r",\s*(?:[⎤⎥⎦\]]|$)"


@pytest.mark.sliced(108)
@pytest.mark.parametrize("form", ["tex", "text"])
@pytest.mark.parametrize("name", SHEETS)
def test_no_row_of_a_formula_ends_in_a_comma(name: str, form: str) -> None:
    """Neither before a bracket nor at the end of a line; the sentences of a sheet's author have their commas."""
    own = "".join(shipped()[name].read_text("utf-8").split())
    for line in displayed(key(name, form), form):
        if "".join(line.split()) in own:
            continue
        assert not re.search(DANGLING_TEX if form == "tex" else DANGLING_TEXT, line), line


@pytest.mark.sliced(5)
@pytest.mark.parametrize("notation", sorted(notations()))
def test_no_notation_leaves_a_comma_behind(notation: str) -> None:
    given = "\n".join(f"W_{m}_{h} = [[1, 0], [0, {h}]]" for h in (1, 2) for m in "QKV")
    sheet = loads(f"notation = '{notation}'\n[[question]]\nvariant = 'multi-head-attention'\n[question.given]\nX = [[1, 2], [3, 4]]\n{given}\n")
    for form in ("tex", "text"):
        for line in displayed(page(sheet, form), form):
            assert not re.search(DANGLING_TEX if form == "tex" else DANGLING_TEXT, line), line


def displayed(text: str, form: str) -> list[str]:
    """The formulas of a page: between the marks of a display, or indented and with a matrix in them."""
    if form == "text":
        return [line for line in text.split("\n") if line.startswith("    ") and re.search(r"[⎡⎢⎣] *", line)]
    body = text.split("\\begin{document}")[1]
    found: list[str] = re.findall(r"\\begin\{(?:alignat|align|equation)\*\}.*?\\end\{\w+\*\}|^(?:\{.*)?\\\[.*?\\\]", body, re.DOTALL | re.M)
    return [line for display in found for line in display.split("\n")]


def test_a_comma_left_behind_would_be_seen() -> None:
    assert re.search(DANGLING_TEX, r"A = [1], \\")
    assert re.search(DANGLING_TEX, r"\begin{bmatrix}1,\end{bmatrix}")
    assert re.search(DANGLING_TEXT, "    X = ⎡1  2,⎤")
    assert re.search(DANGLING_TEXT, "    X = ⎡1  2⎤,")


@pytest.mark.sliced(3)
@pytest.mark.parametrize("language", languages())
def test_two_scores_are_told_as_three_are_where_a_sheet_has_both(language: str) -> None:
    """Across questions: the first has two scores a row, the second one, two and three."""
    text = " ".join(page(loads(MIXED.format(top=f"language = '{language}'")), "text").split())
    assert "ε" not in text
    assert "σ₁ = 1 + e⁻¹" in text
    alone = {"en": "“one” looks at itself alone", "de": "„one“ allein auf sich selbst", "fr": "« one » ne regarde que lui-même"}
    assert alone.get(language, "σ") in text


def test_where_a_line_cannot_be_worked_out_in_names_those_before_it_are() -> None:
    """ReLU of a named weight is of no known sign: what feeds it keeps its short form."""
    text = page(loads(MIXED.format(top="").split("[[question]]\nsteps = [\"S")[0]), "text")
    weighted = text.split("H = AY")[1].split("Z = ")[0]
    assert "ε" in weighted
    assert "e^" not in weighted


def test_every_matrix_of_a_batch_that_is_asked_has_its_frame() -> None:
    """Two heads' tables are one answer: both stand in frames, as the tables of one head do."""
    blocks = [line for line in key("heads-in-batches", "tex").split("\\lhs{") if re.match(r"\S+\^\{\([12]\)\}\}", line)]
    assert len(blocks) == 8
    assert all("\\res{" in block for block in blocks)


HEAD = """
{top}
[[question]]
steps = [{steps}]
[question.given]
X = [[1, 2], [0, 1]]
W = [[1, 0], [2, 1]]
"""
SCALED = "'Q = X', 'K = X @ W', 'S = Q @ K.T', 'L = S / sqrt(cols(K))', 'A = softmax(L)', 'M = L / sqrt(cols(K))'"
AT_ONCE = "'Q = X', 'K = X @ W', 'A = softmax(Q @ K.T / sqrt(cols(K)))'"


@pytest.mark.sliced(2)
@pytest.mark.parametrize("detail", ["standard", "full"])
@pytest.mark.parametrize("steps", [SCALED, AT_ONCE], ids=["in a line", "within a line"])
@pytest.mark.parametrize(("language", "said"), [("en", "K has 2 columns, so dₖ = 2."), ("de", "K hat 2 Spalten, also dₖ = 2.")])
def test_the_width_of_the_keys_is_said_once_before_its_sign_stands_anywhere(detail: str, steps: str, language: str, said: str) -> None:
    text = page(loads(HEAD.format(top=f"language = '{language}'", steps=steps)).solve(), "text", detail=detail)
    assert text.count(said) == 1
    assert text.index(said) < text.index("√dₖ")
    assert "dₖ" not in page(loads(HEAD.format(top="", steps=steps)).solve(), "text", detail="brief")  # which shows no formula


@pytest.mark.parametrize("mask", ["none", "causal"])
def test_where_tokens_are_columns_the_width_of_the_keys_is_their_rows(mask: str) -> None:
    weights = "".join(f"W_{k} = [[1, 0, 1], [2, 1, 0]]\n" for k in "QKV")
    text = f"notation = 'columns'\n[[question]]\nvariant = 'attention'\noptions = {{ mask = '{mask}' }}\n[question.given]\nX = [[1], [2], [0]]\n{weights}"
    assert "K has 2 rows, so dₖ = 2." in page(loads(text).solve(), "text")


def test_lines_from_stated_values_are_not_called_right_to_any_place() -> None:
    weights = "".join(f"W_{k} = [[{9 if k in 'QK' else 1}, 0], [0, 9]]\n" for k in "QKV")
    text = f"[[question]]\nvariant = 'attention'\n[question.given]\nX = [[1, 2], [3, 0]]\n{weights}"
    assert "right to" in page(loads(text).solve(), "text")
    assert "right to" not in page(loads(f"{text}[question.stated]\nA = [['0.7', '0.3'], ['0.2', '0.8']]\n").solve(), "text")


@pytest.mark.sliced(8)
@pytest.mark.parametrize("scores", list(permutations((("2", "1"), ("1", "4"), ("sqrt(2)", "0"), ("0", "sqrt(5)")), 3)))
def test_a_gap_is_above_zero_whichever_score_is_larger(scores: tuple[tuple[str, str], ...]) -> None:
    gaps = {("2", "1"): "1", ("1", "4"): "3", ("sqrt(2)", "0"): "√2 ≈ 1.4142", ("0", "sqrt(5)"): "√5 ≈ 2.2361"}
    text = page(loads(f"[[question]]\nsteps = ['A = softmax(L)']\ngiven.L = {json.dumps(scores)}\n").solve(), "text", detail="full")
    table = text[text.index("weights  row  gap") :].split("\n")[1:4]
    assert [re.split(r"\s{2,}", line.strip())[2] for line in table] == [gaps[pair] for pair in scores]


@pytest.mark.parametrize(("name", "count"), [("routing", 2), ("softmax-backwards", 1), ("differential-attention", 0), ("slopes", 0)])
def test_exponentials_stand_where_one_softmax_is_told_for_they_have_no_name(name: str, count: int) -> None:
    assert key(name).count("exponentials =") == count


@pytest.mark.parametrize(("language", "alone", "several"), [
    ("en", ("The row in full", "The largest score is", "The column in full"), ("One row in full", "Row 1, the")),
    ("de", ("Die Zeile ausführlich", "Der größte Score wird", "Die Spalte ausführlich"), ("Eine Zeile ausführlich", "Zeile 1, der")),
    ("fr", ("La ligne en détail", "Le plus grand score est", "La colonne en détail"), ("Une ligne en détail", "Ligne 1, le")),
])  # fmt: skip
def test_the_row_of_a_matrix_that_has_no_other_has_no_number(language: str, alone: tuple[str, ...], several: tuple[str, ...]) -> None:
    def told(scores: str, axis: int = 1) -> str:
        question = f"language = '{language}'\n[[question]]\nsteps = ['A = softmax(L, axis={axis})']\ngiven.L = {scores}\n"
        return page(loads(question).solve(), "text", detail="full")

    for scores in ("[[1, 2, 3]]", "[['sqrt(2)', 0]]"):
        text = told(scores)
        assert alone[0] in text
        assert alone[1] in text
    assert alone[2] in told("[[1], [2], [4]]", axis=0)
    text = told("[[1, 2, 3], [0, 1, 0]]")
    assert all(words in text for words in several)


@pytest.mark.parametrize(("shift", "told"), [("sin(1)*sqrt(2) + cos(2)*sqrt(3) + sin(3)*sqrt(5)", 1), ("0", 0)])
@pytest.mark.parametrize("detail", ["brief", "standard"])
def test_sums_that_are_too_long_for_a_formula_come_with_one_row_in_full(shift: str, told: int, detail: str) -> None:
    """That σ ≈ 1.587 alone says of no weight where it comes from."""
    given = f'[[1, "{shift}", 2], ["{shift}", 0, "sqrt(7)*({shift})"]]'
    text = page(loads(f"[[question]]\nsteps = ['A = softmax(L)']\ngiven.L = {given}\n").solve(), "text", detail=detail)
    assert text.count("One row in full") == (told if detail == "standard" else 0)
    assert len(re.findall("exponentials [=≈]", text)) == text.count("One row in full")
    assert ("σ₂ ≈ " in text) == (told == 1 and detail == "standard")


@pytest.mark.parametrize(("scores", "told"), [("[['-24.3125', '-1.75'], ['8.2645', '-8.9965'], ['4.425', '6.95']]", 0), ("[[1, 2], [0, 1]]", 1)])
def test_a_row_of_which_the_sum_alone_has_room_is_not_told(scores: str, told: int) -> None:
    sheet = loads(f"decimals = 3\n[[question]]\nsteps = ['A = softmax(Q @ Q.T / sqrt(2))']\ngiven.Q = {scores}\n")
    for detail in ("standard", "full"):
        text = page(sheet.solve(), "md", detail=detail)
        assert text.count("in full**") == text.count("\\text{exponentials}") == (told if detail == "full" else 0)
