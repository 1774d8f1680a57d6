"""A Chromium without a window, spoken to through two pipes: what the tests of the pages need of it, and no more."""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from symattn.files import shipped
from symattn.formats.printed import browser, flags

WIDE, NARROW = (1200, 900), (360, 740)
SHEETS = tuple(shipped())
PATIENCE = 180  # seconds that anything may take on a machine that does other things too
MODULES = Path(os.environ.get("SYMATTN_NODE_MODULES") or Path(__file__).parent / "node_modules")


def node_module(name: str) -> Path:
    """A package from npm; the test is skipped where it is not installed, except in CI."""
    found = MODULES / name
    if not found.exists():
        reason = f"{name} not installed; npm install --prefix tests/html"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@contextmanager
def slowed(group: int, times: int) -> Iterator[None]:
    """A processor so many times slower: all processes of a browser stand still for the rest of the time."""
    ended, turn = threading.Event(), 0.01

    def beat() -> None:
        while not ended.wait(turn):
            os.killpg(group, signal.SIGSTOP)
            time.sleep(turn * (times - 1))
            os.killpg(group, signal.SIGCONT)

    beating = threading.Thread(target=beat)
    beating.start()
    try:
        yield
    finally:
        ended.set()
        beating.join()


class Chromium:
    """One browser with one page; ``messages`` are its errors, ``requests`` the addresses it asked for."""

    def __init__(self, profile: Path) -> None:
        self.profile, self.ids = profile, itertools.count(1)
        to_browser, self.write = os.pipe()
        self.read, from_browser = os.pipe()
        name = browser()
        assert name is not None
        command = [name, *flags(str(profile)), "--remote-debugging-pipe", "--hide-scrollbars"]

        def fds() -> None:
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=fds, close_fds=False, start_new_session=True,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.messages: list[str] = []
        self.requests: list[str] = []
        self.loaded: set[str] = set()
        self.session = ""
        try:
            self._tab()
        except BaseException:  # a browser that does not come up is not left behind
            self.close()
            raise

    def _tab(self) -> None:
        """A new tab, which is spoken to from now on."""
        self.session, self.target = "", self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its answer; what happens meanwhile is noted."""
        number = next(self.ids)
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            found = self._next()
            if found.get("id") == number:
                assert "error" not in found, (method, found)
                return found.get("result", {})

    def _next(self, seconds: float = PATIENCE) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            assert select.select([self.read], [], [], max(0, end - time.monotonic()))[0], "the browser is silent"
            data = os.read(self.read, 1 << 20)
            assert data, "the browser is gone"
            self.buffer += data
        raw, _, self.buffer = self.buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(raw)
        self._note(found.get("method", ""), found.get("params", {}))
        return found

    def _note(self, event: str, params: dict[str, Any]) -> None:
        if event == "Runtime.exceptionThrown":
            self.messages.append(params["exceptionDetails"]["text"] + str(params["exceptionDetails"].get("exception")))
        elif event == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.messages.append(params["entry"]["text"])
        elif event == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.messages.append(str(params["args"]))
        elif event == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif event == "Page.lifecycleEvent" and params["name"] == "load":
            self.loaded.add(params["loaderId"])

    def open(self, page: Path, size: tuple[int, int] = WIDE, dark: bool = False) -> None:
        """Load a page at a size, in light or dark; waits until its fonts are there."""
        self.go(page.as_uri(), size, dark)

    def go(self, address: str, size: tuple[int, int] = WIDE, dark: bool = False) -> None:
        """Load an address as a page is loaded; what the page before still had to say is not the new one's."""
        self._load("about:blank")
        self.messages.clear()
        self.requests.clear()
        self.look(size, dark)
        self._load(address)
        self.call("Page.bringToFront")  # Tab behind the last page's end took the focus out of it
        self.run("document.fonts.ready.then(() => 1)")

    def _load(self, address: str) -> None:
        """Wait for the load of this very page: that of the one before may be heard of late."""
        loader = self.call("Page.navigate", url=address)["loaderId"]
        while loader not in self.loaded:
            self._next()

    def look(self, size: tuple[int, int], dark: bool = False) -> None:
        """Another size or colour scheme."""
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def run(self, script: str) -> Any:
        """The value of a script, waited for."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key pressed and let go."""
        text = {"Enter": "\r", " ": " "}.get(key, "")
        code = {"Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Escape": 27, "Tab": 9, "Backspace": 8}[key]
        for kind in ("keyDown", "keyUp"):
            extra = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **extra)

    def type(self, text: str) -> None:
        """A text typed where the focus is."""
        self.call("Input.insertText", text=text)

    def point(self, x: float, y: float) -> None:
        """The mouse moved to a place."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def touched(self, whether: bool) -> None:
        """Whether the pointer is a finger."""
        self.call("Emulation.setTouchEmulationEnabled", enabled=whether, **({"maxTouchPoints": 1} if whether else {}))

    def finger(self, x: float, y: float) -> None:
        """A finger put on a place and lifted."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    @contextmanager
    def before(self, script: str) -> Iterator[None]:
        """A script that runs in every page before its own."""
        number = self.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
        try:
            yield
        finally:
            self.call("Page.removeScriptToEvaluateOnNewDocument", identifier=number)

    @contextmanager
    def tab(self) -> Iterator[None]:
        """Another tab for a while, the old one stays as it is."""
        first = self.target, self.session
        self._tab()
        try:
            yield
        finally:
            self.call("Target.closeTarget", targetId=self.target)
            self.target, self.session = first
            self.call("Page.bringToFront")

    def slowed(self, times: int) -> AbstractContextManager[None]:
        """A processor so many times slower."""
        return slowed(self.process.pid, times)

    def picture(self) -> bytes:
        """What is seen, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"])

    def close(self) -> None:
        """End the browser."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.read)
        os.close(self.write)
