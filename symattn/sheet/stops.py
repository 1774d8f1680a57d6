r"""What LaTeX would stop at in an author's text: the character, what is wrong, what to write instead.

TeX's own complaint comes pages later and in its own words; most of them are of a few kinds that can be told from the text: what
is opened and not closed, and signs that belong into a formula or out of it. Commands are looked up by ``unread``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from symattn.later import pattern
from symattn.limits import MOST_DEEP, MOST_PROBLEMS
from symattn.tex.commands import COMMANDS, Command

_TOKEN = pattern(
    r"\\(?:begin|end)\s*\{[^{}]*\}|\\verb\*?([^A-Za-z\s]).{0,200}?\1|\\(?:left|right)\b|\\[A-Za-z]+\*?|\\."
    r"|\$\$|%[^\n]*|\*\*(?=\S)[^*\n]{1,200}\*\*"
    r"|(?<![\w*])\*(?=[^\W\d_])[^*\n$\\]{1,200}(?<=\w)\*(?![\w*])|\s+|.",
    re.S,
)
_BOXES = pattern(r"\\(?:[mhf]box|(?:frame|make|par|raise|save)box|intertext|tag)\*?$")
_WORD = pattern(r"[A-Za-z][A-Za-z0-9]*$")
_AFTER = pattern(r"\{[^{}]{0,40}\}|[A-Za-z0-9]{1,40}")
_ENDS = {
    "{": "}",
    "$": "$",
    "$$": "$$",
    r"\[": r"\]",
    r"\(": r"\)",
    r"\left": r"\right",
}
_CLOSING = {end: start for start, end in _ENDS.items()}
_MATHEMATICS = pattern(
    r"(?:equation|align|gather|multline|alignat|eqnarray|displaymath|math|flalign)\*?$"
)
_CELLS = pattern(
    r"\w*matrix\*?$|(?:array|cases|gathered|split|tabulary|longtable)$|tabular|align|eqnarray|flalign"
)
_ENDING = pattern(r"\}$|&$|\\\\$|\\[\])]$|\\(?:right|end)\b")
_OPENED = "take it out, or open it before"
_OWN = pattern(
    r"\\(?:def|newcommand|renewcommand|catcode)\b|\\begin\{(?:verbatim|tikzpicture|lstlisting|minted)\}"
)


class Stop(NamedTuple):
    """Where in the text, what is wrong, what to write instead."""

    at: int
    what: str
    instead: str


@dataclass
class _Open:
    """Something opened: its sign, where, whether a formula goes on in it, and the scripts that its last sign has already."""

    sign: str
    at: int
    formula: bool
    scripts: set[str] = field(default_factory=set)
    script: bool = False
    lacks: tuple[str, int, int] | None = None
    """The command whose arguments are being read here, where it stands, and how many are still to come."""


def stops(text: str) -> list[Stop]:
    r"""Everything of an author's text that LaTeX would stop at, in order.

    >>> [(stop.at, stop.what) for stop in stops(r"Compute $\frac{1{2}$ and H_1.")]
    [(14, 'a { without its }'), (26, '_ outside a formula')]
    >>> stops(r"Half of $H_1$ is $\left(\tfrac12\right)H_1$, 50\% \& more.")
    []
    """
    if _OWN.search(text):
        return []
    return sorted(set(islice(_Scan(text).run(), MOST_PROBLEMS)))


def _known(token: str) -> Command:
    return (
        COMMANDS.get(token[1:].rstrip("*"), Command())
        if token[0] == "\\"
        else Command()
    )


def _is_text(command: str) -> bool:
    r"""Whether what a command of formulas has in braces is text, in which dollars open formulas.

    >>> [_is_text(name) for name in (r"\fbox", r"\textsc", r"\mathbf", "x")]
    [True, True, False, False]
    """
    return bool(_BOXES.match(command)) or _known(command).formula == "text"


class _Scan:
    """One way through a text, with what is open around each of its signs."""

    def __init__(self, text: str) -> None:
        self.text, self.open = text, [_Open("", 0, False)]

    def run(self) -> Iterator[Stop]:
        before = ""
        for match in _TOKEN.finditer(self.text):
            token, at = match[0], match.start()
            if token.isspace() or token.startswith("%"):
                continue
            if len(self.open) > MOST_DEEP:
                return
            yield from self._arguments(token, at)
            yield from self._next(token, at, before)
            before = token
        yield from self._arguments("}", len(self.text))
        for left in self.open[1:]:
            yield self._unclosed(left)

    def _next(self, token: str, at: int, before: str) -> Iterator[Stop]:
        here = self.open[-1]
        if token.startswith(("\\begin", "\\end")) and token.endswith("}"):
            yield from self._environment(token, at)
        elif token in ("$", "$$") and not any(
            one.sign == token for one in self.open[self._text() :]
        ):
            self.open.append(_Open(token, at, True))
        elif token in ("$", "$$") or token in _CLOSING:
            yield from self._closed(token, at)
        elif token in _ENDS:
            formula = token != "{" or (here.formula and not _is_text(before))
            script, here.script = here.script, False
            if not script:
                here.scripts = set()
            self.open.append(_Open(token, at, formula))
        elif token in ("^", "_"):
            yield from self._script(token, at, here)
        elif token == "&" and not any(_CELLS.match(one.sign) for one in self.open):
            yield Stop(at, "& outside a table", r"write \& for the sign")
        elif token == "#":
            yield Stop(at, "# begins nothing here", r"write \# for the sign")
        elif token.startswith("*") and len(token) > 1 and not here.formula:
            how = "textbf" if token.startswith("**") else "emph"
            yield Stop(
                at,
                "stars are printed as they are",
                rf"write \{how}{{{token.strip('*')}}}",
            )
        elif here.script:
            here.script = False
        else:
            here.scripts = set()

    def _arguments(self, token: str, at: int) -> Iterator[Stop]:
        """A command whose argument would be what closes a group, a cell or a formula."""
        here = self.open[-1]
        if here.lacks:
            command, began, left = here.lacks
            if _ENDING.match(token) or (token in ("$", "$$") and here.sign == token):
                number = _known(command).takes.count("a") - left
                yield Stop(
                    began,
                    f"{command} without its {('', 'second ', 'third ')[min(number, 2)]}argument",
                    f"write {command}{'{…}' * (number + left)}",
                )
            here.lacks = (
                (command, began, left - 1)
                if left > 1 and token[0] not in "\\["
                else None
            )
        takes = _known(token).takes
        if takes and not takes.strip("opa") and here.lacks is None:
            here.lacks = (token, at, takes.count("a"))

    def _text(self) -> int:
        """From where on in what is open a $ closes a formula: a text within a formula has formulas of its own."""
        return max(
            (
                k
                for k, one in enumerate(self.open)
                if one.sign == "{" and not one.formula
            ),
            default=0,
        )

    def _script(self, sign: str, at: int, here: _Open) -> Iterator[Stop]:
        name = {"^": "exponents", "_": "subscripts"}[sign]
        if not here.formula:
            before = _WORD.search(self.text, max(0, at - 40), at)
            after = _AFTER.match(self.text, at + 1)
            meant = (
                f"${before[0]}{sign}{after[0]}$"
                if before and after
                else "it between dollars"
            )
            yield Stop(
                at,
                f"{sign} outside a formula",
                rf"write {meant}, or \{sign} for the sign",
            )
        elif sign in here.scripts:
            yield Stop(
                at,
                f"two {name} on one sign",
                f"write both in one pair of braces: H{sign}{{1, 2}}",
            )
        here.scripts |= {sign}
        here.script = True

    def _closed(self, token: str, at: int) -> Iterator[Stop]:
        start = token if token in ("$", "$$") else _CLOSING[token]
        if not any(one.sign == start for one in self.open):
            yield Stop(at, f"a {token} without its {start}", _OPENED)
            return
        if (
            token == "}" and self.open[-1].sign != "{"
        ):  # it closes what stands around a formula that is open still
            yield Stop(at, "a } without its {", _OPENED)
            return
        yield from self._until(start)

    def _until(self, sign: str) -> Iterator[Stop]:
        """What was begun with a sign ends, and before it whatever is open in it."""
        while self.open[-1].sign != sign:
            yield self._unclosed(self.open.pop())
        self.open.pop()

    def _environment(self, token: str, at: int) -> Iterator[Stop]:
        name = token[token.index("{") + 1 : -1].strip()
        if token.startswith("\\begin"):
            self.open.append(
                _Open(name, at, self.open[-1].formula or bool(_MATHEMATICS.match(name)))
            )
        elif any(one.sign == name for one in self.open):
            yield from self._until(name)
        else:
            yield Stop(at, f"\\end{{{name}}} without its \\begin{{{name}}}", _OPENED)

    def _unclosed(self, left: _Open) -> Stop:
        if left.sign in ("$", "$$"):
            return Stop(
                left.at,
                f"a {left.sign} without its other one",
                r"close the formula, or write \$ for a dollar",
            )
        begins, end = f"\\begin{{{left.sign}}}", f"\\end{{{left.sign}}}"
        if left.sign in _ENDS:
            begins, end = f"a {left.sign}", _ENDS[left.sign]
        return Stop(
            left.at, f"{begins} without its {end}", f"write {end} where it ends"
        )
