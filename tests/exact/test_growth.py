"""Where values go as a letter grows, told by their fastest terms, without another library."""

from __future__ import annotations

import pytest

from symattn.exact.functions import exp, log, root, symbol
from symattn.exact.growth import told
from symattn.exact.number import UNIT, ZERO, Number

U = symbol("u")
GOES: dict[str, tuple[Number, Number | None]] = {
    "the faster exponential above and below": ((exp(U) + 2 * exp(2 * U)) / (3 * exp(2 * U) + exp(U)), Number.of(2) / 3),
    "the slower one above": ((1 + exp(U)) / (exp(3 * U) + exp(U)), ZERO),
    "the slower one below": ((exp(3 * U) + exp(U)) / (1 + exp(U)), None),
    "a power against an exponential": (U**5 / exp(U), ZERO),
    "an exponential against a power": (exp(U) / (U**5 + 1), None),
    "powers": ((3 * U**2 + U) / (2 * U**2 - 7), Number.of(3) / 2),
    "a logarithm against a power": (log(U) / (U + 1), ZERO),
    "a square in an exponent against the letter": (exp(U**2) / exp(5 * U), None),
    "a weight": (1 / (1 + exp(-3 * U)), UNIT),
    "a weight of the other sign": (1 / (1 + exp(3 * U)), ZERO),
    "what does not move": (root(2) + 0 * U, root(2)),
    "what goes to a number, and beside it what stays": (5 + 1 / U, Number.of(5)),
}


@pytest.mark.parametrize(("value", "limit"), GOES.values(), ids=GOES)
def test_the_fastest_terms_tell_where_a_value_goes(value: Number, limit: Number | None) -> None:
    found = told(value, U, None)
    assert found == limit if limit is not None else found is None


@pytest.mark.parametrize(("to", "limit"), [(0, Number.of(1) / 2), (1, 1 / (1 + exp(Number.of(1))))])
def test_a_letter_comes_down_to_a_number(to: int, limit: Number) -> None:
    assert told(1 / (1 + exp(U)), U, Number.of(to)) == limit
