"""Expectation and variance of what comes out of an operation whose matrices have random entries.

Why are scores divided by √d_k? Because a score q·k of random q and k has variance d_k. To work that out line by line, the
entries of the givens are taken to be independent, with mean 0 and variance 1 (Vaswani et al., 2017, footnote 4), and the record
of an operation has a rule: from the moments of what goes in, those of what comes out. Only what the rules can know is said: a
product whose two sides are made of the same given is refused.

>>> multiplied([given("q"), given("k")], [Number.of(1), Number.of(64)], {}).variance    # q has one row and d_k = 64 columns
Number(64)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from symattn.errors import SymattnError
from symattn.exact.number import UNIT, ZERO, Number


@dataclass(frozen=True)
class Moments:
    """What is known of a matrix with random entries, all of them alike: the mean and the variance of an entry.

    ``sources`` are the givens that the matrix is made of: two matrices that share none are independent of each other.
    ``independent`` says that the entries are so among themselves, ``uncorrelated`` the weaker thing that their mean is 0 and so
    is the mean of the product of any two, as for the entries of Q Kᵀ; either is what lets variances of a sum be added.
    """

    mean: Number
    variance: Number
    sources: frozenset[str]
    independent: bool
    uncorrelated: bool

    @property
    def square(self) -> Number:
        """The mean of the square of an entry."""
        return self.variance + self.mean * self.mean


Rule = Callable[[Sequence[Moments], Sequence[Number], Mapping[str, Number]], Moments]
"""From the moments of the matrices, the number of rows and of columns of the first one, and the parameters as numbers."""


def given(name: str) -> Moments:
    """The moments of a given.

    >>> given("q").variance
    Number(1)
    """
    return Moments(ZERO, UNIT, frozenset([name]), True, True)


def apart(of: Sequence[Moments]) -> frozenset[str]:
    """The givens of matrices that have none in common; raises SymattnError where they have.

    >>> sorted(apart([given("q"), given("k")]))
    ['k', 'q']
    """
    found: frozenset[str] = frozenset()
    for one in of:
        if found & one.sources:
            shared = ", ".join(sorted(found & one.sources))
            raise SymattnError(f"what is made of {shared} on both sides is not independent", "give each side its own matrices")
        found |= one.sources
    return found


def same(of: Sequence[Moments], sizes: Sequence[Number], params: Mapping[str, Number]) -> Moments:
    """The rule of a transpose or a copy: the entries only change places."""
    return of[0]


def scaled(factor: Callable[[Mapping[str, Number]], Number]) -> Rule:
    """Every entry times a number c: the mean is multiplied by c, the variance by c²."""

    def rule(of: Sequence[Moments], sizes: Sequence[Number], params: Mapping[str, Number]) -> Moments:
        c = factor(params)
        return replace(of[0], mean=of[0].mean * c, variance=of[0].variance * c * c)

    return rule


def added(sign: int) -> Rule:
    """A sum of independent entries: means add up (or are subtracted), variances add up."""

    def rule(of: Sequence[Moments], sizes: Sequence[Number], params: Mapping[str, Number]) -> Moments:
        a, b = of
        return Moments(a.mean + b.mean * sign, a.variance + b.variance, apart(of), False, False)

    return rule


def times(of: Sequence[Moments], sizes: Sequence[Number], params: Mapping[str, Number]) -> Moments:
    """A product of independent entries: E[xy] = E[x]E[y], and E[x²y²] = E[x²]E[y²]."""
    a, b = of
    mean = a.mean * b.mean
    return Moments(mean, a.square * b.square - mean * mean, apart(of), False, False)


def multiplied(of: Sequence[Moments], sizes: Sequence[Number], params: Mapping[str, Number]) -> Moments:
    """The rule of a matrix product: an entry is a sum of products, one for each column of the first matrix.

    Their means add up. Their variances do where no two of the products correlate, for which the entries of one side have to be
    uncorrelated, or those of both independent; raises SymattnError where neither is known.
    """
    a, b = of
    sources, terms = apart(of), sizes[1]
    if not a.uncorrelated and not b.uncorrelated and not (a.independent and b.independent):
        raise SymattnError("the terms of this product hang together", "one side needs independent entries with mean 0")
    mean = a.mean * b.mean
    return Moments(mean * terms, (a.square * b.square - mean * mean) * terms, sources, False, a.uncorrelated and b.uncorrelated)
