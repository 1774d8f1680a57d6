"""How the name of a line, a given or a head's matrix is written; which line a student's symbol means is for ``symbols``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from symattn.boxes import (
    Box,
    Ink,
    Kind,
    Row,
    Script,
    Stack,
    inked,
    number,
    rebuilt,
    row,
)
from symattn.boxes.latex import read
from symattn.later import pattern
from symattn.notation.symbols import SAID
from symattn.plan.tree import stem_and_head
from symattn.records import frozen, replace
from symattn.said import Glossary
from symattn.tables import apart_from
from symattn.tex.signs import GREEK

_GRADIENT = pattern("d(?=[A-Z]|[a-z]_[A-Z])")
"""What stands before the name of a matrix in that of a derivative: dV; of the names that a question has, also before dl."""
_ABOVE = ("hat", "tilde", "bar")
_UPRIGHT = pattern("in|no|up|[a-z]{3,}|(?![QKVO]+$)[A-Z]([A-Z]|[A-Za-z]{2,})")
"""What stands upright below a letter: a word or an abbreviation, LoRA, and no letters of places."""
_GREEK_NAMES = {**GREEK, "epsilon": "ε", "eps": "ε", "phi": "φ"}
_JOINED = pattern(
    rf"^([A-Za-z]|{'|'.join(_GREEK_NAMES)})({'|'.join(_ABOVE)})(?=_|$)"
)  # mhat is m_hat


@lru_cache(maxsize=4096)
def _drawn(pattern: str, head: Box | None = None) -> Box:
    """The boxes of a name's pattern, with the head in place of its i: every sheet of a class asks for the same ones. What ends in
    brackets of its own, P(w), is one sign, which needs no others."""
    found = read(pattern)
    if isinstance(found, Row) and found.items[-1:] == (Ink(")", "punct"),):
        found = Script(found)
    return found if head is None else _put(found, head)


@frozen
class Names:
    """The table of names: patterns such as ``Q_i`` → ``\\\\mathbf{Q}^{i}``, where i stands for the head's number.

    ``shift`` is added to a head's number in the lines to get the number that is shown, ``derivatives`` are the names of
    derivatives of what a question has.

    >>> names = Names({"Q_i": "Q^i"}, shift=-1)
    >>> names.symbol("Q_1")
    Script(base=Ink(text='Q', kind='letter'), sub=None, sup=Ink(text='0', kind='number'))
    """

    patterns: Glossary
    shift: int = 0
    derivatives: frozenset[str] = frozenset()

    def among(self, names: Iterable[str]) -> Names:
        """The same table for a question that has these names: dl is the derivative of l where it has both.

        >>> Names({"l": "\\\\ell"}).among(["l", "dl"]).symbol("dl")
        Row(items=(Ink(text='d', kind='text'), Ink(text='ℓ', kind='letter')))
        """
        known = {part for name in names for part in (name, stem_and_head(name)[0])}
        return replace(
            self,
            derivatives=frozenset(
                name for name in known if name[0] == "d" and name[1:] in known
            ),
        )

    def without_words(self) -> Names:
        """The same table without words for heads, where there are none: H_1 may be an entropy, or a hidden layer.

        >>> Names({"H_i": r"\\mathrm{head}_i", "Q_i": "Q^i"}).without_words().patterns
        {'Q_i': 'Q^i'}
        """
        words = {
            key
            for key, shown in self.patterns.items()
            if key.endswith("_i")
            and isinstance(box := _drawn(shown), Script)
            and inked(box.base, "word", "upright")
        }
        return replace(self, patterns=apart_from(self.patterns, words))

    def _derives(self, name: str) -> bool:
        return name in self.derivatives or bool(_GRADIENT.match(name))

    def symbol(self, name: str) -> Box:
        """The symbol of a line, a given or a head's matrix; a name the notation lacks is spelled out sensibly."""
        if self.patterns.get(name):
            return _drawn(self.patterns[name])
        if self._derives(name):
            return row(Ink("d", "text"), self.symbol(name[1:]))
        stem, head = self.head_in(name)
        if head is not None:
            return self.of_head(stem, number(head + self.shift))
        first, _, index = name.rpartition("_")
        own = self.patterns.get(first, "") if index.isdecimal() else ""
        plain = own and not isinstance(_drawn(own), Script)
        return Script(_drawn(own), sub=number(index)) if plain else spelled(name)

    def of_head(self, stem: str, head: Box) -> Box:
        """The symbol of a head's matrix, the head written as *head*: a number, or the letter i.

        >>> Names({"W_Q_i": "W_i^Q"}).of_head("W_Q", Ink("h")).sub
        Ink(text='h', kind='letter')
        """
        if self._derives(stem) and f"{stem}_i" not in self.patterns:
            return row(Ink("d", "text"), self.of_head(stem[1:], head))
        return _drawn(self._pattern(stem) or f"{stem}_i", head)

    def counted(self, name: str) -> str:
        """A line's name with the head's number that is shown.

        >>> Names({"W_Q_i": "W_i^Q"}, shift=-1).counted("W_Q_2"), Names({}, shift=-1).counted("W_2")
        ('W_Q_1', 'W_2')
        """
        stem, head = self.head_in(name)
        return name if head is None else f"{stem}_{head + self.shift}"

    def generic(self, name: str) -> Box:
        """The symbol of any head's matrix, Q_i, the head as the letter i; of another name its own.

        >>> Names({"Q_i": "Q^i"}).generic("Q_i").sup, Names({}).generic("B_i").sub
        (Ink(text='i', kind='letter'), Ink(text='i', kind='letter'))
        """
        return (
            self.of_head(name[:-2], Ink("i"))
            if name.endswith("_i")
            else self.symbol(name)
        )

    def _pattern(self, stem: str) -> str:
        """The pattern of a head's matrix; one that the notation lacks is written as its sisters are: W_G as W_Q, b_G as b_Q."""
        if f"{stem}_i" in self.patterns:
            return self.patterns[f"{stem}_i"]
        first, _, own = stem.partition("_")
        if not own.isupper():
            return ""
        sisters = (
            (re.fullmatch(rf"{first}_([A-Z]+)_i", key), shown)
            for key, shown in self.patterns.items()
        )
        return next(
            (
                shown.replace(key[1], own)
                for key, shown in sisters
                if key and shown.count(key[1]) == 1
            ),
            "",
        )

    def head_in(self, name: str) -> tuple[str, int | None]:
        """A line's name as its stem and the number of its head; None where it belongs to no head.

        >>> Names({"W_Q_i": "W_i^Q"}).head_in("W_Q_2"), Names({"W_Q_i": "W_i^Q"}).head_in("W_G_2"), Names({}).head_in("W_2")
        (('W_Q', 2), ('W_G', 2), ('W_2', None))
        """
        stem, head = stem_and_head(name)
        bare = stem[1:] if self._derives(stem) else stem
        return (
            (stem, head) if self._pattern(stem) or self._pattern(bare) else (name, None)
        )

    def unnamed(self, name: str) -> bool:
        """Whether the notation has no symbol for this line, so that its formula stands for it."""
        return self.patterns.get(name) == ""


