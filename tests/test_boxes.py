"""Boxes are plain, comparable data, and their measured width follows the ink."""

from __future__ import annotations

import pytest

from symattn.boxes import Box, Fence, Frac, Grid, Ink, Root, Row, Script, number, row
from symattn.boxes.measure import width

ONE, LONG = Ink("1", "number"), Ink("123456", "number")
WIDER = {
    "more digits": (ONE, LONG),
    "a sign in front": (number(1), number(-1)),
    "a fraction is wider than its parts": (LONG, Frac(ONE, LONG)),
    "a subscript": (Ink("Q"), Script(Ink("Q"), sub=ONE)),
    "a root": (ONE, Root(ONE)),
    "brackets": (ONE, Fence("(", ONE, ")")),
    "a matrix of two columns": (Grid(((LONG,),)), Grid(((LONG, ONE),))),
}


@pytest.mark.parametrize(("narrow", "wide"), WIDER.values(), ids=WIDER)
def test_width_grows(narrow: Box, wide: Box) -> None:
    assert 0 < width(narrow) < width(wide)


def test_a_column_is_as_wide_as_its_widest_cell() -> None:
    assert width(Grid(((ONE,), (LONG,)))) == width(Grid(((LONG,),)))


def test_rows_open_up_and_single_boxes_stay_alone() -> None:
    assert row(row(ONE, ONE), None, LONG) == Row((ONE, ONE, LONG))
    assert row(ONE) is ONE
    assert row() == Row(())


def test_a_minus_is_a_minus_sign_not_a_hyphen() -> None:
    assert number("-2.5") == Row((Ink("−", "punct"), Ink("2.5", "number")))


def test_boxes_are_values() -> None:
    assert len({Grid(((ONE,),)), Grid(((ONE,),)), Grid(((LONG,),))}) == 2
