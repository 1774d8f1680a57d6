"""What is watched, and made again when it changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course import watching


@pytest.mark.parametrize("source", ["one", "folder"])
def test_templates_that_lie_elsewhere_are_watched(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "week").mkdir()
    sheet, out, own = tmp_path / "week" / "a.toml", tmp_path / "out", tmp_path / "own" / "md"
    sheet.write_text("[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n", encoding="utf-8")
    own.mkdir(parents=True)
    out.mkdir()
    texts, seen = iter(["mine\n", "mine again\n"]), []

    def save(seconds: float) -> None:
        seen.append((out / "a.md").read_text(encoding="utf-8"))
        text = next(texts, None)
        if text is None:
            raise KeyboardInterrupt
        (own / "page.j2").write_text(text, encoding="utf-8")

    monkeypatch.setattr(watching.changes, "__defaults__", (save,))
    what = sheet if source == "one" else sheet.parent
    CliRunner().invoke(main, ["solve", str(what), "--format", "md", "-o", str(out), "--watch", "--templates", str(own.parent)])
    assert seen[1:] == ["mine\n", "mine again\n"]


def test_what_is_watched_is_made_again_and_mistakes_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, page = tmp_path / "a.toml", tmp_path / "a.md"
    sound = "title = 'TITLE'\n[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n"
    sheet.write_text(sound, encoding="utf-8")
    saves = iter(["titel = 'x'\n", sound.replace("TITLE", "Another")])
    seen = []

    def save(seconds: float) -> None:
        seen.append(page.read_text(encoding="utf-8"))
        text = next(saves, None)
        if text is None:
            raise KeyboardInterrupt
        sheet.write_text(text, encoding="utf-8")

    monkeypatch.setattr(watching.changes, "__defaults__", (save,))
    done = CliRunner().invoke(main, ["solve", str(sheet), "-o", str(page), "--watch"])
    assert "unknown key" in done.output
    assert [("TITLE" in text, "Another" in text) for text in seen] == [(True, False), (True, False), (False, True)]
    assert CliRunner().invoke(main, ["solve", str(sheet), "--watch"]).exit_code == 2
