"""Formulas too wide for a line in less room: the first and last terms of long sums, rows of sums below each other."""

from __future__ import annotations

from symattn.boxes import DOTS, MINUS, PLUS, Box, Grid, Row, Script, rebuilt, row
from symattn.ops.formula import transposed
from symattn.page import ink
from symattn.records import replace

FEW_TERMS = 2  # of a sum of numbers that has no room


def shortened(box: Box) -> Box:
    """A formula in which long sums have their first terms and their last, as one writes a + b + ⋯ + z.

    >>> from symattn.boxes import Ink
    >>> len(shortened(row(*[Ink("x"), PLUS] * 8, Ink("x"))).items)
    7
    """
    if isinstance(box, Row):
        starts = [k for k, item in enumerate(box.items) if item in (PLUS, MINUS)]
        if len(starts) > FEW_TERMS:
            box = row(*box.items[: starts[1]], PLUS, DOTS, *box.items[starts[-1] :])
    return rebuilt(box, shortened)


def upright(box: Box) -> Box:
    """A formula in which a row of sums stands as a column that is turned round: the means of columns, below each other. What has
    an exponent stays a row: that of the turned one would stand beside its own.

    >>> from symattn.boxes import Ink
    >>> upright(Grid(((row(Ink("a"), PLUS, Ink("b")), Ink("c")),), "[", "]")).base.columns
    1
    """
    if isinstance(box, Script) and isinstance(box.base, Grid):
        return box
    if (
        isinstance(box, Grid)
        and len(box.rows) == 1 < box.columns
        and any(PLUS in ink.parts(cell) for cell in box.rows[0])
    ):
        return transposed(
            replace(box, rows=tuple((cell,) for cell in box.rows[0])), True
        )
    return rebuilt(box, upright)
