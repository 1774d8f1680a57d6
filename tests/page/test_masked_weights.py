"""What is said of equal scores under a mask, and of a mask that a line adds on the way to its weights."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

EN, DE, FR = (
    ("The scores that the mask leaves", " in a row are", " in a column are", "so each of these gets the", "the mask leaves are"),
    ("Die Scores, die die Maske", "in einer Zeile", "in einer Spalte", "bekommt jeder von diesen", "die Maske übrig lässt"),
    ("Les scores que le masque laisse", "dans une ligne", "dans une colonne", "chacun d’eux reçoit le", "le masque laisse sont"),
)
WORDS = {"en": EN, "de": DE, "fr": FR}


def text(sheet: str, **how: str) -> str:
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text", **how))


def causal(n: int) -> str:
    return str([[int(j <= i) for j in range(n)] for i in range(n)])


MASKS = {"causal": "causal_mask({0})", "given": "mask({0}, M)", "column": "causal_mask({0}, axis=0)", "columns": "mask({0}, M.T)"}


@pytest.mark.parametrize("language", list(WORDS))
@pytest.mark.parametrize("way", list(MASKS))
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("n", [2, 3, 5])
@pytest.mark.parametrize("score", ["1", "'sqrt(2)'", "'a'"])
def test_of_equal_scores_those_get_weight_that_the_mask_leaves(score: str, n: int, inside: bool, way: str, language: str) -> None:
    axis = ", axis=0" if way.startswith("column") else ""
    masked = MASKS[way].format("S")
    steps = [f"A = softmax({masked}{axis})"] if inside else [f"N = {masked}", f"A = softmax(N{axis})"]
    letters = 'letters.real = ["a"]' if "a" in score else ""
    rows = ", ".join([f"[{', '.join([score] * n)}]"] * n)
    given = f", M = {causal(n)}" if "M" in masked else ""
    found = text(f"language = '{language}'\n[[question]]\nsteps = {steps}\n{letters}\ngiven = {{ S = [{rows}]{given} }}")
    starts, row, column, gets, _ = WORDS[language]
    assert starts in found
    assert gets in found
    assert (column if axis else row) in found
    assert f"1/{n}" in found
    assert not re.search("of each row are equal|jeder Zeile sind gleich|de chaque ligne sont égaux", found)
    infinite = {"en": "minus infinity", "de": "minus unendlich", "fr": "moins l’infini"}[language]
    assert infinite in found, "the mask is explained, wherever it stands"
    brief = page(loads(f"[[question]]\nsteps = {steps}\n{letters}\ngiven = {{ S = [{rows}]{given} }}").solve(), "text", detail="brief")
    assert "infinity" not in brief
    assert "are equal" not in brief


@pytest.mark.parametrize("language", list(WORDS))
@pytest.mark.parametrize("left", [2, 3])
@pytest.mark.parametrize("rows", [1, 2])
def test_as_many_left_in_every_row_have_one_weight(rows: int, left: int, language: str) -> None:
    mask = [[1] * left + [0]] * rows
    sheet = f"language = '{language}'\n[[question]]\nsteps = ['A = softmax(mask(S, M))']\ngiven = {{ S = {[[4] * left + [7]] * rows}, M = {mask} }}"
    found = text(sheet)
    starts, row, _, gets, alone = WORDS[language]
    assert (starts in found and row in found) if rows > 1 else alone in found
    assert re.search(f"{gets} (weight|Gewicht|poids)? ?(das Gewicht )?1/{left}", found) or f"Gewicht 1/{left}" in found
    assert "7" not in re.split("softmax", found)[-1]


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize("n", [2, 3])
def test_without_a_mask_nothing_is_said_of_one(n: int, rows: int) -> None:
    found = text(f"[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = {[[5] * n] * rows}")
    assert f"each weight is 1/{n}" in found
    assert "mask" not in found


@pytest.mark.parametrize("others", [["mask(S, M)"], ["causal_mask(S)"], ["mask(S, N)"], ["mask(S, M)", "causal_mask(S)", "mask(S, N)"]])
def test_each_mask_on_the_way_is_explained_once(others: list[str]) -> None:
    steps = [f"A_{k} = softmax({x})" for k, x in enumerate(["mask(S, M)", *others], 1)]
    given = "S = [[1, 2], [3, 4]], M = [[1, 0], [1, 1]], N = [[1, 1], [0, 1]]"
    if "N" not in str(others):
        given = given.split(", N")[0]
    found = text(f"[[question]]\nsteps = {steps}\ngiven = {{ {given} }}")
    assert found.count("The mask is minus infinity where M holds a 0") == 1
    assert found.count("The mask is minus infinity where N holds a 0") == ("N" in str(others))
    assert found.count("The mask is minus infinity above the diagonal") == ("causal" in str(others))
