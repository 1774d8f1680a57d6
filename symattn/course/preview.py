"""A sheet in the browser while it is being written: key and blank, made again whenever a file it is made from is saved.

The server listens on 127.0.0.1 alone and answers only requests that name it so: a page elsewhere that makes a name of
its own point here (DNS rebinding) gets nothing. Nor does another user of the machine, whom 127.0.0.1 serves as well: all
places lie below a token drawn for this run. Nothing is kept but the last page that could be made.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hmac import compare_digest
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urlsplit

from symattn.course.delivery import Wanted, deliver
from symattn.course.watching import EVERY, is_current
from symattn.errors import SymattnError, internal, pointed
from symattn.files import Files, Noted, noted, reason
from symattn.page.engine import Engine
from symattn.sheet import load
from symattn.sheet.lint import said

FORMS = ("key", "blank")
PRACTICE = "practice"
Practice = Callable[[Path], Files]
"""The files of a sheet's practice page by their names; raises SymattnError where it cannot be made."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".zip": "application/zip",
    ".woff2": "font/woff2",
}
PATIENCE = 20
"""Seconds that a browser's question for news is kept waiting before it is told that there is none."""
_EMPTY = b'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"></head><body></body></html>'


class Preview:
    """The pages of one sheet and how often they have been made; ``error`` says why the last try failed, else what lint finds.

    They lie below ``root``, which nobody can guess.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "a.toml"
    >>> _ = file.write_text("[[question]]\\nsteps = ['B = A @ A']\\ngiven.A = [[2]]\\n", encoding="utf-8")
    >>> preview = Preview(file)
    >>> preview.version, preview.error, b"<h1>Worksheet</h1>" in preview.page("blank")
    (1, '', True)
    """

    def __init__(
        self, path: Path, detail: str = "standard", practice: Practice | None = None
    ) -> None:
        self.path, self.detail, self.practice = path, detail, practice
        self.root = f"/{token_urlsafe(24)}"
        self._site: tuple[int, Files] = (0, {})
        self._making = threading.Lock()
        self.version, self.error = 0, ""
        self.news = threading.Condition()
        self._pages: Files = {}
        self._read: Noted | None = None
        self.look()

    def look(self) -> bool:
        """Make the pages again if a file has changed since the last look; says whether one had."""
        if self._read is not None and is_current(self._read):
            return False
        with noted() as self._read:
            pages, error = self._made()
        with self.news:
            self._pages = pages or self._pages
            self.error = error
            self.version += 1
            self.news.notify_all()
        return True

    def _made(self) -> tuple[Files, str]:
        try:
            sheet = load(self.path)
            solution = sheet.solve()
            pages = {
                form: deliver(sheet, Wanted("html", form, self.detail), solution)
                for form in FORMS
            }
            return pages, "\n".join(said(sheet, solution))
        except SymattnError as error:
            return {}, pointed(error)
        except OSError as error:
            return {}, f"{self.path}: {reason(error)}"

    def page(self, form: str) -> bytes:
        """The newest page that could be made, with what asks for news; the error alone where none could."""
        return self._framed(self._pages.get(form, _EMPTY), form, self.error)

    def _framed(self, page: bytes, form: str, error: str) -> bytes:
        places = [*FORMS, *([f"{PRACTICE}/"] if self.practice else [])]
        forms = [(place.strip("/"), f"{self.root}/{place}") for place in places]
        frame = Engine("html").render(
            "html/preview.j2",
            version=self.version,
            error=error,
            form=form,
            forms=forms,
            path=self.path.name,
            root=self.root,
        )
        return page.replace(b"</body>", frame.encode() + b"</body>", 1)

    def practised(self, name: str) -> bytes | None:
        """A file of the newest practice page, index.html when none is named; why there is none stands on an empty page."""
        name = name or "index.html"
        with self._making:
            if self.practice is not None and self._site[0] != self.version:
                try:
                    self._site = self.version, self.practice(self.path)
                except (SymattnError, OSError) as error:
                    return (
                        self._framed(_EMPTY, PRACTICE, str(error))
                        if name == "index.html"
                        else None
                    )
        found = self._site[1].get(name)
        return (
            self._framed(found, PRACTICE, self.error)
            if found and name == "index.html"
            else found
        )

    def waited(self, version: int) -> int:
        """The version, as soon as there is a newer one than this, or patience ends."""
        with self.news:
            self.news.wait_for(lambda: self.version != version, PATIENCE)
            return self.version


