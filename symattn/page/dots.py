"""Full detail of a product: every entry as the dot product it is, one of them shaded in the matrices."""

from __future__ import annotations

from dataclasses import replace

from symattn.boxes import Box, Fence, Grid, Ink, Row, Script, number, row
from symattn.exact.matrix import Blocked
from symattn.ops import has
from symattn.page import layout, matrices
from symattn.page.layout import Eq
from symattn.page.work import Work
from symattn.plan import Line
from symattn.plan.tree import Apply, Expr, Ref

PLUS = Ink("+", "operator")
MOST = 24  # a product with more entries than this has only the shaded one written out


def entries(work: Work, line: Line) -> tuple[Box | None, tuple[Eq, ...]]:
    """The product with a row and a column shaded, and one equation for every entry; nothing for other lines."""
    product = _product(line.tree)
    if product is None or line.name in work.question.stated:
        return None, ()
    left, right = (_grid(work, arg) for arg in (product.args))
    if left is None or right is None or line.tree is not product:
        return None, ()
    rows, cols = len(left.rows), right.columns
    pick = (rows - 1, (sum(map(ord, line.name)) % cols)) if cols else (0, 0)
    shaded = row(_shade_row(left, pick[0]), _shade_column(right, pick[1]))
    if not layout.fits(shaded, layout.LIMIT - 14, 2):
        return None, ()
    places = [(i, j) for i in range(rows) for j in range(cols)] if rows * cols <= MOST else [pick]
    lines = [eq for i, j in places if (eq := _entry(work, line, left, right, i, j)) is not None]
    if any(layout.link_width(eq.chain[0]) > layout.LIMIT - 20 for eq in lines):
        return None, ()
    return shaded, tuple(lines)


def _product(tree: Expr) -> Apply | None:
    return tree if isinstance(tree, Apply) and has(tree.op, "product") else None


def _grid(work: Work, arg: Expr) -> Grid | None:
    if isinstance(arg, Ref):
        return work.grid(arg.name)
    if isinstance(arg, Apply) and has(arg.op, "transposes") and isinstance(arg.args[0], Ref):
        return matrices.turned(work.grid(arg.args[0].name))
    return None


def _shade_row(grid: Grid, i: int) -> Grid:
    return replace(grid, used=frozenset((i, j) for j in range(grid.columns)))


def _shade_column(grid: Grid, j: int) -> Grid:
    return replace(grid, used=frozenset((i, j) for i in range(len(grid.rows))))


def _entry(work: Work, line: Line, left: Grid, right: Grid, i: int, j: int) -> Eq | None:
    """(Q)₁₂ = 1(0.2) + 2(0.5) = 1.2"""
    symbol = work.notation.symbol(line.name)
    value = work.steps[line.name].value[i, j]
    if isinstance(value, Blocked):
        return None
    name = Script(Fence("(", symbol, ")"), sub=number(f"{i + 1}{j + 1}" if max(i, j) < 9 else f"{i + 1},{j + 1}"))
    terms: list[Box | None] = []
    for k in range(left.columns):
        terms += [PLUS if terms else None, _times(left.rows[i][k], right.rows[k][j])]
    approximate = any(work.is_rounded(n) for n in line.reads) or line.name in work.tainted
    cell = _result(work, line, i, j)
    return Eq(name, (("≈" if approximate else "=", row(*terms)), ("=" if not approximate else "≈", cell)), tie=False)


def _result(work: Work, line: Line, i: int, j: int) -> Box:
    shown = work.result(line.name)[0][1]
    if isinstance(shown, Grid) and i < len(shown.rows) and j < shown.columns:
        return shown.rows[i][j]
    named = work.naming.values.get(line.name)
    entry = (named or work.steps[line.name].value)[i, j]
    return matrices.cell(entry, work.values)


def _times(a: Box, b: Box) -> Box:
    return row(_held(a), Fence("(", b, ")"))


def _held(box: Box) -> Box:
    """A factor in front: a sum or a negative number goes into brackets."""
    return Fence("(", box, ")") if isinstance(box, Row) else box
