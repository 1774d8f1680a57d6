"""What if: an entry of a given is changed, or the temperature, and the page shows which lines move, from what to what, and where
a head looks before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from markupsafe import Markup

from symattn.boxes import Box, Boxes, Grid
from symattn.course.feedback import Pages
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.ball import fixed
from symattn.exact.decide import sign
from symattn.exact.decimals import rounded
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.exact.zero import symbolic
from symattn.language import entry
from symattn.language.letters import known
from symattn.marking.sheet import Ready
from symattn.ops import OPS, has
from symattn.page import matrices
from symattn.page.pictures import picture
from symattn.page.work import Work
from symattn.plan.derivation import PlanRun, solve
from symattn.practice.cells import Rows
from symattn.practice.helps import put_in
from symattn.records import frozen
from symattn.said import Integers, Named, Strings
from symattn.sheet import Answer, Question
from symattn.sheet.schema import of_sheet
from symattn.tables import apart_from, every, of_type, paired, placed


@frozen
class Moved:
    """A line after the change: whether it ``moves``, ``stays`` or that is ``open``, its decimals before and after, what moved
    shaded; why, by the rows or columns that moved where not all did, counted from 1, what of it moved that the line is made of,
    and whether it is the temperature."""

    symbol: Box
    what: str
    before: Box
    value: Box
    lines: tuple[str, Integers] = ("", ())
    through: Boxes = ()
    warmed: bool = False


@frozen
class TokenWeight:
    """The weight from one token to another, both counted from 0: how wide its line is, and the weight in decimals."""

    start: int
    end: int
    wide: str
    weight: str


@frozen
class Looks:
    """A head's weights as lines from the tokens that look, on the left, to those that are looked at."""

    symbol: Box
    left: Strings
    right: Strings
    before: tuple[TokenWeight, ...]
    after: tuple[TokenWeight, ...]


def givens(question: Question) -> dict[str, list[list[str]]]:
    """The given matrices whose entries may be changed, as texts.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['B = A @ A']\\ngiven.A = [[2, '1/3'], [0, 1]]\\n")
    >>> givens(sheet.questions[0])
    {'A': [['2', '1/3'], ['0', '1']]}
    """
    found = apart_from(of_type(question.given, Matrix), question.unknown)
    return {name: list(map(list, m.shown(text, "-inf"))) for name, m in found.items()}


def changed(
    engine: Pages,
    ready: Ready,
    question: Question,
    given: str,
    cells: Rows,
    temperature: str,
) -> Markup:
    """The lines of a question when a given is another matrix, and scores are divided by a temperature before softmax; raises
    SymattnError for what is no such matrix, or no temperature."""
    before = question.given.get(given)
    if not isinstance(before, Matrix):
        raise SymattnError(f"{question.id} has no given matrix {given}")
    with known(of_sheet(ready.sheet.questions)):
        matrix = Matrix.of(every(entry, cells))
    if matrix.shape != before.shape:
        raise SymattnError(f"{given} keeps its shape here")
    texts = apart_from(question.given_text, (given,))
    other = replace(
        question,
        given={**question.given, given: matrix},
        given_text=texts,
        stated={},
        stated_text={},
    )
    warmed = _warmed(question, temperature)
    solved = solve(question.plan, other.given, slips=warmed)
    was = ready.answer(question).exact
    work = Work.of(
        Answer(other, solved, solved),
        ready.notations[question.id],
        ready.sheet.decimals,
        "brief",
        ready.sheet.tokens,
    )
    moving = {given} if _moved(work, given, before, matrix).what == "moves" else set()
    lines = list(_told(work, moving, was, solved.values, bool(warmed)))
    weights = [
        step.name
        for step in solved.steps
        if step.name
        and has(step.op, "weights")
        and isinstance(step.value, Matrix)
        and not work.symbols
    ]
    wanted = [{"name": "heat-map", "line": name} for name in weights]
    maps = [picture(engine, work, one, True, asked=False) for one in wanted]
    looks = [
        _looks(work, name, was[name], solved.values[name])
        for name in weights
        if max(was[name].shape) <= MOST_TOKENS
    ]
    return engine.render("practice/changed.j2", lines=lines, maps=maps, looks=looks)


