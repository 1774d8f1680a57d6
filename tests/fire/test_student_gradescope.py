"""An autograder writes its results whatever the platform's metadata hold and whatever was handed in, and never for another student."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from faulty import COURSE
from handing import GOOD, ROSTER, SHEET

from symattn.cli import main as command
from symattn.course.platforms.gradescope import main, whose
from symattn.errors import SymattnError

STRANGER, UNREAD = "You are not in the list of students", "submission_metadata.json cannot be read"
ADA = {"email": "s01@x.edu", "id": 7, "name": "x"}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sheets of a class in which everybody has numbers of their own."""
    place = tmp_path_factory.mktemp("class")
    (place / "template.toml").write_text(COURSE, "utf-8")
    (place / "class.csv").write_text(ROSTER, "utf-8")
    order = ["vary", str(place / "template.toml"), "--roster", str(place / "class.csv"), "--seed", "1", "--format", "text", "-o", str(place / "out")]
    assert CliRunner().invoke(command, order, standalone_mode=False).exception is None
    return place / "out"


@pytest.fixture
def graded(tmp_path: Path, drawn: Path) -> Callable[..., dict[str, Any]]:
    """What an autograder says, for one sheet or for a class, of a right answer and of more that was handed in."""

    def marked(metadata: bytes | None, several: bool, more: Callable[[Path], object] = lambda place: None) -> dict[str, Any]:
        source = tmp_path / "source"
        shutil.copytree(drawn, source / "class")
        (source / "sheet.toml").write_text(SHEET, "utf-8")
        (tmp_path / "submission").mkdir()
        (tmp_path / "submission" / "hw.toml").write_text(GOOD, "utf-8")
        if metadata is not None:
            (tmp_path / "submission_metadata.json").write_bytes(metadata)
        more(tmp_path / "submission")
        main(tmp_path, "class/manifest.json" if several else "sheet.toml")
        found: dict[str, Any] = json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))
        return found

    return marked


