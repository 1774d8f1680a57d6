"""A page printed by a browser, where there is no TeX."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from symattn.errors import ToolError
from symattn.files import find
from symattn.formats import pdf, printed
from symattn.sheet import load


@pytest.mark.browser
def test_a_page_becomes_a_pdf():
    from symattn import page as pages

    made = printed.printed(pages.page(load(find("two-heads-by-hand")).solve(), format="html"))
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") >= 2 or made.count(b"/Type /Page") >= 2


def test_without_a_browser_the_names_looked_for_are_said(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ToolError, match="chromium"):
        printed.printed("<!DOCTYPE html>")


@pytest.mark.browser
def test_solve_prints_the_page_where_there_is_no_tex(monkeypatch, tmp_path):
    from click.testing import CliRunner

    from symattn.cli.commands.solve import command

    monkeypatch.setattr(pdf, "TOOLS", {})
    done = CliRunner().invoke(command, ["two-heads-by-hand", "--format", "pdf", "-o", str(tmp_path / "key.pdf")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "key.pdf").read_bytes().startswith(b"%PDF-")


def test_html_is_written_by_the_command_line(tmp_path: Path):
    out = tmp_path / "key.html"
    subprocess.run([sys.executable, "-m", "symattn", "solve", "two-heads-by-hand", "-o", str(out)], check=True, timeout=180)
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
