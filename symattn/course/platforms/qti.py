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
from symattn.course.platforms.cloze import INFINITE
from symattn.course.platforms.media import Media
from symattn.course.platforms.mistakes import Mistake
from symattn.course.platforms.packed import packed
from symattn.course.platforms.variants import MANY, variants
from symattn.course.platforms.view import Asked, View, views
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Entry
from symattn.exact.number import Number
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
    line_end = "<br/><br/>"

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""
        return f"<{_MATH}>{self.inner(box)}</math>"

    def display(self, box: Box) -> str:
        """A formula on a line of its own."""
        return f'<{_MATH} display="block">{self.inner(box)}</math>'

    def _cell(self, cell: Box) -> str:
        inner = self.inner(cell)
        return f'<mstyle displaystyle="true">{inner}</mstyle>' if "<mfrac>" in inner else inner

    def formula(self, piece: Piece) -> str:
        """A formula inside a sentence or on a line of its own."""
        box = read(piece.text)
        return self.inline(box) if piece.kind == "math" else f"<span>{self.display(box)}</span>"


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> dict[str, bytes]:
    """``qti.zip`` to import, and what is in it: ``imsmanifest.xml``, an item for every question, or *many* for every question
    of a template, to draw from, and figures; ``qti3.zip`` and ``qti3/`` are the same in QTI 3.0."""
    made, media = Engine("qti", language=sheet.language, writer=Writer(), point=sheet.point), Media("")
    made.environment.filters["points"] = lambda marks: Markup(f"{float(marks):g}")
    made.environment.globals.update(
        address=media, gap=gap, share=share, minus=INFINITE,
        bound=partial(bound, places=sheet.decimals),
        stored=lambda line, i, j: stored(line.value.cells()[i][j], sheet.decimals), wrongs=partial(wrongs, places=sheet.decimals),
        slipped=partial(slipped, places=sheet.decimals),
    )  # fmt: skip
    shown = [views(one.solve(), made) for one in variants(sheet, source, many, secret)]
    items = {
        f"{number}-{drawn}" if len(shown) > 1 else f"{number}": question
        for number, of_all in enumerate(zip(*shown, strict=True), 1)
        for drawn, question in enumerate(of_all, 1)
    }
    two, three = (_package(sheet, items, made, media, version) for version in ("v2", "v3"))
    about = {"README.md": str(Engine("text").render("qti/README.md.j2")).encode()}
    newer = {f"qti3/{name}": data for name, data in three.items()}
    return about | two | newer | {"qti.zip": packed(two), "qti3.zip": packed(three)}


def _package(sheet: Sheet, items: Mapping[str, View], made: Engine, media: Media, version: str) -> dict[str, bytes]:
    """The files of a package, in the words of ``qti/v2.j2`` or ``qti/v3.j2``."""
    texts = {
        number: str(made.render("qti/item.xml.j2", sheet=sheet.heading, question=question, number=number, version=version))
        for number, question in items.items()
    }
    shown = {number: media.of(text) for number, text in texts.items()}
    manifest = made.render("qti/imsmanifest.xml.j2", sheet=sheet.heading, items=shown, version=version)
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
    Markup('0.5')
    """
    return Markup(f"{float(line.marks * of / (line.value.rows * line.value.cols)):.12g}")


def bound(value: str, side: int, places: int) -> Markup:
    """The least (side −1) or the largest (1) number that is taken for a value: half a unit in the last place away, and a little
    for what is cut off. Two bounds are known to processors that do not know a tolerance.

    >>> bound("0.3333333333", 1, 2), bound("-0.5", -1, 0)
    (Markup('0.3383333343'), Markup('-1.00000010'))
    """
    half = Fraction(1, 2 * 10**places) + Fraction(1, 10 ** (places + GUARD - 1))
    return Markup(decimal(Number.of(Fraction(value) + side * half), places + GUARD))


def wrongs(line: Asked, i: int, j: int, places: int) -> dict[str, Fraction]:
    """What known mistakes come to in a cell, where that is told from the right value by so many decimals, and what it earns:
    the least where several come to the same.

    >>> from symattn.exact.matrix import Matrix
    >>> made = (("a", 2, 1), ("b", 2, 0), ("c", 1, 1))
    >>> slips = tuple(Mistake(id, Matrix.of([[x]]), "", Fraction(0), Fraction(entry)) for id, x, entry in made)
    >>> wrongs(Asked(1, "Q", Markup("Q"), Matrix.of([[1]]), Fraction(1), slips), 0, 0, 2)
    {'2.0000000000': Fraction(0, 1)}
    """
    found: dict[str, Fraction] = {}
    for mistake in line.mistakes:
        if (value := told_apart(line, mistake, i, j, places)) is not None:
            near = next((known for known in found if _near(known, value, places)), value)
            found[near] = min(found.get(near, mistake.entry), mistake.entry)
    return found


def slipped(line: Asked, places: int) -> list[tuple[Mistake, dict[tuple[int, int], str]]]:
    """The mistakes that are seen in some cell, each with its number in every cell that has one: who has all of these made it."""
    cells = [(i, j) for i in range(line.value.rows) for j in range(line.value.cols)]
    return [
        (
            mistake,
            {
                (i, j): str(stored(mistake.value.cells()[i][j], places))
                for i, j in cells
                if stored(line.value.cells()[i][j], places) and stored(mistake.value.cells()[i][j], places)
            },
        )
        for mistake in line.mistakes
        if any(told_apart(line, mistake, i, j, places) is not None for i, j in cells)
    ]


def stored(x: Entry, places: int) -> Markup:
    """A number with more places than are asked for; nothing for minus infinity, which is a word."""
    return Markup("" if isinstance(x, Blocked) else decimal(x, places + GUARD))


def told_apart(line: Asked, mistake: Mistake, i: int, j: int, places: int) -> str | None:
    """What a mistake comes to in a cell, if so many decimals tell it from the right value; minus infinity is no number."""
    right, wrong = (stored(value.cells()[i][j], places) for value in (line.value, mistake.value))
    return None if not right or not wrong or _near(right, wrong, places) else str(wrong)


def _near(a: str, b: str, places: int) -> bool:
    return abs(Fraction(a) - Fraction(b)) <= Fraction(2, 10**places)
