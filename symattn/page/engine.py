"""The templates of pages: what they can call, the filters of a notation, tables, and the parts of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from textwrap import wrap
from typing import Protocol, TypeAlias

from jinja2 import pass_context
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup

from symattn.boxes import (
    QQUAD,
    QUAD,
    Box,
    Boxes,
    Grid,
    Ink,
    Row,
    between,
    inked,
    items_of,
    listed,
    row,
)
from symattn.boxes.measure import widest
from symattn.errors import SymattnError, nearest
from symattn.formats import Writer, text
from symattn.formats.templates import Templates, Words, plainly
from symattn.formats.trust import beside
from symattn.notation import Notation
from symattn.page import layout
from symattn.page.forms import Link, given, rounded, unnamed
from symattn.page.layout import Display, Eq, Eqs, Groups
from symattn.page.links import PlaceNames
from symattn.page.matrices import ValueForm
from symattn.page.naming import Name
from symattn.page.present import present
from symattn.page.shown import Shown
from symattn.page.work import Work
from symattn.plan import Line, Plan
from symattn.plan.tree import Apply, Expr, Ref, leading_to, stem_and_head
from symattn.records import frozen
from symattn.sheet.sheet import Part, Question, Sheet
from symattn.tables import every, filled, in_turn

# --- tables ---
# Tables: cells with words above them; the words come from a template.

WIDE, GAP, LEAST = (
    74,
    2,
    24,
)  # how wide a table may be on a terminal, what stands between its columns, what text needs
Cell: TypeAlias = "Box | Markup | str"


@frozen
class PageTable:
    """A table: what stands above the columns, and the rows; ``align`` is LaTeX's, ``tall`` says which rows want air."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str
    tall: tuple[bool, ...] = ()


UNSAID = Ink("", "text")


def headed(table: PageTable, head: Sequence[str]) -> PageTable:
    """A table with words above its columns.

    >>> headed(PageTable((), (("a", "b"),), "ll"), ["Line", "Shape"]).head
    ('Line', 'Shape')
    """
    return replace(table, head=tuple(head))


def tablebox(table: PageTable) -> Grid:
    """A table as boxes, for formats that set everything in rows; long texts in the last column go over several lines, below what
    stands in the column before where that leaves them no room."""
    rows = [
        *every(
            lambda c: Ink(str(c), "text") if isinstance(c, str) else c,
            (table.head, *table.rows),
        )
    ]
    wide = [max(text.block(r[k]).width for r in rows) for k in range(len(rows[0]) - 1)]
    room = WIDE - sum(wide) - GAP * len(wide)
    long = any(inked(r[-1], "text") and len(r[-1].text) > LEAST for r in rows)
    if long and room < LEAST and len(wide) > 1:
        below = ((*[UNSAID] * (len(wide) - 1), r[-1]) for r in rows)
        rows = [
            part
            for r, more in zip(rows, below, strict=True)
            for part in (r[:-1], more)
            if part[-1] != UNSAID
        ]
        room = WIDE - sum(wide[:-1]) - GAP * (len(wide) - 1)
    return Grid(
        tuple(line for r in rows for line in _wrapped(r, max(LEAST, room))), "", "", "l"
    )


def _wrapped(cells: Boxes, room: int) -> list[Boxes]:
    """A row of a table, and one more row for every further line of a text in the last column; beside what is tall the lines are
    one cell."""
    *others, last = cells
    if not inked(last, "text") or len(last.text) <= room:
        return [cells]
    lines = [Ink(line, "text") for line in wrap(last.text, room)]
    if any(len(text.block(cell).lines) > 1 for cell in others):
        return [(*others, Grid(tuple((line,) for line in lines), "", "", "l"))]
    return [
        (*([UNSAID] * len(others) if k else others), line)
        for k, line in enumerate(lines)
    ]


# --- filters ---
# What a template may ask of a line or a given: its symbol, formula, numbers, exact value, decimals, the names in it.
#
# ``<< line | symbol >> = << line | formula >> ≈ << line | approx(2) >>`` in a template is a line of working of one's own.
# A line is one of the template's ``lines``, its ``step``, or a name: ``<< "X" | exact >>``, ``<< step.args[0] | symbol >>``.

