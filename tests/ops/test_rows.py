"""Operations on rows and columns: sums, quotients, normalisation by the root of the mean square, SiLU."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.errors import ShapeError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.plan import Plan
from symattn.plan.derivation import solve

A, ROW, COLUMN = Matrix.of([[1, 7], [6, 8]]), Matrix.of([[2, 4]]), Matrix.of([[2], [4]])

VALUES = {
    "each row": ("sum(A, axis=1)", [[8], [14]]),
    "each column": ("sum(A, axis=0)", [[7, 15]]),
    "every entry": ("sum(A)", [[22]]),
    "by a row": ("A / r", [["1/2", "7/4"], [3, 2]]),
    "by a column": ("A / c", [["1/2", "7/2"], ["3/2", 2]]),
    "by itself": ("A / A", [[1, 1], [1, 1]]),
    "means": ("mean(A, axis=1)", [[4], [7]]),
    "the mean of all": ("mean(A)", [["11/2"]]),
    "variances": ("var(A, axis=0)", [["25/4", "1/4"]]),
    "the largest": ("max(A, axis=1)", [[7], [8]]),
    "the smallest of all": ("min(A)", [[1]]),
    "entry by entry": ("A * A", [[1, 49], [36, 64]]),
    "times a column": ("A * c", [[2, 14], [24, 32]]),
    "a power": ("A ** 2", [[1, 49], [36, 64]]),
    "a power as in a cell": ("A ^ -1", [[1, "1/7"], ["1/6", "1/8"]]),
    "roots and logarithms": ("sqrt(A * A) + log(A / A)", [[1, 7], [6, 8]]),
    "without signs": ("abs(-A)", [[1, 7], [6, 8]]),
    "saturating": ("sigmoid(A - A) + tanh(A - A)", [["1/2", "1/2"], ["1/2", "1/2"]]),
    "a number is added to every entry": ("1 - A / 2", [["1/2", "-5/2"], [-2, -3]]),
    "a number over every entry": ("1 / A", [[1, "1/7"], ["1/6", "1/8"]]),
    "root of the mean square": ("rms_norm(A[0:1, :])", [["1/5", "7/5"]]),
    "down the columns": ("rms_norm(A[0:1, :].T, axis=0)", [["1/5"], ["7/5"]]),
    "layer norm down the columns": ("layer_norm(A[0:1, :].T, axis=0)", [[-1], [1]]),
}


def value(text: str) -> Matrix:
    given = {"A": A, "r": ROW, "c": COLUMN}
    return solve(Plan.read([f"Y = {text}"], matrices=given), given).output


@pytest.mark.parametrize(("text", "rows"), VALUES.values(), ids=VALUES)
def test_values(text: str, rows: list[list[object]]) -> None:
    assert value(text) == Matrix.of([[_number(x) for x in row] for row in rows])


def _number(x: object) -> object:
    return Fraction(x) if isinstance(x, str) else x


def test_silu() -> None:
    assert value("silu(A - A)") == Matrix.of([[0, 0], [0, 0]])
    assert value("silu(A[0:1, 0:1])").decimals(6) == (("0.731059",),)


MISTAKES = {
    "a divisor that is 0": ("A / (A - A)", SymattnError, "division by zero"),
    "a row of zeros": ("rms_norm(A - A)", SymattnError, "all entries of a row are 0"),
    "shapes that do not go together": ("A / stack(A, A)", ShapeError, "2×2"),
}


@pytest.mark.parametrize(("text", "kind", "words"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(text: str, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        value(text)
