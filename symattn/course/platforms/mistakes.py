"""What a line comes to after every known slip: what platforms that mark by themselves compare answers with.

What a slip is called and what it earns is asked of the marker, so that a platform says and gives what ``symattn check`` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.text import text
from symattn.marking import check
from symattn.marking.course import Course, Known, in_one
from symattn.marking.results import Result
from symattn.marking.trials import trials
from symattn.records import frozen
from symattn.said import Named
from symattn.sheet import Answer, Sheet
from symattn.tables import in_turn

MOST = 6
"""Slips of one line that a platform is told of."""


@frozen
class Mistake:
    """A wrong answer that is known: its value, what is said to it, the share of the line's marks that it earns, and what each
    of its wrong entries earns where entries are marked one by one."""

    id: str
    value: Matrix
    says: str
    share: Fraction
    entry: Fraction


def mistakes(
    sheet: Sheet, answer: Answer, name: str, truth: Matrix
) -> tuple[Mistake, ...]:
    """The slips of one line whose answers differ from the right one, each as the marker judges it.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['L = S / sqrt(4)']\\n[question.given]\\nS = [[4, 8]]\\n")
    >>> (answer,) = sheet.solve().answers
    >>> [(m.id, m.value, str(m.share)) for m in mistakes(sheet, answer, "L", answer["L"])][:1]
    [('unscaled', Matrix([[4, 8]]), '1/2')]
    """
    found: dict[str, Mistake] = {}
    for value in _values(answer, name):
        written = value.shown(text, "-inf")
        if value.shape != truth.shape or str(written) in found or len(found) == MOST:
            continue
        result = _judged(sheet, answer, name, {name: written})
        if (
            result.marks == result.of
        ):  # taken for a mistake of an earlier line, which is not handed in; here it is this one's
            result = _judged(
                sheet, answer, name, {**_before(answer, name), name: written}
            )
        if result.verdict == "slip" and result.slip is not None:
            share = result.share
            entries = list(in_turn(result.entries))
            right = entries.count("correct")
            entry = max(
                Fraction(0), (share * len(entries) - right) / (len(entries) - right)
            )
            found[str(written)] = Mistake(
                result.slip.id, value, result.message, share, entry
            )
    return tuple(found.values())


def _judged(sheet: Sheet, answer: Answer, name: str, typed: Named) -> Result:
    (report,) = check(sheet, {answer.question.id: typed}).answers
    return next(
        r for question in report.questions for r in question.results if r.name == name
    )


def _before(answer: Answer, name: str) -> Named:
    """The lines before one, with their right values."""
    names = [line.name for line in answer.question.plan.lines]
    values = [(one, answer[one]) for one in names[: names.index(name)]]
    return {
        one: value.shown(text, "-inf")
        for one, value in values
        if isinstance(value, Matrix)
    }


def _values(answer: Answer, name: str) -> Iterator[Matrix]:
    """The line's value under every trial at one of its own calls, from right values before it."""
    plan = answer.question.plan
    course = Course(plan, cast(Known, answer.question.given), answer.question.stated)
    others = [line.name for line in plan.lines if line.name != name]
    path = course.before(name, others)
    for call in path:
        for trial in trials(course, call):
            try:
                value = in_one(course.changes(trial.patch, path).get(name))
            except SymattnError:
                continue
            if isinstance(value, Matrix):
                yield value
