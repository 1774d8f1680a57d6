"""Many worksheets at once: one page for each, by any number of workers; what is finished, and made from what lies there now, is
left alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path

from symattn.course.batch.ledger import FolderRecord, Record
from symattn.course.batch.pool import Outcome, Pool, run, taken_over
from symattn.course.delivery import Leaf, Wanted, bound, deliver, leaf, unlike
from symattn.course.watching import is_current
from symattn.errors import LimitError, SymattnError
from symattn.files import (
    UNREADABLE,
    FileError,
    Noted,
    locked,
    made_folder,
    note,
    noted,
    shown,
)
from symattn.formats import trust
from symattn.records import frozen
from symattn.said import Strings
from symattn.sheet import Sheet, loads
from symattn.sheet.lint import said
from symattn.sheet.source import decoded
from symattn.version import VERSION

HEAD = {"schema": 1, "symattn": VERSION}


@frozen
class Page:
    """One page to be made: the sheet's file and bytes, how it is wanted, its place in the folder.

    Where the file cannot be read ``data`` is the reason, so that it is reported in its turn.
    """

    file: str
    data: bytes | str
    wanted: Wanted
    place: str

    @property
    def digest(self) -> str:
        """The same for the same order, whenever and wherever it is done.

        What else the page is made from (a notation, a logo, templates of one's own) is known only when it was made: ``MadePage``.
        Whether the templates beside the sheet are trusted is no file of the page's, and is asked here.
        """
        trusted = [str(folder) for folder in trust.beside(Path(self.file))]
        return sha256(repr((VERSION, *astuple(self), *trusted)).encode()).hexdigest()


@frozen
class MadePage:
    """A page's bytes, and the files beside its sheet that it was made from: each with its digest, those that were looked for and
    are not there with an empty text; what lint says of the sheet."""

    data: bytes
    beside: Noted
    said: Strings


def make(page: Page) -> MadePage:
    """One page; raises SymattnError."""
    with noted() as beside:
        try:
            sheet = _loaded(page)
            solution = sheet.solve()
            data, found = deliver(sheet, page.wanted, solution), said(sheet, solution)
        except FileError as error:
            if error.file == page.file:
                raise
            raise FileError(
                shown(page.file), str(error)
            ) from None  # a template: which sheet it is wanted for
    lost = [path for path, digest in beside.items() if digest == UNREADABLE]
    if lost:  # it was passed over, as what is read a second time may be: who knows what the page would have been
        raise FileError(
            shown(page.file), f"{shown(lost[0])} could not be read; run it again"
        )
    return MadePage(data, dict(sorted(beside.items())), found)


def _current(record: Record | None) -> Record | None:
    """The record of a page, if what the page was made from is as it was."""
    beside = record and record.get("beside")
    return record if isinstance(beside, dict) and is_current(beside) else None


def _leaf(page: Page) -> tuple[Leaf, Noted, Strings]:
    with noted() as beside:
        sheet = _loaded(page)
        return leaf(sheet, page.wanted), beside, said(sheet)


def _loaded(page: Page) -> Sheet:
    if isinstance(page.data, str):
        raise FileError(page.file, page.data)
    return loads(decoded(page.data, page.file), page.file)


def bind(pages: Sequence[Page], pool: Pool) -> tuple[bytes, list[str]]:
    """All pages as one document, and what lint says of their sheets; raises SymattnError with what is wrong in every sheet, and
    where one cannot be bound."""
    outcomes = list(run(_leaf, pages, pool))
    wrong = [outcome for outcome in outcomes if outcome.error]
    if wrong:
        gravest = max(outcome.code for outcome in wrong)
        raise (SymattnError if gravest < 3 else LimitError)(
            "\n".join(outcome.error for outcome in wrong)
        )
    made = [outcome.value for outcome in outcomes if outcome.value is not None]
    leaves = [one for one, _, _ in made]
    for _, beside, _ in made:
        note(beside)
    for page, one in zip(pages, leaves, strict=True):
        if other := unlike(one.shared, leaves[0].shared):
            what = (
                f"another {other} than {shown(pages[0].file)}, and a document has one"
            )
            raise SymattnError(f"{shown(page.file)}: {what}", "make a booklet of each")
    return bound(leaves, _loaded(pages[0]), pages[0].wanted), [
        line for _, _, found in made for line in found
    ]


def produce(
    pages: Iterable[Page], folder: Path, pool: Pool
) -> Iterator[Outcome[Page, Record]]:
    """Make every page that is not there yet, in order; a page that fails is reported and the rest is made.

    Raises SymattnError where another run is at work in the folder, or the folder cannot be made.
    """
    made_folder(folder)
    with locked(folder):
        ledger = FolderRecord(folder, "solved", "pages")
        ledger.begin(HEAD)
        done: list[str] = []
        for outcome in run(
            _made, ((page, _current(ledger.find(page.digest))) for page in pages), pool
        ):
            page, record = outcome.item
            if outcome.error:
                yield taken_over(page, outcome)
                continue
            if record is None:
                assert outcome.value is not None
                note(outcome.value.beside)
                about_it = {
                    "sheet": shown(page.file),
                    "beside": outcome.value.beside,
                    "said": list(outcome.value.said),
                }
                record = ledger.keep(
                    page.digest, about_it, {page.place: outcome.value.data}
                )
            done.append(page.digest)
            yield Outcome(page, record)
        ledger.close(HEAD, done)


def _made(item: tuple[Page, Record | None]) -> MadePage | None:
    page, record = item
    return make(page) if record is None else None
