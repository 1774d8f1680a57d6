"""Numbers of every kind against mpmath: what is done with one, or with two, its decimals, its sign, and its text, which reads back.

mpmath works each number out by itself, as it is written here a second time in its own functions; nothing of ours is between.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

import pytest
from mpmath import mp, mpf

from symattn.exact.decide import by_size, decision, sign
from symattn.exact.decimals import decimal, scientific
from symattn.exact.functions import absolute, cos, cosh, exp, larger, log, root, sigmoid, sin, sinh, tanh, to_power
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.language import read

mp.dps = 60
sqrt, e, one = mp.sqrt, mp.e, mpf(1)
NUMBERS = {
    "0": 0 * one, "1": one, "-1": -one, "7/3": 7 * one / 3, "-40/9": -40 * one / 9, "1e-3": one / 1000, "sqrt(2)": sqrt(2),
    "-sqrt(2)/3": -sqrt(2) / 3, "2^(1/3)": mp.cbrt(2), "1 - 2^(1/3)": 1 - mp.cbrt(2), "sqrt(6) - sqrt(3)": sqrt(6) - sqrt(3),
    "sqrt(1 + sqrt(2))": sqrt(1 + sqrt(2)), "2 sqrt(1 + sqrt(2))/(1 + e)": 2 * sqrt(1 + sqrt(2)) / (1 + e),
    "(1 + sqrt(2))^(1/3)": mp.cbrt(1 + sqrt(2)), "sqrt(3 + e)": sqrt(3 + e), "1/sqrt(3 + e)": 1 / sqrt(3 + e), "pi": +mp.pi,
    "pi^2*sqrt(5)": mp.pi**2 * sqrt(5), "sqrt(pi)/2": sqrt(mp.pi) / 2, "e": +e, "(1 + e)/2": (1 + e) / 2, "1/(1 + e)": 1 / (1 + e),
    "1/(1 + e)^2": 1 / (1 + e) ** 2, "-3/(e^2 + e + 1)": -3 / (e**2 + e + 1), "e^-2 + 3": 1 / e**2 + 3, "e^sqrt(2)": mp.exp(sqrt(2)),
    "e^(1/2) - e^(-1/2)": sqrt(e) - 1 / sqrt(e), "log(2)": mp.log(2), "-log(2)^2": -(mp.log(2) ** 2), "log(6)/log(3)": mp.log(6) / mp.log(3),
    "log(1 + e)": mp.log(1 + e), "1/log(2)": 1 / mp.log(2), "cos(1)": mp.cos(1), "-sin(2)": -mp.sin(2), "1/cos(1)": 1 / mp.cos(1),
    "2^sqrt(2)": 2 ** sqrt(2), "e^pi": mp.exp(mp.pi), "5 - e^(1/3)/(2 + e)": 5 - mp.cbrt(e) / (2 + e),
}  # fmt: skip
FUNCTIONS: dict[str, tuple[Callable[[Number], Number], Callable[[mpf], mpf]]] = {
    "exp": (exp, mp.exp), "log": (log, mp.log), "root": (root, sqrt), "third root": (lambda x: root(x, 3), mp.cbrt), "cos": (cos, mp.cos),
    "sin": (sin, mp.sin), "cosh": (cosh, mp.cosh), "sinh": (sinh, mp.sinh), "tanh": (tanh, mp.tanh), "absolute": (absolute, abs),
    "sigmoid": (sigmoid, lambda x: 1 / (1 + mp.exp(-x))), "square": (lambda x: x**2, lambda x: x * x), "less": (lambda x: -x, lambda x: -x),
    "one over": (lambda x: 1 / x, lambda x: 1 / x), "power": (lambda x: to_power(x, -Number.of(3) / 2), lambda x: x ** mpf("-1.5")),
}  # fmt: skip
POSITIVE, NOT_NOTHING = {"log", "root", "third root", "power"}, {"one over"}
OF_TWO: dict[str, tuple[Callable[[Number, Number], Number], Callable[[mpf, mpf], mpf]]] = {
    "sum": (lambda a, b: a + b, lambda a, b: a + b), "difference": (lambda a, b: a - b, lambda a, b: a - b), "larger": (larger, max),
    "product": (lambda a, b: a * b, lambda a, b: a * b), "quotient": (lambda a, b: a / b if b else b, lambda a, b: a / b if b else b),
}  # fmt: skip


def holds(found: Number, value: mpf) -> None:
    """Ten digits behind the point are mpmath's, rounded half up; so are six with a power of ten; the text is of the same number."""
    value = value if abs(value) > mpf(10) ** -50 else mpf(0)  # sin π
    told = Decimal(mp.nstr(value, 50))
    assert Decimal(decimal(found, 10)) == told.quantize(Decimal(1).scaleb(-10), ROUND_HALF_UP) + 0
    if told:
        digits, power = scientific(found, 6)
        assert Decimal(digits).scaleb(power) == round(told, 5 - told.adjusted())
        assert Decimal(digits).adjusted() == 0
    assert sign(found) == mp.sign(value)
    assert read(text(found)).number == found


@pytest.mark.sliced(3)
@pytest.mark.parametrize("words", NUMBERS)
def test_what_is_done_with_a_number(words: str) -> None:
    x, value = read(words).number, NUMBERS[words]
    holds(x, value)
    for name, (of, by_mpmath) in FUNCTIONS.items():
        if (value > 0 or name not in POSITIVE) and (value or name not in NOT_NOTHING):
            holds(of(x), by_mpmath(value))
    if value > 0:
        assert decision(exp(log(x)), x) == "equal"
        assert decision(root(x, 3) ** 3, x) == decision(root(x) ** 2, x) == "equal"


@pytest.mark.sliced(4)
@pytest.mark.parametrize(("first", "second"), [*pairwise(NUMBERS), *zip(list(NUMBERS)[5::2], list(NUMBERS)[28::-2], strict=False)])
def test_what_is_done_with_two(first: str, second: str) -> None:
    a, b = read(first).number, read(second).number
    for of, by_mpmath in OF_TWO.values():
        holds(of(a, b), by_mpmath(NUMBERS[first], NUMBERS[second]))
    assert (by_size(a) < by_size(b), by_size(a) > by_size(b)) == (NUMBERS[first] < NUMBERS[second], NUMBERS[first] > NUMBERS[second])
    assert decision(a, b) == ("equal" if a == b else "different")
    assert decision((a + b) ** 2, a**2 + 2 * a * b + b * b) == "equal"
