"""One writer per format: ``escape`` a text, ``write`` a box, set an author's ``prose``.

A new format is one module here with a ``Writer`` class, one line in ``WRITERS``, and a folder of templates.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from symattn.boxes import Box
from symattn.errors import SymattnError, nearest

WRITERS = {
    "tex": "symattn.formats.tex",
    "md": "symattn.formats.md",
    "text": "symattn.formats.text",
    "html": "symattn.formats.html",
}


class Writer(Protocol):
    """What a format knows: plain text, mathematics, and the LaTeX text of an author's prompt.

    >>> writer("tex").escape("50 % of A & B")
    '50 \\\\% of A \\\\& B'
    """

    name: str

    def escape(self, text: str) -> str:
        """Plain text, safe in this format."""

    def write(self, box: Box) -> str:
        """A formula, without what marks it as mathematics."""

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""

    def prose(self, latex: str) -> str:
        """An author's LaTeX text in this format."""


def writer(name: str) -> Writer:
    """The writer of a format; SymattnError names the nearest format when there is none.

    >>> writer("md").name
    'md'
    """
    if name not in WRITERS:
        known = ", ".join(sorted(WRITERS))
        raise SymattnError(f"format {name!r}: no such format; write one of {known}. {nearest(name, WRITERS)}".rstrip())
    made: Writer = import_module(WRITERS[name]).Writer()
    return made
