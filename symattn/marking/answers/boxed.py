"""What a text draws over several lines, sign below sign, put on one line: fractions, tall brackets and the matrices among them.

Students copy from a terminal what SymPy's ``pprint`` or ``symattn solve`` prints there::

        ⎡1  2⎤   1
    Q = ⎢    ⎥ = ─ X     becomes     Q = [1 2; 3 4] = (1)/(2) X
        ⎣3  4⎦   2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import accumulate

from symattn.marking.answers.cells import entries as numbers
from symattn.marking.answers.flat import CLOSE, OPEN, FlatGrid
from symattn.marking.answers.splitting import of_rows
from symattn.tables import Place

SIGNS = frozenset("⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠─⎧⎨⎩⎫⎬⎭")
WIDEST = 2_000  # characters of a line with a drawing
MOST_LINES = 200  # of one drawing
_ROUND = {"⎛": ("⎜", "⎝", "("), "⎞": ("⎟", "⎠", ")")}
_SQUARE = {"⎡": ("⎢", "⎣", "[")}
_ROUNDING = {
    "⎡": ("⎢", "⎣", 1, "⌈"),
    "⎤": ("⎥", "⎦", 1, "⌉"),
    "⎣": ("⎢", "⎡", -1, "⌊"),
    "⎦": ("⎥", "⎤", -1, "⌋"),
}
_SHUTS = frozenset("⎤⎥⎦")
_ENDS = _SHUTS | frozenset("⎡⎢⎣")
Cells = list[list[str]]


def undrawn(text: str) -> tuple[str, list[FlatGrid]]:
    """A text with each of its drawings on one line, its matrices taken out; rows that do not stand below each other sign by
    sign stay where they are.

    >>> text, grids = undrawn("    ⎡1  2⎤   1  \\nQ = ⎢    ⎥ = ─ X\\n    ⎣3  4⎦   2")
    >>> text == f"Q = {OPEN}0{CLOSE}      = (1)/(2) X\\n\\n", grids[0].entries
    (True, (('1', '2'), ('3', '4')))
    >>> undrawn("        ⎡1 2⎤\\n    G   ⎣3 4⎦\\nU = ─ = ─────\\n    2     2")[0].strip()
    'U = (G)/(2) = ([1 2; 3 4])/(2)'
    >>> text, _ = undrawn("f = ⎡⎡1 0⎤ > 0⎤ = ⎡1 0⎤\\n    ⎣⎣2 3⎦    ⎦   ⎣1 1⎦")
    >>> text.strip().replace(" ", "") == f"f=[{OPEN}0{CLOSE}>0]={OPEN}1{CLOSE}"
    True
    """
    grids: list[FlatGrid] = []
    if SIGNS.isdisjoint(text):
        return text, grids
    lines = text.split("\n")
    k = 0
    while k < len(lines):
        end = k
        while (
            end < len(lines)
            and end - k < MOST_LINES
            and lines[end].strip()
            and len(lines[end]) <= WIDEST
        ):
            end += 1
        if any(not SIGNS.isdisjoint(line) for line in lines[k:end]):
            lines[k:end] = _block(lines[k:end], k + 1, grids)
        k = max(end, k + 1)
    return "\n".join(lines), grids


def _block(block: list[str], first: int, grids: list[FlatGrid]) -> list[str]:
    """Lines without a blank one between them: tall brackets, then fractions, then matrices; what is used up goes to the end,
    empty."""
    width = max(map(len, block))
    cells = [list(line.ljust(width)) for line in block]
    _brackets(cells)
    _rounding(cells)
    _around_matrices(cells)
    _fractions(cells)
    for (r, c), grid in _matrices(cells, first).items():
        cells[r][c] = f"{OPEN}{len(grids)}{CLOSE}"
        grids.append(grid)
    rows = ["".join(row).rstrip() for row in cells]
    kept = [row for row in rows if row]
    return [*kept, *[""] * (len(block) - len(kept))]


def _run(
    cells: Cells, r: int, c: int, middle: str, end: str, step: int = 1
) -> tuple[int, bool]:
    """The row as far as which a bracket is drawn from row *r* with its *middle* signs, and whether its *end* comes behind it."""
    last = r
    while 0 <= last + step < len(cells):
        sign = cells[last + step][c]
        if sign != middle:
            return last, sign == end
        last += step
    return last, False


def _tall(
    cells: Cells, kinds: Mapping[str, tuple[str, str, str]]
) -> Iterator[tuple[int, int, int, str]]:
    """Where brackets of some kinds begin that are drawn downwards, with their last rows and what they are on one line."""
    for r, row in enumerate(cells):
        for c, sign in enumerate(row):
            if sign in kinds:
                middle, end, plain = kinds[sign]
                last, ended = _run(cells, r, c, middle, end)
                if ended:
                    yield r, c, last + 1, plain


def _plain(cells: Cells, c: int, top: int, bottom: int, sign: str) -> None:
    """Put a plain bracket on the middle line of a tall one."""
    for line in cells[top : bottom + 1]:
        line[c] = " "
    cells[top + (bottom - top) // 2][c] = sign


def _brackets(cells: Cells) -> None:
    """Tall round brackets become plain ones on their middle line."""
    for r, c, bottom, plain in _tall(cells, _ROUND):
        if not _around_rows(cells[r], c):
            _plain(cells, c, r, bottom, plain)


def _rounding(cells: Cells) -> None:
    """Tall brackets of which one end is left open, ⌈ and ⌋ drawn over several lines, become plain ones on their middle line, in
    pairs around a fraction: rows of a matrix that stand aside have such ends too.

    >>> undrawn("    ⎡5·2⎤\\nr = ⎢───⎥ = 2\\n    ⎢ 8 ⎥")[0].strip()
    'r = ⌈(5·2)/(8)⌉ = 2'
    """
    for r, row in enumerate(cells):
        for left, right in ("⎡⎤", "⎣⎦"):
            opens = [
                (c, last)
                for c, sign in enumerate(row)
                if sign == left and (last := _open_end(cells, r, c)) is not None
            ]
            for c, last in opens:
                top, bottom = min(r, last), max(r, last)
                close = next(
                    (
                        k
                        for k in range(c + 1, len(row))
                        if row[k] == right and _open_end(cells, r, k) == last
                    ),
                    None,
                )
                if close is None or not any(
                    "─" in line[c:close] for line in cells[top : bottom + 1]
                ):
                    continue
                _plain(cells, c, top, bottom, _ROUNDING[left][3])
                _plain(cells, close, top, bottom, _ROUNDING[right][3])


def _open_end(cells: Cells, r: int, c: int) -> int | None:
    """The row of the open end of a bracket that is drawn from row *r*; None where both ends are there, or one row is all."""
    middle, end, step, _ = _ROUNDING[cells[r][c]]
    last, ended = _run(cells, r, c, middle, end, step)
    return None if ended or last == r else last


def _around_matrices(cells: Cells) -> None:
    """Tall square brackets around a matrix and more, [G > 0] with the numbers of G, become plain ones on their middle line."""
    for r, c, bottom, plain in _tall(cells, _SQUARE):
        depth = list(accumulate((x == "⎡") - (x == "⎤") for x in cells[r][c:]))
        if 2 not in depth or 0 not in depth or depth.index(2) > depth.index(0):
            continue
        _plain(cells, c, r, bottom, plain)
        _plain(cells, c + depth.index(0), r, bottom, "]")


def _around_rows(row: list[str], c: int) -> bool:
    """Whether nothing but numbers stands beside a bracket's end, up to the other bracket: the rows of a matrix."""
    line = "".join(row)
    inner = (
        line[c + 1 :].partition("⎞")[0]
        if row[c] == "⎛"
        else line[:c].rpartition("⎛")[2]
    )
    return bool(numbers(inner))


