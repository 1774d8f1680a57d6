"""How a line's name is written, and which line a student's symbol means: one table, read both ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Kind, Root, Row, Script, Stack, number, row
from symattn.boxes.latex import GREEK, read
from symattn.plan.tree import stem_and_head

MOST_DIGITS = 6  # of a head's number
_GRADIENT = re.compile("d(?=[A-Z]|[a-z]_[A-Z])")
"""What stands before the name of a matrix in that of a derivative: dV."""
_GREEK_NAMES = {**GREEK, "epsilon": "ε", "phi": "φ"}


@dataclass(frozen=True)
class Names:
    """The table of names: patterns such as ``Q_i`` → ``\\\\mathbf{Q}^{i}``, where i stands for the head's number.

    ``shift`` is added to a head's number in the lines to get the number that is shown.

    >>> names = Names({"Q_i": "Q^i"}, shift=-1)
    >>> names.symbol("Q_1")
    Script(base=Ink(text='Q', kind='letter'), sub=None, sup=Ink(text='0', kind='number'))
    >>> names.line_of(r"\\mathbf{Q}^0")
    'Q_1'
    """

    patterns: Mapping[str, str]
    shift: int = 0

    def symbol(self, name: str) -> Box:
        """The symbol of a line, a given or a head's matrix; a name the notation lacks is spelled out sensibly."""
        if self.patterns.get(name):
            return read(self.patterns[name])
        if _GRADIENT.match(name):
            return row(Ink("d", "text"), self.symbol(name[1:]))
        stem, head = self.head_in(name)
        return spelled(name) if head is None else self.of_head(stem, number(head + self.shift))

    def of_head(self, stem: str, head: Box) -> Box:
        """The symbol of a head's matrix, the head written as *head*: a number, or the letter i.

        >>> Names({"W_Q_i": "W_i^Q"}).of_head("W_Q", Ink("h")).sub
        Ink(text='h', kind='letter')
        """
        if _GRADIENT.match(stem) and f"{stem}_i" not in self.patterns:
            return row(Ink("d", "text"), self.of_head(stem[1:], head))
        return _put(read(self._pattern(stem) or f"{stem}_i"), head)

    def _pattern(self, stem: str) -> str:
        """The pattern of a head's matrix; one that the notation lacks is written as its sisters are: W_G as W_Q, b_G as b_Q."""
        if f"{stem}_i" in self.patterns:
            return self.patterns[f"{stem}_i"]
        first, _, own = stem.partition("_")
        if not own.isupper():
            return ""
        sisters = ((re.fullmatch(rf"{first}_([A-Z]+)_i", key), shown) for key, shown in self.patterns.items())
        return next((shown.replace(key[1], own) for key, shown in sisters if key and shown.count(key[1]) == 1), "")

    def head_in(self, name: str) -> tuple[str, int | None]:
        """A line's name as its stem and the number of its head; None where it belongs to no head.

        >>> Names({"W_Q_i": "W_i^Q"}).head_in("W_Q_2"), Names({"W_Q_i": "W_i^Q"}).head_in("W_G_2"), Names({}).head_in("W_2")
        (('W_Q', 2), ('W_G', 2), ('W_2', None))
        """
        stem, head = stem_and_head(name)
        bare = stem[1:] if _GRADIENT.match(stem) else stem
        return (stem, head) if self._pattern(stem) or self._pattern(bare) else (name, None)

    def unnamed(self, name: str) -> bool:
        """Whether the notation has no symbol for this line, so that its formula stands for it."""
        return self.patterns.get(name) == ""

    def line_of(self, symbol: str, names: Iterable[str] = ()) -> str | None:
        """The line a student's symbol means, out of *names* when some are given; None for a stranger.

        A name of the lines themselves goes first; where scripts stand and what is bold makes no difference.
        """
        known = dict.fromkeys(names)  # in their order: of two lines with one symbol the last is meant, in every run
        bare = re.sub(r"[\s${}\\]", "", symbol)
        if bare in known:
            return bare
        found = self.head_of(symbol)
        if found is None:
            by_key = {key(self.symbol(n)): n for n in known}
            return by_key.get(key(read(symbol)))
        stem, head = found
        name = stem if head is None else f"{stem}_{head - self.shift}"
        return name if not known or name in known else None

    def head_of(self, symbol: str) -> tuple[str, int | None] | None:
        """The line's stem and the head's number *as shown* in a student's symbol; None for a stranger.

        >>> Names({"H_i": r"\\mathit{head}_i"}).head_of("head_2")
        ('H', 2)
        """
        written = key(read(symbol.strip().strip("$")))
        table = self._keys()
        if written in table:
            return table[written], None
        base, scripts = written
        for k, script in enumerate(scripts):
            generic = (base, (*scripts[:k], *scripts[k + 1 :], "i"))
            stem = table.get((generic[0], tuple(sorted(generic[1]))))
            if script.isdecimal() and len(script) <= MOST_DIGITS and stem:
                return stem.removesuffix("_i"), int(script)
        return None

    def _keys(self) -> dict[tuple[str, tuple[str, ...]], str]:
        return {key(read(shown)): name for name, shown in self.patterns.items() if shown}


