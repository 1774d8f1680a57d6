"""What a question says of the answers it asks for: in which unit, with which digits."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from symattn.boxes import Box
from symattn.exact.matrix import Matrix
from symattn.exact.units import spoken
from symattn.page.counted import alone
from symattn.page.engine import Engine
from symattn.page.work import Work
from symattn.sheet.measures import POWERS

Wanted = tuple[Box, str, bool, int, bool]
"""A symbol; the unit; whether that has a binary prefix of the student's own choice; how many digits, −1 where the line says
nothing of them; whether these are significant ones."""


def wanted(engine: Engine, work: Work) -> Markup | str:
    """The sentence on units and digits; nothing where the sheet says nothing of them."""
    lines = tuple(_lines(work))
    return engine.word("shown_as", lines) if lines else ""


def _lines(work: Work) -> Iterator[Wanted]:
    measures = work.question.measures
    for name in work.question.asked if measures else ():
        shapes = work.answer.shapes
        value = (
            work.array(name)
            if name in work.steps
            else alone(shapes[name])
            if shapes
            else None
        )
        if not isinstance(value, Matrix):
            continue
        if show := measures.show(name, value) or measures.of_letters(name, value):
            of = show.unit_of(value.values[0][0])
            binary = show.style == "binary" and show.unit is None
            plain = show.digits is None and show.style not in POWERS
            digits = -1 if plain else show.places(work.places)
            unit = spoken(of, True) if of is not None and not binary else ""
            yield work.symbol(name), unit, binary, digits, show.style in POWERS
