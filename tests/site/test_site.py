"""The site of the gallery and the guide: whole, its links lead somewhere, nothing is from elsewhere, everything is found."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.bank import entries
from symattn.errors import ToolError, exit_code
from symattn.files import bank, languages
from symattn.formats import pdf, printed
from symattn.ops import OPS
from symattn.sheet.explained import table
from symattn.site.guide import MADE, html, paged, topics

KNOWN: set[str] = set()
"""The hosts that pages link to: none so far."""
SHEETS = ("softmix", "causal-mask")
SOFTMIX = "title = 'A <b>mix</b> & more'\nlanguage = 'de'\n[[question]]\nprompt = 'Berechne $B$.'\nsteps = ['B = softmax(A)']\ngiven.A = [[1, 0]]\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    (place / "softmix.toml").write_text(SOFTMIX, encoding="utf-8")
    done = CliRunner().invoke(main, ["site", str(place / "softmix.toml"), "causal-mask", "-o", str(place / "site"), "--no-workshop", "--no-pdf"], catch_exceptions=False)
    assert done.exit_code == 0
    assert done.stdout.strip() == str(place / "site" / "index.html")
    return place / "site"


def addresses(page: Path) -> list[str]:
    text = re.sub(r"<pre.*?</pre>", "", page.read_text(encoding="utf-8"), flags=re.S)
    return [unescape(found) for found in re.findall(r'(?:href|src)="([^"]*)"', text) if not found.startswith("data:")]


@pytest.mark.exhaustive
def test_every_link_leads_somewhere_in_the_folder(site: Path) -> None:
    ids = {page: set(re.findall(r'id="([^"]*)"', page.read_text(encoding="utf-8"))) for page in site.rglob("*.html")}
    assert len(ids) > 30
    for page in ids:
        for address in addresses(page):
            if address.startswith(("https://", "http://")):
                continue
            name, _, anchor = address.partition("#")
            target = (page.parent / name).resolve() if name else page
            assert target.is_file(), (page, address)
            assert not anchor or target not in ids or anchor in ids[target], (page, address)


@pytest.mark.exhaustive
def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for file in (*site.rglob("*.html"), *site.rglob("*.css"), *site.rglob("*.js"), *site.rglob("*.svg")):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r'(?:src|<link[^>]*href)="(?:https?:)?//', text), file
        assert not re.search(r"""url\(\s*["']?(?:https?:)?//|@import|fetch\(["']http""", text), file


@pytest.mark.exhaustive
def test_every_file_is_kept_for_use_without_a_network(site: Path) -> None:
    kept = (site / "sw.js").read_text(encoding="utf-8")
    files = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()} - {"sw.js"}
    assert [name for name in sorted(files) if f'"{name}"' not in kept] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_its_pages_and_its_file(site: Path, name: str) -> None:
    place = site / "sheets" / name
    assert {path.name for path in place.iterdir()} == {"index.html", "blank.html", "brief.html", "standard.html", "full.html", f"{name}.toml"}
    assert all("base64" not in (place / f"{page}.html").read_text(encoding="utf-8") for page in ("blank", "standard"))
    assert f'href="sheets/{name}/index.html"' in (site / "gallery.html").read_text(encoding="utf-8")


def test_what_an_author_writes_is_text_everywhere(site: Path) -> None:
    for page in (site / "gallery.html", site / "sheets" / "softmix" / "index.html"):
        text = page.read_text(encoding="utf-8")
        assert "A &lt;b&gt;mix&lt;/b&gt; &amp; more" in text
        assert "<b>" not in text


def test_sheets_are_found_by_their_words_and_their_topics(site: Path) -> None:
    text = (site / "gallery.html").read_text(encoding="utf-8")
    found = dict(re.findall(r'<li data-words="([^" ]+) ([^"]*)"', text))
    assert set(found) == set(SHEETS)
    assert "softmax" in found["softmix"]
    assert "berechne" in found["softmix"]
    assert 'data-topics="masks' in text
    assert 'data-topic="masks"' in text


@pytest.mark.exhaustive
def test_every_question_of_the_bank_is_found_by_its_words_and_topics(site: Path) -> None:
    text = (site / "bank.html").read_text(encoding="utf-8")
    every = entries(bank().values())
    found = {words.split()[0]: topics.split() for words, topics in re.findall(r'<li data-words="([^"]*)" data-topics="([^"]*)"', text)}
    assert found == {entry.question.id.lower(): list(entry.about.topics) for entry in every}
    assert "workshop.html" not in text


def test_the_guide_has_every_page_key_operation_slip_command_and_problem(site: Path) -> None:
    pages = {path.stem: unescape(re.sub(r"<[^>]*>", "", path.read_text(encoding="utf-8"))) for path in (site / "guide").glob("*.html")}
    assert set(pages) == {*topics(), *(name for name, made in MADE.items() if made.paged), "operations", "commands"}
    assert [op.spelling for op in OPS.values() if op.spelling not in pages["operations"]] == []
    assert [id for op in OPS.values() for id in op.slips if id not in pages["operations"]] == []
    assert [entry.name for entry in table() if entry.name not in pages["problems"]] == []
    commands = main.list_commands(Context(main))
    assert [name for name in commands if f"symattn {name}" not in pages["commands"]] == []


@pytest.mark.exhaustive
def test_a_sheet_and_its_key_are_there_as_pdf(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["site", "causal-mask", "-o", str(tmp_path), "--no-workshop"], catch_exceptions=False)
    assert done.exit_code == 0
    page = (tmp_path / "sheets" / "causal-mask" / "index.html").read_text(encoding="utf-8")
    for name in ("sheet.pdf", "key.pdf"):
        assert f'href="{name}"' in page
        assert (tmp_path / "sheets" / "causal-mask" / name).read_bytes().startswith(b"%PDF")


@pytest.mark.exhaustive
@pytest.mark.parametrize("asked", [(), ("--pdf",)])
def test_where_nothing_makes_a_pdf_it_is_said(asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "tool", lambda: None)
    monkeypatch.setattr(printed, "browser", lambda: None)
    done = CliRunner().invoke(main, ["site", "causal-mask", "-o", str(tmp_path / "site"), "--no-workshop", *asked])
    if asked:
        assert done.exception is not None
        assert exit_code(done.exception) == 4
        assert not (tmp_path / "site").exists()
    else:
        assert "without PDFs: neither TeX nor a Chromium is installed" in done.stderr
        assert "pdf" not in (tmp_path / "site" / "sheets" / "causal-mask" / "index.html").read_text(encoding="utf-8").split("<pre")[0].lower()


def test_every_link_to_elsewhere_is_well_formed_and_known(site: Path) -> None:
    """They are followed by nobody here: what is linked is listed, so that a new one is looked at."""
    found = {address for page in site.rglob("*.html") for address in addresses(page) if re.match(r"\w+:", address)}
    assert all(re.fullmatch(r"https://[\w.-]+(/[\w./#?=&%-]*)?", address) for address in found), found
    assert {address.split("/")[2] for address in found} <= KNOWN


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", languages())
def test_it_speaks_each_language(language: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["site", "causal-mask", "-o", str(tmp_path), "--language", language, "--no-workshop", "--no-pdf"], catch_exceptions=False)
    assert done.exit_code == 0
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in text
    assert {"en": "Gallery", "de": "Sammlung", "fr": "Galerie"}[language] in text
    assert {"en": ": a sheet with its key", "de": ": ein Blatt mit", "fr": ": une feuille avec"}[language] in text
    assert 'lang="en"' in (tmp_path / "guide" / "first-sheet.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("markdown", "page"), [
    ("# A\n\n[b](b.md) [c](c.md) [d](https://d.example/)", '<a href="b.html">b</a> c <a href="https://d.example/">d</a>'),
    ("# A\n\n<script>alert(1)</script>", "&lt;script&gt;"),
    ("# A\n\n## A\n\n## A", '<h2 id="a-3">'),
    ("# A\n\n| a |\n|---|\n| `b` |", '<div class="scroll" tabindex="0"><table>'),
])  # fmt: skip
def test_a_page_of_the_guide_is_made_of_its_markdown(markdown: str, page: str) -> None:
    assert page in html(markdown, {"b": ""})[0]


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(ToolError, match="pip install markdown-it-py"):
        html("# A", paged(""))


@pytest.mark.exhaustive
def test_it_is_written_again_into_its_own_folder(tmp_path: Path) -> None:
    for _ in range(2):
        done = CliRunner().invoke(main, ["site", "causal-mask", "-o", str(tmp_path), "--no-workshop", "--no-pdf"], catch_exceptions=False)
        assert done.exit_code == 0


@pytest.mark.parametrize("command", ["site", "practice"])
def test_the_front_page_of_another_program_is_not_written_over(command: str, tmp_path: Path) -> None:
    front = tmp_path / "public" / "index.html"
    front.parent.mkdir()
    front.write_text("<!DOCTYPE html><title>My own</title>", encoding="utf-8")
    alone = ["--no-workshop", "--no-pdf"] if command == "site" else []
    done = CliRunner().invoke(main, [command, "causal-mask", "-o", str(front.parent), *alone])
    assert done.exception is not None
    assert exit_code(done.exception) == 2
    assert "index.html is there, and symattn did not make it; write into a folder of its own" in str(done.exception)
    assert [path.name for path in front.parent.iterdir()] == ["index.html"]
    assert "My own" in front.read_text(encoding="utf-8")
