"""The kinds of value a worksheet file holds: texts and numbers, lists and tables of them, matrices."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeGuard, TypeVar, cast, overload

from symattn import language
from symattn.errors import LimitError, ReadError, SymattnError, closest, nearest
from symattn.exact import units
from symattn.exact.matrix import BLOCKED, Entry, Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, stacked
from symattn.exact.units import Unit
from symattn.formats.prose import unread
from symattn.later import pattern
from symattn.limits import MOST_AXES, MOST_DEEP, MOST_PROSE
from symattn.records import frozen
from symattn.said import Texts
from symattn.sheet.mistaken import as_rows
from symattn.sheet.source import Place, describe, short
from symattn.tables import in_turn

# --- kinds ---
# The kinds of value a worksheet file holds: each reads its TOML value, says what is wrong, and describes itself.
#
# A kind's ``read`` raises Wrong for its own value; ``take`` reports that at its place and goes on with None, so that
# every problem of a file is found in one go. ``schema`` is the kind as JSON Schema, for editors.

Schema = dict[str, Any]
NESTING = ("\\", "{", "^", "_", "[")
"""One of these stands at the head of whatever goes deeper in an author's text."""
MOST_ZEROS = 100
"""The most zeros that marks and shares may have behind their point."""


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Kind(Protocol[T_co]):
    """What the schema's tables are made of; T is what it reads."""

    def read(self, value: object, at: Place) -> T_co:
        """The value as the project uses it; raises Wrong."""

    def schema(self) -> Schema:
        """The kind as JSON Schema."""


class Wrong(Exception):
    """What is wrong with a value, and what to write instead."""

    def __init__(self, what: str, hint: str = "") -> None:
        self.what, self.hint = what, hint
        super().__init__(what, hint)


def take(kind: Kind[T], value: object, at: Place) -> T | None:
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


@frozen
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


@frozen
class Prose(Text):
    """An author's LaTeX text, short and flat enough for every format to read it.

    >>> Prose(filled=True).schema()
    {'type': 'string', 'minLength': 1}
    """

    def read(self, value: object, at: Place) -> str:
        """The text as it is written."""
        text = super().read(value, at)
        if len(text) > MOST_PROSE:
            raise Wrong(f"a text of {len(text):,} characters", f"a text may have at most {MOST_PROSE:,}")
        if sum(map(text.count, NESTING)) > MOST_DEEP:  # else it cannot be too deep, and is read where it is shown
            try:
                unread(text)
            except LimitError as error:
                raise Wrong(error.what, error.hint) from None
        return text


@frozen
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


@frozen
class NumberUpTo:
    """A number from 0 to *most* of few zeros: *kind* is what it is, *other* what is said of another, *hint* what to write."""

    most: int
    kind: str
    other: str
    hint: str

    def read(self, value: object, at: Place) -> Fraction:
        """The number as a fraction; raises Wrong."""
        if not is_number(value):
            raise instead(value, self.kind, self.hint)
        endless = isinstance(value, Decimal) and (not value.is_finite() or (value and value.adjusted() < -MOST_ZEROS))
        if endless or not 0 <= value <= self.most:
            raise Wrong(self.other.format(value), self.hint)
        return Fraction(value)

    def schema(self) -> Schema:
        """A number with its bounds."""
        return {"type": "number", "minimum": 0, "maximum": self.most}


MARKS = NumberUpTo(1000, "a number of marks", "{} marks", "write a number of marks from 0 to 1000")
SHARE = NumberUpTo(1, "a share of the marks", "a share of {}", "write a number from 0 to 1, such as 0.5")


def is_number(value: object) -> TypeGuard[int | Decimal]:
    """Whether a TOML value is a number; true and false are none.

    >>> is_number(2), is_number(True)
    (True, False)
    """
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


@frozen
class PartMarks:
    """The marks of a part: a number that is not negative, or a table with a number for each line.

    >>> PartMarks().schema()["oneOf"][0]
    {'type': 'number', 'minimum': 0, 'maximum': 1000}
    """

    def read(self, value: object, at: Place) -> Fraction | dict[str, Fraction]:
        """The marks as a fraction, or those of each line."""
        if isinstance(value, dict):
            each = {name: take(MARKS, marks, at / name) for name, marks in value.items()}
            return {name: marks for name, marks in each.items() if marks is not None}
        return MARKS.read(value, at)

    def schema(self) -> Schema:
        """A number, or a table of numbers."""
        number = MARKS.schema()
        return {"oneOf": [number, {"type": "object", "additionalProperties": number}]}


@frozen
class Flag:
    """true or false."""

    def read(self, value: object, at: Place) -> bool:
        """The truth value; raises Wrong."""
        if not isinstance(value, bool):
            raise instead(value, "true or false", "write true or false, without quotes")
        return value

    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


