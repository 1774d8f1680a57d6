"""Answers in JSON: names and matrices, with or without the question, and what else a program puts around them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from symattn.errors import SymattnError
from symattn.marking.answers import tables
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading

ORDER = 20
SUFFIXES = {".json": "JSON"}


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The answers of a JSON file; raises SymattnError when it is none.

    >>> read(b'{"A": [[0.5]]}', frozenset())[0].answers[0].cells[0][0].text
    '0.5'
    """
    try:
        text = decoded(data, strict=True)
        tree = json.loads(
            text,
            parse_float=tables.decimal,
            parse_int=tables.decimal,
            parse_constant=tables.decimal,
        )
    except (ValueError, RecursionError) as error:
        raise SymattnError(reading("no_such", what="JSON", error=str(error))) from None
    if not isinstance(tree, (dict, list)):
        raise SymattnError(reading("no_answers"))
    return [tables.contents(tree, ids, text=text)]
