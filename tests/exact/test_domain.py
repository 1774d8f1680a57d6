"""EXACT as a domain of SymPy's: its own examples, the laws of a field, and ranks that SymPy's default has wrong."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import EX, QQ, ZZ, E, Rational, cbrt, cos, cosh, exp, log, pi, sin, sqrt, tanh
from sympy.polys.domains import EXRAW
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError
from sympy.polys.matrices.tests.test_inverse import INVERSE_EXAMPLES
from sympy.polys.matrices.tests.test_nullspace import NULLSPACE_EXAMPLES
from sympy.polys.matrices.tests.test_rref import RREF_EXAMPLES
from sympy.polys.polyerrors import CoercionFailed

import symattn as sa
from symattn import EXACT
from symattn.exact.decimals import decimal
from symattn.exact.domain import ExactDomainMatrix
from symattn.exact.functions import exp as e_to
from symattn.exact.functions import root
from symattn.exact.number import Number

x, y = sp.symbols("x y")
EYE = [[1, 0], [0, 1]]


def over(m: DomainMatrix) -> ExactDomainMatrix:
    """A matrix of SymPy's examples over EXACT."""
    rows = m.convert_to(EXACT).to_dense().to_list()
    return ExactDomainMatrix(rows, m.shape, EXACT)


# rows, true rank, what SymPy 1.14's to_DM(field=True).rank() says
HALF, THIRD = exp(Rational(1, 2)), exp(Rational(1, 3))
RANKS = {
    "e and its root": ([[E, HALF], [HALF, 1]], 1, 2),
    "thirds": ([[1, THIRD, THIRD**2], [THIRD, THIRD**2, E], [1, 2, 3]], 2, 3),
    "quarters": ([[exp(Rational(3, 4)), HALF], [HALF, exp(Rational(1, 4))]], 1, 2),
    "sixths": ([[E, HALF, THIRD], [THIRD**2, exp(Rational(1, 6)), 1], [1, 1, 1]], 2, 3),
    "halves and thirds": ([[HALF, THIRD, HALF * THIRD], [1, exp(Rational(-1, 6)), THIRD], [0, 0, 1]], 2, 3),
    "exponents with nested roots": ([[exp(sqrt(5 + 2 * sqrt(6))), exp(sqrt(2))], [exp(sqrt(3)), 1]], 1, 2),
    "nested roots": ([[sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3)], [1, 1]], 1, 2),
    "roots of sums": ([[sqrt(2 + sqrt(3)), (sqrt(6) + sqrt(2)) / 2], [1, 1]], 1, 2),
    "the golden ratio": ([[sp.GoldenRatio, 1], [sp.GoldenRatio**2, sp.GoldenRatio]], 1, 1),
    "the golden ratio in roots": ([[(1 + sqrt(5)) / 2, 1], [(3 + sqrt(5)) / 2, (1 + sqrt(5)) / 2]], 1, 2),
    "cube roots": ([[cbrt(2 + sqrt(5)) + cbrt(sqrt(5) - 2), sqrt(5)], [1, 1]], 1, 2),
    "cosh of a double": ([[cosh(2), 2 * cosh(1) ** 2 - 1], [1, 1]], 1, 2),
    "a circle": ([[cos(1) ** 2 + sin(1) ** 2, 1], [1, 1]], 1, 2),
    "tanh in exponentials": ([[tanh(1), (exp(2) - 1) / (exp(2) + 1)], [1, 1]], 1, 2),
    "logarithms": ([[log(6), log(2) + log(3)], [1, 1]], 1, 2),
    "powers of two": ([[2 ** sqrt(2), 4 ** (sqrt(2) / 2)], [1, 1]], 1, 2),
    "the heptagon": ([[cos(pi / 7) - cos(2 * pi / 7) + cos(3 * pi / 7), Rational(1, 2)], [1, 1]], 1, 2),
    "a row of weights": ([[1 / (1 + E + HALF), HALF / (1 + E + HALF)], [HALF, E]], 1, 2),
    "logarithms of one product": ([[log(12), 2 * log(2) + log(3)], [3, 3]], 1, 2),
    "the hyperbola": ([[cosh(1) ** 2 - sp.sinh(1) ** 2, 1], [1, 1]], 1, 2),
    "a fifth beside a half": ([[E, exp(Rational(1, 5))], [exp(Rational(4, 5)), 1]], 1, 2),
    "not singular": ([[E, HALF], [HALF, 2]], 2, 2),
    "nearly singular": ([[E, HALF], [HALF, 1 + Rational(1, 10**50)]], 2, 2),
}


