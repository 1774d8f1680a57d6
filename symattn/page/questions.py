"""One question of the page: its heading, the given matrices, its parts with their working."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from markupsafe import Markup

from symattn.boxes import Box, Ink, width
from symattn.boxes.latex import read
from symattn.formats.templates import PLAIN
from symattn.later import later
from symattn.notation import Notation
from symattn.page import frames, given, layout
from symattn.page.asked import asked
from symattn.page.engine import Engine
from symattn.page.formulas import formulas
from symattn.page.layout import Display, Eq
from symattn.page.parts import Section, sections
from symattn.page.present import NAME
from symattn.page.work import Work
from symattn.page.working import Lines, Told, equations, on_the_way, together, told
from symattn.sheet import Answer, Sheet
from symattn.sheet.sheet import FigureLike

if TYPE_CHECKING:
    from symattn.page import choices, stated
else:  # what few sheets have
    choices, stated = later("symattn.page.choices"), later("symattn.page.stated")

LETTERS, LINE = 95, 5.0  # letters on a line of prose and its height in millimetres
TALLEST_WORKING, _LONG = 110, "longworking"  # millimetres of working that stay on one page, and the box that may break
ROOM = {"brief": "2.6", "standard": "1.2", "full": "0.5"}


@dataclass(frozen=True)
class PartView:
    """A part as the page template prints it."""

    label: str
    prompt: str
    marks: Fraction
    working: Markup
    names: tuple[Box, ...]
    env: str
    room: str
    endless: bool
    frames: tuple[frames.Frame, ...]
    remark: str
    figures: tuple[Markup, ...] = ()
    high: float = 0.0


@dataclass(frozen=True)
class QuestionView:
    """A question as the page template prints it."""

    label: str
    prompt: str
    marks: Fraction
    given: tuple[given.GivenRow, ...]
    tokens: Markup | str
    parts: tuple[PartView, ...]
    beside: Markup | None
    figures: tuple[Markup, ...] = ()


def question(
    engine: Engine, sheet: Sheet, answer: Answer, notation: Notation, places: int, detail: str, key: bool, number: int,
    sums: bool = False,
) -> QuestionView:  # fmt: skip
    """A solved question ready for the page; *sums* says that softmax is told by sums on its sheet."""
    q = answer.question
    own = notation.over(q.notation, sheet.path.parent)
    work = Work.of(answer, own, places, detail, tuple(sheet.tokens), sums)
    parts = [_part(engine, work, section, key) for section in sections(q, own.table.names)]
    if q.parts:
        parts = [_with_asked(engine, work, own, answer, k, view, key) for k, view in enumerate(parts)]
    return QuestionView(
        label(q.id, number),
        q.prompt,
        sum((p.marks for p in parts), Fraction(0)),
        formulas(work, (sheet.intro, q.prompt)) + given.rows(work),
        _tokens(engine, work),
        tuple(parts),
        stated.beside(engine, work) if key and q.stated else None,
        _pictures(engine, work, q.figures, key),
    )


def _with_asked(engine: Engine, work: Work, own: Notation, answer: Answer, index: int, view: PartView, key: bool) -> PartView:
    """A part with its shapes, proof, words and figures beside its working."""
    part = answer.question.parts[index]
    more, names = asked(engine, own, answer, index, work.detail)
    figures = _pictures(engine, work, part.figures, key)
    chosen: Markup | str = ""
    others: tuple[Markup | str, tuple[Box, ...]] = "", ()
    if key and answer.question.unknown:
        chosen, others = choices.example(engine, work, part), choices.conditions(engine, work, part)
    working = chosen + view.working + (more if key else "") + others[0]
    boxes = (*view.frames, *frames.of_shapes(own, answer, part))
    names = tuple(dict.fromkeys((*view.names, *names, *others[1])))
    high = view.high + prose_height(more)
    env = _LONG if part.proof or high > TALLEST_WORKING else view.env
    return replace(view, working=working, names=names, env=env, figures=figures, high=high, frames=boxes)


def prose_height(markup: str) -> float:
    """About how many millimetres a text takes on the page, its commands and tags left out.

    >>> prose_height(r"\\emph{short}"), prose_height("x" * 200)
    (5.0, 15.0)
    """
    lines = (re.sub(r"\\[A-Za-z]+|<[^>]*>|[{}$&\\]", "", line).strip() for line in str(markup).split("\n"))
    return LINE * sum(-(-len(line) // LETTERS) for line in lines)


def label(id: str, number: int) -> str:
    """What a question is called on the page: its number, with its id where that says something else.

    >>> label("q3", 1), label("softmax", 2)
    ('3', '2 (softmax)')
    """
    found = re.fullmatch(r"q?(\d+\w*)", id)
    return found[1] if found else f"{number} ({id})"


def _tokens(engine: Engine, work: Work) -> Markup | str:
    axis = 1 if work.notation.columns else 0
    if not work.tokens or "X" not in work.question.given or work.value("X").shape[axis] != len(work.tokens):
        return ""
    return engine.word("tokens", work.tokens, work.notation.columns)


def _pictures(engine: Engine, work: Work, figures: tuple[FigureLike, ...], key: bool) -> tuple[Markup, ...]:
    """The drawings, where there are any: what draws is loaded for them alone."""
    if not figures:
        return ()
    from symattn.page.pictures import picture

    return tuple(picture(engine, work, figure, key) for figure in figures)


def _part(engine: Engine, work: Work, section: Section, key: bool) -> PartView:
    last = work.question.plan.lines[-1].name if work.question.plan.lines else ""
    found = [told(work, family, any(line.name == last for line in family.lines)) for family in section.families]
    told_of = [(one, equations(work, one)) for one in together(work, found)]
    eqs = [eq for one, groups in told_of for lines in (one.definitions, *groups) for line in lines for eq in line]
    names = tuple(dict.fromkeys(eq.lhs for eq in eqs if width(eq.lhs) <= NAME + 12))
    axis = max(map(width, names), default=0.0)
    shaded = next((one for one, groups in told_of if any(len(line) > 1 for lines in groups for line in lines)), None)
    working, labels = _worked(engine, work, [one for one, _ in told_of if key], axis, shaded)
    names = tuple(dict.fromkeys((*names, *labels)))
    high = sum(layout.tall(d) for _, groups in told_of for d in layout.laid_out(groups, axis))
    part = section.part
    return PartView(
        part.label,
        part.prompt,
        part.marks,
        working,
        names,
        _LONG if high > TALLEST_WORKING or work.detail == "full" else "working",
        ROOM[work.detail],
        high > 900,
        frames.of_lines(work, section),
        part.remark,
        high=high,
    )


@dataclass
class Setting:
    """How the lines of one part are set: none larger than size number ``least``; ``made`` are the displays with their sizes,
    words that stand where names do are ``labels``, and ``filled`` says how full the box of a step is, where it has one."""

    least: int = 0
    made: list[tuple[Markup, list[Display]]] = field(default_factory=list)
    labels: list[Box] = field(default_factory=list)
    filled: float | None = 0.0


def _worked(engine: Engine, work: Work, told_of: list[Told], axis: float, shaded: Told | None) -> tuple[Markup, list[Box]]:
    """The working of a part, and its labels; set once more where lines would be of several sizes, for neighbours are of one."""
    setting = Setting()
    while True:
        working = Markup("\n").join(step(engine, work, one, axis, one is shaded, setting) for one in told_of)
        shown = [display for text, found in setting.made if text in working for display in found]
        sizes = {layout.NAMES.index(display.size) for display in shown if not display.flush}
        if len(sizes) < 2:
            return working, setting.labels
        setting = Setting(max(sizes))


def step(engine: Engine, work: Work, one: Told, axis: float, first: bool, setting: Setting) -> Markup:
    """Lines told by the template of their operation: it has the lines, what is to be said of them, and their working."""
    macros = engine.macros()

    def displays(groups: tuple[Lines, ...]) -> Markup:
        found = engine.laid_out(groups, axis, setting.least)
        if setting.filled is not None:
            found, setting.filled = layout.boxed(found, setting.filled)
        text = Markup(vars(macros)["displays"](found))
        setting.made.append((text, found))
        return text

    def working(*order: str, places: int | None = None) -> Markup:
        """The equations, each chain in this order, perhaps rounded to other places than the sheet's."""
        at = work if places is None else replace(work, places=places, _known={})
        return displays(equations(at, one, order))

    def five(words: Mapping[str, str]) -> Markup:
        """One row of a softmax in five lines, each with its words."""
        row5 = one.weights.one if one.weights else None
        eqs = tuple(Eq(Ink(words[what], "text"), links) for what, links in row5.lines if links) if row5 else ()
        setting.labels.extend(eq.lhs for eq in eqs)
        return displays(((eqs,),))

    def parts(words: Mapping[str, str]) -> Markup:
        """What the operation's record shows on the way (a LayerNorm's mean), each with its words."""
        found = tuple(on_the_way(work, line, words) for line in one.shown)
        setting.labels.extend(eq.lhs for eqs in found for eq in eqs)
        return displays((found,))

    return engine.render(
        f"steps/{one.op}.j2",
        PLAIN,
        work=work,
        fmt=macros,
        detail=work.detail,
        lines=one.shown,
        step=one.shown[0],
        back=one.shown[0].line.back,
        weights=one.weights,
        divisor=one.divisor,
        tiny=one.tiny,
        shaded=first,
        columns=work.notation.columns,
        dk=read(work.notation.table.width),
        working=working,
        five=five,
        parts=parts,
        definitions=displays((one.definitions,)),
    )
