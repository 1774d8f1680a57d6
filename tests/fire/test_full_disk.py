"""A disk that is full at any file of many: the message names that file, what was written before is whole, nothing else is there."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.practice import site

SHEET = 'title = "Week"\n[[question]]\nid = "q1"\nsteps = ["B = A @ A"]\ngiven.A = [[1, 2], [3, 4]]\n'
ORDERS = {
    "solve": ("solve", "a.toml", "b.toml", "--format", "html", "-o", "out"),
    "solve, one file": ("solve", "a.toml", "--format", "ipynb", "-o", "out/a.ipynb"),
    "vary": ("vary", "t.toml", "--count", "2", "--seed", "1", "--format", "text", "-o", "out"),
    "check, pages": ("check", "a.toml", "ada.toml", "--format", "html", "-o", "out/"),
    "check": ("check", "a.toml", "ada.toml", "--format", "csv", "-o", "out/marks.csv"),
    "groups": ("check", "a.toml", "ada.toml", "--groups", "out/groups.toml"),
    "practice": ("practice", "a.toml", "-o", "out"),
    **{platform: ("export", platform, "a.toml", "-o", "out") for platform in ("canvas", "ilias", "moodle", "qti", "numbas", "prairielearn")},
}


@pytest.fixture(autouse=True)
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text(SHEET, "utf-8")
    (tmp_path / "t.toml").write_text(SHEET + '[vary]\ndraw = [{ names = ["A"] }]\n', "utf-8")
    (tmp_path / "ada.toml").write_text("B = [[1, 1], [1, 1]]\n", "utf-8")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(site, "gathered", lambda *_, **__: {})
    monkeypatch.setattr(site, "engine", lambda *_, **__: {"engine/python.js": b"//"})
    return tmp_path


@pytest.mark.sliced(18)
@pytest.mark.parametrize("at", [0, 1, 3])
@pytest.mark.parametrize("case", ORDERS)
def test_the_file_that_could_not_be_written_is_named(case: str, at: int, course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, written, refused = os.replace, [], []

    def replace(source: Any, target: Any) -> None:
        place = os.path.realpath(target)
        if place.startswith(str(course / "out")):
            if len(written) >= at:
                refused.append(place)
                raise OSError(errno.ENOSPC, "No space left on device")
            written.append(place)
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    done = CliRunner().invoke(main, list(ORDERS[case]), standalone_mode=False)
    said = f"{done.exception or ''}{done.stderr}"
    left = {str(path) for path in (course / "out").rglob("*") if path.is_file() and path.suffix != ".jsonl"}
    assert left == set(written), "nothing half-written"
    if not refused:  # there were no more files than that
        return
    assert "no space left on device" in said.casefold()
    words = [word.strip(":,'") for word in said.split()]
    named = [word for word in words if word.startswith(("out/", str(course / "out") + "/"))]
    assert named, said
    assert not any(Path(name).exists() for name in named[:1]), said


@pytest.mark.parametrize("at", [0, 1])
def test_a_starter_can_be_written_again_where_the_disk_was_full(at: int, course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, written = os.replace, []

    def replace(source: Any, target: Any) -> None:
        if len(written) >= at:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(target)
        real(source, target)

    with monkeypatch.context() as full:
        full.setattr(os, "replace", replace)
        assert CliRunner().invoke(main, ["new", "out/n.toml"]).exit_code == 2
    assert CliRunner().invoke(main, ["new", "out/n.toml"]).exit_code == 0
    assert {path.name for path in (course / "out").iterdir()} == {"n.toml", "schema.json"}
