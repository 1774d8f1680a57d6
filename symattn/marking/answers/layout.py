"""The rows of tables that hold equations or values, cell by cell: matrices in them were taken out before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.marking.answers.flat import OPEN, SEP, Flat
from symattn.marking.answers.latex import equated
from symattn.marking.answers.rows import entries

_SIZES = re.compile(r"\([^()]*,[^()]*\)(?:\s*=\s*\([^()]*\))?")
_LABEL = re.compile(r"[ \t]*(?:\*\*|`)?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?)?(?:\*\*|`)?[ \t]*\Z")
_RELATED = re.compile(rf"[=≈]\s*(?:\[|{OPEN})")


def laid_out(flat: Flat) -> Flat:
    """The flat text with the rows of its tables as equations.

    >>> found = Flat()
    >>> found.add("| Q | (B, n) |", 1)
    >>> laid_out(found).text.strip(SEP)
    'Q = (B, n)'
    """
    lines = flat.lines
    again = _several(lines)
    changed = {k: row for k, line in enumerate(lines) if (row := _table_row(line, k not in again)) != line}
    if not changed:
        return flat
    out, at = Flat(grids=list(flat.grids)), 0
    for k, line in enumerate(lines):
        out.add(changed.get(k, line) + ("\n" if k + 1 < len(lines) else ""), flat.line(at))
        at += len(line) + 1
    return out


def _several(lines: Sequence[str]) -> frozenset[int]:
    """The rows of tables whose first cell another row of the same table has too: they are of a line, and not its value.

    >>> sorted(_several(["| P | 1 | 0.5 |", "| P | 2 | 0.1 |", "| Q | 3 |", "", "| Q | 4 |"]))
    [0, 1]
    """
    rows: dict[tuple[int, str], list[int]] = {}
    table = 0
    for k, line in enumerate(lines):
        if line.strip().startswith("|"):
            rows.setdefault((table, line.strip().strip("|").partition("|")[0].strip()), []).append(k)
        else:
            table = k + 1
    return frozenset(k for found in rows.values() if len(found) > 1 for k in found)


def _table_row(line: str, one: bool = True) -> str:
    """The row of a table that gives a line's value, with bars or in columns, as an equation; any other line as it is, and so one
    that is not the only *one* with its name."""
    row = line.strip()
    if row.startswith("|"):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        found = equated(cells) or (_valued(cells) if one else None)
        return found or (SEP.join(cells) if any(_RELATED.search(cell) for cell in cells) else line)
    if "  " in row and len(row) < 1_000:
        cells = re.split(r"\s{2,}", row)
        if _SIZES.fullmatch(cells[1]) or (cells[1][0] == OPEN and _LABEL.fullmatch(cells[0])):
            return equated(cells) or line
    return line


def _valued(cells: Sequence[str]) -> str | None:
    """The row of a table that has a name and numbers behind it as an equation; None for any other row.

    >>> _valued(["S", "1/2", ""]), _valued(["R", "1", "2", "3"]), _valued(["S", "half"])
    ('S = 1/2', 'R = [1  2  3]', None)
    """
    numbers = [cell for cell in cells[1:] if cell]
    if not numbers or not _LABEL.fullmatch(cells[0]) or not all(len(entries(cell)) == 1 for cell in numbers):
        return None
    return f"{cells[0]} = {numbers[0]}" if len(numbers) == 1 else f"{cells[0]} = [{'  '.join(numbers)}]"
