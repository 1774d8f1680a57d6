"""Where a value goes when one of its letters grows beyond all bounds: where the fastest of its terms go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import NoReturn

from symattn.errors import LimitError, SymattnError
from symattn.exact import sympy
from symattn.exact.decide import sign, sign_if_told
from symattn.exact.functions import exp, log, to_power
from symattn.exact.in_letters import put_in
from symattn.exact.number import (
    UNIT,
    ZERO,
    Atom,
    Base,
    Exponent,
    Monomial,
    Number,
    from_powers,
    letter,
    of_kind,
    total,
)
from symattn.exact.quotients import parts, together
from symattn.exact.zero import atoms
from symattn.records import frozen


@frozen
class Growth:
    """What a value is like for a large u, up to a factor that goes to 1: ``front`` times e to a sum of c·u^q, u^power and
    log(u)^logs; ``exponent`` has each q > 0 with its c."""

    front: Number
    exponent: tuple[tuple[Exponent, Number], ...] = ()
    power: Exponent = 0
    logs: Exponent = 0

    def times(self, other: Growth, p: Exponent = 1) -> Growth:
        """The product with a power of another."""
        high = dict(self.exponent)
        for q, c in other.exponent:
            high[q] = high.get(q, ZERO) + c * p
        kept = tuple((q, c) for q, c in sorted(high.items(), reverse=True) if c.terms)
        front = (
            other.front if p.denominator == 1 or _sign(other.front) > 0 else _refused()
        )
        return Growth(
            self.front * to_power(front, p),
            kept,
            self.power + p * other.power,
            self.logs + p * other.logs,
        )

    @property
    def way(self) -> int:
        """1 where it grows beyond all bounds, -1 where it goes to 0, 0 where it goes to what stands in front."""
        speeds: Iterable[Number | Exponent] = (
            *(c for _, c in self.exponent),
            self.power,
            self.logs,
        )
        return next((way for speed in speeds if (way := _sign(Number.of(speed)))), 0)


def goes(x: Number, u: Number, to: Number | None) -> Number | None:
    """Where a value goes as a letter grows beyond all bounds, or comes down to a number; None where that is no number.

    What the fastest terms do not tell, since they cancel, SymPy finds (Gruntz, 1996).

    >>> from symattn.exact.functions import symbol
    >>> u = symbol("u")
    >>> goes(exp(3 * u) / (exp(3 * u) + exp(u)), u, None), goes(1 / (1 + u), u, Number.of(1)), goes(u, u, None)
    (Number(1), Number(1/2), None)
    """
    try:
        return told(x, u, to)
    except SymattnError:
        return sympy.limit_of(x, u, to)


def told(x: Number, u: Number, to: Number | None) -> Number | None:
    """The same, as far as the fastest terms tell it; raises SymattnError."""
    atom = next(atoms(u))
    if to is not None:
        try:
            return put_in(x, {str(atom.body): to})  # what has a value there goes to it
        except SymattnError:
            x = put_in(x, {str(atom.body): to + 1 / u})
    growing = _Growing(atom)
    found = growing.sum(x, last=True) or growing.all(x)
    return None if found.way > 0 else ZERO if found.way < 0 else found.front


@frozen
class _Growing:
    """How values grow with a letter."""

    letter: Atom

    def __contains__(self, x: Number | Base) -> bool:
        return not isinstance(x, int) and any(
            atom == self.letter
            for atom in atoms(x if isinstance(x, Number) else letter(x))
        )

    def all(self, x: Number) -> Growth:
        """A sum: as its fastest terms together, which must not cancel once it is over one denominator."""
        return self.sum(x) or self.sum(together(x)) or _refused()

    def sum(self, x: Number | None, last: bool = False) -> Growth | None:
        """A sum as it stands; None where its fastest terms cancel, which they may at *last*, unless they grow."""
        fastest: list[Growth] = []
        for term in self.terms(x) if x is not None else ():
            way = term.times(fastest[0], -1).way if fastest else 1
            fastest = [term] if way > 0 else [*fastest, term] if not way else fastest
        front = total(term.front for term in fastest)
        if fastest and ((last and fastest[0].way <= 0) or sign_if_told(front)):
            return replace(fastest[0], front=front)
        return Growth(ZERO) if x is not None and not x.terms else None

    def terms(self, x: Number) -> Iterator[Growth]:
        """Its terms; what the letter does not stand in is one."""
        still = Number({m: c for m, c in x.terms.items() if Number({m: c}) not in self})
        if still.terms:
            yield Growth(still)
        for m, c in x.terms.items():
            if m not in still.terms:
                yield self.one(m).times(Growth(Number.of(c)))

    def one(self, m: Monomial) -> Growth:
        """A product."""
        found = reduce(
            lambda so_far, factor: so_far.times(self.base(factor[0]), factor[1]),
            m[0],
            Growth(UNIT),
        )
        return found if m[1] is None else found.times(self.exp(m[1]))

    def base(self, base: Base) -> Growth:
        """The letter, what is divided by it, and roots and logarithms of what is made of it."""
        if isinstance(base, int) or base not in self:
            return Growth(letter(base))
        if base == self.letter:
            return Growth(UNIT, power=1)
        inner = self.all(base.number)
        if of_kind(base, "root"):
            return inner
        if of_kind(base, "den"):
            return Growth(UNIT).times(inner, -1)
        if not of_kind(base, "log") or _sign(inner.front) < 1:
            return _refused()
        if inner.exponent:
            (power, front), *_ = inner.exponent
            return Growth(front, power=power)
        if inner.power:
            return Growth(Number.of(inner.power), logs=1)
        front = log(inner.front)
        return Growth(front) if sign_if_told(front) and not inner.logs else _refused()

    def exp(self, x: Number) -> Growth:
        """e to a value whose terms stay, go to 0, or are multiples of powers of the letter."""
        found = Growth(UNIT)
        for m, c in x.terms.items():
            term = self.one(m).times(Growth(Number.of(c)))
            if term.way > 0:
                powers = dict(m[0])
                q = powers.pop(self.letter, 0)
                front = from_powers(powers, m[1], c)
                found = (
                    found.times(Growth(UNIT, ((q, front),)))
                    if q and front not in self
                    else _refused()
                )
            elif not term.way:
                found = found.times(Growth(exp(term.front)))
        return found


def _sign(x: Number) -> int:
    return _refused() if parts(x)[1].terms else sign(x)


def _refused() -> NoReturn:
    raise LimitError("where this goes is not told by its fastest terms")
