"""MathML, as a browser shows it, to signs: rows that group without a bracket are not seen."""

from __future__ import annotations

import unicodedata
from xml.etree import ElementTree

from .latex import ACCENTED, FUNCTIONS, laid
from .signs import Cases, Frac, Gap, Grid, Name, Num, Root, Sign, Stream, Sub, Sup, Text, Under, grouped

SIGNS = {"-": "−", "⋅": "·", "∣": "|", "⊙": "∘", "⊤": "ᵀ", "{": "(", "}": ")", "*": "·"}
STYLED = {"bold": "b", "double-struck": "bb", "script": "cal", "fraktur": "frak"}
OVER = {"^": "̂", "ˆ": "̂", "~": "̃", "˜": "̃", "¯": "̄", "‾": "̄", "→": "⃗", "˙": "̇"}
assert set(OVER.values()) <= set(ACCENTED.values())


def signs(text: str) -> Stream:
    """The signs of one math element."""
    return grouped(of(ElementTree.fromstring(text)))


def inner(node: ElementTree.Element) -> list[object]:
    out: list[object] = []
    for child, before in zip(node, (None, *node)):
        if child.tag == "mtable" and before is not None and (before.text or "").strip() == "{":
            out[-1:] = [Cases(cells(child))]
        else:
            out += of(child)
    return out


def of(node: ElementTree.Element) -> list[object]:
    """The signs of a node, in reading order."""
    tag, words = node.tag, (node.text or "").strip()
    if "∞" in words or words in ("…", "∂", "∇"):
        return [Sign("∞" if "∞" in words else words)] if words[:1] not in "−-" else [Sign("−"), Sign("∞")]
    if tag == "mn":
        return [Num(words.replace(",", "."))] if words[:1].isdigit() else [Text(words)]
    if tag == "mi":
        style = STYLED.get(node.get("mathvariant", "")) or ("b" if "MATHEMATICAL BOLD" in unicodedata.name(words[:1] or " ", "") else "")
        name = words.rstrip("₀₁₂₃₄₅₆₇₈₉")  # log₂
        below = unicodedata.normalize("NFKC", words[len(name) :])
        name = unicodedata.normalize("NFKC", name).replace(" ", "")
        return [Name(f"{style}:{name}" if style else name), *([Sub((Num(below),))] if below else [])]
    if tag == "mtext":
        return [Text(words.replace(" ", "").replace("\u00a0", ""))]
    if tag == "mo":
        return [Name(words)] if words in FUNCTIONS else [Sign(SIGNS.get(words, words))] if words else []
    if tag == "mspace":
        return [Gap("wide" if float(node.get("width", "0em").removesuffix("em")) >= 1 else "thin")]
    if tag == "mphantom":
        return []
    if tag == "mfrac":
        return [Frac(*(grouped(of(child)) for child in node))]
    if tag == "msqrt":
        return [Root(grouped(inner(node)))]
    if tag == "mroot":
        body, degree = node
        return [Root(grouped(of(body)), int("".join(degree.itertext())))]
    if tag in SCRIPTS:
        base, *rest = node
        return [*of(base), *(make(grouped(of(child))) for make, child in zip(SCRIPTS[tag], rest))]
    if tag in ("mover", "munder", "munderover"):
        base, *rest = node
        accent = OVER.get("".join(rest[-1].itertext()))
        if tag == "mover" and accent:
            return [Name(s.text + accent) if isinstance(s, Name) else s for s in of(base)]
        return [*of(base), *(Under(grouped(of(child))) for child in rest)]
    if tag == "mtable":
        return table(node)
    return inner(node)


SCRIPTS = {"msub": (Sub,), "msup": (Sup,), "msubsup": (Sub, Sup)}


def table(node: ElementTree.Element) -> list[object]:
    """A matrix, or formulas set side by side and below each other."""
    return laid(Grid(cells(node)))


def cells(node: ElementTree.Element) -> tuple[tuple[Stream, ...], ...]:
    return tuple(tuple(grouped(of(cell)) for cell in row) for row in node)
