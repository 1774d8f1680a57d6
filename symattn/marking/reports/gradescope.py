"""A report as Gradescope's results.json: one test for every line. Several submissions give a table by file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symattn.files import dumped
from symattn.marking.reports.json import number
from symattn.marking.results import AnswerReport, Result
from symattn.said import Keyed

if TYPE_CHECKING:
    from symattn.marking.reports import Report


def write(report: Report) -> str:
    """The results.json of one submission, or of each by its file."""
    found = {answer.file: _results(report, answer) for answer in report.answers}
    data = next(iter(found.values())) if len(found) == 1 else found
    return dumped(data) + "\n"


def _results(report: Report, answer: AnswerReport) -> Keyed:
    output = "\n".join(answer.remarks)
    tests = [_test(q.id, r) for q in answer.questions for r in q.results]
    about = f"Marked by symattn {report.version} against {report.digest[:12]}."
    return {
        "score": number(answer.marks),
        "output": f"{output}\n{about}".strip(),
        "output_format": "text",
        "tests": tests,
    }


def _test(question: str, result: Result) -> Keyed:
    """One line; one that is open has neither passed nor failed."""
    has_passed = (
        result.verdict in ("correct", "follows") or result.marks == result.of > 0
    )
    return {
        "name": f"{question}: {result.name}",
        "score": number(result.marks),
        "max_score": number(result.of),
        **(
            {}
            if result.open and not has_passed
            else {"status": "passed" if has_passed else "failed"}
        ),
        "output": f"{result.verdict}. {result.message}".strip(),
        "output_format": "text",
    }
