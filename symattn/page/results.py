"""How a result is shown: exact where that fits, in names where they help, rounded where it must be."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from symattn.boxes import Box, Grid, Ink, row, width
from symattn.exact.decide import sign
from symattn.exact.matrix import Matrix, from_cells
from symattn.exact.number import Number
from symattn.exact.text import scientific, wordy
from symattn.notation.values import Values, power_of_ten
from symattn.page import matrices
from symattn.page.naming import Naming

TERM = 4.0  # millimetres: the least that a term takes
LONGEST = 46.0  # millimetres: an entry longer than this is shown by its decimals


def short(grid: Grid) -> bool:
    """Whether every entry is short enough to be printed exactly."""
    return all(width(cell) <= LONGEST for r in grid.rows for cell in r)


def endless(named: Matrix, room: float) -> bool:
    """Whether a matrix has so many terms in a row that it cannot fit, seen before a single one is written."""
    if named.is_rational:
        return False
    if any(wordy(x) for r in named.values for x in r):
        return True
    most = [max(len(r[j].terms) for r in named.values) for j in range(named.cols)]
    return sum(most) * TERM > room / 0.8


def settled(value: Matrix, named: Matrix) -> Matrix:
    """A value with what its names cancel to: ε + (1 − ε) is 1 on the nose."""
    pairs = [zip(r, s, strict=True) for r, s in zip(value.values, named.values, strict=True)]
    return from_cells(tuple(tuple(n if n.is_rational else x for x, n in pair) for pair in pairs), value.blocked)


def all_tiny(naming: Naming, named: Matrix) -> bool:
    """Whether every name in a matrix is a tiny weight, and rationals stand beside them."""
    names = naming.symbols(named)
    return bool(names) and all(name.tiny for name in names) and named.map(naming.restored).is_rational


def outer(naming: Naming, named: Matrix, style: Values, sides: str) -> Box | None:
    """A matrix whose rows miss a constant row by their tiny weight: rounded matrix − column of weights · row."""
    if not all_tiny(naming, named) or named.cols < 3:
        return None
    per_row = [naming.symbols(named.select([i], range(named.cols))) for i in range(named.rows)]
    rows = {tuple(x.key for x in _coefficients(named, i)) for i in range(named.rows)}
    if any(len(names) != 1 for names in per_row) or len(rows) != 1:
        return None
    base = matrices.exact(named.map(naming.restored), style, sides)
    column = Grid(tuple((names[0].box,) for names in per_row), sides[0], sides[1])
    correction = matrices.exact(Matrix.of([[-c for c in rows.pop()]]), style, sides)
    return row(base, Ink("−", "operator"), column, correction)


def _coefficients(named: Matrix, i: int) -> list[Number]:
    """What stands before the name in every entry of a row."""
    found = []
    for x in named.values[i]:
        parts = [c for m, c in x.terms.items() if m[0]]
        found.append(Number.of(parts[0] if parts else 0))
    return found


def tiny_error(naming: Naming, lines: Iterable[tuple[Matrix, Matrix]]) -> tuple[Box, int] | None:
    """The largest gap between the decimals of lines and their exact values, and to how many decimals they are right.

    Each line comes as its exact value and the same value in names.
    """
    worst: tuple[int, Fraction, Number] | None = None
    for exact, named in lines:
        if not all_tiny(naming, named):
            continue
        for i, r in enumerate(named.map(naming.restored).values):
            for j, x in enumerate(r):
                worst = _worse(worst, exact.values[i][j] - x)
    if worst is None:
        return None
    exponent, mantissa, gap = worst
    return power_of_ten(gap), -exponent - (1 if mantissa < 5 else 2)


def _worse(worst: tuple[int, Fraction, Number] | None, gap: Number) -> tuple[int, Fraction, Number] | None:
    towards = sign(gap)  # a gap of 0 may be written with exponentials that cancel
    if towards == 0:
        return worst
    size = gap if towards > 0 else -gap
    mantissa, exponent = scientific(size)
    found = (exponent, Fraction(mantissa), size)
    return found if worst is None or found[:2] > worst[:2] else worst
