"""Exact values as SymPy's expressions and matrices."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy.core.basic import Basic
from sympy.core.expr import Expr

from symattn.exact.any_matrix import Blocked, Entry
from symattn.exact.ball import sharper
from symattn.exact.defined import digest_of
from symattn.exact.form import Form
from symattn.exact.number import Number, letter
from symattn.exact.tensor import Tensor, flat
from symattn.exact.text import form, wordy
from symattn.exact.zero import Letter, symbolic
from symattn.limits import MOST_IN_SYMPY

SIX_DIGITS = 23  # as SymPy counts bits


def entry(x: Entry) -> Expr:
    """A number as a SymPy expression; minus infinity is -oo, and one whose expression would be too long is ``Held``.

    >>> from symattn.exact.number import Number
    >>> entry(Number.of(3))
    3
    """
    if isinstance(x, Blocked):
        return -sympy.oo
    return (
        Held(x)
        if wordy(x, MOST_IN_SYMPY, named=True) and not symbolic(x)
        else _expression(form(x))
    )


def array(x: Tensor) -> sympy.ImmutableDenseNDimArray:
    """A batch as a SymPy array.

    >>> from symattn.exact.matrix import Matrix
    >>> array(Tensor((1,), [Matrix.of([[1, 2]])]))
    [[[1, 2]]]
    """
    return sympy.ImmutableDenseNDimArray([entry(cell) for cell in flat(x)], x.shape)


def _expression(f: Form) -> Expr:
    return _BUILDERS[f.kind](f.value, *map(_expression, f.items))


class Held(sympy.AtomicExpr):  # type: ignore[misc]
    """A real number that is held by its definition, or has too long an exact form: a constant to SymPy, which it works out to any
    number of digits.

    >>> from symattn.exact.defined import Definition
    >>> from symattn.exact.matrix import Matrix
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
    exact: Number
    name: str

    def __new__(cls, exact: Number, name: str = "") -> Held:
        """A value as SymPy holds it, by its name if it has one, else by about what it is."""
        out: Held = Basic.__new__(cls)
        out.exact = exact
        out.name = name or f"about({out._eval_evalf(SIX_DIGITS) or 0})"
        return out

    def _hashable_content(self) -> tuple[str]:
        return (digest_of(self.exact, {}),)

    def _eval_evalf(self, prec: int) -> Expr | None:
        for ball in sharper(self.exact):
            if ball.rel_accuracy_bits() > prec:
                mantissa, exponent = ball.mid().man_exp()
                size = abs(int(mantissa))
                return sympy.Float(
                    (int(mantissa < 0), size, int(exponent), size.bit_length()),
                    precision=prec,
                )
        return None

    def _sympystr(self, printer: object) -> str:
        return self.name

    _pretty = _sympyrepr = _sympystr

    def _latex(self, printer: object) -> str:
        return rf"\mathtt{{{self.name}}}".replace("_", r"\_")

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return Held, (self.exact, self.name)


_BUILDERS: dict[str, Callable[..., Expr]] = {
    "int": lambda n: sympy.Integer(n),
    "sym": lambda name: name.symbol if isinstance(name, Letter) else sympy.Symbol(name),
    "def": lambda name: Held(letter(name.atom), name),
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
