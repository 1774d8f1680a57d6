"""One row of a line in full, where every row is divided by a number of its own: a table of fractions is long, and a matrix over a
column is nothing that one would write."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import cast

from symattn.boxes import Box, Grid, number
from symattn.exact.matrix import Matrix
from symattn.formats.text import flat
from symattn.notation.entries import is_function
from symattn.notation.lines import LineStyle
from symattn.ops import OPS
from symattn.ops.shapes import Shape
from symattn.page.chains import equation
from symattn.page.forms import LINED, entry_symbol, fits, matrix_forms, put_in
from symattn.page.held import held_by_line, held_to
from symattn.page.layout import Eqs
from symattn.page.matrices import ValueForm, turned_form
from symattn.page.present import MOST_MORE, numeric
from symattn.page.shown import Shown
from symattn.page.work import Work
from symattn.plan import Plan
from symattn.plan.derivation import shapes_of
from symattn.plan.ones import shape_of
from symattn.plan.tree import (
    SIGNS,
    Expr,
    Ref,
    applies,
    has_trait,
    matrices,
    replaced,
    within,
)
from symattn.records import frozen, replace
from symattn.tables import Place, in_turn

MOST_ROWS, MOST_COLUMNS = 2, 4  # of a table of fractions


@frozen
class InRows:
    """The equations of the rows that are written out, how many digits more than the page their rounded numbers have, and the
    numbers of a column in their places."""

    eqs: Eqs = ()
    more: int = 0
    column: ValueForm | None = None


def in_rows(work: Work, shown: Shown) -> InRows:
    """What stands in place of a line's numbers: one row with its own, each of two; nothing where these have room as a table, or
    no row is divided."""
    return work.once("rows", shown.name, lambda: _in_rows(work, shown))


def _in_rows(work: Work, shown: Shown) -> InRows:
    value, stated = shown.value, shown.name in work.question.stated
    told = stated and shown.name not in work.answer.carried
    if work.symbols or told or not isinstance(value, Matrix) or value.rows == 1:
        return InRows()
    if value.cols == 1:
        return _column(work, shown)
    tree, between = _written_out(shown)
    shapes = {**work.shapes, **shapes_of(between)}
    parts = [*within(tree)]
    by_entry = all(has_trait(part, "each entry") for part in parts if part.args)
    if not by_entry or not any(_of_rows(part, shapes) for part in parts):
        return InRows()
    small = value.rows <= MOST_ROWS and value.cols <= MOST_COLUMNS
    if small and (shown.numbers is None or isinstance(shown.numbers.box, Grid)):
        return InRows()
    for more in range(MOST_MORE + 1):
        if eqs := _Rows(work, shown, tree, between, more).equations():
            return InRows(eqs, more)
    return InRows()


def _column(work: Work, shown: Shown) -> InRows:
    """A column of functions of sums, each with its own numbers."""
    sums = (SIGNS["A + B"], SIGNS["A - B"])
    roots = [
        part
        for part in within(shown.line.tree)
        if is_function(part.op) and any(arg.op in sums for arg in part.args)
    ]
    if not roots or shown.numbers is None or isinstance(shown.numbers.box, Grid):
        return InRows()
    value = cast(Matrix, shown.value)
    for more in range(shown.more, MOST_MORE + 1):
        rows = _Rows(work, shown, shown.line.tree, {}, more)
        form = rows.numbers([(i, 0) for i in range(value.rows)])
        if form is None:
            break
        held = held_by_line(work, shown.name, turned_form(form))
        if held is not None and fits(held.box, LINED, 2):
            return InRows((), more, held)
    return InRows()


def _written_out(shown: Shown) -> tuple[Expr, dict[str, Matrix]]:
    """The line's tree, that of a norm by what it takes off and divides by; and the values of these by their names."""
    tree, record = shown.line.tree, OPS[shown.op]
    if not record.rows or tree.op != shown.op:
        return tree, {}
    assert record.working is not None
    found = record.working(*shown.inputs, **shown.parameters)
    eps = tree.param("eps")
    text = record.rows.replace("EPS", "+ eps" if eps else "")
    (line,) = Plan.read([f"row = {text}"], ["eps"]).lines
    own = {name: f"{shown.name}.{name}" for name in found}
    known: dict[object, object] = {Ref("A"): tree.args[0], Ref("eps"): eps}
    known |= {Ref(name.replace(" ", "_")): Ref(own[name]) for name in found}
    written = replaced(
        line.tree, lambda part: known.get(part, part) if isinstance(part, Ref) else part
    )
    return cast(Expr, written), {own[name]: x for name, x in found.items()}


def _of_rows(tree: Expr, shapes: dict[str, Shape]) -> bool:
    """Whether a matrix is divided by a number for each of its rows, or of its columns."""
    if not applies(tree, SIGNS["A / B"]):
        return False
    above, below = (shape_of(arg, shapes) or () for arg in tree.args)
    return (
        len(above) == len(below) == 2
        and above != below
        and below != (1, 1)
        and 1 in below
    )


