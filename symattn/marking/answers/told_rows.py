"""Rows of a matrix as people tell them on one line: counted, named, the first and the second, parted by slashes or bars."""

from __future__ import annotations

import re

from symattn.later import Match, pattern
from symattn.marking.answers.about import is_name, is_token
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import is_entry

NUMBER = r"[-−+]?\d+/\d+|[-−+]?(?:\d+(?:\.\d*|,\d+)?|\.\d+)(?:[eE][-+]?\d+)?(?:[ \t]?%)?|[-−+]?(?:inf|∞)"
WHOLE = rf"(?>{NUMBER})"  # never read in a second way: a row whose end is missing would be tried in all of them
ROW_OF_NUMBERS = rf"{WHOLE}(?:(?:[ \t]*,[ \t]*|[ \t]+){WHOLE})+"
SPLIT_ROW = rf"{WHOLE}(?:[ \t]*;[ \t]*{WHOLE})+"
BETWEEN_ROWS = r"(?:[ \t]+/[ \t]+|[ \t]*\|[ \t]*)"
BARRED = r"(?:[^|;()\n]|\((?:[^()\n]|\([^()\n]{0,80}\)){0,200}\)){1,300}?"
_BARS = pattern(r"[ \t]+\|[ \t]+")
_SLASHES = pattern(BETWEEN_ROWS)
_AND = spoken(r"[ \t]+«and»[ \t]+")
_ITEMS = spoken(rf",?{_AND.pattern}|[,;][ \t]+")
_DECIMAL_COMMA = pattern(r"\d,\d")


def of_slashed_rows(found: Match) -> str:
    """Rows between slashes or bars; bars of a row that stands right above or below a bracket are inside that row."""
    text, begins = found.string, found.string.rfind("\n", 0, found.start()) + 1
    column = found.start() - begins
    below = text.find("\n", found.start()) + 1
    above = text.rfind("\n", 0, max(begins - 1, 0)) + 1
    beside = (
        text[below : below + column + 1] if below else "",
        text[above : min(above + column + 1, begins)] if begins else "",
    )
    drawn = "|" in found[0] and any(
        len(line) > column and line[column] == found[0][0] for line in beside
    )
    return found[0] if drawn else _SLASHES.sub("; ", found[0])


def stacked(tuples: str) -> str:
    """The rows that stand in brackets beside each other."""
    return "; ".join(re.findall(r"[(\[]([^()\[\]\n]*)[)\]]", tuples))


def of_named_rows(found: Match) -> str:
    """L: row 1 = (0, 1), row 2 = (2, 0); Q: Thinking -> (7, 8), Machine -> (1, 2): rows with what they are of before each."""
    rows = _NAME_OF_ROW.findall(found[2])
    counted = [
        number for name, _, _ in rows if (number := _COUNTED_NAME.fullmatch(name))
    ]
    if counted:  # by a word or a letter that is no line's, from 1 on
        mine = any(
            is_name(name[0]) or is_name(name[1]) or is_name(name[1].upper())
            for name in counted
        )
        told = not mine and [int(name[2]) for name in counted] == list(
            range(1, len(rows) + 1)
        )
    else:
        told = all(
            is_token(name) or (sign in "->→⟶↦" and not is_name(name))
            for name, sign, _ in rows
        )
    return f"{found[1]} = [{', '.join(row for *_, row in rows)}]" if told else found[0]


def of_chains(found: Match) -> str:
    """1 + 2 = 3 and 2·4 = 8: a chain for each entry of one list, with as many values of each."""
    sides = [_ITEMS.split(side.strip()) for side in re.split("[=≈]", found["chains"])]
    if (
        len(sides) > 1 < len(sides[0]) and len({*map(len, sides)}) == 1
    ):  # ln 2 and ln 3 = 0.69 and 1.1
        return found["sign"] + " = ".join(f"({'; '.join(side)})" for side in sides)
    said = [re.sub(_REMARK, "", one) for one in _ITEMS.split(found["chains"])]
    chains = [re.split("[=≈]", re.sub(r"[ \t]", "", one)) for one in said]
    most = max(map(len, chains))
    if most == 1 and _DECIMAL_COMMA.search(
        found["chains"]
    ):  # 0,5 und 0,25 is read as it stands
        return found[0]
    steps = zip(
        *(chain[:1] * (most - len(chain)) + chain for chain in chains), strict=True
    )
    return found["sign"] + " = ".join(f"({'; '.join(step)})" for step in steps)


def of_ordinal_rows(found: Match) -> str:
    """First row 1 and 2, second row 5 and 6."""
    rows = [
        _SLASHES.sub("  ", row.rpartition("=")[2].strip(" ,;()[]").rstrip(". "))
        for row in _ORDINAL_ROW.split(found["rows"])
    ]
    sign = "= " if found["said"].strip() else ""
    return f"{sign}[{'; '.join(_AND.sub('  ', row) for row in rows if row)}]"


