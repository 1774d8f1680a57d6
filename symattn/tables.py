"""Tables: rows of entries, whatever the entries are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def every(change: Callable[[A], B], rows: Iterable[Iterable[A]]) -> tuple[tuple[B, ...], ...]:
    """A table with every entry of another changed.

    >>> every(str, [[1, 2], [3, 4]])
    (('1', '2'), ('3', '4'))
    """
    return tuple(tuple(map(change, row)) for row in rows)


def in_turn(rows: Iterable[Iterable[A]]) -> Iterator[A]:
    """The entries of a table one after the other, row by row.

    >>> list(in_turn([[1, 2], [3, 4]]))
    [1, 2, 3, 4]
    """
    return chain.from_iterable(rows)
