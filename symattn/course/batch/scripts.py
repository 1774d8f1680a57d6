"""A class's answer files marked: each once, however many hand in the same, and on disk as soon as it is marked.

A run that is interrupted and started again goes on where it stopped, and its report is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple, overload

from symattn.course.batch.ledger import Journal, line
from symattn.course.batch.pool import MANY, Guarded, Outcome, Pool, run, taken_over
from symattn.course.cohort.roll import Roll
from symattn.course.vary import carried
from symattn.errors import SymattnError
from symattn.files import shown
from symattn.marking.answers import together
from symattn.marking.answers.files import SubmittedFile, pieces
from symattn.marking.answers.handins import is_folder_itself
from symattn.marking.checking import broken, check_file
from symattn.marking.overrides import GraderMarks, student
from symattn.marking.records import briefly, packed, unpacked
from symattn.marking.results import AnswerReport
from symattn.marking.said import reading
from symattn.marking.sheet import Ready
from symattn.records import replace
from symattn.said import Strings
from symattn.sheet import load
from symattn.sheet.source import text_of
from symattn.tables import grouped
from symattn.version import VERSION

STRANGER = reading("stranger")


@dataclass(frozen=True, slots=True)
class HandedScript:
    """An answer file, or a folder that is one submission, and the file of the sheet it is marked against.

    ``more`` are further files or folders of the same submission; ``student`` and ``name`` are whose it is, ``why`` says that it
    cannot be marked, ``form`` that its rows are the students'.
    """

    file: str
    sheet: str
    more: Strings = ()
    student: str = ""
    name: str = ""
    why: str = ""
    form: bool = False

    @property
    def places(self) -> tuple[Path, ...]:
        """All files and folders of the submission."""
        return tuple(map(Path, (self.file, *self.more)))

    @property
    def shown(self) -> str:
        """The submission as reports call it."""
        return together(*self.places)

    @property
    def job(self) -> str:
        """The same for the same answers to the same sheet, whoever hands them in; made of exactly what is read."""
        digest = sha256(
            repr((VERSION, _sheet(self.sheet), self.why, self.form)).encode(
                "utf-8", "surrogateescape"
            )
        )
        alone = not self.more and not is_folder_itself(self.places[0])
        try:
            for part in pieces(self.places):
                name = (
                    part.path.suffix.lower() if alone else part.name
                )  # a report says which file of several it means
                digest.update(_digest(part, name))
        except SymattnError as error:
            digest.update(
                f"{self.places!r}: {error}".encode("utf-8", "surrogateescape")
            )
        return digest.hexdigest()


def _digest(part: SubmittedFile, name: str) -> bytes:
    """One file of a submission: its name as far as it matters, and what is in it."""
    said = name.encode("utf-8", "surrogateescape")
    try:
        return sha256(said).digest() + sha256(part.data).digest()
    except SymattnError as error:  # what cannot be read is nobody else's
        return f"{part.path!r}: {error}".encode("utf-8", "surrogateescape")


@lru_cache(maxsize=8)
def ready(sheet: str) -> Ready:
    """A sheet made ready for marking; raises SheetError."""
    return Ready(load(sheet))


@lru_cache(maxsize=8)
def _sheet(sheet: str) -> str:
    path = Path(sheet)
    text = carried(text_of(path), path)
    return sha256(text.encode()).hexdigest()


MOST_NAMED = (
    20  # other answers of one student that are named; of more the number is said
)


class JournalEntry(NamedTuple):
    """A report by its script, its job in the journal and its number there; or a *report* that is in no journal."""

    script: HandedScript
    job: str = ""
    number: int = 0
    report: AnswerReport | None = None


class Kept(NamedTuple):
    """What is in the journal: under which job, and how many reports."""

    job: str
    reports: int


class Reports(Sequence[AnswerReport]):
    """The reports on many scripts, read from the journal when they are looked at; the grader's marks are in them, and their
    ledgers where these are asked for."""

    def __init__(
        self, journal: Journal, marks: GraderMarks | None, roll: Roll, ledgers: bool
    ) -> None:
        self._journal, self._marks, self._roll = journal, marks, roll
        self._unpacked = unpacked if ledgers else briefly
        self._entries: list[JournalEntry] = []
        self.wrong: list[str] = []
        self.conflicts: list[str] = []  # two answers of one student
        self._read = lru_cache(maxsize=64)(self._found)

    @property
    def sheets(self) -> list[str]:
        """The file of each report's sheet."""
        return [entry.script.sheet for entry in self._entries]

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> AnswerReport: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[AnswerReport]: ...
    def __getitem__(self, index: int | slice) -> AnswerReport | Sequence[AnswerReport]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        entry = self._entries[index]
        return self._graded(entry.report or self._own(entry))

    def _own(self, entry: JournalEntry) -> AnswerReport:
        """A report under the name of the file it is on: the same answers may be handed in by many."""
        first, reports = self._read(entry.job)
        script, report, file = entry.script, reports[entry.number], entry.script.shown
        if first != file:
            error = (
                report.error.replace(first, file)
                if first in report.error
                else report.error
            )
            report = replace(
                report, file=report.file.replace(first, file, 1), error=error
            )
        if report.file == file:
            report = replace(report, student=script.student, name=script.name)
        else:
            who = self._roll.known(student(report.file))  # a row of a form
            report = replace(report, student=who, name=self._roll.names.get(who, ""))
        return (
            replace(report, notes=(STRANGER, *report.notes))
            if self._roll.is_stranger(report.student)
            else report
        )

    def _found(self, job: str) -> tuple[str, tuple[AnswerReport, ...]]:
        record = self._journal.find(job)
        assert record is not None
        return record["file"], self._unpacked(record["reports"])

    def _graded(self, report: AnswerReport) -> AnswerReport:
        if self._marks is None:
            return report
        try:
            return self._marks.on(report)
        except SymattnError as error:
            if str(error) not in self.wrong:
                self.wrong.append(str(error))
            return report

    def take(self, outcome: Outcome[HandedScript, Kept]) -> None:
        """Add what marking one script came to."""
        if outcome.value is None:
            self._entries.append(JournalEntry(outcome.item, report=_unmarked(outcome)))
        else:
            job, count = outcome.value
            self._entries += [
                JournalEntry(outcome.item, job, number) for number in range(count)
            ]

    def settle(self) -> None:
        """Look for rows of forms by students of whom there is another row, or a file: neither counts, and both are named."""
        found = grouped(
            (who, index)
            for index, entry in enumerate(self._entries)
            if (who := self._known(entry))
        )
        again = {index for indices in found.values() for index in indices[1:]}
        for who, (first, *others) in found.items():
            one, most = self._called(self._entries[first]), others[:MOST_NAMED]
            for index in most:
                more = len(others) - len(most) if index == most[-1] else 0
                two = self._called(self._entries[index])
                self.conflicts.append(
                    reading("two_sources", one=one, two=two, student=who, more=more)
                )
            if others:
                script = self._entries[first].script
                report = broken(ready(script.sheet), one, self.conflicts[-1])
                own = replace(report, student=who, name=self._roll.names.get(who, ""))
                self._entries[first] = JournalEntry(script, report=own)
        self._entries = [
            entry for index, entry in enumerate(self._entries) if index not in again
        ]

    def _known(self, entry: JournalEntry) -> str:
        """The student of a row of a form, or of a file that is one's of the class; else the empty text."""
        if self._is_row(entry):
            return self._own(entry).student
        who = entry.script.student
        return who if who in self._roll.names else ""

    def _is_row(self, entry: JournalEntry) -> bool:
        """Whether a report is on a row of a form."""
        if entry.report or not entry.script.form:
            return False
        first, reports = self._read(entry.job)
        return reports[entry.number].file != first

    def _called(self, entry: JournalEntry) -> str:
        """A submission as it is told apart from others, also from another row under the same name."""
        return (
            f"{self._own(entry).file} #{entry.number + 1}"
            if self._is_row(entry)
            else entry.script.shown
        )

    def job(self, index: int) -> str:
        """Under what a report was marked: the same for the same answers to the same sheet."""
        return self._entries[index].job


