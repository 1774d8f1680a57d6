"""What a run of the tests leaves out another one runs: parts, slices, and what takes long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def collected(*options: str) -> list[str]:
    """The tests that a run would try, by name."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *options, "tests/tex", "tests/test_house.py"]
    ran = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    return [line for line in ran.stdout.splitlines() if "::" in line]


@pytest.mark.exhaustive
def test_parts_and_slices_together_are_every_test_once() -> None:
    everything, plain = collected("-m", ""), collected()
    parts = [collected("-m", "exhaustive", "--part", f"{k}/3") for k in range(3)]
    assert all(parts)
    assert len(everything) > len(plain) > 100
    assert sorted([*plain, *(name for part in parts for name in part)]) == sorted(everything)
