"""What an instructor may wish of a variant's lines; each wish is decided exactly, never by a rounded number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symattn.exact.decide import proved_equal, sign
from symattn.exact.decimals import rounded
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number, total
from symattn.said import Keyed
from symattn.tables import in_turn, paired, placed

DIGITS = 12  # of a value for which a fraction is looked for
Test = Callable[[Matrix, Any], bool]


def _rational(m: Matrix, on: bool) -> bool:
    """A value that is no plain rational in its own terms may be one all the same: then a short fraction near it is proved."""
    return m.is_rational or all(
        x.is_rational or proved_equal(x, _short(x)) for x in in_turn(m.values)
    )


def _short(x: Number) -> Number:
    """The fraction with the smallest denominator, up to 1000, near a value."""
    return Number.of(Fraction(rounded(x, DIGITS), 10**DIGITS).limit_denominator(1000))


def _open(m: Matrix) -> list[Number]:
    return [x for at, x in placed(m.values) if at not in m.blocked]


def _visible(m: Matrix, places: int) -> bool:
    """An entry that is exactly 0 or 1 hides nothing; any other must not be printed as 0 or 1."""
    shown = [(x, rounded(x, places)) for x in _open(m)]
    return all(
        n not in (0, 10**places) or proved_equal(x, Number.of(int(n != 0)))
        for x, n in shown
    )


def _row_sums_differ(m: Matrix, on: bool) -> bool:
    sums = [total(row) for row in m.values]
    return all(sign(a - b) != 0 for i, a in enumerate(sums) for b in sums[:i])


def _rows_differ(m: Matrix, on: bool) -> bool:
    pairs = [(a, b) for i, a in enumerate(m.values) for b in m.values[:i]]
    return all(any(sign(x - y) for x, y in zip(a, b, strict=True)) for a, b in pairs)


WISHES: dict[str, tuple[Test, str]] = {
    "whole": (lambda m, on: all(proved_equal(x, Number.of(rounded(x, 0))) for x in in_turn(m.values)),
              "every entry is a whole number"),
    "rational": (_rational, "every entry is rational"),
    "at_most": (lambda m, most: all(sign(x - most) <= 0 for x in _open(m)), "no entry is above {}"),
    "at_least": (lambda m, least: all(sign(x - least) >= 0 for x in _open(m)), "no entry is below {}"),
    "visible": (_visible, "no entry rounds to 0 or 1 at {} places"),
    "row_sums_differ": (_row_sums_differ, "no two rows add up to the same"),
    "rows_differ": (_rows_differ, "no two rows are the same"),
}  # fmt: skip


def failed(name: str, values: Keyed, wishes: Keyed) -> str | None:
    """The first wish a line does not keep to, in words; None when it keeps to all. *values* hold the lines so far.

    >>> failed("Q", {"Q": Matrix.of([[1, 25]])}, {"whole": True, "at_most": Number.of(20)})
    'Q: no entry is above 20'
    """
    m = values[name]
    for key, (test, words) in WISHES.items():
        wanted = wishes.get(key)
        if wanted not in (None, False) and not test(m, wanted):
            return f"{name}: {words.format(wanted)}"
    other = wishes.get("unlike")
    return (
        f"{name}: not the same as {other}"
        if other is not None and _same(m, values[other])
        else None
    )


def _same(a: Matrix, b: Matrix) -> bool:
    """Whether two lines have one value, by proof."""
    return a.shape == b.shape and all(
        proved_equal(x, y) for _, x, y in paired(a.cells(), b.cells())
    )
