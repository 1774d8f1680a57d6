"""Answers that make a later line easy: an identity, zeros, uniform rows."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.exact.any_matrix import Entry
from symattn.exact.decide import proved_equal
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, ZERO
from symattn.marking.said import told
from symattn.said import Said


def trivial(answer: Matrix, truth: Matrix) -> Said | None:
    """What a wrong answer is that makes what comes after it easy; None when it is nothing of the kind, or the right one is too.

    >>> trivial(Matrix.of([[1, 0], [0, 1]]), Matrix.of([[2, 1], [3, 4]])).name
    'identity'
    """
    cells, right = answer.cells(), truth.cells()
    if all(proved_equal(x, ZERO) for row in cells for x in row):
        return told("all_zero")
    units = [[UNIT if i == j else ZERO for j in range(answer.cols)] for i in range(answer.rows)]
    if answer.rows == answer.cols > 1 and _same(cells, units):
        return told("identity")
    return told("uniform") if answer.cols > 1 and _uniform(cells) and not _uniform(right) else None


def is_same(one: Matrix, other: Matrix) -> bool:
    """Whether two matrices of one shape are proved equal.

    >>> is_same(Matrix.of([[1, 0]]), Matrix.of([[1, 0]])), is_same(Matrix.of([[1, 0]]), Matrix.of([[1, 2]]))
    (True, False)
    """
    return _same(one.cells(), other.cells())


def _uniform(cells: tuple[tuple[Entry, ...], ...]) -> bool:
    return all(proved_equal(x, cells[0][0]) for row in cells for x in row)


def _same(a: Sequence[Sequence[object]], b: Sequence[Sequence[object]]) -> bool:
    return all(proved_equal(x, y) for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True))
