"""Answers in plain text, in what is typed as text (Markdown, Org, Typst), in consoles and programs, with formulas and prints."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.exact.units import priced
from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.written import Contents

ORDER = 40
SUFFIXES = {
    ".md": "Markdown",
    ".txt": "plain text",
    ".log": "what a console shows",
    ".py": "Python, read and never run",
    ".org": "Org",
    ".adoc": "AsciiDoc",
    ".rst": "reStructuredText",
    ".typ": "Typst",
    ".r": "R, read and never run",
    ".m": "MATLAB or Octave, read and never run",  # octave.py, which comes behind, reads it
    ".jl": "Julia, read and never run",
}


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a text.

    >>> [answer.label for answer in read(b"# Question 1\\nA = [[1, 2]]", frozenset())[0].answers]
    ['A']
    """
    return [prose.read(priced(decoded(data)), ids)]
