"""A thousand keys as one PDF, and the same bytes twice; run by hand with ``-o addopts="" -s``.

Times are processor time of this process and of those it started, so that they hold beside other work.
"""

from __future__ import annotations

import random
import resource
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.files import shipped

CLASS = 1000


def spent() -> float:
    """Seconds of processor time up to now."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def sheets(folder: Path, count: int) -> Path:
    """The sheet of two heads with other words and another name for each of a class."""
    text = shipped()["two-heads-by-hand"].read_text(encoding="utf-8")
    folder.mkdir()
    draw = random.Random(7)
    for k in range(count):
        words = [[draw.randint(-3, 4) for _ in range(2)] for _ in range(2)]
        own = text.replace("X = [[1, 2], [3, 4]]", f"X = {words}")
        assert own != text or words == [[1, 2], [3, 4]]
        (folder / f"{k:04}.toml").write_text(f'student = "Student {k}"\n{own}', encoding="utf-8")
    return folder


def booklet(folder: Path, name: str) -> bytes:
    target = folder.parent / name
    done = CliRunner().invoke(main, ["solve", str(folder), "--booklet", "-o", str(target), "-j", "2"])
    assert done.exit_code == 0, (done.output, done.exception)
    return target.read_bytes()


@pytest.mark.tex
def test_a_thousand_keys_take_less_than_five_minutes_on_two_cores(tmp_path: Path) -> None:
    start = spent()
    data = booklet(sheets(tmp_path / "class", CLASS), "keys.pdf")
    seconds = spent() - start
    print(f"\n{CLASS} keys: {seconds:.0f} s of processor time, {len(data) / 1e6:.1f} MB")
    assert seconds / 2 < 300


@pytest.mark.tex
def test_the_same_bytes_twice(tmp_path: Path) -> None:
    folder = sheets(tmp_path / "class", 20)
    assert booklet(folder, "once.pdf") == booklet(folder, "twice.pdf")
