"""Boxes and text as LaTeX, for the page: the few macros it uses stand in templates/tex/preamble.tex."""

from __future__ import annotations

from unicodedata import normalize

from symattn.boxes import (
    GROUP,
    Box,
    Boxed,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    Script,
    Stack,
    inked,
    on_points,
)
from symattn.boxes.measure import width
from symattn.formats.closed import closed
from symattn.later import pattern
from symattn.tex.commands import standard
from symattn.tex.signs import (
    ACCENTS,
    BIG,
    FORMS,
    FUNCTIONS,
    HIGH,
    LOW,
    ON_THE_LINE,
    TO_LATEX,
)

_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "“": "``", "”": "''", "‘": "`", "’": "'", "–": "--", "—": "---",
    "\u00a0": "~", "½": r"\textonehalf{}", "¼": r"\textonequarter{}", "¾": r"\textthreequarters{}",
    "„": r"\quotedblbase{}",
}  # fmt: skip
_ESCAPES |= {  # letters below U+0180 that no font of the page has
    "ħ": r"\ensuremath{\hbar}", "Ħ": r"\rlap{\raisebox{.4ex}{--}}H", "ŧ": r"\rlap{\raisebox{-.1ex}{-}}t", "Ŧ": r"\rlap{\,-}T",
    "ŀ": r"l\textperiodcentered{}", "Ŀ": r"L\textperiodcentered{}", "ĸ": r"\textsc{k}", "ŉ": "'n", "ſ": "s",
}  # fmt: skip
_ACCENTS = {
    "\u0300": r"\`", "\u0301": r"\'", "\u0302": r"\^", "\u0303": r"\~", "\u0304": r"\=", "\u0306": r"\u", "\u0307": r"\.",
    "\u0308": r'\"', "\u030a": r"\r", "\u030b": r"\H", "\u030c": r"\v", "\u0323": r"\d", "\u0326": r"\textcommabelow",
    "\u0327": r"\c", "\u0328": r"\k", "\u0331": r"\b",
}  # fmt: skip
"""The marks that LaTeX sets over and under any letter; the horn and the hook of Vietnamese are not among them."""
COLUMNS = 10
"""As many columns as amsmath's matrices take by themselves; told of more, every matrix on a page costs as much as that."""
_SPACE = {"thin": r"\, ", "medium": r"\; ", "quad": r"\quad ", "qquad": r"\qquad "}
_NARROW = {sign: f"\\{name}" for name, sign in reversed(ACCENTS.items())}
_WIDE = _NARROW | {
    "^": r"\widehat",
    "¯": r"\overline",
    "~": r"\widetilde",
    "→": r"\overrightarrow",
}
_SIDES = {
    "{": r"\{", "}": r"\}", "⟨": r"\langle ", "⟩": r"\rangle ", "‖": r"\|", "⌈": r"\lceil ", "⌉": r"\rceil ",
    "⌊": r"\lfloor ", "⌋": r"\rfloor ", "": ".",
}  # fmt: skip


_TYPED = {
    ord(sign): rf"\ensuremath{{{command}}}"
    for sign, command in TO_LATEX.items()
    if len(sign) == 1 and ord(sign) >= 0x180
}
"""Signs as one types them, which pdflatex has by their commands alone."""


