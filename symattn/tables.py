"""Tables: rows of entries, or entries by name, whatever the entries are."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeAlias, TypeVar

Place: TypeAlias = tuple[int, int]
"""The row and the column of an entry."""
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


def every(
    change: Callable[[A], B], rows: Iterable[Iterable[A]]
) -> tuple[tuple[B, ...], ...]:
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


def placed(rows: Iterable[Iterable[A]]) -> Iterator[tuple[Place, A]]:
    """The entries of a table, each behind its row and its column, from 0.

    >>> list(placed([[5, 6]]))
    [((0, 0), 5), ((0, 1), 6)]
    """
    return (
        ((i, j), entry) for i, row in enumerate(rows) for j, entry in enumerate(row)
    )


def paired(
    one: Iterable[Iterable[A]], other: Iterable[Iterable[B]]
) -> Iterator[tuple[Place, A, B]]:
    """What stands in the same places of two tables, behind its row and its column; raises ValueError where one is longer.

    >>> list(paired([[5, 6]], [[7, 8]]))
    [((0, 0), 5, 7), ((0, 1), 6, 8)]
    """
    return (
        (at, first, second)
        for (at, first), second in zip(placed(one), in_turn(other), strict=True)
    )


def filled(items: Iterable[A], fits: Callable[[list[A]], bool]) -> list[list[A]]:
    """Items in runs, each as long as it fits, such as words on lines; an item that does not fit stands alone.

    >>> filled([3, 4, 9, 1], lambda run: sum(run) < 8)
    [[3, 4], [9], [1]]
    """
    runs: list[list[A]] = []
    for item in items:
        if runs and fits([*runs[-1], item]):
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def only(items: Iterable[object], *kinds: type) -> bool:
    """Whether each is of one of these kinds.

    >>> only([1, "a"], int, str), only([1, "a"], int)
    (True, False)
    """
    return all(isinstance(one, kinds) for one in items)


def some(items: Iterable[object], *kinds: type) -> bool:
    """Whether any is of one of these kinds.

    >>> some([1, "a"], int), some([], int)
    (True, False)
    """
    return any(isinstance(one, kinds) for one in items)


def without(items: Iterable[A], others: Container[object]) -> list[A]:
    """Those that are none of some others, in their order.

    >>> without("abc", "b")
    ['a', 'c']
    """
    return [one for one in items if one not in others]


def grouped(pairs: Iterable[tuple[A, B]]) -> dict[A, list[B]]:
    """What stands behind each name, in the order in which it comes.

    >>> grouped([("a", 1), ("b", 2), ("a", 3)])
    {'a': [1, 3], 'b': [2]}
    """
    found: dict[A, list[B]] = {}
    for name, entry in pairs:
        found.setdefault(name, []).append(entry)
    return found


def apart_from(table: Mapping[A, B], names: Container[object]) -> dict[A, B]:
    """A table without the entries of some names.

    >>> apart_from({"a": 1, "b": 2}, ["a"])
    {'b': 2}
    """
    return {name: entry for name, entry in table.items() if name not in names}


def among(table: Mapping[A, B], names: Container[object]) -> dict[A, B]:
    """The entries of a table that have one of some names.

    >>> among({"a": 1, "b": 2}, ["a"])
    {'a': 1}
    """
    return {name: entry for name, entry in table.items() if name in names}


def not_empty(table: Mapping[A, B | None]) -> dict[A, B]:
    """The entries of a table in which something is.

    >>> not_empty({"a": 1, "b": 0, "c": None})
    {'a': 1}
    """
    return {name: entry for name, entry in table.items() if entry}


def not_none(table: Mapping[A, B | None]) -> dict[A, B]:
    """The entries of a table that are not None.

    >>> not_none({"a": 1, "b": 0, "c": None})
    {'a': 1, 'b': 0}
    """
    return {name: entry for name, entry in table.items() if entry is not None}


def in_each(change: Callable[[B], C], table: Mapping[A, B]) -> dict[A, C]:
    """A table with every entry of another changed, under the same names.

    >>> in_each(len, {"a": "one", "b": "three"})
    {'a': 3, 'b': 5}
    """
    return {name: change(entry) for name, entry in table.items()}


def of_type(table: Mapping[A, object], kind: type[B]) -> dict[A, B]:
    """The entries of a table that are of one type.

    >>> of_type({"a": 1, "b": "one"}, str)
    {'b': 'one'}
    """
    return {name: entry for name, entry in table.items() if isinstance(entry, kind)}
