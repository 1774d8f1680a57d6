"""What is done to a matrix row by row beside softmax: rotation by position, layer normalisation, positive part."""

from __future__ import annotations

from flint import fmpq

from symattn.errors import SymattnError
from symattn.exact.decide import sign
from symattn.exact.functions import cos, power, root, sin
from symattn.exact.number import ZERO, Number, total


def positive_part(x: Number) -> Number:
    """x where x > 0, else 0; the sign is proved.

    >>> positive_part(Number.of(-2))
    Number(0)
    """
    return x if x.terms and sign(x) > 0 else ZERO


def turns(rows: int, cols: int, base: Number, start: int) -> tuple[tuple[tuple[Number, Number], ...], ...]:
    """(cos, sin) of (row + start) · base^(-2p/cols) for every row and pair of columns p.

    >>> turns(1, 2, Number.of(10000), 0)
    (((Number(1), Number(0)),),)
    """
    rates = [power(base, Number.of(fmpq(-2 * p, cols))) for p in range(cols // 2)]
    angles = [[rate * (row + start) for rate in rates] for row in range(rows)]
    return tuple(tuple((cos(a), sin(a)) for a in row) for row in angles)


def rotated(row: tuple[Number, ...], turn: tuple[tuple[Number, Number], ...]) -> tuple[Number, ...]:
    """The pairs (x, y) of a row turned to (x cos − y sin, x sin + y cos)  (Su et al., RoFormer, 2021).

    >>> rotated((Number.of(1), Number.of(0)), ((Number.of(0), Number.of(1)),))
    (Number(0), Number(1))
    """
    out: list[Number] = []
    for p, (c, s) in enumerate(turn):
        x, y = row[2 * p], row[2 * p + 1]
        out += [x * c - y * s, x * s + y * c]
    return tuple(out)


def standardized(row: tuple[Number, ...], eps: Number) -> tuple[Number, ...]:
    """Each entry minus the row's mean, over √(variance + eps), the variance over all entries (Ba et al., 2016).

    >>> standardized((Number.of(1), Number.of(3)), ZERO)
    (Number(-1), Number(1))
    """
    n = len(row)
    mean = total(row) * fmpq(1, n)
    centred = tuple(x - mean for x in row)
    variance = total(x * x for x in centred) * fmpq(1, n)
    deviation = root(variance + eps)
    if not deviation.terms:
        raise SymattnError("all entries are equal, so the deviation is 0; give an eps above 0")
    return tuple(x / deviation for x in centred)
