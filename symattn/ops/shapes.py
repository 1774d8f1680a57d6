"""Shape rules: what an operation does to the shapes of its matrices, and what it says when they do not fit.

A shape ends in rows and columns; axes before them count matrices (a batch, the heads) and are carried along. Sizes are
integers or letters.
"""

from __future__ import annotations

from typing import Any

from symattn.errors import ShapeError
from symattn.ops.sizes import Size

Shape = tuple[Any, ...]


def written(shape: Shape) -> str:
    """The shape as people write it.

    >>> written((2, 3))
    '2×3'
    """
    return "×".join(str(n) for n in shape)


def need_not(m: object, n: object) -> str:
    """For sizes with letters: that nothing makes them equal.

    >>> need_not(Size.letter("d_k"), Size.letter("d_v"))
    'd_k and d_v need not be equal'
    """
    return f"{m} and {n} need not be equal" if isinstance(m, Size) or isinstance(n, Size) else ""


def same(a: Shape, **params: object) -> Shape:
    """The shape stays what it is.

    >>> same((2, 3))
    (2, 3)
    """
    return a


def product(a: Shape, b: Shape) -> Shape:
    """n×k times k×m is n×m; raises ShapeError when the inner sizes differ.

    >>> product((2, 3), (3, 4)), product((8, 4, 128), (8, 128, 4))
    ((2, 4), (8, 4, 4))
    """
    if a[-1] != b[-2]:
        what = f"{a[-1]} columns of the first meet {b[-2]} rows of the second"
        raise ShapeError(f"{written(a)} times {written(b)}: {what}", need_not(a[-1], b[-2]))
    return (*carried(a, b), a[-2], b[-1])


def carried(*shapes: Shape) -> Shape:
    """The axes before rows and columns, which all matrices share or some lack; else ShapeError.

    >>> carried((8, 2, 3), (2, 3))
    (8,)
    """
    return _spread([shape[:-2] for shape in shapes], [*shapes])


def _spread(parts: list[Shape], shapes: list[Shape]) -> Shape:
    """Parts of shapes, aligned at their ends, where a 1 is repeated."""
    rank = max(map(len, parts))
    out = []
    for sizes in zip(*((1,) * (rank - len(part)) + part for part in parts), strict=True):
        wide = list(dict.fromkeys(n for n in sizes if n != 1))
        if len(wide) > 1:
            both = " and ".join(written(shape) for shape in shapes)
            raise ShapeError(f"{both} do not go together: {wide[0]} meets {wide[1]}", need_not(*wide[:2]))
        out.append(wide[0] if wide else 1)
    return tuple(out)


def turned(a: Shape) -> Shape:
    """n×m becomes m×n.

    >>> turned((2, 3))
    (3, 2)
    """
    return (*a[:-2], a[-1], a[-2])


def together(a: Shape, b: Shape) -> Shape:
    """Two equal shapes, or one of them a single row or column that is repeated; else ShapeError.

    >>> together((2, 3), (1, 3))
    (2, 3)
    """
    for m, n in zip(a[-2:], b[-2:], strict=True):
        if m != n and 1 not in (m, n):
            hints = filter(None, ("only a single row or column is repeated", need_not(m, n)))
            raise ShapeError(f"{written(a)} and {written(b)} cannot be added", "; ".join(hints))
    return _spread([a, b], [a, b])


def beside(*shapes: Shape) -> Shape:
    """Side by side: the rows agree, the columns add up; else ShapeError.

    >>> beside((2, 3), (2, 1))
    (2, 4)
    """
    if len({s[-2] for s in shapes}) > 1:
        raise ShapeError("side by side need equally many rows, not " + " and ".join(map(written, shapes)))
    return (*carried(*shapes), shapes[0][-2], sum(s[-1] for s in shapes))


def stacked(*shapes: Shape) -> Shape:
    """On top of each other: the columns agree, the rows add up; else ShapeError.

    >>> stacked((2, 3), (1, 3))
    (3, 3)
    """
    if len({s[-1] for s in shapes}) > 1:
        raise ShapeError("on top of each other need equally many columns, not " + " and ".join(map(written, shapes)))
    return (*carried(*shapes), sum(s[-2] for s in shapes), shapes[0][-1])
