"""``symattn.check(sheet, answers)``: files, or a mapping of matrices, marked against a sheet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path

from symattn.errors import SymattnError
from symattn.files import Where
from symattn.marking.answers import submission
from symattn.marking.answers.tables import of_value
from symattn.marking.answers.written import START, AnswerPlace, Contents, WrittenAnswer
from symattn.marking.checking import check_files, marked
from symattn.marking.reports import Report
from symattn.marking.sheet import Ready
from symattn.said import Named
from symattn.sheet import Sheet
from symattn.version import VERSION

Answers = Where | Named | Iterable[Where]


def check(sheet: Sheet, answers: Answers) -> Report:
    """The report on answers to a worksheet: the path of an answer file, several paths, or question id → name → matrix
    (the id may be left out when there is one question). Raises SymattnError.

    >>> from symattn.sheet import load
    >>> from symattn.files import find
    >>> report = check(load(find("two-heads-by-hand")), {"S_1": [[4, 10], [10, 24]], "L_1": [[4, 10], [10, 24]]})
    >>> [(r.name, r.verdict) for r in report.answers[0].questions[0].results if r.verdict != "missing"]
    [('S_1', 'correct'), ('L_1', 'slip')]
    """
    ready = _ready(sheet)
    if isinstance(answers, Mapping):
        with ready.reading():
            found = submission(
                "answers", [Contents(list(_written(answers)))], ready.namings
            )
        return Report(sheet.title, ready.digest, VERSION, (marked(ready, found),))
    if not isinstance(answers, (str, os.PathLike, Iterable)):
        raise SymattnError(
            f"{answers!r} is no answer", "write a path, or question id → name → matrix"
        )
    files = [answers] if isinstance(answers, (str, os.PathLike)) else list(answers)
    for file in files:
        if not isinstance(file, (str, os.PathLike)):
            raise SymattnError(f"{file!r} is no path; write that of an answer file")
        if Path(file).is_dir():
            raise SymattnError(
                f"{file} is a folder; write the answer files in it, sorted(Path({str(file)!r}).iterdir())"
            )
        if not Path(file).is_file():
            raise SymattnError(
                f"no such file: {file}; write the path of an answer file"
            )
    return check_files(ready, [Path(file) for file in files])


_LATEST: list[Ready] = []


def _ready(sheet: Sheet) -> Ready:
    """The sheet with its right values, which are kept while answers to the same sheet follow each other."""
    if not _LATEST or _LATEST[0].sheet is not sheet:
        _LATEST[:] = [Ready(sheet)]
    return _LATEST[0]


def _written(answers: Named) -> Iterable[WrittenAnswer]:
    for name, value in answers.items():
        if isinstance(value, Mapping):
            place = AnswerPlace(question=str(name))
            yield from (
                of_value(str(inner), _plain(matrix), place)
                for inner, matrix in value.items()
            )
        else:
            yield of_value(str(name), _plain(value), START)


def _plain(value: object) -> object:
    """A Python value as an answer file would have it: arrays as lists, fractions and expressions as text."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(x) for x in value]
    if (
        isinstance(value, float) or getattr(value, "is_Float", False) is True
    ):  # SymPy prints its own filled up with zeros
        return Decimal(repr(float(str(value))))
    return value if isinstance(value, (bool, int, str, Decimal)) else str(value)
