"""The practice page in a real Chromium: the engine runs there, and marks as the command line does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from symattn.errors import ToolError
from symattn.practice.assets import gathered
from symattn.practice.site import site
from symattn.resources import find

pytestmark = pytest.mark.browser
SHEETS = ("two-heads-by-hand",)
PATIENCE = 180  # seconds that the engine may take to start, on a machine that does other things too


class Quiet(SimpleHTTPRequestHandler):
    """A web server for files, as plain as there is one."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The site of all sheets that are worked on, written once."""
    try:
        assets = gathered()
    except ToolError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    return site([find(name) for name in SHEETS], tmp_path_factory.mktemp("site"), assets)


@pytest.fixture(scope="session")
def address(built):
    """Where the site is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built.folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def started(chromium, address: str) -> None:
    """Open a page and wait for the engine."""
    chromium.go(address)
    until(chromium, "document.getElementById('state').textContent.startsWith('Ready') || document.querySelector('#state.failed')")
    assert chromium.run("document.getElementById('state').textContent").startswith("Ready")


def until(chromium, condition: str) -> None:
    """Wait until something holds on the page."""
    end = time.monotonic() + PATIENCE
    while not chromium.run(f"Boolean({condition})"):
        assert time.monotonic() < end, (condition, chromium.run("document.getElementById('state').textContent"), chromium.messages)
        time.sleep(0.05)


def command_line(sheet: str, file: Path) -> str:
    """What ``symattn check`` prints of the same file."""
    command = [sys.executable, "-m", "symattn", "check", sheet, file.name, "--format", "json"]
    return subprocess.run(command, capture_output=True, text=True, cwd=file.parent, check=False).stdout


def test_the_engine_in_the_browser_marks_as_the_command_line_does(chromium, address, tmp_path):
    started(chromium, f"{address}two-heads-by-hand.html")
    answers = {"q1": {"S_1": [["4", "10"], ["10", "24"]], "L_1": [["4", "10"], ["10", "24"]], "A_1": [["0.5", "1/2"], ["e", "x"]]}}
    found = chromium.run(f"practice.ask('check', {json.dumps({'answers': answers})})")
    assert found["lines"]["q1"]["L_1"]["verdict"] == "slip"
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(answers), encoding="utf-8")
    assert found["report"] == command_line("two-heads-by-hand", file)
    assert [url for url in chromium.requests if not url.startswith((address, "data:"))] == []
