"""What the templates of a page may call beside what every template may: layout, tables, marks, a line's filters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Protocol

from jinja2.environment import TemplateModule
from markupsafe import Markup

from symattn.boxes import Box, Ink, Row, row
from symattn.errors import SymattnError
from symattn.formats import Writer
from symattn.formats.templates import Templates, Words, plainly
from symattn.page import layout
from symattn.page.filters import FILTERS
from symattn.page.layout import Display, Eq
from symattn.page.present import Link
from symattn.page.tables import headed, tablebox


class Engine(Templates):
    """Templates of one format with what the page's templates may call.

    >>> str(Engine("tex").prose("$x$"))
    '$x$'
    """

    def __init__(
        self, form: str, own: Sequence[Path] = (), language: str = "", writer: Writer | None = None
    ) -> None:
        super().__init__(form, own, language, writer)
        self.language = language
        self.environment.globals.update(
            lang=language or "en", marks=self.marks, points=points, relation=relation, line=self.line, pdfhex=pdfhex,
            tablebox=tablebox, indented=self.indented, parted=parted, room=room, rows=rows, contents=contents, headed=headed,
        )  # fmt: skip
        self.environment.filters.update(FILTERS, plain=Markup)

    def marks(self, value: Fraction | int, words: bool = False) -> str:
        """Marks as they are printed, with the word in the page's language where *words* asks for it.

        >>> Engine("tex").marks(Fraction(3, 2), words=True), Engine("text", language="de").marks(1, words=True)
        (Markup('1\\\\textonehalf{} marks'), Markup('1 Punkt'))
        """
        return self.word("marks", marks(value), value in (1, Fraction(1, 2))) if words else marks(value)

    @cached_property
    def plainly(self) -> Words:
        """What is said of lines as plain text or LaTeX prose, in the page's language."""
        return plainly(self.own, self.language)

    def word(self, name: str, *facts: object) -> Markup:
        """Words of pages: a macro of words/page.j2 with its facts, or a text that stands there."""
        found = vars(self.environment.get_template("words/page.j2").module)[name]
        return Markup(found(*facts)) if callable(found) else self.text(found)

    def line(self, lhs: Box | None, chain: Sequence[Link], mark: str) -> Markup:
        """One line of working set at once, for formats that need no commands."""
        parts: list[Box] = [] if lhs is None else [lhs]
        for sign, box in chain:
            parts += [relation(sign)] * bool(sign) + [box]
        if mark:
            parts += [Ink("qquad", "space"), Ink(f"[{mark}]", "text")]
        return self.indented(row(*parts))

    def indented(self, box: Box) -> Markup:
        """A formula with four blanks before every line."""
        return Markup("\n".join("    " + text for text in self.writer.write(box).split("\n")))

    def laid_out(self, groups: Sequence[Sequence[Sequence[Eq]]], axis: float, least: int = 0) -> list[Display]:
        """Equations on lines, as wide as the format has them; on paper none larger than size number *least*."""
        writer = self.writer
        return layout.laid_out(groups, axis, least) if writer.paper else layout.plainly(groups, writer.wide, writer.room)

    def macros(self) -> TemplateModule:
        """The format's macros."""
        return self.environment.get_template(f"{self.form}/macros.j2").module


def pdfhex(text: str) -> Markup:
    """A text as a PDF string of hexadecimal digits, so that no sign of it is a command.

    >>> pdfhex("é")
    Markup('<FEFF00E9>')
    """
    return Markup(f"<FEFF{text.encode('utf-16-be').hex().upper()}>")


def marks(value: Fraction | int) -> str:
    """Marks as they are printed: 3, 1½, 0.25.

    >>> marks(Fraction(3, 2)), marks(Fraction(1, 4))
    ('1½', '0.25')
    """
    whole, rest = divmod(Fraction(value), 1)
    if rest == Fraction(1, 2):
        shown = f"{whole or ''}½"
    else:
        shown = str(whole) if not rest else f"{float(value):g}"
    return shown


def points(value: Fraction | int) -> Markup:
    """Marks as the points of LaTeX's class exam, which knows whole and half ones; SymattnError for other fractions.

    >>> points(Fraction(5, 2)), points(Fraction(1, 2)), points(3)
    (Markup('2\\\\half'), Markup('\\\\half'), Markup('3'))
    """
    whole, rest = divmod(Fraction(value), 1)
    if rest not in (0, Fraction(1, 2)):
        raise SymattnError(f"marks {marks(value)}: the class exam counts whole and half points; give such marks in the sheet")
    return Markup(f"{whole or ''}\\half" if rest else str(whole))


def relation(sign: str) -> Ink:
    """A sign such as = or ≈ as a box."""
    return Ink(sign, "relation")


def parted(box: Box) -> list[Box]:
    """A row of formulas as its formulas, so that they may stand on lines of their own.

    >>> [item.text for item in parted(row(Ink("A"), Ink("quad", "space"), Ink("B")))]
    ['A', 'B']
    """
    parts: list[list[Box]] = [[]]
    for item in box.items if isinstance(box, Row) else (box,):
        if isinstance(item, Ink) and item.kind == "space" and item.text in ("quad", "qquad"):
            parts.append([])
        else:
            parts[-1].append(item)
    return [row(*part) for part in parts if part]


def room(high: float, factor: str) -> Markup:
    """Millimetres of room to write for working that is so high in print.

    >>> room(20.0, "1.5")
    Markup('35')
    """
    return Markup(min(250, 5 * (1 + round(high * float(factor) / 5))))


def rows(high: float, factor: str) -> int:
    """Rows of a 5 mm dot grid to write on, for working that is so high in print; most of a page at the most.

    >>> rows(20.0, "1.5"), rows(9000.0, "1.5")
    (6, 40)
    """
    return min(40, max(2, int(high * float(factor) + 4) // 5))


class _Parted(Protocol):
    """What has parts."""

    @property
    def parts(self) -> Sequence[object]: ...


def contents(questions: Sequence[_Parted]) -> bool:
    """Whether a page has enough questions or parts for a table of contents."""
    return len(questions) > 1 or any(len(q.parts) > 1 for q in questions)
