"""The rows of tables that hold equations or values, cell by cell: matrices in them were taken out before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.later import pattern
from symattn.marking.answers.about import is_name
from symattn.marking.answers.flat import OPEN, SEP, Flat
from symattn.marking.answers.table_rows import (
    LABEL_CELL,
    bared,
    by_columns,
    chained,
    columns_of,
    equated,
    of_quantity,
    parted,
    sized,
    valued,
)
from symattn.said import Pair

_SIZES = pattern(r"\([^()~≈]*,[^()~≈]*\)(?:\s*=\s*\([^()]*\))?")
_RULE = pattern(r"[ \t]*\|[-:| \t]*--[-:| \t]*")
_MATRIX = pattern(rf"[$ ]*(?:[\[(]\s*[\[(\d.\-−]|{OPEN})")
_RELATED = pattern(rf"[=≈]\s*(?:\[|{OPEN})")


def laid_out(flat: Flat) -> Flat:
    """The flat text with the rows of its tables as equations.

    >>> found = Flat()
    >>> found.add("| Q | (B, n) |", 1)
    >>> laid_out(found).text.strip(SEP)
    'Q = (B, n)'
    """
    lines = flat.lines
    again = _several(lines)
    changed = {
        k: row
        for k, line in enumerate(lines)
        if (row := _table_row(line, k not in again)) != line
    }
    changed |= {
        k + 2: row
        for k in range(len(lines) - 2)
        if (row := _below_names(lines[k : k + 3]))
    }
    changed |= _by_columns(lines)
    if not changed:
        return flat
    out, at = Flat(grids=list(flat.grids)), 0
    for k, line in enumerate(lines):
        out.add(
            changed.get(k, line) + ("\n" if k + 1 < len(lines) else ""), flat.line(at)
        )
        at += len(line) + 1
    return out


def _below_names(lines: Sequence[str]) -> str:
    """The row of matrices below the names of its columns, as equations; "" where these three lines are something else.

    >>> _below_names(["| Q | K |", "|---|---|", "| [1 2] | [3 4] |"]).replace(SEP, " and ")
    'Q = [1 2] and K = [3 4]'
    """
    if not (lines[0].lstrip().startswith("|") and _RULE.fullmatch(lines[1])):
        return ""
    names, values = map(_cells, (lines[0], lines[2]))
    of_matrices = all(map(LABEL_CELL.match, names)) and all(map(_MATRIX.match, values))
    return (
        SEP.join(map(" = ".join, zip(names, values, strict=True)))
        if len(names) == len(values) and of_matrices
        else ""
    )


def _cells(row: str) -> list[str]:
    """The cells of a row with bars."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _by_columns(lines: Sequence[str]) -> dict[int, str]:
    """The rows of tables with a head in each column, or with a question, as equations.

    >>> [row.replace(SEP, " and ") for row in _by_columns(["| | Head 1 | Head 2 |", "|--|--|--|", "| Q | [1] | [2] |"]).values()]
    ['Q_1 = [1] and Q_2 = [2]']
    >>> from symattn.marking.answers.about import about
    >>> with about([], ["E"], False, asked=2):
    ...     [row.replace(SEP, " and ") for row in _by_columns(["   Q1   Q2", "E  0.5  2", "", "F  1  3"]).values()]
    ['1) E = 0.5 and 2) E = 2']
    """
    found: dict[int, str] = {}
    columns: list[Pair] = []
    for k, line in enumerate(lines):
        cells = parted(line)
        if len(cells) < 2:
            columns = []
        elif (found_here := columns_of(cells)) or (
            k + 1 < len(lines) and _RULE.fullmatch(lines[k + 1])
        ):
            columns = found_here
        elif row := by_columns(cells, columns):
            found[k] = row
    return found


def _several(lines: Sequence[str]) -> frozenset[int]:
    """The rows of tables whose first cell another row of the same table has too: they are of a line, and not its value.

    >>> sorted(_several(["| P | 1 | 0.5 |", "| P | 2 | 0.1 |", "| Q | 3 |", "", "| Q | 4 |"]))
    [0, 1]
    """
    rows: dict[tuple[int, str], list[int]] = {}
    table = 0
    for k, line in enumerate(lines):
        if line.strip().startswith("|"):
            rows.setdefault((table, _cells(line)[0]), []).append(k)
        else:
            table = k + 1
    return frozenset(k for found in rows.values() if len(found) > 1 for k in found)


def _table_row(line: str, one: bool) -> str:
    """The row of a table that gives a line's value, with bars or in columns, as an equation; any other line as it is, and so one
    that is not the only *one* with its name."""
    row = line.strip()
    if row.startswith("|"):
        cells = _cells(row)
        found = equated(cells)
        if one and found is None:
            inner = list(map(bared, cells))
            whole = all(cell.count("`") <= 2 for cell in cells)  # `1 0` `2 2`: two rows
            found = valued(cells) or (valued(inner) if whole else None)
        return found or (
            SEP.join(cells) if any(_RELATED.search(cell) for cell in cells) else line
        )
    if ("  " in row or "\t" in row) and len(row) < 1_000:
        cells = re.split(r"\s{2,}|\t", row)
        if _SIZES.fullmatch(cells[1]) or (
            cells[1][:1] == OPEN and LABEL_CELL.fullmatch(cells[0])
        ):
            return equated(cells) or line
        quantity = of_quantity(cells) if is_name(cells[0]) else None
        return sized(cells) or quantity or chained(cells) or line
    return line
