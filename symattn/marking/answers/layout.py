"""Matrices laid out over several lines of a text: bare rows of numbers, rows between bars."""

from __future__ import annotations

import re

from symattn.errors import SymattnError
from symattn.marking.answers.flat import OPEN, SEP, Flat, Grid
from symattn.marking.answers.grids import row_of
from symattn.marking.answers.latex import equated

_NUMBER = r"[-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?%?"
_ENTRY = re.compile(
    rf"(?:{_NUMBER}|[-−+]?(?:inf|∞|oo)|[-−+]?[\d.()√/*^+\-−]*(?:(?:sqrt|exp|log|ln|e|pi|π|inf)[\d.()√/*^+\-−]*)+|[-−+]?[\d.]+[/√*^()\d.+\-]+"
    r"|[-−+]?[\d.]*√\(?[\d.]+\)?(?:/[\d.]+)?|[-−+]?\d*[¼-¾⅐-⅞])"
)
_WORDS = re.compile(r"[^\W\d_]{2,}")
_ROW = re.compile(r"[ \t]*[-−+.\d√(e∞¼-¾⅐-⅞][^=≈:;\[\]\n]*")
_LEADING = re.compile(r"(?P<name>.*(?:[=≈]|:))(?P<rest>[ \t]*)(?P<row>[^=≈:\[\]]*)\Z")
_BARS = re.compile(r"(?P<name>[^|\n]*?)(?P<row>\|[^\n]*\|)[ \t]*(?P<after>[^|\n]*)\Z")
_RELATED = re.compile(rf"[=≈]\s*(?:\[|{OPEN})")
_RULE = re.compile(r"\|?[ \t:|+-]*-{2,}[ \t:|+-]*\|?\Z")
_EMPTY_BARS = re.compile(r"(?P<name>[^|\n]*)\|[ \t]*\|[ \t]*")
_SIZES = re.compile(r"\([^()]*,[^()]*\)(?:\s*=\s*\([^()]*\))?")
_NUMBERED = re.compile(
    r"[ \t]*(?:(?:row|zeile|r)[ _]?(?:\d{1,2}|one|two|three|four)|(?:first|second|third|fourth) row)[ \t]*[:=.)][ \t]*",
    re.IGNORECASE,
)
_SHORT = re.compile(r"[^\W\d_](?:_?\w{1,2})?")  # a name that a column of single numbers may stand below
_PARTED = re.compile(r";|(?<=\S) \| (?=\S)")
_NAMED_ROW = re.compile(r"(\\?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?)?)[ \t]*[=≈:]")
_LABEL = re.compile(r"[ \t]*(?:\*\*|`)?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?)?(?:\*\*|`)?[ \t]*\Z")


def laid_out(flat: Flat) -> Flat:
    """The flat text with matrices that are laid out over lines taken out.

    >>> found = Flat()
    >>> found.add("Q =\\n1 2\\n3 4\\n", 1)
    >>> new = laid_out(found)
    >>> new.text.split("\\n")[0], new.grids[0].entries
    ('Q =', (('1', '2'), ('3', '4')))
    """
    before_lines = flat.lines
    lines = [_unnumbered(_table_row(line)) for line in before_lines]
    _part_beside(lines)
    rows = [_row(line) for line in lines]
    bars = [_bars(line) if "|" in line else None for line in lines]
    if not any(rows) and not any(bars) and lines == before_lines and not any(map(_in_one_line, lines)):
        return flat
    out = Flat(grids=list(flat.grids))
    at, k = 0, 0
    while k < len(lines):
        taken = _bar_block(lines, bars, k) or _row_block(lines, rows, k)
        number = flat.line(at)
        width = sum(len(line) + 1 for line in before_lines[k : k + (taken[0] if taken else 1)])
        if taken is None:
            out.add(lines[k] + ("\n" if k + 1 < len(lines) else ""), number)
            at += width
            k += 1
            continue
        count, before, entries, after = taken
        source = "\n".join(lines[k : k + count]).strip()
        out.add(before, number)
        out.matrix(Grid(source[len(before.strip()) :].strip(), number, entries))
        out.add(f" {after}\n" if k + count < len(lines) else f" {after}", number)
        at += width
        k += count
    return out


