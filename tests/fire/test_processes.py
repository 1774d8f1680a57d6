"""Killed at any moment, a run leaves nothing half-written and nobody at work, and its rerun gives the same bytes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from symattn.processes import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and groups of processes are POSIX's")


Start = Callable[..., "subprocess.Popen[bytes]"]


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "symattn", *args]


RUNS = {
    "solve with workers": ("solve", "in", "--format", "text", "-o", "out", "-j", "2"),
    "vary with workers": ("vary", "template.toml", "--count", "8", "--seed", "1", "--secret", "secret.txt", "--format", "text", "-o", "out", "-j", "2"),
    "check with workers": ("check", "in/s0.toml", "hand", "--format", "json", "-o", "report.json", "-j", "2"),
}


def contents(place: Path) -> dict[str, str]:
    files = [path for path in sorted(place.rglob("*")) if path.is_file()]
    return {str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.exhaustive
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_killed_at_any_moment_and_run_again(
    args: tuple[str, ...], course: Path, tmp_path_factory: pytest.TempPathFactory, started: Start,
    rounds: Callable[..., Iterator[tuple[int, Random]]],
) -> None:  # fmt: skip
    whole = tmp_path_factory.mktemp("whole")
    shutil.copytree(course, whole, dirs_exist_ok=True)
    began = time.monotonic()
    assert subprocess.run(command(*args), cwd=whole, stderr=subprocess.DEVNULL, check=False).returncode in (0, 1)
    took, expected = time.monotonic() - began, contents(whole)
    for _, chance in rounds(2, share=0.02):
        here = tmp_path_factory.mktemp("cut")
        shutil.copytree(course, here, dirs_exist_ok=True)
        for _ in range(2):
            run = started(*args, cwd=here, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.2, 1) * took)
            run.kill()
            run.wait()
            hidden = [path for path in here.rglob("*") if path.name.startswith(".")]
            for path in hidden:  # what was being written when the end came; nobody takes it for a result
                path.unlink()
        assert subprocess.run(command(*args), cwd=here, stderr=subprocess.DEVNULL, check=False).returncode in (0, 1)
        assert contents(here) == expected


def alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def descendants(ancestor: int) -> dict[int, str]:
    """Whatever a process has started, and what that has started, with their names; in namespaces of their own too."""
    parents, names = {}, {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, tail = place.read_text().rpartition(")")
        except OSError:
            continue
        pid, name = head.split(" (", 1)
        parents[int(pid)], names[int(pid)] = int(tail.split()[1]), name
    found = [ancestor]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return {pid: names[pid] for pid in found[1:]}


def works() -> bool:
    """Whether there is bubblewrap here and it may make namespaces."""
    tool = shutil.which("bwrap")
    asked = [str(tool), "--unshare-all", "--ro-bind", "/", "/", "true"]
    return tool is not None and subprocess.run(asked, capture_output=True, check=False).returncode == 0


def ended(pids: list[int], within: float = 180) -> bool:
    end = time.monotonic() + within
    while any(map(alive, pids)):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def until(found: Callable[[], bool], within: float = 180) -> None:
    end = time.monotonic() + within
    while not found():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL]


def heeded() -> None:
    """Signals as a terminal's shell has them: a job in the background, or under nohup, starts with some of them ignored."""
    for number in SIGNALS:
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)


@pytest.mark.exhaustive
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="who is alive is read from /proc")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("boxed", [True, False], ids=["bubblewrap", "no bubblewrap"])
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_no_tex_and_no_worker_outlives_the_run(
    number: signal.Signals, boxed: bool, workers: int, course: Path, started: Start
) -> None:  # fmt: skip
    """A TeX that never ends, and a child of it: both are gone, and so is the folder they were at work in.

    In a namespace of its own not even a child in another session stays.
    """
    if boxed and not works():
        boxed = False  # then TeX runs without one there, and nothing of it may stay either
    (course / "bin").mkdir()
    (course / "tmp").mkdir()
    tex = course / "bin" / "pdflatex"
    tex.write_text(f"#!/bin/sh\n{'setsid ' if boxed else ''}sleep 1000 &\nwait\n")
    tex.chmod(0o755)
    if not boxed:
        (course / "bin" / "bwrap").write_text("#!/bin/sh\nexit 1\n")
        (course / "bin" / "bwrap").chmod(0o755)
    environment = {**os.environ, "PATH": f"{course / 'bin'}:{os.environ['PATH']}", "TMPDIR": str(course / "tmp")}
    args = ("solve", "in", "--format", "pdf", "-o", "out", "-j", str(workers))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run = started(*args, cwd=course, env=environment, preexec_fn=heeded, **quiet)
    until(lambda: sum(name == "sleep" for name in descendants(run.pid).values()) >= workers)
    below = descendants(run.pid)
    assert ("bwrap" in below.values()) == boxed
    run.send_signal(number)
    run.wait(timeout=180)
    assert ended(list(below)), {pid: name for pid, name in below.items() if alive(pid)}
    until(lambda: not list((course / "tmp").glob("symattn-*")))


@pytest.mark.parametrize("args", [["list"], ["solve", "in/s0.toml"], ["--help"]], ids=lambda args: args[0])
def test_a_closed_standard_output_is_no_traceback(args: list[str], course: Path) -> None:
    shell = " ".join(command(*args)) + " >&-"
    done = subprocess.run(shell, shell=True, cwd=course, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert (done.returncode, "standard output: " in done.stderr) == (2, True)


@pytest.mark.exhaustive
def test_a_reader_that_goes_away_early_is_141(course: Path, started: Start) -> None:
    run = started("solve", "in/s0.toml", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=course)
    assert run.stdout is not None
    run.stdout.close()
    assert run.wait(timeout=180) == 141


@pytest.mark.exhaustive
def test_names_beyond_the_locale_are_no_traceback(course: Path) -> None:
    (course / "hand" / "Müller.toml").write_text("[q1]\nQ = [[1, 2], [3, 4]]\n", "utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        command("check", "in/s0.toml", "hand"), cwd=course, env=environment, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 1


@pytest.mark.exhaustive
def test_another_program_has_a_session_of_its_own_so_that_keys_pressed_here_do_not_reach_it(tmp_path: Path) -> None:
    told = run([sys.executable, "-c", "import os; print(os.getsid(0), os.getpgid(0))"], str(tmp_path), 20)
    assert str(os.getsid(0)) not in told.split()
    assert str(os.getpgid(0)) not in told.split()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_stay_away_where_they_are_not_wanted(name: str, value: str, course: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    colours = []
    for environment in ({"TERM": "xterm"}, {"TERM": "xterm", name: value}):
        args = command("check", "in/s0.toml", "hand/01.toml")
        out, _ = pexpect.run(" ".join(args), cwd=str(course), env={**os.environ, **environment}, withexitstatus=True)
        colours.append(b"\x1b[3" in out)
        assert b"Traceback" not in out
    assert colours == [True, False]


@pytest.mark.exhaustive
def test_a_cluster_without_workers_is_said(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra symattn[cluster] is not installed")
    from symattn.course.batch import pool
    from symattn.errors import ToolError

    monkeypatch.setattr(pool, "PATIENCE", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster,
        pytest.raises(ToolError, match="has no workers"),
        pool.executor(1, cluster.scheduler_address),
    ):
        pass
