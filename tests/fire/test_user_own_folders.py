"""What symattn keeps for itself lies where no other user of the machine can put anything; else nothing is kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from jinja2 import Environment
from jinja2.bccache import Bucket

from symattn import files
from symattn.errors import SymattnError
from symattn.files import held, own_folder
from symattn.formats.templates import _kept_at

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX's")
SHUT, STICKY = 0o700, 0o1777


@pytest.mark.parametrize(
    ("modes", "is_safe"),
    [
        ((0o700, 0o700, 0o700), True), ((0o755, 0o755, 0o700), True), ((STICKY, 0o700, 0o700), True), ((0o777, 0o700, 0o700), False),
        ((0o700, 0o777, 0o700), False), ((0o700, 0o700, 0o777), False), ((0o700, 0o700, STICKY), False), ((0o702, 0o700, 0o700), False),
        ((0o700, 0o757, 0o700), False), ((STICKY, STICKY, 0o755), True),
    ],
)  # fmt: skip
def test_every_folder_above_is_looked_at(tmp_path: Path, modes: tuple[int, ...], is_safe: bool) -> None:
    place = tmp_path / "base" / "symattn" / "check"
    place.mkdir(parents=True)
    for folder, mode in zip((tmp_path / "base", place.parent, place), modes):
        folder.chmod(mode)
    assert (own_folder(tmp_path / "base", "symattn", "check") is not None) == is_safe


@pytest.mark.sliced(1)
@pytest.mark.parametrize("mode", [0o720, 0o730, 0o770, 0o775, 0o777, 0o702, 0o703, 0o722, 0o707, 0o2770, 0o2777, 0o4770])
@pytest.mark.parametrize("level", range(3))
def test_where_a_group_or_the_world_can_write_nothing_is_kept(tmp_path: Path, level: int, mode: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The group that many systems make for each user is that user alone; this one is another."""
    monkeypatch.setattr(files, "_is_mine_alone", lambda group: False)
    place = tmp_path / "base" / "symattn" / "check"
    place.mkdir(parents=True)
    (place, place.parent, tmp_path / "base")[level].chmod(mode)
    assert own_folder(tmp_path / "base", "symattn", "check") is None


@pytest.mark.sliced(1)
@pytest.mark.parametrize("made", ["file", "pipe", "link to a file", "dangling link", "link to a shared folder", "link to itself"])
@pytest.mark.parametrize("name", ["symattn", "symattn/check"])
def test_what_is_no_folder_of_the_user_s_is_not_used(tmp_path: Path, name: str, made: str) -> None:
    place = tmp_path / "base" / name
    place.parent.mkdir(parents=True)
    (tmp_path / "other").write_text("mine")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(STICKY)
    ways = {"file": lambda: place.write_text(""), "pipe": lambda: os.mkfifo(place), "link to a file": lambda: place.symlink_to(tmp_path / "other"),
            "dangling link": lambda: place.symlink_to("nowhere"), "link to a shared folder": lambda: place.symlink_to(tmp_path / "shared"), "link to itself": lambda: place.symlink_to(place)}  # fmt: skip
    ways[made]()
    found = own_folder(tmp_path / "base", "symattn", "check")
    assert found is None or (made == "link to a shared folder" and name == "symattn"), "a folder of one's own in a sticky one is"
    assert (tmp_path / "other").read_text() == "mine"


@pytest.mark.parametrize("name", ["symattn", "symattn/check"])
@pytest.mark.parametrize("is_shared", [False, True])
def test_a_link_is_as_safe_as_where_it_leads(tmp_path: Path, name: str, is_shared: bool) -> None:
    target = tmp_path / "target"
    (target / "check").mkdir(parents=True)
    target.chmod(0o777 if is_shared else 0o700)
    link = tmp_path / "base" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(target)
    assert (own_folder(tmp_path / "base", "symattn", "check") is None) == is_shared


def test_links_without_end_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "symattn").symlink_to("symattn")
    assert own_folder(tmp_path, "symattn", "check") is None
    assert own_folder(None, "symattn") is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("name", ["base", "base/symattn", "base/symattn/check"])
def test_what_another_user_made_is_not_used(tmp_path: Path, name: str) -> None:
    (tmp_path / "base" / "symattn" / "check").mkdir(parents=True)
    os.chown(tmp_path / name, 65534, -1)
    assert own_folder(tmp_path / "base", "symattn", "check") is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give links away")
def test_another_user_s_link_is_not_used_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "symattn").symlink_to("mine")
    os.chown(tmp_path / "symattn", 65534, -1, follow_symlinks=False)
    assert own_folder(tmp_path, "symattn") is None


def test_what_is_made_is_the_user_s_alone(tmp_path: Path) -> None:
    place = own_folder(tmp_path, "symattn", "check")
    assert place is not None
    assert [folder.stat().st_mode & 0o777 for folder in (place, place.parent)] == [SHUT, SHUT]


def test_what_is_held_is_removed_by_who_holds_it(tmp_path: Path) -> None:
    place = tmp_path / "journal"
    with held(place, "marks.csv"):
        with pytest.raises(SymattnError, match=r"^marks\.csv: another run is at work here"), held(place, "marks.csv"):
            pass
        assert place.exists()
        place.unlink()
        with held(place, "marks.csv"):
            pass
    with held(place, "marks.csv"):
        assert place.exists()


def test_a_link_in_the_place_of_a_journal_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "journal").symlink_to("victim")
    with pytest.raises(OSError, match="symbolic links"), held(tmp_path / "journal", "marks.csv"):
        pass
    assert (tmp_path / "victim").read_text() == "mine"


@pytest.mark.parametrize("at", ["", "symattn", "symattn/templates"])
def test_compiled_templates_are_neither_kept_nor_taken_where_others_can_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    bucket = Bucket(Environment(), "steps/exp.j2", "checksum")
    place = _kept_at(bucket, made=True)
    assert place is not None
    assert place.parent == (_kept_at(bucket, made=False) or tmp_path).parent
    (tmp_path / at).chmod(0o777)
    assert _kept_at(bucket, made=False) is _kept_at(bucket, made=True) is None
