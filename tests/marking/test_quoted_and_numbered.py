"""What is handed in as the keys and values of a file, in a file of another kind: entries in quotes, the question's id for a name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

SHEET = """
[[question]]
id = "q1"
variant = "attention"
given = { X = [[1, 0], [0, 1]], W_Q = [[1, 2], [0, 1]], W_K = [[1, 0], [1, 1]], W_V = [[1, 0], [0, 1]] }
[[question.part]]
asks = ["S", "A"]
marks = 2
"""
HEADS = """
[[question]]
id = "q1"
steps = ["Q_1 = X @ W", "K_1 = X @ U", "S_1 = Q_1 @ K_1.T"]
given = { X = [[1, 2], [3, 4]], W = [[1, 0], [1, 1]], U = [[0, 1], [1, 0]] }
"""
COUNT = HEADS.replace("[[1, 2], [3, 4]]", "[[1, 2]]") + '[[question.part]]\nasks = ["S_1"]\n'


@cache
def ready(sheet: str) -> Ready:
    return Ready(loads(sheet))


def verdicts(sheet: str, name: str, text: str, folder: Path) -> dict[str, str]:
    (folder / name).write_text(text, "utf-8")
    (report,) = check_file(ready(sheet), folder / name)
    (question,) = report.questions
    return {r.name: r.verdict for r in question.results if r.verdict != "missing"}


ROWS = (
    '[["0.1956", "0.8044"], ["0.3302", "0.6698"]]',
    "[['0.1956', '0.8044'], ['0.3302', '0.6698']]",
    "[[“0.1956”, „0.8044“], [“0.3302”, 0.6698]]",
    '[[" 0.1956 ", "1/(1 + e^(-sqrt(2)))"], ["0.3302", "0.6698"]]',
)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("name", ["ada.txt", "ada.md"])
@pytest.mark.parametrize("before", ["A = ", '"A": '])
def test_entries_in_quotes_are_what_stands_in_them(tmp_path: Path, rows: str, name: str, before: str) -> None:
    assert verdicts(SHEET, name, before + rows + "\n", tmp_path) == {"A": "correct"}


@pytest.mark.parametrize("name", ["ada.txt", "ada.md"])
def test_commas_in_quotes_are_decimal(tmp_path: Path, name: str) -> None:
    assert verdicts(SHEET, name, 'A = [["0,1956", "0,8044"], ["0,3302", "0,6698"]]\n', tmp_path) == {"A": "correct"}


def test_a_wrong_entry_in_quotes_is_wrong(tmp_path: Path) -> None:
    assert verdicts(SHEET, "ada.txt", f"S = [['1', '3'], ['0', '1']]\nA = {ROWS[0].replace('0.1956', '0.2956')}\n", tmp_path) == {
        "S": "correct", "A": "incorrect",
    }  # fmt: skip


Q1 = "[[3, 2], [7, 4]]"
ANSWERS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "the line, right": (HEADS, "ada.toml", f"q1 = {Q1}\n", {"Q_1": "correct"}),
    "the last line": (HEADS, "ada.toml", "q1 = [[8, 7], [18, 17]]\n", {"Q_1": "undecided"}),
    "in a text": (HEADS, "ada.txt", "q1: [[8, 7], [18, 17]]\n", {"Q_1": "undecided"}),
    "in capitals, as the line": (HEADS, "ada.txt", "Q1: [[8, 7], [18, 17]]\n", {"Q_1": "incorrect"}),
    "beside another line": (HEADS, "ada.toml", "q1 = [[9, 2], [7, 4]]\nk1 = [[2, 1], [4, 3]]\n", {"Q_1": "incorrect", "K_1": "correct"}),
    "below the question": (HEADS, "ada.toml", "[q1]\nq1 = [[9, 2], [7, 4]]\n", {"Q_1": "incorrect"}),
    "another shape, the only one asked": (COUNT, "ada.toml", "q1 = [[8]]\n", {"S_1": "unreadable"}),
}


@pytest.mark.parametrize(("sheet", "name", "text", "found"), ANSWERS.values(), ids=ANSWERS)
def test_an_id_that_may_be_a_line_is_never_called_wrong(tmp_path: Path, sheet: str, name: str, text: str, found: dict[str, str]) -> None:
    """q1 is the question in every file of answers, and Q₁ in small letters: where it is not right for the line, a person looks."""
    assert verdicts(sheet, name, text, tmp_path) == found