USERS: dict[str, object] = {
    "no users": {"users": []}, "null": None, "a list": [], "a text": "x", "a number": 5, "users that are null": {"users": None}, "users that are a text": {"users": "s01"},
    "users that are a table": {"users": {"email": "s01"}}, "a user that is null": {"users": [None]}, "that is a text": {"users": ["s01"]}, "that is a number": {"users": [7]},
    "that is a list": {"users": [["email", "s01"]]}, "without fields": {"users": [{}]}, "null fields": {"users": [{"email": None, "id": None, "name": None}]},
    "lists for texts": {"users": [{"email": ["s01"], "id": {"a": 1}, "name": [1]}]}, "truths for texts": {"users": [{"email": True, "id": False}]},
    "a fraction": {"users": [{"id": 1.5}]}, "markup": {"users": [{"email": "<script>@x", "name": "<img src=x onerror=alert(1)>"}]},
    "ways to other files": {"users": [{"email": "../s01", "id": "../../s02", "name": "/etc"}]}, "many": {"users": [{"email": f"x{k}"} for k in range(20_000)]},
    "a zero byte": {"users": [{"email": "s01\x00@x"}]}, "half a character": {"users": [{"email": "\ud800@x", "name": "\udfff"}]}, "a plus": {"users": [{"email": "s01+x@y"}]},
    "a number that is no id": {"users": [{"email": "zoe@x", "id": "1"}]}, "a huge address": {"users": [{"email": "x" * 1_000_000}]},
    "called as another's id": {"users": [{"name": "s01", "email": "mallory@x"}]}, "blank": {"users": [{"email": "  ", "name": "\n"}]}, "only a domain": {"users": [{"email": "@s01"}]},
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.sliced(36)
@pytest.mark.parametrize("case", USERS)
def test_odd_metadata_are_nobody_of_the_class(case: str, graded: Callable[..., dict[str, Any]]) -> None:
    found = graded(json.dumps(USERS[case]).encode(), several=True)
    assert (found["score"], "tests" in found) == (0, False)
    assert STRANGER in found["output"]


@pytest.mark.parametrize("case", USERS)
def test_for_one_sheet_nobody_asks_who_it_is(case: str, graded: Callable[..., dict[str, Any]]) -> None:
    assert graded(json.dumps(USERS[case]).encode(), several=False)["score"] == 2


@pytest.mark.parametrize("beside", [None, "s02", 7, {}, []])
def test_one_of_several_users_is_found_whatever_stands_beside(beside: object, graded: Callable[..., dict[str, Any]]) -> None:
    assert graded(json.dumps({"users": [beside, ADA]}).encode(), several=True)["tests"]


RAW = {"no JSON": b"{", "nothing": b"", "not a text": bytes(range(128, 256)), "deep": b"[" * 100_000, "digits": b'{"users":[{"id":' + b"9" * 5_000 + b"}]}"}


@pytest.mark.parametrize("several", [True, False])
@pytest.mark.parametrize("case", RAW)
def test_what_is_no_json_is_said(case: str, several: bool, graded: Callable[..., dict[str, Any]]) -> None:
    assert UNREAD in graded(RAW[case], several)["output"]


@pytest.mark.parametrize("several", [True, False])
def test_too_much_is_said(several: bool, graded: Callable[..., dict[str, Any]]) -> None:
    assert "larger than" in graded(b" " * 10_000_001, several)["output"]


def _socket(place: Path) -> None:
    before = Path.cwd()
    os.chdir(place)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("s.toml")
    finally:
        os.chdir(before)


def _below(place: Path, name: str, text: str = GOOD) -> None:
    (place / name).parent.mkdir(parents=True, exist_ok=True)
    (place / name).write_text(text, "utf-8")


BESIDE: dict[str, Callable[[Path], object]] = {
    "a pipe": lambda place: os.mkfifo(place / "x.toml"),
    "a socket": _socket,
    "a link": lambda place: (place / "x.toml").symlink_to("/etc/passwd"),
    "a link to a folder": lambda place: (place / "d").symlink_to("/etc"),
    "a link to itself": lambda place: (place / "d").symlink_to(place),
    "a dangling link": lambda place: (place / "x.toml").symlink_to("nowhere"),
    "a name that is no text": lambda place: Path(os.fsdecode(os.fsencode(place) + b"/\xff.toml")).write_text("", "utf-8"),
    "another's folder": lambda place: _below(place, "s02/hw.toml"),
    "two others' folders": lambda place: [_below(place, f"s0{k}/hw.toml") for k in (2, 3)],
    "a platform's name": lambda place: _below(place, "s02_111_5001_hw.toml"),
    "a list": lambda place: _below(place, "submission_metadata.yml", "submission_1:\n  :submitters:\n  - :name: x\n    :sid: s02\n"),
    "the platform's own folder": lambda place: _below(place, "submission_1/hw.toml"),
    "a form of the class": lambda place: _below(place, "form.csv", "id,Q\ns01,[1 1; 1 1]\ns02,[7 10; 15 22]\n"),
    "a module": lambda place: _below(place, "json.py", "raise SystemExit(9)\n"),
}


@pytest.mark.sliced(5)
@pytest.mark.skipif(os.name != "posix", reason="the autograder runs on Linux")
@pytest.mark.parametrize("case", BESIDE)
def test_what_lies_beside_an_answer_stops_nothing(case: str, graded: Callable[..., dict[str, Any]]) -> None:
    found = graded(json.dumps({"users": [ADA]}).encode(), several=True, more=BESIDE[case])
    assert [test["visibility"] for test in found["tests"][-1:]] == ["after_published"]
    assert "root:" not in json.dumps(found)


def test_what_somebody_is_called_is_nobodys_id() -> None:
    """A student may call herself as a neighbour is called."""
    with pytest.raises(SymattnError):
        whose({"users": [{"name": "Ada", "email": "mallory@x"}]}, {"s01": "Ada", "s02": "Bob"})
    assert whose({"users": [{"name": "Bob", "email": "s01@x"}]}, {"s01": "Ada", "s02": "Bob"}) == "s01"