@pytest.mark.parametrize(("rows", "rank", "_sympys"), RANKS.values(), ids=RANKS)
def test_ranks_are_right(rows, rank, _sympys):
    m = sa.to_domain(sp.Matrix(rows))
    assert m.rank() == rank
    assert len(m.rref()[1]) == rank
    assert m.nullspace().shape == (len(rows) - rank, len(rows))
    assert bool(m.det()) == (rank == len(rows))
    assert sp.Matrix(rows).to_DM(EXACT).rank() == rank  # SymPy's own elimination, over this domain


def test_at_least_twenty_of_them_are_wrong_in_sympy():
    theirs = {name: sp.Matrix(rows).to_DM(field=True).rank() for name, (rows, _, _) in RANKS.items()}
    assert theirs == {name: sympys for name, (_, _, sympys) in RANKS.items()}
    assert sum(theirs[name] != rank for name, (_, rank, _) in RANKS.items()) >= 20


def examples(table):
    return [m for m in table if m[1].domain in (ZZ, QQ) and 0 not in m[1].shape]


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("name", "m", "reduced", "den"), examples(RREF_EXAMPLES))
def test_sympys_examples_of_reduced_forms(name, m, reduced, den):
    found, pivots = over(m).rref()
    assert found == over(reduced.to_field() / den if den != 1 else reduced.to_field())
    assert pivots == m.to_field().rref()[1]


@pytest.mark.parametrize("case", examples(NULLSPACE_EXAMPLES), ids=lambda case: case[0])
def test_sympys_examples_of_nullspaces(case):
    m = case[1]
    found = over(m).nullspace()
    assert found.shape == m.to_field().nullspace().shape
    assert (over(m) * found.transpose()).is_zero_matrix
    assert found.rank() == found.shape[0]


@pytest.mark.parametrize("case", examples(INVERSE_EXAMPLES), ids=lambda case: case[0])
def test_sympys_examples_of_inverses(case):
    m = case[1]
    if m.to_field().rank() < m.shape[0]:
        with pytest.raises(DMNonInvertibleMatrixError):
            over(m).inv()
    else:
        assert over(m).inv() == over(m.to_field().inv())
        assert over(m).det() == EXACT.from_sympy(QQ.to_sympy(m.to_field().det()))
        assert over(m).charpoly() == [EXACT.from_sympy(QQ.to_sympy(c)) for c in m.to_field().charpoly()]


fractions = st.fractions(-4, 4, max_denominator=6)


@st.composite
def elements(draw):
    """Rationals, roots, exponentials, quotients of them."""
    out = Number.of(draw(fractions))
    for _ in range(draw(st.integers(0, 2))):
        out = out + Number.of(draw(fractions)) * root(draw(st.integers(2, 7))) * e_to(draw(fractions))
    if draw(st.booleans()):
        out = out / (1 + e_to(draw(fractions)))
    return EXACT(out)


@pytest.mark.exhaustive
@given(elements(), elements(), elements())
def test_the_laws_of_a_field(a, b, c):
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + EXACT.zero == a == a * EXACT.one
    assert not a - a
    assert a + (-a) == 0
    if b:
        assert a / b * b == a
        assert b**-2 * b**2 == 1
        assert 1 / (1 / b) == b
    else:
        with pytest.raises(ZeroDivisionError):
            a / b
    assert EXACT.from_sympy(EXACT.to_sympy(a)) == a


