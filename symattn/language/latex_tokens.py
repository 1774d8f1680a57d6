"""The pieces of a LaTeX formula that has no dressing any more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from symattn.language.letters import longest, name_of
from symattn.language.pratt import Token
from symattn.language.tree import FUNCTIONS as OF_TEXT
from symattn.later import Match, pattern
from symattn.said import Fact
from symattn.tex.commands import COMMANDS, named
from symattn.tex.undressed import Bare
from symattn.wording import said, unread

ENVIRONMENTS = frozenset(
    ["bmatrix", "pmatrix", "matrix", "Bmatrix", "vmatrix", "array", "smallmatrix"]
)
FUNCTIONS = {name: op for name, (op, _) in OF_TEXT.items() if name in named("function")}
"""The functions that have a command of their own, with the operation of the tree."""
_KINDS = {
    **{meaning: meaning for meaning in ("function", "constant", "endless", "over")},
    "fraction": "frac", "root": "sqrt", "times": "*", "divided": "/", "=≈": "=",
}  # fmt: skip
_COMMANDS = {
    name: _KINDS[command.value]
    for name, command in COMMANDS.items()
    if command.value in _KINDS
}
"""Kinds of tokens, by what a command means to a value, and by its name."""
_DIGITS = frozenset("0123456789.")
_Fail = Callable[..., NoReturn]
_TOKEN = pattern(
    r"(?P<space>[ \n~]+)"
    r"|(?P<science>(?:[0-9]+\.[0-9]*|\.[0-9]+)[eE][+-]?[0-9]+|[0-9]+[eE][+-]?0[0-9]+)(?![0-9.])"
    r"|(?P<number>[0-9]+\.?[0-9]*|\.[0-9]+)"
    r"|\\(?P<side>left|right)\s*(?P<delimiter>[(\[)\]])"
    r"|\\(?P<fence>begin|end)\s*\{\s*(?P<environment>[A-Za-z]+)\s*\*?\}(?:\s*\[[lcr]\])?"
    r"(?P<columns>\s*\{(?:[lcr| ]|@\{\})*\})?"
    r"|(?P<row>(?:\\\\\*?|\\cr(?![A-Za-z]))(?:\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in)\s*\])?)"
    r"|\\(?P<command>[A-Za-z]+|.|\n)"
    rf"|(?P<word>(?:{'|'.join(FUNCTIONS)})(?=\s*(?:\(|\\left\s*\()))"
    r"|(?P<mark>\*\*|:=|[-+*/^(){}\[\]&=_≈π]|[A-Za-zα-ωΑ-Ω'])",
    re.DOTALL,
)
_MARKS = {mark: mark for mark in "-+*/^(){}[]&=_"} | {
    "**": "^",
    "≈": "=",
    ":=": "=",
    "π": "constant",
}
_MARKS |= {sign: _MARKS.get(sign, "unknown") for sign in map(chr, range(0x391, 0x3CA))}
_MARKS |= dict.fromkeys(
    "abcdfghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'", "unknown"
) | {"e": "e"}
_AMBIGUOUS = pattern(r"[0-9][eE][+-]?[0-9]")
_HINTS = {
    ",": "comma_in_formula", "%": "comment", "<": "comparison", ">": "comparison", "|": "bars", "$": "one_formula",
    "!": "factorial",
}  # fmt: skip


def tokens(bare: Bare, source: str, first: int) -> list[Token]:
    """The pieces of a formula that begins at a place of its source; raises ReadError at the first that is none.

    >>> [t.kind for t in tokens(Bare("2\\\\sqrt{e}"), "", 0)]
    ['number', 'sqrt', '{', 'e', '}', 'end']
    """
    plain = bare.text
    out: list[Token] = []
    at = 0

    def fail(kind: str, **facts: Fact) -> NoReturn:
        raise unread(kind, source, first + bare.place(start), **facts)

    for found in _TOKEN.finditer(plain):
        start = found.start()
        if start > at:
            break
        kind, at = str(found.lastgroup), found.end()
        if kind == "mark":
            out.append(Token(_MARKS[found[0]], found[0], start))
        elif kind != "space":
            out.append(Token(_KIND_OF[kind](found, fail), found[0], start))
    if (start := at) < len(plain):
        fail(
            "no_meaning",
            sign=repr(plain[at]),
            hint=said(_HINTS.get(plain[at], "signs_of_formulas")),
        )
    out.append(Token("end", "", len(plain)))
    out = _with_letters(out, plain) if longest() else out
    if not first and len(bare.parts) == 1:
        return out
    return [Token(kind, text, first + bare.place(start)) for kind, text, start in out]


def _with_letters(pieces: list[Token], plain: str) -> list[Token]:
    """The same with every name of a letter as one piece: m, \\lambda, x_1 and x_{1}."""
    out: list[Token] = []
    k = 0
    while k < len(pieces):
        here, stop = pieces[k], k + 1
        if here.kind in ("unknown", "e", "constant"):
            if pieces[k + 1].kind == "_":
                close = next(
                    (j for j in range(k + 2, len(pieces)) if pieces[j].kind == "}"), 0
                )
                stop = close + 1 if pieces[k + 2].kind == "{" and close else k + 3
            whole = plain[here.start : pieces[stop - 1].end]
            if not name_of(whole):
                stop, whole = k + 1, here.text
            here = Token("letter", whole, here.start) if name_of(whole) else here
        out.append(here)
        k = stop
    return out


def _number(found: Match, fail: _Fail) -> str:
    if _AMBIGUOUS.match(found.string, found.end() - 1):
        fail("power_of_ten")
    if found.string[found.end() : found.end() + 1] in _DIGITS:
        fail("two_points")
    return "number"


def _environment(found: Match, fail: _Fail) -> str:
    name = found["environment"]
    if name not in ENVIRONMENTS:
        fail("environment", name=repr(name))
    if (found["columns"] is not None) != (
        name == "array" and found["fence"] == "begin"
    ):
        fail("columns")
    return "begin" if found["fence"] == "begin" else "close"


_KIND_OF: dict[str, Callable[[Match, _Fail], str]] = {
    "number": _number, "environment": _environment, "columns": _environment,
    "command": lambda found, _: _COMMANDS.get(found["command"], "unknown"), "word": lambda found, _: "function",
    "science": lambda found, _: "number", "row": lambda found, _: "row",
    "delimiter": lambda found, _: str(found["side"] + found["delimiter"]),
}  # fmt: skip
