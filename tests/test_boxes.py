"""Boxes are plain, comparable data, and their measured width follows the ink."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise

import pytest

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, items_of, number, row
from symattn.boxes.latex import OPERATORS, RELATIONS, read
from symattn.boxes.measure import height, width, zoomed

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


MORE: dict[str, Callable[[int], Box]] = {  # of each kind 0, 1, 2 and 3 more
    "digits": lambda k: Ink("1" * (1 + k), "number"),
    "columns": lambda k: Grid(((ONE,) * (1 + k),)),
    "rules between columns": lambda k: Grid(((ONE,) * 4,), rules=tuple(range(1, 1 + k))),
    "brackets": lambda k: reduce(lambda box, _: Fence("(", box, ")"), range(k), ONE),
    "roots": lambda k: reduce(lambda box, _: Root(box), range(k), ONE),
    "fractions": lambda k: reduce(lambda box, _: Frac(ONE, box), range(k), ONE),
    "boxes": lambda k: reduce(lambda box, _: Boxed(box), range(k), ONE),
    "signs": lambda k: Row((ONE, *(Ink("+", "operator"), ONE) * k)),
    "relations": lambda k: Row((ONE, *(Ink("≈", "relation"), ONE) * k)),
}
TALLER: dict[str, Callable[[int], Box]] = {
    "rows": lambda k: Grid(((ONE,),) * (1 + k)),
    "fractions": lambda k: reduce(lambda box, _: Frac(ONE, box), range(k), ONE),
    "boxes": lambda k: reduce(lambda box, _: Boxed(box), range(k), ONE),
    "a row's tallest": lambda k: Row((ONE, Grid(((ONE,),) * (1 + k)), ONE)),
    "in brackets below a root": lambda k: Fence("(", Root(Grid(((ONE,),) * (1 + k))), ")"),
}


@pytest.mark.parametrize("sizes", [True, False])
@pytest.mark.parametrize("kind", MORE)
def test_each_one_more_takes_as_much_room_as_the_one_before(kind: str, sizes: bool) -> None:
    with zoomed(sizes=sizes):
        found = [width(MORE[kind](k)) for k in range(4)]
    steps = [b - a for a, b in pairwise(found)]
    assert steps[0] > 0
    assert steps == pytest.approx(steps[:1] * 3)


@pytest.mark.parametrize("kind", TALLER)
def test_each_row_more_is_as_high_as_the_one_before(kind: str) -> None:
    steps = [b - a for a, b in pairwise(height(TALLER[kind](k)) for k in range(4))]
    assert steps[0] > 0
    assert steps == pytest.approx(steps[:1] * 3)


@pytest.mark.parametrize(("left", "right"), [("", "]"), ("[", ""), ("(", ")")])
def test_a_bracket_takes_the_same_room_on_either_side(left: str, right: str) -> None:
    bare, one = width(Grid(((ONE,),), "", "")), width(Grid(((ONE,),), "[", "")) - width(Grid(((ONE,),), "", ""))
    assert one > 0
    assert width(Grid(((ONE,),), left, right)) - bare == pytest.approx(one * (bool(left) + bool(right)))


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


@pytest.mark.parametrize(("signs", "kind"), [(OPERATORS, "operator"), (RELATIONS, "relation")])
def test_a_sign_of_latex_has_the_room_of_its_kind(signs: dict[str, str], kind: str) -> None:
    for name, sign in signs.items():
        found = [box for box in items_of(read(f"a \\{name} b")) if box == Ink(sign, kind)]
        assert len(found) == 1, name
