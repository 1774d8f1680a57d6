"""What is counted along lines: the columns of a table, its rows, the brackets that are open."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.later import pattern

_COUNTER = pattern(r"(?:\[|[a-z](?:_|[ ]?=[ ]?)?)?(\d{1,3}),?\]?|\[,(\d{1,3})\]")


def number_of(counter: str) -> int:
    """The number of a counter, as pandas, R and people write them; −1 for anything else.

    >>> [number_of(text) for text in ("3", "[2,]", "[,1]", "j = 0", "e1", "x")]
    [3, 2, 1, 0, 1, -1]
    """
    found = _COUNTER.fullmatch(counter)
    return int(found[1] or found[2]) if found else -1


def counts(tops: Sequence[str]) -> bool:
    """Whether the columns are counted, from 0 or from 1.

    >>> counts(["0", "1"]), counts(["[,1]", "[,2]"]), counts(["2", "3"])
    (True, True, False)
    """
    first = number_of(tops[0]) if tops else -1
    return first in (0, 1) and [number_of(top) for top in tops] == list(
        range(first, first + len(tops))
    )


def depth_behind(line: str, depth: int) -> int:
    """How many brackets are open behind a line.

    >>> depth_behind("Q = [[1 2]", 0), depth_behind(" [3 4]", 1), depth_behind(" [5 6]]", 1), depth_behind("", 1)
    (1, 1, 0, 0)
    """
    opened, closed = (sum(map(line.count, signs)) for signs in ("[({", "])}"))
    return max(0, depth + opened - closed) if line.strip() else 0
