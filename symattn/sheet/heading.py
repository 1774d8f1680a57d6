"""What templates get of a worksheet: texts and numbers that stand around its questions, and neither its file nor its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from symattn.said import Strings

if TYPE_CHECKING:
    from symattn.sheet.sheet import Sheet


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


class Heading(NamedTuple):
    """The texts of a worksheet; ``name`` is that of its file without the ending, ``varies`` whether it is a template."""

    name: str
    title: str
    course: str
    header: Strings
    head: str
    foot: str
    student: str
    paper: str
    width: int
    size: str
    columns: int
    language: str
    preamble: str
    intro: str
    note: str
    tokens: Strings
    decimals: int
    varies: bool
    logo: LogoFile | None

    @classmethod
    def of(cls, sheet: Sheet) -> Heading:
        """What templates get of a sheet."""
        logo = (
            LogoFile(sheet.logo.name, sheet.logo.address, sheet.logo.shown)
            if sheet.logo
            else None
        )
        as_there = {
            name: getattr(sheet, name)
            for name in cls._fields
            if name not in ("name", "varies", "logo")
        }
        return cls(name=sheet.path.stem, varies=sheet.vary is not None, logo=logo, **as_there)
