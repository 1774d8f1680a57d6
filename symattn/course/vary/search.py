"""The search for a variant: draw, run the lines one by one, give up early, and say why when nothing is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pickle import dumps, loads
from typing import Any

from symattn import language
from symattn.course.vary.dice import Dice
from symattn.course.vary.difficulty import Figures, difficulty
from symattn.course.vary.draws import Cells, cells, room
from symattn.course.vary.wishes import failed
from symattn.errors import LimitError, SymattnError, how_many
from symattn.exact.budget import METER, Spent
from symattn.exact.matrix import Matrix
from symattn.limits import MOST_DRAWING_WORK
from symattn.plan import Plan
from symattn.plan.derivation import PlanRun, derive, solve
from symattn.plan.tree import leading_to
from symattn.records import frozen
from symattn.said import Keyed, Pair, Strings
from symattn.sheet import Question, Sheet
from symattn.sheet.cells import Given
from symattn.sheet.sheet import bounded
from symattn.sheet.varying import Draw, Vary
from symattn.tables import apart_from, every

Values = dict[str, Any]
"""What the lines are worked out with, by name."""
A_DRAW = 100  # steps of work that one draw counts for, beside those of its values
AGAIN = 100  # so often the givens of one line are drawn anew before everything is


@frozen
class DrawnVariant:
    """One student's numbers: for every question and given that varies its cells, and how hard the variant is."""

    given: Mapping[Pair, Cells]
    difficulty: dict[str, Figures]
    finals: dict[str, str]


@dataclass
class Failures:
    """What draws failed at, counted, and how many are left to be tried."""

    left: int
    counts: Counter[str]

    def spend(self) -> None:
        """One more draw; raises LimitError when none is left."""
        METER.done += A_DRAW
        if METER.done > METER.most:
            raise Spent
        self.left -= 1
        if self.left < 0:
            raise LimitError("no draw left")


def variant(sheet: Sheet, student: str, seed: int, secret: str = "") -> DrawnVariant:
    """The numbers of one student, the same for the same sheet, secret, seed and id, whoever else is in the class.

    Raises SymattnError when the sheet has no ``[vary]`` table, LimitError with the wishes that failed most often
    when no draw keeps to all of them.
    """
    vary = sheet.vary
    if vary is None:
        raise SymattnError(
            "the sheet has no [vary] table; write which givens vary, `symattn show two-heads-template`"
        )
    dice = Dice(seed, student, secret)
    failures = Failures(vary.tries, Counter())
    found = []
    for question in sheet.questions:
        try:
            with bounded(sheet, question, "drawing its numbers", MOST_DRAWING_WORK):
                found.append(_question(question, vary, dice, failures))
        except LimitError as error:
            if failures.left < 0:
                raise LimitError(_explained(sheet, vary, student, failures)) from error
            raise
    given = {
        (q.id, name): written
        for q, drawn, _ in found
        for name, written in drawn.items()
    }
    figures = {q.id: difficulty(derivation) for q, _, derivation in found}
    finals = {
        line: key
        for q, _, derivation in found
        for line, key in _finals(q, vary, derivation).items()
    }
    return DrawnVariant(given, figures, finals)


def _question(
    question: Question, vary: Vary, dice: Dice, failures: Failures
) -> tuple[Question, dict[str, Cells], PlanRun]:
    draws = {
        name: draw
        for where, names, draw in vary.draws
        if where == question.id
        for name in names
    }
    stages = _stages(question, vary, draws)
    while True:
        drawn = _staged(question, stages, draws, dice, failures)
        if drawn is None:
            continue
        try:
            derivation = solve(
                question.plan, {**question.given, **_values(question, drawn)}
            )
            wrong = next(_unfair(question, vary, derivation), "")
        except LimitError:
            raise
        except SymattnError as error:
            wrong = str(error)
        if not wrong:
            return question, drawn, derivation
        failures.counts[wrong] += 1


@frozen
class Stage:
    """One wished line: the lines up to it, the givens it needs that no earlier stage drew, and its wishes."""

    line: str
    plan: Plan
    draws: Strings
    wishes: Keyed


