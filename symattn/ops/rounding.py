"""Rounding to decimal places."""

from __future__ import annotations

from flint import arb, fmpq, fmpz

from symattn.boxes import Box, applied
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.ball import up
from symattn.exact.decimals import rounded
from symattn.exact.number import Number
from symattn.ops.formula import Writing, by_parameter, from_entry, transposed
from symattn.ops.record import defined, each
from symattn.ops.registry import op
from symattn.ops.shapes import Places, same

_NUMPY = """
def round_half_up(a, places):  # np.round takes halves to the even digit
    return np.sign(a) * np.floor(np.abs(a) * 10**places + 0.5) / 10**places
"""
_TORCH = """
def round_half_up(a, places):  # torch.round takes halves to the even digit
    a = torch.as_tensor(a, dtype=torch.float64)
    return torch.sign(a) * torch.floor(torch.abs(a) * 10**places + 0.5) / 10**places
"""
_SYMPY = """
def round_half_up(a, places):
    def one(x):
        return sign(x) * floor(abs(x) * 10**places + Rational(1, 2)) / 10**places
    return a.applyfunc(one) if hasattr(a, "applyfunc") else one(a)
"""


def _whole(x: arb, more: fmpq) -> arb:
    """The whole number that is left of one, away from zero by so much first; both where a ball holds a jump."""
    if x < 0:
        return -((more - x).floor())
    return (
        (x + more).floor()
        if x >= 0
        else (-((more - x).floor())).union((x + more).floor())
    )


def _formula(w: Writing) -> Box:
    """With its places; to a whole number it needs none."""
    if w.param("places") is not None and getattr(w.amount("places"), "text", "") != "0":
        return by_parameter("places")(w)
    return transposed(applied(w.word, w.plain(0)), w.turned)


@op(
    "round",
    same,
    columns="kept",
    count=each(roundings=1),
    formula=_formula,
    why=from_entry,
    code=defined("round_half_up({0}, {places})", _NUMPY, _TORCH, _SYMPY),
    masked="carried",
    traits=("each entry", "keeps scores", "jumps", "makes whole", "of numbers"),
)
def round_(a: Mat, *, places: Places = 0) -> Mat:
    """Round every entry half away from zero to so many decimal places, or cut it where they are.

    >>> from symattn.exact.ball import Cut
    >>> [round_.run(Matrix.of([[Number.of(1) / 8]]), places=places) for places in (2, Cut(2))]
    [Matrix([[13/100]]), Matrix([[3/25]])]
    """
    unit, more = fmpz(10) ** places, up(places)
    return a.each(
        Function(
            lambda x: Number.of(fmpq(rounded(x, places), unit)),
            lambda x: _whole(x * unit, more) / unit,
            rising=1,
        )
    )
