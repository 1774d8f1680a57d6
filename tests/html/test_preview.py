"""The preview in a real browser: the open page follows the file, keeps its place, and shows mistakes over the last page."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from headless_chromium import PATIENCE, WIDE

from symattn.course.preview import Preview, served
from symattn.errors import ToolError
from symattn.practice.site import pages

pytestmark = pytest.mark.browser
LONG = "".join(f'[[question]]\nprompt = "Question number {n}"\nsteps = ["B = A @ A"]\ngiven.A = [[{n}]]\n' for n in range(1, 30))
FOLLOW = "(() => { const link = document.querySelector('#preview a[href$=\"/blank\"]'); link?.click(); return Boolean(link); })()"


def until(chromium, script: str) -> None:
    """Wait until a script is true in the page, which may be loading meanwhile."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if chromium.run(script):
                return
        except AssertionError:  # the page was just leaving
            pass
        time.sleep(0.05)
    pytest.fail(f"never true: {script}")


@pytest.mark.exhaustive
def test_the_open_page_follows_the_file(chromium, tmp_path: Path) -> None:
    sheet = tmp_path / "week3.toml"
    sheet.write_text(LONG, encoding="utf-8")
    with served(Preview(sheet)) as address:
        chromium.look(WIDE)
        chromium.call("Page.navigate", url="about:blank")
        chromium.messages.clear()
        chromium.requests.clear()
        chromium.call("Page.navigate", url=address)
        until(chromium, "document.body && document.body.innerText.includes('Question number 29')")
        chromium.run("scrollTo(0, 900)")
        sheet.write_text(LONG.replace("Question number 7", "A new wording"), encoding="utf-8")
        until(chromium, "document.body.innerText.includes('A new wording') && document.readyState == 'complete'")
        until(chromium, "scrollY == 900")
        sheet.write_text(LONG.replace("[[7]]", "[[7, 8]]"), encoding="utf-8")
        until(chromium, "document.querySelector('#preview pre')?.innerText.includes('week3.toml:')")
        assert chromium.run("document.body.innerText.includes('A new wording')"), "the last good page stays"
        until(chromium, FOLLOW)
        until(chromium, "location.pathname.endsWith('/blank') && document.readyState == 'complete'")
        sheet.write_text(LONG, encoding="utf-8")
        until(chromium, "!document.querySelector('#preview pre')")
        assert not chromium.messages
        assert all(url.startswith((address, address.rsplit("/", 2)[0] + "/favicon.ico", "data:")) for url in chromium.requests)
    chromium.call("Page.navigate", url="about:blank")


@pytest.mark.exhaustive
def test_a_link_is_followed_while_the_page_is_made_again(chromium, tmp_path: Path) -> None:
    """News that come just after the click do not take the reader back: five of forty clicks were lost so."""
    sheet = tmp_path / "week3.toml"
    sheet.write_text(LONG, encoding="utf-8")
    with served(Preview(sheet)) as address:
        for wait in range(0, 250, 30):
            chromium.call("Page.navigate", url=address)
            until(chromium, "Boolean(document.querySelector('#preview a')) && document.readyState == 'complete'")
            sheet.write_text(LONG.replace("Question number 7", f"Wording {wait}"), encoding="utf-8")
            time.sleep(wait / 1000)
            until(chromium, FOLLOW)
            until(chromium, "location.pathname.endsWith('/blank') && document.readyState == 'complete'")
    chromium.call("Page.navigate", url="about:blank")


@pytest.mark.exhaustive
def test_every_save_of_a_sheet_is_shown(chromium, tmp_path: Path) -> None:
    sheet = tmp_path / "week3.toml"
    text = '[[question]]\nprompt = "Version 0"\nsteps = ["B = A @ A"]\ngiven.A = [[2]]\n'
    sheet.write_text(text, encoding="utf-8")
    with served(Preview(sheet)) as address:
        chromium.call("Page.navigate", url=address)
        until(chromium, "document.body && document.body.innerText.includes('Version 0')")
        for k in range(1, 6):
            sheet.write_text(text.replace("Version 0", f"Version {k}"), encoding="utf-8")
            until(chromium, f"document.body.innerText.includes('Version {k}')")
    chromium.call("Page.navigate", url="about:blank")


@pytest.mark.exhaustive
def test_the_practice_page_is_shown_with_the_others(chromium, tmp_path: Path) -> None:
    """With files that stand for the engine: the page itself is the one that students get."""
    sheet = tmp_path / "week3.toml"
    sheet.write_text('[[question]]\nprompt = "Version 0"\nsteps = ["B = A @ A"]\ngiven.A = [[2]]\n', encoding="utf-8")
    with served(Preview(sheet, practice=lambda path: pages([path]))) as address:
        chromium.call("Page.navigate", url=f"{address}practice")
        until(chromium, "document.querySelector('.answer-line button.main') && document.querySelectorAll('#preview a[aria-current]').length == 1")
        assert chromium.run("location.href") == f"{address}practice/"
        sheet.write_text(sheet.read_text(encoding="utf-8").replace("Version 0", "Version 1"), encoding="utf-8")
        until(chromium, "document.body.innerText.includes('Version 1')")
    chromium.call("Page.navigate", url="about:blank")


def test_what_the_practice_page_lacks_is_said_there(tmp_path: Path) -> None:
    def refused(path: Path) -> Mapping[str, bytes]:
        raise ToolError("pyodide 314 from npm: npm does not run")

    sheet = tmp_path / "week3.toml"
    sheet.write_text("[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n", encoding="utf-8")
    found = Preview(sheet, practice=refused).practised("")
    assert found is not None
    assert b"npm does not run" in found
    assert Preview(sheet, practice=refused).practised("practice.js") is None
    assert Preview(sheet).practised("practice.js") is None
