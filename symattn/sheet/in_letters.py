"""Letters in a question's values: what the file says of them, and that they are known while its numbers are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symattn.errors import nearest
from symattn.exact.number import Number
from symattn.language.text import KINDS, known, letter
from symattn.plan.tree import RESERVED
from symattn.sheet.kinds import Schema, instead
from symattn.sheet.place import Place, short
from symattn.sheet.tables import Table

if TYPE_CHECKING:
    from symattn.sheet.sheet import Question

NAME = "^[A-Za-z][A-Za-z0-9_]*$"
TAKEN = ("e", "E", "pi")
_WORDS = " or ".join(f'"{kind}"' for kind in KINDS)


@dataclass(frozen=True)
class Letters:
    """The letters of a question, each with its kind."""

    def read(self, value: object, at: Place) -> dict[str, Number]:
        """The letters as exact values; those with a problem are left out."""
        if not isinstance(value, dict):
            raise instead(value, "a table", f'write a line m = "integer" for each letter; its kind is {_WORDS}')
        for name, kind in value.items():
            if not re.match(NAME, name):
                (at / name).misnamed(f'"{short(name)}" is no name', "a name is a letter, then letters, digits, _")
            elif name in TAKEN or name in RESERVED:
                (at / name).misnamed(f"{name} means something else already", "give the letter another name")
            elif kind not in KINDS:
                hint = nearest(str(kind), KINDS) or f"write {_WORDS}"
                (at / name).wrong(f'"{short(str(kind))}" is no kind of letter', hint)
        return letters_of(value)

    def schema(self) -> Schema:
        """An object from names to kinds."""
        return {"type": "object", "patternProperties": {NAME: {"enum": list(KINDS)}}, "additionalProperties": False}


def letters_of(table: object) -> dict[str, Number]:
    """The letters of a table in a file, those that are right.

    >>> sorted(letters_of({"m": "integer", "e": "real", "t": "complex"}))
    ['m']
    """
    if not isinstance(table, Mapping):
        return {}
    right = ((name, kind) for name, kind in table.items() if re.match(NAME, name) and kind in KINDS)
    return {name: letter(name, kind) for name, kind in right if name not in TAKEN and name not in RESERVED}


class LetteredTable(Table):
    """The table of a question: its letters are known while its other keys are read."""

    def read(self, value: object, at: Place) -> dict[str, Any]:
        """The keys that are written, each read by its kind."""
        with known(letters_of(value.get("letters")) if isinstance(value, dict) else {}):
            return super().read(value, at)


def of_sheet(questions: Iterable[Question]) -> dict[str, Number]:
    """The letters of all questions: an answer may be read before it is known which question it answers."""
    return {name: value for question in questions for name, value in question.letters.items()}
