"""The exact values that stand beside printed arrays, in Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symattn.boxes import Box, Ink, row
from symattn.exact.matrix import Matrix
from symattn.exact.text import text
from symattn.formats.md import Writer
from symattn.notation.values import Values
from symattn.page import matrices
from symattn.page.work import Work

LONGEST = 60  # an exact entry longer than this is given by its decimals


def exact(work: Work, values: Mapping[str, Any]) -> str:
    """The exact matrices of some lines as displays; a batch is shown matrix by matrix.

    >>> words("a_b")
    'a\\\\_b'
    """
    long = any(_long(block) for value in values.values() for block in _blocks(value))
    out = ["*Exactly* (where = stands; ≈ is rounded from the exact value):" if long else "*Exactly:*"]
    for name, value in values.items():
        blocks = _blocks(value)
        for number, block in enumerate(blocks):
            place = f"[{number}]" if len(blocks) > 1 else ""
            out.append(f"$$\n{Writer().write(_line(work, name, place, block))}\n$$")
    return "\n\n".join(out)


def _blocks(value: Any) -> tuple[Matrix, ...]:
    return tuple(value.blocks) if hasattr(value, "blocks") else (value,)


def words(text_: str) -> str:
    """Plain text, safe in Markdown."""
    return Writer().escape(text_)


def _line(work: Work, name: str, place: str, value: Matrix) -> Box:
    values = Values(work.values.decimals)
    brackets = work.notation.brackets
    symbol = row(work.notation.symbol(name), Ink(place, "text") if place else None)
    if _long(value):
        return row(symbol, Ink("≈", "relation"), matrices.approximate(value, work.places, brackets, tiny=True))
    shown = row(symbol, Ink("=", "relation"), matrices.exact(value, values, brackets))
    if value.is_rational:
        return shown
    return row(shown, Ink("≈", "relation"), matrices.approximate(value, work.places, brackets, tiny=True))


def _long(value: Matrix) -> bool:
    return any(len(text(x)) > LONGEST for cells in value.values for x in cells)
