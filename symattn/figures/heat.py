"""A heat map of weights: cells shaded by value, the value printed in each, masked cells hatched.

The darkest cell has 60 % of the ink, so figures stay readable on every shade, with a contrast of 4.5 in light and in dark, and
the order of the shades survives a grey printer.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from symattn.boxes import Box, Ink, number, row
from symattn.errors import SymattnError
from symattn.figures.context import Context, as_formula
from symattn.figures.masks import MOST, edges, square
from symattn.figures.model import WIDEST, Figure, Hatch, Item, Label, LabelledBox, Length, Shade, ShapeKind
from symattn.figures.parts import seen, tokens, wide, words
from symattn.records import frozen
from symattn.tables import in_turn

if TYPE_CHECKING:
    from symattn.exact.matrix import Matrix
    from symattn.exact.number import Number

DARKEST = 60
_HEADER, _SCALE = 13, 12
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
    wanted = [Fraction(14), *(_needs(cell) for cell in in_turn(cells)), *(wide(name) + 2 for name in above)]
    across = min(room, max(wanted))
    tall = _STACKED if any(cell.exact is not None for cell in in_turn(cells)) else _PLAIN
    low, middle = _HEADER + tall * rows, left + across * cols / 2
    title = words(*[context.says("weights") + " "] * context.shares, context.formula(line))
    items: list[Item] = [Label(middle, 0, title, "small", "below")]
    for i, one in enumerate(cells):
        for j, cell in enumerate(one):
            items += _drawn(cell, left + j * across, _HEADER + i * tall, across, tall)
    items += square(left, _HEADER, across * cols, tall * rows, rows, cols)
    items += edges(names, above, left, _HEADER, across, tall)
    items += _scale(max(middle, Fraction(30)), low + 4)
    return Figure(
        "heat-map",
        context.says("heat_map", looks=context.looks, shares=context.shares),
        max(left + across * cols, middle + 30) + 1,
        low + _SCALE,
        tuple(items),
        context.says("heat_map_told") if any(cell.masked for cell in in_turn(cells)) else "",
    )


def _labels(context: Context, rows: int, cols: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands above the columns and beside the rows: tokens, or plain numbers where they are none."""
    if not context.looks:
        across, down = (tuple(map(str, range(1, size + 1))) for size in (cols, rows))
        return across, down
    if context.columns:
        return tokens(context, cols), seen(context, rows)
    return seen(context, cols), tokens(context, rows)


def _weights(context: Context, line: str) -> Matrix:
    if line not in context.values:
        raise SymattnError(f"figure 'heat-map': no values for {line}", "solve the question that computes it first")
    weights = context.values[line]
    if max(weights.shape) > MOST:
        size = f"{weights.rows}×{weights.cols}"
        raise SymattnError(f"figure 'heat-map': {line} is {size}", f"draw at most {MOST}×{MOST}, a slice of it for instance")
    return weights


def _cells(context: Context, weights: Matrix, room: Length) -> list[list[_Cell]]:
    """Every cell's texts: exact forms all over or nowhere, fewer decimals where cells are narrow."""
    places = context.places if _wide("0." + "0" * context.places) <= room else 2
    texts = weights.decimals(places)
    rows = range(weights.rows), range(weights.cols)
    exact = [[_exact(context, weights.values[i][j], texts[i][j]) for j in rows[1]] for i in rows[0]]
    fits = all(box is None or wide(box) * _SMALL + 3 <= min(room, Fraction(34)) for box in in_turn(exact))
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
    return max(_wide(cell.decimals), Fraction(0) if cell.exact is None else wide(cell.exact) * _SMALL + 3)


def _drawn(cell: _Cell, x: Length, y: Length, w: Length, h: Length) -> list[Item]:
    middle = x + Fraction(w) / 2
    if cell.masked:
        zero = Label(middle, y + Fraction(h, 2), number(0), "small", kind=ShapeKind.VALUES, ground="halo")
        return [Hatch(x, y, w, h, ShapeKind.VALUES), zero]
    items: list[Item] = [Shade(x, y, w, h, cell.percent, ShapeKind.VALUES, paper=True)]
    if cell.exact is None:
        return [*items, Label(middle, y + Fraction(h, 2), _number(cell.decimals), "small", kind=ShapeKind.VALUES, ground="shade")]
    items.append(Label(middle, y + Fraction(h) * 3 / 8, cell.exact, "small", kind=ShapeKind.VALUES, ground="shade"))
    items.append(Label(middle, y + h - Fraction(3, 2), _number(cell.decimals), "tiny", "above", ShapeKind.VALUES, "shade"))
    return items


def _number(text: str) -> Box:
    """Decimals as a formula, whose point becomes the language's mark: 0.25, or > 0.99."""
    sign, _, digits = text.rpartition(" ")
    return row(Ink(sign, "relation"), number(digits)) if sign else number(digits)


def _scale(middle: Length, y: Length) -> list[Item]:
    """Shades from 0 to 1 for comparison."""
    steps, w, left = 14, 3, middle - 21
    items: list[Item] = [Shade(left + k * w, y, w, 3, DARKEST * k // (steps - 1), paper=True) for k in range(steps)]
    items.append(LabelledBox(left, y, steps * w, 3, "cell"))
    ends = ((left - 1, "0", "right"), (left + steps * w + 1, "1", "left"))
    return [*items, *(Label(x, y + Fraction(3, 2), text, "tiny", side) for x, text, side in ends)]


