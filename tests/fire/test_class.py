"""A class of forty kinds of answer files, marked on two workers, stopped three times and gone on with: the same bytes, in flat memory."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import attack
import pytest

from symattn.course.batch.ledger import journal_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="what a process took is told on POSIX systems")
FORMATS = sorted(set(attack.ANSWER) - {".csv"})
"""All but the form, which is no student's own."""
WRITTEN: dict[str, Callable[[str, Random], str]] = {
    "as others": lambda text, chance: text,
    "with numbers of its own": lambda text, chance: text.replace("4", str(chance.randint(5, 9_999))),
    "damaged": attack.damaged,
    "poisoned": lambda text, chance: attack.poisoned(text, chance, 2_000),
    "without an answer": lambda text, chance: "I do not know.",
}
KINDS = list(product(FORMATS, WRITTEN))
SMALL, LARGE = 50, 5_000
SHARE = 10
"""Of a class that is marked between two stops; of some kinds all files are the same, so a class is through before all of it is counted."""
MEGABYTE = 1 << (0 if sys.platform == "darwin" else 10)  # in the unit of ru_maxrss
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
ARGS = ("check", "sheet.toml", "hand", "--format", "json", "-j", "2", "-o")


def heeding() -> None:
    """Ctrl-C as a terminal's shell has it: a job in the background, or under nohup, starts with it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def handed_in(place: Path, count: int) -> Path:
    """The answer files of so many students, one kind after the other."""
    (place / "hand").mkdir(parents=True)
    (place / "sheet.toml").write_text(attack.SHEET, "utf-8")
    for student in range(count):
        suffix, how = KINDS[student % len(KINDS)]
        text = WRITTEN[how](attack.ANSWER[suffix], Random(f"{student}"))
        (place / "hand" / f"{student:04}{suffix}").write_bytes(
            attack.packed(text) if suffix == ".docx" else text.encode("utf-8", "surrogatepass")
        )
    return place


MEASURED = (
    "import json, resource, subprocess, sys\n"
    "code = subprocess.call([sys.executable, '-m', 'symattn', *sys.argv[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
    "print(json.dumps([code, used.ru_utime + used.ru_stime, used.ru_maxrss]))"
)
"""A small process of its own starts the run: what a process is started from counts in its memory."""


def measured(place: Path, *args: str) -> tuple[int, float, float]:
    """How a run ended, its processor's seconds and megabytes, those of its workers counted in."""
    done = subprocess.run([sys.executable, "-c", MEASURED, *args], cwd=place, capture_output=True, text=True, check=True)
    code, seconds, memory = json.loads(done.stdout)
    return code, seconds, memory / MEGABYTE


def marked(journal: Path) -> int:
    """How many different answers the journal has: the same file of many students is marked once."""
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


@pytest.mark.exhaustive
def test_forty_kinds_of_files_stopped_three_times_give_the_same_bytes(
    tmp_path: Path, started: Callable[..., subprocess.Popen[bytes]], record: Callable[..., None], hours: float
) -> None:
    assert len(KINDS) >= 40
    count = LARGE if hours else SMALL
    place = handed_in(tmp_path / "class", count)
    quiet = {"cwd": place, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    began = time.monotonic()
    code, seconds, memory = measured(place, *ARGS, "whole.json")
    took = time.monotonic() - began
    assert code == 3, "some of the files are beyond a limit, which is said"
    journal = journal_of(place / "cut.json")
    assert journal is not None
    stops = list(STOPS)
    for _ in range(12):
        run = started(*ARGS, "cut.json", preexec_fn=heeding, **quiet)
        far = marked(journal) + count // SHARE
        while run.poll() is None and marked(journal) < far:
            time.sleep(0.05 if hours else 0.002)
        run.send_signal(stops.pop())
        run.wait()
        if (place / "cut.json").exists():  # it was done before it could be stopped: from the beginning
            (place / "cut.json").unlink()
            stops = list(STOPS)
        if not stops:
            break
    assert not stops, "it is always done before it can be stopped"
    assert marked(journal) >= count // SHARE * len(STOPS)
    code, rest, _ = measured(place, *ARGS, "cut.json")
    assert code == 3
    assert (place / "cut.json").read_bytes() == (place / "whole.json").read_bytes()
    assert not journal.exists()
    record(f"{count} files of {len(KINDS)} kinds: {seconds:.1f} s of the processor, {took:.0f} s by the clock, {memory:.0f} MB at most; "
           f"stopped three times, {rest:.1f} s for what was left, the same bytes")  # fmt: skip
    assert memory < 250
    if hours:
        assert seconds < 2 * 300, "two cores for five minutes"
        shutil.rmtree(place)
        _, _, few = measured(handed_in(place, count // 10), *ARGS, "whole.json")
        each = 1000 * (memory - few) / (count - count // 10)
        record(f"{few:.0f} MB for {count // 10} of them: {each:.0f} kB for each more")
        assert each < 12, "what a class knows of a script, and its part of the report: never its matrices"