def spelled(name: str) -> Box:
    """A name no notation knows: Greek words as letters, what follows an underscore below.

    >>> spelled("omega_q").base, spelled("KT")
    (Ink(text='ω', kind='letter'), Ink(text='KT', kind='letter'))
    """
    first, *rest = [part for part in name.split("_") if part] or [name]
    base = _word(first)
    if not rest:
        return base
    parts: list[Box | None] = []
    for k, part in enumerate(rest):
        parts += [Ink(",", "operator") if k and len(part) > 1 else None, _word(part)]
    return Script(base, sub=row(*parts))


def _word(part: str) -> Box:
    letters = part.rstrip("0123456789")
    digits = part[len(letters) :]
    if not letters:
        return number(digits)
    base: Box = Ink(_GREEK_NAMES[letters]) if letters in _GREEK_NAMES else Ink(letters, _kind(letters))
    return Script(base, sub=number(digits)) if digits else base


def _kind(letters: str) -> Kind:
    return "letter" if len(letters) == 1 or letters.isupper() else "word"


def _put(box: Box, head: Box) -> Box:
    """The pattern with the head in place of its letter i."""
    match box:
        case Ink("i", "letter" | "bold"):
            return head
        case Row(items):
            return row(*(_put(item, head) for item in items))
        case Script(base, sub, sup):
            return Script(_put(base, head), sub and _put(sub, head), sup and _put(sup, head))
        case Fence(left, body, right):
            return Fence(left, _put(body, head), right)
        case Stack(body, over, under):
            return Stack(_put(body, head), over, under)
    return box


def key(box: Box) -> tuple[str, tuple[str, ...]]:
    """What two spellings of one symbol have in common: the letters of the base, and its scripts in any place.

    >>> key(read(r"\\mathbf{W}^Q_0")) == key(read("W_0^{Q}")) == ("W", ("0", "Q"))
    True
    >>> key(read("Z0")) == key(read(r"\\mathrm{Z}_{0}"))
    True
    """
    base, scripts = _split(box)
    found = re.fullmatch(r"([^\d,]+)(\d+)", base)
    if found:
        base, scripts = found[1], [*scripts, found[2]]
    return base, tuple(sorted(s for s in scripts if s))


def _split(box: Box) -> tuple[str, list[str]]:
    match box:
        case Script(base, sub, sup):
            inner, scripts = _split(base)
            below = [part for part in (sub, sup) if part is not None]
            return inner, scripts + [s for part in below for s in _text(part).split(",")]
        case Row(items):
            parts = [_split(item) for item in items]
            return "".join(p[0] for p in parts), [s for p in parts for s in p[1]]
        case Fence(_, body, _) | Boxed(body) | Stack(body):
            return _split(body)
    return _text(box), []


def _text(box: Box) -> str:
    match box:
        case Ink(text, kind):
            return "" if kind in ("space", "accent") else text.replace(" ", "").replace("_", ",").removeprefix("\\")
        case Row(items):
            return "".join(map(_text, items))
        case Script(base, sub, sup):
            return "".join(_text(part) for part in (base, sub, sup) if part is not None)
        case Fence(_, body, _) | Root(body, _) | Boxed(body):
            return _text(body)
        case Stack(body, over, under):
            return "".join(_text(part) for part in (body, over, under) if part is not None)
        case Frac(top, bottom):
            return f"{_text(top)}/{_text(bottom)}"
        case Grid(rows):
            return ";".join("".join(map(_text, r)) for r in rows)
