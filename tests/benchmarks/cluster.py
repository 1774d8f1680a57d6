"""A class by a Dask cluster of one's own machine: throughput by workers, the same bytes, a worker killed, a run begun again.

    python tests/benchmarks/cluster.py --students 400 --workers 1 2 3 4

prints a row for each number of workers: what a second of a worker's processor does (which a busy machine changes little) and what
a second by the clock does. Nothing of it is a test; `tests/course/batch` has those.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil  # comes with Dask

TEMPLATE = "two-heads-template"
SEED = "1"


class Workers:
    """A scheduler and workers, each a process with one thread, as `dask scheduler` and `dask worker` start them."""

    def __init__(self, stack: ExitStack, place: Path, count: int) -> None:
        self._stack, self._place = stack, place
        found = place / "scheduler.json"
        self._started("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(found))
        while not found.exists():
            time.sleep(0.1)
        self.address = json.loads(found.read_text())["address"]
        self.at_work = [self.another() for _ in range(count)]

    def _started(self, *command: str) -> psutil.Process:
        process = subprocess.Popen([sys.executable, "-m", "dask", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self._place)
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        return psutil.Process(process.pid)

    def another(self) -> psutil.Process:
        """One worker more."""
        return self._started("worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny")

    @property
    def seconds(self) -> float:
        """What the workers have used of their processors, TeX and whatever else they started included."""
        return sum(sum(worker.cpu_times()[:4]) for worker in self.at_work)


def symattn(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "symattn", *map(str, arguments)], stdout=subprocess.DEVNULL)


def finished(process: subprocess.Popen[bytes], most: int = 0) -> None:
    if process.wait() > most:
        sys.exit(f"exit code {process.returncode}: {process.args!r}")


def bytes_of(*folders: Path) -> str:
    """A digest of every file below some folders, by name, but for the records of where sheets lay."""
    sums = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "solved.json"):
            sums.update(f"{path.relative_to(folder)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return sums.hexdigest()[:16]


def handed_in(keys: Path, where: Path) -> None:
    """A right script of every student: each line's decimals, from the sheet's key."""
    where.mkdir()
    for path in sorted(path for path in keys.glob("*.json") if path.stem.isdigit()):  # the folder's record of its pages is another
        lines = {q["id"]: {step["name"]: step["decimal"] for step in q["steps"] if step["name"]} for q in json.loads(path.read_text())["questions"]}
        (where / path.name).write_text(json.dumps(lines))


Row = tuple[str, int, float, float]


class Course:
    """The three jobs of a class, each on a cluster, in a folder of its own."""

    def __init__(self, place: Path, students: int, pdfs: int) -> None:
        self.place, self.students, self.pdfs = place, students, pdfs
        self.secret = place / "secret.txt"
        self.secret.write_text("9" * 32 + "\n")

    def vary(self, out: Path, *how: object) -> subprocess.Popen[bytes]:
        return symattn("vary", TEMPLATE, "--count", self.students, "--seed", SEED, "--secret", self.secret, "-o", out, *how)

    def jobs(self, out: Path, how: tuple[object, ...]) -> Iterator[tuple[str, int, Callable[[], None]]]:
        """Name, number of items, and the work."""
        yield "variants with blanks and keys", self.students, lambda: finished(self.vary(out / "class", *how))
        sheets = sorted((out / "class" / "sheets").iterdir())[: self.pdfs]
        yield "keys as PDF", self.pdfs, lambda: finished(symattn("solve", *sheets, "--format", "pdf", "-o", out / "pdf", *how))
        finished(symattn("solve", out / "class" / "sheets", "--format", "json", "-o", out / "json", *how))
        handed_in(out / "json", out / "in")
        marks = ("check", out / "class" / "manifest.json", out / "in", "--format", "csv", "-o", out / "marks.csv", *how)
        yield "scripts marked, each against its own sheet", self.students, lambda: finished(symattn(*marks))

    def measured(self, count: int) -> tuple[list[Row], str]:
        """The rows of a number of workers, and the digest of what came of it."""
        out, rows = self.place / f"workers-{count}", []
        out.mkdir()
        with cluster(out, count) as workers:
            for name, items, work in self.jobs(out, ("--cluster", workers.address)):
                before, began = workers.seconds, time.monotonic()
                work()
                rows.append((name, items, items / (workers.seconds - before), items / (time.monotonic() - began)))
        return rows, bytes_of(out / "class", out / "json")

    def disturbed(self) -> tuple[str, str]:
        """The digests of a run whose worker is killed when a third is done, and of one that is stopped at half and begun again."""
        found = []
        for killed in ("worker", "run"):
            out = self.place / f"killed-{killed}"
            out.mkdir()
            with cluster(out, 2) as workers:
                process = self.vary(out / "class", "--cluster", workers.address)
                share = self.students // (3 if killed == "worker" else 2)
                while process.poll() is None and len([*(out / "class" / "keys").glob("*")]) < share:
                    time.sleep(0.05)
                if killed == "worker":
                    workers.at_work[0].kill()
                    workers.another()
                else:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    process = self.vary(out / "class", "--cluster", workers.address)
                finished(process)
            found.append(bytes_of(out / "class"))
        return found[0], found[1]


@contextmanager
def cluster(place: Path, count: int) -> Iterator[Workers]:
    with ExitStack() as stack:
        yield Workers(stack, place, count)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--students", type=int, default=400)
    options.add_argument("--pdfs", type=int, default=40)
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2, 3, 4])
    options.add_argument("--keep", type=Path, help="an empty folder for what is made")
    asked = options.parse_args()
    with ExitStack() as stack:
        place = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        course = Course(place, asked.students, asked.pdfs)
        finished(course.vary(place / "alone" / "class"))
        finished(symattn("solve", place / "alone" / "class" / "sheets", "--format", "json", "-o", place / "alone" / "json"))
        alone = bytes_of(place / "alone" / "class", place / "alone" / "json")
        for count in asked.workers:
            rows, digest = course.measured(count)
            for name, items, per_core, per_second in rows:
                print(f"{count} workers  {name:<44} {items:>6}  {per_core:8.2f} a core's second  {per_second:8.2f} a second")
            print(f"{count} workers  the same bytes as without a cluster: {digest == alone}", flush=True)
        same = bytes_of(place / "alone" / "class")
        print("a worker killed, a run stopped and begun again, the same bytes:", *(digest == same for digest in course.disturbed()))


if __name__ == "__main__":
    main()
