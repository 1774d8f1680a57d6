"""Zero tests and signs: the proof for nested roots, what letters leave open, and what a limit stops."""

import random
from fractions import Fraction

import pytest

from symattn.errors import LimitError, SymattnError
from symattn.exact import zero
from symattn.exact.ball import ball
from symattn.exact.decide import compare, sign
from symattn.exact.functions import cos, exp, log, root, sin, symbol
from symattn.exact.number import PI, Number
from symattn.exact.zero import algebraic, conjugate_bound, is_zero, symbolic, vanishes
from symattn.language import read


def ladder(n):
    """√(2 + √(2 + √(2 + …))), n roots deep: 2 cos(π / 2^(n+1))."""
    x = root(2)
    for _ in range(n - 1):
        x = root(2 + x)
    return x


def test_a_ladder_of_roots_squares_to_the_next_lower_one():
    for n in range(2, 7):
        assert vanishes(ladder(n) * ladder(n) - 2 - ladder(n - 1)) is True


def test_a_ladder_of_roots_is_twice_a_cosine():
    for n in range(1, 6):
        assert is_zero(ladder(n) - 2 * cos(PI / 2 ** (n + 1))) is True


@pytest.mark.parametrize("places", [50, 700, 2000])
def test_a_nested_identity_off_by_a_little_is_not_zero(places):
    gap = root(2 + root(2)) * root(2 - root(2)) - root(2) + Number.of(1) / 10**places
    assert vanishes(gap) is False
    assert is_zero(gap) is False


def test_the_norm_bound_holds_for_every_conjugate():
    x = 3 * root(2 + root(2)) - 5 * root(7, 3)
    conjugates = [3 * s * root(2 + t * root(2)) - 5 * root(7, 3) for s in (1, -1) for t in (1, -1)]
    assert all(abs(ball(c, 64)) < conjugate_bound(x) + 1 for c in conjugates)


def test_a_complex_coefficient_is_zero_only_with_both_its_parts():
    nested = root(2 + root(2))
    assert vanishes(nested * sin(1)) is False
    assert vanishes(cos(nested) - cos(1)) is False
    assert vanishes(cos(nested) - cos(root(4 + 2 * root(2)) / root(2))) is True


def test_exponents_that_are_nested_roots_are_told_apart_and_put_together():
    a, b = root(2 + root(2)), root(2 - root(2))
    assert is_zero(exp(a) * exp(b) - exp(root(4 + 2 * root(2)))) is True
    assert is_zero(exp(a) - exp(b)) is False


def test_a_proof_larger_than_the_limit_is_left_undecided(monkeypatch):
    monkeypatch.setattr(zero, "MOST_NORM_BITS", 10)
    found = compare(root(2 + root(2)) * root(2 - root(2)), root(2))
    assert found.decision == "undecided"
    assert "larger than the stated limits" in found.reason


def test_the_sign_of_something_tiny():
    assert sign(exp(-100000)) == 1
    assert sign(1 / (1 + exp(100000)) - exp(-100000)) == -1


def test_the_sign_of_zero_in_disguise():
    assert sign(root(5 + 2 * root(6)) - root(2) - root(3)) == 0
    assert sign(log(6) - log(2) - log(3)) == 0


def test_the_sign_of_a_symbol_is_refused():
    with pytest.raises(LimitError):
        sign(symbol("a"))


def test_two_symbols_are_undecided_and_one_is_itself():
    a, b = symbol("a"), symbol("b")
    assert compare(a + b, b + a).decision == "equal"
    assert compare((a + b) * (a - b), a * a - b * b).decision == "equal"
    assert compare(1 / (1 + a) + a / (1 + a), Number.of(1)).decision == "equal"
    assert compare(exp(a) / (exp(a) + exp(b)), 1 / (1 + exp(b - a))).decision == "equal"
    found = compare(a, b)
    assert found.decision == "undecided"
    assert "letters without a value" in found.reason
    assert compare(a, a + 1).decision == "different"
    assert symbolic(exp(a))
    assert not algebraic(exp(a))


def test_a_verdict_is_no_truth_value():
    with pytest.raises(SymattnError, match="three values"):
        bool(compare(Number.of(1), Number.of(1)))


