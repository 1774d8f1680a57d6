"""What a run has finished: recorded with digests, line by line while it goes on, so that the next run can continue."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from symattn.files import write_whole

Record = dict[str, Any]


class Ledger:
    """The record of a folder: ``NAME.json`` when the run is complete, ``NAME.jsonl`` until then.

    Finished work is known by the digest of the work and of the files it gave, never by a date.
    """

    def __init__(self, folder: Path, name: str, entries: str) -> None:
        self.folder, self._entries = folder, entries
        self._whole, self._journal = folder / f"{name}.json", folder / f"{name}.jsonl"
        self._done = self._recorded()

    def _recorded(self) -> dict[str, Record]:
        """What earlier runs finished, by the digest of the work; a line cut off by a crash is passed over."""
        found: dict[str, Record] = {}
        if self._whole.is_file():
            whole = _read(self._whole.read_text("utf-8")) or {}
            found |= {record["job"]: record for record in whole.get(self._entries, ())}
        for line in self._journal.read_text("utf-8").splitlines() if self._journal.is_file() else ():
            record = _read(line)
            if record:
                found[record["job"]] = record
        return found

    def find(self, job: str) -> Record | None:
        """The record of that work, if its files are there and unchanged."""
        record = self._done.get(job)
        return record if record is not None and self._intact(record) else None

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
        with self._journal.open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(record, ensure_ascii=False) + "\n")
        return record

    def close(self, head: Mapping[str, Any], records: Iterable[Record]) -> dict[str, Any]:
        """The run is complete: the whole record in the order of the items, the journal gone."""
        whole = {**head, self._entries: list(records)}
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._whole, (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode())
        self._journal.unlink(missing_ok=True)
        return whole


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _read(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
