"""Letters in a question's values: what the file says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from symattn.errors import nearest
from symattn.exact.number import Number
from symattn.language.letters import KINDS, letter
from symattn.plan.tree import is_reserved
from symattn.records import frozen
from symattn.said import Named
from symattn.sheet.kinds import Schema, instead
from symattn.sheet.source import Place, short

NAME = "^[A-Za-z][A-Za-z0-9_]*$"
TAKEN = ("e", "E", "pi")
_WORDS = " or ".join(f'"{kind}"' for kind in KINDS)


@frozen
class Letters:
    """The letters of a question, each with its kind."""

    def read(self, value: object, at: Place) -> dict[str, Number]:
        """The letters as exact values; those with a problem are left out."""
        if not isinstance(value, dict):
            raise instead(
                value,
                "a table",
                f'write a line m = "integer" for each letter; its kind is {_WORDS}',
            )
        for name, kind, path in _one_by_one(value):
            place = at.below(*path)
            misnamed = place.misnamed if len(path) == 1 else place.wrong
            if not re.match(NAME, name):
                misnamed(
                    f'"{short(name)}" is no name', "a name is a letter, then letters, digits, _"
                )
            elif name in TAKEN or is_reserved(name):
                misnamed(f"{name} means something else already", "give the letter another name")
            elif kind not in KINDS:
                hint = nearest(str(kind), KINDS) or f"write {_WORDS}"
                place.wrong(f'"{short(str(kind))}" is no kind of letter', hint)
        return letters_of(value)

    def schema(self) -> Schema:
        """An object from names to kinds."""
        several = {"type": "array", "items": {"type": "string", "pattern": NAME}}
        kind = {"anyOf": [{"enum": list(KINDS)}, several]}
        return {
            "type": "object",
            "patternProperties": {NAME: kind},
            "additionalProperties": False,
        }


def _one_by_one(
    table: Named,
) -> Iterator[tuple[str, object, tuple[str | int, ...]]]:
    """Every letter with its kind and where it stands: m = "integer", and several of a kind, real = ["a", "b"]."""
    for name, kind in table.items():
        if name in KINDS and isinstance(kind, list):
            yield from ((str(letter), name, (name, k)) for k, letter in enumerate(kind))
        else:
            yield name, kind, (name,)


def letters_of(table: object) -> dict[str, Number]:
    """The letters of a table in a file, those that are right.

    >>> sorted(letters_of({"m": "integer", "e": "real", "t": "complex", "positive": ["a", "b"]}))
    ['a', 'b', 'm']
    """
    if not isinstance(table, Mapping):
        return {}
    found = ((name, kind) for name, kind, _ in _one_by_one(table))
    right = (
        (name, str(kind)) for name, kind in found if re.match(NAME, name) and kind in KINDS
    )
    return {
        name: letter(name, kind)
        for name, kind in right
        if name not in TAKEN and not is_reserved(name)
    }
