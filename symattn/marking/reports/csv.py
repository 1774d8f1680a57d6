"""A report as a table for the gradebook: one row for every submission. No cell can become a formula."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from symattn.marking.reports.json import number
from symattn.marking.results import AnswerReport, Report


def write(report: Report) -> str:
    """One row per submission: its file, its marks, the marks of every line, and the slips made."""
    names = dict.fromkeys(f"{q.id}.{r.name}" for answer in report.answers for q in answer.questions for r in q.results)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["file", "marks", "of", *map(disarmed, names), "slips"])
    for answer in report.answers:
        marks = {f"{q.id}.{r.name}": r.marks for q in answer.questions for r in q.results}
        row = [disarmed(answer.file), number(answer.marks), number(answer.of)]
        table.writerow([*row, *(_marks(marks.get(name)) for name in names), disarmed(_slips(answer))])
    return out.getvalue()


def disarmed(text: str) -> str:
    """A text no spreadsheet runs: one that begins with = + - @ or a control character gets an apostrophe before it.

    >>> disarmed("=1+1"), disarmed("a.toml")
    ("'=1+1", 'a.toml')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r", "\n") else text


def _marks(marks: Fraction | None) -> int | float | str:
    return "" if marks is None else number(marks)


def _slips(answer: AnswerReport) -> str:
    found = [f"{r.slip.id} at {q.id}.{r.slip.at}" for q in answer.questions for r in q.results if r.slip]
    return answer.error or "; ".join(found)
