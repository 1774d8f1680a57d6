"""The cut of a wide matrix into heads: one row per token, so many columns per head, and one table per head below."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import DOTS, ELLIPSIS, MINUS, PLUS, Box, Ink, number, row
from symattn.figures.context import Context, Size, size
from symattn.figures.model import (
    Area,
    Figure,
    Items,
    Label,
    Length,
    Path,
    ShapeKind,
    arrow,
)
from symattn.figures.parts import sides, titled, tokens, wide
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
    left: Fraction
    step: Fraction

    @property
    def tall(self) -> Fraction:
        """The height of all rows."""
        return _ROW * len(self.rows)


def head_split(context: Context) -> Figure:
    """The columns of the line shown (Q when none is named) dealt out to the heads.

    >>> head_split(Context(symbol=str, heads=8, shapes={"Q": (4, 1024)})).kinds
    ('columns',)
    """
    cut = _cut(context)
    width = cut.left + cut.step * len(cut.heads)
    items: Items = []
    name = titled(context, "cut", context.formula(context.line or "Q"))
    items.append(Label(cut.left - 2, _HEADER - 1, name, "tiny", "above-right"))
    for k, index in enumerate(cut.heads):
        items += _column(cut, k, index)
    items += _frame(cut, width)
    low = _HEADER + 2 * cut.tall + _DROP + _FOOT
    told = context.says("head_split_told", each=cut.each if isinstance(cut.each, int) else 0)
    return Figure("head-split", context.says("head_split"), width + 1, low, tuple(items), told)


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
    return _Cut(
        context, rows, heads, each, left, min(Fraction(widest), (158 - left) / len(heads))
    )


def _sizes(context: Context) -> tuple[Size, Size]:
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
    return (
        context.says("token", k=1),
        context.says("token", k=2),
        None,
        context.says("token", k=n),
    )


def span(each: Size, position: int, total: Size, last: bool) -> Box:
    """The columns of one head: 129–256, or with letters [d_k + 1…2 d_k]; *position* counts from 0.

    >>> span(128, 1, 8, False).text
    '129–256'
    """
    if isinstance(each, int):
        at = total - 1 if last and isinstance(total, int) else position
        return Ink(f"{at * each + 1}–{(at + 1) * each}", "text")
    if last and isinstance(total, str):
        begin = row(
            Ink("(", "punct"),
            size(total),
            MINUS,
            number(1),
            Ink(")", "punct"),
            size(each),
        )
        begin = row(begin, PLUS, number(1))
        end = row(size(total), size(each))
    else:
        begin = number(1) if position == 0 else row(_times(position, each), PLUS, number(1))
        end = _times(position + 1, each)
    return row(Ink("[", "punct"), begin, ELLIPSIS, end, Ink("]", "punct"))


def _times(count: int, each: Size) -> Box:
    return size(each) if count == 1 else row(number(count), size(each))


def _column(cut: _Cut, k: int, index: Size | None) -> Items:
    """One head's columns above, its table below, and the arrow between."""
    above = Area(cut.left + k * cut.step, _HEADER, cut.step, cut.tall)
    table = Area(above.x + 1, _HEADER + cut.tall + _DROP, cut.step - 2, cut.tall)
    if index is None:
        return [area.inside(DOTS, "maths", ground="halo") for area in (above, table)]
    tint = _DARK if k % 2 else _LIGHT
    columns = span(cut.each, k, cut.context.heads, k + 1 == len(cut.heads))
    middle, low = above.middle[0], _HEADER + cut.tall
    return [
        above.tinted(tint),
        above.above(
            columns, 1, "small" if wide(columns) < cut.step else "tiny", ShapeKind.COLUMNS
        ),
        arrow((middle, low + 1), (middle, table.y - 1)),
        table.tinted(tint),
        table.ruled(len(cut.rows), 1),
        table.framed("cell"),
        table.below(titled(cut.context, "head", cut.context.head_number(index)), 1, "name"),
    ]


def _frame(cut: _Cut, width: Length) -> Items:
    """The uncut matrix's rows, frame and names of rows, with a dashed rule at every cut."""
    whole = Area(cut.left, _HEADER, width - cut.left, cut.tall)
    items: Items = [whole.ruled(len(cut.rows), 1)]
    for k in range(1, len(cut.heads)):
        x = cut.left + k * cut.step
        items.append(Path(((x, _HEADER), (x, _HEADER + cut.tall)), "cut"))
    items.append(whole.framed())
    for k, name in enumerate(cut.rows):
        y = _HEADER + (k + Fraction(1, 2)) * _ROW
        items.append(Label(cut.left - 2, y, DOTS if name is None else name, "tiny", "right"))
    return items
