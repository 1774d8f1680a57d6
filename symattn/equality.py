"""``symattn.equal``: whether two things that people write are the same value, by proof."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Union, cast

from symattn import language
from symattn.errors import LimitError, SymattnError
from symattn.exact.any_matrix import Blocked, Entry, show
from symattn.exact.decide import DIFFERENT, EQUAL, UNDECIDED, Verdict, compare
from symattn.exact.in_letters import Put, admitted, told_apart
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import from_sympy, is_sympy, to_sympy, written_alike
from symattn.exact.tensor import Array, Tensor, flat, stacked
from symattn.exact.text import pretty
from symattn.exact.zero import symbolic
from symattn.ops.shapes import written
from symattn.tables import every, in_each

if TYPE_CHECKING:
    from symattn.language import Value


def equal(a: object, b: object) -> Verdict:
    """Whether two numbers or matrices are equal: "equal" and "different" are proofs, else "undecided".

    Each side is a text, what ``read`` returned, a SymPy expression or matrix, or a plain number or nested list.
    SymPy's objects that are the same tree are equal at once, whatever their size.
    Raises ReadError for a text that is no number, SymattnError for a binary float.

    >>> equal("e^sqrt(2) / (e^sqrt(2) + e^(2 sqrt(2)))", "1/(1 + e^sqrt(2))").reason
    'both are 1/(1+e^{√2})'
    >>> equal([[1, "1/2"]], "[[1, 0.50001]]").reason
    'row 1, column 2: they differ by 1/100000'
    """
    if is_sympy(a) and is_sympy(b) and written_alike(a, b):
        return Verdict(EQUAL, "both are written alike")
    try:
        left, right = _value(a), _value(b)
    except LimitError as error:
        if is_sympy(a) or is_sympy(b):
            told = _apart(a, b)
            return (
                Verdict(UNDECIDED, f"beyond the stated limits of size: {error}")
                if told is None
                else told
            )
        raise
    if isinstance(left, Number) and isinstance(right, Number):
        return _numbers(left, right)
    if (
        isinstance(left, Number)
        or isinstance(right, Number)
        or left.shape != right.shape
    ):
        return Verdict(DIFFERENT, f"{_kind(left)} is not {_kind(right)}")
    return _arrays(left, right)


def _value(x: object) -> Union[Number, Array]:
    """The exact value of anything that stands for one; the readers and SymPy are asked only when needed."""
    if isinstance(x, (Number, Matrix, Tensor)):
        return x
    if isinstance(x, str):
        x = language.read(x)
    if hasattr(x, "is_matrix") and hasattr(
        x, "cells"
    ):  # what was read; the readers are not imported to know it
        read = cast("Value", x)
        return read.matrix if read.is_matrix else read.number
    if hasattr(x, "_sympy_"):  # a derivation stands for its last line
        x = x._sympy_()
    if is_sympy(x):
        exact = from_sympy(x)
        if isinstance(exact, Blocked):
            raise SymattnError(
                f"{x} is neither a number nor a matrix; minus infinity stands only as an entry of a matrix"
            )
        return exact
    if hasattr(x, "tolist"):  # a NumPy array or scalar
        x = x.tolist()
    if isinstance(x, Sequence):
        rows = [
            row if isinstance(row, Sequence) and not isinstance(row, str) else [row]
            for row in x
        ]
        if rows and all(map(_nested, rows)):
            return stacked(
                [part for row in rows if not isinstance(part := _value(row), Number)]
            )
        return Matrix.of(every(_entry, rows))
    return Number.of(x)


def _entry(x: object) -> Entry:
    if isinstance(x, (Number, Blocked)):
        return x
    if isinstance(x, str):
        return language.entry(x)
    exact = from_sympy(x) if is_sympy(x) else x
    return exact if isinstance(exact, Blocked) else Number.of(exact)


def _nested(row: Sequence[object]) -> bool:
    return bool(row) and isinstance(row[0], Sequence) and not isinstance(row[0], str)


def _kind(x: Union[Number, Array]) -> str:
    if isinstance(x, Number):
        return "a number"
    return (
        f"a {show(x)} matrix"
        if isinstance(x, Matrix)
        else f"a batch of shape {written(x.shape)}"
    )


def _arrays(a: Array, b: Array) -> Verdict:
    """Matrices or batches of one shape: the first entries that differ, else the first undecided ones, named in the reason."""
    equal, unsure = Verdict(EQUAL, f"all {prod(a.shape)} entries are equal"), None
    for k, (x, y) in enumerate(
        zip(flat(a), flat(b), strict=True) if a is not b else ()
    ):
        found = _entries(x, y)
        if a.shape == (1, 1):
            equal = found
        if found.decision != EQUAL and (unsure is None or found.decision == DIFFERENT):
            block, place = divmod(k, a.rows * a.cols)
            row, column = divmod(place, a.cols)
            where = f"{f'matrix {block + 1}, ' if isinstance(a, Tensor) else ''}row {row + 1}, column {column + 1}: "
            unsure = Verdict(found.decision, where + found.reason)
            if found.decision == DIFFERENT:
                break
    return equal if unsure is None else unsure


def _entries(x: Entry, y: Entry) -> Verdict:
    if isinstance(x, Number) and isinstance(y, Number):
        return _numbers(x, y)
    if isinstance(x, Blocked) and isinstance(y, Blocked):
        return Verdict(EQUAL, "both are minus infinity")
    return Verdict(DIFFERENT, "one is minus infinity, the other is a number")


def _apart(a: object, b: object) -> Verdict | None:
    """Two of SymPy's expressions of which one has a value only once its letters are numbers: where they differ with some, that.

    >>> from sympy import Abs, Symbol
    >>> equal(Abs(Symbol("a")), Abs(Symbol("b"))).reason
    'for a = −5/7, b = 11/2 they differ by 67/14'
    """
    free = {symbol for x in (a, b) for symbol in getattr(x, "free_symbols", ())}
    symbols = {str(symbol): symbol for symbol in free}
    letters = in_each(lambda symbol: cast("Number", from_sympy(symbol)), symbols)
    for values in admitted(letters) if 0 < len(letters) == len(free) else ():
        put = {symbols[name]: to_sympy(value) for name, value in values.items()}
        left, right = (x.xreplace(put) if is_sympy(x) else x for x in (a, b))
        try:
            found = equal(left, right)
        except SymattnError:
            continue  # no value there
        if found.decision == DIFFERENT:
            return _case(values, found)
    return None


def _case(values: Put, found: Verdict) -> Verdict:
    case = ", ".join(f"{name} = {pretty(value)}" for name, value in values.items())
    return Verdict(DIFFERENT, f"for {case} {found.reason}")


def _numbers(x: Number, y: Number) -> Verdict:
    """As they stand; in letters also with numbers in their places, where one such case is enough to tell two values apart."""
    found = compare(x, y)
    told = told_apart(x, y) if found.decision == UNDECIDED and symbolic(x - y) else None
    return found if told is None else _case(*told)
