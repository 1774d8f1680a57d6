"""Products, powers and functions of the entries of matrices, each by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flint import arb, ctx

from symattn.binding import CIRCLED, POWER, PRODUCT, SIDES
from symattn.boxes import (
    CIRCLE,
    DOT,
    INFINITE,
    NEGATIVE,
    Box,
    Boxes,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    applied,
    items_of,
    number,
    row,
)
from symattn.boxes.paper import PAPER, raised
from symattn.exact.any_matrix import (
    LOG,
    LOG2,
    LOG10,
    ROOT,
    SIGMOID,
    Function,
    LogsOfNothing,
    Mat,
)
from symattn.exact.ball import ball
from symattn.exact.decide import sign
from symattn.exact.functions import absolute, to_power
from symattn.exact.functions import tanh as hyperbolic_tangent
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.number import UNIT, ZERO, Number
from symattn.ops import moments
from symattn.ops.formula import EntryFormula, Writing, named, pointwise, transposed, two
from symattn.ops.record import (
    CodeRule,
    Codes,
    Use,
    always,
    dialects,
    each,
    entrywise,
    infix,
    repeated,
    spread,
)
from symattn.ops.registry import Enters, op
from symattn.ops.shapes import same, together
from symattn.tables import every, in_turn, only

_TIMES = """
def times(a, b):  # a single row or column multiplies every one
    a, b = (x if isinstance(x, MatrixBase) else Matrix([[x]]) for x in (a, b))
    rows, cols = max(a.rows, b.rows), max(a.cols, b.cols)
    return Matrix(rows, cols, lambda i, j: a[i % a.rows, j % a.cols] * b[i % b.rows, j % b.cols])
"""
_CODE = infix("*")


def _circled(w: Writing) -> Box:
    sign = (
        DOT if w.is_number(0) or w.is_number(1) else CIRCLE
    )  # a number times a matrix is no product entry by entry
    left, right = w.arg(0), w.arg(1, PRODUCT if sign == DOT else POWER)
    items = left.items if isinstance(left, Row) else ()
    factor = row(*items[1:])
    both = isinstance(factor, Ink) and isinstance(right, Fence)  # (−2)·(−2)
    plain = (
        not both and not isinstance(factor, Frac) and PAPER.binding(factor) >= PRODUCT
    )
    if items[:1] == (NEGATIVE,) and plain:  # −A ∘ B, and no (−A) ∘ B
        return row(NEGATIVE, factor, sign, right)
    return row(PAPER.fenced(left, PRODUCT if sign == DOT else CIRCLED), sign, right)


@op(
    "hadamard",
    together,
    columns="kept",
    written="A * B",
    count=each(multiplications=1),
    formula=_circled,
    reason=repeated,
    why=two("·"),
    code=dialects(_CODE, _CODE, CodeRule("times({0}, {1})", helper=_TIMES)),
    masked="refused",
    gradient=spread("G * B", "G * A"),
    moments=moments.times,
    units="times",
    traits=("each entry",),
)
def hadamard(a: Mat, b: Mat) -> Mat:
    """Multiply entry by entry; a single row or column multiplies every one.

    >>> hadamard.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[10, 1]]))
    Matrix([[10, 2], [30, 4]])
    """
    return a.entrywise(b)


hadamard.slip_backward("own-factor", spread("G * A", "G * B"))
hadamard.slip("factor-dropped", when="bias")(lambda a, b: a)


def _raised(w: Writing) -> Box:
    """A power; of a row or a column, which has no power but that of its entries, without a circle."""
    plain = w.is_number(0) or (len(w.shape(0)) == 2 and 1 in w.shape(0))
    if (
        w.numeric
        and (plain or not isinstance(w.plain(0), Grid))
        and (rows := _in_rows(w))
    ):
        powers = Grid(every(lambda x: raised(x, w.amount("by")), rows), *w.brackets)
        return transposed(powers, w.turned)
    return raised(w.arg(0), row(None if plain else Ink("∘", "punct"), w.amount("by")))


_POWER = infix("**", "{by}")


def _numpys_power(use: Use) -> CodeRule:
    """The sign, but for a power that is negative or may be: NumPy's raises no whole number to one."""
    by = use.params["by"]
    negative = hasattr(by, "name") or getattr(by, "sign", "") == "-"
    return CodeRule("np.float_power({0}, {by})") if negative else _POWER