# --- tables ---
# The kinds that hold other kinds: lists, tables with known keys, tables of names.


@frozen
class ListOf(Generic[T_co]):
    """A list of values of one kind."""

    item: Kind[T_co]
    hint: str = ""

    def read(self, value: object, at: Place) -> tuple[T_co | None, ...]:
        """Every item; one with a problem is None."""
        if not isinstance(value, list):
            raise instead(value, "a list", self.hint or listed(value, at))
        return tuple(take(self.item, item, at / index) for index, item in enumerate(value))

    def schema(self) -> Schema:
        """An array."""
        return {"type": "array", "items": self.item.schema()}


def listed(value: object, at: Place) -> str:
    """How a list is written where one value stands, or one table.

    >>> from symattn.sheet.source import Place, Positions
    >>> listed("Q, K", Place(Positions(""), ("asks",)))
    'write asks = ["Q", "K"]'
    """
    if isinstance(value, dict):
        return f"write [[{at}]], in two brackets"
    if not isinstance(value, str):
        return "write it between square brackets"
    items = re.split(r"[\n;]\s*" if re.search(r"[\n;]", value.strip()) else ",", value.strip())
    quoted = ", ".join(f'"{short(item.strip())}"' for item in items)
    return f"write {at.path[-1]} = [{quoted}]"


@frozen
class KeyOf(Generic[T_co]):
    """One key of a table: its kind, what it is for, a value as a file has it, and whether a file must have the key.

    As an attribute of what was read of the table it is its value, None where it is not written or has a problem.
    """

    kind: Kind[T_co]
    about: str
    example: str = ""
    required: bool = False

    def __set_name__(self, table: type, name: str) -> None:
        object.__setattr__(self, "name", name)

    @overload
    def __get__(self, found: None, table: type) -> Self: ...
    @overload
    def __get__(self, found: Keys, table: type) -> T_co | None: ...
    def __get__(self, found: Keys | None, table: type) -> Self | T_co | None:
        return self if found is None else cast("T_co | None", found.get(vars(self)["name"]))


class Keys(dict[str, object]):
    """What was read of a table with known keys, those that are written; a subclass names them.

    >>> class Part(Keys):
    ...     label = KeyOf(Text(), "such as a")
    >>> Part(label="b").label, Part().label, list(Part.known())
    ('b', None, ['label'])
    """

    elsewhere: ClassVar[Mapping[str, str]] = {}
    """Keys that belong to another table, and where they are to be written."""

    @classmethod
    def known(cls) -> dict[str, KeyOf[object]]:
        """The keys that there are, in order."""
        return {name: key for name, key in vars(cls).items() if isinstance(key, KeyOf)}


K = TypeVar("K", bound=Keys, covariant=True)


@frozen
class Table(Generic[K]):
    """A table with known keys; an unknown key is a problem that names the nearest known one.

    >>> class Part(Keys):
    ...     label = KeyOf(Text(), "such as a")
    >>> sorted(Table(Part).schema()["properties"])
    ['label']
    """

    made: type[K]

    @property
    def keys(self) -> dict[str, KeyOf[object]]:
        """The keys that there are."""
        return self.made.known()

    def read(self, value: object, at: Place) -> K:
        """The keys that are written, each read by its kind; a key with a problem is None."""
        if not isinstance(value, dict):
            names = ".".join(name for name in at.path if isinstance(name, str))
            raise instead(value, "a table", f"write [{names}], in one bracket" if isinstance(value, list) else "")
        keys, meant = self.keys, dict[str, object]()
        for name in (name for name in value if name not in keys):
            near, wanted = self.made.elsewhere.get(name) or nearest(name, keys), closest(name, keys)
            (at / name).misnamed(f'unknown key "{short(name)}"', near or f"the keys here are {', '.join(keys)}")
            if isinstance(value[name], (dict, list)) and name not in self.made.elsewhere and wanted not in ("", *value):
                meant[wanted] = self._meant(value[name], at / name, wanted)
        for name, key in keys.items():
            if key.required and name not in {**value, **meant}:
                at.misnamed(f'the key "{name}" is missing', key.about)
        return self.made(meant | {name: take(keys[name].kind, item, at / name) for name, item in value.items() if name in keys})

    def _meant(self, value: object, at: Place, name: str) -> object:
        """What stands under a key whose name is wrong, as what the key that was meant is: nothing misses it then. Whether it is
        right is said when it has its name."""
        at.called(name)
        return take(self.keys[name].kind, value, at.unheard)

    def schema(self) -> Schema:
        """An object that takes no other keys."""
        properties = {name: {**key.kind.schema(), "description": key.about} for name, key in self.keys.items()}
        for name, key in self.keys.items():
            if "anyOf" in properties[name]:  # an editor shows what is said of the one that fits
                properties[name]["anyOf"] = [{**kind, "description": key.about} for kind in properties[name]["anyOf"]]
            if key.example:
                properties[name]["examples"] = [tomllib.loads(f"example = {key.example}")["example"]]
        required = [name for name, key in self.keys.items() if key.required]
        more: Schema = {"required": required} if required else {}
        return {"type": "object", "additionalProperties": False, "properties": properties, **more}


