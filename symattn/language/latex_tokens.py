"""The pieces of a LaTeX formula: commands in one table, spaces and sizes dropped."""

from __future__ import annotations

import re

from symattn.language.text import Token, longest, name_of
from symattn.language.tree import FUNCTIONS as OF_TEXT
from symattn.tex.signs import words
from symattn.wording import said, unread

ENVIRONMENTS = frozenset(["bmatrix", "pmatrix", "matrix", "Bmatrix", "vmatrix", "array", "smallmatrix"])
FUNCTIONS = {name: op for name, (op, _) in OF_TEXT.items() if name in words("exp ln log sin cos tanh sinh cosh abs")}
"""The functions that have a command of their own, with the operation of the tree."""
COMMANDS = {  # name -> kind of token
    **dict.fromkeys(FUNCTIONS, "function"),
    **dict.fromkeys(["frac", "dfrac", "tfrac", "cfrac", "ffrac"], "frac"),
    "sqrt": "sqrt", "pi": "constant", "cdot": "*", "times": "*", "div": "/", "infty": "endless", "approx": "=",
    "{": "brace", "}": "brace", "mathbf": "style", "boldsymbol": "style",
}  # fmt: skip
SILENT = frozenset([",", ";", "!", ":", ">", " ", "\n"]).union(
    ["quad", "qquad", "enspace", "thinspace", "displaystyle", "textstyle", "limits", "nolimits"],
    ["big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "Biggl", "Biggr"],
)
_TOKEN = re.compile(
    r"(?P<space>[ \n~]+)"
    r"|(?P<science>(?:[0-9]+\.[0-9]*|\.[0-9]+)[eE][+-]?[0-9]+|[0-9]+[eE][+-]?0[0-9]+)(?![0-9.])"
    r"|(?P<number>[0-9]+\.?[0-9]*|\.[0-9]+)"
    r"|\\(?:mathrm|text|operatorname\*?|mathit|mathbf)\s*\{\s*(?P<roman>e|exp|ln|log|sin|cos|tanh|sinh|cosh|abs)\s*\}"
    r"|\\(?P<side>left|right)\s*(?P<delimiter>[(\[)\]])"
    r"|\\(?P<fence>begin|end)\s*\{\s*(?P<environment>[A-Za-z]+)\s*\*?\}(?:\s*\[[lcr]\])?"
    r"(?P<columns>\s*\{(?:[lcr| ]|@\{\})*\})?"
    r"|(?P<row>(?:\\\\\*?|\\cr(?![A-Za-z]))(?:\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in)\s*\])?"
    r"(?:\s*\\noalign\s*\{\s*\\vskip\s*[0-9.]+\s*pt\s*\})?)"
    r"|(?P<tight>\{\s*[-+]\s*\})"
    r"|\\(?P<command>[A-Za-z]+|.|\n)"
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


def tokens(plain: str, source: str, start: int, end: int) -> list[Token]:
    """The pieces of a prepared text between two positions; raises ReadError at the first that is none.

    >>> [t.kind for t in tokens("2\\\\sqrt{e}", "", 0, 9)]
    ['number', 'sqrt', '{', 'e', '}', 'end']
    """
    out: list[Token] = []
    at = start
    while at < end:
        found = _TOKEN.match(plain, at, end)
        if found is None:
            raise unread("no_meaning", source, at, sign=repr(plain[at]), hint=said(_HINTS.get(plain[at], "signs_of_formulas")))
        kind, at = found.lastgroup, found.end()
        if kind == "mark":
            out.append(Token(_MARKS[found[0]], found[0], found.start()))
        elif kind != "space" and (token := _READ[str(kind)](found, source)) is not None:
            out.append(token)
    out.append(Token("end", "", end))
    return _with_letters(out, plain) if longest() else out


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


def _science(found: re.Match[str], source: str) -> Token:
    return Token("number", found[0], found.start())


def _number(found: re.Match[str], source: str) -> Token:
    if _AMBIGUOUS.match(found.string, found.end() - 1):
        raise unread("power_of_ten", source, found.start())
    if re.match(r"[.0-9]", found.string[found.end() : found.end() + 1]):
        raise unread("two_points", source, found.start())
    return Token("number", found[0], found.start())


def _roman(found: re.Match[str], source: str) -> Token:
    return Token("e" if found["roman"] == "e" else "function", found[0], found.start())


def _delimiter(found: re.Match[str], source: str) -> Token:
    return Token(found["side"] + found["delimiter"], found[0], found.start())


def _environment(found: re.Match[str], source: str) -> Token:
    name = found["environment"]
    if name not in ENVIRONMENTS:
        raise unread("environment", source, found.start(), name=repr(name))
    if (found["columns"] is not None) != (name == "array" and found["fence"] == "begin"):
        raise unread("columns", source, found.start())
    return Token("begin" if found["fence"] == "begin" else "close", found[0], found.start())


def _tight(found: re.Match[str], source: str) -> Token:
    """{-} is a minus sign set without space around it."""
    return Token("-" if "-" in found[0] else "+", found[0], found.start())


def _row(found: re.Match[str], source: str) -> Token:
    return Token("row", found[0], found.start())


def _command(found: re.Match[str], source: str) -> Token | None:
    name = found["command"]
    return None if name in SILENT else Token(COMMANDS.get(name, "unknown"), found[0], found.start())


_READ = {
    "science": _science, "number": _number, "roman": _roman, "delimiter": _delimiter,
    "environment": _environment, "columns": _environment, "row": _row, "tight": _tight, "command": _command,
}  # fmt: skip
