"""A class's sheets: every variant searched in the order of the roster, written by any number of workers, recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import symattn
from symattn.batch.book import Finals, book, finals
from symattn.batch.pool import Outcome, run
from symattn.batch.roster import Student
from symattn.errors import LimitError
from symattn.files import write_whole
from symattn.vary import Variant, variant, written
from symattn.worksheet import Sheet, loads

MANIFEST = "manifest.json"
BOOK = "keybook.md"
JOURNAL = "manifest.jsonl"  # what is finished, line by line, until the run is complete


@dataclass(frozen=True)
class Order:
    """What is to be made of a template: for whom, from which seed, in which format and detail."""

    template: str
    file: str
    seed: int
    form: str = "tex"
    detail: str = "standard"
    anonymous: bool = False


@dataclass(frozen=True)
class Job:
    """One student's work for a worker: the sheet's text and what to make of it. ``digest`` names it by content."""

    student: str
    sheet: str
    form: str
    detail: str
    figures: str

    @property
    def digest(self) -> str:
        """The same for the same work, whenever and wherever it is done."""
        parts = (symattn.__version__, self.student, self.sheet, self.form, self.detail)
        return sha256("\0".join(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Made:
    """What a worker made of a job: the files by their place in the folder, and the final answers."""

    files: dict[str, bytes]
    finals: Finals


def make(job: Job) -> Made:
    """The files of one student, sheet, blank and key, and the final answers."""
    from symattn import render

    sheet = loads(job.sheet, f"{job.student}.toml")
    solution = sheet.solve()
    files = {f"sheets/{job.student}.toml": job.sheet.encode()}
    suffix = "txt" if job.form == "text" else job.form
    for place, key in (("blanks", False), ("keys", True)):
        text = render.page(solution, format="tex" if job.form == "pdf" else job.form, key=key, detail=job.detail)
        data = render.pdf(text) if job.form == "pdf" else text.encode()
        files[f"{place}/{job.student}.{suffix}"] = data
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
    return Job(student.id, text, order.form, order.detail, json.dumps(found.difficulty, sort_keys=True))


def produce(
    sheet: Sheet, order: Order, students: Sequence[Student], folder: Path, pool: Callable[[], Executor]
) -> Iterator[Outcome[Student, Any]]:
    """Make every student's files in a folder and record them; what is there already, by content, is left alone.

    The folder holds the same bytes whatever the pool, and whether or not the run was interrupted and continued.
    """
    done = _recorded(folder)
    records: list[dict[str, Any]] = []
    for outcome in run(_made, _todo(jobs(sheet, order, students), done, folder), pool):
        student, job, record = outcome.item
        if outcome.error:
            yield Outcome(student, error=outcome.error)
            continue
        if record is None:
            assert job is not None
            assert outcome.value is not None
            record = _keep(folder, order, student, job, outcome.value)
        records.append(record)
        yield Outcome(student, record)
    _finish(folder, order, records)


Item = tuple[Student, Job | None, dict[str, Any] | None]


def _todo(found: Iterator[Outcome[Student, Job]], done: dict[str, Any], folder: Path) -> Iterator[Item | Any]:
    for outcome in found:
        if outcome.value is None:
            yield outcome.item, None, {"error": outcome.error}
            continue
        record = done.get(outcome.value.digest)
        yield outcome.item, outcome.value, record if record and _intact(folder, record) else None


def _made(item: Item) -> Made | None:
    """What a worker does: nothing where the work is recorded, an error where no variant was found."""
    _, job, record = item
    if record is not None and "error" in record:
        raise LimitError(record["error"])
    return None if record is not None or job is None else make(job)


def _keep(folder: Path, order: Order, student: Student, job: Job, made: Made) -> dict[str, Any]:
    for place, data in made.files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / place, data)
    record: dict[str, Any] = {"id": student.id}
    if student.name and not order.anonymous:
        record["name"] = student.name
    record |= {"job": job.digest, "difficulty": json.loads(job.figures)}
    record["files"] = {place: sha256(data).hexdigest() for place, data in sorted(made.files.items())}
    record["finals"] = made.finals
    with (folder / JOURNAL).open("a", encoding="utf-8") as journal:
        journal.write(json.dumps(record, ensure_ascii=False) + "\n")
    return record


def _recorded(folder: Path) -> dict[str, dict[str, Any]]:
    """What earlier runs finished, by the digest of the work; a line cut off by a crash is passed over."""
    found: dict[str, dict[str, Any]] = {}
    manifest, journal = folder / MANIFEST, folder / JOURNAL
    if manifest.is_file():
        found |= {record["job"]: record for record in json.loads(manifest.read_text("utf-8")).get("variants", ())}
    for line in journal.read_text("utf-8").splitlines() if journal.is_file() else ():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        found[record["job"]] = record
    return found


def _intact(folder: Path, record: dict[str, Any]) -> bool:
    paths = {folder / place: digest for place, digest in record["files"].items()}
    return all(path.is_file() and sha256(path.read_bytes()).hexdigest() == digest for path, digest in paths.items())


def _finish(folder: Path, order: Order, records: list[dict[str, Any]]) -> None:
    manifest = {
        "schema": 1,
        "symattn": symattn.__version__,
        "template": Path(order.file).name,
        "digest": sha256(order.template.encode()).hexdigest(),
        "seed": order.seed,
        "variants": records,
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / MANIFEST, (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode())
    write_whole(folder / BOOK, book(manifest).encode())
    (folder / JOURNAL).unlink(missing_ok=True)
