"""QTI 2.1 and 3.0 for Canvas, ILIAS, Inspera and others: an item for every question, a numeric gap for every cell asked.

Formulas are MathML, which is QTI's own. An answer is right within half a unit in the last place asked for; a known mistake
earns what the marker gives for it, and its sentence is shown (1EdTech, Question and Test Interoperability 2.1 and 3.0,
which say the same under other names).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from markupsafe import Markup

from symattn.boxes import Box
from symattn.boxes.latex import read
from symattn.course.platforms.media import Media
from symattn.course.platforms.moodle import INFINITE
from symattn.course.platforms.packed import packed
from symattn.course.platforms.variants import MANY, variants
from symattn.course.platforms.view import Asked, View, views
from symattn.exact.any_matrix import Blocked
from symattn.exact.matrix import Entry
from symattn.exact.text import decimal
from symattn.formats import html
from symattn.formats.prose import Piece
from symattn.page.engine import Engine
from symattn.sheet import Sheet

GUARD = 8
_MATH = 'math xmlns="http://www.w3.org/1998/Math/MathML"'


class Writer(html.Writer):
    """HTML as QTI takes it: every tag is closed, formulas are MathML 2 in its own namespace.

    >>> from symattn.boxes import Ink
    >>> Writer().inline(Ink("1", "number"))
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mn>1</mn></math>'
    """

    name = "qti"
    room: float | None = 170.0  # millimetres of a line of working

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""
        return f"<{_MATH}>{self.inner(box)}</math>"

    def display(self, box: Box) -> str:
        """A formula on a line of its own."""
        return f'<{_MATH} display="block">{self.inner(box)}</math>'

    def _cell(self, cell: Box) -> str:
        inner = self.inner(cell)
        return f'<mstyle displaystyle="true">{inner}</mstyle>' if "<mfrac>" in inner else inner

    def _piece(self, piece: Piece) -> str:
        match piece.kind:
            case "display":
                return f"<span>{self.display(read(piece.text))}</span>"
            case "break":
                return "<br/><br/>"
        return super()._piece(piece)


def files(sheet: Sheet, source: str, many: int = MANY) -> dict[str, bytes]:
    """``qti.zip`` to import, and what is in it: ``imsmanifest.xml``, an item for every question, or *many* for every question
    of a template, to draw from, and figures; ``qti3.zip`` and ``qti3/`` are the same in QTI 3.0."""
    made, media = Engine("qti", language=sheet.language, writer=Writer()), Media("")
    made.environment.filters["points"] = lambda marks: Markup(f"{float(marks):g}")
    made.environment.globals.update(
        address=media, gap=gap, share=share, minus=INFINITE, half=Markup(f"0.{'0' * sheet.decimals}5000001"),
        stored=lambda x: Markup("" if isinstance(x, Blocked) else decimal(x, sheet.decimals + GUARD)),
        differ=differ(sheet.decimals),
    )  # fmt: skip
    shown = [views(one.solve(), made) for one in variants(sheet, source, many)]
    items = {
        f"{number}-{drawn}" if len(shown) > 1 else f"{number}": question
        for number, of_all in enumerate(zip(*shown, strict=True), 1)
        for drawn, question in enumerate(of_all, 1)
    }
    two, three = (_package(sheet, items, made, media, version) for version in ("v2", "v3"))
    return {**two, "qti.zip": packed(two), **{f"qti3/{name}": data for name, data in three.items()}, "qti3.zip": packed(three)}


def _package(sheet: Sheet, items: Mapping[str, View], made: Engine, media: Media, version: str) -> dict[str, bytes]:
    """The files of a package, in the words of ``qti/v2.j2`` or ``qti/v3.j2``."""
    texts = {
        number: str(made.render("qti/item.xml.j2", sheet=sheet, question=question, number=number, version=version))
        for number, question in items.items()
    }
    shown = {number: media.of(text) for number, text in texts.items()}
    manifest = made.render("qti/imsmanifest.xml.j2", sheet=sheet, items=shown, version=version)
    written = {"imsmanifest.xml": str(manifest), **{f"items/{number}.xml": text for number, text in texts.items()}}
    figures = {f"items/{name}": data for of_item in shown.values() for name, data in of_item.items()}
    return {name: f"{text.strip()}\n".encode() for name, text in written.items()} | figures


def gap(line: Asked, i: int, j: int) -> Markup:
    """The name of a cell's answer.

    >>> from symattn.exact.matrix import Matrix
    >>> gap(Asked(2, "Q", Markup("Q"), Matrix.of([[1]]), Fraction(1)), 0, 1)
    Markup('M2_1_2')
    """
    return Markup(f"M{line.number}_{i + 1}_{j + 1}")


def share(line: Asked, of: Fraction | int = 1) -> Markup:
    """What a cell earns, or a part of it.

    >>> from symattn.exact.matrix import Matrix
    >>> share(Asked(2, "Q", Markup("Q"), Matrix.of([[1, 2]]), Fraction(1)))
    Markup('0.500000')
    """
    return Markup(f"{float(line.marks * of / (line.value.rows * line.value.cols)):.6f}")


class differ:
    """Whether a wrong cell is told from a right one by so many decimals.

    >>> from symattn.exact.number import Number
    >>> differ(2)(Number.of(1), Number.of(Fraction(1001, 1000))), differ(2)(Number.of(1), Number.of(2))
    (False, True)
    """

    def __init__(self, places: int) -> None:
        self.places = places

    def __call__(self, right: Entry, wrong: Entry) -> bool:
        if isinstance(right, Blocked) or isinstance(wrong, Blocked):
            return False
        a, b = (Fraction(decimal(x, self.places + GUARD)) for x in (right, wrong))
        return abs(a - b) > Fraction(2, 10**self.places)
