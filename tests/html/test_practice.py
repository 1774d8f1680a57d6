"""The practice page in a real Chromium: the engine runs there, and marks as the command line does."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import threading
import time
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from headless_chromium import NARROW, PATIENCE, WIDE, node_module
from test_pages import AXE

from symattn.cli import main
from symattn.errors import ToolError
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.text import text
from symattn.exact.zero import symbolic
from symattn.files import find
from symattn.marking.key import in_one
from symattn.practice.changes import givens
from symattn.practice.desk import Desk
from symattn.practice.site import pages, site
from symattn.sheet import load

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]  # the engine alone is seconds of each test
SHEETS = (
    "two-heads-by-hand", "causal-mask", "cross-attention", "softmax-step-by-step", "stated-weights", "batched-shapes",
    "counting-gpt2", "norm-by-hand", "few-bits", "softmax-by-parts", "temperature",
)  # fmt: skip
"""What is worked through; the template and the proofs are for what they have beside."""
WITH_SYMPY = "softplus"
BEYOND = """title = "How a softplus grows"

[[question]]
steps = ["P = log(1 + exp(S * x))", "G = P - x", "C = limit(G, x)"]
letters.x = "positive"
given.S = [[1]]
"""
MORE = ("two-heads-template", "attention-laws", "designs", "positions-in-letters", "backward-through-a-head", "multi-head-figure")
KINDS = (*MORE[1:], "batched-shapes", "counting-gpt2", "softmax-by-parts")
"""Sheets of every kind of content: proofs, free choices, letters, derivatives, figures, shapes, counts, growth."""
GERMAN = "auf-deutsch"
PHONE = (390, 844)
MOST, SMALL_FOLDER = 30e6, 20e6  # bytes of a folder with a thousand sheets, and of one with a class's
MEMORY = 500e6  # bytes of the page's process


class Quiet(SimpleHTTPRequestHandler):
    """A web server for files, as plain as there is one."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The site of all sheets that are worked on, written once."""
    german, beyond = (tmp_path_factory.mktemp("own") / f"{name}.toml" for name in (GERMAN, WITH_SYMPY))
    beyond.write_text(BEYOND, encoding="utf-8")
    german.write_text('language = "de"\n' + find("causal-mask").read_text(encoding="utf-8"), encoding="utf-8")
    try:
        return site([*(find(name) for name in (*SHEETS, *MORE)), beyond, german], tmp_path_factory.mktemp("site"))
    except ToolError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def address(built):
    """Where the site is served."""
    server, found = served(built.folder)
    yield found
    server.shutdown()
    server.server_close()


