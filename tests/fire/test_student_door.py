"""The door for what strangers name: a name leads to what lies in the folder, and nowhere else."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from symattn.errors import LimitError
from symattn.files import FileError, LinkedFile, MissingFile, inert, is_as_noted, noted, open_inside

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and rights are POSIX's")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a file, another one beside it with a secret, and every kind of link from the one to the other."""
    root, other = tmp_path / "in", tmp_path / "other"
    for folder in (root / "a", other):
        folder.mkdir(parents=True)
    (root / "a" / "hw.toml").write_text("mine")
    (other / "key.toml").write_text("secret")
    (root / "file").symlink_to(other / "key.toml")
    (root / "folder").symlink_to(other)
    (root / "relative").symlink_to("../other/key.toml")
    (root / "within").symlink_to("a/hw.toml")
    (root / "folder within").symlink_to("a")
    (root / "a" / "up").symlink_to("..")
    (root / "dangling").symlink_to("nowhere")
    (root / "loop").symlink_to("loop")
    (root / "to a link").symlink_to("file")
    (root / "proc").symlink_to("/proc/self/environ")
    os.mkfifo(root / "pipe")
    (root / "large").write_bytes(b"x" * 101)
    return root


LINKED = ["file", "folder/key.toml", "relative", "within", "folder within/hw.toml", "a/up/a/hw.toml", "dangling", "loop", "to a link", "proc"]


@pytest.mark.parametrize("name", LINKED)
def test_no_link_is_followed_at_any_level(place: Path, name: str) -> None:
    with noted() as found, pytest.raises(LinkedFile, match="links are not followed"):
        open_inside(place, name, 100)
    assert all(is_as_noted(path, digest, 100) for path, digest in found.items()), "nor does a page that met one seem out of date"


OUTSIDE = ["../other/key.toml", "a/../../other/key.toml", "/etc/passwd", "..", "", ".", "a/..", "a/../a/hw.toml"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_name_leads_out_of_the_folder(place: Path, name: str) -> None:
    with pytest.raises(FileError, match="lies outside the folder"):
        open_inside(place, name, 100)


REFUSED = {"a": FileError, "pipe": FileError, "large": LimitError, "a\0b": FileError, "gone": MissingFile, "a/hw.toml/x": MissingFile, "x" * 300: FileError}


@pytest.mark.parametrize("name", REFUSED)
def test_only_ordinary_files_of_a_stated_size_are_opened(place: Path, name: str) -> None:
    with pytest.raises(REFUSED[name]):
        open_inside(place, name, 100)


@pytest.mark.parametrize("root", ["", "behind"])
def test_what_lies_there_is_read_also_where_the_user_s_own_folder_is_a_link(place: Path, root: str) -> None:
    (place.parent / "behind").symlink_to(place)
    base = place.parent / root if root else place
    assert open_inside(base, "a/hw.toml", 100) == open_inside(base, "./a//hw.toml", 100) == b"mine"
    assert open_inside(base / "a", Path("hw.toml"), 4) == b"mine"


def test_no_handle_is_left_open(place: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    for name in (*LINKED, *OUTSIDE, *REFUSED, "a/hw.toml"):
        with suppress(FileError, LimitError):
            open_inside(place, name, 100)
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\r", "\n", "\x9b", "\x7f", "\u202e", "\u2066"])
def test_a_name_that_is_shown_turns_nothing_in_a_terminal(sign: str) -> None:
    assert sign not in inert(f"a{sign}b")
    assert inert("Ünï – 中文 ℝ") == "Ünï – 中文 ℝ"
