"""How a line of rows may be drawn: the words before each row and behind the last, and the texts of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from symattn.later import pattern
from symattn.marking.answers.cells import between_bars, entries, is_entry, spaced
from symattn.said import Strings

_DRAWN_LEFT, _DRAWN_RIGHT = "⎡⎢⎣⎛⎜⎝⎧⎨⎩", "⎤⎥⎦⎞⎟⎠⎫⎬⎭"
_TOPS, _FEET = "⎡⎛⎧", "⎣⎝⎩"
_DRAWN = pattern(
    rf"(?<![^{_DRAWN_LEFT}{_DRAWN_RIGHT}])(?P<words>[^{_DRAWN_LEFT}{_DRAWN_RIGHT}]*)[{_DRAWN_LEFT}](?P<row>[^{_DRAWN_LEFT}{_DRAWN_RIGHT}]*)(?:[{_DRAWN_RIGHT}]|\Z)"
)
_BRACKETED = pattern(
    r"(?<![^\[\]()])(?P<words>[^\[\]()]*)(?:\[(?P<row>[^\[\]]*)\]|\((?P<round>[^\[\]()]*)\))"
)
LABEL = r"[ \t]*\(?(?:[a-h]|\d{1,2}[a-h]?)\)"
_ASCII = pattern(
    rf"(?P<words>(?:{LABEL})?[^/\\|()\n]{{0,60}})[/\\|(]"
    r"(?P<row>[ \t]*[-−+.\d](?:[^/\\|()=:;]|(?<=\d)/(?=\d))*)[\\/|)][ \t,;.]*"
)
PLAIN_ROW = pattern(r"[-−+]?[\d./]+(?:[ \t]+[-−+]?[\d./]+)+")


def many(text: str) -> int:
    """How many entries a row has; 0 where that is not seen.

    >>> many("1 2"), many("so")
    (2, 0)
    """
    return len(entries(text))


class RowLine(NamedTuple):
    """A line of rows: the words before each and behind the last, the texts of the rows, whether one begins or ends there."""

    words: Strings
    rows: Strings
    begins: bool = False
    ends: bool = False
    cells: Strings = ()  # of a table, the empty ones too


Rule = Callable[[str], RowLine | None]


# --- the rules: how a line of rows may be drawn, the surest first ---


def drawn(line: str) -> RowLine | None:
    """Q = ⎡1 2⎤ and ⎣3 4⎦ below it, also without the right bracket."""
    found = list(_DRAWN.finditer(line))
    if not found:
        return None
    words = (*(m["words"] for m in found), line[found[-1].end() :])
    left = [line[m.end("words")] for m in found]
    rows = tuple(m["row"].replace("│", "  ") for m in found)
    return RowLine(words, rows, left[0] in _TOPS, left[0] in _FEET)


def barred(line: str) -> RowLine | None:
    """Q = | 1 2 |, and | 3 4 | below it; several beside each other."""
    pieces = line.split("|")
    if len(pieces) < 3 or len(pieces) % 2 == 0:
        return None
    rows = pieces[1::2]
    return (
        RowLine(tuple(pieces[::2]), tuple(rows))
        if all(not row.strip() or entries(row) for row in rows)
        else None
    )


def bracketed(line: str) -> RowLine | None:
    """S = [1, 2] and [3, 4] below it, or (1 2) and (3 4); several beside each other."""
    at, kept = 0, []
    for m in _BRACKETED.finditer(line):
        row = spaced(m["round"]) if m["row"] is None else m["row"]
        count = many(row)
        if count > 1 or (m["row"] is not None and (count or not row.strip())):
            words = line[at : m.end("words")]
            if words.rstrip().endswith(
                ("[", "(")
            ):  # rows inside a bracket: what they are is not looked at any further
                return None
            kept.append((words, row))
            at = m.end()
    if not kept:
        return None
    rest = line[at:]
    whole = RowLine(
        (*(words for words, _ in kept), rest), tuple(row for _, row in kept)
    )
    return None if rest.lstrip().startswith(("]", ")")) else whole


def ascii_art(line: str) -> RowLine | None:
    r"""Q = /1 2\ and \3 4/ below it."""
    found = _ASCII.fullmatch(line)
    if found is None:
        return None
    left = line[found.end("words")]
    return RowLine((found["words"], ""), (found["row"],), left == "/", left == "\\")


def celled(line: str) -> RowLine | None:
    """| 1 | 2 |, as tables of Markdown, Word and HTML come."""
    bare = line.strip()
    if len(bare) < 3 or bare[0] != "|" or bare[-1] != "|":
        return None
    cells = between_bars(bare)
    full = [k for k, cell in enumerate(cells) if cell]
    if not full or not all(is_entry(cells[k]) for k in full):
        return None
    inner = cells[full[0] : full[-1] + 1]
    row = inner[0]
    several = PLAIN_ROW.fullmatch(row) is not None or (
        "  " in row and len(entries(row)) > 1
    )  # | 1 2 |, a matrix between bars
    return (
        None if several else RowLine(("", ""), ("\t".join(inner),), cells=tuple(cells))
    )


class Drawing(NamedTuple):
    """How rows are drawn below each other: what reads one line, an example, and the matrix that it gives."""

    reads: Rule
    example: str
    gives: str


DRAWN: tuple[Drawing, ...] = (
    Drawing(drawn, "    ⎡1 2⎤\nQ = ⎣3 4⎦", "[1 2; 3 4]"),
    Drawing(celled, "Q =\n| 0,5 | 2 |\n| 3 | 4 |", "[0,5 2; 3 4]"),
    Drawing(barred, "Q = | 1 2 |\n    | 3 4 |", "[1 2; 3 4]"),
    Drawing(bracketed, "Q = [1, 2]\n    [3, 4]\n[2]", "[1, 2; 3, 4]"),
    Drawing(ascii_art, "Q = / 1 2 \\\n    \\ 3 4 /", "[1 2; 3 4]"),
)
"""How rows are drawn below each other, in the order in which they are tried: the signs that mean nothing else come first; cells
before bars, since a comma in a cell parts nothing; brackets, which formulas have too, after those; slashes last."""
