"""How long a verdict takes: softmax cells in two dresses, true and false, and several heads multiplied out."""

from itertools import product
from math import prod

import pytest

from symattn.equality import equal
from symattn.exact.decide import compare
from symattn.exact.functions import exp, root
from symattn.exact.number import total

CELLS = {
    "a common factor cancels": ("exp(sqrt(2))/(exp(sqrt(2)) + exp(2*sqrt(2)))", "1/(1 + exp(sqrt(2)))", "equal"),
    "a large score": ("exp(1091.2/sqrt(3))/(exp(1091.2/sqrt(3)) + exp(1090/sqrt(3)))", "1/(1 + exp(-6/(5*sqrt(3))))", "equal"),
    "a nested root": ("exp(sqrt(5+2*sqrt(6)))/(1 + exp(sqrt(5+2*sqrt(6))))", "1/(1 + exp(-sqrt(2)-sqrt(3)))", "equal"),
    "tanh": ("(1 + tanh(sqrt(3)/2))/2", "1/(1 + exp(-sqrt(3)))", "equal"),
    "d_k in place of its root": ("1/(1 + exp(190/3))", "1/(1 + exp(190/sqrt(3)))", "different"),
    "off by 10^-400": ("1/(1 + exp(sqrt(2)))", "1/(1 + exp(sqrt(2))) + 10^(-400)", "different"),
}


@pytest.mark.parametrize(("a", "b", "decision"), CELLS.values(), ids=CELLS)
def test_cell(benchmark, a, b, decision):
    benchmark.group = "equality of softmax cells, read and decided"
    assert benchmark(equal, a, b).decision == decision


def heads(count, tokens):
    """Σ of several heads' outputs, and the same over one denominator."""
    powers = [[exp(root(p) * (7 * t + i + 1) / (i + 2)) for t in range(tokens)] for i, p in zip(range(count), (3, 2, 5, 7), strict=False)]
    values = [[(5 * t + 3 * i) % 11 - 4 for t in range(tokens)] for i in range(count)]
    apart = total(total(c * e for c, e in zip(v, row, strict=True)) / total(row) for v, row in zip(values, powers, strict=True))
    picks = list(product(range(tokens), repeat=count))
    top = total(sum(values[i][t] for i, t in enumerate(pick)) * prod(powers[i][t] for i, t in enumerate(pick)) for pick in picks)
    bottom = total(prod(powers[i][t] for i, t in enumerate(pick)) for pick in picks)
    return apart, top / bottom


@pytest.mark.parametrize(("count", "tokens"), [(3, 3), (4, 3), (4, 4), (3, 8)])
def test_heads_multiplied_out(benchmark, count, tokens):
    benchmark.group = "equality of several heads, multiplied out"
    a, b = heads(count, tokens)
    assert benchmark.pedantic(compare, (a, b), rounds=3).decision == "equal"