def served(folder: Path, handler: type[Quiet] = Quiet) -> tuple[ThreadingHTTPServer, str]:
    """A server of its own for a folder, and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def started(chromium, address: str, ready: str = "Ready", size: tuple[int, int] = WIDE) -> None:
    """Open a page and wait for the engine."""
    chromium.go(address, size)
    until(chromium, f"document.getElementById('state').textContent.startsWith('{ready}') || document.querySelector('#state.failed')")
    assert chromium.run("document.getElementById('state').textContent").startswith(ready)


def until(chromium, condition: str) -> None:
    """Wait until something holds on the page."""
    end = time.monotonic() + PATIENCE
    while not chromium.run(f"(async () => Boolean(await ({condition})))()"):
        assert time.monotonic() < end, (condition, chromium.run("document.getElementById('state').textContent"), chromium.messages)
        time.sleep(0.05)


def asked(chromium, what: str, where: str, **facts):
    """What the engine answers the page."""
    found = chromium.run(f"practice.ask({json.dumps(what)}, {json.dumps(facts)}, {json.dumps(where)})")
    assert "error" not in found, found
    return found


def command_line(*arguments: str) -> str:
    """What symattn prints."""
    return CliRunner().invoke(main, arguments).stdout


def right_and_wrong(sheet: str) -> tuple[dict[str, dict[str, object]], dict[str, dict[str, object]]]:
    """Exact answers to every line of a sheet, and wrong ones of five kinds in turn."""
    solution = load(find(sheet)).solve()
    right: dict[str, dict[str, object]] = {}
    wrong: dict[str, dict[str, object]] = {}
    kinds = itertools.cycle(SPOILT)
    for answer in solution.answers:
        for part in answer.question.parts:
            for name in part.shapes:
                found = answer.shapes[name]
                sizes = found.shape if found.value is None else (found.value,)
                own = f"({', '.join(map(str, sizes))})" if found.value is None else text(found.value)
                right.setdefault(answer.question.id, {})[name] = own
                wrong.setdefault(answer.question.id, {})[name] = "(7, x)" if found.value is None else "12"
            for name in part.asks:
                cells = [["-inf" if isinstance(x, Blocked) else text(x) for x in row] for row in in_one(answer.exact[name]).cells()]
                right.setdefault(answer.question.id, {})[name] = cells
                wrong.setdefault(answer.question.id, {})[name] = next(kinds)(cells)
    return right, wrong


SPOILT = (
    lambda cells: [[*cells[0][:-1], f"{cells[0][-1]} + 1" if cells[0][-1] != "-inf" else "0"], *cells[1:]],
    lambda cells: [list(row) for row in zip(*cells, strict=True)],
    lambda cells: [["0.5" for _ in row] for row in cells],
    lambda cells: [["?" for _ in row] for row in cells],
    lambda cells: [list(reversed(row)) for row in cells],
)


def axe(chromium) -> list[str]:
    """What axe has against the page as it stands."""
    chromium.run((node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8") + ";1")
    return chromium.run(AXE)


def focused(chromium) -> str:
    return chromium.run("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")


def worked_through(chromium, sheet: str) -> set[str]:
    """A sheet answered rightly and wrongly: the page says what the command line does. The verdicts there were."""
    verdicts: set[str] = set()
    asked(chromium, "open", sheet, sheet=f"{sheet}.toml")
    for kind, answers in zip(("right", "wrong"), right_and_wrong(sheet), strict=True):
        found = asked(chromium, "check", sheet, answers=answers)
        saved = asked(chromium, "export", sheet, answers=answers)
        Path(saved["name"]).write_text(saved["text"], encoding="utf-8")
        assert found["report"] == command_line("check", sheet, saved["name"], "--format", "json"), sheet
        told = {result["verdict"] for own in found["lines"].values() for result in own.values()}
        assert kind == "wrong" or told == {"correct"}, sheet
        verdicts |= told
    return verdicts


def test_sheets_get_the_verdicts_of_the_command_line(chromium, address, built, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    started(chromium, f"{address}two-heads-by-hand.html")
    verdicts = set().union(*(worked_through(chromium, sheet) for sheet in SHEETS))
    assert verdicts >= {"correct", "slip", "incorrect", "unreadable", "undecided", "shape"}  # what rests on "?" waits for a person

    own = asked(chromium, "open", "two-heads-template", sheet="two-heads-template.toml", seed="2026", student="ada")
    drawn = asked(chromium, "givens", "two-heads-template")["q1"]["givens"]
    here = Desk.opened(find("two-heads-template"), tmp_path, "2026", "ada")
    assert drawn == givens(here.sheet.questions[0])
    assert own["title"] == "Two heads, your own numbers"
    assert drawn != givens(load(find("two-heads-template")).questions[0])

    assert outside(chromium, address) == []
    assert 0 < renderer(chromium) < MEMORY


def test_a_sheet_with_a_limit_that_sympy_alone_finds_gets_it(chromium, address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(WITH_SYMPY).write_text(BEYOND, encoding="utf-8")
    browser = type(chromium)(tmp_path / "profile")  # of its own, so that no page before counts towards the memory
    try:
        started(browser, f"{address}{WITH_SYMPY}.html")
        assert "correct" in worked_through(browser, WITH_SYMPY)
        assert 0 < renderer(browser) < MEMORY
    finally:
        browser.close()


LOOK = "[...document.querySelectorAll('[data-line=Q] input[type=text]')].map(input => input.className)"


def filled_by_keys(browser) -> None:
    """Q of the causal mask's sheet filled in, checked and helped with by keys alone."""
    while not focused(browser).startswith("Q, row 1"):
        browser.press("Tab")
    typed = ("1", "ArrowRight", "1", "ArrowDown", "1", "ArrowLeft", "ArrowLeft", "0", "ArrowDown", "1", "ArrowRight", "3")
    for one in typed:  # an arrow goes through the text first, then on
        (browser.press if one.startswith("Arrow") else browser.type)(one)
    until(browser, "document.querySelector('[data-line=Q] .understood math')")
    browser.press("Enter")
    until(browser, "document.querySelector('[data-line=Q] .lead')")
    assert browser.run(LOOK) == ["right", "right", "right", "right", "right", "wrong"]
    assert "wrong" in browser.run("document.querySelector('[data-line=Q] .verdict').textContent")

    for _ in range(4):  # size of the matrix, check, then help
        browser.press("Tab")
    assert focused(browser) == "A hint: Q"
    for steps in range(1, 5):
        browser.press("Enter")
        until(browser, f"document.querySelectorAll('[data-line=Q] .helps .headline').length === {steps}")


