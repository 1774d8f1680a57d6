"""A class's sheets: every student's numbers from a secret, the seed and the id alone, written by any number of workers, recorded.

The manifest rules: what it records was handed out and stays. Students may be added, pages made in another format;
another seed, secret or template is refused, and so is a second run at the same time. The secret is made with the first run and
stands in the manifest: without it nobody can draw a neighbour's numbers, whoever knows template, seed and id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from symattn.course.batch.book import Finals, book, finals
from symattn.course.batch.ledger import FolderRecord, Record
from symattn.course.batch.pool import Outcome, Pool, failed, run, taken_over
from symattn.course.batch.roster import Student
from symattn.course.delivery import Wanted, deliver, suffix
from symattn.course.vary import secret_in, variant, written
from symattn.course.vary.difficulty import Figures
from symattn.errors import SymattnError
from symattn.files import Files, is_folder, locked, made_folder, shown, write_whole
from symattn.records import frozen
from symattn.said import Glossary, Pair
from symattn.sheet import Sheet, loads
from symattn.version import VERSION

BOOK, MANIFEST = "keybook.md", "manifest.json"


@frozen
class Order:
    """What is to be made of a template: its text, which needs no file beside it, from which seed, and what pages.

    Without a *secret* it is the folder's, or a new one.
    """

    template: str
    file: str
    seed: int
    wanted: Wanted
    anonymous: bool = False
    secret: str = ""

    @property
    def digest(self) -> str:
        """The template's digest, by which a manifest knows it."""
        return sha256(self.template.encode()).hexdigest()


@frozen
class Job:
    """One student's work for a worker; ``sheet`` is the text of the sheet where one was handed out already."""

    student: Student
    order: Order
    sheet: str | None = None

    @property
    def files(self) -> Glossary:
        """The places of the pages, with the form of each."""
        ending = suffix(self.order.wanted.format)
        return {f"{form}s/{self.student.id}{ending}": form for form in ("blank", "key")}

    @property
    def place(self) -> str:
        """The place of the student's sheet."""
        return f"sheets/{self.student.id}.toml"

    @property
    def pages(self) -> str:
        """How the pages are wanted, as the record says it."""
        return f"{self.order.wanted.format}, {self.order.wanted.detail}"


@frozen
class MadeVariant:
    """What a worker made of a job: the files by their place, the final answers, how hard it is to work by hand."""

    files: Files
    finals: Finals
    difficulty: dict[str, Figures]
    shared: dict[str, str]


@lru_cache(maxsize=4)
def _template(order: Order) -> Sheet:
    return loads(order.template, order.file)


def make(job: Job) -> MadeVariant:
    """The files of one student: the sheet, unless it was handed out already, blank and key; raises SymattnError."""
    student, order = job.student, job.order
    text, figures, shared = job.sheet, {}, {}
    if text is None:
        found = variant(_template(order), student.id, order.seed, order.secret)
        label = (
            f"{student.name} ({student.id})"
            if student.name and student.printable and not order.anonymous
            else student.id
        )
        text = written(order.template, found, {"student": label})
        figures, shared = found.difficulty, found.finals
    sheet = loads(text, f"{student.id}.toml")
    solution = sheet.solve().for_pages
    files = {job.place: text.encode()}
    for place, form in job.files.items():
        files[place] = deliver(sheet, replace(order.wanted, form=form), solution)
    return MadeVariant(files, finals(solution), figures, shared)


def produce(
    order: Order, students: Sequence[Student], folder: Path, pool: Pool
) -> Iterator[Outcome[Student, Record]]:
    """Make every student's files in a folder and record them; what is there already is left alone.

    The folder holds the same bytes whatever the pool, and whether or not the run was interrupted and continued.
    Raises SymattnError for a folder that holds other variants, or one in which another run is at work.
    """
    made_folder(folder)
    with locked(folder):
        ledger = FolderRecord(folder, "manifest", "variants")
        _check(ledger, order)
        order = replace(
            order, secret=order.secret or ledger.before.get("secret") or token_hex(16)
        )
        head = {
            "schema": 1,
            "symattn": ledger.before.get("symattn", VERSION),
            "template": Path(order.file).name,
            "digest": order.digest,
            "seed": order.seed,
            "secret": order.secret,
        }
        ledger.begin(head)
        done: list[str] = []
        for outcome in run(
            _made, (_item(Job(student, order), ledger) for student in students), pool
        ):
            job, record = outcome.item
            if outcome.value is not None:
                try:
                    record = _kept(ledger, job, outcome.value)
                except SymattnError as error:
                    yield failed(job.student, error)
                    continue
            elif outcome.error:
                yield taken_over(job.student, outcome)
                continue
            done.append(job.student.id)
            yield Outcome(job.student, record)
        jobs = list(dict.fromkeys([*done, *ledger.names]))
        write_whole(
            folder / BOOK, (part.encode() for part in book(head, ledger.records(jobs)))
        )
        ledger.close(head, jobs)


