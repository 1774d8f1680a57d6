"""What a sheet demands of decimals, and what its marks are worth: the table ``marking`` of the worksheet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from symattn.exact.number import Number, rational
from symattn.language import Cell
from symattn.sheet import Sheet

ROUGH = 2  # digits that a bare whole number is good for, where it is not good for those asked
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True)
class Rule:
    """How decimals are judged (places behind the point, or significant digits; rounded or broken off; a tolerance),
    and the share of the marks for a line that follows, that a trivial answer made easy, that has too few digits, that
    was skipped before a right one."""

    places: int = 4
    significant: int | None = None
    truncate: bool = False
    tolerance: fmpq = fmpq(0)
    follow: Fraction = ONE
    trivial: Fraction = NONE
    imprecise: Fraction = HALF
    skipped: Fraction = ONE

    @staticmethod
    def of(sheet: Sheet) -> Rule:
        """The rule of a sheet.

        >>> from symattn.sheet import loads
        >>> sheet = loads('decimals = 3\\n[marking]\\nfollow = 0.5\\n[[question]]\\nsteps = ["B = A"]\\ngiven = {A = [[1]]}')
        >>> Rule.of(sheet).places, Rule.of(sheet).follow
        (3, Fraction(1, 2))
        """
        written = {name: value for name, value in sheet.marking.items() if value is not None}
        found: dict[str, Any] = {name: value for name, value in written.items() if name not in ("rounding", "tolerance")}
        tolerance = getattr(written.get("tolerance"), "value", None)
        if isinstance(tolerance, Number) and tolerance.is_rational:
            found["tolerance"] = abs(tolerance.rational)
        return Rule(places=sheet.decimals, truncate=written.get("rounding") == "truncate", **found)

    def is_whole(self, cell: Cell) -> bool:
        """Whether an entry is a bare whole number on a sheet that asks for more digits than it has."""
        known = cell.precision
        return known is not None and not known.places and not known.exponent and not self._shows_enough(cell)

    def unit(self, cell: Cell, rough: bool = False) -> Fraction:
        """What one in the last digit of a decimal is worth. A bare whole number claims the digits asked, as 0 does for
        0.00002 where four are asked; *rough* are two digits, where more are asked."""
        assert cell.precision is not None
        if not self.is_whole(cell):
            return cell.precision.unit
        if self.significant is None:
            return Fraction(1, 10 ** min(self.places, ROUGH if rough else self.places))
        digits = len(cell.text.strip().lstrip("+-−0"))
        return Fraction(10) ** (digits - min(self.significant, ROUGH if rough else self.significant))

    def enough(self, cell: Cell) -> bool:
        """Whether an entry is written with the digits demanded: other forms than decimals always are, and so is a bare
        whole number, which stands for itself rounded to the digits asked."""
        return self.is_whole(cell) or self._shows_enough(cell)

    def _shows_enough(self, cell: Cell) -> bool:
        if cell.span is not None:
            return bool(cell.span.high - cell.span.low <= arb(rational(self.finest * Fraction(1501, 1000))))
        if cell.precision is None:
            return True
        if self.significant is None:
            return cell.precision.unit <= Fraction(1, 10**self.places)
        digits = cell.text.lower().partition("e")[0].lstrip("+-0.").replace(".", "")
        return len(digits) >= self.significant

    @property
    def finest(self) -> Fraction:
        """What one in the last digit asked is worth, for a value of about 1."""
        return Fraction(1, 10 ** (self.places if self.significant is None else self.significant))

    def ends(self, middle: fmpq, unit: Fraction, noise: fmpq) -> tuple[fmpq, fmpq]:
        """The smallest and the largest value that a decimal may stand for."""
        step = rational(unit)
        half = max(step / 2, self.tolerance, noise)
        if not self.truncate:
            return middle - half, middle + half
        least = max(self.tolerance, noise)
        above = step if middle >= 0 else fmpq(0)
        below = step if middle <= 0 else fmpq(0)
        return middle - max(below, least), middle + max(above, least)
