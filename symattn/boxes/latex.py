"""LaTeX mathematics, as authors write it in prompts and notations, read into boxes.

This is for showing, not for values, and nothing fails: a command that is not known here stands in the result as it was
written, and ``unread`` names it, so that nobody prints a page where it is missing without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Kind, Root, Row, Script, Stack, row
from symattn.errors import LimitError
from symattn.limits import MOST_DEEP
from symattn.tex.signs import (
    ACCENTS,
    ALPHABETS,
    ALSO,
    FUNCTIONS,
    GLYPHS,
    OPERATORS,
    RELATIONS,
    SPACES,
    UNDER,
    words,
)

_TOKEN = re.compile(r"%[^\n]*\n?|\\[A-Za-z]+\*?|\\.|\d+(?:\.\d+)?|\s+|.", re.S)
_ALPHABETS: dict[str, Kind] = {
    "mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "mathrm": "upright", "mathsf": "upright",
    "mathit": "word", "text": "text", "textrm": "text", "textit": "text", "operatorname": "upright",
    "texttt": "text", "mathtt": "text", "textbf": "text", "mbox": "text", "textnormal": "text", "textsf": "text",
    "emph": "text", "boldmath": "bold", "pmb": "bold", "textsc": "text",
}  # fmt: skip
_BRACKETS = {
    "bmatrix": "[]", "pmatrix": "()", "vmatrix": "||", "Vmatrix": "‖‖", "Bmatrix": "{}", "cases": "{ ", "dcases": "{ ",
    "rcases": " }",
    **dict.fromkeys(words("matrix smallmatrix array substack"), "  "),
    **dict.fromkeys(words("aligned align alignat alignedat gathered gather split multline equation eqnarray"), "  "),
}  # fmt: skip
_LEFT = frozenset(["cases", "dcases", "rcases", "multline"])
_PAIRS = frozenset(["aligned", "align", "alignat", "alignedat", "split"])  # columns in turns right and left
_COUNTED = frozenset(["alignat", "alignedat"])  # their number of columns stands in braces
_SIZES = words(
    "displaystyle textstyle scriptstyle limits nolimits big Big bigg Bigg middle nonumber notag relax left right strut "
    "allowbreak nobreak centering hline toprule midrule bottomrule small large footnotesize normalsize protect mathstrut"
)
_PLAIN = words("mathop mathrel mathbin mathord mathinner mathopen mathclose ensuremath vcenter hbox smash rm")
_DROPPED = words("label hspace vspace phantom hphantom vphantom color rule cline")  # with what they say


class Reader(Protocol):
    """What goes into an author's text, deeper and deeper."""

    depth: int


@contextmanager
def deeper(reader: Reader) -> Iterator[None]:
    """One group, command or environment inside another; raises LimitError where nobody would follow any more."""
    reader.depth += 1
    if reader.depth > MOST_DEEP:
        raise LimitError(f"more than {MOST_DEEP} groups, commands or environments inside each other", "write it flatter")
    yield
    reader.depth -= 1


def read(text: str) -> Box:
    """The boxes of a piece of LaTeX mathematics, without the dollars around it.

    >>> read(r"W_1^Q").sup
    Ink(text='Q', kind='letter')
    >>> read(r"\\frac12(a)").items[0]
    Frac(top=Ink(text='1', kind='number'), bottom=Ink(text='2', kind='number'))
    """
    return _Reader(text).sequence()


def unread(text: str) -> tuple[str, ...]:
    """The commands and environments in a piece of mathematics that are not known here, each once.

    >>> unread(r"\\R^n \\to \\mathbb{R}")
    ('\\\\R',)
    """
    reader = _Reader(text)
    reader.sequence()
    return tuple(dict.fromkeys(reader.strange))


