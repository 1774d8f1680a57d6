"""Rotary positions."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from flint import fmpq

from symattn.boxes import Box, Boxes, Fence, Frac, Grid, Ink, applied, number, row
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError
from symattn.exact.any_matrix import Mat
from symattn.exact.functions import cos, sin, to_power
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import PI, UNIT, ZERO, Number, WrittenKey
from symattn.ops.formula import EntryFormula, Told, Writing, at, named, transposed
from symattn.ops.record import Use, defined, each
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, written
from symattn.said import Strings
from symattn.tables import among

TEN_THOUSAND = Number.of(10_000)
_USUAL = {"base": "10000", "start": "0", "step": "1"}
MOST_ENTRIES, LONGEST_ANGLE = (
    12,
    6,
)  # of which each is written as it is turned; signs of an angle in it
DEGREE = PI / 180
_NUMPY = """
def rope(a, base=10000, start=0, step=1):
    n, d = a.shape[-2:]
    angles = np.outer(start + step * np.arange(n), base ** (-np.arange(0, d, 2) / d))
    x, y = a[..., 0::2], a[..., 1::2]
    turned = (x * np.cos(angles) - y * np.sin(angles), x * np.sin(angles) + y * np.cos(angles))
    return np.stack(turned, axis=-1).reshape(a.shape)
"""
_TORCH = """
def rope(a, base=10000, start=0, step=1):
    n, d = a.shape[-2:]
    places = start + step * torch.arange(n, dtype=a.dtype)
    angles = torch.outer(places, base ** (-torch.arange(0, d, 2, dtype=a.dtype) / d))
    x, y = a[..., 0::2], a[..., 1::2]
    turned = (x * torch.cos(angles) - y * torch.sin(angles), x * torch.sin(angles) + y * torch.cos(angles))
    return torch.stack(turned, dim=-1).reshape(a.shape)
"""
_SYMPY = """
def rope(a, base=10000, start=0, step=1):
    def entry(i, j):
        angle = (i * step + start) * base ** (-Rational(j - j % 2, a.cols))
        x, y = a[i, j - j % 2], a[i, j - j % 2 + 1]
        return x * sin(angle) + y * cos(angle) if j % 2 else x * cos(angle) - y * sin(angle)
    return Matrix(a.rows, a.cols, entry)
