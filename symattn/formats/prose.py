r"""An author's LaTeX text taken apart, for the formats that are not LaTeX: words, formulas, emphasis, lists, tables.

Nothing fails and nothing vanishes, not even what stands behind a %, which LaTeX leaves out: a command that is not known
here stands in the text as it was written, and ``unread`` names it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from unicodedata import normalize

from symattn.boxes import latex as mathematics
from symattn.tex.signs import words

_TOKEN = re.compile(
    r"\\begin\s*\{[^{}]*\}|\\end\s*\{[^{}]*\}|\\\[|\\\]|\\\(|\\\)|\$\$|\$|\n[ \t]*(?:\n\s*)+"
    r"|\\[A-Za-z]+\*?|\\.|``|''|---|--|[{}~&]|[^\\$%{}~&`'\n-]+|.",
    re.S,
)
LONGEST_TEXT = 100  # tokens of a formula behind a sign that may end it, in which that is looked for which does
_SIGNS = {
    "``": "“", "''": "”", "---": "—", "--": "–", "~": "\u00a0", r"\%": "%", r"\&": "&", r"\$": "$", r"\_": "_",
    r"\#": "#", r"\{": "{", r"\}": "}", r"\,": "\u2009", r"\dots": "…", r"\ldots": "…", r"\ ": " ", r"\;": " ", r"\:": " ",
    r"\!": "", r"\/": "", r"\-": "", r"\@": "", r"\quad": "\u2003", r"\qquad": "\u2003\u2003", r"\textbackslash": "\\",
    r"\ss": "ß", r"\ae": "æ", r"\AE": "Æ", r"\o": "ø", r"\O": "Ø", r"\aa": "å", r"\AA": "Å", r"\oe": "œ", r"\l": "ł",
    r"\textendash": "–", r"\textemdash": "—", r"\textasciitilde": "~", r"\textasciicircum": "^", r"\textless": "<",
    r"\textgreater": ">", r"\textbar": "|", r"\textquotedbl": '"', r"\S": "§", r"\copyright": "©", r"\degree": "°",
    r"\textdegree": "°", r"\texttimes": "×", r"\textperiodcentered": "·", r"\textonehalf": "½", r"\LaTeX": "LaTeX",
    r"\textonequarter": "¼", r"\textthreequarters": "¾",
    r"\TeX": "TeX", r"\enspace": " ", r"\thinspace": "\u2009", r"\textbullet": "•", r"\euro": "€", r"\P": "¶",
    r"\textellipsis": "…", r"\textquoteright": "’", r"\lq": "‘", r"\rq": "’", r"\checkmark": "✓", r"\slash": "/",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "c": "\u0327",
    "v": "\u030c", "H": "\u030b", "u": "\u0306", "r": "\u030a", "k": "\u0328",
}  # fmt: skip
_STYLES = {
    "emph": "emph", "textit": "emph", "textsl": "emph", "textbf": "strong", "texttt": "code", "verb": "code", "underline": "emph",
}  # fmt: skip
_SWITCHES = {
    "bf": "strong",
    "bfseries": "strong",
    "it": "emph",
    "itshape": "emph",
    "em": "emph",
    "tt": "code",
    "ttfamily": "code",
}
_PASSED = words("mbox text textrm textsf textnormal textup textsc ensuremath hbox uppercase mathrm fbox centerline")
_LAYOUT = words(
    "noindent indent par medskip smallskip bigskip newline linebreak pagebreak newpage clearpage centering raggedright small "
    "footnotesize scriptsize large Large normalsize hfill vfill protect relax leavevmode nobreak hline toprule midrule "
    "bottomrule rm rmfamily sffamily selectfont displaystyle strut hrule raggedbottom null sloppy boldmath ignorespaces"
)
_BREAKS = words("par medskip smallskip bigskip newline linebreak pagebreak newpage clearpage")
_SKIPPED = words("vspace hspace label setlength color vskip hskip pagestyle thispagestyle cline cmidrule addlinespace")
_DISPLAYS = words("equation align gather multline alignat eqnarray displaymath math flalign")
_LISTS = {"itemize": "list", "enumerate": "numbered", "description": "list", "compactitem": "list", "compactenum": "numbered"}
_TABLES = words("tabular tabularx tabulary longtable")
_WRAPS = words("center flushleft flushright quote quotation minipage table small footnotesize document parts")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of an author's text.

    Kinds with a text: text, code, math, display, break. Kinds with parts: emph, strong; list and numbered, of items; table, of
    rows, of cells.

    >>> pieces("Find $Q$.")[1]
    Piece(kind='math', text='Q', parts=())
    """

    kind: str
    text: str = ""
    parts: tuple[Piece, ...] = ()

    @property
    def on_one_line(self) -> str:
        """Its text without line ends, single blanks between the words."""
        return re.sub(r"\s+", " ", self.text.strip())


