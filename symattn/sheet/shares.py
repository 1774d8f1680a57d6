"""The table ``marking`` of a worksheet: how decimals are cut, and what a line earns by its verdict."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from symattn.sheet.cells import Given
from symattn.sheet.kinds import SHARE, Choice, KeyOf, Keys, Table, Whole
from symattn.sheet.source import Place

TRUNCATE = "truncate"


class MarkingKeys(Keys):
    """How answers are marked."""

    rounding = KeyOf(
        Choice(("nearest", TRUNCATE), "rounding"),
        "how decimals are cut, by students and on keys: rounded, or just broken off",
        '"truncate"',
    )
    significant = KeyOf(
        Whole(1, 1000),
        "significant digits asked, in place of decimals behind the point",
        "3",
    )
    tolerance = KeyOf(
        Given(),
        "how far a decimal may be off, such as 0.01, however it is rounded",
        '"0.01"',
    )
    follow = KeyOf(
        SHARE,
        "share of the marks for a line that is right from a wrong earlier answer; 1 unless written",
        "0.5",
    )
    trivial = KeyOf(
        SHARE,
        "the same where the wrong answer makes the line trivial (identity, zeros); 0 unless written",
        "0.5",
    )
    imprecise = KeyOf(
        SHARE,
        "share of the marks for a line with too few digits; 0.75 unless written",
        "0.5",
    )
    slip = KeyOf(
        SHARE, "share for a line with a named slip; 0.5 unless written", "0.25"
    )
    entries = KeyOf(
        SHARE,
        "share that the right entries of a wrong line earn their part of; 0.5 unless written",
        "0",
    )
    skipped = KeyOf(
        SHARE,
        "share for a line not handed in before a right one; 1 unless written",
        "0",
    )


IN_ORDER = {
    "imprecise": Fraction(3, 4),
    "slip": Fraction(1, 2),
    "entries": Fraction(1, 2),
}
"""The shares of a line that is not right, the better verdict first, and what each is where nothing is written."""


class MarkingTable(Table[MarkingKeys]):
    """The table ``marking``; shares in which a worse verdict earns more than a better one are a problem."""

    def read(self, value: object, at: Place) -> MarkingKeys:
        """The keys, and whether the shares are in order."""
        found = super().read(value, at)
        shares = {
            name: share if (share := getattr(found, name)) is not None else usual
            for name, usual in IN_ORDER.items()
        }
        for better, worse in pairwise(IN_ORDER):
            if shares[better] < shares[worse]:
                told = next(
                    (
                        name
                        for name in (worse, better)
                        if getattr(found, name) is not None
                    ),
                    worse,
                )
                (at / told).wrong(
                    f"{worse} = {float(shares[worse]):g} is more than {better} = {float(shares[better]):g}",
                    "write shares in which 1 ≥ imprecise ≥ slip ≥ entries, so that the better answer never earns less",
                )
        return found
