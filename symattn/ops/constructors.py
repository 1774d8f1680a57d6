"""Matrices made of nothing but sizes, and those cut out of another: identity, ones, zeros, diagonals, triangles."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, le
from typing import Any

from symattn.binding import CIRCLED, PRODUCT
from symattn.boxes import CIRCLE, Box, Fence, Grid, Ink, Script, listed, number, row
from symattn.boxes.paper import fenced
from symattn.errors import LimitError, ShapeError
from symattn.exact.any_matrix import Mat
from symattn.exact.matrix import Matrix, ones_where
from symattn.limits import MOST_MADE_ENTRIES
from symattn.ops.formula import (
    EntryFormula,
    Formula,
    Told,
    Writing,
    alone,
    apart,
    named,
    of,
    transposed,
)
from symattn.ops.record import (
    CodeOfUse,
    CodeRule,
    Codes,
    Use,
    always,
    dialects,
    itself,
    nothing,
)
from symattn.ops.registry import Enters, op
from symattn.ops.shapes import AxisSize, Shape, same
from symattn.records import replace
from symattn.tables import only


def placing_op(
    name: str, shape: Callable[..., Shape], code: Codes, **record: Any
) -> Enters:
    """Enter an operation by which numbers only change places: its shape, its code, and what else its record says."""
    usual = {
        "count": nothing,
        "reason": itself,
        "why": alone,
        "masked": "refused",
        "reserved": False,
    }
    return op(name, shape, code=code, **{**usual, **record})


def checked(*sizes: Any) -> None:
    """Refuse sizes that are not above 0, and a matrix of more entries than are made; sizes in letters are left to what is known.

    >>> checked(0)
    Traceback (most recent call last):
        ...
    symattn.errors.ShapeError: a size is above 0, not 0
    """
    for size in sizes:
        if isinstance(size, int) and size < 1:
            raise ShapeError(f"a size is above 0, not {size}")
    if only(sizes, int) and sizes[0] * sizes[-1] > MOST_MADE_ENTRIES:
        raise LimitError(
            f"a matrix of {sizes[0]}×{sizes[-1]} has more than {MOST_MADE_ENTRIES:,} entries"
        )


def _signed(one: str) -> Formula:
    """Its sign with its sizes below, I₃ or 𝟏₂ₓ₃, of one entry the number; as a function where a line has that symbol."""

    def write(w: Writing) -> Box:
        sizes = [w.amount(key) for key in ("m", "n") if w.has(key)]
        if all(size == number(1) for size in sizes):
            return number(one)
        box = Script(
            Ink(w.word, "letter" if w.word.isascii() else "bold"),
            sub=listed(sizes, Ink("×", "punct")),
        )
        return (
            named(w)
            if w.is_taken(box) or w.is_taken(box.base) or len(w.word) > 1
            else transposed(box, w.turned)
        )

    return write


def _square(*, n: AxisSize) -> Shape:
    checked(n, n)
    return n, n


def _sized(*, m: AxisSize, n: AxisSize) -> Shape:
    checked(m, n)
    return m, n


@placing_op(
    "eye",
    _square,
    dialects("np.eye({n})", "torch.eye({n}, dtype=torch.float64)", "eye({n})"),
    columns="kept",
    formula=_signed("1"),
    symbol="I",
    asks=apart,
    traits=("no numbers", "identity", "symmetric"),
)
def eye(*, n: AxisSize) -> Mat:
    """Make the n×n identity matrix.

    >>> eye.run(n=2)
    Matrix([[1, 0], [0, 1]])
    """
    _square(n=n)
    return ones_where(n, n, eq)


@placing_op(
    "ones",
    _sized,
    dialects(
        "np.ones(({m}, {n}))",
        "torch.ones({m}, {n}, dtype=torch.float64)",
        "ones({m}, {n})",
    ),
    formula=_signed("1"),
    symbol="𝟏",
    traits=("no numbers", "all ones"),
)
def ones(*, m: AxisSize, n: AxisSize) -> Mat:
    """Make an m×n matrix of ones.

    >>> ones.run(m=1, n=2)
    Matrix([[1, 1]])
    """
    _sized(m=m, n=n)
    return Matrix.of([[1] * n] * m)


@placing_op(
    "zeros",
    _sized,
    dialects(
        "np.zeros(({m}, {n}))",
        "torch.zeros({m}, {n}, dtype=torch.float64)",
        "zeros({m}, {n})",
    ),
    formula=_signed("0"),
    symbol="𝟎",
    traits=("no numbers", "all zeros"),
)
def zeros(*, m: AxisSize, n: AxisSize) -> Mat:
    """Make an m×n matrix of zeros.

    >>> zeros.run(m=1, n=2)
    Matrix([[0, 0]])
    """
    _sized(m=m, n=n)
    return Matrix.of([[0] * n] * m)


def _diagonal(a: Shape) -> Shape:
    *lead, rows, cols = a
    if rows == 1:
        return (*lead, cols, cols)
    if cols == 1:
        return (*lead, rows, rows)
    if rows != cols:
        raise ShapeError(
            f"{rows}×{cols} has no diagonal to take",
            "write a row, a column or a square matrix",
        )
    return (*lead, 1, cols)


_DIAG_SYMPY = """
def diagonal(a):
    return diag(*a) if 1 in a.shape else Matrix([[a[i, i] for i in range(a.rows)]])
