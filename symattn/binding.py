"""How tightly what is written holds together: one scale, and the one place that puts brackets.

A part that binds less tightly than the sign beside it needs goes into brackets. What every sign needs is said by ``SIDES``, and a
``Pen`` puts pieces together so: formulas, values, lines, programs and SymPy's text. A printer goes through its tree with a pen, a
rule of an operation says what its own sign needs of its sides, and nobody writes a bracket by hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Generic, TypeAlias, TypeVar

ANY, SUM, CIRCLED, PRODUCT, SIGN, POWER, ATOM, POSTFIX = range(8)
"""From what stands apart from everything: a + b, and on paper −a; A ∘ B, which a product of matrices needs in brackets; ab and
a/b; −a in a program; aᵇ; a and (a); what stands right behind a name, a.T and a[0]."""

SIDES = {
    "+": (SUM, SUM, PRODUCT),
    "-": (SUM, SUM, PRODUCT),
    "**": (POWER, ATOM, SIGN),
} | dict.fromkeys(["*", "/", "//", "@"], (PRODUCT, PRODUCT, SIGN))
"""How tightly what a sign joins binds on one line, and what the sign needs of its two sides."""

Piece = TypeVar("Piece")
Written: TypeAlias = tuple[str, int]
"""A text, and how tightly it binds."""


class Pen(ABC, Generic[Piece]):
    """Puts signs between pieces, each in brackets where it binds less tightly than its sign needs; how both look, a medium says.

    ``minus`` is how tightly −a binds.
    """

    minus = SUM
    sides = SIDES

    @abstractmethod
    def binding(self, piece: Piece) -> int:
        """How tightly a piece binds."""

    @abstractmethod
    def bracketed(self, piece: Piece) -> Piece:
        """A piece in brackets."""

    @abstractmethod
    def signed(self, piece: Piece) -> Piece:
        """A minus before a piece."""

    @abstractmethod
    def chain(self, signs: Sequence[str], pieces: Sequence[Piece]) -> Piece:
        """Pieces with signs of one strength between them."""

    def fenced(self, piece: Piece, needed: int) -> Piece:
        """A piece as it stands beside a sign: in brackets where it binds less tightly than that sign needs."""
        return piece if self.binding(piece) >= needed else self.bracketed(piece)

    def negative(self, piece: Piece) -> Piece:
        """A minus before a piece, which is in brackets where the minus would belong to its beginning alone."""
        return self.signed(self.fenced(piece, max(PRODUCT, self.minus)))

    def joined(self, sign: str, *pieces: Piece) -> Piece:
        """Pieces with one sign between them; a piece alone as it stands."""
        _, left, right = self.sides[sign]
        fenced = [
            self.fenced(piece, right if k else left) for k, piece in enumerate(pieces)
        ]
        return (
            self.chain([sign] * (len(pieces) - 1), fenced)
            if len(pieces) > 1
            else pieces[0]
        )

    def total(self, terms: Iterable[tuple[bool, Piece]]) -> Piece:
        """A sum, of each term whether it is taken off, and the term."""
        (off, first), *rest = terms
        first = self.negative(first) if off else first
        signs = ["-" if off else "+" for off, _ in rest]
        others = [self.fenced(term, PRODUCT) for _, term in rest]
        return self.chain(signs, [self.fenced(first, SUM), *others]) if rest else first


class TextPen(Pen[Written]):
    """A pen for texts on one line, with blanks around the signs that are *spaced*.

    >>> line = TextPen(SIDES, SIGN)
    >>> line.joined("*", line.joined("+", ("a", ATOM), ("b", ATOM)), line.negative(("c", ATOM)))
    ('(a + b) * -c', 3)
    """

    def __init__(
        self, spaced: Collection[str], minus: int, exponent: int = SIGN
    ) -> None:
        self.spaced, self.minus, self.sides = (
            spaced,
            minus,
            SIDES | {"**": (POWER, ATOM, exponent)},
        )

    def binding(self, piece: Written) -> int:
        """How tightly a text binds."""
        return piece[1]

    def bracketed(self, piece: Written) -> Written:
        """A text in brackets."""
        return f"({piece[0]})", ATOM

    def signed(self, piece: Written) -> Written:
        """A minus before a text."""
        return f"{self.spelled('-', '', '').strip()}{piece[0]}", self.minus

    def chain(self, signs: Sequence[str], pieces: Sequence[Written]) -> Written:
        """Texts with signs between them."""
        out = [pieces[0][0]]
        for sign, (text, _) in zip(signs, pieces[1:], strict=True):
            out += [self.spelled(sign, out[-1], text), text]
        return "".join(out), SIDES[signs[0]][0]

    def spelled(self, sign: str, before: str, after: str) -> str:
        """A sign as it stands between two texts."""
        return f" {sign} " if sign in self.spaced else sign


LINE = TextPen(SIDES, SIGN)
"""What lines and programs are written with: Python's precedence."""