def pieces(latex: str) -> list[Piece]:
    """The pieces of an author's text in order; commands for layout alone are left out.

    >>> [p.text for p in pieces(r"50\\% of $Q_1$")]
    ['50% of ', 'Q_1']
    >>> [p.kind for p in pieces(r"\\textbf{Multiply by $W$.}")[0].parts]
    ['text', 'math', 'text']
    """
    return _Reader(latex.strip()).read()


def unread(latex: str) -> tuple[str, ...]:
    """The commands and environments of an author's text, its formulas included, that are not known here, each once.

    >>> unread(r"See $\\R$ and \\cite{x}")
    ('\\\\R', '\\\\cite')
    """
    reader = _Reader(latex.strip())
    reader.read()
    return tuple(dict.fromkeys(reader.strange))


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        self.at = self.depth = 0
        self.strange: list[str] = []

    def read(self) -> list[Piece]:
        """Everything; a brace or an end that closes nothing is passed over."""
        out: list[Piece] = []
        while self.at < len(self.tokens):
            out += self.until()
            self.at += 1
        return _gathered(out)

    def until(self, *stops: str) -> list[Piece]:
        """The pieces up to one of the stops, or to a brace or an end that closes what is around; that is not taken."""
        with mathematics.deeper(self):
            return self._until(*stops)

    def _until(self, *stops: str) -> list[Piece]:
        out: list[Piece] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token in stops or token == "}" or token.startswith("\\end"):
                break
            self.at += 1
            switch = _SWITCHES.get(token[1:]) if token.startswith("\\") else None
            if switch:
                self.blank()
                out.append(Piece(switch, parts=tuple(_gathered(self.until(*stops)))))
                continue
            out += self.piece(token)
        return _gathered(out)

    def piece(self, token: str) -> list[Piece]:
        """The pieces that begin with a token, which is taken already."""
        if token in ("$", r"\("):
            return [self.formula("math", "$" if token == "$" else r"\)")]
        if token in ("$$", r"\["):
            return [self.formula("display", "$$" if token == "$$" else r"\]")]
        if token == "{":
            inner = self.until()
            self.at += 1
            return inner
        if token.startswith("\n") and token.count("\n") > 1:
            return [Piece("break")]
        if token.startswith("\\begin") and token.endswith("}"):
            return self.environment(token[token.index("{") + 1 : -1].strip())
        if token == r"\\":
            self.option()
            return [Piece("break")]
        if token.startswith("\\"):
            return self.command(token)
        return [Piece("text", _SIGNS.get(token, token))]

    def formula(self, kind: str, end: str) -> Piece:
        """A formula up to its end, one in a text of the formula's own passed over; without an end, all that is left."""
        start, depth, first = self.at, 0, len(self.tokens)
        for k in range(start, len(self.tokens)):
            depth += (self.tokens[k] == "{") - (self.tokens[k] == "}")
            if self.tokens[k] == end and not depth:
                first = k
            elif self.tokens[k] == end:
                first = min(first, k)  # braces that nothing closes
            if (first == k and not depth) or k - first > LONGEST_TEXT:
                break
        self.at = first
        text = "".join(self.tokens[start : self.at]).strip()
        self.at += 1
        self.strange += mathematics.unread(text)
        return Piece(kind, text)

    def command(self, token: str) -> list[Piece]:
        name = token[1:].rstrip("*")
        if token in _SIGNS:
            if name.isalpha():
                self.blank()
                if self.tokens[self.at : self.at + 2] == ["{", "}"]:
                    self.at += 2
            return [Piece("text", _SIGNS[token])]
        if name in _ACCENTS and (not name.isalpha() or self.tokens[self.at : self.at + 1] == ["{"]):
            return [Piece("text", _accented(self.letter(), _ACCENTS[name]))]
        if name in _STYLES:
            inner = tuple(self.group())
            return (
                [Piece("code", "".join(p.text for p in inner))]
                if _STYLES[name] == "code"
                else [Piece(_STYLES[name], parts=inner)]
            )
        if name in _PASSED:
            return self.group()
        if name in ("textcolor", "colorbox"):
            self.group()
            return self.group()
        if name == "footnote":
            return [Piece("text", " ("), *self.group(), Piece("text", ")")]
        if name in ("url", "href"):
            first = self.group()
            return self.group() if name == "href" else [Piece("code", "".join(p.text for p in first))]
        if name in _SKIPPED:
            self.option()
            self.group()
            return []
        self.blank()
        if name in _LAYOUT:
            return [Piece("break")] if name in _BREAKS else []
        self.strange.append(token)
        return [Piece("text", token)]

    def environment(self, whole: str) -> list[Piece]:
        name = whole.rstrip("*")
        if name in _DISPLAYS:
            return [self.displayed(whole)]
        self.option()
        if name in _LISTS:
            return [self.listed(_LISTS[name], whole)]
        if name in _TABLES:
            return [self.table(name, whole)]
        if name == "verbatim":
            return [Piece("code", self.raw(whole).strip("\n"))]
        if name not in _WRAPS:
            self.strange.append(f"\\begin{{{whole}}}")
            return [Piece("text", f"\\begin{{{whole}}}{self.raw(whole)}\\end{{{whole}}}")]
        if name in ("minipage", "tabularx"):
            self.group()
        inner = self.until()
        self.end(whole)
        return [Piece("break"), *inner, Piece("break")]

    def displayed(self, whole: str) -> Piece:
        """A display that stands in the text as an environment; those of several lines keep it."""
        body = self.raw(whole).strip()
        text = body if whole.rstrip("*") in ("equation", "displaymath", "math") else f"\\begin{{{whole}}}{body}\\end{{{whole}}}"
        self.strange += mathematics.unread(text)
        return Piece("display", text)

    def raw(self, whole: str) -> str:
        """What stands in an environment, as it was written."""
        start, end = self.at, f"\\end{{{whole}}}"
        while self.at < len(self.tokens) and self.tokens[self.at].replace(" ", "") != end:
            self.at += 1
        text = "".join(self.tokens[start : self.at])
        self.at += 1
        return text

    def end(self, whole: str) -> None:
        """Past the end of an environment, whatever it is called."""
        self.at += self.tokens[self.at : self.at + 1] != [] and self.tokens[self.at].startswith("\\end")

    def listed(self, kind: str, whole: str) -> Piece:
        items: list[Piece] = []
        before = self.until(r"\item")
        while self.tokens[self.at : self.at + 1] == [r"\item"]:
            self.at += 1
            label = self.option()
            shown = [Piece("strong", parts=(Piece("text", label),)), Piece("text", " ")] if label else []
            items.append(Piece("item", parts=tuple(_trimmed(shown + self.until(r"\item")))))
        self.end(whole)
        return Piece(kind, parts=tuple(items) or (Piece("item", parts=tuple(before)),))

    def table(self, name: str, whole: str) -> Piece:
        if name in ("tabularx", "tabulary"):
            self.group()
        align = "".join(re.findall("[lcr]", re.sub(r"[@!<>]\{[^{}]*\}", "", self.plain())))
        rows: list[Piece] = []
        cells: list[Piece] = []
        while self.at < len(self.tokens):
            cells.append(Piece("cell", parts=tuple(_trimmed(self.until("&", r"\\")))))
            token = self.tokens[self.at] if self.at < len(self.tokens) else ""
            if token != "&":
                rows.append(Piece("row", parts=tuple(cells)))
                cells = []
            if token not in ("&", r"\\"):
                break
            self.at += 1
            if token == r"\\":
                self.option()
        self.end(whole)
        kept = tuple(row for row in rows if any(cell.parts for cell in row.parts))
        return Piece("table", align, kept)

    def group(self) -> list[Piece]:
        """The pieces of a braced argument, or of the one token that stands in its place."""
        self.blank()
        if self.tokens[self.at : self.at + 1] != ["{"]:
            if self.at >= len(self.tokens):
                return []
            self.at += 1
            with mathematics.deeper(self):
                return self.piece(self.tokens[self.at - 1])
        self.at += 1
        inner = self.until()
        self.at += 1
        return inner

    def plain(self) -> str:
        """A braced argument as it was written, braces inside it kept."""
        self.blank()
        depth, start = 0, self.at
        while self.at < len(self.tokens):
            depth += (self.tokens[self.at] == "{") - (self.tokens[self.at] == "}")
            self.at += 1
            if depth <= 0:
                break
        return "".join(self.tokens[start + 1 : self.at - 1])

    def letter(self) -> str:
        """What an accent stands on."""
        if self.tokens[self.at : self.at + 1] == ["{"] or self.at >= len(self.tokens):
            return "".join(p.text for p in self.group())
        token: str = self.tokens[self.at]
        self.tokens[self.at] = token[1:]
        self.at += len(token) < 2
        return token[:1]

    def option(self) -> str:
        """What stands in square brackets, if something does; blanks before them are passed over only then."""
        ahead = "".join(self.tokens[self.at : self.at + 40])
        found = re.match(r"\s*\[([^\[\]]*)\]", ahead)
        if not found:
            return ""
        length = found.end()
        while length > 0:
            token = self.tokens[self.at]
            if len(token) > length:
                self.tokens[self.at] = token[length:]
                break
            length -= len(token)
            self.at += 1
        return found[1]

    def blank(self) -> None:
        """Past a blank that only ends a command's name."""
        if self.at < len(self.tokens) and not self.tokens[self.at].startswith("\n\n"):
            rest = self.tokens[self.at].lstrip(" \t\n") if not self.tokens[self.at].startswith("\\") else self.tokens[self.at]
            if rest:
                self.tokens[self.at] = rest
            elif self.tokens[self.at].count("\n") < 2:
                self.at += 1


def _accented(letters: str, accent: str) -> str:
    return normalize("NFC", letters[:1] + accent) + letters[1:]


def _gathered(found: list[Piece]) -> list[Piece]:
    """Texts beside each other in one, blanks gathered; a text without a sign is no piece, one break is enough."""
    out: list[Piece] = []
    for is_text, run in groupby(found, lambda piece: piece.kind == "text"):
        if is_text:
            text = re.sub(r"[ \t\n]+", " ", "".join(piece.text for piece in run))
            out += [Piece("text", text)] if text else []
            continue
        for piece in run:
            if piece.kind != "break" or (out and out[-1].kind != "break"):
                out.append(piece)
    return out


def _trimmed(found: list[Piece]) -> list[Piece]:
    """Without breaks and blanks at the ends."""
    kept = list(found)
    for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
        while kept and (kept[end].kind == "break" or (kept[end].kind == "text" and not kept[end].text.strip())):
            kept.pop(end)
        if kept and kept[end].kind == "text":
            kept[end] = Piece("text", strip(kept[end].text))
    return kept
