"""What a Python user may hand in as a matrix, and what each refusal says."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy

from symattn import ShapeError, SymattnError, read
from symattn.console.convert import given_from, matrix_from
from symattn.exact.any_matrix import BLOCKED
from symattn.exact.matrix import Matrix

HALVES = Matrix.of([[Fraction(1, 2), 2]])
ACCEPTED = {
    "nested lists of ints": ([[1, 2], [3, 4]], Matrix.of([[1, 2], [3, 4]])),
    "tuples": (((1, 2), (3, 4)), Matrix.of([[1, 2], [3, 4]])),
    "texts": ([["1/2", "2"]], HALVES),
    "decimal texts are exact": ([["0.5", "2.0"]], HALVES),
    "fractions and decimals": ([[Fraction(1, 2), Decimal("2")]], HALVES),
    "a text first, then numbers": ([["1/2", 2]], HALVES),
    "a number first, then a text": ([[2, "1/2"]], Matrix.of([[2, Fraction(1, 2)]])),
    "one list is one row": ([1, 2], Matrix.of([[1, 2]])),
    "a NumPy integer array": (np.array([[1, 2], [3, 4]]), Matrix.of([[1, 2], [3, 4]])),
    "an unsigned array": (np.array([[1, 2]], dtype=np.uint8), Matrix.of([[1, 2]])),
    "an array of one dimension": (np.array([1, 2]), Matrix.of([[1, 2]])),
    "an array of objects": (np.array([["1/2", 2]], dtype=object), HALVES),
    "NumPy integers in lists": ([[np.int64(1), np.int32(2)]], Matrix.of([[1, 2]])),
    "rows that are arrays": ([np.array([1, 2]), np.array([3, 4])], Matrix.of([[1, 2], [3, 4]])),
    "a SymPy matrix": (sympy.Matrix([[sympy.Rational(1, 2), 2]]), HALVES),
    "an immutable SymPy matrix": (sympy.ImmutableMatrix([[1, 2]]), Matrix.of([[1, 2]])),
    "a sparse SymPy matrix": (sympy.SparseMatrix([[0, 2]]), Matrix.of([[0, 2]])),
    "an identity of SymPy": (sympy.Identity(2), Matrix.of([[1, 0], [0, 1]])),
    "SymPy numbers in lists": ([[sympy.Rational(1, 2), sympy.Integer(2)]], HALVES),
    "minus infinity of SymPy": ([[1, -sympy.oo]], Matrix.of([[1, BLOCKED]])),
    "minus infinity as a float": ([[1, -math.inf]], Matrix.of([[1, BLOCKED]])),
    "minus infinity as a text": ([[1, "-inf"]], Matrix.of([[1, BLOCKED]])),
    "a text of a matrix": ("[[1/2, 2]]", HALVES),
    "what read returned": (read("[[0.5, 2]]"), HALVES),
    "a matrix of ours": (HALVES, HALVES),
}


@pytest.mark.parametrize(("given", "expected"), ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(given, expected):
    assert matrix_from(given, "X") == expected


REFUSED = {
    "a binary float": ([[1, 0.1]], "X: row 1, column 2: 0.1 is a binary float", "Fraction(1, 10)"),
    "a float in the second row": ([[1], [2.5]], "X: row 2, column 1: 2.5 is a binary float", "'2.5'"),
    "NumPy's float": ([[np.float64(0.5)]], "0.5 is a binary float", "Decimal('0.5')"),
    "SymPy's Float": (sympy.Matrix([[0.5]]), "row 1, column 1: 0.5 is a binary float", "Rational('0.5')"),
    "a float array": (np.eye(2), "X: an array of float64", "integers, fractions or texts"),
    "an array of truth values": (np.array([[True]]), "truth values", "astype(int)"),
    "not a number": ([[float("nan")]], "nan is no number", "write a number"),
    "plus infinity": ([[math.inf]], "inf is no number", "-inf"),
    "a truth value": ([[True]], "True is no exact number", "write an int"),
    "a complex number": ([[1j]], "no exact number", "write an int"),
    "None": (None, "None is no exact number", "write an int"),
    "a letter in a text": ([["x"]], "X: row 1, column 1", "'x'"),
    "a ragged matrix": ([[1, 2], [3]], "X: ragged matrix: row 2 has 1", "row 1 has 2"),
    "no rows": ([], "X: the matrix is empty", "write at least one row"),
    "an empty row": ([[]], "X: the matrix is empty", "write at least one row"),
    "three dimensions": ([[[1]]], "X: an array of shape 1×1×1 stands", "rows and columns"),
    "an array of three dimensions": (np.zeros((2, 1, 1), int), "an array of shape 2×1×1", "one matrix"),
    "a number": (5, "X: a number stands where a matrix is needed", "[[1, 2], [3, 4]]"),
    "a row that is a number": ([[1], 2], "row 2 is 2, not a list", "write every row as a list"),
    "an imaginary number": (sympy.Matrix([[sympy.I]]), "row 1, column 1: I (SymPy's ImaginaryUnit)", "rationals"),
    "a function we do not know": ([[sympy.gamma(3) * sympy.zeta(3)]], "zeta(3)", "rationals, roots"),
}


@pytest.mark.parametrize(("given", "says", "remedy"), REFUSED.values(), ids=REFUSED)
def test_refused_with_place_and_remedy(given, says, remedy):
    with pytest.raises(SymattnError) as caught:
        matrix_from(given, "X")
    assert says in str(caught.value)
    assert remedy in str(caught.value)


def test_ragged_and_empty_are_shape_errors():
    with pytest.raises(ShapeError):
        matrix_from([[1, 2], [3]], "X")


def test_a_given_may_be_a_number():
    assert given_from("1/3", "c") == given_from(Fraction(1, 3), "c") == given_from(sympy.Rational(1, 3), "c")
