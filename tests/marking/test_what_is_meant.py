"""What stands beside a value: letters side by side, comments of programs, one value in two units."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

COUNT = """
[[question]]
steps = ["F = 2*rows(X)*cols(X)", "G = 3*rows(X)"]
shapes = { X = ["n", "d_k"] }
"""
LETTERS = """
[[question]]
steps = ["F = 2*n*t", "G = 3*n"]
letters = { n = "integer", t = "real" }
given = { x = [["n"]] }
"""
ROW = """
[[question]]
steps = ["A = X", "c = sum(X)"]
given = { X = [[0.3, 0.7]] }
"""
SQUARE = """
[[question]]
steps = ["A = X"]
given = { X = [[3, 7], [1, 2]] }
"""
NATS = """
[[question]]
steps = ["c = -log(x)"]
given = { x = "0.665" }
"""


@cache
def ready(sheet: str) -> Ready:
    return Ready(loads(sheet))


def verdicts(sheet: str, folder: Path, text: str, suffix: str = ".txt") -> str:
    (folder / f"ada{suffix}").write_text(text, encoding="utf-8")
    (answer,) = check_file(ready(sheet), folder / f"ada{suffix}")
    return " ".join(result.verdict for question in answer.questions for result in question.results)


COUNTED = ["2nd_k FLOPs", "2 nd_k FLOPs", "2d_k n FLOPs", "2ndk FLOPs", "2ndk operations in total"]


@pytest.mark.parametrize("count", COUNTED)
@pytest.mark.parametrize("form", ["F = {}\nG = 3n", "F: {}, G: 3n flops", "| line | value |\n|---|---|\n| F | {} |\n| G | 3n |"])
def test_letters_side_by_side_behind_a_number_are_no_words(tmp_path: Path, count: str, form: str) -> None:
    assert verdicts(COUNT, tmp_path, form.format(count)) == "correct correct"


@pytest.mark.parametrize("text", ["F = 2nt FLOPs\nG = 3n of them", "F = 2 tn flops; G = 3n", "F = 2nt and G = 3n", "F is 2nt numbers\nG is 3n"])
def test_letters_of_a_question_side_by_side_are_no_words(tmp_path: Path, text: str) -> None:
    assert verdicts(LETTERS, tmp_path, text) == "correct correct"


@pytest.mark.parametrize(("text", "verdict"), [("F = 3ndk FLOPs", "incorrect"), ("F = 2nxk FLOPs", "unreadable"), ("F = 2(nq) FLOPs", "unreadable")])
def test_letters_that_nobody_knows_are_no_remark(tmp_path: Path, text: str, verdict: str) -> None:
    """They were, so that 2 was left of them."""
    assert verdicts(COUNT, tmp_path, f"{text}\nG = 3n") == f"{verdict} correct"


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("A = [0.3 0.7] % rounded\nc = 1 % sum", ".m"),
        ("A = [0.3 0.7]; % 30 and 70\nc = 1.0 % 100 percent", ".m"),
        ("A = [0.3, ... \n0.7] % = A\nc = 2/2 % = 1", ".m"),
        ("A = [30 70] % each\nc = 0.3 + 0.7 %as told", ".m"),
        ("A = [30 70] % each\nc = 100 % in all", ".txt"),
        ("A = [0.3 0.7] % rounded\nc = 100 %", ".txt"),
        ("A = [30 70] % altogether\nc = 1", ".md"),
        ("A = [0.3, 0.7] // rounded\nc = 1 // sum", ".txt"),
        ("A = [0.3, 0.7] -- rounded\nc = 1 -- the sum", ".txt"),
        ("A = [0.3, # first\n0.7]\nc = 1 # sum", ".py"),
    ],
)
def test_a_comment_behind_a_value_is_no_part_of_it(tmp_path: Path, text: str, suffix: str) -> None:
    assert verdicts(ROW, tmp_path, text, suffix) == "correct correct"


@pytest.mark.parametrize("text", ["A = [3 7 % first\n1 2] % second", "A = [3 1; 7 2]' % 2x2", "A = X % = [3 7; 1 2]", "A = [3 7; 1 2] % Q1"])
def test_a_comment_of_octave_takes_no_value_with_it(tmp_path: Path, text: str) -> None:
    assert verdicts(SQUARE, tmp_path, text, ".m") == "correct"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("c = 0.408 nats = 0.5886 bits", "correct"),
        ("c = 0.5886 bits = 0.408 nats", "correct"),
        ("c = 0.408 = 0.589 bits", "correct"),
        ("c: 0.408 nat ≈ 0.589 shannon", "correct"),
        ("c = 0.5886 bits", "undecided"),
        ("c = 0.408 nats = 0.4 bits", "undecided"),
        ("c = 0.5 nats = 0.7 bits", "incorrect"),
        ("c = 0.7 bits", "incorrect"),
    ],
)
def test_one_value_in_two_units(tmp_path: Path, text: str, verdict: str) -> None:
    assert verdicts(NATS, tmp_path, text) == verdict

BESIDE = """
[[question]]
steps = ["Q = X", "K = Y"]
given = { X = [[1, 0], [0, 1]], Y = [[1, 1], [1, 3]] }
"""


@pytest.mark.parametrize(
    "text",
    [
        "Q = 1 0   K = 1 1\n    0 1       1 3",
        "(a) Q:  1 0   K:  1 1\n        0 1       1 3\n(b) so",
        "Q = 1 0\tK = 1 1\n0 1\t1 3",
        "Q = 1 0, K = 1 1\n    0 1      1 3\nThat is all.",
        "Q = 1 0   K = 1 1\n\n    0 1       1 3",
    ],
)
def test_rows_below_names_beside_each_other(tmp_path: Path, text: str) -> None:
    assert verdicts(BESIDE, tmp_path, text) == "correct correct"


def test_rows_of_nobody_knows_which_matrix_are_for_a_person(tmp_path: Path) -> None:
    assert verdicts(BESIDE, tmp_path, "Q = 1 0   K = 1 1\n  0 1 2") == "unreadable unreadable"


THIRDS = """
[[question]]
steps = ["A = X"]
given = { X = [[1, 0, 0], ["1/2", "1/2", 0], ["1/3", "1/3", "1/3"]] }
"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("A: 1 0 0/1/2 1/2 0/1/3 1/3 1/3", "correct"),
        ("A = [1,0,0/1/2,1/2,0/1/3,1/3,1/3]", "correct"),
        ("A: 1 0 0//.5 .5 0//1/3 1/3 1/3", "correct"),
        ("A: 1 0 0/1/2 1/2 0/1/3 1/3 1/4", "undecided"),
    ],
)
def test_slashes_between_rows_of_fractions(tmp_path: Path, text: str, verdict: str) -> None:
    assert verdicts(THIRDS, tmp_path, text) == verdict


