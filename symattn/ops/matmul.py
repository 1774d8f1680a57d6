"""The product of two matrices."""

from __future__ import annotations

from symattn.binding import PRODUCT
from symattn.boxes import BLANK, DOT, NEGATIVE, Box, Ink, Row, row
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Mat
from symattn.ops import moments
from symattn.ops.formula import EntryFormula, Told, Writing, at, is_word, summed
from symattn.ops.record import (
    Count,
    Use,
    always,
    dialects,
    entries,
    infix,
    maths,
    shape_latex,
)
from symattn.ops.registry import op
from symattn.ops.shapes import product
from symattn.said import Facts


def work(use: Use) -> Count:
    """m×k by k×n is mnk multiplications and mn(k − 1) additions.

    >>> work(Use(((2, 3), (3, 4)), (2, 4), {})).additions
    16
    """
    shared, many = use.inputs[0][-1], entries(use.out)
    return Count(many * shared, many * (shared - 1))


def _formula(w: Writing) -> Box:
    order = (1, 0) if w.turned else (0, 1)
    sign = w.scores_product if w.is_transpose(0) or w.is_transpose(1) else w.product
    left, right = (w.arg(k, PRODUCT) for k in order)
    minus, bare = None, w.arg(order[0])
    if (
        isinstance(bare, Row)
        and bare.items[0] == NEGATIVE
        and PAPER.binding(rest := row(*bare.items[1:])) >= PRODUCT
    ):
        minus, left = NEGATIVE, rest  # −AB is (−A)B
    if w.numeric and not w.turned and (terms := w.terms(*order)):
        return summed(terms)
    if w.numeric:
        return row(
            minus, left, DOT if w.is_number(0) or w.is_number(1) else None, right
        )  # 2 · 3, and no 23
    dotted = not sign and (is_word(left, -1) or is_word(right, 0))
    derives = any(
        isinstance(x, Row) and Ink("d", "text") in x.items for x in (left, right)
    )
    beside = BLANK if derives else None  # q dx xᵀ, and no d(xxᵀ)
    return row(
        minus, left, DOT if dotted else Ink(sign, "operator") if sign else beside, right
    )


def _reason(done: Use) -> Facts:
    a, b = done.inputs
    carried = tuple(map(maths, done.out[:-2]))
    return (
        ("a", shape_latex(a)),
        ("b", shape_latex(b)),
        ("inner", maths(a[-1])),
        ("carried", carried),
    )


def _why(e: EntryFormula) -> Told:
    terms = [
        PAPER.joined("·", e.written(e.at(0, e.i, k)), e.written(e.at(1, k, e.j)))
        for k in range(e.inputs[0].cols)
    ]
    return at(e), summed(terms)


_CODE = infix("@")


@op(
    "matmul",
    product,
    columns="reversed",
    written="A @ B",
    count=work,
    formula=_formula,
    reason=_reason,
    why=_why,
    code=dialects(_CODE, _CODE, infix("*")),
    masked="refused",
    gradient=always("G @ B.T", "A.T @ G"),
    moments=moments.multiplied,
    expression=lambda a, b: a * b,
    traits=("product",),
)
def matmul(a: Mat, b: Mat) -> Mat:
    """Multiply two matrices: n×k times k×m is n×m.

    >>> matmul.run(Matrix.of([[1, 2]]), Matrix.of([[3], [4]]))
    Matrix([[11]])
    """
    return a @ b


matmul.slip("scores-transposed", when="scores")(lambda a, b: (a @ b).T)
matmul.slip("swapped-product")(lambda a, b: b @ a)
matmul.slip("added-not-multiplied")(lambda a, b: a + b)
matmul.slip("entrywise-product")(lambda a, b: a.entrywise(b))
matmul.slip("weights-transposed", when="weights")(lambda a, b: a.T @ b)
matmul.slip("weight-transposed", needs=("weight",))(
    lambda a, b, *, weight: a @ b.T if weight else a.T @ b
)


@matmul.slip("no-projection", needs=("weight",), when="projection")
@matmul.slip("output-projection-dropped", needs=("weight",), when="output")
def _not_projected(a: Mat, b: Mat, *, weight: int) -> Mat:
    return a if weight else b


matmul.slip_backward("upstream-transposed", always("G.T @ B.T", "A.T @ G.T"))
matmul.slip_backward("factors-exchanged", always("B.T @ G", "G @ A.T"))
