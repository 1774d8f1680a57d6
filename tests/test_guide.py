"""The guide: each of its sheets solves, each of its commands prints what stands below it, each topic can be asked for."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from symattn import __version__, toml
from symattn.cli import main
from symattn.files import folder
from symattn.sheet import loads
from symattn.sheet.kinds import KeyOf, take
from symattn.sheet.lint import findings
from symattn.sheet.reference import reference, tables
from symattn.sheet.source import Place, Positions

PAGES = {path.stem: path for path in sorted((folder("worksheets") / "guide").glob("*.md"))}
BLOCK = re.compile(r"(?:`([\w-]+\.toml)`:?[^`]*?\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEYS = [(head, name, key) for head, table in tables() for name, key in table.keys.items()]


def ran(command: str) -> str:
    """What a command of the guide prints."""
    done = CliRunner().invoke(main, shlex.split(command, comments=True)[1:])
    assert done.exit_code in (0, 1), done.output
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    lines = [line.rstrip() for line in done.output.split("\n") if not line.startswith(f"symattn {__version__}")]
    return "\n".join(lines).rstrip() + "\n"


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", PAGES)
def test_commands_print_what_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGES[name].read_text(encoding="utf-8")
    for file, language, block in BLOCK.findall(text):
        if language == "toml" and file:
            Path(file).write_text(block, encoding="utf-8")
        if language == "toml" and re.search(r"^\[\[question\]\]", block, re.MULTILINE):
            assert findings(loads(block, file or "example.toml")) == []
        command, _, shown = block.partition("\n")
        if language == "console" and command.startswith("$ symattn") and "\n$" not in block:
            made = ran(command[2:])
            if os.environ.get("GOLDEN"):
                text = text.replace(block, f"{command}\n{made}")
            else:
                assert made == shown
    if os.environ.get("GOLDEN"):
        PAGES[name].write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", [*PAGES, "format"])
def test_every_topic_can_be_asked_for(name: str) -> None:
    listed = CliRunner().invoke(main, ["help"]).output
    assert re.search(rf"^{name}  +\S", listed, re.MULTILINE)
    told = CliRunner().invoke(main, ["help", name]).output
    assert told.strip() == (reference() if name == "format" else PAGES[name].read_text(encoding="utf-8")).strip()


def test_no_command_goes_unsaid() -> None:
    """A stranger learns from the guide of every command, and of every option but a few."""
    guide = "".join(path.read_text(encoding="utf-8") for path in PAGES.values())
    commands = {name: main.get_command(click.Context(main), name) for name in main.list_commands(click.Context(main))}
    assert [name for name in commands if not re.search(rf"`symattn {name}\b|^\$ symattn {name}\b|^symattn {name}\b", guide, re.MULTILINE)] == []
    options = {option for command in commands.values() if command for one in command.params for option in one.opts if option[:2] == "--"}
    plain = {"--help", "--output", "--jobs", "--plain", "--port", "--open", "--engine"}  # -o and -j are told of, the rest told by --help
    assert [option for option in sorted(options - plain) if option not in guide] == []


def test_an_unknown_topic_names_the_nearest() -> None:
    done = CliRunner().invoke(main, ["help", "notations"])
    assert done.exit_code == 2
    assert 'did you mean "notation"?' in done.output


@pytest.mark.parametrize(("head", "name", "key"), KEYS, ids=[f"{head}{name}" for head, name, _ in KEYS])
def test_every_key_has_an_example_that_its_kind_reads(head: str, name: str, key: KeyOf) -> None:
    below = [other for other, _ in tables() if other.strip("[]").removesuffix(".NAME").split(".")[-1:] == [name]]
    assert key.example or below, "a key of a worksheet has an example"
    if key.example:
        text = f"{name} = {key.example}"
        place = Place(Positions(text))
        take(key.kind, toml.loads(text)[name], place / name)
        assert place.problems == []
