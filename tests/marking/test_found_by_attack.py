"""Right answers that were once marked wrong, and wrong names for slips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symattn.course.delivery import FEEDBACK, Marked, Wanted
from symattn.course.feedback import give_back
from symattn.language import read
from symattn.marking import check
from symattn.marking.sheet import Ready
from symattn.sheet import loads

SHEET = """
decimals = 2
[[question]]
variant = "multi-head-attention"
[question.options]
heads = 1
mask = "causal"
scale = "5/2"
[question.given]
X = [[1, -1], [-1, 0], [0, 1]]
W_Q_1 = [[2, 2], [1, 1]]
W_K_1 = [[-1, 1], [1, 0]]
W_V_1 = [[-1, 1], [1, 2]]
"""
AFTER = [  # weights of the open scores, then 0 above the diagonal
    ["exp(-2/5)/(exp(-2/5) + 1 + exp(2/5))", "0", "0"],
    ["exp(4/5)/(exp(-4/5) + 1 + exp(4/5))", "1/(exp(-4/5) + 1 + exp(4/5))", "0"],
    ["exp(-2/5)/(exp(-2/5) + 1 + exp(2/5))", "1/(exp(-2/5) + 1 + exp(2/5))", "exp(2/5)/(exp(-2/5) + 1 + exp(2/5))"],
]


def marked(answers) -> dict:
    return {r.name: r for r in check(loads(SHEET), answers).answers[0].questions[0].results}


def test_a_zero_beside_exact_entries_is_exact():
    found = marked({"A_1": AFTER})["A_1"]
    assert (found.verdict, found.slip.id) == ("slip", "mask-after-softmax")


def test_what_follows_from_a_row_that_is_blocked_entirely():
    strict = [["-inf"] * 3, ["-4/5", "-inf", "-inf"], ["-2/5", "0", "-inf"]]
    weights = [["0", "0", "0"], ["1", "0", "0"], ["1/(1+exp(2/5))", "exp(2/5)/(1+exp(2/5))", "0"]]
    right = {"Q_1": [[1, 1], [-2, -2], [1, 1]], "K_1": [[-2, 1], [1, -1], [1, 0]]}
    scores = [["-1", "0", "1"], ["2", "0", "-2"], ["-1", "0", "1"]]
    strict[1][0], strict[2][0] = "4/5", "-2/5"
    found = marked({**right, "S_1": scores, "L_1": strict, "A_1": weights})
    assert [found[name].verdict for name in ("Q_1", "K_1", "S_1", "L_1", "A_1")] == ["correct"] * 3 + ["slip", "follows"]
    assert found["L_1"].slip.id == "mask-strict"


def test_undivided_whole_scores_are_a_slip_with_the_scores_before_them_too():
    sheet = """[[question]]
