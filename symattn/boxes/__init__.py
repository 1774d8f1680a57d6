"""What a formula looks like, before any format: small immutable boxes that every writer can set.

Text inside a box is Unicode (``ε``, ``×``, ``−``, ``⊤``); a format's writer turns it into its own commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind = Literal["number", "letter", "bold", "upright", "word", "operator", "relation", "punct", "text", "space"]
Box: TypeAlias = "Ink | Row | Frac | Script | Root | Fence | Grid | Boxed"


@dataclass(frozen=True, slots=True)
class Ink:
    """One run of ink: a number, a letter, a word, a sign, or a blank ("thin", "quad", "qquad").

    Kinds: ``letter`` is slanted maths, ``bold`` bold upright, ``upright`` a function's name, ``word`` a slanted
    word, ``operator`` a sign between two things (+ · ⊕), ``relation`` = or ≈, ``punct`` a comma, ``text`` prose.

    >>> Ink("ε")
    Ink(text='ε', kind='letter')
    """

    text: str
    kind: Kind = "letter"


@dataclass(frozen=True, slots=True)
class Row:
    """Boxes one after another.

    >>> Row((Ink("X", "bold"), Ink("W", "bold"))).items[0].text
    'X'
    """

    items: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Frac:
    """A built-up fraction.

    >>> Frac(Ink("1", "number"), Ink("3", "number")).bottom.text
    '3'
    """

    top: Box
    bottom: Box


@dataclass(frozen=True, slots=True)
class Script:
    """A base with something below right, above right, or both.

    >>> Script(Ink("Q"), sup=Ink("1", "number")).sub is None
    True
    """

    base: Box
    sub: Box | None = None
    sup: Box | None = None


@dataclass(frozen=True, slots=True)
class Root:
    """A square root, or the root of another index.

    >>> Root(Ink("2", "number")).index
    2
    """

    body: Box
    index: int = 2


@dataclass(frozen=True, slots=True)
class Fence:
    """Brackets as tall as what they hold; a side may be empty.

    >>> Fence("(", Ink("K"), ")").left
    '('
    """

    left: str
    body: Box
    right: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A matrix or a table of boxes: brackets around it, columns aligned, rules after some columns, cells shaded.

    ``align`` is one letter for all columns or one each (l, c, r); ``rules`` holds the columns (counted from 1)
    after which a vertical rule stands; ``used`` the cells (row, column from 0) that are shaded.

    >>> Grid(((Ink("1", "number"), Ink("2", "number")),)).columns
    2
    """

    rows: tuple[tuple[Box, ...], ...]
    left: str = "["
    right: str = "]"
    align: str = "c"
    rules: tuple[int, ...] = ()
    used: frozenset[tuple[int, int]] = frozenset()

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return max((len(cells) for cells in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Boxed:
    """A result, framed and tinted so that it is found at a glance.

    >>> Boxed(Ink("4", "number")).body.text
    '4'
    """

    body: Box


def row(*items: Box | None) -> Box:
    """Boxes one after another, rows inside rows opened up, nothing kept for None.

    >>> row(Ink("X"), None, row(Ink("W"), Ink("Y")))
    Row(items=(Ink(text='X', kind='letter'), Ink(text='W', kind='letter'), Ink(text='Y', kind='letter')))
    """
    flat: list[Box] = []
    for item in items:
        if isinstance(item, Row):
            flat.extend(item.items)
        elif item is not None:
            flat.append(item)
    return flat[0] if len(flat) == 1 else Row(tuple(flat))


def number(text: object) -> Box:
    """A number as it is written; its sign becomes a true minus.

    >>> number(-2)
    Row(items=(Ink(text='−', kind='punct'), Ink(text='2', kind='number')))
    """
    digits = str(text)
    if digits.startswith(("-", "−")):
        return Row((Ink("−", "punct"), Ink(digits[1:], "number")))
    return Ink(digits, "number")
