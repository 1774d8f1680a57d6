"""What is said of one number, one row or one score is said of one; what is said of two scores, where there are two."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads


def text(sheet: str) -> str:
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text"))


def of_rows(line: str, rows: str, language: str = "en") -> str:
    return text(f"language = '{language}'\n[[question]]\nsteps = [\"{line}\"]\ngiven.X = [{rows}]")


WORDS = {
    "layer_norm(X)": {"en": ("mean =", "means ="), "de": ("Varianz =", "Varianzen ="), "fr": ("moyenne =", "moyennes =")},
    "rms_norm(X)": {
        "en": ("mean square =", "mean squares ="), "de": ("Mittel der Quadrate =",) * 2, "fr": ("moyenne des carrés =", "moyennes des carrés ="),
    },
    "rope(X, start=3)": {"en": ("angle =", "angles ="), "de": ("Winkel =",) * 2, "fr": ("angle =", "angles =")},
    "cross_entropy(X, argmax(X, axis=1))": {
        "en": (" weight at the target ", "weights at the targets"), "de": ("Gewicht am Ziel", "Gewichte an den Zielen"),
        "fr": ("poids à la cible", "poids aux cibles"),
    },
}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("line", WORDS)
def test_what_stands_on_the_way_is_called_as_many_as_there_are(line: str, language: str) -> None:
    one, several = WORDS[line][language]
    lone, many = (of_rows(f"Y = {line}", rows, language) for rows in ("[3, 5]", "[3, 5], [1, 7]"))
    assert one in lone
    assert several in many
    if one != several:
        assert several not in lone
        assert one not in many


@pytest.mark.parametrize(("language", "one", "several"), [
    ("en", " sum under the weights ", "sums under the weights"), ("de", "gewichtete Summe ", "gewichtete Summen "),
    ("fr", "somme pondérée par les poids", "sommes pondérées par les poids"),
])
def test_one_row_of_weights_has_one_sum_on_the_way_back(language: str, one: str, several: str) -> None:
    sheet = "language = '{}'\n[[question]]\nsteps = ['a = softmax(x)']\ngiven = {{ x = [{}], da = [{}] }}\ngradient = {{ of = 'a', wrt = ['x'] }}"
    lone, many = (text(sheet.format(language, ", ".join(["[1, 0]"] * n), ", ".join(["[1, 2]"] * n))) for n in (1, 2))
    assert one in lone
    assert several not in lone
    assert several in many


@pytest.mark.parametrize(("line", "shown"), [
    ("sum(c * c, axis=1)", "y = sum(c·c)"), ("mean(c * c, axis=0)", "y = mean(c·c)"), ("c - max(c, axis=1)", "y = c − max(c)"),
    ("softmax(c, axis=0)", "y = softmax(c)"),
])
def test_a_function_of_one_number_does_not_say_along_what_it_runs(line: str, shown: str) -> None:
    found = text(f"[[question]]\nsteps = ['y = {line}']\ngiven.c = [['1.5']]")
    assert shown in found
    assert "_rows" not in found
    assert "_columns" not in found


def test_the_way_back_through_one_weight_names_no_rows() -> None:
    sheet = "[[question]]\nsteps = ['a = softmax(s)', 'h = a @ V']\ngiven = { s = [['5/3']], V = [[2, 1]], dh = [[1, 1]] }\n"
    found = text(sheet + "gradient = { of = 'h', wrt = ['s'] }")
    assert "ds = a·(da − sum(da·a)) = 1·(3 − sum(3·1)) = 0" in found


@pytest.mark.parametrize("rows", ["['sqrt(2)']", "['sqrt(2)'], [1], ['log(3)/7']"])
def test_the_weight_of_the_only_score_needs_no_exponential(rows: str) -> None:
    found = of_rows("Y = softmax(X)", rows)
    assert "exponentials" not in found
    assert "their sum" not in found


def test_weights_that_logarithms_make_rational_have_their_exponentials() -> None:
    assert "exponentials = [3 1/2] their sum = 7/2" in of_rows("Y = softmax(X)", "['log(3)', '-log(2)']")


@pytest.mark.parametrize(("language", "mixed", "two"), [
    ("en", "In a row of two scores only the gap between them matters: ", "Only the gap between the two scores of a row matters: "),
    ("de", "In einer Zeile mit zwei Scores zählt nur ihr Abstand: ", "Nur der Abstand der beiden Scores einer Zeile zählt: "),
    ("fr", "Dans une ligne de deux scores, seul compte l’écart entre ces scores : ", "Seul compte l’écart entre les deux scores d’une ligne : "),
])
def test_the_gap_of_two_scores_is_spoken_of_where_a_row_has_two(language: str, mixed: str, two: str) -> None:
    for rows, says, other in (("[1, 2, 0], [5, 5, 5]", mixed, two), ("[1, 2, 0], [5, 8, 5]", two, mixed)):
        mask = "[[1, 1, 0], [1, 1, 1]]" if says == mixed else "[[1, 1, 0], [1, 1, 0]]"
        found = text(f"language = '{language}'\n[[question]]\nsteps = ['A = softmax(mask(X, M))']\ngiven = {{ X = [{rows}], M = {mask} }}")
        assert says in found
        assert other not in found


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("line", ["layer_norm(X, eps=1/100)", "rms_norm(X, eps=1/100)"])
def test_the_sentence_about_a_norm_calls_what_is_added_as_the_formula_does(line: str, language: str) -> None:
    found = of_rows(f"Y = {line}", "[3, 5]", language)
    assert "eps" not in found
    assert len(re.findall(r"\bε\b", found)) >= 2
