"""Determinant, trace and rank: a rotation keeps areas, and scores have no higher rank than a head is wide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product
from operator import add

from flint import arb

from symattn.boxes import Box, Boxes, Fence, Grid, Ink, Script, inked, number
from symattn.boxes.paper import PAPER
from symattn.errors import LimitError, ShapeError, SymattnError
from symattn.exact.any_matrix import AnyEntry, Mat
from symattn.exact.decide import Span, sign
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.limits import MOST_MINOR_ROWS
from symattn.ops.formula import Writing, named, of_line, summed
from symattn.ops.record import CodeRule, Codes, Count, Use, always, dialects, itself
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, multiplied, written
from symattn.said import Integers
from symattn.tables import without


def square(a: Shape) -> Shape:
    """One number of a square matrix; raises ShapeError for any other."""
    if a[-2] != a[-1]:
        raise ShapeError(
            f"only a square matrix has a determinant, a trace or an inverse, not {written(a)}",
            "take that of A @ A.T",
        )
    return (*a[:-2], 1, 1)


def _one(a: Shape) -> Shape:
    return (*a[:-2], 1, 1)


def _cleared(use: Use) -> Count:
    """Gauss and Jordan: each row in turn clears its column in all other rows, and the pivots are multiplied."""
    *lead, rows, cols = use.inputs[0]
    others = rows * (rows - 1)
    return Count(others * cols, others * cols, others) * multiplied(1, lead)


def bounded(n: int) -> None:
    """Raise LimitError for more rows than determinants are worked out of."""
    if n > MOST_MINOR_ROWS:
        raise LimitError(
            f"determinants are worked out up to {MOST_MINOR_ROWS} rows, not {n}",
            "take a smaller matrix",
        )


def _expanded(a: Mat, rows: Sequence[int], cols: Sequence[int]) -> Mat:
    """The determinant of some rows and as many columns, by its first row (Laplace); each smaller one is worked out once."""
    known: dict[Integers, Mat] = {}

    def minor(start: int, left: Integers) -> Mat:
        if start == len(rows) - 1:
            return a.select([rows[start]], left)
        if left not in known:
            total: Mat | None = None
            for k, j in enumerate(left):
                term = a.select([rows[start]], [j]).entrywise(
                    minor(start + 1, (*left[:k], *left[k + 1 :]))
                )
                total = (
                    term if total is None else total - term if k % 2 else total + term
                )
            assert total is not None
            known[left] = total
        return known[left]

    return minor(0, tuple(cols))


def _dialect(word: str, sympy: str) -> Codes:
    return dialects(
        f"np.linalg.{word}({{0}})[..., None, None]",
        f"torch.linalg.{word}({{0}})[..., None, None]",
        f"Matrix([[({{0}}).{sympy}()]])",
    )


def _two(w: Writing) -> tuple[Boxes, ...]:
    """The numbers of a matrix of two rows and two columns; nothing of another, or where there are no numbers."""
    box = w.plain(0)
    rows = box.rows if w.numeric and isinstance(box, Grid) else ()
    return rows if [*map(len, rows)] == [2, 2] else ()


def _formula(w: Writing) -> Box:
    """Of two rows with their numbers ad − bc."""
    if not (rows := _two(w)):
        return named(w)
    (a, b), (c, d) = rows
    return PAPER.joined("-", PAPER.joined("·", a, d), PAPER.joined("·", b, c))


@op(
    "det",
    square,
    columns="kept",
    count=_cleared,
    formula=_formula,
    reason=itself,
    why=of_line,
    code=_dialect("det", "det"),
    masked="refused",
    reserved=False,
    traits=("one number",),
)
def det(a: Mat) -> Mat:
    """Take the determinant of a square matrix.

    Raises LimitError beyond MOST_MINOR_ROWS rows.

    >>> det.run(Matrix.of([[1, 2], [3, 4]]))
    Matrix([[-2]])
    """
    square(a.shape)
    bounded(a.rows)
    return _expanded(a, range(a.rows), range(a.cols))


def _diagonal(w: Writing) -> Box:
    """tr(A); with its numbers the sum of those on the diagonal."""
    box = w.plain(0)
    if not w.numeric or not isinstance(box, Grid) or len(box.rows) > MOST_MINOR_ROWS:
        return named(w)
    return summed([row[k] for k, row in enumerate(box.rows)])


@op(
    "trace",
    square,
    columns="kept",
    count=lambda use: (
        Count(additions=use.inputs[0][-1] - 1) * multiplied(1, use.inputs[0][:-2])
    ),
    formula=_diagonal,
    symbol="tr",
    reason=itself,
    why=of_line,
    code=dialects(
        "np.trace({0}, axis1=-2, axis2=-1)[..., None, None]",
        "torch.diagonal({0}, dim1=-2, dim2=-1).sum(-1)[..., None, None]",
        "Matrix([[({0}).trace()]])",
    ),
    masked="refused",
    gradient=always("G * eye(ROWS)"),
    reserved=False,
    traits=("one number",),
)
def trace(a: Mat) -> Mat:
    """Add up what stands on the diagonal of a square matrix.

    >>> trace.run(Matrix.of([[1, 2], [3, 4]]))
    Matrix([[5]])
    """
    square(a.shape)
    return reduce(add, (a.select([k], [k]) for k in range(a.rows)))


def _is_nothing(box: Box) -> bool:
    """Whether an entry is 0, however many zeros it has: there is no −0.00."""
    return inked(box, "number") and not box.text.strip("0.,")


def _inverse_formula(w: Writing) -> Box:
    """A⁻¹; of two rows with their numbers 1/(ad − bc) times these in other places."""
    if not (found := _two(w)):
        power = PAPER.raised(w.arg(0), PAPER.negative(number(1)))
        return Script(Fence("(", power, ")"), sup=Ink("ᵀ")) if w.turned else power
    (a, b), (c, d) = found
    off = (c, b) if w.turned else (b, c)
    lower, upper = (x if _is_nothing(x) else PAPER.negative(x) for x in off)
    rows = ((d, lower), (upper, a))
    return PAPER.chain(
        "*", [PAPER.over(number(1), _formula(w)), Grid(rows, *w.brackets)]
    )


@op(
    "inv",
    lambda a: (square(a), a)[1],
    columns="kept",
    count=_cleared,
    formula=_inverse_formula,
    reason=itself,
    why=of_line,
    code=dialects("np.linalg.inv({0})", "torch.linalg.inv({0})", "({0}).inv()"),
    masked="refused",
    gradient=always("-(Y.T @ G @ Y.T)"),
    reserved=False,
)
def inv(a: Mat) -> Mat:
    """Take the inverse of a square matrix; raises SymattnError where its determinant is 0.

    >>> inv.run(Matrix.of([[2, 1], [1, 1]]))
    Matrix([[1, -1], [-1, 2]])
    """
    square(a.shape)
    bounded(a.rows)
    whole, places = det.run(a), range(a.rows)
    if whole.values[0][0] == 0:
        raise SymattnError("a matrix whose determinant is 0 has no inverse")
    if a.rows == 1:
        return type(a).lifted(Matrix.of([[1]])).over(whole)

    def cofactor(i: int, j: int) -> Mat:
        minor = _expanded(
            a, [k for k in places if k != j], [k for k in places if k != i]
        )
        return -minor if (i + j) % 2 else minor

    rows = [type(a).beside(*(cofactor(i, j) for j in places)) for i in places]
    return type(a).on_top(*rows).over(whole)


def _is_zero(x: AnyEntry) -> bool:
    """Whether a minor vanishes; raises SymattnError where rounded entries do not tell."""
    if isinstance(x, Number):
        return sign(x) == 0
    low, high = (x.low, x.high) if isinstance(x, Span) else (x, x)
    if low > 0 or high < 0:
        return False
    if low == arb(0) and high == arb(0):
        return True
    raise SymattnError("the rank cannot be told from rounded entries")


@op(
    "rank",
    _one,
    columns="kept",
    count=_cleared,
    reason=itself,
    why=of_line,
    code={
        **_dialect("matrix_rank", "rank"),
        "torch": CodeRule("torch.linalg.matrix_rank({0})[..., None, None].double()"),
    },
    masked="refused",
    reserved=False,
    traits=("one number",),
)
def rank(a: Mat) -> Mat:
    """Find how many rows are independent; that all larger minors vanish is proved. QKᵀ has no higher rank than d_k.

    Raises LimitError beyond MOST_MINOR_ROWS rows and columns, SymattnError where rounded entries do not tell.

    >>> rank.run(Matrix.of([[1, 2, 3], [2, 4, 6], [1, 0, 1]]))
    Matrix([[2]])
    """
    bounded(min(a.shape))
    rows: list[int] = []
    cols: list[int] = []
    while (more := _bordering(a, rows, cols)) is not None:
        rows, cols = more
    return type(a).lifted(Matrix.of([[len(rows)]]))


def _bordering(
    a: Mat, rows: list[int], cols: list[int]
) -> tuple[list[int], list[int]] | None:
    """Rows and columns of a minor that is not 0, one row and one column more than those of such a minor.

    Where all that border it vanish there is no larger one (Kronecker), and the rank is found.
    """
    open_rows, open_cols = (
        without(range(n), taken) for n, taken in ((a.rows, rows), (a.cols, cols))
    )
    for i, j in product(open_rows, open_cols):
        if not _is_zero(_expanded(a, [*rows, i], [*cols, j]).values[0][0]):
            return [*rows, i], [*cols, j]
    return None
