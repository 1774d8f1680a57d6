"""Sums, means, variances and extremes: along rows, down columns, or of all entries."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import reduce
from operator import mul

from symattn.binding import PRODUCT
from symattn.boxes import (
    COLON,
    COMMA,
    ELLIPSIS,
    Box,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Script,
    applied,
    items_of,
    listed,
    number,
    renamed,
    row,
)
from symattn.boxes.latex import read
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.any_matrix import ROOT, Mat
from symattn.exact.matrix import of_ones
from symattn.exact.number import Number
from symattn.ops.formula import (
    MOST_TERMS,
    SUM_OVER,
    Asked,
    Asks,
    EntryFormula,
    Formula,
    Told,
    Why,
    Writing,
    along,
    named,
    of_places,
    on_line,
    over_places,
    placed_at,
    runs_along,
    summed,
    taken_from,
    transposed,
    with_letters,
)
from symattn.ops.moments import Rule as MomentRule
from symattn.ops.moments import averaged
from symattn.ops.moments import summed as all_added
from symattn.ops.record import (
    CodeOfUse,
    CodeRule,
    Count,
    Counting,
    Gradient,
    Use,
    always,
    dialects,
    entries,
    itself,
    one_of_each,
    size_latex,
)
from symattn.ops.registry import Enters, Op, op
from symattn.ops.shapes import Amount, Axis, reduced
from symattn.said import Said, Strings

Spelling = Callable[[list[Box]], "Box | None"]
"""How what is taken of entries is spelled out from them."""
LONGEST_MEAN = 8  # signs of a mean from which distances are told


def summing(each: Count, last: Count) -> Counting:
    """The additions of all entries, *each* for every entry that goes in, *last* for every one that comes out."""

    def count(use: Use) -> Count:
        into, left = entries(use.inputs[0]), entries(use.out)
        return Count(additions=into - left) + each * into + last * left

    return count


def _why(write: Spelling) -> Why:
    """What is taken of a row, a column or every entry; *write* spells it out from the entries."""

    def why(e: EntryFormula) -> Told:
        return along(e), write([e.written(e.at(0, *place)) for place in on_line(e)])

    return why


def _asks_mean(e: EntryFormula) -> Asked:
    return (
        (Said("why", "mean", along(e)), mean.run(e.inputs[0], **e.params)[e.i, e.j]),
    )


def _method(
    name: str, axis: str, keep: str, more: str = "", whole: str = ""
) -> CodeOfUse:
    """The method, or the function of a module, as NumPy and Torch have it, which keeps the axis when told to; of all entries the
    *whole* one, if there is one."""

    def rule(use: Use) -> CodeRule:
        along = use.params.get("axis")
        if whole and not isinstance(along, int):
            return CodeRule(whole)
        places = {1: "-1", 0: "-2"}[along] if isinstance(along, int) else "(-2, -1)"
        call = f"{name}({{0}}, " if "." in name else f"{{0}}.{name}("
        return CodeRule(f"{call}{axis}={places}, {keep}=True{more})")

    return rule


_SYMPY = """
def reduced(f, a, axis=None):
    if axis is None:
        return Matrix([[f(list(a))]])
    lines = [list(a.row(i)) for i in range(a.rows)] if axis == 1 else [list(a.col(j)) for j in range(a.cols)]
    column = Matrix([f(line) for line in lines])
    return column if axis == 1 else column.T
"""


def _reduced(f: str) -> CodeOfUse:
    """SymPy's way: a function of the entries of every line."""
    return lambda use: CodeRule(
        f"reduced({f}, {{0}}, {use.params.get('axis')})", helper=_SYMPY
    )


def _how_many(w: Writing, axis: object) -> Amount:
    """How many entries of the first matrix become one."""
    sizes = w.shape(0)
    whole: Amount = reduce(mul, sizes)
    return sizes[axis - 2] if isinstance(axis, int) else whole


def in_terms(write: Spelling, sign: str = "", shared: bool = False) -> Formula:
    """As a function, or by the *sign* before all entries, ∑ₖ pₖ log(pₖ), *shared* by how many there are; what adds up few numbers
    with these, term by term, in each row or column."""

    def formula(w: Writing) -> Box:
        over = of_places(w, Ink(sign, "punct"), w.param("axis")) if sign else None
        if over is not None:
            many = _how_many(w, w.param("axis"))
            part = Frac(number(1), read(size_latex(many))) if shared else None
            return row(part, over)
        axis = w.default("axis") if w.param("axis") is None else w.param("axis")
        whole = w.plain(0)
        if w.numeric:
            lines = w.lines(0, axis if isinstance(axis, int) else None)
        else:  # of [a b c] it is a + b + c
            lines = [[*x] for x in whole.rows] if isinstance(whole, Grid) else []
            lines = (
                lines
                if len(lines) == 1 and axis != 0 and ELLIPSIS not in lines[0]
                else []
            )
        long = len(lines) == 1 and len(lines[0]) > MOST_TERMS
        if long and {*lines[0]} <= {number(0), number(1)}:  # ones are counted
            lines = []
        boxes = [box for box in map(write, lines) if box is not None]
        if not boxes or len(boxes) < len(lines):
            return named(w)
        return _standing(w, [renamed(box, w.words) for box in boxes], axis == 0)

    return formula


