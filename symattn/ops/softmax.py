"""Scores to weights."""

from __future__ import annotations

from functools import lru_cache

from symattn.boxes import Frac, Ink
from symattn.errors import SymattnError
from symattn.exact.any_matrix import LOG, SIGMOID, AnyEntry, Blocked, Mat, Places
from symattn.exact.decide import Span, sign
from symattn.exact.functions import log, root
from symattn.exact.matrix import Matrix, of_ones, ones_where
from symattn.exact.number import UNIT, Number
from symattn.ops.formula import EntryFormula, Told, along, of, power, summed
from symattn.ops.record import (
    Count,
    Use,
    along_axis,
    always,
    dialects,
    each_row,
    either_way,
)
from symattn.ops.reductions import sum_
from symattn.ops.registry import by_rows, op
from symattn.ops.shapes import Axis, same
from symattn.said import Glossary, Strings

WIDEST = 5  # weights in a row, up to which its Jacobian is shown
_NUMPY = """
def softmax(scores, axis=-1):
    # The largest score is subtracted first: the weights stay the same, and exp cannot overflow.
    shifted = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return shifted / shifted.sum(axis=axis, keepdims=True)
"""
_SYMPY = """
def softmax(scores):
    weights = scores.applyfunc(exp)
    return Matrix.vstack(*[weights.row(i) / sum(weights.row(i)) for i in range(weights.rows)])
"""


def _why(e: EntryFormula) -> Told:
    axis = e.params.get("axis", 1)
    size = e.inputs[0].cols if axis else e.inputs[0].rows
    places = [(e.i, k) if axis else (k, e.j) for k in range(size)]
    if isinstance(e.here(0), Blocked):
        return (*of(e), ("blocked", 1)), Ink("0", "number")
    scores = [e.at(0, *place) for place in places]
    powers = [power(e, x) for x in scores if not isinstance(x, Blocked)]
    return along(e, 1), Frac(power(e, e.here(0)), summed(powers))


def weights(scores: Mat) -> Mat:
    """Weights along every row; an entirely blocked one is an error.

    >>> weights(Matrix.of([[0, 0]]))
    Matrix([[1/2, 1/2]])
    """
    for i in range(scores.rows):
        if all((i, j) in scores.blocked for j in range(scores.cols)):
            raise SymattnError(
                f"row {i + 1} is blocked entirely, softmax has nothing to weigh",
                "leave one score open",
            )
    return scores.weights()


def _zeros(scores: Mat, *, axis: Axis = 1) -> Mat:
    """A row that a wrong mask blocks entirely gives weights 0, as it does for a student."""
    if not isinstance(scores, Matrix):
        return scores.exp().normalized()
    columns = range(scores.cols)
    none = frozenset(
        (i, j)
        for i in range(scores.rows)
        if all((i, k) in scores.blocked for k in columns)
        for j in columns
    )
    if not none:
        return weights(scores)
    return weights(scores.opened().masked(scores.blocked - none)).entrywise(
        _open(scores.shape, none)
    )


def _gradient(went: Use) -> Strings:
    """The Jacobian's two terms: every weight times what came back, less the mean of that under the weights; itself where
    Jacobians are asked, and the weights lie in one row or column that adds up to 1."""
    if went.by_rows and went.out[-1 - went.axis] == 1:
        return (
            "G @ softmax_jacobian(Y)" if went.axis == 1 else "softmax_jacobian(Y) @ G",
        )
    return (f"Y * (G - sum(G * Y, axis={went.axis}))",)


def _between(went: Use) -> Glossary:
    """The Jacobian diag(p) − pᵀp of the weights, of several rows of the last one, in which a causal mask blocks nothing, and
    what every row takes off: its mean of what came back; down columns the same of these."""
    by_row = went.axis == 1
    shown = {"means": f"sum(G * Y, axis={int(by_row)})"}
    rows, cols = went.out[-2:]
    many, wide = (rows, cols) if by_row else (cols, rows)
    if not isinstance(many, int) or not isinstance(wide, int) or wide > WIDEST:
        return shown
    last = f"Y[{rows - 1}:{rows}, :]" if by_row else f"Y[:, {cols - 1}:{cols}].T"
    name = "jacobian" if many == 1 else f"jacobian_{'row' if by_row else 'column'}"
    return {name: f"softmax_jacobian({last})", **shown}


def _exponentials(scores: Matrix, *, axis: Axis = 1) -> dict[str, Matrix]:
    """The exponentials of the scores, and what each row or column of them adds up to."""
    found = scores.exp()
    return {"exponentials": found, "sums": sum_.run(found, axis=axis)}


@op(
    "softmax",
    same,
    working=_exponentials,
    columns="axis",
    count=each_row(lambda n, use: Count(exponentials=n, additions=n - 1, divisions=n)),
    why=_why,
    code=dialects(
        either_way("softmax({0})", "softmax({0}, axis=-2)", _NUMPY),
        either_way("torch.softmax({0}, dim=-1)", "torch.softmax({0}, dim=-2)"),
        either_way("softmax({0})", "softmax({0}.T).T", _SYMPY),
    ),
    masked="read",
    gradient=_gradient,
    between=_between,
    after_slip=by_rows(_zeros),
    traits=("weights", "shares of exponentials", "no numbers"),
)
def softmax(scores: Mat, *, axis: Axis = 1) -> Mat:
    """Turn every row of scores (axis 1) or every column (axis 0) into weights that add up to 1.

    Raises SymattnError when a row is blocked entirely.

    >>> softmax.run(Matrix.of([[0, 0]]))
    Matrix([[1/2, 1/2]])
    """
    return weights(scores)


