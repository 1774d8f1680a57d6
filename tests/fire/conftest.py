"""How long the attack stands: a bounded number of rounds, or by the clock with ``pytest tests/fire -o addopts="" --hours N``."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # attack.py is for all
import attack
from faulty import COURSE, SECRET

ROUNDS = 12


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hours", type=float, default=0.0, help="attack so long, each test its share")
    parser.addoption("--log", type=Path, default=None, help="a file for what each part of the attack came to")


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Of what strangers may write a plain run tries a sixth, unless a test says otherwise: there is much of it, and it is much alike."""
    if not metafunc.definition.get_closest_marker("sliced"):
        metafunc.definition.add_marker(pytest.mark.sliced(6))


@pytest.fixture
def hours(request: pytest.FixtureRequest) -> float:
    """How long the whole attack is to take; 0 is the bounded one."""
    return float(request.config.getoption("--hours", default=0.0) or 0.0)


@pytest.fixture
def rounds(request: pytest.FixtureRequest, hours: float) -> Callable[..., Iterator[tuple[int, Random]]]:
    """Rounds of an attack, each with its number and its own chance: the same every time, or new ones for hours."""

    def numbered(most: int = ROUNDS, share: float = 0.05) -> Iterator[tuple[int, Random]]:
        end, number = time.monotonic() + hours * 3600 * share, 0
        start = time.time_ns() if hours else 0
        while number < most or time.monotonic() < end:
            yield number, Random(f"{request.node.name} {start} {number}")
            number += 1

    return numbered


@pytest.fixture
def record(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Note what a part of the attack came to, where a log is wanted."""
    place = request.config.getoption("--log", default=None)

    def note(*lines: str) -> None:
        if place is not None:
            with place.open("a", encoding="utf-8") as log:
                log.writelines(f"{time.strftime('%H:%M:%S')} {line}\n" for line in lines)

    return note


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Eight sheets, a template, the secret it is drawn with, and answers of thirty students."""
    (tmp_path / "in").mkdir()
    (tmp_path / "hand").mkdir()
    for number in range(8):
        (tmp_path / "in" / f"s{number}.toml").write_text(attack.SHEET.replace('title = "A"', f'title = "Sheet {number}"'), "utf-8")
    (tmp_path / "template.toml").write_text(COURSE, "utf-8")
    (tmp_path / "secret.txt").write_text(SECRET, "utf-8")
    for number in range(30):
        (tmp_path / "hand" / f"{number:02}.toml").write_text(f"[q1]\nQ = [[{number}, 2], [3, 4]]\n", "utf-8")
    return tmp_path


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start programs; whatever becomes of the test, none of them is left running or unwaited for."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*args: str, **more: Any) -> subprocess.Popen[bytes]:
        running.append(subprocess.Popen([sys.executable, "-m", "symattn", *args], **more))
        return running[-1]

    yield start
    for run in running:
        if run.poll() is None:
            run.kill()
        run.wait()
        for pipe in (run.stdin, run.stdout, run.stderr):
            if pipe is not None:
                pipe.close()
