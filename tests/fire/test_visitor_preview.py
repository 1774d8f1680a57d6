"""Another user of the machine, and a page elsewhere, before the preview: neither gets a word of the key."""

from __future__ import annotations

import http.client
import socket
import stat
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from symattn.course.preview import Preview, doorway, served

SHEET = '[[question]]\nprompt = "PROMPT"\nsteps = ["B = A @ A"]\n[question.given]\nA = [[2]]\n'
FORMS = ("", "key", "blank", "practice", "practice/", "practice/index.html", "practice/sheets/week3.zip", "news?seen=0")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "week3.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One run for all who try: it goes on, whatever they send."""
    path = tmp_path_factory.mktemp("sheet") / "week3.toml"
    path.write_text(SHEET, encoding="utf-8")
    with served(Preview(path, practice=lambda _: {"index.html": b"<body>PROMPT</body>", "sheets/week3.zip": b"PROMPT"})) as found:
        yield found


def asked(address: str, place: str, method: str = "GET", **headers: str) -> tuple[int, str, dict[str, str]]:
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=180)) as connection:
        connection.request(method, place, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())


@pytest.mark.parametrize("place", FORMS)
def test_without_the_token_nothing_is_shown(address: str, place: str) -> None:
    wrong = [f"/{place}", f"/x/{place}", f"//{place}", f"/../{place}", f"/%2e/{place}", f"{urlsplit(address).path[:-2]}/{place}",
             f"{urlsplit(address).path[:-1]}x/{place}", f"{urlsplit(address).path.swapcase()}{place}"]  # fmt: skip
    for tried in wrong:
        status, said, _ = asked(address, tried)
        assert (status, "PROMPT" in said) == (403, False), tried


@pytest.mark.parametrize("place", ["key", "blank", "practice/"])
def test_with_the_token_the_page_is_shown_and_takes_the_token_nowhere(address: str, place: str) -> None:
    status, said, headers = asked(address, urlsplit(address).path + place)
    assert status == 200
    assert "PROMPT" in said
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert urlsplit(address).path in said, "its links lead to the other pages"


@pytest.mark.exhaustive
def test_every_run_has_a_token_of_its_own_that_nobody_guesses(sheet: Path) -> None:
    tokens = {Preview(sheet).root for _ in range(4)}
    assert len(tokens) == 4
    assert min(map(len, tokens)) > 30


def test_a_page_elsewhere_gets_nothing_even_with_the_token(address: str) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "", "[::1]", "localhost.evil:80"):
        assert asked(address, urlsplit(address).path + "key", Host=host)[0] in (400, 403), host


