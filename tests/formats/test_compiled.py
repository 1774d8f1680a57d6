"""Compiled templates are kept beside the shipped ones, and only there."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader

from symattn.formats import templates
from symattn.formats.templates import Compiled


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A folder that stands for the shipped one, with one template in it."""
    (tmp_path / "a.j2").write_text("one")
    monkeypatch.setattr(templates, "folder", lambda name: tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(Compiled, "held", {})
    return tmp_path


def rendered(folder: Path) -> str:
    return Environment(loader=FileSystemLoader(folder), bytecode_cache=Compiled()).get_template("a.j2").render()


def test_kept_and_taken_again(shipped, monkeypatch):
    assert rendered(shipped) == "one"
    Compiled.held.clear()  # another process
    monkeypatch.setattr(Environment, "compile", lambda *args, **more: pytest.fail("compiled twice"))
    assert rendered(shipped) == "one"


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


def test_nothing_is_written_where_python_writes_no_bytecode(shipped, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rendered(shipped)
    assert [path.name for path in shipped.iterdir()] == ["a.j2"]


def test_a_folder_that_cannot_be_written_to_stops_nothing(shipped):
    (shipped / "__pycache__").write_text("in the way")
    assert rendered(shipped) == "one"


@pytest.mark.parametrize("at", [0, 3, 20, 40, 60, 100, -1])
@pytest.mark.parametrize("how", ["cut", "flipped"])
def test_what_is_kept_and_was_spoilt_is_made_again(how: str, at: int, shipped: Path) -> None:
    """Jinja unpickles what it kept; here nothing of it is looked at before its own digest is found to be right."""
    rendered(shipped)
    (kept,) = (path for path in (shipped / "__pycache__").iterdir())
    good = kept.read_bytes()
    Compiled.held.clear()  # another process
    kept.write_bytes(good[:at] if how == "cut" else good[:at] + bytes([good[at] ^ 4]) + (good[at + 1 :] if at >= 0 else b""))
    assert rendered(shipped) == "one"
    assert kept.read_bytes() == good
