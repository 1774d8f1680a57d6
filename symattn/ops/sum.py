"""Sums along rows, down columns, or of all entries."""

from __future__ import annotations

from collections.abc import Callable

from symattn.boxes import Fence, row
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.ops.code import ATOM as CODE_ATOM
from symattn.ops.code import Rule, Use
from symattn.ops.counts import Count, entries
from symattn.ops.formula import Placed, Writing, called, summed, transposed
from symattn.ops.registry import op
from symattn.ops.shapes import Shape
from symattn.ops.signature import Axis
from symattn.ops.why import Entry, Told

_SYMPY = '''
def sums(a, axis=None):
    if axis == 1:
        return a * ones(a.cols, 1)
    return ones(1, a.rows) * (a if axis == 0 else a * ones(a.cols, 1))
'''


def _summed(a: Shape, *, axis: int | None = None) -> Shape:
    return (*a[:-2], 1 if axis in (0, None) else a[-2], 1 if axis in (1, None) else a[-1])


def _work(inputs: tuple[Shape, ...], out: Shape, params: object) -> Count:
    return Count(additions=entries(inputs[0]) - entries(out))


def _formula(w: Writing) -> Placed:
    return transposed(row(called(w, None), Fence("(", w.plain(0), ")")), w.turned)


def _why(e: Entry) -> Told:
    axis, a = e.params.get("axis"), e.inputs[0]
    rows = range(a.rows) if axis in (0, None) else (e.i,)
    cols = range(a.cols) if axis in (1, None) else (e.j,)
    what = {1: f"row {e.i}", 0: f"column {e.j}"}[axis] if isinstance(axis, int) else "every entry"
    return f"the sum of {what} of {e.name(0)}", summed([e.factor(e.at(0, i, j)) for i in rows for j in cols])


def _method(axis: str, keep: str) -> Callable[[Use], Rule]:
    """The method sum as NumPy and Torch have it, which keep the axis when told to."""

    def rule(use: Use) -> Rule:
        along = use.params.get("axis")
        places = {1: "-1", 0: "-2"}[along] if isinstance(along, int) else "(-2, -1)"
        return Rule(f"{{0}}.sum({axis}={places}, {keep}=True)", CODE_ATOM, (CODE_ATOM,))

    return rule


@op(
    "sum",
    _summed,
    columns="axis",
    count=_work,
    formula=_formula,
    reason="entries are added up along an axis, which becomes 1 long",
    why=_why,
    code={
        "numpy": _method("axis", "keepdims"),
        "torch": _method("dim", "keepdim"),
        "sympy": lambda use: Rule(f"sums({{0}}, {use.params.get('axis')})", helper=_SYMPY),
    },
    reserved=False,
    masked="refused",
    traits=("no numbers",),
)
def sum_(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Add up each row (axis 1: one column), each column (axis 0: one row), or all entries.

    >>> sum_.run(Matrix.of([[1, 2], [3, 4]]), axis=1), sum_.run(Matrix.of([[1, 2], [3, 4]]))
    (Matrix([[3], [7]]), Matrix([[10]]))
    """
    found = a
    if axis in (1, None):
        found = found @ Matrix.of([[1]] * found.cols)
    return found if axis == 1 else (found.T @ Matrix.of([[1]] * found.rows)).T
