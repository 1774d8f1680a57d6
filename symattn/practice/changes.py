"""What if: an entry of a given is changed, and the page shows which lines move, to what, and where a head then looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from symattn.boxes import Box, Grid
from symattn.course.feedback import Pages
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.language import entry
from symattn.language.text import known
from symattn.marking.sheet import Ready
from symattn.ops import has
from symattn.page import matrices
from symattn.page.pictures import picture
from symattn.page.work import Work
from symattn.plan.derivation import solve
from symattn.records import dataclass
from symattn.sheet import Answer, Question
from symattn.sheet.schema import of_sheet


@dataclass(frozen=True)
class Moved:
    """A line after the change: whether it ``moves``, ``stays`` or that is ``open``, and its decimals, what moved shaded."""

    symbol: Box
    what: str
    value: Box


def givens(question: Question) -> dict[str, list[list[str]]]:
    """The given matrices whose entries may be changed, as texts.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['B = A @ A']\\ngiven.A = [[2, '1/3'], [0, 1]]\\n")
    >>> givens(sheet.questions[0])
    {'A': [['2', '1/3'], ['0', '1']]}
    """
    found = {name: value for name, value in question.given.items() if isinstance(value, Matrix) and name not in question.unknown}
    return {name: [[text(x) if isinstance(x, Number) else "-inf" for x in row] for row in m.cells()] for name, m in found.items()}


def changed(engine: Pages, ready: Ready, question: Question, given: str, cells: Sequence[Sequence[str]]) -> Markup:
    """The lines of a question when a given is another matrix; raises SymattnError for what is no such matrix."""
    before = question.given.get(given)
    if not isinstance(before, Matrix):
        raise SymattnError(f"{question.id} has no given matrix {given}")
    with known(of_sheet(ready.sheet.questions)):
        matrix = Matrix.of([[entry(cell) for cell in row] for row in cells])
    if matrix.shape != before.shape:
        raise SymattnError(f"{given} keeps its shape here")
    texts = {name: written for name, written in question.given_text.items() if name != given}
    other = replace(question, given={**question.given, given: matrix}, given_text=texts, stated={}, stated_text={})
    solved = solve(question.plan, other.given)
    was = ready.answer(question).exact
    work = Work.of(Answer(other, solved, solved), ready.notations[question.id], ready.sheet.decimals, "brief", ready.sheet.tokens)
    lines = [_moved(work, name, was[name], value) for name, value in solved.values.items() if isinstance(value, Matrix)]
    weights = [step.name for step in solved.steps if step.name and has(step.op, "weights") and isinstance(step.value, Matrix)]
    wanted = [{"name": "heat-map", "line": name} for name in weights if not work.symbols]
    maps = [picture(engine, work, one, True, asked=False) for one in wanted]
    return engine.render("practice/changed.j2", lines=lines, maps=maps)


def _moved(work: Work, name: str, was: Matrix, value: Matrix) -> Moved:
    places = [(i, j) for i in range(value.rows) for j in range(value.cols)]
    told = {place: _is_other(was[place], value[place]) for place in places}
    box = _grid(work, value)
    used = frozenset(place for place, other in told.items() if other)
    shaded = replace(box, used=used) if isinstance(box, Grid) else box
    return Moved(work.notation.symbol(name), "moves" if used else "open" if None in told.values() else "stays", shaded)


def _is_other(x: Entry, y: Entry) -> bool | None:
    """Whether an entry is another value now; None where that cannot be told."""
    if isinstance(x, Blocked) or isinstance(y, Blocked):
        return isinstance(x, Blocked) != isinstance(y, Blocked)
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
