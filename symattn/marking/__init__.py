"""Marking: answers read, verdicts earned, slips named."""

from symattn.marking.api import check
from symattn.marking.results import AnswerReport, Found, QuestionReport, Report, Result

__all__ = ["AnswerReport", "Found", "QuestionReport", "Report", "Result", "check"]
