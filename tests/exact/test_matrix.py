"""Matrices of exact values: weights, masks, joins, roundings, and factors that agree with entries."""

import pickle
from fractions import Fraction as F
from itertools import product

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symattn.equality import equal
from symattn.errors import ShapeError, SymattnError
from symattn.exact.functions import exp, log, root, symbol
from symattn.exact.matrix import BLOCKED, Matrix, from_cells
from symattn.exact.number import Number, total
from symattn.exact.parts import multiplied_by_rational
from symattn.ops import OPS

few = settings(deadline=None, suppress_health_check=list(HealthCheck))
entries = st.fractions(min_value=-9, max_value=9, max_denominator=10)
rows = st.lists(entries, min_size=1, max_size=5)


def tables(height=3, width=3):
    return st.lists(st.lists(entries, min_size=width, max_size=width), min_size=height, max_size=height)


def same(a, b):
    return equal(a, b).decision == "equal"


def entrywise(m):
    """The same matrix, kept by its entries alone."""
    return Matrix(m.shape, None, m.values, m.blocked)


scores = st.builds(lambda t, n: Matrix.of(t).scaled(1 / root(n)), tables(), st.sampled_from([1, 2, 3, 4]))


@few
@given(scores)
def test_rows_of_weights_sum_to_exactly_1(m):
    for row in m.weights().values:
        assert same(total(row), Number.of(1))


@pytest.mark.exhaustive
@few
@given(scores, st.sampled_from([root(2), exp(1), log(3), Number.of(F(1, 7))]))
def test_a_shift_of_a_row_changes_no_weight(m, shift):
    moved = m.map(lambda x: x + shift)
    assert same(moved.weights(), m.weights())


@pytest.mark.exhaustive
@few
@given(scores)
def test_weights_are_the_same_from_factors_and_from_entries(m):
    assert same(entrywise(m).exp().normalized(), m.weights())


@pytest.mark.exhaustive
@few
@given(scores, tables())
def test_products_are_the_same_from_factors_and_from_entries(m, table):
    right = Matrix.of(table)
    weights = m.weights()
    assert same(weights @ right, entrywise(weights) @ entrywise(right))
    assert same(weights + right, entrywise(weights) + entrywise(right))
    assert same(m @ right.scaled(root(2)), entrywise(m) @ entrywise(right).scaled(root(2)))


@pytest.mark.exhaustive
@few
@given(scores, tables(), st.integers(0, 25))
def test_decimals_are_the_same_from_factors_and_from_entries(m, table, places):
    out = m.weights() @ Matrix.of(table)
    assert out.decimals(places) == entrywise(out).decimals(places)


@few
@given(tables(2, 3), tables(3, 2), tables(2, 2))
def test_rational_matrices_follow_the_laws(a, b, c):
    x, y, z = Matrix.of(a), Matrix.of(b), Matrix.of(c)
    assert (x @ y).T == y.T @ x.T
    assert (z + x @ y) @ z == z @ z + x @ y @ z
    assert z - z == Matrix.of([[0, 0], [0, 0]])


WEIGHTS = {  # sentence: (scores, weights)
    "equal scores share evenly": ([[0, 0, 0, 0]], [["1/4"] * 4]),
    "two and two": ([[1, 1, 0, 0]], [["e/(2*e+2)", "e/(2*e+2)", "1/(2*e+2)", "1/(2*e+2)"]]),
    "a tie and a lower one": ([["sqrt(2)", "sqrt(2)", 0]], [["1/(2 + e^(-sqrt(2)))", "1/(2 + e^(-sqrt(2)))", "1/(1 + 2 e^sqrt(2))"]]),
    "one token looks at itself": ([[7]], [[1]]),
    "logarithms give rationals": ([["log(2)", "log(3)", 0]], [["1/3", "1/2", "1/6"]]),
    "different surds in one row": ([["sqrt(2)", "sqrt(3)"]], [["1/(1+e^(sqrt(3)-sqrt(2)))", "1/(1+e^(sqrt(2)-sqrt(3)))"]]),
    "scores that tie in disguise": ([["sqrt(3+2sqrt(2))", "1+sqrt(2)"]], [["1/2", "1/2"]]),
    "exponentials as scores": ([["e", "2*e"]], [["1/(1+e^e)", "1/(1+e^(-e))"]]),
}  # fmt: skip


