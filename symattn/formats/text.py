"""Boxes as plain text for a terminal: fractions and matrices stand on several lines, scripts stay on one."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from unicodedata import combining, normalize

from symattn.binding import ATOM, POWER
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
    number,
    on_points,
)
from symattn.boxes.latex import read
from symattn.boxes.paper import fenced, spaced
from symattn.formats.prose import Piece, pieces
from symattn.later import pattern
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.tables import every
from symattn.tex.signs import BIG, COMBINING

_UP = dict(zip("0123456789+-−=()iTn⊤′ᵀ", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱᵀⁿᵀ′ᵀ", strict=True))
_DOWN = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvx",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
        strict=True,
    )
)
_SPACES = {"thin": "", "medium": " ", "quad": "   ", "qquad": "     "}


@frozen
class Block:
    """Lines of equal length, and the one that stands on the line of writing.

    >>> Block(("1", "─", "2"), 1).width
    1
    """

    lines: Strings
    base: int = 0

    @property
    def width(self) -> int:
        """How many characters wide."""
        return len(self.lines[0]) if self.lines else 0


TERMINAL = 80
"""Signs on a line of a terminal as it opens."""


class Writer:
    """Plain text.

    >>> print(Writer().write(Frac(Ink("1", "number"), Ink("3", "number"))))
    1
    ─
    3
    """

    name = "text"
    paper = False
    room: float | None = TERMINAL - 4.0

    def wide(self, box: Box) -> float:
        """How many signs wide a formula is."""
        return block(box).width

    def escape(self, text: str) -> str:
        """Plain text is itself; what a terminal would obey is dropped.

        >>> Writer().escape("Remarque\\N{NO-BREAK SPACE}: ab")
        'Remarque\\xa0: ab'
        """
        return "".join(
            c if c.isprintable() or c in _KEPT else " " * c.isspace() for c in text
        )

    def prose(self, latex: str) -> str:
        """An author's LaTeX text with its formulas on the line."""
        shown = self._pieces(pieces(latex))
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)^ (?=\S)| +$", "", shown)).lstrip(
            "\n"
        )

    def _pieces(self, found: Sequence[Piece]) -> str:
        return "".join(map(self._piece, found))

    def _piece(self, piece: Piece) -> str:
        match piece.kind:
            case "math":
                return self.inline(read(piece.text))
            case "display":
                shown = self.write(read(piece.text)).replace("\n", "\n    ")
                return f"\n\n    {shown}\n\n"
            case "break":
                return "\n\n"
            case "list" | "numbered":
                items = (
                    f"{mark} {self._pieces(item.parts).strip()}"
                    for mark, item in piece.items("•", ")")
                )
                return "\n\n" + "\n\n".join(items) + "\n\n"
            case "table":
                rows = tuple(
                    tuple(
                        Ink(self._pieces(cell.parts).strip(), "text")
                        for cell in row.parts
                    )
                    for row in piece.parts
                )
                grid = Grid(rows, "", "", piece.text + "l" * max(2, *map(len, rows), 0))
                return "\n\n    " + self.write(grid).replace("\n", "\n    ") + "\n\n"
        return self._pieces(piece.parts) if piece.parts else self.escape(piece.text)

    def inline(self, box: Box) -> str:
        """A formula on one line: fractions slashed, matrices in brackets and semicolons."""
        return flat(box)

    def write(self, box: Box) -> str:
        """A formula on as many lines as it needs."""
        return "\n".join(line.rstrip() for line in block(box).lines)


def flat(box: Box) -> str:
    """A formula on one line.

    >>> flat(Script(Ink("e"), sup=Frac(Ink("1"), Ink("2"))))
    'e^(1/2)'
    """
    match box:
        case Ink(text, kind):
            return _ink(text, kind)
        case Row(items):
            return _line(_apart(spaced(items)))
        case Frac(top, bottom):
            return f"{flat(fenced(top, POWER))}/{flat(fenced(bottom, POWER))}"
        case Script(base, sub, sup):
            return flat(base) + _script(sub, _DOWN, "_") + _script(sup, _UP, "^")
        case Stack(body, over, under):
            return _stacked(flat(body), over, under)
        case Root(body, index):
            sign = {2: "√", 3: "∛", 4: "∜"}.get(index) or _script(
                number(index), _UP, ""
            ) + "√"
            return sign + flat(fenced(body, ATOM))
        case Fence(left, Grid(rows, "", ""), right) | Grid(rows, left, right):
            inside = "; ".join(" ".join(map(flat, r)) for r in rows)
            bare = isinstance(box, Grid) and not left + right
            return f"[{inside}]" if bare else left + inside + right
        case Fence(left, body, right):
            return left + flat(body) + right
        case Boxed(body):
            return flat(body)


