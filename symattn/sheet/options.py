"""The kinds that options of a variant are made of: masks, scales, names from a list."""

from __future__ import annotations

from dataclasses import dataclass

from symattn.errors import nearest
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.sheet.cells import Cell, Cells, Rows
from symattn.sheet.kinds import Schema, Wrong, instead
from symattn.sheet.place import Place, short


def zeros_and_ones(matrix: Matrix) -> bool:
    """Whether a matrix can be a mask.

    >>> zeros_and_ones(Matrix.of([[1, 0], [1, 1]]))
    True
    """
    return not matrix.blocked and all(x in (Number.of(0), Number.of(1)) for row in matrix.values for x in row)


@dataclass(frozen=True)
class Choice:
    """One of a few words; another word is a problem that names the nearest.

    >>> Choice(("none", "causal")).schema()
    {'enum': ['none', 'causal']}
    """

    words: tuple[str, ...]
    kind: str = "word"

    def read(self, value: object, at: Place) -> str:
        """The word; raises Wrong."""
        if not isinstance(value, str):
            raise instead(value, "text", f"write one of {self._all()}")
        if value not in self.words:
            hint = nearest(value, self.words) or f"write one of {self._all()}"
            raise Wrong(f'unknown {self.kind} "{short(value)}"', hint)
        return value

    def schema(self) -> Schema:
        """An enumeration."""
        return {"enum": list(self.words)}

    def _all(self) -> str:
        return ", ".join(f'"{word}"' for word in self.words)


@dataclass(frozen=True)
class Mask:
    """"none", "causal", or a matrix of 1 (keep) and 0 (block)."""

    word = Choice(("none", "causal"), "mask")

    def read(self, value: object, at: Place) -> str | Cells | None:
        """The word or the matrix; raises Wrong."""
        if not isinstance(value, list):
            return self.word.read(value, at)
        cells = Rows().read(value, at)
        if cells is None or not isinstance(cells.value, Matrix):
            return None
        if not zeros_and_ones(cells.value):
            raise Wrong("a mask with other entries than 1 and 0", "write 1 to keep a score and 0 to block it")
        for index, row in enumerate(cells.value.values):
            if not any(row):
                (at / index).wrong(f"row {index + 1} is blocked entirely", "keep a score in every row: write a 1")
        return cells

    def schema(self) -> Schema:
        """A word or rows of 0 and 1."""
        row = {"type": "array", "minItems": 1, "items": {"enum": [0, 1]}}
        return {"anyOf": [self.word.schema(), {"type": "array", "minItems": 1, "items": row}]}


@dataclass(frozen=True)
class Scale:
    """Whether scores are divided by the square root of the key width, or the number they are divided by."""

    def read(self, value: object, at: Place) -> bool | str:
        """True, False, or the number as text, which is not 0; raises Wrong."""
        if isinstance(value, bool):
            return value
        number, written = Cell().read(value, at)
        if not isinstance(number, Number) or not number:
            raise Wrong(f"scores cannot be divided by {written}", "write true, false, or the number to divide by")
        return written

    def schema(self) -> Schema:
        """A truth value, a number or text."""
        return {"type": ["boolean", "number", "string"]}


@dataclass(frozen=True)
class Notation:
    """A notation: the name of a shipped one, a path, or a table of its own."""

    def read(self, value: object, at: Place) -> str | dict[str, object]:
        """The name, path or table; raises Wrong."""
        if isinstance(value, dict) or (isinstance(value, str) and value):
            return value
        raise instead(value, "a notation", "write the name of a notation, the path of its file, or a table")

    def schema(self) -> Schema:
        """Text or a table."""
        return {"type": ["string", "object"]}
