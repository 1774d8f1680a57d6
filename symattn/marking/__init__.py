"""Marking: answers read, verdicts earned, slips named.

The names are brought in with their first use: a command's help lists the formats of reports and needs no more.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symattn.marking.api import check
    from symattn.marking.reports import Report
    from symattn.marking.results import AnswerReport, Found, QuestionReport, Result

__all__ = ["AnswerReport", "Found", "QuestionReport", "Report", "Result", "check"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = {"check": "api", "Report": "reports"}.get(name, "results")
    found: object = getattr(import_module(f"{__name__}.{home}"), name)
    return found