MOMENTS = """
[[question]]
steps = ["mu = mean(X)", "v = var(X)", "y = X - mu"]
given = { X = [[1, 2, 6]] }
"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("mu=3 v=14/3 y=(-2 -1 3)", "correct correct correct"),
        ("mu=9/3=3 v=14/3=4.6667 y=[-2, -1, 3]", "correct correct correct"),
        ("mu=2 v=14/3 y=(-2 -1 3)", "incorrect correct correct"),
        ("mu=3 var=14/3 y=(-2 -1 3)", "undecided unreadable correct"),
        ("mu = 3 var = 4.667 y = [-2, -1, 3]", "undecided unreadable unreadable"),
        ("mu = 3 (b) v = 14/3 (c) y = (-2, -1, 3)", "correct correct correct"),
        ("mu = 2 (b) v = 14/3", "incorrect correct missing"),
    ],
)
def test_names_behind_numbers_on_one_line(tmp_path: Path, text: str, verdict: str) -> None:
    assert verdicts(MOMENTS, tmp_path, text) == verdict


LARGE = """
[[question]]
steps = ["N = x * 4"]
given = { x = 429496729600 }
"""


@pytest.mark.parametrize("text", ["N = 1717986918400 + 1", "N = 1717986918401", "N = 1717986918400.4"])
def test_a_large_number_that_is_wrong_is_not_right_in_its_digits(tmp_path: Path, text: str) -> None:
    """Binary floats do not tell them apart."""
    (tmp_path / "ada.txt").write_text(text, encoding="utf-8")
    (answer,) = check_file(ready(LARGE), tmp_path / "ada.txt")
    (result,) = answer.questions[0].results
    assert (result.verdict, result.message) == ("incorrect", "This value is wrong.")

GERMAN = 'language = "de"\n[[question]]\nsteps = ["w = X"]\ngiven = {{ X = {} }}\n'


@pytest.mark.parametrize(
    ("right", "text"),
    [
        ('[["233/3", 4]]', "w =\n77,6667\n4\nfertig"),
        ('[["233/3"], [4]]', "w =\n77,6667\n4"),
        ('[["233/3"], [4]]', "w = 77,6667\n    4"),
        ("[[1, 2], [3, 4]]", "w =\n1,2\n3,4"),
        ('[["1.2"], ["3.4"]]', "w =\n1,2\n3,4"),
    ],
)
def test_decimal_commas_below_each_other(tmp_path: Path, right: str, text: str) -> None:
    assert verdicts(GERMAN.format(right), tmp_path, text) == "correct"


SHAPES = """
[[question]]
steps = ["S = X @ X.T", "A = softmax(S)"]
shapes = { X = ["n", "d"] }
[[question.part]]
asks = ["S", "A"]
"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("S: (n, n)\nA: same shape as S", "correct correct"),
        ("S: (n, n)\nA: same as S", "correct correct"),
        ("S: (n, n)\nA hat dieselbe Form wie S", "correct correct"),
        ("S: (n, n)\nA: même taille que S", "correct correct"),
        ("S: (n, n)\nA: the same shape.", "correct correct"),
        ("S: (n, d)\nA: same shape as S", "incorrect follows"),
        ("A: same shape as S\nS: (n, n)", "correct unreadable"),
    ],
)
def test_the_shape_of_another_line(tmp_path: Path, text: str, verdict: str) -> None:
    """It was none, or letters of nothing, and wrong."""
    assert verdicts(SHAPES, tmp_path, text) == verdict


