"""A function of one number for every kind of entry: exact values, intervals, balls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flint import arb

from symattn.errors import SymattnError
from symattn.exact.functions import log, root
from symattn.exact.hyperbolic import sigmoid
from symattn.exact.number import ZERO, Number
from symattn.exact.span import EVERYTHING, Span

AnyEntry = TypeVar("AnyEntry", Number, Span, arb)
"""An entry of an exact matrix, of one of intervals, of one of balls."""


@dataclass(frozen=True)
class Function:
    """A function of one number, said once for every kind of entry.

    ``exact`` takes exact values; ``ball`` takes balls and gives one that holds every value of the function on it.
    ``rising`` is 1 where the function never falls, -1 where it never rises: then an interval's ends go to the ends of its
    image. ``below`` is its value at minus infinity; None where minus infinity stays.

    >>> half = Function(lambda x: x / 2, lambda x: x / 2, rising=1)
    >>> half.exact(Number.of(3)), half.of_span(Span.of(3))
    (Number(3/2), [1.5000000, 1.5000000])
    """

    exact: Callable[[Number], Number]
    ball: Callable[[arb], arb]
    rising: int = 0
    below: Number | None = None

    def of_span(self, x: Span) -> Span:
        """Every value on an interval; anything where it has none at one end, SymattnError where it has none at both."""
        if not self.rising:
            found = self.ball(x.low.union(x.high))
            low, high = found.lower(), found.upper()
        else:
            ends = self.ball(x.low), self.ball(x.high)
            low, high = (ends if self.rising > 0 else ends[::-1])
            low, high = low.lower(), high.upper()
        if low.is_finite() and high.is_finite():
            return Span(low, high)
        if not self.ball(x.low).is_finite() and not self.ball(x.high).is_finite():
            raise SymattnError("there is no such value")
        return EVERYTHING


ROOT = Function(root, arb.sqrt, rising=1)
LOG = Function(log, arb.log, rising=1)
SIGMOID = Function(sigmoid, lambda x: 1 / (1 + (-x).exp()), rising=1, below=ZERO)
