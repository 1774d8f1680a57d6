"""nbgrader: an assignment with a notebook for every question, whose hidden tests ask symattn what each line earns.

A cell of tests that comes to a number earns that many points (nbgrader's documentation, "Autograded tests: partial credit").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from symattn.course.platforms.markup import readme
from symattn.course.platforms.notebooks import asked, each_named, named
from symattn.course.platforms.prairielearn import slug, slugs
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.wheel import NAME, wheel
from symattn.files import Files
from symattn.formats.ipynb import Code, Markdown, notebook
from symattn.page.notebook import Assignment
from symattn.said import Keyed
from symattn.sheet import Sheet

BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
OWN, DONE = "### BEGIN SOLUTION", "### END SOLUTION"


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """``source/ASSIGNMENT``, for a course of nbgrader, with a notebook for every question; of a template *many* assignments, one
    for each variant. symattn goes along, for the machine that grades."""
    sheets = each_named(sheet, source, many, secret)
    found: Files = {}
    for name, one, text in sheets:
        places = slugs(question.id for question in one.questions)
        for question, marks in asked(one):
            found[f"source/{name}/{places[question.id]}.ipynb"] = notebook(
                cells(text, question, marks)
            ).encode()
    return {
        **readme("nbgrader", name=named(sheet), several=len(sheets) > 1, wheel=NAME),
        **found,
        NAME: wheel(),
    }


def cells(
    source: str, question: Assignment, marks: Mapping[str, Fraction]
) -> Iterator[Markdown | Code]:
    """The cells of a question: what nobody changes, what is to be written, and behind all of it the tests."""
    yield Markdown(question.words, metadata=_cell("words"))
    yield Code(question.givens, None, _cell("givens"))
    for number, task in enumerate(question.tasks, 1):
        if task.words:
            yield Markdown(task.words, metadata=_cell(f"part-{number}"))
        code = f"# {', '.join(task.called.values())}\n{OWN}\n{question.program(number)}\n{DONE}"
        yield Code(code, None, _cell(f"answer-{number}", locked=False, solution=True))
    known = f"from symattn.course.platforms.notebooks import earned\n\nSHEET = {source!r}\nCALLED = {question.called!r}"
    yield Code(f"{BEGIN}\n{known}\n{END}", None, _tests("sheet", Fraction(0)))
    for name, own in question.called.items():
        test = f"# {own}\n{BEGIN}\nearned(SHEET, {question.id!r}, {name!r}, CALLED, globals())\n{END}"
        yield Code(test, None, _tests(f"test-{slug(name)}", marks[name]))


def _tests(id: str, points: Fraction) -> Keyed:
    return _cell(id, grade=True, points=float(points))


def _cell(id: str, **more: object) -> Keyed:
    """What nbgrader knows of a cell, which nobody changes unless that is said.

    >>> _cell("a")["nbgrader"]["locked"]
    True
    """
    known = {
        "grade": False,
        "grade_id": id,
        "locked": True,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }
    return {"nbgrader": known | more}
