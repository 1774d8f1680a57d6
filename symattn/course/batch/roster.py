"""Who gets a sheet: ids counted up, or the students of a roster (CSV with the columns id and name)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from symattn.errors import Problem, SheetError

SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


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
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SheetError(str(path), [Problem(1, 1, "file", "is not UTF-8", "save the roster as CSV, UTF-8")]) from None
    rows = csv.DictReader(io.StringIO(text))
    if "id" not in (rows.fieldnames or ()):
        problem = Problem(1, 1, "id", "there is no column id", 'write "id,name" as the first line')
        raise SheetError(str(path), [problem])
    students = [(rows.line_num, Student((row["id"] or "").strip(), (row.get("name") or "").strip())) for row in rows]
    problems = list(_problems(students))
    if problems:
        raise SheetError(str(path), problems)
    return [student for _, student in students]


def _problems(students: list[tuple[int, Student]]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for line, student in students:
        if not SAFE.fullmatch(student.id):
            hint = "write letters, digits, . _ - only: the id names files"
            yield Problem(line, 1, "id", f'"{student.id}" cannot be an id', hint)
        elif student.id in first:
            yield Problem(line, 1, "id", f'"{student.id}" stands in line {first[student.id]} too', "write each id once")
        first.setdefault(student.id, line)
    if not students:
        yield Problem(2, 1, "id", "the roster is empty", "write one line for each student")
