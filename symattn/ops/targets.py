"""Places and targets: which entry is the largest, rows of 0 and 1, the entry at a place, the loss of a target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from flint import arb

from symattn.binding import ATOM
from symattn.boxes import (
    COMMA,
    NEGATIVE,
    Box,
    Fence,
    Grid,
    Ink,
    Row,
    Script,
    applied,
    inked,
    listed,
    number,
    row,
)
from symattn.boxes.paper import PAPER
from symattn.errors import ShapeError, SymattnError
from symattn.exact.any_matrix import LOG, LOG2, LOG10, AnyEntry, Entry, Function, Mat
from symattn.exact.decide import Span, sign
from symattn.exact.matrix import Matrix, ones_where
from symattn.exact.number import UNIT, Number
from symattn.exact.text import pretty
from symattn.ops.constructors import placing_op
from symattn.ops.formula import (
    Asked,
    EntryFormula,
    Told,
    Writing,
    along,
    at,
    counted_along,
    named,
    of,
    of_places,
    on_line,
    transposed,
    written_out,
)
from symattn.ops.record import (
    Code,
    CodeOfUse,
    CodeRule,
    Codes,
    Count,
    Use,
    defined,
    dialects,
    entries,
    itself,
    one_of_each,
    rule_of,
    with_origin,
)
from symattn.ops.registry import op
from symattn.ops.shapes import Axis, AxisSize, Origin, Shape, reduced, written
from symattn.said import Pair, Said
from symattn.tables import in_each, in_turn

_GATHER = """
def gather(a, places):
    return np.take_along_axis(a, np.reshape(places, (a.shape[-2], -1)).astype(int), axis=-1)
"""
_GATHER_TORCH = """
def gather(a, places):
    return torch.gather(a, -1, places.reshape(a.shape[-2], -1).long())
"""
_GATHER_SYMPY = """
def gather(a, places):
    wide = len(places) // a.rows
    return Matrix(a.rows, wide, lambda i, j: a[i, int(places[i * wide + j])])
"""
_ONEHOT = """
def onehot(places, n):
    return np.eye(n)[np.ravel(places).astype(int)]
"""
_ONEHOT_TORCH = """
def onehot(places, n):
    return torch.eye(n, dtype=torch.float64)[places.flatten().long()]
"""
_ONEHOT_SYMPY = """
def onehot(places, n):
    return Matrix([[int(j == k) for j in range(n)] for k in places])
"""
_ARGMAX_SYMPY = """
def argmax(a, axis=None):
    def place(entries):
        return max(range(len(entries)), key=lambda k: (N(entries[k], 30), -k))
    if axis == 1:
        return Matrix([[place(list(a.row(i)))] for i in range(a.rows)])
    return Matrix([[place(list(a.col(j))) for j in range(a.cols)]]) if axis == 0 else Matrix([[place(list(a))]])
"""
_LOSS = """
def cross_entropy(a, places):
    top = a.max(axis=-1, keepdims=True)
    logs = a - top - np.log(np.exp(a - top).sum(axis=-1, keepdims=True))
    return -np.take_along_axis(logs, np.reshape(places, (-1, 1)).astype(int), axis=-1)
"""
_LOSS_TORCH = """
def cross_entropy(a, places):
    return torch.nn.functional.cross_entropy(a, places.flatten().long(), reduction="none")[:, None]
"""
_LOSS_SYMPY = """
def cross_entropy(a, places):
    return Matrix([[log(sum(exp(x) for x in a.row(i))) - a[i, int(k)]] for i, k in enumerate(places)])
