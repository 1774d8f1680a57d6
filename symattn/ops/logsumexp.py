"""The logarithm of a sum of exponentials: the smooth maximum, and what log-softmax takes off."""

from __future__ import annotations

from symattn.boxes import Box, Ink, Script, applied
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import LOG, Mat
from symattn.exact.matrix import Matrix as Matrix
from symattn.ops.formula import (
    SUM_OVER,
    Writing,
    of_places,
    of_row,
    runs_along,
    summed,
)
from symattn.ops.record import Count, along_axis, dialects, either_way, itself
from symattn.ops.reductions import in_terms, sum_, summing
from symattn.ops.registry import op
from symattn.ops.shapes import Axis, reduced

_NUMPY = """
def logsumexp(a, axis=-1):
    top = a.max(axis=axis, keepdims=True)
    return top + np.log(np.exp(a - top).sum(axis=axis, keepdims=True))
"""
_SYMPY = """
def logsumexp(a):
    return Matrix([log(sum(exp(x) for x in a.row(i))) for i in range(a.rows)])
"""


_WITH_TERMS = in_terms(
    lambda terms: applied("log", summed([Script(Ink("e"), sup=x) for x in terms]))
)


def _of_exponentials(w: Writing) -> Box | None:
    """log ∑ⱼ e to the entries in their places."""
    e, axis = Ink("e"), runs_along(w)
    found = (
        None
        if w.is_taken(e)
        else of_places(w, SUM_OVER, axis, lambda x: PAPER.raised(e, x))
    )
    return found and applied(w.words.get("log", "log"), found)


@op(
    "logsumexp",
    lambda a, *, axis=1: reduced(a, axis=axis),
    columns="axis",
    count=summing(Count(exponentials=1), Count(logarithms=1)),
    reason=itself,
    why=of_row,
    code=dialects(
        either_way("logsumexp({0})", "logsumexp({0}, axis=-2)", _NUMPY),
        either_way(
            "torch.logsumexp({0}, dim=-1, keepdim=True)",
            "torch.logsumexp({0}, dim=-2, keepdim=True)",
        ),
        either_way("logsumexp({0})", "logsumexp({0}.T).T", _SYMPY),
    ),
    masked="read",
    gradient=along_axis("G * softmax(A, AXIS)"),
    reserved=False,
    formula=lambda w: _of_exponentials(w) or _WITH_TERMS(w),
    traits=("of a line", "in terms"),
)
def logsumexp(a: Mat, *, axis: Axis = 1) -> Mat:
    """Take log(e^x₁ + e^x₂ + …) of each row (axis 1) or column (axis 0).

    >>> logsumexp.run(Matrix.of([[0, 0]]))
    Matrix([[log(2)]])
    """
    return sum_.run(a.exp(), axis=axis).each(LOG)  # type: ignore[no-any-return]
