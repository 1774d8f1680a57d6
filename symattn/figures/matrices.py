"""Products of matrices drawn as grids of the right shapes: projections, attention, and the heads joined."""

from __future__ import annotations

from fractions import Fraction

from symattn.boxes import EQUALS, TIMES, Boxes
from symattn.figures.context import Context, Sides, Size
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
from symattn.figures.parts import CELLS, figure, length, shape, sides, transposed, wide
from symattn.records import frozen
from symattn.tables import in_turn

GIVEN, WEIGHT, RESULT = 6, 20, 34  # per cent of ink: told apart in grey too
_SIGN, _ABOVE, _BELOW = 8, 6, 6  # room for a sign between, a name above, a shape below
SIDES = ("Q", "K", "V")
_STEPS = 26  # room for the arrow from scores to weights


@frozen
class Drawn:
    """A matrix to be drawn: what it is called, its sides, its tint and what its name answers."""

    name: Content
    sides: Sides
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
        return [
            area.tinted(self.percent),
            celled(area, self.sides, kind),
            area.framed(),
            area.beside(self.name, "above", 1, "maths", self.kind),
            *shaped(area, self.told),
        ]


def shaped(area: Area, told: tuple[Size, ...] | None, gap: Length = 1) -> Items:
    """The shape of a matrix below it, where the sheet knows it."""
    if told is None:
        return []
    return [area.beside(shape(told), "below", gap, "tiny", ShapeKind.SHAPES)]


def celled(area: Area, sides: Sides, kind: str = "") -> Hairlines:
    """The lines between the cells of a matrix; a side that is long, or a letter, has none."""
    rows, cols = (k if isinstance(k, int) and k <= CELLS else 1 for k in sides)
    return area.ruled(rows, cols, kind)


def drawn(
    context: Context, name: str, usual: Sides, percent: int, kind: str = ""
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


def fitted(
    rows: list[list[Drawn]], taken: Length, most: Length
) -> tuple[Fraction, Fraction]:
    """The side of a cell, and how high the highest matrix is: 5 mm, or less where matrices beside each other and *taken*
    millimetres are too wide, or one is higher than *most*."""
    columns = max(sum(m.cells[1] for m in row) for row in rows)
    tall = max(m.cells[0] for m in in_turn(rows))
    cell = min(Fraction(5), Fraction(WIDEST - taken) / columns, Fraction(most) / tall)
    return cell, tall * cell


def projections(context: Context) -> Figure:
    """X times each of three weight matrices, one product above the other.

    >>> projections(Context(symbol=str)).kinds
    ('weights', 'results')
    """
    rows = [_product(context, side) for side in SIDES]
    cell, tall = fitted(rows, 2 * _SIGN + 12, 40)
    high = tall + _ABOVE + _BELOW
    items: Items = []
    width = max(
        line(items, row, (TIMES, EQUALS), k * high + _ABOVE + tall / 2, cell)
        for k, row in enumerate(rows)
    )
    there = not context.values or all(
        context.own(side) in context.values for side in SIDES
    )
    return figure(context, "projections", width, 3 * high, items, there)


def _product(context: Context, side: str) -> list[Drawn]:
    broad = "d_v" if side == "V" else "d_k"
    rows = "n" if context.source(side) == "X" else "m"
    return product(
        context,
        drawn(context, context.source(side), (rows, "d"), GIVEN),
        drawn(
            context, context.own(f"W_{side}"), ("d", broad), WEIGHT, ShapeKind.WEIGHTS
        ),
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
        below = wide(shape(one.told)) * Fraction(4, 5) if one.told else w
        room = max(w, wide(one.name), below)
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
    own, axis = context.own, int(context.columns)
    q, k, v = (
        drawn(context, own(s), ("n", "d_v" if s == "V" else "d_k"), GIVEN)
        for s in SIDES
    )
    shown = k.told and (*k.told[:-2], *reversed(k.told[-2:]))
    turned = Drawn(
        transposed(context, own("K")), (k.sides[1], k.sides[0]), GIVEN, "", shown
    )
    n, m, broad = q.sides[axis], k.sides[axis], v.sides[1 - axis]
    scores, weights, result = (
        drawn(context, own(name), shape, percent, ShapeKind.RESULTS)
        for name, shape, percent in (
            ("S", (n, m), WEIGHT),
            ("A", (n, m), WEIGHT),
            ("H", (n, broad), RESULT),
        )
    )
    left = product(context, q, turned, scores)
    right = product(context, weights, v, result)
    cell, tall = fitted([left + right], 4 * _SIGN + _STEPS + 12, 60)
    items: Items = []
    middle = _ABOVE + tall / 2
    x = line(items, left, (TIMES, EQUALS), middle, cell)
    items.append(arrow((x + 3, middle), (x + _STEPS - 3, middle)))
    step, kind = Area(x, middle, _STEPS, 0), ShapeKind.STEPS
    items += [
        step.beside(context.says("scaled", **context.scores), "above", 1, "name", kind),
        step.beside("softmax", "below", 1, "name", kind),
    ]
    width = line(items, right, (TIMES, EQUALS), middle, cell, x + _STEPS)
    height = tall + _ABOVE + _BELOW
    return figure(context, "attention", width, height, items, context.softened)
