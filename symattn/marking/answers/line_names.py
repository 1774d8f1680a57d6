"""Which line of a sheet a name means as it is written: the line's name, the sheet's symbol, or the formula of the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple, Self

from symattn.later import pattern
from symattn.marking.answers.called import also
from symattn.marking.answers.calls import as_lines
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.headings import head_in
from symattn.marking.answers.pieces import of_axes, placed
from symattn.marking.said import reading
from symattn.notation.names import Names
from symattn.notation.symbols import Key, Symbol, SymbolTable, formula, symbol, typed
from symattn.plan.tree import stem_and_head
from symattn.records import frozen
from symattn.said import Glossary, Integers, Strings

LONGEST = 300  # characters of a name; more are nobody's
MOST_DIGITS = 6  # of a head's number
MOST_KNOWN = 10_000  # labels whose meaning is remembered
NEAR = 0.7  # how alike two names are of which one may be a slip of the pen
_INDEXED = pattern(r"(.*\S)\s*(?:\\text\s*)?\[\s*(\d{1,4})\s*\]", re.DOTALL)
_ENTRY = pattern(r"(.*[^\s(,_^])\s*[\[(]\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[\])]")
_APPLIED = pattern(r"(\\?[^\W\d_]{1,12})\s*\(\s*([^\W\d_])\s*\)")  # φ(Q) for φ_Q

_FOR_HEAD = spoken(r"\s+«for»\s+(?:«the»\s+)?(?:\w+\s+)?«head».*", re.IGNORECASE)


class Meaning(NamedTuple):
    """A line, or the stem of a line that stands once per head (``Q_``) with the head's number as written, perhaps transposed.

    >>> Meaning("Q_", 1).turned
    False
    """

    stem: str
    head: int | None = None
    turned: bool = False
    part: int | None = None  # which matrix of several: Q_h[0]
    entry: tuple[int, int] | None = None  # one entry of it: S_1[0, 1]
    row: int | None = None  # one row of it: q_1, A[0, :]
    own: bool = False  # found by its right side, so that the head has the line's own number
    sure: bool = True  # by a name of it or a word that all use; else an answer that is not right is for a person


@frozen
class LineNames:
    """The names of one question: its lines, its givens, the symbols of its notation, and the formulas of its lines.

    ``decimals`` are the digits asked; ``shapes`` the rows and columns of each line, where they are known; ``sizes`` are
    the lines asked where they are shapes and counts, no matrices; ``typeset`` says that what is read is written as a page is,
    where a symbol goes before the name of another line.
    """

    lines: Strings
    givens: Strings
    names: Names
    words: Strings = ()  # parts answered in words
    formulas: Mapping[str, Strings] = field(default_factory=dict)
    decimals: int = 4
    shapes: Mapping[str, Integers] = field(default_factory=dict)
    sizes: frozenset[str] | None = None
    typeset: bool = False

    def parsed(self, label: str) -> Meaning | None:
        """What a name, a symbol or a formula of the sheet means; None for a stranger.

        >>> LineNames(("Q_1",), (), Names({})).parsed("Q_2")[:2]
        ('Q_', 2)
        >>> LineNames(("H_1",), (), Names({})).parsed(r"\\mathbf{H}_{1}")[:2]
        ('H_', 1)
        """
        found = self._known.get(label)
        if len(label) > LONGEST:
            return None
        if found is None and label not in self._known:
            found = self._parsed(label.strip())
            if len(self._known) < MOST_KNOWN:
                self._known[label] = found
        return found

    @cached_property
    def _known(self) -> dict[str, Meaning | None]:
        return {}

    def _parsed(self, label: str) -> Meaning | None:
        if indexed := _INDEXED.fullmatch(label):
            whole = self._parsed(indexed[1])
            lead = self._axes(whole)
            if whole is not None and lead and not (len(lead) < 2 and whole.part is not None):
                return whole._replace(part=(whole.part or 0) * lead[-1] + int(indexed[2]))
        if single := _ENTRY.fullmatch(label):
            whole = self._parsed(single[1])
            return (
                None
                if whole is None
                else whole._replace(entry=(int(single[2]), int(single[3])))
            )
        applied = _APPLIED.fullmatch(label)
        if applied and (whole := self._parsed(f"{applied[1]}_{applied[2]}")) is not None:
            return whole
        found = symbol(label)
        meant = self._meant(found) if found is not None else None
        return meant or self._in_batch(label) or self._of_formula(label)

    def _axes(self, whole: Meaning | None) -> Integers:
        """The axes before rows and columns of what is meant."""
        return (
            ()
            if whole is None or whole.head is not None
            else self.shapes.get(whole.stem, ())[:-2]
        )

    def _in_batch(self, label: str) -> Meaning | None:
        """A matrix of a batch by its place, counted from 1 along each axis: S^{(2)}, Q_h^{(2)(3)}."""
        found = placed(label)
        whole = self._parsed(found[0]) if found else None
        part = of_axes(found[1], self._axes(whole)) if found else None
        return whole._replace(part=part) if whole is not None and part is not None else None

    def _meant(self, found: Symbol) -> Meaning | None:
        """What a symbol means: as it is written before what it may be without its dress, in small letters, without words."""
        tables = (self._symbols, self._names) if self.typeset else (self._names, self._symbols)
        small = found._replace(base=found.base.lower())
        ways = [(found, table, exactly) for exactly in (True, False) for table in tables]
        for written, table, exactly in (*ways, (small, self._lower, False)):
            meant = self._of_symbol(written, table, exactly)
            if meant is not None:
                return meant
        bare = tuple(
            script for script in found.scripts if script.lower() not in words_for("subscript")
        )
        return self._meant(found._replace(scripts=bare)) if bare != found.scripts else None

    @cached_property
    def as_printed(self) -> Self:
        """The same names for what is written as a page is, where a symbol goes before the name of another line."""
        return replace(self, typeset=True)

    def as_made(self, formula: str) -> str | None:
        """The line or given that a name or a formula of a program is; None for a stranger.

        >>> LineNames(("S", "L"), (), Names({}), formulas={"S": ("Q @ K.T",), "L": ("S / sqrt(2)",)}).as_made("S/np.sqrt(2)")
        'L'
        """
        found = self.parsed(formula)
        if found is None or found.turned or found.part is not None or found.entry is not None:
            return None
        return found.stem if found.head is None else f"{found.stem}{found.head}"

    def is_symbol(self, label: str) -> bool:
        """Whether a label is a symbol of the sheet's notation and no line's name."""
        found = symbol(label)
        return (
            found is not None
            and self._of_symbol(found, self._names) is None
            and self._of_symbol(found, self._symbols) is not None
        )

    def _of_symbol(
        self, found: Symbol, table: SymbolTable, exactly: bool = False
    ) -> Meaning | None:
        """What a symbol means in a table whose scripts have an i for the head."""
        name = table.get(found, exactly)
        if name is not None:
            return Meaning(name, None, found.turned)
        for k, script in enumerate(found.scripts):
            if not (script.isascii() and script.isdecimal() and len(script) <= MOST_DIGITS):
                continue
            generic = tuple(sorted((*found.scripts[:k], *found.scripts[k + 1 :], "i")))
            stem = table.get(found._replace(scripts=generic), exactly)
            if stem is not None:
                return Meaning(stem, int(script), found.turned)
        return None

    @cached_property
    def _written(self) -> Glossary:
        """The lines and givens that there are, those of heads once: Q_ for Q_1 and Q_2, with the head's number as i."""
        split = {name: stem_and_head(name) for name in (*self.lines, *self.givens)}
        return {
            f"{stem}_" if head is not None else name: f"{stem}_i" if head is not None else name
            for name, (stem, head) in split.items()
        }

    @cached_property
    def _names(self) -> SymbolTable:
        """The names of lines and givens themselves."""
        return SymbolTable(
            (key, name)
            for name, text in self._written.items()
            if (key := symbol(text)) is not None
        )

    @cached_property
    def _symbols(self) -> SymbolTable:
        """The symbols of the notation, of lines and givens that there are."""
        there = {
            name: text for name, text in self._written.items() if not self.names.unnamed(text)
        }
        boxes = {name: self.names.generic(text) for name, text in there.items()}
        boxes |= {
            name: self.names.symbol(name)
            for name in (*self.lines, *self.givens)
            if self.names.patterns.get(name)
        }
        return SymbolTable(
            (key, name)
            for name, box in boxes.items()
            if (key := symbol(typed(box))) is not None
        )

    @cached_property
    def _lower(self) -> SymbolTable:
        """Names and symbols in small letters, those that are unambiguous, and what else a line is called in books."""
        found: dict[Key, str] = {}
        twice = set()
        for (base, scripts, marks, face), name in {
            **dict(self._symbols.items()),
            **dict(self._names.items()),
        }.items():
            key = base.lower(), scripts, marks, face
            if found.setdefault(key, name) != name:
                twice.add(key)
        known = {key for key in found if key not in twice}
        taken = {base for base, *_ in found}
        for base, stems in also().items():
            for stem in stems if base not in taken else ():
                there = (stem in self.stems) if stem.endswith("_") else (stem in self.lines)
                key = (base, ("i",) if stem.endswith("_") else (), "", "")
                if there and (stem.endswith("_") or key not in known):
                    found.setdefault(key, stem)
                    known.add(key)
        ones = [
            (Symbol(base, s, False, marks, face), found[base, s, marks, face])
            for base, s, marks, face in known
        ]
        run_on = [
            (
                one._replace(base=one.base + one.scripts[0].lower(), scripts=()),
                name,
            )  # Qh for Q_h
            for one, name in ones
            if len(one.scripts) == 1 and one.scripts != ("i",)
        ]
        return SymbolTable(run_on + ones)

    def _of_formula(self, label: str) -> Meaning | None:
        """A line named by its right side: QKᵀ, softmax(S/√d_k), A V."""
        written = formula(as_lines(_FOR_HEAD.sub("", label)))
        if len(written) < 2:
            return None
        name = self._formulas.get(written)
        if name is None:
            return None
        return (
            Meaning(name, head_in(label))
            if name.endswith("_")
            else self.split(name)._replace(own=True)
        )

    @cached_property
    def _formulas(self) -> Glossary:
        found: dict[str, str] = {}
        for name, texts in self.formulas.items():
            stem, head = stem_and_head(name)
            for text in (
                *texts,
                *(
                    re.sub(r"\bmask\b", "M", text)
                    for text in texts
                    if "+ mask" in text or "+mask" in text
                ),
            ):
                written = formula(text)
                if len(written) > 1:
                    found.setdefault(written, name)
                if head is not None:
                    bare = formula(re.sub(rf"_{head}\b", "", text))
                    if len(bare) > 1 and bare not in found:
                        found[bare] = f"{stem}_"
        return found

    def says(self, line: str, text: str) -> bool:
        """Whether a text is the right side of a line as the sheet writes it: [Z_1 | Z_2] is no matrix of numbers.

        >>> names = LineNames(("H",), (), Names({}), formulas={"H": ("concat(H_1, H_2)", "[H_{1}∣H_{2}]")})
        >>> names.says("H", r"[H_1 \\mid H_2]")
        True
        """
        return formula(text) in {formula(said) for said in self.formulas.get(line, ())} - {""}

    def split(self, line: str) -> Meaning:
        """A line as stem and head."""
        stem, head = stem_and_head(line)
        return Meaning(line) if head is None else Meaning(f"{stem}_", head)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the lines and givens that stand once per head."""
        found = map(stem_and_head, (*self.lines, *self.givens))
        return frozenset(f"{stem}_" for stem, head in found if head is not None)

    @cached_property
    def heads(self) -> frozenset[int]:
        """The numbers of the heads in the lines."""
        return frozenset(head for _, head in map(stem_and_head, self.lines) if head is not None)

    def counts(self, meaning: Meaning) -> bool:
        """Whether a head's number is counted as the notation counts heads; a name that it does not know keeps its number.

        >>> naming = LineNames(("Q_1", "B_1"), (), Names({"Q_i": "Q_i"}, shift=-1))
        >>> naming.counts(Meaning("Q_", 1)), naming.counts(Meaning("B_", 1))
        (True, False)
        """
        if self.names.shift == 0 or meaning.head is None:
            return True
        return (
            not meaning.own
            and self.names.head_in(f"{meaning.stem}{meaning.head}")[1] is not None
        )

    def shift(self, numbers: Iterable[int], symbols: bool = False) -> int | None:
        """What is added to a student's head numbers to get those of the lines; None when nothing fits.

        Where one wrote the sheet's own symbols, its numbers go before those of the lines.

        >>> LineNames(("Q_0", "Q_1"), (), Names({})).shift([1, 2])
        -1
        >>> LineNames(("Q_0", "Q_1"), (), Names({}, shift=1)).shift([1], symbols=True)
        -1
        """
        written = set(numbers)
        starts = (-self.names.shift, 0) if symbols else (0, -self.names.shift)
        for by in (*starts, -1, 1):
            if {n + by for n in written} <= self.heads:
                return by
        return None

    def shape_of(self, meaning: Meaning) -> Integers:
        """The shape of a line, or of the same line of any head."""
        line = (
            meaning.stem
            if meaning.head is None
            else next((n for n in self.lines if n.startswith(meaning.stem)), meaning.stem)
        )
        return self.shapes.get(line, ())

    def nearest(self, label: str) -> str | None:
        """The line whose name or symbol is nearest to an unknown one; None where none is near.

        >>> naming = LineNames(("context", "Q"), (), Names({}))
        >>> naming.nearest("contxt"), naming.nearest("Q_row1"), naming.nearest("W")
        ('context', 'Q', None)
        """
        mine = symbol(label)
        if mine is not None and mine.scripts and mine.base in self.lines:
            return mine.base
        if mine is None or len(mine.base) < 2:
            return None
        best, most = None, NEAR
        number = next((int(s) for s in mine.scripts if s.isdecimal() and len(s) < 4), None)
        for (base, scripts, *_), stem in (*self._symbols.items(), *self._names.items()):
            name = f"{stem}{number}" if "i" in scripts and number is not None else stem
            if len(base) < 2 or name not in self.lines:
                continue
            pair = SequenceMatcher(None, mine.base.lower(), base.lower())
            if (
                pair.real_quick_ratio() > most
                and pair.quick_ratio() > most
                and pair.ratio() > most
            ):
                best, most = name, pair.ratio()
        return best

    def hint(self, label: str) -> str:
        """The known name nearest to a label, as a question; else the names there are."""
        label = label[:LONGEST]
        near = self.nearest(label)
        if near is None:
            bare = label.strip()
            near = next((line for line in self.lines if line.lower() == bare.lower()), None)
            stem, head = stem_and_head(bare)
            if near is None and head is not None and f"{stem}_" in self.stems:
                near = next(
                    line for line in reversed(self.lines) if line.startswith(f"{stem}_")
                )
        more = ", …" if len(self.lines) > 12 else ""
        return (
            reading("did_you_mean", near=near)
            if near
            else reading("the_lines", lines=", ".join(self.lines[:12]) + more)
        )
