"""Several matrices handed in as one, one below the other, beside the batch that they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import AnyArray, Array, Tensor
from symattn.marking.handed import Handed

M = TypeVar("M", bound=Mat)


def pieces(answer: Handed, truth: AnyArray) -> tuple[Handed, ...]:
    """What was handed in for each matrix of a batch, the answer itself for a matrix; nothing where the rows are not as many.

    >>> from symattn.marking.handed import Handed
    >>> pieces(Handed("A"), Matrix.of([[1]]))[0].written
    'A'
    """
    if not isinstance(truth, Tensor):
        return (answer,)
    rows, cells = truth.rows, answer.cells
    if len(cells) != rows * len(truth.blocks):
        return ()
    return tuple(
        replace(answer, cells=cells[k : k + rows], earlier=())
        for k in range(0, len(cells), rows)
    )


def value(answer: Handed, truth: Array, of: Callable[[Handed, Matrix], M]) -> M:
    """What an answer is *of* each matrix of a batch and the right one, as a batch that stands for a matrix in a run; of a matrix
    as a matrix."""
    if not isinstance(truth, Tensor):
        return of(answer, truth)
    blocks = [
        of(one, right)
        for one, right in zip(pieces(answer, truth), truth.blocks, strict=True)
    ]
    return cast("M", Tensor(truth.lead, blocks))