@frozen
class TableOf(Generic[T_co]):
    """A table from names to values of one kind, such as the given matrices; a value with a problem is None."""

    item: Kind[T_co]
    pattern: str
    elsewhere: ClassVar[Mapping[str, str]] = {}
    """Keys of other tables: where what can be no value here belongs."""

    def read(self, value: object, at: Place) -> Mapping[str, T_co | None]:
        """Every name with its value."""
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            at.wrong("a list where a table belongs", f"write [{at}], in one bracket")
            whole = {name: item for one in value for name, item in one.items()}
            return self.read(whole, at.unheard)
        if not isinstance(value, dict):
            raise instead(value, "a table", "write a line NAME = [[1, 2], [3, 4]] for each matrix")
        strayed = {name for name in value if name in self.elsewhere and self._no_value(value[name], at / name)}
        for name in strayed:
            (at / name).misnamed(f"what stands behind {name} is no matrix", self.elsewhere[name])
        found = {name: take(self.item, item, at / name) for name, item in value.items() if name not in strayed}
        for name in [name for name, item in value.items() if isinstance(item, dict) and found[name] is None]:
            found |= self.read(value[name], (at / name).unheard)  # [question.given.X]
        return found

    def _no_value(self, item: object, at: Place) -> bool:
        return not isinstance(item, dict) and take(self.item, item, at.unheard) is None

    def schema(self) -> Schema:
        """An object whose keys follow the pattern of names."""
        names = {self.pattern: self.item.schema()}
        return {"type": "object", "patternProperties": names, "additionalProperties": False}


# --- cells ---
# Numbers and matrices in a worksheet file: exact values beside the cells as the sheet writes them.

Value: TypeAlias = Matrix | Tensor | Number
Written: TypeAlias = str | Texts
MOST_DIGITS = 1_000_000
"""The most digits a decimal may have before its point, or zeros behind it."""

_NUMBER = 'write a number, such as 0.1, or text, such as "1/3"'
_ROWS = 'write rows of equal length, such as [[1, "1/3"], [0.1, 0]]'
_WORDS = 'an entry is a number, such as 0.1 or "1/3"; the words that rows stand for are tokens = ["the", …]'
_THOUSANDS = pattern(r"(?<=\d)_(?=\d{3}(?!\d))")
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


@frozen
class CellNumber:
    """One exact number, a TOML number or text, with the way it is written; as an entry it may be minus infinity."""

    def read(self, value: object, at: Place) -> tuple[Entry, str]:
        """The number or BLOCKED; raises Wrong."""
        if isinstance(value, str):
            return _text(value), " ".join(value.split())
        if not is_number(value):
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


@frozen
class MatrixRows:
    """A matrix: a list of rows of equal length."""

    def read(self, value: object, at: Place) -> WrittenCells | None:
        """The exact matrix and its cells as written, or None when a row or a cell has a problem; raises Wrong."""
        if axes(value) > 2:
            raise Wrong("a batch where a matrix belongs", "a given may have more axes; here " + _ROWS)
        rows = [_row(row, at / index) for index, row in enumerate(_list_of_rows(value))]
        first = len(rows[0])
        for index, row in enumerate(rows):
            if row and first and len(row) != first:
                comma = re.search(r"\d,\d", at.line())
                how = f"a decimal has a point: {comma[0].replace(',', '.')}" if comma else _ROWS
                (at / index).wrong(f"row {index + 1} has {_entries(row)}, but row 1 has {first}", how)
                return None
        if not all(row and None not in row for row in rows):
            return None
        matrix = Matrix.of([[cell[0] for cell in row if cell] for row in rows])
        return WrittenCells(matrix, tuple(tuple(cell[1] for cell in row if cell) for row in rows))

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
        """The exact matrices and all their cells as written, or None when one has a problem; raises Wrong."""
        if not isinstance(value, list) or axes(value) > MOST_AXES:
            raise instead(value, "a batch", f"a given has at most {MOST_AXES} axes: batch, heads, rows, columns")
        found = [take(Batch() if axes(part) > 2 else MatrixRows(), part, at / index) for index, part in enumerate(value)]
        whole = [cells for cells in found if cells]
        if len(whole) < len(found):
            return None
        try:
            value = stacked([cells.value for cells in whole if not isinstance(cells.value, Number)])
        except SymattnError as error:
            raise Wrong(error.what, error.hint) from None
        return WrittenCells(value, " ".join(text for cells in whole for text in _texts(cells.written)))

    def schema(self) -> Schema:
        """An array of matrices, or of such arrays."""
        matrices: Schema = {"type": "array", "minItems": 1, "items": MatrixRows().schema()}
        return {"anyOf": [matrices, {"type": "array", "minItems": 1, "items": matrices}]}


