"""Answers in HTML: a page with MathML in it, as keys are, or what a course's text box saves.

Pages come from strangers, so they are cut into tags and words by one expression that looks at every character once: the
library's own parser takes minutes for 60 kB of tags that never end, and fails on some marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from xml.etree.ElementTree import Element

from symattn.errors import LimitError
from symattn.later import pattern
from symattn.limits import MOST_TAGS
from symattn.marking.answers import prose
from symattn.marking.answers.blocks import SILENT, Blocks, Open
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.markup import latex
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading

ORDER = 70
SUFFIXES = {".html": "HTML", ".htm": "HTML"}
_PIECE = pattern(
    r"<!--(?:[^-]++|-(?!->))*+(?:-->)?|<[!?][^>]*+>?"  # what no reader sees
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][^\s/<>\"']*+)(?P<about>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)[\"']?>?"
    r"|[^<]++|<"
)  # what is begun and never ends is taken as far as it was looked at, so nothing is looked at twice
_ABOUT = pattern(
    r"([^\s=/\"']++)\s*+(?:=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"']++)))?"
)
_LONG = pattern(r"&#[xX]?[0-9a-fA-F]{8,}+;?")  # no character has so long a number


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a page; raises LimitError.

    >>> page = b"<p><math><mi>Q</mi><mo>=</mo><mo>[</mo><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr></mtable><mo>]</mo></math>"
    >>> [(answer.label, len(answer.cells[0])) for answer in read(page, frozenset())[0].answers]
    [('Q', 2)]
    """
    page = _Page()
    page.feed(decoded(data))
    return [prose.read(page.blocks.text, ids)]


class _Page:
    """Cuts a page into tags and words: what stands in formulas goes into their trees, all else into the blocks of its text."""

    def __init__(self) -> None:
        self.blocks = Blocks()
        self.open = Open()  # the elements of the formula that is being read
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
        attributes = {
            name.lower(): unescape(_LONG.sub("", a or b or c))
            for name, a, b, c in _ABOUT.findall(about)
        }
        kind = attributes.get("class", "")
        if (
            self.blocks.is_silent
            or not (tag == "math" or self.open)
            or f".{kind}" in SILENT
        ):
            counted = " ".join(
                f"{name}={attributes[name]}"
                for name in ("type", "start")
                if name in attributes
            )
            self.blocks.begun(
                tag, kind, "line-through" in attributes.get("style", "") + kind, counted
            )
            return
        self.parted()
        node = Element(tag, attributes)
        if self.nodes:
            self.nodes[-1].append(node)
        self.open.push(tag)
        self.nodes.append(node)

    def ended(self, tag: str) -> None:
        """A tag ends; a whole formula is put down."""
        if self.blocks.is_silent or not self.open:
            self.blocks.ended(tag)
            return
        if tag not in self.open:
            return
        self.parted()
        ended = self.open.pop(tag)
        node = self.nodes[-ended]
        del self.nodes[-ended:]
        if not self.nodes:
            self.blocks.formula(latex(node))

    def said(self, words: str) -> None:
        """Words between tags."""
        if self.nodes and not self.blocks.is_silent:
            self.words.append(words)
        else:
            self.blocks.said(words)

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
