"""Moodle XML: every question as a cloze with one blank per cell, and as STACK questions with the exact form."""

from __future__ import annotations

from base64 import b64encode
from fractions import Fraction
from functools import partial

from markupsafe import Markup

from symattn.course.platforms import cloze, stack
from symattn.course.platforms.markup import engine, readme, titled
from symattn.course.platforms.media import Media
from symattn.course.platforms.prairielearn import slugs
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.view import drawn_views, left_out
from symattn.files import Files
from symattn.marking.rule import Rule
from symattn.page.engine import Engine
from symattn.said import Strings
from symattn.sheet import Sheet

Categories = dict[Strings, dict[str, Markup]]
"""By the category, from the outermost inwards, its questions by what they are called in their sheet."""


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """``cloze.xml`` and ``stack.xml``, for Moodle's question import (format: Moodle XML); every question of them by itself
    too, in ``versions``, for the plugin that imports one as a new version of one that is there (qbank_importasversion).

    A template's questions are categories with *many* variants each, for random questions, and STACK questions with as many
    deployed seeds.
    """
    media = Media("@@PLUGINFILE@@/")
    made = engine(sheet.language, media, point=sheet.point)
    made.environment.filters.update(cdata=cdata, score=score)
    name, imprecise = titled(sheet), Rule.of(sheet).imprecise
    made.environment.globals.update(
        blank=partial(cloze.blank, imprecise=imprecise),
        imprecise=imprecise,
        said=cloze.ClozeSaid,
        files=lambda text: _attached(media.of(text)),
    )
    shown = drawn_views(sheet, source, many, secret, made, apart=True)
    known = {"sheet": sheet.heading, "titled": name, "stem": sheet.path.stem}
    typed: Categories = {(name,): {}}
    for drawn in shown:
        for number, one in enumerate(drawn, 1):
            place, behind = (
                ((name, one.id), f"/{number}") if len(drawn) > 1 else ((name,), "")
            )
            text = made.render(
                "moodle/cloze.j2", question=one, number=number if behind else 0, **known
            )
            typed.setdefault(place, {})[f"{one.id}{behind}"] = text
    exact: Categories = {
        (f"{name} (STACK)",): stack.questions(sheet, shown, made, known)
    }
    marks = [(drawn[0].id, f"{float(drawn[0].marks):g}") for drawn in shown]
    return (
        _written("cloze", typed, made)
        | _written("stack", exact, made)
        | readme("moodle", left_out(sheet), marks=marks, **known)
    )


def _written(kind: str, categories: Categories, made: Engine) -> Files:
    """A file with all questions in their categories, and one for each question, which has no category."""
    alone = {id: text for texts in categories.values() for id, text in texts.items()}
    single = {
        f"versions/{kind}/{place}.xml": {(): {id: alone[id]}}
        for id, place in slugs(alone).items()
    }
    every = {f"{kind}.xml": categories} | single
    return {
        place: made.render("moodle/quiz.j2", categories=of_it).encode()
        for place, of_it in every.items()
    }


def _attached(files: Files) -> Markup:
    """The files of a text, as Moodle XML has them behind it.

    >>> _attached({"a.svg": b"<svg/>"})
    Markup('<file name="a.svg" path="/" encoding="base64">PHN2Zy8+</file>')
    """
    return Markup().join(
        Markup('<file name="{}" path="/" encoding="base64">{}</file>').format(
            name, b64encode(data).decode()
        )
        for name, data in files.items()
    )


def cdata(markup: Markup) -> Markup:
    """Markup inside a CDATA section."""
    return Markup("<![CDATA[" + str(markup).replace("]]>", "]]]]><![CDATA[>") + "]]>")


def score(marks: Fraction) -> Markup:
    """Marks with seven places, as Moodle writes them.

    >>> score(Fraction(1, 2))
    Markup('0.5000000')
    """
    return Markup(f"{float(marks):.7f}")
