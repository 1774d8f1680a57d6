"""The site in a real browser: by desktop and phone, light and dark, searched, and without a network."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from headless_chromium import WIDE, node_module

from symattn.cli import main

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
    assert CliRunner().invoke(main, ["site", "-o", str(place), "--no-workshop", "--no-pdf"], catch_exceptions=False).exit_code == 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=place))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", place, server
    server.server_close()


def test_every_page_fits_and_has_no_barrier(chromium, served):
    address, place, _ = served
    axe = (node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    pages = [path for path in sorted(place.rglob("*.html")) if path.parent.parent.name != "sheets" or path.name == "index.html"]
    assert len(pages) > 60
    for k, page in enumerate(pages):
        chromium.go(address + str(page.relative_to(place)), PHONE if k % 2 else WIDE, dark=k % 4 > 1)
        assert chromium.run("document.documentElement.scrollWidth <= innerWidth"), page
        assert chromium.messages == [], page
        assert [one for one in chromium.requests if not one.startswith((address, "data:"))] == [], page
        chromium.run(axe + ";1")
        assert chromium.run(AXE) == [], page


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
