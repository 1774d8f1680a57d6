"""Numbers that are not exactly known: what comes of them holds what is true, and of what may have no value nothing does."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq

from symattn.errors import SymattnError
from symattn.exact.decide import Span
from symattn.exact.number import Number
from symattn.language.loose import Loose, function, joined

ABOUT_2 = Span.between(fmpq(3, 2), fmpq(5, 2))
ABOUT_0 = Span.between(fmpq(-1, 2), fmpq(1, 2))
SIGNS = {"+": 3, "-": 1, "*": 2, "/": 2, "^": 2}


@pytest.mark.parametrize(("sign", "value"), SIGNS.items())
def test_a_sign_holds_what_comes_of_the_numbers(sign: str, value: int) -> None:
    found = joined(sign, ABOUT_2, Number.of(1))
    assert isinstance(found, Span)
    assert found.contains(Number.of(value))
    assert not found.contains(Number.of(value + 2))


REFUSED = {
    "a quotient by what may be 0": lambda: joined("/", Number.of(1), ABOUT_0),
    "a root of what may be below 0": lambda: function("sqrt", [ABOUT_0]),
    "a logarithm of what may be 0": lambda: function("log", [ABOUT_0]),
    "a broken power of what may be below 0": lambda: joined("^", ABOUT_0, Number.of(Fraction(1, 2))),
    "a quotient of balls by 0": lambda: joined("/", arb(1), arb(0)),
}


@pytest.mark.parametrize("made", REFUSED.values(), ids=REFUSED)
def test_of_what_may_have_no_value_nothing_is_known(made: object) -> None:
    with pytest.raises(SymattnError, match="nothing is known"):
        made()  # type: ignore[operator]


UNKNOWN: dict[str, tuple[str, list[Loose]]] = {
    "another function": ("sort", [ABOUT_2]),
    "no argument": ("exp", []),
    "two arguments of one": ("exp", [ABOUT_2, ABOUT_2]),
    "three arguments of a logarithm": ("log", [ABOUT_2, ABOUT_2, ABOUT_2]),
}


@pytest.mark.parametrize(("name", "args"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_function_of_so_many_is_not_known(name: str, args: list[Loose]) -> None:
    with pytest.raises(SymattnError, match=f"{name} is not known of rounded numbers"):
        function(name, args)
