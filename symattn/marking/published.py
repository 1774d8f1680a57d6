"""A published key against its sheet: the first line where it departs, and what happened there."""

from __future__ import annotations

from symattn.marking.results import QuestionReport, Result


def departure(report: QuestionReport) -> str:
    """The first line of a key that does not hold, in words; nothing when all do.

    >>> departure(QuestionReport("q1", (Result("S", "correct"), Result("L", "incorrect", message="1 of 4 entries is wrong."))))
    'q1 departs at L: simply wrong. 1 of 4 entries is wrong.'
    """
    for result in report.results:
        if result.verdict not in ("correct", "follows", "missing", "by-hand"):
            return f"{report.id} departs at {result.name}: {_what(result)}. {result.message}".strip()
    return ""


def _what(result: Result) -> str:
    if result.slip is not None:
        return f"the slip {result.slip.id} at {result.slip.at}"
    if result.rounded_on_the_way:
        return "rounding carried on"
    return {
        "imprecise": "too few digits",
        "unreadable": "it cannot be read",
        "shape": "another shape",
        "undecided": "no proof either way",
    }.get(result.verdict, "simply wrong")
