"""Letters in a question's values: what the file says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from symattn.errors import nearest
from symattn.exact.number import Number
from symattn.language.letters import KINDS, ROWS, letter
from symattn.plan.tree import is_reserved
from symattn.records import frozen
from symattn.said import Glossary, Named
from symattn.sheet.kinds import Schema, instead
from symattn.sheet.source import Place, short

NAME = "^[A-Za-z][A-Za-z0-9_]*$"
TAKEN = ("e", "E", "pi")
_WORDS = " or ".join(f'"{kind}"' for kind in KINDS)
_OF_MATRICES = " or ".join(f'"{kind}"' for kind in ROWS)


class LettersOf(dict[str, Number]):
    """Letters as exact values; ``rows`` says what is known of matrices, each with one of ROWS."""

    rows: Glossary = MappingProxyType({})


@frozen
class Letters:
    """The letters of a question, each with its kind."""

    nothing: ClassVar[LettersOf] = LettersOf()

    def read(self, value: object, at: Place) -> LettersOf:
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
                    f'"{short(name)}" is no name',
                    "a name is a letter, then letters, digits, _",
                )
            elif name in TAKEN or is_reserved(name):
                misnamed(
                    f"{name} means something else already",
                    "give the letter another name",
                )
            elif kind not in (*KINDS, *ROWS):
                hint = nearest(str(kind), (*KINDS, *ROWS))
                hint = hint or f"write {_WORDS}, of a matrix {_OF_MATRICES}"
                place.wrong(f'"{short(str(kind))}" is no kind of letter', hint)
        return letters_of(value)

    def schema(self) -> Schema:
        """An object from names to kinds."""
        several = {"type": "array", "items": {"type": "string", "pattern": NAME}}
        kind = {"anyOf": [{"enum": [*KINDS, *ROWS]}, several]}
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
        if name in (*KINDS, *ROWS) and isinstance(kind, list):
            yield from ((str(letter), name, (name, k)) for k, letter in enumerate(kind))
        else:
            yield name, kind, (name,)


def letters_of(table: object) -> LettersOf:
    """The letters of a table in a file, those that are right.

    >>> found = letters_of({"m": "integer", "e": "real", "t": "complex", "positive": ["a", "b"], "y": "onehot"})
    >>> sorted(found), found.rows
    (['a', 'b', 'm'], {'y': 'onehot'})
    """
    out = LettersOf()
    if not isinstance(table, Mapping):
        return out
    right = {
        name: str(kind)
        for name, kind, _ in _one_by_one(table)
        if re.match(NAME, name) and name not in TAKEN and not is_reserved(name)
    }
    out.update(
        (name, letter(name, kind)) for name, kind in right.items() if kind in KINDS
    )
    out.rows = {name: kind for name, kind in right.items() if kind in ROWS}
    return out
