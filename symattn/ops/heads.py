"""Cutting matrices into heads and joining the heads again."""

from __future__ import annotations

from typing import Any

from symattn.exact.matrix import Matrix
from symattn.ops.picking import left, picked
from symattn.ops.registry import Shape, op
from symattn.ops.shapes import beside, stacked


@op("concat", beside)
def concat(*heads: Matrix) -> Matrix:
    """Join matrices side by side: the rows stay, the columns add up.

    >>> concat.run(Matrix.of([[1], [3]]), Matrix.of([[2], [4]]))
    Matrix([[1, 2], [3, 4]])
    """
    return type(heads[0]).beside(*heads)


@concat.slip("heads-swapped", "joined the heads in another order", needs=("order",))
def _swapped(*heads: Matrix, order: tuple[int, ...]) -> Matrix:
    return type(heads[0]).beside(*(heads[i] for i in order))


@concat.slip("heads-stacked", "joined the heads on top of each other in place of side by side")
def _stacked(*heads: Matrix) -> Matrix:
    return type(heads[0]).on_top(*heads)


@concat.slip("heads-added", "added the heads in place of joining them side by side")
def _added(*heads: Matrix) -> Matrix:
    return sum(heads[1:], heads[0])


@op("stack", stacked)
def stack(*parts: Matrix) -> Matrix:
    """Join matrices on top of each other: the columns stay, the rows add up.

    >>> stack.run(Matrix.of([[1, 2]]), Matrix.of([[3, 4]]))
    Matrix([[1, 2], [3, 4]])
    """
    return type(parts[0]).on_top(*parts)


def _cut(a: Shape, *, rows: tuple[Any, ...], cols: tuple[Any, ...]) -> Shape:
    return (*a[:-2], left(rows, a[-2], "rows"), left(cols, a[-1], "columns"))


@op("select", _cut)
def select(a: Matrix, *, rows: tuple[Any, ...], cols: tuple[Any, ...]) -> Matrix:
    """Cut rows and columns out of a matrix, counted from 0; the result stays a matrix.

    >>> select.run(Matrix.of([[1, 2, 3]]), rows=("slice", None, None, None), cols=("slice", 0, 2, None))
    Matrix([[1, 2]])
    """
    return a.select(picked(rows, a.rows, "rows"), picked(cols, a.cols, "columns"))
