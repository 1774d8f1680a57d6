"""Eigenvalues: how a quadratic function curves, singular values, principal components."""

from __future__ import annotations

from flint import fmpq_mat

from symattn.errors import SymattnError
from symattn.exact.any_matrix import ROOT, Mat
from symattn.exact.decide import sign
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.zero import symbolic
from symattn.ops.determinant import bounded, det, square, trace
from symattn.ops.formula import of_line
from symattn.ops.places import sort
from symattn.ops.record import Count, Use, defined, itself
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, multiplied

_NUMPY = """
def eigenvalues(a):
    return np.sort(np.linalg.eigvals(a).real)[..., None, ::-1]
"""
_TORCH = """
def eigenvalues(a):
    return torch.linalg.eigvals(a).real.sort(descending=True).values[..., None, :]
"""
_SYMPY = """
def eigenvalues(a):
    found = [x for x, many in a.eigenvals().items() for _ in range(many)]
    return Matrix([sorted(found, key=lambda x: -N(x, 30))])
"""


def _row(a: Shape) -> Shape:
    return (*square(a)[:-1], a[-1])


def _count(use: Use) -> Count:
    """Trace and determinant, and the quadratic formula, of two rows; a power of the number of rows of more."""
    *lead, rows, cols = use.inputs[0]
    return Count(rows * rows * cols, rows * rows * cols, rows, roots=rows) * multiplied(
        1, lead
    )


def _working(a: Matrix) -> dict[str, Matrix]:
    """What the quadratic equation of two rows is made of."""
    if a.rows != 2:
        return {}
    return {"trace": trace.run(a), "determinant": det.run(a)}


@op(
    "eigenvalues",
    _row,
    count=_count,
    reason=itself,
    why=of_line,
    working=_working,
    code=defined("eigenvalues({0})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    reserved=False,
    traits=("no numbers", "of a line"),
)
def eigenvalues(a: Mat) -> Mat:
    """Find the eigenvalues of a square matrix, the largest first, each as often as it is one.

    Raises SymattnError for those that are not real, and of more than two rows for entries that are not rational, or
    eigenvalues that solve no quadratic equation.

    >>> eigenvalues.run(Matrix.of([[3, 1], [1, 3]])), eigenvalues.run(Matrix.of([[1, 1], [1, 0]]))
    (Matrix([[4, 2]]), Matrix([[(1 + sqrt(5))/2, (1 - sqrt(5))/2]]))
    """
    square(a.shape)
    bounded(a.rows)
    if a.rows == 1:
        return a
    if a.rows == 2:
        return _of_quadratic(trace.run(a), det.run(a))
    if not isinstance(a, Matrix) or not a.is_rational:
        raise SymattnError(
            "eigenvalues of more than two rows are worked out for rational entries"
        )
    entries = fmpq_mat(
        [[x.rational for x in row if isinstance(x, Number)] for row in a.values]
    )
    found: list[Matrix] = []
    for factor, many in entries.charpoly().factor()[1]:
        low, *middle, high = map(Matrix.of, [[[Number.of(c)]] for c in factor.coeffs()])
        if len(middle) > 1:
            raise SymattnError("these eigenvalues solve no quadratic equation")
        over = (-low).over(high)
        roots = _of_quadratic(-middle[0].over(high), -over) if middle else over
        found += [Matrix.lifted(roots)] * many
    ascending: Matrix = sort.run(Matrix.beside(*found))
    return ascending.select([0], range(a.rows)[::-1])


def _of_quadratic(trace: Mat, determinant: Mat) -> Mat:
    """The two solutions of x² − tx + d = 0; raises SymattnError where they are not real."""
    square_of = trace.entrywise(trace) - determinant.scaled(Number.of(4))
    (inside,) = square_of.values[0]
    if isinstance(inside, Number) and not symbolic(inside) and sign(inside) < 0:
        raise SymattnError("the eigenvalues are not real", "those of A @ A.T are")
    spread, half = square_of.each(ROOT), 1 / Number.of(2)
    return type(trace).beside(
        (trace + spread).scaled(half), (trace - spread).scaled(half)
    )
