"""The pens: what they write is read back as the tree that was written, and no bracket of theirs can be left out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub, truediv
from random import Random
from typing import Any

import pytest
from flint import arb

from symattn.binding import ATOM, LINE, SIDES, SIGN, SUM, Pen, TextPen
from symattn.boxes import Box, Frac, Ink, Root, Row, Script, number, row
from symattn.boxes.paper import PAPER
from symattn.formats.text import flat
from symattn.page.worth import Reader

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.MatMult: "@", ast.Pow: "**"}
ON_PAPER = ("+", "-", "*", "/", "·")
WORTH = {"+": add, "-": sub, "*": mul, "·": mul, "/": truediv}
Tree = Any  # a number, ("-", tree) or (sign, tree, tree)


def grown(by: Random, depth: int, signs: tuple[str, ...]) -> Tree:
    if depth == 0 or by.random() < 0.15:
        return by.randint(2, 9)
    if by.random() < 0.2:
        return ("-", grown(by, depth - 1, signs))
    return (by.choice(signs), grown(by, depth - 1, signs), grown(by, depth - 1, signs))


def drawn(tree: Tree, pen: Pen[Any], leaf: Callable[[int], Any]) -> Any:
    if isinstance(tree, int):
        return leaf(tree)
    sign, *sides = tree
    pieces = [drawn(side, pen, leaf) for side in sides]
    return pen.negative(*pieces) if len(pieces) == 1 else pen.joined(sign, *pieces)


def parsed(node: Any) -> Tree:
    """Python's own reading of a text."""
    match node:
        case ast.Expression(body):
            return parsed(body)
        case ast.Constant(value):
            return value
        case ast.UnaryOp(ast.USub(), of):
            return ("-", parsed(of))
        case ast.BinOp(left, sign, right):
            return (SIGNS[type(sign)], parsed(left), parsed(right))
    raise TypeError(ast.dump(node))


def pairs(text: str) -> list[tuple[int, int]]:
    found, open_ = [], []
    for k, sign in enumerate(text):
        if sign == "(":
            open_.append(k)
        elif sign == ")":
            found.append((open_.pop(), k))
    return found


def value(tree: Tree) -> Fraction:
    if isinstance(tree, int):
        return Fraction(tree)
    sign, *sides = tree
    a, *rest = map(value, sides)
    return -a if not rest else WORTH[sign](a, rest[0])


@pytest.mark.parametrize("seed", range(40))
def test_a_line_is_read_as_it_was_meant_and_has_no_bracket_too_many(seed: int) -> None:
    by = Random(seed)
    for depth in (1, 2, 3, 4):
        tree = grown(by, depth, tuple(SIDES))
        text, _ = drawn(tree, LINE, lambda n: (str(n), ATOM))
        assert parsed(ast.parse(text, mode="eval")) == tree, text
        for start, end in pairs(text):
            fewer = text[:start] + text[start + 1 : end] + text[end + 1 :]
            assert parsed(ast.parse(fewer, mode="eval")) != tree, f"{text} is {fewer}"


@pytest.mark.parametrize("seed", range(40))
def test_a_formula_is_read_as_it_was_meant(seed: int) -> None:
    by = Random(seed)
    for depth in (1, 2, 3, 4):
        tree = grown(by, depth, ON_PAPER)
        try:
            meant = value(tree)
        except ZeroDivisionError:
            continue
        box = drawn(tree, PAPER, number)
        found = Reader({}).worth(box)
        assert isinstance(found, arb)
        assert found.overlaps(arb(meant.numerator) / meant.denominator), flat(box)


@pytest.mark.parametrize(("pen", "written"), [(LINE, "-(2 * 3) + -4"), (TextPen("+-", SUM, ATOM), "-2*3 + (-4)")])
def test_a_minus_binds_as_the_text_has_it(pen: TextPen, written: str) -> None:
    tree = ("+", ("-", ("*", 2, 3)), ("-", 4))
    assert drawn(tree, pen, lambda n: (str(n), ATOM))[0] == written


A, B, TWO = Ink("a"), Ink("b"), number(2)
SUMMED = PAPER.joined("+", A, B)
FLAT = {
    Script(Ink("e"), sup=row(TWO, A)): "e^(2a)",
    Script(Ink("e"), sup=A): "e^a",
    Script(A, sup=Script(B, sup=TWO)): "a^(b²)",
    Script(A, sup=Frac(A, B)): "a^(a/b)",
    Root(Script(A, sup=TWO)): "√(a²)",
    Root(Script(A, TWO)): "√a₂",
    Root(Root(TWO)): "√(√2)",
    Root(SUMMED): "√(a + b)",
    Frac(row(TWO, A), B): "(2a)/b",
    Frac(SUMMED, Script(B, sup=TWO)): "(a + b)/b²",
    Frac(A, Frac(A, B)): "a/(a/b)",
    Script(Ink("W"), sup=Row((Ink("(", "punct"), Ink("q"), Ink(")", "punct")))): "W^(q)",
}


@pytest.mark.parametrize(("box", "text"), FLAT.items(), ids=FLAT.values())
def test_on_one_line_an_exponent_and_what_stands_under_a_root_hold_together(box: Box, text: str) -> None:
    assert flat(box) == text


def test_the_table_is_that_of_python() -> None:
    assert set(SIDES) == set(SIGNS.values())
    assert LINE.minus == SIGN
