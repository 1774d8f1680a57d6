"""Rows of numbers below names beside each other, each behind its sign: Q = 1 0   K = 1 1, and 0 1   1 3 below these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from symattn.later import pattern
from symattn.marking.answers.beside import SHORT_NAME, LinesFrom, RowsBeside
from symattn.marking.answers.cells import LONGEST, is_entry
from symattn.marking.answers.drawings import LABEL
from symattn.records import frozen

_Entries = tuple[tuple[str, int, int], ...]
"""Numbers of a line, each with where it begins and ends."""
_SIGN = r"[ \t]*(?::=|[=≈:])[ \t]*"
_NAMED = pattern(
    rf"(?P<name>(?<![^\W_]){SHORT_NAME}{_SIGN})(?P<row>[-−+.\d][-−+.,/%\d \t]*)"
)
_BETWEEN = pattern(r"(?:[ \t]{2,}|[ \t]*[\t,;][ \t]*)")
_FIRST = pattern(rf"(?:{LABEL})?[ \t]*")
_WORD = pattern(r"\S+")
_UNSURE = "?"  # an entry of which nobody knows the matrix


@frozen
class _Begun:
    """The first row of a matrix: its name with the sign, where it begins, and its entries with where they begin and end."""

    name: str
    at: int
    entries: _Entries

    @property
    def width(self) -> int:
        """How many entries it has."""
        return len(self.entries)


def staggered(at: LinesFrom) -> RowsBeside | None:
    """Matrices beside each other, each with its name before its first row; one that is not sure where its rows are cannot be
    read.

    >>> staggered(LinesFrom(["Q = 1 0   K = 1 1", "    0 1       1 3"], 0)).tables
    (('1 0', '0 1'), ('1 1', '1 3'))
    >>> staggered(LinesFrom(["Q = 1 0   K = 1", "    0 1", "    3"], 0)).tables
    (('1 0', '0 1', '?'), ('1', '', '?'))
    """
    begun = _begun(at.first) if len(at.first) < LONGEST else []
    if len(begun) < 2:
        return None
    tables = [[" ".join(text for text, _, _ in one.entries)] for one in begun]
    count, rows = 1, list(at.below().rest)
    while count <= len(rows):
        line = rows[count - 1]
        if not line.strip() and count < len(rows) and _is_whole(begun, rows[count]):
            count += 1  # a blank line between rows
            line = rows[count - 1]
        below = _entries(line, 0) if len(line) < LONGEST else ()
        if not below:
            break
        row = _parted(begun, below)
        if row is None:
            return None
        for table, text in zip(tables, row, strict=True):
            table.append(text)
        count += 1
    if count == 1:
        return None
    words = (*(one.name for one in begun), "")
    return RowsBeside(count, words, tuple(map(_cut, tables)))


def _cut(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows of a matrix without those that the others beside it have alone."""
    last = max(k for k, row in enumerate(rows) if row)
    return tuple(rows[: last + 1])


def _begun(line: str) -> list[_Begun]:
    """The names of a line with a row of numbers behind each, and nothing else; none of any other line."""
    first = _FIRST.match(line)
    at, found = first.end() if first else 0, list[_Begun]()
    while at < len(line.rstrip()):
        one = _NAMED.match(line, at)
        if one is None:
            return []
        row = one["row"].rstrip(" \t,;")
        entries = _entries(row, one.start("row"))
        end = one.start("row") + len(row)
        gap = _BETWEEN.match(line, end)
        if not entries or not (gap or end == len(line.rstrip())):
            return []
        name = one["name"].replace(":=", "=")
        name = name if found else line[:at] + name
        found.append(_Begun(name, at, entries))
        at = gap.end() if gap else len(line)
    return found


def _entries(text: str, start: int) -> _Entries:
    """The numbers of a text, each with where it begins and ends; none where anything else stands there."""
    found = [
        (m[0].rstrip(",;"), m.start() + start, m.end() + start)
        for m in _WORD.finditer(text)
    ]
    return tuple(found) if all(is_entry(one[0]) for one in found) else ()


def _parted(begun: Sequence[_Begun], below: _Entries) -> list[str] | None:
    """The numbers of a line as the next row of each matrix; as many as all have in a row are theirs in turn, others of those
    above them. None where each matrix is one number and these stand elsewhere."""
    groups = _groups(begun, below)
    aligned = all(map(_is_below, begun, groups))
    several = any(one.width > 1 for one in begun)
    if aligned and (several or all(groups)):
        return [" ".join(text for text, _, _ in group) for group in groups]
    if not several:
        return None
    if len(below) != sum(one.width for one in begun):
        return [_UNSURE for _ in begun]
    texts = iter(text for text, _, _ in below)
    return [" ".join(next(texts) for _ in one.entries) for one in begun]


def _groups(begun: Sequence[_Begun], below: _Entries) -> list[_Entries]:
    """The numbers of a line below each of some matrices."""
    starts = [0, *(one.at for one in begun[1:]), LONGEST]
    return [
        tuple(one for one in below if first <= one[1] < last)
        for first, last in pairwise(starts)
    ]


def _is_whole(begun: Sequence[_Begun], line: str) -> bool:
    """Whether a line has a row of each matrix right below the one above."""
    groups = _groups(begun, _entries(line, 0) if len(line) < LONGEST else ())
    return all(groups) and all(map(_is_below, begun, groups))


def _is_below(one: _Begun, group: _Entries) -> bool:
    """Whether some numbers are a row of a matrix, as many and below those above, or none at all."""
    if not group:
        return True
    starts = abs(group[0][1] - one.entries[0][1]) < 2
    ends = abs(group[-1][2] - one.entries[-1][2]) < 2
    return len(group) == one.width and (starts or ends)
