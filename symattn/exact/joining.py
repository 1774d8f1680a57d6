"""Matrices joined side by side and on top of each other, factors kept as factors."""

from __future__ import annotations

from symattn.errors import ShapeError
from symattn.exact.cells import show
from symattn.exact.matrix import Matrix
from symattn.exact.parts import gathered, padded


def hstack(*ms: Matrix) -> Matrix:
    """The matrices side by side; raises ShapeError when their heights differ.

    >>> hstack(Matrix.of([[1], [3]]), Matrix.of([[2], [4]]))
    Matrix([[1, 2], [3, 4]])
    """
    if len({m.rows for m in ms}) > 1:
        raise ShapeError("side by side need equally many rows, not " + " and ".join(show(m) for m in ms))
    width = sum(m.cols for m in ms)
    blocked, before, parts = set(), 0, []
    for m in ms:
        blocked |= {(i, j + before) for i, j in m.blocked}
        parts += [padded(p, before, width - before - m.cols) for p in m.parts or ()]
        before += m.cols
    if all(m.parts is not None for m in ms):
        return Matrix((ms[0].rows, width), gathered(parts), None, frozenset(blocked))
    cells = tuple(tuple(x for m in ms for x in m.values[i]) for i in range(ms[0].rows))
    return Matrix((ms[0].rows, width), None, cells, frozenset(blocked))


def vstack(*ms: Matrix) -> Matrix:
    """The matrices on top of each other; raises ShapeError when their widths differ.

    >>> vstack(Matrix.of([[1, 2]]), Matrix.of([[3, 4]]))
    Matrix([[1, 2], [3, 4]])
    """
    if len({m.cols for m in ms}) > 1:
        raise ShapeError("on top of each other need equally many columns, not " + " and ".join(show(m) for m in ms))
    return hstack(*(m.T for m in ms)).T
