"""Worksheet files: read, checked and solved."""

from symattn.sheet.load import load, loads
from symattn.sheet.sheet import Answer, Part, Question, Sheet, Solution, solve

__all__ = ["Answer", "Part", "Question", "Sheet", "Solution", "load", "loads", "solve"]
