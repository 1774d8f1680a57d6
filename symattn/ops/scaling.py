"""Every entry times a number, or over one: what is done to scores before softmax."""

from __future__ import annotations

from symattn.binding import CIRCLED, PRODUCT
from symattn.boxes import (
    DOT,
    NEGATIVE,
    Box,
    Fence,
    Frac,
    Grid,
    Root,
    Row,
    items_of,
    number,
    row,
)
from symattn.boxes.paper import PAPER, divided
from symattn.errors import SymattnError
from symattn.exact.any_matrix import AnyEntry, Mat
from symattn.exact.decide import Span, sign
from symattn.exact.decimals import rounded
from symattn.exact.functions import root
from symattn.exact.number import Number
from symattn.ops import moments
from symattn.ops.formula import (
    EntryFormula,
    Told,
    Writing,
    is_word,
    pointwise,
    quotients,
    repeated,
)
from symattn.ops.record import always, dialects, each, infix
from symattn.ops.registry import op
from symattn.ops.shapes import same
from symattn.tables import some


def scaled(a: Mat, by: Number) -> Mat:
    """Every entry times a number; minus infinity stays where it is, and needs a number above 0.

    Raises SymattnError where scores are masked and the number is not proved to be above 0.

    >>> from symattn.exact.matrix import Matrix
    >>> scaled(Matrix.of([[1, 2]]), Number.of(3))
    Matrix([[3, 6]])
    """
    if a.blocked and not _is_positive(by):
        raise SymattnError(
            f"minus infinity times {by} has no value in a mask",
            "scale by a number above 0, or before masking",
        )
    return a.scaled(by)


def _is_positive(x: AnyEntry) -> bool:
    if isinstance(x, Number):
        return bool(x.terms) and sign(x) > 0
    return bool((x.low if isinstance(x, Span) else x) > 0)


def _is_factor(w: Writing) -> bool:
    """Whether a matrix is multiplied by a numeral or a name, and by no sum or root, whose place is its own."""
    return _is_named(w) or hasattr(w.param("by"), "text")


def _is_named(w: Writing) -> bool:
    return hasattr(w.param("by"), "name")


def _multiplied(w: Writing) -> Box:
    """The matrix behind a number: c(A + B), cAB, −2A, and cA ∘ B, which needs no brackets."""
    chain = repeated(w, "scales", _is_factor)
    if chain[1:] and _is_factor(w):  # L · 6 · T as 6·T·L, numbers first
        factors = [x.amount("by") for x in sorted(chain, key=_is_named)]
        return row(PAPER.joined("·", *factors), DOT, chain[0].arg(0, CIRCLED))
    by, minus = w.amount("by"), None
    if isinstance(by, Row) and by.items[0] == NEGATIVE:
        minus, by = NEGATIVE, row(*by.items[1:])
    summed = PAPER.binding(by) < PRODUCT
    last = items_of(by)[0] == number(1) or w.inner(
        0, "adds up"
    )  # (1 − y) log(p), (k − 1)∑ᵢ dᵢ
    late = getattr(w.param("by"), "late", False)
    behind = (late or summed) and not last and w.is_number(0)
    if summed:  # whose minus is that of its first term alone
        minus, by = None, w.amount("by", PRODUCT)
    whole = w.arg(0, CIRCLED)
    if behind:  # 2 log₂(p)·(α + nβ), w·x
        return row(whole, DOT, by if minus is None else Fence("(", row(minus, by), ")"))
    dotted = (
        (
            (w.numeric or w.is_same(0) or DOT in items_of(by))
            and not isinstance(by, Root)
        )
        or is_word(by, -1)
        or is_word(whole, 0)
    )
    if minus is not None and by == number(1):  # −A, and not −1A
        return row(minus, whole)
    return row(minus, row(by, DOT, whole) if dotted else PAPER.chain("*", [by, whole]))


_MULTIPLY, _DIVIDE = infix("*", "{by}"), infix("/", "{by}")


