"""Arithmetic on single numbers that are known to lie somewhere: in an interval, or a ball, beside exact ones.

Lines that are numbers are worked out with these from a student's rounded values, as matrices are from intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from flint import arb

from symattn.errors import SymattnError
from symattn.exact.ball import MATRIX_BITS, ball, working
from symattn.exact.decide import Span, around
from symattn.exact.number import Number

Loose: TypeAlias = "Number | Span | arb"
_FUNCTIONS: Mapping[str, Callable[..., arb]] = {
    "exp": arb.exp, "log": arb.log, "sqrt": arb.sqrt, "sin": arb.sin, "cos": arb.cos, "tanh": arb.tanh, "sinh": arb.sinh,
    "cosh": arb.cosh, "abs": abs, "sigmoid": lambda x: 1 / (1 + (-x).exp()),
}  # fmt: skip


def is_loose(*numbers: object) -> bool:
    """Whether one of some numbers is not exactly known."""
    return any(isinstance(x, Span | arb) for x in numbers)


def joined(sign: str, a: Loose, b: Loose) -> Loose:
    """Two numbers under a sign; raises SymattnError where nothing is known of what comes out.

    >>> joined("/", Span.of(Number.of(3)), Number.of(2)), joined("^", Number.of(2), arb(3))
    ([1.5000000, 1.5000000], 8.00000000000000)
    """
    return _through(lambda x, y: _SIGNS[sign](x, y), (a, b))


_SIGNS: Mapping[str, Callable[[arb, arb], arb]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "^": lambda x, y: _raised(x, y),
}


def _raised(x: arb, y: arb) -> arb:
    whole = y.unique_fmpz()
    return x ** int(whole) if whole is not None and y.is_exact() and abs(whole) < 10_000 else x**y


def function(name: str, args: Sequence[Loose]) -> Loose:
    """A function of numbers; raises SymattnError where it has no value, or is not known here."""
    if name == "log" and len(args) == 2:
        return _through(lambda x, y: x.log() / y.log(), args)
    if name not in _FUNCTIONS or len(args) != 1:
        raise SymattnError(f"{name} is not known of rounded numbers")
    return _through(_FUNCTIONS[name], args)


def _through(work: Callable[..., arb], args: Sequence[Loose]) -> Loose:
    """What comes of some numbers by way of balls: an interval where one of them is one, else a ball."""
    with working(MATRIX_BITS):
        found = work(*(_ball(x) for x in args))
        if not found.is_finite():
            raise SymattnError("nothing is known of this number")
        return around(found) if any(isinstance(x, Span) for x in args) else found


def _ball(x: Loose) -> arb:
    if isinstance(x, Number):
        return ball(x, MATRIX_BITS)
    return x.low.union(x.high) if isinstance(x, Span) else x
