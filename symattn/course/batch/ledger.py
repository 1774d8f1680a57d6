"""What a run has finished: recorded with digests, line by line while it goes on, so that the next run can continue."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeGuard

from symattn.errors import SymattnError
from symattn.files import Files, held, own_folder, shown, state, write_whole
from symattn.said import Keyed
from symattn.tables import apart_from, in_each

Record = dict[str, Any]


class Journal:
    """Records on disk, one a line, each found by its job: memory holds their places alone, however long the run.

    A line that a crash cut off is passed over. Where the disk is full the error names the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places: dict[str, int] = {}
        self._whole = True  # whether the last line has its end, as far as is known
        place = 0
        if path.is_file():
            with path.open("rb") as journal:
                for line in journal:
                    self._whole = line.endswith(b"\n")
                    record = _read(line) if self._whole else None
                    if record is not None and isinstance(record.get("job"), str):
                        self._places[record["job"]] = place
                    place += len(line)

    def __contains__(self, job: str) -> bool:
        return job in self._places

    def append(self, record: Record) -> None:
        """One more record, on disk when this returns; raises OSError."""
        self.add(record["job"], line(record))

    def add(self, job: str, line: bytes) -> None:
        """One more record, of that job and as its line; on disk when this returns; raises OSError."""
        try:
            with self.path.open("ab") as journal:
                if not self._whole:
                    journal.write(b"\n")
                place, self._whole = journal.tell(), False
                journal.write(line + b"\n")
            self._whole = True
        except OSError as error:
            error.filename = str(self.path)
            raise
        self._places[job] = place

    def find(self, job: str) -> Record | None:
        """The record of that job."""
        if job not in self._places:
            return None
        with self.path.open("rb") as journal:
            journal.seek(self._places[job])
            return _read(journal.readline())


OLD = 30 * 24 * 3600
"""Seconds after which a journal that nobody went on with is removed."""


@contextmanager
def kept_for(target: Path | None) -> Iterator[Journal]:
    """The journal of a run whose result goes to a *target*: what is in it when the run is stopped, the next one goes on from.

    It lies in the user's own folder, where nobody else can put one, and is known by the target's path; never beside the target.
    The run that has it has it alone, and removes it in the end; where there is no such folder, or no target, it is kept for this
    run. Raises SymattnError where another run is at work on the same target.
    """
    with tempfile.TemporaryDirectory(prefix="symattn-") as aside:
        place = (target and journal_of(target)) or Path(aside) / "journal.jsonl"
        with held(place, shown(target or place)):
            _forget(place.parent)
            journal = Journal(place)
            try:
                yield journal
                place.unlink()
            finally:
                if place.exists() and not place.stat().st_size:
                    place.unlink()


def journal_of(target: Path) -> Path | None:
    """Where the journal of a run lies whose result goes to a target; None for a device, and where the user has no folder for it.

    >>> journal_of(Path(os.devnull))
    """
    is_device = target.exists() and not (target.is_file() or target.is_dir())
    folder = None if is_device else own_folder(state(), "check")
    return (
        folder
        and folder
        / f"{sha256(os.fsencode(os.path.realpath(target))).hexdigest()}.jsonl"
    )


def _forget(folder: Path) -> None:
    """Remove the journals of runs that nobody went on with."""
    for old in folder.glob("*.jsonl"):
        with suppress(OSError, SymattnError):
            if time.time() - old.stat().st_mtime > OLD:
                with held(old, shown(old)):
                    old.unlink()


HEAD = "head"
"""The job under which a journal keeps what its run is about."""


class FolderRecord:
    """The record of a folder: ``NAME.json`` when the run is complete, ``NAME.jsonl`` until then.

    Finished work is known by its job and by the digests of the files it gave, never by a date. ``before`` says what
    the run was about that left records here, and ``names`` whose they are, in their order.
    """

    def __init__(self, folder: Path, name: str, entries: str) -> None:
        self.folder, self._entries = folder, entries
        self._whole = folder / f"{name}.json"
        self._journal = Journal(folder / f"{name}.jsonl")
        whole = self._finished()
        self._records = [
            record for record in whole.get(entries) or () if _sound(record)
        ]
        self.before = self._journal.find(HEAD) or apart_from(whole, (entries,))
        self.names = [record["job"] for record in self._records]

    def _finished(self) -> Record:
        if not self._whole.is_file():
            return {}
        found = _read(self._whole.read_bytes())
        if found is None or not isinstance(found.get(self._entries, []), list):
            return {"damaged": True}
        return found

    def begin(self, head: Record) -> None:
        """Begin, or go on: what the run is about is noted, and the records of finished runs are taken over."""
        if self._journal.find(HEAD) != {**head, "job": HEAD}:
            self._journal.append({**head, "job": HEAD})
        while self._records:
            record = self._records.pop(0)
            if record["job"] not in self._journal:
                self._journal.append(record)

    def record(self, job: str) -> Record | None:
        """The record of that work, whatever became of its files."""
        found = self._journal.find(job)
        return found if _sound(found) else None

    def find(self, job: str) -> Record | None:
        """The record of that work, if its files are there and unchanged."""
        record = self.record(job)
        return (
            record
            if record is not None
            and all(self.holds(record, place) for place in record["files"])
            else None
        )

    def holds(self, record: Record, place: str) -> bool:
        """Whether a file is there as it was recorded."""
        path = self.folder / place
        try:
            return path.is_file() and _digest(path.read_bytes()) == record["files"].get(
                place
            )
        except (
            OSError,
            ValueError,
        ):  # a name that cannot be one, in a record that was spoilt
            return False

    def keep(
        self,
        job: str,
        about: Keyed,
        files: Files,
        before: Record | None = None,
    ) -> Record:
        """Write the files of finished work, each whole, then its record; raises OSError.

        Files that an earlier record of the same work names stay on record.
        """
        for place, data in files.items():
            path = self.folder / place
            path.parent.mkdir(exist_ok=True)
            write_whole(path, data)
        digests = {
            **(before or {"files": {}})["files"],
            **in_each(_digest, files),
        }
        record = {**about, "job": job, "files": dict(sorted(digests.items()))}
        self._journal.append(record)
        return record

    def records(self, jobs: Iterable[str]) -> Iterator[Record]:
        """The records of finished work, one at a time."""
        for job in jobs:
            record = self.record(job)
            if record is not None:
                yield record

    def close(self, head: Keyed, jobs: Iterable[str]) -> None:
        """The run is complete: the whole record in the order of the items, the journal gone."""
        write_whole(self._whole, self._written(head, jobs))
        self._journal.path.unlink(missing_ok=True)

    def _written(self, head: Keyed, jobs: Iterable[str]) -> Iterator[bytes]:
        yield line(head)[:-1] + f', "{self._entries}": ['.encode()
        for count, record in enumerate(self.records(jobs)):
            yield (b",\n" if count else b"\n") + line(record)
        yield b"\n]}\n"


def _sound(record: object) -> TypeGuard[Record]:
    """Whether this is a record of ours and not something else under the same name."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("job"), str)
        and isinstance(record.get("files"), dict)
    )


def line(record: Keyed) -> bytes:
    """A record as the line of a journal, without its end.

    >>> line({"job": "a"})
    b'{"job": "a"}'
    """
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "replace")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _read(text: bytes) -> Record | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
