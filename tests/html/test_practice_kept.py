"""What is written on a practice page is kept line by line: over tabs, corrections of the sheet, and without a storage it is said."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from test_practice import Quiet, outside, served, started, until
from test_practice_origin import Kept

from symattn.practice.site import pages, site

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]  # the engine alone is seconds of each test

SHEET = """title = "T"
[[question]]
prompt = "{prompt}"
steps = ["S = X @ X", {steps}]
[question.given]
X = [[1, 2], [3, {entry}]]
[[question]]
prompt = "Untouched."
steps = ["Z = V @ V"]
[question.given]
V = [[2]]
"""
FIRST = {"prompt": "Square it.", "steps": '"T = S + X"', "entry": "4"}
KEYS = "Object.keys(localStorage).filter(key => key.startsWith('symattn ')).map(key => key.split(' ').slice(3).join(' ')).sort().join('; ')"
NOTICES = "[...document.querySelectorAll('.notice')].map(box => box.textContent).join('; ')"
FORBIDDEN = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    (folder / "t.toml").write_text(SHEET.format(**FIRST), "utf-8")
    site([folder / "t.toml"], folder / "site")
    return folder


@pytest.fixture
def address(place: Path):
    server, found = served(place / "site")
    yield f"{found}t.html"
    server.shutdown()
    server.server_close()


def corrected(place: Path, **changes: str) -> None:
    """The site written again of another sheet, its engine as it is; each test has a port, and so a storage, of its own."""
    (place / "t.toml").write_text(SHEET.format(**FIRST | changes), "utf-8")
    for name, data in pages([place / "t.toml"]).items():
        (place / "site" / name).write_bytes(data)
    (place / "site" / "sw.js").write_bytes(b"")  # what the browser keeps by itself is another test's


def typed(chromium, line: str, cells: list[list[str]]) -> None:
    chromium.run(f"""(() => {{
      const element = document.querySelector('[data-line="{line}"]'), cells = {json.dumps(cells)};
      [...element.querySelectorAll('.matrix-input input')].forEach((input, k) => {{
        input.value = cells.flat()[k]; input.dispatchEvent(new Event('input')); }});
    }})()""")


def seen(chromium, line: str) -> list[str]:
    return chromium.run(f"""[...document.querySelectorAll('[data-line="{line}"] .matrix-input input')].map(input => input.value)""")


def test_every_line_has_an_entry_of_its_own_and_two_tabs_keep_what_both_write(either, place: Path, address: str) -> None:
    corrected(place)
    started(either, address)
    typed(either, "S", [["7", "10"], ["15", "22"]])
    assert either.run(KEYS) == '["q1","S"]'
    with either.tab():
        started(either, address)
        assert seen(either, "S") == ["7", "10", "15", "22"]
        typed(either, "T", [["8", "12"], ["18", "26"]])
        either.run("document.querySelector('[data-line=T] button.main').click()")
        until(either, "document.querySelector('[data-line=T].right')")
    until(either, "document.querySelector('[data-line=T].right')")  # without a reload
    assert seen(either, "T") == ["8", "12", "18", "26"]
    typed(either, "Z", [["4"]])
    assert either.run(KEYS) == '["q1","S"]; ["q1","T"]; ["q2","Z"]'
    started(either, address)
    assert [seen(either, line) for line in "STZ"] == [["7", "10", "15", "22"], ["8", "12", "18", "26"], ["4"]]
    for line in "SZ":
        either.run(f"document.querySelector('[data-line={line}] button.main').click()")
    until(either, "document.getElementById('state').textContent.startsWith('Everything is right: 3 of 3 marks.')")


@pytest.mark.parametrize(("changes", "says"), [
    ({}, ""),
    ({"entry": "5"}, "This question was corrected since you wrote here (S, T): look at your entries again."),
    ({"prompt": "Square it, please."}, "This question was corrected since you wrote here (S, T): look at your entries again."),
    ({"steps": '"U = S + X"'}, "This sheet does not ask any more what you wrote here: T = [8, 12; 18, 26]."),
])  # fmt: skip
def test_a_corrected_sheet_keeps_what_was_written_and_says_what_was_corrected(either, place: Path, address: str, changes, says) -> None:
    corrected(place)
    started(either, address)
    for line, cells in {"S": [["7", "10"], ["15", "22"]], "T": [["8", "12"], ["18", "26"]], "Z": [["4"]]}.items():
        typed(either, line, cells)
    corrected(place, **changes)
    started(either, address)
    assert seen(either, "S") == ["7", "10", "15", "22"]
    assert seen(either, "Z") == ["4"]
    told = either.run(NOTICES)
    assert says in told
    assert bool(told) == bool(says)
    while either.run("Boolean(document.querySelector('.notice button'))"):
        either.run("document.querySelector('.notice button').click()")
    started(either, address)
    assert either.run(NOTICES) == ""


def test_what_an_earlier_page_kept_is_taken_over(chromium, place: Path, address: str) -> None:
    corrected(place)
    chromium.go(address.replace("t.html", "style.css"))
    old = json.dumps({"answers": {"q1": {"S": [["7", "10"], ["15", "22"]]}}, "checked": {"q1": {"S": True}}, "used": {"q1": {"S": ["hint"]}}})
    chromium.run(f"localStorage.setItem(`symattn ${{new URL('.', location).pathname}} t 0123abc`, {json.dumps(old)})")
    started(chromium, address)
    assert seen(chromium, "S") == ["7", "10", "15", "22"]
    until(chromium, "document.querySelector('[data-line=S].right')")


def test_without_a_storage_the_page_works_and_says_so(either, place: Path, address: str) -> None:
    corrected(place)
    with either.before(FORBIDDEN):
        started(either, address)
        assert "keeps nothing" in either.run("document.getElementById('state').textContent")
        typed(either, "S", [["7", "10"], ["15", "22"]])
        either.run("document.querySelector('[data-line=S] button.main').click()")
        until(either, "document.querySelector('[data-line=S].right')")
        either.run("window.confirm = () => true; [...document.querySelectorAll('#tools button')].find(x => x.textContent === 'Start again').click()")
        until(either, "document.querySelector('[data-line=S] .matrix-input input')?.value === ''")
        assert not either.messages


def test_a_sheet_that_is_published_again_arrives_in_a_page_that_was_kept_and_is_kept_itself(either, place: Path) -> None:
    """The site itself, its worker and engine, behind a server whose files the browser may keep for ten minutes."""
    for prompt in ("Square it.", "Square it, please."):
        (place / "t.toml").write_text(SHEET.format(**FIRST | {"prompt": prompt}), "utf-8")
        site([place / "t.toml"], place / "again")
        for file in (place / "again").rglob("*"):
            os.utime(file, (1_700_000_000 + len(prompt),) * 2)  # a server tells seconds, and a test takes less
        if prompt == "Square it.":
            server, address = served(place / "again", Kept)
            started(either, f"{address}t.html")
            until(either, "navigator.serviceWorker.controller")
            typed(either, "S", [["7", "10"], ["15", "22"]])
    try:
        either.go(f"{address}t.html")
        either.run("navigator.serviceWorker.ready.then(found => found.update()).then(() => true)")
        until(either, "(async () => (await (await caches.match(location.href)).text()).includes('Square it, please.'))()")
        started(either, f"{address}t.html")
        assert "Square it, please." in either.run("document.getElementById('questions').textContent")
        assert seen(either, "S") == ["7", "10", "15", "22"]
        assert "This question was corrected since you wrote here (S)" in either.run(NOTICES)
    finally:
        server.shutdown()
        server.server_close()
    started(either, f"{address}t.html")  # the network is gone: the page, its engine and the sheet come from what the browser keeps
    assert "Square it, please." in either.run("document.getElementById('questions').textContent")
    either.run("document.querySelector('[data-line=S] button.main').click()")
    until(either, "document.querySelector('[data-line=S].right')")
    assert outside(either, address) == []
    assert not either.messages


class NotKept(Quiet):
    """A server whose files the browser may not keep by itself."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def test_without_a_network_the_page_works_from_what_it_keeps_itself(either, place: Path) -> None:
    (place / "t.toml").write_text(SHEET.format(**FIRST), "utf-8")
    site([place / "t.toml"], place / "alone")
    server, address = served(place / "alone", NotKept)
    try:
        started(either, f"{address}t.html")
        either.run("navigator.serviceWorker.ready.then(() => true)")
        typed(either, "S", [["7", "10"], ["15", "22"]])
    finally:
        server.shutdown()
        server.server_close()
    started(either, f"{address}t.html")
    either.run("document.querySelector('[data-line=S] button.main').click()")
    until(either, "document.querySelector('[data-line=S].right')")
    assert outside(either, address) == []
    assert not either.messages


def test_on_a_processor_four_times_slower_nothing_that_is_typed_is_lost(either, place: Path, address: str) -> None:
    corrected(place)
    with either.slowed(4):
        either.go(address)
        until(either, "document.querySelector('[data-line=S] .matrix-input input')")
        typed(either, "S", [["7", "10"], ["15", "23"]])  # before the engine has come
        assert "Ready" not in either.run("document.getElementById('state').textContent")
        either.run("document.querySelector('[data-line=S] button.main').click()")
        until(either, "document.querySelector('[data-line=S].wrong')")
        looks = "[...document.querySelectorAll('[data-line=S] .matrix-input input')].map(input => input.className)"
        assert either.run(looks) == ["right", "right", "right", "wrong"]
        assert seen(either, "S") == ["7", "10", "15", "23"]
        assert not either.messages
