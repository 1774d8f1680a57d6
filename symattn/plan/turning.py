"""Lines of column vectors from lines of row vectors, where every name stands for the transposed matrix; and lines in which places
are counted from 1."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from symattn.errors import SymattnError
from symattn.ops import OPS
from symattn.plan import Line
from symattn.plan.tree import Apply, Expr, SizeOf, replaced

_OTHER = {"rows": "cols", "cols": "rows"}


def turned(tree: Apply) -> Apply:
    """The expression of the transposed result from the transposed names; raises SymattnError where none is known.

    >>> from symattn.plan.reader import read_line
    >>> from symattn.plan.tree import spelled
    >>> [spelled(turned(read_line(text)[1])) for text in ("S = Q @ K.T / sqrt(cols(K))", "A = softmax(L)")]
    ['K.T @ Q / sqrt(rows(K))', 'softmax(L, axis=0)']
    """
    return replaced(tree, _turned)


def _turned(part: object) -> object:
    """A part of the transposed result, whose own parts are those of it already; raises SymattnError where none is known."""
    if isinstance(part, SizeOf):
        return SizeOf(_OTHER[part.axis], part.of)
    if not isinstance(part, Apply):
        return part
    op, how, params = OPS[part.op], OPS[part.op].columns, dict(part.params)
    if not how:
        raise SymattnError(
            f"{part.op} is not known for tokens as columns", "write the lines as steps"
        )
    axis = params.get("axis", op.signature.defaults.get("axis"))
    if how == "axis" and isinstance(
        axis, int
    ):  # without an axis it takes all entries, however they lie
        params["axis"] = 1 - axis
    if how == "swapped":
        params = dict(zip(params, reversed(params.values()), strict=True))
    name = how if how in OPS else part.op
    args = part.args[::-1] if how == "reversed" else part.args
    return Apply(name, args, tuple(params.items()))


def counted_from(first: int, line: Line) -> Line:
    """A line whose places are counted from *first*, where it does not say itself from where.

    >>> from symattn.plan import Plan
    >>> counted_from(1, Plan.read(["j = argmax(S)"]).lines[0]).calls[0].params
    (('first', 1),)
    """

    def counts(part: object) -> object:
        if (
            not isinstance(part, Apply)
            or "first" not in OPS[part.op].signature.kinds
            or part.param("first") is not None
        ):
            return part
        return replace(part, params=(*part.params, ("first", first)))

    def counted(tree: Expr) -> Apply:
        return cast(Apply, replaced(tree, counts))

    return replace(
        line, tree=counted(line.tree), back=line.back and line.back.changed(counted)
    )
