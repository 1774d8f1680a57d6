"""What platforms print: HTML with LaTeX between ``\\(`` and ``\\)``, which their own MathJax or KaTeX sets.

MathML inside a text does not outlive the editors of some platforms; LaTeX between these marks is theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

from markupsafe import Markup

from symattn.boxes import Box
from symattn.course.platforms.media import inside
from symattn.formats import html, md
from symattn.formats.prose import Piece, pieces
from symattn.page.engine import Engine

_TAGS = {"emph": "em", "strong": "strong", "list": "ul", "numbered": "ol", "item": "li", "row": "tr", "cell": "td"}


class Writer(md.Writer):
    """HTML whose formulas are LaTeX.

    >>> Writer().prose(r"Find \\emph{all} of $Q_1 < 2$ & more")
    'Find <em>all</em> of \\\\(Q_1\\\\lt 2\\\\) &amp; more'
    """

    name = "platforms"

    def escape(self, text: str) -> str:
        """Plain text with everything that HTML or a platform reads as markup made harmless."""
        return html.Writer().escape(text).replace("{", "&#123;").replace("\\", "&#92;").replace("[", "&#91;")

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""
        return rf"\({_formula(self.write(box))}\)"

    def prose(self, latex: str) -> str:
        """An author's LaTeX text: formulas as they are written, emphasis, lists and tables as HTML's."""
        return self._html(pieces(latex))

    def _html(self, found: Sequence[Piece]) -> str:
        return "".join(map(self._one, found))

    def _one(self, piece: Piece) -> str:
        match piece.kind:
            case "math":
                return rf"\({_formula(md.formula(piece.on_one_line))}\)"
            case "display":
                return rf"\[{_formula(md.formula(piece.text))}\]"
            case "code":
                return f"<code>{self.escape(piece.text)}</code>"
            case "break":
                return "<br><br>"
            case "table":
                return f"<table><tbody>{self._html(piece.parts)}</tbody></table>"
            case kind if kind in _TAGS:
                return f"<{_TAGS[kind]}>{self._html(piece.parts)}</{_TAGS[kind]}>"
        return self.escape(piece.text)


def _formula(latex: str) -> str:
    """LaTeX inside HTML, without the ``[[…]]`` that STACK takes for a block of its own and Numbas for a gap.

    >>> _formula("a[[i]] < b")
    'a[{}[i]] &lt; b'
    """
    return re.sub(r"\[(?=\[)", "[{}", escape(latex, quote=False))


def engine(language: str = "", address: Callable[[Markup], Markup] = inside, writer: Writer | None = None) -> Engine:
    """The templates of pages as platforms print them; *address* says where a drawing is found, *writer* what text looks like.

    >>> str(engine().prose("$x$"))
    '\\\\(x\\\\)'
    """
    made = Engine("platforms", language=language, writer=writer or Writer())
    made.environment.globals["address"] = address
    return made
