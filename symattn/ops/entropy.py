"""Entropy: how undecided a row of weights is."""

from __future__ import annotations

from flint import arb

from symattn.binding import PRODUCT
from symattn.boxes import Box, applied, number
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.functions import log
from symattn.exact.number import ZERO, Number
from symattn.exact.zero import is_zero
from symattn.ops.formula import SUM_OVER, Writing, of_places, of_row, runs_along
from symattn.ops.record import Count, always, dialects, either_way, itself
from symattn.ops.reductions import in_terms, sum_, summing
from symattn.ops.registry import op
from symattn.ops.shapes import Axis, reduced

_NUMPY = """
def entropy(p, axis=-1):  # 0 log 0 is 0
    return -np.where(p == 0, 0, p * np.log(np.where(p == 0, 1, p))).sum(axis=axis, keepdims=True)
"""
_TORCH = """
def entropy(p, dim=-1):  # 0 log 0 is 0
    return torch.special.entr(p).sum(dim=dim, keepdim=True)
"""
_SYMPY = """
def entropy(p):  # 0 log 0 is 0
    return Matrix([-sum(x * log(x) for x in p.row(i) if x != 0) for i in range(p.rows)])
"""


def _term(x: Number) -> Number:
    return ZERO if is_zero(x) else -x * log(x)


def _ball_term(x: arb) -> arb:
    """−x log x on a ball; it is 0 at 0, rises up to 1/e and falls from there on."""
    if x > 0 or x < 0:
        return -x * x.log()
    most = x.upper()
    if most == 0:
        return arb(0)
    top = (arb(-1)).exp()
    end = -most * most.log()
    return arb(0).union(end).union(top if not most < top else end)


def _terms(shares: list[Box]) -> Box | None:
    """−(p log p + q log q) with numbers; 0 adds nothing."""
    logs = [PAPER.joined("·", x, applied("log", x)) for x in shares if x != number(0)]
    return PAPER.negative(PAPER.joined("+", *logs)) if logs else None


def _own_logarithms(w: Writing) -> Box | None:
    """−∑ⱼ pᵢⱼ log(pᵢⱼ)."""
    log_of = w.words.get("log", "log")
    found = of_places(
        w,
        SUM_OVER,
        runs_along(w),
        lambda p: PAPER.chain("*", [PAPER.fenced(p, PRODUCT), applied(log_of, p)]),
    )
    return found and PAPER.negative(found)


_WITH_TERMS = in_terms(_terms)
TERM = Function(_term, _ball_term, below=None)


@op(
    "entropy",
    lambda a, *, axis=1: reduced(a, axis=axis),
    columns="axis",
    count=summing(Count(multiplications=1, logarithms=1), Count()),
    reason=itself,
    why=of_row,
    code=dialects(
        either_way("entropy({0})", "entropy({0}, axis=-2)", _NUMPY),
        either_way("entropy({0})", "entropy({0}, dim=-2)", _TORCH),
        either_way("entropy({0})", "entropy({0}.T).T", _SYMPY),
    ),
    masked="refused",
    gradient=always("-(G * (log(A) + 1))"),
    reserved=False,
    formula=lambda w: _own_logarithms(w) or _WITH_TERMS(w),
    traits=("no zero", "of a line", "in terms"),
)
def entropy(p: Mat, *, axis: Axis = 1) -> Mat:
    """Take −Σ p log p of each row (axis 1) or column (axis 0), in nats, with 0 log 0 = 0 (Shannon, 1948); over log 2 in bits.

    >>> entropy.run(Matrix.of([[1, 0], [Number.of(1) / 2, Number.of(1) / 2]]))
    Matrix([[0], [log(2)]])
    """
    return sum_.run(p.each(TERM), axis=axis)  # type: ignore[no-any-return]
