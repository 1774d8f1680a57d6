"""Boxes as MathML Core, for the browser: everything is written out, nothing is left to a script.

Alphabets are characters of Unicode (𝐐 for a bold Q), as MathML Core wants them. Matrices are tables of the class
``matrix``, their cells say by classes how they are aligned, ruled and shaded; a page's style sheet does the rest.
"""

from __future__ import annotations

from html import escape

from symattn.boxes import (
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
    items_of,
    on_points,
)
from symattn.boxes.measure import width
from symattn.boxes.paper import spaced
from symattn.formats.tex import tall
from symattn.said import Glossary
from symattn.tables import not_empty
from symattn.tex.signs import BIG, LIMITED

_SPACES = {"thin": "0.17em", "medium": "0.28em", "quad": "1em", "qquad": "2em"}
_ALWAYS = {
    "number": "<mn>{}</mn>",
    "phantom": "<mphantom><mn>{}</mn></mphantom>",
    "operator": "<mo>{}</mo>",
    "relation": "<mo>{}</mo>",
}
"""Kinds of ink that are one element, whatever stands in it."""
_ALIGN = {"l": "left", "r": "right"}
LONG = 45.0  # millimetres
_CLOSE = 'lspace="0em" rspace="0em"'
_STRETCHED = "()[]{}|⟨⟩‖⌈⌉⌊⌋"


class MathML:
    """Formulas as ``math`` elements.

    >>> MathML().inline(Script(Ink("Q", "bold"), sup=Ink("1", "number")))
    '<math><msup><mi>𝐐</mi><mn>1</mn></msup></math>'
    """

    def inline(self, box: Box) -> str:
        """A formula inside a sentence; a long one may go on on the next line before = and the like."""
        parts = _broken(box) if width(box) > LONG else [box]
        return "<wbr>".join(f"<math>{self.inner(part)}</math>" for part in parts)

    def display(self, box: Box) -> str:
        """A formula on a line of its own."""
        return f'<math display="block">{self.inner(box)}</math>'

    def inner(self, box: Box) -> str:
        """What stands between the tags of ``math``."""
        if not isinstance(box, Row):
            return self.node(box)
        return "".join(map(self.node, spaced(box.items)))

    def node(self, box: Box) -> str:
        """One element; several boxes in a row are wrapped into one."""
        match box:
            case Ink(text, kind):
                return _ink(text, kind)
            case Row():
                return f"<mrow>{self.inner(box)}</mrow>"
            case Frac(top, bottom):
                return f"<mfrac>{self.node(top)}{self.node(bottom)}</mfrac>"
            case Script():
                return self._script(box)
            case Stack(body, over, under):
                below = ' accentunder="true"' if under is not None else ""
                above = ' accent="true"' if over is not None else ""
                return self._around(
                    self.node(body), below + above, under=under, over=over
                )
            case Root(body, index):
                if index == 2:
                    return f"<msqrt>{self.inner(body)}</msqrt>"
                return f"<mroot>{self.node(body)}<mn>{index}</mn></mroot>"
            case Fence(left, body, right):
                grows = tall(body)
                return f"<mrow>{_side(left, 'prefix', grows)}{self.inner(body)}{_side(right, 'postfix', grows)}</mrow>"
            case Grid():
                return self._grid(box)
            case Boxed(body):
                return f'<mrow class="result">{self.inner(body)}</mrow>'

    def _script(self, box: Script) -> str:
        base = self.node(box.base)
        if (
            isinstance(box.base, Ink) and box.base.text in BIG | LIMITED
        ):  # above and below on a line of its own
            return self._around(base, under=box.sub, over=box.sup)
        return self._around(base, sub=box.sub, sup=box.sup)

    def _around(self, base: str, look: str = "", **parts: Box | None) -> str:
        """What stands below and above, by what MathML calls its place, and how all of that looks."""
        there = {name: self.node(box) for name, box in parts.items() if box is not None}
        tag = f"m{''.join(there)}"
        return (
            f"<{tag}{look}>{base}{''.join(there.values())}</{tag}>" if there else base
        )

    def _grid(self, grid: Grid) -> str:
        grid = on_points(grid)
        align = grid.aligned
        rows = ""
        for i, cells in enumerate(grid.rows):
            rows += "<mtr>"
            for j, cell in enumerate(cells):
                asked = {
                    _ALIGN.get(align[j], ""): align[j] in _ALIGN,
                    "ruled": j + 1 in grid.rules,
                    "used": (i, j) in grid.used,
                    "under": i + 1 in grid.under,
                }
                names = " ".join(not_empty(asked))
                look = f' class="{names}"' if names else ""
                rows += f"<mtd{look}>{self._cell(cell)}</mtd>"
            rows += "</mtr>"
        airy = " airy" if "<mfrac>" in rows else ""
        table = f'<mtable class="matrix{airy}">{rows}</mtable>'
        return f"<mrow>{_side(grid.left, 'prefix')}{table}{_side(grid.right, 'postfix')}</mrow>"

    def _cell(self, cell: Box) -> str:
        """A cell; fractions in it are as large as on a line of their own."""
        inner = self.inner(cell)
        return (
            f'<mrow displaystyle="true">{inner}</mrow>' if "<mfrac>" in inner else inner
        )


