"""What is written with the name of a line and is another's, and words between two numbers that may name the second."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

SCORES, SCALED = "[[2, 0], [4, 6]]", "[[1, 0], [2, 3]]"
SHEET = """
[[question]]
steps = ["S = 2 * X", "L = S / 2", "b = mean(S)", "w = max(S)"]
given = { X = [[1, 0], [2, 3]] }
[[question.part]]
asks = ["S", "L"]
[[question.part]]
asks = ["b", "w"]
"""


@pytest.fixture(scope="module")
def ready() -> Ready:
    return Ready(loads(SHEET))


def verdicts(ready: Ready, folder: Path, text: str, suffix: str = ".txt") -> dict[str, str]:
    (folder / f"ada{suffix}").write_text(text, encoding="utf-8")
    (answer,) = check_file(ready, folder / f"ada{suffix}")
    return {result.name: result.verdict for question in answer.questions for result in question.results}


@pytest.mark.parametrize("again", ["S' = S/2", "S = S/2", "S′ = S / 2", "$S'$ = 0.5 S", "S = S_half", "S'"])
def test_what_is_made_of_a_line_is_another(ready: Ready, tmp_path: Path, again: str) -> None:
    """It takes no place from the line that it is made of, and is that of which it has the value, or is for a person."""
    found = verdicts(ready, tmp_path, f"S = {SCORES}\n{again} = {SCALED}\n")
    assert found["S"] == "correct"
    assert found["L"] in ("correct", "unreadable")


@pytest.mark.parametrize("again", ["S' = S + 0", "S = S * 1", "S'"])
def test_what_may_correct_a_line_is_for_a_person(ready: Ready, tmp_path: Path, again: str) -> None:
    """Neither of two values is called wrong where one is made of the other."""
    assert verdicts(ready, tmp_path, f"S = {SCALED}\n{again} = {SCORES}\n")["S"] == "undecided"


def test_a_value_that_is_written_again_is_the_answer(ready: Ready, tmp_path: Path) -> None:
    assert verdicts(ready, tmp_path, f"S = {SCALED}\nS = {SCORES}\n")["S"] == "correct"
    assert verdicts(ready, tmp_path, f"S = {SCORES}\nS = 2 X = {SCALED}\n")["S"] == "incorrect"


@pytest.mark.parametrize("text", ["b=3 top=6", "b = 3 w = 6", "b=3 low=0 w=6", "b = 3.0 perp = 2.5", "b=.3 top=6"])
def test_a_word_between_two_numbers_may_name_the_second(ready: Ready, tmp_path: Path, text: str) -> None:
    assert verdicts(ready, tmp_path, text)["b"] == "undecided"


@pytest.mark.parametrize(("text", "verdict"), [("b = 6/2 numbers = 3", "correct"), ("b = 2.5 so = 2.5", "incorrect")])
def test_a_word_in_a_chain_of_one_value_is_none(ready: Ready, tmp_path: Path, text: str, verdict: str) -> None:
    assert verdicts(ready, tmp_path, text)["b"] == verdict
