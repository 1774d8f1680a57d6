"""The questions of a page: the heading of each, the given matrices, its parts with their working and what they ask beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction

from markupsafe import Markup

from symattn.boxes import Boxes
from symattn.boxes.measure import height, measures, widest, width
from symattn.exact.matrix import Matrix
from symattn.later import pattern
from symattn.limits import MOST_PAGE_WORK
from symattn.notation import Notation
from symattn.page import choices, given, layout, stated
from symattn.page.asked import asked
from symattn.page.engine import Engine, Family, PartFamilies, rows, sections
from symattn.page.forms import NAME
from symattn.page.given import formulas
from symattn.page.links import Tally, ledger
from symattn.page.telling import worked
from symattn.page.wanted import wanted
from symattn.page.work import Work
from symattn.page.working import by_width, equations, together, told
from symattn.plan.tree import leading_to
from symattn.records import frozen, replace
from symattn.sheet import Answer, Sheet
from symattn.sheet.heading import Room
from symattn.sheet.sheet import FigureLike, bounded
from symattn.tables import in_turn

MOST_KEPT = 220  # millimetres that a page has room for
LETTERS, LINE = 95, 5.0  # letters on a line of prose and its height in millimetres
TALLEST_WORKING = 70  # millimetres of working that stay on one page
_LONG = "longworking"  # the box that may break
ROOM = {"brief": "2.6", "standard": "1.2", "full": "0.5"}
SHRINKS = 2 / 3, 1 / 3
"""To how much of its height room shrinks, so that a part stands on one page: where room above grows in its stead, and where
the page would be left empty."""
PICTURE = 40  # millimetres of a drawing, about


@frozen
class PartView:
    """A part as the page template prints it."""

    label: str
    prompt: str
    marks: Fraction
    working: Markup
    names: Boxes
    env: str
    room: str
    endless: bool
    frames: tuple[given.Frame, ...]
    remark: str
    figures: tuple[Markup, ...]
    high: float
    own: Room | None  # the author's, in place of what the working asks for
    newpage: bool
    samepage: bool  # as the author asks
    kept: int  # millimetres of the students' sheet that stay on one page: text, room and frames
    least: int  # the same where nothing above would fill the page that this leaves


@frozen
class QuestionView:
    """A question as the page template prints it."""

    label: str
    prompt: str
    marks: Fraction
    given: tuple[given.GivenRow, ...]
    tokens: Markup | str
    wanted: Markup | str  # in which unit and with which digits answers are given
    parts: tuple[PartView, ...]
    beside: Markup | None
    figures: tuple[Markup, ...] = ()
    links: Tally = field(default_factory=Tally)

    @property
    def high(self) -> int:
        """About how many millimetres a key keeps together: the heading, what is given, and the first part if it is not to
        break."""
        if (
            not self.parts
            or self.parts[0].env == _LONG
            or self.figures
            or self.parts[0].figures
        ):
            return 70
        first = self.parts[0]
        return max(70, round(self.head + prose_height(first.prompt) + first.high))

    @property
    def head(self) -> float:
        """About how many millimetres stand above the first part."""
        given = sum(height(shown.box) + 4 for shown in self.given)
        return 20 + prose_height(self.prompt) + given + PICTURE * len(self.figures)

    @property
    def kept(self) -> int:
        """About how many millimetres of the students' sheet stay together: the heading, what is given, and the first part."""
        return (
            min(MOST_KEPT, max(70, round(self.head + self.parts[0].kept)))
            if self.parts
            else 70
        )


