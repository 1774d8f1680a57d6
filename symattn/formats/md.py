"""Boxes and text as Markdown with LaTeX between dollars, as GitHub and Jupyter show it: no macros of our own."""

from __future__ import annotations

import re

from symattn.boxes import Box, Frac, Grid
from symattn.boxes.latex import read
from symattn.formats import tex
from symattn.formats.prose import Piece, pieces

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~$])")


class Writer(tex.Writer):
    """Markdown.

    >>> Writer().prose(r"Find \\emph{all} of $Q_1$")
    'Find *all* of $Q_{1}$'
    """

    name = "md"
    cell_frac, used, boxed = r"\dfrac", r"\underline", r"\boxed"

    def escape(self, text: str) -> str:
        """Plain text with Markdown's own signs made harmless."""
        escaped = _SPECIAL.sub(r"\\\1", text.replace("&", "&amp;"))
        return re.sub(r"^(\s*)([-+]|\d+\.)(\s)", _no_list, escaped)

    def prose(self, latex: str) -> str:
        """An author's LaTeX text: formulas stay, emphasis and breaks become Markdown's."""
        return "".join(map(self._piece, pieces(latex)))

    def _piece(self, piece: Piece) -> str:
        match piece.kind:
            case "math":
                return f"${self.write(read(piece.text))}$"
            case "display":
                return f"\n\n$$\n{self.write(read(piece.text))}\n$$\n\n"
            case "emph":
                return f"*{self.escape(piece.text)}*"
            case "strong":
                return f"**{self.escape(piece.text)}**"
            case "code":
                return f"`{piece.text}`"
            case "break":
                return "\n\n"
        return self.escape(piece.text)

    def grid(self, box: Grid) -> str:
        """A matrix; right-aligned ones are arrays, and rows of fractions keep their distance."""
        rows = [" & ".join(self.cell(box, i, j) for j in range(len(r))) for i, r in enumerate(box.rows)]
        gap = r" \\[6pt] " if any(_fraction(c) for r in box.rows for c in r) else r" \\ "
        align = box.align if len(box.align) > 1 else box.align * box.columns
        if (box.left, box.right) == ("[", "]") and set(align) == {"c"} and not box.rules:
            return rf"\begin{{bmatrix}}{gap.join(rows)}\end{{bmatrix}}"
        return self.array(box, align, gap.join(rows)).replace("@{}", "")


def _no_list(found: re.Match[str]) -> str:
    mark = found[2]
    return f"{found[1]}{mark[:-1]}\\{mark[-1]}{found[3]}"


def _fraction(box: Box) -> bool:
    return isinstance(box, Frac) or any(isinstance(i, Frac) for i in getattr(box, "items", ()))
