"""The heads' results side by side, cut by rules, times the output matrix whose rows are cut at the same places."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import DOTS, EQUALS, TIMES, Ink
from symattn.figures.context import Context, Size
from symattn.figures.matrices import GIVEN, RESULT, WEIGHT, celled, shaped
from symattn.figures.model import WIDEST, Area, Figure, Items, Label, Path, ShapeKind
from symattn.figures.parts import figure, length, sides, wide
from symattn.records import frozen

# Millimetres: the room of a sign between two matrices, and that above and below them.
_SIGN, _ABOVE, _BELOW = 9, 6, 12
_LEFT_OUT = 3  # cells in place of the heads left out


@frozen
class _Plan:
    """The drawing's measures: the heads with their widths in cells, the sides, and a cell's side."""

    context: Context
    heads: tuple[tuple[Size | None, int], ...]
    sizes: tuple[Size, Size, Size]  # tokens, a head's width, the output's width
    cell: Fraction

    @property
    def long(self) -> Fraction:
        """The side along which the heads are joined."""
        return self.cell * sum(cells for _, cells in self.heads)

    @property
    def names(self) -> Fraction:
        """The room of the heads' names beside a stack."""
        return (
            max(wide(self.context.of("H", i)) for i, _ in self.heads if i is not None)
            + 2
        )


@frozen
class _Blocks:
    """One matrix made of a block for each head: the line's name, the other side, and which way the blocks go."""

    name: str
    other: Size
    across: bool
    named: bool

    def area(self, plan: _Plan) -> tuple[Fraction, Fraction]:
        """Width and height."""
        short = plan.cell * length(self.other)
        return (plan.long, short) if self.across else (short, plan.long)


def joined_heads(context: Context) -> Figure:
    """The heads joined and projected; where tokens are columns, stacked and multiplied from the left.

    >>> joined_heads(Context(symbol=str, heads=2)).kinds
    ('join', 'results', 'weights')
    """
    plan = _plan(context)
    n, _, out = plan.sizes
    both = [
        _Blocks("H", n, not context.columns, True),
        _Blocks("W_O", out, context.columns, False),
    ]
    areas = [block.area(plan) for block in both]
    middle = _ABOVE + max(h for _, h in areas) / 2
    items: Items = []
    x: Fraction = Fraction(0)
    order = list(zip(both, areas, strict=True))
    for (block, (w, _)), sign in zip(
        order[::-1] if context.columns else order, (TIMES, EQUALS), strict=True
    ):
        _draw(plan, items, block, x, middle)
        x += w + _SIGN + (plan.names if block.named and not block.across else 0)
        items.append(Label(x - Fraction(_SIGN, 2), middle, sign))
    x += _output(plan, items, x, middle)
    rooms = [_BELOW if block.named and block.across else _ABOVE for block in both]
    low = middle + max(h / 2 + room for (_, h), room in zip(areas, rooms, strict=True))
    return figure(context, "joined-heads", x, low, items, context.heads != 1)


def _plan(context: Context) -> _Plan:
    """The measures: cells as large as the width allows, and large enough for the heads' names where it does."""
    one = f"H_{context.first}"
    n, per_head = sides(
        context,
        "H" if context.heads == 1 and one not in context.shapes else one,
        ("n", "d_v"),
    )
    out = sides(context, "Y", (n, "d"))[1]
    heads = tuple(
        (i, _LEFT_OUT if i is None else length(per_head)) for i in context.indices
    )
    names = [wide(context.of("H", i)) + 2 for i, _ in heads if i is not None]
    columns = sum(cells for _, cells in heads) + (
        2 * length(n) if context.columns else 2 * length(out)
    )
    most = (
        Fraction(WIDEST - 2 * _SIGN - (max(names) if context.columns else 0)) / columns
    )
    wanted = (
        Fraction(5)
        if context.columns
        else max(Fraction(5), max(names) / length(per_head))
    )
    return _Plan(context, heads, (n, per_head, out), min(most, wanted, Fraction(10)))


def _draw(
    plan: _Plan, items: Items, block: _Blocks, x: Fraction, middle: Fraction
) -> None:
    """A matrix of heads' blocks in two tints, dashed rules between them, names above and beside."""
    w, h = block.area(plan)
    whole, start = Area(x, middle - h / 2, w, h), Fraction(0)
    cuts: Items = []
    for k, (index, cells) in enumerate(plan.heads):
        step = plan.cell * cells
        part = (
            Area(x + start, whole.y, step, h)
            if block.across
            else Area(x, whole.y + start, w, step)
        )
        items += _block(plan, block, index, part, RESULT if k % 2 else WEIGHT)
        start += step
        if k + 1 < len(plan.heads):
            ends = ((x + start, whole.y - 1), (x + start, whole.y + h + 1))
            beside = ((x - 1, whole.y + start), (x + w + 1, whole.y + start))
            cuts.append(Path(ends if block.across else beside, "cut", ShapeKind.JOIN))
    kind = ShapeKind.RESULTS if block.named else ShapeKind.WEIGHTS
    items += [
        *cuts,
        whole.framed(),
        whole.beside(
            plan.context.symbol(block.name), "above", Fraction(3, 2), "maths", kind
        ),
    ]
    gap = 6 if block.named and block.across and plan.context.heads != 1 else 1
    items += shaped(whole, plan.context.shapes.get(block.name), gap)


def _block(
    plan: _Plan, block: _Blocks, index: Size | None, part: Area, tint: int
) -> Items:
    """One head's part of a matrix, or dots for those left out."""
    if index is None:
        return [
            part.inside(
                DOTS if block.across else Ink("⋮", "punct"), "maths", ShapeKind.JOIN
            )
        ]
    each = plan.sizes[1]
    lines = (block.other, each) if block.across else (each, block.other)
    items: Items = [
        part.tinted(tint, ShapeKind.JOIN),
        celled(part, lines, ShapeKind.JOIN),
    ]
    if block.named and plan.context.heads != 1:
        anchor, gap = ("below", 1) if block.across else ("left", 2)
        name = plan.context.of("H", index)
        items.append(part.beside(name, anchor, gap, "maths", ShapeKind.RESULTS))
    return items


def _output(plan: _Plan, items: Items, x: Fraction, middle: Fraction) -> Fraction:
    """The product, right of the equals sign; the result is its width."""
    n, _, out = plan.sizes
    rows, cols = (out, n) if plan.context.columns else (n, out)
    w, h = plan.cell * length(cols), plan.cell * length(rows)
    area = Area(x, middle - h / 2, w, h)
    items += [
        area.tinted(GIVEN),
        celled(area, (rows, cols)),
        area.framed(),
        area.beside(plan.context.symbol("Y"), "above", 1, "maths", ShapeKind.RESULTS),
        *shaped(area, plan.context.shapes.get("Y")),
    ]
    return w
