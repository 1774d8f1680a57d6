"""A solved sheet as the platforms' templates print it: text as HTML, formulas as MathML, answers as matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import gcd, lcm

from markupsafe import Markup

from symattn.boxes import Box, Grid
from symattn.course.platforms.blanks import Asked
from symattn.course.platforms.mistakes import mistakes
from symattn.course.platforms.variants import variants
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, flat
from symattn.exact.zero import symbolic
from symattn.marking.sheet import by_hand
from symattn.notation import Notation
from symattn.page import given
from symattn.page.engine import Engine, parted
from symattn.page.forms import block_place, in_batch
from symattn.page.pictures import picture
from symattn.page.questions import question
from symattn.page.telling import first_links
from symattn.page.work import Work
from symattn.records import frozen
from symattn.sheet import Answer, Sheet, SolvedSheet
from symattn.sheet.measures import POWERS
from symattn.sheet.sheet import FigureLike, Part

_ANY = "choose gradescope or prairielearn, where symattn marks"


@frozen
class AskedLine:
    """A line that is asked, whatever its value: its name and its symbol."""

    name: str
    symbol: Markup


@frozen
class ViewPart:
    """One part: its label and prompt, the lines it asks, and its worked solution.

    Where the platform compares numbers by itself, ``asked`` has the lines as matrices to fill in. ``form`` is demanded,
    ``pictures`` are the figures as students get them.
    """

    label: Markup
    prompt: Markup
    lines: tuple[AskedLine, ...]
    asked: tuple[Asked, ...] = ()
    solution: Markup | str = ""
    form: str = ""
    pictures: Markup = Markup()


@frozen
class View:
    """One question: its id, prompt, given matrices, figures and parts."""

    id: str
    prompt: Markup
    given: tuple[Markup, ...]
    sections: tuple[ViewPart, ...]
    pictures: Markup = Markup()

    @property
    def marks(self) -> Fraction:
        """What the matrices earn together; parts of words, which the platform does not ask, earn nothing there."""
        return sum(
            (line.marks for part in self.sections for line in part.asked), Fraction(0)
        )

    @property
    def weights(self) -> dict[int, int]:
        """By the number of each matrix, what one of its cells weighs beside the others: the marks as whole numbers."""
        each = {
            line.number: line.marks / line.entries
            for part in self.sections
            for line in part.asked
        }
        unit = lcm(*(share.denominator for share in each.values())) if each else 1
        least = gcd(*(int(share * unit) for share in each.values())) or 1
        return {number: int(share * unit) // least for number, share in each.items()}


def drawn_views(
    sheet: Sheet,
    source: str,
    many: int,
    secret: str,
    engine: Engine,
    hints: bool = False,
    apart: bool = False,
) -> list[tuple[View, ...]]:
    """Every question of a sheet, alone or in *many* variants, for a platform that compares numbers by itself; see ``views``."""
    shown = (
        views(one.solve(), engine, hints=hints, apart=apart)
        for one in variants(sheet, source, many, secret)
    )
    return list(zip(*shown, strict=True))


def views(
    solution: SolvedSheet,
    engine: Engine,
    numbers: bool = True,
    hints: bool = False,
    apart: bool = False,
) -> list[View]:
    """Every question of a solved sheet with its worked solution: with its *numbers* and known mistakes for a platform that
    compares them by itself, without them for one where symattn marks; *hints* for one that shows them; *apart* for one that makes
    a question of each part, in whose solution no other part has said anything.

    SymattnError when nothing is asked, or the platform would need to know more than numbers.
    """
    shown = [
        _view(
            solution.sheet,
            _prefixed(answer) if numbers else answer,
            engine,
            number,
            numbers,
            hints,
            apart,
        )
        for number, answer in enumerate(solution.answers, 1)
    ]
    kept = [
        view
        for view in shown
        if any(section.asked if numbers else section.lines for section in view.sections)
    ]
    if not kept:
        what = "numbers" if numbers else "a line"
        raise SymattnError(
            f"no question of this sheet asks for {what}, and this platform takes nothing else; choose another"
        )
    return kept


def left_out(sheet: Sheet) -> list[str]:
    """The parts that a platform which compares numbers cannot ask: words, proofs, drawings.

    >>> from symattn.sheet import loads
    >>> left_out(loads("[[question]]\\nsteps = ['A = X']\\ngiven.X = [[1]]\\n[[question.part]]\\nprompt = 'Why?'\\nmarks = 1"))
    ['q1: part 1']
    """
    return [
        f"{question.id}: {name}"
        if name.startswith("part ")
        else f"{question.id} ({name})"
        for question in sheet.questions
        for name in by_hand(question)
    ]


def _view(
    sheet: Sheet,
    answer: Answer,
    engine: Engine,
    number: int,
    numbers: bool,
    hints: bool,
    apart: bool,
) -> View:
    found = answer.question
    notation = Notation.load(sheet.notation, sheet.path.parent).over(
        found.notation, sheet.path.parent
    )
    work = Work.of(answer, notation, sheet.decimals, "standard", sheet.tokens)
    rows = (
        engine.spoken(row.box) for row in given.rows(work, engine.span)
    )  # one sign parts all of a row
    shown = tuple(_loose(engine, boxes) for box in rows for boxes in _apart(box))
    page = question(
        engine,
        sheet,
        answer,
        notation,
        sheet.decimals,
        "standard",
        True,
        number,
        apart=apart,
    )
    count_ = count(1)
    every = (
        ViewPart(
            # Moodle would read {@…@} and {1:…} as its own
            engine.text(part.label).replace("{", Markup("&#123;")),
            engine.prose(part.prompt),
            tuple(
                AskedLine(name, engine.finalize(work.notation.symbol(name)))
                for name in part.names
            ),
            tuple(_asked(sheet, part, work, engine, count_, hints)) if numbers else (),
            printed.working + _solved(engine, work, part.figures),
            part.form,
            _pictures(engine, work, part.figures),
        )
        for part, printed in zip(found.parts, page.parts, strict=True)
    )
    sections = tuple(  # words and proofs have no field to be written in
        part for part in every if (part.asked if numbers else part.lines)
    )
    if sections and (drawn := _solved(engine, work, found.figures)):
        sections = (
            replace(sections[0], solution=drawn + sections[0].solution),
            *sections[1:],
        )
    prompt = Markup(" ").join(filter(None, (engine.prose(found.prompt), page.wanted)))
    return View(
        found.id, prompt, shown, sections, _pictures(engine, work, found.figures)
    )


def _apart(box: Box) -> list[list[Box]]:
    """A row of givens one by one, those of each head on a line of their own: a page breaks lines between formulas alone.

    >>> from symattn.boxes import Ink, row
    >>> a, b, c = Ink("A"), Ink("B"), Ink("C")
    >>> heads = Grid(((a, b), (a, c)), "", "", "l")
    >>> [[item.text for item in line] for line in _apart(row(c, Ink("quad", "space"), heads))]
    [['C'], ['A', 'B'], ['A', 'C']]
    """
    lines: list[list[Box]] = [[]]
    for part in parted(box):
        if isinstance(part, Grid) and not part.left:
            lines += map(list, part.rows)
        else:
            lines[-1].append(part)
    return [line for line in lines if line]


def _loose(engine: Engine, boxes: Iterable[Box]) -> Markup:
    return Markup(" ").join(map(engine.finalize, boxes))


def _pictures(engine: Engine, work: Work, figures: Iterable[FigureLike]) -> Markup:
    return Markup().join(picture(engine, work, figure, False) for figure in figures)


def _solved(engine: Engine, work: Work, figures: Iterable[FigureLike]) -> Markup:
    """Figures as the key has them, where they show more than the question does."""
    pairs = [
        (picture(engine, work, figure, True), picture(engine, work, figure, False))
        for figure in figures
    ]
    return Markup().join(full for full, bare in pairs if full != bare)


def _asked(
    sheet: Sheet,
    part: Part,
    work: Work,
    engine: Engine,
    numbers: Iterator[int],
    hints: bool,
) -> Iterator[Asked]:
    """The lines of a part as matrices to fill in: a batch matrix by matrix, each with its place and its share of the marks, and
    no mistakes known."""
    answer = work.answer
    for name in part.asks:
        numeric(answer, name)
        value = _in_its_unit(sheet, work, name, answer[name])
        blocks = value.blocks if isinstance(value, Tensor) else (value,)
        for k, block in enumerate(blocks):
            symbol = work.notation.symbol(name)
            if isinstance(value, Tensor):
                symbol = in_batch(symbol, block_place(value.lead, k))
            yield Asked(
                next(numbers),
                name,
                engine.finalize(symbol),
                block,
                part.shares[name] / len(blocks),
                sheet.decimals,
                mistakes(sheet, answer, name, block) if block is answer[name] else (),
                _hint(work, engine, name) if hints else Markup(),
            )


def numeric(answer: Answer, name: str) -> None:
    """Refuse a line that is chosen freely or has letters: SymattnError.

    >>> from symattn.sheet import loads
    >>> (answer,) = loads("[[question]]\\nsteps = ['A = 2 * X']\\ngiven.X = [[1]]\\n").solve().answers
    >>> numeric(answer, "A")
    """
    where = f"{answer.question.id}: {name}"
    if name in answer.question.unknown:
        raise SymattnError(
            f"{where} is chosen freely, and this platform knows one answer only; {_ANY}"
        )
    if any(isinstance(cell, Number) and symbolic(cell) for cell in flat(answer[name])):
        raise SymattnError(
            f"{where} has letters in it, and this platform asks for numbers; {_ANY}"
        )


def _prefixed(answer: Answer) -> Answer:
    """An answer whose lines with a binary prefix of the student's own choice are asked in the one that the key has: where a box
    reads numbers alone, KiB and MiB cannot both be right, and the text has to say which is."""
    measures = answer.question.measures
    values = {
        name: value
        for name, show in measures.shows.items()
        if show.style == "binary" and show.unit is None
        if isinstance(value := answer.follow.values.get(name), Matrix)
        and measures.show(name, value)
    }
    if not values:
        return answer
    shows = {
        name: replace(show, unit=show.unit_of(values[name].values[0][0]))
        if name in values
        else show
        for name, show in measures.shows.items()
    }
    question_ = replace(answer.question, measures=replace(measures, shows=shows))
    return replace(answer, question=question_)


def _in_its_unit(
    sheet: Sheet, work: Work, name: str, value: Matrix | Tensor
) -> Matrix | Tensor:
    """A line's value as numbers of the unit that it is asked in; SymattnError where they have other digits than the sheet's."""
    show = work.question.measures.show(name, value)
    if show is None or not isinstance(value, Matrix):
        return value
    if show.style in POWERS or (
        show.style and show.places(sheet.decimals) != sheet.decimals
    ):
        where = f"{work.question.id}: {name}"
        raise SymattnError(
            f"{where} is asked with digits of its own, and this platform has the sheet's alone; {_ANY}"
        )
    unit = show.unit_of(value.values[0][0])
    return (
        value
        if unit is None or unit.factor == 1
        else value.scaled(1 / Number.of(unit.factor))
    )


def _hint(work: Work, engine: Engine, name: str) -> Markup:
    """A line's formula, with the numbers put in where it reads given matrices alone: nothing that another line asks."""
    plan = work.question.plan
    line = plan.line(name)
    alone = not any(read in plan.names for read in line.reads)
    return first_links(engine, work, line, alone)
