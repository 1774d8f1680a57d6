"""Boxes and text as HTML: mathematics as MathML, an author's text as paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol
from unicodedata import category

from symattn.boxes import Box
from symattn.boxes.latex import read
from symattn.boxes.measure import width
from symattn.formats.mathml import MathML
from symattn.formats.prose import Piece, pieces

_TAGS = {
    "emph": "em",
    "strong": "strong",
    "list": "ul",
    "numbered": "ol",
    "item": "li",
    "row": "tr",
    "cell": "td",
}


class Tagged(Protocol):
    """An author's text in HTML's tags; how a formula stands in it is the writer's own."""

    line_end: str = "<br><br>"

    def escape(self, text: str) -> str:
        """Plain text with everything HTML reads as markup made harmless."""
        ...

    def formula(self, piece: Piece) -> str:
        """A formula of the text, inside a sentence or on a line of its own."""
        ...

    def prose(self, latex: str) -> str:
        """An author's LaTeX text: formulas as the writer has them, emphasis, lists and tables as HTML's."""
        return self._tagged(pieces(latex))

    def _tagged(self, found: Sequence[Piece]) -> str:
        return "".join(map(self._one, found))

    def _one(self, piece: Piece) -> str:
        match piece.kind:
            case "math" | "display":
                return self.formula(piece)
            case "code":
                return f"<code>{self.escape(piece.text)}</code>"
            case "break":
                return self.line_end
            case "table":
                return f"<table><tbody>{self._tagged(piece.parts)}</tbody></table>"
            case kind if kind in _TAGS:
                return f"<{_TAGS[kind]}>{self._tagged(piece.parts)}</{_TAGS[kind]}>"
        return self.escape(piece.text)


class Writer(Tagged, MathML):
    """HTML.

    >>> Writer().prose(r"Find \\emph{all} of $Q_1$ & more")
    'Find <em>all</em> of <math><msub><mi>Q</mi><mn>1</mn></msub></math> &amp; more'
    """

    name = "html"
    paper = False
    room: float | None = None

    def wide(self, box: Box) -> float:
        """How wide a formula is; a browser breaks lines by itself."""
        return width(box)

    def escape(self, text: str) -> str:
        """Plain text with everything HTML reads as markup made harmless."""
        return escape(
            "".join(
                c for c in text if c.isprintable() or c in "\n\t" or category(c) == "Zs"
            )
        )

    def write(self, box: Box) -> str:
        """A formula without what marks it as mathematics."""
        return self.inner(box)

    def formula(self, piece: Piece) -> str:
        """A formula as MathML; one on a line of its own is scrolled where it is too wide."""
        box = read(piece.text)
        return (
            self.inline(box)
            if piece.kind == "math"
            else f'<span class="display" tabindex="0">{self.display(box)}</span>'
        )
