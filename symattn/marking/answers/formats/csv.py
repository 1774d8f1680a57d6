"""Answers from a form: a CSV table whose columns are questions and whose rows are students."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symattn.errors import LimitError, SymattnError
from symattn.language.evaluate import budget
from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.headings import prefix
from symattn.marking.answers.ledger import Source
from symattn.marking.answers.tables import of_text
from symattn.marking.answers.written import Contents, Place, Written
from symattn.marking.said import reading

ORDER = 60
SUFFIXES = {".csv": "CSV of a form"}
MOST_ROWS = 5_000
LONGEST, LONGEST_TITLE = 100_000, 300
_WHO = (r"e-?mail", r"student\W*(?:id|no|number)|\bid\b|matric|roll", r"user\s*name|login", r"\bname\b|student|who")
_NUMBER = re.compile(r"[-−+]?(?:\d+(?:[.,]\d*)?|\.\d+)(?:[eE][-+]?\d+)?%?|[-−+]?\d+/\d+|[-−]?(?:inf|∞)")
_COLUMN = re.compile(r"(?:a|c|e|v|x|col|column|entry|spalte|val|value|wert)?[ _]?(\d{0,2})")  # above the numbers of a table
_NUMBERED = re.compile(r"\A(?:q|question|problem)\s*(\d{1,3})[\s.:-]+(?=[A-Za-z]{1,5}_?\d?\Z)", re.IGNORECASE)
_ABOUT = re.compile(
    r"time\s*stamp|e-?mail|\bname\b|student|\bid\b|^(?:total )?score$|user\s*name|section|submitted|start(?:ed)? (?:time|on)"
    r"|completion",
    re.IGNORECASE,
)


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """Every row of a form: who it is, and the answers in its columns; raises SymattnError, LimitError.

    >>> [(found.who, [answer.label for answer in found.answers]) for found in read(b'name,A_1\\nAda,"[[1, 2]]"', frozenset())]
    [('Ada', ['A_1'])]
    """
    try:
        text = decoded(data)
        rows = list(csv.reader(io.StringIO(text), delimiter=";" if _with_semicolons(text) else ","))
    except csv.Error as error:
        raise SymattnError(reading("no_such", what="CSV", error=str(error))) from None
    if len(rows) < 2:
        raise SymattnError(reading("no_rows_below"))
    if len(rows) > MOST_ROWS:
        raise LimitError(reading("most_rows", count=f"{len(rows):,}", most=f"{MOST_ROWS:,}"))
    titles = [" ".join(title.split())[:LONGEST_TITLE] for title in rows[0]]
    if not any(re.search(r"[^\W\d_]", title) for title in titles[1:]):
        return [prose.read("\n".join(_line(row) for row in rows), ids)]  # a table of numbers, no form
    if (below := _below(titles, rows[1:])) is not None:
        return [prose.read(below, ids)]
    listed = _listed(titles, rows[1:])
    if listed is not None:
        return [listed]
    who = _who(titles)
    return [
        _contents(titles, row, who=row[who].strip() if who < len(row) and row[who].strip() else f"line {i}")
        for i, row in enumerate(rows[1:], 2)
        if any(cell.strip() for cell in row)
    ]


def _with_semicolons(table: str) -> bool:
    """Whether a spreadsheet wrote semicolons between cells, as it does where a comma stands in numbers."""
    lines = [line for line in table.split("\n") if line.strip()]
    filled = [line for line in lines if ";" in line or "," in line]  # a name alone on its line says nothing
    return bool(filled) and all(";" in line for line in filled) and '"' not in lines[0] and "," not in lines[0]


def _line(row: list[str]) -> str:
    """A row of a table of numbers as a line of text: a name alone, or cells with tabs between them."""
    filled = [cell.strip() for cell in row]
    if filled and filled[0] and not any(filled[1:]) and re.search(r"[^\W\d_]", filled[0]):
        return f"{filled[0]}:"
    return "\t".join(filled).rstrip("\t")


def _below(titles: list[str], rows: list[list[str]]) -> str | None:
    """A table with a row of a matrix, or a whole one, on each line behind its name, as a text; None for a form.

    >>> _below(["line", "row", "c1", "c2"], [["S", "1", "1", "3"], ["S", "2", "0", "1"]])
    'S =\\n1\\t3\\n0\\t1'
    >>> _below(["name", "a11", "a12", "a21", "a22"], [["S", "1", "3", "0", "1"]])
    'S = [1  3; 0  1]'
    """
    kept = [k for k, title in enumerate(titles) if title.lower() not in ("row", "zeile")]
    titles = [titles[k] for k in kept]
    filled = [[row[k].strip() if k < len(row) else "" for k in kept] for row in rows if any(map(str.strip, row))]
    named = titles[:1] and titles[0].lower() in ("line", "label", "symbol", "variable", "name", "matrix", "")
    if not named or not filled or not all(row[0] and any(row[1:]) for row in filled):
        return None
    if not all(_NUMBER.fullmatch(cell) for row in filled for cell in row[1:] if cell):
        return None
    names = [row[0] for row in filled]
    if len(set(names)) == len(names):
        places = [_COLUMN.fullmatch(title.lower()) for title in titles[1:]]
        return "\n".join(_of_row(row, [place[1] or "" for place in places if place]) for row in filled) if all(places) else None
    out: list[str] = []
    for k, row in enumerate(filled):
        out += [f"{row[0]} ="] if k == 0 or names[k - 1] != row[0] else []
        out.append("\t".join(cell for cell in row[1:] if cell))
    return "\n".join(out)


def _of_row(row: list[str], numbers: list[str]) -> str:
    """A name and the numbers behind it as an equation; a number of two digits above each says in which row it stands."""
    cells = list(zip(numbers, row[1:], strict=False))
    two = all(len(number) == 2 for number in numbers)
    by_row = [[cell for number, cell in cells if cell and number[:1] == first] for first in dict.fromkeys(n[:1] for n in numbers)]
    rows = [found for found in by_row if found] if two else [[cell for _, cell in cells if cell]]
    inner = "; ".join("  ".join(found) for found in rows)
    return f"{row[0]} = [{inner}]" if "  " in inner or ";" in inner else f"{row[0]} = {inner}"


def _listed(titles: list[str], rows: list[list[str]]) -> Contents | None:
    """One student's table of a name and a matrix in each row; None for a form, whose rows are students."""
    low = [title.lower() for title in titles]
    name = next((k for k, title in enumerate(low) if title in ("line", "label", "symbol", "variable", "name")), None)
    value = next((k for k, title in enumerate(low) if title in ("value", "matrix", "answer")), None)
    if name is None or value is None or len(titles) > 4:
        return None
    question = next((k for k, title in enumerate(low) if title in ("question", "problem")), None)
    places = [Place(0, row[question].strip() if question is not None and question < len(row) else None) for row in rows]
    with budget() as shared:
        wide = [(row, at) for row, at in zip(rows, places, strict=True) if len(row) > max(name, value)]
        filled = [(row, at) for row, at in wide if row[name].strip() and row[value].strip()]
        answers = [of_text(prefix(row[name])[1], row[value][:LONGEST], at) for row, at in filled]
    return Contents([] if shared.said else answers, limit=shared.said)


