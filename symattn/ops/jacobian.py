"""The derivative of softmax: what a small change of each score does to each weight."""

from __future__ import annotations

from symattn.boxes import MINUS, Box, applied, number, row
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.ops.constructors import diag
from symattn.ops.formula import EntryFormula, Told, Writing, at
from symattn.ops.record import defined, each, itself
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, written

_NUMPY = """
def softmax_jacobian(p):
    return np.diag(p.ravel()) - np.outer(p, p)
"""
_TORCH = """
def softmax_jacobian(p):
    return torch.diag(p.flatten()) - torch.outer(p.flatten(), p.flatten())
"""
_SYMPY = """
def softmax_jacobian(p):
    return diag(*p) - p.reshape(len(p), 1) * p.reshape(1, len(p))
"""


def _square(p: Shape) -> Shape:
    if 1 not in p[-2:]:
        raise ShapeError(
            f"the Jacobian is that of one row of weights, not of {written(p)}",
            "take a row, such as A[0, :]",
        )
    size = p[-1] if p[-2] == 1 else p[-2]
    return (*p[:-2], size, size)


def _formula(w: Writing) -> Box:
    down = (w.shape(0) or (0,))[
        -1
    ] == 1  # of a column p pᵀ; in a proof no shape is known, and it is of a row
    product = PAPER.joined("*", w.arg(0, turned=not down), w.arg(0, turned=down))
    return row(applied("diag", w.plain(0)), MINUS, product)


def _why(e: EntryFormula) -> Told:
    one, other = (e.written(e.at(0, k, k)) for k in (e.i, e.j))  # of a row or a column
    if e.i == e.j:
        return at(e), PAPER.joined("·", one, PAPER.joined("-", number(1), one))
    return at(e), PAPER.negative(PAPER.joined("·", one, other))


@op(
    "softmax_jacobian",
    _square,
    count=each(multiplications=1),
    symbol="J",
    formula=_formula,
    reason=itself,
    why=_why,
    code=defined("softmax_jacobian({0})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    reserved=False,
    traits=("symmetric", "by entries"),
)
def softmax_jacobian(p: Mat) -> Mat:
    """Take diag(p) − pᵀp of one row of weights, or diag(p) − ppᵀ of a column, the derivative of softmax at its scores.

    >>> from symattn.exact.number import Number
    >>> softmax_jacobian.run(Matrix.of([[Number.of(1) / 4, Number.of(3) / 4]]))
    Matrix([[3/16, -3/16], [-3/16, 3/16]])
    """
    _square(p.shape)
    return diag.run(p) - (p.T @ p if p.rows == 1 else p @ p.T)  # type: ignore[no-any-return]


softmax_jacobian.slip("jacobian-outer-dropped")(lambda p: diag.run(p))
softmax_jacobian.slip("jacobian-diagonal")(lambda p: diag.run(p - p.squared()))
softmax_jacobian.slip("jacobian-diagonal-dropped")(
    lambda p: softmax_jacobian.run(p) - diag.run(p)
)
softmax_jacobian.slip("jacobian-outer-added")(
    lambda p: diag.run(p) + diag.run(p) - softmax_jacobian.run(p)
)
softmax_jacobian.slip("jacobian-negated")(lambda p: -softmax_jacobian.run(p))
