"""The cut of a wide matrix into heads: one row per token, so many columns per head, and one table per head below."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import DOTS, ELLIPSIS, MINUS, PLUS, Box, Ink, number, row
from symattn.figures.context import Context, Sides, Size, size
from symattn.figures.model import (
    Area,
    Figure,
    Items,
    Label,
    Path,
    ShapeKind,
    arrow,
)
from symattn.figures.parts import figure, sides, titled, tokens, wide
from symattn.records import frozen

_LIGHT, _DARK = (
    6,
    20,
)  # per cent, of heads in turn: told apart in print, and the numbers on both are read
_ROW = Fraction(21, 5)  # one and a half times the letters beside it
# Where there are more, dots stand between the first ones and the last.
_MOST_ROWS, _MOST_HEADS = 6, 8
_HEADER, _DROP, _FOOT = (
    7,
    9,
    6,
)  # a line of numbers above; the arrows from the matrix to its parts; a line of names below


@frozen
class _Cut:
    """What is drawn: rows (None for those left out), heads (None likewise), and the measures."""

    context: Context
    rows: tuple[str | None, ...]
    heads: tuple[Size | None, ...]
    each: Size
    whole: Area


def head_split(context: Context) -> Figure:
    """The columns of the line shown (Q when none is named) dealt out to the heads.

    >>> head_split(Context(symbol=str, heads=8, shapes={"Q": (4, 1024)})).kinds
    ('columns',)
    """
    cut = _cut(context)
    left, _, width, tall = cut.whole.edges
    name = titled(context, "cut", context.formula(context.line or "Q"))
    items: Items = [Label(left - 2, _HEADER - 1, name, "tiny", "above-right")]
    columns = cut.whole.cells(1, len(cut.heads))
    for k, column in enumerate(columns):
        items += _column(cut, k, column)
    items.append(cut.whole.ruled(len(cut.rows), 1))
    items += [
        Path(((column.x, _HEADER), (column.x, _HEADER + tall)), "cut")
        for column in columns[1:]
    ]
    items.append(cut.whole.framed())
    items += [
        row.beside(DOTS if name is None else name, "right", 2, "tiny")
        for row, name in zip(cut.whole.cells(len(cut.rows), 1), cut.rows, strict=True)
    ]
    low = _HEADER + 2 * tall + _DROP + _FOOT
    each = cut.each if isinstance(cut.each, int) else 0
    return figure(context, "head-split", left + width + 1, low, items, each=each)


def _cut(context: Context) -> _Cut:
    n, each = _sizes(context)
    heads = context.indices
    if (
        isinstance(each, int)
        and isinstance(context.heads, int)
        and context.heads <= _MOST_HEADS
    ):
        heads = tuple(range(context.first, context.first + context.heads))
    rows = _rows(context, n)
    left = max(Fraction(20), *(wide(r or "") + 3 for r in rows))
    widest = 24 if isinstance(each, int) else 32
    width = min(Fraction(widest * len(heads)), 158 - left)
    return _Cut(
        context, rows, heads, each, Area(left, _HEADER, width, _ROW * len(rows))
    )


def _sizes(context: Context) -> Sides:
    """Tokens, and the columns of one head; lines of the single heads tell as well."""
    name = context.line or "Q"
    if name not in context.shapes and f"{name}_{context.first}" in context.shapes:
        return sides(context, f"{name}_{context.first}", ("n", "d_k"))
    known = context.shapes.get(name, ("n", "d"))
    if len(known) == 3 and known[1] == context.heads:
        return known[0], known[2]
    n, total = sides(context, name, ("n", "d"))
    if isinstance(total, int) and isinstance(context.heads, int):
        return n, total // context.heads
    return n, "d_k"


def _rows(context: Context, n: Size) -> tuple[str | None, ...]:
    if isinstance(n, int) and n <= _MOST_ROWS:
        return tokens(context, n)
    first, second, last = (context.says("token", k=k) for k in (1, 2, n))
    return first, second, None, last


def span(each: Size, position: int, total: Size, last: bool) -> Box:
    """The columns of one head: 129–256, or with letters [d_k + 1…2 d_k]; *position* counts from 0.

    >>> span(128, 1, 8, False).text
    '129–256'
    """
    if isinstance(each, int):
        at = total - 1 if last and isinstance(total, int) else position
        return Ink(f"{at * each + 1}–{(at + 1) * each}", "text")
    if last and isinstance(total, str):
        before = row(
            Ink("(", "punct"), size(total), MINUS, number(1), Ink(")", "punct")
        )
        passed, end = row(before, size(each)), row(size(total), size(each))
    else:
        passed, end = (_times(count, each) for count in (position, position + 1))
    begin = row(passed, PLUS, number(1)) if position else number(1)
    return row(Ink("[", "punct"), begin, ELLIPSIS, end, Ink("]", "punct"))


def _times(count: int, each: Size) -> Box:
    return row(number(count) if count > 1 else None, size(each))


def _column(cut: _Cut, k: int, above: Area) -> Items:
    """One head's columns above, its table below, and the arrow between."""
    index, low = cut.heads[k], above.y + above.h
    table = Area(above.x + 1, low + _DROP, above.w - 2, above.h)
    if index is None:
        return [area.inside(DOTS, "maths", ground="halo") for area in (above, table)]
    tint = _DARK if k % 2 else _LIGHT
    columns = span(cut.each, k, cut.context.heads, k + 1 == len(cut.heads))
    style = "small" if wide(columns) < above.w else "tiny"
    name = titled(cut.context, "head", cut.context.head_number(index))
    middle = above.middle[0]
    return [
        above.tinted(tint),
        above.beside(columns, "above", 1, style, ShapeKind.COLUMNS),
        arrow((middle, low + 1), (middle, table.y - 1)),
        table.tinted(tint),
        table.ruled(len(cut.rows), 1),
        table.framed("cell"),
        table.beside(name, "below", 1, "name"),
    ]
