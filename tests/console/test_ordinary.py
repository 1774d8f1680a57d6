"""What somebody who knows SymPy and has never seen symattn types first: each expression gives its value, or a clear reason."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import sympy as sp
from sympy import MatrixSymbol, eye

import symattn as sa

EYE = [[1, 0], [0, 1]]
X = [[1, 2], [3, 4]]
a, b, t = sp.symbols("a b t")
p, r, q = sp.Symbol("p", positive=True), sp.Symbol("r", real=True), sp.Symbol("q", real=True)
n, k = sp.symbols("n k", integer=True, positive=True)
Q, N = MatrixSymbol("Q", 2, 2), MatrixSymbol("N", n, k)
LINES = ["S = Q @ Q.T", "A = softmax(S)", "H = A @ Q"]
NAMES: dict[str, Any] = {
    "d": sa.attention(X, EYE, EYE, EYE),
    "e": sa.attention([[a, 1], [0, b]], EYE, EYE, EYE),
    "w": sa.derive(["A = softmax(S)"], S=[[0, p]]),
    "hot": sa.attention(X, EYE, EYE, EYE, scale=p),
    "eps": sa.derive(["N = layer_norm(X, eps=c)"], X=[[1, 3]], c=p),
    "batch": sa.derive(["S = X @ X.T"], X=[[[a, 2]], [[3, 4]]]),
    "f": sa.derive(LINES, Q=Q),
    "g": sa.derive(["S = N @ N.T", "A = softmax(S)"], N=N),
    "h": sa.attention(Q, MatrixSymbol("W", 2, 2), eye(2), EYE, scale=t),
    **{name: globals()[name] for name in ("a", "b", "t", "p", "r", "q", "n", "k", "Q", "N", "X", "EYE", "LINES")},
    **{name: getattr(sp, name) for name in ("E", "Matrix", "Rational", "exp", "eye", "lambdify", "latex", "log", "oo", "pretty", "sqrt")},
    "sa": sa, "sp": sp, "np": np, "copy": copy, "pickle": pickle,
}  # fmt: skip

# what is typed, and what it is equal to
VALUES = [
    # a derivation as a whole
    ("pickle.loads(pickle.dumps(d)) == d == copy.deepcopy(d)", "True"),
    ("d == d['H'], d != d", "(False, False)"),
    ("Matrix(d) == d['H'] == sp.ImmutableMatrix(d)", "True"),
    ("np.asarray(d, dtype=float).round(3).tolist()", "[[2.972, 3.972], [3.0, 4.0]]"),
    ("sp.N(d, 4) == d.evalf(4)", "True"),
    ("latex(d) == latex(d['H']) and pretty(d) == pretty(d['H']) and sp.srepr(d) == sp.srepr(d['H'])", "True"),
    ("sa.equal(d, d['H']).decision, sa.equal(d['H'], d).decision", "('equal', 'equal')"),
    ("sa.derive(['Z = Y'], Y=d)['Z'] == sa.attention(d, EYE, EYE, EYE)['X'] == sa.rational(d) == d['H']", "True"),
    ("sa.to_domain(d).rank()", "2"),
    ("lambdify(a, sa.derive(['A = softmax(S)'], S=[[0, a]]))(0.0).tolist()", "[[0.5, 0.5]]"),
    ("int(batch.evalf(3)[1, 0, 0])", "25"),
    ("pickle.loads(pickle.dumps(d.slip('L', 'unscaled'))).differs", "('L', 'A', 'H')"),
    ("[x.verdict for x in sa.check('two-heads-by-hand', {'A_1': sp.Matrix([[0.0142, 0.9858], [0.0001, 0.9999]])}).answers[0].questions[0].results if x.name == 'A_1']", "['correct']"),
    # derivatives, limits, series, solutions
    # assumptions survive
    ("sa.derive(['S = X @ X'], X=[[p]])['S'][0, 0].is_positive", "True"),
    ("pickle.loads(pickle.dumps(w)).free_symbols", "{p}"),
    ("sa.derive(['N = relu(X)'], X=[[p, -p]])['N']", "Matrix([[p, 0]])"),
    ("sa.derive(['N = max(X, axis=1)'], X=[[r, q]])['N']", "Matrix([[q/2 + r/2 + abs(q - r)/2]])"),
    # matrices known by name and shape
    ("pickle.loads(pickle.dumps(f)) == f == copy.deepcopy(f) == sa.derive(LINES, Q=Q)", "True"),
    ("list(f), len(f), 'A' in f, sorted(dict(f))", "(['Q', 'S', 'A', 'H'], 4, True, ['A', 'H', 'Q', 'S'])"),
    ("f.free_symbols", "{Q}"),
    ("f.subs(Q, Matrix(X))['H'] == f.with_(Q=X)['H'] == sa.derive(LINES, Q=X)['H']", "True"),
    ("g.subs({n: 2, k: 2})['A'].shape", "(2, 2)"),
    ("g.with_(N=X)['A'] == sa.derive(['A = softmax(N @ N.T)'], N=X)['A']", "True"),
    ("sa.derive(['A = softmax(S)'], S=f)['A'].shape", "(2, 2)"),
    ("f.diff(Q[0, 0], name='S')", "Matrix([[2*Q[0, 0], Q[1, 0]], [Q[1, 0], 0]])"),
    ("f.diff(Q).shape, f['A'].diff(Q).shape", "((2, 2, 2, 2), (2, 2, 2, 2))"),
    ("lambdify(Q, f['H'])(np.eye(2)).round(3).tolist()", "[[0.731, 0.269], [0.269, 0.731]]"),
    ("h.subs({t: 1}).with_(X=X, W_Q=eye(2))['A'] == sa.attention(X, EYE, EYE, EYE, scale=False)['A']", "True"),
]  # fmt: skip

# what is typed, and what the reason says
REASONS = [
    ("sa.attention(Matrix([[1.5, 2]]), EYE, EYE, EYE)", r"row 1, column 1: 1.5 is a binary float.*symattn\.rational"),
    ("sa.attention(X, EYE, EYE, EYE, scale=0.5)", "the text '0.5'"),
    ("e.subs(a, 0.5)", r"binary float.*symattn\.rational"),
    ("e.subs(a, sp.I)", "SymPy's ImaginaryUnit"),
    ("sa.attention(X, EYE, EYE, EYE, mask=Matrix([[1, a], [1, 1]]))", "the mask has a in row 1, column 2"),
    ("sa.derive(['N = relu(X)'], X=[[a]])", r"N = relu\(X\): the sign of a symbol is not known; write letters"),
    ("sa.derive(['N = max(X, axis=1)'], X=[[a, b]])", "the sign of a symbol is not known"),
    ("d['Z']", "there is no line 'Z'"),
    ("f['Z']", "there is no line 'Z'; the lines are S, A, H"),
    ("f.with_(Z=X)", "Z was not given; given are Q"),
    ("f.decimals('A')", r"decimals takes entries; put in .*f\.with_\(Q=…\)"),
    ("g['A'].as_explicit()", "n×n has no entries"),
    ("lambdify(N, g['A'])", "n×n has no entries"),
    ("sa.check('two-heads-by-hand', 5)", "5 is no answer"),
    ("sa.equal(f, f)", "known by name and shape only"),
]

# attributes of a matrix, asked of all of the lines
ASKED_OF_ALL = ["d.T", "d.shape", "d.det()", "d.eigenvals()"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("typed", "expected"), VALUES, ids=[typed for typed, _ in VALUES])
def test_a_value(typed, expected):
    found = eval(typed, dict(NAMES))
    assert found == eval(expected, dict(NAMES))


@pytest.mark.parametrize(("typed", "says"), REASONS, ids=[typed for typed, _ in REASONS])
def test_a_reason(typed, says):
    with pytest.raises(sa.SymattnError, match=says):
        eval(typed, dict(NAMES))


@pytest.mark.parametrize("typed", ASKED_OF_ALL)
def test_a_matrix_is_asked_of_a_line(typed):
    with pytest.raises(AttributeError, match=r"ask a line for it: d\['H'\]"):
        eval(typed, dict(NAMES))


def test_a_formula_shows_its_lines(capsys):
    NAMES["f"].show()
    assert capsys.readouterr().out.splitlines()[::2] == ["    S = Q*Q.T   2×2", "    A = softmax(Q*Q.T)   2×2", "    H = softmax(Q*Q.T)*Q   2×2"]
    assert NAMES["f"]._told("A", "md").splitlines()[1].startswith(r"A = \operatorname{softmax}")
