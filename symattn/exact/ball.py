"""Enclosures of values, for refuting and for digits: balls, the precision they are worked at, and how they round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import RLock
from types import TracebackType
from typing import Union

from flint import acb, arb, ctx, fmpq, fmpz

from symattn.errors import LimitError
from symattn.exact.budget import BITS, DIGITS, METER, Spent
from symattn.exact.number import ONE, Atom, Base, Exponent, Monomial, Number, of_kind
from symattn.limits import MOST_BITS, MOST_DIGITS
from symattn.wording import worded

# --- precision ---
# The working precision of balls: FLINT keeps one for the whole process, so one thread at a time may change it.

_LOCK = RLock()
MATRIX_BITS = 128  # the precision of a first look at a matrix, which decimals of up to 16 places share


class working:
    """Compute with so many bits inside a ``with``; the precision before is put back, whatever other threads do.

    >>> with working(100):
    ...     ctx.prec
    100
    >>> ctx.prec
    53
    """

    __slots__ = ("_before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        _LOCK.acquire()
        self._before = ctx.prec
        ctx.prec = self.bits

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        ctx.prec = self._before
        _LOCK.release()


# --- rounding ---
# Rounding from a ball, where the ball is narrow enough to settle it, and writing what was rounded.

HALF = fmpq(1, 2)


class Cut(int):
    """So many digits, and what stands behind them is left out, where for a plain whole number it is rounded.

    >>> up(Cut(4)), up(Cut(4) + 2), up(4)
    (0, 0, 1/2)
    """

    def __add__(self, more: int) -> Cut:
        return Cut(int(self) + more)


def as_of(digits: int, other: int) -> int:
    """Another number of digits, cut where these are.

    >>> up(as_of(Cut(4), 2)), up(as_of(4, 2))
    (0, 1/2)
    """
    return type(digits)(other)


def onward(digits: int, end: int) -> Iterator[int]:
    """So many digits and more of them, to fewer than *end*, each cut where these are.

    >>> [up(more) for more in onward(Cut(4), 6)], list(onward(4, 6))
    ([0, 0], [4, 5])
    """
    return (as_of(digits, more) for more in range(digits, end))


def up(digits: int) -> fmpq:
    """What is added before all behind so many digits is left out: a half where they are rounded."""
    return fmpq(0) if isinstance(digits, Cut) else HALF


def guard(natural_log: arb) -> None:
    """Raise LimitError where a value with this logarithm is beyond 10^±MOST_DIGITS; letters have no bounds.

    >>> guard(arb(2_000_000))
    >>> guard(arb(10) ** 400)
    Traceback (most recent call last):
        ...
    symattn.errors.LimitError: a value beyond 10^1,000,000 (or below its inverse); values that large are refused
    """
    with working(FIRST_BITS):
        if not natural_log.is_nan() and not abs(natural_log) < arb.const_log10() * (
            MOST_DIGITS + 1
        ):
            raise LimitError(worded("beyond_values", most=f"{MOST_DIGITS:,}"))


def settled(b: arb, plus: fmpq = HALF) -> int | None:
    """The whole number nearest to every number of a ball, a tie away from zero, or None where they do not agree; with nothing to
    be added, the one that is left when all behind its point is left out.

    >>> settled(arb("2.7")), settled(arb(-0.5)), settled(arb("2.5", "0.1"))
    (3, -1, None)
    """
    found = _round(
        b, plus
    )  # what is told at the precision in force, as nearly always, is told
    if found is not None:
        return found
    with working(MOST_BITS + whole_bits(b)):
        return _round(b, plus)


def whole_bits(b: arb) -> int:
    """How many binary digits stand before the point, at most; a ball that is so wide that no value is as large tells nothing.

    >>> whole_bits(arb(1000))
    10
    """
    if not b.is_finite():
        return 0
    mantissa, exponent = b.abs_upper().man_exp()
    return (
        min(max(0, int(mantissa.bit_length() + exponent)), 4 * MOST_DIGITS)
        if mantissa
        else 0
    )


def round_balls(table: Sequence[Sequence[arb]], places: int) -> list[list[int | None]]:
    """The whole numbers nearest to every x · 10^places, None where the ball does not settle one.

    >>> round_balls([[arb("3.14159")]], 2)
    [[314]]
    """
    with working(ctx.prec + 4 * places + 64):
        power = fmpz(10) ** places
        return [[settled(x * power, up(places)) for x in row] for row in table]


def _round(b: arb, plus: fmpq) -> int | None:
    found = (abs(b) + plus).floor().unique_fmpz()
    if found is None or (found and b.contains(0)):
        return None
    return -int(found) if b < 0 else int(found)


def nearest(q: fmpq, plus: fmpq = HALF) -> int:
    """The whole number nearest to a rational, a tie going away from zero; with nothing to be added, what stands before its point.

    >>> nearest(fmpq(-5, 2)), nearest(fmpq(7, 3))
    (-3, 2)
    """
    return int((q + plus).floor()) if q >= 0 else -int((plus - q).floor())


def fixed(n: int, places: int) -> str:
    """n · 10^-places written with so many decimals.

    >>> fixed(-5, 2), fixed(1234, 0)
    ('-0.05', '1234')
    """
    digits = fmpz(abs(n)).str().rjust(places + 1, "0")
    METER.done += len(digits) // DIGITS
    sign = "-" if n < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


# --- ball ---
# Certified balls: an interval that surely holds the value, as narrow as asked for, and decimals rounded from it.

DIRECT_ROOT = 64  # a root of a higher order is taken through the logarithm
FIRST_BITS, MOST_SHARED = (
    64,
    4096,
)  # the precision of a first look at a value, and the monomials that are remembered at one
Ball = Union[arb, acb]


class Balls(dict[Monomial, Ball]):
    """One evaluation at one precision, which remembers every monomial it has met.

    >>> from symattn.exact.number import PI
    >>> with working(64):
    ...     bool(Balls().value(PI) > 3)
    True
    """

    def value(self, x: Number) -> Ball:
        """The ball of a value at the precision in force; not a number where a symbol stands in it."""
        if len(x.terms) == 1:
            ((m, c),) = x.terms.items()
            return arb(c) if m == ONE else arb(c) * self[m]
        METER.done += len(x.terms)
        out: Ball = arb(0)
        for m, c in x.terms.items():
            out += self[m] if c == 1 else arb(c) * self[m]
        return out

    def __missing__(self, m: Monomial) -> Ball:
        """The ball of one monomial: the product of those of its factors, each of which is remembered too."""
        METER.done += 1 + ctx.prec // BITS
        if METER.done > METER.most:
            raise Spent
        powers, exponent = m
        if len(powers) == 1 and exponent is None:
            found = self._raised(*powers[0])
        elif exponent is None or powers:
            found = arb(1) if exponent is None else self[(), exponent]
            for power in powers:
                found = found * self[(power,), None]
        else:
            METER.function(ctx.prec)
            found = self.value(exponent).exp()
        self[m] = found
        return found

    def _raised(self, base: Base, power: Exponent) -> Ball:
        if base == -1:
            return acb(0, 1)
        value = arb(base) if isinstance(base, int) else self._atom(base)
        if of_kind(base, "den"):
            power = -power
        if power.denominator == 1:
            return _whole(value, power.numerator)
        if power.denominator > DIRECT_ROOT:
            METER.function(2 * ctx.prec)
            return (real(value).log() * fmpq(power.numerator, power.denominator)).exp()
        return _whole(real(value).root(power.denominator), power.numerator)

    def _atom(self, atom: Atom) -> Ball:
        if atom.kind == "pi":
            return arb.pi()
        if atom.kind == "sym":
            return arb.nan()
        if not isinstance(atom.body, (int, Number)):
            assert atom.body is not None
            assert not isinstance(atom.body, str)
            return atom.body.ball()
        inner = (
            arb(atom.body) if isinstance(atom.body, int) else self.value(atom.number)
        )
        if atom.kind != "log":
            return inner
        METER.function(ctx.prec)
        return real(inner).log()


_FIRST: dict[int, Balls] = {}


def _whole(x: Ball, n: int) -> Ball:
    """x to a whole power by squaring: FLINT's own power gives no ball where x may be 0, as log(1 + e^-999) may."""
    if n < 0:
        return 1 / _whole(x, -n)
    out: Ball = arb(1)
    while n:
        out = out * x if n & 1 else out
        x, n = (x * x if n > 1 else x), n >> 1
    return out


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
    with working(bits):
        return real(_balls(bits).value(x))


