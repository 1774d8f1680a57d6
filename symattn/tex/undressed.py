r"""Dressing taken off: what a number or a formula is in when somebody makes it bold, boxes it, colours it or moves it.

``\boxed{\textcolor{red}{2}}`` is 2, ``\cancel{2}`` is nothing. Cells of sheets, answers in any format and whole LaTeX files go
through here, so all read the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn, Protocol

from symattn.errors import LimitError
from symattn.later import pattern
from symattn.limits import MOST_TOKENS
from symattn.tex.commands import COMMANDS, meaning_of, named
from symattn.tex.signs import GREEK, SPACES
from symattn.tex.tokens import Stream, Tokens, lexer

SCRIPT = "script"
"""What closes a group whose script goes with it."""
_ALONE = frozenset("-+.()[]*/=")
_FUNCTIONS = named("function")
_WORDS = _FUNCTIONS | {"e"}
_FEW = 4  # pieces that one sign or a word is in, the brace before it among them
_PIECES = lexer(r"[^\\{}$~]+")
_SILENT = SPACES.keys() | {
    name
    for name, c in COMMANDS.items()
    if c.value.strip() == "=" and (c.formula == "nothing" or c.text in ("", "nothing"))
}
_GOES = ("kept", "braced", "gone", "struck", "gap", "fence", "=\\frac")
_DRESSED = _SILENT | {name for name, c in COMMANDS.items() if c.value in _GOES}
_NAME = pattern(r"\\([A-Za-z]+|.)", re.DOTALL)
_TIGHT = pattern(r"\{\s*[-+.()\[\]*/=]\s*\}")


class Out(Protocol):
    """Where what is left is written."""

    def add(self, text: str, line: int, /) -> None:
        """Put a piece at the end, and where it came from."""


class Undresser(Stream):
    """One pass over tokens; what stays is written to ``out``. ``DOES`` has what is done, by a command's meaning to a value."""

    def __init__(self, tokens: Tokens, out: Out) -> None:
        super().__init__(tokens)
        self.out = out
        self.braces: list[str] = []  # what the closing of each open brace writes

    def run(self) -> None:
        """All of it."""
        while self.tokens:
            token, at = self.tokens.pop()
            self.done += 1
            if self.done > MOST_TOKENS:
                self.too_many()
            if token[0] == "\\":
                self.command(token[1:], at)
            elif token == "{":
                self.opened("{", "}", at)
            elif token == "}":
                self.closed(at)
            else:
                self.plain(token, at)

    def too_many(self) -> NoReturn:
        """Raise LimitError for a text of too many pieces."""
        raise LimitError(f"more than {MOST_TOKENS:,} pieces of LaTeX")

    def command(self, name: str, at: int) -> None:
        """Do what a command means; one without a meaning here stays, and so does a star behind it, unless an argument follows
        that is no factor: \\mu*d is a product, \\caption*{…} is none."""
        bare = name.rstrip("*")
        does = self.DOES.get(meaning_of(bare))
        if does is None:
            has_argument = self.next[:1] in ("{", "[") and bare not in GREEK
            self.out.add("\\" + (bare if has_argument else name), at)
        else:
            does(self, bare, at)

    def plain(self, token: str, at: int) -> None:
        """What is no command and no brace."""
        self.out.add(token, at)

    def opened(self, shown: str, closing: str, at: int) -> None:
        """A group begins: what is written for its two braces."""
        self.braces.append(closing)
        self.out.add(shown, at)

    def closed(self, at: int) -> None:
        """A brace closes; one that was never opened goes."""
        if self.braces:
            mark = self.braces.pop()
            self.out.add("" if mark == SCRIPT else mark, at)
            self.without_script(mark)

    def without_script(self, mark: str) -> None:
        """The words below or above a group go: \\underbrace{X}_{words}."""
        if mark != SCRIPT:
            return
        self.blanks()
        if self.next[:1] in ("_", "^") and self.next:
            self.cut(1)
            self.argument()

    def kept(self, name: str, at: int) -> None:
        """Dressing: the last argument stays."""
        self.pass_over(COMMANDS[name].takes[:-1])
        self.blanks()
        self.dressed(name, at)

    def dressed(self, name: str, at: int) -> None:
        """What dressing is around."""
        if self.next == "{":
            self.tokens.pop()
            self.opened("", SCRIPT if COMMANDS[name].value == "braced" else "", at)
        else:
            self.unbraced(name, at)

    def unbraced(self, name: str, at: int) -> None:
        """Dressing of what has no braces: nothing is to be done."""

    def gone(self, name: str, at: int) -> None:
        """A command that goes with its arguments."""
        self.pass_over(COMMANDS[name].takes)

    def struck(self, name: str, at: int) -> None:
        """What is struck out is no answer: a blank stays."""
        self.gone(name, at)
        self.out.add(" ", at)

    DOES: ClassVar[Mapping[str, Callable[[Any, str, int], None]]] = {
        "kept": kept, "braced": kept, "gone": gone, "struck": struck, "gap": struck,
    }  # fmt: skip


