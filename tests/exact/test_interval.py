"""Intervals: every exact result of numbers inside lies inside, and they are no wider than need be."""

import operator
from decimal import Decimal as D
from fractions import Fraction as F

import pytest
from flint import arb, fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symattn.errors import ShapeError, SymattnError
from symattn.exact.any_matrix import blocked_in
from symattn.exact.decide import Span
from symattn.exact.functions import root
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number
from symattn.ops import OPS


def decimals(table):
    """Written decimals, or values with their unit, as all that they may be rounded from; other values as themselves."""
    spans = [[Span.written(x) if isinstance(x, (D, tuple)) else Span.of(0 if x is BLOCKED else x) for x in row] for row in table]
    return IntervalMatrix(spans, blocked_in(table))

few = settings(deadline=None, suppress_health_check=list(HealthCheck))
written = st.builds(lambda n, p: D(n).scaleb(-p), st.integers(-99, 99), st.integers(0, 3))
tables = st.lists(st.lists(st.tuples(written, st.fractions(-1, 1, max_denominator=50)), min_size=2, max_size=2), min_size=2, max_size=2)

RULES = {
    "transpose": lambda m: m.T,
    "product": lambda m: m @ m.T,
    "product with exact values on the left": lambda m: Matrix.of([[1, -2], [F(1, 3), 4]]) @ m,
    "product with exact values on the right": lambda m: m @ Matrix.of([[1, -2], [F(1, 3), 4]]),
    "sum": lambda m: m + Matrix.of([[root(2), -1]]) + m,
    "difference": lambda m: Matrix.of([[root(2), -1]]) - m - m.T,
    "scaling": lambda m: m.scaled(-1 / root(3)),
    "entrywise": lambda m: m.entrywise(Matrix.of([[2, -3]])),
    "softmax": lambda m: m.weights(),
    "softmax down": lambda m: OPS["softmax"].run(m, axis=0),
    "masked softmax": lambda m: m.masked([(0, 1)]).weights(),
    "exp": lambda m: m.exp(),
    "relu": lambda m: OPS["relu"].run(m),
    "round": lambda m: OPS["round"].run(m, places=1),
    "rope": lambda m: OPS["rope"].run(m, start=1),
    "layer norm": lambda m: OPS["layer_norm"].run(m, eps=Number.of(F(1, 10))),
    "beside": lambda m: Matrix.beside(m, Matrix.of([[1], [2]])),
    "on top": lambda m: Matrix.on_top(Matrix.of([[1, 2]]), m),
    "select": lambda m: m.select([1, 0], [1]),
}


@pytest.mark.sliced(24)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@few
@given(tables)
def test_what_lies_inside_stays_inside(rule, table):
    """Any number a decimal may be rounded from, put through a rule, lies in the interval the rule gives."""
    boxes = decimals([[x for x, _ in row] for row in table])
    chosen = Matrix.of([[F(x) + f * F(10) ** x.as_tuple().exponent / 2 for x, f in row] for row in table])
    assert all(all(row) for row in boxes.contains(chosen))
    assert all(all(row) for row in rule(boxes).contains(rule(chosen)))
    assert all(all(row) for row in rule(boxes).overlaps(rule(chosen)))


ENDS = {  # what is written: (inside, outside)
    "a decimal": (D("0.50"), [F(99, 200), F(101, 200), F(1, 2)], [F(9899, 20000), F(50501, 100000)]),
    "a whole number": (D("3"), [F(5, 2), F(7, 2)], [F(24999, 10000), F(35001, 10000)]),
    "a power of ten": (D("6.3e-2"), [F(625, 10000), F(635, 10000)], [F(62499, 1000000)]),
    "a negative": (D("-1.4"), [F(-27, 20), F(-29, 20)], [F(-149999, 100000) - F(1, 10), F(-13499, 10000)]),
    "value and unit": ((Number.of(2), F(1, 10)), [F(39, 20), F(41, 20)], [F(194, 100)]),
    "an exact value": (F(1, 3), [F(1, 3)], [F(33333, 100000)]),
}  # fmt: skip