def test_by_keyboard_alone(either, address):
    started(either, f"{address}causal-mask.html")
    filled_by_keys(either)


def test_by_keyboard_alone_and_without_a_network(chromium, built, tmp_path):
    server, address = served(built.folder)
    started(chromium, f"{address}causal-mask.html")
    filled_by_keys(chromium)

    chromium.run("navigator.serviceWorker.ready.then(() => true)")  # everything is kept, not only what the page has needed
    server.shutdown()  # the network goes, the page is opened again
    server.server_close()
    started(chromium, f"{address}causal-mask.html")
    until(chromium, "document.querySelector('[data-line=Q] .lead')")
    assert chromium.run("document.querySelector('[data-line=Q] input[type=text]').value") == "1"
    assert chromium.run(LOOK)[-1] == "wrong"
    chromium.run(PASTED)
    until(chromium, "document.querySelector('[data-line=L] .understood math')")
    assert chromium.run("[...document.querySelectorAll('[data-line=L] input[type=text]')].map(x => x.value).join()") == PASTED_CELLS
    assert outside(chromium, address) == []

    press_tool(chromium, "Check everything")
    until(chromium, "document.querySelector('#panel table')")
    row = chromium.run("[...document.querySelectorAll('#panel tbody tr')].map(x => x.textContent).find(x => x.startsWith('Q'))")
    assert "hint, smaller question, entry explained, working" in row
    problems = axe(chromium)
    press_tool(chromium, "What if")
    until(chromium, "document.querySelector('#panel figure') && document.querySelector('#panel .cells button')")
    chromium.run("document.querySelector('#panel .cells button').focus()")
    until(chromium, "document.querySelector('.product math')")
    chromium.press("ArrowRight")
    assert focused(chromium).endswith("row 1, column 2")
    chromium.run("(input => { input.value = '5'; input.dispatchEvent(new Event('input')); })(document.querySelector('#panel input'))")
    until(chromium, "document.querySelector('#panel .moves')")
    for size, dark in ((WIDE, False), (WIDE, True), (NARROW, False), (NARROW, True)):
        chromium.look(size, dark)
        assert chromium.run("document.documentElement.scrollWidth") <= size[0]
        problems += axe(chromium)
    assert not problems, "\n".join(dict.fromkeys(problems))
    assert chromium.messages == []


CHANGED = """
(async () => {
  const line = document.querySelector("[data-line=Q]"), verdict = line.querySelector(".verdict-box"), seen = [];
  const write = texts => [...line.querySelectorAll(".matrix-input input")].forEach((input, k) => {
    input.value = texts[k];
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  new MutationObserver(() => seen.push(verdict.textContent)).observe(verdict, { childList: true, subtree: true, characterData: true });
  write(["1", "1", "0", "1", "1", "2"]);
  line.querySelector("button.main").click();
  write(["1", "1", "0", "1", "1", "3"]);
  line.querySelector("button.main").click();
  while (!verdict.textContent.includes("wrong")) await new Promise(done => setTimeout(done, 20));
  return seen;
})()
"""


def test_no_verdict_on_an_answer_stands_beside_the_one_that_is_written_in_its_place(chromium, address):
    started(chromium, f"{address}causal-mask.html")
    seen = chromium.run(CHANGED)
    assert [text for text in seen if "right" in text and "wrong" not in text] == []


