"""The rows of tables that hold equations or values, cell by cell: matrices in them were taken out before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symattn.marking.answers.flat import OPEN, SEP, Flat
from symattn.marking.answers.headings import head_in
from symattn.marking.answers.latex import equated
from symattn.marking.answers.rows import entries

_SIZES = re.compile(r"\([^()]*,[^()]*\)(?:\s*=\s*\([^()]*\))?")
_LABEL = re.compile(r"[ \t]*(?:\*\*|`)?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?)?(?:\*\*|`)?[ \t]*\Z")
_RULE = re.compile(r"[ \t]*\|[-:| \t]*--[-:| \t]*")
_MATRIX = re.compile(rf"[$ ]*(?:[\[(]\s*[\[(\d.\-−]|{OPEN})")
_LETTER = re.compile(r"[*`$]*[^\W\d_]{1,12}[*`$]*")
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
    changed |= {k + 2: row for k in range(len(lines) - 2) if (row := _below_names(lines[k : k + 3]))}
    for k, heads in _of_heads(lines):
        changed |= dict(_by_heads(lines, k, heads))
    if not changed:
        return flat
    out, at = Flat(grids=list(flat.grids)), 0
    for k, line in enumerate(lines):
        out.add(changed.get(k, line) + ("\n" if k + 1 < len(lines) else ""), flat.line(at))
        at += len(line) + 1
    return out


def _below_names(lines: Sequence[str]) -> str:
    """The row of matrices below the names of its columns, as equations; "" where these three lines are something else.

    >>> _below_names(["| Q | K |", "|---|---|", "| [1 2] | [3 4] |"]).replace(SEP, " and ")
    'Q = [1 2] and K = [3 4]'
    """
    if not (lines[0].lstrip().startswith("|") and _RULE.fullmatch(lines[1])):
        return ""
    names, values = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in (lines[0], lines[2]))
    if len(names) != len(values) or not all(map(_LABEL.match, names)) or not all(map(_MATRIX.match, values)):
        return ""
    return SEP.join(f"{name} = {value}" for name, value in zip(names, values, strict=True))


def _of_heads(lines: Sequence[str]) -> Iterator[tuple[int, list[int]]]:
    """The first rows of tables with a head in each column, and the numbers of the heads.

    >>> list(_of_heads(["| | Head 1 | Head 2 |", "|---|---|---|"]))
    [(2, [1, 2])]
    """
    for k in range(len(lines) - 1):
        if lines[k].lstrip().startswith("|") and _RULE.fullmatch(lines[k + 1]):
            heads = [head_in(cell) for cell in lines[k].strip().strip("|").split("|")[1:]]
            if heads and None not in heads:
                yield k + 2, [head for head in heads if head is not None]


def _by_heads(lines: Sequence[str], k: int, heads: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The rows of such a table from one on, each as the equations of all heads.

    >>> [(k, row.replace(SEP, " and ")) for k, row in _by_heads(["| Q | [1 2] | [3 4] |"], 0, [1, 2])]
    [(0, 'Q_1 = [1 2] and Q_2 = [3 4]')]
    """
    while k < len(lines) and lines[k].lstrip().startswith("|"):
        name, *values = [cell.strip() for cell in lines[k].strip().strip("|").split("|")]
        if len(values) == len(heads) and _LETTER.fullmatch(name) and all(map(_MATRIX.match, values)):
            bare = name.strip("*`$")
            yield k, SEP.join(f"{bare}_{head} = {value}" for head, value in zip(heads, values, strict=True))
        k += 1


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
