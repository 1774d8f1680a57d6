"""A text of any kind, LaTeX, Markdown or plain, read as one: its signs made plain, its matrices found, then its equations."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from symattn.errors import LimitError
from symattn.limits import MOST_TEXT
from symattn.marking.answers import statements
from symattn.marking.answers.boxed import undrawn
from symattn.marking.answers.flat import Flat
from symattn.marking.answers.latex import flatten
from symattn.marking.answers.layout import laid_out
from symattn.marking.answers.ledger import Source
from symattn.marking.answers.numerals import evidence
from symattn.marking.answers.programs import rewritten, tabulars
from symattn.marking.answers.rows import taken_out
from symattn.marking.answers.written import START, Contents, Place
from symattn.marking.said import reading
from symattn.notation.symbols import kept

_STYLED = re.compile("[\U0001d400-\U0001d7ffℎℬℰℱℋℐℒℳℛℭℌℑℜℤ]+")

NEWLINE = "\n"
_STRUCK = re.compile(r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,5000}?~~")
_BOLD = re.compile(r"(?<![\w*)\]])\*\*(?=[^\s*])([^*\n]{1,500}?)(?<=\S)\*\*(?![\w*(])")
# Pages leave such signs around their formulas; inside a number they stay, and the number cannot be read.
_INVISIBLE = re.compile("(?<![0-9.,])[\u200b\u2062\ufeff]+|[\u200b\u2062\ufeff]+(?![0-9.,\u200b\u2062\ufeff])")
_NUMBER = re.compile(r"\d{1,2}\s?[a-h]|[a-h]")  # of a part, in bold print and without a bracket
_OWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff]")
_COUNTED = re.compile(r"^([ \t#*_>-]*(?:(?:for|für|bei)[ \t]+)?\$?)[ih][ \t]*=[ \t]*(\d{1,3})(?=\$?[ \t*_]*:)", re.MULTILINE)
_MARKED = re.compile(r"^(#{1,6}[ \t]+\$?)[ih][ \t]*=[ \t]*(\d{1,3})(?=\$?[ \t]*$)", re.MULTILINE)
_PROGRAM = re.compile(r"^[ \t]*(?:import \w+|from \w+ import|print\(|def \w+\(|for \w+ in )", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*%(?![ \t]*(?:head|kopf|both|question|aufgabe)\b).*", re.MULTILINE | re.IGNORECASE)
_HEADED = re.compile(r"^[ \t]*%+(?=[ \t]*[^\W\d_])", re.MULTILINE)
_ITALIC = re.compile(r"(?<![\w*)\]])\*(\([^*()\n]*[^\W\d_]{3}[^*()\n]*\))\*(?![\w*(])")  # *(3 marks)*


def read(
    text: str, ids: frozenset[str] = frozenset(), *, latex: bool = False, start: Place = START
) -> Contents:
    """The equations of a text; *latex* says that ``%`` begins a comment. Raises LimitError.

    >>> [(answer.label, answer.text) for answer in read("𝐐¹ = [1 2]").answers]
    [('𝐐¹', '[1 2]')]
    """
    if len(text) > MOST_TEXT:
        raise LimitError(reading("long_text", count=f"{len(text):,}", most=f"{MOST_TEXT:,}"))
    with evidence(text):
        found = statements.read(flat(text, latex), ids, start)
    found.sources.append(Source(text))
    if not latex and _PROGRAM.search(text):
        found.answers = [replace(answer, loose=True) for answer in found.answers]
    return found


def flat(text: str, latex: bool = False) -> Flat:
    """A text made flat: its matrices that are laid out over lines taken out, its LaTeX without dressing.

    >>> flat("A = [1 2]").text
    'A = [1 2]'
    """
    if not text.isascii():
        text = _STYLED.sub(lambda m: m[0] if kept(m[0]) else unicodedata.normalize("NFKC", m[0]), text)
        text = _INVISIBLE.sub("", text)
    text = _OWN.sub("\ufffd", text)
    if "=" in text:  # i = 1: as a heading
        text = _MARKED.sub(r"\1Head \2", _COUNTED.sub(r"\1Head \2", text))
    if latex:
        return flatten(tabulars(text), comments=True)
    text, grids = taken_out(*undrawn(rewritten(_HEADED.sub("#", _COMMENT.sub("", _undressed(text))))))
    if "\\" in text or "$" in text:
        return laid_out(flatten(text, comments=False, grids=grids))
    found = Flat(grids=grids)
    found.add(text, 1)
    return laid_out(found)


def _undressed(text: str) -> str:
    """A text without Markdown's stars for bold print, and without what is struck out in it.

    >>> _undressed("**(a)** S = ~~[9 9]~~ [1 3] and 2**3")
    '(a) S =  [1 3] and 2**3'
    """
    text = _STRUCK.sub(lambda m: NEWLINE * m[0].count(NEWLINE), text) if "~~" in text else text
    text = _ITALIC.sub(r"\1", text) if "*(" in text else text
    return _BOLD.sub(lambda m: f"{m[1]})" if _NUMBER.fullmatch(m[1]) else m[1], text) if "**" in text else text
