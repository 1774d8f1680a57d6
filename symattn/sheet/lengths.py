"""Lengths in a worksheet: how wide its text is, how much room there is to write in."""

from __future__ import annotations

from fractions import Fraction

from symattn.errors import SymattnError
from symattn.later import pattern
from symattn.records import frozen
from symattn.sheet.heading import Room
from symattn.sheet.kinds import Schema, instead
from symattn.sheet.source import Place, short

MOST_RULED, HIGHEST_ROOM = (
    30,
    240,
)  # a page of A4 has room for 240 mm, and ruled lines are 8 mm apart
NARROWEST, WIDEST, LEAST_FOR_TWO = 50, 400, 130
"""Millimetres of a text's width, and of one that has two columns."""
MILLIMETRES = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction("25.4")}
_LENGTH = pattern(r"(\d{1,4}(?:\.\d{1,2})?)\s*(cm|mm|in|lines?)")


@frozen
class LengthOf:
    """How wide a text is, a length with its unit, as whole millimetres.

    >>> from symattn.sheet.source import Positions
    >>> LengthOf().read("12.5cm", Place(Positions("")))
    125
    """

    def read(self, value: object, at: Place) -> int:
        """Millimetres, rounded; raises SymattnError."""
        hint = 'write it with its unit: "120mm", "12cm" or "4.5in"'
        if not isinstance(value, str):
            raise instead(value, "a length", hint)
        found = _LENGTH.fullmatch(value.strip())
        if not found or found[2] not in MILLIMETRES:
            raise SymattnError(f'"{short(value)}" is no length', hint)
        length = round(Fraction(found[1]) * MILLIMETRES[found[2]])
        if not NARROWEST <= length <= WIDEST:
            raise SymattnError(
                f"a length of {value}", f"from {NARROWEST} to {WIDEST} mm"
            )
        return length

    def schema(self) -> Schema:
        """Text."""
        return {"type": "string", "pattern": r"^\s*\d+(\.\d+)?\s*(cm|mm|in)\s*$"}


@frozen
class RoomOf:
    """Room to write in: a length, so many ruled lines, the dotted grid, or none.

    >>> from symattn.sheet.source import Positions
    >>> RoomOf().read("6 lines", Place(Positions("")))
    Room(kind='lines', amount=6)
    """

    def read(self, value: object, at: Place) -> Room:
        """The kind of room and how much of it; raises SymattnError."""
        hint = 'write "4cm", "60mm", "6 lines", "grid" or "none"'
        if not isinstance(value, str):
            raise instead(value, "room", hint)
        if value in ("grid", "none"):
            return Room(value)
        found = _LENGTH.fullmatch(value.strip())
        if not found:
            raise SymattnError(f'"{short(value)}" is no room', hint)
        number, unit = Fraction(found[1]), found[2]
        if unit.startswith("line"):
            if number.denominator != 1 or not 1 <= number <= MOST_RULED:
                raise SymattnError(
                    f"{found[1]} lines", f"from 1 to {MOST_RULED} lines, a page full"
                )
            return Room("lines", int(number))
        high = round(number * MILLIMETRES[unit])
        if not 1 <= high <= HIGHEST_ROOM:
            raise SymattnError(
                f"{value} of room", f"from 1 to {HIGHEST_ROOM} mm, a page full"
            )
        return Room("blank", high)

    def schema(self) -> Schema:
        """Text."""
        return {
            "type": "string",
            "pattern": r"^(grid|none|\s*\d+(\.\d+)?\s*(cm|mm|in|lines?)\s*)$",
        }