def _apart(items: list[Box]) -> list[tuple[Box, str]]:
    """Boxes side by side, each as it is written: once, or what is nested would be written twice as often at every depth. A blank
    stands behind a script without brackets that would run on, φ_Q KV, W_V X, 3^π e^(1/2), e^1.5 σ₁, before the index of a root,
    2 ⁵√x, and behind a sign of a sum, ∑ₖ pₖ."""
    out: list[tuple[Box, str]] = []
    for item in items:
        text = flat(item)
        before = out[-1][1] if out else ""
        runs_on = re.search(r"[_^][\w.,]*\w$", before) and re.match(r"[^\W_]|√", text)
        high = before and re.match(r"[⁰¹²³⁴-⁹]+√", text)
        if runs_on or high or (before[:1] in BIG and text.strip() == text):
            out.append((Ink(" ", "text"), " "))
        out.append((item, text))
    return out


def _line(written: list[tuple[Box, str]]) -> str:
    """Boxes in a row, in which a slashed fraction beside a factor stands in brackets: (1/2)(a + b)."""
    items = [None, *(item for item, _ in written), None]
    return "".join(
        f"({text})"
        if isinstance(item, Frac) and (_factor(before, ")]}") or _factor(behind, "([{"))
        else text
        for before, (item, text), behind in zip(items, written, items[2:], strict=False)
    )


def _factor(box: Box | None, brackets: str) -> bool:
    """Whether a box beside a fraction multiplies it; a bracket that closes before a power does not: (1/2)²."""
    if isinstance(box, Script) and inked(box.base, "punct") and box.base.text in ")]}":
        box = box.base
    if not isinstance(box, Ink):
        return box is not None
    is_thing = inked(box, "number", "letter", "bold", "upright", "word")
    return is_thing or box.text in brackets or box.text in ("medium", "thin")


def _ink(text: str, kind: str) -> str:
    if kind == "space":
        return _SPACES.get(text, " ")
    if kind == "phantom":
        return " " * len(text)
    if kind == "number":
        return text.replace(GROUP, "")
    if kind in ("relation", "operator"):
        return text if text in "·′" else f" {text} "
    return f"{text} " if text in (",", ";") and kind == "punct" else text


def _stacked(body: str, over: Box | None, under: Box | None) -> str:
    """A letter with its hat; what is longer is named by its sign, with what stands above or below it in brackets."""
    for mark, below in ((over, False), (under, True)):
        if inked(mark, "accent"):
            combined = COMBINING.get(mark.text)
            if combined is not None:
                body = _marked(body, combined)
        elif mark is not None:
            body += f"{'_' if below else '^'}({flat(mark)})"
    return body


def _marked(body: str, sign: str) -> str:
    """Letters with a sign at each of them, behind the signs that it has already; what is no letter in brackets.

    >>> _marked(_marked("S", COMBINING["~"]), COMBINING["_"]) == normalize("NFC", "S" + COMBINING["~"] + COMBINING["_"])
    True
    """
    plain = normalize("NFD", body)
    if not all(c.isalnum() for c in plain if not combining(c)):
        return f"({body}){sign}"
    return normalize("NFC", re.sub(r"\w\W*", lambda m: m[0] + sign, plain))


def _script(box: Box | None, table: Glossary, mark: str) -> str:
    """What stands above or below, in small signs where there are such; what is above is an exponent, and holds together."""
    if box is None:
        return ""
    written = flat(box)
    signs = written.replace(" ", "")
    if all(sign in table for sign in signs):
        return "".join(table[sign] for sign in signs)
    held = fenced(box, ATOM) is box  # written once, for a script may stand in a script
    return mark + (
        (written if held else f"({written})").strip()
        if mark == "^"
        else signs
        if signs.isalnum()
        else f"({written})"
    )


def block(box: Box) -> Block:
    """A formula as a block of lines.

    >>> block(Grid(((Ink("1"),), (Ink("2"),)))).lines
    ('⎡1⎤', '⎣2⎦')
    """
    match box:
        case Row(items):
            return _beside([block(i) for i, _ in _apart(spaced(items))])
        case Frac(top, bottom):
            return _over(block(top), block(bottom))
        case Fence(left, body, right):
            inner = block(body)
            return (
                _fenced(inner, left, right)
                if len(inner.lines) > 1
                else Block((flat(box),))
            )
        case Grid():
            return _grid(box)
        case Boxed(body):
            return block(body)
        case Script(Grid() as base, None, sup) if (
            sup is not None and len(base.rows) > 1
        ):
            tall = block(base)
            raised = Block(
                (_script(sup, _UP, "^"),), tall.base
            )  # beside the first line
            return _beside([tall, raised])
    return Block((flat(box),))


