"""How much work an operation is, counted in letters and against counting loops."""

from __future__ import annotations

import pytest

from symattn.ops import OPS
from symattn.ops.record import Count, Use, parameters
from symattn.ops.shapes import Size

n, d, k = map(Size.letter, ("n", "d", "d_k"))
COUNTS = {
    "a product sums over the inner axis": ("matmul", ((n, d), (d, k)), (n, k), Count(n * d * k, n * k * (d - 1))),
    "a batch counts for each of its matrices": ("matmul", ((8, 4, 2), (8, 2, 4)), (8, 4, 4), Count(256, 128)),
    "a bias is added to every entry": ("add", ((n, k), (1, k)), (n, k), Count(additions=n * k)),
    "softmax divides and exponentiates every entry": ("softmax", ((n, n),), (n, n), Count(0, n * (n - 1), n * n, n * n)),
    "heads only move": ("split_heads", ((n, d),), (8, n, d), Count()),
}  # fmt: skip


FOR_AN_ENTRY = {
    "additions": ("add", "subtract", "negate"),
    "multiplications": ("hadamard", "multiply"),
    "divisions": ("quotient", "divide"),
    "exponentials": ("exp", "number_power", "tanh"),
    "comparisons": ("maximum", "minimum", "abs", "sign", "heaviside", "relu"),
    "roots": ("sqrt",),
    "sines": ("sin", "cos"),
    "roundings": ("round", "floor", "ceil"),
    "logarithms": ("log", "log2", "log10"),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "op"), [(kind, op) for kind, ops in FOR_AN_ENTRY.items() for op in ops])
@pytest.mark.parametrize(("out", "many"), [((n, d), n * d), ((2, 3), 6), ((8, 4, 2), 64)])
def test_what_an_entry_costs_every_entry_costs(kind: str, op: str, out: tuple[object, ...], many: object) -> None:
    """One scalar operation, counted as what it is."""
    assert OPS[op].work(Use((out,), out, {})) == Count(**{kind: many})


@pytest.mark.parametrize(("op", "inputs", "out", "expected"), COUNTS.values(), ids=COUNTS)
def test_work(op: str, inputs: tuple[tuple[object, ...], ...], out: tuple[object, ...], expected: Count) -> None:
    assert OPS[op].work(Use(inputs, out, {})) == expected


def test_the_count_of_a_product_is_what_three_loops_do() -> None:
    rows, shared, cols = 3, 4, 5
    multiplications = additions = 0
    for _ in range(rows * cols):
        multiplications += shared
        additions += shared - 1
    found = OPS["matmul"].work(Use(((rows, shared), (shared, cols)), (rows, cols), {}))
    assert (found.multiplications, found.additions) == (multiplications, additions)


def test_heads_cost_no_parameters() -> None:
    wide = parameters([(1024, 1024)] * 4)
    cut = parameters([(1024, 8, 128)] * 3 + [(1024, 1024)])
    assert wide == cut == 4_194_304


def test_softmax_down_columns_adds_up_columns() -> None:
    assert OPS["softmax"].work(Use(((n, d),), (n, d), {"axis": 0})) == Count(0, d * (n - 1), n * d, n * d)
