"""EXACT against balls: results whose parts come from rings of different letters, in arithmetic, matrices and polynomials.

A tree of operations is worked out twice, in ``EXACT`` and in FLINT's balls; where both are narrow they must meet, and
what ``EXACT`` calls equal no ball may tell apart. A slice runs by default, all 10,000 results with ``-m exhaustive``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, arb_mat, fmpq
from sympy import Rational, cbrt, exp, log, pi, sqrt

import symattn as sa
from symattn.exact.ball import ball, working

D = sa.EXACT
BITS, NARROW = 320, arb(2) ** -120  # what a value is worked out with, and how narrow both balls must come out to say something
X = sp.Symbol("x")
Pair = tuple[object, arb]  # an element of EXACT, and the ball that holds the value which it should have

# every leaf with its ball, from families that share letters (e and its roots) and such that do not
LEAVES = {
    "rationals": [(Rational(p, q), lambda p=p, q=q: arb(fmpq(p, q))) for p, q in ((1, 1), (2, 1), (-3, 2), (1, 3), (5, 7))],
    "roots": [(sqrt(n), lambda n=n: arb(n).sqrt()) for n in (2, 3, 6)] + [(cbrt(2), lambda: arb(2).root(3)), (2 ** Rational(1, 6), lambda: arb(2).root(6))],
    "exponentials": [
        (exp(Rational(p, q)), lambda p=p, q=q: arb(fmpq(p, q)).exp()) for p, q in ((1, 1), (1, 2), (1, 3), (-1, 4), (2, 3), (-1, 1), (3, 2))
    ],
    "exponentials of roots": [
        (exp(sqrt(n) * Rational(p, q)), lambda n=n, p=p, q=q: (arb(n).sqrt() * fmpq(p, q)).exp()) for n, p, q in ((2, 1, 1), (2, 1, 2), (3, -1, 3), (2, -1, 1))
    ],
    "others": [(pi, arb.pi), (log(2), lambda: arb(2).log()), (log(3), lambda: arb(3).log())],
}
MIXES = {"roots of e": ("rationals", "exponentials"), "roots": ("rationals", "roots"), "both": ("rationals", "roots", "exponentials"),
         "exponents with roots": ("exponentials", "exponentials of roots"), "everything": tuple(LEAVES)}  # fmt: skip


def leaf(draw: random.Random, mix: str) -> Pair:
    value, held = draw.choice(LEAVES[draw.choice(MIXES[mix])])
    return D.from_sympy(value), held()


def weight(draw: random.Random, mix: str) -> Pair:
    """A quotient in a ring of its own, as weights are."""
    (a, at), (b, b_at), (c, c_at) = (leaf(draw, mix) for _ in range(3))
    return (a / (b * b + c * c), at / (b_at * b_at + c_at * c_at))


def tree(draw: random.Random, mix: str, depth: int) -> Pair:
    """A random value, worked out on both sides."""
    if depth == 0:
        return leaf(draw, mix) if draw.random() < 0.6 else weight(draw, mix)
    a, at = tree(draw, mix, depth - 1)
    if draw.random() < 0.15:
        n = draw.choice((2, 3))
        return a**n, at**n
    b, b_at = tree(draw, mix, draw.randrange(depth))
    kind = draw.choice("+-*//")
    if kind == "/":
        if not b:
            assert b_at.contains(0), "a value that is not zero is taken for zero"
            return a, at
        return a / b, at / b_at
    return {"+": (a + b, at + b_at), "-": (a - b, at - b_at), "*": (a * b, at * b_at)}[kind]


def agrees(value: object, held: arb) -> bool:
    """Whether the value lies in its ball; where the ball is too wide to say, its own is compared as it is."""
    mine = ball(value.number, BITS)
    assert mine.is_finite(), value
    assert held.is_finite(), value
    return bool(mine.overlaps(held)) and bool(mine.rad() < NARROW * (1 + abs(mine))) and bool(held.rad() < NARROW * (1 + abs(held)))


def same(a: Pair, b: Pair) -> bool:
    """Whether ``EXACT`` and the balls agree on a = b: equal are only values that no ball tells apart, and the other way round."""
    return bool(a[0] == b[0]) == a[1].overlaps(b[1])


def arithmetic(draw: random.Random, mix: str) -> Iterator[bool]:
    (a, at), (b, b_at) = tree(draw, mix, 2), leaf(draw, mix)
    yield agrees(a, at)
    yield same((a * b, at * b_at), (a, at))
    if b:
        yield same((a / b * b, at / b_at * b_at), (a, at))
    yield same((a + b - a, at + b_at - at), (b, b_at))
    c, c_at = weight(draw, mix)
    yield same((a - c, at - c_at), (c - a, c_at - at))
    yield agrees(c - a, c_at - at)
    if a:
        yield agrees(c / a, c_at / at)


def table(draw: random.Random, mix: str, rows: int, cols: int) -> list[list[Pair]]:
    return [[weight(draw, mix) if draw.random() < 0.3 else leaf(draw, mix) for _ in range(cols)] for _ in range(rows)]


def over(rows: list[list[Pair]]) -> sp.polys.matrices.DomainMatrix:
    return sp.polys.matrices.DomainMatrix([[x for x, _ in row] for row in rows], (len(rows), len(rows[0])), D)


def balls(rows: list[list[Pair]]) -> arb_mat:
    return arb_mat([[held for _, held in row] for row in rows])


def cells(found: object, held: arb_mat) -> Iterator[bool]:
    for i, row in enumerate(found.to_list()):
        for j, x in enumerate(row):
            yield agrees(x, held[i, j])


def matrices(draw: random.Random, mix: str) -> Iterator[bool]:
    """Inverses, solutions and determinants, and products of these with what is outside their ring."""
    size = draw.choice((2, 2, 3))
    rows, right = table(draw, mix, size, size), table(draw, mix, size, 1)
    exact = sa.to_domain(over(rows).to_Matrix()) if draw.random() < 0.5 else over(rows)
    held = balls(rows)
    determinant = exact.det()
    yield agrees(determinant, held.det())
    if not determinant:
        return
    inverse, held_inverse = exact.inv(), held.inv()
    yield from cells(inverse, held_inverse)
    outside, at = leaf(draw, mix)
    entry = inverse.to_list()[0][size - 1]
    yield agrees(entry * outside, held_inverse[0, size - 1] * at)
    yield same((entry * outside, held_inverse[0, size - 1] * at), (entry, held_inverse[0, size - 1]))
    yield from cells(exact.lu_solve(over(right)), held.solve(balls(right)))
    yield from cells(inverse * over(right), held_inverse * balls(right))


def polynomial(draw: random.Random, mix: str, degree: int) -> tuple[sp.Poly, list[arb]]:
    """A polynomial and the balls of its coefficients, that of the highest power first."""
    found = [leaf(draw, mix) if draw.random() < 0.7 else weight(draw, mix) for _ in range(degree + 1)]
    return sp.Poly.from_list([x for x, _ in found], X, domain=D), [held for _, held in found]


def product(a: list[arb], b: list[arb]) -> list[arb]:
    out = [arb(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def coefficients(p: sp.Poly) -> list[object]:
    return p.rep.to_list()


def divisions(draw: random.Random, mix: str) -> Iterator[bool]:
    """Quotient and remainder against a division in balls, and the greatest common divisor of what was multiplied together."""
    (f, f_at), (g, g_at) = polynomial(draw, mix, 3), polynomial(draw, mix, draw.choice((1, 2)))
    quotient, rest = f.div(g)
    held, left = [], list(f_at)
    while len(left) >= len(g_at):
        held.append(left[0] / g_at[0])
        left = [x - held[-1] * y for x, y in zip(left, g_at + [arb(0)] * len(left))][1:]
    yield from (agrees(x, at) for x, at in zip(coefficients(quotient), held, strict=True))
    found = coefficients(rest) if rest else []
    yield from (agrees(x, at) for x, at in zip([D.zero] * (len(left) - len(found)) + found, left, strict=True))
    a, b, c = (leaf(draw, mix) for _ in range(3))
    shared, one, other = (sp.Poly.from_list([D.one, -x], X, domain=D) for x, _ in (a, b, c))
    divisor = coefficients((shared * one).gcd(shared * other))
    expected = product([arb(1), -a[1]], [arb(1), -b[1]]) if b[1].overlaps(c[1]) else [arb(1), -a[1]]
    yield len(divisor) == len(expected) and all(agrees(x, at) for x, at in zip(divisor, expected))


KINDS = {"arithmetic": arithmetic, "matrices": matrices, "divisions": divisions}


def wrong(kind: str, mix: str, seed: int, results: int) -> tuple[int, list[int]]:
    """How many results were compared and which of them were wrong; what is refused by a limit is no result."""
    draw, compared, faults = random.Random(f"{kind} {mix} {seed}"), 0, []
    with working(BITS):
        while compared < results:
            try:
                for right in KINDS[kind](draw, mix):
                    compared += 1
                    if not right:
                        faults.append(compared)
            except sa.LimitError:
                continue
    return compared, faults


@pytest.mark.sliced(5)
@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("kind", KINDS)
def test_results_from_mixed_rings_lie_in_their_balls(kind, mix):
    compared, faults = wrong(kind, mix, 1, 25)
    assert compared >= 25
    assert not faults


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_results_from_mixed_rings_lie_in_their_balls(kind, mix, seed):
    compared, faults = wrong(kind, mix, 100 + seed, 68)
    assert compared >= 68
    assert not faults


def test_a_quotient_times_what_is_outside_its_ring():
    a = D.one / (D.one + D(sp.E))
    for outside in (exp(Rational(1, 2)), exp(Rational(1, 3)), sqrt(2), exp(sqrt(2)), pi, Fraction(3, 2)):
        assert a * D(outside) != a
        assert a * D(outside) / D(outside) == a


def test_differences_and_quotients_keep_their_order():
    """Of two quotients of one ring, of a quotient and a plain value, of two rings."""
    e = D.from_sympy(sp.E)
    inverse = sa.to_domain([[sp.E, 1], [2, 3]]).inv().to_list()
    pairs = {"one ring": (inverse[0][0], inverse[1][1]), "beside a value": (inverse[0][0], e), "two rings": (inverse[0][0], D.one / (1 + sqrt(2)))}
    for name, (a, b) in pairs.items():
        with working(BITS):
            x, y = ball(a.number, BITS), ball(b.number, BITS)
            for value, held in ((a - b, x - y), (b - a, y - x), (a / b, x / y), (b / a, y / x)):
                assert agrees(value, held), name