class _Handler(BaseHTTPRequestHandler):
    """Answers /key, /blank, the files in /practice/, and /news?seen=VERSION, which waits; all of them below the token."""

    preview: Preview
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """One request."""
        try:
            address = urlsplit(self.path)
            host = urlsplit(f"//{self.headers.get('Host', '')}").hostname
        except ValueError:  # brackets of an address that is none
            self._answer(HTTPStatus.BAD_REQUEST, b"this is no address", "text/plain")
            return
        root, _, name = address.path.removeprefix("/").partition("/")
        if host not in ("127.0.0.1", "localhost"):
            self._answer(
                HTTPStatus.FORBIDDEN,
                b"this address is for the machine itself",
                "text/plain",
            )
        elif address.path == "/favicon.ico":
            self._answer(HTTPStatus.NO_CONTENT, b"", "image/x-icon")
        elif not compare_digest(
            f"/{root}".encode("utf-8", "replace"), self.preview.root.encode()
        ):
            self._answer(
                HTTPStatus.FORBIDDEN,
                b"this is not the address that symattn preview printed",
                "text/plain",
            )
        else:
            self._place(name, address.query)

    def _place(self, name: str, query: str) -> None:
        """What lies below the token."""
        plain = name.strip("/") or FORMS[0]
        if plain in FORMS:
            self._answer(
                HTTPStatus.OK, self.preview.page(plain), "text/html; charset=utf-8"
            )
        elif plain == "news":
            seen = parse_qs(query).get("seen", [""])[0]
            version = self.preview.waited(
                int(seen) if seen.isdecimal() and len(seen) < 10 else 0
            )
            self._answer(HTTPStatus.OK, str(version).encode(), "text/plain")
        elif plain.split("/")[0] == PRACTICE and self.preview.practice is not None:
            self._practice(name.removeprefix(PRACTICE))
        else:
            self._answer(HTTPStatus.NOT_FOUND, b"there are key and blank", "text/plain")

    def _practice(self, name: str) -> None:
        """A file of the practice page; without the slash at the end its links would lead elsewhere."""
        if not name:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"{self.preview.root}/{PRACTICE}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        found = self.preview.practised(name[1:])
        if found is None:
            self._answer(HTTPStatus.NOT_FOUND, b"there is no such file", "text/plain")
        else:
            kind = (
                "text/html; charset=utf-8"
                if name.endswith(("/", ".html"))
                else TYPES.get(Path(name).suffix)
            )
            self._answer(HTTPStatus.OK, found, kind or "application/octet-stream")

    def _answer(self, status: HTTPStatus, data: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header(
            "Referrer-Policy", "no-referrer"
        )  # a link that leads elsewhere does not take the token along
        self.end_headers()
        with suppress(
            BrokenPipeError, ConnectionResetError
        ):  # the page was left before the answer came
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not worth a line on the terminal."""


class _Server(ThreadingHTTPServer):
    """One thread a request; none of them outlives the run."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """What ends a request before its time: a browser that has left is no news, anything else is one line."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            sys.stderr.write(f"preview: {internal(error)}\n")


@contextmanager
def served(preview: Preview, port: int = 0) -> Iterator[str]:
    """Serve a preview while the block runs, on this port or any free one; gives the address. Raises OSError."""
    server = _Server(
        ("127.0.0.1", port), type("Handler", (_Handler,), {"preview": preview})
    )
    done = threading.Event()

    def watch() -> None:
        while not done.wait(EVERY):
            preview.look()

    threads = [
        threading.Thread(target=work, daemon=True)
        for work in (server.serve_forever, watch)
    ]
    for thread in threads:
        thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{preview.root}/"
    finally:
        done.set()
        server.shutdown()
        server.server_close()


@contextmanager
def doorway(address: str) -> Iterator[Path]:
    """A page of the user's own that leads to an address: what a browser is started with is seen by everybody on the machine,
    what stands in the file is not."""
    with TemporaryDirectory(prefix="symattn-") as folder:  # which is the user's alone
        page = Path(folder) / "preview.html"
        page.touch(0o600)
        place = escape(address)
        page.write_text(
            f'<meta http-equiv="refresh" content="0; url={place}"><a href="{place}">preview</a>\n',
            encoding="utf-8",
        )
        yield page
