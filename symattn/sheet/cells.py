"""Numbers and matrices in a worksheet file: exact values beside the cells as the sheet writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from symattn import language
from symattn.errors import ReadError, SymattnError, how_many
from symattn.exact import units
from symattn.exact.matrix import BLOCKED, Entry, Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Array, stacked
from symattn.exact.units import Unit
from symattn.later import pattern
from symattn.limits import MOST_AXES
from symattn.records import frozen
from symattn.said import Named, Strings, Texts
from symattn.sheet.kinds import Schema, instead, is_number, take
from symattn.sheet.mistaken import as_rows
from symattn.sheet.source import Place, describe, short
from symattn.tables import in_each, in_turn, of_type, some

Value: TypeAlias = Array | Number
Values: TypeAlias = Mapping[str, Value]
Written: TypeAlias = str | Texts
MOST_DIGITS = 1_000_000
"""The most digits a decimal may have before its point, or zeros behind it."""

_NUMBER = 'write a number, such as 0.1, or text, such as "1/3"'
_ROWS = 'write rows of equal length, such as [[1, "1/3"], [0.1, 0]]'
_WORDS = 'an entry is a number, such as 0.1 or "1/3"; the words that rows stand for are tokens = ["the", …]'
_THOUSANDS = pattern(r"(?<=\d)_(?=\d{3}(?!\d))")
_PERCENT = pattern(r"(?<![\w.])(\d{1,40}(?:\.\d{1,40})?)\s*\\?%")
_DOLLAR = pattern(r"\s*\$\s?(\d[\d_.]{0,40}(?:e\d{1,3})?)(?=\Z|\s*/)")  # $2.21/h
_FILE = pattern(r"[^()\s]+\.[A-Za-z]\w*")
_EXPONENTS = 20  # up to here a number with an exponent is shown written out


@frozen
class WrittenCells:
    """A matrix or a number, and its cells as written: 0.10 stays 0.10 on the page and is exactly 1/10.

    Of a batch of matrices all numbers are written one after the other. A quantity is a number of base units, and knows the
    ``unit`` that it was written in.
    """

    value: Value
    written: Written
    unit: Unit | None = None


GivenCells: TypeAlias = Mapping[str, WrittenCells | None]
"""The givens of a question by name; None where one is written but has a problem of its own."""


def values_of(given: Named) -> dict[str, Value]:
    """The values of a table of givens, those without a problem; where shapes stand in it, none.

    >>> values_of({"x": WrittenCells(Number.of(1), "1"), "y": None})
    {'x': Number(1)}
    """
    return in_each(lambda cells: cells.value, of_type(given, WrittenCells))


@frozen
class CellNumber:
    """One exact number, a TOML number or text, with the way it is written; as an entry it may be minus infinity."""

    def read(self, value: object, at: Place) -> tuple[Entry, str]:
        """The number or BLOCKED; raises SymattnError."""
        if isinstance(value, str):
            value = _PERCENT.sub(
                lambda found: _plain(Decimal(found[1]).scaleb(-2)), value
            )
            return _text(value), " ".join(value.split())
        if not is_number(value):
            raise instead(value, "a number", _NUMBER)
        if isinstance(value, int):
            return Number.of(value), str(value)
        if value == Decimal("-Infinity"):
            return BLOCKED, "-inf"
        if not value.is_finite():
            raise SymattnError(
                f"{str(value).lower()} is no number",
                "write the number itself; only a masked score is -inf",
            )
        if value and abs(value.adjusted()) > MOST_DIGITS:
            raise SymattnError(
                "the number is too large or too small",
                f"at most {MOST_DIGITS:,} digits are read",
            )
        return Number.of(value), _plain(value)

    def schema(self) -> Schema:
        """A number or text."""
        return {"type": ["number", "string"]}


@frozen
class MatrixRows:
    """A matrix: a list of rows of equal length."""

    def read(self, value: object, at: Place) -> WrittenCells | None:
        """The exact matrix and its cells as written, or None when a row or a cell has a problem; raises SymattnError."""
        if axes(value) > 2:
            raise SymattnError(
                "a batch where a matrix belongs",
                "a given may have more axes; here " + _ROWS,
            )
        rows = [_row(row, at / index) for index, row in enumerate(_list_of_rows(value))]
        first = len(rows[0])
        for index, row in enumerate(rows):
            if row and first and len(row) != first:
                comma = re.search(r"\d,\d", at.line())
                how = (
                    f"a decimal has a point: {comma[0].replace(',', '.')}"
                    if comma
                    else _ROWS
                )
                (at / index).wrong(
                    f"row {index + 1} has {_entries(row)}, but row 1 has {first}", how
                )
                return None
        if not all(row and None not in row for row in rows):
            return None
        matrix = Matrix.of([[cell[0] for cell in row if cell] for row in rows])
        return WrittenCells(
            matrix, tuple(tuple(cell[1] for cell in row if cell) for row in rows)
        )

    def schema(self) -> Schema:
        """An array of arrays of numbers or text."""
        row = {"type": "array", "minItems": 1, "items": CellNumber().schema()}
        return {"type": "array", "minItems": 1, "items": row}


@frozen
class Batch:
    """Matrices of one shape along leading axes, as NumPy nests them: a list of matrices, or of lists of them.

    >>> from symattn.sheet.source import Place, Positions
    >>> Batch().read([[[1, 2]], [[3, 4]]], Place(Positions(""))).value
    Tensor([[[1, 2]], [[3, 4]]])
    """

    def read(self, value: object, at: Place) -> WrittenCells | None:
        """The exact matrices and all their cells as written, or None when one has a problem; raises SymattnError."""
        if not isinstance(value, list) or axes(value) > MOST_AXES:
            raise instead(
                value,
                "a batch",
                f"a given has at most {MOST_AXES} axes: batch, heads, rows, columns",
            )
        found = [
            take(Batch() if axes(part) > 2 else MatrixRows(), part, at / index)
            for index, part in enumerate(value)
        ]
        whole = list(filter(None, found))
        if len(whole) < len(found):
            return None
        value = stacked(
            [cells.value for cells in whole if not isinstance(cells.value, Number)]
        )
        return WrittenCells(
            value, " ".join(text for cells in whole for text in _texts(cells.written))
        )

    def schema(self) -> Schema:
        """An array of matrices, or of such arrays."""
        matrices: Schema = {
            "type": "array",
            "minItems": 1,
            "items": MatrixRows().schema(),
        }
        return {
            "anyOf": [matrices, {"type": "array", "minItems": 1, "items": matrices}]
        }


@frozen
class Given:
    """What stands under a name in ``given``: a matrix, a batch of matrices, a number, or a quantity: "80 GB", "5 %".

    >>> from symattn.sheet.source import Place, Positions
    >>> found = Given().read("3.5 kB", Place(Positions("")))
    >>> print(found.value, found.unit)
    3500 kB
    """

    def read(self, value: object, at: Place) -> WrittenCells | None:
        """The exact value and its cells as written; raises SymattnError."""
        if isinstance(value, list):
            return (Batch() if axes(value) > 2 else MatrixRows()).read(value, at)
        if (isinstance(value, str) and (rows := as_rows(value))) or str(
            value
        ).lstrip().startswith(("[", "Matrix")):
            how = f": {rows}" if rows else f"; {_ROWS}"
            raise SymattnError(
                "a matrix between quotes",
                f"write the rows without quotes around them{how}",
            )
        if isinstance(value, str) and (found := _quantity(value)) is not None:
            return found
        if isinstance(value, dict):
            raise instead(
                value,
                "a matrix",
                f"write [question.given], and below it {at.path[-1]} = [[1, 2], [3, 4]]",
            )
        if isinstance(value, str) and _FILE.fullmatch(value):
            raise SymattnError(
                f'"{short(value)}" where a matrix belongs',
                f"write its rows: {at.path[-1]} = [[1, 2], [3, 4]]",
            )
        number, written = CellNumber().read(value, at)
        if not isinstance(number, Number):
            raise SymattnError(
                "minus infinity is no number",
                "only an entry of a matrix that is added to scores is -inf",
            )
        return WrittenCells(number, written)

    def schema(self) -> Schema:
        """A number, text, an array of arrays of them, or a batch of such."""
        return {
            "anyOf": [
                CellNumber().schema(),
                MatrixRows().schema(),
                *Batch().schema()["anyOf"],
            ]
        }


def axes(value: object) -> int:
    """How many axes a list of lists has, by what stands first in each.

    >>> axes([[1, 2]]), axes([[[1], [2]]]), axes(3)
    (2, 3, 0)
    """
    count = 0
    while isinstance(value, list):
        count, value = count + 1, next(iter(value), None)
    return count


def _texts(written: Written) -> Strings:
    return (written,) if isinstance(written, str) else tuple(in_turn(written))


def _list_of_rows(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise instead(value, "a matrix", _ROWS)
    if not value:
        raise SymattnError("a matrix without rows", _ROWS)
    if not some(value, list):
        raise SymattnError(
            "a list of numbers where a matrix belongs",
            "write [[1, 2]] for one row, [[1], [2]] for one column",
        )
    return value


def _row(value: object, at: Place) -> list[tuple[Entry, str] | None]:
    """The cells of one row, None where one has a problem; no cells at all when the row has."""
    if not isinstance(value, list):
        at.wrong(f"{describe(value)} where a row belongs", _ROWS)
        return []
    if not value:
        at.wrong("a row without entries", _ROWS)
    return [take(CellNumber(), cell, at / index) for index, cell in enumerate(value)]


def _entries(row: Sequence[object]) -> str:
    return how_many(len(row), "entry", "entries")


def _quantity(text: str) -> WrittenCells | None:
    """A number with a unit behind it; None for any other text. Raises SymattnError where the word behind a decimal is no unit."""
    text = _DOLLAR.sub(r"\1 $", text, count=1)
    looks, found = units.looks(text), units.behind(text)
    if looks is None and found is None:
        return None
    try:
        language.entry(text)
    except ReadError:
        number = (looks["number"] if looks else found[0] if found else "").replace(
            "_", ""
        )
    else:  # 2 pi, and 2 m where m is a letter
        if looks and found and " " in text:
            raise SymattnError(
                f'"{text}" is a quantity in {found[1]}, or a number times the letter {found[1]}',
                f'write "{text.replace(" ", "*")}" for the product, or call the letter otherwise',
            )
        return None
    try:
        of = (
            units.unit(looks["unit"]) if looks else found[1] if found else units.PERCENT
        )
        return WrittenCells(
            language.cell(number) * Number.of(of.factor), " ".join(text.split()), of
        )
    except ReadError:
        return None


def _text(text: str) -> Entry:
    text = _THOUSANDS.sub("", text)
    try:
        return language.entry(text)
    except ReadError as error:
        hint = _WORDS if text.isalpha() and len(text) > 1 else error.hint
        if (
            re.match(r"[A-Za-z](?![\w(])", text[error.position :])
            and not text[: error.position][-1:].isalnum()
        ):
            hint = f'{hint}; what a letter stands for is said under [question.letters]: {text[error.position]} = "real"'
        raise SymattnError(
            f'cannot read "{short(text)}", character {error.position + 1}: {error.what}',
            hint,
        ) from None


def _plain(value: Decimal) -> str:
    """The decimal as one writes it: with its trailing zeros, without an exponent unless it is a long one."""
    return format(value, "f") if abs(value.adjusted()) <= _EXPONENTS else str(value)
