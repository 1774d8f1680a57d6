"""Layer normalisation, and the gain and bias behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from flint import fmpq

from symattn.binding import CIRCLED, POWER, PRODUCT, SIGN, SUM
from symattn.boxes import CIRCLE, PLUS, Box, row
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.any_matrix import ROOT, Mat
from symattn.exact.decide import sign
from symattn.exact.functions import root
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import UNIT, ZERO, Number, total
from symattn.exact.zero import is_zero
from symattn.ops.formula import EntryFormula, Told, Writing, from_row, of
from symattn.ops.record import (
    CodeRule,
    Codes,
    Count,
    Gradient,
    Use,
    dialects,
    each,
    each_row,
    either_way,
    spread,
)
from symattn.ops.registry import op
from symattn.ops.shapes import Amount, Axis, Shape, same, together
from symattn.said import Strings
from symattn.tables import in_each

_NUMPY = """
def layer_norm(a, eps=0, axis=-1):
    centred = a - a.mean(axis=axis, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=axis, keepdims=True) + eps)
"""
_TORCH = """
def layer_norm(a, eps=0, axis=-1):
    if axis == -2:
        return layer_norm(a.mT, eps).mT
    return torch.nn.functional.layer_norm(a, a.shape[-1:], eps=eps)
"""
_SYMPY = """
def layer_norm(a, eps=0, axis=1):
    if axis == 0:
        return layer_norm(a.T, eps).T

    def standardized(row):
        centred = row - ones(1, row.cols) * (sum(row) / Integer(row.cols))
        return centred / sqrt(sum(x**2 for x in centred) / Integer(row.cols) + eps)
    return Matrix.vstack(*[standardized(a.row(i)) for i in range(a.rows)])
"""
_SCALE_IN_SYMPY = """
def norm_scale(a, gain, bias):
    return Matrix(a.rows, a.cols, lambda i, j: a[i, j] * gain[i % gain.rows, j % gain.cols] + bias[i % bias.rows, j % bias.cols])
