"""Roots, powers, exponentials, logarithms and angles: normal forms, numerical values, errors and limits."""

import math
import subprocess
import sys
from fractions import Fraction as F
from itertools import product

import mpmath
import pytest
import sympy

from symattn.errors import LimitError, SymattnError
from symattn.exact.decimals import decimal, rounded, scientific
from symattn.exact.functions import absolute, cos, cosh, exp, log, root, sigmoid, sin, sinh, symbol, tanh, to_power
from symattn.exact.number import PI, Number, same_form
from symattn.exact.sympy import from_sympy
from symattn.exact.text import pretty, text
from symattn.language import read
from symattn.language.letters import known, letter

POSITIVE = from_sympy(sympy.Symbol("p", positive=True))
NORMAL = {  # sentence: (value, its one text)
    "squares come out of a root": (root(12), "2*sqrt(3)"),
    "a root is never below a fraction bar": (1 / root(3), "sqrt(3)/3"),
    "a root of a root": (root(root(2), 3), "2**(1/6)"),
    "a root of a fraction": (root(F(2, 3)), "sqrt(6)/3"),
    "a power of a root": (root(2) ** 5, "4*sqrt(2)"),
    "a logarithm comes down": (exp(3 * log(2)), "8"),
    "a logarithm in a power stays": (to_power(2, root(2)), "2**sqrt(2)"),
    "logarithms of primes are written as one": (log(F(9, 2)), "log(9/2)"),
    "the log of an exponential": (log(exp(root(2))), "sqrt(2)"),
    "the larger exponential leaves the log": (log(exp(1) + exp(3)), "3 + log(1 + exp(-2))"),
    "a turn by a third": (cos(PI / 3), "1/2"),
    "a turn by two and a quarter": (sin(9 * PI / 4), "sqrt(2)/2"),
    "a sine of the negative": (sin(-2), "-sin(2)"),
    "a weight": (sigmoid(-root(2)), "1/(1 + exp(sqrt(2)))"),
    "sines within an exponent": (exp(sin(1)), "exp(sin(1))"),
    "a cosine below a bar": (1 / cos(1), "1/cos(1)"),
    "a perfect square": (root(1 + 2 * exp(1) + exp(2)), "1 + exp(1)"),
    "a square below a bar": (1 / (1 + 2 * exp(1) + exp(2)), "1/(1 + exp(1))**2"),
    "a quotient that divides": ((exp(2) - 1) / (exp(1) - 1), "1 + exp(1)"),
    "shares of a whole that add up in an exponent": (exp(sigmoid(1) + sigmoid(-1)), "exp(1)"),
    "a power of a letter root": (to_power(1 + exp(1), F(2, 3)), "(1 + exp(1))**(2/3)"),
}  # fmt: skip


@pytest.mark.parametrize("below", [1, 2, 3])
@pytest.mark.parametrize(("over", "n"), [(1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4)])
@pytest.mark.parametrize("whole", [1 + exp(1), 3 + log(2), 1 + exp(1) + exp(2)], ids=text)
def test_a_sum_under_a_root_cancels_with_the_same_sum_below_a_bar(whole: Number, over: int, n: int, below: int) -> None:
    found = (to_power(whole, F(over, n)) / whole**below) ** n
    assert found.key == ((1 / whole) ** (n * below - over)).key
    assert (to_power(whole, F(over, n)) / whole**below * to_power(whole, F(n - over, n))).key == ((1 / whole) ** (below - 1)).key



@pytest.mark.parametrize(("value", "written"), NORMAL.values(), ids=NORMAL)
def test_normal_form(value, written):
    assert text(value) == written


