"""What a cell of a program prints: names and words, with or without comments, whatever stands in its texts."""

from __future__ import annotations

import pytest

from symattn.marking.answers.prints import prints

CELLS: dict[str, list[tuple[str, str]]] = {  # a cell, and the words and names that it prints
    'print("Q #1:", Q)\nprint(S)  # the scores': [("Q #1:", "Q"), ("", "S")],
    "print('#', Q)": [("#", "Q")],
    "print(Q) # print(S)": [("", "Q")],
    "# print(Q)\nprint(S)": [("", "S")],
    'x = "a # b"; print("S =", S)': [("S =", "S")],
    'print("S:")  # so\nprint(S)': [("", "S")],
    "print(Q)\nprint(K)\nV": [("", "Q"), ("", "K"), ("", "V")],
    "print(Q, K)": [("", "Q"), ("", "K")],
    'print("Q", Q, "K", K)': [("Q", "Q"), ("K", "K")],
    "for row in A:\n  print(*row)": [("", "A")],
    "if x:\n  print(Q)": [],
}


@pytest.mark.parametrize("cell", CELLS)
def test_what_a_cell_prints(cell: str) -> None:
    assert [(one.words, one.name) for one in prints(cell, {})] == CELLS[cell]
