"""SymPy's expressions, matrices and arrays as exact values: every kind that has one is named here, by its class."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from math import prod
from operator import attrgetter
from typing import cast

import sympy
from flint import fmpq
from sympy.core.basic import Basic
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rootoftools import ComplexRootOf

from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact import functions
from symattn.exact.any_matrix import BLOCKED, Blocked
from symattn.exact.decide import sign
from symattn.exact.matrix import Matrix
from symattn.exact.number import PI, UNIT, Atom, Number, letter, total
from symattn.exact.sympy import Value
from symattn.exact.sympy_out import Held
from symattn.exact.tensor import reshaped
from symattn.exact.zero import Letter, is_zero
from symattn.tables import only

Known = dict[Basic, Number]
KNOWN = "rationals, roots, powers, exp, log, sin, cos, tan, sec, csc, cot, sinh, cosh, tanh, Abs, Max, Min, pi, E and symbols"
UNTOLD = {
    sympy.Piecewise: "it has one value here and another there; substitute first, or write the piece that is meant",
    sympy.Integral: "it is not worked out; call .doit() first",
    sympy.Derivative: "it is not worked out; call .doit() first",
    sympy.Sum: "it is not worked out; call .doit() first",
    sympy.Product: "it is not worked out; call .doit() first",
    sympy.Limit: "it is not worked out; call .doit() first",
}


INEXACT = (
    sympy.Float,
    sympy.nan,
    sympy.zoo,
    sympy.oo,
    sympy.S.NegativeInfinity,
    sympy.AccumBounds,
)


def value(x: Basic) -> Value:
    """An expression, matrix or array as an exact value; raises SymattnError naming what has none.

    >>> value(sympy.sec(0)), value(sympy.Array([[1, 2], [3, 4]]))
    (Number(1), Matrix([[1, 2], [3, 4]]))
    """
    known: Known = {}
    if isinstance(
        exact := getattr(x, "exact", None), Matrix
    ):  # one of ours, which knows its values
        return exact
    if isinstance(x, sympy.NDimArray):
        return _array(x, known)
    if isinstance(x, DomainMatrix):
        x = x.to_Matrix()
    if not getattr(x, "is_Matrix", False):
        return _entry(x, known)
    if getattr(x, "is_MatrixExpr", False):
        if x.atoms(sympy.MatrixSymbol) or not only(x.shape, int, sympy.Integer):
            raise SymattnError(
                f"{_named(x)} is known by name and shape only", "write its entries"
            )
        x = x.as_explicit()
    return Matrix.of(
        [[_placed(x[i, j], i, j, known) for j in range(x.cols)] for i in range(x.rows)]
    )


def is_exact(x: object) -> bool:
    """Whether an expression or matrix holds no float and nothing without a value: nan, infinities, undefined signs.

    >>> is_exact(sympy.pi), is_exact(sympy.Float(1)), is_exact(sympy.zoo)
    (True, False, False)
    """
    ours = isinstance(getattr(x, "exact", None), Matrix)
    return ours or (
        isinstance(x, (sympy.Basic, sympy.MatrixBase)) and not x.has(*INEXACT)
    )


def _array(x: Basic, known: Known) -> Value:
    """An array: a number, one row, a matrix or a batch, by its rank."""
    if not x.rank():
        return _entry(x[()], known)
    if 0 in x.shape:
        raise ShapeError("the array is empty", "write at least one row with one entry")
    shape = tuple(map(int, x.shape)) if x.rank() > 1 else (1, int(x.shape[0]))
    row = Matrix.of([[_entry(cell, known) for cell in sympy.flatten(x)]])
    return cast(Value, reshaped(row, shape))


def _placed(x: Basic, i: int, j: int, known: Known) -> Number | Blocked:
    try:
        return _entry(x, known)
    except SymattnError as e:
        raise type(e)(f"row {i + 1}, column {j + 1}: {e}") from None


def _entry(x: Basic, known: Known) -> Number | Blocked:
    if x is sympy.S.NegativeInfinity:
        return BLOCKED
    try:
        return _number(x, known)
    except RecursionError:
        raise LimitError(
            "an expression nested too deeply", "name its parts in lines of their own"
        ) from None


def _number(x: Basic, known: Known) -> Number:
    """The exact value of one node: the first of its classes that is known tells how."""
    if x not in known:
        if not isinstance(x, sympy.Basic):
            raise SymattnError(f"{_named(x)} has no exact value here", f"write {KNOWN}")
        kind = next(
            (kind for kind in type(x).__mro__ if kind in _LEAVES or kind in _RULES),
            None,
        )
        if kind is None or not getattr(x, "is_commutative", True):
            told = next(
                (UNTOLD[kind] for kind in type(x).__mro__ if kind in UNTOLD),
                f"write {KNOWN}",
            )
            raise SymattnError(f"{_named(x)} has no exact value here", told)
        known[x] = (
            _LEAVES[kind](x)
            if kind in _LEAVES
            else _RULES[kind](*(_number(arg, known) for arg in x.args))
        )
    return known[x]


def _named(x: Basic) -> str:
    text = str(x)
    return f"{text if len(text) < 60 else text[:57] + '…'} (SymPy's {type(x).__name__})"


def _rational(x: Basic) -> Number:
    return Number.of(fmpq(int(x.p), int(x.q)))


def _float(x: Basic) -> Number:
    text = repr(float(x))
    raise SymattnError(
        f"{text} is a binary float",
        f"write the decimal as Rational({text!r}) or as the text {text!r}, "
        "or the nearest simple fractions by symattn.rational(matrix)",
    )


def _letter(x: Basic) -> Number:
    return letter(Atom("sym", Letter(x)))


def _root_of(x: Basic) -> Number:
    """A real root of a polynomial, where that is a root of roots: proved to be a root, and to lie in its interval alone."""
    if not x.is_real:
        raise SymattnError(f"{_named(x)} is not real", "write a real number")
    interval = x._get_interval()
    for candidate in sympy.roots(x.poly, multiple=True):
        if candidate.is_real is not True:
            continue
        try:
            found = _number(candidate, {})
            inside = all(
                sign(end) >= 0
                for end in (
                    found - _rational(interval.a),
                    _rational(interval.b) - found,
                )
            )
            if inside and is_zero(
                _number(x.poly.as_expr().subs(x.poly.gen, candidate), {})
            ):
                return found
        except SymattnError:
            continue  # a root of a negative number on the way: no real radicals
    raise SymattnError(
        f"{_named(x)} is no root of real roots, so it has no exact value here"
    )


def _extreme(way: int, *terms: Number) -> Number:
    best = terms[0]
    for term in terms[1:]:
        best = way * functions.larger(way * term, way * best)
    return best


_LEAVES: dict[type, Callable[[Basic], Number]] = {
    sympy.Rational: _rational,
    sympy.Float: _float,
    Held: attrgetter("exact"),
    **dict.fromkeys(
        (sympy.Symbol, MatrixElement, sympy.Indexed, AppliedUndef), _letter
    ),
    type(sympy.GoldenRatio): lambda x: (1 + functions.root(5)) / 2,
    sympy.AlgebraicNumber: lambda x: _number(x.as_expr(), {}),
    ComplexRootOf: _root_of,
    type(sympy.pi): lambda x: PI,
    type(sympy.E): lambda x: functions.exp(1),
}
_RULES: dict[type, Callable[..., Number]] = {
    sympy.Add: lambda *terms: total(terms),
    sympy.Mul: lambda *factors: prod(factors, start=UNIT),
    sympy.Pow: functions.to_power,
    sympy.exp: functions.exp,
    sympy.log: functions.log,
    sympy.sin: functions.sin,
    sympy.cos: functions.cos,
    sympy.tan: lambda y: functions.sin(y) / functions.cos(y),
    sympy.cot: lambda y: functions.cos(y) / functions.sin(y),
    sympy.sec: lambda y: 1 / functions.cos(y),
    sympy.csc: lambda y: 1 / functions.sin(y),
    sympy.sinh: functions.sinh,
    sympy.cosh: functions.cosh,
    sympy.tanh: functions.tanh,
    sympy.coth: lambda y: 1 / functions.tanh(y),
    sympy.sech: lambda y: 1 / functions.cosh(y),
    sympy.csch: lambda y: 1 / functions.sinh(y),
    sympy.Abs: functions.absolute,
    sympy.Max: partial(_extreme, 1),
    sympy.Min: partial(_extreme, -1),
    sympy.UnevaluatedExpr: lambda y: y,
}


def from_srepr(text: str) -> Basic:
    """The expression that ``srepr`` wrote so; raises SymattnError for what is no such text.

    >>> from_srepr("Pow(Symbol('x', positive=True), Integer(2))")
    x**2
    """
    try:
        return _built(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        raise SymattnError(f"{text[:60]!r} is no expression that SymPy wrote") from None


def _built(node: ast.expr) -> Basic:
    """What a node says: an expression, or a number or text that stands in one."""
    match node:
        case ast.Constant(value=int() | str() | bool() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_built(operand)
        case ast.Name(id="pi" | "E" | "oo" | "GoldenRatio" as name):
            return getattr(sympy, name)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=options) if (
            name in _WRITTEN
        ):
            return getattr(sympy, name)(
                *map(_built, args), **{str(o.arg): _built(o.value) for o in options}
            )
    raise ValueError


_WRITTEN = {
    "Integer",
    *(
        kind.__name__
        for kind in (*_LEAVES, *_RULES)
        if getattr(sympy, kind.__name__, None) is kind
    ),
}
