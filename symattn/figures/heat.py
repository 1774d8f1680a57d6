"""A heat map of weights: cells shaded by value, the value printed in each, masked cells hatched.

The darkest cell has 60 % of the ink, so figures stay readable on every shade, with a contrast of 4.5 in light and in dark, and
the order of the shades survives a grey printer.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from symattn.boxes import Box, Ink, number, row
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.figures.context import Context, as_formula
from symattn.figures.masks import MOST, edged
from symattn.figures.model import WIDEST, Area, Figure, Item, Label, Length, ShapeKind
from symattn.figures.parts import seen, tokens, wide, words
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import in_turn

# Per cent, the shade of a weight of 1: what is written on a cell must still be read.
DARKEST = 60
_HEADER, _SCALE = (
    13,
    12,
)  # the title and the tokens above; the shades below, 3 high and 4 from the cells
_PLAIN, _STACKED = 10, 16  # a cell's height with decimals, and with the exact form above them
_SMALL = Fraction(9, 10)  # the cells' type against the labels'


@frozen
class _Cell:
    """One weight: its shade, its decimals, and its exact form where that is shown."""

    percent: int
    decimals: str
    exact: Box | None
    masked: bool


def heat_map(context: Context) -> Figure:
    """The weights of the line shown; SymattnError when the sheet has no values for it.

    >>> heat_map(Context(symbol=str))
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: figure 'heat-map': no values for A; solve the question that computes it first
    """
    line = context.line or context.own("A")
    weights = _weights(context, line)
    rows, cols = weights.shape
    above, names = _labels(context, rows, cols)
    left = max(map(wide, names)) + 6
    room = Fraction(WIDEST - 1 - left) / cols
    cells = _cells(context, weights, room)
    wanted = [
        Fraction(14),
        *(_needs(cell) for cell in in_turn(cells)),
        *(wide(name) + 2 for name in above),
    ]
    across = min(room, max(wanted))
    tall = _STACKED if any(cell.exact is not None for cell in in_turn(cells)) else _PLAIN
    low, middle = _HEADER + tall * rows, left + across * cols / 2
    title = words(*[context.says("weights") + " "] * context.shares, context.formula(line))
    items: list[Item] = [Label(middle, 0, title, "small", "below")]
    for i, one in enumerate(cells):
        for j, cell in enumerate(one):
            items += _drawn(cell, Area(left + j * across, _HEADER + i * tall, across, tall))
    items += edged(names, above, Area(left, _HEADER, across * cols, tall * rows))
    items += _scale(max(middle, Fraction(30)), low + 4)
    return Figure(
        "heat-map",
        context.says("heat_map", looks=context.looks, shares=context.shares),
        max(left + across * cols, middle + 30) + 1,
        low + _SCALE,
        tuple(items),
        context.says("heat_map_told") if any(cell.masked for cell in in_turn(cells)) else "",
    )


def _labels(context: Context, rows: int, cols: int) -> tuple[Strings, Strings]:
    """What stands above the columns and beside the rows: tokens, or plain numbers where they are none."""
    if not context.looks:
        across, down = (tuple(map(str, range(1, size + 1))) for size in (cols, rows))
        return across, down
    if context.columns:
        return tokens(context, cols), seen(context, rows)
    return seen(context, cols), tokens(context, rows)


def _weights(context: Context, line: str) -> Matrix:
    if line not in context.values:
        raise SymattnError(
            f"figure 'heat-map': no values for {line}",
            "solve the question that computes it first",
        )
    weights = context.values[line]
    if max(weights.shape) > MOST:
        size = f"{weights.rows}×{weights.cols}"
        raise SymattnError(
            f"figure 'heat-map': {line} is {size}",
            f"draw at most {MOST}×{MOST}, a slice of it for instance",
        )
    return weights


def _cells(context: Context, weights: Matrix, room: Length) -> list[list[_Cell]]:
    """Every cell's texts: exact forms all over or nowhere, fewer decimals where cells are narrow."""
    places = context.places if _wide("0." + "0" * context.places) <= room else 2
    texts = weights.decimals(places)
    rows = range(weights.rows), range(weights.cols)
    exact = [
        [_exact(context, weights.values[i][j], texts[i][j]) for j in rows[1]] for i in rows[0]
    ]
    fits = all(
        box is None or wide(box) * _SMALL + 3 <= min(room, Fraction(34))
        for box in in_turn(exact)
    )
    return [
        [
            _cell(
                weights.values[i][j],
                texts[i][j],
                exact[i][j] if fits else None,
                context.cell_blocked(i, j),
            )
            for j in rows[1]
        ]
        for i in rows[0]
    ]


def _exact(context: Context, value: Number, text: str) -> Box | None:
    """The exact form, unless the decimals are exact already."""
    if context.number is None or _ends(value, text):
        return None
    return as_formula(context.number(value))


def _cell(value: Number, text: str, exact: Box | None, masked: bool) -> _Cell:
    """A cell's shade follows its decimals; exact ones lose their zeros, and only 0 and 1 are printed as 0 and 1."""
    share = Decimal(text)
    percent = int((share * DARKEST).to_integral_value())
    if _ends(value, text):
        text = f"{share.normalize():f}"
    elif share in (0, 1):
        smallest = Decimal(1).scaleb(int(share.as_tuple().exponent))
        text = f"> {1 - smallest}" if share else f"< {smallest:f}"
    return _Cell(max(0, min(DARKEST, percent)), text, exact, masked)


def _ends(value: Number, text: str) -> bool:
    """Whether the decimals are the exact value."""
    return value.is_rational and Fraction(str(value.rational)) == Fraction(text)


def _wide(text: str) -> Fraction:
    return wide(number(text)) * _SMALL + 2


def _needs(cell: _Cell) -> Fraction:
    return max(
        _wide(cell.decimals),
        Fraction(0) if cell.exact is None else wide(cell.exact) * _SMALL + 3,
    )


def _drawn(cell: _Cell, area: Area) -> list[Item]:
    if cell.masked:
        return [
            area.hatched(ShapeKind.VALUES),
            area.inside(number(0), kind=ShapeKind.VALUES, ground="halo"),
        ]
    items: list[Item] = [area.tinted(cell.percent, ShapeKind.VALUES, paper=True)]
    if cell.exact is None:
        return [
            *items,
            area.inside(_number(cell.decimals), kind=ShapeKind.VALUES, ground="shade"),
        ]
    upper = Area(area.x, area.y, area.w, Fraction(area.h) * 3 / 4)
    items.append(upper.inside(cell.exact, kind=ShapeKind.VALUES, ground="shade"))
    low = area.y + area.h - Fraction(3, 2)
    return [
        *items,
        Label(
            area.middle[0],
            low,
            _number(cell.decimals),
            "tiny",
            "above",
            ShapeKind.VALUES,
            "shade",
        ),
    ]


def _number(text: str) -> Box:
    """Decimals as a formula, whose point becomes the language's mark: 0.25, or > 0.99."""
    sign, _, digits = text.rpartition(" ")
    return row(Ink(sign, "relation"), number(digits)) if sign else number(digits)


def _scale(middle: Length, y: Length) -> list[Item]:
    """Shades from 0 to 1 for comparison."""
    steps, w = 14, 3
    whole = Area(middle - 21, y, steps * w, 3)
    shades = (
        Area(whole.x + k * w, y, w, 3).tinted(DARKEST * k // (steps - 1), paper=True)
        for k in range(steps)
    )
    nothing = Label(whole.x - 1, whole.middle[1], "0", "tiny", "right")
    return [*shades, whole.framed("cell"), nothing, whole.beside("1", 1, "tiny")]
