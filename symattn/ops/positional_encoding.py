"""Sinusoidal positions."""

from __future__ import annotations

from functools import lru_cache

from symattn.boxes import COMMA, Box, Frac, Ink, Script, applied, listed, number
from symattn.boxes.paper import PAPER
from symattn.errors import LimitError, ShapeError
from symattn.exact.any_matrix import Mat
from symattn.exact.functions import cos, sin, to_power
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import UNIT, Number, WrittenKey
from symattn.limits import MOST_MADE_ENTRIES
from symattn.ops.formula import Asked, EntryFormula, Told, Writing, transposed
from symattn.ops.record import defined, each, itself
from symattn.ops.registry import op
from symattn.ops.rope import DEGREE, TEN_THOUSAND
from symattn.ops.shapes import AxisSize, Shape
from symattn.said import Said

_NUMPY = """
def positional_encoding(n, d, base=10000):
    j = np.arange(d)
    angles = np.outer(np.arange(n), 1 / base ** (2 * (j // 2) / d))
    return np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
"""
_TORCH = """
def positional_encoding(n, d, base=10000):
    j = torch.arange(d)
    angles = torch.outer(torch.arange(n, dtype=torch.float64), 1 / base ** (2 * (j // 2) / d).double())
    return torch.where(j % 2 == 0, torch.sin(angles), torch.cos(angles))
"""
_SYMPY = """
def positional_encoding(n, d, base=10000):
    def entry(pos, j):
        angle = pos * base ** (-Rational(j - j % 2, d))
        return cos(angle) if j % 2 else sin(angle)
    return Matrix(n, d, entry)
"""


def _sized(*, n: AxisSize, d: AxisSize, **params: object) -> Shape:
    for size in (n, d):
        if isinstance(size, int) and size < 1:
            raise ShapeError(f"positional_encoding needs sizes above 0, not {size}")
    return n, d


def _why(e: EntryFormula) -> Told:
    p, odd = divmod(e.j, 2)
    rate = PAPER.raised(
        e.written(e.params.get("base", TEN_THOUSAND)),
        Frac(number(2 * p), number(e.params["d"])),
    )
    angle = Frac(number(e.i), rate) if p else number(e.i)
    box = applied("cos" if odd else "sin", angle)
    return (
        ("odd", odd),
        ("position", e.i),
        ("first", 2 * p),
        ("second", 2 * p + 1),
    ), box


def _by_sizes(w: Writing) -> Box:
    """With its sizes below, PE₄ₓ₆, and the base where it is another than is usual."""
    n, d, *more = w.parameters()
    below = listed([listed([n, d], Ink("×", "punct")), *more], COMMA)
    return transposed(Script(Ink(w.word, "upright"), sub=below), w.turned)


def _asks(e: EntryFormula) -> Asked:
    return (
        (
            Said("why", "angle", (("odd", e.j % 2),)),
            _working(**e.params)["arguments"][e.i, e.j // 2],
        ),
    )


def _working(*, n: AxisSize, d: AxisSize, base: Number = TEN_THOUSAND) -> Matrices:
    """The arguments of sine and cosine, pair of columns by pair."""
    rates = [to_power(base, Number.of(-2 * p) / d) for p in range((d + 1) // 2)]
    return {
        "arguments": Matrix.of([[rate * pos for rate in rates] for pos in range(n)])
    }


@op(
    "positional_encoding",
    _sized,
    working=_working,
    count=each(divisions=1, sines=1),
    symbol="PE",
    reason=itself,
    why=_why,
    formula=_by_sizes,
    asks=_asks,
    code=defined("positional_encoding({n}, {d}, base={base})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    traits=("no numbers",),
)
def positional_encoding(
    *, n: AxisSize, d: AxisSize, base: Number = TEN_THOUSAND
) -> Mat:
    """n×d sines (even columns) and cosines (odd) of pos / base^(2⌊j/2⌋/d) (Vaswani et al., 2017).

    >>> positional_encoding.run(n=1, d=2)
    Matrix([[0, 1]])
    """
    _sized(n=n, d=d)
    if n * d > MOST_MADE_ENTRIES:
        raise LimitError(
            f"an encoding of {n}×{d} has more than {MOST_MADE_ENTRIES:,} entries"
        )
    return _encoded(n, d, base.key, UNIT.key)


@lru_cache(maxsize=64)
def _encoded(n: int, d: int, base: WrittenKey, by: WrittenKey) -> Matrix:
    rates = [to_power(base, Number.of(-2 * (j // 2)) / d) * by for j in range(d)]
    return Matrix.of(
        [[(sin, cos)[j % 2](rates[j] * pos) for j in range(d)] for pos in range(n)]
    )


positional_encoding.slip("degrees")(
    lambda *, n, d, base=TEN_THOUSAND: _encoded(n, d, base.key, DEGREE.key)
)
