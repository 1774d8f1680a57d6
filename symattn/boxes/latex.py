"""LaTeX mathematics, as authors write it in prompts and notations, read into boxes.

This is for showing, not for values, and nothing fails: a command that is not known here stands in the result as it was
written, and ``unread`` names it, so that nobody prints a page where it is missing without a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from symattn.boxes import (
    BLANK,
    COMMA,
    QQUAD,
    Box,
    Boxed,
    Fence,
    Frac,
    Grid,
    Ink,
    Kind,
    Root,
    Row,
    Script,
    Stack,
    inked,
    rebuilt,
    row,
)
from symattn.said import Strings
from symattn.tex.commands import COMMANDS
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
from symattn.tex.tokens import Stream, lexer, text_of

_ALPHABETS: Mapping[str, Kind] = {
    "bold": "bold",
    "upright": "upright",
    "word": "word",
    "text": "text",
}
_PIECES = lexer(r"%[^\n]*\n?|\d+(?:\.\d+)?|\s+|.")
_BRACKETS = {
    "bmatrix": "[]", "pmatrix": "()", "vmatrix": "||", "Vmatrix": "‖‖", "Bmatrix": "{}", "cases": "{ ", "dcases": "{ ",
    "rcases": " }",
    **dict.fromkeys(words("matrix smallmatrix array substack"), "  "),
    **dict.fromkeys(words("aligned align alignat alignedat gathered gather split multline equation eqnarray"), "  "),
}  # fmt: skip
_LEFT = frozenset(["cases", "dcases", "rcases", "multline"])
_PAIRS = frozenset(
    ["aligned", "align", "alignat", "alignedat", "split"]
)  # columns in turns right and left
_COUNTED = frozenset(
    ["alignat", "alignedat"]
)  # their number of columns stands in braces


def read(text: str) -> Box:
    """The boxes of a piece of LaTeX mathematics, without the dollars around it.

    >>> read(r"W_1^Q").sup
    Ink(text='Q', kind='letter')
    >>> read(r"\\frac12(a)").items[0]
    Frac(top=Ink(text='1', kind='number'), bottom=Ink(text='2', kind='number'))
    """
    return _BoxReader(text).sequence()


def unread(text: str) -> Strings:
    """The commands and environments in a piece of mathematics that are not known here, each once.

    >>> unread(r"\\R^n \\to \\mathbb{R}")
    ('\\\\R',)
    """
    reader = _BoxReader(text)
    reader.sequence()
    return tuple(dict.fromkeys(reader.strange))


class _BoxReader(Stream):
    def __init__(self, text: str, depth: int = 0) -> None:
        super().__init__(
            [(token, 0) for token in _PIECES.findall(text) if token[0] != "%"]
        )
        self.depth = depth
        self.strange: list[str] = []

    def peek(self) -> str:
        tokens = self.tokens
        while tokens and tokens[-1][0].isspace():
            tokens.pop()
        return tokens[-1][0] if tokens else ""

    def take(self) -> str:
        token = self.peek()
        del self.tokens[-1:]
        return token

    def part(self, *stops: str) -> Box:
        """What stands inside up to one of the stops."""
        self.deeper()
        inner = self.sequence(*stops)
        self.deeper(-1)
        return inner

    def sequence(self, *stops: str) -> Box:
        items: list[Box] = []
        while (token := self.peek()) and token not in stops:
            if token == "}" and not stops:
                self.take()
                continue
            if token == "\\over":
                self.take()
                return Frac(row(*items), self.part(*stops))
            item = self.scripted(items)
            if token == "{" and item == COMMA and items and inked(items[-1], "number"):
                self.joined(items)
            elif item is not None:
                items.append(item)
        return row(*items)

    def joined(self, items: list[Box]) -> None:
        """A comma in braces behind a number is that of its decimals: 2{,}5 is one number."""
        before = items[-1]
        if (
            isinstance(before, Ink)
            and before.text.isdigit()
            and self.peek()[:1].isdigit()
        ):
            items.pop()
            digits, at = self.tokens[-1]
            self.tokens[-1] = (f"{before.text},{digits}", at)
        else:
            items.append(COMMA)

    def scripted(self, before: list[Box]) -> Box | None:
        base = self.atom(before)
        while self.peek() in ("\\limits", "\\nolimits"):
            self.take()
        if base is None:
            return None
        sub: Box | None = None
        above = list[Box]()
        while self.peek() in ("_", "^", "'"):
            mark = self.take()
            if mark == "_":
                sub = self.operand()
            else:
                above.append(Ink("′", "operator") if mark == "'" else self.operand())
        sup = row(*above) if len(above) > 1 else above[0] if above else None
        if isinstance(base, Stack) and base.brace and (sub or sup):
            return Stack(base, sup, sub)
        return base if sub is None and sup is None else Script(base, sub, sup)

    def operand(self) -> Box:
        """What a command or a script takes: a group in braces, a command, or one sign: of 12 the 1 alone."""
        self.deeper()
        if self.peek() == "{":
            self.take()
            found: Box | None = self.sequence("}")
            self.take()
        elif len(self.next) > 1 and self.next[0].isdigit():
            found = Ink(self.next[0], "number")
            self.cut(1)
        else:
            found = self.atom([])
        self.deeper(-1)
        return found or Row(())

    def atom(self, before: list[Box]) -> Box | None:
        token = self.peek()
        if token in ("_", "^"):
            return Row(())
        if token == "{":
            return self.operand()
        self.take()
        if token in ("", "$", "$$"):
            return None
        if token.startswith("\\"):
            return self.command(token[1:])
        return _plain(token, before)

    def command(self, starred: str) -> Box | None:
        name = starred.rstrip("*")
        does = self.DOES.get(COMMANDS[name].formula) if name in COMMANDS else None
        if does is not None:
            return does(self, name)
        found = _sign(name)
        if found is None and name not in SPACES:
            self.strange.append("\\" + starred)
            return Ink("\\" + starred, "text")
        return found

    def alphabet(self, name: str) -> Box:
        kind = _ALPHABETS[COMMANDS[name].formula]
        text = text_of(self.argument())
        inner = ALSO.get(f"{name} {text.strip()}")
        if inner:
            return Ink(inner)
        if kind == "text":
            parts = re.split(r"(?<!\\)\$([^$]*)(?<!\\)\$", text)
            return row(
                *(
                    self.inner(p) if k % 2 else _words(p)
                    for k, p in enumerate(parts)
                    if p
                )
            )
        if re.search(r"[\\_^{]", text):
            inside = self.inner(text.replace("\\,", " ") if kind == "upright" else text)
            return _recast(
                inside, lambda ink: Ink(ink.text, kind) if ink.kind == "letter" else ink
            )
        return Ink(text.replace(" ", "").replace("~", " "), kind)

    def inner(self, text: str) -> Box:
        """A piece of mathematics inside this one."""
        reader = _BoxReader(text, self.depth)
        box = reader.part()
        self.strange += reader.strange
        return box

    def letters(self, name: str) -> Box:
        letters = ALPHABETS[name]  # whose signs Unicode has
        return _recast(
            self.operand(),
            lambda ink: Ink("".join(letters.get(c, c) for c in ink.text)),
        )

    def fraction(self, name: str) -> Box:
        self.pass_over(COMMANDS[name].takes[:-2])
        return Frac(self.operand(), self.operand())

    def binom(self, name: str) -> Box:
        return Fence("(", Grid(((self.operand(),), (self.operand(),)), "", ""), ")")

    def accent(self, name: str) -> Box:
        mark = Ink(ACCENTS[name], "accent")
        return _stacked(mark, self.operand(), mark.text in UNDER)

    def stack(self, name: str) -> Box:
        return _stacked(self.operand(), self.operand(), name == "underset")

    def arrow(self, name: str) -> Box:
        self.pass_over(COMMANDS[name].takes[:-1])
        return Stack(
            Ink("→" if name == "xrightarrow" else "←", "relation"), self.operand()
        )

    def negated(self, name: str) -> Box:
        return _negated(self.operand())

    def kept(self, name: str) -> Box:
        self.pass_over(COMMANDS[name].takes[:-1])
        return self.operand()

    def gone(self, name: str) -> None:
        self.pass_over(COMMANDS[name].takes)

    def nothing(self, name: str) -> None:
        """What says how a formula is set."""

    def modulo(self, name: str) -> Box:
        return row(BLANK, Ink("mod", "upright"), BLANK)

    def modulo_in_brackets(self, name: str) -> Box:
        return Fence("(", row(Ink("mod", "upright"), BLANK, self.operand()), ")")

    def root(self, name: str) -> Box:
        index = text_of(self.optional() or [])
        return Root(
            self.operand(), int(index) if index.isdecimal() and len(index) < 9 else 2
        )

    def fence(self, name: str) -> Box:
        left = _bracket(self.take())
        inner = self.part("\\right")
        self.take()
        return Fence(left, inner, _bracket(self.take()))

    def boxed(self, name: str) -> Box:
        return Boxed(self.kept(name))

    def tag(self, name: str) -> Box:
        return row(QQUAD, Ink(f"({text_of(self.argument())})", "text"))

    def substack(self, name: str) -> Box:
        self.take()
        return self.grid("substack", "", "}")

    def environment(self, name: str) -> Box:
        whole = text_of(self.argument())
        name = whole.rstrip("*")
        if name not in _BRACKETS:
            self.strange.append(f"\\begin{{{whole}}}")
        if name not in ("array", "cases"):
            self.optional()
        columns = (
            text_of(self.argument()) if name == "array" or name in _COUNTED else ""
        )
        grid = self.grid(name, columns, "\\end")
        self.argument()
        return grid

    def grid(self, name: str, columns: str, stop: str) -> Grid:
        """The rows of an environment; what ends it is taken."""
        rows = self.rows(lambda: self.part("&", "\\\\", stop))
        self.take()
        kept = tuple(tuple(r) for r in rows if r != [Row(())])
        sides = _BRACKETS.get(name, "  ")
        widest = max(map(len, kept), default=1)
        letters = "".join(re.findall("[lcr]", columns)) if name == "array" else ""
        align = (
            letters
            or ("rl" * widest)[:widest] * (name in _PAIRS)
            or ("l" if name in _LEFT else "c")
        )
        return Grid(kept, sides[0].strip(), sides[1].strip(), align)

    DOES: ClassVar[Mapping[str, Callable[[Any, str], Box | None]]] = {
        "bold": alphabet, "upright": alphabet, "word": alphabet, "text": alphabet, "letters": letters, "fraction": fraction,
        "root": root, "binom": binom, "accent": accent, "stack": stack, "arrow": arrow, "not": negated, "kept": kept,
        "gone": gone, "nothing": nothing, "mod": modulo, "pmod": modulo_in_brackets, "fence": fence,
        "boxed": boxed, "tag": tag, "substack": substack, "environment": environment,
    }  # fmt: skip


def _words(text: str) -> Ink:
    return Ink(re.sub(r"\\([&%$#_{} ])", r"\1", text).replace("~", " "), "text")


def _bracket(token: str) -> str:
    name = token.removeprefix("\\")
    if token == ".":
        return ""
    return (
        GLYPHS.get(name) or ALSO.get(name) or name if token.startswith("\\") else token
    )


def _stacked(mark: Box, body: Box, below: bool) -> Box:
    return Stack(body, under=mark) if below else Stack(body, mark)


def _negated(box: Box) -> Box:
    pairs = {
        "=": "≠",
        "∈": "∉",
        "∃": "∄",
        "⊂": "⊄",
        "⊆": "⊈",
        "≡": "≢",
        "∼": "≁",
        "≈": "≉",
        "<": "≮",
        ">": "≯",
        "∣": "∤",
    }
    return (
        Ink(pairs[box.text], box.kind)
        if isinstance(box, Ink) and box.text in pairs
        else row(Ink("¬", "punct"), box)
    )


def _recast(box: Box, change: Callable[[Ink], Box]) -> Box:
    """The same boxes with their letters in another alphabet."""
    return (
        change(box)
        if isinstance(box, Ink)
        else rebuilt(box, lambda part: _recast(part, change))
    )


def _plain(token: str, before: list[Box]) -> Box:
    if token[0].isdigit():
        return Ink(token, "number")
    if token in RELATIONS.values() or token == "=":
        return Ink(token, "relation")
    if token in "+-−*" or token in OPERATORS.values():
        sign = {"-": "−", "*": "∗"}.get(token, token)
        return Ink(sign, "punct" if sign == "−" and not _ended(before) else "operator")
    return Ink(" " if token == "~" else token, "letter" if token.isalpha() else "punct")


def _ended(before: list[Box]) -> bool:
    """Whether something has ended before a sign: (a) − b, |a| − b. A bar opens or closes as what stands before it has it."""
    last = next(
        (
            x
            for x in reversed(before)
            if not (inked(x, "space") or (inked(x, "punct") and x.text in "|‖ "))
        ),
        None,
    )
    if last is None or inked(last, "relation", "operator"):
        return False
    return not inked(last, "punct") or last.text in ")]}⟩⌉⌋!…⋯"


def _sign(name: str) -> Box | None:
    if name in SPACES:
        return Ink(SPACES[name], "space") if SPACES[name] else None
    if name in RELATIONS:
        return Ink(RELATIONS[name], "relation")
    if name in OPERATORS:
        return Ink(OPERATORS[name], "operator")
    if name in GLYPHS or name in ALSO:
        sign = GLYPHS.get(name) or ALSO[name]
        return Ink(
            sign,
            "text"
            if len(sign) > 1
            else "letter"
            if sign.isalpha() or sign in "⊤∞∅∇∂"
            else "punct",
        )
    if name in FUNCTIONS:
        return Ink(name, "upright")
    return None if name.isalpha() else Ink(name, "punct")
