"""ReLU."""

from __future__ import annotations

from flint import arb

from symattn.boxes import applied, number
from symattn.exact.any_matrix import Blocked, Function, Mat
from symattn.exact.functions import larger
from symattn.exact.number import ZERO, Number
from symattn.ops.formula import EntryFormula, Told, above_nothing, of
from symattn.ops.pointwise import function_op
from symattn.ops.record import always, dialects, each
from symattn.ops.softmax import kept


def _positive(x: Number) -> Number:
    return larger(x, ZERO)


def _why(e: EntryFormula) -> Told:
    x = e.here(0)
    return of(e), None if isinstance(x, Blocked) else applied(
        "max", number(0), e.written(x)
    )


POSITIVE = Function(_positive, lambda x: x.max(arb(0)), rising=1, below=ZERO)


@function_op(
    "relu",
    POSITIVE,
    dialects(
        "np.maximum({0}, 0)", "torch.relu({0})", "{0}.applyfunc(lambda x: Max(x, 0))"
    ),
    count=each(comparisons=1),
    symbol="ReLU",
    why=_why,
    asks=above_nothing,
    gradient=always("G * heaviside(A)"),
    reserved=True,
)
def relu(a: Mat) -> Mat:
    """Replace every negative entry by 0; the sign of each is proved.

    >>> relu.run(Matrix.of([[-1, 2]]))
    Matrix([[0, 2]])
    """
    return a.each(POSITIVE)


relu.slip("relu-dropped")(lambda a: kept(a))
relu.slip_backward("gate-forgotten", always("G"))
