"""A grader's own marks: a small TOML beside an answer file (``ada.toml`` → ``ada.marks.toml``) that outlives every run."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from symattn.errors import SymattnError
from symattn.marking.results import AnswerReport, Result

SUFFIX = ".marks.toml"
LARGEST = 1_000_000
MOST_DIGITS = 100


def overridden(report: AnswerReport, file: Path) -> AnswerReport:
    """The report with a grader's marks and remarks, where the file beside it has some; raises SymattnError when that
    is no TOML or sets marks for no line of the sheet. It reads ``[q1] Y = { marks = 2, remark = "…" }``."""
    beside = file.with_name(file.name.removesuffix(file.suffix) + SUFFIX)
    if not beside.is_file():
        return report
    table = _table(beside)
    known = {q.id: {r.name for r in q.results} for q in report.questions}
    for question, lines in table.items():
        for name in lines:
            if name not in known.get(question, ()):
                raise SymattnError(f"{beside}: {question}.{name}: no such line; write [q1] and below it Y = {{ marks = 2 }}")
    questions = tuple(
        replace(q, results=tuple(_set(r, table.get(q.id, {}).get(r.name), beside) for r in q.results)) for q in report.questions
    )
    return replace(report, questions=questions)


def _table(beside: Path) -> dict[str, dict[str, Any]]:
    try:
        data = beside.read_bytes()[:LARGEST]
        table = tomllib.loads(data.decode("utf-8"), parse_float=Decimal)
    except (OSError, ValueError, RecursionError) as error:
        raise SymattnError(f"{beside}: {error}") from None
    if not all(isinstance(lines, dict) for lines in table.values()):
        raise SymattnError(f"{beside}: write [q1] and below it Y = {{ marks = 2, remark = \"…\" }}")
    return table


def _set(result: Result, wanted: Any, beside: Path) -> Result:
    if wanted is None:
        return result
    if not isinstance(wanted, dict) or not _is_number(wanted.get("marks", 0)):
        raise SymattnError(f"{beside}: {result.name}: write {{ marks = 2, remark = \"…\" }}")
    marks = Fraction(wanted["marks"]) if "marks" in wanted else result.marks
    remark = str(wanted.get("remark", ""))
    message = f"{result.message} Grader: {remark}".strip() if remark else result.message
    return replace(result, marks=marks, message=message)


def _is_number(marks: object) -> bool:
    """Whether marks are a number of ordinary size: no truth value, no nan, no exponent that fills the memory."""
    if isinstance(marks, Decimal):
        return marks.is_finite() and abs(marks.adjusted()) < MOST_DIGITS
    return isinstance(marks, int) and not isinstance(marks, bool)