@pytest.mark.exhaustive
def test_a_client_that_resets_its_connection_is_no_news(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    for sent in (b"", b"GET", b"GET / HTTP/1.1\r\n", f"GET {urlsplit(address).path}key HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()):
        for _ in range(3):
            place = urlsplit(address)
            with socket.create_connection((place.hostname, place.port)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # the end is a reset
                connection.sendall(sent)
    assert asked(address, urlsplit(address).path + "key")[0] == 200
    assert capfd.readouterr().err == ""


def test_the_browser_is_started_with_a_file_of_the_users_own(address: str) -> None:
    """What a program is started with is seen by everybody on the machine."""
    with doorway(address) as page:
        assert address in page.read_text("utf-8")
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700
    assert not page.parent.exists()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
def test_it_only_gives(address: str, method: str) -> None:
    assert asked(address, urlsplit(address).path + "key", method)[0] == 501


HOST = "Host: 127.0.0.1\r\n\r\n"
RAW: dict[str, str] = {
    "HTTP/0.9": "GET /key\r\n", "an absolute address": "GET http://127.0.0.1/key HTTP/1.1\r\n" + HOST, "no path": "GET / HTTP/1.1\r\n" + HOST,
    "the token in a query": "GET /key?TOKEN HTTP/1.1\r\n" + HOST, "in a fragment": "GET /key#TOKEN HTTP/1.1\r\n" + HOST, "as a user": "GET http://TOKEN@127.0.0.1/key HTTP/1.1\r\n" + HOST,
    "as a parameter": "GET /key;TOKEN HTTP/1.1\r\n" + HOST, "as a cookie": "GET /key HTTP/1.1\r\nCookie: TOKEN\r\n" + HOST, "as a referrer": "GET /key HTTP/1.1\r\nReferer: http://127.0.0.1/TOKEN/\r\n" + HOST,
    "percents": "GET /%TOKEN/key HTTP/1.1\r\n" + HOST, "behind dots": "GET /../TOKEN/../key HTTP/1.1\r\n" + HOST,
    "no host": "GET /TOKEN/key HTTP/1.1\r\n\r\n", "another host": "GET /TOKEN/key HTTP/1.1\r\nHost: evil.example\r\n\r\n", "two hosts": "GET /TOKEN/key HTTP/1.1\r\nHost: evil.example\r\n" + HOST,
    "a user at a host": "GET /TOKEN/key HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n\r\n", "a host that begins so": "GET /TOKEN/key HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n",
    "the machine by another number": "GET /TOKEN/key HTTP/1.1\r\nHost: 2130706433\r\n\r\n", "no machine": "GET /TOKEN/key HTTP/1.1\r\nHost: 0.0.0.0\r\n\r\n",
    "IPv6": "GET /TOKEN/key HTTP/1.1\r\nHost: [::1]\r\n\r\n", "a bracket": "GET /TOKEN/key HTTP/1.1\r\nHost: [\r\n\r\n", "a bracket in the address": "GET http://[/TOKEN/key HTTP/1.1\r\n" + HOST,
    "a long line": "GET /" + "a" * 70_000 + " HTTP/1.1\r\n" + HOST, "many headers": "GET /TOKEN/key HTTP/1.1\r\n" + "X: 1\r\n" * 300 + HOST, "a long header": "GET /TOKEN/key HTTP/1.1\r\nX: " + "a" * 70_000 + "\r\n" + HOST,
    "a body": "POST /TOKEN/key HTTP/1.1\r\nContent-Length: 5\r\n" + HOST + "hello", "two at once": "GET /a HTTP/1.1\r\n" + HOST + "GET /key HTTP/1.1\r\n" + HOST,
    "one in another": "GET /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n" + HOST + "0\r\n\r\nGET /key HTTP/1.1\r\n" + HOST,
    "a tunnel": "CONNECT 127.0.0.1:22 HTTP/1.1\r\n" + HOST, "everything": "OPTIONS * HTTP/1.1\r\n" + HOST, "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/9": "GET /TOKEN/key HTTP/9.9\r\n" + HOST,
    "no HTTP": "\x16\x03\x01\x02\x00\x01\x00", "nothing": "", "a zero byte": "GET /\x00/key HTTP/1.1\r\n" + HOST, "beyond ASCII": "GET /ü/key HTTP/1.1\r\n" + HOST, "lines in it": "GET /a%0d%0aX:1/key HTTP/1.1\r\n" + HOST,
    "dots behind the token": "GET /TOKEN/practice/../../../etc/passwd HTTP/1.1\r\n" + HOST, "percents behind it": "GET /TOKEN/practice/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST,
    "a backslash": "GET /TOKEN/practice/..\\..\\key.toml HTTP/1.1\r\n" + HOST, "the sheet itself": "GET /TOKEN/week3.toml HTTP/1.1\r\n" + HOST,
}  # fmt: skip


@pytest.mark.sliced(5)
@pytest.mark.parametrize("case", RAW)
def test_whatever_is_sent_nothing_is_shown_and_nothing_ends(address: str, case: str, capfd: pytest.CaptureFixture[str]) -> None:
    token = urlsplit(address).path.strip("/")
    with socket.create_connection((urlsplit(address).hostname, urlsplit(address).port), timeout=180) as line:
        line.sendall(RAW[case].replace("TOKEN", token).encode("latin-1"))
        line.shutdown(socket.SHUT_WR)
        said = b""
        with suppress(ConnectionResetError):
            while got := line.recv(65_536):
                said += got
    assert b"PROMPT" not in said
    assert b"root:" not in said
    assert token.encode() not in said
    assert asked(address, f"/{token}/key")[0] == 200, "it goes on"
    assert capfd.readouterr().err == ""
