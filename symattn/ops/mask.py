"""Masks: scores that a token may not use become minus infinity before softmax."""

from __future__ import annotations

from collections.abc import Callable

from symattn.errors import ShapeError, SymattnError
from symattn.exact.decide import proved_equal
from symattn.exact.functions import root
from symattn.exact.matrix import Matrix, show
from symattn.exact.number import UNIT, ZERO, Number
from symattn.ops.registry import Shape, op
from symattn.ops.shapes import same, written
from symattn.ops.softmax import kept


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
            if not (_is(x, ZERO) or _is(x, UNIT)):
                raise SymattnError(f"the mask has {x} in row {i + 1}, column {j + 1}; write 1 (keep) or 0 (block)")
    return [(i, j) for i, row in enumerate(keep.values) for j, x in enumerate(row) if _is(x, ZERO)]


def _is(x: object, n: Number) -> bool:
    """Whether an entry is 0 or 1: an exact one by proof, an interval when it is that one number."""
    return proved_equal(x, n) if isinstance(x, Number) else bool(x == int(n.rational.p))


def _each_mask(id: str, says: str, **where: object) -> Callable[[Callable[..., Matrix]], None]:
    """Enter a slip under both masks: the wrong rule takes the scores, rightly masked."""

    def enter(wrong: Callable[..., Matrix]) -> None:
        for right in (causal_mask, mask):
            right.slip(id, says, **where)(_after(right.run, wrong))  # type: ignore[arg-type]

    return enter


def _after(right: Callable[..., Matrix], wrong: Callable[..., Matrix]) -> Callable[..., Matrix]:
    return lambda *matrices, **sizes: wrong(right(*matrices), **sizes)


@_each_mask("scaled", "divided by √d_k, though the sheet does not scale", needs=("d_k",), when="unscaled")
def _scaled(scores: Matrix, *, d_k: int) -> Matrix:
    return scores.scaled(1 / root(d_k))


@_each_mask("unmasked", "did not mask at all")
def _unmasked(scores: Matrix) -> Matrix:
    return scores.opened()


@_each_mask("mask-zero", "wrote 0 in place of −∞")
def _zero(scores: Matrix) -> Matrix:
    return kept(scores)


@causal_mask.slip("mask-flipped", "blocked the other triangle")
def _other_triangle(scores: Matrix) -> Matrix:
    return scores.masked((i, j) for i in range(scores.rows) for j in range(min(i, scores.cols)))


@mask.slip("mask-flipped", "blocked what the mask keeps and kept what it blocks")
def _other_places(scores: Matrix, keep: Matrix) -> Matrix:
    blocked = set(blocked_places(keep))
    return scores.masked((i, j) for i in range(scores.rows) for j in range(scores.cols) if (i, j) not in blocked)


@_each_mask("mask-strict", "blocked the diagonal too")
def _strict(scores: Matrix) -> Matrix:
    return scores.masked((i, i) for i in range(min(scores.rows, scores.cols)))