PASTED = r"""
(() => {
  const data = new DataTransfer();
  data.setData("text/plain", String.raw`L = \begin{bmatrix} \frac12 & -\infty \\ 0.50 & \sqrt2 \end{bmatrix}`);
  document.querySelector("[data-line=L] input[type=text]").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
})()
"""
PASTED_CELLS = r"\frac12,-\infty,0.50,\sqrt2"


def press_tool(chromium, name: str) -> None:
    chromium.run(f"[...document.querySelectorAll('#tools button')].find(x => x.textContent === {json.dumps(name)}).click()")


def outside(chromium, address: str) -> list[str]:
    """The addresses asked for that are not in the folder."""
    return [url for url in chromium.requests if not url.startswith((address, "data:", "blob:"))]


def renderer(chromium) -> int:
    """The memory that the page's process has to itself, in bytes, the largest where there are several."""
    found = [re.search(r"^Pss: +(\d+) kB", (process / "smaps_rollup").read_text(), re.M) for process in renderers(chromium)]
    return max((int(one[1]) * 1024 for one in found if one), default=0)


def renderers(chromium) -> list[Path]:
    """The processes of the browser's pages."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes() and str(chromium.profile).encode() in _of_parent(process):
                found.append(process)
        except OSError:  # it has ended
            continue
    return found


def spent(chromium) -> float:
    """The seconds that the pages' processes have worked, all their threads together; of one that ends meanwhile none."""
    ticks = 0
    for process in renderers(chromium):
        with suppress(OSError):
            ticks += sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _of_parent(process: Path) -> bytes:
    """The command lines of a process and of those that started it."""
    found = b""
    while process.name not in ("0", "1"):
        found += (process / "cmdline").read_bytes()
        process = process.parent / re.search(r"^PPid:\s+(\d+)", (process / "status").read_text(), re.M)[1]
    return found


@pytest.fixture
def phone(chromium):
    """The browser as a phone: small, and touched."""
    chromium.touched(True)
    yield chromium
    chromium.touched(False)
    chromium.call("Emulation.setEmulatedMedia", media="", features=[])
    chromium.look(WIDE)


def tap(chromium, element: str) -> None:
    """A finger put on an element and lifted."""
    where = "(x => { x.scrollIntoView({block: 'center'}); const b = x.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })"
    until(chromium, f"(([x, y], e) => e.contains(document.elementFromPoint(x, y)))({where}({element}), {element})")
    before = None
    while (at := chromium.run(f"{where}({element})")) != before:  # what is still being laid out moves away from under a finger
        before = at
        time.sleep(0.05)
    chromium.finger(*at)


SMALL = """
[...document.querySelectorAll("main button, main input, #tools button, #panel button, #panel input, #panel select")]
  .filter(x => x.checkVisibility()).map(x => [x, x.getBoundingClientRect()])
  .filter(([x, b]) => b.width < 44 || b.height < 44).map(([x, b]) => `${x.outerHTML.slice(0, 80)} ${b.width}×${b.height}`)
"""
HIDDEN = """
[...document.querySelectorAll("button, #state, .size, .understood, .skip")].filter(x => x.checkVisibility()).map(x => x.outerHTML.slice(0, 80))
"""


def button(name: str) -> str:
    return f"[...document.querySelectorAll('button')].find(x => x.textContent === {json.dumps(name)})"


