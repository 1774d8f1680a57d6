"""What a run has finished: recorded with digests, line by line while it goes on, so that the next run can continue."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from symattn.files import write_whole

Record = dict[str, Any]


class Ledger:
    """The record of a folder: ``NAME.json`` when the run is complete, ``NAME.jsonl`` until then.

    Finished work is known by the digest of the work and of the files it gave, never by a date. Records stay on disk:
    however long the run, memory holds their places alone.
    """

    def __init__(self, folder: Path, name: str, entries: str) -> None:
        self.folder, self._entries = folder, entries
        self._whole, self._journal = folder / f"{name}.json", folder / f"{name}.jsonl"
        self._places: dict[str, int] = {}
        self._index()
        if self._whole.is_file():
            whole = _read(self._whole.read_bytes()) or {}
            for record in whole.get(self._entries) or ():
                if _sound(record) and record["job"] not in self._places:
                    self._append(record)

    def _index(self) -> None:
        """The places of an interrupted run's records; a line cut off by a crash is passed over."""
        if not self._journal.is_file():
            return
        place = 0
        with self._journal.open("rb") as journal:
            for line in journal:
                record = _read(line)
                if record is not None and _sound(record) and line.endswith(b"\n"):
                    self._places[record["job"]] = place
                place += len(line)

    def _append(self, record: Record) -> None:
        with self._journal.open("ab") as journal:
            if journal.tell() and not self._ends_with_a_line():
                journal.write(b"\n")
            self._places[record["job"]] = journal.tell()
            journal.write(_line(record) + b"\n")

    def _ends_with_a_line(self) -> bool:
        with self._journal.open("rb") as journal:
            journal.seek(-1, 2)
            return journal.read() == b"\n"

    def find(self, job: str) -> Record | None:
        """The record of that work, if its files are there and unchanged."""
        record = self._record(job) if job in self._places else None
        return record if record is not None and self._intact(record) else None

    def _record(self, job: str) -> Record | None:
        with self._journal.open("rb") as journal:
            journal.seek(self._places[job])
            return _read(journal.readline())

    def _intact(self, record: Record) -> bool:
        files = {self.folder / place: digest for place, digest in record["files"].items()}
        return all(path.is_file() and _digest(path.read_bytes()) == digest for path, digest in files.items())

    def keep(self, job: str, about: Mapping[str, Any], files: Mapping[str, bytes]) -> Record:
        """Write the files of finished work, each whole, then its record; raises OSError."""
        for place, data in files.items():
            path = self.folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        record = {**about, "job": job, "files": {place: _digest(data) for place, data in sorted(files.items())}}
        self._append(record)
        return record

    def records(self, jobs: Iterable[str]) -> Iterator[Record]:
        """The records of finished work, one at a time."""
        for job in jobs:
            record = self._record(job)
            if record is not None:
                yield record

    def close(self, head: Mapping[str, Any], jobs: Iterable[str]) -> None:
        """The run is complete: the whole record in the order of the items, the journal gone."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._whole, self._written(head, jobs))
        self._journal.unlink(missing_ok=True)

    def _written(self, head: Mapping[str, Any], jobs: Iterable[str]) -> Iterator[bytes]:
        yield _line(head)[:-1] + f', "{self._entries}": ['.encode()
        for count, record in enumerate(self.records(jobs)):
            yield (b",\n" if count else b"\n") + _line(record)
        yield b"\n]}\n"


def _sound(record: object) -> bool:
    """Whether this is a record of ours and not something else under the same name."""
    return isinstance(record, dict) and isinstance(record.get("job"), str) and isinstance(record.get("files"), dict)


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode()


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _read(text: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
