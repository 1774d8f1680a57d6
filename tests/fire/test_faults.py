"""The end of the process, or a fault of the file system, at every touch of a file and at random moments: each fault is said,
nothing is half-written, and the rerun gives the same bytes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import attack
import pytest
from faulty import COURSE, FAULTS, SECRET

from symattn import files

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each command runs in a fork")
RUNS = {
    "solve": ["solve", "in", "--format", "text", "-o", "out"],
    "vary": ["vary", "template.toml", "--count", "2", "--seed", "1", "--secret", "secret.txt", "--format", "text", "-o", "out"],
    "check": ["check", "in/s0.toml", "hand", "--format", "json", "-o", "report.json"],
}
SOME, FEW = 5, 61
every_touch = pytest.mark.parametrize(
    "step", [pytest.param(SOME, marks=pytest.mark.exhaustive, id="many"), pytest.param(FEW, id="a few")], indirect=True
)
PAGE = 4096
STEP = 4 * PAGE  # so much more room at a time
"""What a small disk gives at a time, in bytes."""
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def step(request: pytest.FixtureRequest) -> int:
    """How many touches on the next one is that fails: every fifth does, every sixty-first in a plain run, each in a thorough one."""
    return 1 if request.param == SOME and request.config.getoption("--thorough") else int(request.param)


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Run a command in a fork of a process that has symattn loaded."""
    server = subprocess.Popen([sys.executable, str(Path(__file__).with_name("faulty.py"))], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None

    def asked(cwd: Path, args: list[str], **job: Any) -> dict[str, Any]:
        server.stdin.write(json.dumps({"cwd": str(cwd), "args": args, **job}).encode() + b"\n")
        server.stdin.flush()
        answer: dict[str, Any] = json.loads(server.stdout.readline())
        assert "Traceback" not in answer["said"], answer
        assert "something in symattn failed" not in answer["said"], answer
        return answer

    yield asked
    with server:
        server.stdin.close()


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Two sheets, a template, the secret it is drawn with, and the answers of two students."""
    place = tmp_path / "course"
    for name in ("in", "hand"):
        (place / name).mkdir(parents=True)
    for number in range(2):
        (place / "in" / f"s{number}.toml").write_text(attack.SHEET, "utf-8")
        (place / "hand" / f"{number}.toml").write_text(f"[q1]\nQ = [[{number}, 2], [3, 4]]\n", "utf-8")
    (place / "template.toml").write_text(COURSE, "utf-8")
    (place / "secret.txt").write_text(SECRET, "utf-8")
    return place


def contents(place: Path) -> dict[str, str]:
    return {str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest() for path in place.rglob("*") if path.is_file()}


def fresh(place: Path, copy: Path) -> Path:
    shutil.rmtree(copy, ignore_errors=True)
    return shutil.copytree(place, copy)


WITH_OWN = [*RUNS["solve"], "--templates", "in/templates"]


@pytest.fixture
def beside(small: Path) -> Path:
    """The same with files of a course's own: for the second sheet a notation and a logo, for both a template."""
    place, sheet = small / "in", small / "in" / "s1.toml"
    sheet.write_text("notation = 'mine.toml'\nlogo = 'crest.png'\n" + sheet.read_text("utf-8"), "utf-8")
    (place / "mine.toml").write_text('base = "paper"\n[names]\nQ = "R"\n', "utf-8")
    (place / "crest.png").write_bytes(b"\x89PNG\r\n\x1a\n IEND")
    (place / "templates" / "text").mkdir(parents=True)
    shipped = (files.folder("templates") / "text" / "page.j2").read_text("utf-8")
    (place / "templates" / "text" / "page.j2").write_text(f"Our course\n{shipped}", "utf-8")
    return small


@pytest.mark.exhaustive
@every_touch
def test_a_fault_in_what_lies_beside_a_sheet_is_said(step: int, ask: Ask, beside: Path, tmp_path: Path, hours: float) -> None:
    faults_are_said(WITH_OWN, ask, beside, tmp_path, hours, step)
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "whole" / "out").glob("*.txt")}
    assert all(page.startswith("Our course") for page in pages.values())
    assert ("R = " in pages["s0.txt"], "R = " in pages["s1.txt"]) == (False, True)


