"""The figure of how an amount grows: its table, its curve, and nothing of either on the blank sheet."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.errors import SymattnError
from symattn.figures import Context, build
from symattn.figures.growth import ROWS
from symattn.figures.model import Label, LabelledBox, Path, Shade
from symattn.sheet import loads

SQUARE = Context(symbol=str, line="w", letter="n", sizes={"n": 3}, amount=lambda name, letter, n: Fraction(2 * n * n))


def test_the_table_doubles_the_letter_and_says_the_factor() -> None:
    figure = build("growth", SQUARE).key()
    texts = [str(item.content) for item in figure.items if isinstance(item, Label)]
    assert sum("×" in text and "'4'" in text for text in texts) == ROWS - 1
    assert "3: 18; 6: 72; 12: 288; 24: 1152; 48: 4608" in figure.description


def test_the_curve_is_that_of_the_polynomial() -> None:
    (curve,) = [item for item in build("growth", SQUARE).items if isinstance(item, Path) and item.kind == "values"]
    (x, y), (end, top) = curve.points[15], curve.points[-1]
    left, low = curve.points[0][0] - (end - curve.points[0][0]) / Fraction(47, 1), 54
    assert abs((low - y) / (low - top) - Fraction(1, 4)) < Fraction(1, 100)  # at half the way a quarter of the height
    assert abs((x - left) / (end - left) - Fraction(1, 2)) < Fraction(1, 20)


def test_what_stays_0_grows_by_no_factor() -> None:
    figure = build("growth", Context(symbol=str, line="w", letter="n", sizes={"n": 3}, amount=lambda name, letter, n: Fraction(0))).key()
    assert not [item for item in figure.items if isinstance(item, Label) and "×" in str(item.content)]
    assert "3: 0; 6: 0; 12: 0; 24: 0; 48: 0" in figure.description


def test_the_blank_sheet_has_neither_values_nor_points() -> None:
    figure = build("growth", SQUARE).blank()
    assert figure.kinds == ()
    assert not [item for item in figure.items if isinstance(item, Shade)]
    assert len([item for item in figure.items if isinstance(item, LabelledBox)]) == 1  # the table's frame


def test_a_sheet_draws_it() -> None:
    text = (
        '[[question]]\nsteps = ["S = Q @ K.T", "w = multiplications(S)"]\nsizes = { n = 1024, k = 64 }\n'
        'figures = [{ name = "growth", line = "w", letter = "LETTER" }]\n[question.shapes]\nQ = ["n", "k"]\nK = ["n", "k"]\n'
    )
    sheet = loads(text.replace("LETTER", "n"))
    assert "67108864" in deliver(sheet, Wanted("text")).decode()
    with pytest.raises(SymattnError, match="no number is known for m"):
        deliver(loads(text.replace("LETTER", "m")), Wanted("text"))