@pytest.mark.parametrize(("cell", "inside", "outside"), ENDS.values(), ids=ENDS)
def test_ends_are_exact(cell, inside, outside):
    boxes = decimals([[cell]])
    assert all(boxes.contains(Matrix.of([[x]])) == ((True,),) for x in inside)
    assert all(boxes.contains(Matrix.of([[x]])) == ((False,),) for x in outside)


def test_an_end_off_by_a_hair_is_outside():
    boxes = decimals([[D("0.5")]])
    assert boxes.contains(Matrix.of([[F(11, 20) + F(1, 10**200)]])) == ((False,),)
    assert boxes.contains(Matrix.of([[root(3 + 2 * root(2)) - root(2) - F(9, 20)]])) == ((True,),)


MEETING = {  # two intervals, and whether some number lies in both
    "one inside the other": ((F(0), F(3)), (F(1), F(2)), True),
    "one beside the other": ((F(0), F(1)), (F(1, 2), F(2)), True),
    "touching at a whole number": ((F(0), F(1)), (F(1), F(2)), True),
    "touching at a third, which has no exact binary form": ((F(0), F(1, 3)), (F(1, 3), F(2)), True),
    "apart by a hair": ((F(0), F(1, 3)), (F(1, 3) + F(1, 10**90), F(2)), False),
    "apart": ((F(-2), F(-1)), (F(1), F(2)), False),
}


@pytest.mark.parametrize(("first", "second", "meet"), MEETING.values(), ids=MEETING)
def test_intervals_that_touch_overlap_in_both_directions(first, second, meet):
    a, b = (Span.between(*(fmpq(x.numerator, x.denominator) for x in ends)) for ends in (first, second))
    assert a.overlaps(b) is b.overlaps(a) is meet
    if first[1] - second[0] != F(-1, 10**90):  # outward rounded ends do not tell so small a gap
        bare = Span(a.low, a.high)
        assert bare.overlaps(b) is b.overlaps(bare) is meet


ENDS = [(-3, -2), (-2, -1), (-1, 0), (-1, 1), (0, 0), (0, 1), (1, 1), (1, 2), (2, 5), (-4, 3), (-7, -7)]


