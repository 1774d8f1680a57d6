"""A report in every format: one module each, found by the format's name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from symattn.errors import how_many
from symattn.later import pattern
from symattn.marking.reports.json import number
from symattn.marking.results import AnswerReport
from symattn.said import Glossary, Pair

FORMATS = ("text", "json", "csv", "gradescope")
"""What a marker or a machine reads; what students get back is symattn.course.feedback's."""
TABLES = ("csv", "gradescope")
"""Those with nothing about a class as a whole."""
AUTOGRADED = ("gradescope",)
"""Formats that a platform makes of a student's files alone: a grader's marks have no place there."""


_BEGINS = pattern(
    rb"id,name,marks,of,(?:[^\n]*,)?verdicts,notes,file\n|% Made by symattn\b|\{\n \"schema\": 1,\n \"symattn\": \""
    rb"|<!DOCTYPE html>.{0,2000}\n<meta name=\"generator\" content=\"symattn\">\n|\{\n(?: [^\n]*\{\n)? *\"score\": [^\n]*\n"
    rb" *\"output\": \"[^\n]*Marked by symattn ",
    re.DOTALL,
)
_ENDS = pattern(rb"\nsymattn \S+, sheet [0-9a-f]{12}\n")
ENDS = 200
"""Bytes in which the last line of a report lies that says what made it."""


def is_ours(begins: bytes, ends: bytes) -> bool:
    """Whether a file, by its first thousands of bytes and its last *ENDS*, is a report that symattn wrote.

    >>> is_ours(b"id,name,marks,of,q1,verdicts,notes,file\\ns01,", b""), is_ours(b"# Notes\\non symattn\\n", b"on symattn\\n")
    (True, False)
    """
    return bool(_BEGINS.match(begins.lstrip()) or _ENDS.search(ends))


@dataclass(frozen=True, repr=False)
class Report:
    """Everything marked against one sheet, with symattn's version and the digest of the sheet; print() shows it.

    ``absent`` are the students of the class of whom there is nothing, id → name; ``unmarked`` the files that were
    not marked, as they are of nobody in it or for another reason, file → student and why.
    """

    sheet: str
    digest: str
    version: str
    answers: Sequence[AnswerReport]
    absent: Glossary = field(default_factory=dict)
    unmarked: Mapping[str, Pair] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """Whether everything in every file is right."""
        return all(answer.right for answer in self.answers)

    def __repr__(self) -> str:
        scripts = [
            (answer, "mark" if answer.of == 1 else "marks")
            for answer in self.answers[:4]
        ]
        marks = ", ".join(
            f"{answer.file}: {number(answer.marks)} of {number(answer.of)} {word}"
            for answer, word in scripts
        )
        return (
            f"Report({self.sheet!r}, {marks}{', …' if len(self.answers) > 4 else ''})"
        )

    def __str__(self) -> str:
        return written(self, "text")

    def _repr_markdown_(self) -> str:
        """A table of what was marked, for a notebook."""
        rows = []
        for answer in self.answers:
            rows += [
                f"**{answer.file}**: {number(answer.marks)} of {how_many(number(answer.of), 'mark')}",
                "",
            ]
            rows += ["| line | verdict | marks | |", "|---|---|---|---|"]
            for question in answer.questions:
                for x in question.results:
                    rows.append(
                        f"| {question.id} {x.name} | {x.verdict} | {number(x.marks)}/{number(x.of)} | {_cell(x.message)} |"
                    )
                rows += [
                    f"| {_cell(x.text)} | not used | | {_cell(x.why)} |"
                    for x in question.unused
                ]
            rows += ["", *answer.notes, ""]
        return "\n".join(rows).strip()


def _cell(text: str) -> str:
    """A sentence as it may stand in a table."""
    return text.replace("\n", " ").replace("|", "\\|")


def written(report: Report, form: str, **options: object) -> str:
    """The report in a format; *options* are the format's own.

    >>> written(Report("A sheet", "", "", ()), "csv").splitlines()
    ['id,name,marks,of,open,verdicts,notes,file']
    """
    write: Callable[..., str] = import_module(f"symattn.marking.reports.{form}").write
    return write(report, **options)
