"""Where a condition holds one matrix, else another: padding put to 0, a decayed score, a clipped ratio."""

from __future__ import annotations

from symattn.boxes import (
    COMMA,
    EQUALS,
    THIN,
    Box,
    Boxes,
    Fence,
    Grid,
    Ink,
    Row,
    inked,
    items_of,
    number,
    row,
)
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.matrix import ones_where
from symattn.ops.formula import EntryFormula, Told, Writing, at, named, transposed
from symattn.ops.mask import blocked_places
from symattn.ops.record import defined, itself, nothing, spread
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, written
from symattn.tables import in_turn, some

_NUMPY = """
def where(keep, a, b):
    return np.where(keep == 1, a, b)
"""
_TORCH = """
def where(keep, a, b):
    return torch.where(keep == 1, a, b)
"""
_SYMPY = """
def where(keep, a, b):
    return Matrix(keep.rows, keep.cols, lambda i, j: next(
        x[i % x.rows, j % x.cols] for x in ([a] if keep[i, j] == 1 else [b])))
"""


def _alike(keep: Shape, a: Shape, b: Shape) -> Shape:
    if any(shape not in (keep, (1, 1)) for shape in (a, b)):
        sizes = f"{written(keep)}, {written(a)} and {written(b)}"
        raise ShapeError(
            f"where takes three of one shape, not {sizes}",
            "the second and third may be numbers",
        )
    return keep


_OPPOSITE = {
    **(both := {">": "≤", "≥": "<", "=": "≠"}),
    **{b: a for a, b in both.items()},
}


def _cases(w: Writing) -> list[tuple[Box, Box]]:
    """What is taken, and where; what is chosen of the rest has its cases here too."""
    match w.plain(0):
        case Fence("[", Row(holds), "]"):
            pass
        case of:
            holds = (of, EQUALS, number(1))
    signed = [inked(x, "relation") and Ink(_OPPOSITE[x.text], x.kind) for x in holds]
    fails = row(*(other or x for other, x in zip(signed, holds, strict=True)))
    rest = w.inner(2, "a choice")
    others = [(box, _both(fails, where)) for box, where in _cases(rest)] if rest else []
    return [(w.plain(1), row(*holds)), *(others or [(w.plain(2), fails)])]


_ABOVE, _BELOW = {"≥": "≤", ">": "<"}, ("≤", "<")


def _both(one: Box, other: Box) -> Box:
    """Two conditions: a ≤ x ≤ b where they bound the same from both sides, else one after the other."""
    bounds = list(map(_bound, (one, other)))
    if all(sign for _, sign, _ in bounds):
        (x, sign, low), (y, second, high) = sorted(
            bounds, key=lambda bound: bound[1] in _BELOW
        )
        if x == y and sign in _ABOVE and second in _BELOW:
            return row(
                *low, Ink(_ABOVE[sign], "relation"), *x, Ink(second, "relation"), *high
            )
    return row(one, COMMA, THIN, other)


def _bound(box: Box) -> tuple[Boxes, str, Boxes]:
    """What is compared, the sign, and with what; nothing where a condition is not one comparison."""
    items = items_of(box)
    signs = [k for k, x in enumerate(items) if inked(x, "relation")]
    if len(signs) != 1 or not isinstance(sign := items[signs[0]], Ink):
        return (), "", ()
    return items[: signs[0]], sign.text, items[signs[0] + 1 :]


def _formula(w: Writing) -> Box:
    cases = Grid(tuple(_cases(w)), "{", "", "l")
    tall = some(in_turn(cases.rows), Grid)
    return named(w) if tall or w.numeric else transposed(cases, w.turned)


def _why(e: EntryFormula) -> Told:
    chosen = 1 if e.here(0) != 0 else 2
    return (*at(e), ("which", e.name(chosen))), e.written(e.here(chosen))


@op(
    "where",
    _alike,
    columns="kept",
    count=nothing,
    formula=_formula,
    reason=itself,
    why=_why,
    code=defined("where({0}, {1}, {2})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    gradient=spread("", "G * A", "G * (1 - A)"),
    reserved=False,
    traits=("no numbers", "of entries", "a choice"),
)
def where(keep: Mat, a: Mat, b: Mat) -> Mat:
    """Take the entry of A where the condition is 1, and that of B where it is 0: A > B, A <= B or a matrix of 1 and 0.

    >>> where.run(Matrix.of([[1, 0]]), Matrix.of([[5, 6]]), Matrix.of([[7, 8]]))
    Matrix([[5, 8]])
    """
    _alike(keep.shape, a.shape, b.shape)
    zeros = set(blocked_places(keep))
    chosen = ones_where(*keep.shape, lambda i, j: (i, j) not in zeros)
    other = ones_where(*keep.shape, lambda i, j: (i, j) in zeros)
    return a.entrywise(type(a).lifted(chosen)) + b.entrywise(type(b).lifted(other))
