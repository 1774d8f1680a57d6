"""The door to SymPy: what goes out comes back, what has no exact value is refused by name."""

from __future__ import annotations

import pickle
from itertools import product

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symattn.equality import equal
from symattn.errors import SymattnError
from symattn.exact.decimals import decimal
from symattn.exact.functions import exp, root, symbol
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number, same_form
from symattn.exact.sympy import from_sympy, to_sympy
from symattn.exact.sympy_matrix import ExactMatrix

a, b = sp.symbols("a b")
KEPT = {
    "a rational": sp.Rational(-7, 3),
    "a root": sp.sqrt(12),
    "a cube root": sp.cbrt(10),
    "an exponential": sp.exp(3 * sp.sqrt(2)),
    "a quotient of exponentials": sp.exp(1) / (1 + sp.exp(sp.sqrt(2))),
    "pi over e": sp.pi / sp.E,
    "a logarithm": sp.log(7),
    "a sine": sp.sin(sp.Rational(1, 3)),
    "a cosine": sp.cos(sp.sqrt(2)),
    "a symbol": a,
    "a product of symbols": a * b / 3,
    "a root of a symbol": sp.sqrt(a),
    "a power of a symbol": a ** sp.Rational(-3, 2),
    "an exponential of symbols": sp.exp(-a * b / sp.sqrt(2)),
    "weights of symbols": sp.exp(a) / (sp.exp(a) + sp.exp(b)),
    "an entry of a MatrixSymbol": sp.MatrixSymbol("X", 2, 2)[0, 1],
}


@pytest.mark.parametrize("expression", KEPT.values(), ids=KEPT)
def test_there_and_back_is_the_same_value(expression):
    value = from_sympy(expression)
    again = to_sympy(value)
    assert from_sympy(again) == value
    numbers = {s: sp.Rational(k + 2, 7) for k, s in enumerate(sorted(expression.free_symbols, key=str))}
    if not any(isinstance(s, sp.MatrixSymbol) for s in numbers):
        assert abs((again - expression).subs(numbers).evalf(50)) < sp.Float("1e-45")


REWRITTEN = {
    "tanh": (sp.tanh(2), (sp.exp(4) - 1) / (sp.exp(4) + 1)),
    "sinh": (sp.sinh(1), (sp.E - 1 / sp.E) / 2),
    "cosh": (sp.cosh(1), (sp.E + 1 / sp.E) / 2),
    "tan": (sp.tan(1), sp.sin(1) / sp.cos(1)),
    "an absolute value": (sp.Abs(sp.sqrt(2) - 2), 2 - sp.sqrt(2)),
    "nested roots": (sp.sqrt(3 + 2 * sp.sqrt(2)), 1 + sp.sqrt(2)),
}


@pytest.mark.parametrize(("expression", "same"), REWRITTEN.values(), ids=REWRITTEN)
def test_functions_are_brought_to_one_form(expression, same):
    assert equal(expression, same).decision == "equal"


FUNCTIONS = sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch, sp.Abs


@pytest.mark.parametrize("at", [sp.Rational(1, 3), sp.Integer(2)], ids=str)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_has_the_value_that_sympy_has(function: type[sp.Function], at: sp.Expr) -> None:
    whole = function(at, evaluate=False)
    assert abs(sp.Rational(decimal(from_sympy(whole), 40)) - whole.evalf(60)) < sp.Float("1e-40", 20)


REFUSED = {
    "a float": (sp.Float("0.25"), "0.25 is a binary float; write the decimal as Rational('0.25')"),
    "the imaginary unit": (sp.I, "I (SymPy's ImaginaryUnit)"),
    "infinity": (sp.oo, "oo (SymPy's Infinity)"),
    "not a number": (sp.nan, "nan (SymPy's NaN)"),
    "an integral": (sp.Integral(a, a), "Integral(a, a)"),
    "a function we do not know": (sp.gamma(a), "gamma(a) (SymPy's gamma)"),
    "a symbol that does not commute": (sp.Symbol("A", commutative=False), "A (SymPy's Symbol)"),
    "a condition": (sp.Piecewise((1, a > 0), (2, True)), "Piecewise"),
}


