"""How much exact arithmetic is done, counted and not timed: what a sheet may take ends at the same place on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flint import fmpq

DIGITS = 2
"""Digits that are written out in the time of one step."""
BITS = 64
"""Binary digits of a ball that are worked out in the time of one step."""
SHORT = 512
"""The square of a length in pieces of BITS binary digits, by this, are the steps that e^x and the like take."""


LONG = 256
"""Binary digits of coefficients with which a step is done."""
HEIGHT = fmpq.height_bits


class Spent(Exception):
    """More work than a budget allows; no SymattnError, so that nothing on the way takes it for one limit among others."""


class Meter:
    """The steps that were ``done``: a term that a value is made of or looked up by; and how many there may be at ``most``."""

    __slots__ = ("done", "most")

    def __init__(self) -> None:
        self.done, self.most = 0, float("inf")

    def function(self, bits: int, values: int = 1) -> None:
        """Values of e^x, log x and the like to so many binary digits, which take nearly the square of them; raises Spent.

        >>> meter = Meter()
        >>> meter.function(100_000)
        >>> meter.done
        4765
        """
        pieces = bits // BITS
        self.done += values * (pieces * pieces // SHORT)
        if self.done > self.most:
            raise Spent


METER = Meter()


@contextmanager
def budget(most: int) -> Iterator[None]:
    """Up to so many steps of work, and no more than a budget around this one has left; beyond them Spent is raised.

    >>> with budget(10):
    ...     METER.done += 5
    >>> METER.most
    inf
    """
    before = METER.most
    METER.most = min(before, METER.done + most)
    try:
        yield
    finally:
        METER.most = before
