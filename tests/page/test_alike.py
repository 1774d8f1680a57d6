"""Which of two ways of writing a value is one that people write."""

from __future__ import annotations

import pytest

from symattn.boxes.latex import read
from symattn.page.alike import how_many, letters_of_formula, multiplied_out


@pytest.mark.parametrize("p", [1, 2, 3, 5])
@pytest.mark.parametrize("q", [2, 3, 5])
@pytest.mark.parametrize("alone", [0, 1, 4, 9])
def test_nobody_multiplies_out_what_gets_half_as_long_again(p: int, q: int, alone: int) -> None:
    """(a + b)(u + v + w) + k + l, of more than four terms, whose letters are counted."""
    left, right, others = "abcde"[:p], "uvwxy"[:q], "fghijklmn"[:alone]
    made = read("+".join([("" if p == 1 else "(") + "+".join(left) + ("" if p == 1 else ")") + f"({'+'.join(right)})", *others]))
    whole = read("+".join([*(a + b for a in left for b in right), *others]))
    assert (how_many(whole), letters_of_formula(whole), letters_of_formula(made)) == (p * q + alone, 2 * p * q + alone, p + q + alone)
    assert multiplied_out(whole, made) == (p * q + alone > 4 and 2 * (2 * p * q + alone) > 3 * (p + q + alone))
