"""Exponentials and their normalisation: softmax in two steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symattn.boxes import Box, Boxes, Frac, Grid, Ink, Row, items_of, number
from symattn.boxes.paper import PAPER
from symattn.exact.any_matrix import Blocked, Mat
from symattn.exact.decimals import decimal
from symattn.exact.number import Number
from symattn.ops.formula import (
    SUM_OVER,
    EntryFormula,
    Told,
    Writing,
    at,
    named,
    of,
    of_places,
    power,
    summed,
    transposed,
    written_out,
)
from symattn.ops.record import Count, always, defined, dialects, each, each_row
from symattn.ops.registry import op
from symattn.ops.shapes import same
from symattn.ops.softmax import blocking, kept, over_all
from symattn.tables import only

_NUMPY = """
def normalize(a):
    return a / a.sum(axis=-1, keepdims=True)
"""
_TORCH = """
def normalize(a):
    return a / a.sum(dim=-1, keepdim=True)
"""
_SYMPY = """
def normalize(a):
    return Matrix.vstack(*[a.row(i) / sum(a.row(i)) for i in range(a.rows)])
"""


def _why_exp(e: EntryFormula) -> Told:
    x = e.here(0)
    box = Ink("0", "number") if isinstance(x, Blocked) else power(e, x)
    return of(e), box


def _exp(w: Writing) -> Box:
    """As a function; with its number, where that is a short one, as a power of e."""
    x = w.plain(0)
    short = only(items_of(x), Ink, Row)
    if not (short and w.numeric and w.is_number(0)) or w.is_taken(Ink("e")):
        return named(w)
    return transposed(
        Ink("e") if x == number(1) else PAPER.raised(Ink("e"), x), w.turned
    )


@op(
    "exp",
    same,
    formula=_exp,
    columns="kept",
    count=each(exponentials=1),
    why=_why_exp,
    code=dialects("np.exp({0})", "torch.exp({0})", "{0}.applyfunc(exp)"),
    masked="read",
    gradient=always("G * Y"),
    traits=("each entry",),
)
def exp(scores: Mat) -> Mat:
    """Raise e to every entry; a blocked entry gives 0.

    >>> exp.run(Matrix.of([[0, 1]]))
    Matrix([[1, exp(1)]])
    """
    return scores.exp()


exp.slip("normalised-scores")(lambda scores: kept(scores))
exp.slip("exponential-of-nothing")(lambda scores: exp.run(kept(blocking(scores))))


def _why_normalize(e: EntryFormula) -> Told:
    cells = [e.written(e.at(0, e.i, k)) for k in range(e.inputs[0].cols)]
    return at(e), Frac(e.written(e.here(0)), summed(cells))


def added(line: Sequence[Box]) -> Fraction | None:
    """What a row of plain numbers adds up to; None where more stands in it, or no number is above 0.

    >>> added([number("2"), number("0.5")]), added([Ink("a")])
    (Fraction(5, 2), None)
    """
    texts = [
        x.text
        for x in line
        if isinstance(x, Ink) and x.text.replace(".", "").isdecimal()
    ]
    return (
        (sum(map(Fraction, texts), Fraction()) or None)
        if len(texts) == len(line)
        else None
    )


def over_sum(line: Sequence[Box], sum_: Fraction) -> Boxes:
    """The numbers of a row, each over their sum; nothing stays nothing, and a sum of 1 stands below none.

    >>> over_sum([number("1"), number("0")], Fraction(1))
    (Ink(text='1', kind='number'), Ink(text='0', kind='number'))
    """
    places = max(len(x.text.partition(".")[2]) for x in line if isinstance(x, Ink))
    below = number(decimal(Number.of(sum_), places))
    empty = [not Fraction(getattr(x, "text", "0")) for x in line]
    return tuple(
        x if sum_ == 1 else number(0) if nothing else PAPER.over(x, below)
        for x, nothing in zip(line, empty, strict=True)
    )


def _over_terms(line: Sequence[Box]) -> Boxes:
    """The entries of a row, each over what they add up to term by term; nothing stays nothing, and adds nothing, but where
    all of them are rounded to it."""
    nothing = number(0)
    below = summed([x for x in line if x != nothing] or list(line))
    return tuple(x if x == nothing else PAPER.over(x, below) for x in line)


FEW = 16  # entries that stand over the sums of their rows term by term


def _shares(w: Writing) -> Box:
    """Over the sum of each row, A/∑ⱼ Aᵢⱼ; with numbers each over the sum of its row."""
    below = of_places(w, SUM_OVER, 1) if w.general(0) else None
    if below is not None:
        return transposed(PAPER.over(w.plain(0), below), w.turned)
    whole = w.plain(0)
    lines = whole.rows if isinstance(whole, Grid) and w.numeric else ()
    sums = list(map(added, lines))
    if not lines or (None in sums and sum(map(len, lines)) > FEW):
        return named(w)
    rows = tuple(
        _over_terms(line) if sum_ is None else over_sum(line, sum_)
        for line, sum_ in zip(lines, sums, strict=True)
    )
    return written_out(w, rows)


@op(
    "normalize",
    same,
    formula=_shares,
    count=each_row(lambda n, use: Count(additions=n - 1, divisions=n)),
    symbol="normalise",
    why=_why_normalize,
    code=defined("normalize({0})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    gradient=always("(G - sum(G * Y, axis=1)) / sum(A, axis=1)"),
    traits=("read off", "in terms", "in places", "of shares"),
)
def normalize(a: Mat) -> Mat:
    """Divide every row by its sum; raises SymattnError naming a row that adds up to 0.

    >>> normalize.run(Matrix.of([[1, 3]]))
    Matrix([[1/4, 3/4]])
    """
    return a.normalized()


normalize.slip("softmax-columns")(lambda a: a.T.normalized().T)
normalize.slip("softmax-all")(lambda a: over_all(a))
normalize.slip("not-normalised")(lambda a: a)
