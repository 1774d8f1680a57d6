"""How far every row of one matrix is from every row of another: attention by distance, nearest neighbours."""

from __future__ import annotations

from symattn.boxes import Box, Fence, Grid, number
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.ops.formula import EntryFormula, Told, Writing, at, named, summed
from symattn.ops.record import Count, Use, defined, entries, itself
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, written

MOST_TERMS = 18  # squares of a matrix of distances that stand on a page
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
    return at(e), summed([_square(*map(e.written, pair)) for pair in pairs])


def _terms(w: Writing) -> Box:
    """As a function; with few numbers the squares of the differences of each pair."""
    left, right = (
        (w.lines(k, 1) for k in (0, 1)) if w.numeric and not w.turned else ([], [])
    )
    if not (left and right) or len(left) * len(right) * len(left[0]) > MOST_TERMS:
        return named(w)
    cells = tuple(tuple(summed(list(map(_square, a, b))) for b in right) for a in left)
    return Grid(cells, *w.brackets)


def _square(x: Box, y: Box) -> Box:
    return PAPER.raised(Fence("(", PAPER.joined("-", x, y), ")"), number(2))


@op(
    "squared_distances",
    _each_pair,
    formula=_terms,
    traits=("in terms", "read off"),
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
    rows = [
        (a.select([i] * b.rows, range(a.cols)) - b).squared() @ ones
        for i in range(a.rows)
    ]
    return type(a).beside(*rows).T
