"""A class by a Dask cluster of one's own machine: throughput by workers, the same bytes, a worker killed, a run begun again.

    python tests/benchmarks/cluster.py --students 400 --workers 1 2 3 4
    python tests/benchmarks/cluster.py --template rational-weights-template --format json --students 10000 --pdfs 200 --workers

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

SEED = "1"


class Workers:
    """A scheduler and workers, each a process with one thread, as `dask scheduler` and `dask worker` start them."""

    def __init__(self, stack: ExitStack, place: Path, count: int) -> None:
        self._stack, self._place = stack, place
        found = place / "scheduler.json"
        self._started("scheduler", "--port", "0", "--dashboard-address", ":0", "--scheduler-file", str(found))
        while not found.exists():
            time.sleep(0.1)
        self.address = json.loads(found.read_text())["address"]
        self._spent = 0.0  # by workers that are no more
        self.at_work = [self.another() for _ in range(count)]

    def _started(self, *command: str) -> psutil.Process:
        process = subprocess.Popen([sys.executable, "-m", "dask", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self._place)
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        return psutil.Process(process.pid)

    def another(self) -> psutil.Process:
        """One worker more."""
        return self._started("worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny")

    def lose(self) -> None:
        """One worker is killed (SIGKILL), and another takes its place."""
        lost = self.at_work.pop(0)
        self._spent += sum(lost.cpu_times()[:4])
        lost.kill()
        self.at_work.append(self.another())

    @property
    def seconds(self) -> float:
        """What the workers have used of their processors, TeX and whatever else they started included."""
        return self._spent + sum(sum(worker.cpu_times()[:4]) for worker in self.at_work)


def symattn(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "symattn", *map(str, arguments)], stdout=subprocess.DEVNULL)


def finished(process: subprocess.Popen[bytes], most: int = 0) -> None:
    if process.wait() > most:
        sys.exit(f"exit code {process.returncode}: {process.args!r}")


def bytes_of(*places: Path) -> str:
    """A digest of every file at some places, by name."""
    sums = hashlib.sha256()
    for place in places:
        for path in sorted(path for path in place.rglob("*") if path.is_file()) or [place]:
            sums.update(f"{path.relative_to(place)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return sums.hexdigest()


def handed_in(keys: Path, where: Path) -> None:
    """A right script of every student: each line's decimals, from the sheet's key."""
    where.mkdir()
    for path in sorted(path for path in keys.glob("*.json") if path.stem.isdigit()):  # the folder's record of its pages is another
        lines = {q["id"]: {step["name"]: step["decimal"] for step in q["steps"] if step["name"]} for q in json.loads(path.read_text())["questions"]}
        (where / path.name).write_text(json.dumps(lines))


Row = tuple[str, int, float, float]
Start = Callable[..., "subprocess.Popen[bytes]"]


class Course:
    """The jobs of a class, each on a cluster or without one, in a folder of its own."""

    def __init__(self, place: Path, asked: argparse.Namespace) -> None:
        self.place, self.asked = place, asked
        self.secret = place / "secret.txt"
        self.secret.write_text("9" * 32 + "\n")

    def vary(self, out: Path, *how: object) -> subprocess.Popen[bytes]:
        """The command that draws every student's numbers and writes blanks and keys."""
        drawn = ("--count", self.asked.students, "--seed", SEED, "--secret", self.secret, "--format", self.asked.format)
        return symattn("vary", self.asked.template, *drawn, "-o", out / "class", *how)

    def mark(self, out: Path, *how: object) -> None:
        """Mark what was handed in."""
        finished(symattn("check", out / "class" / "manifest.json", self.place / "in", "--format", "csv", "-o", out / "marks.csv", *how))

    def alone(self) -> str:
        """Everything without a cluster, with the scripts that are handed in; a digest of what came of it."""
        out = self.place / "alone"
        finished(self.vary(out))
        keys = out / "class" / "keys"
        if self.asked.format != "json":
            keys = out / "json"
            finished(symattn("solve", out / "class" / "sheets", "--format", "json", "-o", keys))
        handed_in(keys, self.place / "in")
        self.mark(out)
        finished(self.printed(out))
        return self.digest(out)

    def printed(self, out: Path, *how: object) -> subprocess.Popen[bytes]:
        """The command that makes PDFs of the first students' keys."""
        sheets = sorted((self.place / "alone" / "class" / "sheets").iterdir())[: self.asked.pdfs]
        return symattn("solve", *sheets, "--format", "pdf", "-o", out / "pdf", *how)

    def digest(self, out: Path) -> str:
        """A digest of all that the jobs wrote."""
        return bytes_of(out / "class", out / "marks.csv", *sorted((out / "pdf").glob("*.pdf")))

    def measured(self, count: int, disturbed: bool = False) -> tuple[list[Row], bool]:
        """The rows of a number of workers, and whether what came of it has the bytes of the run *alone*."""
        out, rows = self.place / f"workers-{count}{'-disturbed' * disturbed}", list[Row]()
        out.mkdir()
        with cluster(out, count) as workers:
            how = ("--cluster", workers.address)

            def measure(name: str, items: int, work: Callable[[], None]) -> None:
                before, began = workers.seconds, time.monotonic()
                work()
                rows.append((name, items, items / (workers.seconds - before), items / (time.monotonic() - began)))

            def made(start: Start, where: Path, count: int) -> None:
                process = start(out, *how)
                finished(self.disturb(workers, process, lambda: start(out, *how), where, count) if disturbed else process)

            students, pdfs = self.asked.students, self.asked.pdfs
            measure(f"variants with blanks and keys as {self.asked.format}", students, lambda: made(self.vary, out / "class" / "keys", students))
            measure("scripts marked, each against its own sheet", students, lambda: self.mark(out, *how))
            measure("keys as PDF", pdfs, lambda: made(self.printed, out / "pdf", pdfs))
        return rows, self.digest(out) == self.digest(self.place / "alone")

    def disturb(
        self, workers: Workers, process: subprocess.Popen[bytes], again: Callable[[], subprocess.Popen[bytes]], where: Path, count: int
    ) -> subprocess.Popen[bytes]:
        """Kill a worker when a third is done, and another takes its place; kill the command at two thirds, and run it again."""
        self.until(process, where, count // 3)
        workers.lose()
        self.until(process, where, count * 2 // 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return again()

    def until(self, process: subprocess.Popen[bytes], where: Path, share: int) -> None:
        """Wait until so many files are there."""
        while len(list(where.glob("*"))) < share:
            if process.poll() is not None:
                sys.exit(f"over before {share} files were there: {process.args!r}")
            time.sleep(0.5)


@contextmanager
def cluster(place: Path, count: int) -> Iterator[Workers]:
    with ExitStack() as stack:
        yield Workers(stack, place, count)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--template", default="two-heads-template")
    options.add_argument("--format", default="tex", help="of blanks and keys")
    options.add_argument("--students", type=int, default=400)
    options.add_argument("--pdfs", type=int, default=40)
    options.add_argument("--workers", type=int, nargs="*", default=[1, 2, 3, 4])
    options.add_argument("--keep", type=Path, help="an empty folder for what is made")
    asked = options.parse_args()
    with ExitStack() as stack:
        course = Course(asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory())), asked)
        course.alone()
        for count, disturbed in [*((count, False) for count in asked.workers), (2, True)]:
            rows, same = course.measured(count, disturbed)
            about = f"{count} workers{', one killed and the run stopped and begun again' * disturbed}"
            for name, items, per_core, per_second in rows:
                print(f"{about}  {name:<44} {items:>6}  {per_core:8.2f} a core's second  {per_second:8.2f} a second")
            print(f"{about}  the same bytes as without a cluster: {same}", flush=True)


if __name__ == "__main__":
    main()
