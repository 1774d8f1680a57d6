"""Cells and shapes: minus infinity as the entry of a masked score, and what a table must be to be a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Union

from symattn.errors import ShapeError
from symattn.exact.number import Number


class Blocked:
    """Minus infinity: a masked score. There is one, ``BLOCKED``.

    >>> BLOCKED
    -inf
    """

    def __repr__(self) -> str:
        return "-inf"

    def __reduce__(self) -> str:
        return "BLOCKED"


BLOCKED = Blocked()
Entry = Union[Number, Blocked]


class Shaped(Protocol):
    """Whatever has rows and columns."""

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...


def check_rectangle(table: Sequence[Sequence[object]]) -> None:
    """Raise ShapeError unless every row is as long as the first, and there is one.

    >>> check_rectangle([[1, 2]])
    """
    if not table or not table[0]:
        raise ShapeError("the matrix is empty", "write at least one row with one entry")
    for i, row in enumerate(table):
        if len(row) != len(table[0]):
            many = f"{len(row)} entr{'y' if len(row) == 1 else 'ies'}"
            raise ShapeError(f"ragged matrix: row {i + 1} has {many}, row 1 has {len(table[0])}")


def show(m: Shaped) -> str:
    """The shape as people write it.

    >>> from symattn.exact.matrix import Matrix
    >>> show(Matrix.of([[1, 2]]))
    '1×2'
    """
    return f"{m.rows}×{m.cols}"
