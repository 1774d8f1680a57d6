"""The workshop in a real Chromium: what is typed becomes a key beside it, problems stand at their places, files are taken away."""

from __future__ import annotations

import functools
import http.server
import os
import re
import threading
import time
import zipfile
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from headless_chromium import PATIENCE, WIDE, Chromium, node_module
from test_practice import spent

from symattn.cli import main
from symattn.course.bank import entries
from symattn.errors import ToolError
from symattn.files import bank
from symattn.sheet import loads
from symattn.site.workshop import address as behind
from symattn.site.workshop import modules, starts

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
PHONE = (390, 800)
AXE = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(v => v.id + ' ' + v.nodes[0].html.slice(0, 150)))"
SHEET = 'title = "Mine"\n[[question]]\nsteps = ["B = softmax(A)"]\ngiven.A = [[1, 2], [0, 1]]\n'
KEY = "document.getElementById('key').contentDocument.body.textContent"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that keeps its log to itself."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, http.server.ThreadingHTTPServer]]:
    place = tmp_path_factory.mktemp("site")
    done = CliRunner().invoke(main, ["site", "causal-mask", "--no-pdf", "-o", str(place)])
    if isinstance(done.exception, ToolError) and not os.environ.get("CI"):
        pytest.skip(str(done.exception))
    assert done.exit_code == 0, done.output
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=place))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/practice/", place / "practice", server
    server.shutdown()
    server.server_close()


def until(chromium, condition: str) -> None:
    """Wait until something holds on the page."""
    end = time.monotonic() + PATIENCE
    while not chromium.run(f"Boolean({condition})"):
        assert time.monotonic() < end, (condition, chromium.run("document.getElementById('state').textContent"), chromium.messages)
        time.sleep(0.1)


def put(chromium, text: str) -> None:
    """Write a text into the editor in place of what stands there, as somebody who types."""
    chromium.run("document.querySelector('.cm-content').focus()")
    chromium.run("document.execCommand('selectAll')")
    chromium.type(text)


def opened(chromium, address: str, size: tuple[int, int] = WIDE, dark: bool = False) -> None:
    """The workshop as one finds it who has written nothing there before."""
    chromium.call("Storage.clearDataForOrigin", origin=address.removesuffix("/practice/"), storageTypes="local_storage")
    chromium.go(f"{address}workshop.html", size, dark=dark)
    until(chromium, f"{KEY}.includes('Question 1')")


def test_the_editor_is_whole_and_its_licenses_lie_beside_it(served):
    _, place, _ = served
    for file in (place / "editor").glob("*.js"):
        asked = re.findall(r"""^(?:import|export) [^;]*? from ['"]([^'"]+)['"]""", file.read_text(encoding="utf-8"), re.M)
        assert set(asked) <= set(modules()), file.name
        assert "MIT" in (place / "editor" / f"LICENSE-{file.stem}.txt").read_text(encoding="utf-8")


def test_every_link_to_the_workshop_opens_a_sheet_or_a_question(served):
    _, place, _ = served
    site, opens = place.parent, []
    for page in site.rglob("*.html"):
        for address in re.findall(r'(?:href|src)="([^":]*workshop.html[^"]*)"', page.read_text(encoding="utf-8")):
            name, _, what = address.partition("#")
            assert (page.parent / name).resolve() == place / "workshop.html", (page, address)
            opens += [what] if what else []
    sheets = {what[6:] for what in opens if what.startswith("sheet=")}
    questions = {what[5:] for what in opens if what.startswith("bank=")}
    assert len(sheets) + len(questions) == len(set(opens))
    assert questions == {entry.question.id for entry in entries(bank().values())}
    for packed in sheets:
        loads(zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode())
    assert sheets


def test_a_sheet_is_written_and_its_key_stands_beside_it(chromium, served):
    address, _, _ = served
    opened(chromium, address)
    put(chromium, SHEET)
    until(chromium, f"{KEY}.includes('Mine')")
    until(chromium, "document.getElementById('blank').contentDocument.body.textContent.includes('Mine')")
    assert chromium.run("document.querySelectorAll('#problems li').length") == 0

    put(chromium, SHEET.replace("softmax(A)", "sofmax(A)"))
    until(chromium, "document.querySelector('#problems button')")
    assert "softmax" in chromium.run("document.querySelector('#problems button').textContent")
    assert chromium.run("document.querySelector('.cm-lintRange-error') !== null")
    assert chromium.run("document.getElementById('key').classList.contains('old')")
    chromium.run("document.querySelector('#problems button').focus()")
    chromium.press("Enter")
    assert chromium.run("document.activeElement.classList.contains('cm-content')")
    assert chromium.messages == []
    assert [one for one in chromium.requests if not one.startswith((address.removesuffix("practice/"), "data:", "about:", "blob:"))] == []


