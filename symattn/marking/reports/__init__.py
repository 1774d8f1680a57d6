"""A report in every format: one module each, found by the format's name."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from symattn.marking.results import Report

FORMATS = ("text", "json", "csv", "gradescope")
"""What a marker or a machine reads; what students get back is symattn.course.feedback's."""
AUTOGRADED = ("gradescope",)
"""Formats that a platform makes of a student's files alone: a grader's marks have no place there."""


_BEGINS = re.compile(
    rb"id,name,marks,of,(?:[^\n]*,)?verdicts,notes,file\n|% Made by symattn\b|\{\n \"schema\": 1,\n \"symattn\": \""
    rb"|<!DOCTYPE html>.{0,2000}\n<meta name=\"generator\" content=\"symattn\">\n|\{\n(?: [^\n]*\{\n)? *\"score\": [^\n]*\n"
    rb" *\"output\": \"[^\n]*Marked by symattn ",
    re.DOTALL,
)
_ENDS = re.compile(rb"\nsymattn \S+, sheet [0-9a-f]{12}\n")
ENDS = 200
"""Bytes in which the last line of a report lies that says what made it."""


def is_ours(begins: bytes, ends: bytes) -> bool:
    """Whether a file, by its first thousands of bytes and its last *ENDS*, is a report that symattn wrote.

    >>> is_ours(b"id,name,marks,of,q1,verdicts,notes,file\\ns01,", b""), is_ours(b"# Notes\\non symattn\\n", b"on symattn\\n")
    (True, False)
    """
    return bool(_BEGINS.match(begins.lstrip()) or _ENDS.search(ends))


def written(report: Report, form: str, **options: object) -> str:
    """The report in a format; *options* are the format's own.

    >>> written(Report("A sheet", "", "", ()), "csv").splitlines()
    ['id,name,marks,of,verdicts,notes,file']
    """
    write: Callable[..., str] = import_module(f"symattn.marking.reports.{form}").write
    return write(report, **options)