NOTHING = Row(())
DISPLAY = 500
"""Steps that laid out equations count as, where a template asks for them."""
WORK = "the work"
"""Under what filters find the question that is worked: no name that a template could write."""


@frozen
class Formulas:
    """Lines that are formulas alone, as those of a question about shapes are: how they are written."""

    notation: Notation
    plan: Plan

    @classmethod
    def of(cls, work: Work) -> Formulas:
        """Those of a question with values."""
        return cls(work.notation, work.question.plan)


@pass_context
def symbol(context: Context, of: Shown | str) -> Box:
    """How the notation writes a line or a given."""
    return _formulas(context).notation.symbol(_name(of))


@pass_context
def formula(context: Context, of: Shown | str | Expr) -> Box:
    """The right side of a line in symbols; of what is no line but a part of one that part."""
    known = _formulas(context)
    if isinstance(of, Ref | Apply):
        return known.notation.formula(of)
    name = (
        of
        if isinstance(of, str) and of in known.plan.names
        else _line(context, of).name
    )
    return known.notation.formula(known.plan.line(name).tree)


@pass_context
def numbers(context: Context, of: Shown | str) -> Box:
    """The right side of a line with its numbers, or nothing where they do not fit."""
    return _box(_line(context, of).numbers)


@pass_context
def exact(context: Context, of: Shown | str) -> Box:
    """The exact value, in names where there are some; nothing where it is too long."""
    work, name = _work(context), _name(of)
    if name in work.question.given:
        return given(work, name).box
    shown = _line(context, of)
    return _box(shown.exact or next(iter(unnamed(work, shown.name)), None))


@pass_context
def approx(context: Context, of: Shown | str, places: int | None = None) -> Box:
    """The value rounded, to the line's places or others."""
    work, name = _work(context), _name(of)
    context.environment.charge(DISPLAY)  # type: ignore[attr-defined]
    work = work.at(name) if places is None else work.to(places)
    return rounded(work, name).box


@pass_context
def names(context: Context, of: Shown | str) -> tuple[Name, ...]:
    """The names that appear in a line for the first time, each with its ``box`` and ``value``."""
    return _line(context, of).names


def _box(form: ValueForm | None) -> Box:
    return form.box if form is not None else NOTHING


def _name(of: Shown | str) -> str:
    return of if isinstance(of, str) else of.name


def _work(context: Context) -> Work:
    work = context.get(WORK)
    if not isinstance(work, Work):
        raise SymattnError(
            "a template of a step has lines and givens; in this one there are none to ask"
        )
    return work


def _formulas(context: Context) -> Formulas:
    found = context.get(WORK)
    return found if isinstance(found, Formulas) else Formulas.of(_work(context))


def _line(context: Context, of: Shown | str) -> Shown:
    if isinstance(of, Shown):
        return of
    plan = _work(context).question.plan
    if of not in plan.names:
        hint = nearest(of, plan.names) or "the lines have other names"
        raise SymattnError(f"a template asks for {of}, which is no line; {hint}")
    return present(_work(context), plan.line(of))


FILTERS: dict[str, Callable[..., object]] = {
    "symbol": symbol, "formula": formula, "numbers": numbers, "exact": exact, "approx": approx, "names": names,
}  # fmt: skip


# --- engine ---
# What the templates of a page may call beside what every template may: layout, tables, marks, a line's filters.


