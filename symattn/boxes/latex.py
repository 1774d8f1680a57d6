"""LaTeX mathematics, as authors write it in prompts and notations, read into boxes.

This is for showing, not for values: an unknown command becomes its name in upright letters, and nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Kind, Root, Row, Script, row
from symattn.boxes.signs import ALSO, FUNCTIONS, GLYPHS, OPERATORS, RELATIONS, SPACES

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\d+(?:\.\d+)?|\s+|.", re.S)
_ALPHABETS: dict[str, Kind] = {
    "mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "mathrm": "upright", "mathsf": "upright",
    "mathit": "word", "text": "text", "textrm": "text", "textit": "text", "operatorname": "upright",
    "mathbb": "bold", "mathcal": "letter", "texttt": "text", "mathtt": "text", "textbf": "text",
}  # fmt: skip
_BRACKETS = {
    "bmatrix": "[]",
    "pmatrix": "()",
    "vmatrix": "||",
    "Bmatrix": "{}",
    "matrix": "",
    "smallmatrix": "",
}
_SIZES = frozenset(["displaystyle", "textstyle", "limits", "big", "Big", "bigg", "Bigg"])


def read(text: str) -> Box:
    """The boxes of a piece of LaTeX mathematics, without the dollars around it.

    >>> read(r"W_1^Q").sup
    Ink(text='Q', kind='letter')
    """
    return _Reader(text).sequence()


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = list(_TOKEN.findall(text))
        self.at = 0

    def peek(self) -> str:
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def sequence(self, *stops: str) -> Box:
        items: list[Box] = []
        while (token := self.peek()) and token not in stops:
            if token == "}" and not stops:
                self.take()
                continue
            item = self.scripted(items)
            if item is not None:
                items.append(item)
        return row(*items)

    def scripted(self, before: list[Box]) -> Box | None:
        base = self.atom(before)
        if base is None:
            return None
        sub: Box | None = None
        sup: Box | None = None
        while self.peek() in ("_", "^", "'"):
            mark = self.take()
            if mark == "_":
                sub = self.argument()
            else:
                extra = Ink("′", "operator") if mark == "'" else self.argument()
                sup = extra if sup is None else row(sup, extra)
        return base if sub is None and sup is None else Script(base, sub, sup)

    def argument(self) -> Box:
        if self.peek() == "{":
            self.take()
            inner = self.sequence("}")
            self.take()
            return inner
        return self.atom([]) or Row(())

    def atom(self, before: list[Box]) -> Box | None:
        token = self.peek()
        if token in ("_", "^"):
            return Row(())
        if token == "{":
            return self.argument()
        if not token:
            return None
        self.take()
        if token.startswith("\\"):
            return self.command(token[1:])
        return _plain(token, before)

    def words(self) -> str:
        """The raw text of a braced argument, blanks kept."""
        self.peek()
        if self.tokens[self.at : self.at + 1] != ["{"]:
            return self.take().lstrip("\\")
        depth, parts = 0, []
        for token in self._raw():
            depth += (token == "{") - (token == "}")
            if depth == 0:
                break
            parts.append(token)
        return "".join(parts[1:])

    def _raw(self) -> Iterator[str]:
        while self.at < len(self.tokens):
            self.at += 1
            yield self.tokens[self.at - 1]

    def command(self, name: str) -> Box | None:
        name = name.rstrip("*")
        if name in _ALPHABETS:
            return self.alphabet(name)
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return Frac(self.argument(), self.argument())
        if name == "sqrt":
            return self.root()
        if name == "begin":
            return self.environment()
        if name == "left":
            return self.fence()
        if name == "boxed":
            return Boxed(self.argument())
        if name in _SIZES or name[:-1] in _SIZES:  # \\bigl, \\Bigr …
            return None
        return _sign(name)

    def alphabet(self, name: str) -> Box:
        kind = _ALPHABETS[name]
        text = self.words()
        inner = ALSO.get(f"{name} {text.strip()}")
        if inner:
            return Ink(inner)
        if kind != "text" and re.search(r"[\\_^{]", text):
            return _recast(read(text), kind)
        return Ink(text if kind == "text" else text.replace(" ", ""), kind)

    def root(self) -> Box:
        index = 2
        if self.peek() == "[":
            digits = self.option()
            index = int(digits) if digits.isdecimal() and len(digits) < 9 else 2
        return Root(self.argument(), index)

    def option(self) -> str:
        """What stands in square brackets after a command."""
        self.take()
        parts: list[str] = []
        while self.peek() not in ("", "]"):
            parts.append(self.take())
        self.take()
        return "".join(parts)

    def fence(self) -> Box:
        left = _bracket(self.take())
        inner = self.sequence("\\right")
        self.take()
        return Fence(left, inner, _bracket(self.take()))

    def environment(self) -> Box:
        name = self.words().rstrip("*")
        if self.peek() == "[" and name != "array":
            self.option()
        columns = self.words() if name == "array" else ""
        rows: list[tuple[Box, ...]] = []
        cells: list[Box] = []
        while self.peek() not in ("", "\\end"):
            cells.append(self.sequence("&", "\\\\", "\\end"))
            if self.peek() != "&":
                rows.append(tuple(cells))
                cells = []
            if self.peek() in ("&", "\\\\"):
                self.take()
        self.take()
        self.words()
        sides = _BRACKETS.get(name, "") or "  "
        kept = tuple(r for r in rows if r != (Row(()),))
        return Grid(kept, sides[0].strip(), sides[1].strip(), "".join(re.findall("[lcr]", columns)) or "c")


def _bracket(token: str) -> str:
    return {".": "", "\\{": "{", "\\}": "}", "\\langle": "⟨", "\\rangle": "⟩"}.get(token, token)


def _recast(box: Box, kind: Kind) -> Box:
    """The same boxes with their letters in another alphabet."""
    match box:
        case Ink(text, "letter"):
            return Ink(text, kind)
        case Row(items):
            return Row(tuple(_recast(i, kind) for i in items))
        case Script(base, sub, sup):
            return Script(_recast(base, kind), sub and _recast(sub, kind), sup and _recast(sup, kind))
    return box


def _plain(token: str, before: list[Box]) -> Box:
    if token[0].isdigit():
        return Ink(token, "number")
    if token in "=<>≈≤≥≠→∈":
        return Ink(token, "relation")
    if token in "+-−*×·⊕":
        sign = {"-": "−", "*": "∗"}.get(token, token)
        first = not before or (isinstance(before[-1], Ink) and before[-1].kind in ("relation", "operator", "punct"))
        return Ink(sign, "punct" if first and sign == "−" else "operator")
    return Ink(" " if token == "~" else token, "letter" if token.isalpha() else "punct")


def _sign(name: str) -> Box | None:
    if name in SPACES:
        return Ink(SPACES[name], "space") if SPACES[name] else None
    if name in RELATIONS:
        return Ink(RELATIONS[name], "relation")
    if name in OPERATORS:
        return Ink(OPERATORS[name], "operator")
    if name in GLYPHS or name in ALSO:
        sign = GLYPHS.get(name) or ALSO[name]
        return Ink(sign, "letter" if sign.isalpha() or sign in "⊤∞" else "punct")
    if name in FUNCTIONS or name.isalpha():
        return Ink(name, "upright")
    return Ink(name, "punct")
