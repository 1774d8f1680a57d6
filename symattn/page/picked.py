"""Rows and columns that are picked, as a page writes them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from symattn.boxes import COMMA, Box, Fence, Row, Script, inked
from symattn.exact.defined import BallMatrix
from symattn.ops.shapes import Shape
from symattn.page.arithmetic import Unread, Value
from symattn.page.ink import Items, fence_of, flat, parts, split
from symattn.tables import in_turn


def counted_from_one(items: Items, size: int) -> list[int]:
    """The rows or columns that are picked, counted from 1 and with the last: 3, 1:2, :, {1, 3}.

    >>> from symattn.boxes import Ink
    >>> counted_from_one((Ink("3", "number"),), 4)
    [2]
    """
    if len(items) == 1 and isinstance(items[0], Fence):
        return [
            int(_text(x)) - 1 for x in in_turn(split(flat(items[0].body), (COMMA,)))
        ]
    first, colon, last = "".join(map(_text, items)).partition(":")
    start = int(first or 1) - 1
    return list(range(size))[start : int(last or size) if colon else start + 1]


def _text(item: Box) -> str:
    if not inked(item, "number"):
        raise Unread("picked")
    return item.text


def beside(body: Items, bound: Sequence[Items], names: Container[Items]) -> list[Items]:
    """The letters of places that stand beside those below a sign, and have no other meaning: i of ∑ⱼ Aᵢⱼ.

    >>> from symattn.boxes import COMMA, Ink, Script, listed
    >>> entry = Script(Ink("A"), sub=listed([Ink("i"), Ink("j")], COMMA))
    >>> beside((entry,), [(Ink("j"),)], {})
    [(Ink(text='i', kind='letter'),)]
    """
    found: list[Items] = []
    for part, under in subscripts(body):
        pair = under[-2:]
        free = [x for x in pair if is_letter(x) and x not in names]
        if part.sup is None and len(pair) > 1 and any(x in bound for x in pair):
            found += [x for x in free if x not in (*bound, *found)]
    return found


def subscripts(body: Items) -> Iterator[tuple[Script, list[Items]]]:
    """What has something below it in a formula, and what is listed there."""
    for part in parts(Row(body)):
        if isinstance(part, Script) and part.sub is not None:
            yield part, split(flat(part.sub), (COMMA,))


def gone_through(told: Sequence[Items], beside: Value, shape: Shape) -> Shape:
    """The rows and columns through which comparisons go, of what comes out in a *shape*: in R ∘ [i ≥ j] those of R, but in
    c ∘ [yᵢ = j] all of what comes out where c is a column, which is repeated.

    >>> from symattn.boxes.latex import read
    >>> column, plain, read_off = BallMatrix([[1], [2]]), Fence("[", read("i=j"), "]"), Fence("[", read("y_i=j"), "]")
    >>> gone_through([(plain,)], column, (2, 3)), gone_through([(read_off,)], column, (2, 3))
    ((2, 1), (2, 3))
    """
    if not isinstance(beside, BallMatrix):
        return shape
    fences = [fence for (item,) in told if (fence := fence_of(item))]
    entries = any(isinstance(x, Script) for fence in fences for x in parts(fence.body))
    return shape if entries and 1 in beside.shape else beside.shape


def entries_of(shape: Shape) -> int:
    """How many entries a row or a column of a *shape* has; 0 for a matrix, and for one number, which may be made of a longer row.

    >>> entries_of((1, 3)), entries_of((2, 1)), entries_of((1, 1))
    (3, 2, 0)
    """
    return max(int(str(n)) for n in shape) if 1 in shape and shape != (1, 1) else 0


def is_letter(items: Items) -> bool:
    """Whether one letter stands there."""
    return len(items) == 1 and inked(items[0], "letter")