TWO = """
[[question]]
steps = ["Q_1 = X", "Q_2 = 2*X"]
given = { X = [[1, 2], [3, 4]] }
"""


@pytest.mark.parametrize("label", ["new Q1:", "final Q1 =", "final Q1\n", "neues Q1:"])
def test_what_may_be_another_value_of_a_line_is_for_a_person(tmp_path: Path, label: str) -> None:
    wrong, right, double = "[1 2; 3 5]", "[1 2; 3 4]", "[2 4; 6 8]"
    assert verdicts(TWO, tmp_path, f"Q1 = {wrong}\nQ2 = {double}\n{label} {right}") == "undecided correct"
    assert verdicts(TWO, tmp_path, f"Q1 = {right}\nQ2 = {double}\n{label} {wrong}") == "correct correct"


def test_rows_without_brackets_on_one_line(tmp_path: Path) -> None:
    lists = '[[question]]\nsteps = ["r = X", "P = 2*X"]\ngiven = { X = [[0.5, 3]] }\n'
    assert verdicts(lists, tmp_path, "r = 0.5 3 P = 1 6") == "unreadable correct"


PARTS = """
[[question]]
steps = ["a = x"]
given = { x = 7 }
[[question]]
steps = ["N = 2*y", "B = K * 5"]
given = { y = 24576, K = 2000 }
[[question.part]]
label = "a"
asks = ["N"]
[[question.part]]
label = "b"
asks = ["B"]
"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("a 7\n\na 49152", "undecided unreadable missing"),
        ("a: 49152", "undecided unreadable missing"),
        ("a 7\na) 49152", "correct correct missing"),
        ("a 8", "incorrect missing missing"),
        ("B = 10k", "missing missing unreadable"),
        ("B = 5K", "missing missing unreadable"),
        ("B = 100 (100)", "missing missing undecided"),
        ("B = 10000 (2)", "missing missing correct"),
        ("B = 100 (3)", "missing missing incorrect"),
    ],
)
def test_what_may_be_meant_otherwise_is_for_a_person(tmp_path: Path, text: str, verdict: str) -> None:
    assert verdicts(PARTS, tmp_path, text) == verdict

NUMBERS = """
[[question]]
steps = ["a = x + 1", "b = x * 4"]
given = { x = 2 }
"""
WORKING = "| line | working | value |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"{WORKING}| a | 2 + 1 | 3 |\n| b | 2*4 | 8 |", "correct correct"),
        (f"{WORKING}| a | x + 1 = 3 | 3 |\n| b | 8 | 2·4 |", "correct correct"),
        (f"{WORKING}| $a$ | 2 + 1 | 4 |\n| $b$ | 2*4 | 9 |", "incorrect incorrect"),
        ("a\t2 + 1\t3\nb\t8.0\t8", "correct correct"),
        ("| a | 3 | 1 |\n|---|---|---|\n| b | 8 | 2 |", "unreadable unreadable"),
    ],
)
def test_the_working_beside_a_number_in_a_table(tmp_path: Path, text: str, verdict: str) -> None:
    """It was a row of two numbers, and of another shape."""
    assert verdicts(NUMBERS, tmp_path, text) == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Q_1,,Q_2,\n1,2,2,4\n3,4,6,8", "correct correct"),
        ("Q_1;;;Q_2;\n1;2;;2;4\n3;4;;6;8\n;;;;", "correct correct"),
        ("Q_1,,Q_2,\n1,2,2,4\n3,4,6,x", "correct unreadable"),
        ("Q_1,\n1,2\n3,4\nQ_2,\n2,4\n6,8", "correct correct"),
        ('line,value\nQ_1,"[1, 2]"\n,"[3, 4]"\nQ_2,2 4\n,6 8', "correct correct"),
    ],
)
def test_rows_of_csv_below_their_names(tmp_path: Path, text: str, verdict: str) -> None:
    """A table of one student was a form of two, and rows below the first were lost."""
    assert verdicts(TWO, tmp_path, text, ".csv") == verdict

WEIGHTS = 'tokens = ["the", "cat"]\n[[question]]\nsteps = ["p = X"]\ngiven = { X = [[0.75, 0.25]] }\n'


@pytest.mark.parametrize("text", ["p:\nthe: 0.75\ncat: 0.25", "p =\nthe 3/4\ncat 1/4", "p:\n- the: 0.75\n- cat: 0.25\nso"])
def test_a_row_below_the_words_of_its_columns(tmp_path: Path, text: str) -> None:
    """It was a column, of another shape."""
    assert verdicts(WEIGHTS, tmp_path, text) == "correct"


@pytest.mark.parametrize("text", ["B = 10,000 params.", "B = 10 000 parameters", "B = 10,000 FLOPs"])
def test_thousands_of_what_is_counted(tmp_path: Path, text: str) -> None:
    assert verdicts(PARTS, tmp_path, text).split()[-1] == "correct"


@pytest.mark.parametrize("text", ["$A = \\langle 0.3, \\frac{7}{10}\\rangle$\n\nc = 1", "A = ⟨3/10, 7/10⟩\nc = 1", "$A = \\left\\langle 0.3, 0.7 \\right\\rangle, c = 1$"])
def test_angles_round_a_list_are_brackets(tmp_path: Path, text: str) -> None:
    assert verdicts(ROW, tmp_path, text, ".md") == "correct correct"

PRODUCT = """
[[question]]
steps = ["m = mean(x)", "v = var(x)", "w = 2 * v"]
given = { x = [[1, 2, 3, 4]] }
"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("w=2 v=2.5", "missing undecided undecided"), ("m=2.5 v=1.25 w=2.5", "correct correct correct"), ("w=2 v=2.6", "missing incorrect incorrect")],
)
def test_a_number_before_a_name_may_be_a_factor(tmp_path: Path, text: str, verdict: str) -> None:
    """w = 2v = 2.5 is right, where w = 2 and v = 2.5 are not."""
    assert verdicts(PRODUCT, tmp_path, text) == verdict


