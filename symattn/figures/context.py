"""What a figure is drawn from: the sheet's symbols, its heads, tokens and shapes, and the derivation's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction

from symattn.boxes import MINUS, Box, Ink, Script, number, row
from symattn.exact.matrix import Matrices
from symattn.exact.number import Number
from symattn.figures.model import Content
from symattn.formats.templates import plain
from symattn.records import frozen
from symattn.said import Facts, Said, Strings
from symattn.tables import Place

Size = int | str
Sides = tuple[Size, Size]
SHOWN = 3  # more heads than this are drawn as first, second, …, last


@frozen
class Context:
    """The sheet as a figure sees it.

    *symbol* writes a line's name (``W_Q_1``) as the sheet does, *of_head* one with a letter for the head's number,
    *turned* a transposed one; *join* puts heads side by side, *number* writes an exact value. *heads* is a number or
    the sheet's letter for it, *first* the first head's number in the names of the lines; *shift* is added to what is
    shown. *shapes* and *values* come from the derivation. *head* is the one a figure of a single head shows (None
    where lines carry no number), *line* the line a figure is about. *causal*: later tokens are blocked; *masked*:
    other blocked places, (row, column) from 0; *looks*: the line's rows and columns are tokens; *shares*: it is weights and adds
    up to 1; *softened*: it is the softmax of scores over the tokens looked at, which were *scaled* before; *output*: there is an
    output layer; *columns*: tokens are columns; *memory*: keys and values come from another sequence; *language*: that of the
    words. *letter* is the one that grows, *sizes* the letters with numbers, *amount* gives a line's amount for another number of
    a letter.

    >>> Context(symbol=str, heads=2, first=0).indices
    (0, 1)
    >>> Context(symbol=str, heads=8).indices
    (1, 2, None, 8)
    >>> Context(symbol=str, heads="n", first=0).indices
    (0, 1, None, 'n-1')
    """

    symbol: Callable[[str], Content]
    of_head: Callable[[str, Box], Content] | None = None
    turned: Callable[[str], Content] | None = None
    join: Callable[[list[Box]], Box] | None = None
    heads: Size = 1
    first: int = 1
    shift: int = 0
    tokens: Strings = ()
    shapes: Mapping[str, tuple[Size, ...]] = field(default_factory=dict)
    values: Matrices = field(default_factory=dict)
    number: Callable[[Number], Content] | None = None
    places: int = 4
    head: Size | None = None
    line: str = ""
    causal: bool = False
    masked: frozenset[Place] = frozenset()
    looks: bool = True
    shares: bool = True
    softened: bool = True
    scaled: bool = True
    output: bool = True
    columns: bool = False
    memory: bool = False
    language: str = ""
    letter: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)
    amount: Callable[[str, str, int], Fraction | None] | None = None

    def says(self, name: str, **facts: int | str) -> str:
        """Words of a figure: a macro of templates/words/figures.j2, which knows whether tokens are columns.

        >>> Context(symbol=str).says("softened"), Context(symbol=str, columns=True, language="de").says("softened")
        ('softmax along each row', 'Softmax je Spalte')
        """
        told: Facts = (("columns", int(self.columns)), *facts.items())
        return plain(Said("figures", name, told), language=self.language)

    @property
    def indices(self) -> tuple[Size | None, ...]:
        """The heads that are drawn; None stands for those left out between."""
        if isinstance(self.heads, str):
            last: Size = (
                self.heads if self.first + self.shift == 1 else f"{self.heads}-1"
            )
            return self.first, self.first + 1, None, last
        every = range(self.first, self.first + self.heads)
        return (
            tuple(every)
            if self.heads <= SHOWN
            else (every[0], every[1], None, every[-1])
        )

    def source(self, side: str) -> str:
        """The line that queries, keys or values are made from.

        >>> Context(symbol=str, memory=True).source("K"), Context(symbol=str).source("K")
        ('memory', 'X')
        """
        return "memory" if self.memory and side != "Q" else "X"

    def own(self, name: str) -> str:
        """The name of a line of the head that is shown.

        >>> Context(symbol=str).own("Q"), Context(symbol=str, heads=2, head=0).own("W_Q")
        ('Q', 'W_Q_0')
        """
        return name if self.head is None else f"{name}_{self.head}"

    @property
    def scores(self) -> dict[str, int]:
        """What a sentence is told of the scores: whether they are scaled, and some of them blocked.

        >>> Context(symbol=str, causal=True, scaled=False).scores
        {'masked': 1, 'scaled': 0}
        """
        return {
            "masked": int(self.causal or bool(self.masked)),
            "scaled": int(self.scaled),
        }

    def blocks(self, row: int, column: int) -> bool:
        """Whether a token may not look at another."""
        return (self.causal and column > row) or (row, column) in self.masked

    def cell_blocked(self, row: int, column: int) -> bool:
        """The same for a cell of a drawn table, whose columns are the tokens that look where tokens are columns."""
        return self.blocks(column, row) if self.columns else self.blocks(row, column)

    def formula(self, name: str) -> Box:
        """A line's symbol as a formula, plain words included."""
        return as_formula(self.symbol(name))

    def head_number(self, index: Size) -> Box:
        """A head's number, or the letter for it, as the sheet writes it."""
        return size(index + self.shift if isinstance(index, int) else index)

    def of(self, stem: str, index: Size) -> Box:
        """The symbol of a head's matrix.

        >>> Context(symbol=str).of("H", 2).text
        'H_2'
        """
        if isinstance(index, str) and self.of_head is not None:
            return as_formula(self.of_head(stem, self.head_number(index)))
        return self.formula(f"{stem}_{index}")


def as_formula(content: Content) -> Box:
    """A label as a formula, whether it is one already or plain words."""
    return Ink(content, "text") if isinstance(content, str) else content


def size(value: Size) -> Box:
    """A size as a formula: digits, or a letter with what follows ``_`` below it.

    >>> size("d_k")
    Script(base=Ink(text='d', kind='letter'), sub=Ink(text='k', kind='letter'), sup=None)
    """
    if isinstance(value, int):
        return number(value)
    factors = value.replace("·", "*").split("*")
    if len(factors) > 1:
        return row(*(size(int(part) if part.isdigit() else part) for part in factors))
    if value.endswith("-1"):
        return row(size(value[:-2]), MINUS, number(1))
    stem, _, sub = value.partition("_")
    if not sub:
        return Ink(stem) if not stem.isdigit() else number(stem)
    return Script(Ink(stem), sub=Ink(sub, "letter" if len(sub) == 1 else "text"))