class _Rows:
    """The rows of one line with their numbers, rounded ones to so many digits *more* than the page has."""

    def __init__(
        self,
        work: Work,
        shown: Shown,
        tree: Expr,
        between: dict[str, Matrix],
        more: int,
    ) -> None:
        self.work, self.shown, self.tree = work, shown, tree
        closer = work.to(work.places + more)
        self.forms = {name: matrix_forms(closer, x)[-1] for name, x in between.items()}
        self.forms |= {
            name: put_in(work, name, more)
            for name in matrices(tree)
            if name not in between
        }
        self.rough = False
        self.style: LineStyle = replace(
            numeric(work, more),
            shapes={**work.shapes, **shapes_of(between)},
            entry=self._entry,
        )

    def _entry(self, name: str, i: int, j: int) -> Box | None:
        """An entry as it is put in; that it is rounded is remembered."""
        form = self.forms[name]
        self.rough = self.rough or (i, j) in form.rough
        return form.cell(i, j) or form.box

    def at(self, i: int, j: int) -> tuple[Box | None, bool]:
        """An entry of the line with its numbers, and whether one of them is rounded; 0 for a share of nothing."""
        self.rough = False
        if self.tree.op == SIGNS["A / B"]:
            top = self.style.at(self.tree.args[0], i, j)
            if top is not None and not getattr(top, "text", "-").strip("0."):
                return number(0), self.rough
        return self.style.at(self.tree, i, j), self.rough

    def equations(self) -> Eqs:
        """Two rows that have room on a line each, of more the one with the most numbers that has, and that comes to what stands
        behind it; else the first entries of a row, one by one. Nothing where no numbers come to that."""
        count, across = cast(Matrix, self.shown.value).shape
        rows = [self.numbers([(i, j) for j in range(across)]) for i in range(count)]
        carried = any(form.carried for form in self.shown.forms)
        found = [
            (i, replace(x, carried=carried))
            for i, x in enumerate(rows)
            if x is not None
        ]
        if len(found) < count:
            return ()
        found.sort(key=lambda row: _worked(row[1]), reverse=True)
        wide = [row for row in found if fits(row[1].box, LINED, 1)]
        if count <= MOST_ROWS and len(wide) == count:
            picked = sorted(wide, key=lambda row: row[0])
        else:
            holds = (one for one in wide or found[:1] if self._holds(*one))
            picked = [*islice(holds, 1)]
        if not picked or not all(self._holds(i, form) for i, form in picked):
            return ()
        if wide:
            return tuple(
                equation(self._symbol(i), [form, *self._results(i)])
                for i, form in picked
            )
        return self._entries(*picked[0])

    def numbers(self, places: Sequence[Place]) -> ValueForm | None:
        """The entries at some places with their numbers, as a row; None where one of them is more than these."""
        found = [self.at(*place) for place in places]
        boxes = tuple(box for box, _ in found if box is not None)
        rough = frozenset((0, k) for k, (_, off) in enumerate(found) if off)
        form = ValueForm(Grid((boxes,), *self.work.notation.brackets), rough)
        return form if len(boxes) == len(found) else None

    def _results(self, i: int) -> tuple[ValueForm, ...]:
        found = [_row_of(form, i) for form in self.shown.forms]
        return tuple(form for form in found if form is not None)

    def _holds(self, i: int, form: ValueForm) -> bool:
        """Whether numbers come to what is printed of their row."""
        results = self._results(i)
        if any(flat(result.box) == flat(form.box) for result in results):
            return False  # 1/4 is 1/4
        one = Matrix.of([list(cast(Matrix, self.shown.value).values[i])])
        return (
            bool(results)
            and held_to(self.work, self.shown.name, form, one, results) is not None
        )

    def _entries(self, i: int, form: ValueForm) -> Eqs:
        """The first entries of a row that are worked out."""
        places = [
            j
            for j in range(cast(Matrix, self.shown.value).cols)
            if form.cell(0, j) != number(0)
        ]
        forms = form, *self._results(i)
        return tuple(
            equation(
                entry_symbol(self.shown.symbol, i, j), [x.entry(0, j) for x in forms]
            )
            for j in places[:MOST_COLUMNS]
        )

    def _symbol(self, i: int) -> Box:
        """The name of a row, as it is written where it is taken."""
        name = self.shown.name
        (line,) = Plan.read([f"{name}_row = {name}[{i}, :]"]).lines
        return self.work.notation.formula(line.tree)


def _worked(form: ValueForm) -> int:
    """How many entries of a row are worked out."""
    grid = form.box
    return (
        sum(box != number(0) for box in in_turn(grid.rows))
        if isinstance(grid, Grid)
        else 0
    )


def _row_of(form: ValueForm, i: int) -> ValueForm | None:
    """One row of a form."""
    grid = form.box
    if not isinstance(grid, Grid):
        return None
    rough = frozenset((0, j) for k, j in form.rough if k == i)
    return replace(form, box=replace(grid, rows=(grid.rows[i],), under=()), rough=rough)
