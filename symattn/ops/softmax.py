"""Scores to weights: exponentials, their normalisation, and both at once."""

from __future__ import annotations

from symattn.exact.functions import root
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


@softmax.slip("scaled", "divided by √d_k, though the sheet does not scale", needs=("d_k",), when="unscaled")
@softmax.slip("scaled-twice", "divided by √d_k once more", needs=("d_k",), when="scaled")
def _scaled(scores: Matrix, *, axis: int = 1, d_k: int) -> Matrix:
    return scores.scaled(1 / root(d_k)).softmax(axis)


@softmax.slip("softmax-columns", "normalised down the columns in place of along the rows")
def _other_axis(scores: Matrix, *, axis: int = 1) -> Matrix:
    return scores.softmax(1 - axis)


@softmax.slip("softmax-all", "normalised over the whole matrix in place of row by row")
def _over_all(scores: Matrix, *, axis: int = 1) -> Matrix:
    return _shared(scores.exp())


@softmax.slip("not-normalised", "did not divide the exponentials by their sum")
def _exponentials(scores: Matrix, *, axis: int = 1) -> Matrix:
    return scores.exp()


@softmax.slip("normalised-scores", "divided the scores by their sum, without exponentials")
def _without_exponentials(scores: Matrix, *, axis: int = 1) -> Matrix:
    open_scores = kept(scores)
    return open_scores.normalized() if axis else open_scores.T.normalized().T


@softmax.slip("mask-after-softmax", "set weights to 0 after softmax and did not normalise them again", when="masked")
def _masked_after(scores: Matrix, *, axis: int = 1) -> Matrix:
    return kept(scores.opened().softmax(axis).masked(scores.blocked))


def kept(scores: Matrix) -> Matrix:
    """The scores with 0 where one is blocked.

    >>> kept(Matrix.of([[1, 2]]).masked([(0, 1)]))
    Matrix([[1, 0]])
    """
    return scores.opened().entrywise(_open(scores)) if scores.blocked else scores


def _open(scores: Matrix) -> Matrix:
    return Matrix.of([[int((i, j) not in scores.blocked) for j in range(scores.cols)] for i in range(scores.rows)])


def _shared(a: Matrix) -> Matrix:
    """Every entry over the sum of all: all entries in one row, normalised, and back."""
    whole = type(a).beside(*(a.select([i], range(a.cols)) for i in range(a.rows))).normalized()
    return type(a).on_top(*(whole.select([0], range(i * a.cols, (i + 1) * a.cols)) for i in range(a.rows)))


@op("exp", same)
def exp(scores: Matrix) -> Matrix:
    """Raise e to every entry; a blocked entry gives 0.

    >>> exp.run(Matrix.of([[0, 1]]))
    Matrix([[1, exp(1)]])
    """
    return scores.exp()


@exp.slip("normalised-scores", "took no exponentials")
def _as_they_are(scores: Matrix) -> Matrix:
    return kept(scores)


@op("normalize", same)
def normalize(a: Matrix) -> Matrix:
    """Divide every row by its sum; raises SymattnError naming a row that adds up to 0.

    >>> normalize.run(Matrix.of([[1, 3]]))
    Matrix([[1/4, 3/4]])
    """
    return a.normalized()


@normalize.slip("softmax-columns", "normalised down the columns in place of along the rows")
def _columns(a: Matrix) -> Matrix:
    return a.T.normalized().T


@normalize.slip("softmax-all", "normalised over the whole matrix in place of row by row")
def _all(a: Matrix) -> Matrix:
    return _shared(a)


@normalize.slip("not-normalised", "did not divide the exponentials by their sum")
def _not_divided(a: Matrix) -> Matrix:
    return a