class Engine(Templates):
    """Templates of one format with what the page's templates may call.

    >>> str(Engine("tex").prose("$x$"))
    '$x$'
    """

    def __init__(
        self,
        form: str,
        own: Sequence[Path] = (),
        language: str = "",
        writer: Writer | None = None,
        point: str = "",
        cut: bool = False,
    ) -> None:
        super().__init__(form, own, language, writer, point)
        self.language = language
        self.said: dict[
            str, tuple[str, str]
        ] = {}  # where on a sheet something stands that is said once
        self.environment.globals.update(
            lang=language or "en",
            marks=self.marks,
            points=points,
            relation=relation,
            line=self.line,
            pdfhex=pdfhex,
            cssname=cssname,
            tablebox=tablebox,
            indented=self.indented,
            parted=self.parted,
            lined=self.lined,
            lines_of=self.lines_of,
            room=room,
            rows=rows,
            contents=contents,
            headed=headed,
            cut=cut,
        )
        self.environment.filters.update(FILTERS, plain=Markup)

    @classmethod
    def of(cls, sheet: Sheet, form: str, own: Sequence[Path] = ()) -> Engine:
        """The templates for the pages of a sheet: one's *own* first, then those beside it that are trusted."""
        return cls(
            form,
            (*own, *beside(sheet.path)),
            sheet.language,
            point=sheet.point,
            cut=sheet.cuts,
        )

    def marks(self, value: Fraction | int, words: bool = False) -> str:
        """Marks as they are printed, with the word in the page's language where *words* asks for it.

        >>> Engine("tex").marks(Fraction(3, 2), words=True), Engine("text", language="de").marks(1, words=True)
        (Markup('1\\\\textonehalf{} marks'), Markup('1 Punkt'))
        """
        shown = marks(value, self.point)
        return self.word("marks", shown, shown in ("1", *QUARTERS)) if words else shown

    @property
    def column(self) -> int:
        """How wide the text of a format is whose formulas have one size, in millimetres; 0 for others."""
        return getattr(self.writer, "column", 0)

    @cached_property
    def plainly(self) -> Words:
        """What is said of lines as plain text or LaTeX prose, in the page's language."""
        return plainly(self.own, self.language, self.point)

    def word(self, name: str, *facts: object) -> Markup:
        """Words of pages: a macro of words/page.j2 with its facts, or a text that stands there."""
        with self.filling("words/page.j2"):
            words = self.environment.get_template("words/page.j2").module
            found = getattr(words, name)
            return Markup(found(*facts)) if callable(found) else self.text(found)

    def span(self, columns: bool, first: int, last: int) -> str:
        """Which columns or rows a block of a matrix shows that is too large for the page.

        >>> Engine("tex").span(True, 1, 8), Engine("text", language="de").span(False, 9, 9)
        ('columns 1 to 8:', 'Zeile 9:')
        """
        return str(self.word("span", columns, first, last))

    def line(self, lhs: Box | None, chain: Sequence[Link], mark: str) -> Markup:
        """One line of working set at once, for formats that need no commands."""
        parts: list[Box] = [] if lhs is None else [lhs]
        for sign, box in chain:
            parts += [relation(sign)] * bool(sign) + [box]
        if mark:
            parts += [QQUAD, Ink(f"[{mark}]", "text")]
        return self.indented(row(*parts))

    def indented(self, box: Box) -> Markup:
        """A formula with four blanks before every line."""
        return Markup("\n".join("    " + text for text in self.math(box).split("\n")))

    def parted(self, box: Box) -> list[Box]:
        """A row of formulas as its formulas, so that they may stand on lines of their own; what parts them is one sign for all.

        >>> whole = row(Ink("a"), Ink(",", "punct"), Ink("quad", "space"), Ink("0.5", "number"))
        >>> [formula.text for part in Engine("html", language="de").parted(whole) for formula in row(part, Ink("|")).items]
        ['a', ';', '|', '0,5', '|']
        """
        return parted(self.spoken(box))

    def lined(self, box: Box) -> list[Box]:
        """A row of formulas on as many lines as the format needs for it.

        >>> [len(box.items) for box in Engine("text").lined(row(*[Ink("A" * 30), Ink(",", "punct"), Ink("quad", "space")] * 4))]
        [4, 4]
        """
        room, quad = self.writer.room, QUAD
        if room is None or self.writer.wide(box) <= room:
            return [_without_comma(box)]
        lines = filled(
            self.parted(box), lambda line: self.writer.wide(listed(line, quad)) <= room
        )
        return [_without_comma(listed(line, quad)) for line in lines]

    def lines_of(self, rows: Iterable[RowOfFormulas]) -> list[Box]:
        """Rows of formulas on as many lines as the format needs. Where one is too long for it, those that go on from one another
        are filled anew: what does not fit into a row begins the line below, in place of standing on one of its own."""
        runs: list[list[RowOfFormulas]] = []
        for one in rows:
            if runs and one.goes_on:
                runs[-1].append(one)
            else:
                runs.append([one])
        out: list[Box] = []
        for run in runs:
            lines = [line for one in run for line in self.lined(one.box)]
            if len(lines) > len(run):
                anew = (box for one in run for box in (*one.goes_on, one.box))
                lines = self.lined(row(*anew))
            out += lines
        return out

    def laid_out(self, groups: Groups, axis: float, least: int = 0) -> list[Display]:
        """Equations broken into lines that fit the format, their equals signs on one *axis* (millimetres from the left).

        On paper long lines are set smaller. *least* is the size to begin with, counted from 0 (LaTeX's normal, small,
        footnotesize, scriptsize), so that working which belongs together does not change its size.
        """
        writer = self.writer
        if writer.paper:
            return layout.laid_out(groups, axis, self.span, least)
        if self.column and writer.room is not None:
            return layout.in_a_column(groups, axis, self.span, writer.room)
        return layout.plainly(groups, writer.wide, writer.room)

    def displayed(self, eqs: Eqs, names: PlaceNames) -> Markup:
        """Equations below each other, with their signs in one column, each link of theirs evaluated under *names* before it
        is written; raises FalseLink."""
        names.check(eqs)
        return self.displays(self.below_each_other(eqs))

    def below_each_other(self, eqs: Sequence[Eq]) -> list[Display]:
        """Equations that stand by themselves, their signs in one column."""
        return self.laid_out(((eqs,),), widest(eq.lhs for eq in eqs))

    def displays(self, found: Sequence[Display]) -> Markup:
        """Equations that are laid out, in the format's macros."""
        with self.filling(f"{self.form}/macros.j2"):
            self.environment.charge(DISPLAY)
            macros = self.macros()
            if not callable(write := getattr(macros, "displays", None)):
                raise SymattnError(
                    f"template {self.form}/macros.j2: there is no macro displays"
                )
            return Markup(write(found))

    def told(self, *templates: str, **facts: object) -> Markup:
        """What the first of these templates that there is says of a step, with the format's macros."""
        return self.render(*templates, fmt=self.macros(), **facts)

    def macros(self) -> TemplateModule:
        """The format's macros."""
        with self.filling(f"{self.form}/macros.j2"):
            return self.environment.get_template(f"{self.form}/macros.j2").module


