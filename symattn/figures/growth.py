"""How an amount grows with one of its letters: a table of its values as the letter is doubled, and its curve beside it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

from symattn.boxes import Box, Ink, number, row
from symattn.errors import SymattnError
from symattn.figures.context import Context, size
from symattn.figures.model import (
    WIDEST,
    Area,
    Figure,
    Items,
    Label,
    Path,
    ShapeKind,
    arrow,
)
from symattn.figures.parts import figure, wide

ROWS = 5  # values in the table: n, 2n, 4n, 8n, 16n
TALL = 9  # millimetres of a row
PLOT = 54  # millimetres of the plot, each way
POINTS = 32  # pieces of the curve


def growth(context: Context) -> Figure:
    """The figure ``growth`` of a line that counts something: its values for n, 2n, 4n, … of one letter, and the curve.

    Raises SymattnError where the line counts nothing, or a letter of it has no number to begin with.

    >>> growth(Context(symbol=str, line="w", letter="n", amount=lambda name, letter, n: n * n, sizes={"n": 2})).kinds
    ('values',)
    """
    start = context.sizes.get(context.letter)
    if not context.line or start is None or context.amount is None:
        raise SymattnError(
            f"figure 'growth': no number is known for {context.letter or 'a letter'}",
            'write line = "w", letter = "n" and sizes',
        )
    places = [start * 2**k for k in range(ROWS)]
    values = [_amount(context, n) for n in places]
    items, right = _table(context, places, values)
    if right + 12 + PLOT > WIDEST:
        raise SymattnError(
            "figure 'growth': these numbers are too long for a table",
            "start from a smaller number",
        )
    items += _plot(context, places, values, right + 12)
    pairs = (
        f"{_spaced(n)}: {_spaced(value)}"
        for n, value in zip(places, values, strict=True)
    )
    width, height = right + 20 + PLOT, TALL * (ROWS + 1) + 8
    return figure(context, "growth", width, height, items, values="; ".join(pairs))


def _table(
    context: Context, places: Sequence[int], values: Sequence[Fraction]
) -> tuple[Items, Fraction]:
    """The table of the values, each two with the factor between them, and where it ends."""
    times = [Fraction(b) / a if a else None for a, b in pairwise(values)]
    factors = [None if t is None else _factor(t) for t in times]
    numbers = [*map(number, places)]
    shown = [*map(_written, values)]
    rooms = (
        max(map(wide, numbers)) + 6,
        max(map(wide, [numbers[-1], *shown])) + 6,
        max([Fraction(18), *(wide(box) + 6 for box in factors if box is not None)]),
    )
    tall = TALL * (ROWS + 1)
    starts = [*accumulate((Fraction(1), *rooms))]
    table = Area(starts[0], 0, sum(rooms), tall)
    first, second, third = (
        Area(x, 0, room, tall).cells(ROWS + 1, 1)
        for x, room in zip(starts, rooms, strict=False)
    )
    items: Items = [table.ruled(1, 1), table.framed("cell")]
    items += [Path(((table.x, cell.y), (starts[-1], cell.y))) for cell in first[1:]]
    items += [Path(((x, 0), (x, tall))) for x in starts[1:-1]]
    items += [
        first[0].inside(size(context.letter)),
        second[0].inside(context.formula(context.line)),
        third[0].inside(Ink(context.says("factor"), "text")),
    ]
    between = [None, *factors]
    for k in range(ROWS):
        items += [
            first[k + 1].inside(numbers[k]),
            second[k + 1].inside(shown[k], kind=ShapeKind.VALUES),
        ]
        if (factor := between[k]) is not None:
            at = Area(
                third[k].x, third[k + 1].y, third[k].w, 0
            )  # from one row to the next
            items.append(at.inside(factor, kind=ShapeKind.VALUES, ground="halo"))
    return items, starts[-1]


def _amount(context: Context, n: int) -> Fraction:
    assert context.amount is not None
    found = context.amount(context.line, context.letter, n)
    if found is None:
        raise SymattnError(
            f"figure 'growth': {context.line} is no amount whose letters all have numbers",
            "write sizes = { n = 1024 }",
        )
    return Fraction(found)


def _plot(
    context: Context, places: Sequence[int], values: Sequence[Fraction], left: Fraction
) -> Items:
    """Two axes, the curve through many values, a square at each value of the table."""
    low, side = Fraction(TALL * (ROWS + 1)), Fraction(3, 2)
    widest, highest = places[-1], max(*values, Fraction(1))

    def point(n: int, value: Fraction) -> tuple[Fraction, Fraction]:
        return left + Fraction(n, widest) * (PLOT - 4), low - Fraction(
            value
        ) / highest * (PLOT - 6)

    curve = [widest * k // POINTS for k in range(1, POINTS + 1)]
    line = tuple(point(n, _amount(context, n)) for n in curve if n)
    items: Items = [
        arrow((left, low), (left + PLOT, low)),
        arrow((left, low), (left, low - PLOT + 2)),
        Label(left + PLOT + 2, low, size(context.letter), "small", "left"),
        Path(line, "edge", ShapeKind.VALUES),
        Label(left, low - PLOT, context.formula(context.line), "small", "above"),
    ]
    for n, value in zip(places, values, strict=True):
        x, y = point(n, value)
        items.append(
            Area(x - side / 2, y - side / 2, side, side).tinted(70, ShapeKind.VALUES)
        )
    items.append(Label(left + PLOT - 4, low + 2, number(widest), "tiny", "below"))
    return items


def _spaced(x: int | Fraction) -> str:
    """A number in a sentence; the digits of a whole one in groups, as in the table."""
    return (
        f"{int(x):,}".replace(",", "\u00a0") if x == int(x) and x >= 10**4 else str(x)
    )


def _written(value: Fraction) -> Box:
    return (
        number(int(value)) if value.denominator == 1 else number(f"{float(value):.4g}")
    )


def _factor(times: Fraction) -> Box:
    """How many times as much: exactly where that is a whole number, else to two places."""
    if times.denominator == 1:
        return row(Ink("×", "text"), number(int(times)))
    return row(Ink("≈ ×", "text"), number(f"{float(times):.2f}"))