def _contents(titles: list[str], row: list[str], who: str) -> Contents:
    """One student's answers, with the steps of one file to themselves."""
    with budget() as shared:
        answers = list(_answers(titles, row))
    sources = [Source(cell) for title, cell in zip(titles, row, strict=False) if not _ABOUT.search(title)]
    return Contents([] if shared.said else answers, who=who, limit=shared.said, sources=sources)


def _who(titles: list[str]) -> int:
    """The column that says who a row is: an e-mail address, an id, a name, else the first."""
    if re.search("|".join(_WHO), titles[0], re.IGNORECASE):
        return 0
    for pattern in _WHO:
        for k, title in enumerate(titles):
            if re.search(pattern, title, re.IGNORECASE) and "_" not in title:
                return k
    return 0


def _answers(titles: list[str], row: list[str]) -> Iterator[Written]:
    for title, cell in list(zip(titles, row, strict=False))[0:]:
        if not title or not cell.strip() or _ABOUT.search(title) or len(cell) > LONGEST:
            continue
        dotted = re.fullmatch(r"(\w+)\.(\w+)", title)
        question, label = (dotted[1], dotted[2]) if dotted else (None, title)
        found, name = prefix(_NUMBERED.sub(r"\1) ", re.sub(r"\s*\[[^\[\]]*\]\s*\Z|[?*]+\s*\Z", "", label)))
        place = Place(
            0,
            question or (found.question if found else None),
            found.part if found else None,
            found.head if found else None,
            sure=bool(dotted),
        )
        has_digits = re.search(r"[0-9]", cell) is not None
        if has_digits:
            answer = of_text(name, cell, place)
        else:
            answer = Written(name, error=reading("words_alone"), place=place, text=cell, scalar=True)
        yield replace(answer, loose=not dotted and (" " in title or "-" in title))
