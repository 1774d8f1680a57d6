"""Many at once: order, failures, dead workers, and the same bytes however the work is spread."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from symattn.course.batch import executor, run
from symattn.course.batch.pool import PATIENCE, Cluster
from symattn.course.batch.roster import counted, roster
from symattn.errors import SheetError, SymattnError, ToolError


def double(n: int) -> int:
    if n == 3:
        raise SymattnError("three is wrong")
    return 2 * n


def die_once(item: tuple[int, str]) -> int:
    """Kill the worker the first time item 5 is met, to see that nothing is lost."""
    number, flag = item
    if number == 5 and not Path(flag).exists():
        Path(flag).touch()
        os._exit(1)
    return number


def die(number: int) -> int:
    if number == 5:
        os._exit(1)
    return number


class Seen:
    """A cluster whose workers are looked at again and again: so many each time."""

    def __init__(self, workers: str) -> None:
        self.left = list(workers)

    def get_executor(self) -> None:
        """Nothing is handed to it here."""

    def scheduler_info(self) -> dict[str, list[str]]:
        return {"workers": ["one"] * int(self.left.pop(0))}


@pytest.mark.parametrize(("seen", "given_up"), [
    ("0" * PATIENCE, PATIENCE), ("1" + "0" * PATIENCE, PATIENCE + 1), ("0" * (PATIENCE - 1) + "1" + "0" * PATIENCE, 2 * PATIENCE),
    ("0" * (PATIENCE - 1) + "2" + "0" * (PATIENCE - 1) + "1", None), ("01" * PATIENCE, None), ("1" * 3 * PATIENCE, None),
])  # fmt: skip
def test_a_cluster_is_waited_for_as_long_as_its_workers_may_come_back(seen: str, given_up: int | None) -> None:
    cluster = Cluster(Seen(seen))
    for look in range(1, len(seen) + 1):
        if look == given_up:
            with pytest.raises(ToolError, match="no workers left"):
                cluster.check()
            return
        cluster.check()
    assert given_up is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_one_failure_stops_nothing(jobs: int) -> None:
    with executor(jobs) as pool:
        found = list(run(double, range(200), pool))
    assert [outcome.item for outcome in found] == list(range(200))
    assert [outcome.value for outcome in found if not outcome.error] == [2 * n for n in range(200) if n != 3]
    assert found[3].error == "three is wrong"


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as threads:
        assert [outcome.value for outcome in run(double, [1, 2], lambda: threads)] == [2, 4]


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    flag = str(tmp_path / "died")
    with executor(2) as pool:
        found = list(run(die_once, [(n, flag) for n in range(40)], pool))
    assert [outcome.value for outcome in found] == list(range(40))


@pytest.mark.exhaustive
def test_an_item_that_always_kills_its_worker_is_reported_and_the_rest_done() -> None:
    with executor(2) as pool:
        found = list(run(die, range(20), pool))
    assert found[5].error == "its worker died 3 times"
    assert [outcome.value for outcome in found if not outcome.error] == [n for n in range(20) if n != 5]


def test_only_a_few_items_are_taken_ahead() -> None:
    taken = []

    def source() -> object:
        for n in range(1000):
            taken.append(n)
            yield n

    with ProcessPoolExecutor(1) as one:
        results = run(double, source(), lambda: one)  # type: ignore[arg-type]
        next(results)
        assert len(taken) <= 64
        results.close()  # type: ignore[attr-defined]


ROSTERS = {
    "no column id": ("name\nAda\n", "there is no column id"),
    "an id with a slash": ("id,name\na/b,Ada\n", '"a/b" cannot be an id'),
    "an id twice": ("id,name\n1,Ada\n1,Bob\n", "stands in line 2 too"),
    "a quote left open, which would take the rest for one name": ('id,name\n1,"Ada\n2,Bob\n', "close every quote"),
    "nobody": ("id,name\n", "the roster is empty"),
}


@pytest.mark.parametrize(("text", "words"), ROSTERS.values(), ids=ROSTERS)
def test_a_wrong_roster_is_placed(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "class.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(SheetError, match=words):
        roster(path)


def test_a_roster_with_a_mark_at_its_start_and_umlauts(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes("﻿id,name\n07,Jörg Müller\n".encode())
    (student,) = roster(path)
    assert (student.id, student.name) == ("07", "Jörg Müller")
    assert [s.id for s in counted(3)] == ["01", "02", "03"]


@pytest.mark.parametrize(("jobs", "items", "workers"), [(0, 99, 1), (0, 100, 2), (0, 5_000, 4), (1, 5_000, 1), (3, 1, 3)])
def test_hundreds_are_work_for_every_core_unless_it_is_said_otherwise(
    jobs: int, items: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    with executor(jobs, items=items) as pool:
        assert getattr(pool(), "_max_workers", 1) == workers
