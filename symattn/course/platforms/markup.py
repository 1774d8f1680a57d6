"""What platforms print: HTML with LaTeX between ``\\(`` and ``\\)``, which their own MathJax or KaTeX sets.

MathML inside a text does not outlive the editors of some platforms; LaTeX between these marks is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from markupsafe import Markup

from symattn.boxes import Box
from symattn.course.platforms.media import inside
from symattn.files import Files
from symattn.formats import html, md
from symattn.formats.prose import Piece
from symattn.later import pattern
from symattn.page.engine import Engine
from symattn.sheet import Sheet


class Writer(html.Tagged, md.Writer):
    """HTML whose formulas are LaTeX.

    >>> Writer().prose(r"Find \\emph{all} of $Q_1 < 2$ & more")
    'Find <em>all</em> of <span class="nolink">\\\\(Q_1\\\\lt 2\\\\)</span> &amp; more'
    """

    name = "platforms"

    def escape(self, text: str) -> str:
        """Plain text with everything that HTML or a platform reads as markup made harmless."""
        return html.Writer().escape(text).translate(_READ)

    def write(self, box: Box, cell: bool = False) -> str:
        """A formula, in which no platform finds a language of its own."""
        return _guarded(super().write(box, cell))

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""
        return linkless(rf"\({_formula(self.write(box))}\)")

    def formula(self, piece: Piece) -> str:
        """A formula as it is written."""
        left, right = (r"\(", r"\)") if piece.kind == "math" else (r"\[", r"\]")
        return linkless(
            left
            + _formula(
                md.formula(piece.on_one_line if piece.kind == "math" else piece.text)
            )
            + right
        )


def linkless(formula: str) -> str:
    """A formula out of reach of Moodle's filters: "Activity names auto-linking" makes a link of ``softmax`` inside a formula
    where the course has a quiz of that name, and MathJax no longer sets it."""
    return f'<span class="nolink">{formula}</span>'


_READ = {ord(sign): f"&#{ord(sign)};" for sign in r"{[\@$"}
"""What platforms read in text: STACK's and Numbas' brackets and braces, LaTeX, the dollars and ats of Moodle's filters."""


def _formula(latex: str) -> str:
    """LaTeX inside HTML.

    >>> _formula("a[[i]] < b")
    'a[{}[i]] &lt; b'
    """
    return escape(_guarded(latex), quote=False)


def _guarded(latex: str) -> str:
    """LaTeX without what platforms take for a language of theirs: STACK's ``[[…]]``, ``{@…@}`` and ``{#…#}``, which Maxima
    evaluates, Numbas' gaps, the ``$$`` and ``@@`` of Moodle's filters.

    >>> _guarded("x_{@system()@} [[input:a]] {#1#}")
    'x_{{}@system()@} [{}[input:a]] {{}#1#}'
    """
    return _OTHERS.sub(r"\g<0>{}", latex)


_OTHERS = pattern(r"\[(?=\[)|\{(?=[@#])|\$(?=\$)|@(?=@)")


def titled(sheet: Sheet) -> str:
    """What a sheet is called where something has to stand: its title, else the name of its file."""
    return sheet.title or sheet.path.stem


def readme(platform: str, left: Sequence[str] = (), **facts: object) -> Files:
    """The clicks that an export needs, from the platform's own template, and which parts of the sheet were *left* out."""
    engine = Engine("text")
    clicks = engine.render(f"{platform}/README.md.j2", **facts)
    without = engine.render("platforms/left_out.md.j2", left=left) if left else ""
    return {"README.md": whole(clicks.rstrip("\n") + "\n" + without)}


def whole(text: str) -> bytes:
    """A text as a file: no blank before it, one line end behind it.

    >>> whole("\\n<a/>")
    b'<a/>\\n'
    """
    return f"{text.strip()}\n".encode()


def engine(
    language: str = "",
    address: Callable[[Markup], Markup] = inside,
    writer: Writer | None = None,
    point: str = "",
) -> Engine:
    """The templates of pages as platforms print them; *address* says where a drawing is found, *writer* what text looks like.

    >>> str(engine().prose("$x$"))
    '<span class="nolink">\\\\(x\\\\)</span>'
    """
    made = Engine(
        "platforms", language=language, writer=writer or Writer(), point=point
    )
    made.environment.globals.update(address=address, point=made.point)
    return made
