"""Answers in HTML: a page with MathML in it, as keys are, or what a course's text box saves.

Pages come from strangers, so they are cut into tags and words by one expression that looks at every character once: the
library's own parser takes minutes for 60 kB of tags that never end, and fails on some marks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import unescape
from xml.etree.ElementTree import Element

from symattn.errors import LimitError
from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.markup import latex, plain
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading

ORDER = 70
SUFFIXES = {".html": "HTML", ".htm": "HTML"}
MOST_TAGS = 200_000
_SILENT = frozenset(["style", "script", "svg", "head", "template", "button", "nav"])

_HEADS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_BREAKS = frozenset(
    ["p", "div", "br", "li", "section", "tr", "table", "ul", "ol", "pre", "blockquote", "figure", "main", "summary", "dt", "dd"]
)
_EMPTY = frozenset(["br", "img", "hr", "meta", "link", "input", "col", "wbr", "source"])
_PIECE = re.compile(
    r"<!--(?:[^-]++|-(?!->))*+(?:-->)?|<[!?][^>]*+>?"  # what no reader sees
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][^\s/<>\"']*+)(?P<about>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)[\"']?>?"
    r"|[^<]++|<"
)  # what is begun and never ends is taken as far as it was looked at, so nothing is looked at twice
_LINES = re.compile(r"\s*\n\s*")
_ABOUT = re.compile(r"([^\s=/\"']++)\s*+(?:=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"']++)))?")
_LONG = re.compile(r"&#[xX]?[0-9a-fA-F]{8,}+;?")  # no character has so long a number


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a page; raises LimitError.

    >>> page = b"<p><math><mi>Q</mi><mo>=</mo><mo>[</mo><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr></mtable><mo>]</mo></math>"
    >>> [(answer.label, len(answer.cells[0])) for answer in read(page, frozenset())[0].answers]
    [('Q', 2)]
    """
    page = _Page()
    page.feed(decoded(data))
    return [prose.read("".join(page.out), ids)]


class _Open:
    """The tags that are open, and how often each is, so that none is looked for among many."""

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


class _Page:
    """Gathers the words of a page, its formulas as LaTeX, its headings as Markdown's, its tables as rows with bars."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.silent = _Open()
        self.struck = _Open()  # what is struck out, put down as Markdown does
        self.table = 0  # rows of tables that are open: a line each, whatever stands in their cells
        self.open = _Open()  # the elements of the formula that is being read
        self.nodes: list[Element] = []
        self.words: list[str] = []  # what was read of it since the last of its tags

    def feed(self, text: str) -> None:
        """Read a whole page; raises LimitError for more tags than a page has."""
        place = tags = 0
        while (piece := _PIECE.match(text, place)) is not None:
            place = piece.end()
            if piece["tag"] is None:
                if not piece[0].startswith(("<!", "<?")):
                    self.said(unescape(_LONG.sub("\ufffd", piece[0])))
                continue
            tags += 1
            if tags > MOST_TAGS:
                raise LimitError(reading("most_tags", most=f"{MOST_TAGS:,}", page=1))
            tag = piece["tag"].lower()
            if piece["end"]:
                self.ended(tag)
                continue
            self.begun(tag, piece["about"])
            if piece["about"].endswith("/"):
                self.ended(tag)
            elif tag in ("script", "style"):  # their text is no markup
                end = re.compile(f"</{tag}", re.I).search(text, place)
                place = end.start() if end else len(text)

    def begun(self, tag: str, about: str) -> None:
        """A tag begins; inside a formula it is a part of it."""
        if self.silent:
            if tag not in _EMPTY:
                self.silent.push(tag)
            return
        attributes = {name.lower(): unescape(_LONG.sub("", a or b or c)) for name, a, b, c in _ABOUT.findall(about)}
        if tag in _SILENT or attributes.get("class") in ("mark", "marks", "frames"):
            self.silent.push(tag)
            return
        self.strikes(tag, attributes)
        if tag == "math" or self.open:
            self.parted()
            node = Element(tag, attributes)
            if self.nodes:
                self.nodes[-1].append(node)
            self.open.push(tag)
            self.nodes.append(node)
        elif self.struck:
            self.out.append(" " if tag in _BREAKS else "")
        elif tag in _HEADS:
            self.out.append("\n\n# ")
        elif tag == "tr":
            self.table += 1
            self.out.append("\n")
        elif tag in ("td", "th"):
            self.out.append("| ")
        elif tag == "table":
            self.out.append("\n\n")
        elif tag in _BREAKS or attributes.get("class") == "lhs":
            beside = self.table and attributes.get("class") != "lhs"  # inside a cell: a row stays on its line
            self.out.append(" " if beside else "\n" if tag in ("br", "div") else "\n\n")

    def strikes(self, tag: str, attributes: dict[str, str]) -> None:
        """A tag by which words are struck out begins, or one inside such a tag."""
        through = "line-through" in attributes.get("style", "") + attributes.get("class", "")
        begins = not self.struck and (tag in ("s", "del", "strike") or through) and tag not in _EMPTY
        if begins:
            self.out.append("~~")
        if begins or (self.struck and tag not in _EMPTY):
            self.struck.push(tag)

    def ended(self, tag: str) -> None:
        """A tag ends; a whole formula is put down."""
        if self.silent:
            if tag in self.silent:
                self.silent.pop(tag)
            return
        if tag in self.struck and not self.open:
            self.struck.pop(tag)
            self.out.append(" " if self.struck else "~~")
        if self.open:
            if tag not in self.open:
                return
            self.parted()
            ended = self.open.pop(tag)
            node = self.nodes[-ended]
            del self.nodes[-ended:]
            if not self.nodes:
                self.out.append(f" ${latex(node)}$ ")
        elif self.struck:
            return
        elif tag == "tr":
            self.table -= self.table > 0
            self.out.append("|")
        elif tag in _HEADS or tag in ("p", "section", "table"):
            self.out.append(" " if self.table else "\n\n")

    def said(self, words: str) -> None:
        """Words between tags."""
        if self.silent:
            return
        if self.nodes:
            self.words.append(words)
        elif not words.isspace() or not (self.table or (self.out and self.out[-1] == "|")):  # between rows nothing is said
            self.out.append(plain(_LINES.sub(" ", words) if self.table else words))

    def parted(self) -> None:
        """Put the words read so far where they belong in the formula."""
        if not self.words:
            return
        node, words = self.nodes[-1], "".join(self.words)
        self.words.clear()
        if len(node):
            node[-1].tail = (node[-1].tail or "") + words
        else:
            node.text = (node.text or "") + words
