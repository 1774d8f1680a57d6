"""Items of lists that are counted as the questions are, cells left empty, rows that a loop prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symattn.marking.answers import prose
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

READY = Ready(loads("""
[[question]]
id = "q1"
steps = ["S = X @ W"]
given = { X = [[1, 2], [3, 4]], W = [[1, 1], [0, 1]] }
[[question]]
id = "q2"
steps = ["S = X @ X", "A = S @ X"]
given = { X = [[1, 2], [3, 4]] }
[[question]]
id = "q3"
steps = ["B = X @ X.T", "I = eye(3)"]
given = { X = [[1, 2], [3, 4]] }
"""))  # fmt: skip
S, T, A, B = ([[1, 3], [3, 7]], [[7, 10], [15, 22]], [[37, 54], [81, 118]], [[5, 11], [11, 25]])
RIGHT = {"q1.S": "correct", "q2.S": "correct", "q2.A": "correct", "q3.B": "correct"}


def tex(rows: list[list[int]]) -> str:
    return r"\begin{pmatrix}" + r" \\ ".join(" & ".join(map(str, row)) for row in rows) + r"\end{pmatrix}"


def verdicts(place: Path, name: str, text: str) -> dict[str, str]:
    (place / name).write_text(text, "utf-8")
    (report,) = check_file(READY, place / name)
    found = {f"{q.id}.{r.name}": r.verdict for q in report.questions for r in q.results}
    return {line: verdict for line, verdict in found.items() if verdict != "missing"}


def enumerated(begin: str, label: str = "") -> str:
    return (
        rf"\begin{{enumerate}}{begin}\item{label} $S = {tex(S)}$ \item{label} We get $S = {tex(T)}$"
        rf"\begin{{enumerate}}\item $A = {tex(A)}$\end{{enumerate}}\item{label} $B = {tex(B)}$\end{{enumerate}}"
    )


@pytest.mark.parametrize(("name", "text"), [
    ("a.tex", enumerated("")), ("a.tex", enumerated("[noitemsep]")), ("a.tex", enumerated(r"[label=\arabic*.]")),
    ("a.tex", r"\documentclass{article}\begin{document}" + enumerated("") + r"\end{document}"),
    ("a.html", f"<ol><li>S = {S}</li><li>S = {T}<br>A = {A}</li><li>B = {B}</li></ol>"),
    ("a.html", f"<ol><li>S = {S}<ul><li>easy</li></ul></li><li><p>S = {T}</p><p>A = {A}</p></li><li>B = {B}</li></ol>"),
    ("a.md", f"1. S = {S}\n2. S = {T}\n   A = {A}\n3. B = {B}\n"),
])  # fmt: skip
def test_items_counted_as_the_questions_are_theirs(tmp_path: Path, name: str, text: str) -> None:
    assert verdicts(tmp_path, name, text) == RIGHT


@pytest.mark.parametrize("text", [enumerated(r"[label=\roman*]"), enumerated("").replace("enumerate", "itemize")])
def test_items_that_no_question_is_counted_by_are_a_persons(tmp_path: Path, text: str) -> None:
    assert verdicts(tmp_path, "a.tex", text) == RIGHT | {"q1.S": "unreadable"}


@pytest.mark.parametrize(("name", "text"), [
    ("a.md", "I =\n\n| 1 |   |   |\n|---|---|---|\n|   | 1 |   |\n|   |   | 1 |\n"), ("a.md", "I =\n\n| 1 |  | 0 |\n|---|---|---|\n| 0 | 1 | 0 |\n| 0 | 0 | 1 |\n"),
    ("a.html", "<p>I =</p><table><tr><td>1</td><td></td><td></td></tr><tr><td></td><td>1</td><td></td></tr><tr><td></td><td></td><td>1</td></tr></table>"),
    ("a.txt", "I =\n1\t\t\n\t1\t\n\t\t1\n"), ("a.txt", "I =\n1\t0\t0\n\t1\t0\n\t\t1\n"), ("a.csv", "I,1,,\n,,1,\n,,,1\n"),
    ("a.txt", "I\t1\t\t\n\t\t1\t\n\t\t\t1\n"),
    ("a.tex", r"$I = \begin{pmatrix}1&&\\&1&\\&&1\end{pmatrix}$"),
])  # fmt: skip
def test_cells_left_empty_are_a_persons_and_never_wrong(tmp_path: Path, name: str, text: str) -> None:
    assert verdicts(tmp_path, name, text) == {"q3.I": "unreadable"}


def notebook(*cells: tuple[str, str]) -> str:
    made: list[dict[str, Any]] = [{"cell_type": "markdown", "source": "## Question 2"}]
    for source, text in cells:
        made.append({"cell_type": "code", "source": source, "outputs": [{"output_type": "stream", "name": "stdout", "text": text}]})
    return json.dumps({"nbformat": 4, "cells": made})


@pytest.mark.parametrize("loop", [
    "for row in A:\n    print(row)", "for row in A: print(*row)", "for i in range(2):\n    print(A[i])", "for i in range(len(A)):\n    print(A[i, :])",
    "for r in np.round(A, 4):\n    print(' '.join(map(str, r)))",
])  # fmt: skip
@pytest.mark.parametrize("rows", ["[37, 54]\n[81, 118]\n", "37 54\n81 118\n"])
def test_rows_that_a_loop_prints_are_the_matrix_it_goes_through(tmp_path: Path, loop: str, rows: str) -> None:
    assert verdicts(tmp_path, "a.ipynb", notebook((loop, rows)))["q2.A"] == "correct"


BESIDE = {  # rows beside or below each other, numbers behind each other -> what is read as the value
    "Q: (1, 2) (3, 4)": "1 2; 3 4", "Q: (1, 2) (3, 4).": "1 2; 3 4", "Q: (1, 2) (3, 4) as found": "1 2", "Q = (1, 2) (3, 4)": "1 2",
    "Q = (1, 2) (3, 4) (5, 6)": "1 2; 3 4; 5 6", "Q = (1, 2) (3, 4) (5, 6) as found": "1 2", "Q = (1, 2), (3, 4)": "1 2; 3 4",
    "Q = [1, 2], [3, 4] and [5, 6]": "1 2; 3 4; 5 6", "Q = [1, 2] and [3, 4], then more": "1 2; 3 4", "Q = [1, 2], [3]": "1 2",
    "Q = [1, 2]\n[3, 4]": "1 2; 3 4", "Q = [1, 2];\n[3, 4]\n": "1 2; 3 4", "b = 0, 1": "0 1", "b = 0, 1, 2": "0 1 2", "b = 2 + 3 = 5, 6": "5 6",
    "b = (0), 1": "0 1", "b = 0, so 1": "0", "b = 0; 1": "0; 1",
    "P = 124,439,808 (≈ 124 million)": "124439808", "P ≈ 124 million": "124",
}  # fmt: skip


@pytest.mark.parametrize("text", BESIDE)
def test_rows_and_numbers_beside_each_other_are_one_value(text: str) -> None:
    (found,) = prose.read(text).answers
    assert "; ".join(" ".join(cell.text for cell in row) for row in found.cells) == BESIDE[text]
