"""Answers in Word: paragraphs, tables and equations of a .docx file."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element, ParseError, fromstring

from symattn.errors import LimitError, SymattnError
from symattn.later import pattern
from symattn.limits import LARGEST_DOCUMENT, MOST_DOCUMENT_DEPTH, MOST_TAGS
from symattn.marking.answers import prose
from symattn.marking.answers.blocks import Blocks
from symattn.marking.answers.markup import called, latex
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading
from symattn.tables import in_turn

ORDER = 80
SUFFIXES = {".docx": "Word"}
_OTHER = pattern(rb"encoding\s*=\s*['\"](?!utf-8['\"])", re.I)

ELEMENTS = {"p": "div", "tr": "tr", "tc": "td", "br": "br", "cr": "br", "tab": "tab"}
"""What the parts of a document are in a page; a heading and what is struck out are told by their looks."""
UNSEEN = frozenset(["pPr", "rPr", "del", "instrText"])


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a Word file; raises SymattnError when it is none, LimitError for one too large.

    >>> with zipfile.ZipFile(file := io.BytesIO(), "w") as packed:
    ...     packed.writestr("word/document.xml", "<body><p><r><t>A = [[1, 2]]</t></r></p></body>")
    >>> [answer.label for answer in read(file.getvalue(), frozenset())[0].answers]
    ['A']
    >>> read(b"PK", frozenset())
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: no Word file: File is not a zip file
    """
    try:
        with (
            zipfile.ZipFile(io.BytesIO(data)) as packed,
            packed.open("word/document.xml") as file,
        ):
            text = file.read(LARGEST_DOCUMENT + 1)
        if len(text) > LARGEST_DOCUMENT:
            raise LimitError(reading("most_unpacked", most=f"{LARGEST_DOCUMENT:,}"))
        if text.count(b"<") > MOST_TAGS:
            raise LimitError(reading("most_tags", most=f"{MOST_TAGS:,}"))
        if b"<!" in text or b"\0" in text or _OTHER.search(text[:200]):
            raise SymattnError(reading("entities"))
        root = fromstring(text)
    except (
        zipfile.BadZipFile,
        KeyError,
        ParseError,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise SymattnError(reading("no_such", what="Word", error=str(error))) from None
    blocks = Blocks()
    _walk(blocks, root, 0)
    return [prose.read(blocks.text, ids)]


def _is_heading(paragraph: Element) -> bool:
    style = next((part for part in paragraph.iter() if called(part) == "pStyle"), None)
    return style is not None and any(
        "heading" in value.lower() or value.lower() == "title"
        for value in style.attrib.values()
    )


def _marks(run: Element, *names: str) -> Iterator[Iterable[str]]:
    """What is said of how a run is set, by the names of such."""
    for about in run:
        if called(about) == "rPr":
            yield from (mark.attrib.values() for mark in about if called(mark) in names)


def _is_struck(run: Element) -> bool:
    """Whether a run is struck out, once or twice."""
    marks = _marks(run, "strike", "dstrike")
    return any({"0", "false", "off"}.isdisjoint(said) for said in marks)


def _script(run: Element) -> str:
    """The tag of a run that stands above or below its line, as powers and indices do; "" for any other."""
    said = in_turn(_marks(run, "vertAlign"))
    return next(
        (value[:3] for value in said if value in ("superscript", "subscript")), ""
    )


def _tag(node: Element) -> str:
    """What a part of a document is in a page, "" for nothing of its own."""
    name = called(node)
    if name == "r":
        return "s" if _is_struck(node) else _script(node)
    return "h1" if name == "p" and _is_heading(node) else ELEMENTS.get(name, "")


def _walk(blocks: Blocks, node: Element, depth: int) -> None:
    """Put what stands below a part of a document, its equations as LaTeX."""
    if depth > MOST_DOCUMENT_DEPTH:
        raise LimitError(reading("deep_document", most=MOST_DOCUMENT_DEPTH))
    for child in node:
        name = called(child)
        if name == "oMath":
            blocks.formula(latex(child))
        elif name == "t":
            blocks.said(child.text or "")
        elif name not in UNSEEN:
            if tag := _tag(child):
                blocks.begun(tag)
            _walk(blocks, child, depth + 1)
            if tag:
                blocks.ended(tag)