mp = mpmath.mp.clone()
mp.dps = 60
VALUES = {  # sentence: (ours, the same with 60 digits)
    "the root of a cosine": (lambda: root(cos(1)), lambda: mp.sqrt(mp.cos(1))),
    "the log of a sine": (lambda: log(sin(1)), lambda: mp.log(mp.sin(1))),
    "the root of the square of a negative logarithm": (lambda: root(log(2 - root(3)) ** 2), lambda: -mp.log(2 - mp.sqrt(3))),
    "the log of a quotient of two negatives": (lambda: log((1 - exp(2)) / (1 - exp(1))), lambda: mp.log(1 + mp.e)),
    "the log of a sum whose largest exponential is negative": (lambda: log(2 - exp(F(1, 10))), lambda: mp.log(2 - mp.exp(mp.mpf(1) / 10))),
    "the log of a negative logarithm turned": (lambda: log(-log(2 - root(3))), lambda: mp.log(-mp.log(2 - mp.sqrt(3)))),
    "a root of an order beyond all": (lambda: to_power(2, F(1, 10**9)), lambda: mp.mpf(2) ** (mp.mpf(1) / 10**9)),
    "one over one plus such a root": (lambda: 1 / (1 + to_power(2, F(1, 10**9))), lambda: 1 / (1 + mp.mpf(2) ** (mp.mpf(1) / 10**9))),
    "a tangent": (lambda: sin(1) / cos(1), lambda: mp.tan(1)),
    "e to a sine": (lambda: exp(sin(3)) / (1 + exp(sin(3))), lambda: 1 / (1 + mp.exp(-mp.sin(3)))),
    "a negative odd power of tanh": (lambda: root(to_power(tanh(6), -3)), lambda: mp.tanh(6) ** mp.mpf("-1.5")),
    "a position's angle": (lambda: cos(to_power(10000, F(-1, 3)) * 7), lambda: mp.cos(7 * mp.mpf(10000) ** (mp.mpf(-1) / 3))),
    "cosh and sinh": (lambda: cosh(root(2)) - sinh(F(1, 3)), lambda: mp.cosh(mp.sqrt(2)) - mp.sinh(mp.mpf(1) / 3)),
    "an absolute value": (lambda: absolute(sin(4)), lambda: -mp.sin(4)),
    "a sigmoid of an exponential": (lambda: log(sigmoid(exp(3))), lambda: -mp.log(1 + mp.exp(-mp.exp(3)))),
}  # fmt: skip


@pytest.mark.parametrize(("ours", "theirs"), VALUES.values(), ids=VALUES)
def test_value(ours, theirs):
    assert decimal(ours(), 40) == mp.nstr(theirs(), 60, min_fixed=-99, max_fixed=99)[:0] + _fixed(theirs(), 40)


def _fixed(x, places):
    n = int(mp.floor(abs(x) * mp.mpf(10) ** places + mp.mpf(1) / 2))
    digits = str(n).rjust(places + 1, "0")
    return ("-" if x < 0 else "") + digits[:-places] + "." + digits[-places:]


