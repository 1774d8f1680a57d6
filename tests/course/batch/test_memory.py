"""Memory stays flat: what is finished is on disk, and only a few items are under way."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from symattn.course.batch import executor, run
from symattn.course.batch.ledger import FolderRecord


def blob(number: int) -> bytes:
    return bytes(1_000) + str(number).encode()


def peak(items: int, folder: Path) -> int:
    """The most memory that a run over so many items held at once, in bytes."""
    folder.mkdir()
    tracemalloc.start()
    ledger, done = FolderRecord(folder, "solved", "pages"), []
    with executor() as pool:
        for outcome in run(blob, range(items), pool):
            assert outcome.value is not None
            job = f"{outcome.item:064}"
            ledger.keep(job, {"sheet": "x" * 1_000}, {f"{outcome.item % 5}.txt": outcome.value})
            done.append(job)
    ledger.close({"schema": 1}, done)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.exhaustive
def test_a_run_holds_places_not_records(tmp_path: Path) -> None:
    """Ten times the items: some hundred bytes each for their places, not the two thousand of their records."""
    small, large = peak(100, tmp_path / "small"), peak(1_000, tmp_path / "large")
    assert large - small < 900 * 600


def test_an_interrupted_journal_is_read_up_to_where_it_was_cut(tmp_path: Path) -> None:
    first = FolderRecord(tmp_path, "solved", "pages")
    first.keep("one", {"n": 1}, {"1.txt": b"1"})
    first.keep("two", {"n": 2}, {"2.txt": b"2"})
    journal = tmp_path / "solved.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])
    again = FolderRecord(tmp_path, "solved", "pages")
    assert again.find("one") is not None
    assert again.find("two") is None
    again.keep("two", {"n": 2}, {"2.txt": b"2"})
    again.close({"schema": 1}, ["one", "two"])
    assert [record["n"] for record in _records(tmp_path)] == [1, 2]


def _records(folder: Path) -> Iterator[dict[str, int]]:
    ledger = FolderRecord(folder, "solved", "pages")
    ledger.begin({"schema": 1})
    yield from ledger.records(["one", "two"])