@op(
    "power",
    same,
    columns="kept",
    written="A ** c",
    count=each(multiplications=1),
    formula=_raised,
    why=pointwise(lambda x, e: raised(x, e.written(e.params["by"]))),
    code=dialects(_numpys_power, _POWER, "{0}.applyfunc(lambda _: _ ** {by})"),
    masked="refused",
    moments=moments.squared,
    gradient=always("G * A ** (by - 1) * by"),
    traits=("each entry", "in places", "no zero"),
)
def power(a: Mat, *, by: Number) -> Mat:
    """Raise every entry to a power; raises SymattnError where it has no real value.

    >>> power.run(Matrix.of([[2, -3]]), by=Number.of(2))
    Matrix([[4, 9]])
    """
    return a.each(Function(lambda x: to_power(x, by), lambda x: _ball_to_power(x, by)))


def _ball_to_power(x: arb, by: Number) -> arb:
    """A power over a ball; a whole one by products, since FLINT has no power of a ball with 0 inside it.

    >>> _ball_to_power(arb(0, 0.5), Number.of(2)).contains(0.25), _ball_to_power(arb(2), Number.of(-1))
    (True, 0.500000000000000)
    """
    if not by.is_rational or by.rational.q != 1 or x.is_exact():
        return x ** ball(by, max(128, ctx.prec))
    found, square, left = arb(1), x, abs(int(by.rational.p))
    while left:
        found, square, left = (
            found * square if left % 2 else found,
            square * square,
            left // 2,
        )
    return found if by.rational >= 0 else 1 / found


def _exponent(w: Writing) -> Box:
    of, base = w.plain(0), w.amount("base")
    rows = of.rows if w.numeric and isinstance(of, Grid) else _in_rows(w)
    if rows:  # with numbers every entry has its own power
        return transposed(
            Grid(every(lambda x: raised(base, x), rows), *w.brackets), w.turned
        )
    return transposed(raised(base, of), w.turned)


def _in_rows(w: Writing) -> tuple[Boxes, ...]:
    """The entries of a matrix that is made of others in the same places, row by row."""
    return tuple(map(tuple, w.lines(0, 1)))


_FROM = CodeRule("{base} ** {0}", SIDES["**"][0], SIDES["**"][2:])


@op(
    "number_power",
    same,
    columns="kept",
    written="c ** A",
    count=each(exponentials=1),
    formula=_exponent,
    why=pointwise(lambda x, e: raised(e.written(e.params["base"]), x)),
    code=dialects(
        "np.float_power({base}, {0})", _FROM, "{0}.applyfunc(lambda _: {base} ** _)"
    ),
    masked="refused",
    gradient=always("G * Y * log(base)"),
    traits=("each entry", "in places"),
)
def number_power(a: Mat, *, base: Number) -> Mat:
    """Raise a number to every entry, as slopes and frequencies are written; raises SymattnError where that has no real value.

    >>> number_power.run(Matrix.of([[-1, 3]]), base=Number.of(2))
    Matrix([[1/2, 8]])
    """
    rising = sign(base - UNIT) if sign(base) > 0 else 0
    return a.each(
        Function(
            lambda x: to_power(base, x), lambda x: _ball_from(base, x), rising=rising
        )
    )


def _ball_from(base: Number, x: arb) -> arb:
    """A number to a power that is a ball; of a number that is not above 0 to a whole one alone.

    >>> _ball_from(Number.of(-2), arb(3)), _ball_from(Number.of(2), arb(0, 1)).contains(1)
    (-8.00000000000000, True)
    """
    whole = x.unique_fmpz()
    if whole is not None and x.is_exact():
        return _ball_to_power(ball(base, max(128, ctx.prec)), Number.of(int(whole)))
    return ball(base, max(128, ctx.prec)) ** x


