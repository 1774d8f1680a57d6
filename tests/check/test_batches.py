"""Sheets whose lines hold several matrices: single matrices are marked, batches go to a person."""

from __future__ import annotations

from symattn.check.api import check
from symattn.resources import find
from symattn.worksheet import load

Y = [[1, 1], ["1.0000", "1.6698"], ["1.0851", "1.7517"]]


def verdicts(answers: dict[str, object]) -> dict[str, str]:
    report = check(load(find("heads-in-batches")), {"q1": answers})
    return {result.name: result.verdict for result in report.answers[0].questions[0].results}


def test_a_matrix_at_the_end_of_a_batch_is_marked() -> None:
    assert verdicts({"Y": Y})["Y"] == "correct"
    assert verdicts({"Y": [[1, 1], [1, 1], [1, 1]]})["Y"] == "incorrect"


def test_a_batch_goes_to_a_person_and_later_lines_are_marked() -> None:
    found = verdicts({"Q_h": [[1, 0], [0, 1], [1, 1]], "Y": Y})
    assert (found["Q_h"], found["Y"]) == ("by-hand", "correct")


def test_a_later_line_follows_from_the_joined_heads() -> None:
    uniform = ["0.5000", "0.5000", "0.5000", "1.0000"]
    found = verdicts({"H": [[1, 0, 0, 1], uniform, uniform], "Y": [[1, 1], ["1.0000", "1.5000"], ["1.0000", "1.5000"]]})
    assert (found["H"], found["Y"]) == ("incorrect", "follows")
