"""Certified balls: an interval that surely holds the value, as narrow as asked for, and decimals rounded from it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Union

from flint import acb, arb, ctx, fmpq

from symattn.errors import LimitError
from symattn.exact.atoms import Atom, Base
from symattn.exact.number import ONE, Exponent, Monomial, Number
from symattn.exact.rounding import HALF, nearest, settled, whole_bits
from symattn.exact.rounding import MOST_BITS as MOST_BITS
from symattn.exact.rounding import fixed as fixed

DIRECT_ROOT = 64  # a root of a higher order is taken through the logarithm
Ball = Union[arb, acb]


class Balls:
    """One evaluation at one precision, which remembers every monomial it has met.

    >>> from symattn.exact.number import PI
    >>> with ctx.workprec(64):
    ...     bool(Balls().value(PI) > 3)
    True
    """

    def __init__(self) -> None:
        self._known: dict[Monomial, Ball] = {}
        self._atoms: dict[tuple[Base, Exponent], Ball] = {}

    def value(self, x: Number) -> Ball:
        """The ball of a value at the precision in force; not a number where a symbol stands in it."""
        if len(x.terms) == 1:
            ((m, c),) = x.terms.items()
            return arb(c) if m == ONE else arb(c) * self.monomial(m)
        out: Ball = arb(0)
        for m, c in x.terms.items():
            out += self.monomial(m) if c == 1 else arb(c) * self.monomial(m)
        return out

    def monomial(self, m: Monomial) -> Ball:
        """The ball of one monomial."""
        found = self._known.get(m)
        if found is None:
            found = arb(1) if m[1] is None or m[0] else self.value(m[1]).exp()
            if m[0] and m[1] is not None:
                found = self.monomial(((), m[1]))
            for base, power in m[0]:
                found = found * self._power(base, power)
            self._known[m] = found
        return found

    def _power(self, base: Base, power: Exponent) -> Ball:
        key = (base, power)
        found = self._atoms.get(key)
        if found is None:
            found = self._atoms[key] = self._raised(base, power)
        return found

    def _raised(self, base: Base, power: Exponent) -> Ball:
        if base == -1:
            return acb(0, 1)
        value = arb(base) if isinstance(base, int) else self._atom(base)
        if isinstance(base, Atom) and base.kind == "den":
            power = -power
        if power.denominator == 1:
            return _whole(value, power.numerator)
        if power.denominator > DIRECT_ROOT:
            return (real(value).log() * fmpq(power.numerator, power.denominator)).exp()
        return _whole(real(value).root(power.denominator), power.numerator)

    def _atom(self, atom: Atom) -> Ball:
        if atom.kind == "pi":
            return arb.pi()
        if atom.kind == "sym":
            return arb.nan()
        inner = arb(atom.body) if isinstance(atom.body, int) else self.value(_number(atom))
        return real(inner).log() if atom.kind == "log" else inner


def _whole(x: Ball, n: int) -> Ball:
    """x to a whole power by squaring: FLINT's own power gives no ball where x may be 0, as log(1 + e^-999) may."""
    if n < 0:
        return 1 / _whole(x, -n)
    out: Ball = arb(1)
    while n:
        out = out * x if n & 1 else out
        x, n = (x * x if n > 1 else x), n >> 1
    return out


def _number(atom: Atom) -> Number:
    assert isinstance(atom.body, Number)
    return atom.body


def real(x: Ball) -> arb:
    """The real part of a ball: values are real, i only stands in for sines and cosines.

    >>> real(acb(2, 0))
    2.00000000000000
    """
    return x.real if isinstance(x, acb) else x


def ball(x: Number, bits: int) -> arb:
    """A certified ball of a value, computed with the given working precision.

    >>> from symattn.exact.number import PI
    >>> ball(PI, 64) > 3
    True
    """
    with ctx.workprec(bits):
        return real(Balls().value(x))


def away(x: Number, bits: int) -> bool:
    """Whether a ball in the complex plane shows that a value, or an exponent with i in it, is not zero.

    >>> from symattn.exact.number import IMAGINARY
    >>> away(IMAGINARY, 64), away(IMAGINARY - IMAGINARY, 64)
    (True, False)
    """
    with ctx.workprec(bits):
        return not Balls().value(x).contains(0)


def sharper(x: Number, start: int = 64, most: int = MOST_BITS) -> Iterator[arb]:
    """Ever narrower balls of a value, the working precision doubled (after the first steps) each time.

    >>> next(sharper(Number.of(2)))
    2.00000000000000
    """
    bits = start
    while bits <= most:
        yield ball(x, bits)
        bits *= 2 if bits >= 512 else 4


def decimal(x: Number, places: int) -> str:
    """The value with so many decimals, correctly rounded, a tie away from zero; LimitError when it will not settle.

    >>> from symattn.exact.number import PI
    >>> decimal(Number.of(Fraction(-1, 8)), 2), decimal(PI, 4)
    ('-0.13', '3.1416')
    """
    return fixed(rounded(x, places), places)


def rounded(x: Number, places: int) -> int:
    """The whole number nearest to x · 10^places, a tie going away from zero.

    >>> rounded(Number.of(Fraction(5, 2)), 0)
    3
    """
    if x.is_rational:
        return nearest(x.rational * fmpq(10) ** places)
    scaled = x * Number.of(Fraction(10) ** places)
    length = whole_bits(ball(scaled, 64))
    for tries, b in enumerate(sharper(scaled, 64 + 4 * max(0, places) + length, MOST_BITS + length)):
        found = settled(b)
        if found is not None:
            return found
        if tries == 2:
            tie = _tie(scaled, b)
            if tie is not None:
                return nearest(tie)
    raise LimitError(f"a decimal does not settle within {MOST_BITS:,} bits")


def _tie(x: Number, b: arb) -> fmpq | None:
    """The half or whole number that x equals exactly, if it does."""
    from symattn.exact.zero import is_zero

    with ctx.workprec(MOST_BITS + whole_bits(b)):
        twice = (b * 2 + HALF).floor().unique_fmpz()
    if twice is not None and is_zero(x - fmpq(twice, 2)):
        return fmpq(twice, 2)
    return None


def scientific(x: Number, digits: int = 4) -> tuple[str, int]:
    """Mantissa (so many significant digits, correctly rounded) and power of ten of a value that is not zero.

    >>> scientific(Number.of(Fraction(1, 3000)), 3)
    ('3.33', -4)
    """
    for b in sharper(x, 64 + 4 * digits):
        if b.rel_accuracy_bits() > 16:
            found = _mantissa(x, b, digits)
            if found is not None:
                return fixed(found[0], digits - 1), found[1]
    raise LimitError(f"the first digits do not settle within {MOST_BITS:,} bits")


def _mantissa(x: Number, b: arb, digits: int) -> tuple[int, int] | None:
    """The whole number of so many digits that a ball rounds to, and the power of ten of its first digit."""
    with ctx.workprec(min(MOST_BITS, max(128, int(b.rel_accuracy_bits()) + 64))):
        guess = int((abs(b).log() / arb.const_log10()).mid().floor().unique_fmpz())
        for power in (guess, guess + 1, guess - 1):
            shift = digits - 1 - power
            n = nearest(x.rational * fmpq(10) ** shift) if x.is_rational else settled(b * arb(10) ** shift)
            if n is not None and 10 ** (digits - 1) <= abs(n) < 10**digits:
                return n, power
    return None