@op(
    "multiply",
    same,
    columns="kept",
    written="A * c",
    count=each(multiplications=1),
    formula=_multiplied,
    why=pointwise(lambda x, e: PAPER.joined("·", e.written(e.params["by"]), x)),
    code=dialects(_MULTIPLY, _MULTIPLY, _MULTIPLY),
    masked="carried",
    gradient=always("G * by"),
    moments=moments.scaled(lambda params: params["by"]),
    expression=lambda a, by: by * a,
    traits=("each entry", "keeps scores", "scales", "by rounded"),
    units="times",
)
def multiply(a: Mat, *, by: Number) -> Mat:
    """Multiply every entry by a number.

    >>> multiply.run(Matrix.of([[1, 2]]), by=Number.of(3))
    Matrix([[3, 6]])
    """
    return scaled(a, by)


def _divided(w: Writing) -> Box:
    chain = quotients(w)
    w, by = chain[0], [x.amount("by") for x in chain]
    by = [x for x in by if not (w.numeric and x in (number(1), Root(number(1))))]
    whole = w.arg(0)  # of keys of one column there is no 1/√1
    items = items_of(whole)
    if not w.numeric or not by or (w.is_number(0) and not some(items, Grid)):
        return divided(whole, *by)
    share = divided(number(1), *by)
    if items[0] == NEGATIVE and PAPER.binding(behind := row(*items[1:])) >= PRODUCT:
        return row(NEGATIVE, PAPER.chain("*", [share, behind]))  # no half of a negative
    return PAPER.chain("*", [share, w.arg(0, CIRCLED)])


def _why(e: EntryFormula) -> Told:
    by = e.params["by"]
    bottom: Box = e.written(by)
    under = e.root_of("by")
    if under and by.is_rational:
        bottom = Root(e.written(by * by))
    inner, box = e.inner(0)
    return (("inner", inner), ("root", int(under == "size"))), Frac(box, bottom)


@op(
    "divide",
    same,
    columns="kept",
    written="A / c",
    count=each(divisions=1),
    formula=_divided,
    why=_why,
    code=dialects(_DIVIDE, _DIVIDE, _DIVIDE),
    masked="carried",
    gradient=always("G / by"),
    moments=moments.scaled(lambda params: 1 / params["by"]),
    expression=lambda a, by: a / by,
    traits=(
        "each entry",
        "keeps scores",
        "scales",
        "fraction",
        "no zero",
        "by rounded",
    ),
    units="over",
)
def divide(a: Mat, *, by: Number) -> Mat:
    """Divide every entry by a number, as scores are divided by √d_k (Vaswani et al., 2017).

    >>> divide.run(Matrix.of([[1, 2]]), by=Number.of(2))
    Matrix([[1/2, 1]])
    """
    return scaled(a, 1 / by)


divide.slip("unscaled")(lambda a, *, by: a)
divide.slip("scaled-by-width", needs=("d_k",))(
    lambda a, *, by, d_k: a.scaled(1 / Number.of(d_k))
)
divide.slip("scaled-by-model-width", needs=("d_model",))(
    lambda a, *, by, d_model: a.scaled(1 / root(d_model))
)
divide.slip("scaled-twice")(lambda a, *, by: a.scaled(1 / by).scaled(1 / by))


@divide.slip("root-rounded")
def _rounded(a: Mat, *, by: Number) -> Mat:
    if not isinstance(by, Number):
        raise SymattnError("a rounded number is no root")
    whole = rounded(by, 0)
    return a.scaled(
        1 / (Number.of(whole) if whole > 1 else by)
    )  # √2 as 1 is no division at all


divide.slip("scaled-by-tokens")(lambda a, *, by: a.scaled(1 / root(a.cols)))
divide.slip("multiplied-by-root")(lambda a, *, by: a.scaled(by))
multiply.slip_backward("scale-dropped", always("G"))
divide.slip_backward("scale-dropped", always("G"))
