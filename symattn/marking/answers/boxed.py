"""Fractions and tall brackets that a text draws over several lines, put on one line, where they can be read.

Students copy from a terminal what SymPy's ``pprint`` or ``symattn solve`` prints there::

        ⎡1  2⎤   1             ⎡1  2⎤
    Q = ⎢    ⎥ = ─ X     becomes  Q = ⎢    ⎥ = (1)/(2) X
        ⎣3  4⎦   2             ⎣3  4⎦
"""

from __future__ import annotations

import re

from symattn.marking.answers.rows import entries

SIGNS = frozenset("⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠─⎧⎨⎩⎫⎬⎭")
WIDEST = 2_000  # characters of a line with a drawing
MOST_LINES = 200  # of one drawing
_TALL = {"⎛": ("⎜", "⎝", "("), "⎞": ("⎟", "⎠", ")")}
Cells = list[list[str]]


def undrawn(text: str) -> str:
    """A text with the fractions and tall brackets of its drawings on a single line; rows of matrices stay where they are.

    >>> undrawn("     1  \\nQ = ─ X\\n     2").split("\\n")[1].split()
    ['Q', '=', '(1)/(2)', 'X']
    """
    if SIGNS.isdisjoint(text):
        return text
    lines = text.split("\n")
    k = 0
    while k < len(lines):
        end = k
        while end < len(lines) and end - k < MOST_LINES and lines[end].strip() and len(lines[end]) <= WIDEST:
            end += 1
        if end > k and any(not SIGNS.isdisjoint(line) for line in lines[k:end]):
            lines[k:end] = _block(lines[k:end])
        k = max(end, k + 1)
    return "\n".join(lines)


def _block(block: list[str]) -> list[str]:
    """Lines without a blank one between them: tall brackets, then fractions; a line that is used up goes to the end, empty."""
    width = max(map(len, block))
    cells = [list(line.ljust(width)) for line in block]
    _brackets(cells)
    _fractions(cells)
    rows = ["".join(row).rstrip() for row in cells]
    kept = [row for row, line in zip(rows, block, strict=True) if row or not line.strip()]
    return [*kept, *[""] * (len(block) - len(kept))]


def _run(cells: Cells, r: int, c: int, middle: str, end: str) -> int | None:
    """The last row of a bracket drawn downwards from row *r*: *middle* signs, then *end*; None where it is broken."""
    for below in range(r + 1, len(cells)):
        if cells[below][c] == end:
            return below
        if cells[below][c] != middle:
            return None
    return None


def _brackets(cells: Cells) -> None:
    """Tall round brackets become plain ones on their middle line."""
    for r, row in enumerate(cells):
        for c, sign in enumerate(row):
            if sign in _TALL:
                middle, end, plain = _TALL[sign]
                bottom = _run(cells, r, c, middle, end)
                if bottom is not None and not _around_rows(cells[r], c):
                    for k in range(r, bottom + 1):
                        cells[k][c] = " "
                    cells[r + (bottom - r) // 2][c] = plain


def _around_rows(row: list[str], c: int) -> bool:
    """Whether nothing but numbers stands beside a bracket's end, up to the other bracket: the rows of a matrix."""
    line = "".join(row)
    inner = line[c + 1 :].partition("⎞")[0] if row[c] == "⎛" else line[:c].rpartition("⎛")[2]
    return bool(entries(inner))


def _fractions(cells: Cells) -> None:
    """A bar with something above and below becomes (…)/(…) on its own line; short bars first, they may stand inside others."""
    bars = [(m.end() - m.start(), r, m.start(), m.end()) for r, row in enumerate(cells) for m in re.finditer("─+", "".join(row))]
    for _, r, start, end in sorted(bars):
        above, below = _part(cells, r, start, end, -1), _part(cells, r, start, end, 1)
        if above and below:
            cells[r][start:end] = [f"({above})/({below})", *[""] * (end - start - 1)]


def _part(cells: Cells, r: int, start: int, end: int, step: int) -> str:
    """What stands above (*step* −1) or below (1) a fraction's bar, at most one empty row away; it is blanked out there, since it
    goes into the bar's own row."""
    for k in (r + step, r + 2 * step):
        if 0 <= k < len(cells):
            text = "".join(cells[k][start:end]).strip()
            if text and text.strip("─"):
                cells[k][start:end] = [" "] * (end - start)
                return text
    return ""
