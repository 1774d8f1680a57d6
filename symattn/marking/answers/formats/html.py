"""Answers in HTML: a page with MathML in it, as keys are, or what a course's text box saves."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.markup import latex, plain
from symattn.marking.answers.written import Contents

ORDER = 70
SUFFIXES = {".html": "HTML", ".htm": "HTML"}
_SILENT = frozenset(["style", "script", "svg", "head", "template", "button", "nav"])
_HEADS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_BREAKS = frozenset(
    ["p", "div", "br", "li", "section", "tr", "table", "ul", "ol", "pre", "blockquote", "figure", "main", "summary", "dt", "dd"]
)
_EMPTY = frozenset(["br", "img", "hr", "meta", "link", "input", "col", "wbr", "source"])


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a page.

    >>> page = b"<p><math><mi>Q</mi><mo>=</mo><mo>[</mo><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr></mtable><mo>]</mo></math>"
    >>> [(answer.label, len(answer.cells[0])) for answer in read(page, frozenset())[0].answers]
    [('Q', 2)]
    """
    page = _Page()
    page.feed(decoded(data))
    page.close()
    return [prose.read("".join(page.out), ids)]


class _Page(HTMLParser):
    """Gathers the words of a page, its formulas as LaTeX, its headings as Markdown's, its tables as rows with bars."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.silent: list[str] = []
        self.open: list[Element] = []  # the elements of the formula that is being read
        self.cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins; inside a formula it is a part of it."""
        if self.silent:
            if tag not in _EMPTY:
                self.silent.append(tag)
        elif tag in _SILENT or ("class", "mark") in attrs or ("class", "marks") in attrs:
            self.silent.append(tag)
        elif tag == "math" or self.open:
            node = Element(tag, {name: value or "" for name, value in attrs})
            if self.open:
                self.open[-1].append(node)
            self.open.append(node)
        elif tag in _HEADS:
            self.out.append("\n\n# ")
        elif tag in ("td", "th"):
            self.out.append("| ")
        elif tag in _BREAKS or ("class", "lhs") in attrs:
            self.out.append("\n" if tag in ("br", "tr", "div") else "\n\n")

    def handle_endtag(self, tag: str) -> None:
        """A tag ends; a whole formula is put down."""
        if self.silent:
            if tag in self.silent:
                while self.silent.pop() != tag:
                    pass
        elif self.open:
            if any(node.tag == tag for node in self.open):
                while (node := self.open.pop()).tag != tag:
                    pass
                if not self.open:
                    self.out.append(f" ${latex(node)}$ ")
        elif tag in _HEADS or tag in ("p", "section", "table"):
            self.out.append("\n\n")
        elif tag == "tr":
            self.out.append("|\n")

    def handle_data(self, data: str) -> None:
        """Words between tags."""
        if self.silent:
            return
        if self.open:
            node = self.open[-1]
            if len(node):
                node[-1].tail = (node[-1].tail or "") + data
            else:
                node.text = (node.text or "") + data
        else:
            self.out.append(plain(data))
