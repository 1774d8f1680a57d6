"""What units are worth: each by others, as tables of units have it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from symattn.exact.units import unit

WORTH = [
    ("t", 1000, "kg"), ("t", 1, "Mg"), ("kt", 1000, "t"), ("tonnes", 1, "t"), ("kg", 1000, "g"),
    ("d", 24, "h"), ("days", 1, "d"), ("h", 60, "min"), ("min", 60, "s"), ("hour", 3600, "seconds"),
    ("Wh", 3600, "J"), ("kWh", 3600, "kJ"), ("W", 1, "J/s"), ("J", 1, "W·s"), ("Hz", 1, "1/s"), ("GHz", 10**9, "1/s"),
    ("B", 8, "bit"), ("bytes", 8, "bits"), ("GB", 8, "Gbit"), ("MiB", 1024, "KiB"), ("tokens", 1, "token"), ("kW/(t·d)", 1000, "W/(t·d)"),
]  # fmt: skip
"""A unit, and how many of another one it is."""


@pytest.mark.parametrize(("one", "many", "other"), WORTH)
def test_a_unit_is_so_many_of_another(one: str, many: int, other: str) -> None:
    assert unit(one).dims == unit(other).dims
    assert unit(one).factor == many * unit(other).factor
    if one.isalpha() and other.isalpha():
        assert unit(f"1/({one}·s)").factor * many == unit(f"1/({other}·s)").factor
        assert unit(f"{one}²").factor == (many * unit(other).factor) ** 2


@pytest.mark.parametrize("of", ["J", "W", "Wh", "g"])
def test_every_prefix_is_a_thousand_of_the_one_before(of: str) -> None:
    for low, high in pairwise(("p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q")):
        assert unit(high + of).factor == 1000 * unit(low + of).factor
        assert unit(high + of).dims == unit(of).dims


def test_every_binary_prefix_is_1024_of_the_one_before() -> None:
    for low, high in pairwise(("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")):
        assert unit(f"{high}B").factor == 1024 * unit(f"{low}B").factor
