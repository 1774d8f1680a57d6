"""The larger and the smaller of two, entry by entry: a bound of a roofline, what two distributions have in common."""

from __future__ import annotations

from symattn.boxes import Box, Grid, applied
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.ops.formula import EntryFormula, Told, Writing, from_entry, of, transposed
from symattn.ops.record import (
    CodeRule,
    always,
    dialects,
    each,
    itself,
    repeated,
    spread,
)
from symattn.ops.registry import Enters, op
from symattn.ops.shapes import same, together

_SYMPY = """
def {name}(a, b):  # a single row or column, or a number, meets every one
    a, b = (x if isinstance(x, MatrixBase) else Matrix([[x]]) for x in (a, b))
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    return Matrix(rows, cols, lambda i, j: {of_two}(a[i % a.rows, j % a.cols], b[i % b.rows, j % b.cols]))
"""
_TORCH = """
def {name}(a, b):
    return torch.{name}(torch.as_tensor(a, dtype=torch.float64), torch.as_tensor(b, dtype=torch.float64))
"""


def _parts(w: Writing) -> list[Box]:
    """What it is taken of, of more than two too: min(a, b, c)."""
    within = w.inner(0, "of any number") if w.is_same(0) else None
    return [*(_parts(within) if within else [w.plain(0)]), w.plain(1)]


def _in_places(w: Writing) -> Box:
    """With numbers of a row or a column the larger or the smaller in each place."""
    whole = transposed(applied(w.word, *_parts(w)), w.turned)
    if not w.numeric or w.is_number(0) or w.is_same(0):
        return whole
    rows = w.lines(0, 1)
    others = (
        [[w.plain(1)] * len(line) for line in rows] if w.is_number(1) else w.lines(1, 1)
    )
    sizes = [list(map(len, lines)) for lines in (rows, others)]
    if 1 not in (len(rows), *sizes[0]) or sizes[0] != sizes[1]:
        return whole
    cells = tuple(
        tuple(applied(w.word, x, y) for x, y in zip(line, other, strict=True))
        for line, other in zip(rows, others, strict=True)
    )
    return transposed(Grid(cells, *w.brackets), w.turned)


def _extreme_op(name: str, word: str, of_two: str, sign: str, masked: str) -> Enters:
    """Enter one of the two, with what pages and SymPy call it."""

    def why(e: EntryFormula) -> Told:
        return of(e), applied(word, e.written(e.here(0)), e.written(e.here(1)))

    return op(
        name,
        together,
        columns="kept",
        count=each(comparisons=1),
        symbol=word,
        formula=_in_places,
        reason=repeated,
        why=why,
        code=dialects(
            f"np.{name}({{0}}, {{1}})",
            CodeRule(f"{name}({{0}}, {{1}})", helper=_TORCH.format(name=name)),
            CodeRule(
                f"{name}({{0}}, {{1}})", helper=_SYMPY.format(name=name, of_two=of_two)
            ),
        ),
        masked=masked,
        gradient=spread(
            f"G * (1 - heaviside({sign}(B - A)))", f"G * heaviside({sign}(B - A))"
        ),
        reserved=False,
        units="one",
        traits=("each entry", "of numbers", "of any number", "in places"),
    )


@_extreme_op("maximum", "max", "Max", "", "read")
def maximum(a: Mat, b: Mat) -> Mat:
    """Take the larger of two entries in the same place, or of two numbers; which it is is proved.

    >>> maximum.run(Matrix.of([[1, 4]]), Matrix.of([[3, 2]]))
    Matrix([[3, 4]])
    """
    return a.larger(b)


@_extreme_op("minimum", "min", "Min", "-", "refused")
def minimum(a: Mat, b: Mat) -> Mat:
    """Take the smaller of two entries in the same place, or of two numbers; which it is is proved.

    >>> minimum.run(Matrix.of([[1, 4]]), Matrix.of([[3, 2]]))
    Matrix([[1, 2]])
    """
    return -(-a).larger(-b)


@op(
    "clip",
    same,
    columns="kept",
    count=each(comparisons=2),
    reason=itself,
    why=from_entry,
    code=dialects(
        "np.clip({0}, {low}, {high})",
        "torch.clamp({0}, {low}, {high})",
        "{0}.applyfunc(lambda x: Min({high}, Max({low}, x)))",
    ),
    masked="refused",
    gradient=always("G * ((1 - heaviside(low - A)) * (1 - heaviside(A - high)))"),
    reserved=False,
    traits=("each entry",),
)
def clip(a: Mat, *, low: Number, high: Number) -> Mat:
    """Keep every entry between two numbers, as gradients, ratios and integers of few bits are.

    Raises SymattnError where the lower of them is above the other.

    >>> clip.run(Matrix.of([[-7, 2, 9]]), low=Number.of(-1), high=Number.of(3))
    Matrix([[-1, 2, 3]])
    """
    low, high = map(Number.of, (low, high))
    if low.is_rational and high.is_rational and low.rational > high.rational:
        raise SymattnError(
            f"nothing is between {low} and {high}", f"write clip(A, {high}, {low})"
        )
    top, bottom = (type(a).lifted(Matrix.of([[x]])) for x in (high, low))
    return -(-a.larger(bottom)).larger(-top)
