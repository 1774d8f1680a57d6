"""ReLU."""

from __future__ import annotations

from symattn.exact.matrix import Matrix
from symattn.ops.code import ATOM, Rule
from symattn.ops.counts import each
from symattn.ops.registry import op
from symattn.ops.shapes import same
from symattn.ops.softmax import kept
from symattn.ops.why import pointwise


@op(
    "relu",
    same,
    columns="kept",
    count=each(comparisons=1),
    symbol="ReLU",
    reason="every entry on its own",
    why=pointwise("the entry of {} or 0, whichever is larger"),
    code={
        "numpy": Rule("np.maximum({0}, 0)"),
        "torch": Rule("torch.relu({0})"),
        "sympy": Rule("{0}.applyfunc(lambda x: Max(x, 0))", ATOM, (ATOM,)),
    },
    masked="read",
)
def relu(a: Matrix) -> Matrix:
    """Replace every negative entry by 0; the sign of each is proved.

    >>> relu.run(Matrix.of([[-1, 2]]))
    Matrix([[0, 2]])
    """
    return kept(a).relu()


@relu.slip("relu-dropped", "left negative entries as they are")
def _as_it_is(a: Matrix) -> Matrix:
    return kept(a)
