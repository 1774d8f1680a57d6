"""A text of any kind, LaTeX, Markdown or plain, read as one: its signs made plain, its layouts flat, its equations found."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from symattn.errors import LimitError
from symattn.marking.answers import statements
from symattn.marking.answers.boxed import SIGNS, undrawn
from symattn.marking.answers.drawn import plainly, tabulars
from symattn.marking.answers.flat import Flat
from symattn.marking.answers.latex import flatten
from symattn.marking.answers.layout import laid_out
from symattn.marking.answers.printouts import bracketed
from symattn.marking.answers.written import START, Contents, Place
from symattn.marking.said import reading
from symattn.notation.symbols import kept

LONGEST = 1_000_000  # characters of a text with equations
_STYLED = re.compile("[\U0001d400-\U0001d7ffℎℬℰℱℋℐℒℳℛℭℌℑℜℤ]+")

NEWLINE = "\n"
_STRUCK = re.compile(r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,5000}?~~")
_BOLD = re.compile(r"(?<![\w*)\]])\*\*(?=[^\s*])([^*\n]{1,500}?)(?<=\S)\*\*(?![\w*(])")
_OWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ue000-\uf8ff]")
_SESSION = re.compile(r"^(?:In \[\d+\]:|>>> )", re.MULTILINE)
_SHOWN = re.compile(
    r"^(?:In \[\d+\]:|>>>)[ \t]*(?:print\()?([A-Za-z_]\w*)\)?[ \t]*\n{1,3}(?:Out\[\d+\]:)?[ \t]*\n?"
    r"(?=[ \t]*(?:\[|array|tensor|Matrix))",
    re.MULTILINE,
)
_COUNTED = re.compile(r"^([ \t#*_>-]*(?:(?:for|für|bei)[ \t]+)?\$?)[ih][ \t]*=[ \t]*(\d{1,3})(?=\$?[ \t*_]*:)", re.MULTILINE)
_MARKED = re.compile(r"^(#{1,6}[ \t]+\$?)[ih][ \t]*=[ \t]*(\d{1,3})(?=\$?[ \t]*$)", re.MULTILINE)
_MATHEMATICA = re.compile(r"^Out\[\d{1,4}\]\s*(?://\w+)?\s*=", re.MULTILINE)
_TORCH_SIZE = re.compile(r"(?:torch\.)?Size\(\[([\d, ]{1,100})\]\)")
_PROMPT = re.compile(r"^(?:In \[\d+\]:|>>>|\.\.\.)[ \t]?", re.MULTILINE)
_PROGRAM = re.compile(r"^[ \t]*(?:import \w+|from \w+ import|print\(|def \w+\(|for \w+ in )", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*%.*", re.MULTILINE)


def read(
    text: str, ids: frozenset[str] = frozenset(), *, latex: bool = False, printed: bool = False, start: Place = START
) -> Contents:
    """The equations of a text; *latex* says that ``%`` begins a comment, *printed* that numbers have lost their zeros.
    Raises LimitError.

    >>> [(answer.label, answer.text) for answer in read("𝐐¹ = [1 2]").answers]
    [('𝐐¹', '[1 2]')]
    """
    if len(text) > LONGEST:
        raise LimitError(reading("long_text", count=f"{len(text):,}", most=f"{LONGEST:,}"))
    printed = printed or (not latex and _MATHEMATICA.search(text) is not None)
    if latex:
        text = tabulars(text)
    else:
        text = bracketed(plainly(_undressed(text)))
    if not latex and _SESSION.search(text):
        text = _PROMPT.sub("", _SHOWN.sub(r"\1 = ", text))
    if "Size([" in text:
        text = _TORCH_SIZE.sub(r"(\1)", text)
    if "=" in text:
        text = _MARKED.sub(r"\1Head \2", _COUNTED.sub(r"\1Head \2", text))  # i = 1: as a heading
    found = statements.read(flat(text, latex), ids, printed, start)
    if not latex and _PROGRAM.search(text):
        found.answers = [replace(answer, loose=True) for answer in found.answers]
    return found


def _undressed(text: str) -> str:
    """A text without Markdown's stars for bold print, and without what is struck out in it.

    >>> _undressed("**(a)** S = ~~[9 9]~~ [1 3] and 2**3")
    '(a) S =  [1 3] and 2**3'
    """
    text = _STRUCK.sub(lambda m: NEWLINE * m[0].count(NEWLINE), text) if "~~" in text else text
    return _BOLD.sub(r"\1", text) if "**" in text else text


def flat(text: str, latex: bool = False) -> Flat:
    """A text made flat.

    >>> flat("A = $[1 2]$").text
    'A =  [1 2] '
    """
    if not text.isascii():
        text = (
            _STYLED.sub(lambda m: m[0] if kept(m[0]) else unicodedata.normalize("NFKC", m[0]), text)
            .replace("\u200b", "")
            .replace("\ufeff", "")
            .replace("\u2062", "")
        )
    text = _OWN.sub("\ufffd", text)
    if not latex:
        text = _COMMENT.sub("", text)
    if latex or "\\" in text or "$" in text:
        found = flatten(text, comments=latex)
    elif SIGNS.isdisjoint(text):
        found = Flat()
        found.add(text, 1)
    else:
        found = undrawn(text)
    return laid_out(found) if not latex else found
