"""From a file to a TOML tree: what is no file, no UTF-8 and no TOML is said with its place."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symattn import toml
from symattn.errors import LimitError, Problem, SheetError
from symattn.files import FileError, contents, shown
from symattn.sheet.place import Place
from symattn.sheet.positions import Positions

LARGEST = 10_000_000
"""The most bytes a worksheet file may have."""
_RIGHT = "a worksheet is short; is this the right file?"
_START = "`symattn new FILE` writes a sheet to start from"
_HINTS = {  # what tomllib says -> what to write instead
    "Unescaped": r"LaTeX goes between single quotes: 'Compute $\mathbf{M}$'",
    "Unterminated": "end the text with the quote it begins with",
    "Expected '='": "write KEY = VALUE, or [TABLE] for what follows",
    "Cannot declare": "write each table once; [[question]], in two brackets, begins one more question",
    "Cannot mutate": "write each table once, all its keys together",
    "Cannot overwrite": "write each key once",
    "Unclosed inline": "close every { with a }, all on one line",
    "": 'close every bracket and quote; text and fractions stand between quotes: "1/3"',
}


@dataclass(frozen=True)
class Source:
    """A worksheet file as TOML: its tree of keys, and the place from which problems are reported."""

    file: str
    tree: dict[str, Any]
    place: Place


def read_source(path: Path) -> Source:
    """Read a TOML file; raises SheetError with the place of what is wrong.

    >>> read_source(Path("/nowhere/sheet.toml"))
    Traceback (most recent call last):
        ...
    symattn.errors.SheetError: /nowhere/sheet.toml:1:1: file: no such file or directory
    """
    return parse(_text(path), str(path))


def parse(text: str, file: str) -> Source:
    """Read a TOML text; *file* names it in messages.

    >>> parse("title = 'Heads'", "heads.toml").tree
    {'title': 'Heads'}
    """
    try:
        positions = Positions(toml.bounded(text))
    except LimitError as error:
        raise SheetError(file, [Problem(1, 1, "file", str(error), _RIGHT)]) from None
    place = Place(positions)
    for where, written in positions.bare():
        if len(written) > toml.MOST_DIGITS:
            for name in where:
                place /= name
            place.wrong(f"a number of {len(written):,} characters", f"a number may have at most {toml.MOST_DIGITS:,} digits")
    if place.problems:
        raise SheetError(file, place.problems)
    try:
        return Source(file, tomllib.loads(text, parse_float=toml.exact), place)
    except tomllib.TOMLDecodeError as error:
        raise SheetError(file, list(_repeated(positions)) or [_syntax(str(error), text, positions)]) from None
    except RecursionError:
        raise SheetError(file, [Problem(1, 1, "file", "brackets within brackets too deep", "")]) from None


def _text(path: Path) -> str:
    try:
        data = contents(path, LARGEST)
    except FileError as error:
        raise SheetError(shown(path), [Problem(1, 1, "file", error.why)]) from None
    except LimitError as error:
        raise SheetError(shown(path), [Problem(1, 1, "file", str(error), _RIGHT)]) from None
    return decoded(data, str(path))


def decoded(data: bytes, file: str) -> str:
    """The text of a worksheet file's bytes; raises SheetError for what is no text, not UTF-8 or empty.

    >>> decoded(b"title = 'a'", "a.toml")
    "title = 'a'"
    """

    def no(what: str, hint: str = "", line: int = 1, column: int = 1) -> SheetError:
        return SheetError(file, [Problem(line, column, "file", what, hint)])

    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace").split("\n")
        hint = "save the file as UTF-8 text; or is this the right file?"
        raise no(f"byte 0x{data[error.start]:02x} is not UTF-8", hint, len(before), len(before[-1]) + 1) from None
    if "\0" in text:
        raise no("a binary file, not text", "a worksheet is a TOML file; is this the right file?")
    if not text.strip():
        raise no("the file is empty", _START)
    return text


def _repeated(positions: Positions) -> list[Problem]:
    return [
        Problem(*at, ".".join(n for n in path if isinstance(n, str)), f"written twice, first in line {first}",
                "write each key once")
        for path, at, first in positions.repeated()
    ]


def _syntax(message: str, source: str, positions: Positions) -> Problem:
    """What tomllib says, with its place and a hint."""
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = source.split("\n")
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (len(lines), len(lines[-1]) + 1)
    what = message[: found.start()] if found else message
    hint = next(hint for start, hint in _HINTS.items() if what.startswith(start))
    path = ".".join(n for n in positions.at(line, column) if isinstance(n, str)) or "file"
    return Problem(line, column, path, what[:1].lower() + what[1:], hint)
