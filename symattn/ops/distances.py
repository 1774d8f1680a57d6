"""How far every row of one matrix is from every row of another: attention by distance, nearest neighbours."""

from __future__ import annotations

from symattn.boxes import Fence, number
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.ops.formula import EntryFormula, Told, at, summed
from symattn.ops.record import Count, Use, defined, entries, itself
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, written

_BOTH = """
def squared_distances(a, b):
    return ((a[..., :, None, :] - b[..., None, :, :]) ** 2).sum(-1)
"""
_SYMPY = """
def squared_distances(a, b):
    return Matrix(a.rows, b.rows, lambda i, j: sum((x - y) ** 2 for x, y in zip(a.row(i), b.row(j))))
"""


def _each_pair(a: Shape, b: Shape) -> Shape:
    if a[-1] != b[-1]:
        raise ShapeError(
            f"rows of {written(a)} and {written(b)} are not equally long",
            "write matrices of equally many columns",
        )
    return (*a[:-1], b[-2])


def _count(use: Use) -> Count:
    pairs, long = entries(use.out), use.inputs[0][-1]
    return Count(additions=pairs * (2 * long - 1), multiplications=pairs * long)


def _why(e: EntryFormula) -> Told:
    pairs = [(e.at(0, e.i, k), e.at(1, e.j, k)) for k in range(e.inputs[0].cols)]
    terms = [
        PAPER.raised(Fence("(", PAPER.joined("-", *map(e.written, pair)), ")"), number(2))
        for pair in pairs
    ]
    return at(e), summed(terms)


@op(
    "squared_distances",
    _each_pair,
    count=_count,
    symbol="dist²",
    reason=itself,
    why=_why,
    code=defined("squared_distances({0}, {1})", _BOTH, _BOTH, _SYMPY),
    masked="refused",
    reserved=False,
)
def squared_distances(a: Mat, b: Mat) -> Mat:
    """Take the squared distance of every row of the first matrix from every row of the second.

    >>> squared_distances.run(Matrix.of([[0, 0], [1, 1]]), Matrix.of([[3, 4]]))
    Matrix([[25], [13]])
    """
    _each_pair(a.shape, b.shape)
    ones = type(a).lifted(Matrix.of([[1]] * a.cols))
    rows = [(a.select([i] * b.rows, range(a.cols)) - b).squared() @ ones for i in range(a.rows)]
    return type(a).beside(*rows).T
