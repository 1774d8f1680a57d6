"""Canvas: a quiz in QTI 1.2, as Canvas writes and reads it, with a blank for every entry.

Canvas finds a blank where its name stands in brackets, and holds what is typed against every text that is right for it: so all of
them go along. The blanks of one question share its points alike, so matrices whose entries earn the same stand in one question.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from markupsafe import Markup

from symattn.course.platforms.blanks import GUARD, INFINITE, Asked
from symattn.course.platforms.cloze import marked, signed, spelled, terminating
from symattn.course.platforms.markup import engine, readme, titled, whole
from symattn.course.platforms.media import Media
from symattn.course.platforms.packed import packed
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.view import View, ViewPart, drawn_views, left_out
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Entry
from symattn.files import Files
from symattn.records import frozen
from symattn.sheet import Sheet

MORE = 4
"""So many digits more than are asked for may be typed."""


@frozen
class Item:
    """One question of the quiz: its name there, the sheet's question, a part of it, and the matrices to fill in."""

    id: str
    name: str
    view: View
    part: ViewPart
    lines: tuple[Asked, ...]

    @property
    def blanks(self) -> int:
        """How many entries it asks for."""
        return sum(line.entries for line in self.lines)

    @property
    def points(self) -> str:
        """What it earns.

        >>> from markupsafe import Markup
        >>> Item("a", "a", View("", Markup(), (), ()), ViewPart(Markup(), Markup(), ()), ()).points
        '0'
        """
        return f"{float(sum((line.marks for line in self.lines), Fraction(0))):g}"


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """``canvas.zip``, and what is in it: the quiz, its manifest, and figures. Of a template *many* variants of every question are
    a group, of which Canvas picks one for each student."""
    media = Media("")
    made = engine(sheet.language, media, point=sheet.point)
    made.environment.globals.update(
        typed=lambda blank: typed(blank.value, sheet.decimals),
    )
    views = drawn_views(sheet, source, many, secret, made, apart=True)
    groups = [
        group
        for drawn in views
        for group in zip(
            *(_items(view, number) for number, view in enumerate(drawn, 1)), strict=True
        )
    ]
    text = made.render(
        "canvas/assessment.xml.j2",
        sheet=sheet.heading,
        titled=titled(sheet),
        groups=groups,
    )
    manifest = made.render("canvas/imsmanifest.xml.j2", figures=media.of(text))
    inside = {
        "imsmanifest.xml": whole(manifest),
        "quiz/quiz.xml": whole(text),
        **media.of(text),
    }
    return {
        **readme("canvas", left_out(sheet), titled=titled(sheet), more=MORE),
        **inside,
        "canvas.zip": packed(inside),
    }


def _items(view: View, variant: int) -> Iterator[Item]:
    """The questions that a question of the sheet becomes, in order."""
    for k, part in enumerate(view.sections, 1):
        parted = [
            tuple(lines)
            for _, lines in groupby(
                part.asked, key=lambda line: line.marks / line.entries
            )
        ]
        for n, lines in enumerate(parted, 1):
            label = Markup(" ({})").format(part.label) if part.label else ""
            names = (
                f" {', '.join(line.name for line in lines)}" if len(parted) > 1 else ""
            )
            yield Item(
                f"{view.id}-{k}-{n}-{variant}",
                Markup("{}{}{}").format(view.id, label, names),
                view,
                part,
                lines,
            )


def typed(x: Entry, places: int) -> list[str]:
    """The texts that are right for an entry: as many digits as are asked for, or up to four more, rounded or cut off.

    >>> from symattn.exact.number import Number
    >>> typed(Number.of(Fraction(-2, 3)), 1)[:6]
    ['-0.7', '-0.67', '-0.66', '-0.667', '-0.666', '-0.6667']
    >>> typed(Number.of(Fraction(1, 2)), 1)[:3]
    ['0.5', '.5', '0,5']
    """
    if isinstance(x, Blocked):
        return list(INFINITE)
    if (value := terminating(x, places)) is not None:
        return spelled(value, places)
    least, *longer = (decimal(x, places + k).removeprefix("-") for k in range(MORE + 1))
    long = decimal(x, places + GUARD).removeprefix("-")
    digits = [
        least,
        *(one for rounded in longer for one in (rounded, long[: len(rounded)])),
    ]
    bodies = marked(list(dict.fromkeys(digits)))
    return signed(bodies) if decimal(x, places + GUARD).startswith("-") else bodies
