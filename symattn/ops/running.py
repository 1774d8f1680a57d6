"""Running sums: every entry with all those before it."""

from __future__ import annotations

from operator import le

from symattn.binding import PRODUCT
from symattn.boxes import Box, Ink, Script, row
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.matrix import ones_where
from symattn.ops.formula import (
    SUM_OVER,
    EntryFormula,
    Told,
    Writing,
    along,
    named,
    over_places,
    runs_along,
    summed,
    transposed,
    with_letters,
)
from symattn.ops.record import Count, Use, dialects, each_row, either_way
from symattn.ops.registry import op
from symattn.ops.shapes import Axis, same
from symattn.said import Strings

_SYMPY = """
def cumsum(a):
    return Matrix(a.rows, a.cols, lambda i, j: sum(a[i, k] for k in range(j + 1)))
"""


def _why(e: EntryFormula) -> Told:
    before = (
        [e.at(0, e.i, k) for k in range(e.j + 1)]
        if e.params.get("axis", 1)
        else [e.at(0, k, e.j) for k in range(e.i + 1)]
    )
    return along(e, 1), summed(list(map(e.written, before)))


def _gradient(went: Use) -> Strings:
    """Every entry is in its own sum and in all behind it."""
    rows, cols = went.in_numbers().out[-2:]
    if went.axis:
        return (f"G @ tril(ones({cols}, {cols}))",)
    return (f"triu(ones({rows}, {rows})) @ G",)


def _up_to_each(w: Writing) -> Box:
    """∑ₖ ≤ ⱼ Aᵢₖ, of one row ∑ₖ ≤ ⱼ sₖ, and of one column ∑ₖ ≤ ᵢ cₖ."""
    found = over_places(w, axis := runs_along(w))
    if found is None:
        return named(w)
    (end,), entry, others = found
    free = [
        x
        for x in map(Ink, "kjilm" if axis else "kijlm")
        if x not in (end, *others) and not w.is_taken(x)
    ]
    if not free:
        return named(w)
    k, end = (free[0], end) if others else (end, free[0])
    entry = with_letters(entry, {end: k}) if others else entry
    below = row(k, Ink("≤", "relation"), end)
    box = row(Script(SUM_OVER, sub=below), PAPER.fenced(entry, PRODUCT))
    return transposed(box, w.turned)


@op(
    "cumsum",
    same,
    columns="axis",
    count=each_row(lambda n, use: Count(additions=n - 1)),
    why=_why,
    code=dialects(
        either_way("{0}.cumsum(axis=-1)", "{0}.cumsum(axis=-2)"),
        either_way("{0}.cumsum(dim=-1)", "{0}.cumsum(dim=-2)"),
        either_way("cumsum({0})", "cumsum({0}.T).T", _SYMPY),
    ),
    masked="refused",
    gradient=_gradient,
    reserved=False,
    formula=_up_to_each,
    traits=("read off",),
)
def cumsum(a: Mat, *, axis: Axis = 1) -> Mat:
    """Add up along each row (axis 1) or down each column (axis 0), and keep every sum on the way.

    >>> cumsum.run(Matrix.of([[1, 2, 4]]))
    Matrix([[1, 3, 7]])
    """
    return a @ type(a).lifted(ones_where(a.cols, a.cols, le))
