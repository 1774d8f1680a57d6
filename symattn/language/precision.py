"""How precisely a number was written: its decimals, when it is a plain decimal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from symattn.language.tree import Kind, Tree


@dataclass(frozen=True)
class Precision:
    """A plain decimal's digits after the point and its power of ten: 6.30e-02 has 2 and -2.

    >>> Precision(2, -2).unit
    Fraction(1, 10000)
    """

    places: int
    exponent: int = 0

    @cached_property
    def unit(self) -> Fraction:
        """What one in the last digit is worth."""
        return Fraction(10) ** (self.exponent - self.places)


def precision(tree: Tree, index: int) -> Precision | None:
    """The precision of a plain decimal (with a sign, with a power of ten), or None for an exact form such as 1/3.

    >>> tree = Tree()
    >>> precision(tree, tree.add("numeral", (), "0.50", 0))
    Precision(places=2, exponent=0)
    """
    node = tree.nodes[index]
    if node.op == Kind.NEGATIVE:
        inner = tree.nodes[node.args[0]]
        return precision(tree, node.args[0]) if inner.op != Kind.NEGATIVE else None
    if node.op == Kind.NUMERAL:
        digits, _, power = node.text.lower().partition("e")
        return Precision(len(digits.partition(".")[2]), int(power or 0))
    if node.op == Kind.PRODUCT and node.text == "**" and len(node.args) == 2:
        return _scientific(tree, *node.args)
    return None


def _scientific(tree: Tree, left: int, right: int) -> Precision | None:
    """6.3·10^-2: a decimal times a power of ten."""
    power, front = tree.nodes[right], tree.nodes[left]
    if power.op != Kind.POWER or tree.nodes[power.args[0]].text != "10" or front.op == Kind.PRODUCT:
        return None
    exponent = tree.nodes[power.args[1]]
    sign, exponent = (-1, tree.nodes[exponent.args[0]]) if exponent.op == Kind.NEGATIVE else (1, exponent)
    found = precision(tree, left)
    if found is None or found.exponent or exponent.op != Kind.NUMERAL or not exponent.text.isdigit() or len(exponent.text) > 6:
        return None
    return Precision(found.places, sign * int(exponent.text))
