"""Expectation and variance of what comes out of an operation whose matrices have random entries.

Why are scores divided by √d_k? Because a score q·k of random q and k has variance d_k. To work that out line by line, the
entries of the givens are taken to be independent, with mean 0 and variance 1 (Vaswani et al., 2017, footnote 4), unless a sheet
states others, and the record of an operation has a rule: from the moments of what goes in, those of what comes out. Only what
the rules can know is said: a product whose two sides are made of the same given is refused, but for a square.

>>> multiplied(Entering([given("q"), given("k")], [Number.of(1), Number.of(64)])).variance    # q has one row and d_k = 64 columns
Number(64)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import reduce
from operator import mul

from symattn.errors import SymattnError
from symattn.exact.number import UNIT, ZERO, Number, Numbers
from symattn.records import frozen


@frozen
class Term:
    """A part of a sum: so many times an entry that has its own name, variance and givens; ``centred`` as in ``Moments``."""

    name: str
    factor: Number
    spread: Number | None
    sources: frozenset[str]
    centred: frozenset[frozenset[str]]


Worked = tuple[tuple[Number, ...], ...]
"""How a number comes about: terms that are added, each of factors; one that begins with −1 is subtracted."""


@frozen
class Moments:
    """What is known of a matrix with random entries, all of them alike: the mean and the variance of an entry.

    ``sources`` are the givens that the matrix is made of: two matrices that share none are independent of each other.
    ``independent`` says that the entries are so among themselves, ``uncorrelated`` the weaker thing that their mean is 0 and so
    is the mean of the product of any two, as for the entries of Q Kᵀ; either is what lets variances of a sum be added.
    ``spread`` is the variance, None where it is not known; ``terms`` are the parts of a sum, each in the same place.
    ``centred`` are givens whose mean of 0 makes that of the entry 0 whatever the others are: W in X W. What knows nothing of
    these has no covariance with it. ``mean_of`` and ``spread_of`` are how the operation makes mean and variance.
    """

    mean: Number
    spread: Number | None
    sources: frozenset[str]
    independent: bool
    uncorrelated: bool
    terms: tuple[Term, ...] = ()
    centred: frozenset[frozenset[str]] = frozenset()
    mean_of: Worked = ()
    spread_of: Worked = ()

    @property
    def variance(self) -> Number:
        """The variance of an entry; raises SymattnError where it is not known."""
        if self.spread is None:
            said = ", ".join(sorted(self.sources))
            raise SymattnError(
                f"the variance of what is made of {said} is not known",
                "it needs more than means and variances",
            )
        return self.spread

    @property
    def square(self) -> Number:
        """The mean of the square of an entry."""
        return self.variance + self.mean * self.mean

    def named(self, name: str) -> Moments:
        """The same as one part by its name, where it is no sum of others."""
        return (
            self
            if self.terms
            else replace(
                self, terms=(Term(name, UNIT, self.spread, self.sources, self.centred),)
            )
        )


@frozen
class Entering:
    """What goes into an operation: the moments of its matrices, the numbers of rows and columns of the first, the parameters."""

    of: Sequence[Moments]
    sizes: Sequence[Number] = ()
    params: Numbers = field(default_factory=dict)


Rule = Callable[[Entering], Moments]
"""The moments of what comes out."""


def given(name: str) -> Moments:
    """The moments of a given of which nothing else is said: mean 0 and variance 1, its entries independent.

    >>> given("q").variance
    Number(1)
    """
    return stated(name, ZERO, UNIT)


def stated(
    name: str,
    mean: Number,
    variance: Number,
    independent: bool = True,
    uncorrelated: bool = False,
) -> Moments:
    """The moments of a given of which these are stated."""
    own, zero = frozenset([name]), not mean.terms
    centred = frozenset([own]) if zero else frozenset[frozenset[str]]()
    return Moments(
        mean,
        variance,
        own,
        independent,
        (independent or uncorrelated) and zero,
        centred=centred,
    ).named(name)


def covariance(a: Moments, b: Moments) -> Number:
    """The covariance of two entries in the same place, term by term; raises SymattnError where that of two terms is not known.

    >>> q, k = given("q"), given("k")
    >>> covariance(added(1)(Entering([q, k])), q)
    Number(1)
    """
    found = ZERO
    for x in a.terms:
        for y in b.terms:
            if x.name == y.name:
                if x.spread is None:
                    raise SymattnError(
                        f"the variance of {x.name} is not known",
                        "it needs more than means and variances",
                    )
                found = found + x.factor * y.factor * x.spread
            elif x.sources & y.sources and not (_is_apart(x, y) or _is_apart(y, x)):
                shared = ", ".join(sorted(x.sources & y.sources))
                raise SymattnError(
                    f"{x.name} and {y.name} are both made of {shared}",
                    "give each side its own matrices",
                )
    return found


def _is_apart(x: Term, y: Term) -> bool:
    """Whether a term has mean 0 for some givens that the other knows nothing of: then their covariance is 0."""
    return any(not centred & y.sources for centred in x.centred)


def apart(of: Sequence[Moments]) -> frozenset[str]:
    """The givens of matrices that have none in common; raises SymattnError where they have.

    >>> sorted(apart([given("q"), given("k")]))
    ['k', 'q']
    """
    found: frozenset[str] = frozenset()
    for one in of:
        if found & one.sources:
            shared = ", ".join(sorted(found & one.sources))
            raise SymattnError(
                f"what is made of {shared} on both sides is not independent",
                "give each side its own matrices",
            )
        found |= one.sources
    return found


def fixed(into: Entering) -> Moments:
    """The rule of a number: it is its own mean.

    >>> fixed(Entering([], params={"value": Number.of(3)})).variance
    Number(0)
    """
    return Moments(into.params["value"], ZERO, frozenset(), True, False)


def same(into: Entering) -> Moments:
    """The rule of a copy: the entries stay where they are."""
    return into.of[0]


def moved(into: Entering) -> Moments:
    """The rule of a transpose: the entries change places, so that each is another one than stood there."""
    return replace(into.of[0], terms=())


def scaled(factor: Callable[[Numbers], Number]) -> Rule:
    """Every entry times a number c: the mean is multiplied by c, the variance by c²."""

    def rule(into: Entering) -> Moments:
        c, a = factor(into.params), into.of[0]
        terms = tuple(replace(term, factor=term.factor * c) for term in a.terms)
        spread = None if a.spread is None else a.spread * c * c
        spread_of = () if a.spread is None else ((c * c, a.spread),)
        return replace(
            a,
            mean=a.mean * c,
            spread=spread,
            terms=terms,
            mean_of=((c, a.mean),),
            spread_of=spread_of,
        )

    return rule


def added(sign: int) -> Rule:
    """A sum: means add up (or are subtracted), variances too, and twice the covariance where both are made of the same."""

    def rule(into: Entering) -> Moments:
        a, b = into.of
        terms = {term.name: term for term in a.terms}
        for term in b.terms:
            known = terms.get(term.name)
            factor = term.factor * sign + (known.factor if known else ZERO)
            terms[term.name] = replace(term, factor=factor)
        centred = a.centred & b.centred
        found = Moments(
            a.mean + b.mean * sign,
            None,
            a.sources | b.sources,
            False,
            False,
            tuple(terms.values()),
            centred,
        )
        spread = (
            None
            if any(term.spread is None for term in found.terms)
            else covariance(found, found)
        )
        parts = [part.spread for part in (a, b) if part.spread is not None]
        apart = (
            len(parts) == 2
            and spread is not None
            and spread.key == (parts[0] + parts[1]).key
        )
        return replace(
            found,
            spread=spread,
            mean_of=((a.mean,), (b.mean * sign,)),
            spread_of=tuple((x,) for x in parts) if apart else (),
        )

    return rule


def squared(into: Entering) -> Moments:
    """The rule of a power: the mean of a square is the variance and the square of the mean; its own variance is not known."""
    by = into.params.get("by", Number.of(2))
    if not by.is_rational or by.rational != 2:
        raise SymattnError("only of squares is the expectation known", "write A ** 2")
    a = into.of[0]
    return Moments(
        a.square,
        None,
        a.sources,
        a.independent,
        False,
        mean_of=((a.variance,), (a.mean, a.mean)),
    )


def summed(into: Entering) -> Moments:
    """The rule of a sum over rows, columns or all: means add up, and variances where no two entries correlate."""
    a, axis = into.of[0], into.params.get("axis")
    whole = axis is None
    many = (
        into.sizes[0] * into.sizes[1]
        if whole
        else into.sizes[0]
        if _is_zero(axis)
        else into.sizes[1]
    )
    known = a.spread is not None and (a.independent or a.uncorrelated)
    spread, spread_of = (
        (a.variance * many, ((many, a.variance),)) if known else (None, ())
    )
    return Moments(
        a.mean * many,
        spread,
        a.sources,
        a.independent,
        a.uncorrelated,
        centred=a.centred,
        mean_of=((many, a.mean),),
        spread_of=spread_of,
    )


def averaged(into: Entering) -> Moments:
    """The rule of a mean: a sum over how many entries there are.

    >>> averaged(Entering([given("x")], [Number.of(1), Number.of(8)])).variance
    Number(1/8)
    """
    one = Moments(UNIT, ZERO, frozenset(), True, True)
    many = summed(replace(into, of=[one])).mean
    return scaled(lambda _: 1 / many)(replace(into, of=[summed(into)]))


def _is_zero(axis: object) -> bool:
    return axis == 0 or (isinstance(axis, Number) and not axis.terms)


def times(into: Entering) -> Moments:
    """A product of independent entries: E[xy] = E[x]E[y], and E[x²y²] = E[x²]E[y²]."""
    a, b = into.of
    return squared(Entering(into.of[:1])) if a is b else _product(a, b)


def multiplied(into: Entering) -> Moments:
    """The rule of a matrix product: an entry is a sum of products, one for each column of the first matrix.

    Their means add up. Their variances do where no two of the products correlate, for which the entries of one side have to be
    uncorrelated, or those of both independent; where neither is known the variance is not.
    """
    a, b = into.of
    found = _product(a, b, into.sizes[1])
    if not (a.uncorrelated or b.uncorrelated or (a.independent and b.independent)):
        return replace(found, spread=None, spread_of=())
    free = a.uncorrelated and b.uncorrelated
    return replace(found, uncorrelated=free and found.spread is not None)


def _product(a: Moments, b: Moments, *many: Number) -> Moments:
    """A sum of so many products of independent entries, or one: E[x²]E[y²] of each, less the square of the mean."""
    mean = a.mean * b.mean
    terms = reduce(mul, many, UNIT)
    sources = apart((a, b))
    known = a.spread is not None and b.spread is not None
    less = ((-UNIT, *many, mean * mean),) if mean.terms else ()
    return Moments(
        mean * terms,
        (a.square * b.square - mean * mean) * terms if known else None,
        sources,
        False,
        False,
        centred=a.centred | b.centred,
        mean_of=((*many, a.mean, b.mean),),
        spread_of=((*many, a.square, b.square), *less) if known else (),
    )
