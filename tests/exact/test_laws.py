"""Laws of exact values, tried on random ones: rings, rewritings, balls, decimals, texts and pickles."""

import pickle
from fractions import Fraction

import mpmath
from flint import arb, ctx, fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symattn.exact.ball import ball
from symattn.exact.decide import compare, sign
from symattn.exact.decimals import decimal
from symattn.exact.functions import cos, exp, log, root, sigmoid, sin, tanh
from symattn.exact.number import Number, same_form
from symattn.exact.text import text
from symattn.language import read

few = settings(deadline=None, suppress_health_check=list(HealthCheck))
rationals = st.fractions(min_value=-5, max_value=5, max_denominator=6)
surds = st.builds(lambda q, n: root(n) * q, rationals, st.sampled_from([1, 2, 3, 5, 6, 8, 12]))
nested = st.builds(lambda a, n: root(a + root(n)), st.integers(2, 5), st.sampled_from([2, 3, 5]))
exponents = st.one_of(surds, nested, st.builds(lambda x, y: x + y, surds, surds))
exponentials = st.builds(lambda q, x: exp(x) * q, rationals, exponents)
weights = st.builds(lambda x, y: 1 / (1 + exp(x - y)), exponents, exponents)
turns = st.builds(lambda f, x: f(x), st.sampled_from([sin, cos]), exponents)
numbers = st.recursive(
    st.one_of(rationals.map(Number.of), surds, exponentials, weights, turns),
    lambda inner: st.builds(lambda f, x, y: f(x, y), st.sampled_from([Number.__add__, Number.__sub__, Number.__mul__]), inner, inner),
    max_leaves=4,
)


def same(a, b):
    return compare(a, b).decision == "equal"


@few
@given(numbers, numbers, numbers)
def test_numbers_are_a_ring(a, b, c):
    assert a + b == b + a
    assert a * b == b * a
    assert a - a == 0
    assert a * 1 == a
    assert same((a + b) + c, a + (b + c))
    assert same((a * b) * c, a * (b * c))
    assert same(a * (b + c), a * b + a * c)


@few
@given(numbers, numbers)
def test_division_undoes_multiplication(a, b):
    if sign(b):
        assert same(a * b / b, a)
        assert same(a / b * b, a)


def _common_factor(x, y, f):
    return x * f / (x * f + y * f)


REWRITINGS = {
    "with a common factor": lambda x, y, f: _common_factor(exp(x), exp(y), exp(f)),
    "as a sigmoid": lambda x, y, f: sigmoid(x - y),
    "as a tanh": lambda x, y, f: (1 + tanh((x - y) / 2)) / 2,
    "as one minus the other weight": lambda x, y, f: 1 - exp(y) / (exp(x) + exp(y)),
    "over a product": lambda x, y, f: exp(x - y) * (1 + exp(f)) / ((1 + exp(x - y)) * (1 + exp(f))),
    "split into fractions": lambda x, y, f: 1 / (1 + exp(y - x)) + exp(f) / (1 + exp(f)) - 1 / (1 + exp(-f)),
    "through the logarithm": lambda x, y, f: exp(x - log(exp(x) + exp(y))),
}


@few
@given(exponents, exponents, surds, st.sampled_from(list(REWRITINGS)))
def test_a_weight_rewritten_is_equal(x, y, f, how):
    assert same(REWRITINGS[how](x, y, f), exp(x) / (exp(x) + exp(y))), how


@few
@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40), rationals)
def test_rationalised_roots_are_equal(a, b, c, q):
    divisor = root(a) + root(b) + root(c)
    assert same(q / divisor * divisor, Number.of(q))
    assert same(root(a + b + 2 * root(a * b)), root(a) + root(b))


@few
@given(numbers, st.sampled_from([1, 7, 40, 150, 400]), st.sampled_from([-1, 1]))
def test_a_little_more_is_different(a, places, side):
    assert compare(a, a + Number.of(Fraction(side, 10**places))).decision == "different"


@few
@given(exponents, exponents)
def test_addition_formulas(x, y):
    assert same(cos(x + y), cos(x) * cos(y) - sin(x) * sin(y))
    assert same(sin(2 * x), 2 * sin(x) * cos(x))
    assert exp(x) * exp(y) == exp(x + y)


@few
@given(numbers)
def test_narrower_balls_lie_in_wider_ones(a):
    with ctx.workprec(600):
        assert ball(a, 80).contains(ball(a, 500)) or ball(a, 80).overlaps(ball(a, 500))
        assert ball(a, 500).rad() < arb(2) ** -300


@few
@given(numbers, numbers)
def test_balls_of_a_sum_and_product_meet_the_balls_of_the_parts(a, b):
    with ctx.workprec(300):
        assert (ball(a, 300) + ball(b, 300)).overlaps(ball(a + b, 300))
        assert (ball(a, 300) * ball(b, 300)).overlaps(ball(a * b, 300))


@few
@given(rationals, st.sampled_from([2, 3, 5, 7]), rationals, st.integers(0, 60))
def test_decimals_agree_with_mpmath_at_200_digits(p, n, q, places):
    with mpmath.workdps(200):
        top, bottom = mpmath.exp(_mpf(p) * mpmath.sqrt(n)), 1 + mpmath.exp(_mpf(q))
        value = (top / bottom - mpmath.cos(_mpf(q))) * mpmath.mpf(10) ** places
        whole = mpmath.sign(value) * mpmath.floor(abs(value) + mpmath.mpf(1) / 2)
    ours = decimal(exp(root(n) * p) / (1 + exp(q)) - cos(q), places)
    assert int(ours.replace(".", "")) == int(whole)


def _mpf(q):
    return mpmath.mpf(q.numerator) / q.denominator


@few
@given(st.fractions(max_denominator=10**6), st.integers(0, 12))
def test_decimals_of_rationals_round_half_away_from_zero(q, places):
    scaled = abs(q) * 10**places
    whole = (scaled + Fraction(1, 2)).__floor__()
    assert Fraction(decimal(Number.of(q), places)) == Fraction(whole if q >= 0 else -whole, 10**places)


@few
@given(numbers)
def test_a_text_reads_back_as_the_same_value(a):
    assert same(read(text(a), "text").number, a)


@few
@given(numbers)
def test_a_pickle_is_the_same_value(a):
    copy = pickle.loads(pickle.dumps(a))
    assert copy == a
    assert same_form(copy, a)
    assert str(copy) == str(a)


@few
@given(st.integers(1, 5), st.sampled_from([2, 3, 5]))
def test_the_sign_of_a_power_of_a_small_difference(n, p):
    small = (root(p * p + 1) - p) ** n
    assert sign(small) == 1
    assert sign(-small) == -1
    assert compare(small * (root(p * p + 1) + p) ** n, Number.of(1)).decision == "equal"


@few
@given(rationals)
def test_rationals_equal_pythons_own(q):
    assert Number.of(q) == q
    assert Number.of(q) != q + 1
    assert Number.of(fmpq(q.numerator, q.denominator)).rational == fmpq(q.numerator, q.denominator)
