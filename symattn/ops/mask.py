"""Masks: scores that a token may not use become minus infinity before softmax."""

from __future__ import annotations

from collections.abc import Callable

from symattn.boxes import Box, Fence, Ink, Script, row
from symattn.errors import ShapeError, SymattnError
from symattn.exact.cells import Blocked
from symattn.exact.decide import proved_equal
from symattn.exact.functions import root
from symattn.exact.matrix import Matrix, show
from symattn.exact.number import UNIT, ZERO, Number
from symattn.ops.code import ATOM, SUM, Rule
from symattn.ops.counts import nothing
from symattn.ops.formula import ATOM as WHOLE
from symattn.ops.formula import PLUS, Placed, Writing
from symattn.ops.formula import SUM as TERM
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, same, written
from symattn.ops.softmax import kept
from symattn.ops.why import INFINITE, Entry, Told, Why

_CAUSAL_IN_NUMPY = '''
def causal_mask(scores):
    return np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
'''
_CAUSAL_IN_TORCH = '''
def causal_mask(scores):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return scores.masked_fill(later, -torch.inf)
'''
_CAUSAL_IN_SYMPY = '''
def causal_mask(scores):
    return Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] if j <= i else -oo)
'''
_MASK_IN_SYMPY = '''
def mask(scores, keep):
    return Matrix(scores.rows, scores.cols, lambda i, j: scores[i, j] if keep[i, j] == 1 else -oo)
'''


def _why(because: str) -> Why:
    def why(e: Entry) -> Told:
        if isinstance(e.value, Blocked) and not isinstance(e.here(0), Blocked):
            return f"{because.format(i=e.i, j=e.j)}, so the score is blocked", INFINITE
        sentence, box = e.inner(0)
        return f"the mask lets it stand: {sentence}", box

    return why


def _plus_mask(w: Writing) -> Placed:
    return row(w.arg(0, TERM), PLUS, Ink("mask", "text")), TERM


@op(
    "causal_mask",
    same,
    count=nothing,
    formula=_plus_mask,
    reason="entries are only blocked",
    why=_why("token {j} comes after token {i}"),
    code={
        "numpy": Rule("causal_mask({0})", helper=_CAUSAL_IN_NUMPY),
        "torch": Rule("causal_mask({0})", helper=_CAUSAL_IN_TORCH),
        "sympy": Rule("causal_mask({0})", helper=_CAUSAL_IN_SYMPY),
    },
    masked="carried",
    traits=("keeps scores",),
)
def causal_mask(scores: Matrix) -> Matrix:
    """Block every score above the diagonal: a token looks at itself and at earlier ones only.

    >>> causal_mask.run(Matrix.of([[1, 2], [3, 4]]))
    Matrix([[1, -inf], [3, 4]])
    """
    return scores.masked((i, j) for i in range(scores.rows) for j in range(i + 1, scores.cols))


def _like(a: Shape, keep: Shape) -> Shape:
    if a[-len(keep) :] != keep:
        raise ShapeError(f"the mask is {written(keep)} but the scores are {written(a)}; write one mask entry per score")
    return a


def _masked(w: Writing) -> Placed:
    name: Box = Ink("mask", "upright")
    name = name if w.numeric or w.is_unnamed_mask(1) else Script(name, sub=w.arg(1, WHOLE))
    return row(name, Fence("(", w.arg(0), ")")), WHOLE


@op(
    "mask",
    _like,
    columns="kept",
    count=nothing,
    formula=_masked,
    reason="entries are only blocked",
    why=_why("the mask is 0 there"),
    code={
        "numpy": Rule("np.where({1} == 1, {0}, -np.inf)", needs=(0, SUM)),
        "torch": Rule("{0}.masked_fill({1} == 0, -torch.inf)", ATOM, (ATOM, SUM)),
        "sympy": Rule("mask({0}, {1})", helper=_MASK_IN_SYMPY),
    },
    masked="carried",
    traits=("keeps scores", "takes a mask"),
)
def mask(scores: Matrix, keep: Matrix) -> Matrix:
    """Block the scores where the mask is 0 and keep those where it is 1; raises SymattnError for other entries.

    >>> mask.run(Matrix.of([[1, 2]]), Matrix.of([[1, 0]]))
    Matrix([[1, -inf]])
    """
    if keep.shape != scores.shape:
        raise ShapeError(f"the mask is {show(keep)} but the scores are {show(scores)}; write one mask entry per score")
    return scores.masked(blocked_places(keep))


def blocked_places(keep: Matrix) -> list[tuple[int, int]]:
    """The places of a mask that are 0; raises SymattnError for an entry that is neither 0 nor 1.

    >>> blocked_places(Matrix.of([[1, 0]]))
    [(0, 1)]
    """
    if keep.blocked:
        raise SymattnError("the mask has minus infinity in it; write 1 (keep) or 0 (block)")
    for i, line in enumerate(keep.values):
        for j, x in enumerate(line):
            if not (_is(x, ZERO) or _is(x, UNIT)):
                raise SymattnError(f"the mask has {x} in row {i + 1}, column {j + 1}; write 1 (keep) or 0 (block)")
    return [(i, j) for i, line in enumerate(keep.values) for j, x in enumerate(line) if _is(x, ZERO)]


def _is(x: object, n: Number) -> bool:
    """Whether an entry is 0 or 1: an exact one by proof, an interval when it is that one number."""
    return proved_equal(x, n) if isinstance(x, Number) else bool(x == int(n.rational.p))


def _each_mask(id: str, says: str, **where: object) -> Callable[[Callable[..., Matrix]], None]:
    """Enter a slip under both masks: the wrong rule takes the scores, rightly masked."""

    def enter(wrong: Callable[..., Matrix]) -> None:
        for right in (causal_mask, mask):
            right.slip(id, says, **where)(_after(right.run, wrong))  # type: ignore[arg-type]

    return enter


def _after(right: Callable[..., Matrix], wrong: Callable[..., Matrix]) -> Callable[..., Matrix]:
    return lambda *matrices, **sizes: wrong(right(*matrices), **sizes)


@_each_mask("scaled", "divided by √d_k, though the sheet does not scale", needs=("d_k",), when="unscaled")
def _scaled(scores: Matrix, *, d_k: int) -> Matrix:
    return scores.scaled(1 / root(d_k))


@_each_mask("unmasked", "did not mask at all")
def _unmasked(scores: Matrix) -> Matrix:
    return scores.opened()


@_each_mask("mask-zero", "wrote 0 in place of −∞")
def _zero(scores: Matrix) -> Matrix:
    return kept(scores)


@causal_mask.slip("mask-flipped", "blocked the other triangle")
def _other_triangle(scores: Matrix) -> Matrix:
    return scores.masked((i, j) for i in range(scores.rows) for j in range(min(i, scores.cols)))


@mask.slip("mask-flipped", "blocked what the mask keeps and kept what it blocks")
def _other_places(scores: Matrix, keep: Matrix) -> Matrix:
    blocked = set(blocked_places(keep))
    return scores.masked((i, j) for i in range(scores.rows) for j in range(scores.cols) if (i, j) not in blocked)


@_each_mask("mask-strict", "blocked the diagonal too")
def _strict(scores: Matrix) -> Matrix:
    return scores.masked((i, i) for i in range(min(scores.rows, scores.cols)))