REFUSED = {
    "the root of a negative": (lambda: root(-2), "negative"),
    "the root of a negative in disguise": (lambda: root(root(2) - root(3)), "negative"),
    "the log of zero": (lambda: log(0), "not positive"),
    "the log of a negative": (lambda: log(root(2) - 2), "not positive"),
    "the log of zero in disguise": (lambda: log(root(8) - 2 * root(2)), "not positive"),
    "the log of what is negative for all letters": (lambda: log(-POSITIVE), "not positive"),
    "the root of what is negative for all letters": (lambda: root(-1 - POSITIVE), "negative"),
    "zero to a negative power": (lambda: to_power(0, -1), "divides by zero"),
    "a perplexity with a probability of zero": (lambda: to_power(0, F(-1, 7)), "a perplexity with a probability of 0 is infinite"),
    "zero to a negative surd": (lambda: to_power(0, -root(2)), "divides by zero"),
    "a root of order zero": (lambda: root(2, 0), "order"),
    "a float": (lambda: Number.of(0.5), "no exact number"),  # type: ignore[arg-type]
    "a truth value": (lambda: Number.of(True), "no exact number"),
    "one over zero": (lambda: Number.of(1) / 0, "division by zero"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
def test_refused(make, said):
    with pytest.raises(SymattnError, match=said):
        make()


TOO_LARGE = {
    "an exponential": lambda: exp(10**7),
    "a tower": lambda: exp(exp(exp(3))),
    "a power of a whole number": lambda: to_power(9, 9**9),
    "a power of nearly one": lambda: to_power(F(10**9 + 1, 10**9), 10**9),
    "a power of a sum": lambda: to_power(1 + exp(1) + root(2) + exp(2), 1000),
    "a root to a power": lambda: to_power(root(2), 10**8),
}


@pytest.mark.sliced(6)
@pytest.mark.parametrize("make", TOO_LARGE.values(), ids=TOO_LARGE)
def test_too_large(make):
    with pytest.raises(LimitError):
        make()


def test_ties_go_away_from_zero():
    assert [decimal(Number.of(F(n, 8)), 2) for n in (1, -1, 3, -3)] == ["0.13", "-0.13", "0.38", "-0.38"]
    assert [rounded(Number.of(F(n, 2)), 0) for n in (-3, -1, 1, 3, 5)] == [-2, -1, 1, 2, 3]


def test_a_tie_in_disguise_goes_away_from_zero():
    half = root(3 + 2 * root(2), 4) ** 2 - root(2) - F(1, 2)
    assert decimal(half, 0) == "1"
    assert decimal(-half, 0) == "-1"


def test_decimals_of_a_value_that_is_nearly_whole():
    assert decimal(1 - exp(-F(5456, 5) / root(3)), 100) == "1." + "0" * 100
    assert decimal(1 - exp(-F(5456, 5) / root(3)), 274).startswith("0." + "9" * 273)
    assert decimal(-exp(-300), 3) == "0.000"


def test_decimals_of_large_values():
    assert decimal(exp(100), 2) == "26881171418161354484126255515800135873611118.77"
    assert decimal(Number.of(10**50) + root(2), 3) == "1" + "0" * 49 + "1.414"


def test_scientific():
    assert scientific(Number.of(F(23, 2000)), 2) == ("1.2", -2)
    assert scientific(-exp(-1000), 3) == ("-5.08", -435)
    assert scientific(Number.of(F(9996, 10)), 3) == ("1.00", 3)


def test_a_decimal_that_does_not_settle_is_a_limit():
    with pytest.raises(LimitError, match="settle"):
        decimal(root(exp(1) - 1, 11) - root(exp(F(1, 2)) - 1, 11) * root(exp(F(1, 2)) + 1, 11) + F(1, 2), 0)


def test_symbols_are_known_by_their_names():
    a = symbol("a")
    assert a == symbol("a")
    assert not same_form(a, symbol("b"))
    with pytest.raises(LimitError, match="cannot be told"):
        _ = a == symbol("b")
    assert text(exp(a) / (1 + exp(a))) == "1/(1 + exp(-a))"
    assert exp(log(a)) == a


def test_a_long_value_is_shortened_in_a_sentence():
    assert pretty(Number.of(10**100) / 3) == "about 3.33333·10^99"


WITHOUT_SYMPY = """
import sys
from math import prod
from symattn.exact.functions import symbol
from symattn.exact.number import plain_exponent
from symattn.exact.quotients import square_of
a, b = symbol("a"), symbol("b")
for n in (1, 2, 5, 7):
    root = prod([a] * n) - 3 * b
    square = root * root
    plain_exponent.cache_clear()  # what was worked out before is found there, and an exponent of FLINT's equals one of Python's
    assert square_of(square) in (root, -root)
assert "sympy" not in sys.modules
"""


def test_the_root_of_a_square_needs_no_sympy() -> None:
    """SymPy registers FLINT's whole numbers as Python's: what takes them for such works where it is loaded, and nowhere else."""
    subprocess.run([sys.executable, "-c", WITHOUT_SYMPY], check=True)

SIGNED = {  # a value as people write it -> its text, and that of its opposite
    "-cos(t)/a": ("-cos(t)/a", "cos(t)/a"), "-exp(t)/(3*a)": ("-exp(t)/(3*a)", "exp(t)/(3*a)"), "-sin(1)/3": ("-sin(1)/3", "sin(1)/3"),
    "-(1+e)/a": ("-(1 + exp(1))/a", "(1 + exp(1))/a"), "(1-e)/a": ("(1 - exp(1))/a", "(exp(1) - 1)/a"), "1/a - 1": ("1/a - 1", "1 - 1/a"),
    "-sqrt(2)*cos(t)/(5*a)": ("-sqrt(2)*cos(t)/(5*a)", "sqrt(2)*cos(t)/(5*a)"), "-log(2)/a": ("-log(2)/a", "log(2)/a"), "-1/a": ("-1/a", "1/a"),
    "-cos(1)*sin(2)/a": ("-(sin(1) + sin(3))/(2*a)", "(sin(1) + sin(3))/(2*a)"), "(cos(t)-1)/a": ("(cos(t) - 1)/a", "(1 - cos(t))/a"),
}  # fmt: skip


@pytest.mark.parametrize("written", SIGNED)
def test_a_sign_stands_before_a_fraction_or_in_its_sum(written):
    with known({"t": letter("t", "real"), "a": letter("a", "positive")}):
        value = read(written).number
    assert (text(value), text(-value)) == SIGNED[written]


LOGS = {"log(2)": math.log(2), "log(3)": math.log(3), "log(10)": math.log(10), "log(2)^2": math.log(2) ** 2, "sqrt(log(2))": math.log(2) ** 0.5, "1/log(2)": 1 / math.log(2)}
FACTORS = {"1": 1.0, "-1": -1.0, "2": 2.0, "1/2": 0.5, "3/5": 0.6, "sqrt(2)": 2**0.5, "log(3)": math.log(3), "log(3)^2": math.log(3) ** 2, "1/log(3)": 1 / math.log(3)}


@pytest.mark.parametrize("one", LOGS)
def test_a_power_with_logarithms_in_its_exponent_is_written_as_the_number_that_it_is(one: str) -> None:
    for (by, factor), (more, beside) in product(FACTORS.items(), {"0": 0.0, "log(3)": math.log(3), "log(2)": math.log(2), "sqrt(3)": 3**0.5}.items()):
        value = read(f"exp(({one})*({by}) + {more})").number
        shown = text(value)
        assert float(decimal(read(shown).number, 12)) == pytest.approx(math.exp(LOGS[one] * factor + beside), rel=1e-9), (by, more, shown)


def test_of_several_logarithms_a_power_has_one_below_and_the_others_above() -> None:
    x, y, two, three = symbol("x"), symbol("y"), log(2), log(3)
    assert [text(exp(each)) for each in (x * two, x * two / 2 + x * three, two**2, x * two**2, two * three, two**2 * three, two / three, log(x) * y, log(x) ** 2, y * log(x) ** 2)] == [
        "2**x", "18**(x/2)", "exp(log(2)**2)", "exp(log(2)**2*x)", "exp(log(2)*log(3))", "3**(log(2)**2)", "2**(1/log(3))", "x**y", "exp(log(x)**2)", "exp(log(x)**2*y)"]


E_ = exp(1)
SAID = {  # in a sentence: what stands under a root or above e, with brackets where it is more than one number
    "√2": root(2), "√(1+√2)": root(1 + root(2)), "√(2+√3+e)": root(2 + root(3) + E_), "√(1+e)": root(E_ + 1), "√(log(3))": root(log(3)), "√(1+log(3))": root(log(3) + 1),
    "√(π)": root(PI), "√(1+π)": root(PI + 1), "2√(1+√2)−1": 2 * root(1 + root(2)) - 1, "−√(log(18))": -root(log(2) + log(3) * 2), "log(1+√2)": log(1 + root(2)),
    "sin(1+√2)": sin(1 + root(2)), "e/(1+e)": 1 / (1 + exp(-1)), "e^{−1}": exp(-1), "e^{π}": exp(PI), "π^2": PI**2,
}
NOT_READ = {
    "∛7": root(7, 3), "∛(1+e)": root(1 + E_, 3), "∛(√2+√3)": root(root(2) + root(3), 3), "5-th root of (2+e)": root(E_ + 2, 5), "5-th root of 2": root(2, 5),
    "4-th root of (log(2))": root(log(2), 4), "e^{√2}": exp(root(2)), "e^{√(1+√2)}": exp(root(1 + root(2))),
}


@pytest.mark.parametrize(("said", "value"), [*SAID.items(), *NOT_READ.items()])
def test_a_value_in_a_sentence_has_the_brackets_that_it_needs(said, value):
    assert pretty(value) == said
    assert said in NOT_READ or read(said).number == value, "and is read as it is said"


U, W = symbol("u"), symbol("w")
WITH_A_ROOT = {
    "(u + w)/sqrt(2)": (U + W) / root(2), "(u - w)/sqrt(6)": (U - W) / root(6), "u/sqrt(2)": U / root(2),
    "(u + w)/(2*sqrt(2))": (U + W) / (2 * root(2)), "sqrt(2)*(u + w)/3": (U + W) * root(2) / 3, "3*u/sqrt(2)": 3 * U / root(2), "-u/sqrt(2)": -U / root(2),
}


@pytest.mark.parametrize(("said", "value"), WITH_A_ROOT.items(), ids=WITH_A_ROOT)
def test_a_root_that_all_terms_of_a_fraction_share_stands_once(said, value):
    assert text(value) == said
