"""Matrices joined side by side, as heads are, and on top of each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from symattn.binding import ANY, ATOM, POWER
from symattn.boxes import ELLIPSIS, Box, Boxes, Grid, number
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.ops.formula import (
    EntryFormula,
    Formula,
    Told,
    Why,
    Writing,
    joined,
    transposed,
)
from symattn.ops.formula import stacked as one_below_the_other
from symattn.ops.record import Gradient, Use, cut, dialects, nothing, size_latex
from symattn.ops.registry import op
from symattn.ops.shapes import beside, stacked
from symattn.said import Facts, Integers
from symattn.tables import in_turn, only

MOST = 8  # heads that are listed one by one
Join = Callable[..., Mat]


def _cells(w: Writing, k: int, spelled: bool) -> list[Boxes]:
    """The rows of boxes that a part is written in: a number, zeros, or a matrix as it stands; entry by entry where it is
    *spelled* so."""
    box, zeros = _part(w, k), w.inner(k, "all zeros")
    if isinstance(box, Grid) and box.left == w.brackets[0]:
        return list(box.rows)
    if _is_entry(w, k):
        return [(box,)]
    upright = spelled and (w.shape(k) or (1, 1))[-1] == 1  # a column
    rows = w.lines(k, int(not upright), spelled) if zeros or spelled else []
    return list(zip(*rows, strict=True) if upright != w.turned else map(tuple, rows))


def _spelled(w: Writing, axis: int) -> bool:
    """Whether entries stand beside rows, or below columns, that are made on the way of few: (1, 2q₁, 2q₂), no Concat(1, 2q)."""
    shapes = [w.shape(k) or (1, 1) for k in range(w.count)]
    many = [shape[axis] for shape in shapes if shape[1 - axis] == 1]
    if len(many) < len(shapes) or not only(many, int):
        return False
    whole = sum(n for n in many if isinstance(n, int))
    alone = [_is_entry(w, k) for k in range(w.count)]
    made = [not e and PAPER.binding(w.plain(k)) != ATOM for k, e in enumerate(alone)]
    return any(alone) and any(made) and whole <= MOST


def _is_entry(w: Writing, k: int) -> bool:
    """Whether a part is a number, or a matrix of one entry."""
    return w.is_number(k) or w.shape(k) == (1, 1)


def _part(w: Writing, k: int, level: int = 0) -> Box:
    """A part as it stands where the whole is turned round: one entry is its own transpose, 2k₁ and no 2k₁ᵀ."""
    return w.arg(k, level, turned=w.turned and not _is_entry(w, k))


def _turned_round(w: Writing) -> Box:
    """What is one below the other turned as a whole: [R; N]ᵀ, and no function of Rᵀ and Nᵀ."""
    parts = [w.arg(k, ANY, turned=False) for k in range(w.count)]
    grids = [part.rows for part in parts if isinstance(part, Grid)]
    if w.numeric and len(grids) == len(parts):
        return Grid(tuple(zip(*in_turn(grids), strict=True)), *w.brackets)
    return transposed(one_below_the_other(parts), w.turned)


def _side_by_side(across: bool) -> Formula:
    """Joined side by side on the page, or on top of each other where the page turns matrices round."""

    def write(w: Writing) -> Box:
        if not across and w.turned and w.join != "[A | B]":
            return _turned_round(w)
        blocks = (
            across == w.turned or w.join == "[A | B]"
        )  # where a block of zeros is written 0
        fenced = (
            blocks or "…" in w.join
        )  # between commas, bars or brackets nothing needs more
        spelled = _spelled(w, int(across))
        cells = [_cells(w, k, spelled) for k in range(w.count)]
        zeros = [
            w.inner(k, "all zeros") or w.inner(k, "number") for k in range(w.count)
        ]
        entries = all(_is_entry(w, k) for k in range(w.count))
        if all(cells) and (
            any(zeros) or entries or spelled or across == w.turned
        ):  # [1 2], as it is written
            lines = (
                zip(*cells, strict=True)
                if across != w.turned
                else [[x] for x in in_turn(cells)]
            )
            return Grid(tuple(tuple(in_turn(line)) for line in lines), *w.brackets)
        inner = [
            w.inner(k, "one below the other" if across else "side by side")
            for k in range(w.count)
        ]
        rows = [
            list(map(one.arg, range(one.count))) for one in inner if one is not None
        ]
        if (
            len(rows) == w.count and len(set(map(len, rows))) == 1
        ):  # in blocks: [A B; C D]
            return Grid(
                tuple(
                    map(tuple, rows if across == w.turned else zip(*rows, strict=True))
                )
            )
        parts = [
            number(0)
            if blocks and w.inner(k, "all zeros")
            else _part(w, k, ANY if fenced else POWER)
            for k in range(w.count)
        ]
        if len(parts) > MOST and w.is_family():
            parts = [*parts[:2], ELLIPSIS, parts[-1]]
        return (
            joined(parts, w.join) if across != w.turned else one_below_the_other(parts)
        )

    return write


def _why(across: bool) -> Why:
    """The entry is one of the part in which its place falls."""

    def why(e: EntryFormula) -> Told:
        place = e.j if across else e.i
        for k, m in enumerate(e.inputs):
            size = m.cols if across else m.rows
            if place < size:
                entry = e.at(k, e.i, place) if across else e.at(k, place, e.j)
                return (("place", place), ("of", e.name(k))), e.written(entry)
            place -= size
        raise AssertionError

    return why


def _add_up(axis: int) -> Callable[[Use], Facts]:
    """The sizes along an axis that add up."""
    return lambda done: (
        ("sizes", " + ".join(size_latex(shape[axis]) for shape in done.inputs)),
    )


@op(
    "concat",
    beside,
    columns="stack",
    count=nothing,
    formula=_side_by_side(True),
    reason=_add_up(-1),
    why=_why(True),
    code=dialects(
        "np.concatenate(({all}), axis=-1)",
        "torch.cat(({all}), dim=-1)",
        "Matrix.hstack({all})",
    ),
    masked="carried",
    gradient=lambda went: cut(went, 1),
    traits=("side by side", "layout", "no numbers", "of entries"),
)
def concat(*heads: Mat) -> Mat:
    """Join matrices side by side: the rows stay, the columns add up; a number is a matrix of one entry.

    >>> concat.run(Matrix.of([[1], [3]]), Matrix.of([[2], [4]]))
    Matrix([[1, 2], [3, 4]])
    """
    return type(heads[0]).beside(*heads)


@op(
    "stack",
    stacked,
    columns="concat",
    count=nothing,
    formula=_side_by_side(False),
    reason=_add_up(-2),
    why=_why(False),
    code=dialects(
        "np.concatenate(({all}), axis=-2)",
        "torch.cat(({all}), dim=-2)",
        "Matrix.vstack({all})",
    ),
    masked="carried",
    gradient=lambda went: cut(went, 0),
    traits=("one below the other", "layout", "no numbers", "of entries"),
)
def stack(*parts: Mat) -> Mat:
    """Join matrices on top of each other: the columns stay, the rows add up; a number is a matrix of one entry.

    >>> stack.run(Matrix.of([[1, 2]]), Matrix.of([[3, 4]]))
    Matrix([[1, 2], [3, 4]])
    """
    return type(parts[0]).on_top(*parts)


@concat.slip("heads-interleaved")
def _dealt(*heads: Mat) -> Mat:
    joined, width = type(heads[0]).beside(*heads), heads[0].cols
    if any(head.cols != width for head in heads):
        raise ShapeError("the heads must be equally wide")
    return joined.select(
        range(joined.rows),
        [i * width + k for k in range(width) for i in range(len(heads))],
    )


def _each_join(id: str, **where: object) -> Callable[[Callable[..., Mat]], None]:
    """Enter a slip under both: the wrong rule takes the right way of joining, the other one, and what is joined."""

    def enter(wrong: Callable[..., Mat]) -> None:
        for right, other in ((concat, stack), (stack, concat)):
            right.slip(id, **where)(partial(wrong, right.run, other.run))  # type: ignore[arg-type]

    return enter


@_each_join("heads-swapped", needs=("order",))
def _swapped(join: Join, other: Join, *heads: Mat, order: Integers) -> Mat:
    return join(*(heads[i] for i in order))


@_each_join("heads-stacked")
def _stacked(join: Join, other: Join, *heads: Mat) -> Mat:
    return other(*heads)


@_each_join("heads-added")
def _added(join: Join, other: Join, *heads: Mat) -> Mat:
    return sum(heads[1:], heads[0])


def _other_way(axis: int) -> Gradient:
    """What came back cut as if the heads had been joined in the other order."""
    return lambda went: tuple(
        reversed(cut(Use(tuple(reversed(went.inputs)), went.out, went.params), axis))
    )


concat.slip_backward("cut-swapped", _other_way(1))
stack.slip_backward("cut-swapped", _other_way(0))