@pytest.mark.exhaustive
@settings(max_examples=10)
@given(st.lists(st.lists(elements(), min_size=3, max_size=3), min_size=3, max_size=3))
def test_the_laws_of_matrices(rows):
    m = ExactDomainMatrix(rows, (3, 3), EXACT)
    plain = DomainMatrix(rows, (3, 3), EXACT)
    assert m.det() == rows_det(rows)
    assert m.charpoly()[-1] == -m.det()
    assert m.transpose().det() == m.det()
    if m.det():
        assert m * m.inv() == m.eye(3, EXACT)
        assert m.rank() == plain.rank() == 3
    lower, upper, swaps = m.lu()
    mine = [list(row) for row in rows]
    for i, j in swaps:
        mine[i], mine[j] = mine[j], mine[i]
    assert lower * upper == ExactDomainMatrix(mine, (3, 3), EXACT)


def rows_det(rows):
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def test_conversions_and_unification():
    for domain in (ZZ, QQ, QQ.algebraic_field(sqrt(2)), ZZ[x], QQ.frac_field(x), sp.ZZ_I, sp.QQ_I):
        assert domain.unify(EXACT) == EXACT.unify(domain) == EXACT
        assert EXACT.convert_from(domain.one, domain) == 1
    assert EXACT.convert_from(QQ.algebraic_field(sqrt(2)).from_sympy(sqrt(2) + 1), QQ.algebraic_field(sqrt(2))) == EXACT(root(2) + 1)
    assert EXACT.convert_from((ZZ[x])(x), ZZ[x]) == EXACT.from_sympy(x)
    assert EXACT.unify(EX) == EX.unify(EXACT) == EX
    assert EXACT.unify(EXRAW) == EXRAW.unify(EXACT) == EXRAW
    assert EXACT.unify(EXACT) is EXACT
    assert EX.convert_from(EXACT.from_sympy(E), EXACT) + EX(1) == EX(E + 1)
    assert EXRAW.convert_from(EXACT.from_sympy(E), EXACT) == E
    assert QQ.convert_from(EXACT(Fraction(1, 2)), EXACT) == QQ(1, 2)
    with pytest.raises(CoercionFailed):
        QQ.convert_from(EXACT(root(2)), EXACT)
    for refused in (sp.I, sp.oo, sp.Float(0.5), sp.gamma(x)):
        with pytest.raises(CoercionFailed):
            EXACT.from_sympy(refused)


def test_an_element_is_an_element():
    a = EXACT.from_sympy(sqrt(2) + E)
    assert EXACT.of_type(a)
    assert a.parent() is EXACT
    assert EXACT.is_positive(a)
    assert EXACT.is_negative(-a)
    assert EXACT.is_nonnegative(a - a)
    assert EXACT.is_nonpositive(a - a)
    assert abs(-a) == a
    assert -a < a
    assert a != "a"
    assert a == sqrt(2) + E
    assert hash(EXACT(2)) == hash(EXACT(Fraction(4, 2)))
    assert pickle.loads(pickle.dumps(a)) == a
    assert pickle.loads(pickle.dumps(EXACT)) is EXACT
    assert EXACT.numer(a / 3) / EXACT.denom(a / 3) == a / 3
    assert str(EXACT) == repr(EXACT) == "EXACT"
    assert EXACT(sa.read("1/2")) == EXACT(1, 2)
    with pytest.raises(CoercionFailed, match=r"'1/2' is a text; write EXACT\(1, 2\)"):
        EXACT("1/2")
    assert EXACT(2) ** Rational(1, 2) == EXACT.from_sympy(E) ** EXACT(0) * sqrt(2)
    assert (EXACT(1) <= 1, EXACT(1) >= E, EXACT.from_sympy(E) > 2) == (True, False, True)
    with pytest.raises(TypeError):
        EXACT(2) ** 0.5


def test_polynomials_over_it():
    f, g = (sp.Poly(p, x, domain=EXACT) for p in (x**2 - 2, x**2 - 2 * sqrt(2) * x + 2))
    assert sp.gcd(f, g) == sp.Poly(x - sqrt(2), x, domain=EXACT)
    assert f.rem(sp.Poly(x - sqrt(2), x, domain=EXACT)).is_zero
    assert sp.Poly((x + E) ** 2, x, domain=EXACT).eval(1).equals((1 + E) ** 2)


