"""What stands behind a name: forms of its value in a chain, each with its sign; nobody else chooses between = and ≈."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.boxes import Box, row
from symattn.page.forms import Link
from symattn.page.layout import Eq
from symattn.page.matrices import ValueForm, sign

NAME = ValueForm(row())  # the form of every name: exact


def linked(parts: Sequence[ValueForm | None]) -> list[Link]:
    """A chain behind a name: no rounded form before an exact one of the same value, and every sign true.

    >>> from symattn.boxes import Ink
    >>> from symattn.page.matrices import ROUGH
    >>> rough = ValueForm(Ink("2"), ROUGH)
    >>> [sign for sign, _ in linked([rough, None, ValueForm(Ink("B")), rough])]
    ['=', '≈']
    """
    found = [part for part in parts if part is not None]
    kept = [
        part
        for k, part in enumerate(found)
        if part.exact or not any(p.exact and not p.carried for p in found[k + 1 :])
    ]
    return [
        (sign(before, part), part.box)
        for before, part in zip([NAME, *kept], kept, strict=False)
    ]


def equation(head: Box, parts: Sequence[ValueForm | None]) -> Eq:
    """A name with such a chain behind it."""
    return Eq(head, tuple(linked(parts)))