"""


def _even(a: Shape, **params: object) -> Shape:
    if isinstance(a[-1], int) and a[-1] % 2:
        raise ShapeError(
            f"rope turns pairs of columns, but the matrix is {written(a)}",
            "take an even number",
        )
    return a


def _why(e: EntryFormula) -> Told:
    """x cos θ − y sin θ in the even columns, x sin θ + y cos θ in the odd ones, θ = place · base^(−2p/d)."""
    p, odd = divmod(e.j, 2)
    x, y = (e.written(e.at(0, e.i, 2 * p + k)) for k in (0, 1))
    place = e.i * e.params.get("step", UNIT) + e.params.get("start", 0)
    slowed = PAPER.negative(Frac(number(2 * p), number(e.inputs[0].cols)))
    rate = PAPER.raised(e.written(e.params.get("base", TEN_THOUSAND)), slowed)
    position = e.written(Number.of(place))
    angle = Fence("(", PAPER.joined("·", position, rate) if p else position, ")")
    first, second = ("sin", "cos") if odd else ("cos", "sin")
    terms = [
        PAPER.joined("*", z, row(Ink(word, "upright"), angle))
        for z, word in ((x, first), (y, second))
    ]
    return at(e, first=2 * p, second=2 * p + 1), PAPER.joined(
        "+" if odd else "-", *terms
    )


def _angle(place: Number, rate: Number) -> Box | None:
    """The angle of a pair at a place, where it is a short decimal."""
    angle = (rate * place).rational if rate.is_rational else None
    shown = angle and f"{(Decimal(int(angle.p)) / Decimal(int(angle.q))).normalize():f}"
    return (
        number(shown or 0)
        if angle is not None and len(shown or "") <= LONGEST_ANGLE
        else None
    )


def _pairs(w: Writing) -> Box:
    """With numbers every entry as it is turned, x cos θ − y sin θ and x sin θ + y cos θ, where these are few and angles short."""
    whole = w.plain(0)
    texts = [
        getattr(w.amount(key), "text", "") if w.param(key) is not None else usual
        for key, usual in _USUAL.items()
    ]
    plain = (
        w.numeric
        and isinstance(whole, Grid)
        and all(text.replace(".", "", 1).isdecimal() for text in texts)
    )
    if (
        not plain
        or not isinstance(whole, Grid)
        or whole.columns * len(whole.rows) > MOST_ENTRIES
    ):
        return named(w)
    base, start, step = (Number.of(Decimal(text)) for text in texts)
    rows: list[Boxes] = []
    for m, cells in enumerate(whole.rows):
        new: list[Box] = []
        for p in range(whole.columns // 2):
            angle = _angle(
                start + step * m, to_power(base, Number.of(fmpq(-2 * p, whole.columns)))
            )
            if angle is None:
                return named(w)
            pair = cells[2 * p : 2 * p + 2]
            waves = [applied(word, angle) for word in ("cos", "sin")]
            for sign, of in (("-", waves), ("+", waves[::-1])):
                new.append(
                    PAPER.joined(
                        sign,
                        *(
                            PAPER.joined("·", x, wave)
                            for x, wave in zip(pair, of, strict=True)
                        ),
                    )
                )
        rows.append(tuple(new))
    if (
        len(rows) == 1 and whole.columns > 2
    ):  # one row of them has more room as a column
        return transposed(Grid(tuple((x,) for x in rows[0]), *w.brackets), not w.turned)
    return transposed(Grid(tuple(rows), *w.brackets), w.turned)


def _working(
    a: Matrix, *, base: Number = TEN_THOUSAND, start: Number = ZERO, step: Number = UNIT
) -> Matrices:
    """The angle of every row, pair by pair."""
    rates = [
        to_power(base, Number.of(fmpq(-2 * p, a.cols))) for p in range(a.cols // 2)
    ]
    return {
        "angles": Matrix.of(
            [[rate * (m * step + start) for rate in rates] for m in range(a.rows)]
        )
    }


def _gradient(went: Use) -> Strings:
    """What came back turned back: the second of each pair negated, turned, and negated again."""
    signs = f"concat({', '.join(('ones(1, 1)', '-ones(1, 1)') * (int(went.in_numbers().out[-1]) // 2))})"
    return (f"rope(G * {signs}{_options(went)}) * {signs}",)


def _forward(went: Use) -> Strings:
    """What came back turned on, as the way forward turns."""
    return (f"rope(G{_options(went)})",)


def _options(went: Use) -> str:
    """Base, start and step as the line has them."""
    written = among(went.params, ("base", "start", "step"))
    return "".join(
        f", {key}={value if isinstance(value, int) else key}"
        for key, value in written.items()
    )


@op(
    "rope",
    _even,
    working=_working,
    count=each(
        multiplications=2, additions=1, sines=1
    ),  # a pair: 4 products, 2 sums, one sine and one cosine
    symbol="RoPE",
    formula=_pairs,
    traits=("in places",),
    why=_why,
    code=defined(
        "rope({0}, base={base}, start={start}, step={step})", _NUMPY, _TORCH, _SYMPY
    ),
    masked="refused",
    gradient=_gradient,
)
def rope(
    a: Mat, *, base: Number = TEN_THOUSAND, start: Number = ZERO, step: Number = UNIT
) -> Mat:
    """Turn each pair of columns of row m by (step·m + start) · base^(−2p/d) (Su et al., RoFormer, 2021).

    With step 1/2 positions are interpolated, so that twice as many fit (Chen et al., 2023).

    >>> rope.run(Matrix.of([[1, 0]]))
    Matrix([[1, 0]])
    """
    _even(a.shape)
    return _turned(a, base, start, UNIT, step)


rope.slip("turned-back")(
    lambda a, *, base=TEN_THOUSAND, start=0, step=UNIT: _turned(
        a, base, start, -UNIT, step
    )
)
rope.slip("degrees")(
    lambda a, *, base=TEN_THOUSAND, start=0, step=UNIT: _turned(
        a, base, start, DEGREE, step
    )
)


def _turned(a: Mat, base: Number, start: int | Number, by: Number, step: Number) -> Mat:
    """Every angle times a number: (x, y) ∘ (cos, cos) + (y, x) ∘ (−sin, sin)."""
    cosines, sines = _factors(
        a.rows, a.cols, base.key, Number.of(start).key, by.key, step.key
    )
    swapped = a.select(range(a.rows), [j ^ 1 for j in range(a.cols)])
    return a.entrywise(cosines) + swapped.entrywise(sines)


@lru_cache(maxsize=64)
def _factors(
    rows: int,
    cols: int,
    base: WrittenKey,
    start: WrittenKey,
    by: WrittenKey,
    step: WrittenKey,
) -> tuple[Matrix, Matrix]:
    rates = [
        to_power(base, Number.of(fmpq(-2 * (j // 2), cols))) * by for j in range(cols)
    ]
    angles = [
        [rate * (step * Number.of(row) + start) for rate in rates]
        for row in range(rows)
    ]
    sines = [
        [sin(x) if j % 2 else -sin(x) for j, x in enumerate(row)] for row in angles
    ]
    return Matrix.of([list(map(cos, row)) for row in angles]), Matrix.of(sines)


rope.slip_backward("turned-forward", _forward)
