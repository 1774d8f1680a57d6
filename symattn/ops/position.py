"""Positions: sinusoidal encodings and rotary embeddings."""

from __future__ import annotations

from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact.functions import cos, power, sin
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.ops.registry import Shape, op
from symattn.ops.shapes import written

TEN_THOUSAND = Number.of(10_000)
MOST_ENTRIES = 50_000


def _even(a: Shape, **params: object) -> Shape:
    if isinstance(a[-1], int) and a[-1] % 2:
        raise ShapeError(f"rope turns pairs of columns, but the matrix is {written(a)}; take an even number")
    return a


@op("rope", _even)
def rope(a: Matrix, *, base: Number = TEN_THOUSAND, start: int = 0) -> Matrix:
    """Turn each pair of columns of row m by (m + start) · base^(−2p/d) (Su et al., RoFormer, 2021).

    >>> rope.run(Matrix.of([[1, 0]]))
    Matrix([[1, 0]])
    """
    _even(a.shape)
    return a.rope(base, start)


def _sized(*, n: Number, d: Number, base: Number = TEN_THOUSAND) -> Shape:
    return _size(n), _size(d)


def _size(x: Number) -> int:
    if not x.is_rational or x.rational.q != 1 or x.rational <= 0:
        raise SymattnError(f"positional_encoding needs whole sizes above 0, not {x}")
    return int(x.rational.p)


@op("positional_encoding", _sized)
def positional_encoding(*, n: Number, d: Number, base: Number = TEN_THOUSAND) -> Matrix:
    """n×d sines (even columns) and cosines (odd) of pos / base^(2⌊j/2⌋/d) (Vaswani et al., 2017).

    >>> positional_encoding.run(n=Number.of(1), d=Number.of(2))
    Matrix([[0, 1]])
    """
    rows, cols = _sized(n=n, d=d)
    if rows * cols > MOST_ENTRIES:
        raise LimitError(f"an encoding of {rows}×{cols} has more than {MOST_ENTRIES:,} entries")
    rates = [power(base, Number.of(-2 * (j // 2)) / cols) for j in range(cols)]
    return Matrix.of([[(sin, cos)[j % 2](rates[j] * pos) for j in range(cols)] for pos in range(rows)])
