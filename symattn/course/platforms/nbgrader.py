"""nbgrader: an assignment with a notebook for every question, whose hidden tests ask symattn what each line earns.

A cell of tests that comes to a number earns that many points (nbgrader's documentation, "Autograded tests: partial credit").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from symattn.course.platforms.notebooks import asked, named
from symattn.course.platforms.prairielearn import slug, slugs
from symattn.course.platforms.variants import MANY, drawn
from symattn.course.platforms.wheel import NAME, wheel
from symattn.formats.ipynb import Code, Markdown, notebook
from symattn.page.engine import Engine
from symattn.page.notebook import Assignment
from symattn.sheet import Sheet

BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
OWN, DONE = "### BEGIN SOLUTION", "### END SOLUTION"


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> dict[str, bytes]:
    """``source/ASSIGNMENT``, for a course of nbgrader, with a notebook for every question; of a template *many* assignments, one
    for each variant. symattn goes along, for the machine that grades."""
    sheets = drawn(sheet, source, many, secret)
    several = len(sheets) > 1
    found: dict[str, bytes] = {}
    for number, (one, text) in enumerate(sheets, 1):
        place = f"source/{named(sheet)}{f'-{number}' if several else ''}"
        places = slugs(question.id for question in one.questions)
        for question, marks in asked(one):
            found[f"{place}/{places[question.id]}.ipynb"] = notebook(cells(text, question, marks)).encode()
    about = Engine("text").render("nbgrader/README.md.j2", name=named(sheet), several=several, wheel=NAME)
    return {"README.md": str(about).encode(), **found, NAME: wheel()}


def cells(source: str, question: Assignment, marks: Mapping[str, Fraction]) -> Iterator[Markdown | Code]:
    """The cells of a question: what nobody changes, what is to be written, and behind all of it the tests."""
    yield Markdown(question.words, _kept("words"))
    yield Code(question.givens, None, _kept("givens"))
    for number, task in enumerate(question.tasks, 1):
        if task.words:
            yield Markdown(task.words, _kept(f"part-{number}"))
        code = f"# {', '.join(task.called.values())}\n{OWN}\n{question.program(number)}\n{DONE}"
        yield Code(code, None, _cell(f"answer-{number}", solution=True))
    known = f"from symattn.course.platforms.notebooks import earned\n\nSHEET = {source!r}\nCALLED = {question.called!r}"
    yield Code(f"{BEGIN}\n{known}\n{END}", None, _tests("sheet", Fraction(0)))
    for name, own in question.called.items():
        test = f"# {own}\n{BEGIN}\nearned(SHEET, {question.id!r}, {name!r}, CALLED, globals())\n{END}"
        yield Code(test, None, _tests(f"test-{slug(name)}", marks[name]))


def _kept(id: str) -> dict[str, Any]:
    return _cell(id, locked=True)


def _tests(id: str, points: Fraction) -> dict[str, Any]:
    return _cell(id, locked=True, grade=True, points=float(points))


def _cell(id: str, **more: object) -> dict[str, Any]:
    """What nbgrader knows of a cell.

    >>> _cell("a", locked=True)["nbgrader"]["locked"]
    True
    """
    known = {"grade": False, "grade_id": id, "locked": False, "schema_version": 3, "solution": False, "task": False}
    return {"nbgrader": known | more}
