"""A class's sheets: every variant searched in the order of the roster, written by any number of workers, recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from pathlib import Path

import symattn
from symattn.course.batch.book import Finals, book, finals
from symattn.course.batch.ledger import Ledger, Record
from symattn.course.batch.pool import Outcome, run
from symattn.course.batch.roster import Student
from symattn.course.delivery import Wanted, deliver, suffix
from symattn.course.vary import Variant, variant, written
from symattn.errors import LimitError
from symattn.files import write_whole
from symattn.sheet import Sheet, loads

BOOK = "keybook.md"


@dataclass(frozen=True)
class Order:
    """What is to be made of a template: for whom, from which seed, and what pages."""

    template: str
    file: str
    seed: int
    wanted: Wanted
    anonymous: bool = False


@dataclass(frozen=True)
class Job:
    """One student's work for a worker: the sheet's text and what to make of it. ``digest`` names it by content."""

    student: str
    sheet: str
    wanted: Wanted
    figures: str

    @property
    def digest(self) -> str:
        """The same for the same work, whenever and wherever it is done."""
        parts = (symattn.__version__, self.student, self.sheet, astuple(self.wanted))
        return sha256(repr(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Made:
    """What a worker made of a job: the files by their place in the folder, and the final answers."""

    files: dict[str, bytes]
    finals: Finals


def make(job: Job) -> Made:
    """The files of one student, sheet, blank and key, and the final answers."""
    sheet = loads(job.sheet, f"{job.student}.toml")
    solution = sheet.solve()
    files = {f"sheets/{job.student}.toml": job.sheet.encode()}
    ending = suffix(job.wanted.format)
    for place, form in (("blanks", "blank"), ("keys", "key")):
        files[f"{place}/{job.student}{ending}"] = deliver(sheet, replace(job.wanted, form=form), solution)
    return Made(files, finals(solution))


def jobs(sheet: Sheet, order: Order, students: Sequence[Student]) -> Iterator[Outcome[Student, Job]]:
    """The work for every student, searched in their order, so that no two share a final matrix."""
    taken: set[str] = set()
    for student in students:
        try:
            found = variant(sheet, student.id, order.seed, frozenset(taken))
        except LimitError as error:
            yield Outcome(student, error=str(error))
            continue
        taken.update(found.finals)
        yield Outcome(student, _job(order, student, found))


def _job(order: Order, student: Student, found: Variant) -> Job:
    label = student.id if order.anonymous or not student.name else f"{student.name} ({student.id})"
    text = written(order.template, found, {"student": label})
    return Job(student.id, text, order.wanted, json.dumps(found.difficulty, sort_keys=True))


def produce(
    sheet: Sheet, order: Order, students: Sequence[Student], folder: Path, pool: Callable[[], Executor]
) -> Iterator[Outcome[Student, Record]]:
    """Make every student's files in a folder and record them; what is there already, by content, is left alone.

    The folder holds the same bytes whatever the pool, and whether or not the run was interrupted and continued.
    """
    ledger = Ledger(folder, "manifest", "variants")
    done: list[str] = []
    for outcome in run(_made, _todo(jobs(sheet, order, students), ledger), pool):
        student, job, record = outcome.item
        if outcome.error:
            yield Outcome(student, error=outcome.error)
            continue
        if record is None:
            assert job is not None
            assert outcome.value is not None
            about = {**_about(order, student), "difficulty": json.loads(job.figures), "finals": outcome.value.finals}
            record = ledger.keep(job.digest, about, outcome.value.files)
        done.append(record["job"])
        yield Outcome(student, record)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / BOOK, (part.encode() for part in book(_head(order), ledger.records(done))))
    ledger.close(_head(order), done)


Item = tuple[Student, Job | None, Record | None]


def _todo(found: Iterator[Outcome[Student, Job]], ledger: Ledger) -> Iterator[Item]:
    for outcome in found:
        if outcome.value is None:
            yield outcome.item, None, {"error": outcome.error}
        else:
            yield outcome.item, outcome.value, ledger.find(outcome.value.digest)


def _made(item: Item) -> Made | None:
    """What a worker does: nothing where the work is recorded, an error where no variant was found."""
    _, job, record = item
    if record is not None and "error" in record:
        raise LimitError(record["error"])
    return None if record is not None or job is None else make(job)


def _about(order: Order, student: Student) -> Record:
    named = {"name": student.name} if student.name and not order.anonymous else {}
    return {"id": student.id, **named}


def _head(order: Order) -> Record:
    return {
        "schema": 1,
        "symattn": symattn.__version__,
        "template": Path(order.file).name,
        "digest": sha256(order.template.encode()).hexdigest(),
        "seed": order.seed,
    }
