"""What a SymPy or NumPy user hands over in good faith: whole numbers of their libraries, symbols named as lines are, truth values."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

import symattn
from symattn.console.magic import run
from symattn.marking.reports import Report
from symattn.marking.results import AnswerReport, QuestionReport, Result

UNIT = [[1, 0], [0, 1]]
X = [[1, 2], [3, 4]]
D = symattn.attention(X, UNIT, UNIT, UNIT)
WHOLE = (int, np.int64, np.uint8, sp.Integer)
Q = sp.MatrixSymbol("Q", 2, 2)


@pytest.mark.parametrize("whole", WHOLE)
def test_whole_numbers_are_taken_from_whichever_library(whole: Callable[[int], object]) -> None:
    assert D.decimals("A", whole(2)) == D.decimals("A", 2)
    assert str(D.why("A", whole(1), whole(0))) == str(D.why("A", 1, 0))
    assert "A_0" in symattn.multi_head_attention(X, [UNIT], [UNIT], [UNIT], first=whole(0))
    sheet = symattn.worksheet({"decimals": whole(3), "question": [{"steps": ["B = A"], "given": {"A": [[whole(2)]]}}]})
    assert sheet.sheet.decimals == 3
    assert sheet.solve()["q1"]["B"] == sp.Matrix([[2]])


@pytest.mark.parametrize("name", ["Q", "S", "L", "A", "H", "X", "W_Q", "tau", "c"])
def test_a_scale_may_be_named_as_a_line_is(name: str) -> None:
    by = sp.Symbol(name)
    assert symattn.attention(X, UNIT, UNIT, UNIT, scale=by)["L"] == sp.Matrix([[5, 11], [11, 25]]) / by
    assert symattn.multi_head_attention(X, [UNIT], [UNIT], [UNIT], scale=sp.Symbol("A_1"))["L_1"][0, 0] == 5 / sp.Symbol("A_1")


@pytest.mark.parametrize("mask", [[[True, False], [True, True]], ((True, 0), (1, True)), np.tril(np.ones((2, 2), dtype=bool))])
def test_a_mask_may_be_of_truth_values(mask: object) -> None:
    assert symattn.attention(X, UNIT, UNIT, UNIT, mask=mask) == symattn.attention(X, UNIT, UNIT, UNIT, mask=[[1, 0], [1, 1]])


@pytest.mark.parametrize("written", ["1.5", "15e-1", "+1.50"])
def test_a_decimal_is_put_in_as_the_text_that_it_is(written: str) -> None:
    x = sp.Symbol("x")
    d = symattn.derive(["S = X @ X"], X=[[x]])
    for args in ((x, written), ({x: written},), ([(x, written)],)):
        assert d.subs(*args)["S"] == sp.Matrix([[sp.Rational(9, 4)]])
    assert d.subs(x, "y")["S"] == sp.Matrix([[sp.Symbol("y") ** 2]])


def test_lines_on_matrices_known_by_name_are_a_function_of_them() -> None:
    f = symattn.derive(["S = Q @ Q.T", "H = S @ Q"], Q=Q)
    assert sp.lambdify(Q, f)(np.array(X)).tolist() == [[38, 54], [86, 122]]


def test_a_sheet_is_equal_to_itself_opened_again() -> None:
    sheet, same = (symattn.worksheet("two-heads-by-hand") for _ in range(2))
    assert pickle.loads(pickle.dumps(sheet)) == sheet == same
    assert len({sheet, same}) == 1
    assert sheet != symattn.worksheet("causal-mask")


def test_answers_are_checked_against_whatever_is_a_worksheet() -> None:
    keys = {"question": [{"steps": ["B = A @ A"], "given": {"A": X}}]}
    assert symattn.check(keys, {"B": [[7, 10], [15, 22]]}).right


def test_marks_of_a_part_of_one_are_no_share_of_all() -> None:
    line = Result("A", "slip", marks=Fraction(3, 4), of=Fraction(3, 2))
    report = Report("Sheet", "", "", (AnswerReport("ada", (QuestionReport("q1", (line,)),)),))
    assert repr(report) == "Report('Sheet', ada: 0.75 of 1.5 marks)"
    assert "**ada**: 0.75 of 1.5 marks" in report._repr_markdown_()
    assert "| slip | 0.75/1.5 |" in report._repr_markdown_()


def test_round_brackets_go_on_in_the_next_line_of_a_cell() -> None:
    found = run("", "X = [[1, 2],\n  [3, 4]]\nS = softmax(\n  X @ X.T)\n", {})
    assert found == symattn.derive(["S = softmax( X @ X.T)"], X=X)


SAID: dict[str, tuple[Callable[[], object], str]] = {
    "a scale of 0": (lambda: symattn.attention(X, UNIT, UNIT, UNIT, scale=0), "scale: scores cannot be divided by 0; write True"),
    "a slice of lines": (lambda: D[0:2], "there is no line slice(0, 2, None); the lines are Q"),
    "no matrix": (lambda: symattn.attention({1: 2}, UNIT, UNIT, UNIT), "X: {1: 2} stands where a matrix is needed; write its rows"),
    "complex numbers": (lambda: symattn.attention(np.array([[1j]]), UNIT, UNIT, UNIT), "X: an array of complex128: only real numbers"),
    "no sheet to check against": (lambda: symattn.check(None, {}), "None is no worksheet; write a path"),
    "an empty name": (lambda: symattn.worksheet(""), "no worksheet is named; write a path"),
    "a number for a path": (lambda: symattn.check("causal-mask", [3]), "3 is no path; write that of an answer file"),
    "two names for a cell": (lambda: run("d e", "S = X @ X", {"X": [[2]]}), "%%attention: 'e' is neither --tex nor one name"),
    "an option that is none": (lambda: run("--latex", "S = X @ X", {"X": [[2]]}), "%%attention: '--latex' is neither --tex"),
}


@pytest.mark.parametrize(("wrong", "said"), SAID.values(), ids=SAID)
def test_what_is_wrong_is_said_with_what_to_write(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(symattn.SymattnError) as caught:
        wrong()
    assert said in str(caught.value)


def test_a_folder_of_answers_is_called_one(tmp_path: Path) -> None:
    with pytest.raises(symattn.SymattnError, match=r"is a folder; write the answer files in it"):
        symattn.check("causal-mask", tmp_path)