softmax.slip_backward("jacobian-outer-dropped", always("Y * G"))
softmax.slip_backward("jacobian-diagonal", always("Y * (G - G * Y)"))
softmax.slip_backward(
    "jacobian-diagonal-dropped", along_axis("-(Y * sum(G * Y, AXIS))")
)
softmax.slip_backward("jacobian-outer-added", along_axis("Y * (G + sum(G * Y, AXIS))"))
softmax.slip_backward("jacobian-forgotten", always("G"))
softmax.slip_backward("jacobian-unweighted", along_axis("Y * (G - sum(G, AXIS))"))
softmax.slip_backward("jacobian-negated", along_axis("Y * (sum(G * Y, AXIS) - G)"))
softmax.slip_backward(
    "jacobian-columns", lambda went: (f"Y * (G - sum(G * Y, axis={1 - went.axis}))",)
)


@softmax.slip("scaled", needs=("d_k",), when="unscaled")
@softmax.slip("scaled-twice", needs=("d_k",), when="scaled")
def _scaled(scores: Mat, *, axis: Axis = 1, d_k: int) -> Mat:
    return weights(scores.scaled(1 / root(d_k)))


softmax.slip("softmax-columns")(lambda scores, *, axis=1: weights(scores.T).T)
softmax.slip("softmax-all")(lambda scores, *, axis=1: over_all(scores.exp()))
softmax.slip("not-normalised")(lambda scores, *, axis=1: scores.exp())


softmax.slip("normalised-scores")(lambda scores, *, axis=1: kept(scores).normalized())
softmax.slip("mask-after-softmax", when="masked")(
    lambda scores, *, axis=1: kept(weights(scores.opened()).masked(scores.blocked))
)


softmax.slip("scaled-after-softmax", needs=("d_k",), when="scaled")(
    lambda scores, *, axis=1, d_k: weights(scores.scaled(root(d_k))).scaled(
        1 / root(d_k)
    )
)


@lru_cache(maxsize=1)
def _log_of_two() -> Number:
    return log(2)


softmax.slip("base-two")(
    lambda scores, *, axis=1: weights(scores.scaled(_log_of_two()))
)
softmax.slip("sigmoid-weights")(lambda scores, *, axis=1: scores.each(SIGMOID))


@softmax.slip("hardmax")
def _largest(scores: Mat, *, axis: Axis = 1) -> Mat:
    rows = [
        [None if (i, j) in scores.blocked else x for j, x in enumerate(row)]
        for i, row in enumerate(scores.values)
    ]
    top = [
        [
            x is not None and all(y is None or y is x or _above(x, y) for y in row)
            for x in row
        ]
        for row in rows
    ]
    found = Matrix.of([list(map(int, row)) for row in top])
    if any(sum(row) != 1 for row in top):
        raise SymattnError("no score is the largest alone")
    return found


def _above(x: AnyEntry, y: AnyEntry) -> bool:
    """Whether one score is larger than another: exact ones by proof, intervals and balls when they do not meet."""
    if isinstance(x, Number):
        return sign(x - y) > 0
    return bool(x.low > y.high if isinstance(x, Span) else x > y)


def blocking(scores: Mat) -> Mat:
    """The scores, some of which are blocked; raises SymattnError where none is."""
    if not scores.blocked:
        raise SymattnError("no score is blocked")
    return scores


softmax.slip("exponential-of-nothing")(
    lambda scores, *, axis=1: weights(kept(blocking(scores)))
)


@softmax.slip("log-weights")
def _logarithms(scores: Mat, *, axis: Axis = 1) -> Mat:
    """The logarithm of a weight of nothing is minus infinity."""
    shown = weights(scores) + type(scores).lifted(
        of_ones(*scores.shape) - _open(scores.shape, scores.blocked)
    )
    return shown.each(LOG).masked(scores.blocked)


@softmax.slip("sums-misaligned")
def _misaligned(scores: Mat, *, axis: Axis = 1) -> Mat:
    """Entry (i, j) over the sum of row j, as e / e.sum(axis=1) does in NumPy."""
    powers = scores.exp()
    return powers.over((powers @ of_ones(powers.cols, 1)).T)


softmax.slip("negated-scores")(lambda scores, *, axis=1: weights(scores.scaled(-UNIT)))


def kept(scores: Mat) -> Mat:
    """The scores with 0 where one is blocked.

    >>> kept(Matrix.of([[1, 2]]).masked([(0, 1)]))
    Matrix([[1, 0]])
    """
    return (
        scores.opened().entrywise(_open(scores.shape, scores.blocked))
        if scores.blocked
        else scores
    )


@lru_cache(maxsize=16)
def _open(shape: tuple[int, int], blocked: Places) -> Matrix:
    """1 where a score is open, 0 where one is blocked."""
    return ones_where(*shape, lambda i, j: (i, j) not in blocked)


def over_all(a: Mat) -> Mat:
    """Every entry over the sum of all: all entries in one row, normalised, and back.

    >>> over_all(Matrix.of([[1, 1], [1, 1]]))
    Matrix([[1/4, 1/4], [1/4, 1/4]])
    """
    whole = (
        type(a)
        .beside(*(a.select([i], range(a.cols)) for i in range(a.rows)))
        .normalized()
    )
    return type(a).on_top(
        *(whole.select([0], range(i * a.cols, (i + 1) * a.cols)) for i in range(a.rows))
    )
