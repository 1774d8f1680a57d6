"""What is tried on an operation over ranges of entries, where a function that rises otherwise than it says is found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flint import fmpq

from symattn.errors import SymattnError
from symattn.exact.decide import Span
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.plan.derivation import rule
from symattn.tables import every
from symattn.testing.samples import holds, uses, value_or_error

WIDTHS = (fmpq(1), fmpq(3))
"""How far a range goes beyond its entry."""
PARTS = (fmpq(0), fmpq(1, 3), fmpq(1))
"""Where in a range its values are looked at."""


def ranges(name: str) -> Iterator[str]:
    """What comes of a range of entries holds the values at both its ends and between."""
    for use, width in product(uses(name), WIDTHS):
        if not use.is_of_matrices or not use.inputs:
            continue
        wide = [_widened(a, width) for a in use.inputs]
        spans = value_or_error(rule(name), *wide, **use.params)
        for part in () if isinstance(spans, SymattnError) else PARTS:
            there = [_moved(a, width * part) for a in use.inputs]
            exact = value_or_error(rule(name), *there, **use.params)
            if not isinstance(exact, SymattnError) and not holds(spans, exact):
                yield (
                    f"the interval of {use.text} for entries up to {width} more does not hold "
                    f"its value for {width * part} more; mend rising= or ball= of its Function"
                )
                return


def _widened(a: Matrix, width: fmpq) -> IntervalMatrix:
    """From every entry to what is so much more."""
    return IntervalMatrix(
        every(lambda x: Span.between(x.rational, x.rational + width), a.values)
    )


def _moved(a: Matrix, by: fmpq) -> Matrix:
    return Matrix.of(every(lambda x: x + by, a.values))
