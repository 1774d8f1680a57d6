"""What stands side by side on the paper: boxes opened up, and what each of them is to a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from symattn.boxes import (
    DOT,
    NEGATIVE,
    SLASH,
    THIN,
    Box,
    Boxed,
    Fence,
    Ink,
    Row,
    Script,
    between,
    inked,
    inside,
)

Items: TypeAlias = "tuple[Box, ...]"

SIGNS = {"+": 1, "−": -1}
IN_NUMBERS = (NEGATIVE, THIN)  # a space parts thousands


def flat(box: Box) -> Items:
    """A box as what stands side by side on the paper: rows opened up, frames and blanks left out.

    An exponent behind several things belongs to the last of them.

    >>> flat(Script(Row((Ink("1", "number"), Ink("+", "operator"), Ink("a"))), sup=Ink("2", "number")))[-1].base
    Ink(text='a', kind='letter')
    """
    match box:
        case Row(items):
            return tuple(part for item in items for part in flat(item))
        case Boxed(body):
            return flat(body)
        case Ink(_, "phantom") | Ink("", _):
            return ()
        case Ink(text, "space"):
            return (box,) if text == "thin" else ()
        case Script(Row() as base, sub, sup):
            *front, last = flat(base) or (base,)
            return (*front, Script(last, sub, sup))
    return (box,)


def parts(box: Box) -> Iterator[Box]:
    """A box and all that stands in it.

    >>> from symattn.boxes import Frac, Root
    >>> [type(part).__name__ for part in parts(Root(Frac(Ink("a"), Ink("b"))))]
    ['Root', 'Frac', 'Ink', 'Ink']
    """
    yield box
    inner = inside(box)
    if isinstance(box, Script) and len(inner) > 2:
        inner = [Script(box.base, box.sub), inner[-1]]  # σ₁² is the square of σ₁
    for part in inner:
        yield from parts(part)


def next_same(items: Items, k: int) -> int:
    """Where a sum that begins at the k-th of some factors ends: where one over the same letters begins, which knows none of its
    places, so that each is worked out once.

    >>> head, x = Script(Ink("∑", "punct"), sub=Ink("k")), Ink("x")
    >>> next_same((head, x, DOT, head, x), 0), next_same((head, x, SLASH, head, x), 0)
    (3, 5)
    """
    again = (
        n
        for n in range(k + 2, len(items))
        if items[n] == items[k] and items[n - 1] != SLASH
    )
    return next(again, len(items))


def split(items: Items, signs: Sequence[Box]) -> list[Items]:
    """What stands between some signs, without thin blanks beside these.

    >>> len(split((Ink("A"), Ink("∘", "operator"), Ink("B")), [Ink("∘", "operator")]))
    2
    """
    return [
        tuple(part[part[:1] == [THIN] : len(part) - (part[-1:] == [THIN])])
        for part in between(items, signs)
    ]


def is_sign(item: Box) -> bool:
    """Whether it is + or −.

    >>> is_sign(Ink("−", "punct")), is_sign(DOT)
    (True, False)
    """
    return inked(item, "operator", "punct") and item.text in SIGNS


def is_number(item: Box) -> bool:
    """Whether it is a numeral.

    >>> is_number(Ink("2", "number")), is_number(Ink("a"))
    (True, False)
    """
    return inked(item, "number")


def has_point(item: Box) -> bool:
    """Whether a numeral has decimals.

    >>> has_point(Ink("2.0", "number"))
    True
    """
    return isinstance(item, Ink) and "." in item.text


def is_scale(items: Items) -> bool:
    """Whether these begin with a unit, or with the dot before a power of ten.

    >>> is_scale((Ink("GB", "unit"),)), is_scale((DOT, Ink("a")))
    (True, False)
    """
    first, *rest = items
    powers = (
        x for x in rest[:1] if isinstance(x, Script) and x.base == Ink("10", "number")
    )
    return inked(first, "unit") or (first == DOT and any(powers))


def last_digit(items: Items, significant: int) -> Items | None:
    """What stands behind the last digit of a number without a point that is rounded to it: a power of ten, a unit, or nothing,
    where it has so many digits as are *significant*; None for all else.

    >>> power = Script(Ink("10", "number"), sup=Ink("3", "number"))
    >>> [last_digit((Ink("588", "number"), *more), 3) == more for more in [(DOT, power), ()]]
    [True, True]
    >>> last_digit((power,), 1) == (DOT, power), last_digit((power,), 2), last_digit((Ink("17", "number"),), 3)
    (True, None, None)
    """
    behind = items[1:] if items[:1] == (NEGATIVE,) else items
    if significant == 1 and is_scale((DOT, *behind)):  # 10³, and no 1 before it
        return (DOT, *behind)
    end = next((k for k in range(len(items)) if is_scale(items[k:])), len(items))
    front = [item for item in items[:end] if item not in IN_NUMBERS]
    if not front or not all(is_number(x) and not has_point(x) for x in front):
        return None
    count = sum(len(x.text) for x in front if isinstance(x, Ink))
    return items[end:] if end < len(items) or count == significant else None


def fence_of(item: Box) -> Fence | None:
    """The brackets that something is, or that it has a sign above: [yᵢ = j], [yᵢ = j]ᵀ.

    >>> fence_of(Script(Fence("[", Ink("y"), "]"), sup=Ink("ᵀ"))).left
    '['
    """
    found = item.base if isinstance(item, Script) else item
    return found if isinstance(found, Fence) else None


def is_compared(item: Box) -> bool:
    """Whether it is a comparison in brackets: [i ≥ j].

    >>> is_compared(Fence("[", Row((Ink("i"), Ink("≥", "relation"), Ink("j"))), "]"))
    True
    """
    fence = fence_of(item)
    return fence is not None and any(inked(x, "relation") for x in flat(fence.body))


def word_of(item: Box) -> str | None:
    """The name of a function, perhaps with what it runs along below it.

    >>> word_of(Script(Ink("sum", "upright"), Ink("rows", "upright"))), word_of(Ink("a"))
    ('sum', None)
    """
    if (
        isinstance(item, Script)
        and item.sup is None
        and isinstance(item.sub, Ink)
        and item.sub.text in ("rows", "columns")
    ):
        item = item.base
    return item.text if inked(item, "upright") else None
