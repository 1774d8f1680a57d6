"""A class at a glance: which slip was made how often at which line."""

from __future__ import annotations

from collections import Counter

from symattn.marking.results import Report

WIDTH = 30  # the longest bar


def slips(report: Report) -> Counter[tuple[str, str, str]]:
    """How often each slip was made at each line: (question, line, id) → times."""
    return Counter(
        (question.id, slip.at, slip.id)
        for answer in report.answers
        for question in answer.questions
        for result in question.results
        for slip in ([result.slip] if result.slip else [])
    )


def summary(report: Report) -> str:
    """The table of slips with a bar for each, and how many lines earned which verdict.

    >>> print(summary(Report("A sheet", "", "", ())))
    0 submissions, 0 all right
    """
    right = sum(answer.right for answer in report.answers)
    lines = [f"{len(report.answers)} submissions, {right} all right"]
    found = slips(report).most_common()
    if found:
        most = found[0][1]
        wide = max(len(id) for (_, _, id), _ in found)
        lines.append("Slips, most frequent first:")
        for (question, at, id), times in found:
            bar = "█" * max(1, round(WIDTH * times / most))
            lines.append(f"  {id:<{wide}}  {question}.{at:<6} {times:>4}  {bar}")
    verdicts = Counter(r.verdict for a in report.answers for q in a.questions for r in q.results)
    if verdicts:
        lines.append("Lines: " + ", ".join(f"{times} {verdict}" for verdict, times in verdicts.most_common()))
    return "\n".join(lines)
