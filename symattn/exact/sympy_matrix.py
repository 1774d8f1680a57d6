"""A SymPy matrix that knows its exact values: what is computed from it stays exact, and equal means equal by proof."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cached_property
from itertools import chain
from typing import TypeAlias

import sympy
from sympy.core.basic import Basic
from sympy.core.expr import Expr
from sympy.polys.matrices import DomainMatrix
from sympy.printing.printer import Printer

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.decide import DIFFERENT, EQUAL, UNDECIDED, decision
from symattn.exact.decimals import scientific
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.sympy_in import is_exact, value
from symattn.exact.sympy_out import entry
from symattn.exact.zero import symbolic
from symattn.tables import Place, in_turn, only

Key: TypeAlias = "int | slice | sympy.Integer"
Method: TypeAlias = "Callable[[ExactMatrix, object], sympy.ImmutableDenseMatrix]"


def _kept(name: str, rule: Callable[[Matrix, Number | Matrix], Matrix]) -> Method:
    """A sign of SymPy's matrices that keeps exact values exact; all else is left to SymPy."""
    sympys: Method = getattr(sympy.ImmutableDenseMatrix, name)

    def method(self: ExactMatrix, other: object) -> sympy.ImmutableDenseMatrix:
        theirs = _exact(other)
        if theirs is not None:
            try:
                return ExactMatrix.of(rule(self.exact, theirs))
            except (SymattnError, TypeError, AttributeError):
                pass  # shapes that do not fit, a number where a matrix is due: SymPy says so
        return sympys(self, other)

    return method


def _exact(x: object) -> Number | Matrix | None:
    """The exact value of a number or of a matrix that has one; None of anything else."""
    if isinstance(x, ExactMatrix):
        return x.exact
    if type(x) is int:
        return Number.of(x)
    if not isinstance(x, sympy.Expr) or not is_exact(x):
        return None
    try:
        found = value(x)
    except SymattnError:
        return None
    return found if isinstance(found, Number) else None


def _times(a: Matrix, b: Number | Matrix) -> Matrix:
    return a @ b if isinstance(b, Matrix) else a.scaled(b)


def _sum(a: Matrix, b: Number | Matrix) -> Matrix:
    if (
        isinstance(b, Number) or a.shape != b.shape
    ):  # one row for all rows is a way of writing in sheets
        raise SymattnError("matrices of two shapes")
    return a + b


def _float(x: Number, digits: int) -> Expr:
    """A value as a float of so many digits; zero, as in SymPy, as itself."""
    mantissa, power = scientific(x, digits + GUARD)
    return (
        sympy.S.Zero if mantissa == "0" else sympy.Float(f"{mantissa}e{power}", digits)
    )


GUARD = 3
"""Digits beyond those asked, so that rounding twice is rounding once but for a tie."""


