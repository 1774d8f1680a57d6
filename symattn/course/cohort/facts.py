"""What a class needs to remember of each script: marks, verdicts and findings, not the matrices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from symattn.formats.templates import spoken
from symattn.marking.findings import Finding, findings, values
from symattn.marking.results import AnswerReport, Result
from symattn.ops.slips import ONE_NUMBER
from symattn.said import Pair, Texts

T = TypeVar("T")
Line = Pair
"""A question's id and a line's name."""

COARSE = 2  # decimals to which answers are compared with another student's: rounding on the way moves the later ones
CLEAR = 12  # bits of evidence at which no other explanation is worth a second look
WRONG = ("incorrect", "slip", "follows", "shape")


@dataclass(frozen=True, slots=True)
class Fared:
    """How one line fared: its verdict, its marks, of how many, in which part."""

    verdict: str
    marks: Fraction = field(hash=False)  # the hash of a fraction is dear
    of: Fraction = field(hash=False)
    part: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a person should look at a script: the kind of reason, the line where there is one, and particulars."""

    kind: str
    line: Line | None = None
    detail: str = ""


@dataclass(slots=True)
class Facts:
    """One script: whose it is, how its lines fared, what explains it, why to look at it by hand.

    ``answers`` are the values of all its lines, coarse, ``wrong`` the lines of them that are wrong, ``odd`` the values of the
    wrong answers that no slip explains; ``job`` is the same for the same answers.
    """

    student: str
    name: str
    file: str
    marks: Fraction
    of: Fraction
    job: str = ""
    lines: dict[Line, Fared] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    reasons: list[Reason] = field(default_factory=list)
    answers: dict[Line, int] = field(default_factory=dict)
    wrong: set[Line] = field(default_factory=set)
    odd: dict[Line, int] = field(default_factory=dict)
    handed: bool = True

    @property
    def label(self) -> str:
        """The student's id, or the file where nobody knows whose it is."""
        return self.student or self.file


def facts(report: AnswerReport, job: str = "") -> Facts:
    """The facts of one report.

    >>> facts(AnswerReport("ada.toml", student="ada")).label
    'ada'
    """
    found = whose(report, job)
    for question in report.questions:
        for result in question.results:
            line = _once((question.id, result.name))
            found.lines[line] = _once(
                Fared(result.verdict, result.marks, result.of, result.part)
            )
            _compare(found, line, result)
    found.findings = tuple(map(_once, findings(report)))
    found.handed = any(
        f.verdict not in ("missing", "by-hand") for f in found.lines.values()
    ) or bool(report.error)
    found.reasons = list(_reasons(report, found))
    return found


def whose(report: AnswerReport, job: str = "") -> Facts:
    """Whose a script is and its marks, where nothing is asked of the class as a whole.

    >>> whose(AnswerReport("ada.toml")).file
    'ada.toml'
    """
    return Facts(report.student, report.name, report.file, report.marks, report.of, job)


@lru_cache(maxsize=10_000)
def _once(value: T) -> T:
    """The same object for equal ones: a class has few different verdicts and explanations, and thousands of each."""
    return value


def _compare(found: Facts, line: Line, result: Result) -> None:
    """What other students' answers are compared with."""
    if not result.written:
        return
    found.answers[line] = coarse(result.written)
    if result.verdict in WRONG:
        found.wrong.add(line)
        unlikely = result.slip is None or result.slip.id in ONE_NUMBER
        if result.verdict != "follows" and unlikely:
            found.odd[line] = hash((line, values(result.written)))


@lru_cache(maxsize=10_000)
def coarse(written: Texts) -> int:
    """A matrix to few decimals, as a number that is equal for equal ones.

    >>> coarse((("0.33333",),)) == coarse((("1/3",),))
    True
    """
    return hash(values(written, COARSE))


def _reasons(report: AnswerReport, found: Facts) -> Iterator[Reason]:
    if report.limit or report.failures:
        yield Reason("stopped")
    elif report.error:
        yield Reason("file", detail=spoken(report.error, report.language))
    for name in report.unread if report.marks < report.of else ():
        yield Reason("beside", detail=name)
    for note in report.unknown:
        yield Reason("unknown", detail=spoken(note, report.language))
    for question in report.questions:
        for result in question.results if not report.error else ():
            yield from (
                Reason(kind, (question.id, result.name), said)
                for kind, said in _about(result)
            )
        lost = [
            r.name
            for r in question.results
            if r.verdict == "missing" and r.of and not r.marks
        ]
        if lost and question.unused:
            yield Reason("unused", (question.id, lost[0]), str(len(question.unused)))
    if not found.marks and not report.error and found.of:
        yield Reason("nothing" if found.handed else "empty")


def _about(result: Result) -> Iterator[Pair]:
    if result.verdict in ("undecided", "unreadable"):
        yield result.verdict, result.message
    if result.trivial:
        yield "trivial", ""
    slip = result.slip
    if slip is not None and result.of and slip.evidence < CLEAR:
        yield "doubt", ", ".join((slip.id, *slip.others))
