"""Places: a row of positions, rows in order of size, what stands at places of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial

from symattn.boxes import (
    COLON,
    COMMA,
    ELLIPSIS,
    Box,
    Fence,
    Frac,
    Grid,
    Ink,
    Row,
    Script,
    inked,
    items_of,
    listed,
    number,
)
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError, how_many
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, ZERO, Number
from symattn.ops.constructors import placing_op
from symattn.ops.formula import (
    Asked,
    Asks,
    EntryFormula,
    Told,
    Writing,
    along,
    by_parameter,
    counted_along,
    falling,
    named,
    of,
    taken_from,
    turned_below,
    written_out,
)
from symattn.ops.record import (
    CodeRule,
    compared,
    defined,
    dialects,
    itself,
    with_origin,
)
from symattn.ops.registry import op
from symattn.ops.shapes import AxisSize, Origin, Shape, same, written
from symattn.ops.targets import place_among
from symattn.ops.top_k import order
from symattn.said import Said
from symattn.tables import in_turn, only

_USUAL = {"n": "", "start": "0", "step": "1"}
MOST_POSITIONS = 12  # that are written one by one
_LOOKUP = """
def lookup(table, places):
    found = table[0] if table.shape[0] == 1 else table
    places = places.astype(int)
    return found[places] if table.shape[0] == 1 else found[places.ravel()]
"""
_LOOKUP_TORCH = """
def lookup(table, places):
    places = places.long()
    return table[0][places] if table.shape[0] == 1 else table[places.flatten()]
"""
_LOOKUP_SYMPY = """
def lookup(table, places):
    if table.rows == 1:
        return Matrix(places.rows, places.cols, lambda i, j: table[0, int(places[i, j])])
    return Matrix.vstack(*(table.row(int(k)) for k in places))
"""
_TOP = """
def top_places(a, k):
    return np.argsort(-a, axis=-1, kind="stable")[..., :k]
"""
_TOP_TORCH = """
def top_places(a, k):
    return torch.sort(a, dim=-1, descending=True, stable=True).indices[..., :k]
"""
_TOP_SYMPY = """
def top_places(a, k):
    return Matrix([sorted(range(a.cols), key=lambda j: (-N(a[i, j], 30), j))[:k] for i in range(a.rows)])
"""
_ARGSORT_SYMPY = """
def argsort(a):
    return Matrix([sorted(range(a.cols), key=lambda j: (N(a[i, j], 30), j)) for i in range(a.rows)])
"""
_SORT_SYMPY = """
def sort(a):
    return Matrix([sorted(a.row(i), key=lambda x: N(x, 30)) for i in range(a.rows)])