IN_PARTS = Ready(loads("""
[[question]]
id = "q1"
steps = ["P = X @ Y", "S = X @ X"]
given = { X = [[1, 2], [0, 1]], Y = [[1, -2], [0, 1]] }
part = [{ label = "a", asks = ["P"] }, { label = "b", asks = ["S"] }]
[[question]]
id = "q2"
steps = ["P = X @ Y", "c = p / 2"]
given = { X = [[1, 2], [0, 1]], Y = [[1, 0], [0, 1]], p = [[1, 3]] }
part = [{ label = "a", asks = ["P"] }, { label = "b", asks = ["c"] }]
"""))
LABELS = ["{}{}.", "{}{})", "{}{}:", "{} ({})", "{}.{}", "{}.{})", "**{}{}.**", "**{}{})**", "Q{}{}.", "({}{})", "Question {} Part {}\n", "Question {}, part ({})\n", "Aufgabe {} Teil {}:", "Exercice {}, partie {})"]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("ending", ["txt", "md", "tex"])
def test_the_number_of_a_question_with_its_part_is_understood_before_a_name_whatever_ends_it(tmp_path: Path, label: str, ending: str) -> None:
    told = [("1", "a", "P = [[1, 0], [0, 1]]"), ("1", "b", "S = [[1, 4], [0, 1]]"), ("2", "a", "P = [[1, 2], [0, 1]]"), ("2", "b", "c = (1/2, 3/2)")]
    math = "{}" if ending == "txt" else "${}$"
    bold = label.replace("**", r"\textbf{", 1).replace("**", "}") if ending == "tex" else label
    bold = bold.replace(r"\textbf{", r"\textbf{{").replace(".}", ".}}").replace(")}", ")}}")
    (tmp_path / f"a.{ending}").write_text("\n\n".join(f"{bold.format(n, part)} {math.format(text)}" for n, part, text in told), "utf-8")
    (report,) = check_file(IN_PARTS, tmp_path / f"a.{ending}")
    assert [result.verdict for question in report.questions for result in question.results] == ["correct"] * 4


@pytest.mark.parametrize("line", ["P = " + "'" * 401, "P = " + "a'b'" * 300 + " x", "P = 1 " + "% " * 900, "P = [1 " + "... " * 9000])
def test_quotes_dots_and_comments_without_end_in_a_program_are_gone_through_once(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.m").write_text(f"{line}\n[([(\nc = 1 % so\n", "utf-8")
    (report,) = check_file(Ready(loads(ROW)), tmp_path / "a.m")
    (question,) = report.questions
    assert [result.verdict for result in question.results if result.name == "c"] in (["correct"], ["unreadable"], ["missing"])
