"""Who gets a sheet: ids counted up, or the students of a roster (CSV with the columns id and name)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from symattn.errors import LimitError, Problem, SheetError, odd_sign
from symattn.files import FileError, contents, inert, shown

LARGEST = 10_000_000  # bytes of a roster
SAFE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.I)
"""Names that are no files on Windows, whatever follows them."""


@dataclass(frozen=True)
class Student:
    """An id, which names files and fixes the numbers, and a name, which is printed and nothing else."""

    id: str
    name: str = ""


def counted(count: int) -> list[Student]:
    """So many students without names, their ids of equal length.

    >>> [student.id for student in counted(10)][-2:]
    ['09', '10']
    """
    width = max(2, len(str(count)))
    return [Student(str(n).rjust(width, "0")) for n in range(1, count + 1)]


def roster(path: Path) -> list[Student]:
    """The students of a roster; raises SheetError with every line that is wrong."""

    def wrong(what: str, hint: str, line: int = 1) -> SheetError:
        return SheetError(shown(path), [Problem(line, 1, "file", what, hint)])

    try:
        text = contents(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise wrong("is not UTF-8", "save the roster as CSV, UTF-8") from None
    except (FileError, LimitError) as error:
        raise wrong(getattr(error, "why", str(error)), "name a CSV file") from None
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        students = list(_students(rows, path))
    except csv.Error as error:
        raise wrong(str(error), "write one line for each student, id,name, and close every quote", rows.line_num) from None
    problems = list(_problems(students))
    if problems:
        raise SheetError(shown(path), problems)
    return [student for _, student in students]


def _delimiter(table: str) -> str:
    """Spreadsheets write a semicolon where the comma is a decimal sign."""
    head = table.partition("\n")[0]
    return ";" if ";" in head and "," not in head else ","


def _students(rows: Iterator[list[str]], path: Path) -> Iterator[tuple[int, Student]]:
    head = [name.strip().lower() for name in next(rows, [])]
    if "id" not in head:
        odd = odd_sign("".join(word for word in head if len(word) < 5))
        hint = 'write "id,name" as the first line'
        problem = Problem(1, 1, "id", "there is no column id", f"{odd} stands in it; {hint}" if odd else hint)
        raise SheetError(shown(path), [problem])
    id_, name = head.index("id"), head.index("name") if "name" in head else None
    for number, row in enumerate(rows, 2):
        if any(cell.strip() for cell in row):
            cells = [normalize("NFC", " ".join(cell.split())) for cell in row] + [""] * len(head)
            yield getattr(rows, "line_num", number), Student(cells[id_], "" if name is None else cells[name])


def _problems(students: list[tuple[int, Student]]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for line, student in students:
        same = student.id.casefold()
        if not SAFE.fullmatch(student.id):
            odd = odd_sign(student.id)
            hint = "write letters, digits, . _ - only, a letter or digit first: the id names files"
            hint = f"{odd} stands in it; {hint}" if odd else hint
            yield Problem(line, 1, "id", f'"{inert(student.id[:80])}" cannot be an id', hint)
        elif DEVICES.fullmatch(student.id):
            yield Problem(line, 1, "id", f'"{student.id}" cannot be an id', "no file may have this name on Windows")
        elif same in first:
            hint = "write each id once; upper and lower case are the same in many file systems"
            yield Problem(line, 1, "id", f'"{student.id}" stands in line {first[same]} too', hint)
        first.setdefault(same, line)
    if not students:
        yield Problem(2, 1, "id", "the roster is empty", "write one line for each student")