"""


def _row(*, n: AxisSize, start: Number = ZERO, step: Number = UNIT) -> Shape:
    if isinstance(n, int) and n < 1:
        raise ShapeError(f"a size is above 0, not {n}")
    return 1, n


def _positions(w: Writing) -> Box:
    """The positions themselves; of many or unknown ones the first two, dots, and the last."""
    n, start, step = (
        number(usual) if w.param(key) is None else w.amount(key)
        for key, usual in _USUAL.items()
    )
    many, first, by = map(_numeral, (n, start, step))
    if first is not None and by is not None:
        if many is not None and many <= MOST_POSITIONS:
            ends = _written([first + by * k for k in range(int(many))])
        elif many is not None:
            ends = _written([first, first + by, first + by * (many - 1)])
        else:
            *ends, one, rest = _written([first, first + by, by, abs(first - by)])
            steps = n if by == 1 else PAPER.joined("·", one, n)
            sign = "-" if first < by else "+"
            ends.append(steps if first == by else PAPER.joined(sign, steps, rest))
        if many is None or many > MOST_POSITIONS:
            ends.insert(2, ELLIPSIS)
    else:
        last = (
            PAPER.joined("-", n, number(1)) if many is None else number(int(many) - 1)
        )
        more = [step, PAPER.joined("·", last, step)]
        if first != 0:  # s and 7s in place of 0 + s and 0 + 7s
            more = [PAPER.joined("+", start, x) for x in more]
        few = many is not None and many <= 3
        ends = [start, *(more[: int(many or 0) - 1] if few else more)]
        if not few:
            ends.insert(2, ELLIPSIS)
    if len(ends) == 1:
        return ends[0]
    return written_out(w, [tuple(ends)])


def _numeral(box: Box) -> Fraction | None:
    """The number that a box is, where it is written in digits."""
    match box:
        case Ink(text, "number"):
            return Fraction(text)
        case Frac(Ink(top, "number"), Ink(bottom, "number")):
            return Fraction(Fraction(top), int(bottom))
        case Row((Ink("−", "punct"), of)) if (found := _numeral(of)) is not None:
            return -found
    return None


def _written(places: Sequence[Fraction]) -> list[Box]:
    """Places side by side, as decimals of one length where all of them end."""
    if all(10**9 % x.denominator == 0 for x in places):
        ends = next(
            k for k in range(10) if all(10**k % x.denominator == 0 for x in places)
        )
        return [
            number(f"{Decimal(x.numerator) / x.denominator:.{ends}f}") for x in places
        ]
    above = (number(abs(x.numerator)) for x in places)
    boxes = [
        top if x.denominator == 1 else Frac(top, number(x.denominator))
        for x, top in zip(places, above, strict=True)
    ]
    return [
        PAPER.negative(box) if x < 0 else box
        for x, box in zip(places, boxes, strict=True)
    ]


@placing_op(
    "arange",
    _row,
    dialects(
        "({start} + {step} * np.arange({n}))[None, :]",
        "({start} + {step} * torch.arange({n}, dtype=torch.float64))[None, :]",
        "Matrix([[{start} + {step} * k for k in range({n})]])",
    ),
    formula=_positions,
    traits=("no numbers", "positions"),
)
def arange(*, n: AxisSize, start: Number = ZERO, step: Number = UNIT) -> Mat:
    """Make a row of n positions: 0, 1, 2, … unless another start and step are written.

    >>> arange.run(n=3), arange.run(n=2, start=Number.of(1), step=Number.of(1) / 2)
    (Matrix([[0, 1, 2]]), Matrix([[1, 3/2]]))
    """
    _row(n=n)
    return Matrix.of([[start + step * k for k in range(n)]])


def _looked_up(table: Shape, places: Shape, *, first: Origin = 0) -> Shape:
    if table[-2] == 1:
        return places
    if 1 not in places[-2:]:
        what = f"places of rows stand in one row or one column, not {written(places)}"
        raise ShapeError(what, "a table of one row takes a matrix of places")
    return (*table[:-2], places[-2] if places[-1] == 1 else places[-1], table[-1])


def _below(w: Writing) -> Box:
    """A table with the places below it, p_b of one row and T_b,: of rows; with numbers what stands there."""
    table, places, first = w.plain(0), w.plain(1), w.param("first") or 0
    alone, wide = ((w.shape(k) or (0, 0))[-2] == 1 for k in (0, 1))
    if (
        isinstance(table, Grid)
        and isinstance(places, Grid)
        and isinstance(first, int)
        and (wide or not alone)
    ):
        at = [
            int(x.text) - first
            for x in in_turn(places.rows)
            if isinstance(x, Ink) and x.text.isdecimal()
        ]
        rows = (
            (tuple(table.rows[0][k] for k in at),)
            if alone
            else tuple(table.rows[k] for k in at)
        )
        return replace(
            table,
            rows=tuple(zip(*rows, strict=True)) if w.turned else rows,
            rules=(),
            used=frozenset(),
            under=(),
        )
    below = places if alone else listed([places, COLON], COMMA)
    cut = w.inner(0, "read off")
    match table:
        case Script(of, Row((line, _, end)), None) if (
            alone and cut and end == COLON
        ):  # P₂,ₜ
            table = of
            below = (
                places if cut.shape(0)[-2:-1] == (1,) else listed([line, places], COMMA)
            )
    whole = table.body if isinstance(table, Fence) else table
    box = Script(whole if isinstance(whole, Ink) else Fence("(", whole, ")"), sub=below)
    match whole:
        case Script(Ink() as name, sub, None) if (
            sub is not None and alone and below == places
        ):  # q of the row b₃
            own = Script(name, sub=listed([sub, places], COMMA))
            box = box if w.is_taken(own) or w.is_taken(name) else own
    symbol = isinstance(places, Script) or (
        only(items_of(places), Ink, Script) and not inked(places, "number")
    )  # x_1 would be the first of x
    return (
        turned_below(w, box)
        if symbol
        and not w.numeric
        and not w.is_taken(box)
        and (wide or not alone or 1 not in (w.shape(1) or (1,))[-2:])
        else named(w)
    )


def _why_lookup(e: EntryFormula) -> Told:
    """The place that is read, and what stands there."""
    table, places = e.inputs
    alone, down = table.rows == 1, places.cols == 1
    place = e.at(1, *((e.i, e.j) if alone else (e.i, 0) if down else (0, e.i)))
    at = place_among(
        place, table.cols if alone else table.rows, e.params.get("first", 0)
    )
    e.at(0, *((0, at) if alone else (at, e.j)))
    return of(e), None


@placing_op(
    "lookup",
    _looked_up,
    with_origin(
        defined("lookup({0}, {1})", _LOOKUP, _LOOKUP_TORCH, _LOOKUP_SYMPY), "{1}"
    ),
    why=_why_lookup,
    formula=_below,
    traits=("no numbers", "takes places", "at places"),
)
def lookup(table: Mat, places: Mat, *, first: Origin = 0) -> Mat:
    """Take from a table what stands at each place, counted from 0: its entry where it is one row, else its row.

    >>> lookup.run(Matrix.of([[5, 6, 7]]), Matrix.of([[0, 1], [2, 0]]))
    Matrix([[5, 6], [7, 5]])
    >>> lookup.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[1, 1]]))
    Matrix([[3, 4], [3, 4]])
    """
    _looked_up(table.shape, places.shape)
    if table.rows > 1:
        return table.select(
            [place_among(x, table.rows, first) for x in in_turn(places.values)],
            range(table.cols),
        )
    rows = [
        table.select([0], [place_among(x, table.cols, first) for x in line])
        for line in places.values
    ]
    return type(table).on_top(*rows)


def _largest(a: Shape, *, k: AxisSize, first: Origin = 0) -> Shape:
    if isinstance(k, int) and isinstance(a[-1], int) and not 1 <= k <= a[-1]:
        raise ShapeError(
            f"the {k} largest of {how_many(a[-1], 'entry', 'entries')}",
            f"write a number from 1 to {a[-1]}",
        )
    return (*a[:-1], k)


def _why(e: EntryFormula) -> Told:
    return (*counted_along(e, 1), ("rank", e.j)), None


def _asks(largest: bool) -> Asks:
    """What stands there is asked for the place."""

    def asks(e: EntryFormula) -> Asked:
        rank = e.inputs[0].cols - 1 - e.j if largest else e.j
        yield (
            Said("why", "sort", (*along(e, 1), ("rank", rank))),
            sort.run(e.inputs[0])[e.i, rank],
        )

    return asks


_looks = partial(
    op,
    count=compared,
    reason=itself,
    why=_why,
    masked="refused",
    reserved=False,
    traits=("no numbers", "places"),
)
"""Enter an operation that looks through every row and says where something stands."""


@_looks(
    "top_places",
    _largest,
    symbol="argtop",
    formula=by_parameter("k"),
    asks=_asks(True),
    code=with_origin(defined("top_places({0}, {k})", _TOP, _TOP_TORCH, _TOP_SYMPY)),
)
def top_places(a: Mat, *, k: AxisSize, first: Origin = 0) -> Mat:
    """Find the places of the k largest entries of each row, the largest first, from 0; of equal ones the first.

    >>> top_places.run(Matrix.of([[1, 3, 2], [5, 5, 5]]), k=2)
    Matrix([[1, 2], [0, 1]])
    """
    _largest(a.shape, k=k)
    return type(a).lifted(
        Matrix.of([[place + first for place in order(a, i)[:k]] for i in range(a.rows)])
    )


@_looks(
    "argsort",
    same,
    formula=lambda w: falling(w) or named(w),
    asks=_asks(False),
    code=with_origin(
        dialects(
            'np.argsort({0}, axis=-1, kind="stable")',
            "torch.sort({0}, dim=-1, stable=True).indices",
            CodeRule("argsort({0})", helper=_ARGSORT_SYMPY),
        )
    ),
)
def argsort(a: Mat, *, first: Origin = 0) -> Mat:
    """Find the places of the entries of each row, that of the smallest first, from 0; of equal ones the first.

    >>> argsort.run(Matrix.of([[7, 1, 4]]))
    Matrix([[1, 2, 0]])
    """
    return type(a).lifted(
        Matrix.of([[place + first for place in order(-a, i)] for i in range(a.rows)])
    )


@_looks(
    "sort",
    same,
    asks=lambda e: taken_from(e)[-1:],
    traits=("no numbers", "in order"),
    code=dialects(
        "np.sort({0}, axis=-1)",
        "torch.sort({0}, dim=-1).values",
        CodeRule("sort({0})", helper=_SORT_SYMPY),
    ),
)
def sort(a: Mat) -> Mat:
    """Put the entries of each row in order, the smallest first.

    >>> sort.run(Matrix.of([[7, 1, 4]]))
    Matrix([[1, 4, 7]])
    """
    return type(a).on_top(*(a.select([i], order(-a, i)) for i in range(a.rows)))
