"""Exact values as SymPy's expressions and matrices."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

import sympy
from flint import fmpq
from sympy.core.basic import Basic
from sympy.core.expr import Expr
from sympy.polys.matrices import DomainMatrix
from sympy.printing.printer import Printer

from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.ball import sharper
from symattn.exact.matrix import Matrix, Tensor, flat
from symattn.exact.number import Atom, Number
from symattn.exact.text import Called, Form, form
from symattn.exact.zero import Letter

Key: TypeAlias = "int | slice | sympy.Integer"


def entry(x: Entry) -> Expr:
    """A number as a SymPy expression; minus infinity is -oo.

    >>> from symattn.exact.number import Number
    >>> entry(Number.of(3))
    3
    """
    return -sympy.oo if isinstance(x, Blocked) else _expression(form(x))


def array(x: Tensor) -> sympy.ImmutableDenseNDimArray:
    """A batch as a SymPy array.

    >>> array(Tensor((1,), [Matrix.of([[1, 2]])]))
    [[[1, 2]]]
    """
    return sympy.ImmutableDenseNDimArray([entry(cell) for cell in flat(x)], x.shape)


def _expression(f: Form) -> Expr:
    return _BUILDERS[f.kind](f.value, *map(_expression, f.items))


class Held(sympy.AtomicExpr):  # type: ignore[misc]
    """A real number that is held by its definition: a constant to SymPy, which it works out to any number of digits.

    >>> from symattn.exact.defined import Definition
    >>> from symattn.exact.any_matrix import ROOT
    >>> class Rooted:
    ...     name = "root"
    ...     def __call__(self, m):
    ...         return m.each(ROOT)
    >>> x = entry(Definition(Rooted(), [Matrix.of([[2]])], {}, "R").matrix()[0, 0])
    >>> x, x.evalf(20), x.is_real
    (R[0, 0], 1.4142135623730950488, True)
    """

    is_number = is_real = is_extended_real = is_finite = is_commutative = True
    atom: Atom

    def __new__(cls, atom: Atom) -> Held:
        """The letter as SymPy holds it."""
        out: Held = Basic.__new__(cls)
        out.atom = atom
        return out

    def _hashable_content(self) -> tuple[str]:
        return (str(self.atom.body),)

    def _eval_evalf(self, prec: int) -> Expr | None:
        for ball in sharper(Number({(((self.atom, 1),), None): fmpq(1)})):
            if ball.rel_accuracy_bits() > prec:
                mantissa, exponent = ball.mid().man_exp()
                size = abs(int(mantissa))
                return sympy.Float((int(mantissa < 0), size, int(exponent), size.bit_length()), precision=prec)
        return None

    def _sympystr(self, printer: object) -> str:
        return Called(self.atom)

    _pretty = _sympyrepr = _sympystr

    def _latex(self, printer: object) -> str:
        return rf"\mathtt{{{Called(self.atom)}}}".replace("_", r"\_")

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return Held, (self.atom,)


_BUILDERS: dict[str, Callable[..., Expr]] = {
    "int": lambda n: sympy.Integer(n),
    "sym": lambda name: name.symbol if isinstance(name, Letter) else sympy.Symbol(name),
    "def": lambda name: Held(name.atom),
    "pi": lambda _: sympy.pi,
    "root": lambda order, x: sympy.Pow(x, sympy.Rational(1, order)),
    "exp": lambda _, x: sympy.exp(x),
    "log": lambda _, x: sympy.log(x),
    "cos": lambda _, x: sympy.cos(x),
    "sin": lambda _, x: sympy.sin(x),
    "abs": lambda _, x: sympy.Abs(x),
    "neg": lambda _, x: -x,
    "add": lambda _, *xs: sympy.Add(*xs),
    "mul": lambda _, *xs: sympy.Mul(*xs),
    "div": lambda _, top, bottom: top / bottom,
    "pow": lambda _, base, exponent: sympy.Pow(base, exponent),
}


class ExactMatrix(sympy.ImmutableDenseMatrix):  # type: ignore[misc]
    """An ImmutableMatrix that knows its exact values, and writes an entry as an expression when it is looked at.

    SymPy keeps a matrix as ``_rep`` and as ``_args``; both are made here when SymPy asks for them, so that looking at
    one entry of a large matrix costs one entry. What SymPy computes from it is a plain ImmutableMatrix.

    >>> m = ExactMatrix.of(Matrix.of([[1, 2], [3, 4]]))
    >>> m[1, 0], m[0, :], m * m == sympy.Matrix([[7, 10], [15, 22]])
    (3, Matrix([[1, 2]]), True)
    """

    exact: Matrix
    _written: dict[tuple[int, int], Expr]

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

    def __getitem__(self, key: Key | tuple[Key, Key]) -> Expr | sympy.ImmutableDenseMatrix:
        if isinstance(key, tuple) and len(key) == 2:
            if all(isinstance(k, (int, sympy.Integer)) for k in key):
                place = [_place(int(k), size) for k, size in zip(key, self.shape, strict=True)]
                return self._at(place[0], place[1])
            if all(isinstance(k, (int, sympy.Integer, slice)) for k in key):
                chosen = [_chosen(k, size) for k, size in zip(key, self.shape, strict=True)]
                return ExactMatrix.of(self.exact.select(*chosen)) if all(chosen) else self._whole[key]
        return self._whole[key]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExactMatrix) and other.exact is self.exact:
            return True
        return bool(self._whole == other)

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