def _standing(w: Writing, cells: list[Box], lying: bool) -> Box:
    """What each row or each column comes to, one below or beside the other; one alone by itself."""
    down = tuple((box,) for box in cells)
    across = lying != w.turned
    return (
        cells[0]
        if len(cells) == 1
        else Grid((tuple(cells),) if across else down, *w.brackets)
    )


def reduction_op(
    name: str,
    count: Counting,
    write: Spelling,
    sympy: str,
    torch: str = "",
    more: str = "",
    whole: str = "",
    gradient: Gradient | None = None,
    moments: MomentRule | None = None,
    traits: Strings = ("read off",),
    asks: Asks | None = None,
    sign: str = "",
    shared: bool = False,
    told: Callable[[Writing], Box | None] = lambda w: None,
) -> Enters:
    """Enter a reduction: what it counts, how it is spelled out, its code, and its sign before the entries, or how it is
    *told* otherwise."""
    with_terms = in_terms(write, sign, shared)
    return op(
        name,
        reduced,
        columns="axis",
        count=count,
        reason=itself,
        why=_why(write),
        asks=asks,
        code=dialects(
            _method(name, "axis", "keepdims"),
            _method(torch or name, "dim", "keepdim", more, whole),
            _reduced(sympy),
        ),
        reserved=False,
        masked="refused",
        gradient=gradient,
        moments=moments,
        traits=("of a line", *traits),
        formula=(lambda w: told(w) or with_terms(w))
        if {"adds up", "in terms"} & {*traits}
        else _of_the_largest,
    )


_EVENLY = always("G * ones(ROWS, COLS)")
"""The derivative of a sum: what came back, the same for every entry that was added."""


