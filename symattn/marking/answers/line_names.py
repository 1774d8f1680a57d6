"""Which line of a sheet a name means as it is written: the line's name, the sheet's symbol, or the formula of the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from symattn.later import pattern
from symattn.marking.answers.called import also
from symattn.marking.answers.calls import as_lines
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.headings import head_in
from symattn.marking.answers.pieces import ENTRY, PART, of_axes, placed
from symattn.marking.said import reading
from symattn.notation.names import Names
from symattn.notation.symbols import Symbol, SymbolTable, formula, symbol, typed
from symattn.plan.tree import stem_and_head
from symattn.records import frozen
from symattn.said import Glossary, Integers, Strings
from symattn.tables import grouped

LONGEST = 300  # characters of a name; more are nobody's
MOST_DIGITS = 6  # of a head's number
MOST_KNOWN = 10_000  # labels whose meaning is remembered
NEAR = 0.7  # how alike two names are of which one may be a slip of the pen
_INDEXED = pattern(r"(.*\S)\s*(?:\\text\s*)?\[\s*(\d{1,4})\s*\]", re.DOTALL)
_ENTRY = pattern(r"(.*[^\s(,_^])\s*[\[(]\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[\])]")
_MASKED = pattern(r"\+ ?mask")
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
    kind: int | None = (
        None  # one matrix of several, Q_h[0], a row, q_1, A[0, :], or an entry of it, S_1[0, 1]
    )
    at: Integers = ()  # which of them
    own: bool = (
        False  # found by its right side, so that the head has the line's own number
    )
    sure: bool = True  # by a name of it or a word that all use; else an answer that is not right is for a person


def line_of(meaning: Meaning, by: int | None = 0) -> str:
    """The line that is meant, whose head has its number moved.

    >>> line_of(Meaning("Q_", 1), 1), line_of(Meaning("H"))
    ('Q_2', 'H')
    """
    return (
        meaning.stem
        if meaning.head is None
        else f"{meaning.stem}{meaning.head + (by or 0)}"
    )


def is_of(line: str, meaning: Meaning) -> bool:
    """Whether a line is meant, with whatever head.

    >>> is_of("Q_2", Meaning("Q_", 1)), is_of("Q_2", Meaning("Q_"))
    (True, False)
    """
    return line == meaning.stem or (
        meaning.head is not None and line.startswith(meaning.stem)
    )


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
        return None if len(label) > LONGEST else self._known(label.strip())

    @cached_property
    def _known(self) -> Callable[[str], Meaning | None]:
        """What names mean, remembered: a class uses the same."""
        return lru_cache(MOST_KNOWN)(self._parsed)

    def _parsed(self, label: str) -> Meaning | None:
        if (indexed := _INDEXED.fullmatch(label)) and (
            whole := self._parsed(indexed[1])
        ):
            lead, part = self._axes(whole), whole.kind == PART
            if len(lead) > part:
                before = whole.at[0] if part else 0
                return whole._replace(
                    kind=PART, at=(before * lead[-1] + int(indexed[2]),)
                )
        if single := _ENTRY.fullmatch(label):
            whole = self._parsed(single[1])
            at = int(single[2]), int(single[3])
            return whole and whole._replace(kind=ENTRY, at=at)
        applied = _APPLIED.fullmatch(label)
        if applied and (whole := self._parsed(f"{applied[1]}_{applied[2]}")):
            return whole
        found = symbol(label)
        return (
            (found and self._meant(found))
            or self._in_batch(label)
            or self._of_formula(label)
        )

    def _axes(self, whole: Meaning) -> Integers:
        """The axes before rows and columns of what is meant."""
        return self.shapes.get(whole.stem, ())[:-2] if whole.head is None else ()

    def _in_batch(self, label: str) -> Meaning | None:
        """A matrix of a batch by its place, counted from 1 along each axis: S^{(2)}, Q_h^{(2)(3)}."""
        if not (found := placed(label)) or not (whole := self._parsed(found[0])):
            return None
        part = of_axes(found[1], self._axes(whole))
        return None if part is None else whole._replace(kind=PART, at=(part,))

    def _meant(self, found: Symbol) -> Meaning | None:
        """What a symbol means: as it is written before what it may be without its dress, in small letters, without words."""
        tables = (
            (self._symbols, self._names)
            if self.typeset
            else (self._names, self._symbols)
        )
        for exactly in (True, False):
            for table in tables:
                if meant := self._of_symbol(found, table, exactly):
                    return meant
        small = found._replace(base=found.base.lower())
        if meant := self._of_symbol(small, self._lower):
            return meant
        bare = tuple(
            script
            for script in found.scripts
            if script.lower() not in words_for("subscript")
        )
        return (
            self._meant(found._replace(scripts=bare)) if bare != found.scripts else None
        )

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
        plain = found is not None and not found.turned and found.kind is None
        return line_of(found) if found and plain else None

    def is_symbol(self, label: str) -> bool:
        """Whether a label is a symbol of the sheet's notation and no line's name."""
        found = symbol(label)
        return found is not None and bool(
            not self._of_symbol(found, self._names)
            and self._of_symbol(found, self._symbols)
        )

    def _of_symbol(
        self, found: Symbol, table: SymbolTable, exactly: bool = False
    ) -> Meaning | None:
        """What a symbol means in a table whose scripts have an i for the head."""
        name = table.get(found, exactly)
        if name is not None:
            return Meaning(name, None, found.turned)
        for k, script in enumerate(found.scripts):
            if not (
                script.isascii() and script.isdecimal() and len(script) <= MOST_DIGITS
            ):
                continue
            generic = tuple(sorted((*found.scripts[:k], *found.scripts[k + 1 :], "i")))
            stem = table.get(found._replace(scripts=generic), exactly)
            if stem is not None:
                return Meaning(stem, int(script), found.turned)
        return None

    @cached_property
    def _written(self) -> Glossary:
        """The lines and givens that there are, those of heads once: Q_ for Q_1 and Q_2, with the head's number as i."""
        found = [(name, self.split(name)) for name in (*self.lines, *self.givens)]
        return {
            meaning.stem: name if meaning.head is None else f"{meaning.stem}i"
            for name, meaning in found
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
            name: text
            for name, text in self._written.items()
            if not self.names.unnamed(text)
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
        named = grouped(
            ((base.lower(), scripts, marks, face), name)
            for (base, scripts, marks, face), name in (
                dict(self._symbols.items()) | dict(self._names.items())
            ).items()
        )
        known = {key: names[0] for key, names in named.items() if len({*names}) == 1}
        taken = {base for base, *_ in named}
        for base, stems in also().items():
            for stem in stems if base not in taken else ():
                headed = stem.endswith("_")
                if stem in (self.stems if headed else self.lines):
                    known.setdefault((base, ("i",) if headed else (), "", ""), stem)
        ones = [
            (Symbol(base, scripts, False, marks, face), name)
            for (base, scripts, marks, face), name in known.items()
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
        name = self._formulas.get(written) if len(written) > 1 else None
        if name is None:
            return None
        headed = name.endswith("_")
        return (
            Meaning(name, head_in(label))
            if headed
            else self.split(name)._replace(own=True)
        )

    @cached_property
    def _formulas(self) -> Glossary:
        found: dict[str, str] = {}
        for name, texts in self.formulas.items():
            stem, head, *_ = self.split(name)
            masked = [
                re.sub(r"\bmask\b", "M", text) for text in texts if _MASKED.search(text)
            ]
            for text in (*texts, *masked):
                found.setdefault(formula(text), name)
                if head is not None:
                    found.setdefault(formula(re.sub(rf"_{head}\b", "", text)), stem)
        return found

    def says(self, line: str, text: str) -> bool:
        """Whether a text is the right side of a line as the sheet writes it: [Z_1 | Z_2] is no matrix of numbers.

        >>> names = LineNames(("H",), (), Names({}), formulas={"H": ("concat(H_1, H_2)", "[H_{1}∣H_{2}]")})
        >>> names.says("H", r"[H_1 \\mid H_2]")
        True
        """
        return formula(text) in {
            formula(said) for said in self.formulas.get(line, ())
        } - {""}

    def split(self, line: str) -> Meaning:
        """A line as stem and head."""
        stem, head = stem_and_head(line)
        return Meaning(line) if head is None else Meaning(f"{stem}_", head)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the lines and givens that stand once per head."""
        found = map(self.split, (*self.lines, *self.givens))
        return frozenset(one.stem for one in found if one.head is not None)

    @cached_property
    def heads(self) -> frozenset[int]:
        """The numbers of the heads in the lines."""
        return frozenset(
            one.head for one in map(self.split, self.lines) if one.head is not None
        )

    def counts(self, meaning: Meaning) -> bool:
        """Whether a head's number is counted as the notation counts heads; a name that it does not know keeps its number.

        >>> naming = LineNames(("Q_1", "B_1"), (), Names({"Q_i": "Q_i"}, shift=-1))
        >>> naming.counts(Meaning("Q_", 1)), naming.counts(Meaning("B_", 1))
        (True, False)
        """
        if self.names.shift == 0 or meaning.head is None:
            return True
        return not meaning.own and self.names.head_in(line_of(meaning))[1] is not None

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
        ways = (*starts, -1, 1)
        return next(
            (by for by in ways if {n + by for n in written} <= self.heads), None
        )

    def shape_of(self, meaning: Meaning) -> Integers:
        """The shape of a line, or of the same line of any head."""
        lines = self.lines if meaning.head is not None else ()
        line = next(
            (name for name in lines if name.startswith(meaning.stem)), meaning.stem
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
        number = next(
            (int(s) for s in mine.scripts if s.isdecimal() and len(s) < 4), None
        )
        for (base, scripts, *_), stem in (*self._symbols.items(), *self._names.items()):
            name = f"{stem}{number}" if "i" in scripts and number is not None else stem
            if len(base) < 2 or name not in self.lines:
                continue
            pair = SequenceMatcher(None, mine.base.lower(), base.lower())
            ratios = (pair.real_quick_ratio, pair.quick_ratio, pair.ratio)
            if all(ratio() > most for ratio in ratios):
                best, most = name, pair.ratio()
        return best

    def hint(self, label: str) -> str:
        """The known name nearest to a label, as a question; else the names there are."""
        label = label[:LONGEST]
        near = self.nearest(label)
        if near is None:
            bare = label.strip()
            near = next(
                (line for line in self.lines if line.lower() == bare.lower()), None
            )
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
