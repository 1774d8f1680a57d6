"""Looking into formulas and trees: the letters of a symbol, the sizes a line names."""

from __future__ import annotations

from symattn.boxes import Box, Fence, Ink, Row, Script, Stack
from symattn.plan.tree import SizeOf


def sizes(tree: object) -> list[SizeOf]:
    """The numbers of rows and columns that stand in a line's scalars."""
    if isinstance(tree, SizeOf):
        return [tree]
    children = [getattr(tree, name, None) for name in ("of", "left", "right")]
    children += [*getattr(tree, "args", ()), *(value for _, value in getattr(tree, "params", ()))]
    return [size for child in children if child is not None for size in sizes(child)]


def letters_of(box: Box) -> str:
    """The letters of a symbol without its scripts.

    >>> letters_of(Script(Ink("Q"), sub=Ink("1")))
    'Q'
    """
    match box:
        case Ink(text):
            return text
        case Script(inner) | Stack(inner):
            return letters_of(inner)
        case Row(items):
            return "".join(map(letters_of, items))
        case Fence(_, body, _):
            return letters_of(body)
    return ""
