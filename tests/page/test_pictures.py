"""Figures on the page: both versions in the TeX source, words where a format holds no drawing, the author's settings."""

from __future__ import annotations

import pytest

from symattn.errors import SymattnError
from symattn.figures import FIGURES
from symattn.formats import names
from symattn.notation import Notation
from symattn.page.engine import Engine
from symattn.page.pictures import DRAWN, context, picture
from symattn.page.work import Work
from symattn.sheet import loads, solve

SHEET = """
title = "Two heads"
tokens = ["rain", "fell"]
notation = "course-concat"
[[question]]
variant = "multi-head-attention"
options = {heads = 2, mask = "causal"}
[question.given]
X = [[1, 0], [0, 1]]
W_Q_0 = [[1, 0], [0, 1]]
W_K_0 = [[1, 1], [0, 1]]
W_V_0 = [[1, 0], [2, 1]]
W_Q_1 = [[0, 1], [1, 0]]
W_K_1 = [[1, 0], [1, 1]]
W_V_1 = [[2, 0], [0, 1]]
W_O = [[1, 0], [0, 1], [1, 0], [0, 1]]
"""
COUNT = """
title = "A cost"
[[question]]
steps = ["S = Q @ K.T", "w = multiplications(S)"]
sizes = { n = 1024, k = 64 }
[question.shapes]
Q = ["n", "k"]
K = ["n", "k"]
"""


@pytest.fixture(scope="module")
def work() -> Work:
    """A solved question of two heads, numbered from 0, with a causal mask."""
    return worked(SHEET)


def worked(text: str) -> Work:
    sheet = loads(text, "two.toml")
    return Work.of(solve(sheet).answers[0], Notation.load(sheet.notation), 4, "standard", sheet.tokens)


def test_the_context_is_the_questions(work: Work) -> None:
    found = context(work, {"name": "heat-map"})
    assert (found.heads, found.first, found.head, found.causal, found.output) == (2, 0, 0, True, True)
    assert found.shapes["H"] == (2, 4)
    assert found.tokens == ("rain", "fell")
    assert found.values["A_1"].values[0][0].rational == 1


def test_tex_holds_the_key_and_the_blank(work: Work) -> None:
    text = str(picture(Engine("tex"), work, "multi-head", key=True))
    key, blank = text.split(r"\ifprintanswers")[1].split(r"\else")
    assert text.count(r"\begin{tikzpicture}") == 2
    assert r"W_{0}^{(q)}" in key
    assert r"W_{0}^{(q)}" not in blank.split(r"\fi")[0]


def test_a_figure_that_hides_nothing_stands_once(work: Work) -> None:
    text = str(picture(Engine("tex"), work, {"name": "attention", "hide": []}, key=False))
    assert text.count(r"\begin{tikzpicture}") == 1
    assert "softmax" in text


@pytest.mark.parametrize("form", [form for form in names() if form not in DRAWN])
@pytest.mark.parametrize("name", FIGURES)
def test_other_formats_say_what_the_figure_shows(work: Work, form: str, name: str) -> None:
    shown, told = (worked(COUNT), {"name": name, "line": "w", "letter": "n"}) if name == "growth" else (work, name)
    key, blank = (str(picture(Engine(form), shown, told, key=k)) for k in (True, False))
    assert "Figure" in key
    assert len(key) >= len(blank) > 20


def test_an_author_sets_heads_in_letters(work: Work) -> None:
    text = str(picture(Engine("tex"), work, {"name": "multi-head", "heads": "n_heads", "first": 1}, key=True))
    assert r"n_{\text{heads}}" in text


WRONG = {
    "an unknown figure": ({"name": "multihead"}, 'did you mean "multi-head"'),
    "an unknown option": ({"name": "multi-head", "hid": []}, 'did you mean "hide"'),
    "no name": ({"hide": []}, "a figure without a name"),
}


@pytest.mark.parametrize(("table", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_table_is_refused(work: Work, table: dict[str, object], says: str) -> None:
    with pytest.raises(SymattnError) as caught:
        picture(Engine("tex"), work, table, key=True)
    assert says in str(caught.value)
