"""Whole numbers from others: how many tokens still fit into a cache, how many blocks cover a sequence."""

from __future__ import annotations

from flint import arb

from symattn.boxes import Fence
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.decide import sign
from symattn.exact.decimals import rounded
from symattn.exact.number import Number
from symattn.ops.formula import transposed
from symattn.ops.pointwise import function_op
from symattn.ops.record import dialects, each, entrywise
from symattn.ops.registry import Enters


def _below(x: Number) -> Number:
    """The largest whole number that is not above x, by proof."""
    near = Number.of(rounded(x, 0))
    return near - 1 if sign(x - near) < 0 else near


FLOOR = Function(_below, arb.floor, rising=1)
CEIL = Function(lambda x: -_below(-x), arb.ceil, rising=1)


def _whole_op(name: str, image: Function, left: str, right: str, sympy: str) -> Enters:
    """Enter one of the two, with the brackets it is written in and what SymPy calls it."""
    return function_op(
        name,
        image,
        dialects(
            f"np.{name}({{0}})",
            f"torch.{name}(torch.as_tensor({{0}}))",
            entrywise(sympy),
        ),
        lambda x, e: Fence(left, x, right),
        count=each(roundings=1),
        formula=lambda w: transposed(Fence(left, w.plain(0), right), w.turned),
        traits=("makes whole", "of numbers"),
    )


@_whole_op("floor", FLOOR, "⌊", "⌋", "floor")
def floor(a: Mat) -> Mat:
    """Take the largest whole number that is not above each entry; of numbers too: tokens that fit into a cache.

    >>> floor.run(Matrix.of([[Number.of(7) / 2, -1]]))
    Matrix([[3, -1]])
    """
    return a.each(FLOOR)


@_whole_op("ceil", CEIL, "⌈", "⌉", "ceiling")
def ceil(a: Mat) -> Mat:
    """Take the smallest whole number that is not below each entry; of numbers too: blocks that cover a sequence.

    >>> ceil.run(Matrix.of([[Number.of(7) / 2, -1]]))
    Matrix([[4, -1]])
    """
    return a.each(CEIL)
