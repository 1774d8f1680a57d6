"""What a text says: a number or a matrix, exact, with every entry as it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symattn.errors import SymattnError
from symattn.exact.matrix import Entry, Matrix
from symattn.exact.number import Number
from symattn.later import later

if TYPE_CHECKING:
    from sympy import Basic

    from symattn.exact import sympy
else:
    sympy = later("symattn.exact.sympy")
from symattn.exact.decide import Span
from symattn.language.precision import Precision


@dataclass(frozen=True)
class Cell:
    """One number as written: its text, its exact value, and its precision when it is a plain decimal.

    ``span`` is all that an expression with decimals in it may stand for, each of them rounded: 1/1.414.

    >>> from symattn.language import read
    >>> read("[[0.50, 1/2]]").cells[0][0].precision
    Precision(places=2, exponent=0)
    """

    text: str
    number: Entry
    precision: Precision | None
    span: Span | None = field(default=None, compare=False)

    @property
    def digits(self) -> int:
        """How many digits a decimal is written with, leading zeros and a power of ten left out.

        >>> Cell("-0.0250e3", Number.of(-25), None).digits
        3
        """
        found = re.match(r"[-+0.]*([0-9.]*)", self.text)
        return sum(sign != "." for sign in found[1]) if found else 0


@dataclass(frozen=True)
class Value:
    """A number or a matrix that someone wrote, exact; ``cells`` are its rows, each entry as written.

    ``name`` is what stood before = or ≈ in LaTeX, ``approximate`` whether that was ≈.

    >>> from symattn.language import read
    >>> read("[[1, 2], [3, 4]]").shape, read("1/3").shape
    ((2, 2), ())
    """

    text: str
    format: str
    cells: tuple[tuple[Cell, ...], ...]
    is_matrix: bool
    name: str = ""
    approximate: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns of a matrix, nothing for a number."""
        return (len(self.cells), len(self.cells[0])) if self.is_matrix else ()

    @property
    def number(self) -> Number:
        """The exact number; raises SymattnError when it is a matrix."""
        found = self.cells[0][0].number
        if self.is_matrix or not isinstance(found, Number):
            raise SymattnError(f"a {len(self.cells)}×{len(self.cells[0])} matrix stands here", "write one number")
        return found

    @property
    def matrix(self) -> Matrix:
        """The exact matrix; raises SymattnError when it is a number."""
        if not self.is_matrix:
            raise SymattnError("one number stands here", "write a matrix such as [[1, 2], [3, 4]]")
        return Matrix.of([[cell.number for cell in row] for row in self.cells])

    def to_sympy(self) -> Basic:
        """The same value as a SymPy expression or ImmutableMatrix."""
        return sympy.to_sympy(self.matrix if self.is_matrix else self.number)

    _sympy_ = to_sympy  # so that SymPy's own functions take it: N(value), value + Symbol("x")

    def __float__(self) -> float:
        return float(self.to_sympy())
