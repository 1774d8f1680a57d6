"""A report as a table for the gradebook: a row for every submission, and for everybody who handed in nothing. No cell can
become a formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from sys import intern
from typing import TYPE_CHECKING

from symattn.files import inert
from symattn.marking.reports.json import number
from symattn.marking.results import AnswerReport, Result, total
from symattn.tables import grouped, in_each, in_turn

if TYPE_CHECKING:
    from symattn.marking.reports import Report


HEAD, TAIL = ("id", "name", "marks", "of", "open"), ("verdicts", "notes", "file")
ABSENT, UNMARKED = "absent", "not marked"


def write(report: Report) -> str:
    """One row per submission: whose it is, the marks altogether, of every part and of every line, those that a person has yet to
    decide on, the verdicts in words, and what is to be said about the file; then a row for each of the absent and for each file
    that was not marked."""
    kinds: tuple[dict[str, None], ...] = ({}, {}, {})
    rows = []
    for answer in report.answers:  # once: each is read from the disk
        parts, lines = tuple(_parts(answer)), tuple(_lines(answer))
        shares = [(column, result.marks) for column, result in (*parts, *lines)]
        opened = [
            (f"{column} open", result.open)
            for column, result in (*parts, *lines)
            if result.open
        ]
        for found, listed in zip(kinds, (parts, lines, opened), strict=True):
            found |= dict.fromkeys(column for column, _ in listed)
        about = answer.student, answer.name, answer.marks, answer.of, answer.open
        sums = in_each(total, grouped((*shares, *opened)))
        rows.append((about, sums, (_verdicts(answer), _notes(answer), answer.file)))
    columns = list(dict.fromkeys(in_turn(kinds)))
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")

    def put(*cells: str | Fraction) -> None:
        table.writerow(disarmed(x) if isinstance(x, str) else number(x) for x in cells)

    put(*HEAD, *columns, *TAIL)
    for about, sums, told in rows:
        put(*about, *(sums.get(column, "") for column in columns), *told)
    nothing = [""] * (len(HEAD) - 2 + len(columns))
    for student, name in report.absent.items():
        put(student, name, *nothing, ABSENT, "", "")
    for file, (student, why) in report.unmarked.items():
        put(student, "", *nothing, UNMARKED, why, file)
    return out.getvalue()


def _parts(answer: AnswerReport) -> Iterator[tuple[str, Result]]:
    """Every result under the part that asks for it, "q1(a)", or under its question where that has no parts."""
    return (
        (intern(f"{q.id}({r.part})" if r.part else q.id), r)
        for q in answer.questions
        for r in q.results
        if r.part or r.of
    )


def _lines(answer: AnswerReport) -> Iterator[tuple[str, Result]]:
    return (
        (intern(f"{q.id}.{r.name}"), r)
        for q in answer.questions
        for r in q.results
        if r.verdict != "by-hand"
    )


def disarmed(text: str) -> str:
    """A text no spreadsheet runs and no terminal obeys: one that begins with = + - @ or blank gets an apostrophe before it, signs
    that steer a terminal become question marks in diamonds.

    >>> disarmed("=1+1"), disarmed("a.toml"), disarmed("a\\x1b[2J")
    ("'=1+1", 'a.toml', 'a�[2J')
    """
    text = "\n".join(inert(line) for line in text.replace("\t", " ").split("\n"))
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", " ", "\n") else text


def _verdicts(answer: AnswerReport) -> str:
    """Every line's verdict, with the slip and where it happened."""
    found = [
        f"{line} {result.verdict}{_slip(result)}" for line, result in _lines(answer)
    ]
    found += [
        f"{part} {result.verdict}"
        for part, result in _parts(answer)
        if result.verdict == "by-hand"
    ]
    return "; ".join(found)


def _slip(result: Result) -> str:
    return (
        f" ({' and '.join(f'{slip.id} at {slip.at}' for slip in result.slips)})"
        if result.slip
        else ""
    )


def _notes(answer: AnswerReport) -> str:
    """What is to be said about the file, what was not used of it, and the grader's remarks."""
    graded = [
        f"{line}: {result.message}" for line, result in _lines(answer) if result.graded
    ]
    unused = [
        f"not used{f', line {u.line}' if u.line else ''}: {u.text}: {u.why}"
        for q in answer.questions
        for u in q.unused
    ]
    return "; ".join(
        [*([answer.error] if answer.error else []), *answer.notes, *unused, *graded]
    )
