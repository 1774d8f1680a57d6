"""Marks: a part's marks spread over the lines it asks, and earned entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from symattn.check.results import Result
from symattn.worksheet import Question

FULL = Fraction(1)
HALF = Fraction(1, 2)
ENTRY = {"correct": FULL, "follows": FULL, "imprecise": HALF}


def with_marks(question: Question, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """The results with what each may earn and earns."""
    of = spread(question)
    right = {result.name for result in results if result.verdict in ("correct", "follows")}
    last = results[-1].name if results else ""
    whole = last in right and all(r.verdict in ("missing", "correct") for r in results)
    found = []
    for result in results:
        most = of.get(result.name, Fraction(0))
        earned = FULL if result.verdict == "missing" and whole else share(result)
        message = result.message
        if result.verdict == "missing" and whole:
            message = "Not handed in; the right final answer counts for it."
        found.append(replace(result, marks=most * earned, of=most, message=message))
    return tuple(found)


def spread(question: Question) -> Mapping[str, Fraction]:
    """What each line may earn: a part's marks in equal shares."""
    found: dict[str, Fraction] = {}
    for part in question.parts:
        names = part.asks or part.shapes
        for name in names:
            found[name] = found.get(name, Fraction(0)) + part.marks / len(names)
    return found


def share(result: Result) -> Fraction:
    """What part of its marks a line earns: the mean over its entries."""
    if result.verdict in ("correct", "follows"):
        return FULL
    if result.verdict not in ("imprecise", "slip", "incorrect"):
        return Fraction(0)
    entries = [ENTRY.get(entry, Fraction(0)) for row in result.entries for entry in row]
    return sum(entries, Fraction(0)) / len(entries) if entries else Fraction(0)
