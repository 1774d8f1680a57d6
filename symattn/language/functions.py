"""The functions of numbers: each entered once, with its rules over exact values and over balls, and what it costs.

A new one is a row of ``OF_NUMBERS``: cells, lines, LaTeX, rounded decimals and students' answers then know it. Two are written
like functions and are rules of their own, since they may take a second number: ``sqrt`` and ``log``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flint import arb

from symattn.exact.functions import absolute, cos, cosh, exp, sigmoid, sin, sinh, tanh
from symattn.exact.number import Number
from symattn.language.tree import Kind


@dataclass(frozen=True)
class NumberFunction:
    """A function of one number: its ``exact`` rule, the same over ``ball``s, and how many ``steps`` of work it takes.

    The work is for each argument that is irrational, or, where the angle alone decides it, ``once``. ``signed`` says that
    the sign of the argument is proved on the way.

    >>> OF_NUMBERS["tanh"].exact(Number.of(0)), OF_NUMBERS["tanh"].steps
    (Number(0), 5)
    """

    exact: Callable[[Number], Number]
    ball: Callable[[arb], arb]
    steps: int = 0
    once: bool = False
    signed: bool = False


OF_NUMBERS: Mapping[str, NumberFunction] = {
    "exp": NumberFunction(exp, arb.exp),
    "sin": NumberFunction(sin, arb.sin, 2, once=True),
    "cos": NumberFunction(cos, arb.cos, 2, once=True),
    "tanh": NumberFunction(tanh, arb.tanh, 5),
    "sinh": NumberFunction(sinh, arb.sinh),
    "cosh": NumberFunction(cosh, arb.cosh),
    "sigmoid": NumberFunction(sigmoid, lambda x: 1 / (1 + (-x).exp()), 5),
    "abs": NumberFunction(absolute, abs, signed=True),
}

FUNCTIONS: Mapping[str, tuple[str, int]] = {
    **{name: (name, 1) for name in OF_NUMBERS},
    "sqrt": (Kind.ROOT, 1), "log": (Kind.LOG, 2), "ln": (Kind.LOG, 1), "Abs": ("abs", 1),
}  # fmt: skip
"""Every spelling of a function in text: the operation of the tree, and how many arguments it takes at most."""