@pytest.mark.parametrize(("given_", "wanted"), WEIGHTS.values(), ids=WEIGHTS)
def test_softmax(given_, wanted):
    from symattn.language import entry

    m = Matrix.of([[entry(x) if isinstance(x, str) else x for x in row] for row in given_])
    assert same(m.weights(), wanted)
    assert same(m.T.T.weights().T.T, wanted)


def test_a_masked_score_has_no_weight():
    m = Matrix.of([[1, 2, 3], [4, 5, 6]]).masked([(0, 1), (0, 2), (1, 2)])
    assert m.cells()[0] == (Number.of(1), BLOCKED, BLOCKED)
    assert same(m.weights(), [[1, 0, 0], ["1/(1+e)", "e/(1+e)", 0]])
    assert same(entrywise(m).weights(), m.weights())
    assert m.decimals(1)[0] == ("1.0", "-inf", "-inf")


def test_a_masked_score_stays_blocked():
    m = Matrix.of([[1, root(2)], [exp(1), 4]]).masked([(0, 1)])
    for other in (m.scaled(Number.of(2)), m + m, m + Matrix.of([[exp(1), root(3)]]), m.select([0, 1], [0, 1]), m.T.T, Matrix.beside(m, m)):
        assert other[0, 1] is BLOCKED
        assert other[0, 0] is not BLOCKED
    assert m.T[1, 0] is BLOCKED
    assert Matrix.on_top(m, m)[2, 1] is BLOCKED
    assert m.exp()[0, 1] == 0


def test_a_row_blocked_entirely_is_named():
    with pytest.raises(SymattnError, match="row 2 is blocked entirely"):
        OPS["softmax"].run(Matrix.of([[1, 2], [3, 4]]).masked([(1, 0), (1, 1)]))


def test_a_row_that_adds_up_to_zero_is_named():
    with pytest.raises(SymattnError, match="row 2 cannot be normalised"):
        Matrix.of([[1, 2], [1, -1]]).normalized()


def test_blocked_scores_do_not_multiply():
    with pytest.raises(SymattnError, match="minus infinity"):
        Matrix.of([[1, BLOCKED]]) @ Matrix.of([[1], [1]])


MISFITS = {
    "a product": (lambda a, b: a @ b, "2×3"),
    "a sum": (lambda a, b: a + b.T @ b, "2×3"),
    "side by side": (lambda a, b: Matrix.beside(a, Matrix.of([[1]])), "1×1"),
    "on top": (lambda a, b: Matrix.on_top(a, Matrix.of([[1]])), "1×1"),
}


@pytest.mark.parametrize(("f", "said"), MISFITS.values(), ids=MISFITS)
def test_misfits_name_both_shapes(f, said):
    a = Matrix.of([[1, 2, 3], [4, 5, 6]])
    with pytest.raises(ShapeError, match=said):
        f(a, a)


def test_a_ragged_matrix_names_its_row():
    with pytest.raises(ShapeError, match="row 2 has 1"):
        Matrix.of([[1, 2], [3]])
    with pytest.raises(ShapeError, match="empty"):
        Matrix.of([])


def test_a_bias_is_added_to_every_row():
    assert Matrix.of([[1, 2], [3, 4]]) + Matrix.of([[10, 20]]) == Matrix.of([[11, 22], [13, 24]])
    assert Matrix.of([[1, 2], [3, 4]]) + Matrix.of([[10], [20]]) == Matrix.of([[11, 12], [23, 24]])


def test_rounding_goes_away_from_zero():
    assert OPS["round"].run(Matrix.of([[F(1, 8), F(-1, 8), root(2)]]), places=2) == Matrix.of([[F(13, 100), F(-13, 100), F(141, 100)]])


def test_layer_norm_is_exact():
    out = OPS["layer_norm"].run(Matrix.of([[1, 2, 3, 6]]), eps=Number.of(0))
    assert same(out, [["-2/sqrt(7/2)", "-1/sqrt(7/2)", "0", "3/sqrt(7/2)"]])
    with pytest.raises(SymattnError, match="eps"):
        OPS["layer_norm"].run(Matrix.of([[2, 2]]), eps=Number.of(0))
    assert same(OPS["layer_norm"].run(Matrix.of([[2, 2]]), eps=Number.of(F(1, 10))), [[0, 0]])


