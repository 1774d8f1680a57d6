"""A class's folder: the same bytes however it was made, and nothing lost when a run is cut short."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symattn.course.batch import executor
from symattn.course.batch.roster import Student, counted
from symattn.course.batch.variants import Order, produce
from symattn.course.delivery import Wanted
from symattn.resources import folder
from symattn.sheet import load

TEMPLATE = folder("worksheets") / "two-heads-template.toml"
BRIEF = Wanted("text", detail="brief")


def order(**changes: Any) -> Order:
    return Order(TEMPLATE.read_text("utf-8"), str(TEMPLATE), **{"seed": 3, "wanted": BRIEF, **changes})


def made(place: Path, students: list[Student], jobs: int = 1, stop: int | None = None, **changes: Any) -> list[Any]:
    """Run; after *stop* students leave the run as Ctrl-C does."""
    found = []
    with executor(jobs) as pool:
        run = produce(load(TEMPLATE), order(**changes), students, place, pool)
        for outcome in run:
            found.append(outcome)
            if len(found) == stop:
                run.close()
                break
    return found


def contents(place: Path) -> dict[str, str]:
    files = [path for path in place.rglob("*") if path.is_file()]
    return {str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest() for path in files}


def test_workers_and_interruptions_leave_no_trace(tmp_path: Path) -> None:
    """Cut short at places drawn by chance, again and again, a run ends as one that was left in peace."""
    students, chance = counted(7), Random(2026)
    made(tmp_path / "one", students)
    made(tmp_path / "two", students, jobs=2)
    for _ in range(3):
        made(tmp_path / "cut", students, jobs=chance.choice([1, 2]), stop=chance.randint(1, 6))
        assert (tmp_path / "cut" / "manifest.jsonl").exists()
    made(tmp_path / "cut", students, jobs=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "cut")
    assert set(contents(tmp_path / "one")) >= {"manifest.json", "keybook.md", "keys/01.txt", "blanks/07.txt", "sheets/03.toml"}


def test_finished_work_is_recognised_by_content_and_mended_where_it_was_changed(tmp_path: Path) -> None:
    students = counted(3)
    made(tmp_path, students)
    before = contents(tmp_path)
    stamp = (tmp_path / "keys" / "01.txt").stat().st_mtime_ns
    (tmp_path / "keys" / "02.txt").write_text("spoilt", "utf-8")
    made(tmp_path, students)
    assert contents(tmp_path) == before
    assert (tmp_path / "keys" / "01.txt").stat().st_mtime_ns == stamp
    made(tmp_path, students, seed=4)
    assert contents(tmp_path)["keys/01.txt"] != before["keys/01.txt"]


def test_a_sheet_of_ones_own_solves_to_the_recorded_finals(tmp_path: Path) -> None:
    made(tmp_path, [Student("17", "Ada Lovelace")])
    (record,) = json.loads((tmp_path / "manifest.json").read_text("utf-8"))["variants"]
    sheet = load(tmp_path / "sheets" / "17.toml")
    assert sheet.student == "Ada Lovelace (17)"
    assert record["name"] == "Ada Lovelace"
    assert record["finals"]["q1"]["Y"]["decimal"] == [list(row) for row in sheet.solve()["q1"]["Y"].decimals(4)]


def test_names_stay_out_on_request(tmp_path: Path) -> None:
    made(tmp_path, [Student("17", "Ada Lovelace")], anonymous=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"Lovelace" in path.read_bytes()]


def test_one_student_without_a_variant_is_reported_and_the_rest_done(tmp_path: Path) -> None:
    crowded = TEMPLATE.read_text("utf-8").replace("[vary]\n", "[vary]\ntries = 30\n")
    path = tmp_path / "template.toml"
    path.write_text(crowded, "utf-8")
    with executor() as pool:
        found = list(produce(load(path), Order(crowded, str(path), 3, BRIEF), counted(6), tmp_path / "out", pool))
    failed = [outcome for outcome in found if outcome.error]
    assert len(found) == 6
    assert failed, "with 30 draws each some student is left without numbers"
    assert all("no variant in 30 draws" in outcome.error for outcome in failed)
    assert len(json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["variants"]) == 6 - len(failed)


def test_a_local_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra symattn[cluster] is not installed")
    students = counted(5)
    made(tmp_path / "here", students)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        executor(1, cluster.scheduler_address) as pool,
    ):
        list(produce(load(TEMPLATE), order(), students, tmp_path / "there", pool))
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