@pytest.mark.exhaustive
@every_touch
def test_a_fault_while_finished_pages_are_looked_at_is_said(step: int, ask: Ask, beside: Path, tmp_path: Path, hours: float) -> None:
    """What a page was made from is read to see whether it has changed: where that fails the page is made again, or it is said."""
    assert ask(beside, WITH_OWN)["code"] == 0
    faults_are_said(WITH_OWN, ask, beside, tmp_path, hours, step)


@every_touch
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_a_fault_at_any_touch_of_a_file_is_said(args: list[str], step: int, ask: Ask, small: Path, tmp_path: Path, hours: float) -> None:
    faults_are_said(args, ask, small, tmp_path, hours, step)


def faults_are_said(args: list[str], ask: Ask, small: Path, tmp_path: Path, hours: float, step: int) -> None:
    """Every touch of a file by a run in a copy of this folder fails once: it is said, or the run gives what it gives anyhow."""
    before = contents(small)
    before.pop("out/solved.json", None)  # a page that was to be made again and could not be is on record no more
    whole = fresh(small, tmp_path / "whole")
    plain = ask(whole, args)
    expected = contents(whole)
    for at in range(1, plain["touched"] + 1, step):
        for what in FAULTS if hours else [Random(f"{args[0]} {at}").choice(list(FAULTS))]:
            here = fresh(small, tmp_path / "here")
            found = ask(here, args, at=at, what=what)
            is_said = os.strerror(FAULTS[what]).lower() in found["said"] or found["code"] == 2
            assert is_said or found["code"] == plain["code"], (at, what, found)
            assert not list(here.rglob(".*")), (at, what, "something half-written is left")
            assert contents(here).items() >= before.items()
            told = [path for path in here.rglob("*") if path.is_file() and os.strerror(FAULTS[what]).lower().encode() in path.read_bytes()]
            assert is_said or told or contents(here) == expected, (at, what, found)
            assert ask(here, args)["code"] == plain["code"], (at, what)
            if not told:
                assert contents(here) == expected, (at, what)


@every_touch
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_killed_at_any_touch_of_a_file_and_run_again(args: list[str], step: int, ask: Ask, small: Path, tmp_path: Path) -> None:
    whole = fresh(small, tmp_path / "whole")
    plain = ask(whole, args)
    expected = contents(whole)
    for at in range(1, plain["touched"] + 1, step):
        here = fresh(small, tmp_path / "here")
        assert ask(here, args, at=at, what="kill")["code"] == -9
        assert ask(here, args)["code"] == plain["code"], at
        assert visible(here) == expected, at


@pytest.mark.exhaustive
@every_touch
@pytest.mark.parametrize("what", ["kill", "full"])
def test_a_secret_that_a_run_makes_outlives_its_end(what: str, step: int, ask: Ask, small: Path, tmp_path: Path) -> None:
    """Ended before its secret is kept, a run has drawn nothing; afterwards the next run goes on with the secret that is there."""
    args = [arg for arg in RUNS["vary"] if arg not in ("--secret", "secret.txt")]
    plain = ask(fresh(small, tmp_path / "whole"), args)
    for at in range(1, plain["touched"] + 1, step):
        here = fresh(small, tmp_path / "here")
        cut = ask(here, args, at=at, what=what)
        assert cut["code"] == -9 if what == "kill" else cut["code"] in (0, 2), (at, cut)
        assert cut["code"] != 2 or os.strerror(FAULTS[what]).lower() in cut["said"], (at, cut)
        before = secrets(here / "out")
        drawn = {f"sheets/{name}": digest for name, digest in visible(here / "out" / "sheets").items()}
        assert before or not drawn, (at, "numbers were drawn with a secret that is lost")
        assert ask(here, args)["code"] == plain["code"], at
        after = secrets(here / "out")
        assert len(after) == 1, at
        assert before <= after, at
        assert visible(here / "out").items() >= drawn.items(), (at, "a sheet is another one now")
        assert ask(here, [*args[:-1], "again", "--secret", "out"])["code"] == plain["code"], at
        assert visible(here / "again") == visible(here / "out"), at


