"""A place in a worksheet file: the cursor with which every key is read and every problem is reported."""

from __future__ import annotations

from dataclasses import dataclass, field

from symattn.errors import Problem
from symattn.sheet.positions import Path, Positions


@dataclass(frozen=True)
class Place:
    """A key path in a file; all places of a file share its list of problems.

    >>> top = Place(Positions("title = 3"))
    >>> (top / "title").wrong("a number where text belongs", "write it between quotes")
    >>> str(top.problems[0])
    '1:9: title: a number where text belongs\\n  write it between quotes'
    """

    positions: Positions
    path: Path = ()
    problems: list[Problem] = field(default_factory=list)

    def __truediv__(self, name: str | int) -> Place:
        return Place(self.positions, (*self.path, name), self.problems)

    def __str__(self) -> str:
        return ".".join(short(name) for name in self.path if isinstance(name, str)) or "file"

    def wrong(self, what: str, *hints: str) -> None:
        """Report a problem with the value that stands here, with what to write instead."""
        self._report(self.positions.value(self.path), what, hints)

    def misnamed(self, what: str, *hints: str) -> None:
        """Report a problem with the key that stands here, with what to write instead."""
        self._report(self.positions.key(self.path), what, hints)

    def _report(self, where: tuple[int, int], what: str, hints: tuple[str, ...]) -> None:
        self.problems.append(Problem(*where, str(self), what, "\n  ".join(filter(None, hints))))


def short(text: str) -> str:
    """A text quoted in a message: on one line and not too long.

    >>> short("a\\nb"), len(short("a" * 1000))
    ('a\\\\nb', 61)
    """
    text = text if text.isprintable() else repr(text)[1:-1]
    return text if len(text) <= 60 else text[:60] + "…"


def describe(value: object) -> str:
    """What kind of TOML value this is, in words.

    >>> [describe(x) for x in (True, 3, "a", [], {})]
    ['true or false', 'a number', 'text', 'a list', 'a table']
    """
    words = {bool: "true or false", int: "a number", str: "text", list: "a list", dict: "a table"}
    if isinstance(value, bool) or type(value) in words:
        return words[type(value)]
    return "a number" if hasattr(value, "as_tuple") else "a date or time"
