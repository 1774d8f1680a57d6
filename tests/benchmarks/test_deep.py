"""Deep plans, whose values are held by their definitions, and matrices over the domain, beside SymPy's.

Run with ``pytest tests/benchmarks``; the timed test run leaves this folder out.
"""

from __future__ import annotations

import random
import time
from fractions import Fraction

import pytest
import sympy

import symattn


def numbers(rng, rows, cols):
    return [[Fraction(rng.randint(-9, 9), 10) for _ in range(cols)] for _ in range(rows)]


def blocks(tokens, width, count):
    """Pre-norm blocks with a feed-forward network of twice the width."""
    rng, lines, x = random.Random(0), [], "X"
    given = {"X": numbers(rng, tokens, width)}
    for k in range(count):
        lines += [f"N{k} = layer_norm({x})", f"S{k} = (N{k} @ Q{k}) @ (N{k} @ K{k}).T / sqrt(cols(K{k}))", f"A{k} = softmax(S{k})"]
        lines += [f"R{k} = {x} + A{k} @ (N{k} @ V{k}) @ O{k}", f"Y{k} = R{k} + relu(layer_norm(R{k}) @ W{k}) @ U{k}"]
        given |= {f"{name}{k}": numbers(rng, width, width) for name in "QKVO"}
        given |= {f"W{k}": numbers(rng, width, 2 * width), f"U{k}": numbers(rng, 2 * width, width)}
        x = f"Y{k}"
    return lines, given


def stacked(tokens, width, count):
    """Layers of plain attention."""
    rng, lines, x = random.Random(0), [], "X"
    given = {"X": numbers(rng, tokens, width)}
    for k in range(count):
        lines += [f"A{k} = softmax(({x} @ Q{k}) @ ({x} @ K{k}).T / sqrt(cols(K{k})))", f"H{k} = A{k} @ ({x} @ V{k})"]
        given |= {f"{name}{k}": numbers(rng, width, width) for name in "QKV"}
        x = f"H{k}"
    return lines, given


DEEP = {"two blocks, 8 tokens, width 16": (blocks, 8, 16, 2), "three layers of 8×8": (stacked, 8, 8, 3), "six blocks of 8×16": (blocks, 8, 16, 6)}


@pytest.mark.parametrize("size", DEEP.values(), ids=DEEP)
def test_deep(benchmark, size):
    """Every line, and 20 correct decimals of the last."""
    made, *shape = size
    lines, given = made(*shape)
    last = lines[-1].split()[0]
    benchmark.pedantic(lambda: symattn.derive(lines, **given).decimals(last, 20), rounds=3, warmup_rounds=1)


def test_product_of_weight_matrices(benchmark):
    """6×6 weights times 6×6 weights over ``EXACT``: at least 20 times as fast as ``sympy.Matrix``."""

    def weights(shift):
        tokens = [[(3 * i + 5 * j + shift) % 7 - 3 for j in range(3)] for i in range(6)]
        w = [[(i + 2 * j + shift) % 4 - 1 for j in range(3)] for i in range(3)]
        return symattn.attention(tokens, w, w, w)

    a, b = weights(0), weights(2)
    left, right = a.domain_matrix("A"), b.domain_matrix("A")
    plain = sympy.Matrix(a["A"].tolist()), sympy.Matrix(b["A"].tolist())
    sympy.core.cache.clear_cache()  # of what was printed before
    theirs = seconds(lambda: plain[0] * plain[1])
    benchmark.pedantic(lambda: left * right, rounds=10, warmup_rounds=1)
    ours = min(seconds(lambda: left * right) for _ in range(5))
    benchmark.extra_info["times as fast as sympy.Matrix"] = round(theirs / ours)
    assert theirs > 20 * ours


def seconds(run) -> float:
    """Of the processor, whatever else the machine does."""
    start = time.process_time()
    run()
    return time.process_time() - start
