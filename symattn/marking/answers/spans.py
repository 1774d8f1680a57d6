"""Matrices that stand in blocks, as a page shows those too large for it, each headed by its columns or rows: one matrix again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.errors import SymattnError
from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.flat import (
    BEGUN,
    CLOSE,
    OPEN,
    ROW,
    SEP,
    SHUT,
    WALL,
    Flat,
    FlatGrid,
)
from symattn.marking.answers.splitting import Entries, split
from symattn.said import Strings

_TO = r"(?:\s+[^\W\d_]{1,4}\s+|\s*[-–]\s*)"
_SAID = rf"\b(?P<what>«rows»|«columns»)\s+(?P<first>\d{{1,4}})(?:{_TO}(?P<last>\d{{1,4}}))?\s*:\s*"
_UNNAMED = re.sub(r"\(\?P<\w+>", "(?:", _SAID)
_VALUE = rf"(?:\[\s*{OPEN}\d+{CLOSE}\s*\]|{OPEN}\d+{CLOSE}|\[[^\[\]\n]{{1,2000}}\])"
_BLOCK = rf"(?:{_UNNAMED}){{1,2}}{_VALUE}"
_BETWEEN = rf"[\s,&{{}}{WALL}{SEP}{ROW}{BEGUN}{SHUT}]*"
_BLOCKS = spoken(rf"{_BLOCK}(?:{_BETWEEN}{_BLOCK})+", re.IGNORECASE)
_EACH = spoken(rf"(?P<said>(?:{_UNNAMED}){{1,2}})(?P<value>{_VALUE})", re.IGNORECASE)
_HEAD = spoken(_SAID, re.IGNORECASE)
_IS_ROWS = spoken("«rows»", re.IGNORECASE)
_TAKEN_OUT = pattern(rf"{OPEN}(\d+){CLOSE}")


def joined(flat: Flat) -> Flat:
    """The flat text with every matrix that stands in blocks as one, where the blocks are as large as is said of them.

    >>> found = Flat()
    >>> found.add("A = columns 1 to 2: [1 2; 3 4] column 3: [5; 6] B = Spalte 1: [1]", 1)
    >>> found = joined(found)
    >>> found.text.replace(OPEN, "<").replace(CLOSE, ">"), found.grids[0].text
    ('A = <0> B = Spalte 1: [1]', '[1, 2, 5; 3, 4, 6]')
    """
    spans = list[tuple[int, int, FlatGrid]]()
    for found in _BLOCKS.finditer(flat.text):
        rows = _whole(found[0], flat.grids)
        if rows is not None:
            text = "[" + "; ".join(map(", ".join, rows)) + "]"
            spans.append(
                (
                    found.start(),
                    found.end(),
                    FlatGrid(text, flat.line(found.start()), rows),
                )
            )
    return flat.replaced(spans) if spans else flat


def _whole(text: str, grids: Sequence[FlatGrid]) -> Entries | None:
    """The entries of the matrix whose blocks follow each other in a text: those beside each other first, then these bands below
    each other. None where a block is not as large as is said of it, or is not where it goes."""
    rows: list[Strings] = []  # those of the bands that are whole
    band: list[Strings] = []
    for block in _EACH.finditer(text):
        entries = _entries(block["value"], grids)
        if not entries:
            return None
        said = {
            bool(_IS_ROWS.fullmatch(m["what"])): (
                int(m["first"]),
                int(m["last"] or m["first"]),
            )
            for m in _HEAD.finditer(block["said"])
        }
        columns = said.get(False, (1, len(entries[0])))
        if columns[0] == 1:
            rows, band = rows + band, [()] * len(entries)
        here = len(rows) + 1, len(rows) + len(entries)
        if (
            len(band) != len(entries)
            or said.get(True, here) != here
            or columns != (len(band[0]) + 1, len(band[0]) + len(entries[0]))
        ):
            return None
        band = [(*row, *more) for row, more in zip(band, entries, strict=True)]
    rows += band
    return tuple(rows) if len({len(row) for row in rows}) == 1 else None


def _entries(value: str, grids: Sequence[FlatGrid]) -> Entries:
    """The entries of one block, none where they cannot be read."""
    found = _TAKEN_OUT.search(value)
    grid = grids[int(found[1])] if found else FlatGrid(value, 1)
    try:
        return () if grid.error else grid.entries or split(grid.text)
    except SymattnError:
        return ()
