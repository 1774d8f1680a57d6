"""The kinds of value a worksheet file holds, texts, numbers, lists and tables of them; matrices are in ``cells``.

Each reads its TOML value, says what is wrong, and describes itself: its ``read`` raises SymattnError for its own value; ``take``
reports that at its place and goes on with None, so that every problem of a file is found in one go. ``schema`` is the kind
as JSON Schema, for editors.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    TypeGuard,
    TypeVar,
    cast,
    overload,
)

from symattn.errors import SymattnError, closest, nearest
from symattn.formats.prose import unread
from symattn.limits import MOST_DEEP, MOST_PROSE
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.sheet.source import Place, describe, short
from symattn.tables import in_each, not_none, of_type, only, without

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
        """The value as the project uses it; raises SymattnError."""

    def schema(self) -> Schema:
        """The kind as JSON Schema."""


def take(kind: Kind[T], value: object, at: Place) -> T | None:
    """Read *value* by *kind*; a problem is reported at its place and gives None."""
    try:
        return kind.read(value, at)
    except SymattnError as error:
        at.wrong(error.what, error.hint)
        return None


def instead(value: object, kind: str, hint: str = "") -> SymattnError:
    """The value is of another kind than the key asks for.

    >>> instead(3, "text").what
    'a number where text belongs'
    """
    return SymattnError(f"{describe(value)} where {kind} belongs", hint)


@frozen
class Text:
    """Text between quotes; *filled* refuses an empty one.

    >>> Text().schema()
    {'type': 'string'}
    """

    filled: bool = False
    nothing: ClassVar[str] = ""

    def read(self, value: object, at: Place) -> str:
        """The text as it is written."""
        if not isinstance(value, str):
            raise instead(value, "text", "write it between quotes")
        if self.filled and not value.strip():
            raise SymattnError(
                "empty text", "write something between the quotes, or leave the key out"
            )
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
        """The text as it is written; a percent sign behind a digit begins no comment."""
        text = re.sub(r"(?<=\d)(\s?)%", r"\1\\%", super().read(value, at))
        if len(text) > MOST_PROSE:
            raise SymattnError(
                f"a text of {len(text):,} characters",
                f"a text may have at most {MOST_PROSE:,}",
            )
        if (
            sum(map(text.count, NESTING)) > MOST_DEEP
        ):  # else it cannot be too deep, and is read where it is shown
            unread(text)
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
            raise instead(
                value,
                "a whole number",
                f"write a whole number from {self.least} to {self.most}",
            )
        if not self.least <= value <= self.most:
            raise SymattnError(
                f"{value} is out of range",
                f"write a whole number from {self.least} to {self.most}",
            )
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
        """The number as a fraction; raises SymattnError."""
        if not is_number(value):
            raise instead(value, self.kind, self.hint)
        endless = isinstance(value, Decimal) and (
            not value.is_finite() or (value and value.adjusted() < -MOST_ZEROS)
        )
        if endless or not 0 <= value <= self.most:
            raise SymattnError(self.other.format(value), self.hint)
        return Fraction(value)

    def schema(self) -> Schema:
        """A number with its bounds."""
        return {"type": "number", "minimum": 0, "maximum": self.most}


MARKS = NumberUpTo(
    1000, "a number of marks", "{} marks", "write a number of marks from 0 to 1000"
)
SHARE = NumberUpTo(
    1,
    "a share of the marks",
    "a share of {}",
    "write a number from 0 to 1, such as 0.5",
)


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
            each = {
                name: take(MARKS, marks, at / name) for name, marks in value.items()
            }
            return not_none(each)
        return MARKS.read(value, at)

    def schema(self) -> Schema:
        """A number, or a table of numbers."""
        number = MARKS.schema()
        return {"oneOf": [number, {"type": "object", "additionalProperties": number}]}


@frozen
class Flag:
    """true or false."""

    def read(self, value: object, at: Place) -> bool:
        """The truth value; raises SymattnError."""
        if not isinstance(value, bool):
            raise instead(value, "true or false", "write true or false, without quotes")
        return value

    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


@frozen
class Choice:
    """One of a few words; another word is a problem that names the nearest.

    >>> Choice(("none", "causal")).schema()
    {'enum': ['none', 'causal']}
    """

    listed: Strings | Callable[[], Strings]
    kind: str = "word"

    @property
    def words(self) -> Strings:
        """The words there are now: extensions may bring some."""
        return self.listed() if callable(self.listed) else self.listed

    def read(self, value: object, at: Place) -> str:
        """The word; raises SymattnError."""
        if not isinstance(value, str):
            raise instead(value, "text", f"write one of {self.all()}")
        if value not in self.words:
            hint = nearest(value, self.words) or f"write one of {self.all()}"
            raise SymattnError(f'unknown {self.kind} "{short(value)}"', hint)
        return value

    def schema(self) -> Schema:
        """An enumeration."""
        return {"enum": list(self.words)}

    def all(self) -> str:
        """The words, quoted."""
        return ", ".join(f'"{word}"' for word in self.words)


# --- tables ---
# The kinds that hold other kinds: lists, tables with known keys, tables of names.


@frozen
class ListOf(Generic[T_co]):
    """A list of values of one kind."""

    item: Kind[T_co]
    hint: str = ""
    nothing: ClassVar[Strings] = ()

    def read(self, value: object, at: Place) -> tuple[T_co | None, ...]:
        """Every item; one with a problem is None."""
        if not isinstance(value, list):
            raise instead(value, "a list", self.hint or listed(value, at))
        return tuple(
            take(self.item, item, at / index) for index, item in enumerate(value)
        )

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
    items = re.split(
        r"[\n;]\s*" if re.search(r"[\n;]", value.strip()) else ",", value.strip()
    )
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
        return (
            self
            if found is None
            else cast("T_co | None", found.get(vars(self)["name"]))
        )


class FilledKey(KeyOf[T_co]):
    """A key whose kind has an empty value, which it is where it is not written or has a problem: no text, no items, no names."""

    @overload
    def __get__(self, found: None, table: type) -> Self: ...
    @overload
    def __get__(self, found: Keys, table: type) -> T_co: ...
    def __get__(self, found: Keys | None, table: type) -> Self | T_co:
        if found is None:
            return self
        own = found.get(vars(self)["name"])
        return cast("T_co", getattr(self.kind, "nothing", None) if own is None else own)


class Keys(dict[str, object]):
    """What was read of a table with known keys, those that are written; a subclass names them.

    >>> class Part(Keys):
    ...     label = KeyOf(Text(), "such as a")
    >>> Part(label="b").label, Part().label, list(Part.known())
    ('b', None, ['label'])
    """

    elsewhere: ClassVar[Glossary] = {}
    """Keys that belong to another table, and where they are to be written."""

    @classmethod
    def known(cls) -> dict[str, KeyOf[object]]:
        """The keys that there are, in order."""
        return of_type(vars(cls), KeyOf)


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
            raise instead(
                value,
                "a table",
                f"write [{names}], in one bracket" if isinstance(value, list) else "",
            )
        keys, meant = self.keys, dict[str, object]()
        for name in without(value, keys):
            near = self.made.elsewhere.get(name) or nearest(name, keys)
            wanted = closest(name, keys)
            (at / name).misnamed(
                f'unknown key "{short(name)}"',
                near or f"the keys here are {', '.join(keys)}",
            )
            if (
                isinstance(value[name], (dict, list))
                and name not in self.made.elsewhere
                and wanted not in ("", *value)
            ):
                meant[wanted] = self._meant(value[name], at / name, wanted)
        for name, key in keys.items():
            if key.required and name not in {**value, **meant}:
                at.misnamed(f'the key "{name}" is missing', key.about)
        return self.made(
            meant
            | {
                name: take(keys[name].kind, item, at / name)
                for name, item in value.items()
                if name in keys
            }
        )

    def _meant(self, value: object, at: Place, name: str) -> object:
        """What stands under a key whose name is wrong, as what the key that was meant is: nothing misses it then. Whether it is
        right is said when it has its name."""
        at.called(name)
        return take(self.keys[name].kind, value, at.unheard)

    def schema(self) -> Schema:
        """An object that takes no other keys."""
        properties = in_each(
            lambda key: {**key.kind.schema(), "description": key.about}, self.keys
        )
        for name, key in self.keys.items():
            if (
                "anyOf" in properties[name]
            ):  # an editor shows what is said of the one that fits
                properties[name]["anyOf"] = [
                    {**kind, "description": key.about}
                    for kind in properties[name]["anyOf"]
                ]
            if key.example:
                properties[name]["examples"] = [
                    tomllib.loads(f"example = {key.example}")["example"]
                ]
        required = [name for name, key in self.keys.items() if key.required]
        more: Schema = {"required": required} if required else {}
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": properties,
            **more,
        }


@frozen
class TableOf(Generic[T_co]):
    """A table from names to values of one kind, such as the given matrices; a value with a problem is None."""

    item: Kind[T_co]
    pattern: str
    nothing: ClassVar[Glossary] = MappingProxyType({})
    elsewhere: ClassVar[Glossary] = {}
    """Keys of other tables: where what can be no value here belongs."""

    def read(self, value: object, at: Place) -> Mapping[str, T_co | None]:
        """Every name with its value."""
        if isinstance(value, list) and value and only(value, dict):
            at.wrong("a list where a table belongs", f"write [{at}], in one bracket")
            whole = {name: item for one in value for name, item in one.items()}
            return self.read(whole, at.unheard)
        if not isinstance(value, dict):
            raise instead(
                value, "a table", "write a line NAME = [[1, 2], [3, 4]] for each matrix"
            )
        strayed = {
            name
            for name in value
            if name in self.elsewhere and self._no_value(value[name], at / name)
        }
        for name in strayed:
            (at / name).misnamed(
                f"what stands behind {name} is no matrix", self.elsewhere[name]
            )
        found = {
            name: take(self.item, item, at / name)
            for name, item in value.items()
            if name not in strayed
        }
        for name in [
            name
            for name, item in value.items()
            if isinstance(item, dict) and found[name] is None
        ]:
            found |= self.read(value[name], (at / name).unheard)  # [question.given.X]
        return found

    def _no_value(self, item: object, at: Place) -> bool:
        return not isinstance(item, dict) and take(self.item, item, at.unheard) is None

    def schema(self) -> Schema:
        """An object whose keys follow the pattern of names."""
        names = {self.pattern: self.item.schema()}
        return {
            "type": "object",
            "patternProperties": names,
            "additionalProperties": False,
        }
