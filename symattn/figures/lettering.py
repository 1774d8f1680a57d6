"""Formulas inside an SVG: a layout tree becomes pieces of text at their places, with the rules of fractions and roots.

MathML cannot stand inside an ``svg``, and a picture's labels are short, so a plain layout with average widths of
letters is enough: scripts are set smaller and shifted, fractions stacked, roots drawn. Every run of text states its
length, so that whatever typeface the reader has fills the room it was given and no two labels run into each other.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html import escape
from itertools import accumulate
from unicodedata import normalize

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, Stack
from symattn.boxes.measure import EM, width
from symattn.figures.model import Content, Length, written
from symattn.records import frozen
from symattn.tables import every, placed
from symattn.tex.signs import COMBINING

_SMALLER = Fraction(7, 10)  # of a script against its base, as TeX has it
_AXIS = Fraction(1, 4)  # where a fraction's rule stands above the line, in sizes
_SPACED = {"operator": Fraction(1, 5), "relation": Fraction(1, 4)}
_ALONE = {
    "…": 90,
    "⋯": 100,
    "W": 95,
    "M": 92,
    "m": 88,
    "w": 72,
    "∞": 90,
    "−": 78,
    "(": 39,
    ")": 39,
}  # hundredths of a size
_NONE = Fraction(0)
_SPACE, _SIGN = (
    Fraction(3, 10),
    Fraction(7, 10),
)  # of a size: a blank; a sign such as =, in any of the fonts a browser has


@frozen
class Mark:
    """One run of text, or (without text) a thin path through *points*, relative to the formula's left end."""

    x: Fraction
    y: Fraction
    size: Fraction
    text: str = ""
    look: str = ""
    length: Fraction = _NONE
    points: tuple[tuple[Fraction, Fraction], ...] = ()

    def drawn(self) -> str:
        """The mark as SVG."""
        at_x, at_y = self.x, self.y
        if self.points:
            places = "L".join(
                f"{written(at_x + a)} {written(at_y + b)}" for a, b in self.points
            )
            return f'<path d="M{places}" fill="none" stroke="currentColor"/>'
        look = f" {self.look}" if self.look else ""
        if (
            len(self.text) == 1
        ):  # one sign stands in the middle of its room, as wide as it is
            at_x, fit = at_x + self.length / 2, ' text-anchor="middle"'
        else:
            fit = (
                f' textLength="{written(self.length)}" lengthAdjust="spacingAndGlyphs"'
            )
        place = f'x="{written(at_x)}" y="{written(at_y)}" font-size="{written(self.size)}"{fit}'
        return f"<text {place}{look}>{escape(self.text)}</text>"


@frozen
class SetFormula:
    """A formula set in type: how wide it is, how far it reaches above and below its line, and its marks."""

    width: Fraction
    above: Fraction
    below: Fraction
    marks: tuple[Mark, ...] = ()

    def at(self, x: Length, y: Length) -> tuple[Mark, ...]:
        """Its marks so much further right and down."""
        return tuple(replace(mark, x=mark.x + x, y=mark.y + y) for mark in self.marks)

    def drawn(self, x: Length, y: Length) -> str:
        """The formula as SVG with its line starting at (x, y)."""
        return "".join(mark.drawn() for mark in self.at(x, y))


def _together(*parts: tuple[SetFormula, Fraction, Fraction]) -> SetFormula:
    """Formulas, each so far right and down, as one that has room for all of them."""
    return SetFormula(
        max((x + part.width for part, x, _ in parts), default=_NONE),
        max((part.above - y for part, _, y in parts), default=_NONE),
        max((part.below + y for part, _, y in parts), default=_NONE),
        tuple(mark for part, x, y in parts for mark in part.at(x, y)),
    )


def set_in_type(content: Content, size: Fraction, slanted: bool = False) -> SetFormula:
    """Words or a formula at *size* millimetres.

    >>> set_in_type("&", Fraction(3)).drawn(0, 0)
    '<text x="0.72" y="0" font-size="3" text-anchor="middle">&amp;</text>'
    >>> [mark.text for mark in set_in_type(Script(Ink("Q"), sub=Ink("1", "number")), Fraction(3)).marks]
    ['Q', '1']
    >>> equals, letter = set_in_type(Ink("=", "relation"), Fraction(3)), set_in_type(Ink("Q"), Fraction(3))
    >>> equals.width == equals.marks[0].length + 2 * equals.marks[0].x > letter.width  # room on both sides of a relation
    True
    """
    if isinstance(content, str):
        return _run(
            Ink(content, "text"), size, 'font-style="italic"' if slanted else ""
        )
    return _set(content, size)


def _set(box: Box, size: Fraction) -> SetFormula:
    match box:
        case Ink():
            return _ink(box, size)
        case Row(items):
            return _line([_set(item, size) for item in items])
        case Script():
            return _script(box, size)
        case Frac(top, bottom):
            return _fraction(_set(top, size), _set(bottom, size), size)
        case Root():
            return _root(box, size)
        case Fence(left, body, right):
            return _fenced(left, _set(body, size), right, size)
        case Grid():
            return _fenced(box.left, _table(box, size), box.right, size)
        case Boxed(body):
            return _set(body, size)
        case Stack(Ink(text, kind), Ink(sign, "accent"), None) | Stack(
            Ink(text, kind), None, Ink(sign, "accent")
        ):
            marked = "".join(c + COMBINING.get(sign, "") for c in text)
            return _ink(Ink(normalize("NFC", marked), kind), size)
        case Stack(body, over, under):
            return _script(Script(body, under, over), size)


