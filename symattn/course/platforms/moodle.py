"""Moodle XML: every question as a cloze with one blank per cell, and as STACK questions with the exact form."""

from __future__ import annotations

from fractions import Fraction

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
    engine.environment.filters.update(cell=lambda x: cell(x, sheet.decimals), maxima=maxima, cdata=cdata, score=score)
    shown = views(sheet.solve(), engine)
    return {
        f"{kind}.xml": str(engine.render(f"moodle/{kind}.j2", sheet=sheet, questions=shown)).encode()
        for kind in ("cloze", "stack")
    }


def cell(x: Entry, places: int) -> Markup:
    """One blank: the value with its tolerance, half a unit in the last place asked for.

    >>> from symattn.exact.number import Number
    >>> cell(Number.of(Fraction(1, 3)), 2)
    Markup('{1:NUMERICAL:=0.3333333333:0.0050000001}')
    """
    if isinstance(x, Blocked):
        return Markup("{1:SHORTANSWER:=-inf~=-oo~=-∞}")
    tolerance = f"0.{'0' * places}5{'0' * (GUARD - 2)}1"
    return Markup(f"{{1:NUMERICAL:={decimal(x, places + GUARD)}:{tolerance}}}")


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
