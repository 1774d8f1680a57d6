"""A report for the terminal: a screen for every submission."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from symattn.errors import how_many
from symattn.marking.answers.written import Unused
from symattn.marking.published import departure
from symattn.marking.reports.json import number
from symattn.marking.results import AnswerReport, Result
from symattn.tables import placed

if TYPE_CHECKING:
    from symattn.marking.reports import Report


COUNTED = frozenset(
    {"shown_by", "behind"}
)  # what is said of lines that count though they were not handed in
MOST_UNUSED = 8  # matrices that are no answers, in one question
SIGNS = {
    "correct": "✓", "follows": "✓", "imprecise": "~", "slip": "✗", "incorrect": "✗", "shape": "✗", "undecided": "?",
    "unreadable": "!", "missing": "·", "by-hand": "?",
}  # fmt: skip
_COLOURS = {"✓": 32, "~": 33, "✗": 31, "?": 36, "!": 35, "·": 90}
_UNSEEN = dict.fromkeys(
    [*range(32), *range(127, 160), 0x202E, 0x202D, 0x2066, 0x2067, 0x2068, 0x2069],
    "\ufffd",
)


def painted(text: str) -> str:
    """A text for a terminal with the signs at the beginning of its lines in colours.

    >>> painted("  ✓ Q  right")
    '  \\x1b[32m✓\\x1b[0m Q  right'
    """
    signs = re.compile(rf"^( *)([{''.join(_COLOURS)}])(?= )", re.M)
    return signs.sub(
        lambda found: f"{found[1]}\033[{_COLOURS[found[2]]}m{found[2]}\033[0m", text
    )


def write(report: Report, *, about: str = "") -> str:
    """Every submission's verdicts line by line, then what there is to say *about* the class."""
    parts = ["\n".join(_submission(answer)) for answer in report.answers]
    if about:
        parts.append(about)
    parts.append(f"symattn {report.version}, sheet {report.digest[:12]}")
    return "\n\n".join(parts) + "\n"


def _submission(answer: AnswerReport) -> Iterator[str]:
    still = f", {number(answer.open)} open" if answer.open else ""
    yield f"{plain(answer.file)}: {number(answer.marks)} of {how_many(number(answer.of), 'mark')}{still}"
    for note in answer.remarks:
        yield f"  ! {plain(note)}"
    if answer.error:
        return  # and so for every line
    for question in answer.questions:
        if len(answer.questions) > 1:
            yield f"  {question.id}"
        yield from (
            f"  {_line(result)}" for result in question.results if not untouched(result)
        )
        if first := departure(question):
            yield f"  → {plain(first)}"
        missing = [result for result in question.results if untouched(result)]
        if counted := [result.name for result in missing if result.marks]:
            yield f"  · not handed in, but a right line after it shows it, so it counts: {', '.join(counted)}"
        if lost := [result.name for result in missing if not result.marks]:
            yield f"  · not handed in: {', '.join(lost)}"
        yield from unused(question.unused)


def unused(found: tuple[Unused, ...]) -> Iterator[str]:
    """The matrices that are no answers, each with its line and the reason; a long list is cut off with their number.

    >>> list(unused((Unused("[1 2]", 3, "no name stands before it"),)))
    ['  · not used, line 3: [1 2]: no name stands before it']
    """
    for one in found[:MOST_UNUSED]:
        where = f", line {one.line}" if one.line else ""
        yield f"  · not used{where}: {plain(one.text)}: {plain(one.why)}"
    if len(found) > MOST_UNUSED:
        more = len(found) - MOST_UNUSED
        were = "was" if more == 1 else "were"
        yield f"  · and {more} more that {were} not used; --format json has them all"


def untouched(result: Result) -> bool:
    """Whether a line was not handed in, and no grader has said anything about it."""
    own = result.graded or (
        result.marks and not COUNTED.intersection(said.name for said in result.said)
    )
    return result.verdict == "missing" and not own


def _line(result: Result) -> str:
    sign = (
        "~"
        if SIGNS[result.verdict] == "✗" and result.marks == result.of > 0
        else SIGNS[result.verdict]
    )
    slip = f" ({result.slip.id})" if result.slip else ""
    places = wrong_places(result)
    where = f" Wrong: {places}." if places else ""
    marks = f"{number(result.marks)}/{number(result.of)}"
    return f"{sign} {result.name:<6} {result.verdict + slip:<24} {marks:>7}  {plain(result.message)}{where}".rstrip()


def wrong_places(result: Result) -> str:
    """Which entries are wrong, in words, when some are right.

    >>> wrong_places(Result("A", "incorrect", (("correct", "incorrect"),)))
    'row 1 column 2'
    """
    wrong = [at for at, entry in placed(result.entries) if entry == "incorrect"]
    total = sum(len(row) for row in result.entries)
    if result.verdict != "incorrect" or len(wrong) == total or len(wrong) > 6:
        return ""
    return ", ".join(f"row {i + 1} column {j + 1}" for i, j in wrong)


def plain(text: str) -> str:
    """A text without control characters: what a file says never steers the terminal.

    >>> plain("a\\x1b[31mb")
    'a\\ufffd[31mb'
    """
    return text.translate(_UNSEEN)
