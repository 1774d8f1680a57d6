"""Floats of a line: as SymPy has them where it ends, and where it does not, as certified decimals have them."""

from __future__ import annotations

import pickle

import pytest
import sympy

import symattn as sa

LAYER = ("S{k} = X{k} @ X{k}.T", "A{k} = softmax(S{k} / sqrt(2))", "X{n} = A{k} @ X{k}")
DEEP = [line.format(k=k, n=k + 1) for k in range(3) for line in LAYER]


@pytest.fixture(scope="module")
def deep():
    return sa.derive(DEEP, X0=[[1, 2], [0, 1], [-1, 1]])


@pytest.mark.exhaustive
@pytest.mark.sliced(4)
@pytest.mark.parametrize("digits", [3, 8, 15, 30])
def test_a_deep_line_has_floats_as_it_has_decimals(deep, digits):
    floats = deep["X3"].evalf(digits)
    for row, decimals in zip(floats.tolist(), deep.decimals("X3", digits + 5), strict=True):
        for x, text in zip(row, decimals, strict=True):
            assert abs(x - sympy.Rational(text)) <= sympy.Rational(10) ** -digits * 2 * abs(x)
    assert deep["X3"].n(digits) == floats == deep.evalf(digits)


@pytest.mark.parametrize("digits", [6, 30])
@pytest.mark.parametrize("line", ["S2", "A2", "X3"])
def test_an_entry_of_a_deep_line_is_a_constant_that_ends(deep, line, digits):
    """As an expression it would have up to 220,000 nodes; what is computed with it goes on, is compared and comes back."""
    (entry, other, *_), text = deep[line], sympy.Rational(deep.decimals(line, digits + 5)[0][0])
    assert abs(entry.evalf(digits) - text) <= sympy.Rational(10) ** -digits * 2 * abs(text)
    assert abs((2 * entry + 1).evalf(digits) - 2 * text - 1) <= sympy.Rational(10) ** -digits * 4 * (abs(text) + 1)
    assert str(entry) == f"about({entry.evalf(6)})"
    assert entry == deep[line][0, 0] != other
    assert sa.equal(entry, deep[line][0, 0]).decision == "equal"
    assert sa.equal(entry, entry + sympy.Rational(10) ** -digits).decision == "different"
    assert pickle.loads(pickle.dumps(entry)) == entry


@pytest.mark.parametrize("digits", [3, 15, 40])
@pytest.mark.parametrize("line", ["S0", "A0", "X1"])
def test_where_sympy_ends_it_gives_the_same(deep, line, digits):
    ours, theirs = deep[line].evalf(digits), sympy.ImmutableMatrix(deep[line].tolist()).evalf(digits)
    assert all(abs(a - b) <= sympy.Rational(10) ** -digits * max(1, abs(b)) for a, b in zip(ours, theirs, strict=True))
    assert [type(x) for x in ours if x] == [sympy.Float] * len([x for x in theirs if x])


def test_letters_and_options_are_left_to_sympy():
    x = sympy.Symbol("x", real=True)
    d = sa.derive(["B = A + A"], A=[[x, 1]])
    assert d["B"].evalf(5, subs={x: 2}) == sympy.Matrix([[4.0, 2.0]]).evalf(5)
    assert d["B"].evalf(5)[0, 0].has(x)
