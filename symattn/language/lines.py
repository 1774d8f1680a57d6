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
from symattn.wording import said, unread, worded

LONGEST_LINE = 2_000
DEEPEST = 100
MOST_SIGNS = 4 * DEEPEST
_DEFINED = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
_HINTS = {
    **dict.fromkeys("×·⋅∙", "times_in_line"),
    **dict.fromkeys("ᵀ'", "transposed_in_line"),
}
_WORDS = Words(
    re.compile(rf"(?P<turned>\.[ ]*T(?![A-Za-z0-9_]))|{PIECES}|(?P<sign>[@:=])"),
    lambda word, source, start: "constant" if word == "π" else "name",
    lambda sign: said(_HINTS.get(sign, "form_of_line")),
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
            raise unread("no_line", text, len(plain) - len(plain.lstrip()))
        if plain[found.end() : found.end() + 1] != "=":
            raise unread("no_equals", text, found.end(), name=found[1])
        p = Parser(tokens(plain, text, _WORDS, found.end() + 1), GRAMMAR, text)
        p.tree = Tree(shared=False)
        start = p.tokens[0].start
        top = p.run(part(p, 0))
        if p.kind != "end":
            p.fail("no_end_of_line", found=p.found())
    except ReadError as error:
        raise LineError(error.words[0], column=error.position, hint=error.words[1]) from None
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
            raise LineError(worded("no_meaning", sign=repr(sign), hint=said(_HINTS[sign])), column=column)
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
    p.expect(")", said("comma_or_partner", position=opening.start + 1))
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
    p.expect(")", said("partner", close=repr(")"), opening=repr("("), position=token.start + 1))
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
            p.expect("]", said("partner", close=repr("]"), opening=repr("["), position=opening.start + 1))
        depth += (p.kind == "[") - (p.kind == "]")
        closing = p.take()
    return p.tree.add(Kind.SELECT, (left,), p.source[opening.end : closing.start], opening.start)


def _beside(p: Parser, last: int, first: int) -> None:
    before, after = p.tokens[last], p.tokens[first]
    if last + 1 < first:  # an operator stands between: nothing to doubt
        return
    called = p.tokens[first + 1].kind == "(" and after.text in FUNCTIONS
    if before.kind in ("name", "turned", "]") or (after.kind == "name" and after.text not in CONSTANTS and not called):
        p.fail("no_sign", before=repr(before.text), after=repr(after.text))
    if last in p.bare and after.kind in ("name", "constant"):
        p.fail("unclear_root")


GRAMMAR = Grammar(
    {
        "number": numeral, "half": half, "root": radical, "name": _name, "constant": _constant,
        "-": negative, "+": positive, "(": _bracket,
    },
    "*", ("no_operand", ""), _beside, " ",
    {"turned": (POSTFIX, _turned), "[": (POSTFIX, _selected)},
)  # fmt: skip
