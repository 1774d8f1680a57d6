"""Formulas of HTML (MathML) and of Word (OMML) as LaTeX, so that one reader serves them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from symattn.errors import LimitError
from symattn.language.latex_tokens import FUNCTIONS
from symattn.later import pattern
from symattn.limits import MOST_MARKUP_DEPTH
from symattn.marking.said import reading
from symattn.notation.symbols import ABOVE, BELOW, VARIANTS, faced, marked
from symattn.tables import in_turn
from symattn.tex.signs import words

_HARMLESS = str.maketrans(
    {
        "\\": " ",
        "$": "\\$",
        "{": "(",
        "}": ")",
        "%": "%",
        "\u2061": "",
        "\u2062": " ",
        "&": " and ",
    }
    | {chr(space): " " for space in range(0x2000, 0x200B)}  # as wide as Word has them
)


def plain(text: str) -> str:
    """Words without what would be a command of LaTeX.

    >>> plain("a {b}")
    'a (b)'
    """
    return text.translate(_HARMLESS)


def called(node: Element) -> str:
    """The name of a part of a document, without where names of its kind are from.

    >>> from xml.etree.ElementTree import fromstring
    >>> called(fromstring('<math xmlns="http://www.w3.org/1998/Math/MathML"/>'))
    'math'
    """
    return node.tag.rpartition("}")[2]


def latex(node: Element, depth: int = 0) -> str:
    """A formula's tree, MathML or OMML, as LaTeX; raises LimitError for one that is nested too deeply.

    >>> from xml.etree.ElementTree import fromstring
    >>> latex(fromstring("<math><msup><mi>e</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"))
    'e^{2}=\\\\frac{1}{2}'
    """
    if depth > MOST_MARKUP_DEPTH:
        raise LimitError(reading("deep_formula", most=MOST_MARKUP_DEPTH))
    name = called(node)
    if name in ("annotation", "annotation-xml", "rPr", "ctrlPr"):
        return ""
    if name in _LEAVES:
        return _leaf(name, node)
    if name in ("mtable", "m", "eqArr"):
        return _table(name, node, depth)
    children = [child for child in node if not child.tag.endswith("Pr")]
    if name == "d":
        return _delimited(node, children, depth)
    parts = [latex(child, depth + 1) for child in children]
    if name == "r":
        return _run(node, "".join(parts))
    if not parts:
        return plain((node.text or "").strip())
    if name in ("msqrt", "mroot", "rad"):
        return _root(name, parts)
    if name in ("mphantom", "phant"):
        return ""
    marks = _SCRIPTS.get(name)
    if marks is not None and len(parts) > len(marks):
        base = (
            parts[0]
            if len(parts[0]) < 2 or parts[0].isalnum() or _WORD.fullmatch(parts[0])
            else f"{{{parts[0]}}}"
        )
        return base + "".join(
            f"{mark}{{{part}}}" for mark, part in zip(marks, parts[1:], strict=False)
        )
    if name in ("mfrac", "f") and len(parts) == 2:
        return f"\\frac{{{parts[0]}}}{{{parts[1]}}}"
    return _marked(_ABOVE[name], parts) if name in _ABOVE else "".join(parts)


def _marked(tables: Sequence[Mapping[str, str]], parts: list[str]) -> str:
    """A letter with the signs above and below it; what else stands there is no part of it."""
    signs = "".join(
        table.get(part.strip(), "")
        for table, part in zip(tables, parts[1:], strict=False)
    )
    return (
        marked(parts[0], signs)
        if signs and not set("\\{}") & set(parts[0])
        else parts[0]
    )


def _root(name: str, parts: list[str]) -> str:
    """A square root, or one with its order: behind it in a page, before it in Word."""
    if name == "msqrt":
        return f"\\sqrt{{{''.join(parts)}}}"
    inner, *order = parts if name == "mroot" else reversed(parts)
    said = f"[{order[0]}]" if order and order[0].strip() else ""
    return f"\\sqrt{said}{{{inner}}}"


_LEAVES = words("mi mn mo mtext ms t mspace")
_WIDE = pattern(
    r"[ \u00a0\u2000-\u2003]{2,}|[\u2001\u2003]"
)  # in a formula of Word, between two equations
_WORD = pattern(r"\\text\{[^{}]*\}")
_CALLED = pattern(
    rf"(?<![^\W\d_])(?:{'|'.join(sorted(FUNCTIONS))})(?![^\W\d_])"
)  # upright in a formula of Word
_SCRIPTS = {
    "msup": "^",
    "msub": "_",
    "msubsup": "_^",
    "sSup": "^",
    "sSub": "_",
    "sSubSup": "_^",
}
_ABOVE: dict[str, tuple[Mapping[str, str], ...]] = {
    "mover": (ABOVE,),
    "munder": (BELOW,),
    "munderover": (BELOW, ABOVE),
    **dict.fromkeys(("limLow", "limUpp", "groupChr"), ()),
}
"""What stands above and below letters, in turn."""


def _leaf(name: str, node: Element) -> str:
    text = plain("".join(node.itertext()))
    if name == "mspace":
        return " \\quad " if node.get("width", "0").startswith(("1em", "2em")) else " "
    if name == "mtext":
        return f"\\text{{{text}}}"
    if name == "mi" and text in FUNCTIONS:
        return f"\\{text} "
    if name == "mi" and len(text) == 1:
        text = (
            faced(
                VARIANTS.get(node.get("mathvariant", node.get("class", "")), ""), text
            )
            or text
        )
    if name == "t":
        text = _CALLED.sub(r"\\\g<0> ", text)
    return "\\infty " if text == "∞" else _WIDE.sub(r" \\quad ", text)


def _run(node: Element, text: str) -> str:
    """A run of Word's, by how it is set: words upright in a formula, a bold letter."""
    marks = {
        called(mark): next(iter(mark.attrib.values()), "") for mark in in_turn(node)
    }
    if "nor" in marks:
        return f"\\text{{{text}}}" if text.strip(" \u200b") else ""
    return (
        faced("mathbf", text) or text
        if marks.get("sty") == "b" and len(text) == 1
        else text
    )


def _table(name: str, node: Element, depth: int) -> str:
    rows = [row for row in node if called(row) in ("mtr", "mlabeledtr", "mr", "e")]
    if name == "eqArr":
        return " \\\\ ".join(latex(row, depth + 1) for row in rows)
    lines = (
        depth == 1 and name == "m" and _says_equal(rows)
    )  # of a derivation, below each other as they are aligned
    between = " " if lines else " & "
    body = " \\\\ ".join(
        between.join(latex(x, depth + 2) for x in row if not x.tag.endswith("Pr"))
        for row in rows
    )
    return body if lines else "\\begin{array}{c}" + body + "\\end{array}"


def _says_equal(rows: list[Element]) -> bool:
    """Whether a relation stands in a cell, and not only in a matrix inside it: such cells are no numbers."""
    runs = (run for run in in_turn(in_turn(rows)) if called(run) == "r")
    return any("=" in text or "≈" in text for run in runs for text in run.itertext())


def _delimited(node: Element, children: list[Element], depth: int) -> str:
    """A bracket of Word, with the signs it is set with."""
    signs = {"begChr": "(", "endChr": ")", "sepChr": "|"}
    for part in node.iter():
        name = called(part)
        if name == "e":
            break
        if name in signs:
            signs[name] = next(iter(part.attrib.values()), "")
    inner = f" {signs['sepChr']} ".join(latex(child, depth + 1) for child in children)
    return f"{plain(signs['begChr'])}{inner}{plain(signs['endChr'])}"
