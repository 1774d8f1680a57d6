"""Faults of the file system, put in one after the other: each is said, old files stay whole, and the rerun is the same."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import attack
import pytest

from symattn.cli import run

TEMPLATE = attack.SHEET + "[vary]\ndraw = [{ names = ['X'], low = 1, high = 9 }]\n"
RUNS = {
    "solve": ["solve", "in", "--format", "text", "-o", "out"],
    "vary": ["vary", "template.toml", "--count", "2", "--seed", "1", "--format", "text", "-o", "out"],
    "check": ["check", "in/s0.toml", "hand", "--format", "json", "-o", "report.json"],
}
FAULTS = {"full": errno.ENOSPC, "broken": errno.EIO, "shut": errno.EACCES, "gone": errno.ENOENT}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    for name in ("in", "hand"):
        (tmp_path / name).mkdir()
    for number in range(2):
        (tmp_path / "in" / f"s{number}.toml").write_text(attack.SHEET, "utf-8")
        (tmp_path / "hand" / f"{number}.toml").write_text(f"[q1]\nQ = [[{number}, 2], [3, 4]]\n", "utf-8")
    (tmp_path / "template.toml").write_text(TEMPLATE, "utf-8")
    return tmp_path


def symattn(args: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["symattn", *args])
    with pytest.raises(SystemExit) as stopped:
        run()
    return int(stopped.value.code or 0)


def contents(place: Path) -> dict[str, str]:
    return {str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest() for path in place.rglob("*") if path.is_file()}


def failing(real: Callable[..., Any], number: int, at: int, count: list[int]) -> Callable[..., Any]:
    """A call of the system that fails once, the *at*-th time."""

    def call(*args: Any, **more: Any) -> Any:
        count[0] += 1
        if count[0] == at:
            raise OSError(number, os.strerror(number))
        return real(*args, **more)

    return call


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("call", ["replace", "chmod"])
@pytest.mark.parametrize("args", RUNS.values(), ids=RUNS)
def test_a_fault_is_said_and_the_rerun_is_whole(
    args: list[str], call: str, fault: int, course: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(course)
    before = contents(course)
    for at in range(1, 4):
        with monkeypatch.context() as broken:
            count = [0]
            broken.setattr(os, call, failing(getattr(os, call), fault, at, count))
            code = symattn(args, monkeypatch)
        said = capfd.readouterr().err
        assert "Traceback" not in said
        assert "something in symattn failed" not in said
        if count[0] >= at:
            assert code == 2
            assert os.strerror(fault).lower() in said
        assert not list(course.rglob(".*")), "nothing half-written is left"
        assert contents(course).items() >= before.items()
    assert symattn(args, monkeypatch) in (0, 1)
    once = contents(course)
    assert symattn(args, monkeypatch) in (0, 1)
    assert contents(course) == once