steps = ["S = Q @ K.T", "L = S / sqrt(cols(K))"]
given = { Q = [[1, 0], [0, 1]], K = [[1, 0], [1, 1]] }"""
    answers = {"S": [[1, 1], [0, 1]], "L": [[1, 1], [0, 1]]}
    scores, scaled = check(loads(sheet), answers).answers[0].questions[0].results
    assert (scores.verdict, scaled.verdict, scaled.slip.id) == ("correct", "slip", "unscaled")


def test_scores_that_add_up_to_zero_explain_nothing():
    wrong = [["1", "0", "0"], ["0.83", "1.17", "0"], ["0.22", "0.33", "0.45"]]
    assert marked({"A_1": wrong})["A_1"].verdict == "incorrect"


@pytest.mark.sliced(2)
@pytest.mark.parametrize("name", ["H_1", "H_{1}", r"\mathbf{H}_{1}", r"\mathrm{head}_1", r"\mathbf H_1"])
def test_a_lines_name_as_latex_writes_it(name: str, tmp_path: Path):
    file = tmp_path / "ada.tex"
    file.write_text(rf"\[ {name} = \begin{{bmatrix}} -2 & -1 \\ 0 & 0 \\ 0 & 0 \end{{bmatrix}} \]", encoding="utf-8")
    report = check(loads(SHEET), file).answers[0]
    assert not report.notes
    assert {r.name: r.entries for r in report.questions[0].results}["H_1"][0] == ("correct", "correct")


def test_a_difference_is_no_row_of_numbers():
    assert read("[[-1 - 2*exp(1)/3, 1]]").matrix == read("[[-1-2*exp(1)/3, 1]]").matrix
    assert read("[[-1 -2]\n [3 -4]]").matrix.shape == (2, 2)


@pytest.mark.sliced(3)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dots.toml", "a." * 100_000 + "b = 1"),
        ("words.txt", "a b " * 400_000),
        ("many.toml", "Q_1 = [" + "[1, 1]," * 20_000 + "]"),
        ("lines.txt", "Q_1 = 1" + "\n&" * 200_000),
        ("scripts.tex", "Q" + "_a" * 200_000 + " = 1"),
        ("newlines.txt", "Q_1 = " + "\n" * 400_000 + "1"),
        ("no-calls.txt", "Q_1 [" + "a" * 300_000),
    ],
)
def test_hostile_files_end_soon(name: str, text: str, tmp_path: Path):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert not check(loads(SHEET), file).right


def test_a_row_of_scores_that_adds_up_to_nothing_is_no_normalised_row() -> None:
    """0 / 0 explains nothing: blocking the diagonal too is what was done."""
    from symattn.marking import check
    from symattn.sheet import loads

    sheet = loads(
        """
        [[question]]
        steps = ["L = causal_mask(S)", "A = softmax(L)", "H = A @ V"]
        [question.given]
        S = [[0, 1, 2], [3, -3, 1], [1, 1, 1]]
        V = [[1, 0], [0, 2], [3, 1]]
        """
    )
    answers = {"A": [[0, 0, 0], [1, 0, 0], ["1/2", "1/2", 0]]}
    (result,) = [r for r in check(sheet, answers).answers[0].questions[0].results if r.name == "A"]
    assert result.slip is not None
    assert result.slip.id == "mask-strict"


SCORES = loads('[[question]]\nid = "q1"\nsteps = ["Q = X @ W", "S = Q @ Q.T", "A = softmax(S)"]\ngiven = { X = [[1, 2], [3, 4]], W = [["1/3", 0], [1, 2]] }\n')


@pytest.mark.exhaustive
@pytest.mark.parametrize("rows", [50, 400, 4_000])
def test_a_matrix_of_thousands_of_rows_is_no_ground_for_the_lines_after_it(rows: int, counted: Callable[..., tuple[Any, int]]) -> None:
    report, calls = counted(lambda: check(SCORES, {"Q": [[1, 2]] * rows, "A": [[1, 0], [0, 1]]}).answers[0])
    assert [r.verdict for r in report.questions[0].results if r.name in "QA"] == ["shape", "incorrect"]
    assert calls < 10_000_000, "from 400 rows follow 160,000 scores, and each was changed in turn"


def test_a_fraction_with_a_denominator_beyond_floats_is_marked() -> None:
    report = check(SCORES, {"Q": [["7/3", 4], [f"1/{'3' * 400}", 8]], "A": [[f"1/{'3' * 400}", 1], [0, 1]]}).answers[0]
    assert not report.failures


@pytest.mark.sliced(3)
@pytest.mark.parametrize("form", FEEDBACK)
@pytest.mark.parametrize("answer", [[["1/3"]] * 400, [["10^90000", 1], [2, 3]], [["10^-9000+1", 1], [2, 3]]], ids=["rows", "long", "near"])
def test_feedback_on_what_leads_to_nothing_is_written_all_the_same(answer: list[list[object]], form: str, counted: Callable[..., tuple[Any, int]]) -> None:
    ready = Ready(SCORES)
    reports, calls = counted(lambda: check(SCORES, {"Q": answer, "A": [["1/3", 1], [0, 1]]}).answers)
    assert b"Q" in give_back([Marked(ready, report) for report in reports], Wanted(form, "feedback"))
    assert calls < 1_000_000


MASKED = """
decimals = 6
[[question]]
steps = ["S = Q @ K.T", "L = causal_mask(S)", "A = softmax(L)"]
given = { Q = [[1, 2], [3, 4]], K = [[-1, -2], [2, 7]] }
"""
# S = [[-5, 16], [-11, 34]]: sigmoid(-5) = 0.006693 is also e^-5/(e^-5 + e^0), with a score of 0 behind the -inf


def test_nothing_is_known_of_what_stood_behind_a_minus_infinity_that_was_written() -> None:
    answers = {"L": [["-5", "-inf"], ["-11", "34"]], "A": [["0.006693", "0"], ["0.000017", "1.000000"]]}
    found = check(loads(MASKED), answers).answers[0].questions[0].results
    (weights,) = [r for r in found if r.name == "A"]
    assert weights.slip is not None
    assert (weights.slip.id, weights.slip.others) == ("sigmoid-weights", ())


def test_weights_set_to_zero_after_softmax_are_found_behind_a_line_that_was_handed_in() -> None:
    second = ["exp(-11)/(exp(-11) + exp(-4))", "exp(-4)/(exp(-11) + exp(-4))"]
    answers = {"L": [["-5", "-inf"], ["-11", "-4"]], "A": [["exp(-5)/(exp(-5) + exp(-2))", "0"], second]}
    found = check(loads(MASKED.replace("[2, 7]", "[0, -1]")), answers).answers[0].questions[0].results
    (weights,) = [r for r in found if r.name == "A"]
    assert weights.slip is not None
    assert weights.slip.id == "mask-after-softmax"


def test_weights_set_to_zero_after_softmax_do_not_follow_from_the_open_scores_that_were_handed_in() -> None:
    answers = {"L_1": [["-2/5", 0, "2/5"], ["4/5", 0, "-4/5"], ["-2/5", 0, "2/5"]], "A_1": AFTER}
    found = marked(answers)
    assert (found["L_1"].verdict, found["L_1"].slip.id) == ("slip", "unmasked")
    assert (found["A_1"].verdict, found["A_1"].slip.id) == ("slip", "mask-after-softmax")


def test_a_matrix_of_which_some_entries_follow_and_some_are_right_is_not_said_to_follow() -> None:
    text = """
    [[question]]
    steps = ["B = 2 * X", "C = 3 * B"]
    given = { X = [["17/100", "23/100", "31/100"]] }
    """
    answers = {"B": [["0.4412", "0.4600", "0.7213"]], "C": [["1.3236", "1.3800", "1.8600"]]}
    found = check(loads(text), answers).answers[0].questions[0].results[1]
    assert found.verdict == "follows"
    assert found.message == "Every entry is right by itself or right from your B, but not all of them in the same way."


def test_what_follows_from_scores_of_another_shape_follows() -> None:
    given = "Q = [[1, 2, 7], [3, 5, 4]], K = [[6, 1, 3], [2, 9, 8]]"
    sheet = loads(f'[[question]]\nsteps = ["S = Q @ K.T", "L = S / sqrt(cols(K))"]\ngiven = {{ {given} }}')
    scores = [[12, 22, 50], [28, 47, 43], [27, 46, 53]]  # K^T Q
    found = check(sheet, {"S": scores, "L": [[f"{x}/sqrt(3)" for x in row] for row in scores]}).answers[0].questions[0].results
    assert [(r.name, r.verdict) for r in found] == [("S", "slip"), ("L", "follows")]
