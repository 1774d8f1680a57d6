"""ILIAS: a question pool in QTI 1.2, as ILIAS writes and reads it, a cloze question with a numeric gap for every entry.

What ILIAS makes a question of is the order of texts and gaps in ``presentation``, the bounds of each gap, and the points in
``resprocessing``; a gap of another kind takes the spellings of minus infinity.
"""

from __future__ import annotations

from markupsafe import Markup

from symattn.course.platforms.blanks import INFINITE, share
from symattn.course.platforms.markup import engine, readme, titled, whole
from symattn.course.platforms.packed import packed
from symattn.course.platforms.qti import bound
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.view import View, drawn_views, left_out
from symattn.files import Files
from symattn.records import frozen
from symattn.said import Strings
from symattn.sheet import Sheet
from symattn.tables import in_turn

NAME = "1__0__qpl_1"
"""What ILIAS wants the archive, the folder in it and the list of questions to be called; the questions are in ``…qti_1``."""
GAP = "\ue000"
"""Where a gap stands in a text."""


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """``1__0__qpl_1.zip`` to import, and what is in it; of a template *many* variants of every question are in the pool."""
    made = engine(sheet.language, point=sheet.point)
    made.environment.globals.update(gap=Markup(GAP), parted=parted, gaps=gaps)
    items = {
        f"{titled(sheet)}: {view.id}{f' ({number})' if len(drawn) > 1 else ''}": view
        for drawn in drawn_views(sheet, source, many, secret, made)
        for number, view in enumerate(drawn, 1)
    }
    known = {"sheet": sheet.heading, "titled": titled(sheet), "items": items}
    names = {
        f"{NAME}/{NAME.replace('qpl', kind)}.xml": f"ilias/{kind}.xml.j2"
        for kind in ("qpl", "qti")
    }
    written = {
        place: whole(made.render(template, **known))
        for place, template in names.items()
    }
    return {
        **readme("ilias", left_out(sheet), name=NAME, **known),
        **written,
        f"{NAME}.zip": packed(written),
    }


@frozen
class Gap:
    """A gap: what is right in it (several only where it is a word), its bounds where it is a number, and what it earns."""

    right: Strings
    bounds: tuple[Markup, ...]
    points: Markup


def gaps(question: View) -> list[Gap]:
    """The gaps of a question, in the order in which they stand there.

    >>> gaps(View("q1", Markup(), (), ()))
    []
    """
    asked = (line for part in question.sections for line in part.asked)
    return [
        Gap(
            (blank.right,),
            tuple(bound(blank.right, side, line.places) for side in (-1, 1)),
            share(blank),
        )
        if blank.right
        else Gap(INFINITE, (), share(blank))
        for line in asked
        for blank in in_turn(line.blanks)
    ]


def parted(text: Markup) -> list[Markup]:
    """A text in the pieces between its gaps.

    >>> parted(Markup("a\\ue000b"))
    [Markup('a'), Markup('b')]
    """
    return text.split(GAP)
