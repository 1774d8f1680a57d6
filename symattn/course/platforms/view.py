"""A solved sheet as the platforms' templates print it: text as HTML, formulas as MathML, answers as matrices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from math import gcd, lcm

from markupsafe import Markup

from symattn.course.platforms.mistakes import Mistake, mistakes
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, flat
from symattn.exact.zero import symbolic
from symattn.notation import Notation
from symattn.page import given
from symattn.page.engine import Engine
from symattn.page.present import block_place
from symattn.page.questions import question
from symattn.page.work import Work
from symattn.sheet import Answer, Sheet, Solution
from symattn.sheet.sheet import Part

_ANY = "choose gradescope or prairielearn, where symattn marks"


@dataclass(frozen=True)
class Asked:
    """One matrix that is asked: its place among those of the question, its line, symbol, value and marks, and known mistakes."""

    number: int
    name: str
    symbol: Markup
    value: Matrix
    marks: Fraction
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line that is asked, whatever its value: its name and its symbol."""

    name: str
    symbol: Markup


@dataclass(frozen=True)
class Section:
    """One part: its label and prompt, the lines it asks, and its worked solution.

    Where the platform compares numbers by itself, ``asked`` has the lines as matrices to fill in. ``form`` is demanded.
    """

    label: Markup
    prompt: Markup
    lines: tuple[Line, ...]
    asked: tuple[Asked, ...] = ()
    solution: Markup | str = ""
    form: str = ""


@dataclass(frozen=True)
class View:
    """One question: its id, prompt, given matrices and parts."""

    id: str
    prompt: Markup
    given: tuple[Markup, ...]
    sections: tuple[Section, ...]

    @property
    def marks(self) -> Fraction:
        """What the matrices earn together; parts of words, which the platform does not ask, earn nothing there."""
        return sum((line.marks for part in self.sections for line in part.asked), Fraction(0))

    @property
    def weights(self) -> dict[int, int]:
        """By the number of each matrix, what one of its cells weighs beside the others: the marks as whole numbers."""
        each = {line.number: line.marks / (line.value.rows * line.value.cols) for part in self.sections for line in part.asked}
        unit = lcm(*(share.denominator for share in each.values())) if each else 1
        least = gcd(*(int(share * unit) for share in each.values())) or 1
        return {number: int(share * unit) // least for number, share in each.items()}


def views(solution: Solution, engine: Engine, numbers: bool = True) -> list[View]:
    """Every question of a solved sheet with its worked solution: with its *numbers* and known mistakes for a platform that
    compares them by itself, without them for one where symattn marks.

    SymattnError when nothing is asked, or the platform would need to know more than numbers.
    """
    shown = [_view(solution.sheet, answer, engine, number, numbers) for number, answer in enumerate(solution.answers, 1)]
    kept = [view for view in shown if any(section.asked if numbers else section.lines for section in view.sections)]
    if not kept:
        what = "numbers" if numbers else "a line"
        raise SymattnError(f"no question of this sheet asks for {what}, and this platform takes nothing else; choose another")
    return kept


def _view(sheet: Sheet, answer: Answer, engine: Engine, number: int, numbers: bool) -> View:
    found = answer.question
    notation = Notation.load(sheet.notation, sheet.path.parent).over(found.notation, sheet.path.parent)
    work = Work.of(answer, notation, sheet.decimals, "standard", sheet.tokens)
    shown = tuple(engine.finalize(row.box) for row in given.rows(work))
    page = question(engine, sheet, answer, notation, sheet.decimals, "standard", True, number)
    count_ = count(1)
    sections = tuple(
        replace(
            _section(part, work, engine),
            asked=tuple(_asked(sheet, part, work, engine, count_)) if numbers else (),
            solution=printed.working,
        )
        for part, printed in zip(found.parts, page.parts, strict=True)
    )
    return View(found.id, engine.prose(found.prompt), shown, sections)


def _known(sheet: Sheet, answer: Answer, line: Asked) -> Asked:
    """A line with the mistakes that are known at it; a matrix of a batch has none."""
    value = answer[line.name]
    return replace(line, mistakes=mistakes(sheet, answer, line.name, value)) if value is line.value else line


def _matrices(
    engine: Engine, work: Work, name: str, value: Matrix | Tensor, marks: Fraction
) -> Iterator[tuple[Markup, Matrix, Fraction]]:
    """A line as matrices to fill in: a batch matrix by matrix, each with its place and its share of the marks."""
    symbol = engine.finalize(work.notation.symbol(name))
    if not isinstance(value, Tensor):
        yield symbol, value, marks
        return
    for k, block in enumerate(value.blocks):
        yield symbol + engine.text(block_place(value.lead, k)), block, marks / len(value.blocks)


def _section(part: Part, work: Work, engine: Engine) -> Section:
    lines = tuple(Line(name, engine.finalize(work.notation.symbol(name))) for name in (*part.asks, *part.shapes))
    label = Markup(str(engine.text(part.label)).replace("{", "&#123;"))  # Moodle would read {@…@} and {1:…} as its own
    return Section(label, engine.prose(part.prompt), lines, form=part.form)


def _asked(sheet: Sheet, part: Part, work: Work, engine: Engine, numbers: Iterator[int]) -> Iterator[Asked]:
    answer = work.answer
    for name in part.asks:
        where = f"{answer.question.id}: {name}"
        if name in answer.question.unknown:
            raise SymattnError(f"{where} is chosen freely, and this platform knows one answer only; {_ANY}")
        if any(isinstance(cell, Number) and symbolic(cell) for cell in flat(answer[name])):
            raise SymattnError(f"{where} has letters in it, and this platform asks for numbers; {_ANY}")
        for symbol, value, marks in _matrices(engine, work, name, answer[name], part.shares[name]):
            yield _known(sheet, answer, Asked(next(numbers), name, symbol, value, marks))