def _ink(ink: Ink, size: Fraction) -> SetFormula:
    if ink.kind == "space":
        return SetFormula(_wide(ink, size), _NONE, _NONE)
    slanted = ink.kind in ("letter", "word") and any(c.isalpha() for c in ink.text)
    look = (
        'font-style="italic"'
        if slanted
        else 'font-weight="bold"'
        if ink.kind == "bold"
        else ""
    )
    run = _run(ink, size, look)
    room = _SPACED.get(ink.kind, _NONE) * size
    if not room:
        return run
    width = _SIGN * size if len(ink.text) == 1 else run.width
    marks = tuple(replace(mark, x=room, length=width) for mark in run.marks)
    return SetFormula(width + 2 * room, run.above, run.below, marks)


def _run(ink: Ink, size: Fraction, look: str) -> SetFormula:
    text = ink.text.strip()
    before, after = (
        len(ink.text) - len(part) for part in (ink.text.lstrip(), ink.text.rstrip())
    )
    length = _wide(Ink(text, ink.kind), size)
    start = before * _SPACE * size
    mark = Mark(start, _NONE, size, text, look, length)
    deep = size * Fraction(1, 5) if any(c in "gjpqyQ,()[]_;" for c in text) else _NONE
    return SetFormula(
        start + length + after * _SPACE * size, size * Fraction(7, 10), deep, (mark,)
    )


def _wide(ink: Ink, size: Fraction) -> Fraction:
    if ink.text in _ALONE:
        return Fraction(_ALONE[ink.text], 100) * size
    return Fraction(width(ink) / EM).limit_denominator(100) * size


def _line(parts: list[SetFormula]) -> SetFormula:
    starts = accumulate((_NONE, *(part.width for part in parts)))
    return _together(
        *((part, x, _NONE) for part, x in zip(parts, starts, strict=False))
    )


def _script(box: Script, size: Fraction) -> SetFormula:
    base = _set(box.base, size)
    places = (
        (box.sup, size * Fraction(3, 10) - base.above),
        (box.sub, base.below + size / 5),
    )
    scripts = (
        (_set(script, size * _SMALLER), base.width + size / 20, down)
        for script, down in places
        if script is not None
    )
    return _together((base, _NONE, _NONE), *scripts)


def _fraction(top: SetFormula, bottom: SetFormula, size: Fraction) -> SetFormula:
    width = max(top.width, bottom.width) + size / 5
    room = size / 8  # keeps two fractions side by side apart
    rule = Mark(room, _NONE, size, points=((_NONE, _NONE), (width, _NONE)))
    axis = -_AXIS * size
    return _together(
        (SetFormula(width + 2 * room, _NONE, _NONE, (rule,)), _NONE, axis),
        (top, room + (width - top.width) / 2, axis - size / 6 - top.below),
        (bottom, room + (width - bottom.width) / 2, axis + size / 6 + bottom.above),
    )


def _root(box: Root, size: Fraction) -> SetFormula:
    body = _set(box.body, size)
    start, top = size * Fraction(3, 5), body.above + size / 8
    sign = (
        (_NONE, -size / 4),
        (start / 4, -size * 3 / 10),
        (start / 2, body.below),
        (start * 4 / 5, -top),
        (start + body.width, -top),
    )
    marks = [Mark(_NONE, _NONE, size, points=sign)]
    if box.index != 2:
        marks.append(Mark(_NONE, -size / 2, size / 2, str(box.index)))
    room = start + body.width + size / 10, top + size / 10, body.below
    return _together(
        (SetFormula(*room, tuple(marks)), _NONE, _NONE), (body, start, _NONE)
    )


def _fenced(left: str, body: SetFormula, right: str, size: Fraction) -> SetFormula:
    tall = max(size, body.above + body.below)
    drop = (body.below - body.above) / 2 + tall * Fraction(1, 4)

    def side(bracket: str) -> list[SetFormula]:
        run = _run(Ink(bracket, "punct"), tall, "")
        width = min(run.width, size / 2)
        return [SetFormula(width, _NONE, _NONE, run.at(_NONE, drop))] if bracket else []

    return _line([*side(left), body, *side(right)])


def _table(grid: Grid, size: Fraction) -> SetFormula:
    cells = every(lambda cell: _set(cell, size), grid.rows)
    widths = [
        max(row[j].width for row in cells if j < len(row)) + size
        for j in range(grid.columns)
    ]
    heights = [max(c.above for c in row) for row in cells]
    deep = [
        high + max(c.below for c in row) + size / 2
        for high, row in zip(heights, cells, strict=True)
    ]
    middle = sum(deep, _NONE) / 2 + _AXIS * size
    room = SetFormula(sum(widths, _NONE), middle, sum(deep, _NONE) - middle)
    lefts, tops = ([*accumulate((_NONE, *sizes))] for sizes in (widths, deep))
    return _together(
        (room, _NONE, _NONE),
        *(
            (
                cell,
                lefts[j] + (widths[j] - cell.width) / 2,
                tops[i] + heights[i] + size / 4 - middle,
            )
            for (i, j), cell in placed(cells)
        ),
    )
