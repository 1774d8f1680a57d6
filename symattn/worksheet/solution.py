"""A solved worksheet: for every question its steps, from the stated values and without them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from symattn.derivation import Step, derive
from symattn.exact.matrix import Matrix
from symattn.worksheet.sheet import Question, Sheet


@dataclass(frozen=True)
class Answer:
    """A question's steps; ``answer["A_1"]`` is a line's exact value.

    ``follow`` is the solution: a line with a stated value shows its own exact value, and later lines use the stated
    one. ``exact`` has the same lines computed without any stated value.
    """

    question: Question
    follow: tuple[Step, ...]
    exact: tuple[Step, ...]

    @cached_property
    def values(self) -> Mapping[str, Matrix]:
        """The value of every line and hidden step of ``follow``."""
        return {step.name: step.value for step in self.follow}

    @cached_property
    def exact_values(self) -> Mapping[str, Matrix]:
        """The value of every line and hidden step of ``exact``."""
        return {step.name: step.value for step in self.exact}

    def __getitem__(self, name: str) -> Matrix:
        return self.values[name]


@dataclass(frozen=True)
class Solution:
    """A sheet with the answers to all its questions; ``solution["q1"]`` is one."""

    sheet: Sheet
    answers: tuple[Answer, ...]

    def __getitem__(self, question: str) -> Answer:
        return next(answer for answer in self.answers if answer.question.id == question)


def solve_question(question: Question) -> Answer:
    """Every line of a question, exactly.

    Raises SymattnError where a line cannot be computed, and LimitError where the work goes beyond a stated limit.
    """
    exact = tuple(derive(question.plan, question.given))
    if not question.stated:
        return Answer(question, exact, exact)
    return Answer(question, tuple(derive(question.plan, question.given, yours=question.stated)), exact)


def solve(sheet: Sheet) -> Solution:
    """The answers to all questions of a sheet."""
    return Solution(sheet, tuple(map(solve_question, sheet.questions)))
