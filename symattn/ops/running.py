"""Running sums: every entry with all those before it."""

from __future__ import annotations

from operator import le

from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.matrix import ones_where
from symattn.ops.formula import EntryFormula, Told, along, summed
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
    return along(e, 1), summed([e.written(x) for x in before])


def _gradient(went: Use) -> Strings:
    """Every entry is in its own sum and in all behind it."""
    rows, cols = went.in_numbers().out[-2:]
    if went.axis:
        return (f"G @ tril(ones({cols}, {cols}))",)
    return (f"triu(ones({rows}, {rows})) @ G",)


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
    traits=("read off",),
)
def cumsum(a: Mat, *, axis: Axis = 1) -> Mat:
    """Add up along each row (axis 1) or down each column (axis 0), and keep every sum on the way.

    >>> cumsum.run(Matrix.of([[1, 2, 4]]))
    Matrix([[1, 3, 7]])
    """
    if not axis:
        return cumsum.run(a.T).T  # type: ignore[no-any-return]
    return a @ type(a).lifted(ones_where(a.cols, a.cols, le))
