"""Answers in TOML; a file that is none is read line by line, so that one slip of the pen costs one answer."""

from __future__ import annotations

from collections.abc import Sequence

from symattn import toml
from symattn.errors import SymattnError
from symattn.later import pattern
from symattn.marking.answers import prose, tables
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading

_QUOTED = pattern(
    r"\"([^\"\n=]+)\"(?=[ \t]*[,\]])"
)  # an entry as a text; a line by itself has no quotes for it
_PLACE = pattern(r"\(at line (\d+),")

ORDER = 10
SUFFIXES = {".toml": "TOML"}


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The answers of a TOML file; raises LimitError, and SymattnError when nothing in it can be read.

    >>> [answer.label for answer in read(b"[q1]\\nA = [[0.50]]", frozenset(["q1"]))[0].answers]
    ['A']
    """
    text = decoded(data, strict=True)
    try:
        return [tables.contents(toml.loads(text, tables.decimal), ids, text=text)]
    except ValueError as error:
        found = prose.read(_QUOTED.sub(r"\1", text), ids)
        if not found.answers:
            raise SymattnError(
                reading("no_such", what="TOML", error=str(error))
            ) from None
        place = _PLACE.search(str(error))
        found.told.append(reading("by_lines", line=int(place[1]) if place else 0))
        return [found]
