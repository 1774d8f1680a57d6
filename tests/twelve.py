"""Twelve sheets worked through on the practice page as a student would, rightly and wrongly, and a picture of each: what it says to
what was written, and what help it gives.

``python tests/twelve.py`` makes the pictures again, in ``tests/practice/pictures``, with a Chromium; who changes the page looks at them.
"""

from __future__ import annotations

import base64
import json
import sys
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from symattn.exact.any_matrix import Blocked
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.files import find
from symattn.marking.key import in_one
from symattn.practice.site import site
from symattn.sheet import load
from tests.html.headless_chromium import Chromium

PICTURES = Path(__file__).parent / "practice" / "pictures"
WIDE, HIGH, MOST = 820, 900, 3000  # pixels of the window, and of the highest picture
RIGHT = "as it should be"
QUALITY = 35  # of WebP
Move = tuple[str, str, str | list[list[str]], int]
"""A question, one of its lines, what is written there, and how many steps of help are asked for after that."""
TWELVE: dict[str, tuple[tuple[int, int] | bool, tuple[Move, ...]]] = {  # whether dark, or the size of a window; and the moves
    "two-heads-by-hand": (False, (
        ("q1", "Q_1", RIGHT, 0), ("q1", "L_1", [["4", "10"], ["10", "24"]], 1), ("q1", "A_1", [["0.0142", "0.9858"], ["0.4", "0.9999"]], 3),
        ("q1", "H_1", [["2.9716", "-3.9716"], ["2.9998", "7"]], 0),
    )),
    "causal-mask": (False, (("q1", "L", [["0.7071", "0", "-inf"], ["1", "?", "-inf"], ["", "", ""]], 1), ("q1", "A", RIGHT, 0))),
    "softmax-step-by-step": (True, (("q1", "E", RIGHT, 0), ("q1", "A", [["0.5", "0.5", "0"], ["0.75", "0.25", "0"], ["0.5", "0.5", "0"]], 2), ("q2", "S", RIGHT, 0))),
    "cross-attention": (False, (("q1", "S", "turned", 2), ("q1", "Q", RIGHT, 0))),
    "norm-by-hand": ((390, 844), (("q1", "M", RIGHT, 0), ("q1", "D", "one more", 3))),
    "softmax-backwards": (False, (("jacobian", "p", RIGHT, 0), ("jacobian", "J", [["-1/4", "1/8", "1/8"], ["1/8", "-3/16", "1/16"], ["1/8", "1/16", "-3/16"]], 3))),
    "grouped-queries": (False, (("grouped", "K_1", RIGHT, 0), ("grouped", "A_1", "one more", 1), ("cache", "saved", "3", 2))),
    "designs": (False, (
        ("average", "q", [["1", "1", "0"]], 1), ("previous", "W_Q", [["0"] * 4, ["9", "0", "0", "0"], ["0", "0", "9", "0"], ["0", "0", "9", "0"]], 0),
        ("copy", "W_V", RIGHT, 0), ("copy", "W_O", [["0", "0", "1", "0"], ["0", "0", "0", "2"]], 0),
    )),
    "batched-shapes": (True, (("q1", "W_Q", RIGHT, 0), ("q1", "Q", "(B, n, 3)", 2))),
    "counting-gpt2": (False, (("parameters", "attention", "3*d^2", 1), ("parameters", "feed", RIGHT, 0))),
    "temperature": (False, (("temperature", "L", RIGHT, 0), ("temperature", "A", "one more", 1), ("temperature", "C", [["1/3", "1/3", "1/3"]], 2))),
    "positions-in-letters": (False, (("rotary", "Q", RIGHT, 0), ("rotary", "S", "one more", 2))),
}  # fmt: skip
SPOILT = {
    "turned": lambda rows: [list(row) for row in zip(*rows, strict=True)],
    "one more": lambda rows: [[f"{rows[0][0]} + 1", *rows[0][1:]], *rows[1:]],
}
WRITE = """(([question, line, rows]) => {{
  const element = document.querySelector(`.answer-line[data-question="${{question}}"][data-line="${{line}}"]`);
  [...element.querySelectorAll('.write input[type="text"]')].forEach((input, k) => {{ input.value = rows.flat()[k]; input.dispatchEvent(new Event("input")); }});
  element.querySelector("button.main").click();
}})({0})"""
SETTLED = "![...document.querySelectorAll('.verdict-box')].some(box => box.textContent === words.checking)"
KEPT = """(kept => [...document.querySelectorAll('.question, .part, .answer-line')].forEach(box => {{
  const own = box.matches('.answer-line') ? [box] : [...box.querySelectorAll('.answer-line')];
  if (!own.some(line => kept.includes(`${{line.dataset.question}} ${{line.dataset.line}}`))) box.hidden = true;
}}))({0})"""