def test_by_touch_on_a_phone_in_german_and_on_paper(phone, address):
    started(phone, f"{address}{GERMAN}.html", "Bereit", PHONE)
    assert phone.run("document.documentElement.lang") == "de"
    for k, digit in enumerate(("1", "0", "1", "1", "1", "2")):
        tap(phone, f"document.querySelectorAll('[data-line=Q] input[type=text]')[{k}]")
        phone.type(digit)
    tap(phone, "[...document.querySelectorAll('#signs button')].find(one => one.textContent === '−')")
    tap(phone, "[...document.querySelectorAll('#signs button')].find(one => one.textContent === '√')")
    assert phone.run("document.activeElement.value") == "2−√"
    assert phone.run("practice.kept.answers.q1.Q.flat().at(-1)") == "2−√"
    for key in ("Backspace", "Backspace"):
        phone.press(key)
    tap(phone, "document.querySelector('[data-line=Q] button.main')")
    until(phone, "document.querySelector('[data-line=Q] .lead')")
    assert phone.run("document.getElementById('signs').hidden"), "only where something is written"
    assert "falsch" in phone.run("document.querySelector('[data-line=Q] .verdict-box').textContent")
    assert "Check" not in phone.run("document.body.textContent")
    tap(phone, button("Ein Hinweis"))
    until(phone, "document.querySelector('[data-line=Q] .helps .headline')")
    tap(phone, button("Was wäre, wenn"))
    until(phone, "document.querySelector('#panel .cells button') && document.querySelector('#panel .moved-lines').textContent")
    for k in range(2):
        tap(phone, f"document.querySelectorAll('#panel .cells button')[{k}]")
        until(phone, f"document.querySelector('.product')?.textContent.includes('1,{k + 1}')")
        assert phone.run("document.querySelectorAll('.product mtd.used').length") > 1
    assert phone.run(SMALL) == []
    assert phone.run("document.documentElement.scrollWidth") <= PHONE[0]

    phone.call("Emulation.setEmulatedMedia", media="print", features=[])
    assert phone.run(HIDDEN) == []
    assert phone.run("[...document.querySelectorAll('[data-line=Q] input[type=text]')].every(x => x.checkVisibility() && x.value)")
    assert phone.run("document.querySelector('[data-line=Q] .lead').checkVisibility()")
    assert not phone.run("document.getElementById('panel').checkVisibility()")
    whole = "[...document.querySelectorAll('.matrix-input, .display, .answer-line')].every(x => getComputedStyle(x).breakInside === 'avoid')"
    assert phone.run(whole), "no matrix is cut by the end of a page"


def test_no_kind_of_sheet_has_a_barrier(chromium, address):
    """The pages as they stand before the engine has come, which is kept away here: it would cost seconds for each."""
    chromium.call("Network.setBlockedURLs", urls=["*worker.js"])
    try:
        problems = []
        for sheet in KINDS:
            chromium.go(f"{address}{sheet}.html", PHONE)
            for size, dark in ((PHONE, False), (PHONE, True), (WIDE, True), (WIDE, False)):
                chromium.look(size, dark)
                assert chromium.run("document.documentElement.scrollWidth") <= size[0], sheet
                problems += [f"{sheet}: {one}" for one in axe(chromium)]
        assert not problems, "\n".join(dict.fromkeys(problems))
    finally:
        chromium.call("Network.setBlockedURLs", urls=[])


def test_what_a_keyboard_lacks_is_told_how_to_type(chromium, address):
    """The letters of the sheet too, by their names."""
    chromium.call("Network.setBlockedURLs", urls=["*worker.js"])
    try:
        chromium.go(f"{address}temperature.html")
        told = dict(chromium.run("[...document.querySelectorAll('.how tr')].map(row => [...row.cells].map(cell => cell.textContent))"))
        assert told.keys() >= {"√2", "e²", "½", "0.5", "−∞", "π", "λ"}
        assert (told["λ"], told["√2"]) == ("lambda, λ", "sqrt(2), √2")
        chromium.go(f"{address}{GERMAN}.html")
        assert "0,5" in chromium.run("document.querySelector('.how').textContent")
    finally:
        chromium.call("Network.setBlockedURLs", urls=[])


@pytest.mark.parametrize(("sheet", "last"), [("designs", 2), ("counting-gpt2", 2)])
def test_help_with_choices_and_counts_has_no_barrier(chromium, address, sheet, last):
    started(chromium, f"{address}{sheet}.html")
    chromium.run("""(line => {
      for (const input of line.querySelectorAll('.write input[type="text"]')) { input.value = '1'; input.dispatchEvent(new Event('input')); }
      line.querySelector('button.main').click(); })(document.querySelector('.answer-line'))""")
    until(chromium, "document.querySelector('.answer-line.wrong .lead')")
    assert not chromium.run("document.querySelector('.stuck')"), "there is no smaller question"
    for steps in range(1, last + 1):
        chromium.run("document.querySelectorAll('.answer-line .buttons button')[1].click()")
        until(chromium, f"document.querySelectorAll('.helps .headline').length === {steps}")
    press_tool(chromium, "Check everything")
    until(chromium, "document.querySelector('#panel table')")
    problems = []
    for size, dark in ((WIDE, False), (WIDE, True), (NARROW, False), (NARROW, True)):
        chromium.look(size, dark)
        problems += axe(chromium)
    assert not problems, "\n".join(dict.fromkeys(problems))


