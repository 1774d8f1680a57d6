"""SiLU, the activation of gated and of most recent feed-forward networks."""

from __future__ import annotations

from flint import arb

from symattn.boxes import PLUS, Box, Frac, Ink, row
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.functions import sigmoid
from symattn.ops.formula import EntryFormula, power
from symattn.ops.pointwise import function_op
from symattn.ops.record import CodeRule, always, dialects, each
from symattn.ops.softmax import kept


def _ball(x: arb) -> arb:
    return x / (1 + (-x).exp())


def _written(x: Box, e: EntryFormula) -> Box:
    entry = e.here(0)
    return Frac(x, row(Ink("1", "number"), PLUS, power(e, -entry)))  # type: ignore[operator]


SILU = Function(
    lambda x: x * sigmoid(x), _ball
)  # none of minus infinity: NumPy says nan, −∞ times 0


@function_op(
    "silu",
    SILU,
    dialects(
        CodeRule(
            "silu({0})", helper="\ndef silu(a):\n    return a / (1 + np.exp(-a))\n"
        ),
        "torch.nn.functional.silu({0})",
        "{0}.applyfunc(lambda x: x / (1 + exp(-x)))",
    ),
    _written,
    count=each(multiplications=1, additions=1, divisions=1, exponentials=1),
    symbol="SiLU",
    gradient=always("G * (sigmoid(A) + Y * (1 - sigmoid(A)))"),
)
def silu(a: Mat) -> Mat:
    """Multiply every entry by its sigmoid, x / (1 + e^−x) (Elfwing et al., 2018).

    >>> silu.run(Matrix.of([[0, 1]]))
    Matrix([[0, exp(1)/(1 + exp(1))]])
    """
    return a.each(SILU)


silu.slip("relu-dropped")(lambda a: kept(a))
silu.slip_backward("gate-forgotten", always("G * sigmoid(A)"))
