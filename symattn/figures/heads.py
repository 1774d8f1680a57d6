"""Several heads side by side, from one input to one output: where the weights sit and how the heads are joined."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import Box, Ink, row
from symattn.figures.context import Context, Size
from symattn.figures.model import Figure, Item, Label, LabelledBox, Length, ShapeKind, arrow
from symattn.figures.parts import DOTS, words

_WIDE, _APART, _SKIPPED = 47, 2, 11  # one head, the room between two, the room for heads left out
_BOX, _STEP = 15, 16  # a box of a head, and from one to the next
_TALL, _GAP = 9, 7
_SIDES = ("Q", "K", "V")


def multi_head(context: Context) -> Figure:
    """The multi-head block: the heads drawn one beside the other, those left out as dots.

    >>> multi_head(Context(symbol=str, heads=2)).kinds
    ('join', 'results', 'weights')
    """
    places = _places(context)
    width = places[-1][1] + _WIDE
    items: list[Item] = []
    y = _joined(context, items, width)
    for index, x in places:
        items += _dots(x, y) if index is None else _head(context, index, x, y)
    low = y + _floor(4)
    told = context.says("multi_head_told") if context.heads != 1 else ""
    items.append(LabelledBox(0, low, width, _TALL, "block", _input(context)))
    return Figure("multi-head", context.says("multi_head"), width, low + _TALL, tuple(items), told)


def _input(context: Context) -> Box:
    """What the layers read."""
    given = words(context.says("input") + " ", context.formula("X"))
    return words(given, f", {context.says('memory')} ", context.formula("memory")) if context.memory else given


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


def _joined(context: Context, items: list[Item], width: Length) -> int:
    """Output, output layer and the bar that joins the heads; the result is where the bar's lower edge is."""
    middle = Fraction(width) / 2
    items.append(LabelledBox(middle - 16, 0, 32, _TALL, "block", words(context.says("output") + " ", context.formula("Y"))))
    y = _TALL
    if context.output:
        y += _GAP
        items += [arrow((middle, y), (middle, y - _GAP))]
        items.append(LabelledBox(middle - 12, y, 24, _TALL, "layer", context.symbol("W_O"), ShapeKind.JOIN))
        y += _TALL
    items += [arrow((middle, y + _GAP), (middle, y))]
    items.append(LabelledBox(0, y + _GAP, width, _TALL, "block", _heads_joined(context), ShapeKind.JOIN))
    return y + _GAP + _TALL


def _heads_joined(context: Context) -> Box:
    """The heads joined as the sheet writes it, or Concat[…] when it does not say."""
    parts = [Ink("…", "punct") if index is None else context.of("H", index) for index in context.indices]
    if context.join is not None and not context.columns:
        return context.join(parts)
    listed = [parts[0], *(box for part in parts[1:] for box in (Ink(",", "punct"), part))]
    return row(Ink("Concat", "upright"), Ink("[", "punct"), *listed, Ink("]", "punct"))


def _head(context: Context, index: Size, x: int, y: int) -> list[Item]:
    """One head below the bar: its result, attention, three results and three layers."""
    middle = x + Fraction(_WIDE, 2)
    tops = [y + _floor(k) for k in range(4)]
    items: list[Item] = [
        arrow((middle, tops[0]), (middle, y)),
        LabelledBox(middle - Fraction(_BOX, 2), tops[0], _BOX, _TALL, "result", context.of("H", index), ShapeKind.RESULTS),
        arrow((middle, tops[1]), (middle, tops[0] + _TALL)),
        LabelledBox(x, tops[1], _WIDE, _TALL, "block"),
        Label(middle, tops[1] + Fraction(_TALL, 2), context.says("attention"), "small"),
        Label(x + 1, tops[1] - 1, words(context.says("head") + " ", context.head_number(index)), "name", "above-left"),
    ]
    for k, side in enumerate(_SIDES):
        items += _branch(context, side, index, middle + (k - 1) * _STEP, tops)
    return items


def _branch(context: Context, side: str, index: Size, x: Length, tops: list[int]) -> list[Item]:
    """One of a head's three ways from the input: its layer, its result, and the arrows between."""
    left = x - Fraction(_BOX, 2)
    return [
        LabelledBox(left, tops[2], _BOX, _TALL, "result", context.of(side, index), ShapeKind.RESULTS),
        LabelledBox(left, tops[3], _BOX, _TALL, "layer", context.of(f"W_{side}", index), ShapeKind.WEIGHTS),
        *(arrow((x, tops[k] + _TALL + _GAP), (x, tops[k] + _TALL)) for k in (1, 2, 3)),
    ]


def _dots(x: int, y: int) -> list[Item]:
    """Dots on every floor in place of the heads left out."""
    middle = x + Fraction(_SKIPPED, 2)
    return [Label(middle, y + _floor(k) + Fraction(_TALL, 2), DOTS) for k in range(4)]
