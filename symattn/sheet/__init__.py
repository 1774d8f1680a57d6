"""Worksheet files: read, checked and solved."""

from symattn.sheet.load import load, loads
from symattn.sheet.sheet import Part, Question, Sheet
from symattn.sheet.solution import Answer, Solution, solve

__all__ = ["Answer", "Part", "Question", "Sheet", "Solution", "load", "loads", "solve"]
