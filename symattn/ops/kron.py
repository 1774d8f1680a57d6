"""The Kronecker product: a block for every entry, as one matrix that does to each token what another does to a vector."""

from __future__ import annotations

from symattn.binding import PRODUCT
from symattn.boxes import Box, Ink, row
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix as Matrix
from symattn.ops.formula import EntryFormula, Told, Writing, of
from symattn.ops.record import Use, dialects, each, maths
from symattn.ops.registry import op
from symattn.ops.shapes import Shape
from symattn.said import Facts


def _blocks(a: Shape, b: Shape) -> Shape:
    return (*a[:-2], a[-2] * b[-2], a[-1] * b[-1])


def _formula(w: Writing) -> Box:
    return row(w.arg(0, PRODUCT), Ink("⊗", "operator"), w.arg(1, PRODUCT))


def _reason(done: Use) -> Facts:
    return ("rows", maths(done.inputs[1][-2])), ("columns", maths(done.inputs[1][-1]))


def _why(e: EntryFormula) -> Told:
    b = e.inputs[1]
    factors = e.at(0, e.i // b.rows, e.j // b.cols), e.at(1, e.i % b.rows, e.j % b.cols)
    return of(e), PAPER.joined("·", *map(e.written, factors))


@op(
    "kron",
    _blocks,
    count=each(multiplications=1),
    formula=_formula,
    reason=_reason,
    why=_why,
    code=dialects(
        "np.kron({0}, {1})",
        "torch.kron({0}.contiguous(), {1}.contiguous())",
        "Matrix(kronecker_product({0}, {1}))",
    ),
    masked="refused",
    reserved=False,
    traits=("in blocks", "no numbers"),
)
def kron(a: Mat, b: Mat) -> Mat:
    """Put the second matrix, times each entry of the first, in the place of that entry.

    >>> kron.run(Matrix.of([[1, 2]]), Matrix.of([[3], [4]]))
    Matrix([[3, 6], [4, 8]])
    """
    rows, cols = range(a.rows * b.rows), range(a.cols * b.cols)
    spread = a.select([i // b.rows for i in rows], [j // b.cols for j in cols])
    return spread.entrywise(
        b.select([i % b.rows for i in rows], [j % b.cols for j in cols])
    )
