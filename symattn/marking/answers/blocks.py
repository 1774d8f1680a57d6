"""The blocks of a page or a document as one text: headings as Markdown's, rows of tables with bars, what is struck out as ~~ puts
it. What stands round each kind of element is a list; a new kind is one rule.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.lists import Lists
from symattn.marking.answers.markup import plain
from symattn.said import Pair
from symattn.tex.signs import words

_NO_POWER = spoken(
    r"\s*(?:«nth_ending»|[*†‡]*)\s*"
)  # 1st and marks of notes are no powers
_LINES = pattern(r"\s*\n\s*")
_SCRIPTED = pattern(
    r"\\\(((?:[^\\]|\\(?!\)))+)\\\)|\\\[((?:[^\\]|\\(?!\]))+)\\\]|\$\$([^$]+)\$\$"
)
NEWLINE, PARAGRAPH = "\n", "\n\n"


class ElementRule(NamedTuple):
    """What is put before and behind elements, ``.name`` those of a class, and what inside a row of a table, which stays on its
    line; an example in HTML, and what it gives."""

    tags: frozenset[str]
    around: Pair
    in_row: Pair
    example: str
    gives: str


_PARAGRAPHS = words("li ul ol pre blockquote figure main summary dt dd")
PARTS: tuple[ElementRule, ...] = (
    ElementRule(
        words("h1 h2 h3 h4 h5 h6"),
        ("\n\n# ", PARAGRAPH),
        ("\n\n# ", " "),
        "<h2>Part 1</h2>",
        "\n\n# Part 1\n\n",
    ),
    ElementRule(words("tr"), (NEWLINE, "|"), (NEWLINE, "|"), "<tr>1</tr>", "\n1|"),
    ElementRule(
        words("td th"),
        ("| ", ""),
        ("| ", ""),
        "<tr><th>Q<td>1<tr><td>2</tr>",
        "\n| Q| 1|\n| 2|",
    ),
    ElementRule(
        words("table"),
        (PARAGRAPH, PARAGRAPH),
        (PARAGRAPH, " "),
        "Q =<table></table>",
        "Q =\n\n\n\n",
    ),
    ElementRule(
        words("p section"),
        (PARAGRAPH, PARAGRAPH),
        (" ", " "),
        "<tr><td><p>1</p></td></tr>",
        "\n|  1 |",
    ),
    ElementRule(words("br div"), (NEWLINE, ""), (" ", ""), "1 2<br>3 4", "1 2\n3 4"),
    ElementRule(words("tab"), (" ", ""), (" ", ""), "1<tab>2", "1 2"),
    ElementRule(
        words(".lhs"), (PARAGRAPH, ""), (PARAGRAPH, ""), '<b class="lhs">Q</b>', "\n\nQ"
    ),
    ElementRule(_PARAGRAPHS, (PARAGRAPH, ""), (" ", ""), "<li>Q</li>", "\n\nQ"),
)
"""What stands round the elements of a page. A class goes before a tag."""
SILENT = words("style script svg head template button nav .mark .marks .frames")
"""Elements of which no reader sees anything, or that a key puts beside its answers."""
STRUCK = words("s del strike")
"""Elements that strike out what stands in them."""
_SCRIPTS = {"sup": "^", "sub": "_"}
ALONE = words("br img hr meta link input col wbr source tab")
"""Tags without an end."""
_OF_ROWS = words("table thead tbody tfoot")
_PART_OF = {tag: part for part in PARTS for tag in part.tags}


class Open:
    """The tags that are open, and how often each is, so that none is looked for among many.

    >>> tags = Open()
    >>> tags.push("p"), tags.push("b"), tags.pop("p"), bool(tags)
    (None, None, 2, False)
    """

    def __init__(self) -> None:
        self._tags: list[str] = []
        self._count: Counter[str] = Counter()

    def __bool__(self) -> bool:
        return bool(self._tags)

    def __contains__(self, tag: str) -> bool:
        return self._count[tag] > 0

    def push(self, tag: str) -> None:
        """One more."""
        self._tags.append(tag)
        self._count[tag] += 1

    def pop(self, tag: str) -> int:
        """End that tag and all that were begun in it; how many these are."""
        before = len(self._tags)
        while (last := self._tags.pop()) != tag:
            self._count[last] -= 1
        self._count[tag] -= 1
        return before - len(self._tags)


class Blocks:
    """The text of a page while it is gathered, element by element.

    >>> blocks = Blocks()
    >>> for tag in ("tr", "td"):
    ...     blocks.begun(tag)
    >>> blocks.said("1")
    >>> blocks.ended("td"), blocks.ended("tr"), blocks.text
    (None, None, '\\n| 1|')
    """

    def __init__(self) -> None:
        self._out: list[str] = []
        self._silent, self._struck = Open(), Open()
        self._raised: list[
            int
        ] = []  # where the texts begin that stand above or below their line
        self._rows = [
            0
        ]  # of each table that is open its open row, a line each, whatever stands in its cells
        self._lists = Lists()
        self._counted = 0  # texts up to the number of an item

    @property
    def text(self) -> str:
        """All that was gathered."""
        return "".join(self._out)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is gathered now."""
        return bool(self._silent)

    def begun(
        self, tag: str, kind: str = "", struck: bool = False, counted: str = ""
    ) -> None:
        """An element begins, of a class of that *kind*; *struck* says that it strikes out what is in it, *counted* how the items
        of a list are counted."""
        named = f".{kind}"
        if self._silent or tag in SILENT or named in SILENT:
            if not (self._silent and tag in ALONE):
                self._silent.push(tag)
            return
        part = _PART_OF.get(named) or _PART_OF.get(tag)
        if tag == "tr" and self._rows[-1]:  # a page need not end its rows
            self.ended("tr")
        if tag in _SCRIPTS:
            self._raised.append(len(self._out))
        if self._struck:
            self._out.append(" " if part else "")
        elif part is not None:
            self._rows[-1] |= tag == "tr"
            begins = tag == "p" and self._counted == len(
                self._out
            )  # <li><p>Q</p>: the number stands before the words
            self._out.append(
                "" if begins else (part.in_row if any(self._rows) else part.around)[0]
            )
            self._rows += [0] * (tag == "table")
        if tag in ("ol", "ul"):
            self._lists.begun(counted if tag == "ol" else None)
        elif tag == "li" and not self._struck:
            self._out.append(self._lists.item())
            self._counted = len(self._out)
        if tag in ALONE:
            return
        if not self._struck and (struck or tag in STRUCK):
            self._out.append("~~")
            self._struck.push(tag)
        elif self._struck:
            self._struck.push(tag)

    def ended(self, tag: str) -> None:
        """An element ends."""
        if self._silent:
            if tag in self._silent:
                self._silent.pop(tag)
            return
        if tag in ("ol", "ul"):
            self._lists.ended()
        if tag in _OF_ROWS and self._rows[-1]:
            self.ended("tr")
        if tag == "table" and len(self._rows) > 1:
            self._rows.pop()
        if tag in self._struck:
            self._struck.pop(tag)
            self._out.append(" " if self._struck else "~~")
        if tag in _SCRIPTS and self._raised:
            self._script(_SCRIPTS[tag], self._raised.pop())
        if not self._struck and (part := _PART_OF.get(tag)) is not None:
            self._out.append((part.in_row if any(self._rows) else part.around)[1])
            self._rows[-1] &= tag != "tr"

    def _script(self, sign: str, start: int) -> None:
        """Make what was gathered from a place on a script of what stands before it, 2^{32}, M_{1}."""
        inner = "".join(self._out[start:])
        if (
            not self._struck
            and inner.strip()
            and (sign == "_" or _NO_POWER.fullmatch(inner) is None)
        ):
            self._out[start:] = [sign, "{", inner.strip(), "}"]

    def said(self, text: str) -> None:
        """Words between tags, with what a script shows of LaTeX in them; between the rows of a table nothing is said."""
        if "\\" in text and (formulas := _SCRIPTED.split(text))[1:]:
            for words, *ways in zip(
                formulas[::4], *([*formulas[k::4], ""] for k in (1, 2, 3)), strict=True
            ):
                self.said(words)
                if inner := next(filter(None, ways), ""):
                    self.formula(inner)
            return
        if not self._silent and not (
            text.isspace() and (any(self._rows) or (self._out and self._out[-1] == "|"))
        ):
            self._out.append(plain(_LINES.sub(" ", text) if any(self._rows) else text))

    def formula(self, latex: str) -> None:
        """A formula, as LaTeX."""
        if not self._silent:
            self._out.append(f" ${latex}$ ")
