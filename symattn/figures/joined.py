"""The heads' results side by side, cut by rules, times the output matrix whose rows are cut at the same places."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symattn.boxes import Ink
from symattn.figures.context import Context, Size
from symattn.figures.matrices import GIVEN, RESULT, WEIGHT
from symattn.figures.model import WIDEST, Figure, Grid, Item, Label, Length, Node, Path, Shade
from symattn.figures.parts import CELLS, DOTS, length, shape, sides, wide

_SIGN, _ABOVE, _BELOW = 9, 6, 12
_LEFT_OUT = 3  # cells in place of the heads left out
_SAYS = "The heads' results joined, times the output matrix."
_TOLD = (
    "The heads stand side by side, cut apart by dashed rules; the rows of the output matrix are cut at the same "
    "places, so each head meets its own rows."
)


@dataclass(frozen=True)
class _Plan:
    """The drawing's measures: the heads with their widths in cells, the sides, and a cell's side."""

    context: Context
    heads: tuple[tuple[Size | None, int], ...]
    sizes: tuple[Size, Size, Size]  # tokens, a head's width, the output's width
    cell: Fraction

    @property
    def wide(self) -> Fraction:
        """The width of the heads joined, which is the height of the output matrix."""
        return self.cell * sum(cells for _, cells in self.heads)

    @property
    def tall(self) -> Fraction:
        """The height of the heads joined."""
        return self.cell * length(self.sizes[0])


def joined_heads(context: Context) -> Figure:
    """The heads joined and projected.

    >>> joined_heads(Context(symbol=str, heads=2)).kinds
    ('join', 'results', 'weights')
    """
    plan = _plan(context)
    items: list[Item] = []
    high = max(plan.wide, plan.tall)
    middle = _ABOVE + Fraction(high) / 2
    _heads(plan, items, middle)
    x, broad = plan.wide + _SIGN, plan.cell * length(plan.sizes[2])
    items.append(Label(x - Fraction(_SIGN, 2), middle, Ink("×", "operator")))
    _weights(plan, items, x, middle)
    x += broad + _SIGN
    items.append(Label(x - Fraction(_SIGN, 2), middle, Ink("=", "relation")))
    _output(plan, items, x, middle)
    low = middle + max(Fraction(plan.tall) / 2 + _BELOW, plan.wide / 2 + _ABOVE)
    return Figure("joined-heads", _SAYS, x + broad, low, tuple(items), _TOLD if context.heads != 1 else "")


def _plan(context: Context) -> _Plan:
    """The measures: cells as large as the width allows, and large enough for the heads' names where it does."""
    n, per_head = sides(context, f"H_{context.first}", ("n", "d_v"))
    out = sides(context, "Y", (n, "d"))[1]
    heads = tuple((i, _LEFT_OUT if i is None else length(per_head)) for i in context.indices)
    columns = sum(cells for _, cells in heads) + 2 * length(out)
    most = Fraction(WIDEST - 2 * _SIGN, columns)
    names = [wide(context.of("H", i)) + 2 for i, _ in heads if i is not None]
    wanted = max(Fraction(5), max(names) / length(per_head))
    return _Plan(context, heads, (n, per_head, out), min(most, wanted, Fraction(10)))


def _heads(plan: _Plan, items: list[Item], middle: Fraction) -> None:
    """The joined matrix: blocks in two tints, dashed rules between them, names above and below."""
    context, y, x = plan.context, middle - Fraction(plan.tall) / 2, Fraction(0)
    cuts: list[Item] = []
    for k, (index, cells) in enumerate(plan.heads):
        w = plan.cell * cells
        if index is None:
            items.append(Label(x + w / 2, middle, DOTS, kind="join"))
        else:
            items.append(Shade(x, y, w, plan.tall, RESULT if k % 2 else WEIGHT, "join"))
            items.append(_grid(x, y, w, plan.tall, plan.sizes[0], plan.sizes[1], "results"))
            items.append(Label(x + w / 2, y + plan.tall + 1, context.of("H", index), "maths", "below", "results"))
        x += w
        if k + 1 < len(plan.heads):
            cuts.append(Path(((x, y - 1), (x, y + plan.tall + 1)), "cut", "join"))
    items += cuts
    items.append(Node(0, y, plan.wide, plan.tall, "frame"))
    items.append(Label(x / 2, y - Fraction(3, 2), context.symbol("H"), "maths", "above", "results"))
    items += _told(context, "H", x / 2, y + plan.tall + 6)


def _weights(plan: _Plan, items: list[Item], x: Fraction, middle: Fraction) -> None:
    """The output matrix, its rows in blocks of one head each."""
    y, broad = middle - Fraction(plan.wide) / 2, plan.cell * length(plan.sizes[2])
    top, cuts = y, list[Item]()
    for k, (index, cells) in enumerate(plan.heads):
        h = plan.cell * cells
        if index is None:
            items.append(Label(x + broad / 2, y + h / 2, Ink("⋮", "punct"), kind="join"))
        else:
            items.append(Shade(x, y, broad, h, RESULT if k % 2 else WEIGHT, "join"))
            items.append(_grid(x, y, broad, h, plan.sizes[1], plan.sizes[2], "join"))
        y += h
        if k + 1 < len(plan.heads):
            cuts.append(Path(((x - 1, y), (x + broad + 1, y)), "cut", "join"))
    items += cuts
    items.append(Node(x, top, broad, plan.wide, "frame"))
    items.append(Label(x + broad / 2, top - 1, plan.context.symbol("W_O"), "maths", "above", "weights"))
    items += _told(plan.context, "W_O", x + broad / 2, y + 1)


def _output(plan: _Plan, items: list[Item], x: Fraction, middle: Fraction) -> None:
    y, broad = middle - Fraction(plan.tall) / 2, plan.cell * length(plan.sizes[2])
    items += [Shade(x, y, broad, plan.tall, GIVEN), _grid(x, y, broad, plan.tall, plan.sizes[0], plan.sizes[2], "")]
    items.append(Node(x, y, broad, plan.tall, "frame"))
    items.append(Label(x + broad / 2, y - 1, plan.context.symbol("Y"), "maths", "above", "results"))
    items += _told(plan.context, "Y", x + broad / 2, y + plan.tall + 1)


def _grid(x: Length, y: Length, w: Length, h: Length, rows: Size, cols: Size, kind: str) -> Grid:
    counted = [k if isinstance(k, int) and k <= CELLS else 1 for k in (rows, cols)]
    return Grid(x, y, w, h, counted[0], counted[1], kind)


def _told(context: Context, name: str, x: Length, y: Length) -> list[Item]:
    if name not in context.shapes:
        return []
    return [Label(x, y, shape(context.shapes[name]), "tiny", "below", "shapes")]
