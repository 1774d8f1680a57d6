"""Calculus on a derivation: derivatives, Jacobians, limits, series, and for which value a line has a wanted entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sympy
from sympy import Basic, Expr, ImmutableMatrix, Symbol

from symattn.console.convert import given_from
from symattn.equality import equal
from symattn.errors import LimitError, SymattnError
from symattn.exact.cells import Blocked
from symattn.exact.elimination import simplest
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import from_sympy, to_sympy

if TYPE_CHECKING:
    from symattn.console.derived import Derivation


def entrywise(d: Derivation, name: str | None, run: Callable[[Expr], Expr]) -> ImmutableMatrix:
    """Something done to every entry of a line that is not blocked; a blocked score stays blocked."""
    value = d.output if name is None else d[name]
    return value.applyfunc(lambda x: x if x is sympy.S.NegativeInfinity else run(x))


def diff(d: Derivation, symbols: Sequence[Expr], name: str | None) -> ImmutableMatrix:
    """The derivative of every entry with respect to symbols of the givens.

    >>> from sympy import Symbol
    >>> from symattn.console.calls import derive
    >>> t = Symbol("t")
    >>> diff(derive(["S = X @ X"], X=[[t]]), [t], None)
    Matrix([[2*t]])
    """
    known = d.free_symbols
    for symbol in symbols:
        if getattr(symbol, "is_Symbol", False) and symbol not in known:
            raise SymattnError(f"{symbol} does not stand in the givens; {_letters(known)}")
    found = entrywise(d, name, lambda x: x.diff(*symbols))
    return found.subs(-sympy.oo, 0) if found.has(-sympy.oo) else found


def _letters(known: set[Symbol]) -> str:
    return "there stand " + ", ".join(sorted(map(str, known))) if known else "no symbols stand there: put one in, with d.with_(…)"


def jacobian(d: Derivation, of: str, by: str) -> ImmutableMatrix:
    """The derivatives of a line's entries (rows) with respect to those of a line or given (columns), both row by row.

    The line *by* is replaced by letters, the lines after it are derived again, differentiated, and the values put in.
    A blocked score moves nothing: its column is 0.

    >>> from symattn.console.calls import derive
    >>> jacobian(derive(["S = X @ X.T", "A = softmax(S)"], X=[[0], [0]]), "A", "S")[:2, :2]
    Matrix([
    [ 1/4, -1/4],
    [-1/4,  1/4]])
    """
    start, target = d.value(by), d.value(of)
    if not isinstance(start, Matrix) or not isinstance(target, Matrix):
        raise SymattnError(f"{of} by {by}: both must be single matrices")
    letters = [[sympy.Dummy(f"{by}_{i + 1}{j + 1}") for j in range(start.cols)] for i in range(start.rows)]
    cells = start.cells()
    free = [[x if isinstance(x, Blocked) else letters[i][j] for j, x in enumerate(row)] for i, row in enumerate(cells)]
    moved = d.with_(**{by: free}) if by in d.givens else d.replace(by, free)
    values = {letters[i][j]: to_sympy(x) for i, row in enumerate(cells) for j, x in enumerate(row) if isinstance(x, Number)}
    outputs = [x for row in to_sympy(moved.value(of)).tolist() for x in row] if of != by else [x for row in free for x in row]
    rows = [
        [_put_in(y.diff(x), values) if x in values else sympy.S.Zero for row in letters for x in row]
        if y is not sympy.S.NegativeInfinity and not isinstance(y, Blocked)
        else [sympy.S.Zero] * (start.rows * start.cols)
        for y in outputs
    ]
    return sympy.ImmutableMatrix(rows)


def _put_in(x: Expr, values: dict[Symbol, Expr]) -> Basic:
    """A derivative with the values put in, in its one form."""
    found = from_sympy(x.xreplace(values))
    return to_sympy(simplest(found) if isinstance(found, Number) else found)


def limit(d: Derivation, symbol: Symbol, at: Expr, name: str | None, way: str) -> ImmutableMatrix:
    """The limit of every entry as a symbol goes to a value."""
    return entrywise(d, name, lambda x: sympy.limit(x, symbol, at, way))


def series(d: Derivation, symbol: Symbol, at: Expr | int, n: int, name: str | None) -> ImmutableMatrix:
    """The series of every entry around a value, to the order n."""
    return entrywise(d, name, lambda x: sympy.series(x, symbol, at, n))


def solve_for(d: Derivation, symbol: Symbol, name: str, i: int, j: int, value: object) -> list[Expr]:
    """The values of a symbol for which an entry is what is wanted; each is proved to be one, or LimitError is raised."""
    wanted = value if hasattr(value, "free_symbols") else to_sympy(_exact(value))
    found = []
    for x in sympy.solve(sympy.Eq(d[name][i, j], wanted), symbol):
        if not getattr(x, "is_real", True):
            continue
        verdict = equal(d.subs(symbol, x)[name][i, j], wanted)
        if verdict.decision == "undecided":
            raise LimitError(f"{symbol} = {x} may be a solution: {verdict.reason}")
        if verdict.decision == "equal":
            found.append(x)
    return found


def _exact(value: object) -> Number:
    found = given_from(value, "value")
    if not isinstance(found, Number):
        raise SymattnError("value: one number is wanted")
    return found