def _check(ledger: FolderRecord, order: Order) -> None:
    """Refuse a folder whose variants were drawn from another seed, another secret or another template."""
    before, folder = ledger.before, shown(ledger.folder)
    if not before:
        return
    if "seed" not in before:
        raise SymattnError(
            f"{folder}/manifest.json: no manifest of variants, or a damaged one; name another folder"
        )
    seed, mended = before["seed"], ""
    if before.get("digest") != order.digest:
        other = "another template"
        mended = (
            f"; for a text that was mended, --seed {seed} --secret {folder} draws the same numbers into another "
            f"folder, and `symattn check … --against {folder}` says what changed"
        )
    elif seed != order.seed:
        other = f"seed {seed}"
    elif order.secret and order.secret != before.get("secret", ""):
        other = "another secret"
    else:
        return
    raise SymattnError(
        f"{folder}: holds variants of {before.get('template')} from {other}, and they may have been handed out; "
        f"name another folder, or run it with the template and the seed ({seed}) that they were made from{mended}"
    )


Item = tuple[Job, Record | None]


def _item(job: Job, ledger: FolderRecord) -> Item:
    """A student's work, with the record where nothing is left to do."""
    record = ledger.record(job.student.id)
    if record is None:
        return job, None
    if job.pages in record.get("pages", ()) and ledger.find(job.student.id):
        return job, record
    if ledger.holds(record, job.place):
        job = replace(job, sheet=(ledger.folder / job.place).read_text("utf-8"))
    return job, None


def _made(item: Item) -> MadeVariant | None:
    job, record = item
    return make(job) if record is None else None


def _kept(ledger: FolderRecord, job: Job, made: MadeVariant) -> Record:
    """Write and record what was made; a sheet that was handed out stays as it was recorded."""
    before = ledger.record(job.student.id)
    if before is not None:
        sheet = sha256(made.files[job.place]).hexdigest()
        if before["files"].get(job.place) != sheet:
            place = shown(ledger.folder / job.place)
            raise SymattnError(
                f"{place}: is not the sheet that the manifest records, and symattn {VERSION} does not draw "
                f"the recorded one; put the sheet back that was handed out"
            )
        about = {**before, "pages": sorted({*before.get("pages", ()), job.pages})}
        return ledger.keep(job.student.id, about, made.files, before)
    named = (
        {"name": job.student.name}
        if job.student.name and not job.order.anonymous
        else {}
    )
    about = {
        "id": job.student.id, **named, "pages": [job.pages], "difficulty": made.difficulty, "finals": made.finals,
        **({"distinct": made.shared} if made.shared else {}),
    }  # fmt: skip
    return ledger.keep(job.student.id, about, made.files)


def shared(records: Iterable[Record]) -> Iterator[str]:
    """Where students share a line that the template wants distinct: numbers depend on the seed and the id alone, so
    nobody's are drawn anew for it.

    >>> list(shared([{"id": "01", "distinct": {"q1.Y": "a"}}, {"id": "02", "distinct": {"q1.Y": "a"}}]))
    ['01 and 02 have the same q1.Y; another seed, or wider draws, may tell them apart']
    """
    first: dict[Pair, str] = {}
    for record in records:
        for line, digest in record.get("distinct", {}).items():
            other = first.setdefault((line, digest), record["id"])
            if other != record["id"]:
                yield f"{other} and {record['id']} have the same {line}; another seed, or wider draws, may tell them apart"


def secret_of(place: Path) -> str:
    """The secret in a file, or that of a class's folder or manifest; raises SymattnError.

    >>> secret_of(Path("/nowhere/secret.txt"))
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: /nowhere/secret.txt: no such file or directory; leave --secret out: the first run makes a secret
    """
    folder = place.parent if place.name == MANIFEST else place
    if is_folder(folder) and (place != folder or not place.is_file()):
        found = FolderRecord(
            folder, MANIFEST.removesuffix(".json"), "variants"
        ).before.get("secret", "")
        if not found:
            raise SymattnError(f"{shown(place)}: holds no secret of `symattn vary`")
        return str(found)
    return secret_in(place)
