"""Shape rules: what an operation does to the shapes of its matrices, and what it says when they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symattn.errors import ShapeError

Shape = tuple[Any, ...]


def written(shape: Shape) -> str:
    """The shape as people write it.

    >>> written((2, 3))
    '2×3'
    """
    return "×".join(str(n) for n in shape)


def same(a: Shape, **params: object) -> Shape:
    """The shape stays what it is.

    >>> same((2, 3))
    (2, 3)
    """
    return a


def product(a: Shape, b: Shape) -> Shape:
    """n×k times k×m is n×m; raises ShapeError when the inner sizes differ.

    >>> product((2, 3), (3, 4))
    (2, 4)
    """
    if a[1] != b[0]:
        raise ShapeError(f"{written(a)} times {written(b)}: {a[1]} columns of the first meet {b[0]} rows of the second")
    return a[0], b[1]


def turned(a: Shape) -> Shape:
    """n×m becomes m×n.

    >>> turned((2, 3))
    (3, 2)
    """
    return a[1], a[0]


def together(a: Shape, b: Shape) -> Shape:
    """Two equal shapes, or one of them a single row or column that is repeated; else ShapeError.

    >>> together((2, 3), (1, 3))
    (2, 3)
    """
    out = []
    for m, n in zip(a, b, strict=True):
        if m != n and 1 not in (m, n):
            raise ShapeError(f"{written(a)} and {written(b)} cannot be added; only a single row or column is repeated")
        out.append(n if m == 1 else m)
    return tuple(out)


def beside(*shapes: Shape) -> Shape:
    """Side by side: the rows agree, the columns add up; else ShapeError.

    >>> beside((2, 3), (2, 1))
    (2, 4)
    """
    if len({s[0] for s in shapes}) > 1:
        raise ShapeError("side by side need equally many rows, not " + " and ".join(map(written, shapes)))
    return shapes[0][0], sum(s[1] for s in shapes)


def stacked(*shapes: Shape) -> Shape:
    """On top of each other: the columns agree, the rows add up; else ShapeError.

    >>> stacked((2, 3), (1, 3))
    (3, 3)
    """
    if len({s[1] for s in shapes}) > 1:
        raise ShapeError("on top of each other need equally many columns, not " + " and ".join(map(written, shapes)))
    return sum(s[0] for s in shapes), shapes[0][1]


def picked(index: tuple[Any, ...], size: int, what: str) -> Sequence[int]:
    """The places an index picks out of *size* rows or columns, as NumPy counts them; else ShapeError.

    >>> list(picked(("slice", 0, 2, None), 3, "columns")), picked(("at", -1), 3, "rows")
    ([0, 1], [2])
    """
    kind, rest = index[0], index[1:]
    if kind == "slice":
        found: Sequence[int] = range(size)[slice(*rest)]
        if not found:
            raise ShapeError(f"the slice picks none of the {size} {what}")
        return found
    wanted = rest if kind == "at" else rest[0]
    for n in wanted:
        if not -size <= n < size:
            raise ShapeError(f"index {n} is outside the {size} {what} (counted from 0 to {size - 1})")
    return [n % size for n in wanted]