QUARTERS = "¼½¾"


def pdfhex(text: str) -> Markup:
    """A text as a PDF string of hexadecimal digits, so that no sign of it is a command.

    >>> pdfhex("é")
    Markup('<FEFF00E9>')
    """
    return Markup(f"<FEFF{text.encode('utf-16-be').hex().upper()}>")


def cssname(text: str) -> Markup:
    """A text as a string of CSS, every sign but letters and digits by its number, so that none ends it.

    >>> cssname('a "b"')
    Markup('"a\\\\20 \\\\22 b\\\\22 "')
    """
    return Markup(
        '"'
        + "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text)
        + '"'
    )


def marks(value: Fraction | int, point: str = ".") -> str:
    """Marks as they are printed: 3, 1½, ¼; others as decimals with the *point* of the page's language.

    >>> marks(Fraction(3, 2)), marks(Fraction(1, 4)), marks(Fraction(7, 10), ",")
    ('1½', '¼', '0,7')
    """
    whole, rest = divmod(Fraction(value), 1)
    if rest.denominator in (1, 2, 4):
        return f"{whole or ''}{QUARTERS[int(4 * rest) - 1]}" if rest else str(whole)
    return f"{float(value):g}".replace(".", point)


def points(value: Fraction | int) -> Markup:
    """Marks as the points of LaTeX's class exam, which knows whole and half ones; SymattnError for other fractions.

    >>> points(Fraction(5, 2)), points(Fraction(1, 2)), points(3)
    (Markup('2\\\\half'), Markup('\\\\half'), Markup('3'))
    """
    whole, rest = divmod(Fraction(value), 1)
    if rest not in (0, Fraction(1, 2)):
        raise SymattnError(
            f"marks {marks(value)}: the class exam counts whole and half points; give such marks in the sheet"
        )
    return Markup(f"{whole or ''}\\half" if rest else str(whole))


def relation(sign: str) -> Ink:
    """A sign such as = or ≈ as a box."""
    return Ink(sign, "relation")


