"""A check of many files that is stopped three times goes on each time and ends with the same bytes, whatever the format."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.batch import scripts
from symattn.course.batch.ledger import Journal, journal_of

SHEET = """
[[question]]
id = "q1"
steps = ["Q = X @ W", "R = Q @ Q"]
given = { X = [[1, 2], [3, 4]], W = [[1, 0], [1, 1]] }
"""
COUNT, STOPS = 24, (5, 9, 16)  # files, and how many of them are marked when the run is stopped


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Two dozen scripts, in three formats, some with nothing to read and some twice the same."""
    chance = Random(5)
    (tmp_path / "sheet.toml").write_text(SHEET, "utf-8")
    (tmp_path / "hand").mkdir()
    for n in range(COUNT):
        q, r = [[3, 2], [7, 4 + n % 3]], [[23, 14], [n, chance.randrange(90)]]
        text = "nothing here\n" if n % 12 == 5 else f"Q = {q}\n" if n % 12 == 9 else f"Q = {q}\nR = {r}\n"
        (tmp_path / "hand" / f"s{n:02}{('.toml', '.txt', '.md')[n % 3]}").write_text(text, "utf-8")
    return tmp_path


def check(course: Path, form: str, out: str, *more: object) -> Any:
    order = ["check", course / "sheet.toml", course / "hand", "--format", form, "-o", course / out, *more]
    return CliRunner().invoke(main, list(map(str, order)), standalone_mode=False)


def held(place: Path) -> dict[str, bytes]:
    """Everything a run has written, by its place."""
    files = [path for path in place.rglob("*") if path.is_file()] if place.is_dir() else [place]
    return {str(path.relative_to(place)): path.read_bytes() for path in files}


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", ["json", "csv", "text", "tex", "gradescope", "html", "html/"])
def test_every_format_is_the_same_to_the_byte(course: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    form, out = form.rstrip("/"), "two" if form.endswith("/") else f"two.{form}"
    assert check(course, form, out.replace("two", "one")).exception is None
    real_add, real_check, stops, marked = Journal.add, scripts.check_file, list(STOPS), []

    def add(journal: Journal, job: str, line: bytes) -> None:
        real_add(journal, job, line)
        if stops and len(journal._places) >= stops[0]:
            if stops.pop(0) == STOPS[1]:  # cut off in the middle of a line
                journal.path.write_bytes(journal.path.read_bytes()[:-20])
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "add", add)
    monkeypatch.setattr(scripts, "check_file", lambda ready, path, **more: (marked.append(path.stem), real_check(ready, path, **more))[1])
    for _ in STOPS:
        assert check(course, form, out).exception is not None
        assert not (course / out).is_file()
    assert check(course, form, out).exception is None
    assert held(course / out) == held(course / out.replace("two", "one"))
    assert len(marked) - len(set(marked)) <= 1, "only what the cut line had is marked again"
    assert journal_of(course / out) not in Path(os.environ["XDG_STATE_HOME"]).rglob("*.jsonl")


MOMENTS = [(stop, ("json", "csv", "html", "text", "gradescope")[stop % 5], 1 + stop % 2) for stop in range(1, 51)]
"""Fifty moments to kill a run: the records that are on the disk by then, in which format, with how many workers."""
LATER = 0.02  # seconds at most from there to the kill


@pytest.mark.exhaustive
def test_a_run_killed_after_records_were_written_goes_on(course: Path, request: pytest.FixtureRequest) -> None:
    """``kill -9`` at seventeen or fifty moments after at least one record reached the journal: what the second run writes is the same."""
    moments = MOMENTS if request.config.getoption("--thorough") else MOMENTS[::3]
    for n in range(COUNT, 80):
        (course / "hand" / f"s{n:02}.toml").write_text(f"Q = [[3, 2], [7, 4]]\nR = [[{n}, 14], [8, 9]]\n", "utf-8")
    chance, whole, killed = Random(1), {}, 0
    for form in {form for _, form, _ in moments}:
        assert check(course, form, f"one.{form}").exception is None
        whole[form] = held(course / f"one.{form}")
    for stop, form, workers in moments:
        out = course / f"{stop}.{form}"
        order = [sys.executable, "-m", "symattn", "check", course / "sheet.toml", course / "hand", "--format", form, "-o", out, "-j", workers]
        journal = journal_of(out)
        assert journal is not None
        for _ in range(9):  # it may be faster than we look
            run = subprocess.Popen(list(map(str, order)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while run.poll() is None and not (journal.is_file() and journal.read_bytes().count(b"\n") >= stop):
                time.sleep(0.001)
            time.sleep(chance.uniform(0, LATER))
            run.kill()
            if run.wait() == -signal.SIGKILL:
                break
            out.unlink()
        assert run.returncode == -signal.SIGKILL
        assert not out.exists(), "nothing half-written"
        assert journal.read_bytes().count(b"\n") >= stop
        killed += 1
        again = subprocess.run(list(map(str, order)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        assert again.returncode == 1
        assert held(out) == {".": whole[form]["."]}
        assert not journal.exists()
    assert killed == len(moments) >= 12