class _Reader:
    def __init__(self, text: str, depth: int = 0) -> None:
        self.tokens = [token for token in _TOKEN.findall(text) if token[0] != "%"]
        self.at, self.depth = 0, depth
        self.strange: list[str] = []

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
        while self.peek() in ("\\limits", "\\nolimits"):
            self.take()
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
        if isinstance(base, Stack) and base.brace and (sub or sup):
            return Stack(base, sup, sub)
        return base if sub is None and sup is None else Script(base, sub, sup)

    def argument(self) -> Box:
        """What a command or a script takes: a group in braces, a command, or one sign: of 12 the 1 alone."""
        with deeper(self):
            return self._argument()

    def _argument(self) -> Box:
        token = self.peek()
        if token == "{":
            self.take()
            inner = self.sequence("}")
            self.take()
            return inner
        if len(token) > 1 and token[0].isdigit():
            self.tokens[self.at : self.at + 1] = [token[0], token[1:]]
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
        starred, name = name, name.rstrip("*")
        if name in _ALPHABETS:
            return self.alphabet(name)
        if name in ALPHABETS:
            return _lettered(self.argument(), ALPHABETS[name])
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return Frac(self.argument(), self.argument())
        if name in ("binom", "dbinom", "tbinom"):
            return Fence("(", Grid(((self.argument(),), (self.argument(),)), "", ""), ")")
        if name in ACCENTS:
            return _accent(name, self.argument())
        if name in ("overset", "stackrel", "underset"):
            mark, body = self.argument(), self.argument()
            return Stack(body, under=mark) if name == "underset" else Stack(body, mark)
        if name in ("xrightarrow", "xleftarrow"):
            arrow = Ink("→" if name == "xrightarrow" else "←", "relation")
            return Stack(arrow, self.argument())
        if name in self.RULES:
            return self.RULES[name](self)
        return self.simple(name, starred)

    def simple(self, name: str, starred: str) -> Box | None:
        """A command without arguments that make a box of their own."""
        if name == "not":
            return _negated(self.argument())
        if name in _PLAIN:
            return self.argument()
        if name in ("bmod", "mod"):
            return row(Ink("medium", "space"), Ink("mod", "upright"), Ink("medium", "space"))
        if name == "pmod":
            return Fence("(", row(Ink("mod", "upright"), Ink("medium", "space"), self.argument()), ")")
        if name in ("textcolor", "colorbox"):
            self.words()
            return self.argument()
        if name in _DROPPED:
            self.words()
            return None
        if name in _SIZES or name[:-1] in _SIZES:  # \\bigl, \\Bigr …
            return None
        found = _sign(name)
        if found is None and name not in SPACES:
            self.strange.append("\\" + starred)
            return Ink("\\" + starred, "text")
        return found

    def alphabet(self, name: str) -> Box:
        kind = _ALPHABETS[name]
        text = self.words()
        inner = ALSO.get(f"{name} {text.strip()}")
        if inner:
            return Ink(inner)
        if kind == "text" and "$" in text:
            parts = re.split(r"\$([^$]*)\$", text)
            return row(*(self.inner(p) if k % 2 else Ink(p, "text") for k, p in enumerate(parts) if p))
        if kind != "text" and re.search(r"[\\_^{]", text):
            return _recast(self.inner(text.replace("\\,", " ") if kind == "upright" else text), kind)
        shown = re.sub(r"\\([&%$#_{} ])", r"\1", text) if kind == "text" else text.replace(" ", "")
        return Ink(shown.replace("~", " "), kind)

    def inner(self, text: str) -> Box:
        """A piece of mathematics inside this one."""
        with deeper(self):
            reader = _Reader(text, self.depth)
            box = reader.sequence()
        self.strange += reader.strange
        return box

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
        with deeper(self):
            inner = self.sequence("\\right")
        self.take()
        return Fence(left, inner, _bracket(self.take()))

    def boxed(self) -> Box:
        return Boxed(self.argument())

    def tag(self) -> Box:
        return row(Ink("qquad", "space"), Ink(f"({self.words()})", "text"))

    def substack(self) -> Box:
        self.take()
        return self.rows("substack", "", "}")

    def environment(self) -> Box:
        whole = self.words()
        name = whole.rstrip("*")
        if name not in _BRACKETS:
            self.strange.append(f"\\begin{{{whole}}}")
        if self.peek() == "[" and name not in ("array", "cases"):
            self.option()
        columns = self.words() if name == "array" or name in _COUNTED else ""
        grid = self.rows(name, columns, "\\end")
        self.words()
        return grid

    def rows(self, name: str, columns: str, stop: str) -> Grid:
        """The rows of an environment; what ends it is taken."""
        rows: list[tuple[Box, ...]] = []
        cells: list[Box] = []
        while self.peek() not in ("", stop):
            with deeper(self):
                cells.append(self.sequence("&", "\\\\", stop))
            ended = self.peek()
            if ended != "&":
                rows.append(tuple(cells))
                cells = []
            if ended in ("&", "\\\\"):
                self.take()
            if ended == "\\\\" and self.peek() == "[":
                self.option()
        self.take()
        kept = tuple(r for r in rows if r != (Row(()),))
        sides = _BRACKETS.get(name, "  ")
        widest = max(map(len, kept), default=1)
        letters = "".join(re.findall("[lcr]", columns)) if name == "array" else ""
        align = letters or ("rl" * widest)[:widest] * (name in _PAIRS) or ("l" if name in _LEFT else "c")
        return Grid(kept, sides[0].strip(), sides[1].strip(), align)

    RULES = {"sqrt": root, "begin": environment, "left": fence, "boxed": boxed, "tag": tag, "substack": substack}  # noqa: RUF012


def _bracket(token: str) -> str:
    name = token.removeprefix("\\")
    if token == ".":
        return ""
    return GLYPHS.get(name) or ALSO.get(name) or name if token.startswith("\\") else token


def _accent(name: str, body: Box) -> Box:
    mark = Ink(ACCENTS[name], "accent")
    return Stack(body, under=mark) if mark.text in UNDER else Stack(body, mark)


def _lettered(box: Box, letters: dict[str, str]) -> Box:
    """Letters of an alphabet whose signs Unicode has."""
    match box:
        case Ink(text):
            return Ink("".join(letters.get(c, c) for c in text))
        case Row(items):
            return row(*(_lettered(item, letters) for item in items))
        case Script(base, sub, sup):
            return Script(_lettered(base, letters), sub, sup)
    return box


def _negated(box: Box) -> Box:
    pairs = {"=": "≠", "∈": "∉", "∃": "∄", "⊂": "⊄", "⊆": "⊈", "≡": "≢", "∼": "≁", "≈": "≉", "<": "≮", ">": "≯", "∣": "∤"}
    return Ink(pairs[box.text], box.kind) if isinstance(box, Ink) and box.text in pairs else row(Ink("¬", "punct"), box)


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
    if token in RELATIONS.values() or token == "=":
        return Ink(token, "relation")
    if token in "+-−*" or token in OPERATORS.values():
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
        return Ink(sign, "text" if len(sign) > 1 else "letter" if sign.isalpha() or sign in "⊤∞∅∇∂" else "punct")
    if name in FUNCTIONS:
        return Ink(name, "upright")
    return None if name.isalpha() else Ink(name, "punct")
