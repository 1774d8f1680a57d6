"""Operations on rows and columns: sums, quotients, normalisation by the root of the mean square, SiLU."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from symattn.errors import ShapeError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.ops import OPS
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.practice.own import Mine
from symattn.sheet import loads
from symattn.testing.samples import value_or_error

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


ALONG = [name for name, op in OPS.items() if "axis" in op.signature.kinds]
SQUARE = Matrix.of([[Fraction(1, 2), 2, Fraction(5, 3)], [3, 1, Fraction(7, 4)], [4, Fraction(2, 3), Fraction(9, 8)]])


def looked_at(name: str, a: Matrix, axis: int, i: int, j: int) -> set[tuple[int, int]]:
    """The entries of a matrix that explaining one of the value looks at."""
    steps = solve(Plan.read([f"Z = {name}(A, axis={axis})"]), {"A": a}).steps
    seen = Mine({step.name: step for step in steps}, steps[-1], i, j)
    seen.told()
    return set().union(*(places for (of, _), places in seen.operands.items() if of == "A"))


@pytest.mark.parametrize("name", ALONG)
def test_down_the_columns_is_along_the_rows_of_the_transpose(name: str) -> None:
    """The value, what every slip makes of it, and which entries are looked at where one is explained."""
    op, tried = OPS[name], 0
    rules = [(op.run, ()), *((slip.run, slip.needs) for slip in op.slips.values())]
    for (rule, needs), a in product(rules, [SQUARE, SQUARE.masked([(0, 2)])]):
        more = dict.fromkeys(needs, 4)
        down, along = (value_or_error(rule, of, axis=axis, **more) for of, axis in ((a, 0), (a.T, 1)))
        if not isinstance(along, SymattnError):  # as minus infinity in a mean is
            assert down.T.decimals(9) == along.decimals(9), rule
            tried += 1
    assert tried > len(op.slips)
    rows, cols = op.run(SQUARE, axis=0).shape
    for i, j in product(range(rows), range(cols)):
        assert looked_at(name, SQUARE, 0, i, j) == {(k, m) for m, k in looked_at(name, SQUARE.T, 1, j, i)}


GRIDS = {"wide": [[1, 4, 2], [3, 0, 5]], "tall": [[1, 4], [3, 0], [6, 7]], "square": [[1, 4], [3, 0]], "larger": [[1, 4, 2], [3, 0, 5], [9, 8, -7]]}


@pytest.mark.parametrize("name", ["max", "min"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("made", ["2 * A", "A + A", "A - 1", "maximum(A, 2)"])
def test_the_largest_of_each_line_is_said_with_its_numbers(name: str, axis: int, made: str) -> None:
    entry = {"2 * A": lambda x: 2 * x, "A + A": lambda x: x + x, "A - 1": lambda x: x - 1, "maximum(A, 2)": lambda x: max(x, 2)}[made]
    for rows in GRIDS.values():
        lines = [[entry(x) for x in line] for line in (rows if axis else zip(*rows, strict=True))]
        shown = page(loads(f"[[question]]\nsteps = ['Z = {name}({made}, axis={axis})']\ngiven.A = {rows}\n").solve(), "text", detail="full")
        said = re.findall(rf"{name}\(([-−\d]+(?:, [-−\d]+)+)\)", shown)
        assert said == [", ".join(str(x).replace("-", "−") for x in line) for line in lines], shown
