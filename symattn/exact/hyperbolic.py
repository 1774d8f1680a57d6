"""Hyperbolic functions, the logistic sigmoid and the absolute value, written in exponentials."""

from __future__ import annotations

from flint import fmpq

from symattn.exact.decide import sign
from symattn.exact.functions import exp
from symattn.exact.number import Like, Number, scaled


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
    """The absolute value; the sign is proved, LimitError where it cannot be.

    >>> absolute(-3)
    Number(3)
    """
    x = Number.of(x)
    return -x if sign(x) < 0 else x