def of_barred_entries(found: Match) -> str:
    """Entries between bars, (1 | 0 | ln 2), each of which is one number."""
    cells = [cell.strip() for cell in _BARS.split(found[0][1:-1])]
    return (
        found[0]
        if not all(is_entry(cell) or len(cell.split()) == 1 for cell in cells)
        else f"({'; '.join(cells)})"
    )


def of_split_rows(found: Match) -> str:
    """Rows between bars or slashes, entries between semicolons, where bars or a decimal comma say that these part no rows."""
    rows = _SLASHES.split(found[0])
    even = len({row.count(";") for row in rows}) == 1
    sure = "|" in found[0] or (even and _DECIMAL_COMMA.search(found[0]))
    return (
        "; ".join(re.sub(r";[ \t]*", "  ", row) for row in rows) if sure else found[0]
    )


_TUPLE = r"[(\[][^()\[\]\n=]{1,200}[)\]]"
SAID = r"(?:(?:«is»|«have»|be|=|:)[ \t]+)?(?:«the»[ \t]+|a[ \t]+)?(?:«matrix»[ \t]+)?(?:(?:«with»|«of»)[ \t]+)?(?:«the»[ \t]+)?"
TUPLES = rf"(?P<rows>{_TUPLE}(?:[ \t]*(?:,[ \t]*«and»|,|«and»|;)?[ \t]*{_TUPLE})+)"
ONE = rf"(?:[-−+]?(?:\d+[ \t]+)?(?:ln|log)[ \t]*\d+|{NUMBER})"
ENTRIES = (
    rf"(?>{ONE})(?:(?:[ \t]*,[ \t]+|[ \t]+«and»[ \t]+|[ \t]+/[ \t]+|[ \t]+)(?>{ONE}))*"
)
_SAYS = r"(?:[ \t]*[:=]|[ \t]+«is»\b)?[ \t]*"
FIRST_ROW = rf"(?:«the»[ \t]+)?«nth.1»[ \t]+«row»{_SAYS}"
LATER_ROW = rf"(?:«the»[ \t]+)?(?:«nth.2»|«nth.3»|«nth.4»|«last»)[ \t]+«row»{_SAYS}"
ROW_TOLD = rf"(?:{_TUPLE}|{ENTRIES})"
BEFORE_ROW = r"[ \t]*[;,.]?[ \t]*(?:«and»[ \t]+)?"
_ORDINAL_ROW = spoken(rf"{BEFORE_ROW}(?:{FIRST_ROW}|{LATER_ROW})", re.IGNORECASE)
_REMARK = r"(?:[ \t]+\([^()=\d]*[^\W\d_]{3}[^()=\d]*\d{0,2}\))?"
_WORKED = r"(?:(?![,;][ \t])[\d.,()+\-−–*·×⋅/^√²³ \t]|\b(?:ln|log|exp|sqrt|tanh|sin|cos|e)(?![^\W\d_])){1,80}+"
STEP, _LAST = rf"(?>{_WORKED}[=≈][ \t]*)", rf"{ONE}(?<!\.){_REMARK}"
_CHAIN, _EQUATED = f"{STEP}{{0,9}}+{_LAST}", f"{STEP}{{1,9}}+{_LAST}"
CHAINS = rf"{_EQUATED}(?:[,;][ \t]+{_EQUATED}){{1,12}}"
CHAINS += (
    rf"|{_CHAIN}(?:(?:,[ \t]+|{_AND.pattern}){_CHAIN}){{0,12}},?{_AND.pattern}{_CHAIN}"
)
_ROWS_OF = r"\\?[^\W\d_][\w{}^()]{0,12}[₀-₉]?"
_ROUND_ROW = r"\((?:[^()\n]|\([^()\n]{0,80}\)){1,300}\)"
_LEADS_TO = r"->|→|⟶|↦|=|:"
_ROW_WORD = "«row»|«word»"
_ROW_NAMED = (
    rf"(?:(?:{_ROW_WORD})[ \t_]*\d{{1,2}}|[^\W\d_][\w'’-]{{0,20}})"
    rf"[ \t]*(?:{_LEADS_TO})[ \t]*{_ROUND_ROW}"
)
_COUNTED_NAME = pattern(r"(.*?)[ \t_]*(\d+)")
_NAME_OF_ROW = spoken(
    rf"[,; \t]*(?:«and»[ \t]+)?([^()\n]{{1,40}}?)[ \t]*({_LEADS_TO})[ \t]*({_ROUND_ROW})",
    re.IGNORECASE,
)
ROWS_NAMED = (
    rf"^([ \t]*(?:[-*•][ \t]+)?(?:\(?[a-h]\)[ \t]*)?{_ROWS_OF})[ \t]*[:=][ \t]*"
    rf"({_ROW_NAMED}(?:(?:[ \t]*(?:[,;]|«and»)|[ \t])[ \t]*{_ROW_NAMED})+)[ \t.]*$"
)