def test_division_by_zero_in_disguise_is_an_error():
    with pytest.raises(SymattnError, match="division by zero"):
        1 / (root(3 + 2 * root(2)) - 1 - root(2))
    with pytest.raises(SymattnError, match="division by zero"):
        1 / (exp(log(2)) - 2)


def test_a_divisor_that_may_be_zero_is_refused():
    half = exp(Number.of(1) / 2)
    a, b = root(exp(1) - 1, 11), root(half - 1, 11) * root(half + 1, 11)
    with pytest.raises(LimitError, match="zero"):
        1 / (a - b)


REASONS = {
    "a weight is named": (1 / (1 + exp(3 * root(2))), exp(-3 * root(2)) / (1 + exp(-3 * root(2))), "both are 1/(1+e^{3√2})"),
    "a rational gap is exact": (Number.of(1), Number.of(3) / 2, "they differ by 1/2"),
    "a tiny gap has a power of ten": (exp(-100), Number.of(0), "they differ by about 3.7·10⁻⁴⁴"),
    "a middling gap is written out": (root(2), root(3), "they differ by about 0.32"),
    "a gap above one": (root(2) * 100, Number.of(0), "they differ by about 140"),
    "a gap far below": (exp(-(10**6)), Number.of(0), "they differ by about 3.3·10⁻⁴³⁴²⁹⁵"),
}


@pytest.mark.parametrize(("a", "b", "said"), REASONS.values(), ids=REASONS)
def test_a_reason_is_one_sentence(a, b, said):
    assert compare(a, b).reason == said


def sum_of_exponentials(dice):
    """A positive sum of exponentials with roots in coefficients and exponents, at times over another one."""

    def exponent():
        q = Number.of(Fraction(dice.randint(-6, 6), dice.choice([1, 1, 2, 3, 10])))
        return q if dice.random() < 0.6 else q + root(dice.choice([2, 3, 5])) * Fraction(dice.randint(-3, 3), dice.choice([1, 2]))

    out = Number.of(dice.randint(0, 4))
    for _ in range(dice.randint(1, 4)):
        c = Number.of(Fraction(dice.randint(1, 9), dice.choice([1, 1, 2, 5])))
        out = out + (c * root(dice.choice([2, 3])) if dice.random() < 0.2 else c) * exp(exponent())
    return out / (1 + exp(exponent())) if dice.random() < 0.25 else out


@pytest.mark.sliced(20)
@pytest.mark.parametrize("seed", range(40))
def test_roots_of_products_of_sums_of_exponentials_are_decided(seed):
    dice = random.Random(seed)
    a, b, c = (sum_of_exponentials(dice) for _ in range(3))
    assert compare(root(a * b), root(a) * root(b)).decision == "equal"
    assert compare(root(a * b * c), root(a * c) * root(b)).decision == "equal"
    assert compare(root(a * a), a).decision == "equal"
    assert compare(root(a + 2 * root(a * b) + b), root(a) + root(b)).decision == "equal"
    assert compare(root(a * b), -root(a) * root(b)).decision == "different"
    assert compare(root(a * b) + Fraction(1, 10**300), root(a) * root(b)).decision == "different"


ALGEBRAIC = ["1", "1/(sqrt(1+sqrt(2))+2^(1/3))", "exp(1/(2^(1/5)+3^(1/7)+5^(1/11)))", "sqrt(2)", "2^(1/3)", "1/(1+2^(1/3))", "1/(2^(1/5)+3^(1/7))", "sqrt(1+sqrt(2))", "exp(sqrt(2))", "exp(1/(1+2^(1/3)))", "exp(2)*sqrt(3)", "sin(1)", "cos(sqrt(2))", "1/(1+sqrt(2)+2^(1/3)) - exp(2)"]
TRANSCENDENTAL = ["pi", "log(2)", "sqrt(1+exp(1))", "exp(pi)", "1/(1+pi)", "exp(log(2)*sqrt(2))", "1/(1+log(2))", "sqrt(2)/pi", "exp(1/(1+pi))", "1 + pi", "exp(1) + log(3)", "2^(1/3) * pi"]


@pytest.mark.parametrize("text", ALGEBRAIC + TRANSCENDENTAL)
def test_algebraic_numbers_and_their_exponentials_are_known_as_such(text):
    """Of these alone different exponents are proved to be independent."""
    assert algebraic(read(text, "text").number) == (text in ALGEBRAIC)