def _beside(blocks: list[Block]) -> Block:
    above = max((b.base for b in blocks), default=0)
    empty = [(" " * b.width,) * (above - b.base) + b.lines for b in blocks]
    below = max(map(len, empty), default=1)
    padded = (
        lines + (" " * b.width,) * (below - len(lines))
        for b, lines in zip(blocks, empty, strict=True)
    )
    return Block(tuple("".join(parts) for parts in zip(*padded, strict=True)), above)


def _over(top: Block, bottom: Block) -> Block:
    wide = max(top.width, bottom.width)
    if "─" * wide in (*top.lines, *bottom.lines):
        wide += 2  # the bar of a fraction is longer than those above and below it, which tells which is whose
    lines = (*top.lines, "─" * wide, *bottom.lines)
    return Block(tuple(line.center(wide) for line in lines), len(top.lines))


_TALL = {"[": "⎡⎢⎣", "]": "⎤⎥⎦", "(": "⎛⎜⎝", ")": "⎞⎟⎠", "|": "│││", "‖": "║║║", "{": "⎧⎨⎩", "}": "⎫⎬⎭",
         "⌈": "⎡⎢⎢", "⌉": "⎤⎥⎥", "⌊": "⎢⎢⎣", "⌋": "⎥⎥⎦"}  # fmt: skip


def _fenced(inner: Block, left: str, right: str) -> Block:
    n = len(inner.lines)
    if n == 1:
        return Block((left + inner.lines[0] + right,))

    def side(bracket: str, i: int) -> str:
        return _TALL.get(bracket, ("", "", ""))[0 if i == 0 else 2 if i == n - 1 else 1]

    return Block(
        tuple(
            side(left, i) + line + side(right, i) for i, line in enumerate(inner.lines)
        ),
        inner.base,
    )


def _grid(grid: Grid) -> Block:
    grid = on_points(grid)
    cells = every(block, grid.rows)
    widths = [
        max((r[j].width for r in cells if j < len(r)), default=0)
        for j in range(grid.columns)
    ]
    align = grid.aligned
    lines: list[str] = []
    for i, r in enumerate(cells):
        if i in grid.under:
            meets = [
                "" if j == 0 else "╌┼╌" if j in grid.rules else "╌╌"
                for j in range(grid.columns)
            ]
            lines.append(
                "".join(
                    meet + "╌" * wide for meet, wide in zip(meets, widths, strict=True)
                )
            )
        aligned = [_aligned(b, widths[j], align[j]) for j, b in enumerate(r)]
        parts: list[Block] = []
        for j, b in enumerate(aligned):
            parts += (
                [] if j == 0 else [Block((" │ " if j in grid.rules else "  ",))]
            ) + [b]
        lines += _beside(parts).lines
    return _fenced(Block(tuple(lines), (len(lines) - 1) // 2), grid.left, grid.right)


def _aligned(b: Block, width: int, align: str) -> Block:
    put = {"r": str.rjust, "l": str.ljust}.get(align, str.center)
    return Block(tuple(put(line, width) for line in b.lines), b.base)


def wrapped(page: str) -> str:
    """A page with its long sentences broken where a terminal ends; what stands on several lines stays as it is.

    >>> max(map(len, wrapped("    " + "word " * 60).splitlines())) <= TERMINAL
    True
    >>> "[" + "0.5  " * 20 + "0.5]" in wrapped("A = [" + "0.5  " * 20 + "0.5]")  # a row of numbers is no sentence
    True
    """
    return "\n\n".join(
        block if any(sign in block for sign in _DRAWN) else _wrapped(block)
        for block in page.split("\n\n")
    )


_DRAWN = "⎡⎢⎣⎛⎜⎝─│"  # whatever stands beside, above or below such a sign belongs to a drawing
_ROW = pattern(
    r"\[[^\[\]\n]*(?:  |; )[^\[\]\n]*\]"
)  # of a matrix, whose entries two blanks part, or one in a sentence, whose rows stand on one line: [0 1; 1 0]
_NO_BREAK = "\0"
_KEPT = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"  # blanks at which no line is broken stand as they are


def _wrapped(block: str) -> str:
    out: list[str] = []
    for line in block.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        kept = _ROW.sub(lambda m: m[0].replace(" ", _NO_BREAK), line)
        broken = textwrap.wrap(
            kept, TERMINAL, subsequent_indent=indent, break_long_words=False
        )
        out += (
            [line]
            if len(line) <= TERMINAL
            else [part.replace(_NO_BREAK, " ") for part in broken]
        )
    return "\n".join(out)
