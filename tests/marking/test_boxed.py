"""Brackets drawn over several lines: a bracket around matrices and more is told from those of the matrices."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.marking import check
from symattn.marking.answers.boxed import undrawn
from symattn.marking.answers.flat import CLOSE, OPEN
from symattn.sheet import loads


def drawn(rows: list[str], high: int) -> list[str]:
    """A matrix between tall brackets, in as many lines as are wanted."""
    ends = [("⎡", "⎤"), *[("⎢", "⎥")] * (len(rows) - 2), ("⎣", "⎦")]
    lines = [f"{left}{row}{right}" for (left, right), row in zip(ends, rows, strict=True)]
    return lines + [" " * len(lines[0])] * (high - len(lines))


def beside(high: int, *parts: list[str] | str) -> list[str]:
    """Matrices, and signs on the middle line between them."""
    columns = [part if isinstance(part, list) else [part if k == (high - 1) // 2 else " " * len(part) for k in range(high)] for part in parts]
    return ["".join(row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize(("high", "low"), [(2, 2), (3, 3), (4, 3), (4, 4), (6, 5)])
@pytest.mark.parametrize("first", [True, False])
def test_a_bracket_around_matrices_ends_where_it_ends(high: int, low: int, first: bool) -> None:
    """With a lower matrix beside a higher one, and another matrix behind the bracket."""
    two = [drawn([f"{k} 1" for k in range(high)], high), drawn(["5"] * low, high)]
    inner = beside(high, two[not first], " > ", two[first])
    text, grids = undrawn("\n".join(beside(high, "f = ", drawn(inner, high), " = ", drawn(["1 0"] * high, high))))
    assert "".join(text.split()) == f"f=[{OPEN}0{CLOSE}>{OPEN}1{CLOSE}]={OPEN}2{CLOSE}"
    assert sorted(len(grid.entries) for grid in grids) == sorted([high, low, high])


@pytest.mark.parametrize(("high", "low"), [(2, 2), (4, 3), (6, 5)])
def test_a_bracket_around_a_lower_matrix_is_none_of_a_matrix(high: int, low: int) -> None:
    text, grids = undrawn("\n".join(beside(high, "f = ", drawn(beside(high, drawn(["5"] * low, high), " > 0"), high))))
    assert "".join(text.split()) == f"f=[{OPEN}0{CLOSE}>0]"
    assert len(grids[0].entries) == low


SHEET = '[[question]]\nsteps = ["w = n*m / c"]\ngiven = { c = 8 }\nletters = { n = "positive", m = "real" }\n'


@pytest.mark.parametrize("end", ["txt", "md"])
@pytest.mark.parametrize("before", ["", "Var[ℓ] = ", "n·m/c = "])
@pytest.mark.parametrize("width", [1, 2, 5])
@pytest.mark.parametrize(
    ("top", "behind", "under", "verdict"),
    [("1", "·n·m", "8", "correct"), ("n", "·m", "8", "correct"), ("m", "·n = 0.125·m·n", "8", "correct"), ("n", "*m", "8", "correct"), ("n", "·m", "9", "incorrect")],
)
def test_a_drawn_fraction_times_something_is_no_arrow(top: str, behind: str, under: str, verdict: str, width: int, before: str, end: str, tmp_path: Path) -> None:
    """──·m: what is divided stands above the line, and what it is divided by below."""
    blanks = " " * len(f"    w = {before}")
    rows = f"{blanks}{top.center(width)}\n    w = {before}{'─' * width}{behind}\n{blanks}{under.center(width)}\n"
    (tmp_path / f"a.{end}").write_text(rows, encoding="utf-8")
    (result,) = check(loads(SHEET), tmp_path / f"a.{end}").answers[0].questions[0].results
    assert result.verdict == verdict
