"""The whole site in a real browser: every link followed, by desktop and phone, light and dark, by keyboard, searched, and without a network."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from click.testing import CliRunner
from headless_chromium import WIDE, node_module

from symattn.cli import main
from symattn.errors import ToolError

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
PHONE = (390, 800)
AXE = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(v => v.id + ' ' + v.nodes[0].html.slice(0, 150)))"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that keeps its log to itself."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, http.server.ThreadingHTTPServer]]:
    place = tmp_path_factory.mktemp("site")
    done = CliRunner().invoke(main, ["site", "-o", str(place), "--no-pdf"])
    if isinstance(done.exception, ToolError) and not os.environ.get("CI"):
        pytest.skip(str(done.exception))
    assert done.exit_code == 0, done.output
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=place))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", place, server
    server.server_close()


NO_ENGINE = "globalThis.Worker = class { postMessage() {} };"  # pages to practise on have tests of their own
LINKS = "[...document.querySelectorAll('a[href]')].map(link => link.href)"


def test_every_link_is_followed_and_every_page_fits_and_has_no_barrier(chromium, served):
    """From the front page to all others: each link leads to a page, a place on it or a file, and no page is left over."""
    address, place, _ = served
    axe = (node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    waiting, places, anchors, files, keys = [address + "index.html"], dict[str, set[str]](), set[tuple[str, str]](), set[str](), 0
    with chromium.before(NO_ENGINE):
        while waiting:
            page = waiting.pop(0)
            if page in places:
                continue
            k = len(places)
            chromium.go(page, PHONE if k % 2 else WIDE, dark=k % 4 > 1)
            name = page.removeprefix(address)
            assert chromium.run("document.documentElement.scrollWidth <= innerWidth"), page
            assert chromium.messages == [], page
            assert [one for one in chromium.requests if not one.startswith((address, "data:", "blob:"))] == [], page
            places[page] = set(chromium.run("[...document.querySelectorAll('[id]')].map(one => one.id)"))
            is_key = name.startswith("sheets/") and not name.endswith("index.html")  # the same as `symattn solve` writes
            keys += is_key
            if not is_key:
                chromium.run(axe + ";1")
                assert chromium.run(AXE) == [], page
            for link in chromium.run(LINKS):
                target, anchor = urldefrag(link)
                assert target.startswith(address), (page, link)
                if anchor and not anchor.startswith(("sheet=", "bank=")):
                    anchors.add((target, anchor))
                (waiting.append if target.endswith((".html", "/")) else files.add)(target)
        for target in sorted(files):
            assert chromium.run(f"fetch({target!r}).then(answer => answer.ok)"), target
    assert [(page, anchor) for page, anchor in sorted(anchors) if unquote(anchor) not in places[page]] == []
    reached = {page.removeprefix(address) for page in places}
    assert {str(path.relative_to(place)) for path in place.rglob("*.html")} - reached == set()
    assert keys == 4 * len(list((place / "sheets").iterdir()))


STOPS = """[...document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]')].filter(
  one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[hidden]'))"""
AT = f"{STOPS}.indexOf(document.activeElement)"


@pytest.mark.parametrize("page", ["index.html", "gallery.html", "guide.html", "guide/class.html", "sheets/causal-mask/index.html", "practice/workshop.html"])
def test_the_keyboard_comes_everywhere_in_order_and_is_seen(chromium, served, page):
    address, _, _ = served
    with chromium.before(NO_ENGINE):
        chromium.go(address + page, WIDE)
        count = chromium.run(f"{STOPS}.length")
        came: list[int] = []
        for _ in range(20 * count):  # within a frame it goes on to what is in there
            chromium.press("Tab")
            at = chromium.run(AT)
            if at < 0 or at in came[:-1]:
                break
            came += [at] * (at not in came)
            seen, editor = chromium.run("(one => [one.matches(':focus-visible, iframe') && one.getBoundingClientRect().width > 0, one.matches('.cm-content')])(document.activeElement)")
            assert seen, (page, at, chromium.run("document.activeElement.outerHTML.slice(0, 200)"))
            if editor:  # there Tab would write, but not after Escape
                chromium.press("Escape")
    assert came == list(range(count)), (page, count, chromium.run(f"{STOPS}.map(one => one.outerHTML.slice(0, 80))"))


def test_search_and_topics_leave_what_fits(chromium, served):
    chromium.go(served[0] + "gallery.html", WIDE)
    count = "[...document.querySelectorAll('.found > li:not([hidden])')].map(entry => entry.querySelector('a').textContent)"
    every = chromium.run(count)
    chromium.run("(box.value = 'GPT-2', look())")
    assert chromium.run(count) == ["What GPT-2 small is made of"]
    chromium.run("(box.value = '', document.querySelector('[data-topic=\"masks\"]').focus())")
    chromium.press("Enter")
    assert "A head that cannot look ahead" in chromium.run(count)
    assert len(chromium.run(count)) < len(every)
    chromium.press("Enter")
    assert chromium.run(count) == every


def test_it_works_without_a_network(chromium, served):
    address, _, server = served
    chromium.go(address, WIDE)
    chromium.run("navigator.serviceWorker.ready.then(() => new Promise(done => navigator.serviceWorker.controller ? done(1) : navigator.serviceWorker.addEventListener('controllerchange', () => done(1))))")
    server.shutdown()
    server.server_close()
    for page in ("gallery.html", "guide/class.html", "sheets/causal-mask/standard.html", "index.html"):
        chromium.go(address + page, WIDE)
        assert chromium.run("document.querySelector('h1').textContent"), page
        assert [one for one in chromium.messages if "Failed" in one] == []
