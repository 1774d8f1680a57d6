"""Sums, differences and signs."""

from __future__ import annotations

from symattn.binding import ANY, CIRCLED, SIGN, SUM
from symattn.boxes import (
    MINUS,
    NEGATIVE,
    PLUS,
    Box,
    Fence,
    Ink,
    Row,
    inked,
    number,
    row,
)
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Mat
from symattn.exact.number import UNIT
from symattn.ops import moments
from symattn.ops.formula import Writing, between, falling, pointwise, transposed, two
from symattn.ops.record import (
    CodeRule,
    Use,
    always,
    dialects,
    each,
    infix,
    repeated,
    spread,
)
from symattn.ops.registry import op
from symattn.ops.shapes import same, together

_OTHERWISE = {">": "≤", "<": "≥", "=": "≠"}
_PLUS = """
def plus(a, b):  # a single row or column, or a number, is added to every one
    a, b = (x if isinstance(x, MatrixBase) else Matrix([[x]]) for x in (a, b))
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    return Matrix(rows, cols, lambda i, j: a[i % a.rows, j % a.cols] + b[i % b.rows, j % b.cols])
"""


def _sum_in_sympy(use: Use) -> CodeRule:
    return CodeRule("plus({0}, {1})", helper=_PLUS) if _repeated(use) else _ADD


def _difference_in_sympy(use: Use) -> CodeRule:
    return (
        CodeRule("plus({0}, -{1})", needs=(ANY, SIGN), helper=_PLUS)
        if _repeated(use)
        else _SUBTRACT
    )


def _repeated(use: Use) -> bool:
    """Whether one is repeated, or both are 1×1 and may be a number, which SymPy adds to no matrix."""
    return use.spread or (1, 1) in use.inputs


_ADD, _SUBTRACT = infix("+"), infix("-")
_NEGATE = CodeRule("-{0}", SIGN, (SIGN,))


def _sum(w: Writing) -> Box:
    """With numbers 1 + 2 + (−3), and no 1 + (2 + (−3)); of a product A − 10⁹(1 − M), and no A + (−10⁹(1 − M))."""
    whole = w.arg(1)
    first, *rest = whole.items if isinstance(whole, Row) else (whole,)
    product = len(rest) > 1 and {PLUS, MINUS}.isdisjoint(rest) and not w.is_number(1)
    if first == NEGATIVE and product:
        return row(w.arg(0, SUM), MINUS, *rest)
    if not w.numeric or first == NEGATIVE:
        return between(PLUS)(w)
    return row(w.arg(0, SUM), PLUS, w.arg(1, SUM))


@op(
    "add",
    together,
    columns="kept",
    written="A + B",
    count=each(additions=1),
    formula=_sum,
    reason=repeated,
    why=two("+"),
    code=dialects(_ADD, _ADD, _sum_in_sympy),
    masked="carried",
    gradient=spread("G", "G"),
    moments=moments.added(1),
    expression=lambda a, b: a + b,
    traits=("each entry", "keeps scores", "adds a mask"),
    units="one",
)
def add(a: Mat, b: Mat) -> Mat:
    """Add two matrices; a single row or column (a bias) is added to every one.

    >>> add.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[10, 20]]))
    Matrix([[11, 22], [13, 24]])
    """
    return a + b


add.slip("bias-dropped", when="bias")(lambda a, b: a)
add.slip("bias-subtracted", when="bias")(lambda a, b: a - b)
add.slip("residual-dropped", needs=("branch",), when="residual")(
    lambda a, b, *, branch: b if branch else a
)


def _difference(w: Writing) -> Box:
    """One minus the other; 1 − [A > B], which is 1 where that does not hold, as [A ≤ B], and 1 − [A = B] as [A ≠ B]."""
    compared = w.inner(1, "above nothing") or w.inner(1, "nothing")
    asked = w.plain(1) if compared and w.plain(0) == number(1) else None
    if not isinstance(asked, Fence) or not isinstance(asked.body, Row):
        return between(MINUS)(w)
    items = (
        Ink(_OTHERWISE[x.text], "relation") if inked(x, "relation") else x
        for x in asked.body.items
    )
    return transposed(Fence("[", row(*items), "]"), w.turned)


@op(
    "subtract",
    together,
    columns="kept",
    written="A - B",
    count=each(additions=1),
    formula=_difference,
    reason=repeated,
    why=two("-"),
    code=dialects(_SUBTRACT, _SUBTRACT, _difference_in_sympy),
    masked="carried",
    gradient=spread("G", "-G"),
    moments=moments.added(-1),
    units="one",
    traits=("each entry", "a difference"),
)
def subtract(a: Mat, b: Mat) -> Mat:
    """Subtract the second matrix; a single row or column is subtracted from every one.

    >>> subtract.run(Matrix.of([[1, 2]]), Matrix.of([[1, 1]]))
    Matrix([[0, 1]])
    """
    if b.blocked:
        raise SymattnError(
            "minus infinity cannot be subtracted", "subtract before masking"
        )
    return a - b


def _negative(w: Writing) -> Box:
    """With its sign, but for the numeral 0; −sort(−r) as what it is, sort↓(r)."""
    if (order := w.inner(0, "in order")) and (box := falling(order)):
        return box
    arg = w.arg(0, CIRCLED)
    return (
        arg
        if isinstance(arg, Ink) and not arg.text.strip("0.,")
        else row(NEGATIVE, arg)
    )


@op(
    "negate",
    same,
    columns="kept",
    written="-A",
    count=each(additions=1),  # −x is 0 − x
    formula=_negative,
    why=pointwise(lambda x, e: PAPER.negative(x)),
    code=dialects(_NEGATE, _NEGATE, _NEGATE),
    masked="refused",
    gradient=always("-G"),
    moments=moments.scaled(lambda params: -UNIT),
    expression=lambda a: -a,
    units="one",
    traits=("each entry", "a negative"),
)
def negate(a: Mat) -> Mat:
    """Change the sign of every entry.

    >>> negate.run(Matrix.of([[1, -2]]))
    Matrix([[-1, 2]])
    """
    return -a
