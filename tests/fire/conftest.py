"""How long the attack stands: a bounded number of rounds, or by the clock with ``pytest tests/fire -o addopts="" --hours N``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # attack.py is for all
ROUNDS = 12


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hours", type=float, default=0.0, help="attack so long, each test its share")


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Callable[..., Iterator[tuple[int, Random]]]:
    """Rounds of an attack, each with its number and its own chance: the same every time, or new ones for hours."""
    hours = float(request.config.getoption("--hours", default=0.0) or 0.0)

    def numbered(most: int = ROUNDS, share: float = 0.05) -> Iterator[tuple[int, Random]]:
        end, number = time.monotonic() + hours * 3600 * share, 0
        start = time.time_ns() if hours else 0
        while number < most or time.monotonic() < end:
            yield number, Random(f"{request.node.name} {start} {number}")
            number += 1

    return numbered
