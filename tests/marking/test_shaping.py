"""Numbers as students write them, which stand for all that is rounded to them, or cut to them where that is allowed."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest

from symattn.errors import SymattnError
from symattn.exact.functions import root
from symattn.exact.number import Number
from symattn.language.letters import letter
from symattn.marking.shaping import ClaimedNumber, amount_of, entries_of
from symattn.plan.shapes import SizeRelations

SQUARES = [*map(Fraction, ("1/9", "4/9", "49/64", "64/49", "1/4", "4", "2", "3", "5", "7", "11", "1/2"))]


@pytest.mark.parametrize("places", [0, 1, 2, 3])
@pytest.mark.parametrize("square", SQUARES, ids=str)
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("by", [-2, -1, 0, 1, 2])
def test_a_number_is_what_is_rounded_or_cut_to_it_and_nothing_else(square: Fraction, places: int, sign: int, by: int) -> None:
    """Of decimals around the root of a number those at most half a unit away, and where it may be cut the next one towards 0."""
    unit = Fraction(1, 10**places)
    cut = isqrt(int(square / unit**2)) * unit
    value = cut + by * unit
    claimed, right = ClaimedNumber(Number.of(sign * value), Number.of(unit / 2)), root(Number.of(square)) * sign
    low, high = value - unit / 2, value + unit / 2
    assert claimed.holds(right) == (high > 0 and max(low, Fraction(0)) ** 2 <= square <= high**2)
    assert claimed.holds(right, cut=True) == (by == 0)


SHAPES = {  # as written, of two sizes where there is no comma -> numbers and letters, where n is 7 and d 12
    "2 x 3": [2, 3], "2x3": [2, 3], "2×3×4": [2, 3, 4], "(2, 3)": [2, 3], "[2, 3]": [2, 3], "2 by 3": [2, 3], "2 3": [2, 3], "n x d": [7, 12], "(n, 2*d)": [7, 24], "(n, 2d)": [7, 24],
    "n d": [7, 12], "2n x d": [14, 12], "(n - 1, d + 1)": [6, 13], r"n \times d": [7, 12], r"\mathbb{R}^{n\times d}": [7, 12], "ℝ^{2×3}": [2, 3], r"\frac{4d}{2} \times n": [24, 7],
    "torch.Size([2, 3])": [2, 3], "1, n, d": [1, 7, 12], "(d, n)": [12, 7],
    "(2, )": None, "( ,3)": None, "2,,3": None, ",": None, "": None, "2 × × 3": None, "2×3×": None, "×2×3": None, "(n,,d)": None, "(, n, d)": None, "(n, d, )": None,
}


@pytest.mark.parametrize(("written", "sizes"), SHAPES.items(), ids=map(repr, SHAPES))
def test_a_shape_has_the_sizes_that_are_written_and_none_that_is_missing(written: str, sizes: list[int] | None) -> None:
    letters = SizeRelations.read([], {"n": 7, "d": 12})
    if sizes is None:
        with pytest.raises(SymattnError, match="a size is missing"):
            entries_of(written, letters, 2)
    else:
        assert [letters.number(size) for size in entries_of(written, letters, 2)] == sizes


AMOUNTS = {  # a number or a polynomial of n, d, d_k, d_model and mu as it may be written -> the same in the text language
    r"n\left(2d + 1\right)": "n*(2d + 1)", r"\bigl(n + 1\bigr) d": "(n + 1)*d", r"\left(4 n / 3\right)": "4n/3", r"\(4n/3\)": "4n/3", r"2\,\mathbf{n}\mathrm{d}": "2n*d",
    r"\frac{n d_model}{2}": "n*d_model/2", r"2\,nd_model": "2n*d_model", r"2\,d_kn": "2d_k*n", r"\mu⁴\,d": "mu^4*d", "n¹²": "n^12", "n⁻¹d": "d/n", r"\mu**2\,d": "mu^2*d",
    r"√12\,n": "sqrt(12)*n", r"√(n + 1)\,d": "sqrt(n + 1)*d", r"sqrt(n)\,d": "sqrt(n)*d", "[4d]": "4d", r"[[4\,d]]": "4d", "[[12]]": "12", "n ÷ 2 d": "n/2*d", "2n ÷ 3": "2n/3",
    "1/(d_{model})": "1/d_model", r"n(\text{d})": "n*d", r"\left(dk\right)": "d_k", r"\boxed{d_{\text{k}}}": "d_k", r"\frac{n}{d_{\mathrm{model}}} + 1": "n/d_model + 1",
    "2 dmodel n": "2d_model*n", "4n (biases included)": "4n", "12 (~4)": "12", r"2\,\mathbf{n} parameters": "2n", r"2\,n^{2} FLOPs": "2n^2", r"\(n\times d\)": "n*d", "n d .": "n*d",
    "n².": "n^2", "1.5·10⁴": "1.5e4", "n⁴": "n^4",
}  # fmt: skip


@pytest.mark.parametrize(("written", "right"), AMOUNTS.items(), ids=map(repr, AMOUNTS))
def test_a_polynomial_is_read_as_it_is_written(written: str, right: str) -> None:
    letters = {name: letter(name, "positive") for name in ("n", "d", "d_k", "d_model", "mu")}
    assert amount_of(written, SizeRelations(), letters).value == amount_of(right, SizeRelations(), letters).value


@pytest.mark.parametrize("written", ["3n e", "ne", "4e^2 + n", "d_ff", "[n, d]", "[n", "n...", r"2\,foo"])
def test_what_is_no_polynomial_of_its_letters_is_not_read(written: str) -> None:
    """e beside the letters of a question is a letter that nobody knows, and not the number."""
    with pytest.raises(SymattnError):
        amount_of(written, SizeRelations(), {name: letter(name, "positive") for name in ("n", "d")})


def test_a_raised_power_of_ten_says_how_many_digits_are_claimed() -> None:
    assert amount_of("2.92 × 10⁴", SizeRelations()).within == Number.of(50)


@pytest.mark.parametrize("written", ["0.00M", "0 k", "0.00 × 10⁶", "0.0e9", "0.0%"])
def test_no_millions_stand_for_no_number_but_zero(written: str) -> None:
    found = amount_of(written, SizeRelations())
    assert found.holds(Number.of(0))
    assert not found.holds(Number.of(4) / 100_000)
    assert not found.holds(Number.of(4))
