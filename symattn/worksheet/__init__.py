"""Worksheet files: read, checked and solved."""

from symattn.worksheet.load import load, loads
from symattn.worksheet.sheet import Part, Question, Sheet
from symattn.worksheet.solution import Answer, Solution, solve

__all__ = ["Answer", "Part", "Question", "Sheet", "Solution", "load", "loads", "solve"]
