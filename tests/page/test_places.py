"""Places that a line finds are said by their words, where it is known that these are what it looks among."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads

GIVEN = "q = [[1, 2]]\nK = [[1, 0], [0, 1], [0, 0]]\nX = [[1, 2], [0, 1], [3, 1]]\nW = [[1, 0, 0], [0, 1, 2]]\n"
CASES = {  # the lines, and what is said of the last; "" where the columns are no words
    "the word a query looks at": (["s = q @ K.T", "j = argmax(s, axis=1)"], "in j: “cat”."),
    "behind a softmax": (["s = q @ K.T / 2", "a = softmax(s)", "j = argmax(a, axis=1)"], "in j: “cat”."),
    "the two best": (["s = q @ K.T", "r = top_places(s, 2)"], "in r: “cat”, “the”."),
    "for every word": (["S = X @ X.T", "o = argsort(S)"], "row 1 “cat”, “the”, “sat”; row 2 “cat”, “sat”, “the”; row 3"),
    "experts, as many as words": (["Z = X @ W", "e = argmax(Z, axis=1)"], ""),
    "of all entries": (["S = X @ X.T", "j = argmax(S)"], ""),
    "scores of no keys": (["s = q @ W", "j = argmax(s, axis=1)"], ""),
}


def shown(lines: list[str], language: str = "en", words: str = 'tokens = ["the", "cat", "sat"]') -> str:
    used = [line for line in GIVEN.splitlines() if any(line[0] in text.partition("=")[2] for text in lines)]
    text = f"language = '{language}'\n{words}\n[[question]]\nsteps = {lines}\n[question.given]\n" + "\n".join(used)
    return " ".join(page(loads(text), "text").split())


@pytest.mark.sliced(3)
@pytest.mark.parametrize("case", CASES)
def test_the_words_at_places_are_said_where_they_are_known(case: str) -> None:
    lines, says = CASES[case]
    found = shown(lines)
    assert "Places are counted from 0: 0 is the first." in found
    assert ("The words at the places" in found) == bool(says)
    assert says in found
    assert "The words at the places" not in shown(lines, words="")


@pytest.mark.parametrize(("language", "says"), [("de", "Die Wörter an den Plätzen in j: „cat“."), ("fr", "Les mots aux places de j : « cat ».")])
def test_they_are_said_in_the_language_of_the_sheet(language: str, says: str) -> None:
    found = shown(["s = q @ K.T", "j = argmax(s, axis=1)"], language)
    assert " ".join(says.split()) in " ".join(found.replace("\u202f", " ").replace("\xa0", " ").split())


@pytest.mark.sliced(4)
@pytest.mark.parametrize("line", ["gather(P, {})", "lookup(P, {})", "onehot({}, 2)", "cross_entropy(P, {})"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_place_may_be_a_number_and_is_said_to_count_from_nought(line: str, language: str) -> None:
    says = {"en": "Places are counted from 0", "de": "Plätze werden ab 0 gezählt", "fr": "places sont comptées à partir de 0"}[language]
    found = []
    for place, given in (("1", ""), ("t", ", t = [[1]]")):
        matrix = "" if line.startswith("onehot") else "P = [[2, 5]]"
        table = ", ".join(part for part in (matrix, given.lstrip(", ")) if part)
        sheet = loads(f"language = '{language}'\n[[question]]\nsteps = ['y = {line.format(place)}']\ngiven = {{ {table} }}")
        text = " ".join(page(sheet, "text").split())
        assert text.count(says) == 1
        found.append(sheet.solve()["q1"]["y"])
    assert found[0] == found[1]


def test_a_loss_is_worked_from_the_weight_at_its_target() -> None:
    source = '{}decimals = 4\n[[question]]\nsteps = ["l = cross_entropy(z, 1)"]\ngiven.z = [["0.5", "0.8", "0.45"]]'
    exact, rounded = (" ".join(page(loads(source.format(head)), "text").split()) for head in ("", 'working = "decimals"\n'))
    assert "Each loss is −log of the weight that its row has at its target." in exact
    assert "≈ 0.4089" in exact
    assert "weights at the targets ≈ 0.4089" in rounded
    assert "l = CE(z, 1) ≈ 0.8943 " in rounded
