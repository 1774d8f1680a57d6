"""What the templates of a page may call beside what every template may: layout, tables, marks, a line's filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import Any

from markupsafe import Markup

from symattn.boxes import Box, Grid, Ink, Row, row
from symattn.formats.templates import Templates
from symattn.formats.text import block
from symattn.page import layout
from symattn.page.filters import FILTERS
from symattn.page.layout import Display, Eq

TABLE, GAP = 92, 2  # how wide a table may be on a terminal, and what stands between its columns


class Engine(Templates):
    """Templates of one format with what the page's templates may call.

    >>> str(Engine("tex").prose("$x$"))
    '$x$'
    """

    def __init__(self, form: str, own: Sequence[Path] = ()) -> None:
        super().__init__(form, own)
        self.environment.globals.update(
            marks=marks, relation=relation, line=self.line, pdfhex=pdfhex, tablebox=tablebox, indented=self.indented,
            parted=parted, room=room, rows=rows, contents=contents, headed=headed,
        )  # fmt: skip
        self.environment.filters.update(FILTERS, plain=Markup)

    def line(self, lhs: Any, chain: Any, mark: str) -> Markup:
        """One line of working set at once, for formats that need no commands."""
        parts: list[Any] = [] if lhs is None else [lhs]
        for sign, box in chain:
            parts += [relation(sign)] * bool(sign) + [box]
        if mark:
            parts += [Ink("qquad", "space"), Ink(f"[{mark}]", "text")]
        return self.indented(row(*parts))

    def indented(self, box: Any) -> Markup:
        """A formula with four blanks before every line."""
        return Markup("\n".join("    " + text for text in self.writer.write(box).split("\n")))

    def laid_out(self, groups: Sequence[Sequence[Sequence[Eq]]], axis: float) -> list[Display]:
        """Equations on lines, as wide as the format has them."""
        writer = self.writer
        return layout.laid_out(groups, axis) if writer.paper else layout.plainly(groups, writer.wide, writer.room)

    def macros(self) -> Any:
        """The format's macros."""
        return self.environment.get_template(f"{self.form}/macros.j2").module


def pdfhex(text: str) -> Markup:
    """A text as a PDF string of hexadecimal digits, so that no sign of it is a command.

    >>> pdfhex("é")
    Markup('<FEFF00E9>')
    """
    return Markup(f"<FEFF{text.encode('utf-16-be').hex().upper()}>")


def tablebox(table: Any) -> Grid:
    """A table as boxes, for formats that set everything in rows; long texts in the last column go over several lines."""
    rows = [[Ink(str(c), "text") if isinstance(c, str) else c for c in r] for r in (table.head, *table.rows)]
    wide = [max(block(r[k]).width for r in rows) for k in range(len(rows[0]) - 1)]
    room = max(24, TABLE - sum(wide) - GAP * len(wide))
    return Grid(tuple(line for r in rows for line in _wrapped(r, room)), "", "", "l")


def _wrapped(cells: list[Box], room: int) -> list[tuple[Box, ...]]:
    """A row of a table, and one more row for every further line of a text in the last column."""
    *others, last = cells
    if not isinstance(last, Ink) or last.kind != "text" or len(last.text) <= room:
        return [tuple(cells)]
    first, *more = wrap(last.text, room)
    empty = [Ink("", "text") for _ in others]
    return [(*others, Ink(first, "text")), *((*empty, Ink(line, "text")) for line in more)]


def marks(value: Fraction | int, words: bool = False) -> str:
    """Marks as they are printed: 3, 1½, 0.25, with the word where *words* asks for it.

    >>> marks(Fraction(3, 2)), marks(1, words=True), marks(0, words=True)
    ('1½', '1 mark', '0 marks')
    """
    whole, rest = divmod(Fraction(value), 1)
    if rest == Fraction(1, 2):
        shown = f"{whole or ''}½"
    else:
        shown = str(whole) if not rest else f"{float(value):g}"
    return f"{shown} mark{'' if value == 1 or value == Fraction(1, 2) else 's'}" if words else shown


def headed(table: Any, head: Sequence[str]) -> Any:
    """A table with words above its columns."""
    return replace(table, head=tuple(head))


def relation(sign: str) -> Ink:
    """A sign such as = or ≈ as a box."""
    return Ink(sign, "relation")


def parted(box: Any) -> list[Any]:
    """A row of formulas as its formulas, so that they may stand on lines of their own.

    >>> [item.text for item in parted(row(Ink("A"), Ink("quad", "space"), Ink("B")))]
    ['A', 'B']
    """
    parts: list[list[Any]] = [[]]
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
    """Rows of a 5 mm dot grid to write on, for working that is so high in print; a full page at the most.

    >>> rows(20.0, "1.5"), rows(9000.0, "1.5")
    (6, 46)
    """
    return min(46, max(2, int(high * float(factor) + 4) // 5))


def contents(questions: Any) -> bool:
    """Whether a page has enough questions or parts for a table of contents."""
    return len(questions) > 1 or any(len(q.parts) > 1 for q in questions)
