"""Known slips at the lines of a derivation: which can happen where, and the wrong rule of one."""

from __future__ import annotations

from functools import partial
from typing import cast

from symattn.console.convert import Givens
from symattn.errors import SymattnError, nearest
from symattn.marking.course import Course, Known
from symattn.marking.trials import Trial, operands, trials
from symattn.plan import Plan
from symattn.plan.derivation import Run
from symattn.said import Glossary


def wrong_rules(plan: Plan, givens: Givens, slips: Glossary) -> dict[str, Run]:
    """For every slip (line name → slip id) the call it happens in, and the rule that is used there.

    >>> from symattn.exact.matrix import Matrix
    >>> plan = Plan.read(["S = A @ A"])
    >>> list(wrong_rules(plan, {"A": Matrix.of([[2]])}, {"S": "added-not-multiplied"}))
    ['S']
    """
    course = Course(plan, cast(Known, givens))
    found: dict[str, Run] = {}
    for name, slip in slips.items():
        for out, rule in _chosen(possible(course, name), name, slip).patch.items():
            found[out] = partial(rule, course.read)
    return found


def possible(course: Course, name: str) -> list[Trial]:
    """Every slip that can happen at a line; raises SymattnError when there is no such line."""
    if name not in course.plan.names:
        hint = nearest(name, course.plan.names, "the lines are")
        raise SymattnError(f"there is no line {name!r}; {hint}")
    calls = course.plan.line(name).calls
    return [
        trial
        for call in calls
        for trial in (*trials(course, call), *operands(course, call))
    ]


def _chosen(known: list[Trial], name: str, slip: str) -> Trial:
    for trial in known:
        if trial.id == slip:
            return trial
    ids = list(dict.fromkeys(trial.id for trial in known))
    raise SymattnError(
        f"{name} has no slip {slip!r}; there are {', '.join(ids) or 'none'}"
    )
