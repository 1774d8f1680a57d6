"""Entries in quotes, as a file of TOML has them, handed in as a text."""

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
