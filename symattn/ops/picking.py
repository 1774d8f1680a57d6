"""Which rows and columns an index picks, counted as NumPy counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symattn.errors import ShapeError
from symattn.ops.shapes import Amount, Index, Size
from symattn.tables import some


def picked(index: Index, size: int, what: str) -> Sequence[int]:
    """The places an index picks out of *size* rows or columns, as NumPy counts them; else ShapeError.

    >>> list(picked(("slice", 0, 2, None), 3, "columns")), picked(("at", -1), 3, "rows")
    ([0, 1], [2])
    """
    kind, rest = index[0], index[1:]
    if kind == "slice":
        found: Sequence[int] = range(size)[slice(*rest)]
        if not found:
            raise ShapeError(f"the slice picks none of the {size} {what}")
        return found
    wanted = rest if kind == "at" else rest[0]
    for n in wanted:
        if not -size <= n < size:
            raise ShapeError(
                f"index {n} is outside the {size} {what} (counted from 0 to {size - 1})"
            )
    return [n % size for n in wanted]


def picked_count(index: Index, size: Amount, what: str) -> Amount:
    """How many rows or columns an index picks, also where their number is a letter: of d columns ``[32:]`` leaves d − 32.

    >>> picked_count(("slice", 32, None, None), Size.letter("d"), "columns")
    Size(d-32)
    """
    kind, rest = index[0], index[1:]
    if not isinstance(size, Size) and not some(rest, Size):
        return len(picked(index, size, what))
    if kind != "slice":
        return 1 if kind == "at" else len(rest[0])
    start, stop, step = rest
    ends = [
        size if n is None else size + n if isinstance(n, int) and n < 0 else n
        for n in (start or 0, stop)
    ]
    if step not in (None, 1):
        raise ShapeError(
            f"every {step}th of {size} {what} is no size",
            f"write a number in place of {size}",
        )
    out: Amount = ends[1] - ends[0]
    return out


def index_text(index: Index, write: Callable[[object], str] = str) -> str:
    """What stands between brackets for an index: a slice, a place, a list of places; bounds that are no numerals as *write* has
    them.

    >>> index_text(("slice", None, 2, None)), index_text(("at", 3)), index_text(("list", (0, 2)))
    (':2', '3', '[0, 2]')
    """
    kind, *rest = index
    if kind == "slice":
        start, stop, step = ("" if x is None else write(x) for x in rest)
        return f"{start}:{stop}" + (f":{step}" if step else "")
    return str(rest[0]) if kind == "at" else f"[{', '.join(map(str, rest[0]))}]"
