"""Exponentials and their normalisation: softmax in two steps."""

from __future__ import annotations

from symattn.boxes import PAPER, Box, Frac, Ink, Row, number
from symattn.exact.any_matrix import Blocked, Mat
from symattn.ops.formula import EntryFormula, Told, Writing, at, named, of, power, summed, transposed
from symattn.ops.record import Count, always, defined, dialects, each, each_row
from symattn.ops.registry import op
from symattn.ops.shapes import same
from symattn.ops.softmax import kept, over_all

_NUMPY = '''
def normalize(a):
    return a / a.sum(axis=-1, keepdims=True)
'''
_TORCH = '''
def normalize(a):
    return a / a.sum(dim=-1, keepdim=True)
'''
_SYMPY = '''
def normalize(a):
    return Matrix.vstack(*[a.row(i) / sum(a.row(i)) for i in range(a.rows)])
'''


def _why_exp(e: EntryFormula) -> Told:
    x = e.here(0)
    box = Ink("0", "number") if isinstance(x, Blocked) else power(e, x)
    return of(e), box


def _exp(w: Writing) -> Box:
    """As a function; with its number, where that is a short one, as a power of e."""
    x = w.plain(0)
    short = all(isinstance(part, Ink | Row) for part in (x.items if isinstance(x, Row) else [x]))
    if not (short and w.numeric and w.is_number(0)):
        return named(w)
    return transposed(Ink("e") if x == number(1) else PAPER.raised(Ink("e"), x), w.turned)


@op(
    "exp",
    same,
    formula=_exp,
    called=r"\bexponential(?:s|werte?)?\b|\bexponentielles\b",
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


def _why_normalize(e: EntryFormula) -> Told:
    cells = [e.written(e.at(0, e.i, k)) for k in range(e.inputs[0].cols)]
    return at(e), Frac(e.written(e.here(0)), summed(cells))


@op(
    "normalize",
    same,
    count=each_row(lambda n, use: Count(additions=n - 1, divisions=n)),
    symbol="normalise",
    why=_why_normalize,
    code=defined("normalize({0})", _NUMPY, _TORCH, _SYMPY),
    masked="refused",
    gradient=always("(G - sum(G * Y, axis=1)) / sum(A, axis=1)"),
    traits=("no numbers",),
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
