"""The transpose."""

from __future__ import annotations

from symattn.boxes import Box
from symattn.exact.any_matrix import Mat
from symattn.ops import moments
from symattn.ops.formula import EntryFormula, Told, Writing, at
from symattn.ops.record import CodeRule, Use, always, dialects, itself, nothing
from symattn.ops.registry import op
from symattn.ops.shapes import turned


def _formula(w: Writing) -> Box:
    return w.arg(0, turned=not w.turned)


def _why(e: EntryFormula) -> Told:
    return at(e), e.written(e.at(0, e.j, e.i))


def _numpy(use: Use) -> CodeRule:
    return CodeRule("np.swapaxes({0}, -1, -2)") if use.batch else CodeRule("{0}.T")


@op(
    "transpose",
    turned,
    columns="kept",
    written="A.T",
    count=nothing,
    formula=_formula,
    reason=itself,
    why=_why,
    code=dialects(_numpy, "{0}.mT", "{0}.T"),
    masked="carried",
    gradient=always("G.T"),
    moments=moments.moved,
    expression=lambda a: a.T,
    traits=("transposes",),
    units="one",
)
def transpose(a: Mat) -> Mat:
    """Turn rows into columns: n×m becomes m×n.

    >>> transpose.run(Matrix.of([[1, 2]]))
    Matrix([[1], [2]])
    """
    return a.T


transpose.slip("not-transposed")(lambda a: a)
