"""Otter-Grader: a notebook for ``otter assign``, in which every line is a question whose hidden tests are symattn's.

A test of Otter's passes or fails, so a line's marks are as many tests as they have quarters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from symattn.course.platforms.markup import readme
from symattn.course.platforms.notebooks import asked, each_named, named, quarters
from symattn.course.platforms.prairielearn import slug, slugs
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.wheel import NAME, wheel
from symattn.files import Files
from symattn.formats.ipynb import Code, Markdown, NotebookCell, Raw, notebook
from symattn.page.notebook import Assignment
from symattn.said import Glossary
from symattn.sheet import Sheet

SHEET = "sheet.toml"
"""The sheet's text beside the tests, where students have none of it."""


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """A folder for ``otter assign``: the notebook, the sheet and symattn, which go into the autograder alone; of a template
    *many* folders, one for each variant."""
    sheets = each_named(sheet, source, many, secret)
    found: Files = {}
    for name, one, text in sheets:
        found[f"{name}/{name}.ipynb"] = notebook(_cells(name, one)).encode()
        found |= {f"{name}/{SHEET}": text.encode(), f"{name}/{NAME}": wheel()}
    return {
        **readme("otter", name=named(sheet), several=len(sheets) > 1, wheel=NAME),
        **found,
    }


def _cells(name: str, sheet: Sheet) -> Iterator[NotebookCell]:
    """The cells of the notebook: its configuration, then every question."""
    yield Raw(
        "\n".join(
            [
                "# ASSIGNMENT CONFIG",
                f"name: {name}",
                "check_all_cell: false",
                "show_question_points: true",
                "export_cell:",
                "  pdf: false",
                "  run_tests: false",
                "generate:",
                "  show_hidden: true",
                "tests:",
                "  ok_format: false",
                "autograder_files:",
                f"  - {SHEET}",
                f"  - {NAME}",
                "requirements:",
                f"  - /autograder/source/files/{NAME}",
            ]
        )
    )
    places = slugs(question.id for question in sheet.questions)
    for question, marks in asked(sheet):
        yield from _question(question, places[question.id], marks)


def _question(
    question: Assignment, place: str, marks: Mapping[str, Fraction]
) -> Iterator[NotebookCell]:
    yield Markdown(question.words)
    yield Code(question.givens)
    for number, task in enumerate(question.tasks, 1):
        yield Raw(f"# BEGIN QUESTION\nname: {place}-{number}")
        yield Markdown(task.words or ", ".join(task.called))
        yield Raw("# BEGIN SOLUTION")
        yield Code(
            f"# {', '.join(task.called.values())}\n# BEGIN SOLUTION\n{question.program(number)}\n# END SOLUTION"
        )
        yield Raw("# END SOLUTION")
        yield Raw("# BEGIN TESTS")
        for name in task.called:
            for least in range(1, quarters(marks[name]) + 1):
                points = min(Fraction(least, 4), marks[name]) - Fraction(least - 1, 4)
                yield Code(_test(question.id, name, question.called, least, points))
        yield Raw("# END TESTS")
        yield Raw("# END QUESTION")


def _test(id: str, name: str, called: Glossary, least: int, points: Fraction) -> str:
    """A test that passes where a line earns so many quarters of a mark, or all."""
    return (
        f'""" # BEGIN TEST CONFIG\nhidden: true\npoints: {float(points):g}\n""" # END TEST CONFIG\n'
        f"def test_{slug(name).replace('-', '_')}_{least}(env):\n"
        "    from pathlib import Path\n\n"
        "    from symattn.course.platforms.notebooks import holds\n"
        f"    holds(Path({SHEET!r}).read_text('utf-8'), {id!r}, {name!r}, {called!r}, env, {least})\n"
    )
