"""Figures for the web: well-formed, described, free of ids, and readable on light and dark pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from symattn import figures
from symattn.boxes import Box, Fence, Frac, Grid, Ink, Root, Row, Script
from symattn.figures import Context, tikz
from symattn.figures.lettering import set_in_type
from symattn.figures.model import Figure, Hairlines, Hatch, Item, Label, LabelledBox, Path, Shade
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


DRAWN = {  # an item -> how it is drawn for the web, and for TeX
    "an empty box": (
        LabelledBox(1, 2, 10, 4),
        '<rect x="1" y="2" width="10" height="4" rx=".7" fill="INK" fill-opacity=".03" stroke="INK"/>',
        r"\draw[block] (1,2) rectangle (11,6);",
    ),
    "a box with a word": (
        LabelledBox(1, 2, 10, 4, "layer", "Q", "names"),
        '<rect x="1" y="2" width="10" height="4" rx="0" fill="INK" fill-opacity=".1" stroke="INK"/><g style="color:INK" fill="currentColor"><text x="6" y="4.88" font-size="3.5" text-anchor="middle">Q</text></g>',
        r"\draw[layer] (1,2) rectangle (11,6); \node[text=ink] at (6,4) {Q};",
    ),
    "a shade": (
        Shade(1, 2, 3, 4, 25),
        '<rect x="1" y="2" width="3" height="4" fill="INK" fill-opacity="0.25"/>',
        r"\fill[ink!25] (1,2) rectangle (4,6);",
    ),
    "a shade on paper": (
        Shade(1, 2, 3, 4, 5, paper=True),
        '<rect x="1" y="2" width="3" height="4" fill="var(--figure-paper,#fff)"/><rect x="1" y="2" width="3" height="4" fill="var(--figure-shade,#1b3a5c)" fill-opacity="0.05" stroke="var(--figure-shade,#1b3a5c)" stroke-opacity=".55"/>',
        r"\fill[ink!5] (1,2) rectangle (4,6);",
    ),
    "hatching": (
        Hatch(1, 2, 2, 1),
        '<path d="M1 3L2 2M2 3L3 2" stroke="INK" stroke-opacity=".3" stroke-width=".12"/>',
        r"\path[mask] (1,2) rectangle (3,3);",
    ),
    "lines of cells": (
        Hairlines(1, 2, 6, 4, 2, 3),
        '<path d="M1 4H7M3 2V6M5 2V6" stroke="INK" stroke-opacity=".55"/>',
        r"\draw[hair] (1,4) -- (7,4) (3,2) -- (3,6) (5,2) -- (5,6);",
    ),
    "a word": (
        Label(5, 6, "a"),
        '<g style="color:INK" fill="currentColor"><text x="5" y="7.22" font-size="3.5" text-anchor="middle">a</text></g>',
        r"\node[maths,anchor=center] at (5,6) {a};",
    ),
    "an answer at the left": (
        Label(5, 6, "a", "tiny", "left", "names"),
        '<g style="color:INK" fill="currentColor"><text x="5.67" y="6.98" font-size="2.8" text-anchor="middle">a</text></g>',
        r"\node[tiny,anchor=west,text=ink] at (5,6) {a};",
    ),
    "at the right, on hatching": (
        Label(5, 6, "a", "small", "right", ground="halo"),
        '<rect x="2.49" y="3.9" width="3.51" height="4.2" fill="var(--figure-paper,none)"/><g style="color:var(--figure-text,currentColor)" fill="currentColor"><text x="4.24" y="7.1" font-size="3.15" text-anchor="middle">a</text></g>',
        r"\node[small,anchor=east,halo] at (5,6) {a};",
    ),
    "above a shade": (
        Label(5, 6, "a", "token", "above", "names", ground="shade"),
        '<g style="color:var(--figure-text,#000)" fill="currentColor"><text x="5" y="5.37" font-size="3.15" text-anchor="middle" font-style="italic">a</text></g>',
        r"\node[token,anchor=south,text=black] at (5,6) {a};",
    ),
    "below": (
        Label(5, 6, "a", "name", "below"),
        '<g style="color:INK" fill="currentColor" font-family="sans-serif"><text x="5" y="8.2" font-size="3.15" text-anchor="middle">a</text></g>',
        r"\node[name,anchor=north] at (5,6) {a};",
    ),
    "above left": (
        Label(5, 6, "a", "name", "above-left"),
        '<g style="color:INK" fill="currentColor" font-family="sans-serif"><text x="5.76" y="6" font-size="3.15" text-anchor="middle">a</text></g>',
        r"\node[name,anchor=south west] at (5,6) {a};",
    ),
    "above right": (
        Label(5, 6, "a", "name", "above-right"),
        '<g style="color:INK" fill="currentColor" font-family="sans-serif"><text x="4.24" y="6" font-size="3.15" text-anchor="middle">a</text></g>',
        r"\node[name,anchor=south east] at (5,6) {a};",
    ),
    "a line with a corner": (
        Path(((1, 2), (1, 5), (4, 5))),
        '<path d="M1 2L1 5L4 5" stroke="INK" stroke-opacity=".55"/>',
        r"\draw[hair] (1,2) -- (1,5) -- (4,5);",
    ),
    "an arrow up": (
        Path(((1, 5), (1, 2)), "arrow"),
        '<path d="M1 5L1 2" stroke="INK" /><path d="M1 2L1.6 3.7L0.4 3.7Z" fill="INK"/>',
        r"\draw[arrow] (1,5) -- (1,2);",
    ),
    "an arrow to the right": (
        Path(((1, 5), (4, 5)), "arrow"),
        '<path d="M1 5L4 5" stroke="INK" /><path d="M4 5L2.3 5.6L2.3 4.4Z" fill="INK"/>',
        r"\draw[arrow] (1,5) -- (4,5);",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("item", "svg", "tex"), DRAWN.values(), ids=DRAWN)
def test_an_item_is_drawn_where_it_is(item: Item, svg: str, tex: str) -> None:
    figure = Figure("a-name", "Said.", 20, 10, (item,))
    head, told, *drawn, _ = write(figure).splitlines()
    assert 'viewBox="-0.5 -0.5 21 11" width="21mm" height="11mm"' in head
    assert told == "<title>a name</title><desc>Said.</desc>"
    assert "".join(drawn).replace("var(--figure-ink,currentColor)", "INK") == svg
    _, lines = tikz.write(figure).split(r"\path[use as bounding box] (0,0) rectangle (20,10);" + "\n")
    assert lines.replace("\n", " ") == tex + r" \end{tikzpicture} "


BODIES: dict[str, Box] = {
    **{f"{n} rows": Grid(((Ink("x"), Ink("1", "number")),) * n, "", "") for n in (1, 2, 3, 5)},
    "a fraction": Frac(Ink("x"), Ink("y")),
    "a fraction in a root": Root(Frac(Ink("x"), Ink("y"))),
    "an index": Script(Ink("Q"), sub=Ink("1", "number")),
    "a letter": Ink("x"),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("sides", ["[]", "()", "||"])
@pytest.mark.parametrize("size", [Fraction(3), Fraction(7, 2)])
def test_brackets_are_as_high_as_what_they_hold_and_stand_around_its_middle(body: Box, sides: str, size: Fraction) -> None:
    """A bracket of a font reaches a quarter of its size below the line, and three above."""
    alone, fenced = set_in_type(body, size), set_in_type(Fence(sides[0], body, sides[1]), size)
    first, *_, last = fenced.marks
    assert first.text + last.text == sides
    for side in (first, last):
        assert side.size == max(size, alone.above + alone.below)
        assert side.y - side.size / 4 == (alone.below - alone.above) / 2
