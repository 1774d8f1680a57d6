"""Logarithms of sums of exponentials in the form that is shortest beside what stands with them."""

from __future__ import annotations

from typing import TypeGuard

from symattn.exact.number import (
    Atom,
    Base,
    Number,
    from_powers,
    letter,
    monomial_power,
    of_kind,
    scaled,
)

MOST = 12
"""Terms of a value, and of a logarithm in it, that are looked through."""


def shortest(x: Number) -> Number:
    """The same value with as few terms as a factor makes that a logarithm takes in: a + log(1 + e^(−t)) of a − t + log(1 + e^t).

    A value has one normal form, whatever stood in the line; read, the shorter one is what anybody would write.

    >>> from symattn.language.letters import letter as named
    >>> from symattn.exact.functions import exp, log
    >>> t = named("t", "positive")
    >>> len(log(1 + exp(-t)).terms), len(shortest(log(1 + exp(-t))).terms)
    (2, 1)
    """
    if not 1 < len(x.terms) <= MOST:
        return x
    best = x
    for (powers, growth), c in x.terms.items():
        logs = [of for of, p in powers if p == 1 and _of_sum(of)]
        if len(logs) != 1 or growth is not None:
            continue
        (of,) = logs
        inside = of.number
        front = scaled(from_powers({b: p for b, p in powers if b != of}), c)
        for _, shift in inside.terms:
            if shift is not None:
                taken = shift + letter(
                    Atom("log", inside * monomial_power(((), shift), -1))
                )
                found = x + front * (taken - letter(of))
                best = found if len(found.terms) < len(best.terms) else best
    return best


def _of_sum(of: Base) -> TypeGuard[Atom]:
    """Whether a generator is the logarithm of a sum that is not too long."""
    return (
        of_kind(of, "log")
        and not isinstance(of.body, int)
        and 1 < len(of.number.terms) <= MOST
    )
