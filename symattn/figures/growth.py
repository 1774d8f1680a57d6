"""How an amount grows with one of its letters: a table of its values as the letter is doubled, and its curve beside it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

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
from symattn.figures.parts import wide

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
    name, letter = context.line, context.letter
    start = context.sizes.get(letter)
    if not name or start is None or context.amount is None:
        which = letter or "a letter"
        raise SymattnError(
            f"figure 'growth': no number is known for {which}",
            'write line = "w", letter = "n" and sizes',
        )
    places = [start * 2**k for k in range(ROWS)]
    values = [_amount(context, name, letter, n) for n in places]
    items, right = _table(context, places, values)
    if right + 12 + PLOT > WIDEST:
        raise SymattnError(
            "figure 'growth': these numbers are too long for a table",
            "start from a smaller number",
        )
    items += _plot(context, places, values, right + 12)
    told = _told(context, places, values)
    return Figure(
        "growth",
        context.says("growth"),
        right + 20 + PLOT,
        TALL * (ROWS + 1) + 8,
        tuple(items),
        told,
    )


def _table(
    context: Context, places: Sequence[int], values: Sequence[Fraction]
) -> tuple[Items, Fraction]:
    """The table of the values, each two with the factor between them, and where it ends."""
    times = [Fraction(b) / a if a else None for a, b in pairwise(values)]
    ends = [number(places[-1]), *map(_written, values)]
    first = max(wide(number(n)) for n in places) + 6
    second = max(wide(box) for box in ends) + 6
    third = max(Fraction(18), *(wide(_factor(t)) + 6 for t in times if t is not None))
    across, x = first + second + third, Fraction(1)
    table = Area(x, 0, across, TALL * (ROWS + 1))
    items: Items = [table.ruled(1, 1), table.framed("cell")]
    items += [Path(((x, TALL * k), (x + across, TALL * k))) for k in range(1, ROWS + 1)]
    items += [
        Path(((x + at, 0), (x + at, TALL * (ROWS + 1)))) for at in (first, first + second)
    ]
    head = (
        size(context.letter),
        context.formula(context.line),
        Ink(context.says("factor"), "text"),
    )
    middles = (x + first / 2, x + first + second / 2, x + first + second + third / 2)
    items += [
        Label(at, Fraction(TALL, 2), box, "small")
        for at, box in zip(middles, head, strict=True)
    ]
    for k, (n, value) in enumerate(zip(places, values, strict=True)):
        y = TALL * (k + 1) + Fraction(TALL, 2)
        items += [
            Label(middles[0], y, number(n), "small"),
            Label(middles[1], y, _written(value), "small", kind=ShapeKind.VALUES),
        ]
        if k and (factor := times[k - 1]) is not None:
            items.append(
                Label(
                    middles[2],
                    y - Fraction(TALL, 2),
                    _factor(factor),
                    "small",
                    kind=ShapeKind.VALUES,
                    ground="halo",
                )
            )
    return items, x + across


def _amount(context: Context, name: str, letter: str, n: int) -> Fraction:
    assert context.amount is not None
    found = context.amount(name, letter, n)
    if found is None:
        raise SymattnError(
            f"figure 'growth': {name} is no amount whose letters all have numbers",
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
        return left + Fraction(n, widest) * (PLOT - 4), low - Fraction(value) / highest * (
            PLOT - 6
        )

    curve = [widest * k // POINTS for k in range(1, POINTS + 1)]
    line = tuple(
        point(n, _amount(context, context.line, context.letter, n)) for n in curve if n
    )
    items: Items = [
        arrow((left, low), (left + PLOT, low)),
        arrow((left, low), (left, low - PLOT + 2)),
    ]
    items += [
        Label(left + PLOT + 2, low, size(context.letter), "small", "left"),
        Path(line, "edge", ShapeKind.VALUES),
    ]
    items.append(Label(left, low - PLOT, context.formula(context.line), "small", "above"))
    for n, value in zip(places, values, strict=True):
        x, y = point(n, value)
        items.append(Area(x - side / 2, y - side / 2, side, side).tinted(70, ShapeKind.VALUES))
    items.append(Label(left + PLOT - 4, low + 2, number(widest), "tiny", "below"))
    return items


def _spaced(x: int | Fraction) -> str:
    """A number in a sentence; the digits of a whole one in groups, as in the table."""
    return f"{int(x):,}".replace(",", "\u00a0") if x == int(x) and x >= 10**4 else str(x)


def _written(value: Fraction) -> Box:
    return number(int(value)) if value.denominator == 1 else number(f"{float(value):.4g}")


def _factor(times: Fraction) -> Box:
    """How many times as much: exactly where that is a whole number, else to two places."""
    sign = "×" if times.denominator == 1 else "≈ ×"
    return row(
        Ink(sign, "text"),
        number(str(times) if times.denominator == 1 else f"{float(times):.2f}"),
    )


def _told(context: Context, places: Sequence[int], values: Sequence[Fraction]) -> str:
    pairs = (f"{_spaced(n)}: {_spaced(value)}" for n, value in zip(places, values, strict=True))
    return context.says("growth_told", values="; ".join(pairs))
