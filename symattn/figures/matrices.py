"""Products of matrices drawn as grids of the right shapes: projections, attention, and the heads joined."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import EQUALS, TIMES, Boxes
from symattn.figures.context import Context, Size
from symattn.figures.model import (
    WIDEST,
    Area,
    Content,
    Figure,
    Hairlines,
    Items,
    Label,
    Length,
    ShapeKind,
    arrow,
)
from symattn.figures.parts import CELLS, length, shape, sides, transposed, wide
from symattn.records import frozen
from symattn.tables import in_turn

GIVEN, WEIGHT, RESULT = 6, 20, 34  # per cent of ink: told apart in grey too
_SIGN, _ABOVE, _BELOW = 8, 6, 6  # room for a sign between, a name above, a shape below
_STEPS = 26  # room for the arrow from scores to weights


@frozen
class Drawn:
    """A matrix to be drawn: what it is called, its sides, its tint and what its name answers."""

    name: Content
    sides: tuple[Size, Size]
    percent: int
    kind: str = ""
    told: tuple[Size, ...] | None = None  # the whole shape, where the sheet knows it

    @property
    def cells(self) -> tuple[int, int]:
        """How many cells high and wide it is drawn."""
        return length(self.sides[0]), length(self.sides[1])

    def at(self, x: Length, middle: Length, cell: Length) -> Items:
        """The matrix with its left edge at x, its rows centred on *middle*, its name above and shape below."""
        h, w = (cell * k for k in self.cells)
        area = Area(x, middle - Fraction(h, 2), w, h)
        kind = self.kind if self.kind == ShapeKind.RESULTS else ""
        items: Items = [
            area.tinted(self.percent),
            celled(area, self.sides, kind),
            area.framed(),
        ]
        items.append(area.beside(self.name, "above", 1, "maths", self.kind))
        if self.told is not None:
            items.append(area.beside(shape(self.told), "below", 1, "tiny", ShapeKind.SHAPES))
        return items


def celled(area: Area, sides: tuple[Size, Size], kind: str = "") -> Hairlines:
    """The lines between the cells of a matrix; a side that is long, or a letter, has none."""
    rows, cols = (k if isinstance(k, int) and k <= CELLS else 1 for k in sides)
    return area.ruled(rows, cols, kind)


def drawn(
    context: Context, name: str, usual: tuple[Size, Size], percent: int, kind: str = ""
) -> Drawn:
    """A line of the sheet as a matrix to be drawn."""
    rows, cols = sides(context, name, usual)
    told = context.shapes.get(name)
    return Drawn(
        context.symbol(name),
        (cols, rows) if context.columns else (rows, cols),
        percent,
        kind,
        told,
    )


def product(context: Context, left: Drawn, right: Drawn, result: Drawn) -> list[Drawn]:
    """A product's three matrices in the order of the page: the factors change places where tokens are columns."""
    return [right, left, result] if context.columns else [left, right, result]


def fitted(columns: int, rows: int, taken: Length, tall: Length) -> Fraction:
    """The side of a cell: 5 mm, or less where so many columns beside *taken* millimetres are too wide or too tall."""
    return min(Fraction(5), Fraction(WIDEST - taken) / columns, Fraction(tall) / rows)


def projections(context: Context) -> Figure:
    """X times each of three weight matrices, one product above the other.

    >>> projections(Context(symbol=str)).kinds
    ('weights', 'results')
    """
    rows = [_product(context, side) for side in ("Q", "K", "V")]
    columns = max(sum(m.cells[1] for m in row) for row in rows)
    tall = max(m.cells[0] for m in in_turn(rows))
    cell = fitted(columns, tall, 2 * _SIGN + 12, 40)
    high = tall * cell + _ABOVE + _BELOW
    items: Items = []
    width: Length = 0
    for k, row in enumerate(rows):
        width = max(
            width, line(items, row, (TIMES, EQUALS), k * high + _ABOVE + tall * cell / 2, cell)
        )
    there = not context.values or all(
        context.own(side) in context.values for side in ("Q", "K", "V")
    )
    says = context.says("projections_told") if there else ""
    return Figure(
        "projections", context.says("projections"), width, 3 * high, tuple(items), says
    )


def _product(context: Context, side: str) -> list[Drawn]:
    broad = "d_v" if side == "V" else "d_k"
    rows = "n" if context.source(side) == "X" else "m"
    return product(
        context,
        drawn(context, context.source(side), (rows, "d"), GIVEN),
        drawn(context, context.own(f"W_{side}"), ("d", broad), WEIGHT, ShapeKind.WEIGHTS),
        drawn(context, context.own(side), (rows, broad), RESULT, ShapeKind.RESULTS),
    )


def line(
    items: Items,
    matrices: list[Drawn],
    signs: Boxes,
    middle: Length,
    cell: Length,
    x: Length = 0,
) -> Length:
    """Matrices from x on, signs between them; a wide name makes room. The result is where the line ends."""
    for k, one in enumerate(matrices):
        w = Fraction(one.cells[1] * cell)
        room = max(
            w,
            wide(one.name),
            wide(shape(one.told)) * Fraction(4, 5) if one.told else Fraction(0),
        )
        items += one.at(x + (room - w) / 2, middle, cell)
        x += room
        if k < len(signs):
            items.append(Label(x + Fraction(_SIGN, 2), middle, signs[k]))
            x += _SIGN
    return x


def attention(context: Context) -> Figure:
    """Queries times transposed keys, softmax, times values: scores, weights, result in one line.

    >>> attention(Context(symbol=str)).kinds
    ('results', 'steps')
    """
    own = context.own
    q, k, v = (
        drawn(context, own(s), ("n", "d_v" if s == "V" else "d_k"), GIVEN)
        for s in ("Q", "K", "V")
    )
    shown = k.told and (*k.told[:-2], *reversed(k.told[-2:]))
    turned = Drawn(transposed(context, own("K")), (k.sides[1], k.sides[0]), GIVEN, "", shown)
    n, m, broad = (
        sides(context, own(s), ("n", "d_v"))[i] for s, i in (("Q", 0), ("K", 0), ("V", 1))
    )
    left = product(
        context, q, turned, drawn(context, own("S"), (n, m), WEIGHT, ShapeKind.RESULTS)
    )
    weights = drawn(context, own("A"), (n, m), WEIGHT, ShapeKind.RESULTS)
    right = product(
        context, weights, v, drawn(context, own("H"), (n, broad), RESULT, ShapeKind.RESULTS)
    )
    both = left + right
    columns, tall = sum(m.cells[1] for m in both), max(m.cells[0] for m in both)
    cell = fitted(columns, tall, 4 * _SIGN + _STEPS + 12, 60)
    items: Items = []
    middle = _ABOVE + tall * cell / 2
    x = line(items, left, (TIMES, EQUALS), middle, cell)
    items.append(arrow((x + 3, middle), (x + _STEPS - 3, middle)))
    for says, y, anchor in (
        (context.says("scaled", **context.scores), -1, "above"),
        ("softmax", 1, "below"),
    ):
        items.append(
            Label(x + Fraction(_STEPS, 2), middle + y, says, "name", anchor, ShapeKind.STEPS)
        )
    width = line(items, right, (TIMES, EQUALS), middle, cell, x + _STEPS)
    says = context.says("products")
    told = context.says("products_told") if context.softened else ""
    return Figure("attention", says, width, tall * cell + _ABOVE + _BELOW, tuple(items), told)
