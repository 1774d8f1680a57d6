"""Answers from a form: a CSV table whose columns are named like lines and whose rows are students."""

from __future__ import annotations

import csv
import io

from symattn.errors import LimitError, SymattnError
from symattn.marking.answers.raw import Raw, of_text

MOST_ROWS = 5_000


def from_csv(text: str) -> list[tuple[str, list[Raw]]]:
    """Every row of a form: who it is (its first column), and the answers in its other columns.

    >>> [(who, [raw.label for raw in raws]) for who, raws in from_csv('name,A_1\\nAda,"[[1, 2]]"')]
    [('Ada', ['A_1'])]
    """
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise SymattnError(f"no CSV: {error}") from None
    if len(rows) < 2:
        raise SymattnError("no rows of answers below the names of the columns")
    if len(rows) > MOST_ROWS:
        raise LimitError(f"{len(rows):,} rows; at most {MOST_ROWS:,} are read")
    names = [name.strip() for name in rows[0]]
    return [(_who(row, i), list(_answers(names, row))) for i, row in enumerate(rows[1:], 2) if any(row)]


def _who(row: list[str], line: int) -> str:
    return row[0].strip() or f"line {line}"


def _answers(names: list[str], row: list[str]) -> list[Raw]:
    found = []
    for name, cell in list(zip(names, row, strict=False))[1:]:
        question, dot, line = name.rpartition(".")
        if name and cell.strip():
            raw = of_text(line, cell, question if dot else None)
            found.append(Raw(raw.label, raw.cells, raw.error, raw.question, loose=not dot and not _like_a_line(name)))
    return found


def _like_a_line(name: str) -> bool:
    """Whether a column is headed like a line, not like a question of the form ("E-mail address")."""
    return " " not in name and "-" not in name