def _unnumbered(line: str) -> str:
    """A row of numbers without the words that say which row it is: "Row 1: 0.5 0.5"; "Row 1: A = …" with them behind the name."""
    found = _NUMBERED.match(line)
    named = _NAMED_ROW.match(line, found.end()) if found else None
    if found and named:
        return f"{named[1]} {found[0].strip(' .:=)')} {line[named.end(1) :]}"
    return line[found.end() :] if found and _row(line[found.end() :]) else line


def _part_beside(lines: list[str]) -> None:
    """Matrices between bars beside each other become equations, one below the other; lines that are used up become empty.

    >>> lines = ["Q = | 1 2 |  K = | 5 |", "    | 3 4 |      | 6 |"]
    >>> _part_beside(lines)
    >>> lines
    ['Q =  [1 2; 3 4]\\x04K =  [5; 6]', '']
    """
    rows = [_beside(line) for line in lines]
    k = 0
    while k < len(lines):
        first, end = rows[k], k + 1
        while first and end < len(lines) and (row := rows[end]) and [len(e) for _, e in row] == [len(e) for _, e in first]:
            end += 1
        block = [row for row in rows[k:end] if row]
        if len(block) > 1:
            names = ["".join(row[j][0] for row in block).strip() for j in range(len(block[0]))]
            if all(name.endswith("=") for name in names):
                tables = ["; ".join(" ".join(row[j][1]) for row in block) for j in range(len(names))]
                lines[k:end] = [SEP.join(f"{n}  [{t}]" for n, t in zip(names, tables, strict=True)), *[""] * (end - k - 1)]
        k = end


def _beside(line: str) -> list[tuple[str, Row]] | None:
    """The names and rows of a line with two matrices or more between bars; None for any other."""
    if line.count("|") < 4 or line.count("|") % 2 or len(line) > 2_000:
        return None
    pieces = line.split("|")
    found = [(name.strip(" \t,;") + " ", _numbers(row)) for name, row in zip(pieces[::2], pieces[1::2], strict=False)]
    rows = [(name if name.strip() else "", row) for name, row in found if row]
    return rows if len(rows) == len(found) and not pieces[-1].strip(" \t,;.") else None


def _table_row(line: str) -> str:
    """The row of a table that gives a line's value, with bars or in columns, as an equation; any other line as it is."""
    row = line.strip()
    if row.startswith("|"):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        found = equated(cells)
        return found or (SEP.join(cells) if any(_RELATED.search(cell) for cell in cells) else line)
    if "  " in row and len(row) < 1_000:
        cells = re.split(r"\s{2,}", row)
        if _SIZES.fullmatch(cells[1]) or (cells[1][0] == OPEN and _LABEL.fullmatch(cells[0])):
            return equated(cells) or line
    return line


Row = tuple[str, ...]
Block = tuple[int, str, tuple[Row, ...], str]


def _row(line: str) -> Row | None:
    """The entries of a line that has nothing but numbers in it, with blanks or commas between them."""
    if not _ROW.fullmatch(line) or len(line) > 5_000:
        return None
    return _numbers(line)


def _numbers(text: str) -> Row | None:
    try:
        found = tuple(row_of(text.strip().rstrip(",;")))
    except SymattnError:
        return None
    return found if found and all(_ENTRY.fullmatch(entry.replace(" ", "")) for entry in found) else None


