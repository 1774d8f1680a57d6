"""The kinds of value of questions that are not computed: shapes in letters, claims of a proof, figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symattn.errors import SymattnError
from symattn.later import later
from symattn.sheet.kinds import Schema, Wrong, instead
from symattn.sheet.place import Place

if TYPE_CHECKING:
    from symattn.plan.shapes import letters
    from symattn.sheet.sheet import FigureLike
else:
    letters = later("symattn.plan.shapes.letters")

MOST_AXES = 6
_SHAPE = 'write the sizes, such as ["B", "n", "d"] or [4, "h*d_k"]'


@dataclass(frozen=True)
class ShapeOf:
    """A shape: from two to six sizes, each a number or letters."""

    def read(self, value: object, at: Place) -> tuple[int | str, ...] | None:
        """The sizes as written; raises Wrong."""
        if not isinstance(value, list):
            raise instead(value, "a shape", _SHAPE)
        if not 2 <= len(value) <= MOST_AXES:
            raise Wrong(f"a shape with {len(value)} sizes", _SHAPE)
        found = [_size(size, at / index) for index, size in enumerate(value)]
        return None if None in found else tuple(found)  # type: ignore[arg-type]

    def schema(self) -> Schema:
        """An array of numbers and text."""
        return {"type": "array", "minItems": 2, "maxItems": MOST_AXES, "items": {"type": ["integer", "string"]}}


@dataclass(frozen=True)
class SizeOf:
    """The two sizes of a generic matrix in a check: rows and columns."""

    most: int = 12

    def read(self, value: object, at: Place) -> tuple[int, int]:
        """Rows and columns; raises Wrong."""
        hint = f"write rows and columns, such as [2, 4]; at most {self.most}"
        if not isinstance(value, list) or len(value) != 2:
            raise instead(value, "rows and columns", hint)
        if not all(isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= self.most for n in value):
            raise Wrong(f"{value[0]}×{value[1]} is out of range", hint)
        return value[0], value[1]

    def schema(self) -> Schema:
        """Two integers."""
        item = {"type": "integer", "minimum": 1, "maximum": self.most}
        return {"type": "array", "minItems": 2, "maxItems": 2, "items": item}


@dataclass(frozen=True)
class FigureOf:
    """A figure: its name, or a table with its name and what the author sets."""

    def read(self, value: object, at: Place) -> FigureLike:
        """The name or the table; raises Wrong."""
        if not isinstance(value, str | dict):
            raise instead(value, "a figure", 'write its name, such as "multi-head", or { name = "heat-map", line = "A" }')
        from symattn.figures.options import wrong  # 20 ms that a sheet without figures does not wait for

        for key, what, hint in wrong({"name": value} if isinstance(value, str) else value):
            (at / key if isinstance(value, dict) and key in value else at).wrong(what, hint)
        return value

    def schema(self) -> Schema:
        """Text or a table."""
        return {"type": ["string", "object"]}


def _size(value: object, at: Place) -> int | str | None:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        at.wrong("a size is a number or letters", _SHAPE)
        return None
    if isinstance(value, int):
        if value < 1:
            at.wrong(f"{value} is no size", "write a whole number above 0")
        return value
    try:
        letters.parsed(value.replace("/", "*"))  # whether it divides is known with the relations
    except SymattnError as error:
        at.wrong(error.what, error.hint)
        return None
    return value
