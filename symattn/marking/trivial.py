"""Answers that make a later line easy: an identity, zeros, uniform rows."""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, fmpq

from symattn.exact.any_matrix import Entry
from symattn.exact.decide import Span, proved_equal
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import UNIT, ZERO
from symattn.marking.said import told
from symattn.said import Said
from symattn.tables import every, in_turn, paired

NEAR = fmpq(1, 100)  # of the right value, in every entry


def trivial(answer: Matrix, truth: Matrix) -> Said | None:
    """What a wrong answer is that makes what comes after it easy: zeros, an identity, uniform weights. None when it is nothing of
    the kind, or when the right one is so too, or nearly: weights of 1 and 0.0001 in the place of 0.9999 and 0 have made nothing
    easier. One and the same number everywhere is easy in the place of weights alone.

    >>> from fractions import Fraction
    >>> trivial(Matrix.of([[1, 0], [0, 1]]), Matrix.of([[2, 1], [3, 4]])).name
    'identity'
    >>> trivial(Matrix.of([[1, 0], [0, 1]]), Matrix.of([[Fraction("0.9999"), Fraction("0.0001")], [0, 1]])) is None
    True
    >>> same, weights = Matrix.of([[Fraction(1, 2)] * 2] * 2), Matrix.of([[1, 0], [Fraction(1, 3), Fraction(2, 3)]])
    >>> trivial(same, Matrix.of([[2, 1], [3, 4]])) is None, trivial(same, weights).name
    (True, 'uniform')
    """
    cells = answer.cells()
    if answer.shape == truth.shape and _nearly(cells, truth.cells()):
        return None
    if all(proved_equal(x, ZERO) for x in in_turn(cells)):
        return told("all_zero")
    units = [
        [UNIT if i == j else ZERO for j in range(answer.cols)]
        for i in range(answer.rows)
    ]
    if answer.rows == answer.cols > 1 and _same(cells, units):
        return told("identity")
    is_uniform = answer.cols > 1 and _uniform(cells) and not _uniform(truth.cells())
    return told("uniform") if is_uniform and _are_weights(truth) else None


def _nearly(
    mine: tuple[tuple[Entry, ...], ...], right: tuple[tuple[Entry, ...], ...]
) -> bool:
    """Whether every entry lies within NEAR of the right one."""
    pairs = [(x, y) for _, x, y in paired(mine, right)]
    if any(isinstance(x, Blocked) != isinstance(y, Blocked) for x, y in pairs):
        return False
    spans = [
        Span.of(x - y)
        for x, y in pairs
        if not isinstance(x, Blocked) and not isinstance(y, Blocked)
    ]
    return all(
        bool(abs(end) <= arb(NEAR)) for span in spans for end in (span.low, span.high)
    )


def _are_weights(truth: Matrix) -> bool:
    """Whether a right value is weights: nothing below 0, and every row or every column adds up to 1."""
    cells = truth.cells()
    if truth.blocked:
        return False
    spans = every(Span.of, cells)
    adds_up = any(
        all(
            not sum(x.low for x in line) > 1 and not sum(x.high for x in line) < 1
            for line in way
        )
        for way in (spans, zip(*spans, strict=True))
    )
    return adds_up and not any(x.high < 0 for x in in_turn(spans))


def is_same(one: Matrix, other: Matrix) -> bool:
    """Whether two matrices are proved equal.

    >>> is_same(Matrix.of([[1, 0]]), Matrix.of([[1, 0]])), is_same(Matrix.of([[1, 0]]), Matrix.of([[1, 2]]))
    (True, False)
    """
    return one.shape == other.shape and _same(one.cells(), other.cells())


def _uniform(cells: tuple[tuple[Entry, ...], ...]) -> bool:
    return all(proved_equal(x, cells[0][0]) for x in in_turn(cells))


def _same(a: Sequence[Sequence[object]], b: Sequence[Sequence[object]]) -> bool:
    return all(proved_equal(x, y) for _, x, y in paired(a, b))