def _told(
    work: Work, moving: set[str], was: PlanRun, values: Named, warm: bool
) -> Iterator[Moved]:
    """What becomes of every line, through which of the matrices it reads, and whether the temperature comes in there."""
    for line in work.question.plan.lines:
        value = values.get(line.name)
        if isinstance(value, Matrix):
            through = tuple(
                work.notation.symbol(name) for name in put_in(line) if name in moving
            )
            warmed = warm and any(has(call.op, "weights") for call in line.calls)
            found = replace(
                _moved(work, line.name, was[line.name], value),
                through=through,
                warmed=warmed,
            )
            moving |= {line.name} if found.what == "moves" else set()
            yield found


def _warmed(question: Question, temperature: str) -> dict[str, Callable[..., Matrix]]:
    """What is done in place of every softmax at a temperature."""
    if not temperature.strip() or temperature.strip() == "1":
        return {}
    degree = entry(temperature)
    if not isinstance(degree, Number) or symbolic(degree) or sign(degree) <= 0:
        raise SymattnError(
            f"{temperature.strip()} is no temperature", "write a number above 0"
        )

    def softened(op: str) -> Callable[..., Matrix]:
        return lambda scores, **params: OPS[op].run(scores.scaled(1 / degree), **params)

    return {
        call.out: softened(call.op)
        for call in question.plan.calls
        if has(call.op, "weights")
    }


def _looks(work: Work, name: str, was: Matrix, value: Matrix) -> Looks:
    """The weights before and after as lines; where tokens are columns, those that look are columns."""
    if work.notation.columns:
        was, value = was.T, value.T
    left, right = (
        work.tokens if len(work.tokens) == size else tuple(map(str, range(1, size + 1)))
        for size in value.shape
    )
    return Looks(
        work.notation.symbol(name),
        left,
        right,
        tuple(_lines(was)),
        tuple(_lines(value)),
    )


def _lines(weights: Matrix) -> Iterator[TokenWeight]:
    for (i, j), x in placed(weights.cells()):
        if isinstance(x, Number) and (hundredths := rounded(x, 2)) > 0:
            yield TokenWeight(i, j, fixed(hundredths * WIDEST, 2), fixed(hundredths, 2))


WIDEST = 9
"""How wide the line of a weight of 1 is in the drawing of who looks where."""
MOST_TOKENS = 12
"""Tokens up to which it is drawn."""


def _moved(work: Work, name: str, was: Matrix, value: Matrix) -> Moved:
    told = {
        place: _is_other(x, y) for place, x, y in paired(was.cells(), value.cells())
    }
    work = work.at(name)
    box = _grid(work, value)
    used = frozenset(place for place, other in told.items() if other)
    shaded = replace(box, used=used) if isinstance(box, Grid) else box
    what = "moves" if used else "open" if None in told.values() else "stays"
    rows, cols = {i + 1 for i, _ in used}, {j + 1 for _, j in used}
    lines: tuple[str, Integers] = ("", ())
    if len(used) == len(told):
        lines = ("all", ())
    elif len(rows) < value.rows:
        lines = ("rows", tuple(sorted(rows)))
    elif len(cols) < value.cols:
        lines = ("columns", tuple(sorted(cols)))
    return Moved(work.notation.symbol(name), what, _grid(work, was), shaded, lines)


def _is_other(x: Entry, y: Entry) -> bool | None:
    """Whether an entry is another value now; None where that cannot be told."""
    if isinstance(x, Blocked) or isinstance(y, Blocked):
        return x is not y
    if x.key == y.key:
        return False
    try:
        return bool(x != y)
    except SymattnError:
        return None


def _grid(work: Work, value: Matrix) -> Box:
    """A value as it is shown: exactly with letters, else in decimals."""
    if work.symbols:
        return matrices.exact(value, work.values, work.notation.brackets)
    return matrices.approximate(value, work.places, work.notation.brackets).box
