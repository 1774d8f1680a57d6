"""The step function: the derivative of ReLU."""

from __future__ import annotations

from flint import arb

from symattn.boxes import Box, Fence, Ink, number, row
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.decide import sign
from symattn.exact.functions import larger
from symattn.exact.number import UNIT, ZERO, Number
from symattn.exact.zero import symbolic
from symattn.ops.formula import Writing, from_entry, transposed
from symattn.ops.pointwise import function_op
from symattn.ops.record import dialects, each


def _step(x: Number) -> Number:
    return larger(x, ZERO) / x if symbolic(x) else UNIT if sign(x) > 0 else ZERO


def _ball(x: arb) -> arb:
    return arb(1) if x > 0 else arb(0) if x <= 0 else arb(0).union(arb(1))


STEP = Function(_step, _ball, rising=1, below=ZERO)


def _formula(w: Writing) -> Box:
    below = w.inner(0, "a negative")
    of = below or w
    both = of.inner(0, "a difference")
    left, right = (both.plain(0), both.plain(1)) if both else (of.plain(0), number(0))
    return transposed(
        Fence("[", row(left, Ink("<" if below else ">", "relation"), right), "]"), w.turned
    )


@function_op(
    "heaviside",
    STEP,
    dialects(
        "np.heaviside({0}, 0)",
        "torch.relu(torch.sign({0}))",
        "{0}.applyfunc(lambda x: Heaviside(x, 0))",
    ),
    count=each(comparisons=1),
    formula=_formula,
    why=from_entry,
    traits=("above nothing",),
)
def heaviside(a: Mat) -> Mat:
    """Put 1 for every entry above 0 and 0 for every other, 0 too: the derivative of ReLU as PyTorch has it.

    >>> from symattn.exact.matrix import Matrix
    >>> heaviside.run(Matrix.of([[-1, 0, 2]]))
    Matrix([[0, 0, 1]])
    """
    return a.each(STEP)