def parted(box: Box) -> list[Box]:
    """A row of formulas as its formulas, so that they may stand on lines of their own.

    >>> [item.text for item in parted(row(Ink("A"), Ink("quad", "space"), Ink("B")))]
    ['A', 'B']
    """
    return [row(*part) for part in between(items_of(box), (QUAD, QQUAD)) if part]


def _without_comma(line: Box) -> Box:
    """What stands on a line of its own, without what parts it from the next formula."""
    *items, last = items_of(line)
    return row(*items) if items and getattr(last, "text", "") in (",", ";") else line


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


class RowOfFormulas(Protocol):
    """Formulas that stand beside each other, and what parts them from the row before where they go on from that."""

    @property
    def box(self) -> Box: ...

    @property
    def goes_on(self) -> Boxes: ...


class _Parted(Protocol):
    """What has parts."""

    @property
    def parts(self) -> Sequence[object]: ...


def contents(questions: Sequence[_Parted]) -> bool:
    """Whether a page has enough questions or parts for a table of contents."""
    return len(questions) > 1 or any(len(q.parts) > 1 for q in questions)


# --- parts ---
# What stands in a part's working: its lines and those they need, in families of heads, with the marks they earn.


@frozen
class Family:
    """The lines that are the same but for the head (A_1, A_2, …), shown as one, and the marks they earn in this part.

    ``asked``: the part asks for them, else they stand there because others need them; ``framed``: they are its result;
    ``worked``: a part before has their working, so that their result is enough.
    """

    lines: tuple[Line, ...]
    mark: str = ""
    asked: bool = True
    framed: bool = False
    worked: bool = False


@frozen
class PartFamilies:
    """A part with the families of lines of its working."""

    part: Part
    families: tuple[Family, ...]


def sections(
    question: Question, names: Iterable[str], told: Callable[[Fraction], str] = marks
) -> list[PartFamilies]:
    """Every part with the lines of its working; a line that no part asks for stands in the first part that needs it.

    *names* are the notation's patterns, by which the heads of one line are known; *told* writes marks.
    """
    shown, patterns = set[str](), set(names)
    found = list[PartFamilies]()
    for part in question.parts:
        leads = [name for condition in part.accept for name in condition.names]
        wanted = [
            n for n in dict.fromkeys((*part.asks, *leads)) if n in question.plan.names
        ]
        lines = leading_to(wanted, question.plan.lines, shown | question.stated.keys())
        before = frozenset(shown)
        shown.update(line.name for line in lines)
        groups = _grouped(lines, patterns)
        asked = [any(line.name in wanted for line in group) for group in groups]
        totals = [
            sum(
                (part.shares.get(line.name, Fraction(0)) for line in group), Fraction(0)
            )
            for group in groups
        ]
        earned = [told(total) if total else "" for total in totals]
        worked = [before.issuperset(line.name for line in group) for group in groups]
        framed = _framed(groups, asked)
        rows = zip(map(tuple, groups), earned, asked, framed, worked, strict=True)
        found.append(PartFamilies(part, tuple(Family(*row) for row in rows)))
    return found


def _framed(groups: list[list[Line]], asked: list[bool]) -> list[bool]:
    """Up to three results are framed; of more, the last, where it is computed from the others."""
    count = sum(len(group) for group, a in zip(groups, asked, strict=True) if a)
    if count <= 3:
        return asked
    last = groups[-1]
    inside = {line.name for line in in_turn(groups[:-1])}
    final = len(last) <= 2 and any(
        name in inside for line in last for name in line.uses
    )
    return [False] * (len(groups) - 1) + [final and asked[-1]]


def _grouped(lines: Sequence[Line], patterns: set[str]) -> list[list[Line]]:
    """Heads of one line together, where nothing a line reads would come after it."""
    groups: list[list[Line]] = []
    at: dict[str, int] = {}
    stems: dict[str, int] = {}
    for line in lines:
        stem = _stem(line.name, patterns)
        needs = max((at[n] for n in line.uses if n in at), default=-1)
        place = stems.get(stem, -1)
        if place > needs:
            groups[place].append(line)
        else:
            place = len(groups)
            stems[stem] = place
            groups.append([line])
        at[line.name] = place
    return groups


def _stem(name: str, patterns: set[str]) -> str:
    stem, head = stem_and_head(name)
    return f"{stem}_i" if head is not None and f"{stem}_i" in patterns else name
