"""What marking finds: one result per line, question by question, file by file."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from symattn.errors import in_extension
from symattn.marking.said import told
from symattn.records import frozen
from symattn.said import Glossary, Said, Strings, Texts

if TYPE_CHECKING:
    from symattn.marking.answers.ledger import LedgerEntry
from symattn.marking.answers.written import Unused

RIGHT = ("correct", "follows")
OPEN = ("unreadable", "undecided", "by-hand")
"""The verdicts that leave a line to a person: it earns nothing yet, and has lost nothing."""


@frozen
class Found:
    """A known slip that explains an answer: the line where it happened, its id, and the other ids that fit too.

    ``second`` is a second slip when only two together explain the answer. ``evidence`` are the bits by which the answer
    says so, ``lines`` all lines in which it happened. ``what`` was done as data, ``says`` the same in plain words.
    """

    at: str
    id: str
    what: Said
    others: Strings = ()
    second: Found | None = None
    evidence: Fraction = Fraction(0)
    lines: Strings = ()
    says: str = ""


@frozen
class Result:
    """The verdict on one line, on each of its entries, and its marks.

    ``said`` is what is to be said about it as data, ``message`` the same in plain words. For a page there are the entries as
    ``written``, or the ``text`` that could not be read; ``trivial`` says that a wrong answer before it made the line easy.
    ``failure`` is the traceback where something in symattn failed at this line: for whoever runs it, never for a student.
    ``open`` are its marks while a person has to decide on it. ``proves`` says that an answer with too few digits shows all the
    same that what comes before it is right, ``maybe`` which slip a wrong one looks like where too little speaks for it.
    ``graded`` says that a grader set the marks or made a remark, ``part`` which part of the question asks for the line.
    """

    name: str
    verdict: str
    entries: Texts = ()
    marks: Fraction = field(
        default=Fraction(0), hash=False
    )  # equal results have equal ones, and the hash of a fraction is dear
    of: Fraction = field(default=Fraction(0), hash=False)
    open: Fraction = field(default=Fraction(0), hash=False)
    slip: Found | None = None
    said: tuple[Said, ...] = ()
    message: str = ""
    written: Texts = field(default=(), repr=False)
    trivial: bool = False
    failure: str = field(default="", repr=False)
    graded: bool = False
    rounded_on_the_way: bool = False
    proves: bool = False
    maybe: Said | None = None
    text: str = field(default="", repr=False)
    part: str = ""

    @property
    def slips(self) -> tuple[Found, ...]:
        """The slip that explains the answer, or the two that do together."""
        return tuple(
            one
            for one in (self.slip, self.slip and self.slip.second)
            if one is not None
        )

    @property
    def share(self) -> Fraction:
        """What part of its marks the line earns; nothing where it has none."""
        return self.marks / self.of if self.of else Fraction(0)

    def but(self, **changes: object) -> Result:
        """This result with some fields changed, as ``dataclasses.replace`` does it, at a tenth of the time: a class has tens of
        thousands.

        >>> Result("A", "correct").but(text="1").text
        '1'
        """
        found = object.__new__(Result)
        found.__dict__.update(self.__dict__, **changes)
        return found


def failed(name: str, error: Exception) -> Result:
    """The result of a line at which symattn itself failed or met a limit: a person looks at it, nobody loses marks in silence.

    >>> failed("A", ValueError("no")).verdict
    'undecided'
    """
    trace = "".join([*traceback.format_exception(error), in_extension(error)])
    return Result(name, "undecided", said=(told("failed"),), failure=trace)


def total(shares: Iterable[Fraction]) -> Fraction:
    """A sum of marks; whole ones, which most are, are added as whole numbers.

    >>> total([Fraction(1), Fraction(1, 2)])
    Fraction(3, 2)
    """
    whole, broken = 0, Fraction(0)
    for share in shares:
        if share.denominator == 1:
            whole += share.numerator
        else:
            broken += share
    return broken + whole


class Sums:
    """The marks of what has several results, or reports: of all of them together, added up once."""

    @property
    def _each(self) -> Iterable[Result | QuestionReport]:
        raise NotImplementedError

    @cached_property
    def marks(self) -> Fraction:
        """The marks earned."""
        return total(one.marks for one in self._each)

    @cached_property
    def of(self) -> Fraction:
        """The marks there are."""
        return total(one.of for one in self._each)

    @cached_property
    def open(self) -> Fraction:
        """The marks that a person has yet to decide on."""
        return total(one.open for one in self._each)


@frozen
class QuestionReport(Sums):
    """The results of one question, in the order of its lines, and the matrices of the file that are no answers to it."""

    id: str
    results: tuple[Result, ...]
    unused: tuple[Unused, ...] = ()

    @property
    def _each(self) -> tuple[Result, ...]:
        return self.results


@frozen
class AnswerReport(Sums):
    """One student's answers: their results and marks, what is to be said about the file, what went wrong with it.

    ``unknown`` are those of the notes that tell of a name or of contents that nobody knows.
    ``student`` and ``name`` are whose they are, where that is known; ``unread`` are files handed in beside that nothing
    can be read from, as scans: a person looks at them. ``language`` is the sheet's.
    """

    file: str
    questions: tuple[QuestionReport, ...] = ()
    notes: Strings = ()
    error: str = ""
    limit: bool = False
    failure: str = field(default="", repr=False)
    student: str = ""
    name: str = ""
    unread: Strings = ()
    unknown: Strings = ()
    language: str = ""
    ledger: tuple[LedgerEntry, ...] = field(default=(), repr=False)

    @property
    def _each(self) -> tuple[QuestionReport, ...]:
        return self.questions

    @property
    def remarks(self) -> Strings:
        """What there is to say of the file: its notes, and what went wrong with it."""
        return (*self.notes, self.error) if self.error else self.notes

    @property
    def failures(self) -> Glossary:
        """Where symattn failed, and the traceback there."""
        whole = {"the whole file": self.failure} if self.failure else {}
        return whole | {
            f"{q.id}.{r.name}": r.failure
            for q in self.questions
            for r in q.results
            if r.failure
        }

    @property
    def right(self) -> bool:
        """Whether every line is right and every answer could be read."""
        verdicts = {
            result.verdict for question in self.questions for result in question.results
        }
        return (
            not self.error and not self.unknown and verdicts <= {"correct", "by-hand"}
        )
