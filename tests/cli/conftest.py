"""The command line, run in an empty folder, and a sheet for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from symattn.cli import run
from tests.cli.running import SOUND, Run


@pytest.fixture
def symattn(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Run:
    """Run the command line in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["symattn", *args])
        with pytest.raises(SystemExit) as stopped:
            run()
        sys.stdout.flush()
        said = capfdbinary.readouterr()
        return int(stopped.value.code or 0), said.out.decode(), said.err.decode()

    return call


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A small sound sheet."""
    path = tmp_path / "week3.toml"
    path.write_text(SOUND, encoding="utf-8")
    return path
