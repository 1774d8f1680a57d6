"""Scores to weights."""

from __future__ import annotations

from typing import Any

from symattn.boxes import Box, Fence, Frac, Ink, Script, row
from symattn.errors import SymattnError
from symattn.exact.cells import Blocked
from symattn.exact.decide import sign
from symattn.exact.functions import log, root
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, ZERO, Number
from symattn.exact.span import Span
from symattn.ops.code import ATOM, Rule
from symattn.ops.counts import Count, each_row
from symattn.ops.formula import Placed, Writing, summed, transposed
from symattn.ops.registry import op
from symattn.ops.shapes import same
from symattn.ops.signature import Axis
from symattn.ops.why import Entry, Told, power

_NUMPY = '''
def softmax(scores, axis=-1):
    # The largest score is subtracted first: the weights stay the same, and exp cannot overflow.
    shifted = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return shifted / shifted.sum(axis=axis, keepdims=True)
'''
_SYMPY = '''
def softmax(scores):
    weights = scores.applyfunc(exp)
    return Matrix.vstack(*[weights.row(i) / sum(weights.row(i)) for i in range(weights.rows)])
'''


def _formula(w: Writing) -> Placed:
    name: Box = Ink(w.word, "upright")
    if w.param("axis") == 0:
        name = Script(name, sub=Ink("rows" if w.columns else "columns", "text"))
    return transposed(row(name, Fence("(", w.plain(0), ")")), w.turned)


def _why(e: Entry) -> Told:
    axis = e.params.get("axis", 1)
    size = e.inputs[0].cols if axis else e.inputs[0].rows
    places = [(e.i, k) if axis else (k, e.j) for k in range(size)]
    line = f"row {e.i}" if axis else f"column {e.j}"
    if isinstance(e.here(0), Blocked):
        return f"its score in {e.name(0)} is blocked, so it gets no weight", Ink("0", "number")
    scores = [e.at(0, *place) for place in places]
    powers = [power(e, x) for x in scores if not isinstance(x, Blocked)]
    return f"e to its score, over the sum of that for {line} of {e.name(0)}", Frac(power(e, e.here(0)), summed(powers))


