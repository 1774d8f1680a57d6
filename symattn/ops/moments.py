"""Expectation and variance of what comes out of an operation whose matrices have random entries.

The givens' entries are independent, with mean 0 and variance 1, as it is said of queries and keys where √d_k is explained
(Vaswani et al., 2017, footnote 4). An operation's record has the rule by which the mean and the variance of an entry follow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from symattn.errors import SymattnError
from symattn.exact.number import UNIT, ZERO, Number


@dataclass(frozen=True)
class Moments:
    """The mean and the variance of every entry of a matrix; the givens it is made of; whether its entries are independent of
    one another, or at least ``loose``: any two have mean 0 and do not correlate."""

    mean: Number
    variance: Number
    sources: frozenset[str]
    independent: bool
    loose: bool

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
    """The entries only change places."""
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
    """Rows times columns: as many products of independent entries as there are columns of the first matrix. Their variances add
    up where the products do not correlate: the entries of one side are loose, or those of both are independent."""
    a, b = of
    sources, terms = apart(of), sizes[1]
    if not a.loose and not b.loose and not (a.independent and b.independent):
        raise SymattnError("the terms of this product hang together", "one side needs independent entries with mean 0")
    mean = a.mean * b.mean
    return Moments(mean * terms, (a.square * b.square - mean * mean) * terms, sources, False, a.loose and b.loose)
