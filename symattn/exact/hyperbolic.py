"""Hyperbolic functions, the logistic sigmoid and the absolute value, written in exponentials."""

from __future__ import annotations

from flint import fmpq

from symattn.exact.decide import sign
from symattn.exact.functions import exp, root
from symattn.exact.letters import known_nonnegative, known_real, open_sign, symbolic
from symattn.exact.number import UNIT, Like, Number, from_powers, same_form, scaled
from symattn.exact.quotients import content


def cosh(x: Like) -> Number:
    """The hyperbolic cosine, (eˣ + e⁻ˣ) / 2.

    >>> cosh(0)
    Number(1)
    """
    return scaled(exp(x) + exp(-Number.of(x)), fmpq(1, 2))


def sinh(x: Like) -> Number:
    """The hyperbolic sine, (eˣ − e⁻ˣ) / 2.

    >>> sinh(0)
    Number(0)
    """
    return scaled(exp(x) - exp(-Number.of(x)), fmpq(1, 2))


def tanh(x: Like) -> Number:
    """The hyperbolic tangent, 1 − 2 / (e²ˣ + 1).

    >>> tanh(0)
    Number(0)
    """
    return 1 - 2 * sigmoid(-2 * Number.of(x))


def sigmoid(x: Like) -> Number:
    """The logistic function 1 / (1 + e⁻ˣ), a softmax over x and 0.

    >>> sigmoid(0)
    Number(1/2)
    """
    return 1 / (1 + exp(-Number.of(x)))


def absolute(x: Like) -> Number:
    """The absolute value; the sign is proved, LimitError where it cannot be. For real letters whose sign is open it stays |x|.

    >>> absolute(-3)
    Number(3)
    """
    x = Number.of(x)
    if symbolic(x):
        return _of_letters(x)
    return -x if sign(x) < 0 else x


def larger(x: Like, y: Like) -> Number:
    """The larger of two values, which one is proved; in letters whose signs are open (x + y + |x − y|) / 2.

    >>> larger(2, 3)
    Number(3)
    """
    gap = Number.of(x) - y
    if not symbolic(gap):
        return Number.of(x) if sign(gap) >= 0 else Number.of(y)
    return scaled(absolute(gap) + x + y, fmpq(1, 2))


def _of_letters(x: Number) -> Number:
    """|x| by the signs that are assumed; else the root of x², factor by factor, which is |x| for real letters alone."""
    if known_nonnegative(x) or known_nonnegative(-x):
        return x if known_nonnegative(x) else -x
    if not known_real(x):
        raise open_sign()
    c = content(x)
    shared = [dict(m[0]) for m in x.terms]
    powers = {b: min(powers.get(b, 0) for powers in shared) for b in shared[0] if not isinstance(b, int) and b.kind == "sym"}
    whole = {b: p for b, p in powers.items() if p > 0 and p.denominator == 1}
    rest = scaled(x, 1 / c) * from_powers({b: -p for b, p in whole.items()}, None, fmpq(1))
    out = Number.of(abs(c)) * (UNIT if same_form(rest, UNIT) or same_form(-rest, UNIT) else _rooted_square(rest))
    for b, p in whole.items():
        letter = from_powers({b: 1}, None, fmpq(1))
        out = out * (letter if known_nonnegative(letter) else _rooted_square(letter)) ** int(p)
    return out


def _rooted_square(x: Number) -> Number:
    return x if known_nonnegative(x) else -x if known_nonnegative(-x) else root(x * x)
