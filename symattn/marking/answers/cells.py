"""The cells of a row: whether one is a number, and which numbers a row has where it is nothing but numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from symattn.errors import SymattnError
from symattn.language.letters import any_known
from symattn.later import Match, pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.splitting import products, row_of
from symattn.said import Strings

LONGEST = 2_000  # characters of a line with rows in it
MOST_KNOWN = 8_000  # rows whose entries are remembered
# In each pattern what repeats ends where the next part can begin: a line that fits none is not tried from each of its signs.
_NUMBER = r"(?:\d+(?:[.·]\d*|,\d+)?|[.,]\d+)(?:[eE][-+]?\d+)?"
_SIGNS = r"[\d.()√/*·^+\-−⁰¹²³⁴-⁹⁻]*"
_ENTRY = pattern(
    rf"(?!(?:sqrt|exp|log|ln|sin|cos)\Z)[-−–+≈~]?(?:{_NUMBER}%?|[-−–+]?(?:[Ii]nf(?:inity)?|unendlich|∞|oo)|{_SIGNS}(?:(?:sqrt|exp|log|ln|e|pi|π|inf|sin|cos|σ){_SIGNS})+"
    r"|(?:sin|cos|ln|log|sqrt)\(?\d+,\d+\)?"
    r"|\d*e⁻?[⁰¹²³⁴-⁹]+|[\d.(√][/√*^()\d.+\-−]+|[\d.]*√\(?[\d.]+\)?(?:/[\d.]+)?|\d*[¼-¾⅐-⅞])"
)
_NOT_IN_ROW = frozenset("&;=")
_PARTS = pattern(
    r"[\s,|│()\[\]{}]"
)  # what may stand between entries, or round them: without any there is one entry
FORMULA = pattern(r"\$([^$|\n]+)\$")  # in a cell
_IN_LATEX = pattern(
    r"(?=.*(?:\d|\\infty|\\pi))(?:\\(?:ln|log|exp|sqrt|[dt]?frac|infty|pi|cdot|times|left|right|[,;!])(?![A-Za-z])"
    r"|[\d.,{}()^*/+\-−e\s])+"
)


def entries(text: str) -> Strings:
    """The entries of a row where it is nothing but numbers; none for any other.

    >>> entries("0,5  1/2"), entries("1, -2"), entries("so 1 2"), entries("| 3 | 4 |")
    (('0,5', '1/2'), ('1', '-2'), (), ('3', '4'))
    """
    text = text.strip().rstrip(",;")
    if not text or len(text) > LONGEST or not _NOT_IN_ROW.isdisjoint(text):
        return ()
    return _entries(text) if any_known() else _known_entries(text, numerals.state())


@lru_cache(maxsize=MOST_KNOWN)
def _known_entries(text: str, state: object) -> Strings:
    """The entries of a row without letters: each line is looked at by several rules, and a class writes the same."""
    return _entries(text)


def _entries(text: str) -> Strings:
    if not _PARTS.search(text):
        return (text,) if is_entry(text) else ()
    try:
        found = tuple(row_of(text))
    except SymattnError:
        return ()
    remarks = any(
        entry[0] == "(" and entry[-1] == ")" for entry in found if entry
    )  # 0.5 (2)
    return found if not remarks and all(map(is_entry, found)) else ()


def widths(row: str) -> frozenset[int]:
    """How many entries a row may have, 0 where that is not seen: 2 ln 2 is two or one.

    >>> sorted(widths("2 ln 2 1")), sorted(widths("none"))
    ([2, 3], [0])
    """
    found = entries(row)
    return frozenset((len(found), len(products(found))))


def alike(width: frozenset[int], lines: Iterable[str]) -> Iterator[str]:
    """The rows that go on with one of so many entries, as long as all may have as many.

    >>> list(alike(frozenset([2]), ["2 ln 2 0", "1 2", "3", "4 5"]))
    ['2 ln 2 0', '1 2']
    """
    for line in lines:
        width &= widths(line) - {0}
        if not width:
            return
        yield line


def fits(looks: re.Pattern[str], line: str) -> Match | None:
    """What a pattern is in a whole line that is not too long for rows.

    >>> fits(pattern("a+"), "aa").end(), fits(pattern("a+"), "a" * LONGEST)
    (2, None)
    """
    return looks.fullmatch(line) if len(line) < LONGEST else None


def spaced(row: str) -> str:
    """A row with blanks for its semicolons, where commas are decimal signs and these part single entries: 0,5; 2. Where points
    are, semicolons part rows.

    >>> spaced("0,5; 2"), spaced("1; 2")
    ('0,5; 2', '1; 2')
    >>> with numerals.country("fr"):
    ...     spaced("0,5; 2"), spaced("1 2; 3 4")
    ('0,5  2', '1 2; 3 4')
    """
    return in_cells(row) if numerals.with_comma() else row


def in_cells(row: str) -> str:
    """A row with blanks for the semicolons between its single entries.

    >>> in_cells("0.5; 2"), in_cells("1 2; 3")
    ('0.5  2', '1 2; 3')
    """
    cells = row.split(";")
    return (
        "  ".join(map(str.strip, cells))
        if len(cells) > 1 and all(map(is_single, cells))
        else row
    )


def is_single(cell: str) -> bool:
    """Whether a text is one number, perhaps with a comma in it, or a multiple of a function of one.

    >>> is_single("0,5"), is_single("2 log 3"), is_single("1 2")
    (True, True, False)
    """
    return numerals.single(cell) or len(products(entries(cell))) == 1


def between_bars(row: str) -> list[str]:
    """The cells of a row with bars around them, formulas without their signs.

    >>> between_bars(r"| I | $\\ln 2$ | |")
    ['I', '\\\\ln 2', '']
    """
    cells = [cell.strip() for cell in row[1:-1].split("|")]
    return [
        found[1].strip() if (found := FORMULA.fullmatch(cell)) else cell
        for cell in cells
    ]


def is_entry(cell: str) -> bool:
    """Whether a cell is one number.

    >>> is_entry("1/2"), is_entry(r"\\frac{1}{2}"), is_entry("the"), is_entry(r"(\\frac14")
    (True, True, False, False)
    """
    looks = _IN_LATEX if "\\" in cell else _ENTRY
    text = cell if "\\" in cell else cell.replace(" ", "")
    return cell.count("(") == cell.count(")") and looks.fullmatch(text) is not None


def unbracketed(cell: str) -> str:
    """A cell of a table without the brackets round a row.

    >>> unbracketed("(15, 0)"), unbracketed("(1 + 2)/3")
    ('15, 0', '(1 + 2)/3')
    """
    return (
        cell[1:-1]
        if cell[:1] + cell[-1:] in ("()", "[]") and len(entries(cell[1:-1])) > 1
        else cell
    )


def closed(pieces: Iterable[object], brackets: str, sign: str) -> list[object]:
    """Pieces of which texts with a bracket that is not closed go on in those behind them, as far as it is: commas part them in
    YAML, semicolons in a spreadsheet.

    >>> closed(["Q", "[1 0", " 1 2]", "so"], "[]", ";"), closed(["max(0", "t)", 1, "(a"], "()", ", ")
    (['Q', '[1 0; 1 2]', 'so'], ['max(0, t)', 1, '(a'])
    """
    found, held, depth = list[object](), list[object](), 0
    for piece in pieces:
        held.append(piece)
        if not isinstance(piece, str):
            found += held
            held, depth = [], 0
            continue
        depth = max(depth + piece.count(brackets[0]) - piece.count(brackets[1]), 0)
        if depth == 0:
            found.append(sign.join(map(str, held)))
            held = []
    return [*found, *held]
