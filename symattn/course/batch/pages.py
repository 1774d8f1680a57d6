"""Many worksheets at once: one page for each, by any number of workers, what is finished left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path

import symattn
from symattn.course.batch.ledger import Ledger, Record
from symattn.course.batch.pool import Outcome, run
from symattn.course.delivery import Wanted, deliver
from symattn.sheet import loads
from symattn.sheet.source import decoded


@dataclass(frozen=True)
class Page:
    """One page to be made: the sheet's file and bytes, how it is wanted, and the place for it in the folder."""

    file: str
    data: bytes
    wanted: Wanted
    place: str

    @property
    def digest(self) -> str:
        """The same for the same work, whenever and wherever it is done."""
        return sha256(repr((symattn.__version__, *astuple(self))).encode()).hexdigest()


def make(page: Page) -> bytes:
    """The bytes of one page; raises SymattnError."""
    return deliver(loads(decoded(page.data, page.file), page.file), page.wanted)


def produce(pages: Iterable[Page], folder: Path, pool: Callable[[], Executor]) -> Iterator[Outcome[Page, Record]]:
    """Make every page that is not there yet, in order; a page that fails is reported and the rest is made."""
    ledger = Ledger(folder, "solved", "pages")
    done: list[str] = []
    for outcome in run(_made, ((page, ledger.find(page.digest)) for page in pages), pool):
        page, record = outcome.item
        if outcome.error:
            yield Outcome(page, error=outcome.error)
            continue
        if record is None:
            assert outcome.value is not None
            record = ledger.keep(page.digest, {"sheet": page.file}, {page.place: outcome.value})
        done.append(page.digest)
        yield Outcome(page, record)
    ledger.close({"schema": 1, "symattn": symattn.__version__}, done)


def _made(item: tuple[Page, Record | None]) -> bytes | None:
    return make(item[0]) if item[1] is None else None
