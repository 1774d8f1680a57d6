"""Boxes and text as Markdown with LaTeX between dollars, as GitHub and Jupyter show it: no macros of our own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.boxes import Box, Frac, Grid, Ink, on_points
from symattn.boxes.latex import read
from symattn.formats import tex
from symattn.formats.prose import Piece, pieces
from symattn.later import pattern
from symattn.tables import in_turn, some
from symattn.tex.commands import standard

_SPECIAL = pattern(r"([\\`*_\[\]<>|#~$])")


class Writer(tex.Writer):
    """Markdown.

    >>> Writer().prose(r"Find \\emph{all} of $Q_1$")
    'Find *all* of $Q_1$'
    """

    name = "md"
    paper = False
    column = 77  # a telephone's, in MathJax's usual size; matrices that are wider come in blocks
    room: float | None = (
        158.0  # of 170, for which everything is laid out, whatever the column
    )
    cell_frac, used, boxed = r"\dfrac", r"\underline", r"\boxed"
    group = ""  # programs read what stands there

    def escape(self, text: str) -> str:
        """Plain text with Markdown's own signs made harmless."""
        escaped = _SPECIAL.sub(r"\\\1", text.replace("&", "&amp;"))
        return re.sub(r"^\s*(?:\d+(?=\.\s)|(?=[-+]\s))", r"\g<0>\\", escaped)

    def prose(self, latex: str) -> str:
        """An author's LaTeX text: formulas stay as they are written, emphasis, lists and tables become Markdown's."""
        return re.sub(r"\n{3,}", "\n\n", self._pieces(pieces(latex))).lstrip()

    def _pieces(self, found: Sequence[Piece], strong: bool = False) -> str:
        return "".join(self._piece(piece, strong) for piece in found)

    def _piece(self, piece: Piece, strong: bool) -> str:
        match piece.kind:
            case "math":
                return " ".join(
                    f"${formula(link)}$" for link in self._links(piece.on_one_line)
                )
            case "display":
                return f"\n\n$$\n{formula(_below_each_other(self._links(piece.text)))}\n$$\n\n"
            case "strong" if strong:  # bold in bold is no bold to Markdown
                return self._pieces(piece.parts, strong)
            case "emph" | "strong":
                bold = piece.kind == "strong"
                inner = self._pieces(piece.parts, strong or bold)
                return _marked("**" if bold else "*", inner)
            case "code":
                fence = "`" * (
                    1 + max(map(len, re.findall("`+", piece.text)), default=0)
                )
                return f"{fence}{piece.text}{fence}"
            case "break":
                return "\n\n"
            case "list" | "numbered":
                items = (self._item(mark, item) for mark, item in piece.items("-", "."))
                return "\n\n" + "\n".join(items) + "\n\n"
            case "table":
                rows = [
                    "| "
                    + " | ".join(self._pieces(cell.parts) for cell in row.parts)
                    + " |"
                    for row in piece.parts
                ]
                rule = "|" + " --- |" * max(
                    (len(row.parts) for row in piece.parts), default=1
                )
                return "\n\n" + "\n".join([*rows[:1], rule, *rows[1:]]) + "\n\n"
        return self.escape(piece.text)

    def _links(self, latex: str) -> list[str]:
        """An author's formula; one that is wider than a line as its links, each of which may stand on a line of its own."""
        is_wide = self.room is not None and self.wide(read(latex)) > self.room
        return links(latex) if is_wide else [latex]

    def _item(self, mark: str, item: Piece) -> str:
        """An item of a list; what follows its first line stands under its text."""
        inner = re.sub(r"\n{3,}", "\n\n", self._pieces(item.parts)).strip()
        return f"{mark} " + inner.replace("\n", "\n" + " " * (len(mark) + 1))

    def ink(self, ink: Ink) -> str:
        """One run of ink; < and > are Markdown's own signs, so that they are written as commands."""
        written = super().ink(ink)
        return (
            formula(written)
            if ink.text in ("<", ">") and ink.kind != "text"
            else written
        )

    def grid(self, box: Grid) -> str:
        """A matrix; right-aligned ones are arrays, and rows of fractions keep their distance."""
        box = on_points(box)
        rows = [self.row(box, i) for i in range(len(box.rows))]
        gap = r" \\[6pt] " if any(map(_fraction, in_turn(box.rows))) else r" \\ "
        align = box.aligned
        if (
            (box.left, box.right) == ("[", "]")
            and set(align) == {"c"}
            and not box.rules
            and not box.under
        ):
            return rf"\begin{{bmatrix}}{gap.join(rows)}\end{{bmatrix}}"
        return self.array(box, align, gap.join(rows)).replace("@{}", "")


_ACTS = pattern(
    r"\\(href|url|style|class|cssId|data|html[A-Za-z]*|Html[A-Za-z]*|require|bbox|includegraphics|action|toggle|texttip|mathtip"
    r"|tooltip|unicode|var|simplify)(?![A-Za-z])"
)
"""Commands with which MathJax, KaTeX or Numbas do something else than to set a formula: links, scripts, styles, expressions."""


_PART = pattern(r"\\begin\b|\\end\b|\\left\b|\\right\b|\\[A-Za-z]+|\\.|[^\\]", re.S)


def links(latex: str) -> list[str]:
    """A formula in parts, each from a sign such as = on, or behind a wide blank; one with lines of its own stays as it is.

    >>> links(r"H = \\frac{a = b}{c} \\approx V,\\quad Y = H")
    ['H', '= \\\\frac{a = b}{c}', '\\\\approx V,', 'Y', '= H']
    """
    found, depth = [""], 0
    for part in _PART.findall(latex):
        if not depth and part in ("&", r"\\"):
            return [latex]
        if not depth and part in (r"\quad", r"\qquad"):
            found.append("")
            continue
        if not depth and part in ("=", r"\approx", r"\to", r"\sim"):
            found.append("")
        depth += (part in (r"\begin", r"\left", *"{([")) - (
            part in (r"\end", r"\right", *"})]")
        )
        found[-1] += part
    return [link.strip() for link in found if link.strip()]


def _below_each_other(found: Sequence[str]) -> str:
    if len(found) < 2:
        return "".join(found)
    lines = " \\\\\n".join(f"& {link}" for link in found)
    return f"\\begin{{aligned}}\n{lines}\n\\end{{aligned}}"


def formula(latex: str) -> str:
    """LaTeX that Markdown does not take for a tag, and that does nothing but stand there.

    >>> formula("j>i"), formula(r"\\href{javascript:a()}{x}")
    ('j\\\\gt i', '\\\\mathrm{href}{javascript:a()}{x}')
    """
    latex = _ACTS.sub(r"\\mathrm{\1}", standard(latex))
    return re.sub(
        r"\s*([<>])\s*", lambda found: {"<": r"\lt ", ">": r"\gt "}[found[1]], latex
    )


def _marked(mark: str, inner: str) -> str:
    """Emphasis, with blanks at its ends outside of it, where Markdown wants them."""
    text = inner.strip()
    return inner.replace(text, f"{mark}{text}{mark}", 1) if text else inner


def _fraction(box: Box) -> bool:
    return isinstance(box, Frac) or some(getattr(box, "items", ()), Frac)
