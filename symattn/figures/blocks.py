"""One head as blocks and arrows, read from bottom to top; and the pieces of which several heads are built."""

from __future__ import annotations

from fractions import Fraction

from symattn.figures.context import Context
from symattn.figures.model import Figure, Item, Label, LabelledBox, Length, ShapeKind, arrow
from symattn.figures.parts import shape, words

GAP = 7  # between two floors: room for an arrow and the words beside it
TALL = 8  # every box
SIDES = ("Q", "K", "V")
_CENTRES = dict(zip(SIDES, (20, 58, 98), strict=True))
_LEFT, _RIGHT, _CHAIN = 12, 106, 54  # the bars' edges; how wide the scores' boxes are


def single_head(context: Context) -> Figure:
    """The single-head block: X through three layers, scores, softmax, weighted sum, output layer, Y.

    >>> single_head(Context(symbol=str)).kinds
    ('weights', 'results', 'steps')
    """
    items: list[Item] = []
    alone = context.heads == 1  # one of several heads ends with its own result
    y: Length = _output(context, items) if context.output and alone else 0
    items += _result(context, context.own("H"), LabelledBox(_LEFT, y, _RIGHT - _LEFT, TALL, "result"))
    items.append(arrow((_CENTRES["V"], y + TALL + 4 * GAP + 3 * TALL), (_CENTRES["V"], y + TALL)))
    for name, rises in (
        ("A", context.says("weighted")),
        ("L", context.says("softened")),
        ("S", context.says("scale", **context.scores)),
    ):
        y += TALL + GAP
        items += [arrow((39, y), (39, y - GAP)), Label(42, y - Fraction(GAP, 2), rises, "name", "left", ShapeKind.STEPS)]
        items += _result(context, context.own(name), LabelledBox(_LEFT, y, _CHAIN, TALL, "result"))
    y += TALL + GAP
    items.append(Label(39, y - Fraction(GAP, 2), context.says("meet"), "name", kind=ShapeKind.STEPS))
    y = _projections(context, items, y)
    items += _inputs(context, y)
    told = context.says("single_head_told", **context.scores) if context.softened else ""
    return Figure("single-head", context.says("single_head"), 126, y + TALL, tuple(items), told)



def _output(context: Context, items: list[Item]) -> Length:
    """The upper end of the block: output, its layer, and an arrow from the heads' result below."""
    middle = (_LEFT + _RIGHT) // 2
    items.append(LabelledBox(middle - 17, 0, 34, TALL, "block", words(context.says("output") + " ", context.formula("Y"))))
    items += _beside(context, "Y", middle + 19, 0)
    layer = TALL + GAP
    items += [arrow((middle, layer), (middle, TALL)), arrow((middle, layer + TALL + GAP), (middle, layer + TALL))]
    items.append(LabelledBox(middle - 12, layer, 24, TALL, "layer", context.symbol("W_O"), ShapeKind.WEIGHTS))
    items += _beside(context, "W_O", middle + 14, layer)
    return layer + TALL + GAP


def _projections(context: Context, items: list[Item], y: Length) -> Length:
    """Queries, keys and values over their layers, with arrows up from the input."""
    for side, x in _CENTRES.items():
        items += _result(context, context.own(side), LabelledBox(x - 8, y, 16, TALL, "result"))
        if side != "V":
            items.append(arrow((x, y), (x, y - GAP)))
        layer, own = y + TALL + GAP, context.own(f"W_{side}")
        items += [arrow((x, layer), (x, y + TALL)), arrow((x, layer + TALL + GAP), (x, layer + TALL))]
        items.append(LabelledBox(x - 8, layer, 16, TALL, "layer", context.symbol(own), ShapeKind.WEIGHTS))
        items += _beside(context, own, x + 10, layer)
    return y + 2 * (TALL + GAP)


def _inputs(context: Context, y: Length) -> list[Item]:
    """The bar the layers read from; two of them when keys and values come from a memory."""
    if not context.memory:
        bar = LabelledBox(_LEFT, y, _RIGHT - _LEFT, TALL, "block", words(context.says("input") + " ", context.formula("X")))
        return [bar, *_beside(context, "X", _RIGHT + 2, y)]
    middle = _CENTRES["K"] - 12
    return [
        LabelledBox(_LEFT - 6, y, middle - _LEFT, TALL, "block", words(context.says("input") + " ", context.formula("X"))),
        LabelledBox(
            middle + 2, y, _RIGHT - middle - 2, TALL, "block", words(context.says("memory") + " ", context.formula("memory")),
        ),
        *_beside(context, "memory", _RIGHT + 2, y),
    ]


def _result(context: Context, name: str, node: LabelledBox) -> list[Item]:
    labelled = LabelledBox(node.x, node.y, node.w, node.h, node.style, context.symbol(name), ShapeKind.RESULTS)
    return [labelled, *_beside(context, name, node.x + node.w + 2, node.y)]


def _beside(context: Context, name: str, x: Length, y: Length) -> list[Item]:
    """The shape of a line, right of its box, when the sheet asks for shapes."""
    if name not in context.shapes:
        return []
    return [Label(x, y + Fraction(TALL, 2), shape(context.shape(name)), "small", "left", ShapeKind.SHAPES)]
