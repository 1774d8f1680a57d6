"""An answer copied from another line is no slip of multiplication."""

from __future__ import annotations

import pytest

from symattn.files import shipped
from symattn.marking import check
from symattn.sheet import load


@pytest.mark.parametrize("handed", [True, False])
def test_weights_written_for_the_head_are_called_wrong_and_nothing_else(handed: bool) -> None:
    sheet = load(shipped()["two-heads-by-hand"])
    weights = [["0.0142", "0.9858"], ["0.0001", "0.9999"]]
    answers = {"A_1": weights, "H_1": weights} if handed else {"H_1": [["1/(1+exp(3*sqrt(2)))", "exp(3*sqrt(2))/(1+exp(3*sqrt(2)))"], ["1/(1+exp(7*sqrt(2)))", "exp(7*sqrt(2))/(1+exp(7*sqrt(2)))"]]}
    (answer,) = check(sheet, answers).answers
    result = next(r for r in answer.questions[0].results if r.name == "H_1")
    assert (result.verdict, result.slip) == ("incorrect", None)


def test_another_operand_is_still_named() -> None:
    sheet = load(shipped()["two-heads-by-hand"])
    (answer,) = check(sheet, {"S_1": [[5, 11], [11, 25]]}).answers
    result = next(r for r in answer.questions[0].results if r.name == "S_1")
    assert result.verdict == "slip"


@pytest.mark.parametrize("unread", ["", "Q_1", "K_1", "Q_2"])
def test_the_same_line_of_another_head_is_another_weight(unread: str) -> None:
    """Whatever stands before it, a line that cannot be read too."""
    sheet = load(shipped()["two-heads-by-hand"])
    (answer,) = check(sheet, {"K_2": [[2, 1], [4, 3]]} | ({unread: [["?", "1"], ["1", "1"]]} if unread else {})).answers
    result = next(r for r in answer.questions[0].results if r.name == "K_2")
    assert (result.verdict, result.slip and result.slip.id) == ("slip", "wrong-operand")