def question(
    engine: Engine,
    sheet: Sheet,
    answer: Answer,
    notation: Notation,
    places: int,
    detail: str,
    key: bool,
    number: int,
    sums: bool = False,
    apart: bool = False,
) -> QuestionView:
    """A solved question ready for the page; *sums* says that softmax is told by sums on its sheet, *apart* that its parts are
    read one by one, so that none has a name in it that another part defines. LimitError beyond a page's budget of work."""
    q = answer.question
    with bounded(sheet, q, "its page", MOST_PAGE_WORK):
        own = notation.over(q.notation, sheet.path.parent)
        chosen = sections(q, own.table.names, engine.marks)
        order = tuple(
            line.name
            for section in chosen
            for family in section.families
            for line in family.lines
        )
        work = _worked_before(
            answer, Work.of(answer, own, places, detail, sheet.tokens, sums, order)
        )
        told_of = _worked(engine, work, chosen, key, apart)
        said = set[str]()
        parts = tuple(
            _part(
                engine,
                sheet,
                work,
                own,
                section,
                index,
                told,
                key,
                set() if apart else said,
            )
            for index, (section, told) in enumerate(zip(chosen, told_of, strict=True))
        )
        return QuestionView(
            label(q.id, number, sheet),
            q.prompt,
            sum((p.marks for p in parts), Fraction(0)),
            formulas(work, (sheet.intro, q.prompt)) + given.rows(work, engine.span),
            _tokens(engine, work),
            wanted(engine, work),
            parts,
            stated.beside(engine, work) if key and q.stated else None,
            _pictures(engine, work, q.figures, key),
            ledger(work).tally,
        )


@frozen
class PartWorking:
    """The working of a part's lines, the names whose width it is set by, and about how many millimetres it is high."""

    working: Markup
    names: Boxes
    high: float


def _worked(
    engine: Engine, work: Work, chosen: Sequence[PartFamilies], key: bool, apart: bool
) -> list[PartWorking]:
    """The parts of a question with their lines told; *apart* each as one reads it who has not the working of those before it."""
    if not apart:
        return [_working(engine, work, section.families, key) for section in chosen]
    return [
        _working(
            engine,
            by_itself(work, section),
            [replace(family, worked=False) for family in section.families],
            key,
        )
        for section in chosen
    ]


def _worked_before(answer: Answer, work: Work) -> Work:
    """The work of a page, with what another of the same answer that is laid out alike has worked out, where that is kept."""
    if answer.pages is not None:
        found = answer.pages.get(measures())
        work = answer.pages[measures()] = (
            found.anew() if isinstance(found, Work) and found == work else work
        )
    return work


def by_itself(work: Work, section: PartFamilies) -> Work:
    """The work of a part that is read without those before it: nothing is said yet, and no name for weights stands in another
    part."""
    shown = [line.name for family in section.families for line in family.lines]
    own = {line.name for line in leading_to(shown, work.question.plan.lines)}
    naming = work.naming
    used = {
        x.key
        for name in own & naming.weights.keys()
        for x in naming.symbols(naming.weights[name])
    }
    defined = {x.key for name in shown for x in naming.new.get(name, ())}
    return (work if used <= defined else work.unnamed).anew()


A_MARK_OF_WORDS = 12
"""Millimetres of what a mark for words is worth, where the key has none: the students' sheet has room for them."""


def _part(
    engine: Engine,
    sheet: Sheet,
    work: Work,
    notation: Notation,
    section: PartFamilies,
    index: int,
    told: PartWorking,
    key: bool,
    said: set[str],
) -> PartView:
    """A part with its working, its shapes, proof, words and figures beside that, and the millimetres that its text, its room and
    its frames take on the students' sheet, where they stay on one page: the whole room where the author asks for that or says
    how large it is, else what it shrinks to at the foot of one."""
    part, answer = section.part, work.answer
    tally = ledger(work).tally if key else None
    more, names = asked(engine, notation, answer, index, work.detail, tally, said)
    figures = _pictures(engine, work, part.figures, key)
    chosen: Markup | str = ""
    others: tuple[Markup | str, Boxes] = "", ()
    if key and work.question.unknown:
        chosen = choices.example(engine, work, part)
        others = choices.conditions(engine, work, part)
    frames = (*given.of_lines(work, section), *given.of_shapes(notation, answer, part))
    high = told.high + prose_height(more) or (
        0 if figures or frames else A_MARK_OF_WORDS * float(part.marks)
    )
    long = part.proof or high > TALLEST_WORKING or work.detail == "full"
    frames = frames if sheet.frames else ()
    own = part.room if part.room is not None and part.room.kind != "grid" else None
    whole = part.samepage or own is not None
    room = own.high if own is not None else 5 * rows(high, ROOM[work.detail])
    text = 12 + prose_height(part.prompt)
    drawn = given.high(frames) + PICTURE * len(figures)
    kept, least = (
        min(MOST_KEPT, round(text + (room if whole else room * share) + drawn))
        for share in SHRINKS
    )
    return PartView(
        part.label,
        part.prompt,
        part.marks,
        chosen + told.working + (more if key else "") + others[0],
        tuple(dict.fromkeys((*told.names, *names, *others[1]))),
        _LONG if long else "working",
        ROOM[work.detail],
        told.high > 900,
        frames,
        part.remark,
        figures,
        high,
        part.room,
        part.newpage,
        whole,
        kept,
        least,
    )


