"""Several matrices handed in as one, one below the other, beside the batch that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar, cast

from symattn.exact.any_matrix import Mat
from symattn.exact.ball import working
from symattn.exact.matrix import Matrix
from symattn.exact.tensor import AnyArray, Array, Tensor
from symattn.marking.handed import Handed
from symattn.marking.judging import CORRECT, Entries, met, worst
from symattn.marking.quick import BITS, Quick
from symattn.marking.rounding import Digits, rounded_ways
from symattn.marking.ways import Way
from symattn.said import Said

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
        of(one, right) for one, right in zip(pieces(answer, truth), truth.blocks, strict=True)
    ]
    return cast("M", Tensor(truth.lead, blocks))


def each(
    answer: Handed, found: AnyArray | None, judge: Callable[[Handed, M], Entries | None]
) -> Entries | None:
    """The verdicts on every entry of an answer, matrix by matrix of what was found; None where one has none."""
    blocks = found.blocks if isinstance(found, Tensor) else () if found is None else (found,)
    parts = pieces(answer, found) if found is not None else ()
    judged = [judge(one, cast("M", block)) for one, block in zip(parts, blocks, strict=False)]
    if not judged or None in judged:
        return None
    return tuple(row for entries in judged for row in entries or ())


def rounded_on_the_way(way: Way, answer: Handed, kept: Iterable[Digits]) -> Said | None:
    """What has to be rounded on the way for several matrices to come out as written, to so many digits; None if nothing."""
    with working(BITS):
        for digits in kept:
            for what, _, found in rounded_ways(way, digits):
                entries = each(answer, found, _met)
                if entries and worst(entries) == CORRECT:
                    return what
    return None


def _met(answer: Handed, found: Quick) -> Entries | None:
    return met(answer, found.spans(), answer.rule)
