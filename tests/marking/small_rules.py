"""What small rules of the readers make of a text, worked out from what each says of itself: the rule, what it gets, what it gives."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from symattn.exact.matrix import BLOCKED
from symattn.exact.number import Number
from symattn.marking import api, findings, overrides, recognised, shaping, trials, understood
from symattn.marking.answers import (
    about,
    among_words,
    beside,
    boxed,
    calls,
    cells,
    drawings,
    entry_names,
    fitting,
    formulas,
    grids,
    headings,
    layout,
    markup,
    naming,
    numbers_alone,
    outline,
    passages,
    prints,
    rows,
    splitting,
    staggered,
    table_rows,
    taken,
    told_rows,
    worded,
)
from symattn.marking.answers.formats import csv

WORDS, NAMES = ["the", "cat"], ["Q", "K", "M", "A_1", "A_2"]  # of the sheet that the rules know of
Rule = tuple[Callable[..., object], tuple[object, ...], object]


def column(title: str) -> tuple[object, ...]:
    """What the answers below a title are to: line, question, part, head, whether that is sure, whether it may be a sentence."""
    found = csv._column(title)
    return found.label, found.place.question, found.place.part, found.place.head, found.place.sure, found.loose


def place(cell: str) -> tuple[object, ...]:
    """The question and the part that a cell names."""
    found = csv._place(cell)
    return found.question, found.part


SMALL: list[Rule] = [
    (column, ("q1.S_1",), ("S_1", "q1", None, None, True, False)), (column, ("S_1",), ("S_1", None, None, None, False, False)), (column, ("Q [3 marks]",), ("Q", None, None, None, False, True)),
    (column, ("1a) Q",), ("Q", "1", "a", None, False, True)), (column, ("q1.S_1 x",), ("S_1 x", "1", None, None, False, True)), (column, ("Head 2: Q?*",), ("Q", None, None, 2, False, True)),
    (place, ("1a",), ("1", "a")), (place, ("q2",), ("2", None)), (place, ("",), (None, None)), (place, ("other",), ("other", None)),
    (about.is_token, ("„The“",), True), (about.is_token, ("**cat**",), True), (about.is_token, ("dog",), False),
    (about.is_name, ("A₁",), True), (about.is_name, ("A^1",), True), (about.is_name, ("A_3",), False), (about.is_name, ("the",), False),
    (among_words.in_a_number, ("sqrt",), True), (among_words.in_a_number, ("²",), True), (among_words.in_a_number, ("word",), False),
    (among_words.of_letters, ("word",), False),
    (beside.cells_in, ("",), []), (beside.cells_in, ("  1 2",), ["", "1", "2"]), (beside.cells_in, ("1 2",), ["1", "2"]),
    (beside.cells_in, ("a\t1\t2 \n",), ["a", "1", "2"]), (beside.cells_in, ("| a | 1 |",), ["a", "1"]), (beside.cells_in, ("||",), ["||"]),
    (beside.cells_in, ("| a",), ["|", "a"]), (beside.cells_in, ("1 " * 4000,), []),
    (beside.tabbed, ("Q  1  2 3",), ["Q", "1", "2 3"]), (beside.tabbed, ("Q\t1\t \t",), ["Q", "1"]),
    (boxed._around_rows, (list("⎛ 1 2 ⎞"), 0), True), (boxed._around_rows, (list("⎛ 1 2 ⎞"), 6), True), (boxed._around_rows, (list("⎛ a ⎞ 1"), 0), False),
    (boxed._around_rows, (list("1 ⎛ a ⎞"), 6), False),
    (calls._called, ("c.mean()",), "mean(c)"), (calls._called, ("-p.log()",), "-log(p)"), (calls._called, ("E.sum(axis=1)",), "sum(E, axis=1)"),
    (calls._called, ("E.exp().sum( )",), "sum(exp(E))"), (calls._called, ("Q @ K",), "Q @ K"),
    (cells._entries, ("1/2",), ("1/2",)), (cells._entries, ("1, 2",), ("1", "2")), (cells._entries, ("word",), ()), (cells._entries, ("0.5 (2)",), ()), (cells._entries, ("1, x y",), ()),
    (drawings.drawn, ("Q = 1 2",), None), (drawings.drawn, ("Q = ⎡1 2⎤",), drawings.RowLine(("Q = ", ""), ("1 2",), True, False)),
    (drawings.drawn, ("    ⎣3 4⎦",), drawings.RowLine(("    ", ""), ("3 4",), False, True)),
    (drawings.barred, ("Q = | 1 2 |",), drawings.RowLine(("Q = ", ""), (" 1 2 ",))), (drawings.barred, ("Q | 1",), None), (drawings.barred, ("a | b | c",), None), (drawings.barred, ("| 1 | 2 |",), None),
    (drawings.barred, ("Q = |1 2| K = |3|",), drawings.RowLine(("Q = ", " K = ", ""), ("1 2", "3"))),
    (drawings.bracketed, ("S = [1, 2]",), drawings.RowLine(("S = ", ""), ("1, 2",))), (drawings.bracketed, ("S = (1)",), None), (drawings.bracketed, ("[[1, 2],",), None), (drawings.bracketed, ("[1, 2] ]",), None),
    (drawings.bracketed, ("[1, 2]  [3, 4] so",), drawings.RowLine(("", "  ", " so"), ("1, 2", "3, 4"))),
    (drawings.ascii_art, (r"Q = /1 2\ ",), drawings.RowLine(("Q = ", ""), ("1 2",), True, False)), (drawings.ascii_art, (r"\3 4/",), drawings.RowLine(("", ""), ("3 4",), False, True)), (drawings.ascii_art, ("1/2",), None),
    (drawings.celled, ("| 1 | 2 |",), drawings.RowLine(("", ""), ("1\t2",), cells=("1", "2"))), (drawings.celled, ("|  | 2 |",), drawings.RowLine(("", ""), ("2",), cells=("", "2"))),
    (drawings.celled, ("| a | 2 |",), None), (drawings.celled, ("| 1 2 |",), None), (drawings.celled, ("||",), None), (drawings.celled, ("| | |",), None),
    (csv._is_open, ("[1, 2",), True), (csv._is_open, ("[1, 2]",), False), (csv._is_open, ("1]",), False),
    (csv._filled, (["a", "", "b", "", ""],), ["a", "", "b"]), (csv._filled, (["", ""],), [""]),
    (csv._counts, ("row", ["1", "2"]), True), (csv._counts, ("row", ["1", "x"]), False),
    (csv._are_formulas, (["Q @ K", "x"],), False), (csv._are_formulas, (["x*y", "f(x)", "2"],), True), (csv._are_formulas, ([],), False),
    (csv._apart, ("0,5, 2",), ["0,5", "2"]), (csv._apart, ("1;2 ; 3",), ["1", "2", "3"]), (csv._is_entries, ("0.5, 1/2",), True), (csv._is_entries, ("0.5, no",), False),
    (csv._who, (["name", "mark"],), 0), (csv._who, (["mark", "Email address", "name"],), 1), (csv._who, (["mark", "first_name", "name"],), 2), (csv._who, (["a", "b"],), 0),
    (formulas._mentions, ("Q K^T", "Q"), True), (formulas._mentions, ("Q_1 K", "Q"), False), (formulas._mentions, ("a.b", "aXb"), False),
    (formulas._put, ("S + S_1 + S", "S", r"\1"), r"\1 + S_1 + S"),
    (grids._is_counted, (["0", " 1 "],), True), (grids._is_counted, (["1", "2", "3"],), True), (grids._is_counted, (["2", "3"],), False), (grids._is_counted, (["1", "3"],), False),
    (grids._is_latex, (r"\frac",), True), (grids._is_latex, ("x^{2}",), True), (grids._is_latex, ("x^2",), False),
    (layout._cells, ("| a | b c |",), ["a", "b c"]), (layout._cells, (" a|b",), ["a", "b"]),
    (markup._root, ("msqrt", ["2", "x"]), r"\sqrt{2x}"), (markup._root, ("mroot", ["x", "3"]), r"\sqrt[3]{x}"), (markup._root, ("rad", ["3", "x"]), r"\sqrt[3]{x}"), (markup._root, ("rad", [" ", "x"]), r"\sqrt{x}"),
    (naming._prose, ("I have a row",), True), (naming._prose, ("row of Q",), False), (naming._prose, ("row 2",), False), (naming._prose, ("2 rows",), True),
    (numbers_alone._indent, ("   x ",), 3), (numbers_alone._alone, ("(0.7)",), "0.7"), (numbers_alone._alone, ("(0.7, 2)",), "(0.7, 2)"), (numbers_alone._alone, ("(x y)",), "(x y)"),
    (outline._ends_a_sentence, ("so the number of heads is\n", "2."), True), (outline._ends_a_sentence, ("so the number of heads is\n", "2. K"), False),
    (outline._ends_a_sentence, ("so the number of heads is:\n", "2."), False), (outline._ends_a_sentence, ("so the number of heads is X\n", "2"), False), (outline._ends_a_sentence, ("so\n", "2."), False),
    (passages._is_even, ("(1 [2] {3})",), True), (passages._is_even, ("(1 [2)]",), False), (passages._is_even, ("$x$",), True), (passages._is_even, ("$x",), False), (passages._is_even, (")",), False), (passages._is_even, ("⎡1\n",), False),
    (passages._is_done, ("", False), False), (passages._is_done, ("so it is\n\n", True), True), (passages._is_done, ("so it is (\n\n", True), False), (passages._is_done, ("S =\n\n", False), False),
    (prints._without_comments, ("x = 1  # so\nprint('# no')",), "x = 1  \nprint('# no')"),
    (prints._items, ("(a, b)",), ["a", "b"]), (prints._items, ("[a]",), ["a"]), (prints._items, ("a, b,",), ["a", "b"]), (prints._items, ("(a + b)",), ["(a + b)"]), (prints._items, ("f(a, b)",), ["f(a, b)"]),
    (prints._name, (" A ",), "A"), (prints._name, ("np.round(A, 4)",), "A"), (prints._name, ("(A)",), "A"), (prints._name, ("A.round(2)",), "A"), (prints._name, ("A @ V",), "A @ V"), (prints._name, ("A" * 5000,), ""),
    (rows._said, (" Q,;. ",), "Q"), (rows._many_cells, ("1,2\t3",), 2), (rows._cell_widths, ("1,2\t3\t",), frozenset({3})),
    (splitting._bars_part_rows, ("0 1 | 2 3",), True), (splitting._bars_part_rows, ("0 | 2 3",), False), (splitting._bars_part_rows, ("0 1; 2 | 2 3",), False),
    (splitting._nested, ("[1, 2], [3, 4]",), True), (splitting._nested, ("(1 + e)/2, 3",), False), (splitting._nested, ("(1, 2), (3, 4)",), True), (splitting._nested, ("(1), (2)",), False), (splitting._nested, ("(1, 2",), False),
    (splitting.partner, ("a(b(c)d)", 1), 7), (splitting.partner, ("a(b(c)d)", 3), 5), (splitting.partner, ("(1", 0), None),
    (splitting._one, (" 1 1/2 ",), True), (splitting._one, ("1 2",), False), (splitting._one, ("0.5",), True),
    (splitting._wide, ("3/2 ln 3  0",), ["3/2 ln 3", "0"]), (splitting._wide, ("1 2  3",), None), (splitting._wide, ("1",), None),
    (splitting._blanks, ("1 - 2 3",), ["1 - 2", "3"]), (splitting._blanks, ("1 -2 3",), ["1", "-2", "3"]), (splitting._blanks, ("(1 + 2) 3",), ["(1 + 2)", "3"]), (splitting._blanks, ("",), []),
    (staggered._cut, (["1", "", "2", "", ""],), ("1", "", "2")), (staggered._entries, ("1 2,", 3), (("1", 3, 4), ("2", 5, 7))), (staggered._entries, ("1 so", 0), ()),
    (table_rows.bared, ("**Q**",), "Q"), (table_rows.bared, ("$K$ ",), "K"),
    (taken._row_in, ("A = (1, 2)",), True), (taken._row_in, ("A = 1",), False), (taken._row_in, ("(1, 2) = A",), False), (taken._row_in, ("row 1: 0.5 0.5",), True),
    (taken._sides, ("(1/2, 1) = (0.5, 1)",), ["1/2, 1", "0.5, 1"]), (taken._sides, ("(1, 2) = 3",), []), (taken._sides, ("so",), []),
    (taken._listed, ("(1; 2)",), "1  2"), (taken._listed, ("[1, 2]",), "1, 2"), (taken._listed, ("(1)]",), "(1)]"),
    (taken._unnumbered, ("Row 1: 0.5 0.5",), "0.5 0.5"), (taken._unnumbered, ("Row 1: A = 0.5 0.5",), "A Row 1  = 0.5 0.5"), (taken._unnumbered, ("0.5 0.5 (row sums 1, 1)",), "0.5 0.5"),
    (taken._unnumbered, ("0 0 <- q = 0",), "0 0"), (taken._unnumbered, ("so it is",), "so it is"),
    (told_rows.stacked, ("(1, 2), [3, 4] so",), "1, 2; 3, 4"),
    (worded._is_whole, (["1\t2", "3\t4"],), True), (worded._is_whole, (["1\t2", "3\t"],), False), (worded._is_whole, (["1\t2", "3"],), False),
    (worded._titled, ("M = m/7",), "M"), (worded._titled, ("scale M",), "M"), (worded._titled, ("scale of it",), "scale of it"),
    (worded._columns, ("a\tb",), ["a", "b"]), (worded._columns, ("| a | b |",), ["a", "b"]), (worded._columns, ("a  b",), []),
    (worded._spread, ("(15, 0)",), "15\t0"), (worded._spread, ("15",), "15"), (worded._spread, ("x y",), "x y"),
    (worded._of_rows, (["E, row 1", "E, row 2"],), "E"), (worded._of_rows, (["E, row 0", "E, row 1"],), "E"), (worded._of_rows, (["E, row 1", "F, row 2"],), ""), (worded._of_rows, (["E, row 1", "E, row 3"],), ""),
    (worded._is_worded, (["the", "1", "2"],), True), (worded._is_worded, (["0", "1"],), False), (worded._is_worded, (["the", "x y"],), False), (worded._is_worded, (["", "1"],), False),
    (worded._filled, (["a", "", "b", "", ""],), ["a", "", "b"]), (worded._filled, ([""],), []),
    (worded._is_gapped, (["1", "", "2"],), True), (worded._is_gapped, (["", ""],), False), (worded._is_gapped, (["1", "so"],), False),
    (fitting._digits, ("-0.25",), 25), (fitting._digits, ("x",), 0), (fitting._is_slashed, ("1 / 2",), True), (fitting._is_slashed, ("1/2",), False), (fitting._is_slashed, ("0.1/0.2/0.7",), True),
    (entry_names.in_letters, ("1 + 2",), "1 + 2"),
    (headings._cut, ("Head 2: Q",), (headings.NamedByHeading(head=2), "Q")), (headings._cut, ("1a) Q",), (headings.NamedByHeading("1", "a"), "Q")), (headings._cut, ("b) Q",), (headings.NamedByHeading(part="b"), "Q")),
    (headings._cut, ("- b) Q",), (headings.NamedByHeading(part="b"), "Q")), (headings._cut, ("Q",), (headings.NamedByHeading(), "Q")),
]  # fmt: skip
OF_MARKER: list[Rule] = [
    (overrides._is_number, (1,), True), (overrides._is_number, (True,), False), (overrides._is_number, (Decimal("nan"),), False), (overrides._is_number, (Decimal("1e999999"),), False),
    (overrides._is_number, (Decimal("0.5"),), True), (overrides._is_number, ("1",), False),
    (overrides._parted, ({"marks": 1, "remark": "so", "q1": {}}, "f"), ({"marks": 1, "remark": "so"}, {"q1": {}})), (overrides._parted, ({"marks": {"a": 1}}, "f"), ({}, {"marks": {"a": 1}})),
    (overrides._fitting, (["q1.A", "q1.*", "*", "q2.*"], "q1.A"), ["*", "q1.*", "q1.A"]), (overrides._fitting, (["a"], ""), []),
    (overrides._unmatched, (["ada", "bob", "c*", "d*"], ["ada", "cid"]), ["bob", "d*"]),
    (recognised._same, ("[1 2]", "1, 2, 3"), True), (recognised._same, ("12 3", "13"), False), (recognised._same, ("so", "1"), False),
    (findings._value, ("0.5", 2), "0.5"), (findings._value, ("1/3", 2), "0.33"), (findings._value, ("0.5000", 3), "0.5"), (findings._value, ("-inf", 2), "-inf"), (findings._value, ("no number", 2), "no number"),
    (lambda heads: list(trials._orders(heads)), (2,), [(1, 0)]), (lambda heads: len(set(trials._orders(heads))), (3,), 5), (lambda heads: next(trials._orders(heads)), (9,), tuple(range(9))[::-1]),
    (lambda heads: len(list(trials._orders(heads))), (9,), 37), (lambda heads: all(sorted(one) == list(range(heads)) for one in trials._orders(heads)), (9,), True),
    (shaping._product, ("4d",), "4*d"), (shaping._product, ("h d_k",), "h*d_k"), (shaping._product, (r"2\cdot n",), "2* n"), (shaping._product, ("8/3 d",), "8*d/3"), (shaping._product, (" n ",), "n"),
    (understood.value_of, ("-inf",), BLOCKED), (understood.value_of, ("$1/2$",), Number.of(Fraction(1, 2))), (understood.value_of, (r"\frac12",), Number.of(Fraction(1, 2))), (understood.value_of, ("so",), None),
    (api._plain, ([(1, Fraction(1, 3)), 0.1],), [[1, "1/3"], Decimal("0.1")]), (api._plain, (True,), True), (api._plain, ("1/2",), "1/2"), (api._plain, (Decimal("0.10"),), Decimal("0.10")),
]  # fmt: skip
SENTENCES = {  # where a value ends and the next name begins, and where neither does: a text, the names and the values in it
    "A = [1 2] B = [3 4]": [("A", "[1 2]"), ("B", "[3 4]")], "A = [1 2], B = [3 4]": [("A", "[1 2]"), ("B", "[3 4]")],
    "A = 1,296.41, B = 2": [("A", "1,296.41"), ("B", "2")], "A = 786,944": [("A", "786,944")], "A = 0.5 // half": [("A", "0.5")], "A = 0.5 / 2": [("A", "0.5 / 2")],
    "A = 0.5 -- half": [("A", "0.5")], "A = 0.5 - 2": [("A", "0.5 - 2")], "A = 2. B = 3": [("A", "2"), ("B", "3")], "A = u . J = [1 2]": [("A", "[1 2]")],
    "A = 2) B = 3": [("A", "2"), ("B", "3")], "1a) A = 2": [("A", "2")], "A = [1 2] | B = [3 4]": [("A", "[1 2]"), ("B", "[3 4]")],
    "A = 2 | B = 3": [("A", "2"), ("B", "3")], "A = 2 | 3": [("A", "2 | 3")], "m = 2.5    v = 1.67": [("m", "2.5"), ("v", "1.67")],
    "m = 2.5 K    v = 1.67": [("m", "1.67")], "m = 2.5 v = 1.67": [("m", "1.67")], "m=2.5 v=1.67": [("m", "2.5"), ("v", "1.67")], "m=2.5 v= 1.67": [("m", "1.67")],
    "m = 2.5 (b) v = 1.67": [("m", "2.5"), ("v", "1.67")], "m = 2.5 (2) v = 1.67": [("m", "1.67")], "m = 2.5 (see) v = 1.67": [("m", "1.67")],
    "$m = 2.5$ so $v = 1.67$": [("m", "2.5"), ("v", "1.67")], "$m = 2.5$ K": [("m", "2.5 K")], "$4$ K = 1": [("K", "1")],
    "A = 0.1 and B = 0.4": [("A", "0.1"), ("B", "0.4")], "A = 0.1 then B = 0.4": [("A", "0.1"), ("B", "0.4")], "A = 2 +\n3": [("A", "2 + 3")],
    "A = 2\n+ 3": [("A", "2 + 3")], "A = 2\n3": [("A", "2")], "A is [1 2]": [("A", "[1 2]")], "A is given": [], "A -> [1 2]": [("A", "[1 2]")], "A => 2": [],
    "see A -> [1 2]": [], "x <- 2": [("x", "2")], "x <-1": [], "if x <- [1 2]": [], "A are both [1 2]": [("A", "[1 2]")], "A: [1 2]": [("A", "[1 2]")], "A: so it is": [],
    "A : 2 of them": [("A", "2")], "A: 2": [("A", "2")], "A has shape (2, 3)": [], "A ∈ R^{2×3}": [("A", "R^{2×3}")], "A (≈ 2 million)": [],
    "A = 5 (≈ 5 million)": [("A", "5")], "A = B = [1 2]": [("A", "[1 2]")], "A = [1 2] = [3 4]": [("A", "[3 4]")], "A = Q K^T = [1 2]": [("A", "[1 2]")], "[1 2] = A": [],
    "A [1 2]": [("A", "[1 2]")], "V is the identity, [1 0; 0 1]": [("V", "[1 0; 0 1]")], "A = [1 2] + B = [3 4]": [("A", "[3 4]")],
    "A = [1 2]\n\nB = [3 4]": [("A", "[1 2]"), ("B", "[3 4]")], "A = [1 2] (b) B = [3 4]": [("A", "[1 2]"), ("B", "[3 4]")],
    "A = [1 2] so B = [3 4]": [("A", "[1 2]"), ("B", "[3 4]")], "A = 2 ; B = 3": [("A", "2"), ("B", "3")], "A=2,B=3": [("A", "2"), ("B", "3")],
    "A = (1, 2) B = (3, 4)": [("A", "(1, 2)"), ("B", "(3, 4)")], "A := 2": [("A", "2")], "A = ~~3~~ 2": [("A", "2")], "A == 2": [("A", "2")], "A <= 2": [],
    "A = 2 <= 3": [("A", "2")], "A = -inf": [("A", "-inf")], "A = = 2": [("A", "2")], "= 2": [], "A =": [], "A = \n2": [("A", "2")], "A =\n\n2": [("A", "2")],
    "A = [1 2;\n3 4]": [("A", "[1 2; 3 4]")], "A = I, B = 2": [("A", "I"), ("B", "2")], "A_1 = 2 A_2 = 3": [("A_1", "3")],
    "g2 = 0.2, and g3 = 0.08 < 0.288": [("g2", "0.2"), ("g3", "0.08")],
}  # fmt: skip
