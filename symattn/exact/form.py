"""The readable form of a value, a small tree that formulas and SymPy are written from too, and the pens that write it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Generic, Union

from flint import fmpz

from symattn.binding import ANY, ATOM, PRODUCT, SUM, Pen, Piece, TextPen, Written
from symattn.exact.number import (
    Atom,
)
from symattn.records import frozen


@frozen
class Form:
    """A node: ``kind`` is int, sym, def, pi, root, exp, log, cos, sin, abs, neg, add, mul, div or pow.

    ``items`` are the children; ``value`` is the integer of int, the name of sym, the ``Called`` of def, the order of root.

    >>> from symattn.exact.number import Number
    >>> from symattn.exact.text import form
    >>> form(Number.of(1) / 3).kind
    'div'
    """

    kind: str
    items: tuple[Form, ...] = ()
    value: Union[int, str] = 0


class Called(str):
    """What a value that is held by its definition is called, "Y[0, 1]", and the letter that it is."""

    __slots__ = ("atom",)
    atom: Atom

    def __new__(cls, atom: Atom) -> Called:
        """The name is that of the line, with the place in it."""
        out = super().__new__(cls, getattr(atom.body, "name", ""))
        out.atom = atom
        return out


ONE_FORM = Form("int", value=1)


def of_letters(f: Form) -> bool:
    """Whether a form is a product of powers of letters, or 1 over one, with no number before it or under a root.

    >>> from symattn.exact.functions import root, symbol
    >>> from symattn.exact.text import form
    >>> a, b = symbol("a"), symbol("b")
    >>> [of_letters(form(x)) for x in (a**2 / b, 1 / root(a), 2 * a, root(2 * a), a / (a + b))]
    [True, True, False, False, False]
    """
    if f.kind == "div":
        return all(x == ONE_FORM or of_letters(x) for x in f.items)
    inner = (
        f.items[:1] if f.kind == "pow" else f.items if f.kind in ("mul", "root") else ()
    )
    return f.kind == "sym" or (bool(inner) and all(map(of_letters, inner)))


class Printer(ABC, Generic[Piece]):
    """Writes forms with a pen, which puts the brackets; how a root, a function and a number look, a medium says."""

    pen: Pen[Piece]

    @abstractmethod
    def leaf(self, f: Form) -> Piece:
        """A form that is no sum, product, quotient or power."""

    def write(self, f: Form) -> Piece:
        """A form as this medium writes it."""
        match f.kind:
            case "neg":
                return self.pen.negative(self.write(f.items[0]))
            case "add":
                return self.pen.total(
                    (x.kind == "neg", self.write(x.items[0] if x.kind == "neg" else x))
                    for x in f.items
                )
            case "mul":
                return self.pen.joined("*", *map(self.write, f.items))
            case "div":
                return self.over(*f.items)
            case "pow":
                return self.raised(*f.items)
        return self.leaf(f)

    @abstractmethod
    def over(self, top: Form, bottom: Form) -> Piece:
        """One form over another."""

    def raised(self, base: Form, exponent: Form) -> Piece:
        """One form to the power of another."""
        return self.pen.joined("**", self.write(base), self.write(exponent))


class Plain(Printer[Written]):
    """The text language; a library has words, letters and fractions of its own."""

    pen: Pen[Written] = TextPen("+-", SUM, ATOM)

    def over(self, top: Form, bottom: Form) -> Written:
        """One form over another; a denominator is what a row of weights and all that comes of it share."""
        if top.kind == bottom.kind == "int":
            return self.fraction(self.write(top)[0], self.write(bottom)[0])
        return self.pen.joined("/", self.write(top), _below(self, bottom))

    def leaf(self, f: Form) -> Written:
        """A numeral, a name or a function."""
        if f.kind == "pi":
            return self.word("pi"), ATOM
        if not f.items:
            return fmpz(f.value).str() if isinstance(f.value, int) else self.name(
                f.value
            ), ATOM
        inner = self.write(f.items[0])
        if f.kind == "root" and f.value != 2:
            return self.pen.joined("**", inner, self.fraction("1", str(f.value)))
        return f"{self.word('sqrt' if f.kind == 'root' else f.kind)}({inner[0]})", ATOM

    def word(self, name: str) -> str:
        """A function or π by its name."""
        return name

    def name(self, letter: str) -> str:
        """A letter."""
        return letter

    def fraction(self, top: str, bottom: str) -> Written:
        """A fraction of two whole numbers."""
        return f"{top}/{bottom}", PRODUCT


class _Close(TextPen):
    """Signs close together, as on paper, and a dot only where a number or two letters would run into each other."""

    def spelled(self, sign: str, before: str, after: str) -> str:
        if sign == "*":
            return (
                "·"
                if after[0].isdigit() or (before[-1].isalpha() and after[0].isalpha())
                else ""
            )
        return {"-": "−", "**": "^"}.get(sign, sign)


class Pretty(Plain):
    """Text for sentences, with √ and e^{…}."""

    pen = _Close("", SUM, ATOM)

    def leaf(self, f: Form) -> Written:
        """A numeral, a name or a function, with signs as on paper."""
        inner = self.write(f.items[0])[0] if f.items else ""
        match f.kind:
            case "pi":
                return "π", ATOM
            case "abs":
                return f"|{inner}|", ATOM
            case "exp":
                return ("e" if inner == "1" else f"e^{{{inner}}}"), ATOM
            case "root":
                sign = {2: "√", 3: "∛"}.get(int(f.value))
                of = inner if f.items[0].kind == "int" else f"({inner})"
                return (
                    (f"{f.value}-th root of {of}", ANY)
                    if sign is None
                    else (f"{sign}{of}", ATOM)
                )
        return super().leaf(f)


@lru_cache(maxsize=256)
def _below(printer: Plain, f: Form) -> Written:
    return printer.write(f)


PLAIN, PRETTY = Plain(), Pretty()
