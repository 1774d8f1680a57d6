"""The preview in a real browser: the open page follows the file, keeps its place, and shows mistakes over the last page."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from headless_chromium import WIDE

from symattn.course.preview import Preview, served

pytestmark = pytest.mark.browser
LONG = "".join(f'[[question]]\nprompt = "Question number {n}"\nsteps = ["B = A @ A"]\ngiven.A = [[{n}]]\n' for n in range(1, 30))


def until(chromium, script: str) -> None:
    """Wait until a script is true in the page, which may be loading meanwhile."""
    for _ in range(100):
        try:
            if chromium.run(script):
                return
        except AssertionError:  # the page was just leaving
            pass
        time.sleep(0.1)
    pytest.fail(f"never true: {script}")


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
        chromium.run("document.querySelector('#preview a[href=\"/blank\"]').click()")
        until(chromium, "location.pathname == '/blank' && document.readyState == 'complete'")
        sheet.write_text(LONG, encoding="utf-8")
        until(chromium, "!document.querySelector('#preview pre')")
        assert not chromium.messages
        assert all(url.startswith((address, "data:")) for url in chromium.requests)
    chromium.call("Page.navigate", url="about:blank")