def _broken(box: Box) -> list[Box]:
    parts: list[list[Box]] = [[]]
    for item in items_of(box):
        if inked(item, "relation") and parts[-1]:
            parts.append([])
        parts[-1].append(item)
    return [Row(tuple(part)) for part in parts]


def _side(bracket: str, form: str, grows: bool = True) -> str:
    """A bracket; one that need not grow must not, or the browser keeps room for its largest size."""
    if not bracket:
        return ""
    look = 'stretchy="true" symmetric="true"' if grows else 'stretchy="false"'
    return f'<mo form="{form}" fence="true" {look}>{escape(bracket)}</mo>'


def _ink(text: str, kind: str) -> str:
    shown = escape(text.replace("ᵀ", "𝖳"), quote=False)
    match kind:
        case "letter":
            return (
                f"<mi>{shown}</mi>" if len(text) == 1 else f"<mi>{slanted(text)}</mi>"
            )
        case "bold":
            return (
                f"<mi>{bold(text)}</mi>"
                if len(text) > 1 or bold(text) != text
                else f'<mi class="bold">{shown}</mi>'
            )
        case "upright" if text in LIMITED:
            return f'<mo movablelimits="true" {_CLOSE}>{shown}</mo>'
        case "upright" | "unit":
            return (
                f"<mi>{shown}</mi>"
                if len(text) > 1
                else f'<mi mathvariant="normal">{shown}</mi>'
            )
        case "word":
            return f"<mi>{slanted(text)}</mi>"
        case "accent":
            return f"<mo>{'‾' if text in '¯_' else shown}</mo>"
        case "punct":
            return (
                f'<mo form="prefix">{shown}</mo>' if text == "−" else _punctuation(text)
            )
        case "space":
            return (
                f'<mspace width="{_SPACES[text]}"></mspace>' if text in _SPACES else ""
            )
    return _ALWAYS.get(kind, "<mtext>{}</mtext>").format(shown)


def _punctuation(text: str) -> str:
    if text in _STRETCHED:
        return f'<mo stretchy="false" form="{"prefix" if text in "([{⟨⌈⌊" else "postfix"}">{text}</mo>'
    if text in BIG:
        return f'<mo movablelimits="true">{text}</mo>'
    look = 'separator="true"' if text in ",;:" else _CLOSE
    return f"<mo {look}>{escape(text)}</mo>"


def bold(text: str) -> str:
    """Letters and digits in Unicode's bold alphabet, anything else as it is.

    >>> bold("Q1")
    '𝐐𝟏'
    """
    return "".join(_BOLD.get(c) or escape(c) for c in text)


def _alphabet(*ranges: tuple[str, str, str]) -> Glossary:
    """Each letter of some ranges, from its first to its last, and what stands in its place from another first one on."""
    return {
        chr(k): chr(ord(new) + k - ord(a))
        for a, z, new in ranges
        for k in range(ord(a), ord(z) + 1)
    }


_BOLD = _alphabet(("A", "Z", "𝐀"), ("a", "z", "𝐚"), ("0", "9", "𝟎"), ("α", "ω", "𝛂"))
_ITALIC = {**_alphabet(("A", "Z", "𝐴"), ("a", "z", "𝑎")), "h": "ℎ"}


def slanted(text: str) -> str:
    """Letters in Unicode's slanted alphabet: a word in a formula stays slanted without a style of its own.

    >>> slanted("he")
    'ℎ𝑒'
    """
    return "".join(_ITALIC.get(c) or escape(c) for c in text)
