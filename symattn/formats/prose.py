r"""An author's LaTeX text taken apart, for the formats that are not LaTeX: words, formulas, emphasis, lists, tables.

Nothing fails and nothing vanishes, not even what stands behind a %, which LaTeX leaves out: a command that is not known
here stands in the text as it was written, and ``unread`` names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from unicodedata import normalize

from symattn.boxes import latex as mathematics
from symattn.later import pattern
from symattn.records import frozen
from symattn.said import Strings
from symattn.tex.commands import COMMANDS
from symattn.tex.signs import words
from symattn.tex.tokens import Stream, Tokens, lexer, text_of

_PIECES = lexer(r"\n[ \t]*(?:\n\s*)+|``|''|---|--|[^\\$%{}~&`'\n-]+|.")
LONGEST_TEXT = 100  # tokens of a formula behind a sign that may end it, in which that is looked for which does
_SIGNS = {"``": "“", "''": "”", "---": "—", "--": "–", "~": "\u00a0"}
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "c": "\u0327",
    "v": "\u030c", "H": "\u030b", "u": "\u0306", "r": "\u030a", "k": "\u0328",
}  # fmt: skip
_BRACKETED = pattern(r"\s*\[[^\[\]]*\]")
_DISPLAYS = words(
    "equation align gather multline alignat eqnarray displaymath math flalign"
)
_LISTS = {
    "itemize": "list",
    "enumerate": "numbered",
    "description": "list",
    "compactitem": "list",
    "compactenum": "numbered",
}
_TABLES = words("tabular tabularx tabulary longtable")
_WRAPS = words(
    "center flushleft flushright quote quotation minipage table small footnotesize document parts"
)


@frozen
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

    def items(self, bullet: str, behind: str) -> Iterator[tuple[str, Piece]]:
        """The items of a list, each with its mark: the bullet, or its number with what stands behind it.

        >>> [mark for mark, _ in Piece("numbered", parts=(Piece("item"),) * 2).items("-", ".")]
        ['1.', '2.']
        """
        return (
            (bullet if self.kind == "list" else f"{k}{behind}", item)
            for k, item in enumerate(self.parts, 1)
        )


Pieces = list[Piece]


def pieces(latex: str) -> Pieces:
    """The pieces of an author's text in order; commands for layout alone are left out.

    >>> [p.text for p in pieces(r"50\\% of $Q_1$")]
    ['50% of ', 'Q_1']
    >>> [p.kind for p in pieces(r"\\textbf{Multiply by $W$.}")[0].parts]
    ['text', 'math', 'text']
    """
    return _ProseReader(latex.strip()).read()


@lru_cache(maxsize=64)  # asked when a text is read, and twice when it is looked at
def unread(latex: str) -> Strings:
    """The commands and environments of an author's text, its formulas included, that are not known here, each once.

    >>> unread(r"See $\\R$ and \\cite{x}")
    ('\\\\R', '\\\\cite')
    """
    reader = _ProseReader(latex.strip())
    reader.read()
    return tuple(dict.fromkeys(reader.strange))


class _ProseReader(Stream):
    def __init__(self, text: str) -> None:
        super().__init__([(token, 0) for token in _PIECES.findall(text)])
        self.strange: list[str] = []

    def read(self) -> Pieces:
        """Everything; a brace or an end that closes nothing is passed over."""
        out: Pieces = []
        while self.tokens:
            out += self.until()
            self.end()
        return _gathered(out)

    def until(self, *stops: str) -> Pieces:
        """The pieces up to one of the stops, or to a brace or an end that closes what is around; that is not taken."""
        self.deeper()
        out: Pieces = []
        ends = {*stops, "}", "\\end"}
        while self.tokens and self.next not in ends:
            token, _ = self.tokens.pop()
            if (meaning := _meaning(token)).endswith(" on"):
                self.blank()
                out.append(
                    Piece(meaning[:-3], parts=tuple(_gathered(self.until(*stops))))
                )
            else:
                out += self.piece(token)
        self.deeper(-1)
        return _gathered(out)

    def piece(self, token: str) -> Pieces:
        """The pieces that begin with a token, which is taken already."""
        if token in ("$", r"\("):
            return [self.formula("math", "$" if token == "$" else r"\)")]
        if token in ("$$", r"\["):
            return [self.formula("display", "$$" if token == "$$" else r"\]")]
        if token == "{":
            inner = self.until()
            del self.tokens[-1:]
            return inner
        if token.startswith("\n") and token.count("\n") > 1:
            return [Piece("break")]
        if token == r"\begin" and text_of(self.tokens[:-3:-1]).lstrip().startswith("{"):
            return self.environment(text_of(self.argument()).strip())
        if token.startswith("\\") and len(token) > 1:
            return self.command(token)
        return [Piece("text", _SIGNS.get(token, token))]

    def formula(self, kind: str, end: str) -> Piece:
        """A formula up to its end, one in a text of the formula's own passed over; without an end, all that is left."""
        depth, first = 0, len(self.tokens)
        for k, (token, _) in enumerate(reversed(self.tokens)):
            depth += (token == "{") - (token == "}")
            if token == end:
                first = min(first, k) if depth else k  # braces that nothing closes
            if (first == k and not depth) or k - first > LONGEST_TEXT:
                break
        left = len(self.tokens) - first
        text = text_of(self.tokens[left:][::-1]).strip()
        del self.tokens[max(0, left - 1) :]
        self.strange += mathematics.unread(text)
        return Piece(kind, text)

    def command(self, token: str) -> Pieces:
        name = token[1:].rstrip("*") or token[1:]
        meaning = _meaning(token)
        takes = COMMANDS[name].takes if meaning else ""
        if meaning[:1] == "=":
            if name.isalpha():
                self.blank()
                if [mark for mark, _ in self.tokens[-2:]] == ["}", "{"]:
                    del self.tokens[-2:]
            return [Piece("text", meaning[1:])]
        match meaning:
            case "accent" if not name.isalpha() or self.next == "{":
                return [Piece("text", _accented(self.letter(), _ACCENTS[name]))]
            case "emph" | "strong":
                return [Piece(meaning, parts=tuple(self.group()))]
            case "code" | "address":
                return [Piece("code", "".join(p.text for p in self.group()))]
            case "kept":
                self.pass_over(takes[:-1])
                return self.group()
            case "footnote":
                return [Piece("text", " ("), *self.group(), Piece("text", ")")]
            case "gone" | "row":
                self.pass_over(takes)
                return [Piece("break")] * (meaning == "row")
        self.blank()
        if meaning in ("nothing", "break"):
            return [Piece("break")] * (meaning == "break")
        self.strange.append(token)
        return [Piece("text", token)]

    def environment(self, whole: str) -> Pieces:
        name = whole.rstrip("*")
        if name in _DISPLAYS:
            return [self.displayed(whole)]
        self.optional()
        if name in _LISTS:
            return [self.listed(_LISTS[name])]
        if name in _TABLES:
            return [self.table(name)]
        if name == "verbatim":
            return [Piece("code", self.raw(whole).strip("\n"))]
        if name not in _WRAPS:
            self.strange.append(f"\\begin{{{whole}}}")
            return [
                Piece("text", f"\\begin{{{whole}}}{self.raw(whole)}\\end{{{whole}}}")
            ]
        if name in ("minipage", "tabularx"):
            self.group()
        inner = self.until()
        self.end()
        return [Piece("break"), *inner, Piece("break")]

    def displayed(self, whole: str) -> Piece:
        """A display that stands in the text as an environment; those of several lines keep it."""
        body = self.raw(whole).strip()
        is_one_line = whole.rstrip("*") in ("equation", "displaymath", "math")
        text = body if is_one_line else f"\\begin{{{whole}}}{body}\\end{{{whole}}}"
        self.strange += mathematics.unread(text)
        return Piece("display", text)

    def raw(self, whole: str) -> str:
        """What stands in an environment, as it was written."""
        parts: list[str] = []
        while self.tokens:
            token, _ = self.tokens.pop()
            if token == "\\end":
                called = text_of(self.argument())
                if called.strip() == whole:
                    break
                token = f"\\end{{{called}}}"
            parts.append(token)
        return "".join(parts)

    def end(self) -> None:
        """Past the end of an environment, whatever it is called, or a brace."""
        if self.tokens and self.tokens.pop()[0] == "\\end":
            self.argument()

    def listed(self, kind: str) -> Piece:
        items: Pieces = []
        before = self.until(r"\item")
        while self.next == r"\item":
            self.tokens.pop()
            label = text_of(self.optional() or [])
            shown = (
                [Piece("strong", parts=(Piece("text", label),)), Piece("text", " ")]
                if label
                else []
            )
            items.append(
                Piece("item", parts=tuple(_trimmed(shown + self.until(r"\item"))))
            )
        self.end()
        return Piece(kind, parts=tuple(items) or (Piece("item", parts=tuple(before)),))

    def table(self, name: str) -> Piece:
        if name in ("tabularx", "tabulary"):
            self.group()
        columns = text_of(self.argument()) if self.next == "{" else ""
        align = "".join(re.findall("[lcr]", re.sub(r"[@!<>]\{[^{}]*\}", "", columns)))
        rows = self.rows(lambda: tuple(_trimmed(self.until("&", r"\\"))))
        self.end()
        kept = (
            tuple(Piece("cell", parts=cell) for cell in cells)
            for cells in rows
            if any(cells)
        )
        return Piece("table", align, tuple(Piece("row", parts=cells) for cells in kept))

    def group(self) -> Pieces:
        """The pieces of a braced argument, or of the one token that stands in its place."""
        self.blank()
        if not self.tokens:
            return []
        token, _ = self.tokens.pop()
        self.deeper()
        found = self.piece(token)
        self.deeper(-1)
        return found

    def letter(self) -> str:
        """What an accent stands on."""
        if self.next in ("{", ""):
            return "".join(p.text for p in self.group())
        letter = self.next[0]
        self.cut(1)
        return letter

    def optional(self, brackets: str = "[]") -> Tokens | None:
        """What stands in square brackets, or in others, if something does; blanks before them are passed over only then."""
        ahead = text_of(self.tokens[:-40:-1])
        square = brackets == "[]"
        found = _BRACKETED.match(ahead) if square else ahead[:1] == brackets[0]
        return super().optional(brackets) if found else None

    def blank(self) -> None:
        """Past a blank that only ends a command's name."""
        token = self.next
        rest = token.lstrip(" \t\n")
        if (
            token
            and not token.startswith(("\n\n", "\\"))
            and (rest or token.count("\n") < 2)
        ):
            self.cut(len(token) - len(rest))


def _meaning(token: str) -> str:
    """What a command means to a text."""
    name = token[1:].rstrip("*") or token[1:]
    return COMMANDS[name].text if token.startswith("\\") and name in COMMANDS else ""


def _accented(letters: str, accent: str) -> str:
    return normalize("NFC", letters[:1] + accent) + letters[1:]


def _gathered(found: Pieces) -> Pieces:
    """Texts beside each other in one, blanks gathered; a text without a sign is no piece, one break is enough."""
    out: Pieces = []
    for is_text, run in groupby(found, lambda piece: piece.kind == "text"):
        if is_text:
            text = re.sub(r"[ \t\n]+", " ", "".join(piece.text for piece in run))
            out += [Piece("text", text)] if text else []
            continue
        for piece in run:
            if piece.kind != "break" or (out and out[-1].kind != "break"):
                out.append(piece)
    return out


def _trimmed(found: Pieces) -> Pieces:
    """Without breaks and blanks at the ends."""
    kept = list(found)
    for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
        while kept and (
            kept[end].kind == "break"
            or (kept[end].kind == "text" and not kept[end].text.strip())
        ):
            kept.pop(end)
        if kept and kept[end].kind == "text":
            kept[end] = Piece("text", strip(kept[end].text))
    return kept
