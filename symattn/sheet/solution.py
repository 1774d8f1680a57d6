"""A solved worksheet: for every question its lines, from the stated values and without them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symattn.errors import LimitError, Problem, SheetError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.later import later
from symattn.plan.derivation import Derivation, Step, derive
from symattn.sheet.sheet import Question, Sheet

if TYPE_CHECKING:
    from symattn.plan.shapes import ShapeTable
    from symattn.sheet import proving
    from symattn.sheet.proofs import Checked
else:
    proving = later("symattn.sheet.proving")


@dataclass(frozen=True)
class Answer:
    """A question's lines with their values; ``answer["A_1"]`` is one.

    ``follow`` is the solution: a line with a stated value shows its own exact value, and later lines use the stated
    one. ``exact`` has the same lines computed without any stated value. ``shapes`` are the lines of a question about
    shapes, ``proofs`` the checks of the claims, part by part.
    """

    question: Question
    follow: Derivation
    exact: Derivation
    shapes: ShapeTable | None = None
    proofs: tuple[tuple[Checked, ...], ...] = ()

    def __getitem__(self, name: str) -> Matrix:
        return self.follow[name]


@dataclass(frozen=True)
class Solution:
    """A sheet with the answers to all its questions; ``solution["q1"]`` is one."""

    sheet: Sheet
    answers: tuple[Answer, ...]

    def __getitem__(self, question: str) -> Answer:
        for answer in self.answers:
            if answer.question.id == question:
                return answer
        raise KeyError(question)


def solve(sheet: Sheet) -> Solution:
    """The answers to all questions of a sheet; raises SheetError for a line that has no value, LimitError."""
    return Solution(sheet, tuple(solve_question(sheet, question) for question in sheet.questions))


def solve_question(sheet: Sheet, question: Question) -> Answer:
    """Every line of a question, exactly; raises SheetError for a line that has no value, LimitError."""
    exact = _run(sheet, question)
    follow = _run(sheet, question, yours=question.stated) if question.stated else exact
    shapes = question.shapes.table if question.shapes else None
    proofs = tuple(tuple(proving.run(claim) for claim in part.proof) for part in question.parts)
    return Answer(question, follow, exact, shapes, proofs)


def _run(sheet: Sheet, question: Question, **replaced: Mapping[str, Any]) -> Derivation:
    steps: list[Step] = []
    try:
        steps.extend(derive(question.plan, question.given, **replaced))
    except LimitError:
        raise
    except SymattnError as error:
        raise SheetError(str(sheet.path), [_problem(question, len(steps), error)]) from None
    return Derivation(question.plan, question.given, tuple(steps))


def _problem(question: Question, done: int, error: SymattnError) -> Problem:
    """The problem of the first call that has no value: it stands at its line, or at the variant."""
    calls = [number for number, line in enumerate(question.plan.lines) for _ in line.calls]
    at = question.place / "variant" if question.variant else question.place / "steps" / calls[done]
    return Problem(*at.positions.value(at.path), str(at), error.what, error.hint)