@reduction_op(
    "sum",
    summing(Count(), Count()),
    summed,
    "sum",
    gradient=_EVENLY,
    moments=all_added,
    traits=("read off", "adds up"),
    sign="∑",
)
def sum_(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Add up each row (axis 1: one column), each column (axis 0: one row), or all entries.

    >>> sum_.run(Matrix.of([[1, 2], [3, 4]]), axis=1), sum_.run(Matrix.of([[1, 2], [3, 4]]))
    (Matrix([[3], [7]]), Matrix([[10]]))
    """
    found = a @ of_ones(a.cols, 1)
    return found if axis == 1 else (found.T @ of_ones(found.rows, 1)).T


def _multiplying(use: Use) -> Count:
    """One multiplication less than there are entries, for every entry that comes out."""
    return Count(multiplications=entries(use.inputs[0]) - entries(use.out))


@reduction_op(
    "prod",
    _multiplying,
    lambda terms: PAPER.joined("·", *terms),
    "lambda line: Mul(*line)",
    whole="{0}.flatten(-2).prod(dim=-1, keepdim=True).unsqueeze(-1)",
    gradient=always("G * Y / A"),
    traits=("in terms",),
    sign="∏",
)
def prod(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Multiply the entries of each row (axis 1), each column (axis 0), or all of them: the probability of a sentence.

    >>> prod.run(Matrix.of([[1, 2], [3, 4]]), axis=1), prod.run(Matrix.of([[1, 2], [3, 4]]))
    (Matrix([[2], [12]]), Matrix([[24]]))
    """
    if axis is None:
        return prod.run(prod.run(a, axis=0), axis=1)
    columns = (a.select(range(a.rows), [j]) for j in range(a.cols))
    return reduce(lambda x, y: x.entrywise(y), columns)


def _over(a: Mat, axis: int | None) -> Number:
    """One over the number of entries that become one."""
    return 1 / Number.of(a.cols if axis else a.rows * a.cols)


@reduction_op(
    "mean",
    summing(Count(), Count(divisions=1)),
    lambda terms: Frac(summed(terms), Ink(str(len(terms)), "number")),
    "lambda line: sum(line) / Integer(len(line))",
    gradient=always("G * ones(ROWS, COLS) / MANY"),
    moments=averaged,
    traits=("read off", "adds up", "a mean"),
    sign="∑",
    shared=True,
)
def mean(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Take the mean of each row (axis 1), each column (axis 0), or all entries.

    >>> mean.run(Matrix.of([[1, 2], [3, 4]]), axis=0)
    Matrix([[2, 3]])
    """
    return sum_.run(a, axis=axis).scaled(_over(a, axis))  # type: ignore[no-any-return]


mean.slip_backward("count-dropped", _EVENLY)


def _from_mean(went: Use) -> Strings:
    """The derivative of a variance: twice the distance from the mean, over the number of entries."""
    axis = went.params.get("axis")
    along = "" if axis is None else f", axis={axis}"
    return (f"G * (A - mean(A{along})) * 2 / MANY",)


def _squares(terms: list[Box]) -> Box | None:
    """The squared distances of plain numbers from their mean, over how many there are; nothing where that is no short decimal."""
    texts = [
        "".join(x.text for x in items_of(term) if isinstance(x, Ink)) for term in terms
    ]
    if not all(re.fullmatch(r"−?[0-9]+(\.[0-9]+)?", text) for text in texts):
        return None
    total = sum((Decimal(text.replace("−", "-")) for text in texts), Decimal(0))
    middle = f"{(total / len(texts)).normalize():f}"
    if Decimal(middle) * len(texts) != total or len(middle) > LONGEST_MEAN:
        return None
    off = [
        PAPER.raised(PAPER.joined("-", term, number(middle)), number(2))
        for term in terms
    ]
    return Frac(summed(off), number(len(terms)))


MOST_FROM_MEANS = (
    256  # entries whose mean is told within the sum of their squared distances from it
)


def _from_the_mean(w: Writing) -> Box | None:
    """1/n ∑ⱼ (Aᵢⱼ − μᵢ)², μ the line of the mean, or the mean itself where the sheet has none; Varⱼ Aᵢⱼ of large matrices."""
    axis = runs_along(w)
    found = over_places(w, axis)
    if found is None:
        return None
    letters, entry, others = found
    part = Frac(number(1), read(size_latex(_how_many(w, axis))))
    middle = w.line_of("mean")
    match middle, others:
        case None, _:
            middle = _mean_within(w, part, letters, entry)
        case _, [one]:
            middle = placed_at(middle, one)
    if middle is None:
        return of_places(w, Ink("Var", "upright"), axis)
    off = PAPER.raised(Fence("(", PAPER.joined("-", entry, middle), ")"), number(2))
    box = row(part, Script(SUM_OVER, sub=listed(letters, COMMA)), off)
    return box if axis is None else transposed(box, w.turned)


def _mean_within(w: Writing, part: Box, letters: list[Box], entry: Box) -> Box | None:
    """The mean of entries by letters of its own; nothing of many."""
    sizes = w.shape(0)
    free = [x for x in map(Ink, "klmnpq") if x not in letters and not w.is_taken(x)]
    many = reduce(mul, sizes)
    if not isinstance(many, int) or many > MOST_FROM_MEANS or len(free) < len(letters):
        return None
    own = dict(zip(letters, free, strict=False))
    return row(
        part,
        Script(SUM_OVER, sub=listed([*own.values()], COMMA)),
        PAPER.fenced(with_letters(entry, own), PRODUCT),
    )


def _squared_from_mean(use: Use) -> Count:
    """Two sums over how many there are, with a difference and a square of every entry between them."""
    into, left = entries(use.inputs[0]), entries(use.out)
    return Count(
        multiplications=into,
        additions=2 * (into - left) + into,
        divisions=2 * left,
    )


@reduction_op(
    "var",
    _squared_from_mean,
    _squares,
    "lambda line: sum((x - sum(line) / Integer(len(line)))**2 for x in line) / Integer(len(line))",
    more=", correction=0",
    gradient=_from_mean,
    asks=_asks_mean,
    traits=("read off", "in terms", "about the mean"),
    told=_from_the_mean,
)
def var(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Take the population variance of each row (axis 1), each column (axis 0), or all entries.

    >>> var.run(Matrix.of([[1, 3], [3, 7]]), axis=1)
    Matrix([[1], [4]])
    """
    return mean.run((a - mean.run(a, axis=axis)).squared(), axis=axis)  # type: ignore[no-any-return]


@var.slip("sample-deviation")
def _sample(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    n = 1 / _over(a, axis)
    return var.run(a, axis=axis).scaled(n / (n - 1))  # type: ignore[no-any-return]


def _largest(a: Mat, axis: int | None) -> Mat:
    columns = [a.select(range(a.rows), [j]) for j in range(a.cols)]
    found = reduce(lambda x, y: x.larger(y), columns)
    return found if axis else _largest(found.T, 1)


def _of_the_largest(w: Writing) -> Box:
    """max(A) and maxⱼ Aᵢⱼ; of what is made of the entries in their places, such as absolute values, with these: maxₖ |wₖ|; with
    numbers the largest of each row."""
    numbers, along_ = w.plain(0), runs_along(w)
    if w.numeric and isinstance(numbers, Grid) and along_ in (0, 1):
        lines = numbers.rows if along_ else zip(*numbers.rows, strict=True)
        cells = [applied(w.word, *line) for line in lines if len(line) > 1]
        if len(cells) > 1:
            return _standing(w, cells, along_ == 0)
    axis, whole = w.param("axis"), w.inner(0, "in places") is not None and w.general(0)
    each = isinstance(axis, int) and 1 not in (w.shape(0) or (1,))
    over = of_places(w, Ink(w.word, "upright"), axis) if whole or each else None
    return over or named(w)


@reduction_op(
    "max",
    one_of_each,
    lambda terms: None,
    "lambda line: Max(*line)",
    "amax",
    asks=taken_from,
)
def max_(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Take the largest entry of each row (axis 1), each column (axis 0), or of all; which it is is proved.

    >>> max_.run(Matrix.of([[1, 4], [3, 2]]), axis=1)
    Matrix([[4], [3]])
    """
    return _largest(a, axis)


@reduction_op(
    "min",
    one_of_each,
    lambda terms: None,
    "lambda line: Min(*line)",
    "amin",
    asks=taken_from,
)
def min_(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Take the smallest entry of each row (axis 1), each column (axis 0), or of all; which it is is proved.

    >>> min_.run(Matrix.of([[1, 4], [3, 2]]))
    Matrix([[1]])
    """
    return -_largest(-a, axis)


def _norm_formula(w: Writing) -> Box:
    """‖A‖; with few numbers the root of their squares."""
    box = in_terms(_root_of_squares)(w)
    if isinstance(box, Root | Grid):
        return box
    of, axis, shape = w.plain(0), w.param("axis"), w.shape(0)
    if not isinstance(axis, int) or (len(shape) == 2 and shape[axis - 1] == 1):
        return transposed(Fence("‖", of, "‖"), w.turned)
    if w.numeric and isinstance(of, Grid):
        rows = of.rows if axis else zip(*of.rows, strict=True)
        lengths: list[Box] = [
            Fence("‖", Grid((tuple(line),), *w.brackets), "‖") for line in rows
        ]
        return _standing(w, lengths, axis == 0)
    letter = Ink("j" if (axis == 0) != w.turned else "i")
    if w.numeric or w.is_taken(letter):
        below = Ink("rows" if axis else "columns", "text")
        return transposed(Script(Fence("‖", of, "‖"), sub=below), w.turned)
    places = (letter, COLON) if axis else (COLON, letter)
    return Fence("‖", placed_at(of, *places), "‖")


def _root_of_squares(terms: list[Box]) -> Box:
    return PAPER.root(summed([PAPER.raised(term, number(2)) for term in terms]))


@op(
    "norm",
    reduced,
    columns="axis",
    count=summing(Count(multiplications=1), Count(roots=1)),
    reason=itself,
    why=_why(_root_of_squares),
    code=dialects(
        _method("np.linalg.norm", "axis", "keepdims"),
        _method("torch.linalg.vector_norm", "dim", "keepdim"),
        _reduced("lambda line: sqrt(sum(x**2 for x in line))"),
    ),
    masked="refused",
    gradient=always("G * (A / Y)"),
    reserved=False,
    formula=_norm_formula,
    traits=("of a line", "in terms"),
)
def norm(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
    """Take the length of each row (axis 1), of each column (axis 0), or the root of the sum of all squares (Frobenius).

    >>> norm.run(Matrix.of([[3, 4], [0, 12]])), norm.run(Matrix.of([[3, 4], [0, 12]]), axis=1)
    (Matrix([[13]]), Matrix([[5], [12]]))
    """
    return sum_.run(a.squared(), axis=axis).each(ROOT)  # type: ignore[no-any-return]


def _across(right: Op) -> Callable[..., Mat]:
    """A reduction along the other axis, standing as the right one does where there are as many numbers; of all entries there is
    none."""

    def wrong(a: Mat, *, axis: Axis = None) -> Mat:  # type: ignore[assignment]
        if axis is None:
            raise SymattnError("all entries have no other axis")
        found = right.run(a, axis=1 - axis)
        return found.T if a.rows == a.cols else found  # type: ignore[no-any-return]

    return wrong


for each in (sum_, mean, var, max_, min_):
    each.slip("axis-exchanged")(_across(each))
mean.slip("not-averaged")(lambda a, *, axis=None: sum_.run(a, axis=axis))