class ExactMatrix(sympy.ImmutableDenseMatrix):  # type: ignore[misc]
    """An ImmutableMatrix that knows its exact values, and writes an entry as an expression when it is looked at.

    SymPy keeps a matrix as ``_rep`` and as ``_args``; both are made here when SymPy asks for them, so that looking at
    one entry of a large matrix costs one entry. Products, sums and multiples keep their exact values; what else SymPy computes
    from it is a plain ImmutableMatrix. ``==`` is decided by proof, however its sides are written; where there is no proof it is
    False, and a warning says so.

    >>> m = ExactMatrix.of(Matrix.of([[1, 2], [3, 4]]))
    >>> m[1, 0], m[0, :], m * m == sympy.Matrix([[7, 10], [15, 22]]), 2 * m - m == m
    (3, Matrix([[1, 2]]), True, True)
    >>> m / sympy.sqrt(2) == m * sympy.sqrt(2) / 2, m == sympy.Matrix([[1, 2], [3, sympy.sqrt(16)]]), m == m.T
    (True, True, False)
    """

    exact: Matrix
    _written: dict[Place, Expr]

    @classmethod
    def of(cls, exact: Matrix) -> ExactMatrix:
        """The matrix of these exact values."""
        out: ExactMatrix = Basic.__new__(cls)
        out.exact, out._written = exact, {}
        out._rows, out._cols = exact.rows, exact.cols
        return out

    @classmethod
    def _new(cls, *args: object, **options: object) -> sympy.ImmutableDenseMatrix:
        return sympy.ImmutableDenseMatrix._new(*args, **options)

    @classmethod
    def _fromrep(cls, rep: DomainMatrix) -> sympy.ImmutableDenseMatrix:
        return sympy.ImmutableDenseMatrix._fromrep(rep)

    def _at(self, i: int, j: int) -> Expr:
        if (i, j) not in self._written:
            self._written[i, j] = entry(self.exact[i, j])
        return self._written[i, j]

    @cached_property
    def _whole(self) -> sympy.ImmutableDenseMatrix:
        """The plain matrix of all entries."""
        cells = [self._at(i, j) for i in range(self.rows) for j in range(self.cols)]
        return sympy.ImmutableDenseMatrix(self.rows, self.cols, cells)

    @property
    def _rep(self) -> DomainMatrix:
        return self._whole._rep

    @property
    def _args(self) -> tuple[Basic, ...]:
        return self._whole._args  # type: ignore[no-any-return]

    @_args.setter
    def _args(self, none: tuple[Basic, ...]) -> None:
        """What Basic puts here is empty: the entries are written later."""

    def __getitem__(
        self, key: Key | tuple[Key, Key]
    ) -> Expr | sympy.ImmutableDenseMatrix:
        if isinstance(key, tuple) and len(key) == 2:
            if only(key, int, sympy.Integer):
                place = [
                    _place(int(k), size)
                    for k, size in zip(key, self.shape, strict=True)
                ]
                return self._at(place[0], place[1])
            if only(key, int, sympy.Integer, slice):
                chosen = [
                    _chosen(k, size) for k, size in zip(key, self.shape, strict=True)
                ]
                return (
                    ExactMatrix.of(self.exact.select(*chosen))
                    if all(chosen)
                    else self._whole[key]
                )
        return self._whole[key]

    __mul__ = _kept("__mul__", _times)
    __rmul__ = _kept(
        "__rmul__", lambda a, b: _times(a, b) if isinstance(b, Number) else b @ a
    )
    __add__ = _kept("__add__", _sum)  # SymPy's own @, - and / are made of these

    def evalf(self, n: int = 15, **options: object) -> sympy.ImmutableDenseMatrix:
        """Floats with n correct digits, from certified ones where nothing else is asked: so it ends however deep a value is.

        >>> ExactMatrix.of(Matrix.of([[0, Number.of(1) / 3]])).evalf(5)
        Matrix([[0, 0.33333]])
        """
        cells = [
            x
            for x in in_turn(self.exact.cells())
            if not isinstance(x, Blocked) and not symbolic(x)
        ]
        if options or len(cells) < self.rows * self.cols:
            return self._whole.evalf(n, **options)
        return sympy.ImmutableDenseMatrix(
            self.rows, self.cols, [_float(cell, int(n)) for cell in cells]
        )

    n = evalf

    def __neg__(self) -> ExactMatrix:
        return ExactMatrix.of(-self.exact)

    @property
    def T(self) -> ExactMatrix:
        """The transposed matrix."""
        return ExactMatrix.of(self.exact.T)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExactMatrix) and other.exact is self.exact:
            return True
        if (
            getattr(other, "shape", None) != self.shape
            or not isinstance(other, sympy.MatrixBase)
            or not is_exact(other)
        ):
            return bool(self._whole == other)
        try:
            theirs = value(other)
        except SymattnError:
            return bool(self._whole == other)
        if not isinstance(theirs, Matrix):
            return False
        mine, yours = (chain.from_iterable(m.cells()) for m in (self.exact, theirs))
        found = list(map(decision, mine, yours))
        if UNDECIDED in found and DIFFERENT not in found:
            row, column = divmod(found.index(UNDECIDED), self.cols)
            said = f"whether two matrices are equal cannot be told of row {row + 1}, column {column + 1}"
            warnings.warn(f"{said}; symattn.equal says what is known", stacklevel=2)
        return all(one == EQUAL for one in found)

    def __hash__(self) -> int:
        return hash(self._whole)

    def _sympyrepr(self, printer: Printer) -> str:
        return printer._print(self._whole)  # type: ignore[no-any-return]

    def __reduce_ex__(self, protocol: object) -> tuple[object, tuple[Matrix]]:
        return ExactMatrix.of, (self.exact,)


def _place(k: int, size: int) -> int:
    if not -size <= k < size:
        raise IndexError(f"Index out of range: a[{k}]")  # SymPy's words
    return k % size


def _chosen(k: Key, size: int) -> list[int]:
    return list(range(size)[k]) if isinstance(k, slice) else [_place(int(k), size)]