"""


def _row(n: Amount, use: Use) -> Count:
    """The mean, what is left of each entry, the mean of the squares (eps added), its root, and each entry over it."""
    return Count(
        multiplications=n,
        additions=3 * n - 2 + ("eps" in use.params),
        divisions=n + 2,
        roots=1,
    )


def with_eps(name: str, numpy: str, torch: str, sympy: str) -> Codes:
    """The call of a function with eps that each dialect defines in its own way; SymPy counts axes from the front.

    >>> from symattn.ops.record import Use
    >>> with_eps("f", "", "", "")["torch"](Use((), (), {"axis": 0})).template
    'f({0}, eps={eps}, axis=-2)'
    """
    call = f"{name}({{0}}, eps={{eps}}"
    downs = (", axis=-2)", ", axis=-2)", ", axis=0)")
    helpers = (numpy, torch, sympy)
    return dialects(
        *(
            either_way(f"{call})", call + down, helper)
            for down, helper in zip(downs, helpers, strict=True)
        )
    )


def along(
    a: Matrix, axis: int, measure: Callable[[Sequence[Number]], Number]
) -> Matrix:
    """One number for each row as a column (axis 1), or for each column as a row.

    >>> along(Matrix.of([[1, 3], [2, 4]]), 0, lambda xs: total(xs) / len(xs))
    Matrix([[3/2, 7/2]])
    """
    found = Matrix.of([[measure(xs)] for xs in (a if axis else a.T).values])
    return found if axis else found.T


def _mean(xs: Sequence[Number]) -> Number:
    return total(xs) / len(xs)


def mean_square(xs: Sequence[Number]) -> Number:
    """The mean of the squares of some numbers."""
    return _mean([x * x for x in xs])


def _variance(xs: Sequence[Number]) -> Number:
    return mean_square([x - _mean(xs) for x in xs])


def _working(a: Matrix, *, axis: Axis = 1, eps: Number = ZERO) -> Matrices:
    measures = {"mean": _mean, "variance": _variance}
    return in_each(lambda measure: along(a, axis, measure), measures)


def over_size(top: str, size: str) -> Gradient:
    """The way back through a norm: *top* over the root of *size*, eps added where it is given; AXIS is what both run along.

    >>> over_size("G - mean(G, AXIS)", "var(A, AXIS)")(Use(((2, 3),), (2, 3), {}))
    ('(G - mean(G, axis=1)) / sqrt(var(A, axis=1))',)
    """

    def lines(went: Use) -> Strings:
        eps = " + eps" if "eps" in went.params else ""
        return (f"({top}) / sqrt({size}{eps})".replace("AXIS", f"axis={went.axis}"),)

    return lines


def why_normed(e: EntryFormula) -> Told:
    """An entry made of a whole row or column, and whether eps is added below the root."""
    facts, box = from_row(e)
    return (*facts, ("eps", int(bool(e.params.get("eps"))))), box


@op(
    "layer_norm",
    same,
    working=_working,
    rows="(A - mean) / sqrt(variance EPS)",
    columns="axis",
    count=each_row(_row),
    symbol="LayerNorm",
    why=why_normed,
    code=with_eps("layer_norm", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    traits=("tells its way",),
    gradient=over_size(
        "G - mean(G, AXIS) - Y * mean(G * Y, AXIS)", "var(A, AXIS)"
    ),  # less its mean and what lies along Y
)
def layer_norm(a: Mat, *, eps: Number = ZERO, axis: Axis = 1) -> Mat:
    """Every row minus its mean, over the root of its population variance plus eps (Ba et al., 2016); axis 0: every column.

    >>> layer_norm.run(Matrix.of([[1, 3]]))
    Matrix([[-1, 1]])
    """
    return standardized(a, eps)


layer_norm.slip_backward(
    "mean-kept", over_size("G - Y * mean(G * Y, AXIS)", "var(A, AXIS)")
)
layer_norm.slip_backward("size-kept", over_size("G", "var(A, AXIS)"))


def standardized(a: Mat, eps: Number) -> Mat:
    """Every row minus its mean, over √(variance + eps); raises SymattnError where all entries are equal and eps is 0.

    >>> standardized(Matrix.of([[1, 3]]), ZERO)
    Matrix([[-1, 1]])
    """
    n = a.cols
    centred = a @ _centring(n)
    variance = centred.square_sums().scaled(UNIT / n)
    deviation = size_of(variance, eps, "all entries are equal, so the deviation is 0")
    return over_sizes(centred, deviation, eps, root(n - 1))


def over_sizes(a: Mat, sizes: Mat, eps: Number, most: Number) -> Mat:
    """Every row over its size. *most*, which says something where a size may be 0, is what no entry can be beyond: unless an
    eps below 0 made the sizes smaller.

    >>> over_sizes(Matrix.of([[3, 4]]), Matrix.of([[2]]), ZERO, UNIT)
    Matrix([[3/2, 2]])
    """
    found = a.over(sizes)
    return found if sign(eps) < 0 else found.within(-most, most)


def size_of(squares: Mat, eps: Number, wrong: str) -> Mat:
    """The root of a mean of squares for each row, eps added; SymattnError, which says what is *wrong*, where one is 0.

    >>> size_of(Matrix.of([[4]]), ZERO, "")
    Matrix([[2]])
    """
    size = (squares if eps is ZERO else squares + Matrix.of([[eps]])).each(ROOT)
    if isinstance(size, Matrix) and any(is_zero(x) for (x,) in size.values):
        raise SymattnError(wrong, "give an eps above 0")
    return size


@lru_cache(maxsize=32)
def _centring(n: int) -> Matrix:
    """What a row is multiplied by to lose its mean."""
    share = UNIT / n
    return Matrix.of([[int(i == j) - share for j in range(n)] for i in range(n)])


@layer_norm.slip("sample-deviation")
def _sample(a: Mat, *, eps: Number = ZERO, axis: Axis = 1) -> Mat:
    """√(Σ/(n − 1) + eps) is √(n/(n − 1)) · √(Σ/n + eps·(n − 1)/n)."""
    share = Number.of(fmpq(a.cols - 1, a.cols))
    return standardized(a, eps * share).scaled(root(share))


def _gained(a: Shape, gain: Shape, bias: Shape) -> Shape:
    return together(together(a, gain), bias)


def _why_scale(e: EntryFormula) -> Told:
    a, gain, bias = (e.written(e.here(k)) for k in range(3))
    return (*of(e), ("bias", e.name(2))), PAPER.joined(
        "+", PAPER.joined("·", a, gain), bias
    )


def _gain_and_bias(w: Writing) -> Box:
    """Every column times its gain, plus its bias."""
    return row(w.arg(0, CIRCLED), CIRCLE, w.arg(1, POWER), PLUS, w.arg(2, CIRCLED))


_SCALE = CodeRule("{0} * {1} + {2}", SUM, (PRODUCT, SIGN, PRODUCT))


@op(
    "norm_scale",
    _gained,
    columns="kept",
    count=each(multiplications=1, additions=1),
    symbol="scale",
    formula=_gain_and_bias,
    why=_why_scale,
    code=dialects(
        _SCALE, _SCALE, CodeRule("norm_scale({0}, {1}, {2})", helper=_SCALE_IN_SYMPY)
    ),
    masked="refused",
    gradient=spread("G * B", "G * A", "G"),
)
def norm_scale(a: Mat, gain: Mat, bias: Mat) -> Mat:
    """Multiply each column by its gain and add its bias.

    >>> norm_scale.run(Matrix.of([[1, 2]]), Matrix.of([[3, 4]]), Matrix.of([[0, 1]]))
    Matrix([[3, 9]])
    """
    return a.entrywise(gain) + bias


norm_scale.slip("bias-dropped")(lambda a, gain, bias: a.entrywise(gain))
norm_scale.slip("bias-subtracted")(lambda a, gain, bias: a.entrywise(gain) - bias)
norm_scale.slip("factor-dropped")(lambda a, gain, bias: a + bias)
norm_scale.slip_backward("gain-dropped", spread("G", "G", "G"))
