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
KINDS = {"read": 0.08, "sheet": 0.05, "answer": 0.18, "roster": 0.02, "marks": 0.03, "form": 0.04, "notation": 0.03, "page": 0.05, "record": 0.02}
"""What is attacked, and its share of the hours: half of them in all, for the class, the faults and the proofs take what is left."""
PIECES, SECONDS, MEMORY = 40, 1.0, 500_000_000
A_SECOND = 1_000
"""Students of a form that are marked in a second."""
SIZES = (20_000, 200_000)


def attacked(kind: str, seed: str, size: int, first: int = 0, last: int = PIECES) -> list[dict[str, float]]:
    """What became of some pieces; a process that ended before it was done is a failure that names the piece."""
    command = [sys.executable, str(HERE / "fuzzed.py"), kind, seed, str(first), str(last), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    said = done.stderr[-3000:] + "".join(line for line in done.stdout.splitlines() if not line.startswith("{"))[-500:]
    assert done.returncode == 0, f"{kind} {seed} {size}, piece {lines[-1] if lines else 'none'}, {done.returncode}: {said}"
    return [line for line in lines if "done" in line]


def is_slow(line: dict[str, float], kind: str, seed: str, size: int) -> bool:
    """Whether a file takes over a second, or a form over a thousandth for each student, also when it is tried again.

    Beside other work the same instructions take up to twice as long on the processor's clock, so the least of three counts.
    """
    limit = SECONDS * max(1, line["students"] / A_SECOND)
    place, tries = int(line["done"]), 0
    while line["seconds"] > limit and tries < 2:
        line, tries = attacked(kind, seed, size, place - 1, place + 1)[1], tries + 1  # the first loads what is needed
    return line["seconds"] > limit


@pytest.mark.exhaustive
@pytest.mark.parametrize(("most", "each"), [(1, PIECES // 4), pytest.param(2, PIECES, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("kind", KINDS)
def test_no_piece_takes_long_or_much_or_ends_the_process(
    kind: str, most: int, each: int, hours: float, rounds: Callable[..., Iterator[tuple[int, Random]]], record: Callable[..., None]
) -> None:
    """Seconds of the processor are held against the limit in the long run alone: in the short one the work is counted inside."""
    wrong, pieces, slowest = [], 0, 0.0
    for number, chance in rounds(most, share=KINDS[kind]):
        seed, size = str(chance.getrandbits(32)), SIZES[number % 5 == 4]
        try:
            found = attacked(kind, seed, size, last=PIECES if hours else each)
        except (AssertionError, subprocess.TimeoutExpired) as error:  # one finding does not end the hours
            wrong.append(f"{kind} {seed} {size}: {error}")
            continue
        pieces += len(found)
        slowest = max([slowest, *(line["seconds"] for line in found[1:])])  # the first loads what is needed
        over = [line for line in found[1:] if line["bytes"] > MEMORY or (hours and is_slow(line, kind, seed, size))]
        wrong += [f"{kind} {seed} {size}: {line}" for line in over]
    record(f"{kind}: {pieces} pieces, the slowest {slowest:.2f} s, {len(wrong)} wrong", *wrong)
    assert not wrong, "\n".join(wrong[:10])
