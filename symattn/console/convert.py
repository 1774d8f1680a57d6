"""What a Python user has at hand as an exact matrix: lists, texts, fractions, SymPy, NumPy; never a binary float."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, cast

from symattn.console.shown import ShowsItself
from symattn.errors import ShapeError, SymattnError
from symattn.exact.any_matrix import BLOCKED, Blocked
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, ratio
from symattn.exact.sympy import domain, from_sympy, is_sympy, to_sympy
from symattn.exact.tensor import Tensor, stacked
from symattn.language import Value, entry, read
from symattn.later import pattern

if TYPE_CHECKING:
    from sympy import Basic

    from symattn.exact.domain import ExactDomainMatrix

FAST = (int, Fraction)
_DECIMAL = pattern(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


Given = Matrix | Number | Tensor
Givens = Mapping[str, Given]


def given_from(x: object, name: str) -> Given:
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


def matrix_from(x: object, name: str, *, flat: bool = True) -> Matrix:
    """A given that must be a matrix; a plain list of numbers is one row, unless *flat* is false.

    >>> matrix_from([1, 2], "b")
    Matrix([[1, 2]])
    """
    found = given_from(x, name)
    if isinstance(found, Tensor):
        shape = "×".join(map(str, found.shape))
        raise ShapeError(
            f"{name}: an array of shape {shape} stands where one matrix of rows and columns is needed"
        )
    if not isinstance(found, Matrix):
        raise SymattnError(
            f"{name}: a number stands where a matrix is needed; write its rows, as in [[1, 2], [3, 4]]"
        )
    if not flat and isinstance(x, (list, tuple)) and not hasattr(x[0], "__len__"):
        raise SymattnError(
            f"{name}: one row of numbers stands where a matrix is needed; write [[1, 2], [3, 4]]"
        )
    return found


def plain(x: object) -> object:
    """What stands for a matrix, in its place: a derivation's last line for the derivation.

    >>> from symattn.console.calls import derive
    >>> plain(derive(["S = X @ X"], X=[[2]])), plain(3)
    (Matrix([[4]]), 3)
    """
    return x._shown() if isinstance(x, ShowsItself) else x


def _given(x: object) -> Given:
    x = plain(x)
    if isinstance(x, (Matrix, Number, Tensor)):
        return x
    if isinstance(x, (list, tuple)):
        return _table(x)
    if isinstance(x, str):
        x = read(x)
    if isinstance(x, Value):
        return x.matrix if x.is_matrix else x.number
    if is_sympy(x):
        return _not_blocked(from_sympy(x))
    if hasattr(x, "dtype") and hasattr(x, "tolist") and getattr(x, "shape", None):
        return _array(x)
    if hasattr(x, "__iter__"):
        raise ShapeError(
            f"{x!r} stands where a matrix is needed; write its rows as lists, [[1, 2], [3, 4]]"
        )
    return _not_blocked(cell_from(x))


def _not_blocked(x: Given | Blocked) -> Given:
    if isinstance(x, Blocked):
        raise SymattnError(
            "minus infinity stands alone; it can only be an entry of a matrix that is added to scores"
        )
    return x


def _array(x: Any) -> Matrix | Tensor:
    """One of NumPy's or Torch's, which are not imported to be known."""
    kind = str(x.dtype).removeprefix("torch.")
    if kind == "bool":
        raise SymattnError("an array of truth values; write 1 and 0: array.astype(int)")
    if kind.startswith("complex"):
        raise SymattnError(
            f"an array of {kind}: only real numbers are calculated with; take the real part, array.real, where it is all"
        )
    if not kind.startswith(("int", "uint", "object", "<U")):
        raise SymattnError(
            f"an array of {kind} holds binary floats, not the decimals they show; write integers, fractions or texts, "
            "symattn.rational(array) for simple fractions near them, or symattn.read(str(array)) for exactly the digits shown"
        )
    return _table(x.tolist())


def _table(rows: Sequence[object]) -> Matrix | Tensor:
    """Nested sequences as a matrix or a batch of them; plain numbers go in at once, anything else cell by cell."""
    if (
        not rows
        or isinstance(rows[0], (int, Fraction, str))
        or not hasattr(rows[0], "__iter__")
    ):
        rows = [rows]
    elif isinstance(rows[0], (list, tuple)) and rows[0] and type(rows[0][0]) in FAST:
        try:
            return Matrix.of(cast(Sequence[Sequence[int]], rows))
        except ShapeError:
            raise
        except (SymattnError, TypeError):
            pass  # something else among them: the slow way says what and where, or reads it
    if all(
        isinstance(row, (list, tuple)) and row and isinstance(row[0], (list, tuple))
        for row in rows
    ):
        return stacked(
            [_table(part) for part in cast(Sequence[Sequence[object]], rows)]
        )
    return Matrix.of([_row(row, i) for i, row in enumerate(rows)])


def _row(row: object, i: int) -> list[Number | Blocked]:
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise ShapeError(
            f"row {i + 1} is {row!r}, not a list of numbers; write every row as a list"
        )
    out = []
    for j, x in enumerate(row):
        try:
            out.append(cell_from(x))
        except SymattnError as error:
            raise SymattnError(f"row {i + 1}, column {j + 1}: {error}") from None
    return out


def cell_from(x: object) -> Number | Blocked:
    """One entry: an integer, a fraction, a decimal, a text, or a SymPy number or symbol; raises SymattnError.

    >>> cell_from("sqrt(2)"), cell_from(Fraction(1, 3))
    (Number([2^1/2]*1), Number(1/3))
    """
    if isinstance(x, str):
        return entry(x)
    if isinstance(x, Blocked) or (isinstance(x, float) and x == -math.inf):
        return BLOCKED
    if isinstance(x, float):
        raise SymattnError(_remedy(float(x)))
    if is_sympy(x):
        found = from_sympy(x)
        if isinstance(found, (Matrix, Tensor)):
            raise ShapeError(
                "a matrix stands where a number is needed; build the matrix from its numbers"
            )
        return found
    if isinstance(x, Value):
        return x.number
    if not isinstance(x, (bool, complex)) and hasattr(x, "__index__"):
        return Number.of(index(x))
    if hasattr(x, "__iter__"):
        raise ShapeError(f"{x!r} stands where a number is needed")
    return Number.of(x)


def put_in(args: tuple[object, ...]) -> tuple[object, ...]:
    """What is given to ``subs``, in any of the ways SymPy takes, with decimals that are put in as texts as the exact numbers they
    are: SymPy would make binary floats of them.

    >>> put_in(("x", "0.1")), put_in(({"x": "-1.5e1", "y": "z"},)), put_in(([("x", ".5")],))
    (('x', 1/10), ({'x': -15, 'y': 'z'},), ([('x', 1/2)],))
    """
    if len(args) == 2:
        return args[0], _exactly(args[1])
    if len(args) != 1:
        return args
    (told,) = args
    if isinstance(told, Mapping):
        return ({old: _exactly(new) for old, new in told.items()},)
    pairs = isinstance(told, (list, tuple)) and all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in told
    )
    return ([(old, _exactly(new)) for old, new in told],) if pairs else args  # type: ignore[attr-defined]


def _exactly(new: object) -> object:
    decimal = isinstance(new, str) and _DECIMAL.fullmatch(new.strip())
    return to_sympy(entry(new)) if decimal else new  # type: ignore[arg-type]


def whole(x: object) -> int | None:
    """A whole number as Python has it, NumPy's and SymPy's too; None for what is none, as truth values and floats.

    >>> whole(3), whole(True), whole(3.0)
    (3, None, None)
    """
    if isinstance(x, (bool, str)) or getattr(x, "shape", ()) != ():
        return None
    try:
        return index(x)  # type: ignore[arg-type]  # what is none says so
    except (TypeError, ValueError):
        return None


def to_domain(matrix: object) -> ExactDomainMatrix:
    """A matrix as SymPy's DomainMatrix over ``symattn.EXACT``: product, inverse, rank, determinant … all by proof.

    *matrix* is whatever may be a given: SymPy's matrices, lists, texts, ``d["A"]``. What it returns has SymPy's methods
    (``rank``, ``det``, ``inv``, ``rref``, ``nullspace``, ``lu``, ``charpoly``); ``.to_Matrix()``
    leads back. Raises SymattnError for floats and for minus infinity, LimitError where a zero cannot be decided.

    >>> to_domain([["e", "sqrt(e)"], ["sqrt(e)", 1]]).rank()
    1
    """
    return domain.ExactDomainMatrix.of(matrix_from(matrix, "matrix"))


def rational(x: object, tolerance: object = "1e-9") -> Basic:
    """Floats as the simplest fractions within a tolerance: a number as a SymPy Rational, an array as an ImmutableMatrix.

    The simplest fraction is the one with the smallest denominator. *tolerance* is absolute; 0 takes every float as the
    binary fraction that it is. Raises SymattnError for nan and infinities.

    >>> rational([[0.1, 0.3333333333], [2.0, 1e-12]])
    Matrix([
    [1/10, 1/3],
    [   2,   0]])
    >>> rational(3.14159, "0.01")
    22/7
    """
    try:
        within = Fraction(str(tolerance))
    except ValueError:
        within = Fraction(-1)
    if within < 0:
        raise SymattnError(
            f"tolerance is {tolerance!r}; write a number from 0, such as '1e-9'"
        )
    x = plain(x)
    return to_sympy(_given(_simple(x.tolist() if hasattr(x, "tolist") else x, within)))


def _simple(x: object, within: Fraction) -> object:
    """Every number of nested lists as the simplest fraction near it."""
    if isinstance(x, (list, tuple)):
        return [_simple(part, within) for part in x]
    if getattr(x, "is_Float", False):
        from sympy import Rational

        exact = Fraction(*map(int, Rational(x).as_numer_denom()))
    elif isinstance(x, float):
        if not math.isfinite(x):
            return cell_from(x)  # minus infinity, or refused
        exact = Fraction(x)
    else:
        number = cell_from(x)
        if isinstance(number, Blocked) or not number.is_rational:
            return number
        exact = ratio(number.rational)
    return _simplest(exact - within, exact + within)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator between two, ends included (by continued fractions)."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -_simplest(-high, -low)
    whole = -(-low.numerator // low.denominator)  # rounded up
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / _simplest(1 / (high - below), 1 / (low - below))


def _remedy(x: float) -> str:
    if not math.isfinite(x):
        return f"{x} is no number to calculate with; write a number, or -inf in a matrix that is added to scores"
    text = repr(x)
    exact = Fraction(text)
    ratio = (
        f", Fraction({exact.numerator}, {exact.denominator})"
        if exact.denominator < 10**6
        else ""
    )
    ways = f"the text {text!r}{ratio} or Decimal({text!r}), or symattn.rational(…) for simple fractions near floats"
    return f"{text} is a binary float, only near the number meant; write {ways}"
