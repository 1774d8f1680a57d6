"""Calculus on a derivation: derivatives, Jacobians, limits, series, and for which value a line has a wanted entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sympy
from sympy import Basic, Expr, ImmutableMatrix, PoleError, Symbol

from symattn.console.convert import cell_from, given_from
from symattn.equality import equal
from symattn.errors import LimitError, SymattnError
from symattn.exact.any_matrix import Blocked
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


def diff(d: Derivation, symbols: Sequence[Expr | str], name: str | None) -> ImmutableMatrix:
    """The derivative of every entry with respect to symbols of the givens; a line's name may stand last among them.

    >>> from sympy import Symbol
    >>> from symattn.console.calls import derive
    >>> t = Symbol("t")
    >>> d = derive(["S = X @ X", "T = S + S"], X=[[t]])
    >>> diff(d, [t], None), diff(d, [t, "S"], None)
    (Matrix([[4*t]]), Matrix([[2*t]]))
    """
    if name is None and symbols and isinstance(symbols[-1], str) and symbols[-1] in d.names:
        *symbols, name = symbols
    wanted = [x if isinstance(x, (int, sympy.Integer)) and k else _moving(d, x) for k, x in enumerate(symbols)]
    if not wanted:
        raise SymattnError("diff takes a symbol of the givens", _letters(d.free_symbols))
    found = entrywise(d, name, lambda x: x.diff(*wanted))
    return found.subs(-sympy.oo, 0) if found.has(-sympy.oo) else found


def _moving(d: Derivation, symbol: Expr | str | Sequence[Expr | int]) -> Expr | tuple[Expr, int]:
    """What SymPy can differentiate by: a symbol that stands in the givens, as (symbol, times) too."""
    if isinstance(symbol, (tuple, sympy.Tuple)) and len(symbol) == 2:
        return _standing(d, symbol[0]), int(symbol[1])
    found = _standing(d, symbol)
    if not getattr(found, "_diff_wrt", False):
        raise SymattnError(f"nothing is differentiated by {found}", "write a symbol: " + _letters(d.free_symbols))
    return found


def _letters(known: set[Symbol]) -> str:
    return "there stand " + ", ".join(sorted(map(str, known))) if known else "no symbols stand there: put one in, with d.with_(…)"


def _standing(d: Derivation, symbol: Expr | str) -> Expr:
    """A symbol that stands in the givens, itself or by its name; raises SymattnError for any other."""
    known = d.free_symbols
    named = [x for x in known if str(x) == symbol] if isinstance(symbol, str) else [x for x in known if x == symbol]
    if not named and (isinstance(symbol, str) or not hasattr(symbol, "free_symbols") or getattr(symbol, "is_Symbol", True)):
        alike = [x for x in known if str(x) == str(symbol)]
        hint = f"the {alike[0]} that stands there has other assumptions" if alike else _letters(known)
        raise SymattnError(f"{symbol} does not stand in the givens", hint)
    return named[0] if named else symbol


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


def limit_of(d: Derivation, symbol: Symbol, at: Expr, name: str | None, way: str) -> ImmutableMatrix:
    """The limit of every entry as a symbol goes to a value; raises SymattnError where SymPy finds none."""
    symbol, at = _standing(d, symbol), _no_float(at)
    return entrywise(d, name, _found(f"limit as {symbol} goes to {at}", lambda x: sympy.limit(x, symbol, at, way)))


def series(d: Derivation, symbol: Symbol, at: Expr | int, n: int, name: str | None) -> ImmutableMatrix:
    """The series of every entry around a value, to the order n; raises SymattnError where SymPy finds none."""
    symbol, at = _standing(d, symbol), _no_float(at)
    return entrywise(d, name, _found(f"series in {symbol} at {at}", lambda x: sympy.series(x, symbol, at, n)))


def _no_float(x: Expr | float) -> Expr:
    """Where a symbol goes; a binary float is refused, with the remedy."""
    if isinstance(x, float) or (isinstance(x, Basic) and x.has(sympy.Float)):
        cell_from(x)  # raises
    return x


def _found(what: str, run: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """The same, where SymPy gives up with a reason of the family."""

    def tried(x: Expr) -> Expr:
        try:
            return run(x)
        except (NotImplementedError, PoleError, ValueError) as error:
            raise SymattnError(f"SymPy finds no {what} for {_short(x)}", str(error).strip()) from None

    return tried


def _short(x: Expr) -> str:
    text = str(x)
    return text if len(text) < 60 else text[:57] + "…"


def solve_for(d: Derivation, symbol: Symbol, name: str, i: int, j: int, value: object) -> list[Expr]:
    """The values of a symbol for which an entry is what is wanted; each is proved to be one, or LimitError is raised.

    They are those that SymPy's ``solve`` finds; SymattnError is raised where it finds no way. What is not real is left out.

    >>> from sympy import Symbol
    >>> from symattn.console.calls import derive
    >>> t = Symbol("t")
    >>> solve_for(derive(["A = softmax(S)"], S=[[0, t]]), t, "A", 0, 1, "3/4")
    [log(3)]
    """
    symbol, shape = _standing(d, symbol), d[name].shape
    if len(shape) != 2 or not (-shape[0] <= i < shape[0] and -shape[1] <= j < shape[1]):
        raise SymattnError(f"{name} is {'×'.join(map(str, shape))}, and has no entry [{i}, {j}]", "rows and columns count from 0")
    wanted = value if hasattr(value, "free_symbols") else to_sympy(_exact(value))
    solved = _found(f"solution for {symbol}", lambda x: sympy.solve(sympy.Eq(x, wanted), symbol))(d[name][i, j])
    found = []
    for x in solved:
        if x.is_real is False:
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