def test_a_page_from_the_disk_says_what_it_needs(chromium, built):
    chromium.go((built.folder / "causal-mask.html").as_uri())
    assert "http.server" in chromium.run("document.querySelector('#state.failed').textContent")
    assert chromium.run("document.querySelectorAll('main math').length") > 5


def test_an_old_browser_is_told_in_a_clear_sentence(chromium, address):
    with chromium.before("delete globalThis.WebAssembly"):
        chromium.go(f"{address}attention-laws.html")
        assert "WebAssembly" in chromium.run("document.querySelector('#state.failed').textContent")


def test_a_thousand_sheets_fit(built):
    """What all pages share is there once: two sites without SymPy differ by what is the sheets' own, and that is little."""
    few, many = (pages([find(name) for name in names]) for names in (SHEETS[:2], (*SHEETS, *MORE)))
    more = sum(map(len, many.values())) - sum(map(len, few.values()))
    each = more / (len(SHEETS) + len(MORE) - 2)
    engine = sum(size for name, size in built.sizes.items() if name.startswith("engine/") and "sympy" not in name)
    assert engine + sum(map(len, few.values())) + 1000 * each < MOST
    assert f"{built.own / len(built.pages) / 1e3:.0f} kB for each sheet" in str(built)


STAGES = """new Promise(done => {
  const worker = new Worker("worker.js", { type: "module" }), stages = [];
  worker.onmessage = ({ data }) => { if (data.stage) stages.push(data.stage); else { worker.terminate(); done(stages); } };
  worker.postMessage({ id: 1, needs: [], request: JSON.stringify({ do: "sing" }) });
})"""


def spoiling(value: int | list[int]) -> int | list[int]:
    """Another number, or another first of several."""
    return [value[0] + 1, *value[1:]] if isinstance(value, list) else value + 1


@pytest.mark.parametrize("spoilt", ["", "start", "after", "brought", "cut off", "gone"])
def test_python_begins_from_a_picture_of_its_memory_and_where_that_does_not_fit_as_ever(either, built, tmp_path, spoilt):
    """Where it has to be built the stage "python" is told before."""
    folder = Path(shutil.copytree(built.folder, tmp_path / "site"))
    about, picture = (folder / "engine" / f"snapshot.{ending}" for ending in ("json", "bin"))
    noted = json.loads(about.read_text(encoding="utf-8"))
    about.write_text(json.dumps({key: spoiling(value) if key == spoilt else value for key, value in noted.items()}), encoding="utf-8")
    if spoilt == "cut off":
        picture.write_bytes(picture.read_bytes()[:-1000])
    if spoilt == "gone":
        picture.unlink()
    server, address = served(folder)
    try:
        either.go(f"{address}style.css")
        assert either.run(STAGES) == [*(["python"] if spoilt else []), "symattn"]
    finally:
        server.shutdown()
        server.server_close()


def test_the_folder_is_small_and_its_pages_hold_no_answer(built):
    assert built.size - built.sizes["engine/sympy.bin"] < SMALL_FOLDER
    assert built.size == sum(file.stat().st_size for file in built.folder.rglob("*") if file.is_file())
    for sheet in SHEETS:
        page = (built.folder / f"{sheet}.html").read_text(encoding="utf-8")
        assert "http" not in page.replace("http-equiv", "").replace("http.server", "").replace("http://www.w3.org", "")
        for answer in load(find(sheet)).solve().answers:
            last = answer.question.plan.lines[-1:]
            for name in (line.name for line in last):
                shown = [decimal(x, 4) for row in answer.exact[name].cells() for x in row if not isinstance(x, Blocked) and not symbolic(x)]
                hard = [one for one in shown if not one.endswith("00")]
                assert not any(one in page for one in hard), (sheet, name)
