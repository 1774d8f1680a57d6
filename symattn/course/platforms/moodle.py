"""Moodle XML: every question as a cloze with one blank per cell, and as STACK questions with the exact form."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from html import escape
from itertools import count

from markupsafe import Markup

from symattn.course.platforms.markup import engine
from symattn.course.platforms.view import Asked, View, views
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.marking.rule import Rule
from symattn.sheet import Sheet

GUARD = 8  # the stored value has so many places more than is asked of students


def files(sheet: Sheet, source: str) -> dict[str, bytes]:
    """``cloze.xml`` and ``stack.xml``, for Moodle's question import (format: Moodle XML)."""
    made = engine(sheet.language)
    shown = views(sheet.solve(), made)
    made.environment.filters.update(maxima=maxima, cdata=cdata, score=score)
    cells = [x for line in _asked(shown) for row in line.value.cells() for x in row]
    wide = max(LONGEST, *(len(_stored(x, sheet.decimals)) for x in cells if not isinstance(x, Blocked)))
    made.environment.globals.update(cell=partial(cell, places=sheet.decimals, wide=wide, imprecise=Rule.of(sheet).imprecise))
    return {
        f"{kind}.xml": str(made.render(f"moodle/{kind}.j2", sheet=sheet, questions=shown, tests=count(1).__next__)).encode()
        for kind in ("cloze", "stack")
    }


def _asked(shown: list[View]) -> list[Asked]:
    return [line for view in shown for part in view.sections for line in part.asked]


INFINITE = ("-inf", "-oo", "-∞", "−∞", "−inf", "−oo", "-infinity", "−infinity", "-infty", "- inf", "-Inf")
"""How minus infinity may be typed, with a hyphen and with a minus sign."""
LONGEST = 24
"""Characters of the longest answer stored: a box is as wide as that, so that all are of one width and tell nothing."""
FEW = 2  # decimals of an answer that is right with too few digits


def cell(view: View, line: Asked, i: int, j: int, few: str, places: int, wide: int, imprecise: Fraction) -> Markup:
    """One blank: its weight, the value with its tolerance (half a unit in the last place asked for), what known mistakes come to
    with what they earn and what is said to them, and a wrong answer worth nothing that makes all boxes equally wide."""
    x, weight = line.value.cells()[i][j], view.weights[line.number]
    filler = "-" + ("9876543210" * wide)[: wide - 1]
    if isinstance(x, Blocked):
        return Markup(f"{{{weight}:SHORTANSWER:{'~'.join('=' + text for text in INFINITE)}~%0%{filler}}}")
    right = _stored(x, places)
    known = {right}
    answers = [f"={right}:{_half(places)}"]
    if places > FEW and Fraction(right) * 10**places % 1:
        answers.append(f"%{_percent(imprecise)}%{right}:{_half(FEW)}#{_said(few)}")
    for mistake in line.mistakes:
        wrong = mistake.value.cells()[i][j]
        stored = "" if isinstance(wrong, Blocked) else _stored(wrong, places)
        if stored and len(stored) <= wide and all(_apart(stored, other, places) for other in known):
            known.add(stored)
            answers.append(f"%{_percent(mistake.entry)}%{stored}:{_half(places)}#{_said(mistake.says)}")
    return Markup(f"{{{weight}:NUMERICAL:{'~'.join(answers)}~%0%{filler}:0}}")


def _apart(one: str, other: str, places: int) -> bool:
    """Whether no answer is within the tolerance of both."""
    return abs(Fraction(one) - Fraction(other)) > Fraction(2, 10**places)


def _stored(x: Number, places: int) -> str:
    """A value with more places than are asked for, as Moodle keeps it.

    >>> _stored(Number.of(Fraction(1, 3)), 2)
    '0.3333333333'
    """
    return decimal(x, places + GUARD)


def _half(places: int) -> str:
    """Half a unit in the last place, and a little for what is cut off.

    >>> _half(2)
    '0.0050000001'
    """
    return f"0.{'0' * places}5{'0' * (GUARD - 2)}1"


def _percent(share: Fraction) -> int:
    """Marks that Moodle knows, in quarters, at most as much as is earned.

    >>> _percent(Fraction(2, 3)), _percent(Fraction(0))
    (50, 0)
    """
    return int(share * 4) * 25


def _said(message: str) -> str:
    """A sentence inside a blank, with the signs escaped that would end it.

    >>> _said("not {1} of 2/3")
    'not {1\\\\} of 2\\\\/3'
    """
    return re.sub(r'([}~#/"\\])', r"\\\1", escape(message, quote=False))


def maxima(m: Matrix) -> Markup:
    """The exact matrix in Maxima's language, as STACK's teacher's answer.

    >>> maxima(Matrix.of([[1, 2]]))
    Markup('matrix([1,2])')
    """
    rows = (",".join("minf" if isinstance(x, Blocked) else _maxima(x) for x in row) for row in m.cells())
    return Markup(f"matrix({','.join(f'[{row}]' for row in rows)})")


def _maxima(x: object) -> str:
    written = text(x)  # type: ignore[arg-type]
    return written.replace("**", "^").replace("pi", "%pi").replace(" ", "")


def cdata(markup: Markup) -> Markup:
    """Markup inside a CDATA section."""
    return Markup("<![CDATA[" + str(markup).replace("]]>", "]]]]><![CDATA[>") + "]]>")


def score(marks: Fraction) -> Markup:
    """Marks with seven places, as Moodle writes them.

    >>> score(Fraction(1, 2))
    Markup('0.5000000')
    """
    return Markup(f"{float(marks):.7f}")