def test_layer_norm_after_attention_has_correct_decimals():
    import mpmath

    out = OPS["layer_norm"].run((Matrix.of([[1, 2], [3, 5]]).weights() @ Matrix.of([[1, 4], [7, -2]])), eps=Number.of(F(1, 100)))
    with mpmath.workdps(60):
        w = [1 / (1 + mpmath.e), 1 / (1 + mpmath.e**2)]
        for i, (a, row) in enumerate(zip(w, out.decimals(30), strict=True)):
            x = [a * 1 + (1 - a) * 7, a * 4 - (1 - a) * 2]
            mean = sum(x) / 2
            spread = mpmath.sqrt(sum((y - mean) ** 2 for y in x) / 2 + mpmath.mpf(1) / 100)
            assert [mpmath.nstr((y - mean) / spread, 25) for y in x] == [mpmath.nstr(mpmath.mpf(s), 25) for s in row], i


def test_a_second_softmax_has_letters_and_sums_to_1():
    second = Matrix.of([[0, 1], [2, 0]]).weights().weights()
    assert same(total(second.values[0]), Number.of(1))
    assert second.decimals(6) == (("0.386484", "0.613516"), ("0.681700", "0.318300"))


def test_rope_turns_and_keeps_lengths():
    m = OPS["rope"].run(Matrix.of([[1, 2, 3, 4], [5, 6, 7, 8]]), start=3)
    for row, squares in zip(m.values, (30, 174), strict=True):
        assert same(total(x * x for x in row), Number.of(squares))


def test_symbols_as_entries():
    a, b = symbol("a"), symbol("b")
    out = Matrix.of([[a, b]]).weights()
    assert same(total(out.values[0]), Number.of(1))
    assert same(out, Matrix.of([[1 / (1 + exp(b - a)), 1 / (1 + exp(a - b))]]))


def test_a_matrix_survives_pickling():
    for m in (Matrix.of([[1, F(1, 3)]]), Matrix.of([[1, root(2)]]).weights(), Matrix.of([[1, BLOCKED]])):
        copy = pickle.loads(pickle.dumps(m))
        assert copy == m
        assert repr(copy) == repr(m)


def test_from_cells_keeps_many_monomials_as_entries():
    cells = tuple(tuple(exp(root(n + 2) * (i + 1)) for n in range(4)) for i in range(3))
    assert from_cells(cells).parts is None
    assert from_cells(cells).values == cells


@pytest.mark.parametrize("right", [[[0, 1], [1, 0]], [[0, 0], [0, 0]], [[1, -1], [-1, 1]], [[2, 0], [0, "1/2"]], [[1], [-1]], [[0], [1]]], ids=str)
def test_what_a_product_with_rational_numbers_leaves_out_is_gone(right):
    """Zeros and what cancels leave no term behind, so that a rational entry is known as one."""
    roots = [root(2), exp(Number.of(1)), 1 + root(3), Number.of(0), Number.of(5), root(2) + exp(Number.of(1))]
    for a, b in product(roots, repeat=2):
        ((*found,),) = multiplied_by_rational([(a, b)], fmpq_mat([[fmpq(*F(x).as_integer_ratio()) for x in row] for row in right]))
        for j, x in enumerate(found):
            alone = a * Number.of(F(right[0][j])) + b * Number.of(F(right[1][j]))
            assert (x.terms, x.is_rational) == (alone.terms, alone.is_rational)


@pytest.mark.parametrize("kept", [entrywise, lambda m: m @ Matrix.of([[int(i == j) for j in range(4)] for i in range(4)])], ids=["entries", "a denominator"])
@pytest.mark.parametrize("bits", [300, 900, 1100])
def test_the_digits_of_each_number_count_and_not_those_of_all_denominators(monkeypatch, kept, bits):
    """Numbers of 300 binary digits have a denominator of 1,200 together."""
    monkeypatch.setattr("symattn.exact.matrix.LONG", 1000)
    given = Matrix.of([[F(1, p ** next(k for k in range(bits) if (p**k).bit_length() >= bits)) for p in (2, 3, 5, 7)]])
    value = kept(given)
    if bits < 1000:
        value.sized([given])
        assert value.bits >= bits
    else:
        with pytest.raises(SymattnError, match="beyond"):
            value.sized([given])
