"""Top-k: the largest scores of a row stay, as in sampling, in sparse attention, in the gate of a mixture of experts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import Any

from symattn.boxes import INFINITE, number
from symattn.errors import SymattnError, how_many
from symattn.exact.any_matrix import Mat
from symattn.exact.decide import proved_equal
from symattn.exact.matrix import Blocked
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.number import ZERO
from symattn.ops.formula import EntryFormula, Told, Why, by_parameter
from symattn.ops.mask import wrongly_masked
from symattn.ops.record import Codes, always, compared, defined
from symattn.ops.registry import op
from symattn.ops.shapes import AxisSize, same
from symattn.ops.softmax import kept as with_nothing
from symattn.ops.targets import above

_NUMPY = """
def top_k(a, k):
    places = np.argsort(-a, axis=-1, kind="stable")[..., :k]
    kept = np.zeros(a.shape, dtype=bool)
    np.put_along_axis(kept, places, True, axis=-1)
    return np.where(kept, a, -np.inf)
"""
_TORCH = """
def top_k(a, k):
    places = torch.sort(a, dim=-1, descending=True, stable=True).indices[..., :k]
    return torch.full_like(a, -torch.inf).scatter(-1, places, a.gather(-1, places))
"""
_SYMPY = """
def top_k(a, k):
    kept = [sorted(range(a.cols), key=lambda j: (-N(a[i, j], 30), j))[:k] for i in range(a.rows)]
    return Matrix(a.rows, a.cols, lambda i, j: a[i, j] if j in kept[i] else -oo)
"""


def kept_by(key: str) -> Why:
    """Whether a score is kept, by the parameter of that name."""

    def why(e: EntryFormula) -> Told:
        blocked, box = isinstance(e.value, Blocked), e.inner(0)[1]
        gone = blocked or proved_equal(e.value, ZERO)
        return (
            ("kept", int(not gone)),
            (key, str(e.params[key])),
        ), INFINITE if blocked else number(0) if gone else box

    return why


def order(scores: Mat, i: int) -> list[int]:
    """The places of a row's scores that are not blocked, the largest first, equal ones as they stand."""
    line: Sequence[Any] = scores.values[i]
    places = [j for j in range(scores.cols) if (i, j) not in scores.blocked]

    def behind(p: int, q: int) -> int:
        return -1 if above(line[p], line[q]) else int(above(line[q], line[p]))

    return sorted(places, key=cmp_to_key(behind))


@op(
    "top_k",
    same,
    count=compared,
    symbol="top",
    formula=by_parameter("k"),
    why=kept_by("k"),
    code=defined("top_k({0}, {k})", _NUMPY, _TORCH, _SYMPY),
    masked="carried",
    gradient=always("G"),
    reserved=False,
    traits=("keeps scores", "blocks", "told on the way"),
)
def top_k(scores: Mat, *, k: AxisSize) -> Mat:
    """Keep the k largest scores of each row and block the others (Fan et al., 2018); of equal ones the first.

    Raises SymattnError where a row has fewer than k scores, or k is not 1 or more.

    >>> top_k.run(Matrix.of([[1, 3, 2], [5, 5, 5]]), k=2)
    Matrix([[-inf, 3, 2], [5, 5, -inf]])
    """
    if not 1 <= k <= scores.cols:
        raise SymattnError(
            f"the {k} largest of {how_many(scores.cols, 'score')}",
            f"write a number from 1 to {scores.cols}",
        )
    return scores.masked_but(
        (i, j) for i in range(scores.rows) for j in order(scores, i)[:k]
    )


wrongly_masked(top_k)


def with_rest_nothing(call: str, *helpers: str) -> Codes:
    """The code of an operation that puts 0 where the functions that are given block."""
    name, nothing = (
        call.partition("(")[0],
        {"-np.inf": "0", "-torch.inf": "0", "-oo": "0"},
    )
    for text, other in {**nothing, "def top_": f"def {name[:-1]}"}.items():
        helpers = tuple(helper.replace(text, other) for helper in helpers)
    return defined(call, *helpers)


@op(
    "keep_top_k",
    same,
    count=compared,
    symbol="top",
    formula=by_parameter("k"),
    why=kept_by("k"),
    code=with_rest_nothing("keep_top_k({0}, {k})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    gradient=always("G * (top_k(A, k) == A)"),
    reserved=False,
)
def keep_top_k(shares: Mat, *, k: AxisSize) -> Mat:
    """Keep the k largest probabilities of each row, with 0 in the place of the others; normalize makes them add up to 1 again.

    >>> keep_top_k.run(Matrix.of([[1, 3, 2], [5, 5, 5]]), k=2)
    Matrix([[0, 3, 2], [5, 5, 0]])
    """
    return with_nothing(top_k.run(shares, k=k))
