"""A text cut into passages, each of which is read as it would be inside the whole: students of a class write the same ones.

A passage begins with a name and = at the beginning of a line, with a symbol in bold print above a table, or with a line of words.
The text is cut there where nothing before it can reach into what comes after: every bracket is closed, no sign asks for more, and
the line before is empty, of words, begins an equation or ends one, or is the last row of numbers below a name and =.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from symattn.later import pattern
from symattn.limits import LONGEST_IN_PASSAGES, LONGEST_PASSAGE, MOST_PASSAGES
from symattn.marking.answers.about import is_token
from symattn.tables import in_turn

_SCRIPTS = r"(?:[_^](?:\{[^{}\n]{1,12}\}|\w))*"
_DISPLAY = r"(?:align|equation|gather|displaymath)\*?\}"
_SECTION = r"\\(?:sub)*section\*?\{[^{}\\$\n]*\}[ \t]*$"
_NAME = rf"\\?[^\W\d_]\w{{0,12}}(?:\{{[^\W\d_]\w?\}})?{_SCRIPTS}"
_EQUATION = rf"(?:(?:\$\$?|\\[\[(]|\\begin\{{{_DISPLAY})\n?)?[ \t]*{_NAME}[ \t]*&?[ \t]*[=≈](?![=>])"
_WORDS = r"\(?[^\W\d_][^\d=≈:\[\]{}\n]*$(?!\n[ \t]*=)"
_BOLD = r"\*\*\$?[^\W\d_](?:_?\w|[_^](?:\w{1,2}|\{\w{1,3}\}))?\$?\*\*:?[ \t]*$(?=\n[ \t]*(?:\n|\|))"
_FIGURE = r"[-−+\d.,/^()*√∞%: \t]|inf|sqrt|exp"
_BEGINS = pattern(
    rf"^(?![ \t]*[irt]_?\d)(?:{_EQUATION}|{_SECTION}|{_WORDS}|{_BOLD})", re.MULTILINE
)
_TABLE = pattern(rf"{_EQUATION}[ \t]*\n(?:(?:{_FIGURE})+\n)+")
_BARRED = rf"(?:[ \t]*\|(?:{_FIGURE}|\|)*+(?<=\|)(?:\n|\Z))++(?=[ \t]*(?:\n|\Z))"
# what has signs of a table and reaches nowhere: a symbol in bold print, rows of numbers with tabs, or between bars up to a gap
_PLAIN = pattern(rf"^(?:{_BOLD}|{_BARRED}|(?=[^\n]*\t)(?:{_FIGURE})+$)", re.MULTILINE)
_ENDS = pattern(  # the last row too of a matrix that begins on a line before
    rf"{_EQUATION}|{_WORDS}|(?:.*(?:\]\]|}}}}|\$|\\[\])])|[^\[]*\])\Z"
)
_ASKS = pattern(r"[-+−*/·×@⋅^÷∘⊙=≈:,;&\\][ \t]*(?:(?:\$\$?|\\[\])])[ \t]*)?\Z")
# what may reach over several passages: commands and programs, tables, drawn braces and boxes, prompts, what is struck out, what a
# letter stands for, a numbered list, words with numbers over columns, a sign on a line of its own or before words
_REACHES = pattern(
    r"[|~`<>εδ\t\r\x0b-\x1f\u2190-\u21ff\u23a7-\u23b3\u2500-\u257f\ue000-\uf8ff]"
    r"|^[ ]{4,}[^\W\d_]{1,10}[. ]?\d{1,2}\b[^\n=≈]*?[ ]{2,}[^\W\d_]{1,10}[. ]?\d{1,2}\b"
    r"|\*\*|^[ \t]*(?:\+[-=]|=[ \t]*$)|^0\n[ \t]*=|=[ \t]*\n\s*(?:#|[^\W\d_])"
    r"|\b(?:In ?|Out)\[|\(%|-element |(?<![\\\w])[A-Z](?:\w*[^\W_])?\{|^[ \t]*\d{1,2}[.)][ \t]"
    r"|(?:\A|\n\n)[ \t]*\d{1,2}[ \t]*\n[ \t]*\(?[^\W\d_]"
    rf"|\\(?:(?:re)?newcommand|g?def|let|Declare|begin\{{(?!\w{{0,6}}matrix\}}|array\}}|{_DISPLAY})|paragraph|item|intertext|text)"
    rf"|\\(?:sub)*section(?!\*?\{{[^{{}}\\$\n]*\}}[ \t]*$)"
    r"|\\end\{\w{0,6}(?:matrix|array)\}[ \t]*(?:[A-Z]|\\(?:math|b[mo]))",
    re.MULTILINE,
)
_DOCUMENT = pattern(
    r"(?:(?!\\(?:(?:re)?new|g?def|let|Declare))[^%])*?\\begin\{document\}"
)  # that defines nothing
_COMMENT = pattern(r"(?<!\\)%")
_PARTNERS = {
    ")": "(",
    "]": "[",
    "}": "{",
    "\\]": "\\[",
    "\\)": "\\(",
    "\\end": "\\begin",
}
_BRACKET = pattern(r"\\(?:begin|end)\b|\\[()\[\]]|[()\[\]{}]|\$\$?")
_DRAWN = (
    ("⎡", "⎣"),
    ("⎤", "⎦"),
    ("⎛", "⎝"),
    ("⎞", "⎠"),
)  # the upper and the lower end of a bracket
_SIGNS = frozenset(in_turn(_DRAWN))


def passages(text: str, latex: bool = False) -> list[str]:
    r"""The passages of a text, in order and with nothing left out; the whole text where it is not to be cut. In LaTeX what stands
    before the document is the beginning of the first.

    >>> passages("Ada\nQ = [[1, 2]]\nK = (1 2\n  / 3 4)\n\nV =\n1 2\n3 4\n")
    ['Ada\n', 'Q = [[1, 2]]\n', 'K = (1 2\n  / 3 4)\n\n', 'V =\n1 2\n3 4\n']
    >>> passages("S = 2 *\nA = [1 2]\n"), passages("1 2\nQ = 3 4"), passages("K =\n1\t2\nQ = 3 4")
    (['S = 2 *\nA = [1 2]\n'], ['1 2\nQ = 3 4'], ['K =\n1\t2\n', 'Q = 3 4'])
    >>> passages("**K**\n\n|  |  |\n|--|--|\n| 1 | 2 |\n\n**Q**\n\n| 3 |"), passages("Q | K\n--|--\n1 | 2\n\nso\n")
    (['**K**\n\n|  |  |\n|--|--|\n| 1 | 2 |\n\n', '**Q**\n\n| 3 |'], ['Q | K\n--|--\n1 | 2\n\nso\n'])
    """
    first = begun.end() if latex and (begun := _DOCUMENT.match(text)) else 0
    if len(text) > LONGEST_IN_PASSAGES or (latex and _COMMENT.search(text)):
        return [text]
    if _REACHES.search(text, first) and _REACHES.search(_PLAIN.sub("0", text[first:])):
        return [text]
    places = [0, *_cuts(text, first), len(text)]
    return [text[start:end] for start, end in pairwise(places)]


def _cuts(text: str, last: int) -> Iterator[int]:
    drawn = not _SIGNS.isdisjoint(text)
    for begun in _BEGINS.finditer(text, last):
        at = begun.start()
        is_done = _known_end if at - last <= LONGEST_PASSAGE else _is_done
        row = is_token(
            begun[0].strip(" \t=≈")
        )  # the: 1 2, or the = 1 2, is a row of what stands above
        if at > last and not row and is_done(text[last:at], drawn):
            yield at
            last = at


def _is_done(before: str, drawn: bool) -> bool:
    """Whether a passage is at its end: nothing in it is open, and an empty line is the last of it, or words or an equation where
    nothing is *drawn*, which reaches as far as an empty line."""
    bare = before.rstrip()
    if not bare or _ASKS.search(bare) or not _is_even(bare):
        return False
    if before[len(bare) :].count("\n") > 1 or (
        not drawn and _ENDS.match(bare, bare.rfind("\n") + 1)
    ):
        return True
    return _TABLE.fullmatch(before) is not None


_known_end = lru_cache(maxsize=MOST_PASSAGES)(_is_done)


def _is_even(text: str) -> bool:
    """Whether every bracket and every sign of a formula has its partner."""
    waiting: list[str] = []
    for bracket in _BRACKET.findall(text):
        if bracket[0] == "$" and waiting[-1:] == [bracket]:
            waiting.pop()
        elif bracket not in _PARTNERS:
            waiting.append(bracket)
        elif not waiting or waiting.pop() != _PARTNERS[bracket]:
            return False
    return not waiting and all(
        text.count(upper) == text.count(lower) for upper, lower in _DRAWN
    )
