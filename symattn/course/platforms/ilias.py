"""ILIAS: a question pool in QTI 1.2, as ILIAS writes and reads it, a cloze question with a numeric gap for every entry.

What ILIAS makes a question of is the order of texts and gaps in ``presentation``, the bounds of each gap, and the points in
``resprocessing``; a gap of another kind takes the spellings of minus infinity.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from markupsafe import Markup

from symattn.course.platforms.cloze import INFINITE
from symattn.course.platforms.markup import engine
from symattn.course.platforms.packed import packed
from symattn.course.platforms.qti import bound, share, stored
from symattn.course.platforms.variants import MANY, variants
from symattn.course.platforms.view import View, views
from symattn.exact.any_matrix import Blocked
from symattn.page.engine import Engine
from symattn.records import frozen
from symattn.sheet import Sheet
from symattn.tables import in_turn

NAME = "1__0__qpl_1"
"""What ILIAS wants the archive, the folder in it and the list of questions to be called; the questions are in ``…qti_1``."""
GAP = "\ue000"
"""Where a gap stands in a text."""


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> dict[str, bytes]:
    """``1__0__qpl_1.zip`` to import, and what is in it; of a template *many* variants of every question are in the pool."""
    made = engine(sheet.language, point=sheet.point)
    made.environment.globals.update(gap=Markup(GAP), parted=parted, gaps=partial(gaps, places=sheet.decimals))
    shown = [views(one.solve(), made) for one in variants(sheet, source, many, secret)]
    titled = sheet.title or sheet.path.stem
    items = _named(titled, shown)
    known = {"sheet": sheet.heading, "titled": titled, "items": items}
    pool = made.render("ilias/qpl.xml.j2", **known)
    questions = made.render("ilias/qti.xml.j2", **known)
    inside = {f"{NAME}/{NAME}.xml": pool, f"{NAME}/{NAME.replace('qpl', 'qti')}.xml": questions}
    written = {place: f"{str(text).strip()}\n".encode() for place, text in inside.items()}
    about = str(Engine("text").render("ilias/README.md.j2", name=NAME, **known)).encode()
    return {"README.md": about, **written, f"{NAME}.zip": packed(written)}


def _named(titled: str, shown: list[list[View]]) -> Mapping[str, View]:
    """The questions by their titles, the variants of one behind each other."""
    return {
        f"{titled}: {view.id}{f' ({number})' if len(shown) > 1 else ''}": view
        for of_all in zip(*shown, strict=True)
        for number, view in enumerate(of_all, 1)
    }


@frozen
class Gap:
    """A gap: what is right in it (several only where it is a word), its bounds where it is a number, and what it earns."""

    right: tuple[str, ...]
    bounds: tuple[Markup, ...]
    points: Markup


def gaps(question: View, places: int) -> list[Gap]:
    """The gaps of a question, in the order in which they stand there.

    >>> gaps(View("q1", Markup(), (), ()), 2)
    []
    """
    entries = [(line, x) for part in question.sections for line in part.asked for x in in_turn(line.value.cells())]
    return [
        Gap(INFINITE, (), share(line))
        if isinstance(x, Blocked)
        else Gap((value := str(stored(x, places)),), (bound(value, -1, places), bound(value, 1, places)), share(line))
        for line, x in entries
    ]


def parted(text: Markup) -> list[Markup]:
    """A text in the pieces between its gaps.

    >>> parted(Markup("a\\ue000b"))
    [Markup('a'), Markup('b')]
    """
    return text.split(GAP)
