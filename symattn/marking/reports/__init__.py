"""A report in every format: one module each, found by the format's name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from symattn.marking.results import Report

FORMATS = ("text", "json", "csv", "gradescope")
"""What a marker or a machine reads; what students get back is symattn.course.feedback's."""
AUTOGRADED = ("gradescope",)
"""Formats that a platform makes of a student's files alone: a grader's marks have no place there."""


def written(report: Report, form: str, **options: object) -> str:
    """The report in a format; *options* are the format's own.

    >>> written(Report("A sheet", "", "", ()), "csv").splitlines()
    ['id,name,marks,of,verdicts,notes,file']
    """
    write: Callable[..., str] = import_module(f"symattn.marking.reports.{form}").write
    return write(report, **options)
