"""Shapes as answers: (B, n, d), in letters or in the numbers they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symattn.errors import SymattnError
from symattn.marking.results import Result
from symattn.ops.sizes import Size
from symattn.sheet import Question

_AROUND = re.compile(r"\\(?:left|right|mathbb\{R\}\^?|in|text|quad|,|;|!)|[()\[\]{}$|&\s]|∈|ℝ\^?")
_BETWEEN = re.compile(r",|×|\\times|(?<=\w) x (?=\w)")
MOST = 400  # characters of one shape


def marked_shapes(question: Question, texts: Mapping[str, str]) -> list[Result]:
    """The verdict on every shape that a question asks or a student wrote."""
    reading = question.shapes
    if reading is None:
        return []
    asked = dict.fromkeys(name for part in question.parts for name in part.shapes)
    table = reading.table.lines
    return [_marked(question, name, table[name].shape, texts.get(name)) for name in asked if name in table]


def _marked(question: Question, name: str, right: tuple[Any, ...], text: str | None) -> Result:
    assert question.shapes is not None
    if text is None:
        return Result(name, "missing", message="Nothing handed in.")
    try:
        mine = entries_of(text, question.shapes.letters)
    except SymattnError as error:
        return Result(name, "unreadable", message=str(error), written=((text[:MOST],),))
    letters = question.shapes.letters
    if len(mine) != len(right):
        message = f"{name} has {len(right)} dimensions, this has {len(mine)}."
        return Result(name, "incorrect", message=message, written=((text[:MOST],),))
    entries = tuple("correct" if _same(a, b, letters) else "incorrect" for a, b in zip(mine, right, strict=True))
    wrong = entries.count("incorrect")
    message = f"{wrong} of {len(right)} sizes are wrong." if wrong else ""
    return Result(name, "incorrect" if wrong else "correct", (entries,), message=message, written=((text[:MOST],),))


def entries_of(text: str, letters: Any) -> list[Any]:
    """The sizes of a shape as a student writes it; raises SymattnError.

    >>> from symattn.plan.shapes import Letters
    >>> entries_of("(B, n, 2*d)", Letters())
    [Size(B), Size(n), Size(2·d)]
    """
    if len(text) > MOST:
        raise SymattnError(f"a shape of {len(text):,} characters; write one such as (B, n, d)")
    parts = [_AROUND.sub("", part.replace("\\cdot", "*").replace("·", "*")) for part in _BETWEEN.split(text)]
    if not all(parts):
        raise SymattnError("a size is missing; write a shape such as (B, n, d)")
    return [letters.size(int(part) if part.isdecimal() else part) for part in parts]


def _same(mine: Any, right: Any, letters: Any) -> bool:
    theirs = right.put(letters.rules) if isinstance(right, Size) else right
    if mine == theirs:
        return True
    number = letters.number(mine)
    return number is not None and number == letters.number(theirs)
