"""Elimination among exact values without fractions, every pivot by proof, and the quotients that it leaves.

The entries of a row are brought over one denominator, and FLINT eliminates among the numerators, polynomials in the
roots and exponentials that occur (Bareiss, 1968: every entry on the way is a minor, every division comes out even).
The letters of these polynomials need not be independent: a pivot is one whose *value* is not zero, by proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from flint import fmpq, fmpq_mpoly

from symattn.errors import LimitError
from symattn.exact.number import (
    I_PI,
    UNIT,
    ZERO,
    Atom,
    Monomial,
    Number,
    letter,
    monomial,
)
from symattn.exact.quotients import (
    Denominators,
    Letter,
    Poly,
    Polynomials,
    groups,
    highest,
    lifted,
    numerator,
)
from symattn.exact.roots import inverse as inverse_of
from symattn.exact.roots import normal
from symattn.exact.zero import canonical, is_zero, symbolic
from symattn.limits import FEW_BELOW, HIGHEST_DEGREE, MOST_ELIMINATED_PRODUCTS
from symattn.tables import in_each, in_turn


def nonzero(x: Number) -> bool:
    """Whether a value is not zero, by proof; LimitError where that cannot be told.

    A symbol stands for itself, not for a number: x − y is not zero, (x + y)² − x² − 2xy − y² is.

    >>> from symattn.exact.functions import root
    >>> nonzero(root(8) - 2 * root(2)), nonzero(root(8) - 3)
    (False, True)
    """
    if not x.terms or x.is_rational:
        return bool(x.terms)
    found = is_zero(x)
    if found is None and symbolic(x):
        top = numerator(x)
        if not top.terms or all(map(_independent, top.terms)):
            return bool(top.terms)
    if found is None:
        raise LimitError("it cannot be told whether a value is zero")
    return not found


def _independent(m: Monomial) -> bool:
    """Whether a monomial is made of symbols, roots of primes and an exponential of a polynomial in such.

    Distinct ones are linearly independent: exponentials of polynomials that differ by more than a number are so over
    the rational functions, and those that differ by a number by Lindemann and Weierstrass.
    """
    plain = all(
        isinstance(b, int) or (_is_symbol(b) and p.denominator == 1) for b, p in m[0]
    )
    return plain and (
        m[1] is None or all(n[1] is None and _independent(n) for n in m[1].terms)
    )


def _is_symbol(b: Atom) -> bool:
    """Whether an atom is a symbol that stands for itself; the value of an undefined function may be any other's."""
    return b.kind == "sym" and getattr(b.symbol, "is_Symbol", True) is True


