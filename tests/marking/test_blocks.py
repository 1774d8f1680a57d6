"""What scripts of web pages show of LaTeX in words, whichever way it stands there and beside whatever."""

from __future__ import annotations

from itertools import permutations

import pytest

from symattn.marking.answers.blocks import Blocks

WAYS = (r"\({}\)", r"\[{}\]", "$${}$$")
FORMULAS = ("A = 1", r"B = \frac{1}{2}", r"C_1 = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}")


def read(*texts: str, tags: tuple[str, ...] = ()) -> str:
    blocks = Blocks()
    for tag in tags:
        blocks.begun(tag)
    for text in texts:
        blocks.said(text)
    for tag in reversed(tags):
        blocks.ended(tag)
    return " ".join(blocks.text.split())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(("before", "behind"), [("", ""), ("so ", ""), ("", " here"), ("so ", " here")])
def test_a_formula_of_a_script_stands_in_its_place(way: str, formula: str, before: str, behind: str) -> None:
    found = read(f"{before}{way.format(formula)}{behind} \\")
    assert found.split("$")[1] == formula
    assert found.startswith(before.strip())
    assert behind.strip() in found.rpartition("$")[2]


@pytest.mark.parametrize("ways", [*permutations(range(3))], ids=str)
def test_formulas_of_every_way_stand_in_their_order(ways: tuple[int, ...]) -> None:
    text = " then ".join(WAYS[way].format(FORMULAS[k]) for k, way in enumerate(ways)) + r" \ "
    assert read(text).split("$")[1::2] == [*FORMULAS]
    assert [word.strip() for word in read(text).split("$")[2:5:2]] == ["then", "then"]


@pytest.mark.parametrize("way", WAYS)
def test_a_formula_that_is_struck_or_in_a_script_of_the_page_is_none(way: str) -> None:
    assert "A = 1" not in read(way.format("A = 1") + "\\", tags=("script",))
    assert "A = 1" in read(way.format("A = 1") + "\\", tags=("p", "b"))
