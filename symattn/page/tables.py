"""Tables: cells with words above them; the words come from a template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup

from symattn.boxes import Box, Grid, Ink
from symattn.later import later

if TYPE_CHECKING:
    from symattn.formats import text
else:
    text = later("symattn.formats.text")

WIDE, GAP = 92, 2  # how wide a table may be on a terminal, and what stands between its columns
Cell: TypeAlias = "Box | Markup | str"


@dataclass(frozen=True)
class Table:
    """A table: what stands above the columns, and the rows; ``align`` is LaTeX's, ``tall`` asks for air between rows."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str
    tall: bool = False


def headed(table: Table, head: Sequence[str]) -> Table:
    """A table with words above its columns.

    >>> headed(Table((), (("a", "b"),), "ll"), ["Line", "Shape"]).head
    ('Line', 'Shape')
    """
    return replace(table, head=tuple(head))


def tablebox(table: Table) -> Grid:
    """A table as boxes, for formats that set everything in rows; long texts in the last column go over several lines."""
    rows = [[Ink(str(c), "text") if isinstance(c, str) else c for c in r] for r in (table.head, *table.rows)]
    wide = [max(text.block(r[k]).width for r in rows) for k in range(len(rows[0]) - 1)]
    room = max(24, WIDE - sum(wide) - GAP * len(wide))
    return Grid(tuple(line for r in rows for line in _wrapped(r, room)), "", "", "l")


def _wrapped(cells: list[Box], room: int) -> list[tuple[Box, ...]]:
    """A row of a table, and one more row for every further line of a text in the last column."""
    *others, last = cells
    if not isinstance(last, Ink) or last.kind != "text" or len(last.text) <= room:
        return [tuple(cells)]
    first, *more = wrap(last.text, room)
    empty = [Ink("", "text") for _ in others]
    return [(*others, Ink(first, "text")), *((*empty, Ink(line, "text")) for line in more)]
