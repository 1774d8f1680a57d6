"""Moodle XML: every question as a cloze with one blank per cell, and as STACK questions with the exact form."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from markupsafe import Markup

from symattn.course.platforms.view import views
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.text import text
from symattn.page.engine import Engine
from symattn.sheet import Sheet

GUARD = 8  # the stored value has so many places more than is asked of students


def files(sheet: Sheet, source: str) -> dict[str, bytes]:
    """``cloze.xml`` and ``stack.xml``, for Moodle's question import (format: Moodle XML)."""
    engine = Engine("html")
    blank = partial(cell, places=sheet.decimals)
    engine.environment.filters.update(cell=lambda x, weight: blank(x, weight=weight), maxima=maxima, cdata=cdata, score=score)
    shown = views(sheet.solve(), engine)
    return {
        f"{kind}.xml": str(engine.render(f"moodle/{kind}.j2", sheet=sheet, questions=shown)).encode()
        for kind in ("cloze", "stack")
    }


INFINITE = ("-inf", "-oo", "-∞", "−∞", "−inf", "−oo", "-infinity", "−infinity", "-infty", "- inf", "-Inf")
"""How minus infinity may be typed, with a hyphen and with a minus sign."""
FILLER = "~%0%-98765432109876:0"
"""A wrong answer worth nothing: a box is as wide as the longest answer stored in it, and so all boxes are of one width."""


def cell(x: Entry, places: int, weight: int = 1) -> Markup:
    """One blank: its weight, the value with its tolerance, half a unit in the last place asked for.

    >>> from symattn.exact.number import Number
    >>> cell(Number.of(Fraction(1, 3)), 2)
    Markup('{1:NUMERICAL:=0.3333333333:0.0050000001~%0%-98765432109876:0}')
    """
    if isinstance(x, Blocked):
        return Markup(f"{{{weight}:SHORTANSWER:{'~'.join('=' + text for text in INFINITE)}{FILLER.removesuffix(':0')}}}")
    tolerance = f"0.{'0' * places}5{'0' * (GUARD - 2)}1"
    return Markup(f"{{{weight}:NUMERICAL:={decimal(x, places + GUARD)}:{tolerance}{FILLER}}}")


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
