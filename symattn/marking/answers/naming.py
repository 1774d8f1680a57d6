"""Which line a student's name or label means: the line's name, the sheet's symbol, or the words of a print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from symattn.errors import SymattnError, nearest
from symattn.marking.answers.equations import SYMBOL
from symattn.notation.names import Names

_HEAD = re.compile(r"(.+)_(\d{1,6})\Z")
_DRESS = re.compile(r"\\(?:math[a-z]+|boldsymbol|bm|text[a-z]*)(?![a-z])|[\s${}]")  # what LaTeX puts around a plain name
_SAID_HEAD = re.compile(r"head[\s_#]*(\d{1,6})(?!\d)", re.IGNORECASE)
WORDS = (  # what a print calls a matrix -> the stems of the lines it may be
    (r"weighted sum|head output|output of head|context", ("H_",)),
    (r"concat|multi-?head(?:ed)? (?:attention )?output|joined", ("H",)),
    (r"weights|softmax|probabilit|pattern", ("A_", "A")),
    (r"scaled", ("L_", "L")),
    (r"scores|logits", ("L_", "S_", "L", "S")),
    (r"quer(?:y|ies)", ("Q_", "Q")),
    (r"\bkeys?\b", ("K_", "K")),
    (r"\bvalues?\b", ("V_", "V")),
    (r"result|output|final", ("Y", "H")),
)


@dataclass(frozen=True)
class Naming:
    """The names of one question: its lines, its givens, and the symbols of its notation."""

    lines: tuple[str, ...]
    givens: tuple[str, ...]
    names: Names
    words: tuple[str, ...] = ()  # parts answered in words

    def parsed(self, label: str) -> tuple[str, int | None] | None:
        """The stem and the head's number as written, of a name or a symbol; None for a stranger.

        >>> Naming(("Q_1",), (), Names({})).parsed("Q_2")
        ('Q_', 2)
        >>> Naming(("H_1",), (), Names({})).parsed(r"\\mathbf{H}_{1}")
        ('H_', 1)
        """
        bare = label.strip()
        return self._name(bare) or self._symbol(bare) or self._name(_DRESS.sub("", bare).replace("^", "_"))

    def is_symbol(self, label: str) -> bool:
        """Whether a label is a symbol of the sheet's notation and no line's name."""
        return self._name(label.strip()) is None and self._symbol(label.strip()) is not None

    def _name(self, bare: str) -> tuple[str, int | None] | None:
        if bare in self.lines and not _HEAD.match(bare):
            return bare, None
        found = _HEAD.match(bare)
        return (f"{found[1]}_", int(found[2])) if found and f"{found[1]}_" in self.stems else None

    def _symbol(self, label: str) -> tuple[str, int | None] | None:
        try:
            found = self.names.head_of(label)
        except (SymattnError, RecursionError):
            return None
        if found is not None:
            stem, head = found
            if head is None:
                return (stem, None) if stem in self.lines or stem in self.givens else None
            return (f"{stem}_", head)
        try:
            line = self.names.line_of(label, self.lines)
        except (SymattnError, RecursionError):
            return None
        if line is None:
            return None
        split = _HEAD.match(line)
        return (f"{split[1]}_", int(split[2])) if split and f"{split[1]}_" in self.stems else (line, None)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the lines and givens that stand once per head."""
        return frozenset(f"{m[1]}_" for name in (*self.lines, *self.givens) if (m := _HEAD.match(name)))

    @property
    def heads(self) -> frozenset[int]:
        """The numbers of the heads in the lines."""
        return frozenset(int(m[2]) for name in self.lines if (m := _HEAD.match(name)))

    def shift(self, numbers: Iterable[int], symbols: bool = False) -> int | None:
        """What is added to a student's head numbers to get those of the lines; None when nothing fits.

        Where one wrote the sheet's own symbols, its numbers go before those of the lines.

        >>> Naming(("Q_0", "Q_1"), (), Names({})).shift([1, 2])
        -1
        >>> Naming(("Q_0", "Q_1"), (), Names({}, shift=1)).shift([1], symbols=True)
        -1
        """
        written = set(numbers)
        starts = (-self.names.shift, 0) if symbols else (0, -self.names.shift)
        for by in (*starts, -1, 1):
            if {n + by for n in written} <= self.heads:
                return by
        return None

    def spoken(self, label: str) -> list[tuple[str, int | None]]:
        """What a label in words may mean, likeliest first: a symbol in it, else its words."""
        symbols = [self.parsed(m[0]) for m in re.finditer(SYMBOL, label)]
        found = [s for s in symbols if s is not None and f"{s[0]}{s[1] if s[1] is not None else ''}" not in self.givens]
        if found:
            return [found[-1]]
        said = _SAID_HEAD.search(label) or re.search(r"(?<![\w.])(\d)(?![\w.])", label)
        head = int(said[1]) if said else None
        for words, stems in WORDS:
            if re.search(words, label, re.IGNORECASE):
                return [(s, head if s.endswith("_") else None) for s in stems if self._there(s, head)]
        return []

    def _there(self, stem: str, head: int | None) -> bool:
        return stem in self.lines if not stem.endswith("_") else stem in self.stems and head is not None

    def hint(self, label: str) -> str:
        """The known name nearest to a label."""
        return nearest(label, self.lines) or f"the lines are {', '.join(self.lines[:12])}"
