"""Moodle XML: every question as a cloze with one blank per cell, and as STACK questions with the exact form."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from markupsafe import Markup

from symattn.course.platforms import cloze, stack
from symattn.course.platforms.markup import engine
from symattn.course.platforms.media import Media
from symattn.course.platforms.prairielearn import slugs
from symattn.course.platforms.variants import MANY, variants
from symattn.course.platforms.view import views
from symattn.marking.rule import Rule
from symattn.page.engine import Engine
from symattn.sheet import Sheet

Categories = dict[tuple[str, ...], dict[str, Markup]]
"""By the category, from the outermost inwards, its questions by what they are called in their sheet."""


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> dict[str, bytes]:
    """``cloze.xml`` and ``stack.xml``, for Moodle's question import (format: Moodle XML); every question of them by itself
    too, in ``versions``, for the plugin that imports one as a new version of one that is there (qbank_importasversion).

    A template's questions are categories with *many* variants each, for random questions, and STACK questions with as many
    deployed seeds.
    """
    media = Media("@@PLUGINFILE@@/")
    made = engine(sheet.language, media, point=sheet.point)
    made.environment.filters.update(cdata=cdata, score=score)
    made.environment.globals.update(
        blank=partial(cloze.blank, places=sheet.decimals, imprecise=Rule.of(sheet).imprecise), said=cloze.ClozeSaid,
        files=lambda text: _attached(media.of(text)),
    )
    shown = [views(one.solve(), made, apart=True) for one in variants(sheet, source, many, secret)]
    titled = sheet.title or sheet.path.stem
    known = {"sheet": sheet.heading, "titled": titled, "stem": sheet.path.stem}
    blanks: Categories = {(titled,): {}}
    for drawn in zip(*shown, strict=True):
        for number, one in enumerate(drawn, 1):
            place, behind = ((titled, one.id), f"/{number}") if len(drawn) > 1 else ((titled,), "")
            text = made.render("moodle/cloze.j2", question=one, number=number if behind else 0, **known)
            blanks.setdefault(place, {})[f"{one.id}{behind}"] = text
    made.environment.globals.update(imprecise=Rule.of(sheet).imprecise)
    exact: Categories = {(f"{titled} (STACK)",): stack.questions(sheet, shown, made, known)}
    marks = [(one.id, f"{float(one.marks):g}") for one in shown[0]]
    about = Engine("text").render("moodle/README.md.j2", marks=marks, **known)
    return _written("cloze", blanks, made) | _written("stack", exact, made) | {"README.md": f"{str(about).strip()}\n".encode()}


def _written(kind: str, categories: Categories, made: Engine) -> dict[str, bytes]:
    """A file with all questions in their categories, and one for each question, which has no category."""
    alone = {id: text for texts in categories.values() for id, text in texts.items()}
    single = {f"versions/{kind}/{place}.xml": {(): {id: alone[id]}} for id, place in slugs(alone).items()}
    every = {f"{kind}.xml": categories} | single
    return {place: str(made.render("moodle/quiz.j2", categories=of_it)).encode() for place, of_it in every.items()}


def _attached(files: Mapping[str, bytes]) -> Markup:
    """The files of a text, as Moodle XML has them behind it.

    >>> _attached({"a.svg": b"<svg/>"})
    Markup('<file name="a.svg" path="/" encoding="base64">PHN2Zy8+</file>')
    """
    return Markup().join(
        Markup('<file name="{}" path="/" encoding="base64">{}</file>').format(name, b64encode(data).decode())
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
