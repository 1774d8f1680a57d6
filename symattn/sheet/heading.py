"""What templates get of a worksheet: texts and numbers that stand around its questions, and neither its file nor its values."""

from __future__ import annotations

from typing import NamedTuple

from symattn.records import frozen
from symattn.said import Strings


class LogoFile(NamedTuple):
    """A logo: the name under which LaTeX finds it, an address that holds it, and whether browsers show it."""

    name: str
    address: str
    shown: bool


class Room(NamedTuple):
    """Room to write in: ``kind`` is blank (millimetres), lines (how many), grid or none."""

    kind: str
    amount: int = 0

    @property
    def high(self) -> int:
        """How many millimetres it takes, where that is said; a ruled line is 8 mm."""
        return {"blank": 1, "lines": 8}.get(self.kind, 0) * self.amount


@frozen
class Around:
    """What a worksheet says around its questions."""

    title: str = ""
    course: str = ""
    header: Strings = ()
    head: str = ""
    foot: str = ""
    student: str = ""
    paper: str = "a4"
    width: int = 0
    size: str = "normal"
    columns: int = 1
    language: str = ""
    preamble: str = ""
    intro: str = ""
    note: str = ""
    tokens: Strings = ()
    decimals: int = 4


@frozen
class Heading(Around):
    """The same for templates; ``name`` is that of the file without the ending, ``varies`` whether it is a template."""

    name: str = ""
    varies: bool = False
    logo: LogoFile | None = None
