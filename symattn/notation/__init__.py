"""A sheet's notation: line names and formulas as boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from symattn.boxes import Box, Fence, Ink, Script, Stack, applied, number
from symattn.boxes.latex import read
from symattn.notation import table as tables
from symattn.notation.lines import LineStyle
from symattn.notation.names import Names
from symattn.notation.symbols import told_apart
from symattn.notation.table import NotationLike, NotationTable
from symattn.ops.formula import joined
from symattn.ops.record import size_latex
from symattn.ops.shapes import Shapes
from symattn.plan.tree import Expr, has_trait, matrices, numbers, stem_and_head
from symattn.records import frozen, replace
from symattn.said import Integers
from symattn.tables import apart_from


@frozen
class Notation:
    """How one sheet writes its mathematics.

    >>> plain = Notation.load("illustrated")
    >>> plain.symbol("H_0").base
    Ink(text='Z', kind='letter')
    """

    table: NotationTable
    names: Names
    trees: Mapping[str, Expr] = field(default_factory=dict)
    heads: Integers = ()
    fixed: Mapping[str, Box] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()  # the lines that are numbers, not matrices
    known: Shapes = field(
        default_factory=dict
    )  # the shapes of matrices, where a page knows them
    taken: frozenset[Box] = (
        frozenset()
    )  # the symbols of names, which no formula may look like
    width_named: bool = (
        False  # whether the sign for the width of keys is that of a name
    )
    first: int = 0  # from where places are counted

    @staticmethod
    def load(source: NotationLike, beside: Path | None = None) -> Notation:
        """The notation of a name, a path or a table.

        Raises SymattnError naming an unknown key or notation and the nearest known one.
        """
        table = tables.load(source, beside)
        return Notation(table, Names(table.names))

    def over(self, source: NotationLike, beside: Path | None = None) -> Notation:
        """The same notation with what a question overrides; a name or a path replaces it altogether."""
        if source is None:
            return self
        merged = tables.over(self.table, source, beside)
        return Notation(merged, Names(merged.names))

    def of(
        self,
        trees: Mapping[str, Expr],
        givens: Iterable[str] = (),
        letters: Iterable[str] = (),
    ) -> Notation:
        """The notation bound to the lines of a question, so that heads are numbered and unnamed lines have formulas."""
        known = (*trees, *givens)
        table, alone = self.names.among(known), numbers(trees)
        if trees and alone >= set(trees).union(
            *map(matrices, trees.values())
        ):  # H_0 is a height
            plain = {
                name: shown
                for name, shown in table.patterns.items()
                if name[-2:] != "_i"
            }
            table = replace(table, patterns=plain)
        values = any(stem_and_head(name)[0] in ("V", "W_V") for name in known)
        if not values and not any(
            has_trait(tree, "side by side") for tree in trees.values()
        ):
            table = table.without_words()
        found = {table.head_in(name)[1] for name in known}
        heads = tuple(sorted(head for head in found if head is not None))
        shift = (
            self.table.first - heads[0] if heads and self.table.first is not None else 0
        )
        own = Notation(
            self.table, replace(table, shift=shift), dict(trees), heads, numbers=alone
        )
        symbols = own.symbols(known)
        taken = {
            name
            for name in trees.keys() - symbols.keys()
            if own.formula(trees[name]) in symbols.values()
        }
        if taken:  # the only head's symbol cannot stand for the heads joined too
            names = apart_from(table.patterns, taken)
            own = replace(own, names=replace(own.names, patterns=names))
        symbols = own.symbols(known)
        signs = {
            box.base if isinstance(box, Script) else box for box in symbols.values()
        }
        words = {
            op: word for op, word in own.table.words.items() if Ink(word) not in signs
        }
        named = {*symbols.values(), *own.symbols(letters).values()}
        width = read(own.table.width)
        return replace(
            own,
            table=replace(own.table, words=words),
            fixed=told_apart(symbols),
            taken=frozenset({*named, width}),
            width_named=width in named,
        )

    def symbols(self, names: Iterable[str]) -> dict[str, Box]:
        """The symbols of those names that have one.

        >>> Notation.load("superscript-heads").symbols(["Q", "H"])
        {'Q': Ink(text='Q', kind='bold')}
        """
        return {
            name: self.names.symbol(name)
            for name in names
            if not self.names.unnamed(name)
        }

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

    def turned(self, name: str) -> Box:
        """The symbol of a transposed matrix: (K¹)ᵀ, the brackets only where something stands above already."""
        symbol, sign = self.symbol(name), Ink(self.table.transpose)
        match symbol:
            case Script(base, sub, None):
                return Script(base, sub, sign)
            case Ink() | Stack():
                return Script(symbol, sup=sign)
        return Script(Fence("(", symbol, ")"), sup=sign)

    def formula(
        self,
        tree: Expr,
        whole: bool = False,
        instead: Mapping[str, Box] = MappingProxyType({}),
    ) -> Box:
        """A line's right side in symbols; with *whole* what is turned round stands as a whole, (PX)ᵀ. Some names of numbers may
        have others *instead* of their symbols."""
        style = self._formula()
        atom, scalar = style.atom, style.scalar
        return replace(
            style,
            whole=whole,
            atom=lambda name, turned: instead.get(name) or atom(name, turned),
            scalar=lambda name: instead.get(name) or scalar(name),
        ).write(tree)

    def grouped(self, tree: Expr) -> Box:
        """A product in symbols whose brackets are what is said: (PX)W, P(XW)."""
        return replace(self._formula(), grouped=tree).write(tree)

    def counted(self, tree: Expr, shapes: Shapes) -> Box:
        """A line's right side in symbols, with what is counted worked out from the shapes: 3·d·d + d."""
        return replace(self._formula(), shapes=shapes).write(tree)

    def amount(self, value: object) -> Box:
        """A scalar of a line in symbols.

        >>> from symattn.plan import Plan
        >>> Notation.load("paper").amount(Plan.read(["B = A * sqrt(2)"]).lines[0].tree.param("by"))
        Root(body=Ink(text='2', kind='number'), index=2)
        """
        return self._formula().amount(value)

    def _formula(self) -> LineStyle:
        return LineStyle(
            self,
            lambda name, turned: self.turned(name) if turned else self.symbol(name),
            self.names.symbol,
            self.size,
        )

    def size(self, axis: str, name: str) -> Box:
        """A number of rows or columns as a symbol: its own letters, d_k for the columns of keys, else the number itself."""
        size = (
            self.known[name][-2 if axis == "rows" else -1] if name in self.known else 0
        )
        if not isinstance(size, int):
            return read(size_latex(size))
        if self.is_width(axis, name):
            return read(self.table.width)
        return number(size) if size else applied(axis, self.symbol(name))

    def is_width(self, axis: str, name: str) -> bool:
        """Whether a number of rows or columns is the width of the keys, which has a sign of its own where no name has it."""
        across = axis == ("rows" if self.columns else "cols")
        return across and name.split("_")[0] == "K" and not self.width_named

    def head(self, n: int) -> Box:
        """The number of a head as the sheet counts."""
        return number(n + self.names.shift)

    def joined(self, parts: Iterable[Box]) -> Box:
        """The heads' results side by side, in the sheet's way of joining them.

        >>> Notation.load("superscript-heads").joined([Ink("A"), Ink("B")]).items[1].text
        '⊕'
        """
        return joined(list(parts), self.table.join)
