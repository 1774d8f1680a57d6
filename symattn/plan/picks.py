"""What stands in square brackets behind a matrix: which of its rows and columns are taken."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.errors import LineError
from symattn.later import pattern
from symattn.ops import named_by
from symattn.plan.tree import SIGNS, Apply, Expr
from symattn.said import Integers

WHOLE = r"\s*((?:-\s*)?[0-9]+)\s*"
_SLICE = pattern(
    r"\s*((?:-\s*)?[0-9]+)?\s*:\s*((?:-\s*)?[0-9]+)?\s*(?::\s*((?:-\s*)?[0-9]+)?\s*)?"
)
_LIST = pattern(rf"\s*\[{WHOLE}(?:,{WHOLE})*\]\s*")
_PICKS = "1, a slice 0:2, : for all, a list [0, 2]"
EVERY = ("slice", None, None, None)


def picked(text: str, column: int) -> tuple[object, ...]:
    """Which rows or columns are taken: a number, a slice or a list."""
    column += len(text) - len(text.lstrip())
    if slice_ := _SLICE.fullmatch(text):
        bounds = [
            None if n is None else int(n.replace(" ", "")) for n in slice_.groups()
        ]
        if bounds[2] == 0:
            raise LineError(
                "a slice with steps of 0 picks nothing",
                column=column,
                hint="write 1, or leave the step out",
            )
        return ("slice", *bounds)
    if re.fullmatch(WHOLE, text):
        return ("at", int(text.replace(" ", "")))
    if _LIST.fullmatch(text):
        return (
            "list",
            tuple(int(n.replace(" ", "")) for n in text.strip()[1:-1].split(",")),
        )
    raise LineError(
        f"{text.strip()!r} picks no rows or columns",
        column=column,
        hint=f"write whole numbers from 0: {_PICKS}",
    )


def pairs(whole: Expr, rows: Integers, cols: Integers, column: int) -> Expr:
    """The entries at pairs of places, side by side, as NumPy takes two lists."""
    if len(rows) != len(cols):
        hint = f"write A[{[*rows]}, :][:, {[*cols]}] for these rows and columns"
        raise LineError(
            "two lists are pairs of places, and equally long", column=column, hint=hint
        )
    entries = [
        Apply(SIGNS["A[0:2, :]"], (whole,), (("rows", ("at", i)), ("cols", ("at", j))))
        for i, j in zip(rows, cols, strict=True)
    ]
    return joined_by(named_by("side by side"), entries)


def joined_by(join: str, parts: Sequence[Expr]) -> Expr:
    """Parts that are joined; one alone is itself."""
    return parts[0] if len(parts) == 1 else Apply(join, tuple(parts))