def _fractions(cells: Cells) -> None:
    """A bar with something above and below becomes (…)/(…) on its own line; short bars first, they may stand inside others."""
    bars = [
        (m.end() - m.start(), r, m.start(), m.end())
        for r, row in enumerate(cells)
        for m in re.finditer("─+", "".join(row))
    ]
    for _, r, start, end in sorted(bars):
        above = _part(cells, r, start, end, -1)
        below = _part(cells, r, start, end, 1)
        if above and below:
            cells[r][start:end] = [f"({above})/({below})", *[""] * (end - start - 1)]


def _part(cells: Cells, r: int, start: int, end: int, step: int) -> str:
    """What stands above (*step* −1) or below (1) a fraction's bar, at most one empty row away; it is blanked out there, since it
    goes into the bar's own row."""
    for k in (r + step, r + 2 * step):
        if 0 <= k < len(cells):
            text = "".join(cells[k][start:end]).strip()
            if text.strip("─"):
                rows = [cells[i] for i in sorted(_going_on(cells, k, start, end, step))]
                part = [row[start:end] for row in rows]
                for row in rows:
                    row[start:end] = [" "] * (end - start)
                return _flat(part)
    return ""


def _going_on(cells: Cells, k: int, start: int, end: int, step: int) -> range:
    """The rows of what stands above or below a bar from row *k* on: a matrix there has several."""
    signs, last = ("⎣", "⎡") if step < 0 else ("⎡", "⎣"), k
    while 0 <= last + step < len(cells) and not {"⎢", signs[0]}.isdisjoint(
        cells[last][start:end]
    ):
        if {"⎢", signs[1]}.isdisjoint(cells[last + step][start:end]):
            break
        last += step
    return range(k, last + step, step)


def _flat(part: Cells) -> str:
    """A part of a formula on one line, its matrices in brackets."""
    for (r, c), grid in _matrices(part).items():
        part[r][c] = grid.text
    return " ".join(text for row in part if (text := "".join(row).strip()))


def _matrices(cells: Cells, first: int = 0) -> dict[Place, FlatGrid]:
    """Every matrix in square brackets, by the row and column where it goes, at the middle of its rows, where the rest of the
    equation stands, or at whatever row has its name; blanked out there. *first* is the line of the file that is the first."""
    found: dict[Place, FlatGrid] = {}
    for r, c, bottom, _ in _tall(cells, _SQUARE):
        lines = [(line, _shut(line, c)) for line in cells[r : bottom + 1]]
        if not all(right for _, right in lines):
            continue
        inside = ["".join(line[c + 1 : right]) for line, right in lines]
        texts = [
            text for text in inside if text.strip(" ╌┼")
        ]  # without the rules between blocks
        for line, right in lines:
            line[c : right + 1] = [" "] * (right + 1 - c)
        places = (r + (bottom - r) // 2, *range(r, bottom + 1))
        said = next((k for k in places if "".join(cells[k][:c]).strip()), places[0])
        shown = f"[{'; '.join(' '.join(drawn.split()) for drawn in texts)}]"
        rows = [text.replace("│", "  ") for text in texts]
        found[said, c] = of_rows(rows, shown, first + said)
    return found


def _shut(line: list[str], left: int) -> int:
    """Where the bracket ends that begins at a place of a line; 0 where another one begins before."""
    at = next(
        (k for k in range(left + 1, len(line)) if line[k] in _ENDS), 0
    )  # a cell that a fraction has taken is empty
    return at if line[at] in _SHUTS else 0
