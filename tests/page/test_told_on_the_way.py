"""What a line does on the way is told as it is where it has a line of its own: which scores stay, which bias is added."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

TOLD = {  # what each says of itself in English, German and French
    "top_k(S, 2)": ("The 2 largest scores of each row stay", "Die 2 größten Scores jeder Zeile bleiben", "Les 2 plus grands scores"),
    "top_p(S, 0.5)": ("The nucleus: the largest scores", "Der Kern: die größten Scores", "Le noyau : les plus grands scores"),
    "window_mask(S, 2)": ("Where a key is 2 or more places", "Wo ein Key 2 oder mehr Plätze", "Là où une clé est à 2 places ou plus"),
    "alibi(S, 1/2)": ("To the score of a key at or before its query", "Zum Score eines Keys", "Au score d’une clé"),
}


def text(language: str, *steps: str, detail: str = "standard") -> str:
    sheet = f"language = '{language}'\n[[question]]\nsteps = {[*steps]}\ngiven = {{ S = [[1, 2, 3], [0, 1, 0], [1, 2, 0]] }}\n"
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text", detail=detail))


@pytest.mark.parametrize("line", TOLD)
@pytest.mark.parametrize(("language", "which"), [("en", 0), ("de", 1), ("fr", 2)])
def test_it_is_told_once_where_it_stands_and_where_it_is_done_on_the_way(line: str, language: str, which: int) -> None:
    told = TOLD[line][which]
    assert text(language, f"L = {line}").count(told) == 1
    found = text(language, f"A = softmax({line})", f"B = softmax({line} / 2)")
    assert found.count(told) == 1
    assert found.index(told) < found.index("A = softmax")
    assert told not in text(language, f"A = softmax({line})", detail="brief")


def test_heads_with_slopes_of_their_own_are_told_of_once() -> None:
    steps = [f"L_{head} = causal_mask(alibi(S, 1/{2**head}))" for head in (1, 2, 3)]
    found = text("en", *steps)
    told = found.index(TOLD["alibi(S, 1/2)"][0])
    assert found.count(TOLD["alibi(S, 1/2)"][0]) == 1
    assert told < found.index("The mask is minus infinity above the diagonal") < found.index("L₁ =")


def test_two_numbers_of_largest_scores_are_two_sentences() -> None:
    found = text("en", "A = softmax(top_k(S, 1))", "B = softmax(top_k(S, 2))")
    assert found.count("The largest score of each row stays") == found.count(TOLD["top_k(S, 2)"][0]) == 1
