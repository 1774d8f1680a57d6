"""What a causal mask does: which scores are blocked, and which tokens a row of the output can hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symattn.boxes import ELLIPSIS, INFINITE, Ink, number, row
from symattn.errors import SymattnError
from symattn.figures.context import Context, size
from symattn.figures.model import (
    WIDEST,
    Area,
    Figure,
    Items,
    Label,
    Length,
    ShapeKind,
    arrow,
)
from symattn.figures.parts import figure, seen, sides, tokens, wide
from symattn.said import Strings

MOST = 16  # more tokens than this cannot be read on a page
_HEADER, _ROW = (
    13,
    9,
)  # the title and the tokens above; a token's row, nearly three times the size of its letters


def count(context: Context, name: str) -> int:
    """How many tokens a figure draws; raises SymattnError where there are too many, or only a letter for them.

    >>> count(Context(symbol=str, tokens=("rain", "fell")), "causal-mask")
    2
    """
    known = sides(context, "X", (4, 4))[0]
    many = len(context.tokens) or (known if isinstance(known, int) else 4)
    if many > MOST:
        raise SymattnError(
            f"figure {name!r}: {many} tokens do not fit on a page",
            f"draw it for at most {MOST}",
        )
    return many


def mask_square(context: Context) -> Figure:
    """The mask as a square of tokens: 0 where a token may look, minus infinity, hatched, where it may not.

    >>> mask_square(Context(symbol=str, tokens=("rain", "fell"))).kinds
    ('mask',)
    """
    n = count(context, "causal-mask")
    mask = context if context.masked else replace(context, causal=True)
    names = tokens(context, n)
    left = max(map(wide, names)) + 6
    across = min(
        max(Fraction(12), *(wide(name) + 2 for name in names)), (WIDEST - 1 - left) / n
    )
    whole = Area(left, _HEADER, n * across, n * _ROW)
    items: Items = [Label(whole.middle[0], 0, context.says("mask"), "name", "below")]
    for k, area in enumerate(whole.cells(n, n)):
        items += _cell(area, mask.cell_blocked(*divmod(k, n)))
    items += edged(names, names, whole)
    width, height = left + whole.w + 1, _HEADER + whole.h + 1
    causal = int(mask.causal)
    return figure(context, "causal-mask", width, height, items, causal=causal)


def _cell(area: Area, blocked: bool) -> Items:
    if not blocked:
        return [area.inside(number(0), kind=ShapeKind.MASK)]
    return [
        area.hatched(ShapeKind.MASK),
        area.inside(INFINITE, kind=ShapeKind.MASK, ground="halo"),
    ]


def edged(rows: Strings, cols: Strings, area: Area) -> Items:
    """The lines and the frame of cells, the tokens left of the rows and above the columns; where names are wider than a column,
    numbers stand there."""
    numbered = any(
        wide(name) * Fraction(9, 10) + 1 > Fraction(area.w) / len(cols) for name in cols
    )
    items: Items = [area.ruled(len(rows), len(cols)), area.framed()]
    for k, (name, cell) in enumerate(
        zip(rows, area.cells(len(rows), 1), strict=True), 1
    ):
        told = numbered and rows == cols and not name.endswith(f" {k}")
        items.append(cell.beside(f"{k} {name}" if told else name, "right", 2, "token"))
    for k, (name, cell) in enumerate(
        zip(cols, area.cells(1, len(cols)), strict=True), 1
    ):
        above = str(k) if numbered else name
        items.append(cell.beside(above, "above", Fraction(3, 2), "token"))
    return items


def output_rows(context: Context) -> Figure:
    """What each row of the attention output stands for: with a mask the tokens up to its own, else all of them.

    >>> output_rows(Context(symbol=str, tokens=("I", "love", "pizza"), causal=True)).kinds
    ('holds',)
    """
    n = count(context, "output-rows")
    names = tokens(context, n)
    others = names
    if context.memory:
        held = sides(context, "memory", (4, 4))[0]
        others = seen(context, min(held, MOST) if isinstance(held, int) else 4)
    left, bar = max(map(wide, names)) + 6, 30
    most = Fraction(WIDEST - left - bar - 14) / len(others)
    short = (
        max(map(wide, others)) + 2 > most
    )  # then the places carry the tokens' numbers
    places = tuple(str(k + 1) for k in range(len(others))) if short else others
    chip = min(max(map(wide, others)) + 3, most)
    start = left + bar + 14
    symbol = context.symbol(context.line or context.own("H"))
    items: Items = [
        Label(left + Fraction(bar, 2), 6, symbol, "maths", "above"),
        Label(start, 6, context.says("holds"), "name", "above-left"),
    ]
    for i, name in enumerate(names):
        items += _output_row(
            context,
            i,
            f"{i + 1} {name}" if short and context.tokens else name,
            left,
            bar,
        )
        for j, other in enumerate(places):
            items += _chip(
                Area(start + j * chip, _top(i), chip - 1, _ROW - 1),
                other,
                context.blocks(i, j),
            )
    how = "causal" if context.causal else "blocked" if context.masked else "open"
    width, told = start + len(others) * chip, context.softened
    return figure(context, "output-rows", width, _top(n), items, told, how=how)


def _top(i: int) -> int:
    return 7 + i * _ROW


def _output_row(context: Context, i: int, name: str, left: Length, bar: int) -> Items:
    """A row of the output, its token at the left and an arrow to what it holds."""
    width = sides(context, context.line or context.own("H"), ("n", "d_v"))[1]
    inside = row(Ink("[", "punct"), number(1), ELLIPSIS, size(width), Ink("]", "punct"))
    area = Area(left, _top(i), bar, _ROW - 1)
    middle = area.middle[1]
    return [
        area.beside(name, "right", 2, "token"),
        area.tinted(6),
        area.framed(),
        area.inside(inside),
        arrow((left + bar + 2, middle), (left + bar + 12, middle)),
    ]


def _chip(area: Area, name: str, blocked: bool) -> Items:
    """One token's place in a row: its name, or hatching where the mask keeps it out."""
    return [
        area.framed("chip"),
        area.hatched(ShapeKind.HOLDS)
        if blocked
        else area.inside(name, "token", ShapeKind.HOLDS),
    ]
