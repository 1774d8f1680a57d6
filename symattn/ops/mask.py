"""Masks: scores that a token may not use become minus infinity before softmax."""

from __future__ import annotations

from collections.abc import Callable
from operator import gt, lt
from typing import Any

from symattn.binding import ANY, POWER, SUM
from symattn.boxes import INFINITE, PLUS, Box, Script, row
from symattn.errors import ShapeError, SymattnError
from symattn.exact.any_matrix import Blocked, Mat
from symattn.exact.decide import proved_equal
from symattn.exact.functions import root
from symattn.exact.number import UNIT, ZERO, Number
from symattn.exact.text import pretty
from symattn.ops.formula import MASKS, EntryFormula, Told, Writing, apart
from symattn.ops.record import CodeRule, always, dialects, either_way, nothing
from symattn.ops.registry import Op, op
from symattn.ops.shapes import Axis, Shape, same, written
from symattn.ops.softmax import kept
from symattn.said import Said
from symattn.tables import Place

_CAUSAL_IN_NUMPY = """
def causal_mask(scores, axis=-1):
    half = np.tril if axis == -1 else np.triu
    return np.where(half(np.ones(scores.shape[-2:], dtype=bool)), scores, -np.inf)
"""
_CAUSAL_IN_TORCH = """
def causal_mask(scores, dim=-1):
    every = torch.ones(scores.shape[-2:], dtype=torch.bool)
    return scores.masked_fill(every.triu(1) if dim == -1 else every.tril(-1), -torch.inf)
"""
_CAUSAL_IN_SYMPY = """
def causal_mask(scores):
    return Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] if j <= i else -oo)
"""
_MASK_IN_SYMPY = """
def mask(scores, keep):
    return Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] if keep[i % keep.rows, j] == 1 else -oo)
"""


def _why(e: EntryFormula) -> Told:
    """Why a score is blocked, or stands; tokens are told in the order in which they come."""
    by_rows = e.params.get("axis", 1) == 1  # whether the tokens that look are rows
    early, late = (e.i, e.j) if by_rows else (e.j, e.i)
    if isinstance(e.value, Blocked) and not isinstance(e.here(0), Blocked):
        return (("late", late), ("early", early)), INFINITE
    inner, box = e.inner(0)
    return (("inner", inner),), box


def _plus_mask(w: Writing) -> Box:
    down = w.param("axis") == 0
    way = (
        "" if down == w.columns else "columns" if down else "rows"
    )  # said where it is not the notation's own
    return (
        MASKS[way] if w.inner(0, "all zeros") else row(w.arg(0, SUM), PLUS, MASKS[way])
    )


@op(
    "causal_mask",
    same,
    columns="axis",
    count=nothing,
    formula=_plus_mask,
    why=_why,
    asks=apart,
    code=dialects(
        either_way("causal_mask({0})", "causal_mask({0}, axis=-2)", _CAUSAL_IN_NUMPY),
        either_way("causal_mask({0})", "causal_mask({0}, dim=-2)", _CAUSAL_IN_TORCH),
        either_way("causal_mask({0})", "causal_mask({0}.T).T", _CAUSAL_IN_SYMPY),
    ),
    masked="carried",
    gradient=always("G"),
    traits=("names a mask", "keeps scores", "blocks"),
)
def causal_mask(scores: Mat, *, axis: Axis = 1) -> Mat:
    """Block every score above the diagonal: a token looks at itself and at earlier ones only.

    With axis 0 the tokens that look are columns, and the scores below the diagonal are blocked.

    >>> causal_mask.run(Matrix.of([[1, 2], [3, 4]])), causal_mask.run(Matrix.of([[1, 2], [3, 4]]), axis=0)
    (Matrix([[1, -inf], [3, 4]]), Matrix([[1, 2], [-inf, 4]]))
    """
    return scores.masked_where(lt)


def _like(a: Shape, keep: Shape) -> Shape:
    rows = (1, a[-2])  # one row of a mask goes for every row
    if (
        len(keep) < 2
        or keep[-2] not in rows
        or (*a[-len(keep) : -2], a[-1]) != (*keep[:-2], keep[-1])
    ):
        raise ShapeError(
            f"the mask is {written(keep)} but the scores are {written(a)}",
            "write one mask entry per score",
        )
    return a


