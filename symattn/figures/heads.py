"""Several heads side by side, from one input to one output: where the weights sit and how the heads are joined."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import COMMA, DOTS, ELLIPSIS, Box, Ink, listed, row
from symattn.figures.context import Context, Size
from symattn.figures.matrices import SIDES
from symattn.figures.model import (
    Area,
    Figure,
    Items,
    Label,
    LabelledBox,
    Length,
    ShapeKind,
    up,
)
from symattn.figures.parts import figure, titled, words

_WIDE, _APART, _SKIPPED = (
    47,
    2,
    11,
)  # one head, the room between two, the room for heads left out
_BOX, _STEP = 15, 16  # a box of a head, and from one to the next
_TALL, _GAP = (
    9,
    7,
)  # a box with a line of letters and their indices; an arrow between two of them


def multi_head(context: Context) -> Figure:
    """The multi-head block: the heads drawn one beside the other, those left out as dots.

    >>> multi_head(Context(symbol=str, heads=2)).kinds
    ('join', 'results', 'weights')
    """
    places = _places(context)
    width = places[-1][1] + _WIDE
    items: Items = []
    y = _joined(context, items, width)
    for index, x in places:
        items += _dots(x, y) if index is None else _head(context, index, x, y)
    low = y + _floor(4)
    items.append(LabelledBox(0, low, width, _TALL, "block", _input(context)))
    height = low + _TALL
    return figure(context, "multi-head", width, height, items, context.heads != 1)


def _input(context: Context) -> Box:
    """What the layers read."""
    given = titled(context, "input", context.formula("X"))
    return (
        words(given, f", {context.says('memory')} ", context.formula("memory"))
        if context.memory
        else given
    )


def _floor(k: int) -> int:
    """How far the k-th box of a head stands below the bar that joins the heads."""
    return _GAP + k * (_TALL + _GAP)


def _places(context: Context) -> list[tuple[Size | None, int]]:
    """Each head with its left edge."""
    places, x = [], 0
    for index in context.indices:
        places.append((index, x))
        x += _APART + (_SKIPPED if index is None else _WIDE)
    return places


def _joined(context: Context, items: Items, width: Length) -> int:
    """Output, output layer and the bar that joins the heads; the result is where the bar's lower edge is."""
    middle = Fraction(width) / 2
    output, kind = titled(context, "output", context.formula("Y")), ShapeKind.JOIN
    items.append(LabelledBox(middle - 16, 0, 32, _TALL, "block", output))
    y = _TALL + _GAP
    if context.output:
        items += [
            up(middle, y, _TALL),
            LabelledBox(
                middle - 12, y, 24, _TALL, "layer", context.symbol("W_O"), kind
            ),
        ]
        y += _TALL + _GAP
    items += [
        up(middle, y, y - _GAP),
        LabelledBox(0, y, width, _TALL, "block", _heads_joined(context), kind),
    ]
    return y + _TALL


def _heads_joined(context: Context) -> Box:
    """The heads joined as the sheet writes it, or Concat[…] when it does not say."""
    parts = [
        ELLIPSIS if index is None else context.of("H", index)
        for index in context.indices
    ]
    if context.join is not None and not context.columns:
        return context.join(parts)
    return row(
        Ink("Concat", "upright"),
        Ink("[", "punct"),
        listed(parts, COMMA),
        Ink("]", "punct"),
    )


def _head(context: Context, index: Size, x: int, y: int) -> Items:
    """One head below the bar: its result, attention, three results and three layers."""
    middle = x + Fraction(_WIDE, 2)
    tops = [y + _floor(k) for k in range(4)]
    number = titled(context, "head", context.head_number(index))
    block = LabelledBox(x, tops[1], _WIDE, _TALL)
    items: Items = [
        up(middle, tops[0], y),
        _box(middle, tops[0], "result", context.of("H", index)),
        up(middle, tops[1], tops[0] + _TALL),
        block,
        block.inside(context.says("attention")),
        Label(x + 1, tops[1] - 1, number, "name", "above-left"),
    ]
    for k, side in enumerate(SIDES):
        at = middle + (k - 1) * _STEP
        items += [  # its layer, its result, and the arrows between
            _box(at, tops[2], "result", context.of(side, index)),
            _box(at, tops[3], "layer", context.of(f"W_{side}", index)),
            *(up(at, top + _TALL + _GAP, top + _TALL) for top in tops[1:4]),
        ]
    return items


def _box(middle: Length, y: Length, style: str, label: Box) -> LabelledBox:
    """A small box of a head, with what a student writes into it."""
    kind = ShapeKind.RESULTS if style == "result" else ShapeKind.WEIGHTS
    return LabelledBox(middle - Fraction(_BOX, 2), y, _BOX, _TALL, style, label, kind)


def _dots(x: int, y: int) -> Items:
    """Dots on every floor in place of the heads left out."""
    return [
        Area(x, y + _floor(k), _SKIPPED, _TALL).inside(DOTS, "maths") for k in range(4)
    ]