class Writer:
    """LaTeX for pdflatex.

    >>> Writer().write(Script(Ink("Q", "bold"), sup=Ink("1", "number")))
    '\\\\mathbf{Q}^{1}'
    """

    name = "tex"
    paper = True
    room: float | None = None
    cell_frac, used, boxed = r"\ffrac", r"\used", r"\res"
    group = r"\,"  # between groups of three digits

    def wide(self, box: Box) -> float:
        """How wide a formula is in print, in millimetres."""
        return width(box)

    def escape(self, text: str) -> str:
        """Plain text with everything LaTeX reads as a command made harmless."""
        return "".join(map(_character, normalize("NFC", text)))

    def prose(self, latex: str) -> str:
        """An author's text is LaTeX already: blank lines at its ends go, signs are commands, amsmath is told of a wide matrix.

        Raises ClosedError for commands that open files and the like.

        >>> Writer().prose(" $x$ "), Writer().prose("x ≈ 1")
        ('$x$', 'x \\\\ensuremath{\\\\approx} 1')
        """
        columns = 1 + max(
            row.count("&") for row in latex.replace(r"\\", "\n").split("\n")
        )
        wide = (
            rf"\setcounter{{MaxMatrixCols}}{{{columns}}}" if columns > COLUMNS else ""
        )
        return wide + standard(closed(latex)).strip().translate(_TYPED)

    def inline(self, box: Box) -> str:
        """A formula inside a sentence."""
        return f"${self.write(box)}$"

    def write(self, box: Box, cell: bool = False) -> str:
        """A formula; *cell* says that it stands in a matrix, where fractions need air."""
        match box:
            case Ink():
                return self.ink(box)
            case Row(items):
                return _joined([self.write(i, cell) for i in items])
            case Frac(top, bottom):
                command = self.cell_frac if cell else r"\frac"
                return f"{command}{{{self.write(top)}}}{{{self.write(bottom)}}}"
            case Script():
                return self.script(box)
            case Stack():
                return self.stack(box)
            case Root(body, index):
                order = f"[{index}]" if index != 2 else ""
                return rf"\sqrt{order}{{{self.write(body)}}}"
            case Fence():
                return self.fence(box)
            case Grid():
                return self.grid(box)
            case Boxed(body):
                return f"{self.boxed}{{{self.write(body)}}}"

    def ink(self, ink: Ink) -> str:
        r"""One run of ink in its alphabet.

        >>> [Writer().ink(Ink(word, "upright")) for word in ("log₂", "dist²", "top places", "sort↓")]
        ['\\log_{2}', '\\operatorname{dist}^{2}', '\\operatorname{top\\ places}', '\\operatorname{sort{\\downarrow}}']
        """
        text = ink.text
        match ink.kind:
            case "space":
                return _SPACE.get(text, r"\, ")
            case "bold":
                if text not in FORMS.values():
                    text = normalize("NFKC", text)
                return (
                    rf"\boldsymbol{{{TO_LATEX[text]}}}"
                    if text in TO_LATEX
                    else rf"\mathbf{{{_maths(text)}}}"
                )
            case "upright":
                name = text.rstrip(LOW + HIGH)  # log₂, dist²
                sign = "_" if text[-1] in LOW else "^"
                beside = (
                    f"{sign}{{{text[len(name) :].translate(ON_THE_LINE)}}}"
                    if name != text
                    else ""
                )
                known = name in FUNCTIONS
                called = (
                    f"\\{name}"
                    if known
                    else rf"\operatorname{{{_called(name)}}}".replace(" ", r"\ ")
                )
                return called + (beside or " " * known)
            case "word":
                return rf"\mathit{{{_maths(text)}}}"
            case "unit":
                return rf"\mathrm{{{_unit(text)}}}"
            case "text":
                return rf"\text{{{self.escape(text)}}}"
            case "number":
                return self.group.join(
                    _maths(part).replace(",", "{,}") for part in text.split(GROUP)
                )
            case "phantom":
                return rf"\phantom{{{text.replace(',', '{,}')}}}"
            case "punct" if text == "−":
                return "{-}"
        return _maths(text)

    def script(self, box: Script) -> str:
        """A base with its scripts; one of several parts is braced, unless it ends in brackets: A f(x)ᵀ keeps its blank."""
        base = self.write(box.base)
        ends = (
            box.base.items[-1]
            if isinstance(box.base, Row) and box.base.items
            else box.base
        )
        if not isinstance(ends, (Ink, Fence) if ends is box.base else Fence):
            base = f"{{{base}}}"
        base = base.rstrip()
        below = f"_{{{self.write(box.sub).rstrip()}}}" if box.sub is not None else ""
        above = f"^{{{self.write(box.sup).rstrip()}}}" if box.sup is not None else ""
        return base + below + above

    def stack(self, box: Stack) -> str:
        """Something with a sign or a formula above it or below it."""
        out = self.write(box.body)
        for mark, command in ((box.under, r"\underset"), (box.over, r"\overset")):
            if inked(mark, "accent"):
                out = f"{(_NARROW if isinstance(box.body, Ink) and len(box.body.text) == 1 else _WIDE)[mark.text]}{{{out}}}"
            elif mark is not None and isinstance(box.body, Stack) and box.body.brace:
                out = f"{out}{'_' if mark is box.under else '^'}{{{self.write(mark)}}}"
            elif mark is not None:
                out = f"{command}{{{self.write(mark)}}}{{{out}}}"
        return out

    def fence(self, box: Fence) -> str:
        """Brackets, growing with what they hold where that is taller than a line."""
        inner = self.write(box.body)
        if box.left and box.right and not tall(box.body):
            return f"{_side(box.left)}{inner}{_side(box.right)}"
        return _growing(box, inner)

    def grid(self, box: Grid) -> str:
        """A matrix: an environment of its own where one fits, an array where there are rules or mixed columns."""
        box = on_points(box)
        body = "".join(
            self.between(box, i) + self.row(box, i) for i in range(len(box.rows))
        )
        align = box.aligned
        kind = {"[]": "bmatrix", "()": "pmatrix", "||": "vmatrix"}.get(
            box.left + box.right
        )
        plain = not box.rules and not box.under and len(set(align)) == 1
        if kind and plain and box.columns <= COLUMNS:
            star, option = ("*", f"[{align[0]}]") if align[0] != "c" else ("", "")
            return rf"\begin{{{kind}{star}}}{option}{body}\end{{{kind}{star}}}"
        return self.array(box, align, body)

    def between(self, box: Grid, i: int) -> str:
        """The end of the row above row i: with air where fractions stand over each other."""
        if i == 0:
            return ""
        if not box.left and any(map(tall, sum(box.rows, ()))):
            return r" \\\noalign{\vskip8pt} "
        both_tall = all(any(map(tall, cells)) for cells in box.rows[i - 1 : i + 1])
        return r" \\[4pt] " if both_tall else r" \\ "

    def row(self, box: Grid, i: int) -> str:
        """Row i, and what stands above it where the parts of a matrix meet there."""
        cells = " & ".join(self.cell(box, i, j) for j in range(len(box.rows[i])))
        return r"\hline " * (i in box.under) + cells

    def array(self, box: Grid, align: str, body: str) -> str:
        """A matrix as an array between growing brackets."""
        columns = "".join(
            c + ("|" if j + 1 in box.rules else "") for j, c in enumerate(align)
        )
        inner = rf"\begin{{array}}{{@{{}}{columns}@{{}}}}{body}\end{{array}}"
        return _growing(box, inner) if box.left or box.right else inner

    def cell(self, box: Grid, i: int, j: int) -> str:
        """One cell, shaded when it is used."""
        text = self.write(box.rows[i][j], cell=True)
        return f"{self.used}{{{text}}}" if (i, j) in box.used else text


