"""Whatever strangers write, reading it ends soon, in little memory, with an answer or with an error of symattn's own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

HERE = Path(__file__).parent
KINDS = ("read", "sheet", "answer", "roster", "marks")
PIECES, SIZE, SECONDS = 40, 20_000, 1.0


def attacked(kind: str, seed: str) -> list[dict[str, object]]:
    """What became of some pieces; a process that ended before it was done is a failure that names the piece."""
    command = [sys.executable, str(HERE / "fuzzed.py"), kind, seed, "0", str(PIECES), str(SIZE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"{' '.join(command[1:4])}, piece {lines[-1] if lines else 'none'}: {done.stderr[-3000:]}"
    return [line for line in lines if "done" in line]


@pytest.mark.parametrize("kind", KINDS)
def test_no_piece_takes_long_or_ends_the_process(kind: str, rounds: Callable[..., Iterator[tuple[int, Random]]]) -> None:
    for _, chance in rounds(2, share=0.15):
        seed = str(chance.getrandbits(32))
        slow = [line for line in attacked(kind, seed)[1:] if float(str(line["seconds"])) > SECONDS]
        assert not slow, f"{kind} {seed}: {slow}"
