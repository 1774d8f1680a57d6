"""Decimals: correctly rounded however long, ties away from zero, settled by proof."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.exact.decimals import decimal, scientific
from symattn.exact.functions import exp, root
from symattn.exact.number import Number

ROUNDED = {
    "a tie goes away from zero": (Number.of(Fraction(1, 8)), 2, "0.13"),
    "a tie below zero too": (Number.of(Fraction(-5, 2)), 0, "-3"),
    "a tie in disguise": (1 / (1 + exp(1)) + exp(1) / (1 + exp(1)) - Fraction(1, 2), 0, "1"),
    "next to nothing": (exp(-1000), 4, "0.0000"),
    "next to nothing from below": (-exp(-1000), 4, "0.0000"),
    "next to one": (1 - exp(Number.of(Fraction(-5456, 5)) / root(3)), 4, "1.0000"),
    "the nines end at the 274th": (1 - exp(Number.of(Fraction(-5456, 5)) / root(3)), 274, "0." + "9" * 273 + "8"),
}


@pytest.mark.parametrize(("x", "places", "text"), ROUNDED.values(), ids=ROUNDED)
def test_rounded(x: Number, places: int, text: str) -> None:
    assert decimal(x, places) == text


def test_a_number_of_many_digits_is_written_out() -> None:
    """More digits before the point than the precision at which an unsettled decimal is given up."""
    shown = decimal(exp(100_000 * root(2)), 2)
    mantissa, power = scientific(exp(100_000 * root(2)), 12)
    assert len(shown) == power + 1 + 3
    assert shown.startswith(mantissa.replace(".", "")[:11])
