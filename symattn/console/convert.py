"""What a Python user has at hand as an exact matrix: lists, texts, fractions, SymPy, NumPy; never a binary float."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import index
from typing import Any

from symattn.errors import ShapeError, SymattnError
from symattn.exact.cells import BLOCKED, Blocked
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import from_sympy, is_sympy
from symattn.exact.tensor import Tensor, parts

FAST = (int, Fraction)
Given = Matrix | Number | Tensor


def given_from(x: Any, name: str) -> Given:
    """A given, matrix, number or batch of matrices; raises SymattnError naming the argument, the row and the column.

    >>> given_from([["1/3", 2]], "X"), given_from("0.1", "c")
    (Matrix([[1/3, 2]]), Number(1/10))
    """
    try:
        return _given(x)
    except SymattnError as error:
        raise _named(error, name) from None


def _named(error: SymattnError, name: str) -> SymattnError:
    kind = ShapeError if isinstance(error, ShapeError) else SymattnError
    return kind(f"{name}: {error}")


def matrix_from(x: Any, name: str, *, flat: bool = True) -> Matrix:
    """A given that must be a matrix; a plain list of numbers is one row, unless *flat* is false.

    >>> matrix_from([1, 2], "b")
    Matrix([[1, 2]])
    """
    found = given_from(x, name)
    if isinstance(found, Tensor):
        shape = "×".join(map(str, found.shape))
        raise ShapeError(f"{name}: an array of shape {shape} stands where one matrix of rows and columns is needed")
    if not isinstance(found, Matrix):
        raise SymattnError(f"{name}: a number stands where a matrix is needed; write its rows, as in [[1, 2], [3, 4]]")
    if not flat and isinstance(x, (list, tuple)) and not hasattr(x[0], "__len__"):
        raise SymattnError(f"{name}: one row of numbers stands where a matrix is needed; write [[1, 2], [3, 4]]")
    return found


def _given(x: Any) -> Given:
    if isinstance(x, (Matrix, Number, Tensor)):
        return x
    if isinstance(x, (list, tuple)):
        return _table(x)
    if isinstance(x, str):
        from symattn.language import read

        x = read(x)
    if hasattr(x, "is_matrix"):  # what symattn.read returned
        return x.matrix if x.is_matrix else x.number  # type: ignore[no-any-return]
    if is_sympy(x):
        return _table(x.tolist()) if hasattr(x, "rank") and hasattr(x, "tolist") else _not_blocked(from_sympy(x))
    if hasattr(x, "dtype") and hasattr(x, "tolist") and getattr(x, "shape", None):
        return _array(x)
    return _not_blocked(cell_from(x))


def _not_blocked(x: Any) -> Given:
    if isinstance(x, Blocked):
        raise SymattnError("minus infinity stands alone; it can only be an entry of a matrix that is added to scores")
    return x  # type: ignore[no-any-return]


def _array(x: Any) -> Matrix | Tensor:
    kind = str(x.dtype).removeprefix("torch.")
    if kind == "bool":
        raise SymattnError("an array of truth values; write 1 and 0: array.astype(int)")
    if not kind.startswith(("int", "uint", "object", "<U")):
        raise SymattnError(
            f"an array of {kind} holds binary floats, not the decimals they show; write integers, fractions or texts, "
            "or symattn.read(str(array)) for exactly the digits shown"
        )
    return _table(x.tolist())


def _table(rows: Sequence[Any]) -> Matrix | Tensor:
    """Nested sequences as a matrix or a batch of them; plain numbers go in at once, anything else cell by cell."""
    if not rows or isinstance(rows[0], (int, Fraction, str)) or not hasattr(rows[0], "__iter__"):
        rows = [rows]
    elif isinstance(rows[0], (list, tuple)) and rows[0] and type(rows[0][0]) in FAST:
        try:
            return Matrix.of(rows)
        except ShapeError:
            raise
        except (SymattnError, TypeError):
            pass  # something else among them: the slow way says what and where, or reads it
    if all(isinstance(row, (list, tuple)) and row and isinstance(row[0], (list, tuple)) for row in rows):
        return _batch([_table(part) for part in rows])
    return Matrix.of([_row(row, i) for i, row in enumerate(rows)])


def _batch(found: list[Matrix | Tensor]) -> Tensor:
    """Matrices, or batches of them, along one more axis."""
    for i, part in enumerate(found):
        if part.shape != found[0].shape:
            both = " and ".join("×".join(map(str, x.shape)) for x in (found[0], part))
            raise ShapeError(f"parts 1 and {i + 1} of a batch are {both}; write parts of one shape")
    return Tensor((len(found), *parts(found[0])[0]), [block for part in found for block in parts(part)[1]])


def _row(row: Any, i: int) -> list[Number | Blocked]:
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise ShapeError(f"row {i + 1} is {row!r}, not a list of numbers; write every row as a list")
    out = []
    for j, x in enumerate(row):
        try:
            out.append(cell_from(x))
        except SymattnError as error:
            raise SymattnError(f"row {i + 1}, column {j + 1}: {error}") from None
    return out


def cell_from(x: Any) -> Number | Blocked:
    """One entry: an integer, a fraction, a decimal, a text, or a SymPy number or symbol; raises SymattnError.

    >>> cell_from("sqrt(2)"), cell_from(Fraction(1, 3))
    (Number([2^1/2]*1), Number(1/3))
    """
    if isinstance(x, str):
        from symattn.language import entry

        return entry(x)
    if isinstance(x, Blocked) or (isinstance(x, float) and x == -math.inf):
        return BLOCKED
    if isinstance(x, float):
        raise SymattnError(_remedy(float(x)))
    if is_sympy(x):
        found = from_sympy(x)
        if isinstance(found, (Matrix, Tensor)):
            raise ShapeError("a matrix stands where a number is needed; build the matrix from its numbers")
        return found
    if hasattr(x, "is_matrix"):
        return x.number  # type: ignore[no-any-return]
    if not isinstance(x, (bool, complex)) and hasattr(x, "__index__"):
        return Number.of(index(x))
    if hasattr(x, "__iter__"):
        raise ShapeError(f"{x!r} stands where a number is needed")
    return Number.of(x)


def _remedy(x: float) -> str:
    if not math.isfinite(x):
        return f"{x} is no number to calculate with; write a number, or -inf in a matrix that is added to scores"
    text = repr(x)
    exact = Fraction(text)
    ratio = f", Fraction({exact.numerator}, {exact.denominator})" if exact.denominator < 10**6 else ""
    return f"{text} is a binary float, only near the number meant; write the text {text!r}{ratio} or Decimal({text!r})"
