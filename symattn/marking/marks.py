"""Marks: a part's marks spread over the lines it asks, and earned entry by entry."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symattn.marking.results import Result
from symattn.marking.rule import Rule
from symattn.plan import Plan
from symattn.sheet import Question

FULL, NONE = Fraction(1), Fraction(0)


def with_marks(question: Question, results: tuple[Result, ...], rule: Rule) -> tuple[Result, ...]:
    """The results with what each may earn and earns; a line skipped on the way to a right one has its share."""
    of = question.shares
    right = {result.name for result in results if result.verdict == "correct"}
    behind = _behind(question.plan, right)
    found = []
    for result in results:
        most, message = of.get(result.name, NONE), result.message
        skipped = result.verdict == "missing" and result.name in behind
        earned = rule.skipped if skipped else share(result, rule)
        if skipped:
            message = "Not handed in; a right answer after it counts for it."
        found.append(replace(result, marks=most * earned, of=most, message=message))
    return tuple(found)


def _behind(plan: Plan, right: set[str]) -> set[str]:
    """The lines that right answers were worked out from."""
    found: set[str] = set()
    for line in reversed(plan.lines):
        if line.name in right or line.name in found:
            found.update(line.reads)
    return found


def share(result: Result, rule: Rule) -> Fraction:
    """What part of its marks a line earns: for a line that follows the better of its own right entries and the sheet's
    share, else the mean over its entries."""
    worth = {"correct": FULL, "imprecise": rule.imprecise}
    entries = [worth.get(entry, NONE) for row in result.entries for entry in row]
    mean = sum(entries, NONE) / len(entries) if entries else NONE
    if result.verdict == "correct":
        return FULL
    if result.verdict == "follows":
        return max(rule.trivial if result.trivial else rule.follow, mean)
    return mean if result.verdict in ("imprecise", "slip", "incorrect") else NONE