class Ratio:
    """A quotient of two polynomials in the letters of a ``Field``, what both share taken out; its value on demand.

    >>> from symattn.exact.functions import root
    >>> field = Field([root(2)])
    >>> half = field.take(Number.of(1) / 2)
    >>> (half + half * field.take(root(2))).number
    Number(1/2+[2^1/2]*1/2)
    """

    __slots__ = ("field", "top", "bottom", "_number")

    def __init__(self, field: Field, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        self.field, self._number = field, None if top else ZERO
        self.top, self.bottom = _shortened(top, bottom)

    @property
    def number(self) -> Number:
        """The value."""
        if self._number is None:
            self._number = self.field.value(self.top) * under(
                self.field.value(self.bottom)
            )
        return self._number

    @property
    def nonzero(self) -> bool:
        """Whether the value is not zero, by proof."""
        return self.field.nonzero(self.top)

    def __add__(self, other: Ratio) -> Ratio:
        mine, theirs = _shortened(
            self.bottom, other.bottom
        )  # what the denominators share is not multiplied
        top = times(self.top, theirs) + times(other.top, mine)
        return Ratio(self.field, top, times(self.bottom, theirs))

    def __neg__(self) -> Ratio:
        return Ratio(self.field, -self.top, self.bottom)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        (left, below), (right, under) = (
            _shortened(self.top, other.bottom),
            _shortened(other.top, self.bottom),
        )
        return Ratio(self.field, times(left, right), times(below, under))

    def __truediv__(self, other: Ratio) -> Ratio:
        if not other.nonzero:
            raise ZeroDivisionError("division by zero: the divisor is exactly 0")
        return self * Ratio(self.field, other.bottom, other.top)

    def evenly(self, other: Ratio) -> Ratio:
        """The quotient of two polynomials that comes out even, as where Bareiss divides (1968)."""
        return Ratio(self.field, self.top / other.top, self.field.one)

    def __repr__(self) -> str:
        return repr(self.number)


def times(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
    """The product of two polynomials; LimitError past MOST_ELIMINATED_PRODUCTS products of terms."""
    if len(a) * len(b) > MOST_ELIMINATED_PRODUCTS:
        raise LimitError(
            f"multiplied out, this takes more than {MOST_ELIMINATED_PRODUCTS:,} products",
            "take a smaller matrix",
        )
    return a * b


def _shortened(top: fmpq_mpoly, bottom: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Two polynomials without what both share, which is not looked for where their degrees are so high that it takes long."""
    if not top:
        return top, top + 1
    if (
        bottom.is_constant()
        or max(sum(map(int, x.degrees())) for x in (top, bottom)) > HIGHEST_DEGREE
    ):
        return top, bottom
    common = top.gcd(bottom)
    return (top, bottom) if common.is_constant() else (top / common, bottom / common)


class Field:
    """The quotients of polynomials in the roots, exponentials and symbols that some values are made of.

    Where these letters are algebraically independent (``free``) a polynomial is zero only if it has no terms.

    >>> from symattn.exact.functions import root
    >>> Field([root(2)]).free, Field([]).free
    (False, True)
    """

    def __init__(self, values: Iterable[Number]) -> None:
        parts = [groups(x) for x in values]
        bodies = {atom: atom.number for x in parts for atom in highest(x)}
        tops = [top for x in parts for top in x.values()]
        self._ring = Polynomials([*tops, *bodies.values(), UNIT])
        self._below = in_each(self._ring.write, bodies)
        self._flat = (0,) * self._ring.width
        self.one = self._ring.constant(fmpq(1))
        self.zero = 0 * self.one
        self.free = all(_stands_alone(letter) for letter in self._ring.orders)

    def row(self, values: Sequence[Number]) -> tuple[list[fmpq_mpoly], fmpq_mpoly]:
        """Several values over one denominator: their numerators, and it. KeyError for a letter that is not here."""
        parts = [groups(x) for x in values]
        common = highest(in_turn(parts))
        polys = [
            *(self._over(x, common) for x in parts),
            lifted(self._ring, (self._flat, self.one), {}, common, self._below),
        ]
        shift = tuple(map(min, zip(*(a[0] for a in polys), strict=True)))
        *tops, bottom = (self._ring.moved(a, shift) for a in polys)
        return tops, bottom

    def take(self, x: Number) -> Ratio:
        """A value as a quotient; KeyError for a letter that is not here."""
        (top,), bottom = self.row([x])
        return Ratio(self, top, bottom)

    def value(self, poly: fmpq_mpoly) -> Number:
        """The value of a polynomial."""
        return self._ring.read((self._flat, poly))

    def nonzero(self, poly: fmpq_mpoly) -> bool:
        """Whether the value of a polynomial is not zero, by proof."""
        return bool(poly) if self.free or not poly else nonzero(self.value(poly))

    def _over(self, x: dict[Denominators, Number], common: Mapping[Atom, int]) -> Poly:
        """A value times a common denominator."""
        terms = [
            lifted(self._ring, self._ring.write(top), dict(dens), common, self._below)
            for dens, top in x.items()
        ]
        return reduce(self._ring.plus, terms) if terms else (self._flat, self.zero)


def under(x: Number) -> Number:
    """1/x for a value that is known not to be zero; a long one is left as it stands, no powers or roots looked for.

    >>> from symattn.exact.functions import root
    >>> under(root(2))
    Number([2^1/2]*1/2)
    """
    if len(x.terms) <= FEW_BELOW:
        return inverse_of(x)
    c, front, rest = normal(x, largest=False)
    return letter(Atom("den", rest)) * inverse_of(monomial(front, c))


def _stands_alone(letter: Letter) -> bool:
    """Whether a letter is algebraically independent of the others that do: a symbol, or e to one basis element."""
    kind, what = letter
    if kind == "b":
        return isinstance(what, Atom) and _is_symbol(what)
    return isinstance(what, tuple) and what != I_PI and canonical(what)
