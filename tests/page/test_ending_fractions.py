"""Fractions whose decimals end stand as they are where no digits are asked; exact decimals are no longer than each is."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from symattn.page import page
from symattn.sheet import loads

SLOPES = """{head}
[[question]]
steps = ["m = {base} ** (-1 * i)", "B = m[0, 0] * D"]
given = {{ i = [{powers}], D = [[0, 1], [2, 3]] }}
"""


def text(sheet: str) -> str:
    return re.sub(r"\s+", " ", page(loads(sheet).solve(), "text").replace("−", "-"))


@pytest.mark.sliced(2)
@pytest.mark.parametrize("base", [2, 4, 5])
@pytest.mark.parametrize("last", [1, 3, 6, 8])
@pytest.mark.parametrize("numbers", ["", "fractions", "decimals", "show"])
def test_slopes_end_as_they_are_asked(numbers: str, last: int, base: int) -> None:
    if base**last > 10**5:
        return
    sheet = SLOPES.format(head="", base=base, powers=list(range(1, last + 1)))[:-1]
    more = {"": "", "show": "\n[question.show]\nm = { as = 'exact' }"}.get(numbers, f"\n[question.notation]\nnumbers = '{numbers}'")
    found = text(sheet + more)
    shares = [Fraction(1, base**k) for k in range(1, last + 1)]
    assert "≈" not in found
    if numbers == "decimals":
        digits = [next(k for k in range(30) if x * 10**k % 1 == 0) for x in shares]
        if 4 < max(digits) < 10:
            assert " ".join(f"{float(x):.{k}f}" for x, k in zip(shares, digits, strict=True)) in found
    elif (base, last, numbers) not in [(5, 3, ""), (5, 3, "show")]:  # 0.008 is as long as it is
        assert " ".join(map(str, shares)) in found
        assert "0." not in found


@pytest.mark.parametrize(("top", "bottom", "near"), [(1, 1024, False), (27, 64, False), (3, 3125, False), (1234, 3125, True), (511, 9, True)])
@pytest.mark.parametrize("entries", [1, 2])
def test_decimals_stand_beside_what_nobody_can_read_alone(entries: int, top: int, bottom: int, near: bool) -> None:
    sheet = f'[[question]]\nsteps = ["B = A / {bottom}"]\ngiven.A = [{[top] * entries}]'
    assert ("≈" in text(sheet)) == near
    assert "≈" in text(f"decimals = 4\n{sheet}")
    assert "≈" not in text(f"{sheet}\n[question.notation]\nnumbers = 'fractions'")
    assert "≈" not in text(f"{sheet}\n[question.show]\nB = {{ as = 'exact' }}")


@pytest.mark.parametrize("entries", [["0.5", "0.25"], ["0.5", "0.1234"], ["0.5", "0.12345"], ["1", "0.00390625", "0.25"]])
def test_short_decimals_are_of_one_length_and_long_ones_of_their_own(entries: list[str]) -> None:
    found = text(f"[[question]]\nsteps = ['B = A + 0 * A']\ngiven.A = [[{', '.join(entries)}]]").rsplit("=", 1)[1]
    most = max(len(x.partition(".")[2]) for x in entries)
    zeros = [x if most > 4 else (x if "." in x else f"{x}.").ljust(most + 2, "0") for x in entries]
    assert " ".join(zeros) in found
