"""A line that is a number: a size, a price, a count that is made of others."""

from __future__ import annotations

from symattn.binding import ANY
from symattn.boxes import Box
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
    traits=("number",),
    units="one",
)
def scalar(*, value: Number) -> Matrix:
    """Give a number a name; beside a matrix it is repeated for every entry.

    >>> scalar.run(value=Number.of(3))
    Matrix([[3]])
    """
    return Matrix.of([[value]])
