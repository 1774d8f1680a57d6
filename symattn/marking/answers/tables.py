"""Answers in TOML and JSON: question → name → matrix, or the names alone when the sheet has one question."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from symattn import toml
from symattn.errors import SymattnError
from symattn.marking.answers.equations import equations
from symattn.marking.answers.raw import Raw, of_value


def from_toml(text: str, questions: Collection[str]) -> list[Raw]:
    """The answers of a TOML text; one that is no TOML is read line by line, so that one slip of the pen costs one answer.
    Raises SymattnError where nothing is read, LimitError for keys without end.

    >>> [raw.label for raw in from_toml("[q1]\\nA = [[0.50]]", ["q1"])]
    ['A']
    """
    try:
        return list(_answers(toml.loads(text, _decimal)))
    except ValueError as error:
        found = equations(text, questions)
        if not found:
            raise SymattnError(f"no TOML: {error}") from None
        return found


def from_json(text: str) -> list[Raw]:
    """The answers of a JSON text; raises SymattnError when it is none.

    >>> from_json('{"A": [[0.5]]}')[0].cells[0][0].text
    '0.5'
    """
    try:
        tree = json.loads(text, parse_float=_decimal, parse_int=_decimal, parse_constant=_decimal)
    except (ValueError, RecursionError) as error:
        raise SymattnError(f"no JSON: {error}") from None
    if not isinstance(tree, dict):
        raise SymattnError('no answers: write {"A_1": [[1, 2], [3, 4]]}')
    return list(_answers(tree))


def _answers(tree: dict[str, Any]) -> Iterator[Raw]:
    for key, value in tree.items():
        if isinstance(value, dict):
            for name, inner in value.items():
                yield of_value(str(name), inner, str(key))
        else:
            yield of_value(str(key), value)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("NaN")