def _row_block(lines: list[str], rows: list[Row | None], k: int) -> Block | None:
    """Rows below each other: after a name and =, the first perhaps beside it; or two rows and more without a name."""
    first, before = rows[k], ""
    if first is None:
        leading = _LEADING.fullmatch(lines[k]) if len(lines[k]) < 5_000 else None
        if leading is None or not leading["row"].strip() or leading["row"].count("(") != leading["row"].count(")"):
            return None
        if whole := _in_one_line(lines[k]):
            return 1, leading["name"] + " ", whole, ""
        first = _numbers(leading["row"])
        if first is None or (len(first) < 2 and not _goes_on(lines, rows, k)):
            return None
        before = leading["name"] + " "
    end = k + 1
    while end < len(lines) and (row := rows[end]) is not None and len(row) == len(first):
        end += 1
    found = [first, *(row for row in rows[k + 1 : end] if row is not None)]
    if not before:
        j = k - 1
        while j >= 0 and not lines[j].strip():
            j -= 1
        last = lines[j].rstrip() if j >= 0 else ""
        named = last.endswith(("=", "≈", ":"))
        wide = len(first) > 1 or _SHORT.fullmatch(last.strip()) is not None
        if not named and len(found) > 1 and wide and j == k - 1 and _LABEL.fullmatch(last):
            before = ": "  # a name alone on the line above
            named = True
        if not (named and (len(first) > 1 or len(found) > 1)) and not (len(found) > 1 and len(first) > 1):
            return None
    return end - k, before, tuple(found), ""


def _goes_on(lines: list[str], rows: list[Row | None], k: int) -> bool:
    """Whether a column goes on in the next line, below its first number: K = 1 and 2 below the 1."""
    after = lines[k + 1] if k + 1 < len(lines) else ""
    return bool(after.strip()) and rows[k + 1] is not None and abs(len(after.rstrip()) - len(lines[k].rstrip())) <= 1


def _in_one_line(line: str) -> tuple[Row, ...] | None:
    """Rows of one length after a name, with semicolons or bars between them and no brackets: A: 1, 2; 3, 4."""
    leading = _LEADING.fullmatch(line) if _PARTED.search(line) and len(line) < 5_000 else None
    if leading is None:
        return None
    rows = [_numbers(row) for row in _PARTED.split(leading["row"].strip().rstrip(".;"))]
    found = tuple(row for row in rows if row is not None)
    return found if len(found) == len(rows) > 1 and len({len(row) for row in found}) == 1 and len(found[0]) > 1 else None


def _bars(line: str) -> tuple[str, Row, str] | None:
    """A row between bars: what stands before it, its entries, what stands after."""
    found = _BARS.fullmatch(line) if len(line) < 5_000 else None
    if found is None:
        return None
    inner = found["row"].strip()[1:-1]
    cells = [cell.strip() for cell in inner.split("|")]
    entries = (
        _numbers(inner) if len(cells) == 1 else tuple(cells) if all(_ENTRY.fullmatch(c.replace(" ", "")) for c in cells) else None
    )
    return (found["name"], entries, found["after"]) if entries else None


def _bar_block(lines: list[str], bars: list[tuple[str, Row, str] | None], k: int) -> Block | None:
    first = bars[k]
    if first is None:
        return None
    name, rows, after, end = first[0], [first[1]], first[2], k + 1
    while end < len(lines):
        row = bars[end]
        if row is None and _RULE.fullmatch(lines[end].strip()) and lines[end].strip():
            end += 1
            continue
        empty = _EMPTY_BARS.fullmatch(lines[end]) if row is None and end + 1 < len(lines) and bars[end + 1] else None
        if empty is not None and not (empty["name"].strip() and name.strip()):
            name = empty["name"] if empty["name"].strip() else name
            end += 1
            continue
        if row is None or len(row[1]) != len(rows[0]) or (row[0].strip() and name.strip()):
            break
        name = row[0] if row[0].strip() else name
        after = row[2] if row[2].strip() else after
        rows.append(row[1])
        end += 1
    if len(rows) < 2 and not name.strip().endswith(("=", "≈", ":")):
        return None
    return end - k, name, tuple(rows), after
