"""Several practice sites on one server, as on GitHub's pages: none touches what another keeps in the browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from test_practice import Quiet, served, until

from symattn.files import folder
from symattn.practice.site import worker

pytestmark = pytest.mark.browser
PAGE = b'<!DOCTYPE html><title>%s</title><p id="state"></p><script>navigator.serviceWorker.register("sw.js")</script>'
NAMES = "await caches.keys()"
TEXT = "(await (await caches.match(location.href)).text()).match(/<title>(.*?)</)[1]"
A_MOMENT = "new Promise(wake => setTimeout(wake, 50))"
KEPT = "caches.keys().then(names => names.map(name => name.replace(/[0-9a-f]{16}$/, '')).sort().join())"


class Kept(Quiet):
    """A server whose files the browser may keep for ten minutes without asking, as those of GitHub's pages."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()


def written(place: Path, title: bytes, changed: int = 1_700_000_000) -> None:
    place.mkdir(parents=True, exist_ok=True)
    files = {"index.html": PAGE % title}
    for name, data in (files | {"sw.js": worker(files)}).items():
        (place / name).write_bytes(data)
        os.utime(place / name, (changed, changed))  # a server tells seconds, and a test takes less


@pytest.mark.exhaustive
def test_two_sites_on_one_server_keep_their_own(either, tmp_path: Path) -> None:
    for name in ("one", "one/inner", "two"):
        written(tmp_path / name, name.encode())
    server, address = served(tmp_path, Kept)
    try:
        for name in ("one", "one/inner", "two"):
            either.go(f"{address}{name}/")
            until(either, "navigator.serviceWorker.controller")
        either.run("caches.open('symattn-of somebody else').then(() => true)")
        mine = sorted(f"symattn {address}{name}/ " for name in ("one", "one/inner", "two"))
        assert either.run(KEPT).split(",") == sorted([*mine, "symattn-of somebody else"])

        written(tmp_path / "one", b"one anew", 1_700_000_060)  # another version: the old one of this site goes, and no other
        either.go(f"{address}one/")
        either.run("navigator.serviceWorker.ready.then(found => found.update()).then(() => true)")
        either.run(f"(async () => {{ while (({TEXT}) !== 'one anew' || ({NAMES}).length !== 4) await {A_MOMENT}; return true; }})()")
        assert either.run(KEPT).split(",") == sorted([*mine, "symattn-of somebody else"])
        either.go(f"{address}two/")
        assert either.run("document.title") == "two"
    finally:
        server.shutdown()
        server.server_close()


def test_what_is_written_on_one_page_is_not_found_on_that_of_another_site() -> None:
    """The key under which the browser keeps answers begins with the site's own folder."""
    script = (folder("templates") / "practice" / "practice.js").read_text("utf-8")
    (line,) = [line for line in script.splitlines() if "const here = `" in line]
    assert 'symattn ${new URL(".", location).pathname} ' in line
    (line,) = [line for line in script.splitlines() if "const place = `" in line]
    assert "`${here}${location.search} `" in line
    written = re.findall(r"(?:store\??|localStorage)\.setItem\(([^,]*),", script)
    assert {key.split(" + ")[0] for key in written} == {"place"}, "nothing is kept under another name"
    assert "localStorage.clear" not in script