"""


def _diag_code(name: str) -> CodeOfUse:
    def rule(use: Use) -> CodeRule:
        line = not use.inputs or 1 in use.inputs[0][-2:]
        flat = "{0}.ravel()" if name == "np" else "{0}.flatten()"
        return CodeRule(
            f"{name}.diag({flat})" if line else f"{name}.diag({{0}})[None, :]"
        )

    return rule


def _why_diagonal(e: EntryFormula) -> Told:
    a = e.inputs[0]
    if 1 not in a.shape or e.i == e.j:
        e.at(0, e.j, e.j)
    return of(e), None


@placing_op(
    "diag",
    _diagonal,
    dialects(
        _diag_code("np"),
        _diag_code("torch"),
        CodeRule("diagonal({0})", helper=_DIAG_SYMPY),
    ),
    why=_why_diagonal,
    asks=lambda e: apart(e) if 1 in e.inputs[0].shape else (),
    columns="kept",
    traits=("symmetric", "diagonal"),
)
def diag(a: Mat) -> Mat:
    """Put a row or a column on the diagonal of a square matrix, or take the diagonal of a square one as a row.

    >>> diag.run(Matrix.of([[1, 2]])), diag.run(Matrix.of([[1, 2], [3, 4]]))
    (Matrix([[1, 0], [0, 2]]), Matrix([[1, 4]]))
    """
    _diagonal(a.shape)
    if 1 in a.shape:
        line = a if a.rows == 1 else a.T
        return line.entrywise(ones_where(line.cols, line.cols, eq))
    return a.beside(*(a.select([i], [i]) for i in range(a.rows)))


def _why_triangle(e: EntryFormula, kept: bool) -> Told:
    x = e.here(0)
    return of(e), e.written(x) if kept else None


def _where_places(sign: str) -> Formula:
    """The entries where row and column compare so: A ∘ [i ≥ j], of ones that alone; of a matrix that is written out its entries,
    and 0 for the others."""

    def write(w: Writing) -> Box:
        row_, column = Ink("i"), Ink("j")
        whole = w.plain(0)
        if isinstance(whole, Grid):
            cells = [
                [
                    x if (j <= i if sign == "≥" else j >= i) else number("0")
                    for j, x in enumerate(xs)
                ]
                for i, xs in enumerate(whole.rows)
            ]
            return transposed(replace(whole, rows=tuple(map(tuple, cells))), w.turned)
        if w.is_taken(row_) or w.is_taken(column):
            return named(w)
        holds = {"≥": "≤", "≤": "≥"}[sign] if w.turned else sign
        places = Fence("[", row(row_, Ink(holds, "relation"), column), "]")
        return (
            places if w.inner(0, "all ones") else row(w.arg(0, CIRCLED), CIRCLE, places)
        )

    return write


def _triangle_op(
    name: str, other: str, sign: str, keep: Callable[[int, int], bool], sympy: str
) -> Enters:
    """Enter one of the two: what it is of the transpose, where its entries are kept, and what SymPy calls it."""
    return op(
        name,
        same,
        formula=_where_places(sign),
        columns=other,
        count=nothing,
        gradient=always(f"{name}(G)"),
        masked="refused",
        reserved=False,
        asks=apart,
        why=lambda e: _why_triangle(e, keep(e.i, e.j)),
        code=dialects(
            f"np.{name}({{0}})", f"torch.{name}({{0}})", f"{{0}}.{sympy}_triangular()"
        ),
    )


@_triangle_op("tril", "triu", "≥", ge, "lower")
def tril(a: Mat) -> Mat:
    """Keep the lower triangle with the diagonal, 0 above.

    >>> tril.run(Matrix.of([[1, 2], [3, 4]]))
    Matrix([[1, 0], [3, 4]])
    """
    return a.entrywise(ones_where(a.rows, a.cols, ge))


@_triangle_op("triu", "tril", "≤", le, "upper")
def triu(a: Mat) -> Mat:
    """Keep the upper triangle with the diagonal, 0 below.

    >>> triu.run(Matrix.of([[1, 2], [3, 4]]))
    Matrix([[1, 2], [0, 4]])
    """
    return a.entrywise(ones_where(a.rows, a.cols, le))


def _repeated(a: Shape, *, k: AxisSize) -> Shape:
    checked(k, 1)
    checked(a[-2] * k, a[-1])
    return (*a[:-2], a[-2] * k, a[-1])


def _as_blocks(w: Writing) -> Box:
    """Each row k times is a block of rows, A ⊗ 𝟏ₖₓ₁; as a function of a batch, or where a line has that sign."""
    ones = Ink("𝟏", "bold")
    column = Script(ones, sub=listed([w.amount("k"), number(1)], Ink("×", "punct")))
    if len(w.shape(0)) != 2 or w.is_taken(column) or w.is_taken(ones):
        return named(w)
    times = Ink("⊗", "operator")
    return transposed(row(fenced(w.plain(0), PRODUCT), times, column), w.turned)


def _why_repeated(e: EntryFormula) -> Told:
    e.at(0, e.i // int(str(e.params["k"])), e.j)
    return of(e), None


_REPEAT_SYMPY = """
def repeat(a, k):
    return Matrix.vstack(*[a.row(i // k) for i in range(a.rows * k)])
"""


@placing_op(
    "repeat",
    _repeated,
    dialects(
        "np.repeat({0}, {k}, axis=-2)",
        "torch.repeat_interleave({0}, {k}, dim=-2)",
        CodeRule("repeat({0}, {k})", helper=_REPEAT_SYMPY),
    ),
    formula=_as_blocks,
    why=_why_repeated,
    masked="carried",
)
def repeat(a: Mat, *, k: AxisSize) -> Mat:
    """Repeat each row k times, as grouped queries read keys and values (Ainslie et al., 2023).

    >>> repeat.run(Matrix.of([[1, 2], [3, 4]]), k=2)
    Matrix([[1, 2], [1, 2], [3, 4], [3, 4]])
    """
    _repeated(a.shape, k=k)
    return a.select([i // k for i in range(a.rows * k)], range(a.cols))
