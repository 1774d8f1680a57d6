"""How much work every operation is, on two rows of three: each number was counted by hand, from what the operation says it does."""

from __future__ import annotations

import pytest

from symattn.ops import OPS
from symattn.ops.record import Count, Use

TWO, ONE_LEFT, ONE_BELOW, ONE = ((2, 3),), (2, 1), (1, 3), (1, 1)
OF_LINES = {  # along rows, down columns, and of all six where that is one number: in rows of three, in columns of two
    "sum": (Count(additions=4), Count(additions=3), Count(additions=5)),
    "mean": (Count(additions=4, divisions=2), Count(additions=3, divisions=3), Count(additions=5, divisions=1)),
    "var": (  # the mean, six differences and squares, the mean of these
        Count(additions=4 + 6 + 4, multiplications=6, divisions=4), Count(additions=3 + 6 + 3, multiplications=6, divisions=6),
        Count(additions=5 + 6 + 5, multiplications=6, divisions=2),
    ),
    "max": (Count(comparisons=4), Count(comparisons=3), Count(comparisons=5)),
    "min": (Count(comparisons=4), Count(comparisons=3), Count(comparisons=5)),
    "argmax": (Count(comparisons=4), Count(comparisons=3), Count(comparisons=5)),
    "prod": (Count(multiplications=4), Count(multiplications=3), Count(multiplications=5)),
    "norm": (Count(multiplications=6, additions=4, roots=2), Count(multiplications=6, additions=3, roots=3), Count(6, 5, roots=1)),
    "logsumexp": (Count(exponentials=6, additions=4, logarithms=2), Count(exponentials=6, additions=3, logarithms=3)),
    "entropy": (Count(multiplications=6, additions=4, logarithms=6), Count(multiplications=6, additions=3, logarithms=6)),
}  # fmt: skip
KEPT = {  # as many come out: along rows, and down columns where that may be asked
    "softmax": (Count(exponentials=6, additions=4, divisions=6), Count(exponentials=6, additions=3, divisions=6)),
    "layer_norm": (  # the mean, six differences, six squares with their mean, a root, six divisions
        Count(additions=4 + 6 + 4, multiplications=6, divisions=2 + 2 + 6, roots=2),
        Count(additions=3 + 6 + 3, multiplications=6, divisions=3 + 3 + 6, roots=3),
    ),
    "rms_norm": (Count(multiplications=6, additions=4, divisions=2 + 6, roots=2), Count(6, 3, 3 + 6, roots=3)),
    "cumsum": (Count(additions=4), Count(additions=3)),
    "normalize": (Count(additions=4, divisions=6),),
    "sigmoid": (Count(exponentials=6, additions=6, divisions=6),),
    "silu": (Count(exponentials=6, additions=6, divisions=6, multiplications=6),),
    "gelu_sigmoid": (Count(exponentials=6, additions=6, divisions=6, multiplications=6),),  # x over 1 + e to −1.702 x
    "gelu_tanh": (Count(exponentials=6, additions=12, divisions=6, multiplications=24),),  # its exponent: x, x³ and two numbers
    "transpose": (Count(),), "reshape": (Count(),), "repeat": (Count(),), "causal_mask": (Count(),), "tril": (Count(),),
}  # fmt: skip


@pytest.mark.parametrize("op", OF_LINES)
def test_what_is_left_of_lines(op: str) -> None:
    for axis, out, expected in zip((1, 0, None), (ONE_LEFT, ONE_BELOW, ONE), OF_LINES[op], strict=False):
        assert OPS[op].work(Use(TWO, out, {} if axis is None else {"axis": axis})) == expected


@pytest.mark.parametrize("op", KEPT)
def test_what_keeps_its_shape(op: str) -> None:
    for axis, expected in zip((1, 0), KEPT[op], strict=False):
        assert OPS[op].work(Use(TWO, (2, 3), {"axis": axis})) == expected


def test_of_several() -> None:
    assert OPS["norm_scale"].work(Use(((2, 3), (1, 3), (1, 3)), (2, 3), {})) == Count(multiplications=6, additions=6)
    assert OPS["squared_distances"].work(Use(((2, 3), (4, 3)), (2, 4), {})) == Count(multiplications=8 * 3, additions=8 * (3 + 2))
    assert OPS["kron"].work(Use(((2, 2), (2, 3)), (4, 6), {})) == Count(multiplications=24)
    loss = OPS["cross_entropy"].work(Use(((2, 3), (2, 1)), (2, 1), {}))  # six exponentials added up, a logarithm, less the score
    assert loss == Count(exponentials=6, additions=4 + 2, logarithms=2)
    assert OPS["rope"].work(Use(((2, 4),), (2, 4), {})) == Count(multiplications=16, additions=8, sines=8)
    assert OPS["trace"].work(Use(((3, 3),), (1, 1), {})) == Count(additions=2)
