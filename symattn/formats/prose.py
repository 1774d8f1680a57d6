"""An author's LaTeX text taken apart, for the formats that are not LaTeX: words, formulas, emphasis, breaks."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PIECE = re.compile(
    r"(?P<display>\\\[.*?\\\]|\$\$.*?\$\$)|(?P<math>\$(?:\\.|[^$\\])*\$|\\\(.*?\\\))"
    r"|(?P<styled>\\(?:emph|textit|textbf|texttt)\{[^{}]*\})|(?P<break>\n\s*\n|\\par\b|\\\\)",
    re.S,
)
_PLAIN = {
    "``": "“", "''": "”", "---": "—", "--": "–", "~": "\u00a0", r"\%": "%", r"\&": "&", r"\$": "$", r"\_": "_",
    r"\#": "#", r"\{": "{", r"\}": "}", r"\,": "\u2009", r"\dots": "…", r"\ldots": "…", r"\ ": " ",
    r"\textbackslash{}": "\\", r"\ss": "ß",
}  # fmt: skip
_PLAIN_RE = re.compile("|".join(map(re.escape, sorted(_PLAIN, key=len, reverse=True))) + r"|\\[A-Za-z]+\*?\s?|[{}]")
_STYLES = {"emph": "emph", "textit": "emph", "textbf": "strong", "texttt": "code"}


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of an author's text; ``kind`` is text, emph, strong, code, math, display or break.

    >>> pieces("Find $Q$.")[1]
    Piece(kind='math', text='Q')
    """

    kind: str
    text: str


def pieces(latex: str, strip: bool = True) -> list[Piece]:
    """The pieces of an author's text in order; commands for layout are left out, formulas in bold text are formulas.

    >>> [p.text for p in pieces(r"50\\% of \\emph{all} $Q_1$")]
    ['50% of ', 'all', ' ', 'Q_1']
    >>> [p.kind for p in pieces(r"\\textbf{Multiply by $W$.}")]
    ['strong', 'math', 'strong']
    """
    out: list[Piece] = []
    at = 0
    latex = _listed(latex)
    latex = latex.strip() if strip else latex
    for found in _PIECE.finditer(latex):
        _add(out, "text", plain(latex[at : found.start()]))
        at = found.end()
        for piece in _special(str(found.lastgroup), found.group()):
            _add(out, *piece)
    _add(out, "text", plain(latex[at:]))
    return out


def _listed(latex: str) -> str:
    """Lists as paragraphs with a dot or their number before them."""
    out, count, numbered = [], 0, False
    for piece in re.split(r"(\\begin\{(?:itemize|enumerate)\}|\\end\{(?:itemize|enumerate)\}|\\item\b)", latex):
        if piece.startswith(("\\begin", "\\end")):
            count, numbered = 0, "begin{enumerate" in piece
            out.append("\n\n")
        elif piece == "\\item":
            count += 1
            out.append(f"\n\n{count}) " if numbered else "\n\n• ")
        else:
            out.append(piece.strip() if out else piece)
    return "".join(out) if len(out) > 1 else latex


def _add(out: list[Piece], kind: str, text: str) -> None:
    if text or kind == "break":
        out.append(Piece(kind, text))


def _special(kind: str, text: str) -> list[tuple[str, str]]:
    if kind == "math":
        return [("math", (text[1:-1] if text[0] == "$" else text[2:-2]).strip())]
    if kind == "display":
        return [("display", text[2:-2].strip())]
    if kind == "styled":
        command, inner = text[1:-1].split("{", 1)
        return [(_STYLES[command] if p.kind == "text" else p.kind, p.text) for p in pieces(inner, strip=False)]
    return [("break", "")]


def plain(latex: str) -> str:
    """Words as they are read: LaTeX's spellings of signs replaced, other commands dropped, blanks gathered.

    >>> plain(r"``Thinking  Machine'' \\& more")
    '“Thinking Machine” & more'
    """
    return re.sub(r"[ \t\n]+", " ", _PLAIN_RE.sub(lambda m: _PLAIN.get(m.group(), ""), latex))
