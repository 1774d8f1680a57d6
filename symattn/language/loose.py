"""Arithmetic on numbers that are known to lie somewhere: in an interval, or a ball, beside exact ones.

One rule for each kind of node says what comes of balls. By it an expression with rounded decimals in it stands for all that these
may be (1/1.414 is no exact 500/707), and lines that are numbers are worked out from a student's rounded values, as matrices are
from intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from flint import arb

from symattn.errors import SymattnError
from symattn.exact.ball import MATRIX_BITS, ball, working
from symattn.exact.decide import Span, around
from symattn.exact.number import Number
from symattn.language.tree import OF_NUMBERS, NodeKind
from symattn.tables import some

Loose: TypeAlias = "Number | Span | arb"
Rule: TypeAlias = Callable[[str, Sequence[arb]], arb]
"""From the text of a node and its parts as balls to a ball that holds its value."""
LARGEST_WHOLE = 10_000  # exponents up to which a power is a product of so many


def is_loose(*numbers: object) -> bool:
    """Whether one of some numbers is not exactly known."""
    return some(numbers, Span, arb)


def joined(sign: str, a: Loose, b: Loose) -> Loose:
    """Two numbers under a sign; raises SymattnError where nothing is known of what comes out.

    >>> joined("/", Span.of(Number.of(3)), Number.of(2)), joined("^", Number.of(2), arb(3))
    ([1.5000000, 1.5000000], 8.00000000000000)
    """
    return _through(_SIGNS[sign], (a, b))


def function(name: str, args: Sequence[Loose]) -> Loose:
    """A function of numbers; raises SymattnError where it has no value, or is not known here."""
    kind = NodeKind.ROOT if name == "sqrt" else name
    if kind not in RULES or not 1 <= len(args) <= (2 if kind == NodeKind.LOG else 1):
        raise SymattnError(f"{name} is not known of rounded numbers")
    return _through(RULES[kind], args)


def _through(rule: Rule, args: Sequence[Loose]) -> Loose:
    """What comes of some numbers by way of balls: an interval where one of them is one, else a ball."""
    with working(MATRIX_BITS):
        found = rule("**", [_ball(x) for x in args])
        if not found.is_finite():
            raise SymattnError("nothing is known of this number")
        return around(found) if some(args, Span) else found


def _ball(x: Loose) -> arb:
    if isinstance(x, Number):
        return ball(x, MATRIX_BITS)
    return x.low.union(x.high) if isinstance(x, Span) else x


def _product(signs: str, args: Sequence[arb]) -> arb:
    out = arb(1)
    for sign, x in zip(signs, args, strict=True):
        out = out / x if sign == "/" else out * x
    return out


def _raised(text: str, args: Sequence[arb]) -> arb:
    base, exponent = args
    whole = exponent.unique_fmpz() if exponent.is_exact() else None
    return (
        base ** int(whole)
        if whole is not None and abs(whole) < LARGEST_WHOLE
        else base**exponent
    )


def _root(text: str, args: Sequence[arb]) -> arb:
    return args[0].sqrt() if len(args) == 1 else args[0] ** (1 / args[1])


def _log(text: str, args: Sequence[arb]) -> arb:
    return args[0].log() / args[1].log() if len(args) == 2 else args[0].log()


def _one(function: Callable[[arb], arb]) -> Rule:
    return lambda text, args: function(args[0])


RULES: Mapping[str, Rule] = {
    NodeKind.CONSTANT: lambda text, args: arb.pi() if text == "pi" else arb(1).exp(),
    NodeKind.SUM: lambda text, args: sum(args[1:], args[0]),
    NodeKind.NEGATIVE: lambda text, args: -args[0],
    NodeKind.FRACTION: lambda text, args: args[0] / args[1],
    NodeKind.PRODUCT: _product, NodeKind.POWER: _raised, NodeKind.ROOT: _root, NodeKind.LOG: _log,
    **{name: _one(function.ball) for name, function in OF_NUMBERS.items()},
}  # fmt: skip
_SIGNS: Mapping[str, Rule] = {
    "+": RULES[NodeKind.SUM], "-": lambda text, args: args[0] - args[1], "*": _product, "/": RULES[NodeKind.FRACTION],
    "^": _raised,
}  # fmt: skip
