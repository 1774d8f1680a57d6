"""What a teacher says once: equal scores, angles of several lines, what rounded weights add up to."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import lint, loads


def text(sheet: str, **how: str) -> str:
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text", **how))


EQUAL = """{head}
[[question]]
steps = ["S = Q @ K.T", "A = softmax(S / sqrt({width}))"]
given = {{ Q = [{q}], K = [{k}] }}
"""


@pytest.mark.sliced(6)
@pytest.mark.parametrize("head", ["", "decimals = 4", 'working = "decimals"', "decimals = 2\nlanguage = 'de'", "language = 'fr'"])
@pytest.mark.parametrize("many", [2, 3, 7])
@pytest.mark.parametrize("width", [2, 4])
def test_equal_scores_are_called_so_without_exponentials(width: int, many: int, head: str) -> None:
    sheet = EQUAL.format(head=head, width=width, q="[1, 0], [2, 0]", k=", ".join(["[1, 5]"] * many))
    found = text(sheet)
    said = {"'de'": "Die Scores jeder Zeile sind gleich, also ist jedes Gewicht", "'fr'": "Les scores de chaque ligne sont égaux, donc chaque poids vaut"}
    assert said.get(head[-4:], "The scores of each row are equal, so each weight is") in found
    assert "e^" not in found
    assert not re.search("exponential|Exponential|softmax[^ ]*\\[", found)
    assert not re.search("add up to|ergeben|La somme", found) or "working" in head


def test_equal_scores_of_rows_of_several_lengths_have_no_one_weight() -> None:
    sheet = '[[question]]\nsteps = ["L = causal_mask(S)", "A = softmax(L)"]\ngiven.S = [[1, 1, 1], [2, 2, 2], [3, 3, 3]]'
    assert "The scores that the mask leaves in a row are equal, so each of these gets the same weight." in text(sheet)
    assert "are equal" not in text(sheet.replace("[2, 2, 2]", "[2, 1, 2]"))
    assert "are equal" not in text(sheet, detail="brief")


@pytest.mark.parametrize(("scores", "said"), [("[[1, 1, 1]]", []), ("[['log(1)', 'log(2)', 'log(3)'], ['0', '0', '0']]", []), ("[[1, 2, 3.5]]", [1, 4])])
@pytest.mark.parametrize("places", [1, 2, 4])
def test_what_rounded_weights_add_up_to_is_said_where_no_exact_fraction_stands(scores: str, said: list[int], places: int) -> None:
    found = text(f"decimals = {places}\n[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = {scores}")
    assert ("add up to" in found) == (places in said)


ROPE = """[[question]]
steps = ["P = rope(Q)", "R = rope(K{start})"]
given = {{ Q = [{rows}], K = [{others}] }}
"""


@pytest.mark.parametrize("many", [1, 2, 3])
@pytest.mark.parametrize("columns", [2, 4])
def test_angles_of_two_lines_stand_once_or_with_whose_they_are(columns: int, many: int) -> None:
    rows, others = (", ".join([str([n] * columns)] * many) for n in (1, 2))
    once = text(ROPE.format(rows=rows, others=others, start=""))
    angles = "angle" if (columns, many) == (2, 1) else "angles"
    assert once.count(f"{angles} =") == 1
    twice = text(ROPE.format(rows=rows, others=others, start=", start=3"))
    assert len(re.findall(f"{angles} =", twice)) == 2 or (f"{angles} (P) =" in twice and f"{angles} (R) =" in twice)


def test_means_of_two_norms_stand_with_whose_they_are() -> None:
    sheet = '[[question]]\nsteps = ["N = layer_norm(Q)", "M = layer_norm(K)"]\ngiven = { Q = [[1, 3]], K = [[2, 8]] }'
    found = text(sheet)
    assert "mean (N) = 2" in found
    assert "mean (M) = 5" in found
    assert text(sheet.replace("[2, 8]", "[1, 3]")).count("mean =") == 1


TWO = """{above}
[[question]]
{first}
steps = ["B = 2 * A"]
given.A = [[1]]
[[question]]
{second}
steps = ["B = 3 * A"]
given.A = [[1]]
"""


@pytest.mark.parametrize("key", ["decimals", "places"])
@pytest.mark.parametrize(
    ("above", "first", "second", "said"),
    [("", "", "{} = 1", True), ("", "{} = 1", "", True), ("{} = 1", "", "{} = 1", False), ("", "{} = 1", "{} = 1", False), ("{} = 1", "", "", False)],
)
def test_digits_and_places_of_one_question_are_told_to_be_those_of_all(key: str, above: str, first: str, second: str, said: bool) -> None:
    sheet = loads(TWO.format(above=above.format(key), first=first.format(key), second=second.format(key)))
    found = [str(problem) for problem in lint.findings(sheet)]
    assert any(f"{key} of one question are those of the whole sheet" in one for one in found) == said
