"""Marking: answers read, verdicts earned, slips named."""

from symattn.check.api import check
from symattn.check.results import AnswerReport, Found, QuestionReport, Report, Result

__all__ = ["AnswerReport", "Found", "QuestionReport", "Report", "Result", "check"]
