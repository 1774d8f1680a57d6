"""Which row or entry of a matrix the numbers behind its name point at."""

from __future__ import annotations

from typing import TypedDict


class NamedPiece(TypedDict, total=False):
    """Which row or entry of a matrix something is."""

    row: int
    entry: tuple[int, int]


def in_shape(known: tuple[int, ...], numbers: list[str], shape: tuple[int, int]) -> NamedPiece | None:
    """What some numbers behind a name point at in a matrix of a known shape: a row where a row of its width was written,
    an entry where a number was; None where neither is there.

    >>> in_shape((3, 2), ["2"], (1, 2)), in_shape((3, 2), ["12"], (1, 1)), in_shape((3, 2), ["4"], (1, 2))
    ({'row': 2}, {'entry': (1, 2)}, None)
    """
    rows, columns = known
    single = shape == (1, 1)
    if len(numbers) == 1 and rows > 1 and max(shape) == columns and int(numbers[0]) <= rows:
        return {"row": int(numbers[0])}
    if len(numbers) == 1 and len(numbers[0]) == 2 and rows > 1:
        numbers = list(numbers[0])  # s_12
    at = [int(number) for number in numbers] if len(numbers) == 2 else [1, int(numbers[0])] if rows == 1 else []
    return {"entry": (at[0], at[1])} if single and at and at[0] <= rows and at[1] <= columns else None
