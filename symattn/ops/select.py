"""Rows and columns cut out of a matrix, as NumPy counts them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import cast

from symattn.binding import POWER
from symattn.boxes import (
    COLON,
    COMMA,
    Box,
    Fence,
    Grid,
    Ink,
    Row,
    Script,
    Stack,
    inked,
    listed,
    row,
)
from symattn.boxes.latex import read
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Mat
from symattn.ops.formula import EntryFormula, Told, Writing, of, placed_at, turned_below
from symattn.ops.picking import index_text, picked, picked_count
from symattn.ops.record import (
    CodeOfUse,
    CodeRule,
    Use,
    dialects,
    maths,
    nothing,
    size_latex,
)
from symattn.ops.registry import op
from symattn.ops.shapes import Amount, Index, Shape, Size
from symattn.said import Facts, Integers, Strings
from symattn.tables import some


def _cut(a: Shape, *, rows: Index, cols: Index) -> Shape:
    return (
        *a[:-2],
        picked_count(rows, a[-2], "rows"),
        picked_count(cols, a[-1], "columns"),
    )


def _formula(w: Writing) -> Box:
    found = [cast(Index, w.param(key)) for key in ("rows", "cols")]
    sizes: list[Amount | None] = list((w.shape(0) or (None, None))[-2:])
    whole = w.arg(0, POWER)
    if (
        w.numeric
        and isinstance(whole, Grid)
        and len(whole.align) == 1
        and not any(some(index, Size) for index in found)
    ):  # with numbers what is cut out is shown itself
        found = found[::-1] if w.turned else found
        rows = picked(found[0], len(whole.rows), "rows")
        cols = picked(found[1], whole.columns, "columns")
        if all(kind == "at" for kind, *_ in found):
            return whole.rows[rows[0]][cols[0]]
        kept = tuple(tuple(whole.rows[i][j] for j in cols) for i in rows)
        return replace(whole, rows=kept, rules=(), used=frozenset(), under=())
    if (
        w.numeric
        and sizes.count(1) == 1
        and not any(some(index, Size) for index in found)
    ):
        at = [
            k
            for index, size, axis in zip(found, sizes, ("rows", "columns"), strict=True)
            for k in (
                picked(index, size, axis) if isinstance(size, int) and size > 1 else ()
            )
        ]
        (line, *_) = w.lines(0, None) or [[]]
        if line and len(at) == 1:  # 0.2·2 is the first of [0.2 −0.2]·2
            return line[at[0]]
    above, (kind, places, *_) = found[0] if found[0][0] == "at" else ("at", 0), found[1]
    one = above == found[0] or sizes[0] == 1
    if (
        one
        and kind == "list"
        and len(cast(Integers, places)) > 1
        and isinstance(whole, Ink)
        and not w.turned
    ):
        entries = (_of(w, (above, ("at", j)), sizes) for j in cast(Integers, places))
        return Grid((tuple(entries),), *w.brackets)
    return turned_below(w, _of(w, found, sizes))


def _of(w: Writing, found: Sequence[Index], sizes: Sequence[Amount | None]) -> Box:
    """The name of a matrix with what is cut out of it below: Q₃,:, s₂."""
    whole = w.plain(0)
    counted = [_counted(index, size) for index, size in zip(found, sizes, strict=True)]
    places = [place for place in counted if place is not None]
    if len(places) < len(found):
        return row(
            PAPER.fenced(whole, POWER),
            Ink(f"[{', '.join(map(index_text, found))}]", "text"),
        )
    match whole:
        case Script(name, None, Fence() as place) if w.inner(
            0, "read off"
        ):  # A⁽²⁾ of a batch
            return Script(name, listed(places, COMMA), place)
    base = whole if isinstance(whole, Ink | Stack) else Fence("(", whole, ")")
    there = list(zip(places, sizes, strict=True))
    one = [x for x, size in there if size != 1 and x != COLON]
    again = any(isinstance(x, Fence) and size == 1 for x, size in there)  # {1, 1}
    short: Box | None = None
    if sizes.count(1) == len(one) == 1 and not again:
        # s_2 of a row or a column, x_{2,1} of x_2
        match whole:
            case Ink() | Stack():
                short = Script(whole, sub=one[0])
            case Script(Ink() | Stack() as name, Ink(), None):
                short = None if w.is_taken(name) else placed_at(whole, *one)
            case Script(Ink() | Stack()) if not w.inner(
                0, "transposes"
            ):  # a name: (p_{T=5})₇
                short = Script(base, sub=one[0])
            case Row((Ink(), Fence())):  # of a function of a row
                short = Script(whole, sub=one[0])
            case Row() if inked(one[0], "number") and len(one[0].text) == 1:
                short = Script(base, sub=one[0])  # but (A)₁₂ is in row 1
    return (
        short
        if short and not w.is_taken(short)
        else Script(base, sub=listed(places, COMMA))
    )


def _counted(index: Index, size: Amount | None) -> Box | None:
    """Rows or columns as mathematics writes them, from 1 and with the last: 3, 1:2, {1, 3}; those told from the end by how many
    there are, n for the last. None where that is not known.

    A place of any head is a text in its letter, 2i−2.
    """
    kind, *rest = index
    bounds = (
        rest[:2] if kind == "slice" else [rest[0]] if kind == "at" else list(rest[0])
    )
    ending = [isinstance(place, int) and place < 0 for place in bounds]
    if (any(ending) and size is None) or (kind == "slice" and rest[2] not in (None, 1)):
        return None
    bounds = [
        size + place if end else place
        for place, end in zip(bounds, ending, strict=True)
    ]
    if kind != "slice":
        places = list(map(_after, bounds))
        return places[0] if len(places) == 1 else Fence("{", listed(places, COMMA), "}")
    start, stop = bounds
    stop = size if stop is None and start is not None else stop
    last = (
        None
        if stop is None
        else read(
            size_latex(stop) if isinstance(stop, Size) else str(stop).replace("−", "-")
        )
    )
    first = _after(start or 0)
    if last == first:
        return last
    return row(None if start is None and stop is None else first, COLON, last)


def _after(place: int | str | Size) -> Box:
    """A place counted from 1: 3 for 2, 2i−1 for 2i−2."""
    if not isinstance(place, str):
        return read(size_latex(place + 1))
    times, sign, more = re.fullmatch(r"(\w+)(?:([+−])(\d+))?", place).groups()  # type: ignore[union-attr]
    off = (-1 if sign == "−" else 1) * int(more or 0) + 1
    return read(times + (f"{off:+d}" if off else ""))


def _reason(done: Use) -> Facts:
    return ("rows", maths(done.out[-2])), ("columns", maths(done.out[-1]))


def _why(e: EntryFormula) -> Told:
    a = e.inputs[0]
    i = picked(e.params["rows"], a.rows, "rows")[e.i]
    j = picked(e.params["cols"], a.cols, "columns")[e.j]
    return (*of(e), ("i", i), ("j", j)), e.written(e.at(0, i, j))


def _lists(use: Use) -> bool:
    return all(use.params[key][0] == "list" for key in ("rows", "cols"))


def _follow_each_other(places: list[int]) -> bool:
    return places == list(range(places[0], places[0] + len(places)))


def _gradient(went: Use) -> Strings:
    """Zeros where nothing was cut out; nothing is known of what was cut out twice, nor of rows and columns that are picked here
    and there both."""
    shape = list(went.in_numbers().out[-2:])
    cuts = []
    for key, axis in (("cols", 1), ("rows", 0)):
        size = went.inputs[0][axis - 2]
        cuts.append((axis, size, list(picked(went.params[key], size, key))))
    cuts.sort(key=lambda cut: _follow_each_other(cut[2]))  # those here and there first
    twice = any(len({*places}) < len(places) for _, _, places in cuts)
    if twice or not any(_follow_each_other(places) for _, _, places in cuts):
        return ("",)
    text = "G"
    for axis, size, places in cuts:
        parts = list(_laid_out(text, places, size, axis, shape[1 - axis]))
        join = "concat" if axis else "stack"
        text = f"{join}({', '.join(parts)})" if len(parts) > 1 else parts[0]
        shape[axis] = size
    return (text,)


def _laid_out(
    text: str, places: Sequence[int], size: int, axis: int, across: int
) -> Iterator[str]:
    """The columns (axis 1) or the rows of a matrix, as many as it has, each with what came back to it, or zeros.

    >>> list(_laid_out("G", [3, 1], 4, 1, 2))
    ['zeros(2, 1)', 'G[:, 1:2]', 'zeros(2, 1)', 'G[:, 0:1]']
    """
    found = {place: k for k, place in enumerate(places)}

    def alike(line: int) -> int | None:
        return found[line] - line if line in found else None

    for off, (first, *others) in groupby(range(size), alike):
        many = 1 + len(others)
        if off is None:
            yield f"zeros({across}, {many})" if axis else f"zeros({many}, {across})"
        elif many == len(places):
            yield text
        else:
            part = f"{first + off}:{first + off + many}"
            yield f"{text}[:, {part}]" if axis else f"{text}[{part}, :]"


def _code(lists: str) -> CodeOfUse:
    """The cut; as *lists* where both rows and columns are picked one by one, behind three dots of a batch."""
    return lambda use: CodeRule(
        lists
        if _lists(use)
        else f"{{0}}[{'..., ' if use.batch else ''}{{rows}}, {{cols}}]"
    )


@op(
    "select",
    _cut,
    columns="swapped",
    written="A[0:2, :]",
    count=nothing,
    formula=_formula,
    reason=_reason,
    why=_why,
    code=dialects(
        _code("{0}[np.ix_({rows}, {cols})]"),
        _code("{0}[{rows}][:, {cols}]"),
        _code("{0}.extract({rows}, {cols})"),
    ),
    masked="carried",
    gradient=_gradient,
    traits=("read off",),
)
def select(a: Mat, *, rows: Index, cols: Index) -> Mat:
    """Cut rows and columns out of a matrix, counted from 0; the result stays a matrix.

    >>> select.run(Matrix.of([[1, 2, 3]]), rows=("slice", None, None, None), cols=("slice", 0, 2, None))
    Matrix([[1, 2]])
    """
    return a.select(picked(rows, a.rows, "rows"), picked(cols, a.cols, "columns"))


@select.slip("heads-interleaved", when="cut")
def _dealt(a: Mat, *, rows: Index, cols: Index) -> Mat:
    """Block i of h blocks of columns: every h-th column from i on."""
    block = list(picked(cols, a.cols, "columns"))
    heads, left_over = divmod(a.cols, len(block))
    if left_over or block[0] % len(block) or not _follow_each_other(block):
        raise SymattnError("these columns are no block")
    return a.select(
        picked(rows, a.rows, "rows"), range(block[0] // len(block), a.cols, heads)
    )