def _stages(
    question: Question, vary: Vary, varying: Mapping[str, Draw]
) -> tuple[Stage, ...]:
    wished: dict[str, Values] = {}
    for where, names, wishes in vary.wishes:
        for name in names if where == question.id else ():
            wished.setdefault(name, {}).update(wishes)
    known = set(question.given) - set(varying)
    stages = []
    for line in question.plan.lines:
        if line.name not in wished:
            continue
        wanted = {line.name, wished[line.name].get("unlike") or line.name}
        plan = Plan(leading_to(wanted - known, question.plan.lines, known))
        draws = tuple(
            name for name in varying if name in plan.givens and name not in known
        )
        stages.append(Stage(line.name, plan, draws, wished[line.name]))
        known |= {*draws, *plan.names}
    return (
        *stages,
        Stage("", Plan(()), tuple(name for name in varying if name not in known), {}),
    )


def _staged(
    question: Question,
    stages: tuple[Stage, ...],
    draws: Mapping[str, Draw],
    dice: Dice,
    failures: Failures,
) -> dict[str, Cells] | None:
    """Draws that keep to every wish, stage by stage; None when one stage does not come about and all starts anew."""
    values: Values = apart_from(question.given, draws)
    drawn: dict[str, Cells] = {}
    for stage in stages:
        for _ in range(AGAIN if stage.draws else 1):
            failures.spend()
            fresh = {
                name: cells(dice, _shape(question, name), draws[name])
                for name in stage.draws
            }
            found = {**values, **_values(question, fresh)}
            wrong = _tried(stage, found)
            if wrong is None:
                drawn.update(fresh)
                values = found
                break
            failures.counts[wrong] += 1
        else:
            return None
    return drawn


def _shape(question: Question, name: str) -> tuple[int, int]:
    value = question.given.get(name)
    return value.shape if isinstance(value, Matrix) else (1, 1)


_entry = lru_cache(maxsize=4096)(language.entry)


def _values(question: Question, drawn: Mapping[str, Cells]) -> Values:
    """What the lines are worked out with; of a question about shapes they need no numbers."""
    found: Values = {}
    for name in drawn.keys() & question.given.keys():
        number = (
            None
            if isinstance(question.given[name], Matrix)
            else Given().read(drawn[name][0][0], question.place)
        )
        found[name] = number.value if number else Matrix.of(every(_entry, drawn[name]))
    return found


def _tried(stage: Stage, values: Values) -> str | None:
    """What the wished line fails at, or None; the lines up to it are put to the *values*."""
    try:
        for step in derive(stage.plan, values):
            if step.name is not None:
                values[step.name] = step.value
    except LimitError:
        raise
    except SymattnError as error:
        return str(error)
    return failed(stage.line, values, stage.wishes) if stage.line else None


@lru_cache(maxsize=64)
def _own(pickled: bytes) -> Figures:
    """What a sheet's own numbers come to; plan and givens come pickled, for a matrix is no key of a cache."""
    plan, given = loads(pickled)
    return difficulty(solve(plan, given))


def _unfair(question: Question, vary: Vary, derivation: PlanRun) -> Iterator[str]:
    if not vary.spread:
        return
    own = _own(dumps((question.plan, dict(question.given))))
    for figure, count in difficulty(derivation).items():
        allowed = vary.spread.get(figure)
        if allowed is not None and abs(count - own[figure]) > allowed:
            yield f"{figure} within {allowed} of the sheet's own {own[figure]}"


def _finals(question: Question, vary: Vary, derivation: PlanRun) -> dict[str, str]:
    """The lines no two students should share, as digests to compare; equal ones are equal matrices."""
    lines = [name for where, name in vary.distinct if where == question.id]
    return {
        f"{question.id}.{name}": sha256(repr(derivation[name]).encode()).hexdigest()[
            :16
        ]
        for name in lines
    }


def _explained(sheet: Sheet, vary: Vary, student: str, failures: Failures) -> str:
    often = ", ".join(
        f'"{wish}" failed {how_many(f"{count:,}", "time")}'
        for wish, count in failures.counts.most_common(3)
    )
    possible = 1
    for where, names, draw in vary.draws:
        for name in names:
            possible *= room(_shape(sheet[where], name), draw)
    only = (
        f" (only {possible:,} different draws exist)"
        if possible < 100 * vary.tries
        else ""
    )
    return f"{student}: no variant in {vary.tries:,} draws{only}: {often}; relax a wish or widen the range of a draw"
