"""Entry by entry division."""

from __future__ import annotations

from dataclasses import replace

from symattn.boxes import Box, Frac, Grid, number
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Mat
from symattn.ops.formula import EntryFormula, Told, Writing, of
from symattn.ops.record import (
    CodeRule,
    Use,
    dialects,
    each,
    infix,
    repeated,
    shape_latex,
    spread,
)
from symattn.ops.registry import op
from symattn.ops.shapes import together
from symattn.said import Facts

_OVER = """
def over(a, b):  # a single row or column divides every one
    a, b = (x if isinstance(x, MatrixBase) else Matrix([[x]]) for x in (a, b))
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    return Matrix(rows, cols, lambda i, j: a[i % a.rows, j % a.cols] / b[i % b.rows, j % b.cols])
"""
_CODE = infix("/")


def _formula(w: Writing) -> Box:
    above, below = w.arg(0), w.arg(1)
    match above, below:
        case Grid(rows) as whole, Grid(divisors) as column if (
            w.numeric and column.columns == 1 and len(rows) == len(divisors)
        ):
            each_row = zip(
                rows, divisors, strict=True
            )  # each row over its number, and no matrix over a column
            shares = (
                cells if by == number(1) else tuple(PAPER.over(x, by) for x in cells)
                for cells, (by,) in each_row
            )
            return replace(whole, rows=tuple(shares))
    return PAPER.over(above, below)


def _reason(done: Use) -> Facts:
    """What is repeated: the divisor, or what is divided."""
    found = repeated(done)
    return (
        found
        if not found or found[0][1] != shape_latex(done.inputs[0])
        else (("divided", found[0][1]),)
    )


def _why(e: EntryFormula) -> Told:
    return of(e), Frac(e.inner(0)[1], e.written(e.here(1)))


@op(
    "quotient",
    together,
    columns="kept",
    written="A / B",
    count=each(divisions=1),
    formula=_formula,
    reason=_reason,
    why=_why,
    code=dialects(_CODE, _CODE, CodeRule("over({0}, {1})", helper=_OVER)),
    masked="refused",
    gradient=spread("G / B", "-(G * Y / B)"),
    traits=("each entry", "fraction", "no zero", "in places"),
    units="over",
)
def quotient(a: Mat, b: Mat) -> Mat:
    """Divide entry by entry; a single row or column divides every one. Raises SymattnError for a divisor that is 0.

    >>> quotient.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[2], [4]]))
    Matrix([[1/2, 1], [3/4, 1]])
    """
    return a.over(b)
