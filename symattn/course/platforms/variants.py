"""A template's variants for platforms that cannot draw: the same sheets for the same template, as many as are asked for."""

from __future__ import annotations

from symattn.course.vary import variant, written
from symattn.sheet import Sheet, loads

SEED = 0  # any will do: it is always the same, so that an export made again has the same numbers
SECRET = "secret.txt"
"""The file of an export that holds what a template's variants are drawn with; it is for no student."""
MANY = 10
"""Variants of a template unless another number is asked for."""


def variants(
    sheet: Sheet, source: str, many: int = MANY, secret: str = ""
) -> list[Sheet]:
    """The sheet alone, or so many sheets drawn from it; raises LimitError where a draw keeps to none of the wishes.

    Without a *secret* whoever has the template can draw the same.

    >>> text = "[[question]]\\nsteps = ['A = 2 * X']\\ngiven.X = [[1]]\\n"
    >>> len(variants(loads(text), text, 3))
    1
    """
    return [one for one, _ in drawn(sheet, source, many, secret)]


def drawn(
    sheet: Sheet, source: str, many: int = MANY, secret: str = ""
) -> list[tuple[Sheet, str]]:
    """The same, each with its text.

    >>> text = "[[question]]\\nsteps = ['A = 2 * X']\\ngiven.X = [[1]]\\n"
    >>> drawn(loads(text), text)[0][1] == text
    True
    """
    if sheet.vary is None:
        return [(sheet, source)]
    texts = [
        written(source, variant(sheet, str(number), SEED, secret))
        for number in range(1, many + 1)
    ]
    return [(loads(text, str(sheet.path)), text) for text in texts]
