"""The pieces of a LaTeX formula that has no dressing any more."""

from __future__ import annotations

import re
from collections.abc import Callable

from symattn.language.text import Token, longest, name_of
from symattn.language.tree import FUNCTIONS as OF_TEXT
from symattn.tex.commands import COMMANDS, named
from symattn.tex.undressed import Bare
from symattn.wording import said, unread

ENVIRONMENTS = frozenset(["bmatrix", "pmatrix", "matrix", "Bmatrix", "vmatrix", "array", "smallmatrix"])
FUNCTIONS = {name: op for name, (op, _) in OF_TEXT.items() if name in named("function")}
"""The functions that have a command of their own, with the operation of the tree."""
_KINDS = {
    **{meaning: meaning for meaning in ("function", "constant", "endless", "over")},
    "fraction": "frac", "root": "sqrt", "times": "*", "divided": "/", "=≈": "=",
}  # fmt: skip
"""Kinds of tokens, by what a command means to a value."""
_TOKEN = re.compile(
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
_MARKS = {mark: mark for mark in "-+*/^(){}[]&=_"} | {"**": "^", "≈": "=", ":=": "=", "π": "constant"}
_MARKS |= {sign: _MARKS.get(sign, "unknown") for sign in map(chr, range(0x391, 0x3CA))}
_MARKS |= dict.fromkeys("abcdfghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'", "unknown") | {"e": "e"}
_AMBIGUOUS = re.compile(r"[0-9][eE][+-]?[0-9]")
_HINTS = {
    ",": "comma_in_formula", "%": "comment", "<": "comparison", ">": "comparison", "|": "bars", "$": "one_formula",
    "!": "factorial",
}  # fmt: skip


def tokens(bare: Bare, source: str, first: int = 0) -> list[Token]:
    """The pieces of a formula that begins at a place of its source; raises ReadError at the first that is none.

    >>> [t.kind for t in tokens(Bare("2\\\\sqrt{e}"), "")]
    ['number', 'sqrt', '{', 'e', '}', 'end']
    """
    plain = bare.text
    out: list[Token] = []
    at = 0
    while at < len(plain):
        found = _TOKEN.match(plain, at)
        if found is None:
            sign, hint = repr(plain[at]), said(_HINTS.get(plain[at], "signs_of_formulas"))
            raise unread("no_meaning", source, first + bare.place(at), sign=sign, hint=hint)
        kind, at = str(found.lastgroup), found.end()
        if kind != "space":
            out.append(Token(_KIND_OF[kind](found, source, first + bare.place(found.start())), found[0], found.start()))
    out.append(Token("end", "", len(plain)))
    out = _with_letters(out, plain) if longest() else out
    return [Token(kind, text, first + bare.place(start)) for kind, text, start in out]


def _with_letters(pieces: list[Token], plain: str) -> list[Token]:
    """The same with every name of a letter as one piece: m, \\lambda, x_1 and x_{1}."""
    out: list[Token] = []
    k = 0
    while k < len(pieces):
        here, stop = pieces[k], k + 1
        if here.kind in ("unknown", "e", "constant"):
            if pieces[k + 1].kind == "_":
                close = next((j for j in range(k + 2, len(pieces)) if pieces[j].kind == "}"), 0)
                stop = close + 1 if pieces[k + 2].kind == "{" and close else k + 3
            whole = plain[here.start : pieces[stop - 1].end]
            if not name_of(whole):
                stop, whole = k + 1, here.text
            here = Token("letter", whole, here.start) if name_of(whole) else here
        out.append(here)
        k = stop
    return out


def _number(found: re.Match[str], source: str, at: int) -> str:
    if _AMBIGUOUS.match(found.string, found.end() - 1):
        raise unread("power_of_ten", source, at)
    if re.match(r"[.0-9]", found.string[found.end() : found.end() + 1]):
        raise unread("two_points", source, at)
    return "number"


def _environment(found: re.Match[str], source: str, at: int) -> str:
    name = found["environment"]
    if name not in ENVIRONMENTS:
        raise unread("environment", source, at, name=repr(name))
    if (found["columns"] is not None) != (name == "array" and found["fence"] == "begin"):
        raise unread("columns", source, at)
    return "begin" if found["fence"] == "begin" else "close"


def _command(found: re.Match[str], source: str, at: int) -> str:
    name = found["command"]
    return "brace" if name in "{}" else _KINDS.get(COMMANDS[name].value, "unknown") if name in COMMANDS else "unknown"


_KIND_OF: dict[str, Callable[[re.Match[str], str, int], str]] = {
    "number": _number, "environment": _environment, "columns": _environment, "command": _command,
    "science": lambda found, source, at: "number", "row": lambda found, source, at: "row",
    "word": lambda found, source, at: "function",
    "mark": lambda found, source, at: _MARKS[found[0]],
    "delimiter": lambda found, source, at: str(found["side"] + found["delimiter"]),
}  # fmt: skip