def test_an_address_holds_the_sheet_and_nothing_is_sent(chromium, served):
    address, _, _ = served
    opened(chromium, address)
    put(chromium, SHEET)
    until(chromium, f"{KEY}.includes('Mine')")
    chromium.run("document.getElementById('share').click()")
    until(chromium, "document.querySelector('#address input').value.includes('#sheet=')")
    shared = chromium.run("document.querySelector('#address input').value")
    chromium.go(f"{address}workshop.html", WIDE)  # what was written there before stands there again
    until(chromium, f"{KEY}.includes('Mine')")
    chromium.run("localStorage.clear()")
    chromium.go("about:blank", WIDE)
    chromium.go(shared, WIDE)
    until(chromium, f"{KEY}.includes('Mine')")
    assert not [one for one in chromium.requests if "sheet=" in one.split("#")[0]]


def test_an_answer_is_marked_and_numbers_are_drawn(chromium, served):
    address, _, _ = served
    opened(chromium, address)
    put(chromium, SHEET)
    until(chromium, f"{KEY}.includes('Mine')")
    chromium.run("document.getElementById('answer').value = 'B = [0.2689 0.7311; 0.2689 0.7311]'")
    chromium.run("document.getElementById('mark').click()")
    until(chromium, "document.getElementById('feedback').contentDocument.querySelector('.sign')?.textContent === '✓'")
    before = chromium.run(KEY)
    chromium.run("document.getElementById('draw').click()")
    until(chromium, f"{KEY}.includes('Mine') && {KEY} !== {before!r}")
    chromium.run("(document.getElementById('language').value = 'de', document.getElementById('language').dispatchEvent(new Event('change')))")
    until(chromium, f"{KEY}.includes('Musterlösung')")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits_and_has_no_barrier(chromium, served, size, dark):
    address, _, _ = served
    axe = (node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    opened(chromium, address, size, dark)
    chromium.run("document.querySelector('#share').click()")
    assert chromium.run("document.documentElement.scrollWidth <= innerWidth")
    chromium.run(axe + ";1")
    assert chromium.run(AXE) == []


def test_the_first_key_stands_there_before_the_engine(chromium, served):
    address, _, _ = served
    with chromium.before("globalThis.Worker = class { postMessage() {} };"):  # one that never comes
        opened(chromium, address)
        assert "starting" in chromium.run("document.getElementById('state').textContent")
        until(chromium, "document.getElementById('blank').contentDocument.body.textContent.includes('Question 1')")
        until(chromium, "document.querySelectorAll('#fields table').length === 8")
    opened(chromium, address)
    until(chromium, "document.getElementById('state').textContent.startsWith('Solved')")
    put(chromium, chromium.run("JSON.parse(document.getElementById('about').textContent).starts.heads").replace("[[1, 0], [0, 1]]", "[[17, 0], [0, 1]]", 1))
    until(chromium, f"{KEY}.includes('17')")
    assert chromium.messages == []


STAGES = """new Promise(done => {
  const worker = new Worker("worker.js", { type: "module", name: "ROOM" }), stages = [];
  worker.onmessage = ({ data }) => { if (data.stage) stages.push(data.stage); else { worker.terminate(); done(stages); } };
  worker.postMessage({ id: 1, needs: [], request: JSON.stringify({ do: "sing" }) });
})"""


@pytest.mark.parametrize("room", ["symattn.site.bench", ""], ids=["the workshop", "a page to practise on"])
def test_python_begins_from_the_picture_of_its_memory(chromium, served, room):
    """Where it has to be built, as in a browser in which the picture does not fit, the stage "python" is told before."""
    address, place, _ = served
    assert (place / "engine" / "snapshot.bin").is_file()

    def stages() -> list[str]:  # nothing of what the browser keeps
        chromium.call("Storage.clearDataForOrigin", origin=address.removesuffix("/practice/"), storageTypes="all")
        chromium.call("Network.clearBrowserCache")
        chromium.go(f"{address}workshop.css", WIDE)
        return chromium.run(STAGES.replace("ROOM", room))

    assert stages() == ["symattn"]
    about = place / "engine" / "snapshot.json"
    kept = about.read_text(encoding="utf-8")
    about.write_text(kept.replace('"after":', '"after":1'), encoding="utf-8")
    try:
        assert stages() == ["python", "symattn"]
    finally:
        about.write_text(kept, encoding="utf-8")


def test_a_sheet_is_made_by_the_form(chromium, served):
    address, _, _ = served
    opened(chromium, address)
    chromium.run("document.getElementById('form').open = true")
    chromium.run("(document.getElementById('words').value = 3, document.getElementById('kind').focus())")
    chromium.run("document.getElementById('make').click()")
    until(chromium, "document.querySelectorAll('#fields table')[0]?.rows.length === 3")
    field = "document.querySelector('#fields input[type=text]')"
    chromium.run(f"({field}.value = '7', {field}.dispatchEvent(new Event('change')))")
    until(chromium, "document.querySelector('.cm-content').textContent.includes('[[7,')")
    until(chromium, f"{field}.value === '7' && {KEY}.includes('7')")
    chromium.run("document.querySelectorAll('#fields input[type=checkbox]').forEach((tick, k) => { tick.checked = k === 0; })")
    chromium.run("document.querySelector('#fields input[type=checkbox]').dispatchEvent(new Event('change'))")
    until(chromium, "document.querySelector('.cm-content').textContent.includes('asks = [')")
    assert chromium.messages == []


FIRST, LATER = 8.0, 1.0  # seconds of work of the page's process, all its threads together


def test_the_first_key_of_a_new_browser_comes_soon_and_later_ones_at_once(served, tmp_path):
    """Of a visitor's own sheet, opened by its address: nothing of it was made before."""
    own = starts()["heads"].replace("[[1, 0], [0, 1]]", "[[17, 0], [0, 1]]", 1)
    chromium = Chromium(tmp_path)

    def work(title: str, write) -> float:
        """From what is written to key and students' sheet."""
        begun = spent(chromium)
        write(f'title = "{title}"\n' + re.sub("(?m)^title.*$", "", own))
        for form in ("key", "blank"):
            until(chromium, f"document.getElementById('{form}').contentDocument.body.textContent.includes({title!r})")
        return spent(chromium) - begun

    try:
        first = work("The first", lambda text: chromium.go(f"{served[0]}workshop.html{behind(text)}"))
        until(chromium, "document.getElementById('state').textContent.includes('without a network')")  # the engine is at nothing
        later = [work(f"Number {k}", lambda text: put(chromium, text)) for k in range(3)]
    finally:
        chromium.close()
    print(f"\nfirst key after {first:.2f} s, later {', '.join(f'{one:.2f}' for one in later)} s")
    assert first < FIRST
    assert max(later) < LATER


ARRIVES = {
    "toml": (".toml", b"given.A"), "key tex": (".tex", b"documentclass"), "key html": (".html", b"<!DOCTYPE html>"), "key md": (".md", b"# Mine"),
    "blank tex": (".tex", b"documentclass"), "key text": (".txt", b"Mine"), "key ipynb": (".ipynb", b'"cells"'), "key json": (".json", b'"schema"'),
    "key moodle": (".zip", b"PK"), "key qti": (".zip", b"PK"), "key numbas": (".zip", b"PK"), "key practice": (".zip", b"PK"),
}  # fmt: skip


def test_what_is_taken_away_arrives_and_is_opened_again(chromium, served, tmp_path):
    address, _, _ = served
    chromium.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    opened(chromium, address)
    put(chromium, SHEET)
    until(chromium, f"{KEY}.includes('Mine')")
    for wanted, (ending, holds) in ARRIVES.items():
        chromium.run(f"(document.getElementById('as').value = {wanted!r}, document.getElementById('take').click())")
        end = time.monotonic() + PATIENCE
        while not (found := [path for path in tmp_path.iterdir() if path.suffix != ".crdownload"]):
            assert time.monotonic() < end, (wanted, chromium.run("document.getElementById('state').textContent"))
            chromium.run("1")
            time.sleep(0.1)
        assert found[0].suffix == ending, wanted
        assert holds in found[0].read_bytes(), wanted
        if ending == ".zip":
            assert zipfile.ZipFile(found[0]).testzip() is None
        if wanted == "key practice":
            with zipfile.ZipFile(found[0]) as archive:
                assert {"index.html", "sheet.html", "sw.js", "worker.js", "sheets/sheet.zip"} <= set(archive.namelist())
                archive.extractall(tmp_path.parent / "practice")
        found[0].unlink()
    with_server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path.parent / "practice"))
    threading.Thread(target=with_server.serve_forever, daemon=True).start()
    chromium.go(f"http://127.0.0.1:{with_server.server_port}/", WIDE)
    until(chromium, "document.querySelector('#questions input') && !document.querySelector('#state').textContent.includes('…')")
    assert chromium.messages == []
    with_server.shutdown()
    with_server.server_close()


