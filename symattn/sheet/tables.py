"""The kinds that hold other kinds: lists, tables with known keys, tables of names."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from symattn.errors import nearest
from symattn.sheet.kinds import Kind, Schema, instead, take
from symattn.sheet.place import Place, short


@dataclass(frozen=True)
class ListOf:
    """A list of values of one kind."""

    item: Kind
    hint: str = "write it between square brackets"

    def read(self, value: object, at: Place) -> tuple[object, ...]:
        """Every item; one with a problem is None."""
        if not isinstance(value, list):
            raise instead(value, "a list", self.hint)
        return tuple(take(self.item, item, at / index) for index, item in enumerate(value))

    def schema(self) -> Schema:
        """An array."""
        return {"type": "array", "items": self.item.schema()}


@dataclass(frozen=True)
class Key:
    """One key of a table: its kind, what it is for, a value as a file has it, and whether a file must have the key.

    Only what has keys of its own, each with an example, has none.
    """

    kind: Kind
    about: str
    example: str = ""
    required: bool = False


@dataclass(frozen=True)
class Table:
    """A table with known keys; an unknown key is a problem that names the nearest known one.

    >>> from symattn.sheet.kinds import Text
    >>> sorted(Table({"label": Key(Text(), "such as a")}).schema()["properties"])
    ['label']
    """

    keys: Mapping[str, Key]

    def read(self, value: object, at: Place) -> dict[str, object]:
        """The keys that are written, each read by its kind; a key with a problem is None."""
        if not isinstance(value, dict):
            raise instead(value, "a table")
        for name in value.keys() - self.keys.keys():
            near = nearest(name, self.keys)
            (at / name).misnamed(f'unknown key "{short(name)}"', near or f"the keys here are {', '.join(self.keys)}")
        for name, key in self.keys.items():
            if key.required and name not in value:
                at.misnamed(f'the key "{name}" is missing', key.about)
        return {name: take(self.keys[name].kind, item, at / name) for name, item in value.items() if name in self.keys}

    def schema(self) -> Schema:
        """An object that takes no other keys."""
        properties = {name: {**key.kind.schema(), "description": key.about} for name, key in self.keys.items()}
        for name, key in self.keys.items():
            if key.example:
                properties[name]["examples"] = [tomllib.loads(f"example = {key.example}")["example"]]
        required = [name for name, key in self.keys.items() if key.required]
        more: Schema = {"required": required} if required else {}
        return {"type": "object", "additionalProperties": False, "properties": properties, **more}


@dataclass(frozen=True)
class Named:
    """A table from names to values of one kind, such as the given matrices; a value with a problem is None."""

    item: Kind
    pattern: str

    def read(self, value: object, at: Place) -> dict[str, object]:
        """Every name with its value."""
        if not isinstance(value, dict):
            raise instead(value, "a table", "write a line NAME = [[1, 2], [3, 4]] for each matrix")
        return {name: take(self.item, item, at / name) for name, item in value.items()}

    def schema(self) -> Schema:
        """An object whose keys follow the pattern of names."""
        names = {self.pattern: self.item.schema()}
        return {"type": "object", "patternProperties": names, "additionalProperties": False}
