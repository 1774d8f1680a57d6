"""How boxes stand beside each other: brackets by how tightly each holds together, blanks where two would run together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from symattn.binding import ANY, ATOM, CIRCLED, POWER, PRODUCT, SIDES, SUM, Pen
from symattn.boxes import (
    BLANK,
    CIRCLE,
    DOT,
    MINUS,
    NEGATIVE,
    PLUS,
    SLASH,
    Box,
    Boxes,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    Script,
    Stack,
    inked,
    number,
    row,
)
from symattn.boxes.measure import LINE, height

_SUMS, _CIRCLES = frozenset("+−⊕∣‖|⋯"), frozenset("∘⊙⊗")


def binding(box: Box) -> int:
    """How tightly a formula holds together as it stands.

    >>> plus = Ink("+", "operator")
    >>> binding(row(Ink("a"), plus, Ink("b"))) == SUM, binding(row(Ink("a"), Ink("b"))) == PRODUCT, binding(number(-2)) == SUM
    (True, True, True)
    """
    match box:
        case Frac():
            return PRODUCT
        case Root():
            return POWER
        case Script(base, _, sup):
            return (
                ATOM
                if sup is None
                else min(POWER, binding(base) if isinstance(base, Row) else POWER)
            )
        case Grid(_, "{"):
            return ANY  # cases
        case Row(items):
            return _binding(tuple(item for item in items if not inked(item, "space")))
    return ATOM


def _binding(items: Boxes) -> int:
    signs = [item.text if inked(item, "punct") else "" for item in items]
    # in how many brackets each stands; a closing one in one less
    turns = ((sign in ("(", "[")) - (sign in (")", "]")) for sign in signs)
    depths = [*accumulate(turns)]
    if (
        len(items) > 1 and depths[-1] == 0 and min(depths[:-1]) > 0
    ):  # a bracket from end to end
        return ATOM
    outside = [item for item, depth in zip(items, depths, strict=True) if not depth]
    found = {
        item.text for item in outside if inked(item, "operator", "punct", "relation")
    }
    if any(inked(item, "relation") for item in outside):
        return ANY
    if found & _SUMS:
        return SUM
    if found & _CIRCLES:
        return CIRCLED
    if len(items) == 2 and is_call(items):
        return POWER
    behind = items[1:]
    if behind and all(
        inked(item, "text") and item.text.startswith("[") for item in behind
    ):
        return POWER  # what is cut out of a matrix: Q[:, 0:2]
    return ATOM if all(inked(item, "number") for item in items) else PRODUCT


def is_call(items: Boxes) -> bool:
    """Whether some boxes are a function and what it is taken of, in brackets.

    >>> is_call((Ink("log", "upright"), Fence("(", Ink("x"), ")")))
    True
    """
    return _name(items[0]) and isinstance(items[-1], Fence) and len(items) == 2


class Paper(Pen[Box]):
    """The pen for formulas. Factors stand side by side, with a dot where one begins with digits: 2√3, 16 · 3ˣ, 2 · 1/3.

    >>> len(PAPER.joined("*", number(2), Root(number(3))).items), len(PAPER.joined("*", number(2), number(3)).items)
    (2, 3)
    """

    sides = SIDES | {
        "*": (PRODUCT, PRODUCT, PRODUCT),
        "·": (PRODUCT, PRODUCT, PRODUCT),
        "/": (PRODUCT, PRODUCT, POWER),
        "∘": (CIRCLED, PRODUCT, PRODUCT),
    }

    def binding(self, piece: Box) -> int:
        """How tightly a formula holds together as it stands."""
        return binding(piece)

    def bracketed(self, piece: Box) -> Box:
        """A formula in brackets."""
        return Fence("(", piece, ")")

    def signed(self, piece: Box) -> Box:
        """A minus before a formula."""
        return row(NEGATIVE, piece)

    def chain(self, signs: Sequence[str], pieces: Sequence[Box]) -> Box:
        """Formulas with signs between them."""
        out: list[Box | None] = [pieces[0]]
        for sign, piece in zip(signs, pieces[1:], strict=True):
            beside = (
                sign == "*"
                and not _begins_with_digits(piece)
                and not _ends_with_unit(out[-1])
            )
            out += [None if beside else _SIGNS[sign], piece]
        return row(*out)

    def raised(self, base: Box, exponent: Box) -> Box:
        """A power; the base in brackets where the exponent would seem to belong to its last sign: (n/2)², (eˣ)², (−3)².

        >>> PAPER.raised(Frac(Ink("n"), Ink("2", "number")), Ink("2", "number")).base.left
        '('
        """
        exponent = slashed(exponent)
        if isinstance(base, Script) and base.sup is None:
            return Script(base.base, base.sub, exponent)
        return Script(self.fenced(base, ATOM), sup=exponent)

    def over(self, top: Box, bottom: Box) -> Box:
        """A fraction; one that stands alone above or below its bar has a slash.

        >>> half = Frac(number(1), number(2))
        >>> PAPER.over(half, Ink("n")).top == PAPER.joined("/", number(1), number(2))
        True
        """
        return Frac(slashed(top), slashed(bottom))

    def root(self, of: Box) -> Box:
        """A root; of 0 and of 1 the number itself.

        >>> PAPER.root(number(1)), PAPER.root(Ink("d")).index
        (Ink(text='1', kind='number'), 2)
        """
        return of if of in (number(0), number(1)) else Root(of)


def slashed(box: Box) -> Box:
    """A fraction as it stands in an exponent or in another fraction, −2i/d, but for one of matrices; anything else as it is.

    >>> slashed(PAPER.negative(Frac(Ink("i"), Ink("d")))) == PAPER.negative(PAPER.joined("/", Ink("i"), Ink("d")))
    True
    >>> many = row(number(8), Ink("i"))
    >>> slashed(Frac(PAPER.negative(many), Ink("d"))) == PAPER.negative(PAPER.joined("/", many, Ink("d")))
    True
    """
    match box:
        case Frac(Row((Ink("−", "punct"), *rest)), bottom) if (
            binding(row(*rest)) >= PRODUCT
        ):  # −8i/n, and no (−8i)/n
            return slashed(PAPER.negative(Frac(row(*rest), bottom)))
        case Frac(top, bottom) if not (_is_tall(top) or _is_tall(bottom)):
            above = slashed(top)
            twice = (
                isinstance(above, Row) and _SIGNS["/"] in above.items
            )  # (1/3)/x, and no 1/3/x
            return PAPER.joined(
                "/", fenced(above, POWER) if twice else above, slashed(bottom)
            )
        case Row((Ink("−", "punct"), Frac(top, bottom) as fraction)) if (
            slashed(fraction) != fraction
        ):
            return PAPER.negative(slashed(fraction))
    return box


def divided(top: Box, *by: Box, sign: str = "·") -> Box:
    """What is divided by one thing after another: by their product, a/(b·c), or with another *sign* between them.

    >>> divided(Ink("a"), Ink("b"), Ink("c")) == Frac(Ink("a"), PAPER.joined("·", Ink("b"), Ink("c")))
    True
    """
    if not by:
        return top
    return PAPER.over(
        top, PAPER.joined(sign, *map(_within_product, by)) if by[1:] else by[0]
    )


def _within_product(box: Box) -> Box:
    """A factor below a bar: (b/c)·d."""
    flat = slashed(box)
    return box if flat == box else fenced(flat, ATOM)


def _is_tall(box: Box) -> bool:
    return height(box) > 2 * LINE or isinstance(box, Grid)


def _begins_with_digits(box: Box) -> bool:
    """Whether a number that stands right before a formula would run into it."""
    first = box.items[0] if isinstance(box, Row) and box.items else box
    first = first.base if isinstance(first, Script) else first
    return isinstance(first, Frac) or (
        isinstance(first, Ink) and first.text[:1].isdecimal()
    )


def _ends_with_unit(box: Box | None) -> bool:
    """Whether a formula ends in a unit, which what stands right behind it would run into."""
    last = box.items[-1] if isinstance(box, Row) and box.items else box
    return inked(last, "unit")


_SIGNS = {
    "+": PLUS,
    "-": MINUS,
    "*": DOT,
    "·": DOT,
    "/": SLASH,
    "∘": CIRCLE,
}
PAPER = Paper()


def fenced(box: Box, needed: int) -> Box:
    """A formula as it stands beside a sign: in brackets where it holds together less tightly than that sign needs.

    >>> fenced(row(Ink("a"), Ink("+", "operator"), Ink("b")), PRODUCT).left
    '('
    """
    return PAPER.fenced(box, needed)


def raised(base: Box, exponent: Box) -> Box:
    """A power, its base in brackets where it needs them.

    >>> raised(number(-3), number(2)).base.left
    '('
    """
    return PAPER.raised(base, exponent)


def spaced(items: Boxes) -> list[Box]:
    """Boxes in a row with a blank beside a function's name, where a letter would run into it: sin a cos b.

    >>> len(spaced((Ink("sin", "upright"), Ink("a"), Ink("cos", "upright"), Fence("(", Ink("b"), ")"))))
    6
    """
    out: list[Box] = []
    for item in items:
        if out and (
            (_name(out[-1]) and not _opens(item))
            or (_name(_first(item)) and _thing(out[-1]))
        ):
            out.append(BLANK)
        out.append(item)
    return out


def _first(box: Box) -> Box:
    """What a box begins with: the name of the function in f(x)ᵀ."""
    base = box.base if isinstance(box, Script) else box
    return base.items[0] if isinstance(base, Row) and base.items else box


def _name(box: Box) -> bool:
    """Whether a box is a function's name, perhaps with scripts."""
    base = (
        box.base
        if isinstance(box, Script)
        else box.body
        if isinstance(box, Stack)
        else box
    )
    return inked(base, "upright") and (
        len(base.text) > 1 or not base.text.isascii()
    )  # σ


def _opens(box: Box) -> bool:
    base = box.base if isinstance(box, Script) else box
    return isinstance(base, (Fence, Grid)) or inked(
        base, "punct", "operator", "relation", "space"
    )


def _thing(box: Box) -> bool:
    return not isinstance(box, Ink) or box.kind in (
        "number",
        "letter",
        "bold",
        "word",
        "upright",
    )
