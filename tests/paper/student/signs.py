"""What a formula on paper is made of, whichever format it was written in: signs in the order in which they are read.

A reader of a format (``latex``, ``mathml``, ``drawn``) gives a list of these. What cannot be seen on paper is not in it: a
group that a format makes for itself, a colour, a frame.
"""

from __future__ import annotations

from typing import NamedTuple


class Num(NamedTuple):
    """A numeral, with a point whatever the language writes."""

    text: str


class Name(NamedTuple):
    """Letters that stand for something, or the name of a function."""

    text: str


class Text(NamedTuple):
    """Upright words within a formula."""

    text: str


class Sign(NamedTuple):
    """An operator, a relation, a bracket or a comma."""

    text: str


class Gap(NamedTuple):
    """Room that separates: ``thin`` between groups of digits, ``wide`` between formulas."""

    text: str


class Frac(NamedTuple):
    top: tuple[object, ...]
    bottom: tuple[object, ...]


class Root(NamedTuple):
    body: tuple[object, ...]
    degree: int = 2


class Sub(NamedTuple):
    body: tuple[object, ...]


class Sup(NamedTuple):
    body: tuple[object, ...]


class Under(NamedTuple):
    """What stands under a word such as lim, or over and under a sum."""

    body: tuple[object, ...]


class Grid(NamedTuple):
    rows: tuple[tuple[tuple[object, ...], ...], ...]


class Cases(NamedTuple):
    """Values below each other behind a brace, each with when it is that."""

    rows: tuple[tuple[tuple[object, ...], ...], ...]


Stream = tuple[object, ...]

RELATIONS = ("=", "≈")
SAME = {
    "-": "−", "⋅": "·", "*": "·", "∣": "|", "⊙": "∘", "⊤": "ᵀ", "T": "T", "{": "(", "}": ")", "&gt;": ">", "\u2009": "",
    "[": "[", "]": "]", "⟨": "⟨", "⟩": "⟩",
}  # fmt: skip


def flat(stream: Stream) -> str:
    """A short text of signs, which names a script: two formats' scripts are the same when these are."""
    out = []
    for s in stream:
        match s:
            case Num(t) | Name(t) | Text(t) | Sign(t):
                out.append(t.replace(" ", "").strip("()") if len(stream) > 1 and t in "()" else t.replace(" ", ""))
            case Sub(b) | Sup(b) | Under(b) | Root(b):
                out.append(flat(b))
            case Frac(a, b):
                out.append(flat(a) + "/" + flat(b))
    return "".join(out)


def grouped(stream: list[object]) -> Stream:
    """Digits in groups of three joined to one numeral: 2 362 368."""
    out: list[object] = []
    for s in stream:
        if (isinstance(s, Num) and len(s.text.split(".")[0]) == 3 and len(out) > 1 and out[-1] == Gap("thin")
                and isinstance(out[-2], Num) and "." not in out[-2].text):  # fmt: skip
            out[-2:] = [Num(out[-2].text + s.text)]
        else:
            out.append(s)
    return tuple(s for s in out if s != Gap("thin"))


def links(stream: Stream) -> list[tuple[str, Stream]]:
    """A chain cut at the relations that stand outside brackets: each link with the sign before it."""
    out: list[tuple[str, Stream]] = []
    sign, link, depth = "", [], 0
    for s in stream:
        if isinstance(s, Sign):
            depth += (s.text in "([") - (s.text in ")]")
            if depth <= 0 and s.text == "→":
                break  # what is found at a place that was just told
            if depth <= 0 and s.text in RELATIONS:
                out.append((sign, tuple(link)))
                sign, link = s.text, []
                continue
        link.append(s)
    return [*out, (sign, tuple(link))]


def formulas(stream: Stream) -> list[Stream]:
    """Formulas that stand side by side, apart by room."""
    out: list[list[object]] = [[]]
    for s in stream:
        if s == Gap("wide"):
            out.append([])
        else:
            out[-1].append(s)
    return [trimmed(f) for f in out if trimmed(f)]


def trimmed(stream: list[object]) -> Stream:
    """Without the comma or full stop at the end of a formula, or the words there in brackets that name its places: (I, like/cats)."""
    while stream and (stream[-1] in (Sign(","), Sign("."), Sign(";"), Sign(":"), Sign(")")) or isinstance(stream[-1], Gap)):
        if stream[-1] == Sign(")"):
            begin = max((k for k, s in enumerate(stream) if s == Sign("(")), default=0)
            words = [s for s in stream[begin + 1 : -1] if not isinstance(s, Gap)]
            if begin < 2 or len(words) < 3 or not all(isinstance(s, Text) or s == Sign(",") for s in words):
                break
            stream = stream[:begin]
        else:
            stream = stream[:-1]
    return tuple(stream)