"""


def above(x: AnyEntry, y: AnyEntry) -> bool:
    """Whether one entry is larger than another; raises SymattnError where rounded entries do not tell.

    >>> above(Number.of(3), Number.of(2))
    True
    """
    if isinstance(x, Number):
        return sign(x - y) > 0
    low, high = (x.low, y.high) if isinstance(x, Span) else (x, y)
    if low > high:
        return True
    if (x.high <= y.low) if isinstance(x, Span) else (x <= y):
        return False
    raise SymattnError(
        "which entry is the largest cannot be told from the rounded ones"
    )


def _largest(entries: Sequence[AnyEntry]) -> int:
    best = 0
    for k in range(1, len(entries)):
        best = k if above(entries[k], entries[best]) else best
    return best


def place_among(x: AnyEntry, n: int, first: int) -> int:
    """An entry as a place among n, counted from 0, whatever its *first* is called; raises SymattnError for anything else.

    >>> place_among(Number.of(2), 3, 0), place_among(Number.of(2), 3, 1)
    (2, 1)
    """
    if isinstance(x, Number):
        found = int(x.rational.p) if x.is_rational and x.rational.q == 1 else None
    else:
        ball: arb = x.low.union(x.high) if isinstance(x, Span) else x
        whole = ball.unique_fmpz()
        found = None if whole is None else int(whole)
    if found is None or not first <= found < n + first:
        said = pretty(x) if isinstance(x, Number) else x
        raise SymattnError(
            f"{said} is no place",
            f"places are whole numbers from {first} to {n - 1 + first}",
        )
    return found - first


def _is_column(a: Shape, i: Shape) -> bool:
    """Whether a table is a single column of which one place is read, as it is where vectors are columns."""
    return a[-1:] == (1,) != a[-2:-1] and i[-2:] == (1, 1)


def _in_rows(code: Codes) -> Codes:
    """Code of a table by rows, that of a single column turned round."""

    def rule(code: Code) -> CodeOfUse:
        def turned(use: Use) -> CodeRule | None:
            found = rule_of(code, use)
            if found is None or not _is_column(*use.inputs):
                return found
            return replace(found, template=found.template.replace("{0}", "{0}.T"))

        return turned

    return in_each(lambda code: code and rule(code), code)


def _by_rows(a: Mat, places: Mat) -> Mat:
    return a.T if _is_column(a.shape, places.shape) else a


def _one_each(a: Shape, i: Shape, *, first: Origin = 0) -> Shape:
    if _is_column(a, i):
        return (*a[:-2], 1, 1)
    if i[-2:] not in ((a[-2], 1), (1, a[-2])):
        hint = "lookup(A, B) takes several places of one row" if a[-2] == 1 else ""
        raise ShapeError(
            f"one place for {'the row' if a[-2] == 1 else f'each of the {a[-2]} rows'} is needed, not {written(i)}",
            hint,
        )
    return (*a[:-2], a[-2], 1)


def _several(a: Shape, i: Shape, *, first: Origin = 0) -> Shape:
    """One place for each row, or as many as stand in the row of places beside it."""
    if a[-2] == i[-2] != 1:
        return (*a[:-1], i[-1])
    return _one_each(a, i)


def _picked(went: Use, of: str = "{one}") -> Pair:
    """What comes back to a table, with rows of 0 and 1 at the places, or a column of such; of several in a row one by one."""
    many, first = went.out[-1], went.params.get("first")
    start = f", first={first}" if first else ""  # from where places are counted
    if many != 1:
        columns = [
            f"[:, {k}:{k + 1}]" for k in range(many if isinstance(many, int) else 0)
        ]
        return " + ".join(f"G{at} * onehot(B{at}, COLS{start})" for at in columns), ""
    if not _is_column(*went.inputs):
        return f"G * {of.format(one=f'onehot(B, COLS{start})')}", ""
    down = of.replace("softmax(A)", "softmax(A, axis=0)")
    return f"G * {down.format(one=f'onehot(B, ROWS{start}).T')}", ""


def _asks_largest(e: EntryFormula) -> Asked:
    values = [e.inputs[0][place] for place in on_line(e)]
    return ((Said("why", "max", along(e)), values[_largest(values)]),)


def _argmax_code(method: str) -> CodeOfUse:
    def rule(use: Use) -> CodeRule:
        axis = use.params.get("axis")
        if not isinstance(axis, int):
            return CodeRule("{0}.argmax().reshape(1, 1)")
        return CodeRule(
            f"{{0}}.argmax({method}={-1 if axis else -2}, {'keepdims' if method == 'axis' else 'keepdim'}=True)"
        )

    return rule


@op(
    "argmax",
    lambda a, *, axis=None, first=0: reduced(a, axis=axis),
    columns="axis",
    count=one_of_each,
    reserved=False,
    reason=itself,
    why=lambda e: (counted_along(e), None),
    asks=_asks_largest,
    formula=lambda w: of_places(w, Ink(w.word, "upright"), w.param("axis")) or named(w),
    masked="refused",
    traits=("no numbers", "places", "of a line"),
    code=with_origin(
        dialects(
            _argmax_code("axis"),
            _argmax_code("dim"),
            lambda use: CodeRule(
                f"argmax({{0}}, {use.params.get('axis')})", helper=_ARGMAX_SYMPY
            ),
        )
    ),
)
def argmax(a: Mat, *, axis: Axis = None, first: Origin = 0) -> Mat:  # type: ignore[assignment]
    """Find the place of the largest entry of each row (axis 1), each column (axis 0) or all, from 0; the first of equal ones.

    >>> argmax.run(Matrix.of([[1, 3, 3], [5, 4, 0]]), axis=1)
    Matrix([[1], [0]])
    """
    lines = a.values if axis else [[*in_turn(a.values)]]
    return type(a).lifted(Matrix.of([[_largest(line) + first] for line in lines]))


def _wide(a: Shape, *, n: AxisSize, first: Origin = 0) -> Shape:
    if 1 not in a[-2:]:
        raise ShapeError(f"places stand in one row or one column, not {written(a)}")
    return (*a[:-2], a[-2] if a[-1] == 1 else a[-1], n)


def _read(e: EntryFormula, k: int) -> Entry:
    """The place that is the target of row i, of the row or the column of places that is the k-th matrix."""
    return e.at(k, *((e.i, 0) if e.inputs[k].cols == 1 else (0, e.i)))


def _why_ones(e: EntryFormula) -> Told:
    _read(e, 0)
    return (*of(e), ("target", e.j + e.params.get("first", 0))), None


def _why_gathered(e: EntryFormula) -> Told:
    (table, places), first = e.inputs, e.params.get("first", 0)
    single = _is_column(table.shape, places.shape)
    across = single or places.rows == table.rows
    place = e.at(1, *((e.i, e.j) if across else (e.j, e.i)))
    if single:
        e.at(0, place_among(place, table.rows, first), 0)
    else:
        e.at(0, e.i, place_among(place, table.cols, first))
    return at(e), None


def _ones_at(w: Writing) -> Box:
    """The rows of 0 and 1 themselves where the places are numerals, else their entries, [yₖ = j]."""
    whole, n = w.plain(0), getattr(w.amount("n"), "text", "")
    places = [
        getattr(cell, "text", "")
        for cell in (in_turn(whole.rows) if isinstance(whole, Grid) else [whole])
    ]
    if not all(map(str.isdecimal, (*places, n))):
        return _ones_told(w) or named(w)
    first = int(str(w.param("first") or 0))
    rows = [
        tuple(number(int(k + first == int(place))) for k in range(int(n)))
        for place in places
    ]
    return written_out(w, rows)


def _ones_told(w: Writing) -> Box | None:
    """A unit vector by its place, e with y below; of several places 1 where the column is the place, [yᵢ = j]."""
    place, entry = w.plain(0), w.entry()
    if w.numeric:
        return None
    one = not w.is_taken(Ink("e")) and (w.is_number(0) or w.shape(0) == (1, 1))
    if one and isinstance(place, Ink | Script):
        return transposed(Script(Ink("e"), sub=place), w.turned)
    return transposed(entry[1], w.turned) if entry else None


@placing_op(
    "onehot",
    _wide,
    with_origin(
        defined("onehot({0}, {n})", _ONEHOT, _ONEHOT_TORCH, _ONEHOT_SYMPY), "{0}"
    ),
    formula=_ones_at,
    why=_why_ones,
    traits=("no numbers", "takes places", "a unit vector"),
)
def onehot(places: Mat, *, n: AxisSize, first: Origin = 0) -> Mat:
    """Write every place as a row of n entries, 1 at the place and 0 elsewhere.

    >>> onehot.run(Matrix.of([[1], [0]]), n=3)
    Matrix([[0, 1, 0], [1, 0, 0]])
    """
    rows, _ = _wide(places.shape, n=n)
    found = [place_among(x, n, first) for x in in_turn(places.values)]
    return type(places).lifted(ones_where(rows, n, lambda i, j: j == found[i]))


def _at_places(w: Writing) -> Box:
    """P at i, yᵢ; with numbers what stands there."""
    table, places, first = w.plain(0), w.plain(1), w.param("first") or 0
    rows = places.rows if isinstance(places, Grid) else ()
    rows = tuple(zip(*rows, strict=True)) if len(rows) == 1 else rows
    at = [
        [
            int(x.text) - int(str(first))
            for x in line
            if isinstance(x, Ink) and x.text.isdecimal()
        ]
        for line in rows
    ]
    if isinstance(table, Grid) and all(at) and len(at) == len(table.rows):
        cells = tuple(
            tuple(cells[k] for k in line)
            for cells, line in zip(table.rows, at, strict=True)
        )
        return written_out(w, cells)
    down: Box | None = None
    match table:
        case Script(of, Row((by, comma, _)), None) if (
            w.inner(0, "at places") and comma == COMMA
        ):
            table, down = of, by
    index = Ink("k" if Ink("i") in (down, places) else "i")
    of = index if down is None else Script(down, sub=index)  # P at aᵢ, bᵢ
    own = index if 1 in (w.shape(1) or (1,)) else row(index, Ink("j"))  # P at i, Rᵢⱼ
    made = (
        not isinstance(table, Grid) and PAPER.binding(table) < ATOM
    )  # (QRᵀ) at i, Pᵢⱼ
    of_table = Fence("(", table, ")") if made else table
    there = Script(places, sub=own)
    single = _is_column(w.shape(0), w.shape(1))
    box = Script(of_table, sub=places if single else listed([of, there], COMMA))
    letters = (places, down or index, *(() if made else (table,)))
    plain = all(inked(x, "letter") for x in letters)
    return (
        named(w)
        if w.turned or not plain or w.is_taken(index) or w.is_taken(box)
        else box
    )


@placing_op(
    "gather",
    _several,
    _in_rows(
        with_origin(
            defined("gather({0}, {1})", _GATHER, _GATHER_TORCH, _GATHER_SYMPY), "{1}"
        )
    ),
    formula=_at_places,
    why=_why_gathered,
    traits=("no numbers", "read off", "takes places", "pairs"),
    gradient=lambda went: _picked(went),
)
def gather(a: Mat, places: Mat, *, first: Origin = 0) -> Mat:
    """Take from each row the entry at its place, counted from 0, or those at the places of a row.

    >>> gather.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[1], [0]]))
    Matrix([[2], [3]])
    """
    a = _by_rows(a, places)
    each = places.T if places.rows != a.rows else places
    _several(a.shape, each.shape)
    found = [[place_among(x, a.cols, first) for x in line] for line in each.values]
    return a.on_top(*(a.select([i], line) for i, line in enumerate(found)))


def _loss(use: Use) -> Count:
    """The logarithm of a sum of exponentials for each row, less the score at its target."""
    each, last = Count(exponentials=1, additions=1), Count(logarithms=1)
    return each * entries(use.inputs[0]) + last * entries(use.out)


def _at_targets(
    logits: Matrix, places: Matrix, *, first: Origin = 0
) -> dict[str, Matrix]:
    """The weight that the softmax of each row has at its target."""
    return {
        "weight": gather.run(_by_rows(logits, places).weights(), places, first=first)
    }


def _asks_weight(e: EntryFormula) -> Asked:
    return (
        (
            Said("why", "target", at(e)),
            _at_targets(*e.inputs, **e.params)["weight"][e.i, 0],
        ),
    )


def _why_loss(e: EntryFormula) -> Told:
    _read(e, 1)
    return at(e), row(NEGATIVE, applied("log", Ink("p")))


def _loss_formula(w: Writing) -> Box:
    """Of one row at a numeral −log of the softmax there, the place counted from 1."""
    place, shape = w.plain(1), w.shape(0)
    one = shape[:1] == (1,) or shape[1:] == (1,)
    alone = place.rows[0][0] if isinstance(place, Grid) and one else place
    text = getattr(alone, "text", "")
    if not text.isdecimal() or w.turned or (w.columns and not one):
        return named(w)
    at = number(int(text) - int(str(w.param("first") or 0)) + 1)
    weights = row(
        Ink(w.words.get("softmax", "softmax"), "upright"),
        Script(Fence("(", w.plain(0), ")"), at),
    )
    return row(NEGATIVE, applied(w.words.get("log", "log"), weights))


@op(
    "cross_entropy",
    _one_each,
    count=_loss,
    formula=_loss_formula,
    symbol="CE",
    reserved=False,
    reason=itself,
    masked="refused",
    gradient=lambda went: _picked(went, "(softmax(A) - {one})"),
    why=_why_loss,
    asks=_asks_weight,
    working=_at_targets,
    traits=("no numbers", "takes places"),
    code=_in_rows(
        with_origin(
            defined("cross_entropy({0}, {1})", _LOSS, _LOSS_TORCH, _LOSS_SYMPY), "{1}"
        )
    ),
)
def cross_entropy(logits: Mat, places: Mat, *, first: Origin = 0) -> Mat:
    """Take −log softmax of each row at its target, as PyTorch's cross_entropy does with reduction="none".

    >>> cross_entropy.run(Matrix.of([[0, 0]]), Matrix.of([[1]]))
    Matrix([[log(2)]])
    """
    weights = _by_rows(logits, places).weights()
    return gather.run(weights, places, first=first).each(LOG).scaled(-UNIT)  # type: ignore[no-any-return]


def _to(base: Function) -> Callable[..., Mat]:
    return lambda logits, places, *, first=0: (
        -gather.run(_by_rows(logits, places).weights(), places, first=first).each(base)
    )


cross_entropy.slip("logarithm-base-ten")(_to(LOG10))
cross_entropy.slip("logarithm-base-two")(_to(LOG2))


cross_entropy.slip_backward("target-dropped", lambda went: _picked(went, "softmax(A)"))
cross_entropy.slip_backward(
    "loss-negated", lambda went: _picked(went, "({one} - softmax(A))")
)
