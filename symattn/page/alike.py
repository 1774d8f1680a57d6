"""Whether two formulas say the same but for the order of what stands in them, and how much one says."""

from __future__ import annotations

from symattn.boxes import DOT, MINUS, PLUS, Box, Frac, Grid, Root, Script, inked, inside
from symattn.formats.text import flat
from symattn.page import ink

MOST_MULTIPLIED = 4  # of a product that is multiplied out
PLAIN = ("letter", "number", "operator")


def _terms(box: Box) -> list[list[Box]]:
    """The terms of a sum, the factors of each as they stand, a minus sign before them."""
    found: list[list[Box]] = [[]]
    for item in ink.flat(box):
        if item in (PLUS, MINUS):
            found.append([])
        if item not in (PLUS, DOT):
            found[-1].append(item)
    return found


def in_any_order(box: Box) -> list[list[str]]:
    """What stands in a formula, and not in which order its terms and factors do, nor whether there are dots between these."""
    kinds = (Script, Frac, Root)
    plain = all(isinstance(x, kinds) or inked(x, *PLAIN) for x in ink.flat(box))
    terms = [
        [
            str((in_any_order(x.top), in_any_order(x.bottom)))
            if isinstance(x, Frac)
            else f"√{in_any_order(x.body)}"
            if isinstance(x, Root)
            else repr(x)
            for x in term
        ]
        for term in _terms(box)
    ]
    return sorted(map(sorted, terms)) if plain else terms


def but_for_dots(a: Box, b: Box) -> bool:
    """Whether two lists say the same but for dots between factors."""
    products = isinstance(a, Grid) and "(" not in flat(a)
    return products and flat(a).replace("·", "") == flat(b).replace("·", "")


def how_many(box: Box) -> int:
    """How many terms there are, of a fraction half of those above and below its bar, which stand in two rows."""
    fractions = ([x for x in term if isinstance(x, Frac)] for term in _terms(box))
    return sum(
        max([(how_many(x.top) + how_many(x.bottom)) // 2 for x in found], default=1)
        for found in fractions
    )


def letters_of_formula(box: Box) -> int:
    """How many letters stand in a formula, each as often as it does, with what is below it."""
    parts = list(ink.parts(box))
    below = (
        part.sub for part in parts if isinstance(part, Script) and part.sub is not None
    )
    own = sum(inked(part, "letter", "word") for part in parts)
    return own - sum(map(letters_of_formula, below))


def multiplied_out(whole: Box, made: Box) -> bool:
    """Whether a sum in letters is one that nobody writes out of the factors that it is made of."""
    return how_many(whole) > MOST_MULTIPLIED and 2 * letters_of_formula(
        whole
    ) > 3 * letters_of_formula(made)


def storeys(box: Box) -> int:
    """How many fractions stand in one another.

    >>> from symattn.boxes import Ink
    >>> storeys(Frac(Ink("a"), Frac(Ink("b"), Ink("c"))))
    2
    """
    return max(map(storeys, inside(box)), default=0) + isinstance(box, Frac)
