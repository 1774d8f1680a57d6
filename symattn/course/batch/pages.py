"""Many worksheets at once: one page for each, by any number of workers, what is finished left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path

import symattn
from symattn.course.batch.ledger import Ledger, Record
from symattn.course.batch.pool import Outcome, about, run
from symattn.course.delivery import Leaf, Wanted, bound, deliver, leaf
from symattn.errors import LimitError, SymattnError
from symattn.files import FileError, locked, made_folder, shown
from symattn.sheet import Sheet, loads
from symattn.sheet.source import decoded

HEAD = {"schema": 1, "symattn": symattn.__version__}


@dataclass(frozen=True)
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
        """The same for the same work, whenever and wherever it is done."""
        return sha256(repr((symattn.__version__, *astuple(self))).encode()).hexdigest()


def make(page: Page) -> bytes:
    """The bytes of one page; raises SymattnError."""
    return deliver(_loaded(page), page.wanted)


def _leaf(page: Page) -> Leaf:
    return leaf(_loaded(page), page.wanted)


def _loaded(page: Page) -> Sheet:
    if isinstance(page.data, str):
        raise FileError(page.file, page.data)
    return loads(decoded(page.data, page.file), page.file)


def bind(pages: Sequence[Page], pool: Callable[[], Executor]) -> bytes:
    """All pages as one document; raises SymattnError with what is wrong in every sheet, and where one cannot be bound."""
    outcomes = list(run(_leaf, pages, pool))
    wrong = [outcome for outcome in outcomes if outcome.error]
    if wrong:
        gravest = max(outcome.code for outcome in wrong)
        raise (SymattnError if gravest < 3 else LimitError)("\n".join(outcome.error for outcome in wrong))
    leaves = [outcome.value for outcome in outcomes if outcome.value is not None]
    for page, one in zip(pages, leaves, strict=True):
        if one.shared != leaves[0].shared:
            what = "another paper, language, preamble or logo than"
            raise SymattnError(f"{shown(page.file)}: {what} {shown(pages[0].file)}", "make a booklet of each")
    return bound(leaves, _loaded(pages[0]), pages[0].wanted)


def produce(pages: Iterable[Page], folder: Path, pool: Callable[[], Executor]) -> Iterator[Outcome[Page, Record]]:
    """Make every page that is not there yet, in order; a page that fails is reported and the rest is made.

    Raises SymattnError where another run is at work in the folder, or the folder cannot be made.
    """
    made_folder(folder)
    with locked(folder):
        ledger = Ledger(folder, "solved", "pages")
        ledger.begin(HEAD)
        done: list[str] = []
        for outcome in run(_made, ((page, ledger.find(page.digest)) for page in pages), pool):
            page, record = outcome.item
            if outcome.error:
                yield about(page, outcome)
                continue
            if record is None:
                assert outcome.value is not None
                record = ledger.keep(page.digest, {"sheet": shown(page.file)}, {page.place: outcome.value})
            done.append(page.digest)
            yield Outcome(page, record)
        ledger.close(HEAD, done)


def _made(item: tuple[Page, Record | None]) -> bytes | None:
    page, record = item
    if record is not None:
        return None
    return make(page)
