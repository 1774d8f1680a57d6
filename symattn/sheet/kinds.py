"""The kinds of value a worksheet file holds: each reads its TOML value, says what is wrong, and describes itself.

A kind's ``read`` raises Wrong for its own value; ``take`` reports that at its place and goes on with None, so that
every problem of a file is found in one go. ``schema`` is the kind as JSON Schema, for editors.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from symattn.sheet.place import Place, describe

Schema = dict[str, Any]
MOST_DIGITS = 100
"""The most zeros that marks and shares may have behind their point."""


class Kind(Protocol):
    """What the schema's tables are made of."""

    def read(self, value: object, at: Place) -> object:
        """The value as the project uses it; raises Wrong."""

    def schema(self) -> Schema:
        """The kind as JSON Schema."""


class Wrong(Exception):
    """What is wrong with a value, and what to write instead."""

    def __init__(self, what: str, hint: str = "") -> None:
        self.what, self.hint = what, hint
        super().__init__(what, hint)


def take(kind: Kind, value: object, at: Place) -> Any:
    """Read *value* by *kind*; a problem is reported at its place and gives None."""
    try:
        return kind.read(value, at)
    except Wrong as wrong:
        at.wrong(wrong.what, wrong.hint)
        return None


def instead(value: object, kind: str, hint: str = "") -> Wrong:
    """The value is of another kind than the key asks for.

    >>> instead(3, "text").what
    'a number where text belongs'
    """
    return Wrong(f"{describe(value)} where {kind} belongs", hint)


@dataclass(frozen=True)
class Text:
    """Text between quotes; *filled* refuses an empty one.

    >>> Text().schema()
    {'type': 'string'}
    """

    filled: bool = False

    def read(self, value: object, at: Place) -> str:
        """The text as it is written."""
        if not isinstance(value, str):
            raise instead(value, "text", "write it between quotes")
        if self.filled and not value.strip():
            raise Wrong("empty text", "write something between the quotes, or leave the key out")
        return value

    def schema(self) -> Schema:
        """A string."""
        return {"type": "string", "minLength": 1} if self.filled else {"type": "string"}


@dataclass(frozen=True)
class Whole:
    """A whole number from *least* to *most*.

    >>> Whole(1, 9).schema()
    {'type': 'integer', 'minimum': 1, 'maximum': 9}
    """

    least: int
    most: int

    def read(self, value: object, at: Place) -> int:
        """The number; true and false are none."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise instead(value, "a whole number", f"write a whole number from {self.least} to {self.most}")
        if not self.least <= value <= self.most:
            raise Wrong(f"{value} is out of range", f"write a whole number from {self.least} to {self.most}")
        return value

    def schema(self) -> Schema:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


def _fraction(value: int | Decimal, most: int) -> Fraction | None:
    """A number from 0 to *most* as a fraction; None for one outside, and for one of endlessly many digits."""
    if isinstance(value, Decimal) and (not value.is_finite() or (value and value.adjusted() < -MOST_DIGITS)):
        return None
    return Fraction(value) if 0 <= value <= most else None


@dataclass(frozen=True)
class Marks:
    """The marks of a part: a number that is not negative, or a table with a number for each line.

    >>> Marks().schema()["oneOf"][0]
    {'type': 'number', 'minimum': 0, 'maximum': 1000}
    """

    def read(self, value: object, at: Place) -> Fraction | dict[str, Fraction]:
        """The marks as a fraction, or those of each line."""
        if isinstance(value, dict):
            each = {name: take(_Number(), marks, at / name) for name, marks in value.items()}
            return {name: marks for name, marks in each.items() if marks is not None}
        return _Number().read(value, at)

    def schema(self) -> Schema:
        """A number, or a table of numbers."""
        number = _Number().schema()
        return {"oneOf": [number, {"type": "object", "additionalProperties": number}]}


class _Number:
    """A number of marks."""

    def read(self, value: object, at: Place) -> Fraction:
        """The marks as a fraction."""
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise instead(value, "a number of marks", "write a number, such as 3 or 0.5")
        marks = _fraction(value, 1000)
        if marks is None:
            raise Wrong(f"{value} marks", "write a number of marks from 0 to 1000")
        return marks

    def schema(self) -> Schema:
        """A number."""
        return {"type": "number", "minimum": 0, "maximum": 1000}


@dataclass(frozen=True)
class Flag:
    """true or false."""

    def read(self, value: object, at: Place) -> bool:
        """The truth value; raises Wrong."""
        if not isinstance(value, bool):
            raise instead(value, "true or false")
        return value

    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Share:
    """A share of the marks: a number from 0 to 1."""

    def read(self, value: object, at: Place) -> Fraction:
        """The share as a fraction."""
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise instead(value, "a share of the marks", "write a number from 0 to 1, such as 0.5")
        share = _fraction(value, 1)
        if share is None:
            raise Wrong(f"a share of {value}", "write a number from 0 to 1, such as 0.5")
        return share

    def schema(self) -> Schema:
        """A number from 0 to 1."""
        return {"type": "number", "minimum": 0, "maximum": 1}
