"""Marks: a part's marks spread over the lines it asks, and earned entry by entry."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from symattn.marking.results import Result
from symattn.marking.rule import Rule
from symattn.marking.said import told
from symattn.plan import Plan
from symattn.plan.tree import leading_to
from symattn.said import Said
from symattn.sheet import Question

FULL, NONE = Fraction(1), Fraction(0)


def with_marks(question: Question, results: tuple[Result, ...], rule: Rule) -> tuple[Result, ...]:
    """The results with what each may earn and what it earns, in quarters. A line that was not handed in earns what an
    answer after it proves of it; a slip costs the line where it happened."""
    of = question.shares
    proved = _proved(question.plan, results, rule)
    found = []
    for result in results:
        most = of.get(result.name, NONE)
        earned, said = share(result, rule), result.said
        if result.verdict == "missing" and result.name in proved and result.name not in question.unknown:
            earned, why = proved[result.name]
            said = (why,)
        elif result.slip and result.name not in result.slip.lines and any(of.get(line) for line in result.slip.lines):
            earned = max(earned, rule.follow)
        wrong = result.verdict in ("slip", "incorrect")
        found.append(result.but(marks=quarters(most, earned, wrong), of=most, said=said))
    return tuple(found)


def quarters(most: Fraction, earned: Fraction, wrong: bool = False) -> Fraction:
    """A share of some marks in whole quarters, half of one rounded up; everything and nothing as they are.

    What is *wrong* in a single entry never earns everything, whatever its share rounds to.

    >>> quarters(Fraction(1), Fraction(2, 3)), quarters(Fraction(1, 10), Fraction(1))
    (Fraction(3, 4), Fraction(1, 10))
    >>> quarters(Fraction(1), Fraction(8, 9), wrong=True)
    Fraction(3, 4)
    """
    if earned in (NONE, FULL):
        return most * earned
    found = Fraction(int(most * earned * 4 + Fraction(1, 2)), 4)
    return found if found < most else Fraction(max(0, ceil(most * 4) - 1), 4) if wrong else most


def _proved(plan: Plan, results: tuple[Result, ...], rule: Rule) -> dict[str, tuple[Fraction, Said]]:
    """What lines that were not handed in earn, and why: those before a right answer are right; where one slip, or wrong
    earlier answers, explain an answer, so are the lines that led there, but for the one with the slip."""
    handed = {result.name for result in results if result.verdict not in ("missing", "unreadable")}
    found: dict[str, tuple[Fraction, str, Said]] = {}
    for result in results:
        if result.verdict not in ("slip", "follows") or result.trivial:
            continue
        between = _between(plan, result.name, handed)
        lost = set(result.slip.lines) if result.slip else set()
        after = {line.name for line in plan.lines if line.name in between}  # all of them follow from wrong answers
        if result.slip:
            after = _after(plan, lost) & between
        for name in between:
            earned = NONE if name in lost else rule.follow if name in after else rule.skipped
            said = told("shown_slip" if name in lost else "shown_by", name=result.name)
            if name not in found or (earned, result.name) < found[name][:2]:
                found[name] = earned, result.name, said
    right = {result.name for result in results if result.verdict == "correct"}
    behind = dict.fromkeys(_behind(plan, right), (rule.skipped, told("behind")))
    return {name: (earned, said) for name, (earned, _, said) in found.items()} | behind


def _between(plan: Plan, name: str, handed: set[str]) -> set[str]:
    """The lines that lead to one, back to the givens and to what was handed in."""
    return {line.name for line in leading_to([name], plan.lines, handed)} - {name}


def _after(plan: Plan, lost: set[str]) -> set[str]:
    """The lines that come from some others."""
    found = set(lost)
    for line in plan.lines:
        if found.intersection(line.reads):
            found.add(line.name)
    return found - lost


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
    if result.verdict == "correct":
        return FULL
    if result.verdict not in ("follows", "imprecise", "slip", "incorrect"):
        return NONE
    worth = {"correct": FULL, "imprecise": rule.imprecise}
    entries = [worth.get(entry, NONE) for row in result.entries for entry in row]
    mean = sum(entries, NONE) / len(entries) if entries else NONE
    if result.verdict == "follows":
        return max(rule.trivial if result.trivial else rule.follow, mean)
    return mean
