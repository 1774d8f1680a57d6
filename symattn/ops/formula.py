"""What a formula rule is given, and the ways of writing that several operations share.

A rule gets a ``Writing``: the operation as it stands in a line, with its matrices already written. It gives a box and how
tightly that binds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from symattn.boxes import Box, Fence, Grid, Ink, Row, Script, row
from symattn.boxes.latex import read

SUM, PRODUCT, ATOM = 1, 2, 3
PLUS, MINUS, DOT = Ink("+", "operator"), Ink("−", "operator"), Ink("·", "operator")
NEGATIVE = Ink("−", "punct")
Placed = tuple[Box, int]


class Writing(Protocol):
    """One operation of a line on its way to a formula.

    ``turned`` says that its transpose is to be written, ``columns`` that tokens are columns, ``numeric`` that numbers
    stand in place of symbols. ``word`` is what the notation calls the operation, ``product``, ``scores_product`` and
    ``join`` are the notation's signs.
    """

    @property
    def turned(self) -> bool: ...
    @property
    def columns(self) -> bool: ...
    @property
    def numeric(self) -> bool: ...
    @property
    def word(self) -> str: ...
    @property
    def product(self) -> str: ...
    @property
    def scores_product(self) -> str: ...
    @property
    def join(self) -> str: ...
    @property
    def count(self) -> int:
        """How many matrices it takes."""
        ...

    def arg(self, k: int, level: int = 0, turned: bool | None = None) -> Box:
        """The k-th matrix, in brackets where it binds less tightly than *level*; turned round as the whole is."""
        ...

    def plain(self, k: int) -> Box:
        """The k-th matrix as it stands, whether the whole is turned or not."""
        ...

    def placed(self, k: int, turned: bool) -> Placed:
        """The k-th matrix and how tightly it binds."""
        ...

    def is_same(self, k: int) -> bool:
        """Whether the k-th matrix is what this operation gave once before: 2 · 3 · A."""
        ...

    def is_transpose(self, k: int) -> bool:
        """Whether the k-th matrix is a transpose."""
        ...

    def is_number(self, k: int) -> bool:
        """Whether the k-th of them is a number: a sum of all entries, or what is made of such."""
        ...

    def is_unnamed_mask(self, k: int) -> bool:
        """Whether the k-th matrix is the mask of the question's options, which has no symbol."""
        ...

    def is_family(self) -> bool:
        """Whether all its matrices are names of one stem: H_1, H_2, …"""
        ...

    def amount(self, key: str, level: int = 0) -> Box:
        """A parameter, in brackets where it binds less tightly than *level*."""
        ...

    def has(self, key: str) -> bool:
        """Whether the operation has a parameter of that name."""
        ...

    def param(self, key: str) -> object:
        """A parameter as the line has it, None where it is left out."""
        ...

    def parameters(self) -> Sequence[Box]:
        """The parameters that are shown: those that must be written, and options that differ from their default; no axis."""
        ...


Formula = Callable[[Writing], Placed]


def called(w: Writing, usual: int | None = 1) -> Box:
    """The operation's name, with what it runs along below where that is not the usual: rows, or columns as tokens are."""
    axis, name = w.param("axis"), Ink(w.word, "upright")
    axis = axis if isinstance(axis, int) else usual
    if axis is None or (usual is not None and (axis == 0) == w.columns):
        return name
    return Script(name, sub=Ink("rows" if axis else "columns", "text"))


def named(w: Writing) -> Placed:
    """The operation as a function of its matrices and parameters: what is written unless an operation says otherwise."""
    parts: list[Box] = []
    for box in (*(w.plain(k) for k in range(w.count)), *w.parameters()):
        parts += [*([Ink(",", "punct")] if parts else []), box]
    return transposed(row(called(w) if w.has("axis") else Ink(w.word, "upright"), Fence("(", row(*parts), ")")), w.turned)


def transposed(box: Box, turned: bool) -> Placed:
    """A whole expression, with a sign of transposition where it is to be turned.

    >>> transposed(Ink("A"), True)[0].sup.text
    'ᵀ'
    """
    return (Script(box, sup=Ink("ᵀ")) if turned else box), ATOM


def between(sign: Ink) -> Formula:
    """Two matrices with a sign between."""

    def write(w: Writing) -> Placed:
        return row(w.arg(0, SUM), sign, w.arg(1, PRODUCT)), SUM

    return write


def itself(w: Writing) -> Placed:
    """The matrix alone: the operation has no sign."""
    return w.placed(0, w.turned)


def joined(parts: list[Box], how: str) -> Placed:
    """Matrices side by side in the notation's way: a sign as LaTeX writes it, a word with brackets, or bars in brackets.

    >>> joined([Ink("A"), Ink("B")], "[A | B]")[0].items[2]
    Ink(text='∣', kind='operator')
    >>> joined([Ink("A"), Ink("B")], r"\\Vert")[0].items[1]
    Ink(text='‖', kind='operator')
    """
    if how == "[A | B]":
        return row(Ink("[", "punct"), listed(parts, Ink("∣", "operator")), Ink("]", "punct")), ATOM
    if "…" in how:
        word, _, right = how.partition("…")
        inner = listed(parts, Ink(",", "punct"), Ink("thin", "space"))
        return row(Ink(word[:-1], "upright"), Fence(word[-1], inner, right)), ATOM
    sign = read(how)
    return listed(parts, Ink(sign.text, "operator") if isinstance(sign, Ink) else sign), SUM


def stacked(parts: list[Box]) -> Placed:
    """Matrices on top of each other.

    >>> stacked([Ink("A"), Ink("B")])[0].columns
    1
    """
    return Grid(tuple((part,) for part in parts)), ATOM


def listed(parts: list[Box], *signs: Box) -> Box:
    """Boxes one after another with signs between.

    >>> listed([Ink("A"), Ink("B")], Ink(",", "punct")).items[1].text
    ','
    """
    out: list[Box | None] = []
    for part in parts:
        out += [*(signs if out else ()), part]
    return row(*out)


def summed(terms: list[Box], sign: Box = PLUS, most: int = 12) -> Box:
    """Terms with a sign between; of more than *most* the first ones and the last.

    >>> len(summed([Ink("x")] * 20).items)
    23
    """
    if len(terms) > most:
        terms = [*terms[: most - 2], Ink("⋯", "operator"), terms[-1]]
    return row(*(x for k, term in enumerate(terms) for x in ((sign, term) if k else (term,))))


def signed(box: Box) -> bool:
    """Whether a box is a sum or has a sign in front, so that a factor before it needs brackets.

    >>> signed(row(NEGATIVE, Ink("2", "number"))), signed(Ink("2", "number"))
    (True, False)
    """
    return isinstance(box, Row) and any(item in (PLUS, MINUS, NEGATIVE) for item in box.items)
