"""Entry by entry division."""

from __future__ import annotations

from symattn.binding import CIRCLED
from symattn.boxes import Box, Frac, Grid, inked, number
from symattn.boxes.paper import PAPER, divided
from symattn.exact.any_matrix import Mat
from symattn.ops.exponentials import added, over_sum
from symattn.ops.formula import EntryFormula, Told, Writing, of, quotients, summed
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
from symattn.ops.shapes import Shape, together
from symattn.said import Facts
from symattn.tables import in_turn

_OVER = """
def over(a, b):  # a single row or column divides every one
    a, b = (x if isinstance(x, MatrixBase) else Matrix([[x]]) for x in (a, b))
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    return Matrix(rows, cols, lambda i, j: a[i % a.rows, j % a.cols] / b[i % b.rows, j % b.cols])
"""
_CODE = infix("/")


def _formula(w: Writing) -> Box:
    chain = quotients(w, lambda w: w.is_number(1))
    first, numbers = chain[0], w.is_number(1)
    above = (1, 1) if first.is_number(0) else first.shape(0)
    shapes = [above, *((1, 1) if numbers else x.shape(1) for x in chain)]
    shapes = [shape[::-1] if w.turned else shape for shape in shapes]
    by = [x.arg(1) for x in chain]
    if w.numeric and numbers and above[0] > 1 and not w.turned:  # 1/s · A
        return PAPER.chain("*", [divided(number(1), *by), first.arg(0, CIRCLED)])
    if (whole := _of_its_sum(first, by)) is not None:
        return whole
    entries = [_entries(first, 0), *(_entries(x, 1) for x in chain)]
    if not all(entries):
        return divided(first.arg(0), *by, sign="·" if numbers else "∘")
    places = [*zip(entries, shapes, strict=True)]
    rows, cols = (max(shape[axis] for shape in shapes) for axis in (0, 1))
    shares = [  # each entry over its own numbers, and no matrix over a row or a column
        [_share(*(_at(x, shape, i, j) for x, shape in places)) for j in range(cols)]
        for i in range(rows)
    ]
    return Grid(tuple(map(tuple, shares)), *w.brackets)


def _of_its_sum(w: Writing, by: list[Box]) -> Box | None:
    """Numbers each over the sum of all of them, (2/4, 1/4, 1/4) of [2 1 1]/(2 + 1 + 1); None where something else is divided."""
    whole = w.arg(0)
    if not (w.numeric and len(by) == 1 and isinstance(whole, Grid)):
        return None
    line = [*in_turn(whole.rows)]
    sum_ = added(line)
    if sum_ is None or by[0] != summed(line):
        return None
    return Grid(tuple(over_sum(row, sum_) for row in whole.rows), *w.brackets)


def _share(top: Box, *by: Box) -> Box:
    """One entry over its numbers; 0 for a share of nothing, with its point where it was rounded to that."""
    if inked(top, "number") and not top.text.strip("0."):
        return top
    return divided(top, *(x for x in by if x != number(1)))


def _entries(w: Writing, k: int) -> list[Box]:
    """The entries of the k-th matrix with its numbers, row by row, where they stand in it or are made of those of others."""
    whole = w.arg(k)
    if w.numeric and isinstance(whole, Grid):
        return [*in_turn(whole.rows)]
    terms = [] if w.turned else w.terms(k)
    return (
        [whole] if w.numeric and not k and w.is_number(0) else terms
    )  # no number below


def _at(entries: list[Box], shape: Shape, i: int, j: int) -> Box:
    """An entry of a matrix whose single row or column stands for every one."""
    return entries[int(i % shape[0] * shape[1] + j % shape[1])]


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