def _zeros(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    """A row that a wrong mask blocks entirely gives weights 0, as it does for a student."""
    if axis == 1 and isinstance(scores, IntervalMatrix):
        return scores.exp().normalized()
    return scores.softmax(axis)


@op(
    "softmax",
    same,
    columns="axis",
    count=each_row(lambda n, params: Count(exponentials=n, additions=n - 1, divisions=n)),
    formula=_formula,
    reason="every row becomes weights",
    why=_why,
    code={
        "numpy": lambda use: Rule("softmax({0})" if use.params.get("axis") != 0 else "softmax({0}, axis=-2)", helper=_NUMPY),
        "torch": lambda use: Rule(f"torch.softmax({{0}}, dim={-1 if use.params.get('axis') != 0 else -2})"),
        "sympy": lambda use: (
            Rule("softmax({0})", helper=_SYMPY)
            if use.params.get("axis") != 0
            else Rule("softmax({0}.T).T", ATOM, (ATOM,), helper=_SYMPY)
        ),
    },
    masked="read",
    after_slip=_zeros,
    traits=("weights", "no numbers"),
)
def softmax(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    """Turn every row of scores (axis 1) or every column (axis 0) into weights that add up to 1.

    Raises SymattnError when a row is blocked entirely.

    >>> softmax.run(Matrix.of([[0, 0]]))
    Matrix([[1/2, 1/2]])
    """
    return scores.softmax(axis)


@softmax.slip("scaled", "divided by √d_k, though the sheet does not scale", needs=("d_k",), when="unscaled")
@softmax.slip("scaled-twice", "divided by √d_k once more", needs=("d_k",), when="scaled")
def _scaled(scores: Matrix, *, axis: Axis = 1, d_k: int) -> Matrix:
    return scores.scaled(1 / root(d_k)).softmax(axis)


@softmax.slip("softmax-columns", "normalised down the columns in place of along the rows")
def _other_axis(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    return scores.softmax(1 - axis)


@softmax.slip("softmax-all", "normalised over the whole matrix in place of row by row")
def _over_all(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    return over_all(scores.exp())


@softmax.slip("not-normalised", "did not divide the exponentials by their sum")
def _exponentials(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    return scores.exp()


@softmax.slip("normalised-scores", "divided the scores by their sum, without exponentials")
def _without_exponentials(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    open_scores = kept(scores)
    return open_scores.normalized() if axis else open_scores.T.normalized().T


@softmax.slip("mask-after-softmax", "set weights to 0 after softmax and did not normalise them again", when="masked")
def _masked_after(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    return kept(scores.opened().softmax(axis).masked(scores.blocked))


@softmax.slip("scaled-after-softmax", "divided by √d_k after softmax, not before", needs=("d_k",), when="scaled")
def _scaled_after(scores: Matrix, *, axis: Axis = 1, d_k: int) -> Matrix:
    return scores.scaled(root(d_k)).softmax(axis).scaled(1 / root(d_k))


@softmax.slip("base-two", "raised 2 to the scores in place of e")
def _base_two(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    return scores.scaled(log(2)).softmax(axis)


@softmax.slip("sigmoid-weights", "took the sigmoid of each score by itself")
def _sigmoids(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    """e^x / (e^x + 1): each exponential beside a 1, as a row of its own that is normalised."""
    powers, ones = scores.exp(), scores.opened().scaled(ZERO).exp()
    rows = range(scores.rows)
    pairs = [type(powers).beside(powers.select(rows, [j]), ones.select(rows, [j])).normalized() for j in range(scores.cols)]
    return type(powers).beside(*(pair.select(rows, [0]) for pair in pairs))


@softmax.slip("hardmax", "put 1 at the largest score of each row and 0 elsewhere")
def _largest(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    rows = [[None if (i, j) in scores.blocked else x for j, x in enumerate(row)] for i, row in enumerate(scores.values)]
    rows = rows if axis else [list(column) for column in zip(*rows, strict=True)]
    top = [[x is not None and all(y is None or y is x or _above(x, y) for y in row) for x in row] for row in rows]
    found = Matrix.of([[int(x) for x in row] for row in top])
    if any(sum(row) != 1 for row in top):
        raise SymattnError("no score is the largest alone")
    return found if axis else found.T


def _above(x: Any, y: Any) -> bool:
    """Whether one score is larger than another: exact ones by proof, intervals and balls when they do not meet."""
    if isinstance(x, Number):
        return sign(x - y) > 0
    return bool(x.low > y.high if isinstance(x, Span) else x > y)


@softmax.slip("log-weights", "took the logarithms of the weights")
def _logarithms(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    weights = scores.softmax(axis)
    return weights.map(log) if isinstance(weights, Matrix) else type(weights)([[_log(x) for x in row] for row in weights.values])


def _log(x: Any) -> Any:
    if isinstance(x, Span):
        x = Span(x.low.log().lower(), x.high.log().upper())
    else:
        x = x.log()
    if not (x.low if isinstance(x, Span) else x).is_finite():
        raise SymattnError("the logarithm of 0 has no value")
    return x


@softmax.slip("sums-misaligned", "divided the exponentials by the sums of other rows")
def _misaligned(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    """Entry (i, j) over the sum of row j, as e / e.sum(axis=1) does in NumPy; 1/r is [1, r − 1] normalised."""
    powers = scores.exp() if axis else scores.T.exp()
    ones = powers.select(range(powers.rows), [0]).scaled(ZERO).exp()
    sums = powers @ powers.select([0], range(powers.cols)).scaled(ZERO).exp().T
    inverse = type(powers).beside(ones, sums - ones).normalized().select(range(powers.rows), [0])
    found = powers.entrywise(inverse.T)
    return found if axis else found.T


@softmax.slip("negated-scores", "took the softmax of the negated scores")
def _negated(scores: Matrix, *, axis: Axis = 1) -> Matrix:
    return scores.scaled(-UNIT).softmax(axis)


def kept(scores: Matrix) -> Matrix:
    """The scores with 0 where one is blocked.

    >>> kept(Matrix.of([[1, 2]]).masked([(0, 1)]))
    Matrix([[1, 0]])
    """
    return scores.opened().entrywise(_open(scores)) if scores.blocked else scores


def _open(scores: Matrix) -> Matrix:
    return Matrix.of([[int((i, j) not in scores.blocked) for j in range(scores.cols)] for i in range(scores.rows)])


def over_all(a: Matrix) -> Matrix:
    """Every entry over the sum of all: all entries in one row, normalised, and back.

    >>> over_all(Matrix.of([[1, 1], [1, 1]]))
    Matrix([[1/4, 1/4], [1/4, 1/4]])
    """
    whole = type(a).beside(*(a.select([i], range(a.cols)) for i in range(a.rows))).normalized()
    return type(a).on_top(*(whole.select([0], range(i * a.cols, (i + 1) * a.cols)) for i in range(a.rows)))
