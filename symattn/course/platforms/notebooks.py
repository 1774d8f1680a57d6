"""Assignments that platforms run: what a notebook has computed is marked by symattn, inside the platform's own execution.

symattn runs nothing of what is handed in. The platform does; a cell of tests, which the platform keeps from students, then hands
the values that stand under the names of the sheet's lines to the functions below, which read them as text like any other answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil

from symattn.course.platforms.prairielearn import slug, taken
from symattn.course.platforms.variants import drawn
from symattn.course.platforms.view import numeric
from symattn.errors import SymattnError
from symattn.marking import check
from symattn.marking.results import Result
from symattn.page.notebook import Assignment, assignments
from symattn.said import Glossary, Named, Pairs
from symattn.sheet import Sheet, loads
from symattn.tables import in_each

DEEP = 4
"""Lists inside each other; what is deeper is a text."""
LONGEST = 1000
"""Characters of one value that is no number of Python's."""


def asked(sheet: Sheet) -> Iterator[tuple[Assignment, Mapping[str, Fraction]]]:
    """The questions whose lines a notebook can compute, each with the marks of its lines; SymattnError for a sheet without any,
    and for lines that have letters or are chosen freely."""
    solution = sheet.solve()
    found = assignments(solution)
    if not found:
        raise SymattnError(
            "no question of this sheet asks for numbers, and this platform takes nothing else; choose another"
        )
    for question in found:
        answer = solution[question.id]
        for task in question.tasks:
            for name in task.called:
                numeric(answer, name)
        yield question, answer.question.shares


def named(sheet: Sheet) -> str:
    """What an assignment is called: letters, digits and hyphens, which every platform takes."""
    return slug(sheet.path.stem)


def each_named(
    sheet: Sheet, source: str, many: int, secret: str
) -> list[tuple[str, Sheet, str]]:
    """The sheet, or its variants, each with what the assignment is called and its text."""
    sheets = drawn(sheet, source, many, secret)
    behind = (
        [f"-{number}" for number in range(1, len(sheets) + 1)]
        if len(sheets) > 1
        else [""]
    )
    return [
        (f"{named(sheet)}{end}", one, text)
        for end, (one, text) in zip(behind, sheets, strict=True)
    ]


def written(value: object, deep: int = 0) -> str:
    """A value of a notebook as text, with all its digits: arrays and lists, numbers of Python, NumPy, PyTorch and SymPy.

    >>> written([[0.5, float("-inf")], (1, 2)])
    '[[0.5, -inf], [1, 2]]'
    """
    if hasattr(value, "tolist") and deep < DEEP:
        return written(value.tolist(), deep + 1)
    if isinstance(value, list | tuple) and deep < DEEP:
        return f"[{', '.join(written(one, deep + 1) for one in value)}]"
    return float.__repr__(value) if isinstance(value, float) else str(value)[:LONGEST]


def mark(
    source: str,
    question: str,
    line: str,
    called: Glossary,
    names: Named,
) -> Result:
    """What one line earns: the whole question is marked, so that what follows from earlier lines is seen. *called* says under
    which of the notebook's *names* each line stands; a name that is not there, or means nothing, is a line not handed in.

    >>> text = "[[question]]\\nsteps = ['A = X / 2', 'B = 2 * A']\\ngiven.X = [[1, 2]]\\n"
    >>> [str(mark(text, "q1", name, {"A": "A", "B": "B"}, {"A": [[5, 1]], "B": [[10.0, 2.0]]}).marks) for name in "AB"]
    ['1/4', '1']
    """
    values = in_each(names.get, called)
    there = {
        name: _shown(value)
        for name, value in values.items()
        if value is not None and value is not ...
    }
    return _results(source, question, tuple(sorted(there.items())))[line]


def _shown(value: object) -> str:
    """A value as text; what fails when it is looked at is no answer, and spoils no other."""
    try:
        return written(value)
    except Exception as error:
        return f"{type(value).__name__}: {type(error).__name__}"


@lru_cache(maxsize=64)
def _results(source: str, question: str, values: Pairs) -> dict[str, Result]:
    (answer,) = check(
        loads(source), {question: {name: taken(text) for name, text in values}}
    ).answers
    return {
        result.name: result
        for found in answer.questions
        if found.id == question
        for result in found.results
    }


def earned(
    source: str,
    question: str,
    line: str,
    called: Glossary,
    names: Named,
) -> float:
    """The marks of a line as a number, for a platform that reads them from what a cell comes to; what there is to say is printed.

    >>> text = "[[question]]\\nsteps = ['A = X / 2']\\ngiven.X = [[1, 2]]\\n"
    >>> earned(text, "q1", "A", {"A": "A"}, {"A": [[0.5, 1.0]]})
    1.0
    """
    result = mark(source, question, line, called, names)
    if result.message:
        print(f"{line}: {result.message}")
    return float(result.marks)


def quarters(marks: Fraction) -> int:
    """In how many steps the marks of a line are earned, the last of which may be less than a quarter.

    >>> quarters(Fraction(3, 2)), quarters(Fraction(1, 10))
    (6, 1)
    """
    return ceil(marks * 4)


def holds(
    source: str,
    question: str,
    line: str,
    called: Glossary,
    names: Named,
    least: int,
) -> None:
    """AssertionError where a line earns fewer quarters of a mark than *least*; with what there is to say, if that is all of them.

    >>> text = "[[question]]\\nsteps = ['A = X / 2']\\ngiven.X = [[1, 2]]\\n"
    >>> holds(text, "q1", "A", {"A": "A"}, {"A": [[0.5, 1.0]]}, 4)
    """
    result = mark(source, question, line, called, names)
    if result.marks < min(Fraction(least, 4), result.of):
        raise AssertionError(
            f"{line}: {result.message}" if least == quarters(result.of) else line
        )