def _unmarked(outcome: Outcome[HandedScript, Kept]) -> AnswerReport:
    """The report on a file that gave none: a mistake in the file is said there, a failure of symattn's, or of an extension's,
    only to who runs it."""
    script, key = outcome.item, ready(outcome.item.sheet)
    report = broken(key, script.shown, outcome.error)
    if outcome.code == 3 or outcome.failure:
        report = replace(
            broken(key, script.shown, reading("by_person"), "undecided"),
            failure=outcome.failure or outcome.error,
        )
    return replace(report, student=script.student, name=script.name)


def marked(
    scripts: Sequence[HandedScript], journal: Journal, pool: Pool
) -> Iterator[Outcome[HandedScript, Kept]]:
    """Mark every script that is not in the journal yet, and keep it there; gives the job under which it is found."""
    done: dict[str, Outcome[None, Kept]] = {}
    at_once = max(1, min(MOST_AT_ONCE, len(scripts) // MANY))
    for outcome in _together(_todo(scripts, journal), at_once, pool):
        script, job, is_new = outcome.item
        if outcome.value is not None:
            record, count = outcome.value
            journal.add(job, record)
            done[job] = Outcome(None, Kept(job, count))
        elif is_new:
            done[job] = taken_over(None, outcome)
        elif job not in done:
            count = len((journal.find(job) or {}).get("reports", ()))
            done[job] = Outcome(None, Kept(job, count))
        yield taken_over(script, done[job])


Item = tuple[HandedScript, str, bool]
Written = tuple[bytes, int] | None
"""The line of the journal for a script, and how many reports are in it; nothing for one that is in it already."""
MOST_AT_ONCE = 8  # scripts that go to a worker at once: to hand one over takes a tenth of the time in which a right one is marked


def _together(
    items: Iterator[Item], size: int, pool: Pool
) -> Iterator[Outcome[Item, Written]]:
    """What marking each script came to, a few handed over at once; those whose worker died go one by one."""
    for outcome in run(_each, iter(lambda: tuple(islice(items, size)), ()), pool):
        if outcome.value is None:
            yield from run(_marked, outcome.item, pool)
        else:
            yield from map(taken_over, outcome.item, outcome.value)


def _each(items: tuple[Item, ...]) -> list[Outcome[None, Written]]:
    return list(map(Guarded(_marked), items))


def _todo(scripts: Iterable[HandedScript], journal: Journal) -> Iterator[Item]:
    seen: set[str] = set()
    for script in scripts:
        job = script.job
        yield script, job, job not in journal and job not in seen
        seen.add(job)


def _marked(item: Item) -> Written:
    """What goes into the journal for a script, made where it is marked."""
    script, job, is_new = item
    if not is_new:
        return None
    if script.why:
        raise SymattnError(script.why)
    path, *more = script.places
    found = check_file(ready(script.sheet), path, *more, form=script.form)
    reports = [
        packed(replace(report, file=report.file.replace(str(path), shown(path), 1)))
        for report in found
    ]
    return line({"job": job, "file": script.shown, "reports": reports}), len(reports)
