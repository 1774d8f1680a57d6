"""Moodle XML: every question as a cloze with one blank per cell, and as STACK questions with the exact form."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from html import escape

from markupsafe import Markup

from symattn.course.platforms import stack
from symattn.course.platforms.markup import engine
from symattn.course.platforms.media import Media
from symattn.course.platforms.mistakes import Mistake
from symattn.course.platforms.variants import MANY, variants
from symattn.course.platforms.view import Asked, View, views
from symattn.exact.matrix import Blocked
from symattn.exact.number import Number
from symattn.exact.text import decimal
from symattn.marking.rule import Rule
from symattn.sheet import Sheet

GUARD = 8  # the stored value has so many places more than is asked of students


INFINITE = ("-inf", "-oo", "-∞", "−∞", "−inf", "−oo", "-infinity", "−infinity", "-infty", "- inf", "-Inf")
"""How minus infinity may be typed, with a hyphen and with a minus sign."""
FILLER = "-9.8765432109877E+22"
"""A wrong answer worth nothing that every blank has. Moodle makes a box as wide as its longest stored answer, and no number that
it stores, with 14 digits, takes more characters: all boxes are of one width and tell nothing."""
FEW = 2  # decimals of an answer that is right with too few digits
EXACTLY = "0.000000001"


def files(sheet: Sheet, source: str, many: int = MANY) -> dict[str, bytes]:
    """``cloze.xml`` and ``stack.xml``, for Moodle's question import (format: Moodle XML).

    A template's questions are categories with *many* variants each, for random questions, and STACK questions with as many
    deployed seeds.
    """
    media = Media("@@PLUGINFILE@@/")
    made = engine(sheet.language, media)
    made.environment.filters.update(cdata=cdata, score=score)
    made.environment.globals.update(
        cell=partial(cell, places=sheet.decimals, imprecise=Rule.of(sheet).imprecise),
        files=lambda text: _attached(media.of(text)),
    )
    shown = [views(one.solve(), made) for one in variants(sheet, source, many)]
    titled = sheet.title or sheet.path.stem
    cloze = made.render("moodle/cloze.j2", sheet=sheet.heading, titled=titled, questions=list(zip(*shown, strict=True)))
    made.environment.globals.update(imprecise=Rule.of(sheet).imprecise)
    return {"cloze.xml": str(cloze).encode(), "stack.xml": stack.questions(sheet, shown, made).encode()}


def _attached(files: Mapping[str, bytes]) -> Markup:
    """The files of a text, as Moodle XML has them behind it.

    >>> _attached({"a.svg": b"<svg/>"})
    Markup('<file name="a.svg" path="/" encoding="base64">PHN2Zy8+</file>')
    """
    return Markup().join(
        Markup('<file name="{}" path="/" encoding="base64">{}</file>').format(name, b64encode(data).decode())
        for name, data in files.items()
    )


def cell(view: View, line: Asked, i: int, j: int, few: str, either: str, places: int, imprecise: Fraction) -> Markup:
    """One blank: its weight, the value with its tolerance (half a unit in the last place asked for), what known mistakes come to
    with what they earn and what is said to them, the value with too few digits, and the filler.

    Moodle takes the first answer that fits. A value to which several mistakes come is told all of them, parted by *either*.
    """
    x, weight = line.value.cells()[i][j], view.weights[line.number]
    if isinstance(x, Blocked):
        return Markup(f"{{{weight}:SHORTANSWER:{'~'.join('=' + text for text in INFINITE)}~%0%{FILLER}}}")
    right = _stored(x, places)
    answers = [f"={right}:{_half(places)}"]
    wrong: dict[str, list[Mistake]] = {}
    for mistake in line.mistakes:
        other = mistake.value.cells()[i][j]
        value = "" if isinstance(other, Blocked) else _stored(other, places)
        if value and _apart(value, right, places) and abs(Fraction(value)) <= stack.MOST:
            near = next((known for known in wrong if not _apart(known, value, places)), value)
            wrong.setdefault(near, []).append(mistake)
    for value, mistakes in wrong.items():
        says = f" {either} ".join(dict.fromkeys(mistake.says for mistake in mistakes))
        answers.append(f"%{_percent(min(mistake.entry for mistake in mistakes))}%{value}:{_half(places)}#{_said(says)}")
    for short in dict.fromkeys(decimal(x, digits) for digits in range(FEW, places)):
        if Fraction(short) and all(_apart(short, known, places) for known in (right, *wrong)):
            answers.append(f"%{_percent(imprecise)}%{short}:{EXACTLY}#{_said(few)}")
    return Markup(f"{{{weight}:NUMERICAL:{'~'.join(answers)}~%0%{FILLER}:0}}")


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


_ENDING = str.maketrans({"}": "&#125;", "~": "&#126;", "\\": "&#92;"})


def _said(message: str) -> str:
    """A sentence inside a blank: HTML, whose entities Moodle resolves once, without the signs that would end it.

    >>> _said("not {1} < 2/3")
    'not {1&#125; &amp;lt; 2/3'
    """
    return escape(escape(message, quote=False), quote=False).translate(_ENDING)


def cdata(markup: Markup) -> Markup:
    """Markup inside a CDATA section."""
    return Markup("<![CDATA[" + str(markup).replace("]]>", "]]]]><![CDATA[>") + "]]>")


def score(marks: Fraction) -> Markup:
    """Marks with seven places, as Moodle writes them.

    >>> score(Fraction(1, 2))
    Markup('0.5000000')
    """
    return Markup(f"{float(marks):.7f}")
