"""Which row or entry of a matrix the numbers behind its name point at."""

from __future__ import annotations

import re
from unicodedata import normalize

from symattn.exact.tensor import number_at
from symattn.later import pattern
from symattn.said import Integers

_PLACED = pattern(r"(.*?[^\s^{])\s*\^?\s*\{?((?:\(\s*\d{1,4}\s*\))+)\s*\}?", re.DOTALL)


PART, ROW, ENTRY = range(3)
"""What of a line a name means: one matrix of several, a row, an entry."""


def in_shape(
    known: Integers, numbers: list[str], shape: tuple[int, int]
) -> tuple[int, Integers] | None:
    """What some numbers behind a name point at in a matrix of a known shape: a row where a row of its width was written,
    an entry where a number was; None where neither is there.

    >>> in_shape((3, 2), ["2"], (1, 2)), in_shape((3, 2), ["12"], (1, 1)), in_shape((3, 2), ["4"], (1, 2))
    ((1, (2,)), (2, (1, 2)), None)
    """
    rows, columns = known
    single = shape == (1, 1)
    if (
        len(numbers) == 1
        and rows > 1
        and max(shape) == columns
        and int(numbers[0]) <= rows
    ):
        return ROW, (int(numbers[0]),)
    if len(numbers) == 1 and len(numbers[0]) == 2 and rows > 1:
        numbers = list(numbers[0])  # s_12
    at = tuple(map(int, numbers))
    if rows == 1 == len(at):
        at = (1, *at)
    there = single and len(at) == 2 and at[0] <= rows and at[1] <= columns
    return (ENTRY, at) if there else None


def placed(label: str) -> tuple[str, Integers] | None:
    """The name of a batch and the place of a matrix in it, counted from 1 on paper and from 0 here: S^{(2)}, Q_h⁽²⁾⁽³⁾.

    >>> placed("S^{(2)}"), placed("Q_h⁽²⁾⁽³⁾"), placed("S_2")
    (('S', (1,)), ('Q_h', (1, 2)), None)
    """
    found = _PLACED.fullmatch(normalize("NFKC", label))
    return (
        (found[1], tuple(int(k) - 1 for k in re.findall(r"\d+", found[2])))
        if found
        else None
    )


def of_axes(places: Integers, lead: Integers) -> int | None:
    """Which matrix of a batch stands at a place of its axes; None where there is none.

    >>> of_axes((1, 2), (2, 3)), of_axes((2,), (2,)), of_axes((0,), (2, 3))
    (5, None, None)
    """
    if (
        not lead
        or len(places) != len(lead)
        or not all(0 <= k < n for k, n in zip(places, lead, strict=True))
    ):
        return None
    return number_at(lead, places)
