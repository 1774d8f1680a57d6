"""What the page does by itself: names for weights, marks, lines that break, decimals that line up."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from symattn.boxes import Box, Grid, Ink, Row, number, row
from symattn.boxes.latex import read
from symattn.boxes.measure import width
from symattn.exact.functions import exp, root
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number, same_form
from symattn.files import shipped
from symattn.formats import writer
from symattn.formats.text import TERMINAL
from symattn.marking import check
from symattn.notation.values import ValuePrinter, power_of_ten, rounded
from symattn.page import layout, matrices, page
from symattn.page.engine import Engine, sections
from symattn.page.layout import Eq
from symattn.page.naming import Naming
from symattn.sheet import Sheet, load, loads

TEXT, TEX = writer("text"), writer("tex")
ROOT2, ROOT3 = root(2), root(3)
WEIGHT = 1 / (1 + exp(3 * ROOT2))
TINY = 1 / (1 + exp(Number.of(Fraction("246.4")) / ROOT3))

EXACT: dict[str, tuple[Number, bool, str]] = {
    "a whole number": (Number.of(-3), False, "−3"),
    "a fraction stays one": (Number.of(Fraction(1, 3)), False, "1/3"),
    "a sheet of decimals answers in decimals": (Number.of(Fraction(79, 5)), True, "15.8"),
    "a third has no end": (Number.of(Fraction(1, 3)), True, "1/3"),
    "a root": (5 * ROOT2, False, "5√2"),
    "a root below a decimal": (Number.of(Fraction("246.4")) / ROOT3, True, "246.4/√3"),
    "a cube root stays above": (3 * root(2, 3) / 10, True, "(3∛2)/10"),
    "a softmax weight": (WEIGHT, False, "1/(1 + e^(3√2))"),
    "what is left of 1 is one fraction": (1 - WEIGHT, False, "e^(3√2)/(1 + e^(3√2))"),
    "e itself": (exp(Number.of(1)), False, "e"),
}


@pytest.mark.parametrize(("value", "decimals", "shown"), EXACT.values(), ids=EXACT)
def test_exact_values(value: Number, decimals: bool, shown: str) -> None:
    assert TEXT.inline(ValuePrinter(decimals).exact(value)) == shown


E = exp(Number.of(1))
SIGMA = 1 / (1 + E)
REDUCED: dict[str, tuple[Number, str]] = {
    "a residual joins the weight": (3 + (2 * E - 2) * SIGMA, "(1 + 5e)/(1 + e)"),
    "what is left of 1 is longer joined": (3 - SIGMA, "3 − 1/(1 + e)"),
    "a derivative of weights": ((1 + 9 * E) / 2 * SIGMA * SIGMA - SIGMA / 2, "(4e)/(1 + e)²"),
    "a gate of a tanh": (E * SIGMA - 2 * E * SIGMA / (1 + E * E), "(e² − e)/(1 + e²)"),
    "what cancels": (-1 + (2 + E) * SIGMA, "1/(1 + e)"),
    "too long to be tried": (1 + sum((exp(Number.of(k)) / (1 + exp(Number.of(k)) + E) for k in (3, 5, 7, 9)), Number.of(0)), ""),
}


@pytest.mark.parametrize(("value", "shown"), REDUCED.values(), ids=REDUCED)
def test_exact_results_are_over_one_denominator_where_that_is_shorter(value: Number, shown: str) -> None:
    assert TEXT.inline(ValuePrinter().exact(value)) == shown or not shown
    assert len(TEXT.inline(ValuePrinter().exact(value))) < 200


def test_a_rows_sum_is_taken_out_of_what_stands_over_it() -> None:
    naming, first, far = Naming(), exp(Number.of(-1)), exp(Number.of(-2))
    over = naming.named(1 + first + far, "sum", "A", ()) ** -1
    reduced = {
        "-1 + (1 + e^-1)/s": (-1 + (1 + first) * over, -far * over),
        "(2 + 2e^-1 + 2e^-2)/s": ((2 + 2 * first + 2 * far) * over, Number.of(2)),
        "-1 + 1/s stays": (-1 + over, -1 + over),
    }
    for said, (value, wanted) in reduced.items():
        assert same_form(naming.reduced(value), wanted), said


ROUNDED: dict[str, tuple[Number, str]] = {
    "four places": (WEIGHT, "0.0142"),
    "an exact decimal stays bare": (Number.of(Fraction(1, 2)), "0.5"),
    "a third is rounded": (Number.of(Fraction(1, 3)), "0.3333"),
    "a tiny weight is no 0": (TINY, "1.651·10⁻⁶²"),
    "its partner is no 1": (1 - TINY, "1 − 1.651·10⁻⁶²"),
    "0 is 0": (Number.of(0), "0"),
}


@pytest.mark.parametrize(("value", "shown"), ROUNDED.values(), ids=ROUNDED)
def test_rounded_values(value: Number, shown: str) -> None:
    assert TEXT.inline(rounded(value, 4)) == shown


def test_three_significant_digits() -> None:
    assert TEXT.inline(power_of_ten(1 / (1 + exp(7 * ROOT2)), 3)) == "5.02·10⁻⁵"


def test_decimals_of_one_matrix_have_equal_places_on_the_right() -> None:
    grid = matrices.exact(Matrix.of([[7, 8], [Fraction("15.8"), 21]]), ValuePrinter(decimals=True))
    assert TEX.write(grid) == r"\begin{bmatrix*}[r]7.0 & 8.0 \\ 15.8 & 21.0\end{bmatrix*}"


def test_a_masked_score_is_minus_infinity() -> None:
    grid = matrices.exact(Matrix.of([[1, BLOCKED], [2, 3]]), ValuePrinter())
    assert TEXT.inline(grid) == "[1 −∞; 2 3]"


def test_cells_as_the_sheet_writes_them() -> None:
    grid = matrices.written([["0.10", "-1"], ["2", "3.5"]])
    assert grid is not None
    assert TEXT.inline(grid) == "[0.10 −1; 2 3.5]"
    assert matrices.written([["sqrt(2)"]]) is None


MARKS = {
    "none is said": (Fraction(0), "0 marks"),
    "one": (Fraction(1), "1 mark"),
    "halves": (Fraction(5, 2), "2½ marks"),
    "less than one": (Fraction(1, 2), "½ mark"),
    "quarters": (Fraction(1, 4), "¼ mark"),
    "tenths": (Fraction(7, 10), "0.7 marks"),
}


@pytest.mark.parametrize(("value", "shown"), MARKS.values(), ids=MARKS)
def test_marks_in_words(value: Fraction, shown: str) -> None:
    assert Engine("text").marks(value, words=True) == shown


def test_a_german_page_writes_marks_as_germans_do() -> None:
    german = Engine("text", language="de")
    told = [german.marks(Fraction(value), words=True) for value in ("3/4", "1.3", "1", "2")]
    assert told == ["¾ Punkt", "1,3 Punkte", "1 Punkt", "2 Punkte"]
    earned = german.environment.from_string("<% import 'words/feedback.j2' as say with context %><< say.earned(got, of) >>")
    assert earned.render(got=Fraction("2.3"), of=3) == "2,3 von 3 Punkten"
    assert earned.render(got=Fraction("3/4"), of=1) == "¾ von 1 Punkt"


SHEET = """
[[question]]
variant = "multi-head-attention"
[question.given]
X = [[1, 2], [3, 4]]
W_Q_1 = [[1, 0], [0, 1]]
W_K_1 = [[0, 1], [1, 0]]
W_V_1 = [[1, 0], [0, -1]]
W_Q_2 = [[0, 1], [1, 0]]
W_K_2 = [[1, 0], [0, 1]]
W_V_2 = [[0, 1], [-1, 0]]
W_O = [[1, 0], [0, 1], [-1, 0], [0, -1]]
"""
PART = """
[[question.part]]
label = "{0}"
prompt = "Compute."
asks = [{1}]
marks = {2}
"""
EARNED = {
    "a mark for each family": ('"Q_1", "Q_2", "K_1", "K_2", "V_1", "V_2"', "3", ["1", "1", "1"]),
    "lines on the way earn nothing": ('"A_1", "A_2"', "5", ["", "", "", "", "5"]),
    "too few marks go to what is asked": ('"A_1", "A_2"', "1", ["", "", "", "", "1"]),
    "halves": ('"Q_1", "Q_2", "K_1", "K_2"', "3", ["1½", "1½"]),
    "no marks": ('"Q_1"', "0", [""]),
}


@pytest.mark.parametrize(("asks", "total", "earned"), EARNED.values(), ids=EARNED)
def test_marks_stand_at_the_line_that_earns_them(asks: str, total: str, earned: list[str]) -> None:
    sheet = loads(SHEET + PART.format("a", asks, total))
    (section,) = sections(sheet.questions[0], ["Q_i", "K_i", "V_i", "S_i", "L_i", "A_i", "H_i"])
    assert [family.mark for family in section.families] == earned


def test_a_part_shows_what_no_earlier_part_has_shown() -> None:
    sheet = loads(SHEET + PART.format("a", '"Q_1", "Q_2"', 1) + PART.format("b", '"L_1", "L_2"', 1))
    first, second = sections(sheet.questions[0], ["Q_i", "K_i", "V_i", "S_i", "L_i"])
    assert [[line.name for line in f.lines] for f in first.families] == [["Q_1", "Q_2"]]
    assert [[line.name for line in f.lines] for f in second.families] == [["K_1", "K_2"], ["S_1", "S_2"], ["L_1", "L_2"]]


COUNTED = """
[[question]]
steps = ["g_1 = a / 2", "L_1 = 3 + g_1", "c_1 = a / 4", "L_2 = 5 + c_1", "K_1 = X * L_2", "K_2 = X * c_1"]
given = {{ a = 8, X = [[1, 2]] }}
working = "{policy}"
"""


@pytest.mark.parametrize("policy", ["exact", "decimals", "carried", "letters"])
def test_no_number_stands_before_those_that_it_is_made_of(policy: str) -> None:
    text = page(loads(COUNTED.format(policy=policy)).solve(), "text")
    order = [text.index(f"    {name} = ") for name in ("g₁", "L₁", "c₁", "L₂", "K₁", "K₂")]
    assert order == sorted(order)


def matrix_of(rows: int, columns: int) -> Grid:
    return Grid(tuple(tuple(number("12.5") for _ in range(columns)) for _ in range(rows)), align="r")


def test_a_line_that_is_full_breaks_before_the_sign() -> None:
    eq = Eq(Ink("Y"), (("=", matrix_of(2, 5)), ("=", matrix_of(2, 5)), ("≈", matrix_of(2, 5))), mark="1")
    (display,) = layout.displays([eq], 10)
    assert [len(line.chain) for line in display.lines] == [2, 1]
    assert [line.mark for line in display.lines] == ["", "1"]


def test_marks_stand_behind_a_line_that_begins_at_the_left_edge() -> None:
    eq = Eq(Ink("Y"), (("=", matrix_of(2, 13)), ("≈", matrix_of(2, 5))), mark="1")
    for axis, flush in ((10, False), (60, True)):
        found = layout.displays([eq], axis)
        assert {display.flush for display in found} == {flush}
        assert [line.mark for display in found for line in display.lines] == ["", "1"]


def test_a_matrix_too_wide_for_the_page_is_set_smaller() -> None:
    (display,) = layout.displays([Eq(Ink("Y"), (("=", matrix_of(2, 14)),))], 10)
    assert display.size == "small"


def test_a_matrix_wider_than_any_size_comes_in_blocks_that_name_their_columns() -> None:
    blocks = layout.chunks(matrix_of(2, 40), 140, Engine("text").span)
    assert len(blocks) > 1
    assert "columns 1 to" in TEXT.inline(blocks[0])
    assert sum(block.items[-1].columns for block in blocks) == 40  # type: ignore[union-attr]
    assert all(width(block) * 0.75 <= 140 for block in blocks)


@pytest.mark.sliced(6)
@pytest.mark.parametrize(("rows", "cols"), [(60, 2), (45, 1), (44, 3), (100, 40), (3, 60), (60, 60)])
def test_the_blocks_of_a_large_matrix_name_each_entry_once(rows: int, cols: int) -> None:
    grid = matrix_of(rows, cols)
    assert isinstance(grid, Grid)
    blocks = [block.items[-1] if isinstance(block, Row) else block for block in layout.chunks(grid, 140, Engine("text").span)]
    assert all(isinstance(block, Grid) and len(block.rows) <= layout.TALLEST for block in blocks)
    assert sum(len(block.rows) * block.columns for block in blocks) == rows * cols  # type: ignore[union-attr]


def test_two_heads_stand_side_by_side_only_where_both_fit() -> None:
    narrow = [Eq(Ink("Q"), (("=", matrix_of(2, 2)),))]
    wide = [Eq(Ink("Q"), (("=", matrix_of(2, 9)),))]
    assert layout.paired(narrow, narrow, 10) is not None
    assert layout.paired(wide, wide, 10) is None


@pytest.mark.parametrize("latex", [r"\mathbf{Q}^{1}", r"\frac{1}{1+e^{3\sqrt2}}", r"\begin{bmatrix}1&2\\3&4\end{bmatrix}"])
def test_a_row_is_as_wide_as_its_parts(latex: str) -> None:
    box: Box = read(latex)
    assert width(row(box, box)) == pytest.approx(2 * width(box))


def test_weights_down_the_columns_are_spoken_of_as_columns() -> None:
    sheet = loads("[[question]]\nsteps = ['A = softmax(X, axis=0)']\ngiven.X = [[1, 2], [3, 4]]\n", "ax.toml")
    found = shown(sheet, detail="full")
    assert "gap between the two scores of a column matters" in found
    assert "Column 1, the largest score subtracted first" in found
    assert "add up to" not in found  # 0.1192 and 0.8808 do, column by column


def test_a_width_of_one_is_one_column() -> None:
    sheet = loads("[[question]]\nvariant = 'attention'\ngiven = {X = [[1]], W_Q = [[1]], W_K = [[1]], W_V = [[1]]}\n", "one.toml")
    assert "K has 1 column, so" in shown(sheet)


def test_in_full_every_entry_of_a_product_of_two_matrices_is_written_out() -> None:
    lines = "[[question]]\nsteps = ['S = X @ Y', 'T = exp(X) @ Y']\ngiven = {X = [[1, 2], [3, 4]], Y = [[5], [6]]}\n"
    found, usual = (shown(loads(lines, "dots.toml"), detail) for detail in ("full", "standard"))
    entries = ["(S)₁₁ = 1(5) + 2(6) = 17", "(S)₂₁ = 3(5) + 4(6) = 39"]
    assert [entry in found for entry in entries] == [True, True], found
    assert not any(entry in usual for entry in entries)
    assert "(T)₁₁" not in found  # e to a matrix has no entries of its own on the page


@pytest.mark.parametrize(("line", "says"), [
    ("zeros(2, 2) + B", "Z = B = ["), ("B + zeros(2, 2)", "Z = B = ["), ("softmax(zeros(2, 2) + S)", "Z = softmax(S) = ["),
    ("(zeros(2, 2) + S).T", "Z = Sᵀ = ["), ("zeros(2, 2) + B + S", "Z = B + S = ["), ("zeros(2, 2) + r", "Z = 𝟎_(2×2) + r = "),
])  # fmt: skip
def test_zeros_that_change_nothing_are_not_printed(line: str, says: str) -> None:
    given = {"B": "[[0, 1], [0, 0]]", "S": "[[1, 2], [3, 4]]", "r": "[[1, 2]]"}
    used = ", ".join(f"{name} = {rows}" for name, rows in given.items() if name in line)
    found = shown(loads(f"[[question]]\nsteps = ['Z = {line}']\ngiven = {{ {used} }}\n", "zeros.toml"))
    assert says in found.replace("⎡", "[")


@pytest.mark.parametrize(("left", "right", "told"), [
    ([[1, 0], [0, 0]], [[0, 2], [3, 4]], ["₁₂"]),
    ([["0.0", "0.5"], [0, 2]], [[1, 0], [0, 3]], ["₁₂", "₂₂"]),
    ([[0, 0], [0, 0]], [[1, 2], [3, 4]], []),
    ([[1, -1], [0, 1]], [[1, 1], [1, 1]], ["₁₁", "₁₂", "₂₁", "₂₂"]),  # 1 − 1 is no sum of zeros
])  # fmt: skip
def test_in_full_a_sum_of_zeros_is_not_written_out(left: list[list[object]], right: list[list[object]], told: list[str]) -> None:
    sheet = loads(f"[[question]]\nsteps = ['S = X @ Y']\ngiven = {{X = {left}, Y = {right}}}\n", "zeros.toml")
    found = shown(sheet, "full")
    assert [place for place in ("₁₁", "₁₂", "₂₁", "₂₂") if f"(S){place} =" in found] == told
    assert ("written out below" in found or "Each entry is a row" in found) == bool(told)


def shown(sheet: Sheet, detail: str = "standard") -> str:
    return " ".join(page(sheet, format="text", detail=detail).split())


def test_a_long_reason_stays_in_its_column_on_a_terminal() -> None:
    steps = "where = ['d = h*d_k']\nsteps = ['Q = split_heads(X, h)', 'S = Q @ Q.T @ Q']\nsizes = { n = 4, d = 1024, h = 8 }\n"
    lines = page(loads(f"[[question]]\n{steps}shapes = {{ X = ['n', 'd'] }}\n").solve(), "text").split("\n")
    head, *rows = lines[lines.index(next(line for line in lines if "Why" in line)) :]
    assert [row[: head.index("Why")].strip() for row in rows[1:3] if "cancels" not in row] == ["", ""]
    assert all(row[head.index("Why") - 1] == " " != row[head.index("Why")] for row in rows[:5])


def test_beside_names_whole_numbers_have_no_one_point_nought() -> None:
    a, given = "softmax(top_k(S, 2))", "given = {S = [[1.5, 0.5, -2], [0.5, -2, 0.5]]}"  # a row of 0.5 has decimals
    shown = page(loads(f"[[question]]\nsteps = ['A = {a}']\n{given}\n").solve(), "text")
    assert "⎡1 − ε₁  ε₁   0 ⎤" in shown
    assert "1.0" not in shown


def test_a_root_before_a_named_weight_has_no_one_point_nought() -> None:
    given = "given = {X = [[1, 0], [0, 1]], W_Q = [[1, 2], [0, 1]], W_K = [[1, 0], [1, 1]], W_V = [['1/3', 0.5], ['sqrt(2)', 1]]}"
    asked = "show = {H = {as = 'exact'}}"
    shown = page(loads(f"[[question]]\nvariant = 'attention'\n{given}\n{asked}\n").solve(), "text")
    assert "√2 + ε₁/3 − √2ε₁  1 − 0.5ε₁" in shown


ONE = [[1, 0], [0, 1]]  # of the tokens, so that the scores are W
LOOKS = {
    "a word that looks at another": ("W = [[0, 2], [2, 0]]", "In A “cat” looks mostly at “sat” and “sat” looks mostly at “cat”."),
    "a word that looks at itself": (
        "W = [[2, 0], [0, 2]]",
        "In A “cat” looks mostly at itself and “sat” looks mostly at itself.",
    ),
    "nobody looks mostly anywhere": ("W = [[1, 1], [1, 1]]", ""),
    "nobody by what no decimal shows": ("W = [['1/1000000', 0], [0, '1/1000000']]", ""),
}


@pytest.mark.parametrize(("given", "says"), LOOKS.values(), ids=LOOKS)
def test_a_sentence_reads_the_weights(given: str, says: str) -> None:
    steps = "['A = softmax(X @ W @ X.T)']"
    sheet = loads(f"tokens = ['cat', 'sat']\n[[question]]\nsteps = {steps}\n[question.given]\nX = {ONE}\n{given}\n")
    text = " ".join(page(sheet, "text").split())
    assert says in text
    assert ("mostly" in text) == bool(says)


def test_words_that_are_the_same_are_told_apart() -> None:
    sheet = loads(f"tokens = ['a', 'a']\n[[question]]\nsteps = ['A = softmax(X @ W @ X.T)']\ngiven = {{ X = {ONE}, W = [[2, 0], [4, 0]] }}\n")
    assert "“a (1)” looks mostly at itself and “a (2)” looks mostly at “a (1)”." in " ".join(page(sheet, "text").split())


@pytest.mark.parametrize(("language", "told"), [("en", "word: a, “.”."), ("de", "Wort: a, „.“."), ("fr", "mot : a, « . ».")])
def test_a_point_among_the_words_stands_in_quotes(language: str, told: str) -> None:
    sheet = loads(f"language = '{language}'\ntokens = ['a', '.']\n[[question]]\nsteps = ['A = softmax(X)']\ngiven.X = {ONE}\n")
    assert told in " ".join(page(sheet, "text").split()).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("letter", ["phi", "epsilon"])
@pytest.mark.parametrize("form", ["tex", "md"])
def test_a_letter_is_drawn_as_the_author_draws_it(letter: str, form: str) -> None:
    made = [page(loads(f"[[question]]\nprompt = '$\\{own}$'\nsteps = ['B = {letter} * A']\ngiven = {{ A = [[1, 2]], {letter} = 2 }}\n"), form) for own in (letter, f"var{letter}", "pi")]
    assert f"\\var{letter}" not in made[0]
    assert all(f"\\var{letter}" in text for text in made[1:])


def test_a_row_that_is_no_word_is_not_named() -> None:
    head = "tokens = ['le', 'chat', 'dort']\n[[question]]\nvariant = 'attention'\nworking = 'decimals'\n[question.given]\n"
    given = "X = [[1, 0], [1, 1]]\nmemory = [[1, 0], [0, 1], [0, 0]]\n" + "".join(f"W_{x} = [[1, 0], [0, 1]]\n" for x in "QKV")
    assert "the token" not in page(loads(head + given), "text")


def test_a_zero_beside_exact_fractions_has_no_decimals() -> None:
    text = shown(loads("[[question]]\nsteps = ['A = normalize(E)']\ngiven.E = [['1', 'exp(1)', 0], ['0.75', '0.25', 0]]\n"))
    assert "0.00" not in text


def test_the_argument_of_a_sine_is_no_small_fraction() -> None:
    steps = "steps = ['P = positional_encoding(2, 4, base=100)', 'Q = P + X']\ngiven.X = [[1, 0, 0, 0], [0, 0, 0, 0]]"
    assert "sin(1/10)" in shown(loads(f"[[question]]\n{steps}\n"))


@pytest.mark.sliced(4)
@pytest.mark.parametrize("name", ["designs", "gated-block", "cross-attention", "grouped-queries"])
def test_a_page_of_text_fits_a_terminal(name: str) -> None:
    lines = page(load(shipped()[name]), "text").split("\n")
    assert max(map(len, lines)) <= TERMINAL + 8  # a framed result does not break


def test_only_lines_that_miss_a_decimal_by_a_tiny_weight_are_said_to_be_so_near() -> None:
    given = "X = [[1, 0], [0, 1]]\nS_1 = [[2, 0], [0, 0]]\nS_2 = [[20, 0], [0, 0]]\nV = [[3, 0], [0, 3]]"
    steps = "steps = ['A_1 = softmax(S_1)', 'A_2 = softmax(S_2)', 'H_1 = A_1 @ V', 'H_2 = A_2 @ V']"
    said = re.findall(r"Every decimal (.*?)is right", shown(loads(f"[[question]]\n{steps}\n[question.given]\n{given}\n")))
    assert said == ["of head₂ above "]


@pytest.mark.exhaustive
def test_neighbouring_lines_of_a_part_are_of_one_size() -> None:
    sizes_of = (("softmax-backwards", "standard", ""), ("transformer-block", "standard", ""), ("two-heads-by-hand", "full", "small"))
    for name, detail, size in sizes_of:
        key = page(load(shipped()[name]), "tex", detail=detail)
        for working in re.findall(r"\\begin{(?:long)?working}\[(.*?)\\end{(?:long)?working}", key, re.DOTALL):
            sizes = set(re.findall(r"^(?:\{\\(\w+)\\setlength\\arraycolsep\{2.4pt\}\n)?\\shown\\begin{align(?:at)?\*}", working, re.MULTILINE))
            assert len(sizes) <= 1, name
        assert f"{{\\{size}\\setlength" in key or not size


@pytest.mark.exhaustive
def test_tables_of_shapes_fit_the_page_however_many_and_long_their_lines_are() -> None:
    lines = [f"Y{k} = softmax((X @ W{k}) @ (X @ U{k}).T / sqrt(cols(W{k}))) @ (X @ V{k})" for k in range(30)]
    given = 'X = ["batch", "tokens", "d"]\n' + "".join(f'{m}{k} = ["d", "h*k"]\n' for k in range(30) for m in "WUV")
    asks = [line.split()[0] for line in lines]
    key = str(page(loads(f"[[question]]\nsteps = {lines}\n[question.shapes]\n{given}[[question.part]]\nasks = {asks}\n"), "tex"))
    tables = re.findall(r"\\begin{tabular}.*?\\end{tabular}", key, re.DOTALL)
    assert len(tables) > 1
    assert [table.count("softmax") for table in tables] != [30]
    assert sum(table.count("softmax") for table in tables) == 30
    for shapes, reasons in re.findall(r"lp{(\d+)mm}>{[^}]*}p{(\d+)mm}", key):
        assert int(shapes) + int(reasons) + 50 <= 150
    small = str(page(load(shipped()["latent-cache"]), "tex"))
    assert small.count("\\begin{tabular}") == 1
    assert "lp{22mm}" in small


@pytest.mark.parametrize(("shape", "sizes", "millimetres"), [('["n", "d"]', "", 22), ("[4, 6]", "", 22), ('["n", "d"]', "sizes = { n = 4, d = 6 }\n", 38), ('["n", 6]', "sizes = { n = 4 }\n", 38)])
def test_the_column_of_shapes_has_room_for_numbers_where_they_stand_beside_letters(shape: str, sizes: str, millimetres: int) -> None:
    sheet = f'[[question]]\nsteps = ["S = X @ X.T"]\n{sizes}[question.shapes]\nX = {shape}\n[[question.part]]\nlabel = "a"\nprompt = "Shapes?"\nasks = ["S"]\n'
    assert re.findall(r"lp{(\d+)mm}", str(page(loads(sheet), "tex"))) == [str(millimetres)]


LEFT = {name: shipped()[name].read_text(encoding="utf-8") for name in ("attention-laws", "counting-gpt2")} | {
    line: f'working = "decimals"\n[[question]]\nsteps = ["{line}"]\ngiven.X = [[1, 2], [3, 0.5]]\n'
    for line in ("A = softmax(X)", "N = layer_norm(X)", "N = rms_norm(X)", "l = cross_entropy(X, [[0], [1]])", "R = rope(X)", "P = positional_encoding(2, 2)")
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.exhaustive if name == "attention-laws" else ()) for name in LEFT])
def test_what_stands_left_of_a_sign_is_within_the_margin(name: str) -> None:
    """The axis of a box of working is as wide as the widest name in it, words that stand where names do among them; lhs sets a wider one over the margin."""
    key = str(page(loads(LEFT[name]), "tex"))
    boxes = re.findall(r"\\begin{(?:long)?working}.*?\\end{(?:long)?working}", key, re.DOTALL)
    left = [(side, box) for box in boxes for side in re.findall(r"^\\lhs{(.*?)}&", box, re.MULTILINE)]
    assert left
    for side, box in left:
        assert f"\\widest{{{side}}}" in box


@pytest.mark.parametrize(("form", "told"), [("text", ""), ("md", "underlined"), ("html", "shaded"), ("tex", "shaded")])
def test_what_is_said_of_a_picked_row_and_column_is_what_the_format_shows(form: str, told: str) -> None:
    sheet = loads('[[question]]\nsteps = ["Y = X @ W"]\ngiven = { X = [[1, 2], [3, 4]], W = [[5, 6], [7, 8]] }\n')
    assert re.findall("(shaded|underlined) row and column", page(sheet, format=form, detail="full")) == ([told] if told else [])


@pytest.mark.parametrize(("entry", "shown"), [("1/3", "0.3333"), ("2/7", "0.2857"), ("1/4", "0.25")])
def test_beside_a_tiny_weight_no_endless_fraction_stands_for_decimals(entry: str, shown: str) -> None:
    text = page(loads(f"[[question]]\nsteps = ['A = softmax(S)', 'H = A @ V']\ngiven = {{ S = [[30, 0]], V = [['{entry}'], ['0']] }}\n"), "text")
    *_, rounded = re.findall(r"≈ *([\d.]+) ", text)
    assert rounded == shown
    assert ("Every decimal" in text) == (entry == "1/4")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(("asks", "times"), [('["S", "A"]', 1), ('["S", "L", "A"]', 2), ('["L"]', 2)])
def test_a_line_that_is_another_is_printed_once_more_where_it_is_asked_alone(tmp_path: Path, language: str, asks: str, times: int) -> None:
    given = "X = [[1, 2], [0, 1]], W_Q = [[7, 0], [1, 1]], W_K = [[1, 0], [0, 1]], W_V = [[1, 0], [3, 1]]"
    sheet = loads(
        f'language = "{language}"\n[[question]]\nvariant = "attention"\noptions = {{ scale = false }}\ngiven = {{ {given} }}\n'
        f"[[question.part]]\nasks = {asks}\n"
    )
    text = page(sheet.solve(), "text")
    assert text.count("⎡13  2⎤") == times
    for name in ("S", "L"):
        (tmp_path / "answers.toml").write_text(f"[q1]\n{name} = [[13, 2], [3, 1]]\n", encoding="utf-8")
        found = check(sheet, tmp_path / "answers.toml").answers[0].questions[0].results
        assert all(result.verdict == "correct" for result in found if result.name == name)


@pytest.mark.parametrize("line", ["S = Q @ (X @ W).T", "S = (X @ W).T + E", "S = 2 * (X @ W).T"])
def test_a_column_times_a_row_stands_with_its_matrices_turned_or_not(line: str) -> None:
    given = "Q = [[1, 2], [0, 1]]\nE = [[1, 1], [0, 1]]\nX = [[1], [2]]\nW = [[3, -1]]"
    text = page(loads(f'[[question]]\nsteps = ["{line}"]\n[question.given]\n{given}\n').solve(), "text")
    assert "⎡ 3⎤[1  2]" in text


@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
@pytest.mark.parametrize("line", ["w = sum(-A)", "w = sum(-(-A))", "w = mean(-A)"])
def test_zero_has_no_sign(line: str, policy: str) -> None:
    given = '[question.given]\nA = [[-1, 2], [0, "1/3"]]\n'
    text = page(loads(f'decimals = 1\nworking = "{policy}"\n[[question]]\nsteps = ["{line}"]\n{given}').solve(), "text")
    assert "−0)" not in text
    assert "−0.0)" not in text
    assert " + 0" in text


@pytest.mark.parametrize("key", [True, False])
@pytest.mark.parametrize("form", ["text", "md", "html", "tex"])
@pytest.mark.parametrize(("earned", "said"), [("2 1.5 0", "3½ marks"), ("1", "1 mark"), ("0 0", ""), ("4 3", "7 marks")])
def test_a_question_has_the_marks_of_its_parts(earned: str, said: str, form: str, key: bool) -> None:
    parts = "".join(f"[[question.part]]\nprompt = 'Part.'\nlabel = '{'abc'[k]}'\nasks = ['L{k}']\nmarks = {marks}\n" for k, marks in enumerate(earned.split()))
    steps = [f"L{k} = X * {k + 2}" for k in range(len(earned.split()))]
    found = page(loads(f"[[question]]\nid = 'q1'\nsteps = {steps}\ngiven.X = [[1, 2]]\n{parts}"), format=form, key=key)
    plain = re.sub(r"<[^>]*>|\\total\{", " ", found.replace(r"\textonehalf{}", "½"))
    heads = re.findall(r"Question 1[ (\[]*([\d½]+ marks?)?", plain)
    assert heads
    assert {*heads} - {""} == {said} - {""}, heads


@pytest.mark.parametrize("wide", [2, 3, 12, 30, 60])
def test_what_of_a_softmax_row_is_too_wide_for_the_page_has_no_line_in_its_five(wide: int) -> None:
    scores = [f"{k * 7 % 11}.{k % 10}" for k in range(wide)]
    text = page(loads(f"working = 'exact'\n[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = [[{', '.join(scores)}]]\n").solve(), "text", detail="full")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = {name: k for k, line in enumerate(lines) for name in ("scores", "minus largest", "exponentials", "their sum", "weights") if re.match(rf"{name}(?=$| [=≈])", line)}
    assert "their sum" in said or not said, "a single number is never too wide; it does not stand alone"
    assert said.keys() != {"their sum"}
    assert said.keys() >= {"scores", "exponentials"} or wide > 12
    assert all(lines[k] != name or re.match("[=≈⎛⎜]", lines[k + 1]) for name, k in said.items()), "nothing stands behind a name"