@frozen
class Choice:
    """One of a few words; another word is a problem that names the nearest.

    >>> Choice(("none", "causal")).schema()
    {'enum': ['none', 'causal']}
    """

    listed: tuple[str, ...] | Callable[[], tuple[str, ...]]
    kind: str = "word"

    @property
    def words(self) -> tuple[str, ...]:
        """The words there are now: extensions may bring some."""
        return self.listed() if callable(self.listed) else self.listed

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


@frozen
class Given:
    """What stands under a name in ``given``: a matrix, a batch of matrices, a number, or a quantity: "80 GB", "5 %".

    >>> from symattn.sheet.source import Place, Positions
    >>> found = Given().read("3.5 kB", Place(Positions("")))
    >>> print(found.value, found.unit)
    3500 kB
    """

    def read(self, value: object, at: Place) -> WrittenCells | None:
        """The exact value and its cells as written; raises Wrong."""
        if isinstance(value, list):
            return (Batch() if axes(value) > 2 else MatrixRows()).read(value, at)
        if (isinstance(value, str) and (rows := as_rows(value))) or str(value).lstrip().startswith(("[", "Matrix")):
            how = f": {rows}" if rows else f"; {_ROWS}"
            raise Wrong("a matrix between quotes", f"write the rows without quotes around them{how}")
        if isinstance(value, str) and (found := _quantity(value)) is not None:
            return found
        if isinstance(value, dict):
            raise instead(value, "a matrix", f"write [question.given], and below it {at.path[-1]} = [[1, 2], [3, 4]]")
        if isinstance(value, str) and _FILE.fullmatch(value):
            raise Wrong(f'"{short(value)}" where a matrix belongs', f"write its rows: {at.path[-1]} = [[1, 2], [3, 4]]")
        number, written = CellNumber().read(value, at)
        if not isinstance(number, Number):
            raise Wrong("minus infinity is no number", "only an entry of a matrix that is added to scores is -inf")
        return WrittenCells(number, written)

    def schema(self) -> Schema:
        """A number, text, an array of arrays of them, or a batch of such."""
        return {"anyOf": [CellNumber().schema(), MatrixRows().schema(), *Batch().schema()["anyOf"]]}


def axes(value: object) -> int:
    """How many axes a list of lists has, by what stands first in each.

    >>> axes([[1, 2]]), axes([[[1], [2]]]), axes(3)
    (2, 3, 0)
    """
    count = 0
    while isinstance(value, list):
        count, value = count + 1, next(iter(value), None)
    return count


def _texts(written: Written) -> tuple[str, ...]:
    return (written,) if isinstance(written, str) else tuple(in_turn(written))


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
    return [take(CellNumber(), cell, at / index) for index, cell in enumerate(value)]


def _entries(row: Sequence[object]) -> str:
    return "1 entry" if len(row) == 1 else f"{len(row)} entries"


def _quantity(text: str) -> WrittenCells | None:
    """A decimal with a unit behind it; None for any other text. Raises Wrong where the word behind it is no unit."""
    found = units.looks(text)
    if found is None:
        return None
    try:
        language.entry(text)
    except ReadError:
        number = found["number"].replace("_", "")
    else:
        return None  # 2 pi, and 2 m where m is a letter
    try:
        of = units.unit(found["unit"])
        return WrittenCells(language.cell(number) * Number.of(of.factor), " ".join(text.split()), of)
    except ReadError:
        return None
    except SymattnError as error:
        raise Wrong(error.what, error.hint) from None


def _text(text: str) -> Entry:
    text = _THOUSANDS.sub("", text)
    try:
        return language.entry(text)
    except ReadError as error:
        hint = _WORDS if text.isalpha() and len(text) > 1 else error.hint
        if re.match(r"[A-Za-z](?![\w(])", text[error.position :]) and not text[: error.position][-1:].isalnum():
            hint = f"{hint}; what a letter stands for is said under [question.letters]: {text[error.position]} = \"real\""
        raise Wrong(f'cannot read "{short(text)}", character {error.position + 1}: {error.what}', hint) from None


def _plain(value: Decimal) -> str:
    """The decimal as one writes it: with its trailing zeros, without an exponent unless it is a long one."""
    return format(value, "f") if abs(value.adjusted()) <= _EXPONENTS else str(value)
