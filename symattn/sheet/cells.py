"""Numbers and matrices in a worksheet file: exact values beside the cells as the sheet writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from symattn import language
from symattn.errors import ReadError
from symattn.exact.matrix import BLOCKED, Entry, Matrix
from symattn.exact.number import Number
from symattn.sheet.kinds import Schema, Wrong, instead, take
from symattn.sheet.place import Place, describe, short

Value: TypeAlias = Matrix | Number
Written: TypeAlias = str | tuple[tuple[str, ...], ...]
MOST_DIGITS = 1_000_000
"""The most digits a decimal may have before its point, or zeros behind it."""

_NUMBER = 'write a number, such as 0.1, or text, such as "1/3"'
_ROWS = 'write rows of equal length, such as [[1, "1/3"], [0.1, 0]]'
_EXPONENTS = 20  # up to here a number with an exponent is shown written out


@dataclass(frozen=True)
class Cells:
    """A matrix or a number, and its cells as written: 0.10 stays 0.10 on the page and is exactly 1/10."""

    value: Value
    written: Written


@dataclass(frozen=True)
class Cell:
    """One exact number, a TOML number or text, with the way it is written; as an entry it may be minus infinity."""

    def read(self, value: object, at: Place) -> tuple[Entry, str]:
        """The number or BLOCKED; raises Wrong."""
        if isinstance(value, str):
            return _text(value), " ".join(value.split())
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise instead(value, "a number", _NUMBER)
        if isinstance(value, int):
            return Number.of(value), str(value)
        if value == Decimal("-Infinity"):
            return BLOCKED, "-inf"
        if not value.is_finite():
            raise Wrong(f"{str(value).lower()} is no number", "write the number itself; only a masked score is -inf")
        if value and abs(value.adjusted()) > MOST_DIGITS:
            raise Wrong("the number is too large or too small", f"at most {MOST_DIGITS:,} digits are read")
        return Number.of(value), _plain(value)

    def schema(self) -> Schema:
        """A number or text."""
        return {"type": ["number", "string"]}


@dataclass(frozen=True)
class Rows:
    """A matrix: a list of rows of equal length."""

    def read(self, value: object, at: Place) -> Cells | None:
        """The exact matrix and its cells as written, or None when a row or a cell has a problem; raises Wrong."""
        rows = [_row(row, at / index) for index, row in enumerate(_list_of_rows(value))]
        first = len(rows[0])
        for index, row in enumerate(rows):
            if row and first and len(row) != first:
                (at / index).wrong(f"row {index + 1} has {_entries(row)}, but row 1 has {first}", _ROWS)
                return None
        if not all(row and None not in row for row in rows):
            return None
        matrix = Matrix.of([[cell[0] for cell in row if cell] for row in rows])
        return Cells(matrix, tuple(tuple(cell[1] for cell in row if cell) for row in rows))

    def schema(self) -> Schema:
        """An array of arrays of numbers or text."""
        row = {"type": "array", "minItems": 1, "items": Cell().schema()}
        return {"type": "array", "minItems": 1, "items": row}


@dataclass(frozen=True)
class Given:
    """What stands under a name in ``given``: a matrix or a number."""

    def read(self, value: object, at: Place) -> Cells | None:
        """The exact value and its cells as written; raises Wrong."""
        if isinstance(value, list):
            return Rows().read(value, at)
        if isinstance(value, str) and value.lstrip().startswith(("[", "Matrix")):
            raise Wrong("a matrix between quotes", "write the rows without quotes around them; " + _ROWS)
        number, written = Cell().read(value, at)
        if not isinstance(number, Number):
            raise Wrong("minus infinity is no number", "only an entry of a matrix that is added to scores is -inf")
        return Cells(number, written)

    def schema(self) -> Schema:
        """A number, text, or an array of arrays of them."""
        return {"anyOf": [Cell().schema(), Rows().schema()]}


def _list_of_rows(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise instead(value, "a matrix", _ROWS)
    if not value:
        raise Wrong("a matrix without rows", _ROWS)
    if not any(isinstance(row, list) for row in value):
        raise Wrong("a list of numbers where a matrix belongs", "write [[1, 2]] for one row, [[1], [2]] for one column")
    return value


def _row(value: object, at: Place) -> list[tuple[Entry, str] | None]:
    """The cells of one row, None where one has a problem; no cells at all when the row has."""
    if not isinstance(value, list):
        at.wrong(f"{describe(value)} where a row belongs", _ROWS)
        return []
    if not value:
        at.wrong("a row without entries", _ROWS)
    return [take(Cell(), cell, at / index) for index, cell in enumerate(value)]


def _entries(row: Sequence[object]) -> str:
    return "1 entry" if len(row) == 1 else f"{len(row)} entries"


def _text(text: str) -> Entry:
    try:
        return language.entry(text)
    except ReadError as error:
        raise Wrong(f'cannot read "{short(text)}", character {error.position + 1}: {error.what}', error.hint) from None


def _plain(value: Decimal) -> str:
    """The decimal as one writes it: with its trailing zeros, without an exponent unless it is a long one."""
    return format(value, "f") if abs(value.adjusted()) <= _EXPONENTS else str(value)
