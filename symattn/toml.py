"""TOML from strangers: one scanner that counts before the reader begins, so that no text takes more than its share.

``tomllib`` makes a table for every part of a dotted key and walks all of them for each: a key of 120 kB takes
gigabytes. Parts are counted here, in time linear in the text, and too many are refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from symattn.errors import LimitError, code_point
from symattn.later import pattern
from symattn.limits import (
    MOST_DOTS,
    MOST_DOTS_IN_TABLE,
    MOST_KEY_PARTS,
    MOST_KEYS,
    MOST_TOML_DIGITS,
)

_TOKEN = pattern(
    r'"""(?:[^\\"]|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+|[^\"'#.=\[{]++|.",
    re.S,
)  # texts, comments, what is of no interest, and . = [ {
_CROWDED = pattern(  # so many dots where they may be a key's; or a text, in which they are none
    rf"[\"']|(?:\A|[=\[{{\n,\]}}])[^.=\[{{\n,\]}}]*+(?:\.[^.=\[{{\n,\]}}]*+){{{MOST_KEY_PARTS}}}"
)
_AFTER_KEY = pattern(r"[\n,\]}]")
_LONG = pattern(rf"[\w+-]{{{MOST_TOML_DIGITS + 1}}}", re.ASCII)


def bounded(text: str) -> str:
    """The text, if its keys are as many as people write; raises LimitError.

    >>> bounded("a.b = 'a.b.c'")
    "a.b = 'a.b.c'"
    >>> bounded("a" + ".a" * 100 + " = 1")
    Traceback (most recent call last):
        ...
    symattn.errors.LimitError: a key of more than 60 parts between dots
    """
    if not _CROWDED.search(text) and sum(map(text.count, ".=[{")) <= MOST_KEYS:
        return text
    parts = keys = 0
    for match in _TOKEN.finditer(text):
        start = match.start()
        first = text[start]
        if first == ".":
            parts, keys = parts + 1, keys + 1
            if parts >= MOST_KEY_PARTS:
                raise LimitError(
                    f"a key of more than {MOST_KEY_PARTS} parts between dots"
                )
        elif first in "=[{":
            parts, keys = (
                0,
                keys + (first != "[" or text[start - 1 : start] in ("", "\n", "[")),
            )
            if keys > MOST_KEYS:
                raise LimitError(f"more than {MOST_KEYS:,} keys and decimal points")
        elif first in "\"'":
            if (
                match.end() - start == 1
            ):  # a text without an end: no TOML, and the reader says so
                break
        elif _AFTER_KEY.search(match[0]):
            parts = 0
    return text


_DOTTED = pattern(
    r"^[ \t]*[\w-]*[ \t]*((?:\.[ \t]*(?:[\w-]+[ \t]*)?)+)=|^[ \t]*(\[)", re.MULTILINE
)  # texts being taken out


def rewritable(text: str) -> str:
    """The text, if it can be changed and written again in work of its length; raises LimitError.

    For every dotted key tomlkit goes through those before it in its table, again for each of its parts.

    >>> rewritable("a.b = 1  # so")
    'a.b = 1  # so'
    """
    plain = _TOKEN.sub(
        lambda match: (
            "\n" * match[0].count("\n") if match[0][0] in "\"'#" else match[0]
        ),
        bounded(text),
    )
    dots = every = 0
    for match in _DOTTED.finditer(plain):
        dots = 0 if match[2] else dots + match[1].count(".")
        every += 0 if match[2] else match[1].count(".")
        if dots > MOST_DOTS_IN_TABLE or every > MOST_DOTS:
            line = plain.count("\n", 0, match.start()) + 1
            most = f"{MOST_DOTS_IN_TABLE:,} dots in the keys of one table, or {MOST_DOTS:,} in all"
            raise LimitError(
                f"line {line}: more than {most}; write such keys below a line [a.b]"
            )
    return text


def loads(text: str, decimal: Callable[[str], object] | None = None) -> dict[str, Any]:
    """The tree of a TOML text, numbers exact; raises LimitError, ValueError for what is no TOML.

    >>> loads("marks = 0.10")
    {'marks': Decimal('0.10')}
    """
    bounded(text)
    if _LONG.search(text) and any(
        match[0][0] not in "\"'#" and _LONG.search(match[0])
        for match in _TOKEN.finditer(text)
    ):
        raise LimitError(f"a number of more than {MOST_TOML_DIGITS:,} digits")
    try:
        return tomllib.loads(text, parse_float=decimal or exact)
    except tomllib.TOMLDecodeError as error:
        odd = odd_at(str(error), text)
        raise ValueError(f"{error}: {odd}" if odd else str(error)) from None
    except RecursionError:
        raise ValueError("brackets within brackets too deep") from None


def odd_at(error: str, text: str) -> str:
    """The character at which a reader of TOML stopped, by its code point, where nobody sees what is wrong with it; else nothing.

    >>> odd_at("Expected '=' after a key in a key/value pair (at line 1, column 3)", "W_\u200bQ = 1")
    'U+200B (zero width space)'
    """
    found = re.search(r"\(at line (\d+), column (\d+)\)$", error)
    if found is None:
        return ""
    line = text.split("\n")[int(found[1]) - 1]
    column = int(found[2])
    for sign in (
        line[column - 1 : column] + line[max(0, column - 2) : column - 1]
    ):  # some stop behind what they cannot read
        if not (sign.isascii() and sign.isprintable()) and sign != "\t":
            return code_point(sign)
    return ""


def exact(text: str) -> Decimal:
    """A number as it is written; one beyond what Decimal counts is as good as the largest, refused where it is read.

    >>> exact("0.10")
    Decimal('0.10')
    """
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("1E+999999999")
