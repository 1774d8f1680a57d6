"""Where floats and exact values part ways: weights printed as 0. or 1., and scores whose exponential overflows."""

from __future__ import annotations

from collections.abc import Iterator

from symattn.exact.decide import by_size, sign
from symattn.exact.decimals import decimal, scientific
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import Number
from symattn.tables import in_turn, placed

LARGEST = (
    Number.of(70978) / 100
)  # e to more than about 709.78 is beyond the largest double
SMALLEST = -323  # no double but 0 is smaller than 4.9·10^-324


def vanished(weights: Matrix, places: int) -> Iterator[tuple[int, int, str, str]]:
    """The weights that are printed as 0 or 1 and are neither: row and column from 0, the digit, the exact value.

    >>> from symattn.exact.functions import exp
    >>> list(vanished(Matrix.of([[exp(-40), 1 - exp(-40)]]), 4))
    [(0, 0, '0.', '4.25 \\\\cdot 10^{-18}'), (0, 1, '1.', '1 - 4.25 \\\\cdot 10^{-18}')]
    """
    for at, x in placed(weights.cells()):
        if isinstance(x, Blocked) or x.is_rational:
            continue
        shown = decimal(x, places)
        digits = shown.lstrip("-")
        if not digits.strip("0."):
            yield *at, "0.", _small(x)
        elif not digits.replace("1", "0", 1).strip("0.") and shown.startswith("1"):
            gap = 1 - x
            if sign(gap):
                yield *at, "1.", ("1 - " if sign(gap) > 0 else "1 + ") + _small(gap)


def overflowing(scores: Matrix) -> Number | None:
    """The largest score, where its exponential overflows.

    >>> overflowing(Matrix.of([[1, 710]]))
    Number(710)
    """
    found = (
        x
        for x in in_turn(scores.cells())
        if isinstance(x, Number) and sign(x - LARGEST) > 0
    )
    return max(found, key=by_size, default=None)


def underflows(weights: Matrix) -> bool:
    """Whether a weight is so small that a float is 0, whatever is printed."""
    values = (
        x
        for x in in_turn(weights.cells())
        if not isinstance(x, Blocked) and not x.is_rational
    )
    return any(scientific(x, 3)[1] < SMALLEST for x in values)


def _small(x: Number) -> str:
    mantissa, power = scientific(x, 3)
    return f"{mantissa.lstrip('-')} \\cdot 10^{{{power}}}"
