"""Matrices of certified balls with 64 bits: fast enough to try hundreds of slips; what fits is looked at again exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from flint import arb, arb_mat

from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyMatrix, Mat
from symattn.exact.ball import ball
from symattn.exact.decide import Span, around
from symattn.exact.defined import NIL, BallMatrix
from symattn.exact.interval import IntervalMatrix
from symattn.exact.number import Number, WrittenKey
from symattn.exact.tensor import AnyArray, by_blocks
from symattn.tables import every

BITS = 64  # one machine word: 19 digits, of which answers have a handful; the others are for what cancels


class Quick(BallMatrix):
    """An immutable matrix of balls that were made once, of exact values or of intervals.

    >>> from symattn.exact.matrix import Matrix
    >>> Quick.of(Matrix.of([[1, 2]])).shape
    (1, 2)
    """

    __slots__ = ()

    @staticmethod
    def of(m: Mat) -> Quick:
        """The balls around the entries of an exact matrix, or around intervals."""
        rows = every(_around, IntervalMatrix.lifted(m).values)
        return Quick(arb_mat(rows), m.blocked)

    def spans(self) -> IntervalMatrix:
        """The same as a matrix of intervals."""
        return IntervalMatrix(every(around, self.values), self.blocked)

    @classmethod
    def lifted(cls, m: Mat) -> Quick:
        """Any matrix as balls."""
        if isinstance(m, BallMatrix):
            return m if isinstance(m, Quick) else cls(m.m, m.blocked)
        return cls.of(m)

    @classmethod
    def entry(cls, x: Number | arb) -> arb:
        """The ball around a number; one that is known no better as it is."""
        return _factor(x.key) if isinstance(x, Number) else x

    def agrees(self, other: object) -> bool:
        """Whether another value may be the same, as far as balls tell."""
        if not isinstance(other, Quick) or (other.shape, other.blocked) != (
            self.shape,
            self.blocked,
        ):
            return False
        return all(
            x.overlaps(y)
            for x, y in zip(self.m.entries(), other.m.entries(), strict=True)
        )

    def normalized(self) -> Quick:
        """Every row divided by its sum; a row of zeros stays."""
        return Quick(arb_mat([_shares(row) for row in self.values]))


def _around(x: Span) -> arb:
    return x.low if x.low == x.high else x.low.union(x.high)


def _shares(row: list[arb]) -> list[arb]:
    total = sum(row, NIL)
    if total != 0:
        return [x / total for x in row]
    if any(x != 0 for x in row):
        raise SymattnError("a row adds up to 0")
    return row


@lru_cache(maxsize=4096)
def _factor(x: WrittenKey) -> arb:
    return ball(x, BITS)


def quick(values: Mapping[str, Mat | Number]) -> dict[str, Mat | Number]:
    """Matrices by name as balls; numbers stay what they are.

    >>> quick({"c": Number.of(2)})
    {'c': Number(2)}
    """
    return {
        name: x if isinstance(x, Number) else as_balls(x) for name, x in values.items()
    }


def as_balls(x: AnyArray) -> Mat:
    """A matrix as balls, a batch of matrices too."""
    return by_blocks(lambda m: Quick.lifted(m) if isinstance(m, AnyMatrix) else m, x)
