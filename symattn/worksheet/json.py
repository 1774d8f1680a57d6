"""A solution as JSON: every step's exact value in the text language, and its decimals correctly rounded."""

from __future__ import annotations

import json
from typing import Any

from symattn.derivation import Step
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.text import text
from symattn.worksheet.solution import Answer, Solution

Table = dict[str, Any]


def to_json(solution: Solution, decimals: int) -> str:
    """The solution as JSON text, version 1."""
    questions = [{"id": answer.question.id, "steps": steps(answer, decimals)} for answer in solution.answers]
    data = {"schema": 1, "title": solution.sheet.title, "questions": questions}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def steps(answer: Answer, decimals: int) -> list[Table]:
    """Every step of an answer; a stated value stands beside the exact one."""
    found = []
    for step in answer.follow.steps:
        table = _step(step, decimals)
        if step.name in answer.question.stated:
            table["stated"] = answer.question.stated_text[step.call.out]
        found.append(table)
    return found


def exact(matrix: Matrix) -> list[list[str]]:
    """Every entry in the text language.

    >>> exact(Matrix.of([[1, 2]]))
    [['1', '2']]
    """
    return [["-inf" if isinstance(x, Blocked) else text(x) for x in row] for row in matrix.cells()]


def _step(step: Step, decimals: int) -> Table:
    """One step; what a compound line does on the way has no name."""
    return {
        "name": step.name,
        "op": step.op,
        "args": list(step.args),
        "shape": list(step.value.shape),
        "exact": exact(step.value),
        "decimal": step.value.decimals(decimals),
    }
