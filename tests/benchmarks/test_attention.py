"""Exact attention in three ways: ours, as a SymPy user would write it, and FLINT's balls alone, which is the floor.

Run with ``pytest tests/benchmarks``; the timed test run leaves this folder out.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from sympy.core.cache import clear_cache

import symattn

DIGITS = 20


def task(tokens, width, heads, seed=0):
    """Random matrices with one decimal: X, the weights of every head, W_O and the width of a head."""
    rng = random.Random(seed)

    def matrix(rows, cols):
        return [[Fraction(rng.randint(-9, 9), 10) for _ in range(cols)] for _ in range(rows)]

    k = width // heads
    x = matrix(tokens, width)
    return x, [tuple(matrix(width, k) for _ in range(3)) for _ in range(heads)], matrix(heads * k, width), k


def ours(job):
    """Exact multi-head attention and 20 correct decimals of every entry."""
    x, heads, out, _ = job
    q, k, v = zip(*heads, strict=True)
    return [cell for row in symattn.multi_head_attention(x, q, k, v, out).decimals("Y", DIGITS) for cell in row]


def plain_sympy(job):
    """Matrix, exp, sqrt and evalf."""
    x, heads, out, k = job
    clear_cache()

    def matrix(table):
        cells = [sympy.Rational(c.numerator, c.denominator) for row in table for c in row]
        return sympy.Matrix(len(table), len(table[0]), cells)

    tokens, joined = matrix(x), []
    for q, key, v in heads:
        scores = tokens * matrix(q) * (tokens * matrix(key)).T / sympy.sqrt(k)
        powers = scores.applyfunc(sympy.exp)
        weights = sympy.Matrix(powers.rows, powers.cols, lambda i, j, e=powers: e[i, j] / sum(e[i, :]))
        joined.append(weights * (tokens * matrix(v)))
    return [str(cell) for cell in (sympy.Matrix.hstack(*joined) * matrix(out)).evalf(DIGITS)]


def floor(job):
    """No symbols at all: rational products and ball exponentials."""
    x, heads, out, k = job
    n, width = len(x), len(heads) * k

    def matrix(table):
        return fmpq_mat(len(table), len(table[0]), [fmpq(c.numerator, c.denominator) for row in table for c in row])

    with ctx.workprec(110):
        tokens, scale, joined = matrix(x), 1 / arb(k).sqrt(), []
        for q, key, v in heads:
            scores = (tokens * matrix(q)) * (tokens * matrix(key)).transpose()
            weights = []
            for i in range(n):
                powers = [(arb(scores[i, j]) * scale).exp() for j in range(n)]
                weights += [p / sum(powers, arb(0)) for p in powers]
            joined.append(arb_mat(n, n, weights) * arb_mat(tokens * matrix(v)))
        side = arb_mat(n, width, [joined[c // k][i, c % k] for i in range(n) for c in range(width)])
        return [y.str(DIGITS, radius=False) for y in (side * arb_mat(matrix(out))).entries()]


SMALL = {"2 tokens, width 4, 2 heads": (2, 4, 2), "4 tokens, width 8, 2 heads": (4, 8, 2), "8 tokens, width 16, 4 heads": (8, 16, 4)}
LARGE = {"16 tokens, width 32, 4 heads": (16, 32, 4), "32 tokens, width 64, 8 heads": (32, 64, 8)}


@pytest.mark.parametrize("size", (SMALL | LARGE).values(), ids=SMALL | LARGE)
def test_ours(benchmark, size):
    benchmark.group = f"attention {size}"
    job = task(*size)
    found = benchmark.pedantic(ours, (job,), rounds=5, warmup_rounds=1)
    assert all(abs(float(a) - float(b)) < 1e-12 * max(1, abs(float(b))) for a, b in zip(found, floor(job), strict=True))


@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_plain_sympy(benchmark, size):
    benchmark.group = f"attention {size}"
    benchmark.pedantic(plain_sympy, (task(*size),), rounds=1)


@pytest.mark.parametrize("size", (SMALL | LARGE).values(), ids=SMALL | LARGE)
def test_floor(benchmark, size):
    benchmark.group = f"attention {size}"
    benchmark.pedantic(floor, (task(*size),), rounds=5, warmup_rounds=1)
