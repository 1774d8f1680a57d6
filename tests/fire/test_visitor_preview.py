"""Another user of the machine, and a page elsewhere, before the preview: neither gets a word of the key."""

from __future__ import annotations

import http.client
import socket
import stat
import struct
from collections.abc import Iterator
from contextlib import closing
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


@pytest.fixture
def address(sheet: Path) -> Iterator[str]:
    with served(Preview(sheet, practice=lambda _: {"index.html": b"<body>PROMPT</body>", "sheets/week3.zip": b"PROMPT"})) as found:
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


def test_every_run_has_a_token_of_its_own_that_nobody_guesses(sheet: Path) -> None:
    tokens = {Preview(sheet).root for _ in range(4)}
    assert len(tokens) == 4
    assert min(map(len, tokens)) > 30


def test_a_page_elsewhere_gets_nothing_even_with_the_token(address: str) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "", "[::1]", "localhost.evil:80"):
        assert asked(address, urlsplit(address).path + "key", Host=host)[0] in (400, 403), host


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
