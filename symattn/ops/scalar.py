"""A line that is a number: a size, a price, a count that is made of others."""

from __future__ import annotations

from symattn.binding import ANY
from symattn.boxes import Box
from symattn.exact.any_matrix import AnyEntry, Mat
from symattn.exact.decide import Span
from symattn.exact.defined import BallMatrix
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.ops.formula import EntryFormula, Told, Writing
from symattn.ops.moments import fixed
from symattn.ops.record import CodeRule, dialects, itself, nothing
from symattn.ops.registry import op
from symattn.ops.shapes import Shape


def _one(*, value: object) -> Shape:
    return 1, 1


def _formula(w: Writing) -> Box:
    return w.amount("value")


def _why(e: EntryFormula) -> Told:
    return (), e.written(e.params["value"])


_CODE = CodeRule("{value}", ANY)


@op(
    "scalar",
    _one,
    columns="kept",
    written="c",
    count=nothing,
    formula=_formula,
    reason=itself,
    why=_why,
    code=dialects(_CODE, _CODE, _CODE),
    masked="refused",
    moments=fixed,
    traits=("number", "by rounded"),
    units="one",
)
def scalar(*, value: Number) -> Mat:
    """Give a number a name; beside a matrix it is repeated for every entry.

    >>> scalar.run(value=Number.of(3))
    Matrix([[3]])
    """
    return _alone(value)


def _alone(x: AnyEntry) -> Mat:
    """A number as a matrix; one that is known no better than a student's rounded one stays so."""
    if isinstance(x, Number):
        return Matrix.of([[x]])
    return IntervalMatrix([[x]]) if isinstance(x, Span) else BallMatrix([[x]])