def _growing(box: Fence | Grid, inner: str) -> str:
    """What stands between the brackets of a box, with brackets as tall as it is."""
    return rf"\left{_side(box.left)}{inner}\right{_side(box.right)}"


def _side(bracket: str) -> str:
    return _SIDES.get(bracket, bracket)


def _joined(parts: list[str]) -> str:
    """Parts in a row; a command that ends in a letter keeps its distance from a letter."""
    out = ""
    for part in parts:
        if out and part[:1].isalnum() and _command_at_end(out):
            out += " "
        out += part
    return out


def _command_at_end(text: str) -> bool:
    stem = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return stem.endswith("\\") and stem != text


def _called(name: str) -> str:
    """An operator's name, whose arrow stands as close as its letters do."""
    return _maths(name).replace(TO_LATEX["↓"], f"{{{TO_LATEX['↓']}}}")


def _maths(text: str) -> str:
    return _joined(
        [TO_LATEX.get(c) or (c if c == "|" else _ESCAPES.get(c, c)) for c in text]
    )


_POWER = pattern("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def _unit(text: str) -> str:
    """A unit in mathematics: its powers above, µ as a command.

    >>> _unit("B²/s"), _unit("µs")
    ('B^{2}/s', '\\\\mu s')
    """
    parts = [_maths(part) for part in _POWER.split(text.replace("µ", "μ"))]
    powers = [f"^{{{normalize('NFKC', power)}}}" for power in _POWER.findall(text)]
    return "".join(
        part + power for part, power in zip(parts, [*powers, ""], strict=True)
    )


def unsettable(text: str) -> str:
    """The letters of a text that pdflatex has no sign for with the fonts of the page, each once: other scripts.

    >>> unsettable("Nguyễn Văn Ānh, Ħelena, Jörg"), unsettable("李明")
    ('', '李明')
    """
    return "".join(
        c
        for c in dict.fromkeys(normalize("NFC", text))
        if c.isprintable() and _letter(c) is None
    )


def _character(c: str) -> str:
    letter = _letter(c)
    if letter is not None:
        return letter
    return rf"\texttt{{U+{ord(c):04X}}}" if c.isprintable() else " "


def _letter(c: str) -> str | None:
    """A character as LaTeX sets it: as it is, by name, or as a letter with its accents; None where there is no way."""
    if c in _ESCAPES:
        return _ESCAPES[c]
    if ord(c) < 0x180 and (c.isprintable() or c.isspace()):
        return c
    if c in TO_LATEX:
        return rf"\ensuremath{{{TO_LATEX[c]}}}"
    base, *marks = list(normalize("NFD", c))
    if not marks or not base.isascii() or any(mark not in _ACCENTS for mark in marks):
        return None
    letter = base
    for mark in marks:
        letter = f"{_ACCENTS[mark]}{{{letter}}}"
    return letter


def tall(box: Box) -> bool:
    """Whether a formula is higher than a line, so that brackets around it grow.

    >>> tall(Frac(Ink("1"), Ink("2"))), tall(Ink("K"))
    (True, False)
    """
    match box:
        case Frac() | Grid():
            return True
        case Row(items):
            return any(map(tall, items))
        case Script(Ink(text)) if text in BIG:
            return True
        case Script(base, _, sup):
            return tall(base) or (
                sup is not None and isinstance(base, Fence) and tall(sup)
            )
        case Stack(body, over, under):
            return tall(body) or any(
                mark is not None and not isinstance(mark, Ink) for mark in (over, under)
            )
        case Fence(_, body, _) | Root(body, _) | Boxed(body):
            return tall(body)
    return False
