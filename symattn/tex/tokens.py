"""LaTeX as tokens, and a stream of them from which commands take what belongs to them: one way for every reader.

A token is its text and where it stands, a place or a line, whichever its reader needs. A stream holds no tree: what is never
closed ends with the text, and what is nested deeply costs entries of a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from symattn.errors import LimitError
from symattn.later import pattern
from symattn.limits import MOST_DEEP

Tokens = list[tuple[str, int]]
Cell = TypeVar("Cell")
_LENGTH = pattern(r"\s*=?\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu|pc|sp|bp)\s?")

_LONGEST = 12  # tokens of a length


@cache
def lexer(plain: str) -> re.Pattern[str]:
    """What takes LaTeX apart: commands with their stars, dollars, braces, ties; *plain* is what stays together of all else.

    >>> lexer("[a-z ]+|.").findall("a {2$x$}")
    ['a ', '{', '2', '$', 'x', '$', '}']
    """
    return pattern(rf"\\[A-Za-z@]+\*?|\\.|\$\$?|[{{}}~]|{plain}", re.DOTALL)


class Stream:
    """The tokens of a text that are still to be read, the next one last; what is put back is read again.

    >>> stream = Stream([("{", 0), ("2", 1), ("}", 2), (" 3", 3)])
    >>> stream.argument(), stream.argument(), stream.argument()
    ([('2', 1)], [('3', 3)], [])
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens[::-1]
        self.done = 0  # how many were read
        self.depth = 0  # of groups, commands and environments that are being read

    @property
    def next(self) -> str:
        """The text of the next token; "" at the end."""
        return self.tokens[-1][0] if self.tokens else ""

    def deeper(self, by: int = 1) -> None:
        """One group, command or environment inside another; raises LimitError where nobody would follow any more."""
        self.depth += by
        if self.depth > MOST_DEEP:
            raise LimitError(
                f"more than {MOST_DEEP} groups, commands or environments inside each other",
                "write it flatter",
            )

    def put_back(self, tokens: Tokens) -> None:
        """Have tokens read before all that is left."""
        self.tokens += reversed(tokens)

    def cut(self, length: int, instead: str = "") -> None:
        """Take so many characters off the next token; nothing is left of one that is all taken, or what is said *instead*."""
        text, at = self.tokens.pop()
        if rest := text[length:] or instead:
            self.tokens.append((rest, at))

    def blanks(self) -> None:
        """Pass over blanks and line ends."""
        while self.tokens and not self.tokens[-1][0].strip(" \t\n"):
            self.tokens.pop()
        if self.next[:1] in (" ", "\t"):
            self.cut(len(self.next) - len(self.next.lstrip(" \t")))

    def argument(self) -> Tokens:
        """The tokens of a braced argument without its braces, or one token, or the first character of a text."""
        self.blanks()
        if not self.tokens:
            return []
        token, at = self.tokens.pop()
        if token != "{":
            if token[0] != "\\" and len(token) > 1:
                self.tokens.append((token[1:], at))
                token = token[0]
            return [(token, at)]
        depth, found = 1, []
        while self.tokens:
            item = self.tokens.pop()
            self.done += 1
            depth += (item[0] == "{") - (item[0] == "}")
            if depth == 0:
                break
            found.append(item)
        return found

    def optional(self, brackets: str = "[]") -> Tokens | None:
        """What stands in square brackets, or in others, when some come next."""
        self.blanks()
        if self.next[:1] != brackets[0]:
            return None
        token, at = self.tokens.pop()
        found: Tokens = []
        rest = token[1:]
        while True:
            inside, bracket, after = rest.partition(brackets[1])
            if inside:
                found.append((inside, at))
            if bracket and after:
                self.tokens.append((after, at))
            if bracket or not self.tokens or len(found) > 200:
                return found
            rest, at = self.tokens.pop()

    def rows(self, cell: Callable[[], Cell]) -> list[list[Cell]]:
        r"""The rows of a table up to what is neither & nor \\, each cell as it is read; behind the last \\ is a row too."""
        rows: list[list[Cell]] = [[]]
        while True:
            rows[-1].append(cell())
            if self.next not in ("&", "\\\\"):
                return rows
            ended, _ = self.tokens.pop()
            if ended != "&":
                self.optional()
                rows.append([])

    def pass_over(self, takes: str) -> None:
        """Pass over arguments of these kinds, as the table of commands writes them."""
        for kind in takes:
            if kind == "o":
                self.optional()
            elif kind == "p":
                self.optional("()")
            elif kind == "a":
                self.argument()
            elif length := _LENGTH.match(text_of(self.tokens[:-_LONGEST:-1])):
                rest = length.end()
                while rest:
                    rest -= (here := min(rest, len(self.next)))
                    self.cut(here)


def text_of(tokens: Tokens) -> str:
    """What was taken, as it was written.

    >>> text_of([("a", 0), ("^", 1)])
    'a^'
    """
    return "".join(token for token, _ in tokens)
