"""Sums and means down columns have their terms as those along rows have: in a row where it has room, else below each other, turned."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

ROUNDED = {3: [[2, 1, 0], [1, 0, 0], [0, 2, 1]], 4: [[2, 1, 0], [1, 0, 0], [0, 2, 1], [1, 0, 2]], 2: [[2, 1, 0, 1], [1, 0, 0, 1]]}
TERMS = {"mean(p, axis=0)": "/{n}", "sum(p, axis=0)": "", "sum(p, axis=0) / 7": "", "sum(p, axis=0) / sum(p)": None}


@pytest.mark.parametrize("decimals", [3, 4])
@pytest.mark.parametrize("op", TERMS)
@pytest.mark.parametrize("rows", ROUNDED)
def test_columns_of_rounded_numbers_have_their_terms(rows, op, decimals):
    text = page(loads(f"""working = "decimals"
decimals = {decimals}
[[question]]
steps = ["p = softmax(L)", "P = {op}"]
given = {{ L = {ROUNDED[rows]} }}""").solve(), "text")
    chain = text.rpartition("p = softmax")[2]
    sums = re.findall(rf"\d\.\d+(?: *\+ *\d\.\d+){{{rows - 1}}}(?!\d)", chain)
    if TERMS[op] is not None:
        assert len(sums) == len(ROUNDED[rows][0]), text
        assert len({len(x.partition(".")[2]) for one in sums for x in re.split(r" *\+ *", one)}) == 1


@pytest.mark.parametrize("rows", [2, 3, 4])
def test_a_row_of_sums_without_room_stands_as_a_column_that_is_turned(rows):
    text = page(loads(f"""working = "decimals"
[[question]]
steps = ["p = softmax(L)", "P = mean(p, axis=0)"]
given = {{ L = {[[k * j % 3 for j in range(1, 5)] for k in range(1, rows + 1)]} }}""").solve(), "text")
    assert (re.search(r"⎡0\.\d{4}(?: \+ 0\.\d{4})+⎤ᵀ", text) is not None) == (rows > 2), text


@pytest.mark.parametrize("rows", [9, 12, 15])
@pytest.mark.parametrize("decimals", [2, 3, 4])
@pytest.mark.parametrize("op", ["sum(p, axis=0)", "mean(p, axis=0)", "sum(p.T, axis=1)"])
def test_many_terms_have_as_many_digits_as_hold(rows, op, decimals):
    """Its first and last terms stand of a sum without room; without the digits that make it hold it would not."""
    scores = [[(k * j * j + 3 * k + j) % 4 for j in range(3)] for k in range(rows)]
    text = page(loads(f"""working = "decimals"
decimals = {decimals}
[[question]]
steps = ["p = softmax(L)", "P = {op}"]
given = {{ L = {scores} }}""").solve(), "text")
    chain = text[text.rindex("P = ") :]
    assert re.search(r"\d\.\d+ \+ (?:\d\.\d+|⋯) \+", chain), text


@pytest.mark.parametrize(("line", "says"), [
    ("sum(X + arange(3), axis=0)", "[1 + 0 + (4 + 0)  2 + 1 + (5 + 1)  3 + 2 + (6 + 2)] = [5  9  13]"),
    ("sum(X - arange(2).T, axis=0)", "[1 − 0 + (4 − 1)  2 − 0 + (5 − 1)  3 − 0 + (6 − 1)] = [4  6  8]"),
    ("mean(X + positional_encoding(2, 3), axis=0)", "≈ [2.9207  4.2702  4.5011]"),
    ("sum(positional_encoding(2, 3), axis=1)", "≈ ⎡1     ⎤"),
])
def test_a_row_of_places_is_beside_every_row(line: str, says: str) -> None:
    sheet = loads(f"[[question]]\nsteps = ['Z = {line}']\ngiven = {{ X = [[1, 2, 3], [4, 5, 6]] }}\n")
    assert says in page(sheet.solve(), "text")


@pytest.mark.parametrize(("line", "says"), [("sum(x + arange(1), axis=1)", "5 + 0 + (8 + 0) = 13"), ("sum(x.T + arange(1, start=2), axis=0)", "5 + 2 + (8 + 2) = 17"), ("mean(x + positional_encoding(1, 1))", "= 6.5")])
def test_one_place_alone_is_beside_every_entry(line: str, says: str) -> None:
    sheet = loads(f"[[question]]\nsteps = ['Z = {line}']\ngiven = {{ x = [[5, 8]] }}\n")
    assert says in page(sheet.solve(), "text")
