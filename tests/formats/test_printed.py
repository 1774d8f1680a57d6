"""A page printed by a browser, where there is no TeX."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.delivery import Wanted, deliver
from symattn.errors import ToolError
from symattn.files import find
from symattn.formats import pdf, printed
from symattn.sheet import load, loads


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
@pytest.mark.browser
def test_solve_prints_the_page_where_there_is_no_tex(monkeypatch, tmp_path):
    from symattn.cli.commands.solve import command

    monkeypatch.setattr(pdf, "TOOLS", {})
    done = CliRunner().invoke(command, ["two-heads-by-hand", "--format", "pdf", "-o", str(tmp_path / "key.pdf")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "key.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.exhaustive
def test_html_is_written_by_the_command_line(tmp_path: Path):
    out = tmp_path / "key.html"
    subprocess.run([sys.executable, "-m", "symattn", "solve", "two-heads-by-hand", "-o", str(out)], check=True, timeout=180)
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


LABELLED = """title = 'Wärme & "mehr"'
language = "de"
foot = 'Abgabe: "Freitag" }'
intro = 'Los.'
[[question]]
prompt = 'Berechne $B$.'
steps = ["B = A @ A", "C = B @ A"]
given.A = [[1, 2], [0, 1]]
[[question.part]]
prompt = "Und?"
asks = ["B"]
room = "200mm"
[[question.part]]
prompt = "Ja?"
asks = ["C"]
room = "200mm"
"""


def unpacked(made: bytes) -> bytes:
    """A PDF with its streams, those that are compressed with Flate in clear."""
    streams = (found[1] for found in re.finditer(rb"stream\r?\n(.*?)endstream", made, re.S))
    return made + b"".join(zlib.decompressobj().decompress(stream) for stream in streams if stream[:1] == b"x")


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.browser
@pytest.mark.parametrize("form", ["key", "blank"])
@pytest.mark.parametrize("via", ["tex", "tagged-tex", "chromium"])
def test_a_pdf_has_its_title_its_language_and_page_numbers(via: str, form: str, tmp_path: Path) -> None:
    """Every way; what the browser prints is tagged as well, with headings, and has an outline, and so is what a LaTeX tags by itself:
    that of 2022 paragraphs."""
    made = deliver(loads(LABELLED), Wanted("pdf", form, via=via))
    (tmp_path / "a.pdf").write_bytes(made)

    def told(*command: str) -> str:
        return subprocess.run([*command, str(tmp_path / "a.pdf"), *(["-"] if command[0] == "pdftotext" else [])],
                              capture_output=True, check=True, text=True).stdout  # fmt: skip

    info = told("pdfinfo")
    assert re.search(r'^Title: +Wärme & "mehr"', info, re.M)
    assert re.findall(rb"/Lang ?\((.*?)\)", unpacked(made)) == [b"de"] * (2 if via == "chromium" else 1)  # once of the tree of tags
    assert b"/DisplayDocTitle true" in unpacked(made)
    pages = told("pdftotext", "-layout").split("\f")[:-1]
    for number, page in enumerate(pages, start=1):
        assert re.search(rf'Abgabe: ["”]Freitag["”] }}\s+{number}\s?/\s?{len(pages)}\s*$', page)
    assert ("Tagged:          yes" in info) == (via != "tex")
    tree = told("pdfinfo", "-struct")
    if via == "tagged-tex":
        assert len(re.findall(r"^\s*P ", tree, re.M)) > 4
    if via == "chromium":
        assert [len(re.findall(rf"^\s*{tag} ", tree, re.M)) for tag in ("H1", "H2", "H3")] == [1, 1, 2]
        assert b"/Outlines" in made


@pytest.mark.exhaustive
def test_what_makes_a_pdf_makes_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ((["chromium", "--format", "md"], "this is md"), (["chromium", "--booklet"], "makes a booklet"), (["tagged-tex", "--booklet"], "makes a booklet"))
    for words, said in asked:
        done = CliRunner().invoke(main, ["blank", "two-heads-by-hand", "--via", *words])
        assert (done.exit_code, said in done.output) == (2, True)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for via, looked_for in (("tex", "pdflatex"), ("chromium", "google-chrome")):
        done = CliRunner().invoke(main, ["solve", "two-heads-by-hand", "--via", via])
        assert looked_for in str(done.exception)
