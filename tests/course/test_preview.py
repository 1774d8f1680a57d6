"""The preview: pages made again when a file is saved, errors in place, nothing for pages from elsewhere."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from symattn.course.preview import Preview, served
from symattn.course.watching import EVERY

SHEET = '[[question]]\nprompt = "PROMPT"\nsteps = ["B = A @ A"]\n[question.given]\nA = [[2]]\n'


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "week3.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def get(address: str, path: str, host: str | None = None) -> tuple[int, str]:
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=180)) as connection:
        connection.request("GET", urlsplit(address).path.rstrip("/") + path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_a_saved_sheet_is_shown_at_once(sheet: Path) -> None:
    with served(Preview(sheet)) as address:
        assert "PROMPT" in get(address, "/key")[1]
        seen = get(address, "/news?seen=0")[1]
        sheet.write_text(SHEET.replace("PROMPT", "Another question"), encoding="utf-8")
        assert get(address, f"/news?seen={seen}")[1] != seen  # waits until it is made
        assert "Another question" in get(address, "/blank")[1]


def test_a_mistake_is_shown_with_its_place_over_the_last_page(sheet: Path) -> None:
    preview = Preview(sheet)
    sheet.write_text(SHEET.replace("[[2]]", "[[2, 3]]"), encoding="utf-8")
    assert preview.look()
    page = preview.page("key").decode()
    assert "PROMPT" in page
    assert "week3.toml:3:" in page
    sheet.write_text(SHEET, encoding="utf-8")
    assert preview.look()
    assert preview.error == ""


def test_a_sheet_that_never_was_right_shows_the_mistake_alone(sheet: Path) -> None:
    sheet.write_text("titel = 'x<y'\n", encoding="utf-8")
    page = Preview(sheet).page("key").decode()
    assert "unknown key" in page
    assert "x<y" not in page


def test_a_notation_beside_the_sheet_counts_as_well(sheet: Path) -> None:
    sheet.write_text(f"notation = 'mine.toml'\n{sheet.read_text('utf-8')}", "utf-8")
    preview = Preview(sheet)
    assert "unknown notation" in preview.error
    (sheet.parent / "other.toml").write_text('base = "paper"\n', encoding="utf-8")
    assert not preview.look()
    (sheet.parent / "mine.toml").write_text('base = "paper"\n', encoding="utf-8")
    assert preview.look()
    assert preview.error == ""
    assert not preview.look()


def test_a_sheet_that_goes_away_is_said(sheet: Path) -> None:
    preview = Preview(sheet)
    sheet.unlink()
    assert preview.look()
    assert "no such file" in preview.error


@pytest.mark.sliced(6)
@pytest.mark.parametrize(("path", "host", "status"), [
    ("/key", None, 200), ("/", "localhost:1", 200), ("/key", "evil.example", 403), ("/../etc/passwd", None, 404), ("/news?seen=zzz", None, 200),
])  # fmt: skip
def test_only_this_machine_is_answered(sheet: Path, path: str, host: str | None, status: int) -> None:
    with served(Preview(sheet)) as address:
        assert get(address, path, host)[0] == status


def test_the_page_is_made_in_little_work_after_saving(sheet: Path, counted: Callable[..., tuple[bool, int]]) -> None:
    """From the save to the new page: the look at the files and the making, in this process; the files are looked at ten times a second."""
    preview = Preview(sheet)
    sheet.write_text(SHEET.replace("PROMPT", "Another question"), encoding="utf-8")
    found, calls = counted(lambda: preview.look() and "Another question" in preview.page("blank").decode())
    assert found
    assert calls < 300_000
    assert EVERY <= 0.1


@pytest.mark.exhaustive
def test_it_ends_without_waiting_for_its_readers(sheet: Path) -> None:
    with served(Preview(sheet)) as address:
        assert get(address, "/key")[0] == 200
    time.sleep(0.05)
    with pytest.raises(ConnectionRefusedError):
        get(address, "/key")


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("path", "host", "status"), [("/key", "[", 400), ("/key", "evil.example", 403), ("/../key", None, 404)])
def test_what_is_no_address_of_its_own_is_refused(
    path: str, host: str | None, status: int, sheet: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(Preview(sheet)) as address:
        assert get(address, path, host)[0] == status
    assert "Traceback" not in capfd.readouterr().err