def secrets(out: Path) -> set[str]:
    """The secrets that the manifest of a folder, and its journal, keep."""
    kept = "".join(path.read_text("utf-8") for path in out.glob("manifest.json*"))
    return set(re.findall(r'"secret": ?"(\w+)"', kept))


def visible(place: Path) -> dict[str, str]:
    """What is in a folder but what was being written beside its place when the end came; nobody takes that for a result."""
    return {name: digest for name, digest in contents(place).items() if not Path(name).name.startswith(".")}


@pytest.mark.exhaustive
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_killed_at_random_moments(
    args: list[str], ask: Ask, course: Path, tmp_path_factory: pytest.TempPathFactory,
    rounds: Callable[..., Iterator[tuple[int, Random]]], record: Callable[..., None], hours: float,
) -> None:  # fmt: skip
    """Ends in a row, each at a moment of its own, until the run is done; then the next one, until so many have come."""
    place, moments = tmp_path_factory.mktemp("moments"), 30
    args = [arg if arg != "2" else "8" for arg in args]
    whole = fresh(course, place / "whole")
    plain = ask(whole, args)
    expected, cut = contents(whole), 0
    for _, chance in rounds(3 * moments, share=0.02):
        if cut >= moments and not hours:
            break
        here = fresh(course, place / "here")
        while ask(here, args, after=chance.uniform(0, 0.8) * plain["took"])["code"] == -9:
            cut += 1
        assert ask(here, args)["code"] == plain["code"]
        assert visible(here) == expected
    record(f"{args[0]}: killed at {cut} moments")
    assert cut >= moments, "the moments are not those of the run"


@pytest.mark.exhaustive
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_a_write_that_ends_in_the_middle_is_said(args: list[str], ask: Ask, small: Path, tmp_path: Path) -> None:
    """No file may grow beyond so many bytes, as on a disk that fills up: what is too long is said, and what fits is there."""
    whole = fresh(small, tmp_path / "whole")
    plain = ask(whole, args)
    expected = contents(whole)
    for largest in (0, 100, 1000):
        here = fresh(small, tmp_path / "here")
        found = ask(here, args, largest=largest)
        assert found["code"] == 2, found
        assert "file too large" in found["said"] or "no usable temporary directory" in found["said"]
        assert not list(here.rglob(".*"))
        assert ask(here, args)["code"] == plain["code"]
        assert contents(here) == expected, largest


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """A small disk of so many kilobytes."""
    place = tmp_path / "disk"
    place.mkdir()

    def mounted(size: int) -> Path:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(place)], capture_output=True, check=False)
        if done.returncode:
            reason = f"no small disk can be mounted here: {done.stderr.decode('utf-8', 'replace').strip()}"
            if os.environ.get("CI") and os.geteuid() == 0:
                pytest.fail(reason)
            pytest.skip(reason)
        return place

    if shutil.which("mount") is None or sys.platform != "linux" or (os.geteuid() != 0 and not os.environ.get("CI")):
        pytest.skip("only root mounts a small disk, on Linux")
    yield mounted
    while os.path.ismount(place):
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_a_full_disk_is_said_and_more_room_goes_on(args: list[str], ask: Ask, small: Path, tmp_path: Path, disk: Callable[[int], Path]) -> None:
    whole = fresh(small, tmp_path / "whole")
    plain = ask(whole, args)
    expected = contents(whole)
    place = disk(200)
    course = place / "course"
    for path in sorted(small.rglob("*")):
        target = course / path.relative_to(small)
        if path.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    full, stuffing = 0, place / "stuffing"
    stuffing.write_bytes(b"x" * shutil.disk_usage(place).free)
    for left in range(stuffing.stat().st_size, -1, -STEP):
        os.truncate(stuffing, left)
        found = ask(course, args)
        if found["code"] == plain["code"]:
            break
        full += 1
        assert found["code"] == 2, found
        assert "no space left on device" in found["said"]
        assert not list(course.rglob(".*"))
    assert full, "the disk was never full"
    assert contents(course) == expected