def test_symbols_stand_for_themselves():
    m = sa.to_domain([[exp(x), exp(x / 2)], [exp(x / 2), 1]])
    assert m.rank() == 1
    assert sa.to_domain([[x, y], [y, x]]).rank() == 2
    assert sa.to_domain([[exp(x + 1), E], [exp(x), 1]]).rank() == 1
    assert sa.to_domain([[x, 1], [x**2, x]]).det() == 0


def test_what_is_undecided_raises():
    f, g = sp.Function("f")(x), sp.Function("g")(x)
    with pytest.raises(sa.LimitError, match="cannot be told"):
        bool(EXACT.from_sympy(f) - EXACT.from_sympy(g))
    with pytest.raises(sa.LimitError, match="cannot be told"):
        sa.to_domain([[f, g], [1, 1]]).rank()
    assert sa.to_domain([[f, 2 * f], [1, 2]]).rank() == 1


def test_minus_infinity_and_floats_are_refused():
    d = sa.attention([[1, 2], [3, 4]], EYE, EYE, EYE, mask="causal")
    with pytest.raises(sa.SymattnError, match="take softmax first"):
        d.domain_matrix("L")
    with pytest.raises(sa.SymattnError, match="binary float"):
        sa.to_domain([[0.5]])


def weights(n: int, shift: int = 0):
    tokens = [[(3 * i + 5 * j + shift) % 7 - 3 for j in range(3)] for i in range(n)]
    w = [[(i + 2 * j + shift) % 4 - 1 for j in range(3)] for i in range(3)]
    return sa.attention(tokens, w, w, w)


@pytest.mark.exhaustive
@pytest.mark.parametrize("n", [3, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_questions_about_a_weight_matrix(n):
    m = weights(n).domain_matrix("A")
    assert m.rank() == (n if m.det() else n - 1)
    assert m * m != m
    if m.det():
        assert m * m.inv() == m.eye(n, EXACT)


def test_a_determinant_is_0_where_rows_depend():
    m = weights(8).domain_matrix("A")
    assert (m.det() == 0) == (m.rank() < 8)


def scattered(n: int, width: int, seed: int):
    """A weight matrix of random tokens, whose exponents have nothing in common."""
    dice = random.Random(seed)
    tokens = [[f"{dice.randint(-9, 9)}/10" for _ in range(width)] for _ in range(n)]
    w = [[dice.randint(-9, 9) for _ in range(width)] for _ in range(width)]
    return sa.attention(tokens, w, w, w)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(3))
def test_a_matrix_of_scattered_weights_has_its_rank_inverse_and_determinant(seed):
    small = scattered(5, 5, seed)
    m = small.domain_matrix("A")
    assert m.rank() == 5
    assert m.rref()[1] == tuple(range(5))
    assert m * m.inv() == m.eye(5, EXACT)
    with mpmath.workdps(80):
        numbers = mpmath.matrix([[mpmath.mpf(x) for x in row] for row in small.decimals("A", 80)])
        shown = decimal(m.det().number, 60)
        assert abs(mpmath.mpf(shown) - mpmath.det(numbers)) < mpmath.mpf(10) ** -59


@pytest.mark.sliced(6)
@pytest.mark.parametrize("ask", ["det", "rank", "inv", "lu", "charpoly"])
def test_what_takes_too_many_terms_is_refused(ask):
    m = scattered(8, 8, 1).domain_matrix("A")
    with pytest.raises(sa.LimitError, match=r"terms|products"):
        getattr(m, ask)()


@pytest.mark.exhaustive
def test_the_characteristic_polynomial_of_weights():
    m = weights(5).domain_matrix("A")
    first, trace, *_, last = m.charpoly()
    assert first == EXACT.one
    assert trace == -sum((m[i, i].element for i in range(5)), EXACT.zero)
    assert last == -m.det()  # of an odd number of rows
    assert sum(m.charpoly(), EXACT.zero) == EXACT.zero  # 1 is an eigenvalue of weights
    lower, upper, swaps = m.lu()
    assert not swaps
    assert lower * upper == m
