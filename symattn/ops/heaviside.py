"""The step function, the derivative of ReLU; and the sign, as threshold units have it."""

from __future__ import annotations

from flint import arb

from symattn.boxes import Box, Fence, Ink, number, row
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.decide import sign
from symattn.exact.functions import larger
from symattn.exact.number import UNIT, ZERO, Number
from symattn.exact.zero import is_zero, symbolic
from symattn.ops.formula import Writing, from_entry, transposed
from symattn.ops.pointwise import function_op
from symattn.ops.record import dialects, each


def _step(x: Number) -> Number:
    return larger(x, ZERO) / x if symbolic(x) else UNIT if sign(x) > 0 else ZERO


def _ball(x: arb) -> arb:
    return arb(1) if x > 0 else arb(0) if x <= 0 else arb(0).union(arb(1))


def _sign(x: Number) -> Number:
    return x / larger(x, -x) if symbolic(x) else Number.of(sign(x))


STEP = Function(_step, _ball, rising=1, below=ZERO)


def _nothing(x: Number) -> Number:
    if symbolic(x) and not is_zero(x):
        raise SymattnError(
            "whether a letter is 0 is not known", "write a number in its place"
        )
    return UNIT if is_zero(x) else ZERO


NOTHING = Function(
    _nothing,
    lambda x: arb(int(x == 0)) if x == 0 or x != 0 else arb(0).union(arb(1)),
    below=ZERO,
)
SIGN = Function(_sign, lambda x: x.sgn(), rising=1, below=-UNIT)


def _formula(w: Writing) -> Box:
    below = w.inner(0, "a negative")
    return _related(w, below or w, "<" if below else ">")


def _related(w: Writing, of: Writing, sign: str) -> Box:
    """[A > B] of what is asked of A − B; where a row meets a column by entries, [j < lᵢ]."""
    both = of.inner(0, "a difference")
    if w.meets() and (entry := w.entry()):
        return transposed(entry[1], w.turned)
    left, right = (both.plain(0), both.plain(1)) if both else (of.plain(0), number(0))
    return transposed(
        Fence("[", row(left, Ink(sign, "relation"), right), "]"), w.turned
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
    traits=("above nothing", "jumps"),
)
def heaviside(a: Mat) -> Mat:
    """Put 1 for every entry above 0 and 0 for every other, 0 too: the derivative of ReLU as PyTorch has it.

    >>> from symattn.exact.matrix import Matrix
    >>> heaviside.run(Matrix.of([[-1, 0, 2]]))
    Matrix([[0, 0, 1]])
    """
    return a.each(STEP)


@function_op(
    "sign",
    SIGN,
    dialects("np.sign({0})", "torch.sign({0})", "{0}.applyfunc(sign)"),
    count=each(comparisons=1),
    why=from_entry,
    traits=("jumps",),
)
def sign_(a: Mat) -> Mat:
    """Put 1 for every entry above 0, −1 for every one below, and 0 for 0.

    >>> from symattn.exact.matrix import Matrix
    >>> sign_.run(Matrix.of([[-3, 0, 2]]))
    Matrix([[-1, 0, 1]])
    """
    return a.each(SIGN)


@function_op(
    "equal_nothing",
    NOTHING,
    dialects(
        "({0} == 0) * 1.0",
        "({0} == 0) * 1.0",
        "{0}.applyfunc(lambda x: Integer(x == 0))",
    ),
    count=each(comparisons=1),
    formula=lambda w: _related(w, w, "="),
    why=from_entry,
    traits=("nothing", "jumps"),
)
def equal_nothing(a: Mat) -> Mat:
    """Put 1 for every entry that is 0 and 0 for every other: A == B asks that of A − B.

    >>> from symattn.exact.matrix import Matrix
    >>> equal_nothing.run(Matrix.of([[-3, 0, 2]]))
    Matrix([[0, 1, 0]])
    """
    return a.each(NOTHING)