class Quiet(SimpleHTTPRequestHandler):
    """A web server for files that says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def answers(name: str) -> dict[tuple[str, str], list[list[str]]]:
    """The right answers to a sheet, by question and line."""
    found = {}
    for answer in load(find(name)).solve().answers:
        for line, value in ({} if answer.question.shapes else {**answer.exact.givens, **answer.exact.values}).items():
            if not isinstance(value, Number):
                found[answer.question.id, line] = [["-inf" if isinstance(x, Blocked) else text(x) for x in row] for row in in_one(value).cells()]
        for line in answer.shapes.lines.values() if answer.shapes else ():
            found[answer.question.id, line.name] = [[f"({', '.join(map(str, line.shape))})" if line.value is None else text(line.value)]]
    return found


def until(browser: Chromium, condition: str) -> None:
    """Wait until something holds on the page."""
    end = time.monotonic() + 300
    while not browser.run(f"Boolean({condition})"):
        assert time.monotonic() < end, condition
        time.sleep(0.1)


def worked(browser: Chromium, address: str, name: str) -> bytes:
    """A sheet worked through, and its picture: the lines that were written, and what was said to them."""
    look, moves = TWELVE[name]
    width, height = look if isinstance(look, tuple) else (WIDE, HIGH)
    browser.go(f"{address}{name}.html", (width, height), look is True)
    until(browser, "document.getElementById('state').textContent.startsWith('Ready')")
    right = answers(name)
    for question, line, typed, helps in moves:
        rows = right[question, line] if typed == RIGHT else typed
        rows = SPOILT[rows](right[question, line]) if isinstance(rows, str) and rows in SPOILT else [[rows]] if isinstance(rows, str) else rows
        browser.run(WRITE.format(json.dumps([question, line, rows])))
        box = f".answer-line[data-question='{question}'][data-line='{line}']"
        until(browser, f"document.querySelector(\"{box} .verdict-box\").textContent && {SETTLED}")
        for step in range(1, helps + 1):
            browser.run(f"document.querySelectorAll(\"{box} .buttons button\")[1].click()")
            until(browser, f"document.querySelectorAll(\"{box} .helps .headline\").length === {step}")
    browser.run(KEPT.format(json.dumps([f"{question} {line}" for question, line, *_ in moves])))
    top, bottom = browser.run("(b => [b.top + scrollY, b.bottom + scrollY])(document.getElementById('questions').getBoundingClientRect())")
    clip = {"x": 0, "y": top, "width": width, "height": min(MOST, bottom - top), "scale": 1}
    taken = browser.call("Page.captureScreenshot", format="webp", quality=QUALITY, captureBeyondViewport=True, clip=clip)
    return base64.b64decode(taken["data"])


def pictures() -> Iterator[tuple[str, bytes]]:
    """Each of the twelve with its picture."""
    with TemporaryDirectory() as made:
        built = site([find(name) for name in TWELVE], Path(made) / "site")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built.folder))
        Thread(target=server.serve_forever, daemon=True).start()
        browser = Chromium(Path(made) / "profile")
        try:
            for name in TWELVE:
                yield name, worked(browser, f"http://127.0.0.1:{server.server_port}/", name)
        finally:
            browser.close()
            server.shutdown()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, picture in pictures():
        (PICTURES / f"{name}.webp").write_bytes(picture)
        print(name, len(picture), file=sys.stderr)
