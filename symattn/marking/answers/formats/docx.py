"""Answers in Word: paragraphs, tables and equations of a .docx file."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, ParseError, fromstring

from symattn.errors import LimitError, SymattnError
from symattn.marking.answers import prose
from symattn.marking.answers.markup import latex, plain
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading

ORDER = 80
SUFFIXES = {".docx": "Word"}
LARGEST = 10_000_000  # bytes of the document once it is unpacked
MOST_TAGS = 200_000
_OTHER = re.compile(rb"encoding\s*=\s*['\"](?!utf-8['\"])", re.I)

MOST_DEPTH = 60


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a Word file; raises SymattnError when it is none, LimitError for one too large.

    >>> read(b"PK", frozenset())
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: no Word file: File is not a zip file
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed, packed.open("word/document.xml") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise LimitError(reading("most_unpacked", most=f"{LARGEST:,}"))
        if text.count(b"<") > MOST_TAGS:
            raise LimitError(reading("most_tags", most=f"{MOST_TAGS:,}"))
        if b"<!" in text or b"\0" in text or _OTHER.search(text[:200]):
            raise SymattnError(reading("entities"))
        root = fromstring(text)
    except (zipfile.BadZipFile, KeyError, ParseError, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise SymattnError(reading("no_such", what="Word", error=str(error))) from None
    return [prose.read("\n".join(_blocks(root, 0)), ids)]


def _name(node: Element) -> str:
    return node.tag.rpartition("}")[2]


def _blocks(node: Element, depth: int) -> Iterator[str]:
    """The paragraphs below a node, a heading as Markdown's, a row of a table with bars."""
    if depth > MOST_DEPTH:
        raise LimitError(reading("deep_document", most=MOST_DEPTH))
    for child in node:
        name = _name(child)
        if name == "p":
            text = _words(child, 0).strip()
            yield f"\n# {text}\n" if _is_heading(child) else text
        elif name == "tr":
            yield f"| {' | '.join(' '.join(_blocks(cell, depth + 1)).strip() for cell in child if _name(cell) == 'tc')} |"
        else:
            yield from _blocks(child, depth + 1)


def _is_heading(paragraph: Element) -> bool:
    style = next((part for part in paragraph.iter() if _name(part) == "pStyle"), None)
    return style is not None and any("heading" in value.lower() or value.lower() == "title" for value in style.attrib.values())


def _is_struck(run: Element) -> bool:
    """Whether a run is struck out, once or twice."""
    marks = (mark for about in run if _name(about) == "rPr" for mark in about if _name(mark) in ("strike", "dstrike"))
    return any(not {"0", "false", "off"} & set(mark.attrib.values()) for mark in marks)


def _words(node: Element, depth: int) -> str:
    """The words of a paragraph, its equations as LaTeX."""
    if depth > MOST_DEPTH:
        raise LimitError(reading("deep_document", most=MOST_DEPTH))
    parts = []
    for child in node:
        name = _name(child)
        if name == "oMath":
            parts.append(f" ${latex(child)}$ ")
        elif name == "t":
            parts.append(plain(child.text or ""))
        elif name == "tab":
            parts.append(" ")
        elif name in ("br", "cr"):
            parts.append("\n")
        elif name == "r" and _is_struck(child):
            parts.append(f"~~{_words(child, depth + 1).strip()}~~ ")
        elif name not in ("pPr", "rPr", "del", "instrText"):
            parts.append(_words(child, depth + 1))
    return "".join(parts)