def spelled(name: str) -> Box:
    """A name no notation knows: Greek words as letters, what follows an underscore below, a hat, a tilde or a bar above.

    >>> spelled("omega_q").base, spelled("KT"), spelled("m_hat").over, spelled("vhat_1").base == spelled("v_hat")
    (Ink(text='ω', kind='letter'), Ink(text='KT', kind='word'), Ink(text='^', kind='accent'), True)
    """
    parted = _JOINED.sub(r"\1_\2", name)
    first, *rest = [part for part in parted.split("_") if part] or [name]
    base = _word(first)
    if rest and rest[0] in _ABOVE:
        base = Stack(base, Ink(SAID[rest.pop(0)], "accent"))
    if not rest:
        return base
    parts: list[Box | None] = []
    for k, part in enumerate(rest):
        upright = _UPRIGHT.fullmatch(part) and part not in _GREEK_NAMES
        own = Ink(part, "text") if upright else _word(part)
        parts += [Ink(",", "operator") if k and len(part) > 1 else None, own]
    return Script(base, sub=row(*parts))


def _word(part: str) -> Box:
    letters = part.rstrip("0123456789")
    digits = part[len(letters) :]
    if not letters:
        return number(digits)
    base: Box = (
        Ink(_GREEK_NAMES[letters])
        if letters in _GREEK_NAMES
        else Ink(letters, _kind(letters))
    )
    return Script(base, sub=number(digits)) if digits else base


def _kind(letters: str) -> Kind:
    return "letter" if len(letters) == 1 else "word"


def _put(box: Box, head: Box) -> Box:
    """The pattern with the head in place of its letter i."""
    if box in (Ink("i"), Ink("i", "bold")):
        return head
    found = rebuilt(box, lambda part: _put(part, head))
    return row(*found.items) if isinstance(found, Row) else found