def _masked(w: Writing) -> Box:
    """Scores and what blocks some of them, named by the mask that the sheet gives."""
    unnamed = w.numeric or w.is_unnamed_mask(1)
    mask = MASKS[""] if unnamed else Script(MASKS[""], sub=w.arg(1, POWER))
    return row(w.arg(0, SUM), PLUS, mask)


@op(
    "mask",
    _like,
    columns="kept",
    count=nothing,
    formula=_masked,
    why=_why,
    asks=lambda e: ((Said("why", "entry", (("of", e.name(1)),)), e.here(1)),),
    code=dialects(
        CodeRule("np.where({1} == 1, {0}, -np.inf)", needs=(ANY, SUM)),
        CodeRule("{0}.masked_fill({1} == 0, -torch.inf)", needs=(ANY, SUM)),
        CodeRule("mask({0}, {1})", helper=_MASK_IN_SYMPY),
    ),
    masked="carried",
    gradient=always("G", ""),
    traits=("names a mask", "keeps scores", "takes a mask", "blocks", "read off"),
)
def mask(scores: Mat, keep: Mat) -> Mat:
    """Block the scores where the mask, or its only row, is 0 and keep those where it is 1; raises SymattnError for other entries.

    >>> mask.run(Matrix.of([[1, 2]]), Matrix.of([[1, 0]]))
    Matrix([[1, -inf]])
    """
    _like(scores.shape, keep.shape)
    return scores.masked(_blocked(scores, keep))


def _blocked(scores: Mat, keep: Mat) -> list[Place]:
    """The places of the scores that a mask blocks; its only row goes for all."""
    blocked, rows = blocked_places(keep), range(scores.rows)
    return [(k, j) for k in rows for _, j in blocked] if keep.rows == 1 else blocked


def blocked_places(keep: Mat) -> list[Place]:
    """The places of a mask that are 0; raises SymattnError for an entry that is neither 0 nor 1.

    >>> from symattn.exact.matrix import Matrix
    >>> blocked_places(Matrix.of([[1, 0]]))
    [(0, 1)]
    """
    if keep.blocked:
        raise SymattnError(
            "the mask has minus infinity in it", "write 1 (keep) or 0 (block)"
        )
    for i, line in enumerate(keep.values):
        for j, x in enumerate(line):
            if not (_is(x, ZERO) or _is(x, UNIT)):
                shown = pretty(x) if isinstance(x, Number) else x
                raise SymattnError(
                    f"the mask has {shown} in row {i + 1}, column {j + 1}",
                    "write 1 (keep) or 0 (block)",
                )
    return [
        (i, j)
        for i, line in enumerate(keep.values)
        for j, x in enumerate(line)
        if _is(x, ZERO)
    ]


def _is(x: object, n: Number) -> bool:
    """Whether an entry is 0 or 1: an exact one by proof, an interval when it is that one number."""
    return proved_equal(x, n) if isinstance(x, Number) else bool(x == int(n.rational.p))


def wrongly_masked(right: Op) -> None:
    """Enter what may be done otherwise at every operation that blocks scores.

    >>> [op.name for op in (causal_mask, mask) if op.slips.keys() >= {"unmasked", "mask-zero"}]
    ['causal_mask', 'mask']
    """
    right.slip("scaled", needs=("d_k",), when="unscaled")(
        _after(right, lambda scores, d_k: scores.scaled(1 / root(d_k)))
    )
    right.slip("unmasked")(_after(right, lambda scores: scores.opened()))
    right.slip("mask-zero")(_after(right, kept))


def _after(right: Op, wrong: Callable[..., Mat]) -> Callable[..., Mat]:
    """A wrong rule that takes the scores, rightly masked, and what it needs itself."""
    keys = tuple(right.signature.kinds)

    def run(*matrices: Mat, **params: Any) -> Mat:
        own = {key: params.pop(key) for key in keys if key in params}
        return wrong(right.run(*matrices, **own), **params)

    return run


def _strict(scores: Mat) -> Mat:
    return scores.masked((i, i) for i in range(min(scores.rows, scores.cols)))


for each_mask in (causal_mask, mask):
    wrongly_masked(each_mask)
    each_mask.slip("mask-strict")(_after(each_mask, _strict))


causal_mask.slip("mask-flipped")(lambda scores, *, axis=1: scores.masked_where(gt))


@mask.slip("mask-flipped")
def _other_places(scores: Mat, keep: Mat) -> Mat:
    return scores.masked_but(_blocked(scores, keep))
