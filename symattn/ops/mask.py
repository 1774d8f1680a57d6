"""Masks: scores that a token may not use become minus infinity before softmax."""

from __future__ import annotations

from symattn.errors import ShapeError, SymattnError
from symattn.exact.matrix import Matrix, show
from symattn.ops.registry import Shape, op
from symattn.ops.shapes import same, written


@op("causal_mask", same)
def causal_mask(scores: Matrix) -> Matrix:
    """Block every score above the diagonal: a token looks at itself and at earlier ones only.

    >>> causal_mask.run(Matrix.of([[1, 2], [3, 4]]))
    Matrix([[1, -inf], [3, 4]])
    """
    return scores.masked((i, j) for i in range(scores.rows) for j in range(i + 1, scores.cols))


def _like(a: Shape, keep: Shape) -> Shape:
    if a[-len(keep) :] != keep:
        raise ShapeError(f"the mask is {written(keep)} but the scores are {written(a)}; write one mask entry per score")
    return a


@op("mask", _like)
def mask(scores: Matrix, keep: Matrix) -> Matrix:
    """Block the scores where the mask is 0 and keep those where it is 1; raises SymattnError for other entries.

    >>> mask.run(Matrix.of([[1, 2]]), Matrix.of([[1, 0]]))
    Matrix([[1, -inf]])
    """
    if keep.shape != scores.shape:
        raise ShapeError(f"the mask is {show(keep)} but the scores are {show(scores)}; write one mask entry per score")
    return scores.masked(blocked_places(keep))


def blocked_places(keep: Matrix) -> list[tuple[int, int]]:
    """The places of a mask that are 0; raises SymattnError for an entry that is neither 0 nor 1.

    >>> blocked_places(Matrix.of([[1, 0]]))
    [(0, 1)]
    """
    for i, row in enumerate(keep.values):
        for j, x in enumerate(row):
            if x not in (0, 1):
                raise SymattnError(f"the mask has {x} in row {i + 1}, column {j + 1}; write 1 (keep) or 0 (block)")
    return [(i, j) for i, row in enumerate(keep.values) for j, x in enumerate(row) if x == 0]
