"""One head as blocks and arrows, read from bottom to top; and the pieces of which several heads are built."""

from __future__ import annotations

from fractions import Fraction

from symattn.figures.context import Context
from symattn.figures.matrices import SIDES
from symattn.figures.model import (
    Figure,
    Items,
    Label,
    LabelledBox,
    Length,
    ShapeKind,
    up,
)
from symattn.figures.parts import figure, shape, titled

GAP = 7  # between two floors: room for an arrow and the words beside it
TALL = 8  # every box
_CENTRES = dict(
    zip(SIDES, (20, 58, 98), strict=True)
)  # of boxes that lie between the bars' edges below
_LEFT, _RIGHT, _CHAIN = 12, 106, 54  # the bars' edges; how wide the scores' boxes are


def single_head(context: Context) -> Figure:
    """The single-head block: X through three layers, scores, softmax, weighted sum, output layer, Y.

    >>> single_head(Context(symbol=str)).kinds
    ('weights', 'results', 'steps')
    """
    items: Items = []
    alone = context.heads == 1  # one of several heads ends with its own result
    y: Length = _output(context, items) if context.output and alone else 0
    items += _box(context, context.own("H"), _LEFT, y, _RIGHT - _LEFT)
    items.append(up(_CENTRES["V"], y + 4 * (TALL + GAP), y + TALL))
    for name, rises in (
        ("A", context.says("weighted")),
        ("L", context.says("softened")),
        ("S", context.says("scale", **context.scores)),
    ):
        y += TALL + GAP
        items += [
            up(39, y, y - GAP),
            Label(42, y - Fraction(GAP, 2), rises, "name", "left", ShapeKind.STEPS),
        ]
        items += _box(context, context.own(name), _LEFT, y, _CHAIN)
    y += TALL + GAP
    items.append(
        Label(
            39, y - Fraction(GAP, 2), context.says("meet"), "name", kind=ShapeKind.STEPS
        )
    )
    y = _projections(context, items, y)
    items += _inputs(context, y)
    height, told = y + TALL, context.softened
    return figure(context, "single-head", 126, height, items, told, **context.scores)


def _output(context: Context, items: Items) -> Length:
    """The upper end of the block: output, its layer, and an arrow from the heads' result below."""
    middle, layer = (_LEFT + _RIGHT) // 2, TALL + GAP
    items += _box(context, "Y", middle - 17, 0, 34, "block", "", "output")
    items += [up(middle, layer, TALL), up(middle, layer + TALL + GAP, layer + TALL)]
    items += _box(context, "W_O", middle - 12, layer, 24, "layer", ShapeKind.WEIGHTS)
    return layer + TALL + GAP


def _projections(context: Context, items: Items, y: Length) -> Length:
    """Queries, keys and values over their layers, with arrows up from the input."""
    layer = y + TALL + GAP
    for side, x in _CENTRES.items():
        items += _box(context, context.own(side), x - 8, y, 16)
        if side != "V":
            items.append(up(x, y, y - GAP))
        items += [up(x, layer, y + TALL), up(x, layer + TALL + GAP, layer + TALL)]
        items += _box(
            context,
            context.own(f"W_{side}"),
            x - 8,
            layer,
            16,
            "layer",
            ShapeKind.WEIGHTS,
        )
    return layer + TALL + GAP


def _inputs(context: Context, y: Length) -> Items:
    """The bar the layers read from; two of them when keys and values come from a memory."""
    if not context.memory:
        return _box(context, "X", _LEFT, y, _RIGHT - _LEFT, "block", "", "input")
    middle = _CENTRES["K"] - 12
    bar = LabelledBox(
        _LEFT - 6,
        y,
        middle - _LEFT,
        TALL,
        "block",
        titled(context, "input", context.formula("X")),
    )
    return [
        bar,
        *_box(
            context, "memory", middle + 2, y, _RIGHT - middle - 2, "block", "", "memory"
        ),
    ]


def _box(
    context: Context,
    name: str,
    x: Length,
    y: Length,
    w: Length,
    style: str = "result",
    kind: str = ShapeKind.RESULTS,
    word: str = "",
) -> Items:
    """A line's box with its symbol, behind a word where there is one; right of it its shape, when the sheet asks for shapes."""
    label = (
        titled(context, word, context.formula(name)) if word else context.symbol(name)
    )
    box = LabelledBox(x, y, w, TALL, style, label, kind)
    if name not in context.shapes:
        return [box]
    return [
        box,
        box.beside(shape(context.shapes[name]), "left", 2, kind=ShapeKind.SHAPES),
    ]
