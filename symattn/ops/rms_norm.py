"""Root-mean-square normalisation: layer normalisation without the mean."""

from __future__ import annotations

from symattn.exact.any_matrix import Mat
from symattn.exact.functions import root
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import UNIT, ZERO, Number
from symattn.ops.layer_norm import (
    along,
    mean_square,
    over_size,
    over_sizes,
    size_of,
    why_normed,
    with_eps,
)
from symattn.ops.record import Count, Use, each_row
from symattn.ops.registry import op
from symattn.ops.shapes import Amount, Axis, same

_NUMPY = """
def rms_norm(a, eps=0, axis=-1):
    return a / np.sqrt((a**2).mean(axis=axis, keepdims=True) + eps)
"""
_TORCH = """
def rms_norm(a, eps=0, axis=-1):
    return a / torch.sqrt((a**2).mean(dim=axis, keepdim=True) + eps)
"""
_SYMPY = """
def rms_norm(a, eps=0, axis=1):
    if axis == 0:
        return rms_norm(a.T, eps).T
    rows = [a.row(i) / sqrt(sum(x**2 for x in a.row(i)) / Integer(a.cols) + eps) for i in range(a.rows)]
    return Matrix.vstack(*rows)
"""


def _row(n: Amount, use: Use) -> Count:
    """The mean of the squares (eps added), its root, and each entry over it."""
    return Count(
        multiplications=n,
        additions=n - 1 + ("eps" in use.params),
        divisions=n + 1,
        roots=1,
    )


def _working(a: Matrix, *, axis: Axis = 1, eps: Number = ZERO) -> Matrices:
    return {"mean square": along(a, axis, mean_square)}


@op(
    "rms_norm",
    same,
    working=_working,
    rows="A / sqrt(mean_square EPS)",
    columns="axis",
    count=each_row(_row),
    symbol="RMSNorm",
    why=why_normed,
    code=with_eps("rms_norm", _NUMPY, _TORCH, _SYMPY),
    reserved=False,
    masked="refused",
    traits=("tells its way",),
    gradient=over_size(
        "G - Y * mean(G * Y, AXIS)", "mean(A ** 2, AXIS)"
    ),  # less what lies along Y
)
def rms_norm(a: Mat, *, eps: Number = ZERO, axis: Axis = 1) -> Mat:
    """Every row (axis 1) or column (axis 0) over the root of its mean square plus eps (Zhang and Sennrich, 2019).

    >>> rms_norm.run(Matrix.of([[1, 7]]))
    Matrix([[1/5, 7/5]])
    """
    n = a.cols
    mean = a.square_sums().scaled(UNIT / n)
    size = size_of(mean, eps, "all entries of a row are 0, so it has no size")
    return over_sizes(a, size, eps, root(n))


rms_norm.slip_backward("size-kept", over_size("G", "mean(A ** 2, AXIS)"))
