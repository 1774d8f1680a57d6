"""The sheet as a picture: row and column meet where the entry stands, any entry knows what it is made of, nothing is given away."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from symattn.files import find, shipped
from symattn.practice.picture import MOST
from symattn.practice.session import Session
from symattn.sheet import load

TWO = "two-heads-by-hand"


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """A function that opens a sheet and gives what asks it."""
    monkeypatch.chdir(tmp_path)

    def open_(name: str):
        session = Session(Path())
        ask = lambda do, **facts: json.loads(session.answer(json.dumps({"do": do, **facts})))  # noqa: E731
        assert "error" not in ask("open", sheet=str(shipped()[name]))
        return ask

    return open_


def stages(html: str) -> dict[str, str]:
    """The lines of a picture by name."""
    return dict(re.findall(r'<section class="stage" data-line="(\w+)">(.*?)</section>', html, re.S))


def cells(html: str) -> dict[tuple[str, int, int], str]:
    """What stands in the cells drawn."""
    found = re.findall(r'data-of="(\w+)" data-i="(\d+)" data-j="(\d+)"[^>]*>([^<]*)<', html)
    return {(of, int(i), int(j)): text for of, i, j, text in found}


def test_row_and_column_meet_where_the_entry_stands(opened):
    seen = stages(opened(TWO)("picture", question="q1", answers={"q1": {"Q_1": [["1", "2"], ["", "1/3"]]}})["html"])
    places = re.findall(r'class="drawn (\w+)" role="group" aria-label="([^"]*)"', seen["S_1"])
    assert places == [("above", "(K¹)ᵀ"), ("left", "Q¹"), ("result", "S¹")]
    above = re.findall(r'data-of="K_1" data-i="(\d)" data-j="(\d)"', seen["S_1"])
    assert above == [("0", "0"), ("1", "0"), ("0", "1"), ("1", "1")]  # turned as it is multiplied, each cell still itself
    written = cells(seen["S_1"])
    assert [written["Q_1", i, j] for i in range(2) for j in range(2)] == ["1", "2", "·", "1/3"]
    assert all(written["S_1", i, j] == "·" for i in range(2) for j in range(2))
    assert "crossing" not in seen["A_1"]


def test_only_what_is_given_and_written_is_drawn(opened):
    html = opened(TWO)("picture", question="q1", answers={})["html"]
    assert {text for (of, _, _), text in cells(html).items() if of not in ("X", "W_O") and not of.startswith("W_")} == {"·"}
    assert cells(html)["X", 1, 0] == "3"


@pytest.mark.sliced(2)
@pytest.mark.parametrize(
    ("line", "place", "parts"),
    [
        ("S_1", (1, 0), [["Q_1", 1, 0], ["K_1", 0, 0], ["Q_1", 1, 1], ["K_1", 0, 1]]),
        ("L_1", (0, 1), [["S_1", 0, 1]]),
        ("A_1", (1, 1), [["L_1", 1, 0], ["L_1", 1, 1]]),
        ("H", (0, 3), [["H_2", 0, 1]]),
    ],
)
def test_an_entry_knows_what_it_is_made_of(opened, line, place, parts):
    found = opened(TWO)("made of", question="q1", line=line, row=place[0], column=place[1])
    assert sorted(found["parts"]) == sorted(parts)
    assert f"{place[0] + 1},{place[1] + 1}" in found["html"]
    assert not re.search(r"<mn>\d{2}|0\.\d", found["html"])  # in words, without a value


@pytest.mark.sliced(24)
@pytest.mark.parametrize("name", shipped())
def test_every_shipped_sheet_is_drawn(opened, name):
    ask, sheet = opened(name), load(find(name))
    for question in sheet.questions:
        if not question.plan.lines or question.shapes:
            continue
        found = ask("picture", question=question.id, answers={})
        assert "error" not in found, found
        for line in stages(found["html"]):
            told = ask("made of", question=question.id, line=line, row=0, column=0)
            assert "error" not in told, (line, told)
            assert "None" not in told["html"], line


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (MOST, 2), (2, MOST), (MOST, MOST), (MOST + 1, 2), (2, MOST + 1), (MOST + 1, MOST + 1)])
def test_a_matrix_is_drawn_where_neither_side_has_too_many(tmp_path: Path, rows: int, cols: int) -> None:
    (tmp_path / "sheet.toml").write_text(f"[[question]]\nid = 'q1'\nsteps = ['B = X * 2']\ngiven.X = {[[i + j for j in range(cols)] for i in range(rows)]}\n")
    session = Session(tmp_path)
    for request in ({"do": "open", "sheet": str(tmp_path / "sheet.toml")}, {"do": "picture", "question": "q1", "answers": {}}):
        found = json.loads(session.answer(json.dumps(request)))
        assert "error" not in found
    drawn = {place for place in cells(found["html"]) if place[0] == "X"}
    assert len(drawn) == (rows * cols if max(rows, cols) <= MOST else 0)
