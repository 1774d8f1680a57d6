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
from symattn.figures.model import WIDEST, Area, Figure, Items, Label, Length, ShapeKind
from symattn.figures.parts import figure, seen, tokens, wide, words
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import paired

# Per cent, the shade of a weight of 1: what is written on a cell must still be read.
DARKEST = 60
_HEADER, _SCALE = (
    13,
    12,
)  # the title and the tokens above; the shades below, 3 high and 4 from the cells
_STEPS = 14  # shades for comparison
_PLAIN, _STACKED = (
    10,
    16,
)  # a cell's height with decimals, and with the exact form above them
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
    wanted = [Fraction(14), *map(_needs, cells), *(wide(name) + 2 for name in above)]
    across = min(room, max(wanted))
    tall = _STACKED if any(cell.exact is not None for cell in cells) else _PLAIN
    whole = Area(left, _HEADER, across * cols, tall * rows)
    middle, low = whole.middle[0], _HEADER + whole.h
    title = words(
        *[context.says("weights") + " "] * context.shares, context.formula(line)
    )
    items: Items = [Label(middle, 0, title, "small", "below")]
    for cell, area in zip(cells, whole.cells(rows, cols), strict=True):
        items += _drawn(cell, area)
    items += edged(names, above, whole)
    items += _scale(max(middle, Fraction(30)), low + 4)
    return figure(
        context,
        "heat-map",
        max(left + whole.w, middle + 30) + 1,
        low + _SCALE,
        items,
        any(cell.masked for cell in cells),
        looks=context.looks,
        shares=context.shares,
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


def _cells(context: Context, weights: Matrix, room: Length) -> list[_Cell]:
    """Every cell's texts: exact forms all over or nowhere, fewer decimals where cells are narrow."""
    places = context.places if _wide("0." + "0" * context.places) <= room else 2
    entries = list(paired(weights.values, weights.decimals(places)))
    exact = [_exact(context, value, text) for _, value, text in entries]
    most = min(room, Fraction(34))
    fits = all(box is None or wide(box) * _SMALL + 3 <= most for box in exact)
    return [
        _cell(value, text, box if fits else None, context.cell_blocked(*at))
        for (at, value, text), box in zip(entries, exact, strict=True)
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
    needed = _wide(cell.decimals)
    return needed if cell.exact is None else max(needed, wide(cell.exact) * _SMALL + 3)


def _drawn(cell: _Cell, area: Area) -> Items:
    kind = ShapeKind.VALUES
    if cell.masked:
        return [area.hatched(kind), area.inside(number(0), kind=kind, ground="halo")]
    shown, low = _number(cell.decimals), area.y + area.h - Fraction(3, 2)
    upper = Area(area.x, area.y, area.w, Fraction(area.h) * 3 / 4)
    labels = (
        [area.inside(shown, kind=kind, ground="shade")]
        if cell.exact is None
        else [
            upper.inside(cell.exact, kind=kind, ground="shade"),
            Label(area.middle[0], low, shown, "tiny", "above", kind, "shade"),
        ]
    )
    return [area.tinted(cell.percent, kind, paper=True), *labels]


def _number(text: str) -> Box:
    """Decimals as a formula, whose point becomes the language's mark: 0.25, or > 0.99."""
    sign, _, digits = text.rpartition(" ")
    return row(Ink(sign, "relation"), number(digits)) if sign else number(digits)


def _scale(middle: Length, y: Length) -> Items:
    """Shades from 0 to 1 for comparison."""
    whole = Area(middle - 21, y, 42, 3)
    shades = whole.cells(1, _STEPS)
    return [
        *(
            area.tinted(DARKEST * k // (_STEPS - 1), paper=True)
            for k, area in enumerate(shades)
        ),
        whole.framed("cell"),
        whole.beside("0", "right", 1, "tiny"),
        whole.beside("1", "left", 1, "tiny"),
    ]