@pytest.mark.parametrize("first", ENDS)
@pytest.mark.parametrize("sign", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_an_interval_is_as_narrow_as_its_numbers_allow(sign, first):
    """From the least to the greatest of what two ends give; over what may be 0 it is everything."""
    for second in ENDS:
        a, b = (Span.between(fmpq(low), fmpq(high)) for low, high in (first, second))
        found = sign(a, b)
        if sign is operator.truediv and second[0] <= 0 <= second[1]:
            assert not found.low.is_finite(), (first, second)
            assert not found.high.is_finite()
        else:
            corners = [sign(F(x), F(y)) for x in first for y in second]
            for end, right in ((found.low, min(corners)), (found.high, max(corners))):
                assert abs(end - arb(fmpq(right.numerator, right.denominator))) < 1e-13, (first, second)


def test_weights_are_as_narrow_as_can_be():
    low, high = Span.written(D("1.0")), Span.written(D("2.0"))
    (first, second), = IntervalMatrix([[low, high]]).weights().values
    edges = [Matrix.of([[F(a, 20), F(b, 20)]]).weights()[0, 0] for a, b in ((19, 41), (21, 39))]
    assert abs(float(first.low.str(20, radius=False)) - _float(edges[0])) < 1e-15
    assert abs(float(first.high.str(20, radius=False)) - _float(edges[1])) < 1e-15
    assert abs(float((1 - second.high).str(20, radius=False)) - _float(edges[0])) < 1e-15


def _float(x):
    from symattn.exact.decimals import decimal

    return float(decimal(x, 20))


def test_a_layer_norm_of_what_may_be_constant_stays_bounded():
    (a, b), = OPS["layer_norm"].run(decimals([[D("1.0"), D("1.1")]])).values
    assert float(a.low.str(10, radius=False)) >= -1.0000001
    assert float(b.high.str(10, radius=False)) <= 1.0000001


def test_blocked_scores_stay_blocked():
    boxes = decimals([[D("1.0"), BLOCKED]])
    assert boxes[0, 1] is BLOCKED
    assert boxes.contains(Matrix.of([[1, BLOCKED]])) == ((True, True),)
    assert boxes.contains(Matrix.of([[1, 2]])) == ((True, False),)
    assert boxes.overlaps(Matrix.of([[1, 2]])) == ((True, False),)
    assert boxes.weights().contains(Matrix.of([[1, 0]])) == ((True, True),)
    with pytest.raises(SymattnError, match="blocked entirely"):
        OPS["softmax"].run(decimals([[BLOCKED]]))
    with pytest.raises(SymattnError, match="minus infinity"):
        boxes @ Matrix.of([[1], [1]])


def test_shapes_are_checked():
    boxes = decimals([[D("1.0"), D("2.0")]])
    for f in (lambda: boxes @ boxes, lambda: boxes.contains(Matrix.of([[1]])), lambda: boxes.overlaps(Matrix.of([[1]]))):
        with pytest.raises(ShapeError, match="1×2"):
            f()


def test_an_exact_matrix_becomes_narrow():
    m = Matrix.of([[root(2), F(1, 3)]])
    assert IntervalMatrix.lifted(m).contains(m) == ((True, True),)
    assert IntervalMatrix.lifted(m).contains(Matrix.of([[root(2) + F(1, 10**60), F(1, 3)]])) == ((False, True),)
    assert IntervalMatrix.lifted(Matrix.of([[1, 0]])).values[0] == (1, 0)


@pytest.mark.parametrize("first", [(0, 0), (0, 1), (1, 1), (-1, 1), (0, 2)])
@pytest.mark.parametrize("second", [(0, 0), (0, 1), (1, 1), (-1, 1), (0, 2)])
def test_intervals_are_the_same_that_have_the_same_ends(first, second):
    """And one is the same as a whole number where that is both of its ends."""
    a, b = (Span.between(fmpq(low), fmpq(high)) for low, high in (first, second))
    assert (a == b) == (first == second)
    assert a != b or hash(a) == hash(b)
    assert [a == n for n in (-1, 0, 1, 2)] == [first == (n, n) for n in (-1, 0, 1, 2)]
    assert a != "0"


SHARES = {  # a row of intervals -> the least and the most that the first may be of the sum, by hand
    "nothing or a part beside one": ([(0, 1), (1, 1)], 0, F(1, 2)),
    "parts below one": ([(F(1, 4), F(1, 2)), (F(1, 2), F(3, 4))], F(1, 4), F(1, 2)),
    "a part beside nothing or a part": ([(F(1, 2), F(1, 2)), (0, F(1, 2))], F(1, 2), 1),
    "one of three": ([(1, 2), (0, 1), (1, 3)], F(1, 5), F(2, 3)),
    "nothing": ([(0, 0), (1, 2)], 0, 0),
    "above one": ([(2, 3), (1, 2)], F(1, 2), F(3, 4)),
    "below nothing": ([(-3, -2), (-2, -1)], F(1, 2), F(3, 4)),
    "apart from nothing, beside a sign that is open": ([(4, 4), (-1, 1)], F(4, 5), F(4, 3)),
}


@pytest.mark.parametrize(("row", "least", "most"), SHARES.values(), ids=SHARES)
def test_a_share_of_a_row_is_as_narrow_as_can_be(row, least, most):
    spans = [Span.between(fmpq(F(low).numerator, F(low).denominator), fmpq(F(high).numerator, F(high).denominator)) for low, high in row]
    found = IntervalMatrix([spans]).normalized()[0, 0]
    assert float(found.low) == pytest.approx(float(least), abs=1e-9)
    assert float(found.high) == pytest.approx(float(most), abs=1e-9)
    turned = IntervalMatrix([spans[::-1]]).normalized()[0, len(spans) - 1]
    assert (float(turned.low), float(turned.high)) == pytest.approx((float(least), float(most)), abs=1e-9), "wherever it stands"
