"""Top-p, the nucleus of sampling: as many of the largest scores as it takes for a share of the weight."""

from __future__ import annotations

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Mat
from symattn.exact.decide import sign
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.number import Number
from symattn.exact.text import pretty
from symattn.ops.formula import by_parameter
from symattn.ops.mask import wrongly_masked
from symattn.ops.record import Count, always, defined, each_row
from symattn.ops.registry import op
from symattn.ops.shapes import same
from symattn.ops.softmax import kept as with_nothing
from symattn.ops.targets import above
from symattn.ops.top_k import kept_by, order, with_rest_nothing

_NUMPY = """
def top_p(a, p):
    places = np.argsort(-a, axis=-1, kind="stable")
    weights = np.exp(a - a.max(axis=-1, keepdims=True))
    weights = np.take_along_axis(weights / weights.sum(axis=-1, keepdims=True), places, axis=-1)
    before = weights.cumsum(axis=-1) - weights
    kept = np.zeros(a.shape, dtype=bool)
    np.put_along_axis(kept, places, before < p - 1e-12, axis=-1)
    return np.where(kept, a, -np.inf)
"""
_TORCH = """
def top_p(a, p):
    places = torch.sort(a, dim=-1, descending=True, stable=True).indices
    weights = torch.softmax(a, dim=-1).gather(-1, places)
    before = weights.cumsum(dim=-1) - weights
    kept = torch.zeros_like(a, dtype=torch.bool).scatter(-1, places, before < p - 1e-12)
    return torch.where(kept, a, -torch.inf)
"""
_SYMPY = """
def top_p(a, p):
    def kept(i):
        places = sorted(range(a.cols), key=lambda j: (-N(a[i, j], 30), j))
        weights = [exp(a[i, j]) / sum(exp(x) for x in a.row(i)) for j in places]
        return [j for k, j in enumerate(places) if N(sum(weights[:k]) - p, 30) < -Rational(1, 10**12)]
    rows = [kept(i) for i in range(a.rows)]
    return Matrix(a.rows, a.cols, lambda i, j: a[i, j] if j in rows[i] else -oo)
"""


_WEIGHTS = {  # what stands for the weights of scores where shares are given
    "    weights = np.exp(a - a.max(axis=-1, keepdims=True))\n": "",
    "weights / weights.sum(axis=-1, keepdims=True)": "a",
    "torch.softmax(a, dim=-1)": "a",
    "exp(a[i, j]) / sum(exp(x) for x in a.row(i))": "a[i, j]",
}


def _of_shares(helper: str) -> str:
    for text, other in _WEIGHTS.items():
        helper = helper.replace(text, other)
    return helper


@op(
    "top_p",
    same,
    count=each_row(
        lambda n, use: Count(
            additions=2 * n - 2, divisions=n, exponentials=n, comparisons=n - 1
        )
    ),
    symbol="nucleus",
    formula=by_parameter("p"),
    why=kept_by("p"),
    code=defined("top_p({0}, {p})", _NUMPY, _TORCH, _SYMPY),
    masked="carried",
    gradient=always("G"),
    reserved=False,
    traits=("keeps scores", "blocks", "told on the way"),
)
def top_p(scores: Mat, *, p: Number) -> Mat:
    """Keep the fewest largest scores of each row whose softmax weights reach p, and block the others (Holtzman et al., 2020).

    Raises SymattnError unless p is above 0 and at most 1.

    >>> top_p.run(Matrix.of([[3, 1, 2, 0]]), p=Number.of(4) / 5)
    Matrix([[3, -inf, 2, -inf]])
    """
    _is_share(p)
    return _blocked(scores, scores.weights(), p)


wrongly_masked(top_p)


def _is_share(p: Number) -> None:
    if not p.is_rational or not 0 < p.rational <= 1:
        raise SymattnError(
            f"a nucleus of {pretty(p)}",
            "write a share of the weight, such as top_p(S, 0.9)",
        )


def _blocked(scores: Mat, weights: Mat, p: Number) -> Mat:
    return scores.masked_but(
        (i, j) for i in range(scores.rows) for j in _nucleus(scores, weights, i, p)
    )


def _nucleus(scores: Mat, weights: Mat, i: int, p: Number) -> list[int]:
    """The places that are kept of a row: the largest scores, until their weights reach p; that they do is proved."""
    places = order(scores, i)
    for k in range(1, len(places)):
        reached = weights.select([i], places[:k]) @ type(weights).lifted(
            Matrix.of([[1]] * k)
        )
        total = reached.values[0][0]
        short = (
            sign(total - p) < 0
            if isinstance(total, Number)
            else above(type(weights).entry(p), total)
        )
        if not short:
            return places[:k]
    return places


@op(
    "keep_top_p",
    same,
    count=each_row(lambda n, use: Count(additions=n - 1, comparisons=n - 1)),
    symbol="nucleus",
    formula=by_parameter("p"),
    why=kept_by("p"),
    code=with_rest_nothing(
        "keep_top_p({0}, {p})", *map(_of_shares, (_NUMPY, _TORCH, _SYMPY))
    ),
    masked="refused",
    gradient=always("G * (1 - (Y == 0))"),
    reserved=False,
)
def keep_top_p(shares: Mat, *, p: Number) -> Mat:
    """Keep the fewest largest probabilities of each row that reach p, with 0 in the place of the others (Holtzman et al., 2020).

    >>> keep_top_p.run(Matrix.of([[3, 1, 4, 2]]).scaled(Number.of(1) / 10), p=Number.of(3) / 5)
    Matrix([[3/10, 0, 2/5, 0]])
    """
    _is_share(p)
    return with_nothing(_blocked(shares, shares, p))
