"""How given matrices stand: what no head has on lines of its own, each head's in a row, and no tower beside two short rows."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

TALL, WIDE, ROW = "[[1, 0], [2, 1], [0, 1]]", "[[1, 2, 3], [4, 5, 6]]", "[[1, 2, 3]]"


def lines(given: dict[str, str]) -> list[list[str]]:
    """The names on each line of what is given, in print."""
    text = "".join(f"{name} = {value}\n" for name, value in given.items())
    steps = [f"T_{n} = {name} + {name}" for n, name in enumerate(given)]
    shown = page(loads(f"[[question]]\nsteps = {steps}\n[question.given]\n{text}").solve(), "tex", key=False)
    body = shown[shown.rindex(r"\begin{document}") :]
    letters = r"([a-zA-Z])(?:_\{(\w+)\})?(?:\^\{(\w+)\})?="
    return [
        [m[1] + (m[3] or "") + (m[2] or "") for m in re.finditer(letters, line)]
        for line in re.findall(r"\\\[(.*?)\\\]", body, re.S)
        if "matrix" in line
    ]


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        (
            {"x": ROW, "A": WIDE, "B": WIDE, "C": TALL, "D": TALL, "E": TALL, "W_Q_1": TALL, "W_Q_2": TALL},
            [["x", "A", "B", "C", "D", "E"], ["WQ1", "WQ2"]],
        ),
        (
            {"W_Q_1": TALL, "x": ROW, "A": WIDE, "W_Q_2": TALL, "B": WIDE, "C": TALL, "D": TALL, "E": TALL, "W_Q_3": TALL},
            [["x", "A", "B", "C", "D", "E"], ["WQ1", "WQ2", "WQ3"]],
        ),
        (
            {"x": ROW, "A": WIDE, "B": WIDE, "C": TALL, "D": TALL}
            | {f"{name}_{head}": TALL for head in (1, 2) for name in ("W_Q", "W_K")},
            [["x", "A", "B", "C", "D"], ["WQ1", "WK1"], ["WQ2", "WK2"]],
        ),
        (
            {"X": WIDE} | {f"{name}_{head}": TALL for head in (1, 2) for name in ("W_Q", "W_K")},
            [["X", "WQ1", "WK1", "WQ2", "WK2"]],  # one block, a row for each head beside X
        ),
    ],
    ids=["one each", "one each, mixed up", "two each", "little beside"],
)
def test_givens_stand_in_lines(given: dict[str, str], asked: list[list[str]]) -> None:
    assert lines(given) == asked


@pytest.mark.parametrize(
    ("names", "language", "asked"),
    [
        ("abcdefghi", "en", ["abc", "def", "ghi"]),
        ("abcdefghijkl", "de", ["abc", "def", "ghi", "jkl"]),
    ],
)
def test_a_terminal_has_lines_of_its_own(names: str, language: str, asked: list[str]) -> None:
    """What paper has on one line and a terminal has not begins the next line, in place of standing on one of its own."""
    given = "".join(f"{name} = [[10, 10, {n}, 1]]\n" for n, name in enumerate(names))
    steps = [f"T_{n} = {name} + {name}" for n, name in enumerate(names)]
    head = f"language = '{language}'\n[[question]]\nsteps = {steps}\n[question.given]\n"
    blank = page(loads(head + given).solve(), "text", key=False)
    found = [re.findall(r"([a-l]) =", line) for line in blank.splitlines() if re.search(r"[a-l] = \[", line)]
    assert ["".join(line) for line in found] == asked
    assert all(len(line) <= 77 for line in blank.splitlines())
