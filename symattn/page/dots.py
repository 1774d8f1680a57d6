"""What stands beside a line's chain: in full every entry of a product as the dot product it is, one of them shaded in the
matrices; the equation that a line solves."""

from __future__ import annotations

from dataclasses import replace

from symattn.binding import ATOM, PRODUCT
from symattn.boxes import PLUS, Box, Grid, Row, inked, listed, row
from symattn.boxes.paper import PAPER, fenced
from symattn.exact.in_letters import letters_of
from symattn.exact.matrix import Blocked
from symattn.exact.number import ZERO
from symattn.page import matrices
from symattn.page.chains import equation
from symattn.page.forms import LIMIT, LINED, entry_symbol, fits, put_in, rounded
from symattn.page.ink import parts
from symattn.page.layout import Eq, Eqs, link_width
from symattn.page.lettered import from_given, solved_for
from symattn.page.lettered import sought as seeking
from symattn.page.matrices import ValueForm
from symattn.page.shown import Shown
from symattn.page.work import Work
from symattn.plan.tree import Expr, Ref, has_trait, replaced

MOST = 24  # a product with more entries than this has only the shaded one written out


def solved(work: Work, shown: Shown) -> Eqs:
    """The equation that a line solves, with its own name for what is sought: 24·D·T₀ = 12·T₀²."""
    line, lines = shown.line, work.question.plan.by_name
    letter, worked = Ref(solved_for(work, line)), dict[str, Box]()
    if not letter.name:
        return ()

    def sought(part: object) -> object:
        if part == letter:
            return Ref(line.name)
        if not isinstance(part, Ref) or part.name not in lines.keys() - {line.name}:
            return part
        made = lines[part.name].tree
        if seeking(lines[part.name]):  # a limit stands as what it comes to
            if letter.name in letters_of(work.lettered.get(part.name, ZERO)):
                own_letter = {letter.name: work.symbol(line.name)}
                worked[part.name] = from_given(
                    work, work.lettered[part.name], work.symbol, own_letter
                )
            return part
        own = made.param("value") or made
        before, opened = len(worked), replaced(own, sought)
        return part if opened == own and len(worked) == before else opened

    left, right = (replaced(side, sought) for side in line.tree.args)
    alone = left.param("value") or left
    if isinstance(alone, Ref) and alone.name in lines.keys() - {line.name, *worked}:
        left, right = right, left  # 2·f = u, for u = 2·f would say again what u is
    return (
        Eq(
            work.notation.formula(left, instead=worked),
            (("=", work.notation.formula(right, instead=worked)),),
        ),
    )


def entries(work: Work, shown: Shown) -> tuple[Box | None, Eqs]:
    """The product with a row and a column shaded, and one equation for every entry that is no sum of zeros; nothing for other
    lines."""
    product = shown.line.tree
    if not has_trait(product, "product") or shown.name in work.question.stated:
        return None, ()
    if shown.numbers is not None and not any(
        isinstance(x, Grid) for x in parts(shown.numbers.box)
    ):
        return None, ()  # a number, the terms of which stand in its line
    left, right = (_factor(work, arg, shown.more) for arg in product.args)
    if (
        left is None
        or right is None
        or not (isinstance(left.box, Grid) and isinstance(right.box, Grid))
    ):
        return None, ()
    rows, cols = len(left.box.rows), right.box.columns
    told = [
        (i, j)
        for i in range(rows)
        for j in range(cols)
        if not _only_zeros(left, right, i, j)
    ]
    if not told:
        return None, ()
    last = [place for place in told if place[0] == told[-1][0]]
    pick = last[sum(map(ord, shown.name)) % len(last)]
    across = replace(
        left.box, used=frozenset((pick[0], j) for j in range(left.box.columns))
    )
    shaded = row(
        across,
        replace(
            right.box, used=frozenset((i, pick[1]) for i in range(len(right.box.rows)))
        ),
    )
    if not fits(shaded, LINED, 2):
        return None, ()
    places = told if rows * cols <= MOST else [pick]
    lines = [
        eq
        for i, j in places
        if (eq := _entry(work, shown, left, right, i, j)) is not None
    ]
    if any(link_width(eq.chain[0]) > LIMIT - 20 for eq in lines):
        return None, ()
    return shaded, tuple(lines)


def _only_zeros(left: ValueForm, right: ValueForm, i: int, j: int) -> bool:
    """Whether every term of an entry has a 0 in it, so that writing it out would show nothing."""
    assert isinstance(left.box, Grid)
    return all(
        _is_zero(left, i, k) or _is_zero(right, k, j) for k in range(left.box.columns)
    )


def _is_zero(form: ValueForm, i: int, j: int) -> bool:
    cell = form.cell(i, j)
    return (
        inked(cell, "number") and not cell.text.strip("0.") and (i, j) not in form.rough
    )


def _factor(work: Work, arg: Expr, more: int) -> ValueForm | None:
    if isinstance(arg, Ref):
        return put_in(work, arg.name, more)
    if has_trait(arg, "transposes") and isinstance(arg.args[0], Ref):
        return matrices.turned_form(put_in(work, arg.args[0].name, more))
    return None


def _entry(
    work: Work, shown: Shown, left: ValueForm, right: ValueForm, i: int, j: int
) -> Eq | None:
    """(Q)₁₂ = 1(0.2) + 2(0.5) = 1.2; what is rounded in the row and the column makes it ≈."""
    if isinstance(work.value(shown.name)[i, j], Blocked):
        return None
    assert isinstance(left.box, Grid)
    assert isinstance(right.box, Grid)
    symbol = entry_symbol(shown.symbol, i, j)
    pairs = zip(left.box.rows[i], (cells[j] for cells in right.box.rows), strict=True)
    terms = [
        row(fenced(a, ATOM if isinstance(a, Row) else PRODUCT), PAPER.bracketed(b))
        for a, b in pairs
    ]
    rough = any(k == i for k, _ in left.rough) or any(k == j for _, k in right.rough)
    summed = ValueForm(
        listed(terms, PLUS),
        matrices.ROUGH if rough else frozenset(),
        left.carried or right.carried,
    )
    return equation(symbol, [summed, _result(work, shown, i, j, rough)])


def _result(work: Work, shown: Shown, i: int, j: int, rough: bool) -> ValueForm:
    """The entry: exactly where its terms are exact, else its decimals."""
    forms = [
        form for form in shown.forms if not (rough and form.exact and not form.carried)
    ] or [rounded(work, shown.name)]
    for form in forms:
        if found := form.entry(i, j):
            return found
    named = work.named(shown.name) or work.value(shown.name)
    return ValueForm(matrices.cell(named[i, j], work.values))
