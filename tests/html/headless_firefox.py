"""A Firefox without a window, spoken to by WebDriver BiDi: what the tests of the practice page need of it, under Chromium's names."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from headless_chromium import PATIENCE, WIDE, slowed

PROGRAM = "firefox-esr"
QUIET = {
    "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1, "focusmanager.testmode": True, "network.captive-portal-service.enabled": False, "toolkit.telemetry.enabled": False,
}  # fmt: skip
"""Preferences of the profile: nothing is asked elsewhere, fingers are felt, and a window that nobody sees has the focus."""
DARK, COARSE, FINE = "layout.css.prefers-color-scheme.content-override", 1, 6
POINTER = ("ui.primaryPointerCapabilities", "ui.allPointerCapabilities")
KEYS = {
    "Enter": "\ue007", "ArrowRight": "\ue014", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowDown": "\ue015",
    "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003",
}  # fmt: skip


def socket(address: str) -> Any:
    """A connection by web socket; the test is skipped where there is no library for it, except in CI."""
    try:
        from websockets.sync.client import connect
    except ImportError:
        reason = "websockets not installed; pip install -e '.[test]'"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    return connect(address, max_size=None, proxy=None)


def plain(found: dict[str, Any]) -> Any:
    """A value of JavaScript's, as Python has it."""
    value = found.get("value")
    if found["type"] == "array":
        return [plain(one) for one in value or ()]
    return {key: plain(one) for key, one in value or ()} if found["type"] == "object" else value


class Firefox:
    """One browser with one page; ``messages`` are its errors, ``requests`` the addresses it asked for."""

    def __init__(self, profile: Path) -> None:
        self.ids, self.messages, self.requests = itertools.count(1), list[str](), list[str]()
        name = shutil.which(PROGRAM)
        assert name is not None
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in QUIET.items()))
        command = [name, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", "--remote-allow-system-access"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.open_ = ExitStack()
        try:
            assert self.process.stderr is not None
            (said,) = itertools.islice((line for line in self.process.stderr if "BiDi listening on" in line), 1)
            self.socket = self.open_.enter_context(socket(f"{said.split()[-1]}/session"))
            self.call("session.new", capabilities={})
            self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]
            self.chrome = self.call("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]
            self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        except BaseException:  # a browser that does not come up is not left behind
            self.close()
            raise

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its answer; what happens meanwhile is noted."""
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            found = json.loads(self.socket.recv(PATIENCE))
            if found.get("id") == number:
                assert found["type"] == "success", (method, found)
                return found["result"]
            self._note(found.get("method", ""), found.get("params", {}))

    def _note(self, event: str, params: dict[str, Any]) -> None:
        if event == "log.entryAdded" and params["level"] in ("error", "warn") and params["source"].get("context") == self.page:
            self.messages.append(str(params["text"]))
        elif event == "network.beforeRequestSent" and params["context"] == self.page:
            self.requests.append(params["request"]["url"])

    def go(self, address: str, size: tuple[int, int] = WIDE, dark: bool = False) -> None:
        """Load an address as a page is loaded; what the page before still had to say is not the new one's."""
        self.call("browsingContext.navigate", context=self.page, url="about:blank", wait="complete")
        self._front()
        self.messages.clear()
        self.requests.clear()
        self.look(size, dark)
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")
        self.run("document.fonts.ready.then(() => 1)")

    def _front(self) -> None:
        """The page has the focus, not the line of its address."""
        self._run("gBrowser.selectedBrowser.focus()", self.chrome)

    def look(self, size: tuple[int, int], dark: bool = False) -> None:
        """Another size or colour scheme."""
        self.call("browsingContext.setViewport", context=self.page, viewport={"width": size[0], "height": size[1]})
        self._prefer(**{DARK: int(not dark)})

    def _prefer(self, **values: int) -> None:
        """Preferences of the running browser."""
        for name, value in values.items():
            self._run(f"Services.prefs.setIntPref({json.dumps(name)}, {value})", self.chrome)

    def touched(self, whether: bool) -> None:
        """Whether the pointer is a finger."""
        self._prefer(**dict.fromkeys(POINTER, COARSE if whether else FINE))

    def run(self, script: str) -> Any:
        """The value of a script, waited for."""
        return self._run(script, self.page)

    def _run(self, script: str, context: str) -> Any:
        answer = self.call("script.evaluate", expression=script, target={"context": context}, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]
        return plain(answer["result"])

    @contextmanager
    def before(self, script: str) -> Iterator[None]:
        """A script that runs in every page before its own."""
        number = self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")["script"]
        try:
            yield
        finally:
            self.call("script.removePreloadScript", script=number)

    @contextmanager
    def tab(self) -> Iterator[None]:
        """Another tab for a while, the old one stays as it is."""
        first, self.page = self.page, self.call("browsingContext.create", type="tab", background=False)["context"]
        try:
            yield
        finally:
            self.call("browsingContext.close", context=self.page)
            self.page = first
            self.call("browsingContext.activate", context=first)
            self._front()

    def _act(self, kind: str, *actions: dict[str, Any], **parameters: str) -> None:
        source = {"type": kind, "id": "-".join((kind, *parameters.values())), "actions": list(actions)}
        self.call("input.performActions", context=self.page, actions=[source | ({"parameters": parameters} if parameters else {})])

    def press(self, key: str) -> None:
        """A key pressed and let go."""
        self.type(KEYS.get(key, key))

    def type(self, text: str) -> None:
        """A text typed where the focus is."""
        self._act("key", *({"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")))

    def point(self, x: float, y: float) -> None:
        """The mouse moved to a place."""
        self._act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y)}, pointerType="mouse")

    def finger(self, x: float, y: float) -> None:
        """A finger put on a place and lifted."""
        down = ({"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})
        self._act("pointer", *down, pointerType="touch")

    def slowed(self, times: int) -> AbstractContextManager[None]:
        """A processor so many times slower."""
        return slowed(self.process.pid, times)

    def picture(self) -> bytes:
        """What is seen, as PNG."""
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.page, origin="document")["data"])

    def close(self) -> None:
        """End the browser."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.open_.close()
        if self.process.stderr:
            self.process.stderr.close()
