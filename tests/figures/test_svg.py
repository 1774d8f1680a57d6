"""Figures for the web: well-formed, described, free of ids, and readable on light and dark pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from symattn import figures
from symattn.boxes import Box, Fence, Frac, Grid, Ink, Root, Row, Script
from symattn.figures import Context
from symattn.figures.lettering import set_in_type
from symattn.figures.model import Figure, Hatch
from symattn.figures.svg import write

SVG = "{http://www.w3.org/2000/svg}"
SHEETS = [("superscript-heads", 2, 1, 2), ("course-concat", 8, 0, 4), ("illustrated", 1, 0, 3)]
Sheet = Callable[..., Context]
each_figure = pytest.mark.parametrize("name", figures.FIGURES)


@pytest.mark.parametrize("shape", SHEETS)
@each_figure
def test_the_svg_is_well_formed_and_described(sheet: Sheet, name: str, shape: tuple[object, ...]) -> None:
    figure = figures.build(name, sheet(*shape))
    root = ElementTree.fromstring(figures.write(figure, "svg"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == name.replace("-", " ")
    assert root.findtext(f"{SVG}desc") == figure.description
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    assert width - float(figure.width) == pytest.approx(1, abs=0.01)
    assert height > float(figure.height)
    assert left < 0 > top


@each_figure
def test_two_figures_on_a_page_share_no_ids_and_load_nothing(sheet: Sheet, name: str) -> None:
    text = figures.write(figures.build(name, sheet("paper", 3, 1, 4)), "svg")
    assert " id=" not in text
    assert "href" not in text
    assert "url(" not in text
    assert "<style" not in text


@each_figure
def test_lines_and_words_take_the_pages_colour(sheet: Sheet, name: str) -> None:
    root = ElementTree.fromstring(figures.write(figures.build(name, sheet("paper", 3, 1, 4)), "svg"))
    for element in root.iter():
        for key in ("stroke", "fill"):
            colour = element.get(key, "none")
            assert colour in ("none", "currentColor") or colour.startswith("var(--figure-"), colour


@each_figure
def test_tokens_with_signs_of_xml(sheet: Sheet, name: str) -> None:
    context = replace(sheet("paper", 3, 1, 4), tokens=("<b>", "a & b", '"', "ok"))
    ElementTree.fromstring(figures.write(figures.build(name, context), "svg"))


def test_hatching_stays_inside_its_cell() -> None:
    text = write(Figure("cell", "A cell.", 10, 10, (Hatch(2, 3, 5, 4),)))
    path = next(e for e in ElementTree.fromstring(text).iter(f"{SVG}path")).get("d", "")
    places = [tuple(map(float, p.split())) for p in path.replace("L", "M").split("M") if p]
    assert len(places) > 8
    assert all(2 <= x <= 7 and 3 <= y <= 7 for x, y in places)


FORMULAS: dict[str, Box] = {
    "scripts stand above and below their base": Script(Ink("W"), sub=Ink("h"), sup=Ink("q")),
    "a fraction has its parts over each other": Frac(Ink("1", "number"), Ink("e")),
    "a root": Root(Ink("2", "number"), 3),
    "brackets": Fence("(", Ink("K"), ")"),
    "a matrix": Grid(((Ink("a"), Ink("b")), (Ink("c"), Ink("d")))),
    "a sum": Row((Ink("1", "number"), Ink("+", "operator"), Ink("e"))),
}


@pytest.mark.parametrize("box", FORMULAS.values(), ids=FORMULAS)
def test_no_two_letters_of_a_formula_stand_in_one_place(box: Box) -> None:
    marks = [m for m in set_in_type(box, Fraction(3)).marks if m.text]
    assert len({(m.x, m.y) for m in marks}) == len(marks) >= 2 or isinstance(box, (Root, Fence))
    setting = set_in_type(box, Fraction(3))
    assert all(0 <= m.x <= setting.width for m in marks)
    assert all(-setting.above <= m.y <= setting.below for m in marks)


def test_scripts_are_smaller_and_shifted() -> None:
    base, above, below = set_in_type(FORMULAS["scripts stand above and below their base"], Fraction(3)).marks
    assert above.size < base.size
    assert above.y < 0 < below.y
    assert below.x > base.x