def test_a_file_is_opened_and_words_are_completed(chromium, served, tmp_path):
    address, _, _ = served
    opened(chromium, address)
    (tmp_path / "own.toml").write_text(SHEET.replace("Mine", "From a file"), encoding="utf-8")
    root = chromium.call("DOM.getDocument")["root"]["nodeId"]
    node = chromium.call("DOM.querySelector", nodeId=root, selector="#open")["nodeId"]
    chromium.call("DOM.setFileInputFiles", files=[str(tmp_path / "own.toml")], nodeId=node)
    until(chromium, f"{KEY}.includes('From a file')")
    put(chromium, 'language = "de"\nnotation = "paper"\n' + SHEET)
    until(chromium, f"{KEY}.includes('Musterlösung')")
    until(chromium, "document.getElementById('language').value + document.getElementById('notation').value === 'depaper'")
    put(chromium, "")
    chromium.type("dec")
    until(chromium, "document.querySelector('.cm-tooltip-autocomplete')?.textContent.includes('decimals')")


def test_it_works_without_a_network(chromium, served):
    address, _, server = served
    opened(chromium, address)
    until(chromium, "document.getElementById('state').textContent.includes('without a network')")
    until(chromium, "navigator.serviceWorker.controller")
    server.shutdown()
    server.server_close()
    opened(chromium, address)
    put(chromium, SHEET)
    until(chromium, f"{KEY}.includes('Mine')")
    assert [one for one in chromium.messages if "Failed" in one] == []
