"""What a sheet demands of decimals, and what its marks are worth: the table ``marking`` of the worksheet."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, rational
from symattn.language import Cell
from symattn.records import frozen
from symattn.sheet import Sheet
from symattn.sheet.measures import POWERS, Show
from symattn.sheet.shares import IN_ORDER, TRUNCATE
from symattn.tables import apart_from, not_none

ONE, NONE = Fraction(1), Fraction(0)
Ends = tuple[fmpq, fmpq]


@frozen
class Rule:
    """How decimals are judged (places behind the point, or significant digits; rounded or broken off; a tolerance), and the
    shares of a line's marks: for one with too few digits, with a named slip, with all but a few entries right (for each of
    them its part of the share); for one that follows, that a trivial answer made easy, that was skipped before a right one.
    Digits are those of a number of ``unit``: so many base units are one of the unit that the line is shown in."""

    places: int = 4
    significant: int | None = None
    truncate: bool = False
    tolerance: fmpq = fmpq(0)
    follow: Fraction = ONE
    trivial: Fraction = NONE
    imprecise: Fraction = IN_ORDER["imprecise"]
    slip: Fraction = IN_ORDER["slip"]
    entries: Fraction = IN_ORDER["entries"]
    skipped: Fraction = ONE
    unit: Fraction = ONE
    coefficients: bool = False  # digits are asked of the numbers before letters

    @staticmethod
    def of(sheet: Sheet) -> Rule:
        """The rule of a sheet.

        >>> from symattn.sheet import loads
        >>> sheet = loads('decimals = 3\\n[marking]\\nfollow = 0.5\\n[[question]]\\nsteps = ["B = A"]\\ngiven = {A = [[1]]}')
        >>> Rule.of(sheet).places, Rule.of(sheet).follow
        (3, Fraction(1, 2))
        """
        written = not_none(sheet.marking)
        found: dict[str, Any] = apart_from(written, ("rounding", "tolerance"))
        tolerance = getattr(written.get("tolerance"), "value", None)
        if isinstance(tolerance, Number) and tolerance.is_rational:
            found["tolerance"] = abs(tolerance.rational)
        return Rule(
            places=sheet.decimals, truncate=written.get("rounding") == TRUNCATE, **found
        )

    def of_line(self, show: Show, value: Matrix, sheets: int, unit: Fraction) -> Rule:
        """The same rule for a line that is shown in its own way, on a sheet of so many decimals."""
        digits = show.places(sheets)
        if show.style in POWERS:
            return replace(self, significant=digits, unit=unit)
        if not show.style and show.amount(value.values[0][0], sheets).power is not None:
            return replace(self, significant=max(3, digits), unit=unit)
        return replace(self, places=digits, unit=unit) if show.style else self

    def is_whole(self, cell: Cell) -> bool:
        """Whether an entry is a bare whole number: it claims the digits asked, as 0 does for 0.00002 where four are asked."""
        known = cell.precision
        return known is not None and not known.places and not known.exponent

    def reach(self, cell: Cell) -> Ends:
        """The values for which a decimal is right as asked: it, or it rounded to the digits asked (either way at a tie), is
        within half of what one in the last of them is worth, whatever digits follow and zeros lack; broken off, where the
        sheet says so, it has the digits asked.

        >>> from symattn.language import read
        >>> Rule(places=2).reach(read("0.3").cells[0][0]), Rule(places=2).reach(read("0.3049").cells[0][0])
        ((59/200, 61/200), (59/200, 3099/10000))
        """
        x = rational(cell.number)
        below, above = self._asked(x)
        if self.truncate:
            whole = (abs(x) / above).floor() * above if above else fmpq(0)
            return self._wide(x, *_broken_off(whole if x >= 0 else -whole, above))
        least = ((x - below / 2) / below).ceil() * below if below else x
        most = ((x + above / 2) / above).floor() * above if above else x
        return self._wide(x, min(least, x) - below / 2, max(most, x) + above / 2)

    def is_near(self, mine: fmpq, right: fmpq) -> bool:
        """Whether a number is another one to the digits asked, whatever digits follow.

        >>> rule = Rule(significant=3)
        >>> rule.is_near(fmpq(625), fmpq(62540, 100)), rule.is_near(fmpq(63, 10), fmpq(62540, 10_000))
        (True, False)
        """
        return bool(abs(mine - right) <= self._asked(right)[1] / 2 + self.tolerance)

    def own(self, cell: Cell) -> Ends:
        """The values that a decimal may be rounded from by its own last digit; for a whole number the last digit asked."""
        assert cell.precision is not None
        x = rational(cell.number)
        unit = (
            self._asked(x)[1] if self.is_whole(cell) else rational(cell.precision.unit)
        )
        return self._wide(
            x,
            *(_broken_off(x, unit) if self.truncate else (x - unit / 2, x + unit / 2)),
        )

    def stands(self, cell: Cell) -> Ends:
        """The values that a decimal stands for: by its own last digit, or by the last digit asked, whichever is wider."""
        x = rational(cell.number)
        below, above = self._asked(x)
        low, high = (
            _broken_off(x, above) if self.truncate else (x - below / 2, x + above / 2)
        )
        first, last = self.own(cell)
        return min(low, first), max(high, last)

    def has_enough(self, cell: Cell) -> bool:
        """Whether an entry shows the digits asked: other forms than decimals and whole numbers always do."""
        if cell.span is not None:
            return bool(
                cell.span.high - cell.span.low
                <= arb(rational(self.finest * Fraction(1501, 1000)))
            )
        if cell.precision is None or self.is_whole(cell):
            return True
        return bool(
            rational(cell.precision.unit) <= self._asked(rational(cell.number))[1]
        )

    def rough(self, cell: Cell) -> Ends | None:
        """The values for which a decimal is right as far as it goes, with at least two digits and half of those asked: within
        half a unit of its own last digit, or, with all digits asked, those that it is cut down from, in place of rounded.

        >>> from symattn.language import read
        >>> [Rule(places=3).rough(read(text).cells[0][0]) for text in ("0.12", "0.125", "0.1")]
        [(23/200, 1/8), (1/8, 63/500), None]
        """
        if cell.precision is None or self.is_whole(cell) or not self._has_some(cell):
            return None
        if not self.has_enough(cell):
            return self.own(cell)
        number, unit = rational(cell.number), rational(cell.precision.unit)
        return _broken_off(number, unit) if abs(number) >= 100 * unit else None

    def _has_some(self, cell: Cell) -> bool:
        """Whether a decimal has at least two digits, and half of those asked."""
        assert cell.precision is not None
        unit = cell.precision.unit / self.unit
        x = rational(cell.number) / rational(self.unit)
        if self.significant is None:
            return unit <= Fraction(1, 100) and unit * unit <= Fraction(
                1, 10**self.places
            )
        return bool(x) and Fraction(10) ** magnitude(x) / unit >= 10 ** max(
            1, (self.significant + 1) // 2 - 1
        )

    @property
    def finest(self) -> Fraction:
        """What one in the last digit asked is worth, for a value of about 1."""
        return self.unit * Fraction(
            1, 10 ** (self.places if self.significant is None else self.significant)
        )

    def worth(self, x: fmpq) -> fmpq:
        """What one in the last digit asked of a value is worth."""
        return self._asked(x)[1] or fmpq(1)

    def _asked(self, x: fmpq) -> Ends:
        """What one in the last digit asked is worth just below a value and just above it, away from 0: of significant
        digits there are ten times as many below 1 as above it, and zero is right for zero alone."""
        if self.significant is None:
            unit = rational(self.finest)
            return unit, unit
        if not x:
            return fmpq(0), fmpq(0)
        worth = rational(self.unit)
        size = magnitude(x / worth)
        unit = fmpq(10) ** (size - self.significant + 1) * worth
        smaller = unit / 10 if abs(x / worth) == fmpq(10) ** size else unit
        return (smaller, unit) if x > 0 else (unit, smaller)

    def _wide(self, x: fmpq, low: fmpq, high: fmpq) -> Ends:
        """An interval, or what the sheet's tolerance makes of it."""
        return min(low, x - self.tolerance), max(high, x + self.tolerance)


def magnitude(x: fmpq) -> int:
    """The power of ten of a number's first digit; raises ValueError for 0.

    >>> magnitude(fmpq(1, 500)), magnitude(fmpq(-1000)), magnitude(fmpq(999))
    (-3, 3, 2)
    """
    if not x:
        raise ValueError("zero has no first digit")
    size = len(str(int(abs(x.p)))) - len(str(int(x.q)))  # right, or one too many
    return size if abs(x) >= fmpq(10) ** size else size - 1


def _broken_off(x: fmpq, unit: fmpq) -> Ends:
    """What is cut down to a number when all behind some digit is left out."""
    return x - (unit if x <= 0 else fmpq(0)), x + (unit if x >= 0 else fmpq(0))