def prose_height(markup: str) -> float:
    """About how many millimetres a text takes on the page, its commands and tags left out.

    >>> prose_height(r"\\emph{short}"), prose_height("x" * 200)
    (5.0, 15.0)
    """
    lines = (
        re.sub(r"\\[A-Za-z]+|<[^>]*>|[{}$&\\]", "", line).strip()
        for line in str(markup).split("\n")
    )
    return LINE * sum(-(-len(line) // LETTERS) for line in lines)


_NUMBERED = pattern(r"q?(\d+\w*)")


def label(id: str, number: int, sheet: Sheet) -> str:
    """What a question is called on the page: by the number in its id, else by its place; with its id where another question has
    that number.

    >>> from symattn.sheet import loads
    >>> text = '[[question]]\\nid = "{}"\\nsteps = ["B = A"]\\ngiven.A = [[1]]\\n'
    >>> [label(id, 2, loads(text.format("q3") + text.format(id))) for id in ("softmax", "q7")]
    ['2', '7']
    >>> label("softmax", 2, loads(text.format("q2") + text.format("softmax")))
    '2 (softmax)'
    """
    found = _NUMBERED.fullmatch(id)
    others = {other[1] for q in sheet.questions if (other := _NUMBERED.fullmatch(q.id))}
    return (
        found[1]
        if found
        else f"{number} ({id})"
        if str(number) in others
        else str(number)
    )


def _tokens(engine: Engine, work: Work) -> Markup | str:
    axis = 1 if work.notation.columns else 0
    rows = work.question.given.get("X")
    if (
        not work.tokens
        or not isinstance(rows, Matrix)
        or rows.shape[axis] != len(work.tokens)
    ):
        return ""
    return engine.word("tokens", work.tokens, work.notation.columns)


def _pictures(
    engine: Engine, work: Work, figures: tuple[FigureLike, ...], key: bool
) -> tuple[Markup, ...]:
    """The drawings, where there are any: what draws is loaded for them alone."""
    if not figures:
        return ()
    from symattn.page.pictures import picture

    return tuple(picture(engine, work, figure, key) for figure in figures)


def _working(
    engine: Engine, work: Work, families: Sequence[Family], key: bool
) -> PartWorking:
    found = [told(work, part) for family in families for part in by_width(work, family)]
    told_of = [(one, equations(work, one)) for one in together(work, found)]
    eqs = [
        eq
        for one, groups in told_of
        for eq in in_turn(in_turn((one.definitions, *groups)))
    ]
    names = tuple(dict.fromkeys(eq.lhs for eq in eqs if width(eq.lhs) <= NAME + 12))
    axis = widest(names)
    shaded = next(
        (
            one
            for one, groups in told_of
            if any(len(line) > 1 for line in in_turn(groups))
        ),
        None,
    )
    lines = [one for one, _ in told_of if key]
    working, labels = worked(engine, work, lines, axis, shaded)
    if (
        wide := widest(labels)
    ) > axis:  # words stand where names do, and signs behind them
        axis = wide
        working, labels = worked(engine, work, lines, axis, shaded)
    names = tuple(dict.fromkeys((*names, *labels)))
    high = sum(
        layout.tall(d)
        for _, groups in told_of
        for d in layout.laid_out(groups, axis, engine.span)
    )
    return PartWorking(working, names, high)
