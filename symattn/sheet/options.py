"""The options of a kind of attention: how scores are masked and scaled, and the table of all that a variant takes."""

from __future__ import annotations

from collections.abc import Mapping

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, ZERO, Number
from symattn.records import frozen
from symattn.sheet.cells import CellNumber, MatrixRows, WrittenCells
from symattn.sheet.kinds import Choice, KeyOf, Keys, Schema, Table, Whole, instead
from symattn.sheet.source import Place
from symattn.sheet.variants import VARIANTS, Option, Variant, variant
from symattn.tables import in_each, in_turn


def zeros_and_ones(matrix: Matrix) -> bool:
    """Whether a matrix can be a mask.

    >>> zeros_and_ones(Matrix.of([[1, 0], [1, 1]]))
    True
    """
    return not matrix.blocked and all(x in (ZERO, UNIT) for x in in_turn(matrix.values))


@frozen
class Mask:
    """ "none", "causal", or a matrix of 1 (keep) and 0 (block)."""

    word = Choice(("none", "causal"), Option.MASK)

    def read(self, value: object, at: Place) -> str | WrittenCells | None:
        """The word or the matrix; raises SymattnError."""
        if not isinstance(value, list):
            return self.word.read(value, at)
        cells = MatrixRows().read(value, at)
        if cells is None or not isinstance(cells.value, Matrix):
            return None
        if not zeros_and_ones(cells.value):
            raise SymattnError(
                "a mask with other entries than 1 and 0",
                "write 1 to keep a score and 0 to block it",
            )
        return cells

    def schema(self) -> Schema:
        """A word or rows of 0 and 1."""
        row = {"type": "array", "minItems": 1, "items": {"enum": [0, 1]}}
        return {
            "anyOf": [
                self.word.schema(),
                {"type": "array", "minItems": 1, "items": row},
            ]
        }


@frozen
class Scale:
    """Whether scores are divided by the square root of the key width, or the number they are divided by."""

    def read(self, value: object, at: Place) -> bool | str:
        """True, False, or the number as text, which is not 0; raises SymattnError."""
        if isinstance(value, bool):
            return value
        hint = "write true to divide by the root of d_k, false not to divide, or the number to divide by"
        try:
            number, written = CellNumber().read(value, at)
        except SymattnError as error:
            raise SymattnError(error.what, hint) from None
        if not isinstance(number, Number) or not number:
            raise SymattnError(f"scores cannot be divided by {written}", hint)
        return written

    def schema(self) -> Schema:
        """A truth value, a number or text."""
        return {"type": ["boolean", "number", "string"]}


OPTIONS: dict[str, KeyOf[object]] = {
    Option.HEADS: KeyOf(Whole(1, 1000), "how many heads", "2"),
    Option.FIRST: KeyOf(Whole(0, 1000), "number of the first head: 0 or 1", "0"),
    Option.GROUPS: KeyOf(
        Whole(1, 1000),
        "how many groups of heads share keys and values; it divides the number of heads",
        "2",
    ),
    Option.MASK: KeyOf(
        Mask(), '"none", "causal", or a matrix of 1 (keep) and 0 (block)', '"causal"'
    ),
    Option.SCALE: KeyOf(
        Scale(),
        "true: divide by the root of d_k; false: do not; or a number to divide by",
        "false",
    ),
}
"""The options that variants share; some have others of their own."""
_HEADS = f"write {Option.HEADS} = 2 among the options of a variant"
_CAUSAL = f'write {Option.MASK} = "causal" among the options of a variant'
ELSEWHERE_CALLED = dict.fromkeys(
    ["num_heads", "n_heads", "nhead", "n_head", "num_attention_heads"], _HEADS
) | dict.fromkeys(["causal", "is_causal"], _CAUSAL)
"""What PyTorch and others call an option, and what to write."""


def _table(keys: Mapping[str, KeyOf[object]]) -> Table[Keys]:
    """A table whose keys are known only with a sheet's variant."""
    return Table(type("Keys", (Keys,), {**keys, "elsewhere": ELSEWHERE_CALLED}))


def option_table(variant: Variant) -> Table[Keys]:
    """The table of a variant's options; one with a single head may say so."""
    own = {name: Choice(tuple(words), name) for name, words in variant.choices.items()}
    keys = in_each(
        lambda kind: KeyOf(
            kind, f"one of {kind.all()}; the first unless written", f'"{kind.words[0]}"'
        ),
        own,
    )
    names = map(str, dict.fromkeys([Option.HEADS, *variant.options]))
    return _table({name: OPTIONS.get(name) or keys[name] for name in names})


def every_option() -> Table[Keys]:
    """The options of all variants.

    >>> sorted(every_option().keys)[:3]
    ['activation', 'feature', 'first']
    """
    tables = [option_table(variant(name)).keys for name in VARIANTS]
    return _table({name: key for table in tables for name, key in table.items()})


@frozen
class Options:
    """The options of a variant: they are read when it is known which variant."""

    def read(self, value: object, at: Place) -> dict[str, object]:
        """The table as it stands; raises SymattnError."""
        if not isinstance(value, dict):
            raise instead(value, "a table")
        return value

    def schema(self) -> Schema:
        """A table that takes the options of all variants."""
        return every_option().schema()