def _balls(bits: int) -> Balls:
    """An evaluation at these bits: a first look shares one, for entries, and matrices made of them, share monomials."""
    if bits not in (FIRST_BITS, MATRIX_BITS):
        return Balls()
    if bits not in _FIRST or len(_FIRST[bits]) > MOST_SHARED:
        _FIRST[bits] = Balls()
    return _FIRST[bits]


def shared() -> Balls:
    """The evaluation that matrices share at the precision in force.

    >>> with working(64):
    ...     shared() is shared()
    True
    """
    return _balls(ctx.prec)


def away(x: Number, bits: int) -> bool:
    """Whether a ball in the complex plane shows that a value, or an exponent with i in it, is not zero.

    >>> from symattn.exact.number import IMAGINARY
    >>> away(IMAGINARY, 64), away(IMAGINARY - IMAGINARY, 64)
    (True, False)
    """
    with working(bits):
        return not _balls(bits).value(x).contains(0)


def sharper(x: Number, start: int = FIRST_BITS, most: int = MOST_BITS) -> Iterator[arb]:
    """Ever narrower balls of a value, the working precision doubled (after the first steps) each time.

    >>> next(sharper(Number.of(2)))
    2.00000000000000
    """
    bits = start
    while bits <= most:
        yield ball(x, bits)
        bits *= 2 if bits >= 512 else 4
