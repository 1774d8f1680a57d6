"""A sheet's notation: line names, formulas and matrices as boxes, and a student's symbols as line names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from symattn.boxes import Box, Fence, Ink, Row, Script, number
from symattn.boxes.latex import read
from symattn.notation import table as tables
from symattn.notation.lines import Formula, Names, joined, key
from symattn.notation.table import Table
from symattn.ops.shapes import Shape
from symattn.plan import numbers
from symattn.plan.tree import Expr


@dataclass(frozen=True)
class Notation:
    """How one sheet writes its mathematics.

    >>> plain = Notation.load("illustrated")
    >>> plain.names.line_of("Z_0")
    'H_0'
    """

    table: Table
    names: Names
    trees: Mapping[str, Expr] = field(default_factory=dict)
    heads: tuple[int, ...] = ()
    fixed: Mapping[str, Box] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()  # the lines that are numbers, not matrices

    @staticmethod
    def load(source: str | Mapping[str, Any] | None, beside: Path | None = None, first: int | None = None) -> Notation:
        """The notation of a name, a path or a table; *first* is the number of the first head in the lines.

        Raises SymattnError naming an unknown key or notation and the nearest known one.
        """
        table = tables.load(source, beside)
        shift = 0 if first is None or table.first is None else table.first - first
        return Notation(table, Names(table.names, shift))

    def over(self, source: str | Mapping[str, Any] | None, beside: Path | None = None) -> Notation:
        """The same notation with what a question overrides; a name or a path replaces it altogether."""
        if source is None:
            return self
        merged = tables.over(self.table, source, beside)
        return Notation(merged, Names(merged.names))

    def of(self, trees: Mapping[str, Expr], givens: Iterable[str] = ()) -> Notation:
        """The notation bound to the lines of a question, so that heads are numbered and unnamed lines have formulas."""
        found = {self.names.head_in(name)[1] for name in (*trees, *givens)}
        heads = tuple(sorted(head for head in found if head is not None))
        shift = self.table.first - heads[0] if heads and self.table.first is not None else 0
        return Notation(self.table, Names(self.table.names, shift), dict(trees), heads, numbers=numbers(trees))

    @property
    def columns(self) -> bool:
        """Whether tokens are columns."""
        return self.table.tokens == "columns"

    @property
    def brackets(self) -> str:
        """The two brackets around a matrix."""
        return self.table.brackets

    def symbol(self, name: str) -> Box:
        """The symbol of a line or a given; the formula of a line that the notation leaves unnamed.

        >>> Notation.load("superscript-heads").symbol("H_1").base
        Ink(text='head', kind='word')
        """
        if name in self.fixed:
            return self.fixed[name]
        if self.names.unnamed(name) and name in self.trees:
            return self.formula(self.trees[name])
        return self.names.symbol(name)

    def line_of(self, symbol: str, names: Iterable[str] = ()) -> str | None:
        """The line a student's symbol means, out of *names*; a line without a symbol is known by its formula."""
        known = tuple(names)
        found = self.names.line_of(symbol, known)
        if found is None:
            written = key(read(symbol.strip().strip("$")))
            found = next((n for n in known if self.names.unnamed(n) and key(self.symbol(n)) == written), None)
        return found

    def turned(self, name: str) -> Box:
        """The symbol of a transposed matrix: (K¹)ᵀ, the brackets only where something stands above already."""
        symbol, sign = self.symbol(name), Ink(self.table.transpose)
        match symbol:
            case Script(base, sub, None):
                return Script(base, sub, sign)
            case Ink():
                return Script(symbol, sup=sign)
        return Script(Fence("(", symbol, ")"), sup=sign)

    def formula(self, tree: Expr) -> Box:
        """A line's right side in symbols."""
        return self._formula().write(tree)

    def counted(self, tree: Expr, shapes: Mapping[str, Shape]) -> Box:
        """A line's right side in symbols, with what is counted worked out from the shapes: 3·d·d + d."""
        return replace(self._formula(), shapes=shapes).write(tree)

    def _formula(self) -> Formula:
        t = self.table
        return Formula(
            lambda name, turned: self.turned(name) if turned else self.symbol(name),
            self.names.symbol, self.size, t.product, t.product if t.scores_product is None else t.scores_product, t.join,
            t.words, self.columns, numbers=self.numbers,
        )  # fmt: skip

    def numeric(self, formula: Formula) -> Formula:
        """The same way of writing, for numbers put in place of symbols."""
        t = self.table
        return replace(formula, join=t.join, words=t.words, columns=self.columns, numeric=True, numbers=self.numbers)

    def size(self, axis: str, name: str) -> Box:
        """A number of rows or columns as a symbol: d_k for the columns of keys."""
        if axis == ("rows" if self.columns else "cols") and name.split("_")[0] == "K":
            return read(self.table.width)
        return Row((Ink(axis, "upright"), Fence("(", self.symbol(name), ")")))

    def head(self, n: int) -> Box:
        """The number of a head as the sheet counts."""
        return number(n + self.names.shift)

    def joined(self, parts: Iterable[Box]) -> Box:
        """The heads' results side by side, in the sheet's way of joining them.

        >>> Notation.load("superscript-heads").joined([Ink("A"), Ink("B")]).items[1].text
        '⊕'
        """
        return joined(list(parts), self.table.join)[0]


__all__ = ["Notation"]
