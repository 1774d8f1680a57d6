"""Matrices joined side by side, as heads are, and on top of each other."""

from __future__ import annotations

from symattn.boxes import Ink
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.ops.formula import ATOM, Entry, Formula, Placed, Told, Why, Writing, joined
from symattn.ops.formula import stacked as one_below_the_other
from symattn.ops.record import Done, Gradient, Rule, Went, cut, nothing, size_latex
from symattn.ops.registry import op
from symattn.ops.shapes import beside, stacked
from symattn.said import Facts

MOST = 8  # heads that are listed one by one


def _side_by_side(across: bool) -> Formula:
    """Joined side by side on the page, or on top of each other where the page turns matrices round."""

    def write(w: Writing) -> Placed:
        parts = [w.arg(k, ATOM) for k in range(w.count)]
        if len(parts) > MOST and w.is_family():
            parts = [*parts[:2], Ink("…", "punct"), parts[-1]]
        return joined(parts, w.join) if across != w.turned else one_below_the_other(parts)

    return write


def _why(across: bool) -> Why:
    """The entry is one of the part in which its place falls."""

    def why(e: Entry) -> Told:
        place = e.j if across else e.i
        for k, m in enumerate(e.inputs):
            size = m.cols if across else m.rows
            if place < size:
                entry = e.at(k, e.i, place) if across else e.at(k, place, e.j)
                return (("place", place), ("of", e.name(k))), e.written(entry)
            place -= size
        raise AssertionError

    return why


def _columns_add_up(done: Done) -> Facts:
    return (("sizes", " + ".join(size_latex(shape[-1]) for shape in done.inputs)),)


def _rows_add_up(done: Done) -> Facts:
    return (("sizes", " + ".join(size_latex(shape[-2]) for shape in done.inputs)),)


@op(
    "concat",
    beside,
    columns="stack",
    count=nothing,
    formula=_side_by_side(True),
    reason=_columns_add_up,
    why=_why(True),
    code={
        "numpy": Rule("np.concatenate(({all}), axis=-1)"),
        "torch": Rule("torch.cat(({all}), dim=-1)"),
        "sympy": Rule("Matrix.hstack({all})"),
    },
    masked="carried",
    gradient=lambda went: cut(went, 1),
    traits=("side by side", "layout", "no numbers"),
)
def concat(*heads: Mat) -> Mat:
    """Join matrices side by side: the rows stay, the columns add up.

    >>> concat.run(Matrix.of([[1], [3]]), Matrix.of([[2], [4]]))
    Matrix([[1, 2], [3, 4]])
    """
    return type(heads[0]).beside(*heads)


@concat.slip("heads-swapped", needs=("order",))
def _swapped(*heads: Mat, order: tuple[int, ...]) -> Mat:
    return type(heads[0]).beside(*(heads[i] for i in order))


@concat.slip("heads-stacked")
def _stacked(*heads: Mat) -> Mat:
    return type(heads[0]).on_top(*heads)


@concat.slip("heads-added")
def _added(*heads: Mat) -> Mat:
    return sum(heads[1:], heads[0])


@op(
    "stack",
    stacked,
    columns="concat",
    count=nothing,
    formula=_side_by_side(False),
    reason=_rows_add_up,
    why=_why(False),
    code={
        "numpy": Rule("np.concatenate(({all}), axis=-2)"),
        "torch": Rule("torch.cat(({all}), dim=-2)"),
        "sympy": Rule("Matrix.vstack({all})"),
    },
    masked="carried",
    gradient=lambda went: cut(went, 0),
    traits=("layout", "no numbers"),
)
def stack(*parts: Mat) -> Mat:
    """Join matrices on top of each other: the columns stay, the rows add up.

    >>> stack.run(Matrix.of([[1, 2]]), Matrix.of([[3, 4]]))
    Matrix([[1, 2], [3, 4]])
    """
    return type(parts[0]).on_top(*parts)


@concat.slip("heads-interleaved")
def _dealt(*heads: Mat) -> Mat:
    joined, width = type(heads[0]).beside(*heads), heads[0].cols
    if any(head.cols != width for head in heads):
        raise ShapeError("the heads must be equally wide")
    return joined.select(range(joined.rows), [i * width + k for k in range(width) for i in range(len(heads))])


@stack.slip("heads-swapped", needs=("order",))
def _swapped_below(*parts: Mat, order: tuple[int, ...]) -> Mat:
    return type(parts[0]).on_top(*(parts[i] for i in order))


@stack.slip("heads-stacked")
def _beside(*parts: Mat) -> Mat:
    return type(parts[0]).beside(*parts)


@stack.slip("heads-added")
def _added_below(*parts: Mat) -> Mat:
    return sum(parts[1:], parts[0])


def _other_way(axis: int) -> Gradient:
    """What came back cut as if the heads had been joined in the other order."""
    return lambda went: tuple(reversed(cut(Went(tuple(reversed(went.inputs)), went.out, went.params), axis)))


concat.slip_backward("cut-swapped", _other_way(1))
stack.slip_backward("cut-swapped", _other_way(0))
