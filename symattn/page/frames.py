"""What the students' sheet has to be filled in: an empty matrix, or a box, for every line that a part asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symattn.boxes import Box, Ink, width
from symattn.exact.matrix import Matrix
from symattn.notation import Notation
from symattn.page.parts import Section
from symattn.page.work import Work
from symattn.sheet import Answer
from symattn.sheet.sheet import Part

LINE = 168.0
"""Millimetres of a line of frames."""
TALLEST = 24
"""Rows of an empty matrix; a taller one is a box."""
EXACT, CELLS = 28, (15, 12, 10, 8)
"""How wide a cell is, in millimetres: for an exact form of up to three columns; for a number, the widest that fits."""
VALUE, SHAPE, COUNT = 40, 38, 60
"""How wide a box is: for a value that is no matrix of numbers to write down, for a shape, for a count."""
EQUALS, COLON = Ink("=", "relation"), Ink(":", "punct")


@dataclass(frozen=True)
class Frame:
    """Room for one result: cells of a matrix, each *cell* mm wide, or one box of that width where there are no rows.

    ``sign`` stands between the name and the room: a line equals its value, and has its shape.
    """

    symbol: Box
    rows: int
    cols: int
    cell: int
    sign: Ink = EQUALS


def of_lines(work: Work, section: Section) -> tuple[Frame, ...]:
    """A frame for every line that a part asks, and for each matrix that the student chooses."""
    free = [name for name in section.part.asks if name in work.question.unknown]
    asked = [line.name for family in section.families for line in family.lines if line.name in section.part.asks]
    return tuple(_frame(work, name) for name in (*free, *asked))


def _frame(work: Work, name: str) -> Frame:
    symbol = work.notation.symbol(name)
    value = work.value(name) if name in work.question.given else work.steps[name].value
    if not isinstance(value, Matrix) or value.shape == (1, 1):
        return Frame(symbol, 0, 1, VALUE)
    rows, cols = value.shape
    cells = CELLS if value.is_rational or cols > 3 else (EXACT, *CELLS)
    cell = next((c for c in cells if cols * (c + 1.5) + width(symbol) + 14 <= LINE), 0)
    return Frame(symbol, rows, cols, cell) if cell and rows <= TALLEST else Frame(symbol, 0, 1, VALUE)


def of_shapes(notation: Notation, answer: Answer, part: Part) -> Iterator[Frame]:
    """A box for every shape and every count that a part of a question about shapes asks."""
    asked = answer.question.shapes
    if asked is None or answer.shapes is None:
        return
    own = notation.of({line.name: line.tree for line in asked.plan.lines}, asked.givens)
    for name in part.shapes:
        count = answer.shapes[name].value is not None
        yield Frame(own.symbol(name), 0, 1, COUNT if count else SHAPE, EQUALS if count else COLON)