def function_op(
    name: str,
    image: Function,
    code: Codes,
    write: Callable[[Box, EntryFormula], Box] | None = None,
    **record: Any,
) -> Enters:
    """Enter a function of every entry: its code, how *write* spells an entry out, and what else its record says."""
    usual = {
        "columns": "kept",
        "reserved": False,
        "masked": "refused" if image.below is None else "read",
    }
    traits = ("each entry", *record.pop("traits", ()))
    return op(
        name,
        same,
        code=code,
        traits=traits,
        **{**usual, **({"why": pointwise(write)} if write else {}), **record},
    )


def called(word: str) -> Callable[[Box, EntryFormula], Box]:
    """How an entry of a function is spelled out: its name, and in brackets what it is taken of.

    >>> called("sin")(Ink("x"), None).items[0].text
    'sin'
    """
    return lambda x, e: applied(word, x)


def library_op(
    name: str, image: Function, gradient: str, sympy: str = "", **record: Any
) -> Enters:
    """Enter a function of every entry that each library has by that name, SymPy perhaps by its own."""
    code = dialects(
        f"np.{name}({{0}})", f"torch.{name}({{0}})", f"{{0}}.applyfunc({sympy or name})"
    )
    return function_op(
        name,
        image,
        code,
        called(name),
        **{"gradient": always(gradient), **record},
    )


def _root(w: Writing) -> Box:
    of = w.plain(0)
    if w.numeric and isinstance(of, Grid):  # with numbers every entry has its own root
        return transposed(replace(of, rows=every(PAPER.root, of.rows)), w.turned)
    return transposed(PAPER.root(of), w.turned)


@library_op(
    "sqrt",
    ROOT,
    "G / (Y * 2)",
    count=each(roots=1),
    formula=_root,
    why=pointwise(lambda x, e: Root(x)),
)
def sqrt(a: Mat) -> Mat:
    """Take the root of every entry; raises SymattnError for a negative one.

    >>> sqrt.run(Matrix.of([[4, 9]]))
    Matrix([[2, 3]])
    """
    return a.each(ROOT)


def _logarithms(a: Mat, f: Function) -> Mat:
    """A logarithm of every entry of a row or a matrix, minus infinity where one is 0; of a number that is 0 there is none."""
    if a.shape == (1, 1):
        return a.each(f)
    nothing = a.entry(ZERO)

    def is_nothing(x: object) -> bool:
        return not x.terms if isinstance(x, Number) else bool(x == nothing)

    found = a.masked_where(lambda i, j: is_nothing(a.values[i][j])).each(f)
    return (
        found.made(found.values, LogsOfNothing(found.blocked))
        if found.blocked
        else found
    )


def _log_op(base: int, image: Function, symbol: str) -> Enters:
    """Enter a logarithm to a base."""
    name = f"log{base}"
    return function_op(
        name,
        image,
        dialects(
            f"np.{name}({{0}})",
            f"torch.{name}(torch.as_tensor({{0}}))",
            entrywise(f"lambda x: log(x, {base}) if x else -oo"),
        ),
        called(symbol),
        count=each(logarithms=1),
        gradient=always(f"G / A / log({base})"),
        symbol=symbol,
        traits=("no zero", "of numbers", "a logarithm"),
    )


@_log_op(2, LOG2, "log₂")
def log2(a: Mat) -> Mat:
    """Take the logarithm to base 2 of every entry, as entropies in bits need it; of numbers too.

    >>> log2.run(Matrix.of([[8]]))
    Matrix([[3]])
    """
    return _logarithms(a, LOG2)


@_log_op(10, LOG10, "log₁₀")
def log10(a: Mat) -> Mat:
    """Take the logarithm to base 10 of every entry, as tf-idf and decibels need it; of numbers too.

    >>> log10.run(Matrix.of([[1000]]))
    Matrix([[3]])
    """
    return _logarithms(a, LOG10)


@library_op(
    "log",
    LOG,
    "G / A",
    "lambda x: log(x) if x else -oo",
    count=each(logarithms=1),
    traits=("no zero", "logarithm", "a logarithm"),
)
def log(a: Mat) -> Mat:
    """Take the natural logarithm of every entry, −∞ in the place of 0; raises SymattnError where one is negative.

    >>> log.run(Matrix.of([[1]]))
    Matrix([[0]])
    """
    return _logarithms(a, LOG)


