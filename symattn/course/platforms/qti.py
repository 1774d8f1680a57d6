"""QTI 2.1 and 3.0, for players of either version: an item for every question, a numeric gap for every cell asked.

Formulas are MathML, which is QTI's own. An answer is right within half a unit in the last place asked for; a known mistake
earns what the marker gives for it, and its sentence is shown (1EdTech, Question and Test Interoperability 2.1 and 3.0,
which say the same under other names).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from markupsafe import Markup

from symattn.boxes import Box
from symattn.boxes.latex import read
from symattn.course.platforms.blanks import GUARD, INFINITE, share
from symattn.course.platforms.markup import readme, whole
from symattn.course.platforms.media import Media
from symattn.course.platforms.packed import packed
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.view import View, drawn_views, left_out
from symattn.exact.decimals import decimal
from symattn.exact.number import Number
from symattn.files import Files
from symattn.formats import html
from symattn.formats.prose import Piece
from symattn.page.engine import Engine
from symattn.sheet import Sheet
from symattn.tables import in_each

_MATH = 'math xmlns="http://www.w3.org/1998/Math/MathML"'


class Writer(html.Writer):
    """HTML as QTI takes it: every tag is closed, formulas are MathML 2 in its own namespace.

    >>> from symattn.boxes import Ink
    >>> Writer().inline(Ink("1", "number"))
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mn>1</mn></math>'
    """

    name = "qti"
    room: float | None = 170.0  # millimetres of a line of working
    line_end = "<br/><br/>"

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""
        return f"<{_MATH}>{self.inner(box)}</math>"

    def display(self, box: Box) -> str:
        """A formula on a line of its own."""
        return f'<{_MATH} display="block">{self.inner(box)}</math>'

    def _cell(self, cell: Box) -> str:
        inner = self.inner(cell)
        return (
            f'<mstyle displaystyle="true">{inner}</mstyle>'
            if "<mfrac>" in inner
            else inner
        )

    def formula(self, piece: Piece) -> str:
        """A formula inside a sentence or on a line of its own.

        >>> print(*(Writer().formula(Piece(kind, "1")) for kind in ("math", "display")), sep="\\n")
        <math xmlns="http://www.w3.org/1998/Math/MathML"><mn>1</mn></math>
        <span><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mn>1</mn></math></span>
        """
        box = read(piece.text)
        return (
            self.inline(box)
            if piece.kind == "math"
            else f"<span>{self.display(box)}</span>"
        )


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """``qti.zip`` to import, and what is in it: ``imsmanifest.xml``, an item for every question, or *many* for every question
    of a template, to draw from, and figures; ``qti3.zip`` and ``qti3/`` are the same in QTI 3.0."""
    made = Engine("qti", language=sheet.language, writer=Writer(), point=sheet.point)
    media = Media("")
    made.environment.filters["points"] = lambda marks: Markup(f"{float(marks):g}")
    made.environment.globals.update(
        address=media,
        minus=INFINITE,
        share=share,
        bound=partial(bound, places=sheet.decimals),
    )
    items = {
        f"{number}-{drawn}" if len(of_all) > 1 else f"{number}": question
        for number, of_all in enumerate(
            drawn_views(sheet, source, many, secret, made), 1
        )
        for drawn, question in enumerate(of_all, 1)
    }
    two, three = (
        _package(sheet, items, made, media, version) for version in ("v2", "v3")
    )
    newer = {f"qti3/{name}": data for name, data in three.items()}
    return (
        readme("qti", left_out(sheet))
        | two
        | newer
        | {"qti.zip": packed(two), "qti3.zip": packed(three)}
    )


def _package(
    sheet: Sheet, items: Mapping[str, View], made: Engine, media: Media, version: str
) -> Files:
    """The files of a package, in the words of ``qti/v2.j2`` or ``qti/v3.j2``."""
    texts = {
        number: made.render(
            "qti/item.xml.j2",
            sheet=sheet.heading,
            question=question,
            number=number,
            version=version,
        )
        for number, question in items.items()
    }
    shown = in_each(media.of, texts)
    manifest = made.render(
        "qti/imsmanifest.xml.j2", sheet=sheet.heading, items=shown, version=version
    )
    written = {
        "imsmanifest.xml": manifest,
        **{f"items/{number}.xml": text for number, text in texts.items()},
    }
    figures = {
        f"items/{name}": data
        for of_item in shown.values()
        for name, data in of_item.items()
    }
    return in_each(whole, written) | figures


def bound(value: str, side: int, places: int) -> Markup:
    """The least (side −1) or the largest (1) number that is taken for a value: half a unit in the last place away, and a little
    for what is cut off. Two bounds are known to processors that do not know a tolerance.

    >>> bound("0.3333333333", 1, 2), bound("-0.5", -1, 0)
    (Markup('0.3383333343'), Markup('-1.00000010'))
    """
    half = Fraction(1, 2 * 10**places) + Fraction(1, 10 ** (places + GUARD - 1))
    return Markup(decimal(Number.of(Fraction(value) + side * half), places + GUARD))
