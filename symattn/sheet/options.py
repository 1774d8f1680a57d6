"""The kinds that options of a variant are made of: masks, scales, names from a list."""

from __future__ import annotations

from dataclasses import dataclass

from symattn.errors import nearest
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.sheet.cells import Cell, Cells, Rows
from symattn.sheet.kinds import Schema, Whole, Wrong, instead
from symattn.sheet.place import Place, short
from symattn.sheet.tables import Key, Table
from symattn.sheet.variants import VARIANTS, Option, Variant, variant


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
            raise instead(value, "text", f"write one of {self.all()}")
        if value not in self.words:
            hint = nearest(value, self.words) or f"write one of {self.all()}"
            raise Wrong(f'unknown {self.kind} "{short(value)}"', hint)
        return value

    def schema(self) -> Schema:
        """An enumeration."""
        return {"enum": list(self.words)}

    def all(self) -> str:
        """The words, quoted."""
        return ", ".join(f'"{word}"' for word in self.words)


@dataclass(frozen=True)
class Mask:
    """"none", "causal", or a matrix of 1 (keep) and 0 (block)."""

    word = Choice(("none", "causal"), Option.MASK)

    def read(self, value: object, at: Place) -> str | Cells | None:
        """The word or the matrix; raises Wrong."""
        if not isinstance(value, list):
            return self.word.read(value, at)
        cells = Rows().read(value, at)
        if cells is None or not isinstance(cells.value, Matrix):
            return None
        if not zeros_and_ones(cells.value):
            raise Wrong("a mask with other entries than 1 and 0", "write 1 to keep a score and 0 to block it")
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


OPTIONS: dict[str, Key] = {
    Option.HEADS: Key(Whole(1, 1000), "how many heads", "2"),
    Option.FIRST: Key(Whole(0, 1000), "number of the first head: 0 or 1", "0"),
    Option.GROUPS: Key(Whole(1, 1000), "how many groups of heads share keys and values; it divides the number of heads", "2"),
    Option.MASK: Key(Mask(), '"none", "causal", or a matrix of 1 (keep) and 0 (block)', '"causal"'),
    Option.SCALE: Key(Scale(), "true: divide by the root of d_k; false: do not; or a number to divide by", "false"),
}
"""The options that variants share; some have others of their own."""


def option_table(variant: Variant) -> Table:
    """The table of a variant's options; one with a single head may say so."""
    own = {name: Choice(tuple(words), name) for name, words in variant.choices.items()}
    keys = {name: Key(kind, f"one of {kind.all()}; the first unless written", f'"{kind.words[0]}"') for name, kind in own.items()}
    return Table({name: OPTIONS.get(name) or keys[name] for name in dict.fromkeys([Option.HEADS, *variant.options])})


def every_option() -> Table:
    """The options of all variants.

    >>> sorted(every_option().keys)[:3]
    ['activation', 'feature', 'first']
    """
    tables = [option_table(variant(name)).keys for name in VARIANTS]
    return Table({name: key for table in tables for name, key in table.items()})


@dataclass(frozen=True)
class Options:
    """The options of a variant: they are read when it is known which variant."""

    def read(self, value: object, at: Place) -> dict[str, object]:
        """The table as it stands; raises Wrong."""
        if not isinstance(value, dict):
            raise instead(value, "a table")
        return value

    def schema(self) -> Schema:
        """A table that takes the options of all variants."""
        return every_option().schema()


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
