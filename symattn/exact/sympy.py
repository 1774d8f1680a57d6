"""The only door to SymPy: exact values become SymPy's expressions, and expressions of known kinds become exact values.

Expressions are walked, node by node, never parsed and never simplified; SymPy is imported with the first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from flint import fmpq

from symattn.errors import LimitError, SymattnError
from symattn.exact import functions, hyperbolic
from symattn.exact.atoms import Atom
from symattn.exact.cells import BLOCKED, Blocked
from symattn.exact.form import Form, form
from symattn.exact.matrix import Matrix
from symattn.exact.number import PI, UNIT, Number, total
from symattn.exact.tensor import Tensor

Value = Number | Blocked | Matrix | Tensor


class Letter(str):
    """The name of a symbol that remembers the SymPy symbol it came from, with what is assumed about it.

    >>> from sympy import Symbol
    >>> Letter(Symbol("a")) == Letter(Symbol("a")), Letter(Symbol("a")) == Letter(Symbol("a", positive=True))
    (True, False)
    """

    __slots__ = ("symbol",)
    symbol: Any

    def __new__(cls, symbol: Any) -> Letter:
        """The name is what SymPy prints."""
        out = super().__new__(cls, symbol)
        out.symbol = symbol
        return out

    def __eq__(self, other: object) -> bool:
        return self.symbol == other.symbol if isinstance(other, Letter) else str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[type[Letter], tuple[Any, ...]]:
        return Letter, (self.symbol,)


def is_sympy(x: object) -> bool:
    """Whether x is one of SymPy's objects; asking does not import SymPy.

    >>> is_sympy(1)
    False
    """
    return any(c.__module__.startswith("sympy.") for c in type(x).__mro__)


def to_sympy(x: Value) -> Any:
    """A number as a SymPy expression, a matrix as an ImmutableMatrix, a batch as an array; minus infinity is -oo.

    >>> from symattn.exact.functions import exp, root
    >>> to_sympy(1 / (1 + exp(3 * root(2)))), to_sympy(Matrix.of([[1, BLOCKED]]))
    (1/(1 + exp(3*sqrt(2))), Matrix([[1, -oo]]))
    """
    import sympy

    if isinstance(x, Tensor):
        return sympy.ImmutableDenseNDimArray([to_sympy(cell) for cell in _flat(x.cells())], x.shape)
    if isinstance(x, Matrix):
        return sympy.ImmutableMatrix(x.rows, x.cols, [to_sympy(cell) for row in x.cells() for cell in row])
    return -sympy.oo if isinstance(x, Blocked) else _expression(form(x))


def _flat(cells: Any) -> Iterator[Any]:
    for cell in cells:
        if isinstance(cell, tuple):
            yield from _flat(cell)
        else:
            yield cell


def _expression(f: Form) -> Any:
    builders = _builders()
    return builders[f.kind](f.value, *map(_expression, f.items))


@lru_cache(maxsize=1)
def _builders() -> dict[str, Callable[..., Any]]:
    """One SymPy constructor for every kind of readable form."""
    import sympy

    return {
        "int": lambda n: sympy.Integer(n),
        "sym": lambda name: name.symbol if isinstance(name, Letter) else sympy.Symbol(name),
        "pi": lambda _: sympy.pi,
        "root": lambda order, x: sympy.Pow(x, sympy.Rational(1, order)),
        "exp": lambda _, x: sympy.exp(x),
        "log": lambda _, x: sympy.log(x),
        "cos": lambda _, x: sympy.cos(x),
        "sin": lambda _, x: sympy.sin(x),
        "neg": lambda _, x: -x,
        "add": lambda _, *xs: sympy.Add(*xs),
        "mul": lambda _, *xs: sympy.Mul(*xs),
        "div": lambda _, top, bottom: top / bottom,
        "pow": lambda _, base, exponent: sympy.Pow(base, exponent),
    }


def from_sympy(x: Any) -> Value:
    """A SymPy number, expression or matrix as an exact value; raises SymattnError naming what has no exact value here.

    >>> import sympy
    >>> from_sympy(sympy.sqrt(8) / 3), from_sympy(sympy.Matrix([[1, -sympy.oo]]))
    (Number([2^1/2]*2/3), Matrix([[1, -inf]]))
    """
    known: dict[Any, Number] = {}
    if not _is_matrix(x):
        return _entry(x, known)
    if "MatrixExpr" in _kinds(x):
        x = x.as_explicit()
    return Matrix.of([[_placed(x[i, j], i, j, known) for j in range(x.cols)] for i in range(x.rows)])


def _placed(x: Any, i: int, j: int, known: dict[Any, Number]) -> Number | Blocked:
    try:
        return _entry(x, known)
    except SymattnError as e:
        raise type(e)(f"row {i + 1}, column {j + 1}: {e}") from None


def _entry(x: Any, known: dict[Any, Number]) -> Number | Blocked:
    if "NegativeInfinity" in _kinds(x):
        return BLOCKED
    try:
        return _number(x, known)
    except RecursionError:
        raise LimitError("an expression nested too deeply; name its parts in lines of their own") from None


def _kinds(x: Any) -> list[str]:
    return [c.__name__ for c in type(x).__mro__]


def _is_matrix(x: Any) -> bool:
    return bool(getattr(x, "is_Matrix", False)) or "MatrixExpr" in _kinds(x)


def _number(x: Any, known: dict[Any, Number]) -> Number:
    """The exact value of one node: the first of its classes that is known tells how."""
    if x not in known:
        read = next((_READERS[kind] for kind in _kinds(x) if kind in _READERS), None)
        if read is None or not getattr(x, "is_commutative", True):
            raise SymattnError(f"{_named(x)} has no exact value here; write {KNOWN}")
        known[x] = read(x, *(_number(arg, known) for arg in x.args)) if read not in _LEAVES else read(x)
    return known[x]


KNOWN = "rationals, roots, powers, exp, log, sin, cos, tan, sinh, cosh, tanh, Abs, pi, E and symbols"


def _named(x: Any) -> str:
    text = str(x)
    return f"{text if len(text) < 60 else text[:57] + '…'} (SymPy's {type(x).__name__})"


def _rational(x: Any) -> Number:
    return Number.of(fmpq(int(x.p), int(x.q)))


def _float(x: Any) -> Number:
    text = repr(float(x))
    raise SymattnError(f"{text} is a binary float; write the decimal as Rational({text!r}) or as the text {text!r}")


def _symbol(x: Any) -> Number:
    return Number({(((Atom("sym", Letter(x)), 1),), None): fmpq(1)})


def _pi(x: Any) -> Number:
    return PI


def _e(x: Any) -> Number:
    return functions.exp(1)


def _sum(x: Any, *terms: Number) -> Number:
    return total(terms)


def _product(x: Any, *factors: Number) -> Number:
    out = UNIT
    for factor in factors:
        out = out * factor
    return out


def _power(x: Any, base: Number, exponent: Number) -> Number:
    if x.args[0].is_Symbol and exponent.is_rational and exponent.rational.q != 1:
        return functions.root(base, int(exponent.rational.q)) ** int(exponent.rational.p)
    return functions.exp(exponent) if "Exp1" in _kinds(x.args[0]) else functions.power(base, exponent)


_LEAVES = (_rational, _float, _symbol, _pi, _e)
_READERS: dict[str, Callable[..., Number]] = {
    "Rational": _rational,
    "Float": _float,
    "Symbol": _symbol,
    "MatrixElement": _symbol,
    "Indexed": _symbol,
    "Pi": _pi,
    "Exp1": _e,
    "Add": _sum,
    "Mul": _product,
    "Pow": _power,
    "exp": lambda x, y: functions.exp(y),
    "log": lambda x, y: functions.log(y),
    "sin": lambda x, y: functions.sin(y),
    "cos": lambda x, y: functions.cos(y),
    "tan": lambda x, y: functions.sin(y) / functions.cos(y),
    "sinh": lambda x, y: hyperbolic.sinh(y),
    "cosh": lambda x, y: hyperbolic.cosh(y),
    "tanh": lambda x, y: hyperbolic.tanh(y),
    "Abs": lambda x, y: hyperbolic.absolute(y),
    "UnevaluatedExpr": lambda x, y: y,
}
