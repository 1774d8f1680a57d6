"""Arithmetic of what a page says: numbers and matrices of balls under its signs, by rules that refuse what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import TypeAlias, cast

from flint import arb

from symattn.boxes import Ink
from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyMatrix, LogsOfNothing
from symattn.exact.defined import BallMatrix
from symattn.exact.tensor import Tensor
from symattn.plan.nothing import ENTRYWISE, PRODUCT, met
from symattn.said import Fact, Said
from symattn.tables import in_turn, paired

Value: TypeAlias = "arb | BallMatrix"
NOTHING, INFINITE = arb(0), Ink("∞", "number")


class Unread(Exception):
    """What is written is more than arithmetic, or more than is known here: a reason of ``words/links.j2``, and its facts.

    >>> Unread("brackets", left="<", right=">").said.name
    'brackets'
    """

    def __init__(self, reason: str, /, **facts: Fact) -> None:
        super().__init__(reason)
        self.said = Said("links", reason, tuple(facts.items()))


def made(make: Callable[[], object]) -> BallMatrix:
    """A matrix that is made by rules which refuse what does not fit, or have no such row or column."""
    try:
        found = make()
    except (
        SymattnError,
        ValueError,
        ZeroDivisionError,
        IndexError,
        TypeError,
        AttributeError,
    ):
        raise Unread("refused") from None
    if isinstance(found, Tensor) or not isinstance(found, AnyMatrix):
        raise Unread("batch")
    return BallMatrix.lifted(found)


def as_matrix(x: Value) -> BallMatrix:
    """A value as a matrix: a number is one of one entry."""
    return x if isinstance(x, BallMatrix) else BallMatrix([[x]])


def as_number(x: Value) -> arb:
    """A value as a number; raises Unread for a matrix of more than one entry."""
    if isinstance(x, BallMatrix):
        if x.shape != (1, 1) or x.blocked:
            raise Unread("matrix_for_number")
        return x.values[0][0]
    return x


def each(f: Callable[[arb], arb], x: Value) -> Value:
    """A function of every entry."""
    if isinstance(x, BallMatrix):
        if x.blocked:
            raise Unread("infinite_argument")
        return BallMatrix([[f(y) for y in r] for r in x.values])
    return f(x)


def plus(a: Value, b: Value) -> Value:
    """A sum."""
    if isinstance(a, BallMatrix) or isinstance(b, BallMatrix):
        return made(lambda: as_matrix(a) + as_matrix(b))
    return a + b


def with_nothing(sign: str, a: Value, b: Value) -> tuple[BallMatrix, ...]:
    """Two factors, minus infinity where it stands beside 0 as 0: 0 log 0 is 0."""
    both = [as_matrix(x) for x in (a, b)]
    logs = [
        x.made(x.values, LogsOfNothing(x.blocked)) if x.blocked else x for x in both
    ]
    return cast("tuple[BallMatrix, ...]", met(sign, tuple(logs)))


def entrywise(a: Value, b: Value) -> Value:
    """The products of entries in the same place."""
    left, right = with_nothing(ENTRYWISE, a, b)
    found = made(lambda: left.entrywise(right))
    return (
        found
        if isinstance(a, BallMatrix) or isinstance(b, BallMatrix)
        else as_number(found)
    )


def times(a: Value, b: Value) -> Value:
    """A product, of matrices where both are."""
    if isinstance(a, BallMatrix) and isinstance(b, BallMatrix):
        left, right = with_nothing(PRODUCT, a, b)
        return made(lambda: left @ right)
    if isinstance(a, BallMatrix):
        a, b = b, a
    if isinstance(b, BallMatrix):
        assert isinstance(a, arb)
        if b.blocked and a == 0 and b.shape == (1, 1):  # 0 log 0
            return NOTHING
        if b.blocked and not a > 0:
            raise Unread("infinite_product")
        return BallMatrix(b.m * a, b.blocked)
    assert isinstance(a, arb)
    return a * b


def over(a: Value, b: Value) -> Value:
    """A quotient, entry by entry where a matrix stands below."""
    if isinstance(b, BallMatrix):
        return made(lambda: as_matrix(a).over(b))
    return times(a, 1 / b)


def length(x: Value) -> arb:
    """The root of the sum of all squares.

    >>> length(BallMatrix([[arb(3), arb(4)]]))
    5.00000000000000
    """
    return sum((y * y for y in in_turn(as_matrix(x).values)), NOTHING).sqrt()


BRACKETS: Mapping[str, Callable[[Value], Value]] = {
    "||": lambda x: each(abs, x),
    "‖‖": length,
    "⌊⌋": lambda x: each(arb.floor, x),
    "⌈⌉": lambda x: each(arb.ceil, x),
}
"""What brackets other than round ones say of what stands between them."""


_COMPARED = {
    ">": (gt, le),
    "≤": (le, gt),
    "<": (lt, ge),
    "≥": (ge, lt),
    "=": (eq, ne),
    "≠": (ne, eq),
}  # holds, and fails, of left less right beside 0


def compared(sign: Ink, left: Value, right: Value) -> Value:
    """1 where a comparison holds and 0 where it does not, entry by entry.

    >>> compared(Ink("≤", "relation"), BallMatrix([[arb(3), arb(4)]]), arb(3)).values
    [[1.00000000000000, 0]]
    """
    holds, fails = _COMPARED.get(sign.text, (None, None))
    if holds is None or fails is None:
        raise Unread("comparison")

    def step(x: arb) -> arb:
        if not holds(x, 0) and not fails(x, 0):
            raise Unread("comparison")
        return arb(int(holds(x, 0)))

    return each(step, plus(left, each(arb.__neg__, right)))


def raised(x: arb, exponent: arb) -> arb:
    """A power; a whole one of a negative number has a value too."""
    whole = exponent.unique_fmpz()
    if whole is not None and exponent.is_exact() and abs(whole) <= 10_000:
        return x ** int(whole)
    return x**exponent


def close(a: Value, b: Value, slack: arb = NOTHING) -> bool:
    """Whether two values may be the same, entry by entry; a number is a matrix of one entry.

    >>> close(arb(2), arb(2, 1)), close(arb(2), arb(3), arb(0, "0.5"))
    (True, False)
    """
    a, b = as_matrix(a), as_matrix(b)
    if a.shape != b.shape or a.blocked != b.blocked:
        return False
    return all(
        at in a.blocked or (x + slack).overlaps(y)
        for at, x, y in paired(a.values, b.values)
    )