log.slip("logarithm-base-ten")(lambda a: a.each(LOG10))
log.slip("logarithm-base-two")(lambda a: a.each(LOG2))


ABS = Function(absolute, abs)
TANH = Function(hyperbolic_tangent, arb.tanh, rising=1, below=Number.of(-1))


def _bars(w: Writing) -> Box:
    """What it is taken of between bars; with numbers each of these."""
    x = w.plain(0)
    rows = x.rows if isinstance(x, Grid) else _in_rows(w) if w.numeric else ()
    if rows:
        return transposed(Grid(every(_barred, rows), *w.brackets), w.turned)
    return transposed(_barred(x), w.turned)


def _barred(x: Box) -> Box:
    return Fence("|", x, "|")


@library_op(
    "abs",
    ABS,
    "G * (Y / A)",
    "Abs",
    count=each(comparisons=1),
    formula=_bars,
    traits=("in places",),
)  # its gradient has no value for 0
def abs_(a: Mat) -> Mat:
    """Leave out the sign of every entry.

    >>> abs_.run(Matrix.of([[-1, 2]]))
    Matrix([[1, 2]])
    """
    return a.each(ABS)


@library_op("tanh", TANH, "G * (1 - Y ** 2)", count=each(exponentials=1))
def tanh(a: Mat) -> Mat:
    """Take the hyperbolic tangent of every entry.

    >>> tanh.run(Matrix.of([[0]]))
    Matrix([[0]])
    """
    return a.each(TANH)


tanh.slip_backward("square-dropped", always("G * (1 - Y)"))


def _logistic(w: Writing) -> Box:
    """As a function; with numbers every entry as 1 over 1 and a power of e."""
    of = w.plain(0)
    entries = of.rows if isinstance(of, Grid) else ((of,),) if w.is_number(0) else ()
    if isinstance(of, Grid) and (alone := w.terms(0)):  # 1 of [1.0  0.5]
        entries = tuple(zip(*[iter(alone)] * of.columns, strict=True))
    other = every(_without_sign, entries)
    plain = INFINITE not in in_turn(entries) and all(
        only(items_of(x), Ink, Row) or only(items_of(negative), Ink, Row)
        for x, negative in zip(in_turn(entries), in_turn(other), strict=True)
    )
    if not (w.numeric and entries and plain) or w.named or w.is_taken(Ink("e")):
        return named(w)
    shown = every(
        lambda x: PAPER.over(
            number(1), PAPER.joined("+", number(1), raised(Ink("e"), x))
        ),
        other,
    )
    return transposed(
        replace(of, rows=shown, align="c") if isinstance(of, Grid) else shown[0][0],
        w.turned,
    )


def _without_sign(x: Box) -> Box:
    """The negative of a number, or of the negative of one, −(−2)."""
    match x:
        case Row((sign, Fence(_, of, _) | of)) if sign == NEGATIVE:
            return of
        case Ink(text) if not text.strip("0."):  # e^0, not e^−0.00
            return number(0)
    return PAPER.negative(x)


@function_op(
    "sigmoid",
    SIGMOID,
    dialects(
        CodeRule(
            "sigmoid({0})",
            helper="\ndef sigmoid(a):\n    return 1 / (1 + np.exp(-a))\n",
        ),
        "torch.sigmoid({0})",
        "{0}.applyfunc(lambda x: 1 / (1 + exp(-x)))",
    ),
    called("σ"),
    formula=_logistic,
    traits=("in places", "share of two"),
    count=each(additions=1, divisions=1, exponentials=1),
    gradient=always("G * Y * (1 - Y)"),
)
def sigmoid(a: Mat) -> Mat:
    """Take 1 / (1 + e^−x) of every entry.

    >>> sigmoid.run(Matrix.of([[0]]))
    Matrix([[1/2]])
    """
    return a.each(SIGMOID)


sigmoid.slip_backward("complement-dropped", always("G * Y"))
