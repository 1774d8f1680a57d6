"""A sheet as a plain program in NumPy, PyTorch or SymPy, question after question."""

from __future__ import annotations

from symattn.errors import SymattnError, nearest
from symattn.plan.code import DIALECTS, Program, program, shape_program, text_of
from symattn.plan.code.dialect import Dialect
from symattn.records import replace
from symattn.sheet import Question, Sheet
from symattn.tables import in_turn


def source(sheet: Sheet, name: str) -> str:
    """The program of a sheet; raises SymattnError for an unknown dialect or a line that it cannot write.

    >>> from symattn.sheet import loads
    >>> print(source(loads('[[question]]\\nsteps = ["S = Q @ Q.T"]\\ngiven = { Q = [[1, 2]] }'), "numpy"))
    import numpy as np
    <BLANKLINE>
    Q = np.array([[1, 2]])
    <BLANKLINE>
    S = Q @ Q.T
    print("S =")
    print(S)
    <BLANKLINE>
    """
    if name not in DIALECTS:
        raise SymattnError(
            f"code {name!r}: no such dialect; {nearest(name, DIALECTS, 'write')}"
        )
    dialect = DIALECTS[name]
    made = [
        (question.id, program_of(question, dialect)) for question in sheet.questions
    ]
    if len(made) == 1:
        return text_of(made[0][1])
    heads = [part.head.removeprefix(dialect.head).split("\n\n\n") for _, part in made]
    helpers = dict.fromkeys(text.strip() for text in in_turn(heads) if text.strip())
    body = [
        f"# {' '.join(id.split())}\n{text_of(_bare(part)).lstrip()}"
        for id, part in made
        if part.givens or part.lines
    ]
    return "\n\n\n".join([dialect.head.strip(), *helpers, *body])


def program_of(question: Question, dialect: Dialect) -> Program:
    """The program of a question, of one about shapes too; raises SymattnError for a line that the dialect cannot write."""
    if question.shapes:
        letters = question.shapes.letters
        return shape_program(
            question.shapes.plan,
            question.shapes.givens,
            letters.names,
            letters.numbers,
            dialect,
        )
    written = {**question.given_text, **question.stated_text}
    return program(question.plan, question.given, dialect, written, question.stated)


def _bare(made: Program) -> Program:
    """The program without its imports and helpers."""
    return replace(made, head="")
