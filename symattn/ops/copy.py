"""A matrix under another name: scores that the sheet does not scale, say."""

from __future__ import annotations

from symattn.exact.any_matrix import Mat
from symattn.exact.functions import root
from symattn.ops import moments
from symattn.ops.formula import itself, of
from symattn.ops.record import always, dialects, nothing
from symattn.ops.registry import op
from symattn.ops.shapes import same


@op(
    "copy",
    same,
    columns="kept",
    written="A",
    count=nothing,
    formula=itself,
    why=lambda e: (of(e), e.written(e.here(0))),
    code=dialects("{0}.copy()", "{0}.clone()", "{0}.copy()"),
    masked="carried",
    gradient=always("G"),
    moments=moments.same,
    expression=lambda a: a,
    traits=("keeps scores", "no numbers", "another name"),
    units="one",
)
def copy(a: Mat) -> Mat:
    """Take the matrix as it stands under a new name.

    >>> copy.run(Matrix.of([[1]]))
    Matrix([[1]])
    """
    return a


copy.slip("scaled", needs=("d_k",), when="unscaled")(
    lambda a, *, d_k: a.scaled(1 / root(d_k))
)