@pytest.mark.parametrize(("expression", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_by_name(expression, says):
    with pytest.raises(SymattnError) as caught:
        from_sympy(expression)
    assert says in str(caught.value)


def test_symbols_keep_what_is_assumed_about_them():
    plain, positive = sp.Symbol("x"), sp.Symbol("x", positive=True)
    value = from_sympy(plain + 2 * positive)
    assert to_sympy(value) == plain + 2 * positive
    assert not same_form(from_sympy(plain), from_sympy(positive))
    assert to_sympy(pickle.loads(pickle.dumps(value))) == plain + 2 * positive


def test_a_matrix_goes_out_immutable_with_minus_infinity():
    m = Matrix.of([[1, BLOCKED], [root(2), 0]])
    out = to_sympy(m)
    assert out == sp.ImmutableMatrix([[1, -sp.oo], [sp.sqrt(2), 0]])
    assert isinstance(out, sp.ImmutableMatrix)
    assert from_sympy(out) == m


small = st.fractions(min_value=-9, max_value=9, max_denominator=12)


@st.composite
def numbers(draw):
    """Sums of roots and exponentials, and quotients of them."""
    x = Number.of(draw(small))
    for _ in range(draw(st.integers(0, 3))):
        term = (
            Number.of(draw(small)) * root(draw(st.integers(2, 12))) * exp(Number.of(draw(small)) * root(draw(st.integers(1, 3))))
        )
        x = x + term
    return x / (1 + exp(draw(small))) if draw(st.booleans()) else x


@given(numbers())
def test_every_value_comes_back(x):
    assert from_sympy(to_sympy(x)) == x


@pytest.mark.parametrize(("rows", "cols"), [(2, 3), (1, 4), (3, 1), (1, 1)])
def test_every_place_and_slice_of_a_matrix_is_what_sympy_takes(rows: int, cols: int) -> None:
    """From either end, one place beyond it on both sides, in steps, backwards, by one number and by lists."""
    mine = ExactMatrix.of(Matrix.of([[10 * i + j for j in range(cols)] for i in range(rows)]))
    theirs = sp.ImmutableDenseMatrix(rows, cols, list(mine))

    def taken(matrix: sp.ImmutableDenseMatrix, key: object) -> object:
        try:
            return matrix[key]
        except IndexError:
            return "beyond"

    one = [*range(-rows - 1, rows + 1), slice(None), slice(1, None), slice(-1, None), slice(0, 5), slice(None, None, 2), sp.Integer(-1)]
    two = [*range(-cols - 1, cols + 1), slice(None), slice(0, 2), slice(None, None, -1), sp.Integer(0)]
    for key in (*product(one, two), *range(-rows * cols - 1, rows * cols + 1), slice(1, 3), ([0], [0]), ([0, -1], slice(None))):
        assert taken(mine, key) == taken(theirs, key), key
        assert getattr(taken(mine, key), "shape", None) == getattr(taken(theirs, key), "shape", None), key


LETTERED = {  # of two letters of a kind
    "weights": lambda a, b: sp.exp(a) / (sp.exp(a) + sp.exp(b)),
    "one over an exponential": lambda a, b: 1 / sp.exp(a),
    "a share": lambda a, b: a / (a + b),
    "one over a product": lambda a, b: 1 / (a * b),
    "one over a sum": lambda a, b: 1 / (a * b + a),
    "a root over a sum": lambda a, b: sp.sqrt(a) / (a + 1),
    "one over exponentials": lambda a, b: 1 / (sp.exp(2 * a) + sp.exp(a + b)),
}
KINDS = ("", "positive", "integer")
BY_NAME = [lambda a, b: exp(a) / (exp(a) + exp(b)), lambda a, b: 1 / exp(a), lambda a, b: a / (a + b), lambda a, b: 1 / (a * b), lambda a, b: 1 / (a * b + a)]


@pytest.mark.parametrize("name", LETTERED)
def test_letters_that_look_alike_are_kept_apart_whatever_was_worked_out_before(name: str) -> None:
    """A letter known by its name alone is alike to each: what is kept of it is not given to another."""
    order = product(KINDS, KINDS, BY_NAME, LETTERED.values())
    for k, (first, kind, by_name, whole) in enumerate(order):
        names = f"a_{name[-4:]}{k}", f"b_{name[-4:]}{k}"  # of which nothing is kept yet
        from_sympy(whole(*(sp.Symbol(x, **({first: True} if first else {})) for x in names)))
        by_name(*map(symbol, names))
        letters = [sp.Symbol(x, **({kind: True} if kind else {})) for x in names]
        assert to_sympy(from_sympy(LETTERED[name](*letters))).free_symbols <= {*letters}
