"""Symbols in a derivation: scales, derivatives, limits, solutions; matrices known by name; batches on the page."""

from __future__ import annotations

import pickle

import pytest
import sympy as sp

import symattn as sa

EYE = [[1, 0], [0, 1]]
X = [[1, 2], [3, 4]]
a, n = sp.symbols("a n")
t = sp.Symbol("t", positive=True)
M = sp.MatrixSymbol("M", 2, 2)


def softmax_jacobian(p):
    """diag(p) − pᵀp, the textbook's."""
    return sp.diag(*p) - p.T * p


def test_the_jacobian_of_softmax_is_the_textbooks():
    d = sa.derive(["A = softmax(S)"], S=[[0, 1, 3]])
    expected = softmax_jacobian(d["A"])
    assert sa.equal(d.jacobian("A", "S"), expected).decision == "equal"


def test_rows_move_by_themselves():
    found = sa.attention(X, EYE, EYE, EYE).jacobian("A", "L")
    assert found.shape == (4, 4)
    assert found[0:2, 2:4] == sp.zeros(2, 2)


def test_a_blocked_score_moves_nothing():
    found = sa.attention(X, EYE, EYE, EYE, mask="causal").jacobian("H", "L")
    assert found[:, 1] == sp.zeros(4, 1)
    assert found[0:2, :] == sp.zeros(2, 4)
    assert found[2, 3] != 0


def test_the_jacobian_by_a_given_agrees_with_differences():
    d = sa.attention(X, EYE, [[0, 1], [1, 0]], EYE)
    found = d.jacobian("H", "X").evalf(20)
    step = sp.Rational(1, 10**8)
    moved = d.with_(X=[[1 + step, 2], [3, 4]])["H"].evalf(30)
    gap = ((moved - d["H"].evalf(30)) / step).reshape(4, 1) - found[:, 0]
    assert max(abs(x) for x in gap) < 1e-6


def test_a_symbol_is_a_scale():
    d = sa.attention(X, EYE, EYE, EYE, scale=t)
    assert d["L"][0, 0] == 5 / t
    assert d.limit(t, sp.oo, "A") == sp.ones(2, 2) / 2
    assert d.limit(t, 0, "A") == sp.Matrix([[0, 1], [0, 1]])
    assert d.subs(t, sp.sqrt(2))["A"] == sa.attention(X, EYE, EYE, EYE)["A"]
    assert pickle.loads(pickle.dumps(d)) == d
    assert sa.attention(X, EYE, EYE, EYE, scale=a**2 + 1)["L"][0, 0] == 5 / (a**2 + 1)
    assert "t" in str(d.exact.plan.line("L").text)


def test_symbols_in_masks_and_eps():
    d = sa.derive(["A = softmax(S + B)", "N = layer_norm(A, eps=c)"], S=X, B=[[0, a], [0, 0]], c=t)
    assert d.subs(a, 0)["A"] == sa.derive(["A = softmax(S)"], S=X)["A"]
    assert d["N"].free_symbols == {a, t}


def test_derivatives_and_series_of_a_line():
    d = sa.derive(["S = X @ X.T", "A = softmax(S)"], X=[[a], [1]])
    assert d.diff(a, name="S") == sp.Matrix([[2 * a, 1], [1, 0]])
    assert d.diff(a, a, name="S") == sp.Matrix([[2, 0], [0, 0]])
    assert d.series(a, 0, 2, "S")[0, 1] == sp.series(a, a, 0, 2)
    masked = sa.derive(["L = causal_mask(X)"], X=[[a, a], [1, a]])
    assert masked.diff(a) == sp.Matrix([[1, 0], [0, 1]])
    with pytest.raises(sa.SymattnError, match="t does not stand in the givens; there stand a"):
        d.diff(t)
    with pytest.raises(sa.SymattnError, match="put one in"):
        sa.attention(X, EYE, EYE, EYE).diff(a)


def test_for_which_value_an_entry_is_what_is_wanted():
    d = sa.derive(["A = softmax(S)"], S=[[0, a]])
    assert d.solve_for(a, "A", 0, 1, "3/4") == [sp.log(3)]
    assert d.solve_for(a, "A", 0, 1, sp.Rational(1, 2)) == [0]
    assert d.solve_for(a, "A", 0, 1, 2) == []


def test_a_formula_is_one_of_sympys():
    f = sa.derive(["S = M @ M.T", "A = softmax(S)"], M=M)["A"]
    assert f.shape == (2, 2)
    assert f.func(*f.args) == f
    assert hash(f.func(*f.args)) == hash(f)
    assert f[0, 1] == f.as_explicit()[0, 1]
    values = dict(zip(M, sp.Matrix(X), strict=True))
    expected = sa.derive(["S = M @ M.T", "A = softmax(S)"], M=X)["A"]
    assert sa.equal(f.as_explicit().subs(values), expected).decision == "equal"
    assert f.subs(M, sp.Matrix(X)).doit() == expected
    assert f.doit() == f
    assert sp.latex(f) == r"\operatorname{softmax}\left(M M^{T}\right)"
    assert sp.pretty(f).endswith("softmax⎝M⋅M ⎠")
    assert pickle.loads(pickle.dumps(f)) == f


def test_a_formula_is_differentiated():
    f = sa.derive(["A = softmax(M)"], M=M)["A"]
    one = f.diff(M[0, 0])
    assert one.shape == (2, 2)
    p = f.as_explicit()[0, :]
    assert sa.equal(one[0, :], softmax_jacobian(p)[0, :]).decision == "equal"
    assert one[1, :] == sp.zeros(1, 2)
    assert f.diff(M).shape == (2, 2, 2, 2)
    assert f.diff(a) == sp.zeros(2, 2)


@pytest.mark.parametrize(
    "line", ["layer_norm(M)", "layer_norm(M, eps=1)", "softmax(M, axis=0)", "causal_mask(M)", "relu(M)", "concat(M, M)", "M[:, 0:1]", "round(M, 1)"]
)
def test_every_operation_is_worked_out_once_its_matrix_is_known(line):
    f = sa.derive([f"A = {line}"], M=M)["A"]
    assert f.subs(M, sp.Matrix(X)).doit() == sa.derive([f"A = {line}"], M=X)["A"]


def test_sizes_that_are_letters_have_no_entries():
    f = sa.derive(["A = softmax(Y @ Y.T)"], Y=sp.MatrixSymbol("Y", n, 2))["A"]
    assert f.shape == (n, n)
    with pytest.raises(sa.SymattnError, match="n×n has no entries"):
        f.as_explicit()
    assert str(f[0, 1]) == "softmax(Y*Y.T)[0, 1]"


def test_a_batch_is_shown(capsys):
    d = sa.derive(["S = X @ X.T", "A = softmax(S)"], X=[[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    d.show()
    assert "S[1] = ⎡61   83⎤" in capsys.readouterr().out
    assert "X[0]" in d.html() or "[0]" in d.html()
    assert r"\begin{bmatrix}" in d.latex() or "bmatrix" in d.latex()
    three = sa.derive(["S = X @ X.T"], X=[[[[1], [2]]], [[[3], [4]]]])
    three.show()
    assert "S[1, 0]" in capsys.readouterr().out
