"""Scores to weights: exponentials, their normalisation, and both at once."""

from __future__ import annotations

from symattn.exact.matrix import Matrix
from symattn.ops.registry import op
from symattn.ops.shapes import same


@op("softmax", same)
def softmax(scores: Matrix, *, axis: int = 1) -> Matrix:
    """Turn every row of scores (axis 1) or every column (axis 0) into weights that add up to 1.

    Raises SymattnError when a row is blocked entirely.

    >>> softmax.run(Matrix.of([[0, 0]]))
    Matrix([[1/2, 1/2]])
    """
    return scores.softmax(axis)


@op("exp", same)
def exp(scores: Matrix) -> Matrix:
    """Raise e to every entry; a blocked entry gives 0.

    >>> exp.run(Matrix.of([[0, 1]]))
    Matrix([[1, exp(1)]])
    """
    return scores.exp()


@op("normalize", same)
def normalize(a: Matrix) -> Matrix:
    """Divide every row by its sum; raises SymattnError naming a row that adds up to 0.

    >>> normalize.run(Matrix.of([[1, 3]]))
    Matrix([[1/4, 3/4]])
    """
    return a.normalized()