class Bare:
    """A text under construction, and where each character of it came from.

    >>> bare = bare_of(r"\\textcolor{red}{2} + \\phantom{-}1")
    >>> bare.text, bare.place(1), bare.place(7)
    ('{2} +  1', 16, 32)
    """

    def __init__(self, text: str = "") -> None:
        self.parts = [text]
        self.starts, self.places, self.size = [0], [0], len(text)

    def add(self, text: str, at: int, /) -> None:
        """Put a piece at the end."""
        self.parts.append(text)
        self.starts.append(self.size)
        self.places.append(at)
        self.size += len(text)

    def back_to(self, k: int) -> None:
        """Take back the k-th piece and all behind it."""
        self.size = self.starts[k]
        del self.parts[k:], self.starts[k:], self.places[k:]

    @property
    def text(self) -> str:
        """The whole of it."""
        return "".join(self.parts)

    def place(self, at: int) -> int:
        """Where in the text as it was written a character stands."""
        k = bisect_right(self.starts, at) - 1
        return self.places[k] + at - self.starts[k]


class _OfNumbers(Undresser):
    """What stays is one formula: an argument that stays is a group, unless it is one sign, e or the name of a function."""

    out: Bare

    def __init__(self, text: str) -> None:
        super().__init__(
            [(found[0], found.start()) for found in _PIECES.finditer(text)], Bare()
        )
        self.groups: list[int] = []

    def opened(self, shown: str, closing: str, at: int) -> None:
        self.groups.append(len(self.out.parts))
        super().opened("{", closing, at)

    def closed(self, at: int) -> None:
        if not self.braces:
            self.out.add("}", at)  # that it closes nothing, the parser says
            return
        mark, first = self.braces.pop(), self.groups.pop()
        inner = (
            "".join(self.out.parts[first + 1 :]).strip()
            if len(self.out.parts) - first <= _FEW
            else ""
        )
        before = self.out.parts[first - 1][-1:]
        if (inner in _ALONE and before not in ("^", "_")) or (
            inner in _WORDS and mark != "}"
        ):
            start = self.out.places[first]
            self.out.back_to(first)
            apart = " " * (inner.isalpha() and before.isalpha())
            self.out.add(apart + "\\" * (inner in _FUNCTIONS) + inner, start)
        else:
            self.out.add("}", at)
        self.without_script(mark)

    def plain(self, token: str, at: int) -> None:
        if token != "$" or not self.braces:  # \fbox{$2$}
            super().plain(token, at)

    def unbraced(self, name: str, at: int) -> None:
        if inner := self.argument():
            self.opened("", "", at)
            self.put_back([*inner, ("}", at)])

    def gone(self, name: str, at: int) -> None:
        super().gone(name, at)
        self.out.add(" ", at)

    def fence(self, name: str, at: int) -> None:
        """A bracket that grows; one that is not seen goes."""
        self.blanks()
        if self.next[:1] == ".":
            self.cut(1)
        elif name != "middle":
            self.out.add("\\" + name, at)

    def sign(self, name: str, at: int) -> None:
        """A space, a size, another way to write a fraction; any other sign is no part of a number."""
        shown = COMMANDS[name].value[1:]
        self.out.add(
            shown if shown == "\\frac" else " " if name in _SILENT else "\\" + name, at
        )

    DOES: ClassVar[Mapping[str, Callable[[Any, str, int], None]]] = {
        **Undresser.DOES,
        "gone": gone,
        "fence": fence,
        "=": sign,
    }


def bare_of(text: str) -> Bare:
    """A formula without what does not belong to its value.

    >>> bare_of(r"\\mathrm{exp}\\left.2\\right.").text, bare_of(r"\\nicefrac12").text
    ('\\\\exp2', '\\\\frac12')
    """
    if _DRESSED.isdisjoint(_NAME.findall(text)) and not _TIGHT.search(text):
        return Bare(text)
    undresser = _OfNumbers(text)
    undresser.run()
    return undresser.out
