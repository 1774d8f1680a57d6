"""Compiled templates are kept in the user's cache, and only there."""

import os
import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader

from symattn.formats import templates
from symattn.formats.templates import Compiled


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A folder that stands for the shipped one, with one template in it; the user's cache is beside it."""
    place = tmp_path / "shipped"
    place.mkdir()
    (place / "a.j2").write_text("one")
    monkeypatch.setattr(templates, "folder", lambda name: place)
    monkeypatch.setattr(templates, "kept", lambda: tmp_path / "cache" / "symattn")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(Compiled, "held", {})
    return place


def rendered(folder: Path) -> str:
    return Environment(loader=FileSystemLoader(folder), bytecode_cache=Compiled()).get_template("a.j2").render()


def kept(shipped: Path) -> list[Path]:
    return [path for path in (shipped.parent / "cache").rglob("*") if path.is_file()]


def test_kept_and_taken_again(shipped, monkeypatch):
    assert rendered(shipped) == "one"
    Compiled.held.clear()  # another process
    monkeypatch.setattr(Environment, "compile", lambda *args, **more: pytest.fail("compiled twice"))
    assert rendered(shipped) == "one"


def test_nothing_is_left_where_symattn_is_installed(shipped):
    rendered(shipped)
    assert [path.name for path in shipped.rglob("*")] == ["a.j2"]
    assert len(kept(shipped)) == 1


def test_a_process_compiles_and_reads_once_even_where_nothing_is_written(shipped, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(shipped) == "one"
    monkeypatch.setattr(Environment, "compile", lambda *args, **more: pytest.fail("compiled twice"))
    assert rendered(shipped) == "one"


def test_a_changed_template_is_compiled_again(shipped):
    rendered(shipped)
    (shipped / "a.j2").write_text("two")
    assert rendered(shipped) == "two"


def test_templates_of_ones_own_leave_nothing_behind(shipped, tmp_path_factory):
    own = tmp_path_factory.mktemp("own")
    (own / "a.j2").write_text("mine")
    assert rendered(own) == "mine"
    assert [path.name for path in own.iterdir()] == ["a.j2"]
    assert Environment(loader=DictLoader({"a": "text"}), bytecode_cache=Compiled()).get_template("a").render() == "text"
    assert not kept(shipped)


def test_nothing_is_written_where_python_writes_no_bytecode(shipped, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rendered(shipped)
    assert not kept(shipped)


@pytest.mark.parametrize("why", ["in the way", "no cache"])
def test_where_nothing_can_be_kept_the_page_is_the_same(why: str, shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if why == "in the way":
        (shipped.parent / "cache").write_text(why)
    else:
        monkeypatch.setattr(templates, "kept", lambda: None)
    assert rendered(shipped) == "one"


@pytest.mark.skipif(sys.platform == "win32", reason="who owns a folder is another question there")
@pytest.mark.parametrize("how", ["anybody writes there", "it is another's"])
def test_what_others_could_have_written_is_not_run(how: str, shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered(shipped)
    (found,) = kept(shipped)
    before = found.read_bytes()
    if how == "anybody writes there":
        found.parent.chmod(0o777)
    elif os.geteuid() == 0:  # whose folders are the system's, and nobody's fault
        os.chown(found.parent, 12345, -1)
    else:
        mine = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    Compiled.held.clear()  # another process
    (shipped / "a.j2").write_text("two")
    assert rendered(shipped) == "two"
    assert (kept(shipped), found.read_bytes()) == ([found], before)
    Compiled.held.clear()
    (shipped / "a.j2").write_text("one")
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    assert rendered(shipped) == "one"


@pytest.mark.parametrize("at", [0, 3, 20, 40, 60, 100, -1])
@pytest.mark.parametrize("how", ["cut", "flipped"])
def test_what_is_kept_and_was_spoilt_is_made_again(how: str, at: int, shipped: Path) -> None:
    """Jinja unpickles what it kept; here nothing of it is looked at before its own digest is found to be right."""
    rendered(shipped)
    (found,) = kept(shipped)
    good = found.read_bytes()
    Compiled.held.clear()  # another process
    found.write_bytes(good[:at] if how == "cut" else good[:at] + bytes([good[at] ^ 4]) + (good[at + 1 :] if at >= 0 else b""))
    assert rendered(shipped) == "one"
    assert found.read_bytes() == good
