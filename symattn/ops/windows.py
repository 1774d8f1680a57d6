"""Biases of scores that depend on how far apart two tokens are: sliding windows, ALiBi."""

from __future__ import annotations

from collections.abc import Callable

from symattn.boxes import number
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.ops.formula import (
    EntryFormula,
    Formula,
    Told,
    apart,
    at,
    by_parameter,
    named,
    of,
)
from symattn.ops.mask import wrongly_masked
from symattn.ops.record import always, defined, each, nothing
from symattn.ops.registry import op
from symattn.ops.shapes import AxisSize, same

_WINDOW = """
def window_mask(a, w):
    i, j = np.indices(a.shape[-2:])
    return np.where(abs(i - j) < w, a, -np.inf)
"""
_WINDOW_TORCH = """
def window_mask(a, w):
    i, j = torch.arange(a.shape[-2])[:, None], torch.arange(a.shape[-1])
    return a.masked_fill((i - j).abs() >= w, -torch.inf)
"""
_WINDOW_SYMPY = """
def window_mask(a, w):
    return Matrix(a.rows, a.cols, lambda i, j: a[i, j] if abs(i - j) < w else -oo)
"""
_ALIBI = """
def alibi(a, slope):
    i, j = np.indices(a.shape[-2:])
    return a + slope * np.minimum(j - i, 0)
"""
_ALIBI_TORCH = """
def alibi(a, slope):
    i, j = torch.arange(a.shape[-2])[:, None], torch.arange(a.shape[-1])
    return a + slope * (j - i).clamp(max=0)
"""
_ALIBI_SYMPY = """
def alibi(a, slope):
    return Matrix(a.rows, a.cols, lambda i, j: a[i, j] + slope * min(j - i, 0))
"""


def _told(key: str) -> Formula:
    """With its number below its name; by it alone where scores of zeros stand for none: ALiBi(1/4)."""
    below = by_parameter(key)
    return lambda w: named(w, first=1) if w.inner(0, "all zeros") else below(w)


def _why_window(e: EntryFormula) -> Told:
    near = abs(e.i - e.j) < int(str(e.params["w"]))
    return at(e, near=int(near)), e.written(e.here(0)) if near else None


@op(
    "window_mask",
    same,
    columns="kept",
    count=nothing,
    symbol="window",
    formula=_told("w"),
    why=_why_window,
    asks=apart,
    code=defined("window_mask({0}, {w})", _WINDOW, _WINDOW_TORCH, _WINDOW_SYMPY),
    masked="carried",
    gradient=always("G"),
    reserved=False,
    traits=("keeps scores", "blocks", "read off", "told on the way"),
)
def window_mask(scores: Mat, *, w: AxisSize) -> Mat:
    """Block every score whose key is w or more places behind or ahead of its query (Beltagy et al., 2020).

    >>> window_mask.run(Matrix.of([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), w=2)
    Matrix([[1, 2, -inf], [4, 5, 6], [-inf, 8, 9]])
    """
    if w < 1:
        raise SymattnError(f"a window of {w} blocks every score", "write 1 or more")
    return scores.masked_where(lambda i, j: abs(i - j) >= w)


wrongly_masked(window_mask)


def _why_alibi(e: EntryFormula) -> Told:
    far = PAPER.joined("·", e.written(e.params["slope"]), number(min(e.j - e.i, 0)))
    return of(e), PAPER.joined("+", e.inner(0)[1], far)


def _distances(rows: int, cols: int, of: Callable[[int, int], int]) -> Matrix:
    return Matrix.of([[of(i, j) for j in range(cols)] for i in range(rows)])


@op(
    "alibi",
    same,
    count=each(multiplications=1, additions=1),
    symbol="ALiBi",
    formula=_told("slope"),
    why=_why_alibi,
    asks=apart,
    code=defined("alibi({0}, {slope})", _ALIBI, _ALIBI_TORCH, _ALIBI_SYMPY),
    masked="carried",
    gradient=always("G"),
    reserved=False,
    traits=("keeps scores", "told on the way"),
)
def alibi(scores: Mat, *, slope: Number) -> Mat:
    """Add slope·(j − i) to the score of every key j at or before its query i (Press et al., 2022).

    >>> alibi.run(Matrix.of([[0, 0], [0, 0]]), slope=Number.of(1) / 4)
    Matrix([[0, 0], [-1/4, 0]])
    """
    return scores + _distances(
        scores.rows, scores.cols, lambda i, j: min(j - i, 0)
    ).scaled(slope)
