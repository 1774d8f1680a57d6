"""Random expressions, worked out twice: exactly, and by mpmath from the expression itself, without our normal forms."""

from fractions import Fraction

import mpmath
from flint import arb, ctx
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from symattn.errors import LimitError
from symattn.exact import functions
from symattn.exact.ball import ball
from symattn.exact.number import PI, Number

mp = mpmath.mp.clone()
mp.dps = 70

UNARY = {  # name: (ours, mpmath's, where it is defined)
    "sqrt": (functions.root, mp.sqrt, lambda x: x > 1e-30),
    "cube root": (lambda x: functions.root(x, 3), mp.cbrt, lambda x: x > 1e-30),
    "log": (functions.log, mp.log, lambda x: x > 1e-30),
    "exp": (functions.exp, mp.exp, lambda x: abs(x) < 300),
    "sin": (functions.sin, mp.sin, lambda x: abs(x) < 1e6),
    "cos": (functions.cos, mp.cos, lambda x: abs(x) < 1e6),
    "tanh": (functions.tanh, mp.tanh, lambda x: abs(x) < 300),
    "sinh": (functions.sinh, mp.sinh, lambda x: abs(x) < 300),
    "cosh": (functions.cosh, mp.cosh, lambda x: abs(x) < 300),
    "sigmoid": (functions.sigmoid, lambda x: 1 / (1 + mp.exp(-x)), lambda x: abs(x) < 300),
    "abs": (functions.absolute, abs, lambda x: abs(x) > 1e-30),
    "square": (lambda x: functions.to_power(x, 2), lambda x: x * x, lambda x: abs(x) < 1e6),
    "cube below": (lambda x: functions.to_power(x, -3), lambda x: 1 / x**3, lambda x: abs(x) > 1e-10),
    "to the 5/3": (lambda x: functions.to_power(x, Fraction(5, 3)), lambda x: mp.power(x, mp.mpf(5) / 3), lambda x: x > 1e-30),
}  # fmt: skip
BINARY = {
    "+": (lambda a, b: a + b, lambda a, b: a + b, lambda a, b: True),
    "-": (lambda a, b: a - b, lambda a, b: a - b, lambda a, b: True),
    "*": (lambda a, b: a * b, lambda a, b: a * b, lambda a, b: True),
    "/": (lambda a, b: a / b, lambda a, b: a / b, lambda a, b: abs(b) > 1e-30),
    "^": (functions.to_power, mp.power, lambda a, b: a > 1e-30 and abs(b * mp.log(a)) < 100 and abs(b) < 20),
}  # fmt: skip
leaves = st.one_of(st.integers(-6, 6).map(Fraction), st.fractions(-9, 9, max_denominator=8), st.just("pi"))
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(st.tuples(st.sampled_from(list(UNARY)), inner), st.tuples(st.sampled_from(list(BINARY)), inner, inner)),
    max_leaves=5,
)


def theirs(tree):
    """The value with 70 digits; an example in which something has no value is passed over."""
    if not isinstance(tree, tuple):
        return +mp.pi if tree == "pi" else mp.mpf(tree.numerator) / tree.denominator
    values = [theirs(t) for t in tree[1:]]
    _, f, defined = (UNARY if len(values) == 1 else BINARY)[tree[0]]
    assume(all(abs(x) < 1e40 for x in values) and defined(*values))
    return f(*values)


def ours(tree):
    if not isinstance(tree, tuple):
        return PI if tree == "pi" else Number.of(tree)
    f = (UNARY if len(tree) == 2 else BINARY)[tree[0]][0]
    return f(*(ours(t) for t in tree[1:]))


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(trees)
def test_an_expression_has_the_value_it_says(tree):
    expected = theirs(tree)
    try:
        found = ball(ours(tree), 600)
    except LimitError:
        assume(False)
    assume(mp.mpf(2) ** -150 < abs(expected) < mp.mpf(2) ** 150)  # where 70 digits are enough to compare
    with ctx.workprec(300):
        assert abs(found - arb(mp.nstr(expected, 70))) < abs(arb(mp.nstr(expected, 70))) * arb(10) ** -25, tree
