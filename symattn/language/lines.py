"""The line language, NAME = EXPRESSION: the grammar of cells, and in it names, @, .T, slices and functions of matrices.

One parser serves both, so a number in a line is written as in a cell: ``S / (2 sqrt(2))``, ``A * 2^-3``. What a line
has besides becomes nodes of the same tree: ``name``, ``call`` (its name in ``text``), ``keyword``, ``tuple``,
``transpose``, and ``select`` (what stands between its brackets in ``text``). Nothing is ever evaluated as Python.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from symattn.errors import LineError, ReadError
from symattn.language.text import (
    CONSTANTS,
    PIECES,
    POSTFIX,
    Grammar,
    Parser,
    Reader,
    Token,
    Words,
    half,
    negative,
    numeral,
    part,
    positive,
    radical,
    tokens,
)
from symattn.language.tree import FUNCTIONS, Kind, Tree, prepared

LONGEST_LINE = 2_000
DEEPEST = 100
MOST_SIGNS = 4 * DEEPEST
_DEFINED = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
_HINTS = {
    **dict.fromkeys("×·⋅∙", "write @ for a product of matrices, * by a number or entry by entry"),
    **dict.fromkeys("ᵀ'", "write .T for the transpose"),
}
_FORM = "a line reads NAME = EXPRESSION with + - @ * / ** .T [ , ] and the functions of `symattn ops`"
_WORDS = Words(
    re.compile(rf"(?P<turned>\.[ ]*T(?![A-Za-z0-9_]))|{PIECES}|(?P<sign>[@:=])"),
    lambda word, source, start: "constant" if word == "π" else "name",
    lambda sign: _HINTS.get(sign, _FORM),
)


class ParsedLine(NamedTuple):
    """A line before its names mean anything: the name it defines, where its expression starts, its tree."""

    name: str
    column: int
    tree: Tree


def parse_line(text: str) -> ParsedLine:
    """The tree of a line, its last node the whole expression; raises LineError at the first thing that does not fit.

    >>> [node.op for node in parse_line("Q = X @ W.T").tree.nodes]
    ['name', 'name', 'transpose', 'product']
    """
    _check_size(text)
    try:
        plain = prepared(text)
        found = _DEFINED.match(plain)
        if found is None:
            raise ReadError("a line begins with the name it defines", text, len(plain) - len(plain.lstrip()), hint=_FORM)
        if plain[found.end() : found.end() + 1] != "=":
            raise ReadError(f"expected = behind {found[1]}, the name that the line defines", text, found.end())
        p = Parser(tokens(plain, text, _WORDS, found.end() + 1), GRAMMAR, text)
        p.tree = Tree(shared=False)
        start = p.tokens[0].start
        top = p.run(part(p, 0))
        if p.kind != "end":
            p.fail(f"expected + - * / @ ** or the end of the line, found {p.found()}")
    except ReadError as error:
        raise LineError(error.what, column=error.position, hint=error.hint) from None
    assert top == len(p.tree.nodes) - 1
    return ParsedLine(found[1], start, p.tree)


def defined(text: str) -> str:
    """The name a line defines, as far as it can be told without reading the line; "" where it cannot.

    >>> defined("Q = X @ @"), defined("X @ W")
    ('Q', '')
    """
    found = _DEFINED.match(text)
    return found[1] if found and text[found.end() : found.end() + 1] == "=" else ""


def _check_size(text: str) -> None:
    if len(text) > LONGEST_LINE:
        raise LineError(f"a line of {len(text):,} characters", hint=f"the limit is {LONGEST_LINE:,}, split it into lines")
    depth = 0
    for column, sign in enumerate(text):
        if sign in _HINTS:
            raise LineError(f"{sign!r} has no meaning here", column=column, hint=f"{_HINTS[sign]}")
        depth += (sign in "([") - (sign in ")]")
        if depth > DEEPEST:
            raise LineError(f"brackets nested more than {DEEPEST} deep", column=column, hint="split the line")
    if sum(map(text.count, "-+*/@^")) > MOST_SIGNS:
        raise LineError(f"more than {MOST_SIGNS} signs", hint="split the line")


def _name(p: Parser, token: Token) -> Reader:
    """A name, or a function with its arguments."""
    if p.kind != "(":
        return p.tree.add(Kind.NAME, (), token.text, token.start)
    opening = p.take()
    args: list[int] = []
    while p.kind != ")":
        args.append((yield _argument(p)))
        if p.kind != ",":
            break
        p.take()
    p.expect(")", f"a comma or ')' for the '(' at character {opening.start + 1}")
    return p.tree.add(Kind.CALL, tuple(args), token.text, token.start)


def _argument(p: Parser) -> Reader | int:
    if p.kind == "name" and p.tokens[p.at + 1].kind == "=":
        return _keyword(p)
    return part(p, 0)


def _keyword(p: Parser) -> Reader:
    key = p.take()
    p.take()
    value = yield part(p, 0)
    return p.tree.add(Kind.KEYWORD, (value,), key.text, key.start)


def _bracket(p: Parser, token: Token) -> Reader:
    """An expression in brackets, or several with commas between them: a list of sizes."""
    items = [(yield part(p, 0))]
    several = p.kind == ","
    while p.kind == ",":
        p.take()
        if p.kind != ")":
            items.append((yield part(p, 0)))
    p.expect(")", f"')' for the '(' at character {token.start + 1}")
    return p.tree.add(Kind.TUPLE, tuple(items), "", token.start) if several else items[0]


def _constant(p: Parser, token: Token) -> int:
    return p.tree.add(Kind.CONSTANT, (), "pi", token.start)


def _turned(p: Parser, left: int) -> int:
    return p.tree.add(Kind.TRANSPOSE, (left,), "", p.take().start)


def _selected(p: Parser, left: int) -> int:
    """Which rows and columns are taken: what stands between the brackets, not read yet."""
    opening, depth = p.take(), 1
    while depth:
        if p.kind == "end":
            p.fail(f"expected ']' for the '[' at character {opening.start + 1}, found the end")
        depth += (p.kind == "[") - (p.kind == "]")
        closing = p.take()
    return p.tree.add(Kind.SELECT, (left,), p.source[opening.end : closing.start], opening.start)


def _beside(p: Parser, last: int, first: int) -> None:
    before, after = p.tokens[last], p.tokens[first]
    if last + 1 < first:  # an operator stands between: nothing to doubt
        return
    called = p.tokens[first + 1].kind == "(" and after.text in FUNCTIONS
    if before.kind in ("name", "turned", "]") or (after.kind == "name" and after.text not in CONSTANTS and not called):
        p.fail(f"expected a sign between {before.text!r} and {after.text!r}: @ for a product of matrices, * by a number")
    if last in p.bare and after.kind in ("name", "constant"):
        p.fail("it is not clear how far the √ reaches", hint="write √(…) or *")


GRAMMAR = Grammar(
    {
        "number": numeral, "half": half, "root": radical, "name": _name, "constant": _constant,
        "-": negative, "+": positive, "(": _bracket,
    },
    "*", ("a name or a number", _FORM), _beside, " ",
    {"turned": (POSTFIX, _turned), "[": (POSTFIX, _selected)},
)  # fmt: skip
